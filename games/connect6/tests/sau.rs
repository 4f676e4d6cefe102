//! The desktop platform's conversation, from transcripts in `transcripts/`, both ends apart.
//!
//! A transcript is one program's conversation. `#` is a comment; `seat black|white` and `position TEXT` come
//! first; `begin` starts the game once both are ready.
//! * `> LINE` the platform says; every line it says must be there, in order.
//! * `< LINE` the program says, `\xNN` for any byte; `< *300x` repeats a byte.
//! * `= WHAT` what became of the line before: `nothing`, `noise`, `ready NAME`, `played POINTS`,
//!   `garbled`, or `illegal RULE` (the program may try again).
//! * `+ POINTS` the opponent's stones, told one by one as a dialect of single stones would.
//! * `over` the opponent's program fails: the game is closed.
//!
//! In `client_*.txt` the chairs change: `>` is heard by our program, `<` what it says or does, `! POINTS` the
//! turn it decides on, `= POSITION` what it then knows.

use connect6::{Board, Connect6, Point};
use leitai_core::{
    By, Client, Cue, Dialect, DialectName, Fault, Game, Illegal, Lines, Outcome, Played, Position, Said,
    Seat, Span, State, Turn, View, Words,
};
use std::collections::VecDeque;
use std::fs;
use std::path::PathBuf;

static UNFINISHED: Words = Words::new("the turn is not finished", "本回合尚未走完");
static TOO_MANY: Words = Words::new("more than one turn on a line", "一行超出一个回合");

/// One program's conversation, with the table's part of it.
struct Referee {
    board: Board,
    seat: Seat,
    dialect: Box<dyn Dialect<Board>>,
    lines: Lines,
}

impl Referee {
    /// Plays acts one after the other, all or nothing; tells them as the table does.
    fn play(&mut self, seat: Seat, acts: &[Point], span: Span) -> Result<String, Illegal> {
        let by = By::Seat(seat);
        let mut after = self.board;
        let mut told = Vec::new();
        let mut goes_on = true;
        for (at, m) in acts.iter().enumerate() {
            if !goes_on {
                return Err(Illegal { rule: &TOO_MANY, at });
            }
            after.check(by, m).map_err(|why| Illegal { at, ..why })?;
            let before = after.turn();
            Position::play(&mut after, by, m);
            goes_on = before.goes_on(after.turn(), by);
            told.push((after, Played { by, m: *m }, goes_on));
            if matches!(after.turn(), Turn::Over(_)) {
                break;
            }
        }
        if goes_on && span == Span::Turn {
            return Err(Illegal { rule: &UNFINISHED, at: acts.len() });
        }
        let mut text = String::from("played");
        for (view, report, goes_on) in told {
            self.dialect.told(&view, &report, goes_on, &mut self.lines);
            text.push(' ');
            Connect6::write(&report.m, &mut text);
        }
        self.board = after;
        if let Turn::Over(outcome) = after.turn() {
            self.dialect.close(&outcome, &mut self.lines);
        }
        Ok(text)
    }

    fn hear(&mut self, line: &[u8]) -> String {
        let heard = self.dialect.hear(&self.board, line);
        let what = match heard {
            Ok(Said::Nothing) => "nothing".to_owned(),
            Ok(Said::Noise) => "noise".to_owned(),
            Ok(Said::Ready(name)) => format!("ready {}", name.unwrap_or_default()),
            // Not asked: noise in a dialect that is not strict.
            Ok(Said::Acts(..)) | Err(_) if !self.board.turn().owes(By::Seat(self.seat)) => "noise".to_owned(),
            Ok(Said::Acts(acts, span)) => self.play(self.seat, &acts, span).unwrap_or_else(|why| {
                self.dialect.refused(&why, &mut self.lines);
                format!("illegal {}", why.rule.en)
            }),
            Err(garbled) => {
                self.dialect.refused(&Illegal { rule: &UNFINISHED, at: 0 }, &mut self.lines);
                assert!(!garbled.0.is_empty());
                "garbled".to_owned()
            }
            Ok(other) => panic!("{other:?} is not said in this dialect"),
        };
        if self.board.turn().owes(By::Seat(self.seat)) {
            self.dialect.ask(&self.board, [None; 2], &mut self.lines);
        }
        what
    }
}

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

