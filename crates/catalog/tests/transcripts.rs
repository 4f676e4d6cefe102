//! Conversations with programs, in every dialect of every game: `games/*/tests/transcripts/*.txt`.
//!
//! A transcript is one seat's conversation at a real table; the other seat is moved by hand. What goes in:
//! * `table GAME DIALECT SEAT` first, then perhaps `option NAME=VALUE`, `tell least`, and `position TEXT` or
//!   `opening LINE`;
//! * `< LINE` the program says; `\xNN` is a byte, `*300x` a byte three hundred times;
//! * `silent` the program has read everything and says nothing;
//! * `left` the program leaves, as its dialect lets it;
//! * `+ ACT…` the other seat plays, act by act; chance where it is on turn (the dice are thrown by hand), and the
//!   referee;
//! * `over FAULT` the other seat loses by a fault;
//! * `#` a comment.
//!
//! Each output follows the input that caused it: `> LINE` the platform says (a CR at its end is shown as `\x0d`),
//! `= LINE` the record keeps, without its times, `- …` where a program may not leave. `UPDATE_GOLDEN=1` writes the
//! actual output into the files.
//!
//! `clients` tests the other end of the conversations, `pages` the excerpts on the pages about them.

mod clients;
mod pages;

use leitai_catalog::{Setup, find};
use leitai_core::{
    Act, Actor, DialectName, Fault, Heard, Outbox, Seat, Sentence, Span, Staging, TELL, Table, Turn,
};
use leitai_testkit::come_out_as_written;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

const NOW: Duration = Duration::ZERO;

/// One seat's conversation at a table.
struct Talk {
    table: Box<dyn Table>,
    seat: Seat,
    outbox: Outbox,
    begun: bool,
    out: String,
}

impl Talk {
    fn open(header: &[&str]) -> Talk {
        let mut setup = Setup::default();
        let mut staging = Staging::default();
        let (mut talk, mut opening) = (None, None);
        for line in header {
            let (word, rest) = line.split_once(' ').expect(line);
            match word {
                "table" => talk = Some(rest),
                "option" => {
                    let (name, value) = rest.split_once('=').expect("name=value");
                    setup.options.push((name.to_owned(), value.to_owned()));
                }
                "opening" => opening = Some(rest),
                "tell" => _ = staging.stage.insert(TELL.into(), rest.to_owned().into()),
                _ => setup.position = Some(rest.to_owned()),
            }
        }
        let words: Vec<&str> = talk.expect("a table line").split(' ').collect();
        let game = find(words[0]).expect("a game").open(&setup).expect("a set-up");
        let game = opening.map_or_else(|| Ok(game.clone()), |line| game.begun(line)).expect("an opening");
        let dialect: DialectName = words[1].parse().expect("a dialect");
        let seat = if words[2] == "first" { Seat::First } else { Seat::Second };
        let mut table = game.table(staging, None);
        let mut outbox = Outbox::default();
        table.record(&mut Vec::new());
        let lifecycle = table.sit(seat, dialect, &game.facts().clock, &mut outbox);
        assert!(lifecycle.is_some(), "{header:?} is not spoken");
        let mut talk = Talk { table, seat, outbox, begun: false, out: String::new() };
        talk.tell();
        talk
    }

    fn step(&mut self, word: &str, rest: &str) {
        match word {
            "<" => {
                let heard = self.table.hear(self.seat, &bytes(rest), NOW, [None; 2], &mut self.outbox);
                // The moment that it is given passes at once.
                if heard == Heard::Later {
                    self.table.ask_again(self.seat, &mut self.outbox);
                }
            }
            "silent" => self.table.say_again(self.seat, &mut self.outbox),
            "left" => {
                let heard = self.table.left(self.seat, NOW, [None; 2], &mut self.outbox);
                if heard.is_none() {
                    self.out += "- it had no business to leave\n";
                }
            }
            "+" => {
                for act in rest.split_whitespace() {
                    let by = match self.table.turn() {
                        Turn::Of(by @ (Actor::Chance | Actor::Arbiter)) => by,
                        _ => Actor::Seat(self.seat.other()),
                    };
                    let act = Act::Play { by, acts: &[act], span: Span::Part };
                    self.table.act(act, NOW, [None; 2], &mut self.outbox).expect(rest);
                }
            }
            "over" => {
                let fault = Fault::ALL.into_iter().find(|fault| fault.name() == rest).expect(rest);
                let act = Act::Fault(self.seat.other(), fault, &Sentence::quoted("by hand"));
                self.table.act(act, NOW, [None; 2], &mut self.outbox).expect("the game is on");
            }
            _ => panic!("`{word} {rest}` is no step"),
        }
        self.table.seal();
        self.tell();
    }

