//! Our own programs' end of the conversations: `games/*/tests/transcripts/client_*.txt`.
//!
//! `program GAME DIALECT` comes first, optionally with `stays`: the program is to stay between its turns. What goes in:
//! * `> LINE` the platform says, any platform's; `\xNN` is a byte, `*300x` a byte three hundred times;
//! * `! ACT…` the program has thought, and this is its turn;
//! * `#` a comment.
//!
//! Then comes the output: `< LINE` the program says, `= …` how it interprets the line: a game starts, a report is
//! learnt, a turn is due, the game ends, it leaves. `UPDATE_GOLDEN=1` writes the actual output into the files.

use super::{bytes, files};
use leitai_catalog::{Visitor, visit};
use leitai_core::{Client, Cue, DialectName, Eye, Game, Lines, Position, Seat, View, ViewOf};
use leitai_testkit::come_out_as_written;

/// One of our programs, and what it knows from the lines alone.
struct Program<G: Game> {
    client: Box<dyn Client<G::Position>>,
    known: ViewOf<G>,
    out: String,
}

impl<G: Game> Program<G> {
    fn new(dialect: DialectName, stays: bool) -> Self {
        let mut client = G::client(dialect).expect("a dialect of the game");
        if stays {
            client.stay();
        }
        let known = G::Position::first_view(&Default::default(), Eye::Seat(Seat::First));
        Program { client, known, out: String::new() }
    }

    fn step(&mut self, word: &str, rest: &str) {
        let (mut cues, mut lines) = (Vec::new(), Lines::default());
        match word {
            ">" => self.client.hear(&self.known, &bytes(rest), &mut cues),
            "!" => {
                let turn: Vec<_> = rest.split(' ').map(|act| G::read(act).expect(act)).collect();
                self.client.say(&self.known, &turn, &mut lines, &mut cues);
            }
            _ => panic!("`{word} {rest}` is no step"),
        }
        for line in String::from_utf8_lossy(lines.bytes()).lines() {
            self.out += &format!("< {line}\n");
        }
        for cue in cues {
            self.take(cue);
        }
    }

    fn take(&mut self, cue: Cue<G::Position>) {
        self.out += &match cue {
            Cue::Start(seat, rules) => {
                self.known = G::Position::first_view(&rules, Eye::Seat(seat));
                format!("= starts {seat}\n")
            }
            Cue::Learn(report) => {
                self.known.learn(&report);
                let mut text = String::new();
                G::write_report(&report, &mut text);
                format!("= learns {text}\n")
            }
            Cue::From(view) => {
                self.known = view;
                "= from another position\n".to_owned()
            }
            // `Start` carries the rules as well.
            Cue::Rules(_) => String::new(),
            Cue::TurnLimit(limit) => format!("= has {} ms a turn\n", limit.as_millis()),
            Cue::Think(None) => "= thinks\n".to_owned(),
            Cue::Think(Some(left)) => format!("= thinks, {} ms left\n", left.as_millis()),
            Cue::End => "= ends\n".to_owned(),
            Cue::Quit => "= leaves\n".to_owned(),
            Cue::Answer(line) => format!("< {}\n", line.replace("{name}", "Leitai")),
        };
    }
}

/// The transcript that results from the input lines.
fn made<G: Game>(dialect: DialectName, stays: bool, text: &str) -> String {
    let mut program = Program::<G>::new(dialect, stays);
    let mut out = String::new();
    for line in text.lines().filter(|line| !line.starts_with("< ") && !line.starts_with("= ")) {
        out += &format!("{line}\n");
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if !matches!(word, "#" | "program") {
            program.step(word, rest);
            out += &std::mem::take(&mut program.out);
        }
    }
    out
}

/// Like `made`, for the game and dialect named in the transcript's header.
fn made_by_name(text: &str) -> String {
    let header = text.lines().find_map(|line| line.strip_prefix("program ")).expect("a program line");
    let (id, dialect) = header.split_once(' ').expect("a game and a dialect");
    let (dialect, stays) = dialect.strip_suffix(" stays").map_or((dialect, false), |dialect| (dialect, true));
    let dialect: DialectName = dialect.parse().expect("a dialect");
    let mut making = Making { id, dialect, stays, text, made: None };
    visit(&mut making);
    making.made.unwrap_or_else(|| panic!("`{id}` is no game"))
}

/// Looks for the game of that id.
struct Making<'a> {
    id: &'a str,
    dialect: DialectName,
    stays: bool,
    text: &'a str,
    made: Option<String>,
}

impl Visitor for Making<'_> {
    fn game<G: Game>(&mut self) {
        if G::FACTS.id == self.id {
            self.made = Some(made::<G>(self.dialect, self.stays, self.text));
        }
    }
}

#[test]
fn our_programs_hold_their_transcripts() {
    let files = files(true);
    assert!(files.len() >= 3, "only {} transcripts were found", files.len());
    come_out_as_written(files, made_by_name);
}
