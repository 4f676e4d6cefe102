//! A game as a page is given it.

use crate::Waits;
use leitai_catalog::{Ending, Secrets};
use leitai_core::{Actor, Clock, Facts, Say, Scene, SheetName, Tone};
use leitai_draw::Steps;
use leitai_sandbox::Level;
use std::time::Duration;

/// Who sits at a seat. Both texts may be a stranger's: pages clean and escape them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatView {
    /// The name.
    pub name: String,
    /// What is said below it (version, language, place); may be empty.
    pub about: String,
}

/// What led from one scene to the next.
#[derive(Clone, PartialEq, Debug)]
pub struct Move {
    /// Whose acts they are; none where they are reports.
    pub by: Option<Actor>,
    /// The acts, as the game writes them.
    pub said: String,
    /// Microseconds from the request to the answer, where they may be known.
    pub us: Option<u64>,
    /// What the board says since, where that changed.
    pub says: Vec<Say>,
    /// Which tones the seats play since, where that changed.
    pub tones: Option<[Tone; 2]>,
}

impl Move {
    /// What led from one scene to the next: who acted, what, and in how many microseconds.
    pub fn between(before: &Scene, after: &Scene, by: Option<Actor>, said: String, us: Option<u64>) -> Move {
        let says = if before.says == after.says { Vec::new() } else { after.says.clone() };
        let tones = (before.seats != after.seats).then_some(after.seats);
        Move { by, said, us, says, tones }
    }
}

/// Something that a program said beside its moves, for its author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnNote {
    /// Its kind, as records name it: `debug`, `stderr`.
    pub what: String,
    /// What was said: a program's own words.
    pub text: String,
}

/// One clock as it stands in a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Face {
    /// Is the time of this seat running?
    pub running: bool,
    /// Milliseconds used in this turn.
    pub turn_ms: u64,
    /// Milliseconds left of the whole game when the turn began; none without such a limit.
    pub left_ms: Option<u64>,
}

/// What a page of a running game follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiveShown {
    /// `LIFE.N` of the last step shown; empty on a page that shows what there was when it was loaded, and follows nothing.
    pub id: String,
    /// Has its record a line? Before that its programs wait for a core, or are started.
    pub begun: bool,
    /// First before Second.
    pub faces: [Face; 2],
    /// How many seconds late it is shown, where it is.
    pub delayed_s: Option<u64>,
    /// Its place among those of its event that wait, where that is known and it has not begun.
    pub waits: Option<Waits>,
}

/// A game to go on with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NextGame {
    /// Its id.
    pub id: String,
    /// Who plays, or what it is called.
    pub title: String,
}

/// A game as its readers may have it: whoever makes one has cut the record for them.
pub struct GameView<'a> {
    /// Its id in addresses: letters and figures.
    pub id: &'a str,
    /// Id and name of its event, where it is of one.
    pub event: Option<(&'a str, &'a str)>,
    /// The game's facts.
    pub facts: &'static Facts,
    /// First before Second.
    pub seats: [SeatView; 2],
    /// Which tones the seats play at the start; [`Tone::Plain`] where nothing is known of it.
    pub tones: [Tone; 2],
    /// The drawing; none while nothing of the game may be seen.
    pub steps: Option<&'a Steps>,
    /// What the board says at the start.
    pub says: &'a [Say],
    /// The moves, one fewer than the steps.
    pub moves: &'a [Move],
    /// What the program of whoever reads this said before each move, and after the last; none for everybody else.
    pub notes: Option<&'a [Vec<OwnNote>]>,
    /// The step shown, from 0.
    pub at: usize,
    /// What is followed; none where the game does not run.
    pub live: Option<LiveShown>,
    /// How it ended; none where it runs or its record breaks off.
    pub ending: Option<&'a Ending>,
    /// Its limits.
    pub clock: Clock,
    /// The level of the sandbox; none where nothing is known of it.
    pub sandbox: Option<Level>,
    /// The least time between two plies, in which no clock runs.
    pub shown_every: Option<Duration>,
    /// What the public may see of a game with secrets.
    pub secrets: Secrets,
    /// The sheets that may be had of it.
    pub sheets: &'a [SheetName],
    /// What is played next by the same two, or next at all.
    pub next: Option<NextGame>,
}

/// Where nothing may be seen, pages know of no moves, whatever the view holds.
impl GameView<'_> {
    pub(crate) fn moves(&self) -> &[Move] {
        if self.steps.is_some() { self.moves } else { &[] }
    }

    /// What is followed, where the page goes on by itself.
    pub(crate) fn followed(&self) -> Option<&LiveShown> {
        self.live.as_ref().filter(|live| !live.id.is_empty())
    }

    pub(crate) fn says(&self) -> &[Say] {
        if self.steps.is_some() { self.says } else { &[] }
    }

    /// The step shown, none beyond the last.
    pub(crate) fn at(&self) -> usize {
        self.at.min(self.last())
    }

    /// Which tones the seats play at the step shown.
    pub(crate) fn tones_now(&self) -> [Tone; 2] {
        self.shown().iter().rev().find_map(|it| it.tones).unwrap_or(self.tones)
    }

    /// The moves up to the step shown.
    pub(crate) fn shown(&self) -> &[Move] {
        let moves = self.moves();
        &moves[..self.at().min(moves.len())]
    }

    /// The number of the last step.
    pub fn last(&self) -> usize {
        self.steps.map_or(0, |steps| steps.count().saturating_sub(1))
    }
}
