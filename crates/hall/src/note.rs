//! The reason why a worker returned a game unplayed, as text in the store.

use leitai_core::{Lang, Sentence, Tell};
use leitai_store::FELL_SILENT;
use serde_json::json;

/// The longest reason; the store takes no longer text from an admitted worker.
const LONGEST: usize = 1_300;

/// A reason as one text, in both languages. A long one is cut.
pub(crate) fn write(why: &Sentence) -> String {
    let cut = |text: String| match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    };
    let [en, zh] = [Lang::En, Lang::Zh].map(|lang| cut(why.told(lang)));
    json!(Sentence::new(en, zh)).to_string()
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
        // Whatever is in it, the store takes it.
        let long = write(&Sentence::new("\u{1}".repeat(100_000), "错".repeat(100_000)));
        assert!(long.len() < 16 << 10 && read(&long).told(Lang::En).ends_with('…'), "{}", long.len());
        assert_eq!(read("no compiler"), Sentence::quoted("no compiler"));
        assert_eq!(read(FELL_SILENT.en), FELL_SILENT.into());
    }
}
