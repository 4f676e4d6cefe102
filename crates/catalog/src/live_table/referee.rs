//! The referee who ends a game before its law does, where the stage asks for that.

use leitai_core::{
    ADJUDICATE, About, Adjudication, Expected, Line, Outcome, SCORE, Scores, Seat, Sentence,
    read_thousandths, thousandths, told_expectation,
};

/// What the referee goes by, and what the programs have said of the game so far.
pub(super) struct Referee {
    rules: Adjudication,
    scores: Scores,
    /// What each seat said last that it expects, not written down yet.
    said: [Option<Expected>; 2],
    /// What it had said when it played in the turn in progress.
    of_turn: [Option<Expected>; 2],
}

impl Referee {
    pub(super) fn of(about: &About<'_>) -> Referee {
        let rules = about.stage.get(ADJUDICATE).and_then(|rules| rules.parse().ok()).unwrap_or_default();
        Referee { rules, scores: Scores::default(), said: [None; 2], of_turn: [None; 2] }
    }

    /// A seat's program said this of its thoughts.
    pub(super) fn hear(&mut self, seat: Seat, thought: &str) {
        if self.rules.hears_scores()
            && let Some(expected) = told_expectation(thought)
        {
            self.said[seat.index()] = Some(expected);
        }
    }

    /// The same from the note of a record. False: nobody asked for it, or it is not as it is written.
    pub(super) fn hear_note(&mut self, seat: Seat, text: &str) -> bool {
        self.said[seat.index()] = read_thousandths(text).filter(|_| self.rules.hears_scores());
        self.said[seat.index()].is_some()
    }

    /// The seat plays: the line that says what it expects, if it said so.
    pub(super) fn note(&mut self, seat: Seat) -> Option<Line<'static>> {
        let expected = self.said[seat.index()].take()?;
        self.of_turn[seat.index()] = Some(expected);
        Some(Line::Note { seat, what: SCORE.into(), text: thousandths(expected).into() })
    }

    /// The seat has completed a turn, and `plies` are completed, with this `tally` by the law: is the game ended?
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
