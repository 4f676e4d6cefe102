//! The group in which an entry is placed without a lot.

use super::raw::RawEntry;
use super::wrong::{FieldError, wrong};
use leitai_core::Sentence;
use leitai_tournament::group_named;

/// The group in which an entry is placed: a number from 1, or a letter.
pub(super) fn group_of(entry: &RawEntry, at: String) -> Result<Option<u16>, FieldError> {
    let Some(group) = &entry.group else { return Ok(None) };
    let text = group.as_str().map_or_else(|| group.to_string(), str::to_owned);
    match group_named(&text) {
        Some(group) => Ok(Some(group)),
        None => wrong(
            at,
            Sentence::new(
                "a group is a number from 1, or a letter: A is the first",
                "组别为从 1 起的序号，或字母（A 为第一组）",
            ),
        ),
    }
}

#[cfg(test)]
mod tests {
    use crate::event_file::EventFile;
    use leitai_core::{Lang, Tell};
    use std::path::Path;

    fn read(heads: [&str; 8]) -> Result<EventFile, String> {
        let entry = |(number, more): (usize, &&str)| {
            format!("[[entries]]\nname = \"team {number}\"\nprogram = \"easy\"\n{more}\n")
        };
        let entries: String = heads.iter().enumerate().map(entry).collect();
        let text = format!("name = \"cup\"\ngame = \"nogo\"\n{entries}");
        EventFile::parse(&text, "cup.toml", Path::new(".")).map_err(|error| error.told(Lang::En))
    }

    /// Seeds are placed in named groups without a lot: by number or letter, and refused at their line where there is no
    /// such group, or no room in it.
    #[test]
    fn a_group_is_a_number_or_a_letter_of_a_group_with_room() {
        let mut heads = [""; 8];
        (heads[1], heads[2]) = ("group = 2\nschool = 'A school'", "group = \"a\"");
        let file = read(heads).expect("two groups of four");
        let [one, two] = [1, 2].map(|at| (file.entries[at].group, file.entries[at].school.as_deref()));
        assert_eq!((one, two), ((Some(2), Some("A school")), (Some(1), None)));
        let wrong = |at: usize, head: &'static str| {
            let mut heads = [""; 8];
            heads[at] = head;
            read(heads).err().expect("refused")
        };
        let told = wrong(1, "group = 3");
        assert_eq!(told, "cup.toml:10:9: there is no group 3: 8 entries make groups 1 to 2");
        for head in ["group = 0", "group = \"AB\"", "group = 1.5", "group = -1", "group = true"] {
            assert!(wrong(1, head).starts_with("cup.toml:10:9: a group is a number from 1"), "{head}");
        }
        let full = read(["group = 1"; 8]).err().expect("refused");
        assert!(full.starts_with("cup.toml:22:9: group 1 has no room for team 4"), "{full}");
        let undivided =
            "name = \"cup\"\ngame = \"nogo\"\n[[entries]]\nname = \"a\"\nprogram = \"easy\"\ngroup = 1\n";
        let told = EventFile::parse(undivided, "cup.toml", Path::new(".")).err().expect("refused");
        assert!(told.told(Lang::En).contains("not divided into groups by lot"), "{}", told.told(Lang::En));
    }
}
