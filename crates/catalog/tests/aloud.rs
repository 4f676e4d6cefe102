//! What programs report of their thinking; no conversation may break because of it.

use leitai_catalog::{Aloud, Setup, Visitor, find, visit};
use leitai_core::{DialectName, Game, Info, Left, Level, Lines, Means, Options, Position, Said, Seat, State};
use std::cell::Cell;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Dialects with room for a program's thoughts; with the others, thoughts go into the log.
const ROOMY: [DialectName; 3] = [DialectName::Native, DialectName::Judge, DialectName::Gomocup];

struct Remark {
    heard: usize,
}

impl Visitor for Remark {
    fn game<G: Game>(&mut self) {
        let options = Options::parse(G::FACTS.options.iter(), std::iter::empty()).expect("defaults");
        let rules = G::rules(&options).expect("defaults");
        let view = <G::Position as Position>::first_view(&rules, leitai_core::Eye::Seat(Seat::First));
        let mut acts = Vec::new();
        view.moves(leitai_core::Actor::Seat(Seat::First), &mut acts);
        let info = Info { depth: 9, nodes: 1 << 40, expected: 0.5, proved: None, line: acts };
        let text = info.spelt(|m| {
            let mut text = String::new();
            G::write(m, &mut text);
            text
        });
        for name in G::DIALECTS {
            let client = G::client(*name).expect("it is spoken");
            let mut dialect = G::dialect(*name, &options).expect("it is spoken");
            let (mut out, mut said) = (Lines::default(), Lines::default());
            dialect.open(Seat::First, &rules, &mut out);
            let has_room = client.remark(&text.to_string(), &mut said);
            assert_eq!(has_room, ROOMY.contains(name), "{} {name}", G::FACTS.id);
            assert_eq!(said.is_empty(), !has_room, "{} {name}", G::FACTS.id);
            // Make the program ready, or its remark would answer the platform's opening.
            let ready: &[u8] = match name {
                DialectName::Native => br#"{"type":"ready"}"#,
                _ => b"OK",
            };
            if has_room {
                let got = dialect.hear(&view, ready).expect("it is ready");
                assert!(matches!(got, Said::Ready(_)), "{} {name}", G::FACTS.id);
                dialect.begin(Left::default(), &mut out);
                dialect.ask(&view, Left::default(), &mut out);
            }
            for line in said.bytes().split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
                match dialect.hear(&view, line) {
                    Ok(Said::Debug(heard)) => {
                        assert_eq!(heard.parse(), Ok(text.clone()), "{} {name}", G::FACTS.id);
                        self.heard += 1;
                    }
                    other => panic!("{} {name}: {other:?}", G::FACTS.id),
                }
            }
        }
    }
}

#[test]
fn the_platform_takes_what_is_said_for_a_comment() {
    let mut remark = Remark { heard: 0 };
    visit(&mut remark);
    assert!(remark.heard >= 12, "every game speaks one dialect with room");
}

/// What a program said before its answers to these lines; each reading of the clock advances it by `look`.
fn aloud(game: &str, level: Level, dialect: DialectName, lines: &[&str], look: Duration) -> (String, String) {
    let game = find(game).expect("a game").open(&Setup::default()).expect("a set-up");
    let mut program = game.program(level, dialect, &Means::seeded(7)).expect("it has one");
    let said = Arc::new(Mutex::new(String::new()));
    let heard = Arc::clone(&said);
    program.think_aloud(Box::new(move |aloud| {
        let mut said = heard.lock().expect("one thread");
        match aloud {
            Aloud::Lines(lines) => *said += &String::from_utf8_lossy(lines.bytes()),
            Aloud::Log(text) => *said += &format!("(log) {text}\n"),
        }
    }));
    let (mut out, now) = (Lines::default(), Cell::new(Duration::ZERO));
    for line in lines {
        let elapsed = || {
            now.set(now.get() + look);
            now.get()
        };
        assert!(program.hear(line.as_bytes(), &elapsed, &mut out));
    }
    let said = said.lock().expect("one thread").clone();
    (said, String::from_utf8_lossy(out.bytes()).into_owned())
}

#[test]
fn the_last_word_is_always_said_and_others_not_too_often() {
    let hard = ["START 1", "TURN"];
    // In an instant, only the last report of the turn is sent.
    let (quick, answer) = aloud("draughts", Level::Easy, DialectName::Judge, &hard, Duration::ZERO);
    assert_eq!(quick.lines().count(), 1, "{quick}");
    let last: Info<String> =
        quick.trim_end().strip_prefix("DEBUG ").expect("its word").parse().expect("an info");
    assert!(last.depth >= 2 && last.nodes > 0 && last.line.len() == 1, "{last}");
    assert!(!answer.contains("DEBUG"), "{answer}");
    // With enough time for each, every report is sent: depths count up, none twice.
    let slow = aloud("draughts", Level::Easy, DialectName::Judge, &hard, Duration::from_millis(100)).0;
    let depths: Vec<u32> = slow
        .lines()
        .map(|line| {
            line.strip_prefix("DEBUG ").expect("its word").parse::<Info<String>>().expect("an info").depth
        })
        .collect();
    assert!(depths.len() > 1 && depths.is_sorted_by(|a, b| a < b), "{depths:?}");
}

#[test]
fn where_there_is_no_room_it_goes_into_the_log() {
    let lines = ["X", "         "];
    let (said, answer) = aloud("tictactoe", Level::Best, DialectName::Beyond, &lines, Duration::ZERO);
    let said = said.trim_end().strip_prefix("(log) ").expect("one line of the log");
    let info: Info<String> = said.parse().expect("an info");
    assert_eq!((info.depth, info.line.len()), (9, 1));
    assert_eq!(answer.trim_end().len(), 1, "a square alone: {answer}");
}

#[test]
fn who_is_not_listened_to_says_the_same() {
    let silent = {
        let game = find("tictactoe").expect("a game").open(&Setup::default()).expect("a set-up");
        let mut program =
            game.program(Level::Best, DialectName::Native, &Means::seeded(7)).expect("it has one");
        let mut out = Lines::default();
        for line in NATIVE {
            program.hear(line.as_bytes(), &|| Duration::ZERO, &mut out);
        }
        String::from_utf8_lossy(out.bytes()).into_owned()
    };
    let (said, answer) = aloud("tictactoe", Level::Best, DialectName::Native, &NATIVE, Duration::ZERO);
    assert_eq!(answer, silent);
    let debug: serde_json::Value = serde_json::from_str(said.trim_end()).expect("one message");
    assert_eq!(debug["type"], "debug");
    let info: Info<String> = debug["text"].as_str().expect("text").parse().expect("an info");
    assert!((info.expected - 0.5).abs() < 1e-6 && info.proved.is_some_and(|proved| proved.winner.is_none()));
}

const NATIVE: [&str; 2] = [
    r#"{"type":"hello","protocol":"leitai","version":1,"game":"tictactoe","seat":"first","options":{}}"#,
    r#"{"type":"turn","left":[null,null]}"#,
];
