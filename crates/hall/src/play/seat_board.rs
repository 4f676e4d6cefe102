//! What a person far away sees of a game, each change under a number of its own.

use crate::locked::locked;
use leitai_arena::SeatClock;
use leitai_core::{Actor, Choice, Scene, Seat, Sentence, Table, Viewer};
use std::sync::{Arc, Mutex};
use tokio::sync::watch;

/// What is shown at a seat now.
#[derive(Clone, Debug)]
pub struct SeatShown {
    /// Grows with every change of the position. An act names the version at which it was chosen, so that it is played
    /// once.
    pub version: u64,
    /// The board as the seat knows it; `None` until the game begins.
    pub scene: Option<Scene>,
    /// The acts open to the seat, as far as it knows; empty where it owes none.
    pub choices: Vec<Choice>,
    /// Where the game begins with layouts that are hidden from the other side: the acts of one of ours, until the seat
    /// lays the first piece itself.
    pub layout: Option<String>,
    /// Plies completed.
    pub plies: u32,
    /// Those of them with which the game began.
    pub given: u32,
    /// What the clocks showed when one was last started or stopped.
    pub clocks: [SeatClock; 2],
    /// Why the person's last act was refused; it changed nothing.
    pub refused: Option<Sentence>,
    /// To how many plies the last turn of this seat would be taken back.
    pub(super) back_to: Option<u32>,
    /// How it ended.
    pub end: Option<SeatEnd>,
}

/// How a game of people ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatEnd {
    /// Who won; `None` for a draw, and where it was broken off.
    pub winner: Option<Seat>,
    /// Why.
    pub reason: Sentence,
    /// Whether it was broken off: then it has no record.
    pub is_broken_off: bool,
}

/// Rings whenever there is something new for somebody, who may have one seat or both.
#[derive(Clone)]
pub(super) struct Bell(Arc<watch::Sender<u64>>);

impl Bell {
    /// A bell that has rung so often: whoever counted on before the site was started anew has news at once.
    pub(super) fn after(news: u64) -> Bell {
        Bell(Arc::new(watch::Sender::new(news)))
    }
}

/// The board in front of one seat. The game writes it, whoever sits there reads it and waits for what comes.
pub struct SeatBoard {
    seat: Seat,
    /// Whether somebody acts by what is offered there.
    offers: bool,
    bell: Bell,
    shown: Mutex<Arc<SeatShown>>,
    /// With how many plies it began, if that is known before it is shown.
    given: Option<u32>,
}

/// How a board begins that stood before the site was started anew.
#[derive(Clone, Copy, Default)]
pub(super) struct StoodBoard {
    /// Above each version that was shown before.
    pub(super) version: u64,
    /// With how many plies the game began that were given to both.
    pub(super) given: Option<u32>,
}

impl SeatBoard {
    pub(super) fn new(seat: Seat, offers: bool, bell: Bell, stood: StoodBoard) -> SeatBoard {
        let StoodBoard { version, given } = stood;
        let shown = SeatShown {
            version,
            scene: None,
            choices: Vec::new(),
            layout: None,
            plies: 0,
            given: 0,
            clocks: Default::default(),
            refused: None,
            back_to: None,
            end: None,
        };
        SeatBoard { seat, offers, bell, shown: Mutex::new(Arc::new(shown)), given }
    }

    /// The seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What is shown now.
    pub fn now(&self) -> Arc<SeatShown> {
        Arc::clone(&locked(&self.shown))
    }

    /// How often there was something new for whoever sits here.
    pub fn news(&self) -> u64 {
        *self.bell.0.borrow()
    }

    /// Waits until there was something new more often than that.
    pub async fn newer(&self, news: u64) {
        // The sender lives as long as this does.
        let _ = self.bell.0.subscribe().wait_for(|now| *now > news).await;
    }

    /// Shows the table as it is now.
    pub(super) fn show(&self, table: &dyn Table) {
        let mut scene = table.scene(Viewer::Seat(self.seat));
        let owes = self.offers && table.turn().owes(Actor::Seat(self.seat));
        let choices = if owes { table.choices(self.seat) } else { Vec::new() };
        let plies = table.plies();
        let before = self.now();
        let given = match &before.scene {
            Some(known) => {
                scene.follow(known);
                before.given
            }
            None => self.given.unwrap_or(plies),
        };
        // What changed nothing here is not even counted: it may be hidden from whoever sits here.
        let is_same =
            before.scene.as_ref() == Some(&scene) && before.choices == choices && before.plies == plies;
        let is_begun = !before.choices.is_empty() && before.choices != choices;
        drop(before);
        let back_to = table.back_to(self.seat).filter(|to| *to >= given);
        if is_same {
            self.put(|shown| shown.back_to = back_to);
            return;
        }
        self.change(|shown| {
            if is_begun {
                shown.layout = None;
            }
            shown.version += 1;
            (shown.scene, shown.choices, shown.refused) = (Some(scene), choices, None);
            (shown.plies, shown.given, shown.back_to) = (plies, given, back_to);
        });
    }

    /// Shows the clocks. There is news only where another side's begins to run: how often a side was asked within its
    /// turn may be hidden from the other. One that stops does so by an act, which is news, or at the end: no page is made for it.
    pub(super) fn clocks(&self, clocks: [SeatClock; 2]) {
        let before = self.now().clocks;
        let begins = |seat: Seat| clocks[seat].asked.is_some() && before[seat].asked.is_none();
        let is_news = Seat::BOTH.into_iter().any(begins);
        self.put(|shown| shown.clocks = clocks);
        if is_news {
            self.ring();
        }
    }

    /// Offers a layout.
    pub(super) fn offer(&self, layout: String) {
        self.change(|shown| shown.layout = Some(layout));
    }

    /// Says why an act was refused.
    pub(super) fn refuse(&self, why: Sentence) {
        self.change(|shown| shown.refused = Some(why));
    }

    /// Says how the game ended.
    pub(super) fn end(&self, end: SeatEnd) {
        self.change(|shown| (shown.choices, shown.refused, shown.end) = (Vec::new(), None, Some(end)));
    }

    /// To how many plies the last turn of this seat would be taken back; `None` where there is none.
    pub(super) fn back_to(&self) -> Option<u32> {
        self.now().back_to
    }

    /// Tells whoever waits that there is something new.
    pub(super) fn ring(&self) {
        self.bell.0.send_modify(|news| *news += 1);
    }

    fn change(&self, change: impl FnOnce(&mut SeatShown)) {
        self.put(change);
        self.ring();
    }

    /// Whoever makes a page of what was shown keeps that; only then it is copied.
    fn put(&self, change: impl FnOnce(&mut SeatShown)) {
        change(Arc::make_mut(&mut locked(&self.shown)));
    }
}
