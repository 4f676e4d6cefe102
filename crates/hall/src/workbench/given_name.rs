//! The name under which a file that was chosen in a browser may be kept.

use leitai_arena::Language;
use std::path::Path;

/// The longest name, in bytes: what every file system takes.
const LONGEST: usize = 120;
/// Names that are devices on Windows, whatever their ending.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// The name of a source file as a browser gives it, without the folders before it; `None` if it is no source, or some system
/// knows no such name.
pub(super) fn given_name(given: &str) -> Option<&str> {
    let name = given.rsplit(['/', '\\']).next()?;
    let stem = name.split('.').next()?.to_ascii_lowercase();
    let is_numbered = |of: &str| {
        stem.strip_prefix(of)
            .is_some_and(|number| number.len() == 1 && number.bytes().all(|digit| digit.is_ascii_digit()))
    };
    let is_device = DEVICES.contains(&stem.as_str()) || is_numbered("com") || is_numbered("lpt");
    let is_odd =
        |letter: char| letter.is_control() || "<>:\"|?*".contains(letter) || leitai_core::turns_text(letter);
    let is_fine = !stem.is_empty() && name.len() <= LONGEST && !is_device && !name.contains(is_odd);
    (is_fine && Language::of(Path::new(name)).is_some()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_sources_and_leads_nowhere() {
        for (given, name) in [
            ("bot.py", "bot.py"),
            ("C:\\Users\\王\\我的 棋手.cpp", "我的 棋手.cpp"),
            ("../../bot.rs", "bot.rs"),
            ("console.c", "console.c"),
        ] {
            assert_eq!(given_name(given), Some(name));
        }
        for given in [
            "",
            "bot",
            "bot.txt",
            ".py",
            "..",
            "con.py",
            "COM1.c",
            "a:b.py",
            "a\n.py",
            "a\u{202e}.py",
            "bot.exe",
            "a/",
        ] {
            assert_eq!(given_name(given), None, "{given:?}");
        }
        assert_eq!(given_name(&format!("{}.py", "a".repeat(200))), None);
    }
}
