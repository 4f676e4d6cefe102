//! Errors in an event's file, located by field.

use leitai_core::Sentence;

/// A part of the file that is wrong: its path in the file, and what is wrong.
pub(super) type FieldError = (String, Sentence);

/// An error at this field.
pub(super) fn wrong<T>(at: impl Into<String>, what: Sentence) -> Result<T, FieldError> {
    Err((at.into(), what))
}
