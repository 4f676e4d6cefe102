//! Prizes, and the people who receive them.

use leitai_core::Sentence;
use leitai_tournament::awards::Shares;
use serde::Deserialize;

/// How long objections to an award list are heard by default: three days.
const NOTICE_HOURS: u32 = 72;

/// The prizes of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prizes {
    /// The largest share of entries that receives each prize.
    pub shares: Shares,
    /// The notice period (公示) in milliseconds, during which the award list is provisional.
    pub notice_ms: u64,
}

/// The people behind an entry.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct People {
    /// Names of the team's members, for printing.
    pub members: Vec<String>,
    /// Names of its teachers.
    pub teachers: Vec<String>,
}

/// `[awards]` as written: percentages, and hours.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct RawPrizes {
    first: Option<u8>,
    second: Option<u8>,
    third: Option<u8>,
    notice_hours: Option<u32>,
}

impl Prizes {
    /// Reads the file's prizes. Without `[awards]`, the school's prizes under the `school` preset, else none. The error
    /// names the field.
    pub(crate) fn read(
        raw: Option<&RawPrizes>,
        preset: &str,
    ) -> Result<Option<Prizes>, (&'static str, Sentence)> {
        let usual = RawPrizes::default();
        let Some(raw) = raw.or((preset == "school").then_some(&usual)) else { return Ok(None) };
        let usual = Shares::default();
        let shares = Shares {
            first: raw.first.unwrap_or(usual.first),
            second: raw.second.unwrap_or(usual.second),
            third: raw.third.unwrap_or(usual.third),
        };
        for (field, share) in [("first", shares.first), ("second", shares.second), ("third", shares.third)] {
            if share > 100 {
                let what =
                    Sentence::new("a share is 0 to 100 percent of the entries", "比例应为参赛数的 0 至 100%");
                return Err((field, what));
            }
        }
        let hours = u64::from(raw.notice_hours.unwrap_or(NOTICE_HOURS));
        Ok(Some(Prizes { shares, notice_ms: hours * 3_600_000 }))
    }
}
