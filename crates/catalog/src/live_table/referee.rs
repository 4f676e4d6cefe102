//! The referee, who ends a game before its rules do where the stage asks for that.

use leitai_core::{
    ADJUDICATE, About, Adjudication, Expected, Line, Outcome, SCORE, Scores, Seat, Sentence,
    read_thousandths, thousandths, told_expectation,
};

/// The referee's rules, and the scores that the programs have reported so far.
pub(super) struct Referee {
    rules: Adjudication,
    scores: Scores,
    /// The last expectation that each seat reported and that is not written down yet.
    said: [Option<Expected>; 2],
    /// The expectation that the seat had reported when it played in the turn in progress.
    of_turn: [Option<Expected>; 2],
}

impl Referee {
    pub(super) fn of(about: &About<'_>) -> Referee {
        let rules = about.stage.get(ADJUDICATE).and_then(|rules| rules.parse().ok()).unwrap_or_default();
        Referee { rules, scores: Scores::default(), said: [None; 2], of_turn: [None; 2] }
    }

    /// A seat's program reported this thought.
    pub(super) fn hear(&mut self, seat: Seat, thought: &str) {
        if self.rules.hears_scores()
            && let Some(expected) = told_expectation(thought)
        {
            self.said[seat.index()] = Some(expected);
        }
    }

    /// Takes an expectation from the note of a record. Returns false if the rules do not ask for it, or the note is
    /// malformed.
    pub(super) fn hear_note(&mut self, seat: Seat, text: &str) -> bool {
        self.said[seat.index()] = read_thousandths(text).filter(|_| self.rules.hears_scores());
        self.said[seat.index()].is_some()
    }

    /// The seat plays: returns the note of its expectation, if it reported one.
    pub(super) fn note(&mut self, seat: Seat) -> Option<Line<'static>> {
        let expected = self.said[seat.index()].take()?;
        self.of_turn[seat.index()] = Some(expected);
        Some(Line::Note { seat, what: SCORE.into(), text: thousandths(expected).into() })
    }

    /// The seat has completed a turn; `plies` are completed, and the rules' tally is `tally`. Returns the outcome if
    /// the referee ends the game.
    pub(super) fn ply(
        &mut self,
        seat: Seat,
        plies: u32,
        tally: Option<[u32; 2]>,
    ) -> Option<(Outcome, Sentence)> {
        if !self.rules.is_asked_for() {
            return None;
        }
        self.scores.ply(seat, self.of_turn[seat.index()].take());
        self.scores.ended(&self.rules, plies, tally)
    }
}
