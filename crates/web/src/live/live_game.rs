//! One running game, shared by all who watch it.

use crate::face::face;
use crate::live::curtain::Curtain;
use crate::live::followed::{Followed, StreamedStep};
use crate::live::newest_steps::{Mark, NewestSteps};
use crate::shown_names::ShownNames;
use axum::body::Bytes;
use leitai_arena::{Glimpse, LiveSlot, SeatClock, now_ms};
use leitai_catalog::Secrets;
use leitai_core::{Facts, Lang, Seat, announced_beside, announced_in};
use leitai_hall::{Assignment, Program};
use leitai_pages::{Face, SeatView};
use serde::Serialize;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// After this time a request no longer counts as watching.
const LOOKED: Duration = Duration::from_secs(5);

/// The event of a game, and its settings.
#[derive(Clone, Default)]
pub(crate) struct Belongs {
    /// The event's address and name.
    pub(crate) event: Option<(String, String)>,
    pub(crate) secrets: Secrets,
    pub(crate) shown_every: Option<Duration>,
    /// The current names of its entries.
    pub(crate) names: ShownNames,
}

/// A game that is running or has just ended.
pub(crate) struct LiveGame {
    /// Its address.
    pub(crate) id: String,
    pub(crate) assignment: Assignment,
    pub(crate) belongs: Belongs,
    pub(crate) began: Instant,
    slot: Arc<LiveSlot>,
    held: Mutex<SoFar>,
    newest: [watch::Sender<NewestSteps>; 2],
}

/// The state of the game so far.
struct SoFar {
    /// What was last taken from the slot.
    glimpse: Glimpse,
    /// The life to which the record belongs.
    life: u32,
    /// The record so far, and when each of its parts came.
    record: String,
    came: VecDeque<(Instant, usize)>,
    curtain: Curtain,
    clocks: [SeatClock; 2],
    /// When the stage last woke.
    woke: Option<Instant>,
    over: bool,
    /// When a page of it was last made.
    looked: Option<Instant>,
    views: [Drawing; 2],
}

/// The drawing in one language.
#[derive(Default)]
struct Drawing {
    drawn: Drawn,
    /// How much of the record is drawn.
    read: usize,
    clocks: [SeatClock; 2],
}

#[derive(Default)]
enum Drawn {
    /// Nobody has asked, or the first line has not come.
    #[default]
    No,
    /// The first line has come, but is too recent to be shown.
    Late,
    /// The public sees nothing while the game has secrets.
    Secret,
    Yes(Box<Followed>),
    /// The record cannot be followed: our own error, which is logged; no board is shown.
    Broken,
}

/// A change in the format of the stream.
#[derive(Serialize)]
struct Change<'a> {
    g: &'a str,
    /// When the stage woke to the change, in milliseconds since 1970-01-01 UTC, if the public may know times.
    #[serde(skip_serializing_if = "Option::is_none")]
    t: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    c: Option<[ShownClock; 2]>,
    s: Vec<StreamedStep>,
}

#[derive(Serialize)]
struct ShownClock {
    run: bool,
    turn: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<u64>,
}

impl LiveGame {
    pub(crate) fn new(id: String, assignment: Assignment, belongs: Belongs) -> LiveGame {
        let held = SoFar {
            glimpse: Glimpse::default(),
            life: 0,
            record: String::new(),
            came: VecDeque::new(),
            curtain: Curtain::default(),
            clocks: Default::default(),
            woke: None,
            over: false,
            looked: None,
            views: Default::default(),
        };
        let (slot, held) = (Arc::default(), Mutex::new(held));
        let newest = [(); 2].map(|()| watch::Sender::new(NewestSteps::new(0)));
        LiveGame { id, assignment, belongs, began: Instant::now(), slot, held, newest }
    }

    /// Its position among all games: those of events first, then by the time they began. It never changes.
    pub(crate) fn order(&self) -> impl Ord + use<> {
        (self.belongs.event.is_none(), self.began, self.id.clone())
    }

    /// The slot in which its stage leaves new lines.
    pub(crate) fn slot(&self) -> &Arc<LiveSlot> {
        &self.slot
    }

