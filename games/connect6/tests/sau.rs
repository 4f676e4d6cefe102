//! Our program's end of the desktop platform's conversation, from `transcripts/client_*.txt`: `> LINE` it
//! hears (`\xNN` for any byte), `< LINE` what it says or does, `! POINTS` the turn it decides on,
//! `= POSITION` what it then knows. The platform's end is in the other transcripts.

use connect6::{Board, Connect6, Point};
use leitai_core::{Client, Cue, DialectName, Game, Lines, View};
use std::collections::VecDeque;
use std::fs;
use std::path::PathBuf;

/// `\xNN` is a byte; `*300x` is a byte three hundred times.
fn bytes(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(hex) = rest.strip_prefix("\\x") {
            out.push(u8::from_str_radix(&hex[..2], 16).expect("two hexadecimal digits"));
            rest = &hex[2..];
        } else if let Some(run) = rest.strip_prefix('*') {
            let digits = run.len() - run.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let count: usize = run[..digits].parse().expect("a number after *");
            out.extend(std::iter::repeat_n(run.as_bytes()[digits], count));
            rest = &run[digits + 1..];
        } else {
            out.extend(c.to_string().as_bytes());
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

fn points(text: &str) -> Vec<Point> {
    text.split_whitespace().map(|text| Connect6::read(text).unwrap()).collect()
}

fn drain(lines: &mut Lines, into: &mut VecDeque<String>) {
    into.extend(String::from_utf8(lines.bytes().to_vec()).unwrap().lines().map(str::to_owned));
    lines.clear();
}

fn transcripts() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with("client_") {
            files.push((name, fs::read_to_string(path).unwrap()));
        }
    }
    files.sort();
    files
}

/// Every step of a transcript: where it stands, its first word, the rest.
fn steps<'a>(name: &'a str, text: &'a str) -> impl Iterator<Item = (String, &'a str, &'a str)> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(move |(at, line)| {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        (format!("{name}:{}: {line}", at + 1), word, rest)
    })
}

/// A program of ours: what it knows, by lines alone.
struct Program {
    client: Box<dyn Client<Board>>,
    known: Board,
    did: VecDeque<String>,
}

impl Program {
    fn new() -> Program {
        let client = Connect6::client(DialectName::Sau).unwrap();
        Program { client, known: Board::default(), did: VecDeque::new() }
    }

    fn take(&mut self, cues: Vec<Cue<Board>>) {
        for cue in cues {
            match cue {
                Cue::Start(seat, ()) => {
                    self.known = Board::default();
                    self.did.push_back(format!("(starts {seat})"));
                }
                Cue::Learn(report) => self.known.learn(&report),
                Cue::Think(None) => self.did.push_back("(thinks)".to_owned()),
                Cue::Think(Some(_)) => panic!("this platform tells no time"),
                Cue::Rules(()) => panic!("this platform names no rules"),
                Cue::End => self.did.push_back("(ends)".to_owned()),
                Cue::Quit => self.did.push_back("(leaves)".to_owned()),
                Cue::Answer(line) => self.did.push_back(line.replace("{name}", "Leitai")),
            }
        }
    }

    fn hear(&mut self, line: &[u8]) {
        let mut cues = Vec::new();
        self.client.hear(&self.known, line, &mut cues);
        self.take(cues);
    }

    fn say(&mut self, turn: &[Point]) {
        let (mut lines, mut cues) = (Lines::default(), Vec::new());
        self.client.say(&self.known, turn, &mut lines, &mut cues);
        drain(&mut lines, &mut self.did);
        self.take(cues);
    }
}

#[test]
fn our_program_holds_its_transcripts() {
    let files = transcripts();
    assert!(files.len() >= 2, "transcripts are missing");
    for (name, text) in &files {
        let mut program = Program::new();
        for (at, word, rest) in steps(name, text) {
            if word != "<" {
                assert!(program.did.is_empty(), "{at}: before it the program does {:?}", program.did);
            }
            match word {
                ">" => program.hear(&bytes(rest)),
                "<" => assert_eq!(program.did.pop_front().as_deref(), Some(rest), "{at}"),
                "!" => program.say(&points(rest)),
                "=" => {
                    let mut text = String::new();
                    Connect6::write_position(&program.known, &mut text);
                    assert_eq!(text, rest, "{at}");
                }
                _ => panic!("{at}: not a step"),
            }
        }
        assert!(program.did.is_empty(), "{name}: at its end {:?}", program.did);
    }
}
