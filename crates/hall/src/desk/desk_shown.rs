//! What an operator or a referee sees at a desk.

use super::agreed_end::Proposal;
use super::corrections::CORRECTION;
use super::desk_deed::DeskDeed;
use super::desk_views::{DeskEye, DeskLook, DeskViews};
use super::said_file::Confirmed;
use leitai_arena::SeatClock;
use leitai_core::{Actor, Choice, Scene, Seat, Sentence};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What is shown at a desk now.
#[derive(Clone, Debug)]
pub struct DeskShown {
    /// Grows with every change of the position. An act names the version at which it was chosen, so that it is played once.
    pub version: u64,
    /// Counted from 0.
    pub game: u32,
    /// The seat of the first of the [teams](crate::DeskSetup::teams) in this game: of this machine's program, if one plays.
    pub seat: Seat,
    /// The board with everything that this desk knows; `None` until a game begins.
    pub scene: Option<Scene>,
    /// In which hand the operator or the referee is to act: for a side that is entered here, as the referee speaks, or as the
    /// dice fall; `None` while this machine's program thinks.
    pub hand: Option<Actor>,
    /// The acts that are open to that hand, and after them those by which the other side may speak up out of its turn.
    pub choices: Vec<Choice>,
    /// How many of the choices are the hand's own.
    pub(super) own_choices: usize,
    /// What has been played and counts, in order.
    pub moves: Vec<DeskMove>,
    /// The position code after each of them, as far as it is known: a program may answer before anybody has looked. Empty texts
    /// for what was played before the game stood again.
    pub codes: Vec<String>,
    /// So many plies are complete.
    pub plies: u32,
    /// The position code, which the other desk shows too.
    pub code: String,
    /// What the clocks showed when one was last started or stopped.
    pub clocks: [SeatClock; 2],
    /// Whether the clock of the other side waits to be started by hand.
    pub waits_for_hand: bool,
    /// Whether the last act of a game with secrets took pieces: the clock of the side that loses them runs while they are taken
    /// off, with no go-ahead.
    pub(super) takes: bool,
    /// Whether both sides lay out their pieces, unseen by each other. At a referee's desk no clock runs meanwhile.
    pub is_laying: bool,
    /// So many of the plies are layouts.
    pub(super) laid: u32,
    /// How many slips of its own each side has corrected in this game.
    pub corrections: [u32; 2],
    /// The correction that is being made: from when something was taken back until the clocks go on.
    pub correcting: Option<Correcting>,
    /// How long the machine was asleep while this game was played, until the clocks go on: nobody's clock ran.
    pub slept: Option<Duration>,
    /// At a referee's desk, what each side and everybody may see of the game that was begun.
    pub views: Option<Box<DeskViews>>,
    /// How often there was something new to each eye before that game.
    pub(super) earlier_news: [u64; 3],
    /// Whose board a referee's own screen shows.
    pub look: DeskLook,
    /// What is proposed at a referee's desk, and not answered by both sides yet.
    pub proposal: Option<Proposal>,
    /// How many lines of the record played, took back or changed clocks.
    pub(super) lines: usize,
    /// How it stands with the game.
    pub state: DeskState,
    /// Why the operator's last deed was refused; it changed nothing.
    pub refused: Option<Sentence>,
    /// The games of the match that are over.
    pub results: Vec<DeskResult>,
    /// In a rehearsal, what there is to see and hear of the other side.
    pub other: Option<OtherSide>,
}

/// A correction that is being made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Correcting {
    /// Whose slip it is; `None`: nobody's.
    pub whose: Option<Seat>,
    /// So many plies count.
    pub to: u32,
    /// Since when, as if it had not been interrupted.
    pub since: Instant,
    /// Whether the [time for it](crate::CORRECTION) is over: then the referee decides.
    pub is_over: bool,
}

impl Correcting {
    /// How much of its time is left now.
    pub fn left(&self) -> Duration {
        CORRECTION.saturating_sub(self.since.elapsed())
    }
}

/// What an operator sees and hears of the other side in a rehearsal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OtherSide {
    /// What its screen shows or its operator says, newest last.
    pub says: Vec<Sentence>,
    /// How much was said in this game, with what is shown no longer.
    pub said: usize,
    /// The position code on its screen.
    pub code: String,
}

