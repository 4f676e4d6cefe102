//! What the window of a desk is made from.

use crate::Face;
use leitai_core::{Actor, Lang, Seat, Sentence, say};
use leitai_hall::{DeskEye, DeskSetup, DeskShown, DeskState};

/// What the window shows.
pub struct DeskView<'a> {
    /// Its path, with the key.
    pub address: &'a str,
    /// What the desk is set up for.
    pub setup: &'a DeskSetup,
    /// What is shown there.
    pub shown: &'a DeskShown,
    /// What is to be done now.
    pub to_do: &'a Sentence,
    /// What the clocks show now.
    pub faces: [Face; 2],
    /// What was shown last: other texts are other news.
    pub news: &'a str,
    /// Whether the game that is due was broken off, and goes on where it stood.
    pub stands_again: bool,
    /// The addresses of the other screens of a referee's desk.
    pub screens: &'a [(DeskEye, String)],
    /// Why what was done last was refused.
    pub refusal: Option<DeskRefusal<'a>>,
}

impl DeskView<'_> {
    /// Whether a game is being played, though it may stand.
    pub(super) fn is_played(&self) -> bool {
        matches!(self.shown.state, DeskState::Runs | DeskState::Stopped(_) | DeskState::Failed(..))
    }

    /// The team in a seat of the game that is shown.
    pub(super) fn team(&self, seat: Seat) -> &str {
        self.setup.team(seat, self.seat())
    }

    /// Whether the first of the teams has that seat.
    pub(super) fn is_first_team(&self, seat: Seat) -> bool {
        seat == self.seat()
    }

    /// Whose hand it was.
    pub(super) fn hand_name(&self, by: Actor, lang: Lang) -> String {
        let [own, other] = &self.setup.teams;
        match by {
            Actor::Seat(seat) => if seat == self.seat() { own } else { other }.clone(),
            Actor::Arbiter => say!(lang, "referee", "裁判"),
            Actor::Chance => say!(lang, "die", "骰子"),
        }
    }

    /// The seat that this machine's program has in the game whose board and moves are shown: between two games, the one that is
    /// over.
    pub(super) fn seat(&self) -> Seat {
        if self.stands_again { self.shown.seat } else { self.shown.board_seat() }
    }
}

/// Why what was done last was refused.
pub struct DeskRefusal<'a> {
    /// The reason.
    pub why: &'a Sentence,
    /// The fields of the form, with what was typed in them.
    pub fields: &'a [(String, String)],
}
