//! Invalid event files and their error messages, listed in `broken.txt`: `--- title`, the file, then after `>` the
//! message. `UPDATE_GOLDEN=1` writes the actual messages into it.

use leitai_catalog::GAMES;
use leitai_core::Lang;
use leitai_hall::EventFile;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

fn said(text: &str, folder: &Path) -> String {
    let path = folder.join("event.toml");
    fs::write(&path, text).expect("a file");
    match EventFile::read(&path) {
        Ok(_) => "accepted\n".to_owned(),
        Err(error) => {
            let (line, column) = (error.line, error.column);
            // The list of games is not part of this test.
            let games: Vec<_> = GAMES.iter().map(|game| game.facts().id).collect();
            let said =
                format!("{line}:{column}: {}\n{line}:{column}: {}\n", error.what, error.what.to(Lang::Zh));
            said.replace(&games.join(", "), "(every game)")
        }
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken.txt");
    let folder = tempfile::tempdir().expect("a folder");
    let text = fs::read_to_string(&golden).expect("the table");
    let mut parts = text.split("--- ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for case in parts {
        let (title, rest) = case.split_once('\n').expect("a title");
        let (file, _) = rest.split_once("\n>\n").expect("a file and what is said of it");
        write!(out, "--- {title}\n{file}\n>\n{}", said(file, folder.path())).expect("a string");
    }
    assert!(!out.contains("\naccepted\n"), "every file of the table is wrong:\n{out}");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&golden, &out).expect("the table is written");
        return;
    }
    let differs = out.lines().zip(text.lines()).enumerate().find(|(_, (is, was))| is != was);
    assert!(out == text, "{}: (line from 0, (is, was)) {differs:?}", golden.display());
}

#[test]
fn a_text_is_read_as_a_file_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.toml");
    fs::write(folder.path().join("a.py"), "").expect("a file");
    let text = "name = 'cup'\ngame = 'tictactoe'\n\
                entries = [{ name = 'a', program = 'a.py' }, { name = 'b', program = 'random' }]\n";
    fs::write(&path, text).expect("a file");
    let folder = folder.path().canonicalize().expect("our folder");
    let parsed = EventFile::parse(text, "the form", &folder).expect("an event");
    assert_eq!(parsed.runners, EventFile::read(&path).expect("an event").runners);
    let wrong = text.replace("a.py", "c.py");
    let error = EventFile::parse(&wrong, "the form", &folder).err().expect("there is no such program");
    assert!(error.to_string().starts_with("the form:3:"), "{error}");
    let same = EventFile::parse(text, "the form", &folder.join("elsewhere"));
    assert!(same.is_err(), "its programs are in the folder");
}
