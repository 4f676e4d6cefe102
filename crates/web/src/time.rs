//! Times as people read them.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use leitai_core::{Lang, Words};

/// A time (milliseconds since 1970-01-01 UTC) in the zone of this machine, to the minute; the zone is named.
pub(crate) fn said(at: i64, lang: Lang) -> String {
    let Ok(time) = Timestamp::from_millisecond(at) else { return String::new() };
    let time = time.to_zoned(TimeZone::system());
    let form = Words::new("%Y-%m-%d %H:%M %Z", "%Y年%-m月%-d日 %H:%M（%Z）");
    time.strftime(form.to(lang)).to_string()
}
