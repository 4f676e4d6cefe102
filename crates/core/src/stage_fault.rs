//! Faults that only the stage can observe, and their wording. They are defined here so that verification of a
//! record can reproduce the wording.

use crate::{Fault, Noun, Sentence, Words, sentence};
use std::time::Duration;

/// What a time limit applies to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Period {
    /// What is done before the clock of the game starts.
    Start,
    /// One turn.
    Turn,
    /// The turns of the whole game.
    Game,
}

impl Period {
    const ALL: [Period; 3] = [Period::Start, Period::Turn, Period::Game];

    const fn words(self) -> Words {
        match self {
            Period::Start => Words::new("to lay its pieces", "布阵"),
            Period::Turn => Words::new("for a move", "本手"),
            Period::Game => Words::new("for the whole game", "全局"),
        }
    }
}

/// A limit that was passed, with its figures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StageFault {
    /// A limit of the clock was passed in a turn.
    Late {
        /// The ply in which it was passed, counted from 1.
        ply: u32,
        /// The time used.
        used: Duration,
        /// The time allowed.
        limit: Duration,
        /// What the limit applies to.
        of: Period,
        /// The processor time used in the same period; `None` if it is not measured.
        worked: Option<Duration>,
    },
    /// A limit of processor time was passed.
    Overworked {
        /// The processor time used.
        used: Duration,
        /// The processor time allowed.
        limit: Duration,
        /// What the limit applies to: a turn or the game.
        of: Period,
    },
    /// More bytes in one line than allowed.
    LongLine {
        /// The bytes allowed.
        limit: u64,
    },
    /// More bytes in one turn than allowed.
    LongTurn {
        /// The bytes allowed.
        limit: u64,
    },
}

impl StageFault {
    /// The fault by which the seat loses.
    pub const fn fault(self) -> Fault {
        match self {
            StageFault::Late { .. } | StageFault::Overworked { .. } => Fault::TimeLimit,
            StageFault::LongLine { .. } | StageFault::LongTurn { .. } => Fault::OutputLimit,
        }
    }

    /// The fault in words, with its figures.
    pub fn said(self) -> Sentence {
        match self {
            StageFault::Late { ply, used, limit, of, worked } => {
                let (used, limit, of) = (used.as_secs_f64(), limit.as_secs_f64(), of.words());
                let said = Sentence::new(
                    format!("out of time at ply {ply}: {used:.2} s of {limit:.2} s {}", of.en),
                    format!("第 {ply} 手超时：{}用时 {used:.2} 秒，限 {limit:.2} 秒", of.zh),
                );
                match worked.map(|worked| worked.as_secs_f64()) {
                    Some(cpu) => {
                        said.then(&sentence!(" ({cpu:.2} s of processor time)", "（处理器时间 {cpu:.2} 秒）"))
                    }
                    None => said,
                }
            }
            StageFault::Overworked { used, limit, of } => {
                let (used, limit, of) = (used.as_secs_f64(), limit.as_secs_f64(), of.words());
                Sentence::new(
                    format!("out of time: {used:.2} s of {limit:.2} s of processor time {}", of.en),
                    format!("超时：{}处理器时间 {used:.2} 秒，限 {limit:.2} 秒", of.zh),
                )
            }
            StageFault::LongLine { limit } => {
                sentence!("a line of more than {limit}", "一行超过 {limit}"; limit = bytes(limit))
            }
            StageFault::LongTurn { limit } => sentence!(
                "more than {limit} of output in one turn",
                "一回合的输出超过 {limit}";
                limit = bytes(limit)
            ),
        }
    }

    /// Reads back the English text of an exceeded time limit: figures that only the stage measured, to a hundredth
    /// of a second.
    pub fn of_time(said: &str) -> Option<StageFault> {
        let period = |words: &str| Period::ALL.into_iter().find(|period| period.words().en == words);
        let fault = if let Some(said) = said.strip_prefix("out of time at ply ") {
            let (ply, rest) = said.split_once(": ")?;
            let (used, rest) = rest.split_once(" s of ")?;
            let (limit, rest) = rest.split_once(" s ")?;
            let (of, worked) = match rest.split_once(" (") {
                Some((of, cpu)) => (of, Some(time(cpu.strip_suffix(" s of processor time)")?)?)),
                None => (rest, None),
            };
            let (ply, used, limit, of) = (ply.parse().ok()?, time(used)?, time(limit)?, period(of)?);
            StageFault::Late { ply, used, limit, of, worked }
        } else {
            let (used, rest) = said.strip_prefix("out of time: ")?.split_once(" s of ")?;
            let (limit, of) = rest.split_once(" s of processor time ")?;
            StageFault::Overworked { used: time(used)?, limit: time(limit)?, of: period(of)? }
        };
        (fault.said().to(crate::Lang::En) == said).then_some(fault)
    }
}

/// The limit of the start was passed. `to` is the message still to be answered, if there was one.
pub fn not_ready(limit: Duration, to: Option<&str>) -> Sentence {
    let limit = limit.as_secs_f64();
    match to {
        Some(to) => sentence!("no answer to `{to}` within {limit:.2} s", "{limit:.2} 秒内没有应答“{to}”"),
        None => sentence!("no answer within {limit:.2} s", "{limit:.2} 秒内没有应答"),
    }
}

/// Adds to a text about a program the line that it had begun to print: a missing line end is a common slip. `half`,
/// made printable, may be empty.
#[must_use]
pub fn with_half(said: Sentence, half: &str) -> Sentence {
    if half.is_empty() {
        return said;
    }
    said.and(&sentence!("it had printed `{half}` without a line end", "已输出“{half}”，但没有换行"))
}

/// Reads seconds with two digits after the point.
fn time(text: &str) -> Option<Duration> {
    let (whole, hundredths) = text.split_once('.')?;
    let hundredths: u64 = hundredths.parse().ok().filter(|_| hundredths.len() == 2)?;
    let whole = whole.parse::<u64>().ok()?.checked_mul(1000)?;
    Some(Duration::from_millis(whole.checked_add(hundredths * 10)?))
}

/// A number of bytes, in KB if that is exact.
fn bytes(count: u64) -> Sentence {
    if count.is_multiple_of(1 << 10) {
        Sentence::quoted(format!("{} KB", count >> 10))
    } else {
        sentence!("{count}", "{count} 字节"; count = Noun::BYTES.of(count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lang;

    #[test]
    fn figures_of_time_read_back() {
        let [used, limit] = [2310, 2000].map(Duration::from_millis);
        for of in Period::ALL {
            for worked in [None, Some(limit)] {
                let late = StageFault::Late { ply: 27, used, limit, of, worked };
                assert_eq!(StageFault::of_time(late.said().to(Lang::En)), Some(late));
            }
            let overworked = StageFault::Overworked { used, limit, of };
            assert_eq!(StageFault::of_time(overworked.said().to(Lang::En)), Some(overworked));
        }
        for other in [
            "out of time",
            "out of time at ply 27: 2.31 s of 2.00 s",
            "out of time at ply 27: 2.3 s of 2.00 s for a move",
            "out of time at ply 027: 2.31 s of 2.00 s for a move",
            "out of time at ply 27: 2.31 s of 2.00 s for a move (2.00 s)",
            "out of time at ply 27: 2.31 s of 2.00 s for a move, nearly",
            "out of time: 2.31 s of 2.00 s for a move",
        ] {
            assert_eq!(StageFault::of_time(other), None, "{other}");
        }
    }
}
