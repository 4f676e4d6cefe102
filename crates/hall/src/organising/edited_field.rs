//! A field of an event's file, as somebody changes it.

use crate::event_draft::FileField;
use leitai_core::ContentHash;

/// A field of an event's file that is being changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditedField {
    /// The field.
    pub field: &'static FileField,
    /// Its value in the file when the form was made; a hash if it has several lines.
    pub was: String,
    /// The text typed.
    pub typed: String,
}

impl EditedField {
    /// Whether the text typed is what the field had when the form was made.
    pub(super) fn is_as_it_was(&self) -> bool {
        mark(self.field, &self.typed) == self.was
    }

    /// Whether a form contained the field: one of several lines that it could not show it did not contain.
    pub(super) fn is_sent(&self) -> bool {
        !self.was.is_empty() || !self.field.kind.has_lines()
    }
}

/// The value by which a change by somebody else is noticed: the text, or its hash if the field has several lines.
pub(super) fn mark(field: &FileField, text: &str) -> String {
    if field.kind.has_lines() { ContentHash::of(text.as_bytes()).to_string() } else { text.to_owned() }
}
