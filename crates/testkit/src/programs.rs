//! Conversations from the program's chair, as data.

use leitai_core::{Client, Cue, DialectName, Eye, Game, Lines, MoveOf, Open, Position, Seat, View};
use leitai_protocol::printable;
use std::fmt::Write as _;

/// A program of ours at its conversation: what it knows, by lines alone.
struct Program<G: Game> {
    client: Box<dyn Client<G::Position>>,
    known: G::Position,
    /// The turn that it decides on when it thinks next.
    decided: Vec<MoveOf<G>>,
    out: String,
}

impl<G: Game> Program<G>
where
    G::Position: Open,
{
    /// `DIALECT`, perhaps followed by `stays`.
    fn new(header: &str) -> Self {
        let (name, stays) = header.strip_suffix(" stays").map_or((header, false), |name| (name, true));
        let name: DialectName = name.parse().unwrap_or_else(|()| panic!("`{name}` is no dialect"));
        let mut client = G::client(name).unwrap_or_else(|| panic!("{name} is not spoken"));
        if stays {
            client.stay();
        }
        let rules = G::rules(&crate::walk::default_options::<G>()).expect("the defaults are accepted");
        let known = G::Position::first_view(&rules, Eye::Seat(Seat::First));
        let mut lines = Lines::default();
        client.open("kit", &mut lines);
        let mut program = Program { client, known, decided: Vec::new(), out: String::new() };
        program.said(&lines);
        program
    }

    fn said(&mut self, lines: &Lines) {
        for line in lines.bytes().split_inclusive(|b| *b == b'\n') {
            let line = printable(line.strip_suffix(b"\n").unwrap_or(line));
            let _ = writeln!(self.out, "< {line}");
        }
    }

    fn did(&mut self, what: &str) {
        let _ = writeln!(self.out, "- {what}");
    }

    fn hear(&mut self, line: &[u8]) {
        let mut cues = Vec::new();
        self.client.hear(&self.known, line, &mut cues);
        let before = self.known.clone();
        self.take(cues);
        if self.known != before {
            let mut text = String::new();
            G::write_position(&self.known, &mut text);
            let _ = writeln!(self.out, "= {text}");
        }
    }

    fn take(&mut self, cues: Vec<Cue<G::Position>>) {
        for cue in cues {
            match cue {
                Cue::Start(seat, rules) => {
                    self.known = G::Position::first_view(&rules, Eye::Seat(seat));
                    self.did(&format!("starts {seat}"));
                }
                Cue::Learn(report) => {
                    let mut text = "learns ".to_owned();
                    G::write_report(&report, &mut text);
                    self.did(&text);
                    self.known.learn(&report);
                }
                Cue::TurnLimit(limit) => self.did(&format!("has {} ms a turn", limit.as_millis())),
                Cue::Think(left) => {
                    let left =
                        left.map_or(String::new(), |left| format!(" with {} ms left", left.as_millis()));
                    self.did(&format!("thinks{left}"));
                    let turn = std::mem::take(&mut self.decided);
                    if !turn.is_empty() {
                        let (mut lines, mut told) = (Lines::default(), Vec::new());
                        self.client.say(&self.known, &turn, &mut lines, &mut told);
                        self.said(&lines);
                        self.take(told);
                    }
                }
                Cue::Answer(line) => {
                    let _ = writeln!(self.out, "< {}", line.replace("{name}", "kit"));
                }
                Cue::End => self.did("ends"),
                Cue::Quit => self.did("leaves"),
            }
        }
    }
}

/// What comes out of a conversation from the program's chair, as it stands in a transcript. What goes in:
/// * `program DIALECT` first, perhaps with `stays`: it is told to stay between its turns;
/// * `> LINE` it hears;
/// * `! ACTS` the turn that it decides on when it thinks next;
/// * `#` a comment.
///
/// What comes out: `< LINE` it says, `- …` what it is made to do, `= POSITION` what it knows when that changed.
pub fn program_side<G: Game>(text: &str) -> String
where
    G::Position: Open,
{
    let mut out = String::new();
    let mut program: Option<Program<G>> = None;
    for line in text.lines().filter(|line| !["< ", "- ", "= "].iter().any(|out| line.starts_with(out))) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let _ = writeln!(out, "{line}");
        match (word, &mut program) {
            ("#" | "", _) => continue,
            ("program", program) => *program = Some(Program::new(rest)),
            (">", Some(program)) => program.hear(rest.as_bytes()),
            ("!", Some(program)) => {
                let read = |act: &str| G::read(act).unwrap_or_else(|error| panic!("{act}: {error}"));
                program.decided = rest.split(' ').map(read).collect();
            }
            _ => panic!("`{line}` is no step"),
        }
        out += &program.as_mut().map_or_else(String::new, |program| std::mem::take(&mut program.out));
    }
    out
}
