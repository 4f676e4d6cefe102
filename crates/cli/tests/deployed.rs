//! The files in `deploy/` run only commands that exist, with options that these have.

use crate::house::House;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The command of ours that a line runs, word by word: a line of a unit, of a script, or of a manifest, which lists
/// the arguments.
fn command(line: &str) -> Option<Vec<String>> {
    let line = line.trim();
    if line.starts_with('#') {
        return None;
    }
    if let Some(list) = line.strip_prefix("args: ") {
        return Some(serde_json::from_str(list).expect("a list of texts"));
    }
    let (_, rest) = line.split_once("leitai ")?;
    let words = line.starts_with("ExecStart=") || line.contains("srun");
    words.then(|| rest.split_whitespace().map(str::to_owned).collect())
}

#[test]
fn what_is_deployed_has_the_options_that_it_is_given() {
    let house = House::open();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy");
    let mut kinds = BTreeSet::new();
    for file in files(&folder) {
        let text = fs::read_to_string(&file).expect("text");
        for words in text.lines().filter_map(command) {
            let names = words.iter().take_while(|word| word.chars().all(|c| c.is_ascii_lowercase()));
            let mut args: Vec<&str> = names.map(String::as_str).collect();
            args.push("--help");
            let help = house.done(&args);
            assert!(help.status.success(), "{}: {words:?}", file.display());
            let help = String::from_utf8(help.stdout).expect("text");
            for option in words.iter().filter(|word| word.starts_with("--")) {
                assert!(help.contains(&format!("{option} ")), "{}: {option}", file.display());
            }
            kinds.insert(file.parent().and_then(Path::file_name).map(ToOwned::to_owned));
        }
    }
    assert_eq!(kinds.len(), 3, "{kinds:?}");
}
