//! Which programs were seated in a game that one of them lost before it began.

use leitai_core::{End, Fault, Lang, Seat, VerdictName};

/// The beginning of the reason, in English and in Chinese, when the system could not start a program.
pub(super) const UNSTARTED: [&str; 2] = ["it cannot be started: ", "无法启动："];
/// The end of the reason when the program's dialect cannot express the rules.
const UNSPOKEN: &str = " does not support a game of these rules";

/// Which seats' programs were seated, if one of them could not be.
#[derive(Default)]
pub(super) struct StartedSeats {
    /// Its dialect cannot express these rules: it was the last to be tried, and not seated.
    pub(super) refused: Option<Seat>,
    /// The system could not start it: it was the last to be seated.
    pub(super) unstarted: Option<Seat>,
}

impl StartedSeats {
    pub(super) fn of(end: &End<'_>) -> StartedSeats {
        let loser =
            end.winner.map(Seat::other).filter(|_| end.verdict == VerdictName::Fault(Fault::NotReady));
        let said = end.reason.to(Lang::En);
        StartedSeats {
            refused: loser.filter(|_| said.ends_with(UNSPOKEN)),
            unstarted: loser.filter(|_| said.starts_with(UNSTARTED[0])),
        }
    }
}