    pub(crate) fn facts(&self) -> &'static Facts {
        self.assignment.game.facts()
    }

    /// The players in the seats.
    pub(crate) fn seats(&self) -> [SeatView; 2] {
        let names = self.belongs.names.now();
        let announced = announced_in(self.held().record.as_bytes());
        Seat::BOTH.map(|seat| {
            let seated = &self.assignment.seated[seat];
            let about = match &seated.program {
                Program::Level(level) if level.to_string() != seated.name => level.to_string(),
                _ => {
                    announced_beside(&seated.name, announced[seat].as_deref()).unwrap_or_default().to_owned()
                }
            };
            SeatView { name: names.get(&seated.entry).unwrap_or(&seated.name).clone(), about }
        })
    }

    /// Whether it has no board now.
    pub(crate) fn is_secret(&self) -> bool {
        self.is_curtained() && !self.held().curtain.is_open()
    }

    /// Whether the public sees nothing of it while it has secrets.
    fn is_curtained(&self) -> bool {
        self.facts().hidden && self.belongs.secrets == Secrets::After
    }

    /// Whether its clocks and the number of its moves are public while it is running.
    fn is_open(&self, held: &SoFar) -> bool {
        !self.facts().hidden || held.curtain.is_open()
    }

    /// Takes what its stage has left.
    fn take(&self, held: &mut SoFar) {
        held.visit(&self.slot, &self.newest);
        if self.is_curtained() {
            held.curtain.follow(&held.record);
        }
    }

    /// Takes what its stage has left; returns whether that was the end. Draws it if it is watched.
    pub(crate) fn visit(&self) -> bool {
        let mut held = self.held();
        self.take(&mut held);
        let delay = self.delay();
        for lang in [Lang::En, Lang::Zh] {
            if self.newest(lang).receiver_count() > 0 {
                self.draw(&mut held, lang, delay);
            }
        }
        held.over
    }

    /// The delay with which it is shown.
    pub(crate) fn delay(&self) -> Duration {
        match self.belongs.secrets {
            Secrets::Delayed(by) if self.facts().hidden => by,
            _ => Duration::ZERO,
        }
    }

    /// Whether its record has begun. Before that there is nothing to see.
    pub(crate) fn has_begun(&self) -> bool {
        let mut held = self.held();
        self.take(&mut held);
        !held.record.is_empty()
    }

    /// Whether its end has been shown.
    pub(crate) fn is_over(&self) -> bool {
        let mut held = self.held();
        held.over && held.shown(self.delay()) == held.record.len()
    }

    /// The record so far, for the referee, with the secrets of both sides.
    pub(crate) fn record(&self) -> String {
        self.held().record.clone()
    }

    /// A receiver for the steps in a language.
    pub(crate) fn watch(&self, lang: Lang) -> watch::Receiver<NewestSteps> {
        let receiver = self.newest(lang).subscribe();
        self.look(lang, |_, _, _| ());
        receiver
    }

    /// Whether somebody has looked at it recently or is following it.
    pub(crate) fn is_watched(&self) -> bool {
        let looked = self.held().looked.is_some_and(|looked| looked.elapsed() < LOOKED);
        looked || self.newest.iter().any(|newest| newest.receiver_count() > 0)
    }

    /// Calls `look` with the current state of the game: what may be seen of it, the mark from which a page receives
    /// changes, and the clocks if they may be seen.
    pub(crate) fn look<T>(
        &self,
        lang: Lang,
        look: impl FnOnce(Option<&Followed>, Mark, Option<[Face; 2]>) -> T,
    ) -> T {
        let mut held = self.held();
        self.take(&mut held);
        self.draw(&mut held, lang, self.delay());
        held.looked = Some(Instant::now());
        let mark = self.newest(lang).borrow().mark();
        let clocks = self.is_open(&held).then(|| held.clocks.map(|clock| face(clock, Instant::now())));
        match &held.views[index(lang)].drawn {
            Drawn::Yes(followed) => look(Some(followed), mark, clocks),
            _ => look(None, mark, None),
        }
    }

    /// Notifies watchers that the game does not count and that nothing follows.
    pub(crate) fn break_off(&self) {
        let mut nothing = NewestSteps::new(0);
        nothing.end();
        for newest in &self.newest {
            newest.send_replace(nothing.clone());
        }
    }

    fn newest(&self, lang: Lang) -> &watch::Sender<NewestSteps> {
        &self.newest[index(lang)]
    }

    fn held(&self) -> MutexGuard<'_, SoFar> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Draws what is new since the last drawing, and notifies watchers.
    fn draw(&self, held: &mut SoFar, lang: Lang, delay: Duration) {
        let until = held.shown(delay);
        let is_open = self.is_open(held);
        let SoFar { record, curtain, views, clocks, woke, over, .. } = held;
        let view = &mut views[index(lang)];
        // Once the curtain is open, everything is shown without delay.
        let secrets = if curtain.is_open() { Secrets::Delayed(Duration::ZERO) } else { self.belongs.secrets };
        let mut told = Vec::new();
        let was = mem::discriminant(&view.drawn);
        if matches!(view.drawn, Drawn::No) && until == 0 && !record.is_empty() {
            view.drawn = Drawn::Late;
        }
        if matches!(view.drawn, Drawn::Secret) && curtain.is_open() {
            (view.drawn, view.read) = (Drawn::No, 0);
        }
        for line in record[view.read..until].split_inclusive('\n') {
            view.read += line.len();
            let line = line.trim_end();
            let done = match &mut view.drawn {
                Drawn::No | Drawn::Late => match Followed::open(line, secrets, lang) {
                    Ok(followed) => {
                        view.drawn = followed.map_or(Drawn::Secret, |it| Drawn::Yes(Box::new(it)));
                        Ok(())
                    }
                    Err(error) => Err(error),
                },
                Drawn::Yes(followed) => followed.push(line, &mut told),
                Drawn::Secret | Drawn::Broken => Ok(()),
            };
            if let Err(error) = done {
                crate::log::warn(
                    "a live record cannot be followed",
                    &[("game", &self.id), ("why", &error.to_string())],
                );
                view.drawn = Drawn::Broken;
            }
        }
        let newest = self.newest(lang);
        if mem::discriminant(&view.drawn) != was {
            // Earlier steps are no longer valid: watchers must fetch the board again, with these.
            told.clear();
            newest.send_replace(NewestSteps::new(random()));
        }
        let may_see = matches!(view.drawn, Drawn::Yes(_));
        let clocks_moved = is_open && may_see && view.clocks != *clocks;
        view.clocks = *clocks;
        let ends = *over && until == record.len();
        if !told.is_empty() || clocks_moved {
            let now = Instant::now();
            let c = is_open.then(|| clocks.map(|clock| ShownClock::of(face(clock, now))));
            let woke = woke.filter(|_| is_open);
            let t = woke.map(|woke| now_ms() - now.saturating_duration_since(woke).as_millis() as i64);
            let change = Change { g: &self.id, t, c, s: told };
            newest.send_modify(|newest| {
                let mut mark = newest.mark();
                mark.number += 1;
                newest.push(frame(mark, &change));
                if ends {
                    newest.end();
                }
            });
        } else if ends && !newest.borrow().is_over() {
            newest.send_modify(NewestSteps::end);
        }
    }
}