    /// Writes down the output; starts the game once the program is ready.
    fn tell(&mut self) {
        loop {
            let mut record = Vec::new();
            self.table.record(&mut record);
            let record = String::from_utf8(record).expect("text");
            for line in record.lines() {
                let mut line: serde_json::Value = serde_json::from_str(line).expect("JSON");
                let fields = line.as_object_mut().expect("an object");
                fields.remove("us");
                fields.remove("digest");
                fields.remove("seal");
                self.out += &format!("= {line}\n");
            }
            let sent = String::from_utf8_lossy(self.outbox.lines[self.seat.index()].bytes());
            for line in sent.split_terminator('\n') {
                self.out += &format!("> {}\n", line.replace('\r', "\\x0d"));
            }
            self.outbox.lines.iter_mut().for_each(leitai_core::Lines::clear);
            if self.begun
                || !record.contains(r#""type":"ready""#)
                || matches!(self.table.turn(), Turn::Over(_))
            {
                return;
            }
            self.begun = true;
            self.table.begin([None; 2], &mut self.outbox);
        }
    }
}

/// Decodes `\xNN`, a byte, and `*300x`, a byte three hundred times.
fn bytes(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(hex) = rest.strip_prefix("\\x") {
            out.push(u8::from_str_radix(&hex[..2], 16).expect("two hexadecimal digits"));
            rest = &hex[2..];
        } else if let Some(run) = rest.strip_prefix('*') {
            let digits = run.len() - run.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            out.extend(std::iter::repeat_n(
                run.as_bytes()[digits],
                run[..digits].parse().expect("a number after *"),
            ));
            rest = &run[digits + 1..];
        } else {
            out.extend(c.to_string().as_bytes());
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

/// The transcript that results from the input lines.
fn spoken(text: &str) -> String {
    let is_header = |line: &str| {
        ["table ", "option ", "tell ", "position ", "opening "].iter().any(|word| line.starts_with(word))
    };
    let header: Vec<&str> = text.lines().filter(|line| is_header(line)).collect();
    let mut out = String::new();
    let mut talk = None;
    for line in text.lines().filter(|line| !["> ", "= ", "- "].iter().any(|out| line.starts_with(out))) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if talk.is_none() && !is_header(line) && word != "#" {
            talk = Some(Talk::open(&header));
        }
        let out_of = |talk: &mut Option<Talk>| {
            talk.as_mut().map_or_else(String::new, |talk| std::mem::take(&mut talk.out))
        };
        if word != "#" {
            out += &out_of(&mut talk);
        }
        out += &format!("{line}\n");
        if let Some(talk) = talk.as_mut().filter(|_| word != "#") {
            talk.step(word, rest);
        }
        out += &out_of(&mut talk);
    }
    out
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All transcripts of our own programs' end, or of the table's.
fn files(clients: bool) -> Vec<PathBuf> {
    let games = root().join("games");
    let folders =
        fs::read_dir(games).expect("the games").flatten().map(|game| game.path().join("tests/transcripts"));
    let mut files: Vec<_> = folders
        .filter_map(|folder| fs::read_dir(folder).ok())
        .flatten()
        .flatten()
        .map(|file| file.path())
        .collect();
    let is_client =
        |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("client_"));
    files.retain(|path| is_client(path) == clients);
    files.sort();
    files
}

#[test]
fn every_transcript_comes_out_as_written() {
    let files = files(false);
    assert!(files.len() >= 30, "only {} transcripts were found", files.len());
    come_out_as_written(files, spoken);
}
