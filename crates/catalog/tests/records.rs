//! Records of every game: they replay to the same end, whole or as they grow, and changed ones do not verify.

use super::games::random_game;
use super::staged::{Ending, Staged};
use leitai_catalog::{GAMES, Replay};
use leitai_core::{DialectName, Dice, End, Line, Record, Seal, VerdictName, Viewer};
use leitai_testkit::{Need, skip};
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

pub(super) fn verify(text: &str) -> Result<(), String> {
    verified(text).map(drop)
}

/// What a record that verifies says of its end.
pub(super) fn verified(text: &str) -> Result<End<'static>, String> {
    let record = Record::read(text).map_err(|e| e.to_string())?;
    Replay::open(record).and_then(Replay::verify).map_err(|e| e.to_string())
}

/// The record, sealed again as a forger would.
pub(super) fn sealed_again(text: &str) -> String {
    let (lines, last) = text.trim_end().rsplit_once('\n').unwrap_or(("", text));
    let Ok(Line::End(end)) = serde_json::from_str::<Line<'_>>(last) else { return text.to_owned() };
    let mut text = format!("{lines}\n").into_bytes();
    let mut seal = Seal::default();
    seal.lines(&text);
    seal.write(end, &mut text);
    String::from_utf8(text).expect("text")
}

#[test]
fn every_record_replays_to_the_same_end() {
    for game in GAMES {
        for seed in 0..20 {
            let (text, outcome) = random_game(*game, seed);
            let end = Replay::open(Record::read(&text).expect("a record"))
                .expect("a game")
                .verify()
                .expect("the same");
            assert_eq!((end.winner, end.verdict), (outcome.winner, VerdictName::Law), "{}", game.facts().id);
        }
    }
}

/// A follower has only what was played so far, and arrives at the same end.
#[test]
fn a_record_that_grows_is_followed_to_the_same_end() {
    for game in GAMES {
        for seed in 0..5 {
            let (text, _) = random_game(*game, seed);
            // A record that breaks off names no seed: its dice are taken from its lines, as they are for a follower.
            let (begun, _) = text.trim_end().rsplit_once('\n').expect("lines");
            let mut whole = Replay::open(Record::read(begun).expect("a record")).expect("a game");
            let (first, rest) = text.split_once('\n').expect("lines");
            let mut follower = Replay::open(Record::begin(1, first).expect("a first line")).expect("a game");
            for (i, line) in rest.lines().enumerate() {
                follower.push(i + 2, line).expect("a line of the record");
                while let Some(followed) = follower.step().expect("what was played is legal").cloned() {
                    assert_eq!(whole.step().expect("the same"), Some(&followed));
                    let scenes = [&follower, &whole].map(|replay| replay.table().scene(Viewer::Arbiter));
                    assert_eq!(scenes[0], scenes[1], "{} {seed}", game.facts().id);
                }
            }
            assert!(whole.step().expect("the same").is_none());
            assert_eq!(follower.record().end, Record::read(&text).expect("a record").end);
            assert_eq!(follower.table().digest(), whole.table().digest());
        }
    }
}

#[test]
fn a_changed_record_does_not_verify() {
    for game in GAMES {
        let (text, _) = random_game(*game, 3);
        let lines: Vec<&str> = text.lines().collect();
        let last = lines.len() - 1;
        let without = |i: usize| [&lines[..i], &lines[i + 1..]].concat().join("\n");
        assert_eq!(verify(&text), Ok(()));
        // One move missing, no end, no beginning, something after the end; another digest, verdict, winner, count.
        for i in 0..lines.len() {
            assert!(verify(&without(i)).is_err(), "{} without line {}", game.facts().id, i + 1);
        }
        assert!(verify(&format!("{text}{}\n", lines[1])).is_err());
        for (from, to) in [
            ("\"verdict\":\"Law\"", "\"verdict\":\"Crash\""),
            ("\"plies\":", "\"plies\":1"),
            ("\"leitai\":3", "\"leitai\":4"),
        ] {
            assert!(verify(&text.replace(from, to)).is_err(), "{from} → {to}");
        }
        let digest = lines[last].split("digest\":\"").nth(1).expect("a digest");
        let other = if digest.starts_with('0') { "1" } else { "0" };
        assert!(verify(&text.replace(digest, &format!("{other}{}", &digest[1..]))).is_err());
        // A power cut: every prefix is refused, and none causes a panic.
        for cut in (0..text.len() - 1).step_by(7).filter(|cut| text.is_char_boundary(*cut)) {
            assert!(verify(&text[..cut]).is_err(), "the first {cut} bytes");
        }
    }
}

/// As the page of records says: of all games only Phantom Go's digest depends on tries that were refused.
#[test]
fn no_try_can_be_left_out_of_phantom_go() {
    let (text, _) = random_game("phantomgo".parse().expect("a game"), 3);
    let lines: Vec<&str> = text.lines().collect();
    let by = |line: &str| line.split("\"acts\"").next().map(str::to_owned);
    // A seat that goes on was refused.
    let tried = (0..lines.len() - 1)
        .find(|at| lines[*at].contains("\"play\"") && by(lines[*at]) == by(lines[at + 1]));
    let tried = tried.expect("something is refused in a game of random moves");
    let without = [&lines[..tried], &lines[tried + 1..]].concat().join("\n");
    let why = verify(&sealed_again(&without)).expect_err("a try is missing");
    assert!(why.contains("the digest is recorded as"), "{why}");
}

