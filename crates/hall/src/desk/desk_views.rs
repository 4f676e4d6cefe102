//! What each side, and everybody, may know of a game at a referee's desk: for other screens than his own.

use leitai_arena::SeatClock;
use leitai_core::{Actor, Say, Scene, Seat, Sentence, Table, Turn, Viewer};
use std::time::Duration;

/// By so much a clock that runs on may seem to have been put right before that is news to a side: it stops for a moment while a
/// try of the other is refused, which it must not learn.
const JITTER: Duration = Duration::from_millis(20);

/// Whose board a referee's own screen shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DeskLook {
    /// Everything.
    #[default]
    Referee,
    /// What everybody may see.
    Covered,
    /// What a side may see: it looks, or enters its layout.
    Side(Seat),
}

/// Who looks at another screen of the organiser's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DeskEye {
    /// A side.
    Side(Seat),
    /// Everybody.
    Public,
}

impl DeskEye {
    /// All of them.
    pub const ALL: [DeskEye; 3] = [DeskEye::Side(Seat::First), DeskEye::Side(Seat::Second), DeskEye::Public];

    /// Its place among them.
    pub const fn index(self) -> usize {
        match self {
            DeskEye::Side(seat) => seat.index(),
            DeskEye::Public => 2,
        }
    }
}

/// What an eye may see of the game that is played, and nothing that depends on anything else.
#[derive(Clone, PartialEq, Debug)]
pub struct DeskSight {
    /// The board as it is known there.
    pub scene: Scene,
    /// What the referee said to that side of what was played last.
    pub said: Vec<Say>,
    /// Which sides are to act; both while they lay out their pieces.
    pub due: [bool; 2],
    /// So many plies are complete.
    pub plies: u32,
}

impl DeskSight {
    fn of(table: &dyn Table, eye: DeskEye) -> DeskSight {
        let (viewer, said) = match eye {
            DeskEye::Side(seat) => (Viewer::Seat(seat), table.announced(seat)),
            DeskEye::Public => (Viewer::Spectator, Vec::new()),
        };
        let turn = table.turn();
        let due = match turn {
            // Which side has finished its layout is said on the board.
            Turn::Secret(_) => [true; 2],
            turn => Seat::BOTH.map(|seat| turn.owes(Actor::Seat(seat))),
        };
        DeskSight { scene: table.scene(viewer), said, due, plies: table.plies() }
    }
}

/// What all eyes may see, and what the clocks seem to show there.
#[derive(Clone, Debug)]
pub struct DeskViews {
    sights: [DeskSight; 3],
    /// What the referee says to each side of the acts played last.
    fresh: [Vec<Say>; 2],
    /// The clocks as they were before a try that only one side hears of.
    pub(super) clocks: [SeatClock; 2],
    /// How often there was something new to each.
    pub(super) news: [u64; 3],
}

impl DeskViews {
    /// What an eye may see.
    pub fn sight(&self, eye: DeskEye) -> &DeskSight {
        &self.sights[eye.index()]
    }

    /// What the clocks show, as far as it is everybody's business.
    pub fn clocks(&self) -> [SeatClock; 2] {
        self.clocks
    }

    /// What the referee says to the sides of what was played last: to each its own, or to both the same.
    pub fn announced(&self) -> Vec<(Option<Seat>, Say)> {
        let [first, second] = &self.fresh;
        let shared = first.iter().filter(|say| second.contains(say)).map(|say| (None, say.clone()));
        let own = |seat, all: &[Say], other: &[Say]| -> Vec<_> {
            all.iter().filter(|say| !other.contains(say)).map(|say| (Some(seat), say.clone())).collect()
        };
        let (a, b) = (own(Seat::First, first, second), own(Seat::Second, second, first));
        shared.chain(a).chain(b).collect()
    }

    /// Looks at a table once more; `goes_on`: the same side is asked as before, and no ply is complete by what was played.
    /// `earlier`: how often there was something new to each eye in earlier games.
    pub(super) fn look(
        known: Option<&DeskViews>,
        table: &dyn Table,
        clocks: [SeatClock; 2],
        goes_on: bool,
        earlier: [u64; 3],
    ) -> DeskViews {
        let mut sights = DeskEye::ALL.map(|eye| DeskSight::of(table, eye));
        let fresh = Seat::BOTH.map(|seat| sights[seat.index()].said.clone());
        let Some(known) = known else {
            return DeskViews { sights, fresh, clocks, news: earlier.map(|news| news + 1) };
        };
        let mut news = known.news;
        for (at, sight) in sights.iter_mut().enumerate() {
            sight.scene.follow(&known.sights[at].scene);
            // What was said to a side of an earlier act stands until it hears of another.
            if sight.said.is_empty()
                && sight.plies == known.sights[at].plies
                && sight.due == known.sights[at].due
            {
                sight.said.clone_from(&known.sights[at].said);
            }
            news[at] += u64::from(*sight != known.sights[at]);
        }
        let mut views = DeskViews { sights, fresh, clocks: known.clocks, news };
        if !goes_on {
            views.set(clocks);
        }
        views
    }

    /// The clocks were started, stopped or changed.
    pub(super) fn set(&mut self, clocks: [SeatClock; 2]) {
        let is_same = |a: &SeatClock, b: &SeatClock| match (a.asked, b.asked, a.left, b.left) {
            (None, None, a, b) => a == b,
            (Some(_), Some(_), None, None) => true,
            (Some(since), Some(again), Some(left), Some(now)) => {
                let (end, then) = (since + left, again + now);
                end.max(then).saturating_duration_since(end.min(then)) < JITTER
            }
            _ => false,
        };
        if !self.clocks.iter().zip(&clocks).all(|(a, b)| is_same(a, b)) {
            self.clocks = clocks;
            self.touch();
        }
    }

    /// The referee says something to both sides, and everybody may hear it.
    pub(super) fn tell_all(&mut self, say: &Say) {
        for said in self.sights.iter_mut().map(|sight| &mut sight.said).chain(&mut self.fresh) {
            said.push(say.clone());
        }
        self.touch();
    }

    /// There is something new to everybody.
    pub(super) fn touch(&mut self) {
        self.news = self.news.map(|news| news + 1);
    }
}

/// What a referee says to the sides, in one sentence; empty if that is nothing.
pub(super) fn announcement(views: Option<&DeskViews>, called: impl Fn(Seat) -> Sentence) -> Sentence {
    let said = views.map(DeskViews::announced).unwrap_or_default();
    let mut all = Sentence::default();
    for (at, (whom, say)) in said.iter().enumerate() {
        let whom = whom.map_or_else(|| Sentence::new("both sides", "双方"), &called);
        let one = Sentence::new(
            format!("tell {}: {}", whom.to(leitai_core::Lang::En), say.en),
            format!("告知{}：{}", whom.to(leitai_core::Lang::Zh), say.zh),
        );
        all = if at == 0 { one } else { all.then(&Sentence::new("; ", "；")).then(&one) };
    }
    all
}
