//! Errors in an event's file, located by field.

/// A part of the file that is wrong: its path in the file, then the sentence in English and Chinese.
pub(super) type Wrong = (String, String, String);

/// An error at this field.
pub(super) fn wrong<T>(
    at: impl Into<String>,
    en: impl Into<String>,
    zh: impl Into<String>,
) -> Result<T, Wrong> {
    Err((at.into(), en.into(), zh.into()))
}