#[test]
fn tampered_dice_do_not_verify() {
    for game in GAMES.iter().filter(|game| game.facts().chance) {
        let (text, _) = random_game(*game, 5);
        let lines: Vec<&str> = text.lines().collect();
        let of_chance = |line: &&str| line.contains(r#""by":"chance""#);
        let rolls: Vec<usize> = (0..lines.len()).filter(|i| of_chance(&lines[*i])).collect();
        assert!(rolls.len() > 4, "{} rolls its dice", game.facts().id);
        let verify = |text: &str| verify(&sealed_again(text));
        let with = |i: usize, line: &str| {
            let mut lines = lines.clone();
            lines[i] = line;
            lines.join("\n")
        };
        // Each roll replaced by every other roll of the game.
        for i in &rolls {
            for line in rolls.iter().map(|i| lines[*i]).filter(|line| *line != lines[*i]) {
                let why = verify(&with(*i, line)).expect_err("another roll");
                assert!(why.contains("the seed gives"), "{why}");
            }
        }
        // Another seed, with and without its own promise; no seed; no promise.
        let seed = Dice::new([5; 32]);
        let other = Dice::new([6; 32]);
        assert!(text.contains(&seed.seed()) && text.contains(&seed.commitment()));
        let why = verify(&text.replace(&seed.seed(), &other.seed())).expect_err("another seed");
        assert!(why.contains("promised"), "{why}");
        let both = text.replace(&seed.seed(), &other.seed()).replace(&seed.commitment(), &other.commitment());
        assert!(verify(&both).is_err(), "the rolls do not follow from another seed");
        assert!(verify(&text.replace(&format!(r#","seed":"{}""#, seed.seed()), "")).is_err());
        assert!(verify(&text.replace(&format!(r#","dice":"{}""#, seed.commitment()), "")).is_err());
    }
}

/// `examples/verify.py` knows neither the games nor this program, yet from a record and the positions of its game it
/// computes the same seal, promise and digest, and detects a change of any of them.
#[test]
fn a_few_lines_of_python_come_to_the_same_digests() {
    let reader = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/verify.py");
    let file = std::env::temp_dir().join(format!("leitai-verify-{}.jsonl", std::process::id()));
    let reads = |text: &str, digested: &[String]| {
        fs::write(&file, text).expect("a file");
        let mut python = Command::new("python3");
        let python = python.arg(&reader).arg(&file).arg("-").stdin(Stdio::piped());
        let mut python = python.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let said = digested.iter().flat_map(|line| [line, "\n"]).collect::<String>();
        // A reader that finds the seal broken stops reading.
        let _ = python.stdin.take().expect("a pipe").write_all(said.as_bytes());
        python.wait_with_output()
    };
    for game in GAMES {
        let staged = Staged::open(*game, [DialectName::Native; 2], 2, "0").expect("every game speaks it");
        let text = staged.record(0, Ending::Law).expect("an end");
        let record = Record::read(&text).expect("a record");
        let digest = record.end.as_ref().expect("an end").digest.to_string();
        let digested = Replay::digested(record).expect("it replays");
        let output = match reads(&text, &digested) {
            Ok(output) => output,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return skip(Need::Python, "reading records");
            }
            Err(error) => panic!("{error}"),
        };
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{game}: {output:?}");
        assert!(said.contains(&format!("digest: {digest}")) && said.contains("seal: "), "{game}: {said}");
        assert_eq!(said.contains("dice: "), game.facts().chance, "{game}: {said}");
        let changed = reads(&text.replacen("entry 0", "entry 2", 1), &digested).expect("it runs");
        assert!(!changed.status.success(), "{game}: another name");
        let changed = reads(&text, &digested[1..]).expect("it runs");
        assert!(!changed.status.success(), "{game}: a position less");
    }
    fs::remove_file(&file).expect("it is there");
}

#[test]
fn a_program_is_shown_by_the_name_that_it_announced_and_its_own_where_that_is_another() {
    let head = r#"{"type":"game","leitai":2,"game":"tictactoe","options":{},"clock":"move=2s","seats":[{"name":"飞鹰","dialect":"beyond"},{"name":"easy","dialect":"native"}],"started":0,"stage":{}}"#;
    let ready =
        |seat: &str, name: &str| format!(r#"{{"type":"ready","seat":"{seat}","name":"{name}","us":1}}"#);
    let names = |first: &str, second: &str| {
        let record =
            Record::read(&format!("{head}\n{}\n{}\n", ready("first", first), ready("second", second)));
        record.expect("a record").names()
    };
    assert_eq!(names("Good", "Leitai easy"), ["Good / 飞鹰", "easy"]);
    assert_eq!(names("飞鹰", "Copied"), ["飞鹰", "Copied / easy"]);
    let file = head.replace("飞鹰", "hex.cpp");
    let record = Record::read(&format!("{file}\n{}\n", ready("first", "Hexer"))).expect("a record");
    assert_eq!(record.names(), ["Hexer", "easy"], "a file's name is no name");
    assert_eq!(Record::read(head).expect("a record").names(), ["飞鹰", "easy"]);
}
