//! The reason why a worker returned a game unplayed, as text in the store.

use leitai_core::Sentence;
use leitai_store::FELL_SILENT;
use serde_json::json;

/// A reason as one text, in both languages.
pub(crate) fn write(why: &Sentence) -> String {
    json!(why).to_string()
}

/// Reads a reason; any other text is taken literally.
pub(crate) fn read(note: &str) -> Sentence {
    if note == FELL_SILENT.en {
        return FELL_SILENT.into();
    }
    serde_json::from_str(note).unwrap_or_else(|_| Sentence::quoted(note))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_read_as_it_is_written() {
        let why = Sentence::new("program.c: \"no\" compiler", "program.c：没有编译器");
        assert_eq!(read(&write(&why)), why);
        assert_eq!(read("no compiler"), Sentence::quoted("no compiler"));
        assert_eq!(read(FELL_SILENT.en), FELL_SILENT.into());
    }
}