fn transcripts(of_client: bool) -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with("client_") == of_client {
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

#[test]
fn the_platform_holds_its_transcripts() {
    let files = transcripts(false);
    assert!(files.len() >= 6, "transcripts are missing");
    for (name, text) in &files {
        let dialect = Connect6::dialect(DialectName::Sau).unwrap();
        let mut referee =
            Referee { board: Board::default(), seat: Seat::First, dialect, lines: Lines::default() };
        let (mut said, mut heard) = (VecDeque::new(), None);
        for (at, word, rest) in steps(name, text) {
            if word != ">" && word != "=" {
                assert!(said.is_empty(), "{at}: before it the platform says {said:?}");
            }
            if word != "=" {
                assert_eq!(heard, None, "{at}: what became of the line?");
            }
            match word {
                "seat" => {
                    referee.seat = if rest == "black" { Seat::First } else { Seat::Second };
                    referee.dialect.open(referee.seat, &(), &mut referee.lines);
                }
                "position" => referee.board = Connect6::read_position(rest, &()).expect(&at),
                "begin" => {
                    referee.dialect.begin([None; 2], &mut referee.lines);
                    referee.dialect.ask(&referee.board, [None; 2], &mut referee.lines);
                }
                ">" => assert_eq!(said.pop_front().as_deref(), Some(rest), "{at}"),
                "<" => heard = Some(referee.hear(&bytes(rest))),
                "=" => assert_eq!(heard.take().as_deref(), Some(rest), "{at}"),
                "+" => {
                    for point in points(rest) {
                        referee.play(referee.seat.other(), &[point], Span::Part).expect(&at);
                    }
                }
                "over" => {
                    let outcome = Outcome::fault(referee.seat.other(), Fault::TimeLimit);
                    referee.dialect.close(&outcome, &mut referee.lines);
                }
                _ => panic!("{at}: not a step"),
            }
            drain(&mut referee.lines, &mut said);
        }
        assert!(said.is_empty() && heard.is_none(), "{name}: at its end {said:?}, {heard:?}");
        assert_eq!((referee.dialect.strict(), referee.dialect.grace_ms()), (false, 1000));
    }
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
    let files = transcripts(true);
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

/// Two programs fed by lines alone, after every refusal too, know what the referee knows.
#[test]
fn two_programs_know_the_board_at_every_ply() {
    for seed in 0..20 {
        let mut rng = leitai_core::Rng::new(seed);
        let mut programs = [Program::new(), Program::new()];
        let mut talks = Seat::BOTH.map(|seat| Referee {
            board: Board::default(),
            seat,
            dialect: Connect6::dialect(DialectName::Sau).unwrap(),
            lines: Lines::default(),
        });
        for (talk, program) in talks.iter_mut().zip(&mut programs) {
            talk.dialect.open(talk.seat, &(), &mut talk.lines);
            deliver(talk, program);
            assert_eq!(talk.hear(program.did.pop_front().unwrap().as_bytes()), "ready Leitai");
            talk.dialect.begin([None; 2], &mut talk.lines);
        }
        while let Turn::Of(By::Seat(seat)) = talks[0].board.turn() {
            let (mine, other) = (seat.index(), seat.other().index());
            deliver(&mut talks[mine], &mut programs[mine]);
            let program = &mut programs[mine];
            assert_eq!(program.known, talks[mine].board);
            program.did.clear();
            // Now and then a turn that the referee refuses: the program must take it back.
            if talks[0].board.placed() > 0 && rng.below(4) == 0 {
                let known = program.known;
                let turn = random_turn_of(&known, seat, &mut rng);
                program.say(&turn);
                program.did.clear();
                assert!(talks[mine].hear(b"move JJJJ").starts_with("illegal"));
                deliver(&mut talks[mine], program);
                assert_eq!(program.known, known, "the refused turn is taken back");
                program.did.clear();
            }
            let turn = random_turn_of(&program.known, seat, &mut rng);
            program.say(&turn);
            let line = program.did.pop_front().unwrap();
            assert!(talks[mine].hear(line.as_bytes()).starts_with("played"), "{line}");
            talks[other].play(seat, &turn, Span::Part).unwrap();
        }
    }
}

fn deliver(talk: &mut Referee, program: &mut Program) {
    let mut lines = VecDeque::new();
    drain(&mut talk.lines, &mut lines);
    for line in lines {
        program.hear(line.as_bytes());
    }
}

fn random_turn_of(board: &Board, seat: Seat, rng: &mut leitai_core::Rng) -> Vec<Point> {
    let mut turn = Vec::new();
    leitai_search::random_turn(board, By::Seat(seat), rng, &mut turn);
    turn
}
