//! Slips that were corrected in a game, as the lines of its record say, and the time that a correction may take.

use leitai_core::{ClockChange, Line, Seat, Sentence, sentence};
use std::time::Duration;

/// So long a correction may take (the school's text, 6.4 and 6.9).
pub const CORRECTION: Duration = Duration::from_mins(3);
/// So often a side may correct a slip of its own in a game (the school's text, 6.4).
pub const CORRECTIONS: u32 = 1;

/// Whether that is the word by which the referee's express consent to a further correction is entered.
pub fn is_consent(word: &str) -> bool {
    ["consent", "同意"].contains(&word.trim().to_lowercase().as_str())
}

/// Why a side has lost that could not put its board back in time.
pub fn not_put_back() -> Sentence {
    let minutes = CORRECTION.as_secs() / 60;
    sentence!(
        "referee: the position was not put back within {minutes} minutes",
        "裁判：未能在 {minutes} 分钟内恢复局面"
    )
}

/// The corrections of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Corrections {
    /// How many each side has made.
    pub(super) made: [u32; 2],
    /// The correction after which the clocks have not gone on.
    pub(super) open: Option<Correction>,
}

/// A correction that is being made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Correction {
    /// Whose slip it is; `None`: nobody's.
    pub(super) whose: Option<Seat>,
    /// So many plies count.
    pub(super) to: u32,
}

impl Corrections {
    /// Takes the next line of the record. What goes back belongs to the side that is charged for it, with nothing or more,
    /// before the clocks go on.
    pub(super) fn line(&mut self, line: &Line<'_>) {
        match line {
            Line::Back { to, .. } => self.open = Some(Correction { whose: None, to: *to }),
            Line::Clock { change: ClockChange::Charge { seat, us: 0.. }, .. } => {
                if let Some(open) = self.open.as_mut().filter(|open| open.whose.is_none()) {
                    open.whose = Some(*seat);
                    self.made[*seat] += 1;
                }
            }
            Line::Clock { change: ClockChange::Go, .. } => self.open = None,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_correction_is_of_whoever_was_charged_for_it() {
        let clock = |change| Line::Clock { change, reason: "x".into() };
        let charge = |us| clock(ClockChange::Charge { seat: Seat::Second, us });
        let (stop, go) = (clock(ClockChange::Stop { ran: [0; 2] }), clock(ClockChange::Go));
        let back = Line::Back { by: Seat::First, to: 3, acts: 3 };
        let after = |lines: &[&Line<'_>]| {
            let mut all = Corrections::default();
            for line in lines {
                all.line(line);
            }
            (all.made, all.open.map(|open| open.whose))
        };
        let (four, nothing, given) = (charge(240_000_000), charge(0), charge(-1));
        assert_eq!(after(&[&stop, &back, &four]), ([0, 1], Some(Some(Seat::Second))));
        assert_eq!(after(&[&stop, &back, &nothing, &go]), ([0, 1], None));
        assert_eq!(after(&[&stop, &back]), ([0, 0], Some(None)), "nobody's");
        assert_eq!(after(&[&stop, &back, &given, &go]), ([0, 0], None), "given back");
        assert_eq!(after(&[&stop, &back, &go, &four]), ([0, 0], None), "charged for something else");
        assert_eq!(
            after(&[&stop, &back, &four, &go, &stop, &back, &four]),
            ([0, 2], Some(Some(Seat::Second)))
        );
    }
}
