//! A game as the input of a page.

use crate::Waits;
use leitai_catalog::{Ending, Secrets};
use leitai_core::{Actor, Clock, Facts, MarkKind, Say, Scene, SheetName, Tone};
use leitai_draw::{Steps, says};
use leitai_sandbox::SandboxLevel;
use std::collections::BTreeSet;
use std::time::Duration;

/// The player in a seat. Both texts may come from strangers: pages clean and escape them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatView {
    /// The name.
    pub name: String,
    /// The text below the name (version, language, place); may be empty.
    pub about: String,
}

/// The transition from one scene to the next.
#[derive(Clone, PartialEq, Debug)]
pub struct Move {
    /// Who acted; `None` where the acts are reports.
    pub by: Option<Actor>,
    /// The acts, in the game's own notation, with a sign behind a try that was refused.
    pub said: String,
    /// Microseconds from the request to the answer, where the public may know them.
    pub us: Option<u64>,
    /// What the board says from here on, if that changed.
    pub says: Vec<Say>,
    /// The tones of the seats from here on, if they changed.
    pub tones: Option<[Tone; 2]>,
}

impl Move {
    /// The transition between two scenes: who acted, the acts, and the time in microseconds.
    pub fn between(before: &Scene, after: &Scene, by: Option<Actor>, said: String, us: Option<u64>) -> Move {
        // A try that the referee refused is no move, though the turn goes on.
        let refused = |scene: &Scene| -> BTreeSet<u16> {
            let marks = scene.marks.iter().filter(|mark| mark.kind == MarkKind::Refused);
            marks.map(|mark| mark.at).collect()
        };
        let is_refused = !refused(after).is_subset(&refused(before));
        let said = if is_refused { format!("{said} ✗") } else { said };
        let says = if says(before) == says(after) { Vec::new() } else { says(after) };
        let tones = (before.seats != after.seats).then_some(after.seats);
        Move { by, said, us, says, tones }
    }
}

/// A note that a program wrote beside its moves, for its author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnNote {
    /// Its kind, as records name it: `debug`, `stderr`.
    pub what: String,
    /// The program's own words.
    pub text: String,
}

/// The state of a clock on a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Face {
    /// Whether the time of this seat is running.
    pub running: bool,
    /// Milliseconds used in this turn.
    pub turn_ms: u64,
    /// Milliseconds left for the whole game when the turn began; `None` without such a limit.
    pub left_ms: Option<u64>,
}

/// What the page of a running game follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiveShown {
    /// `LIFE.N` of the last step shown; empty on a page that shows the state when it was loaded and follows
    /// nothing.
    pub id: String,
    /// Whether its record has a line. Before that its programs wait for a core, or are being started.
    pub begun: bool,
    /// First before Second.
    pub faces: [Face; 2],
    /// The delay in seconds with which it is shown, if there is one.
    pub delayed_s: Option<u64>,
    /// Its place among the waiting games of its event, if that is known and it has not begun.
    pub waits: Option<Waits>,
}

/// A game to continue with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NextGame {
    /// Its id.
    pub id: String,
    /// The players, or the name of the game.
    pub title: String,
}

/// A game as its readers may see it: the caller that builds a view has already cut the record for them.
pub struct GameView<'a> {
    /// Its id in addresses: letters and digits.
    pub id: &'a str,
    /// Id and name of its event, if it belongs to one.
    pub event: Option<(&'a str, &'a str)>,
    /// The facts of the kind of game.
    pub facts: &'static Facts,
    /// First before Second.
    pub seats: [SeatView; 2],
    /// The tones of the seats at the start; [`Tone::Plain`] if they are unknown.
    pub tones: [Tone; 2],
    /// The drawing; `None` while nothing of the game may be seen.
    pub steps: Option<&'a Steps>,
    /// What the board says at the start.
    pub says: &'a [Say],
    /// The moves, one fewer than the steps.
    pub moves: &'a [Move],
    /// What the reader's own program wrote before each move, and after the last; `None` for everybody else.
    pub notes: Option<&'a [Vec<OwnNote>]>,
    /// Where an organiser makes a ruling about it; `None` on a page that is everybody's.
    pub ruling: Option<&'a str>,
    /// The step shown, from 0.
    pub at: usize,
    /// What is followed; `None` if the game is not running.
    pub live: Option<LiveShown>,
    /// How it ended; `None` if it is running or its record breaks off.
    pub ending: Option<&'a Ending>,
    /// Its limits.
    pub clock: Clock,
    /// The sandbox level, if it is known.
    pub sandbox: Option<SandboxLevel>,
    /// The minimum time between two plies; no clock runs while it is waited for.
    pub shown_every: Option<Duration>,
    /// What the public may see of a game with secrets.
    pub secrets: Secrets,
    /// The sheets available for it.
    pub sheets: &'a [SheetName],
    /// The next game between the same two, or else the next of any.
    pub next: Option<NextGame>,
}

/// While nothing may be seen, pages are given no moves, whatever the view holds.
impl GameView<'_> {
    pub(crate) fn moves(&self) -> &[Move] {
        if self.steps.is_some() { self.moves } else { &[] }
    }

    /// What is followed, if the page updates itself.
    pub(crate) fn followed(&self) -> Option<&LiveShown> {
        self.live.as_ref().filter(|live| !live.id.is_empty())
    }

    pub(crate) fn says(&self) -> &[Say] {
        if self.steps.is_some() { self.says } else { &[] }
    }

    /// The step shown, at most the last.
    pub(crate) fn at(&self) -> usize {
        self.at.min(self.last())
    }

    /// The tones of the seats at the step shown.
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

#[cfg(test)]
mod tests {
    use super::Move;
    use leitai_catalog::find;
    use leitai_core::{Mark, MarkKind, Scene, Staging, Viewer};

    #[test]
    fn a_refused_try_is_told_from_a_move() {
        let game = find("phantomgo")
            .expect("a game of the list")
            .open(&leitai_catalog::Setup::default())
            .expect("its own rules");
        let start = game.table(Staging::default(), None).scene(Viewer::Arbiter);
        let refused = |places: &[u16]| {
            let marks = places.iter().map(|at| Mark { at: *at, kind: MarkKind::Refused });
            Scene { marks: marks.chain([Mark { at: 40, kind: MarkKind::Last }]).collect(), ..start.clone() }
        };
        let said =
            |before: &Scene, after: &Scene| Move::between(before, after, None, "C3".to_owned(), None).said;
        assert_eq!(said(&start, &refused(&[3])), "C3 ✗");
        assert_eq!(said(&refused(&[3]), &refused(&[3, 9])), "C3 ✗");
        // The turn is over, and with it what was refused in it.
        assert_eq!(said(&refused(&[3, 9]), &refused(&[])), "C3");
    }
}
