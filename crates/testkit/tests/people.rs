//! `tests/law/people.toml`: each sentence of the rules that speaks of people has its test, or the reason why it has none yet.

use crate::tidy::{crates, files, read, root};
use leitai_testkit::come_out_as_written;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use toml_edit::DocumentMut;

/// How many direct parts each part of the source has, of those in which every sentence speaks of people; 四 is that of the
/// games, whose other sentences are in their folders.
const PARTS: [(&str, u32); 35] = [
    ("2", 8),
    ("2.5", 2),
    ("2.5.2", 3),
    ("2.8", 5),
    ("4.2.6.4", 6),
    ("4.2.6.8", 2),
    ("4.2.6.9", 3),
    ("4.2.6.10", 2),
    ("5", 5),
    ("6", 3),
    ("7", 3),
    ("7.1", 3),
    ("7.2", 7),
    ("7.2.2", 4),
    ("7.2.3", 2),
    ("7.2.4", 4),
    ("7.2.7", 3),
    ("7.3", 3),
    ("8", 3),
    ("8.2", 3),
    ("8.3", 2),
    ("9", 2),
    ("9.1", 2),
    ("9.1.1", 2),
    ("9.1.2", 3),
    ("9.2", 3),
    ("9.2.1", 2),
    ("9.2.2", 2),
    ("9.2.3", 2),
    ("10", 2),
    ("10.1", 8),
    ("10.1.6", 2),
    ("10.2", 6),
    ("10.2.1", 3),
    ("10.2.6", 2),
];
/// The games' part, where only some sentences speak of people.
const OF_GAMES: &str = "4";
/// What has no parts.
const WHOLE: &str = "11";
/// Rows of the national rules.
const NATIONAL: u32 = 13;

/// What becomes of a sentence.
enum Row {
    /// A test of a crate shows it.
    Shown(String, String),
    /// It is still to be shown, and what is missing.
    Open(String),
    /// It leaves nothing to a program, and why.
    Outside,
}

fn rows() -> Vec<(String, Row)> {
    let text = read(&root().join("tests/law/people.toml"));
    let table: DocumentMut = text.parse().unwrap_or_else(|error| panic!("people.toml: {error}"));
    let all = table["sentence"].as_array_of_tables().expect("sentences");
    all.iter()
        .map(|row| {
            let field = |name: &str| row.get(name).and_then(|value| value.as_str()).map(str::to_owned);
            let number = field("number").expect("each has its number");
            assert!(field("says").is_some_and(|says| !says.is_empty()), "{number}: what it says");
            assert_eq!(row.iter().count(), 3, "{number}: number, says, and shown, open or outside");
            let row = match (field("shown"), field("open"), field("outside")) {
                (Some(shown), None, None) => {
                    let (of, test) =
                        shown.split_once("::").unwrap_or_else(|| panic!("{number}: CRATE::TEST"));
                    Row::Shown(of.to_owned(), test.to_owned())
                }
                (None, Some(why), None) if !why.is_empty() => Row::Open(why),
                (None, None, Some(why)) if !why.is_empty() => Row::Outside,
                _ => panic!("{number}: it is shown, open or outside"),
            };
            (number, row)
        })
        .collect()
}

/// The names of the tests in a folder, each as often as it is there.
fn tests_in(folder: &Path) -> BTreeMap<String, u32> {
    let mut names = BTreeMap::new();
    for path in files(folder, &[".rs"]) {
        let mut is_test = false;
        for line in read(&path).lines().map(str::trim) {
            if line == "#[test]" {
                is_test = true;
            } else if let Some(name) = line.strip_prefix("fn ").filter(|_| is_test) {
                *names.entry(name.split('(').next().unwrap_or("").to_owned()).or_default() += 1;
                is_test = false;
            }
        }
    }
    names
}

/// How the test of a sentence is called: `s7_2_1_…`, `n5_…`.
fn prefix(number: &str) -> String {
    let own = if number.starts_with('n') { "" } else { "s" };
    format!("{own}{}_", number.replace('.', "_"))
}

/// Whether a test is named by a number.
fn is_numbered(test: &str) -> bool {
    let number = test.strip_prefix(['s', 'n']).and_then(|rest| rest.split('_').next());
    number.is_some_and(|number| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()))
}

#[test]
fn each_sentence_about_people_has_its_test() {
    let folders: BTreeMap<String, _> = crates().into_iter().map(|(name, folder, _)| (name, folder)).collect();
    let mut known: BTreeMap<String, BTreeMap<String, u32>> = BTreeMap::new();
    let mut named = BTreeSet::new();
    for (number, row) in rows() {
        let Row::Shown(of, test) = row else { continue };
        let folder = folders.get(&of).unwrap_or_else(|| panic!("{number}: there is no crate {of}"));
        let tests = known.entry(of.clone()).or_insert_with(|| tests_in(folder));
        assert_eq!(tests.get(&test), Some(&1), "{number}: {of} has one test `{test}`");
        // In a game's folder the sentence is quoted above its test.
        let is_of_game = folder.parent().is_some_and(|parent| parent.ends_with("games"));
        assert!(
            is_of_game || test.starts_with(&prefix(&number)),
            "{number}: `{test}` is named by its number"
        );
        assert!(named.insert((of, test)), "{number}: one test for each");
    }
    for (of, tests) in &known {
        for test in tests.keys().filter(|test| is_numbered(test)) {
            assert!(named.contains(&(of.clone(), test.clone())), "{of}: `{test}` is not in people.toml");
        }
    }
}

#[test]
fn no_sentence_about_people_is_missing() {
    let numbers: Vec<String> = rows().into_iter().map(|(number, _)| number).collect();
    let mut seen = BTreeSet::new();
    let mut parts: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    for number in &numbers {
        assert!(seen.insert(number), "{number} is there twice");
        let mut of = number.as_str();
        while let Some((parent, own)) = of.rsplit_once('.') {
            let own = own.parse().unwrap_or_else(|_| panic!("{number}: digits between points"));
            parts.entry(parent.to_owned()).or_default().insert(own);
            of = parent;
        }
    }
    for (part, count) in PARTS {
        let own = parts.get(part).unwrap_or_else(|| panic!("nothing of {part}"));
        assert_eq!(own, &(1..=count).collect(), "the parts of {part}");
    }
    let is_listed = |part: &String| PARTS.iter().any(|(known, _)| known == part);
    let is_of_games = |part: &String| part == OF_GAMES || part.starts_with("4.");
    let unknown: Vec<&String> = parts.keys().filter(|part| !is_listed(part) && !is_of_games(part)).collect();
    assert!(unknown.is_empty(), "{unknown:?} are no parts of the source");
    let alone: Vec<&String> = numbers.iter().filter(|number| !number.contains('.')).collect();
    let national: Vec<String> = (1..=NATIONAL).map(|row| format!("n{row}")).collect();
    assert_eq!(alone, [WHOLE.to_owned()].iter().chain(&national).collect::<Vec<_>>());
}

/// What is still to be shown, counted, so that nobody forgets it.
#[test]
fn what_is_open_is_counted() {
    let made = |_: &str| {
        let (mut shown, mut outside, mut open) = (0, 0, Vec::new());
        for (number, row) in rows() {
            match row {
                Row::Shown(..) => shown += 1,
                Row::Outside => outside += 1,
                Row::Open(why) => open.push(format!("{number}: {why}\n")),
            }
        }
        format!("{shown} shown, {outside} outside, {} open\n{}", open.len(), open.concat())
    };
    come_out_as_written([root().join("crates/testkit/tests/people.txt")], made);
}