impl SoFar {
    /// Takes what the stage has left.
    fn visit(&mut self, slot: &LiveSlot, newest: &[watch::Sender<NewestSteps>; 2]) {
        if !slot.visit(&mut self.glimpse) {
            return;
        }
        let glimpse = &self.glimpse;
        if glimpse.life != self.life {
            self.life = glimpse.life;
            self.record.clear();
            self.came.clear();
            self.curtain = Curtain::default();
            self.views = Default::default();
            for newest in newest {
                newest.send_replace(NewestSteps::new(0));
            }
        }
        if !glimpse.lines.is_empty() {
            // We write the record ourselves: anything in it that is not UTF-8 was made printable.
            self.record.push_str(&String::from_utf8_lossy(&glimpse.lines));
            self.came.push_back((Instant::now(), self.record.len()));
        }
        self.clocks = glimpse.clocks;
        (self.woke, self.over) = (glimpse.at, glimpse.over);
    }

    /// The length of the part of the record that is old enough to be shown.
    fn shown(&mut self, delay: Duration) -> usize {
        if delay.is_zero() {
            return self.record.len();
        }
        let old = self.came.partition_point(|(came, _)| came.elapsed() >= delay);
        old.checked_sub(1).map_or(0, |last| self.came[last].1)
    }
}

impl ShownClock {
    fn of(face: Face) -> ShownClock {
        ShownClock { run: face.running, turn: face.turn_ms, left: face.left_ms }
    }
}

fn frame(mark: Mark, change: &Change<'_>) -> Bytes {
    let mut text = format!("id: {mark}\nevent: steps\ndata: ");
    // Numbers and strings only: serialising cannot fail. JSON from serde has no line break.
    text.push_str(&serde_json::to_string(change).unwrap_or_default());
    let _ = text.write_str("\n\n");
    Bytes::from(text)
}

fn index(lang: Lang) -> usize {
    usize::from(lang == Lang::Zh)
}

/// A number unlike that of any other life, up to a chance of one in four thousand million; never 0, which means
/// nothing.
fn random() -> u32 {
    use std::hash::{BuildHasher, RandomState};
    (RandomState::new().hash_one(Instant::now()) as u32).max(1)
}
