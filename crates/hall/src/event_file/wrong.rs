//! Errors in an event's file, located by field.

use leitai_core::Sentence;

/// An error in the file: the path of the field, and what is wrong.
pub(super) type FieldError = (String, Sentence);

/// An error at this field.
pub(super) fn wrong<T>(at: impl Into<String>, what: Sentence) -> Result<T, FieldError> {
    Err((at.into(), what))
}

#[cfg(test)]
mod tests {
    use crate::event_file::EventFile;
    use leitai_core::{Lang, Tell};
    use std::fs;

    /// The error messages about a file with these bytes, in both languages.
    fn said(bytes: &[u8]) -> [String; 2] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("cup.toml");
        fs::write(&path, bytes).expect("our folder");
        let error = EventFile::look(&path).err().expect("it is wrong");
        [Lang::En, Lang::Zh].map(|lang| error.told(lang).replace(&path.display().to_string(), "cup.toml"))
    }

    #[test]
    fn what_editors_and_input_methods_make_of_a_file_is_explained() {
        let gbk = said(b"name = \"a\"\ngame = \"\xce\xe5\xd7\xd3\xc6\xe5\"\n");
        assert!(gbk[0].starts_with("cup.toml:2:9: ") && gbk[0].contains("GBK"), "{gbk:?}");
        assert!(gbk[1].contains("另存为 UTF-8"), "{gbk:?}");
        let wide = said("name = \"a\"\ngame＝\"gomoku\"\n".as_bytes());
        assert_eq!(wide[0], "cup.toml:2:5: `＝` is a full-width sign; write `=`");
        let quotes = said("name = “a”\n".as_bytes());
        assert_eq!(quotes[0], "cup.toml:1:8: `“` is a full-width sign; write `\"`");
        let file = |clock| {
            format!(
                "name = \"a\"\ngame = \"gomoku\"\nclock = \"{clock}\"\n[[entries]]\nname = \"b\"\nprogram = \"easy\"\n"
            )
        };
        let unit = said(file("game=15").as_bytes());
        assert_eq!(unit[0], "cup.toml:3:9: clock: `15` has no unit; write 15s or 15m");
        let comma = said(file("game=15m，move=2s").as_bytes());
        assert_eq!(comma[1], "cup.toml:3:9: 时限：“，”是全角符号，请改用半角“,”");
    }
}
