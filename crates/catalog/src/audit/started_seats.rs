//! Which programs were seated in a game that one of them lost before it began.

use leitai_core::{End, Fault, Lang, Seat, VerdictName};

/// The start of what is said of a program that the system would not start, in English and in Chinese.
pub(super) const UNSTARTED: [&str; 2] = ["it cannot be started: ", "无法启动："];
/// The end of what is said where the rules cannot be spoken.
const UNSPOKEN: &str = " does not support a game of these rules";

/// Which seats' programs were seated, where one of them could not be.
#[derive(Default)]
pub(super) struct StartedSeats {
    /// Its dialect cannot say these rules: it was the last to be tried, and not seated.
    pub(super) refused: Option<Seat>,
    /// The system would not start it: it was the last to be seated.
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
