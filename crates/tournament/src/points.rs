//! Exact points.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};

use serde::{Deserialize, Serialize};

use crate::decimal::Number;
use crate::{CountedOutcome, Decimal, Seat, Unreadable};
use leitai_core::{Words, same_in_every_language};

/// Points in halves, so that sums are exact. Text: `7`, `7.5`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Number", into = "String")]
pub struct Points(i64);

impl Points {
    /// No points.
    pub const ZERO: Points = Points(0);

    /// Whole points.
    pub const fn whole(points: i64) -> Self {
        Points(points * 2)
    }

    /// Half points.
    pub const fn halves(halves: i64) -> Self {
        Points(halves)
    }

    /// The number of half points.
    pub const fn in_halves(self) -> i64 {
        self.0
    }
}

impl Add for Points {
    type Output = Points;
    fn add(self, other: Points) -> Points {
        Points(self.0 + other.0)
    }
}

impl Sub for Points {
    type Output = Points;
    fn sub(self, other: Points) -> Points {
        Points(self.0 - other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        self.0 += other.0;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(points: I) -> Points {
        points.fold(Points::ZERO, Points::add)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let half = if self.0 % 2 == 0 { "" } else { ".5" };
        write!(f, "{sign}{}{half}", self.0.unsigned_abs() / 2)
    }
}

same_in_every_language!(Points);

impl TryFrom<Number> for Points {
    type Error = Unreadable;
    fn try_from(number: Number) -> Result<Self, Unreadable> {
        let points = Decimal::try_from(number)?;
        match points.thousandths() % 500 {
            0 => Ok(Points(points.thousandths() / 500)),
            _ => Err(Unreadable::new(
                &points.to_string(),
                Words::new(
                    "a number of points, whole or half, such as 2 or 0.5",
                    "积分，须为整数或半分，例如 2 或 0.5",
                ),
            )),
        }
    }
}

impl From<Points> for String {
    fn from(points: Points) -> String {
        points.to_string()
    }
}

/// What is scored: each game, or each match as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScoredUnit {
    /// Points for every game.
    Games,
    /// Points for every match.
    Matches,
}

/// Points for a win, a draw and a loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Scoring {
    /// What is counted.
    pub per: ScoredUnit,
    /// Points for a win.
    pub win: Points,
    /// Points for a draw.
    pub draw: Points,
    /// Points for a loss.
    pub loss: Points,
}

impl Scoring {
    /// 2 / 1 / 0 for each game: the school's 积分办法.
    pub const SCHOOL: Scoring =
        Scoring { per: ScoredUnit::Games, win: Points::whole(2), draw: Points::whole(1), loss: Points::ZERO };
    /// 3 / 1 / 0 for each match: the judge's 积分.
    pub const JUDGE: Scoring = Scoring {
        per: ScoredUnit::Matches,
        win: Points::whole(3),
        draw: Points::whole(1),
        loss: Points::ZERO,
    };

    /// The points an outcome brings to one seat. A seat that forfeits, or plays a game that counts for nobody, gets
    /// none.
    pub fn of(self, outcome: CountedOutcome, seat: Seat) -> Points {
        match outcome {
            CountedOutcome::Win(winner) if winner == seat => self.win,
            CountedOutcome::Win(_) => self.loss,
            CountedOutcome::Draw => self.draw,
            CountedOutcome::Nobody => Points::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_may_be_typed_plainly() {
        let read = |text: &str| serde_json::from_str::<Points>(text);
        for (text, halves) in [("2", 4), ("0.5", 1), ("\"1.5\"", 3), ("-1", -2)] {
            let points = read(text).expect("points");
            assert_eq!(points, Points::halves(halves));
            assert_eq!(read(&serde_json::to_string(&points).expect("text")).expect("as written"), points);
        }
        let error = read("0.25").expect_err("a quarter").to_string();
        assert!(error.contains("whole or half"), "{error}");
    }

    #[test]
    fn points_are_exact_and_print_halves() {
        let sum: Points = [Points::whole(2), Points::halves(1), Points::halves(-6)].into_iter().sum();
        assert_eq!((sum.in_halves(), sum.to_string().as_str()), (-1, "-0.5"));
        assert_eq!(Points::whole(12).to_string(), "12");
    }

    /// 每局胜者得2分、负者得0分、平局双方各得１分。弃权记0分。
    #[test]
    fn a_game_is_two_one_or_nothing() {
        let scored = |outcome| Seat::BOTH.map(|seat| Scoring::SCHOOL.of(outcome, seat).to_string());
        assert_eq!(scored(CountedOutcome::Win(Seat::Second)), ["0", "2"]);
        assert_eq!(scored(CountedOutcome::Draw), ["1", "1"]);
        assert_eq!(scored(CountedOutcome::Nobody), ["0", "0"]);
    }
}