impl DeskShown {
    /// Before the first game, in which the first of the teams has that seat.
    pub fn before(seat: Seat) -> DeskShown {
        DeskShown {
            version: 0,
            game: 0,
            seat,
            scene: None,
            hand: None,
            choices: Vec::new(),
            own_choices: 0,
            moves: Vec::new(),
            codes: Vec::new(),
            plies: 0,
            code: String::new(),
            clocks: Default::default(),
            waits_for_hand: false,
            takes: false,
            is_laying: false,
            laid: 0,
            corrections: [0; 2],
            correcting: None,
            slept: None,
            views: None,
            earlier_news: [0; 3],
            look: DeskLook::default(),
            proposal: None,
            lines: 0,
            state: DeskState::Waits,
            refused: None,
            results: Vec::new(),
            other: None,
        }
    }

    /// The seat that the first of the teams has in the game whose board and moves are shown: between two games, the one that is
    /// over.
    pub fn board_seat(&self) -> Seat {
        let is_between = matches!(self.state, DeskState::Waits | DeskState::Over);
        let last = self.results.last().filter(|_| is_between && !self.moves.is_empty());
        last.map_or(self.seat, |last| last.seat)
    }

    /// How often there was something new to each eye.
    pub(super) fn news(&self) -> [u64; 3] {
        self.views.as_ref().map_or(self.earlier_news, |views| views.news)
    }

    /// There is something new to everybody: a game rests, or has failed.
    pub(super) fn touch(&mut self) {
        if let Some(views) = &mut self.views {
            views.touch();
        }
    }

    /// The board that the desk's own screen shows.
    pub fn board(&self) -> Option<&Scene> {
        let sight = |eye| self.views.as_deref().map(|views: &DeskViews| &views.sight(eye).scene);
        match self.look {
            DeskLook::Referee => self.scene.as_ref(),
            DeskLook::Covered => sight(DeskEye::Public),
            DeskLook::Side(seat) => sight(DeskEye::Side(seat)),
        }
    }

    /// Whether that screen keeps from whoever looks what a side may not know: the moves, and what may be played.
    pub fn is_covered(&self) -> bool {
        self.look != DeskLook::Referee
    }

    /// How many acts have been played and count.
    pub(super) fn acts(&self) -> usize {
        self.moves.iter().map(|one| one.acts.len()).sum()
    }

    /// Whether that act is one by which the side that is not to act speaks up.
    pub(super) fn is_aside(&self, act: &str) -> bool {
        let (own, asides) = self.choices.split_at(self.own_choices.min(self.choices.len()));
        !own.iter().any(|choice| choice.text == act) && asides.iter().any(|choice| choice.text == act)
    }

    /// The sides whose layouts a referee may take back, each with so many plies that count then: until the first move. With one
    /// go those that were entered after it, which are [entered again](crate::Desk::deed) as they were.
    pub fn layouts(&self) -> Vec<(Seat, u32)> {
        let is_before = self.is_laying || self.moves.len() == self.laid as usize;
        let before = |at: usize| at.checked_sub(1).map_or(0, |last| self.moves[last].plies);
        let laid = self.moves.iter().enumerate().filter(|_| is_before);
        let of_seat = |(at, one): (usize, &DeskMove)| match one.by {
            Actor::Seat(seat) => Some((seat, before(at))),
            Actor::Arbiter | Actor::Chance => None,
        };
        laid.filter_map(of_seat).collect()
    }

    /// The layout that is right if the game goes back to so many plies, because the other side's, entered before it, is wrong.
    pub(super) fn laid_right(&self, plies: u32) -> Option<(Seat, String)> {
        let wrong = self.layouts().into_iter().find(|(_, before)| *before == plies)?.0;
        let right =
            |one: &&DeskMove| matches!(one.by, Actor::Seat(seat) if seat != wrong) && one.plies > plies + 1;
        let (Actor::Seat(seat), one) = self.moves.iter().find(right).map(|one| (one.by, one))? else {
            return None;
        };
        Some((seat, one.acts.join(" ")))
    }

    /// Whether it makes sense to propose that both sides pass from now on, and the board is counted.
    pub fn may_stop(&self) -> bool {
        self.pass().is_some()
    }

