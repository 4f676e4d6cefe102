//! What is wrong in an event's file.

/// A part of the file that is wrong: its path in the file, then the sentence in English and Chinese.
pub(super) type Wrong = (String, String, String);

/// This part is wrong.
pub(super) fn wrong<T>(
    at: impl Into<String>,
    en: impl Into<String>,
    zh: impl Into<String>,
) -> Result<T, Wrong> {
    Err((at.into(), en.into(), zh.into()))
}
