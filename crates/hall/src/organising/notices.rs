//! Notices about an event.

use crate::deed_error::DeedError;
use crate::error::HallError;
use crate::shared_store::SharedStore;
use leitai_core::sentence;
use leitai_store::{Actor, Notice, Notices, patiently};

/// The maximum length of one text in characters.
const LONGEST: usize = 2_000;

impl SharedStore {
    /// Gives a notice about an event, in English and Chinese; one of the two may be empty. Sent twice, by a slip or by
    /// a browser's back button, it is given once.
    pub fn give_notice(&self, by: Actor<'_>, event: &str, [en, zh]: [&str; 2]) -> Result<(), DeedError> {
        if en.is_empty() && zh.is_empty() {
            return Err(DeedError::Refused(sentence!("The notice is empty.", "通知内容为空。")));
        }
        if [en, zh].iter().any(|text| text.chars().count() > LONGEST) {
            return Err(DeedError::Refused(sentence!(
                "A notice has at most {LONGEST} characters.",
                "通知至多 {LONGEST} 个字符。"
            )));
        }
        self.runtime.wait(self.all_notices().give_once(by, event, en, zh))?;
        Ok(())
    }

    /// Withdraws a notice about an event.
    pub fn withdraw_notice(&self, by: Actor<'_>, event: &str, notice: i64) -> Result<(), DeedError> {
        let is_withdrawn = self.runtime.wait(self.all_notices().withdraw(by, event, notice))?;
        if is_withdrawn { Ok(()) } else { Err(DeedError::Nothing) }
    }

    /// At most `most` of the site's notices, the newest first.
    pub fn notices(&self, most: u32) -> Result<Vec<Notice>, HallError> {
        let all = self.all_notices();
        Ok(self.runtime.wait(patiently(self.terms, async || all.newest(most).await))?)
    }

    /// At most `most` notices that a person has not read, the newest first.
    pub fn unread_notices(&self, number: &str, most: u32) -> Result<Vec<Notice>, HallError> {
        let all = self.all_notices();
        Ok(self.runtime.wait(patiently(self.terms, async || all.unread(number, most).await))?)
    }

    /// Records that a person has read all notices up to this one.
    pub fn notices_read(&self, number: &str, last: i64) -> Result<(), HallError> {
        Ok(self.runtime.wait(self.all_notices().read(number, last))?)
    }

    pub(super) fn all_notices(&self) -> Notices {
        Notices::new(self.database.clone())
    }
}
