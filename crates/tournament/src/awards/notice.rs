//! The notice period (公示): an award list is provisional until it has passed. An objection that is upheld becomes
//! a ruling, and the list is then made and published anew.

use crate::Sentence;
use leitai_core::{Noun, sentence};

/// A minute, in milliseconds.
const MINUTE: u64 = 60_000;

/// A published award list. Times are milliseconds since 1970 in UTC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Notice {
    /// When it was published.
    pub published: i64,
    /// How long objections are accepted, in milliseconds.
    pub period: u64,
}

impl Notice {
    /// The end of the notice period; objections that arrive then or later are not accepted.
    pub fn until(self) -> i64 {
        self.published.saturating_add_unsigned(self.period)
    }

    /// Whether the period has passed, which makes the list final.
    pub fn is_over(self, now: i64) -> bool {
        now >= self.until()
    }

    /// How much of the period remains, in milliseconds; 0 once it is over.
    pub fn remains(self, now: i64) -> u64 {
        u64::try_from(self.until().saturating_sub(now)).unwrap_or(0)
    }

    /// The state of the list: final, or provisional with what remains of the period. `moment` says a time as people
    /// read it.
    pub fn words(self, now: i64, moment: impl Fn(i64) -> Sentence) -> Sentence {
        let until = moment(self.until());
        if self.is_over(now) {
            return sentence!(
                "final: the notice period ended at {until}", "正式名单：公示期已于 {until} 结束"; until
            );
        }
        let left = remaining(self.remains(now));
        sentence!(
            "provisional: objections are accepted until {until}, for {left} more",
            "公示中：{until} 前可提出异议，还剩 {left}"; until, left
        )
    }
}

/// A length of time in its two largest units, rounded up, so that nobody reads 0 while something remains.
fn remaining(ms: u64) -> Sentence {
    let minutes = ms.div_ceil(MINUTE);
    let (days, hours, minutes) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    let named = Noun::DAYS.of(days);
    match (days, hours, minutes) {
        (0, 0, minutes) => sentence!("{minutes} min", "{minutes} 分钟"),
        (0, hours, 0) => sentence!("{hours} h", "{hours} 小时"),
        (0, hours, minutes) => sentence!("{hours} h {minutes} min", "{hours} 小时 {minutes} 分钟"),
        (_, 0, _) => sentence!("{named}", "{named} 天"; named),
        (_, hours, _) => sentence!("{named} {hours} h", "{named} 天 {hours} 小时"; named, hours),
    }
}
