//! What a record keeps besides its game: which notes may appear where.

use super::Audit;
use leitai_core::{
    FLOOD, Fault, GIVEN_BACK, Line, QUESTION, REASON_ZH, RecordError, SENT, Seat, Sentence, VerdictName,
    sentence,
};

/// What programs print while they play.
const SAID: [&str; 2] = ["debug", "noise"];
/// What is recorded about programs when the game is over.
const LEFT: [&str; 3] = ["stderr", "exit", "usage"];

impl Audit {
    /// Checks that every note is of a known kind and in a place where that kind may appear. Except for a Chinese reason
    /// and a question, its text is accepted unchecked.
    pub(super) fn check_notes(&self) -> Result<(), RecordError> {
        let last_of_game = self.lines.last().map_or(1, |(at, _)| *at);
        let faulty = match self.end.verdict {
            VerdictName::Fault(fault) => self.end.winner.map(|winner| (winner.other(), fault)),
            _ => None,
        };
        let (mut questions, mut sent) = (0, 0);
        for (i, (at, line)) in self.notes.iter().enumerate() {
            let Line::Note { seat, what, text } = line else { continue };
            let is_over = *at > last_of_game;
            let is_program = !self.about.seats[seat.index()].dialect.is_by_hand();
            let fits = match &**what {
                REASON_ZH => i + 1 == self.notes.len() && is_over && self.is_reason(*seat, text),
                _ if !is_program => false,
                kind if SAID.contains(&kind) => true,
                kind if LEFT.contains(&kind) => is_over,
                GIVEN_BACK => is_time(text),
                SENT => {
                    sent += 1;
                    is_over && sent == 1 && faulty == Some((*seat, Fault::Illegal))
                }
                // The game ends with it.
                FLOOD => is_over && faulty == Some((*seat, Fault::OutputLimit)),
                QUESTION => {
                    questions += 1;
                    let in_question =
                        [Fault::TimeLimit, Fault::NotReady, Fault::Crash].map(|fault| Some((*seat, fault)));
                    is_over && questions == 1 && in_question.contains(&faulty) && is_time(text)
                }
                _ => false,
            };
            if !fits {
                let what = sentence!(
                    "a note `{what}` is not possible here, or not with this text",
                    "此处不能有注记“{what}”，或其内容不符"; what = &**what
                );
                return Err(RecordError { line: *at, what });
            }
        }
        let is_there =
            |(_, line): &(usize, Line<'_>)| matches!(line, Line::Note { what, .. } if what == REASON_ZH);
        if self.reason_zh.is_some() && !self.words_are_old() && !self.notes.iter().any(is_there) {
            let what = Sentence::new("the reason is missing in Chinese", "缺少中文的原因");
            return Err(RecordError { line: self.last_line(), what });
        }
        Ok(())
    }

    fn is_reason(&self, seat: Seat, text: &str) -> bool {
        let is_same = |(of, zh): &(Seat, String)| *of == seat && (zh == text || self.words_are_old());
        self.reason_zh.as_ref().is_some_and(is_same)
    }

    /// Whether the seat printed more than it may, and the record keeps the beginning of it.
    pub(super) fn has_flood(&self, loser: Seat) -> bool {
        self.notes
            .iter()
            .any(|(_, line)| matches!(line, Line::Note { seat, what, .. } if what == FLOOD && *seat == loser))
    }
}

/// Whether a text is a time such as `412 ms`.
fn is_time(text: &str) -> bool {
    text.strip_suffix(" ms").is_some_and(|digits| {
        !digits.is_empty()
            && digits.bytes().all(|byte| byte.is_ascii_digit())
            && (digits == "0" || !digits.starts_with('0'))
    })
}