    /// The pass of the side that is to act, if it may pass.
    pub(super) fn pass(&self) -> Option<DeskDeed> {
        let pass = self.choices[..self.own_choices].iter().find(|choice| choice.text == "pass")?;
        Some(DeskDeed::Play { version: self.version, acts: pass.text.clone() })
    }

    /// What this machine's program played last, for the operator to play at the other machine; `None` if anybody has acted
    /// since.
    pub fn to_relay(&self) -> Option<&DeskMove> {
        self.moves.last().filter(|last| last.by == Actor::Seat(self.seat))
    }
}

impl DeskShown {
    /// So many plies count if this move was wrong, counted from 0: those before it; and whether what the die showed after them is
    /// entered anew. A die can be wrong alone.
    pub fn back_to(&self, wrong: usize) -> (u32, bool) {
        let complete = wrong.checked_sub(1).map_or(0, |last| self.moves[last].plies);
        (complete, self.moves[wrong].by == Actor::Chance)
    }

    /// The ply that this move begins, counted from 1; `None` for what belongs to a ply of another: dice, the referee's words, and
    /// tries after the first.
    pub fn begins(&self, at: usize) -> Option<u32> {
        let before = |at: usize| at.checked_sub(1).map_or(0, |last| self.moves[last].plies);
        let is_of_seat = |at: &usize| matches!(self.moves[*at].by, Actor::Seat(_));
        let first = (0..=at).filter(is_of_seat).find(|one| before(*one) == before(at))?;
        (first == at).then(|| before(at) + 1)
    }
}

/// How it stands with the game at a desk.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum DeskState {
    /// No game has begun, or the next one waits to be begun.
    #[default]
    Waits,
    /// The program is being started.
    Starts,
    /// It runs.
    Runs,
    /// The clocks were stopped by hand, for this reason.
    Stopped(String),
    /// This machine's program has failed, and waits to be started again; what it logged last.
    Failed(Sentence, String),
    /// The stage itself failed; what was played is kept, and the desk can be opened again.
    Broken(Sentence),
    /// All games of the match are over.
    Over,
}

/// A run of acts by one hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeskMove {
    /// Whose: a side's, what the referee said, or how the dice fell.
    pub by: Actor,
    /// Its acts, in the game's notation.
    pub acts: Vec<String>,
    /// What it used of a clock.
    pub took: Duration,
    /// So many plies were complete after it.
    pub plies: u32,
}

/// A game of the match that is over.
#[derive(Clone, PartialEq, Debug)]
pub struct DeskResult {
    /// The seat that the first of the teams had.
    pub seat: Seat,
    /// Who won; `None` for a draw.
    pub winner: Option<Seat>,
    /// Why.
    pub reason: Sentence,
    /// Its record.
    pub record: PathBuf,
    /// Who has confirmed it.
    pub confirmed: Confirmed,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(moves: &[(Actor, u32)]) -> DeskShown {
        let one = |(by, plies): &(Actor, u32)| {
            let acts = vec!["x".to_owned()];
            DeskMove { by: *by, acts, took: Duration::ZERO, plies: *plies }
        };
        DeskShown { moves: moves.iter().map(one).collect(), ..DeskShown::before(Seat::First) }
    }

    #[test]
    fn a_wrong_die_is_entered_anew_alone_and_with_what_followed() {
        let [first, second] = Seat::BOTH.map(Actor::Seat);
        let game = [(first, 1), (second, 2), (Actor::Chance, 2), (first, 3), (Actor::Chance, 3)];
        let back: Vec<_> = (0..game.len()).map(|at| shown(&game).back_to(at)).collect();
        assert_eq!(back, [(0, false), (1, false), (2, true), (2, false), (3, true)]);
        let begins: Vec<_> = (0..game.len()).map(|at| shown(&game).begins(at)).collect();
        assert_eq!(begins, [Some(1), Some(2), None, Some(3), None]);
    }

    #[test]
    fn a_try_that_was_refused_begins_no_ply_of_its_own() {
        let ([first, second], referee) = (Seat::BOTH.map(Actor::Seat), Actor::Arbiter);
        let game = shown(&[(first, 0), (referee, 0), (first, 0), (referee, 1), (second, 2)]);
        let begins: Vec<_> = (0..5).map(|at| game.begins(at)).collect();
        assert_eq!(begins, [Some(1), None, None, None, Some(2)]);
        assert_eq!(game.back_to(3), (0, false), "the try goes with the word");
    }
}
