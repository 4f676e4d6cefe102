//! What a person far away sees of a game, each change under a number of its own.

use leitai_core::{Actor, Choice, Scene, Seat, Sentence, Table, Viewer};
use std::sync::Arc;
use tokio::sync::watch;

/// What is shown at a seat now.
#[derive(Clone, Debug)]
pub struct SeatShown {
    /// Grows with every change. An act names the version at which it was chosen, so that it is played once.
    pub version: u64,
    /// The board as the seat knows it; `None` until the game begins.
    pub scene: Option<Scene>,
    /// The acts open to the seat, as far as it knows; empty where it owes none.
    pub choices: Vec<Choice>,
    /// Plies completed.
    pub plies: u32,
    /// Why the person's last act was refused; it changed nothing.
    pub refused: Option<Sentence>,
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

/// The board in front of one seat. The game writes it, whoever sits there reads it and waits for what comes.
pub struct SeatBoard {
    seat: Seat,
    /// Whether somebody acts by what is offered there.
    offers: bool,
    shown: watch::Sender<Arc<SeatShown>>,
}

impl SeatBoard {
    pub(super) fn new(seat: Seat, offers: bool) -> SeatBoard {
        let shown =
            SeatShown { version: 0, scene: None, choices: Vec::new(), plies: 0, refused: None, end: None };
        SeatBoard { seat, offers, shown: watch::Sender::new(Arc::new(shown)) }
    }

    /// The seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What is shown now.
    pub fn now(&self) -> Arc<SeatShown> {
        Arc::clone(&self.shown.borrow())
    }

    /// What is shown once it is newer than this version.
    pub async fn after(&self, version: u64) -> Arc<SeatShown> {
        let mut shown = self.shown.subscribe();
        // The sender lives as long as this does.
        let newer = shown.wait_for(|shown| shown.version > version).await;
        newer.map_or_else(|_| self.now(), |shown| Arc::clone(&shown))
    }

    /// Shows the table as it is now.
    pub(super) fn show(&self, table: &dyn Table) {
        let mut scene = table.scene(Viewer::Seat(self.seat));
        let owes = self.offers && table.turn().owes(Actor::Seat(self.seat));
        let choices = if owes { table.choices(self.seat) } else { Vec::new() };
        let plies = table.plies();
        self.change(|before| {
            if let Some(known) = &before.scene {
                scene.follow(known);
            }
            SeatShown { scene: Some(scene), choices, plies, refused: None, ..before }
        });
    }

    /// Says why an act was refused.
    pub(super) fn refuse(&self, why: Sentence) {
        self.change(|before| SeatShown { refused: Some(why), ..before });
    }

    /// Says how the game ended.
    pub(super) fn end(&self, end: SeatEnd) {
        self.change(|before| SeatShown { choices: Vec::new(), refused: None, end: Some(end), ..before });
    }

    fn change(&self, change: impl FnOnce(SeatShown) -> SeatShown) {
        self.shown.send_modify(|shown| {
            let before = SeatShown::clone(shown);
            let version = before.version + 1;
            *shown = Arc::new(SeatShown { version, ..change(before) });
        });
    }
}
