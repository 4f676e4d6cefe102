//! Until when a desk's results are expected, in words: for those who let tables be taken along, and at the desk.

use leitai_core::{Lang, say};
use leitai_hall::Zone;

/// Until when the results of what was taken along are expected.
pub(crate) fn results_until(zone: &Zone, until_ms: i64, lang: Lang) -> String {
    let until = zone.at(until_ms).said();
    say!(
        lang,
        "its results are expected until {until}; after that an organiser has to extend it first",
        "带回期限：{until}；逾期须先由组委会延期"; until
    )
}
