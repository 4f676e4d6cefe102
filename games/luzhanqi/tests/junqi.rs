//! Our program's end of the national protocol, from `transcripts/client_*.txt`: `> LINE` it hears (`\xNN` for
//! any byte), `! ACTS` the turn it decides on, `< LINE` what it says, does and learns of it; `UPDATE_GOLDEN=1`
//! writes these. The platform's end is in the other transcripts; here only what they cannot show, the clock.

use leitai_core::{Client, Cue, DialectName, Eye, Game, Lines, Position, Seat, View};
use luzhanqi::{Board, Known, Luzhanqi, Rules};
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

/// A program of ours: what it knows, by lines alone.
struct Program {
    client: Box<dyn Client<Board>>,
    known: Known,
    out: String,
}

impl Program {
    fn new() -> Program {
        let client = Luzhanqi::client(DialectName::Junqi).expect("listed");
        let known = Board::first_view(&Rules::default(), Eye::Seat(Seat::First));
        Program { client, known, out: String::new() }
    }

    fn take(&mut self, cues: Vec<Cue<Board>>) {
        for cue in cues {
            let did = match cue {
                Cue::Start(seat, rules) => {
                    self.known = Board::first_view(&rules, Eye::Seat(seat));
                    format!("(starts {seat}, {} plies without contact)", rules.no_contact_plies)
                }
                Cue::Learn(report) => {
                    self.known.learn(&report);
                    let mut text = String::new();
                    Luzhanqi::write_report(&report, &mut text);
                    format!("(learns {text})")
                }
                Cue::Think(left) => {
                    format!(
                        "(thinks{})",
                        left.map_or(String::new(), |left| format!(", {} s", left.as_secs()))
                    )
                }
                Cue::Answer(line) => line,
                Cue::End => "(ends)".to_owned(),
                Cue::Quit => "(leaves)".to_owned(),
            };
            self.out += &format!("< {did}\n");
        }
    }

    fn step(&mut self, line: &str) {
        let mut cues = Vec::new();
        if let Some(heard) = line.strip_prefix("> ") {
            let heard = heard.replace("\\xff", "\u{ff}");
            let bytes: Vec<u8> = heard.chars().map(|c| u8::try_from(c).expect("a byte")).collect();
            self.client.hear(&self.known, &bytes, &mut cues);
        } else if let Some(acts) = line.strip_prefix("! ") {
            let turn: Vec<_> = acts
                .split(' ')
                .map(|act| Luzhanqi::read(act).unwrap_or_else(|e| panic!("{act}: {e}")))
                .collect();
            let mut said = Lines::default();
            self.client.say(&self.known, &turn, &mut said, &mut cues);
            for line in String::from_utf8_lossy(said.bytes()).lines() {
                self.out += &format!("< {line}\n");
            }
        }
        self.take(cues);
    }
}

#[test]
fn our_program_says_and_learns_as_written() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut read = 0;
    for entry in fs::read_dir(folder).expect("the transcripts") {
        let path = entry.expect("a file").path();
        if !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("client_")) {
            continue;
        }
        read += 1;
        let text = fs::read_to_string(&path).expect("a transcript");
        let mut program = Program::new();
        for line in text.lines().filter(|line| !line.starts_with("< ")) {
            program.out += &format!("{line}\n");
            program.step(line);
        }
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&path, &program.out).expect("the transcript is written");
        } else {
            assert_eq!(program.out, text, "{}", path.display());
        }
    }
    assert_eq!(read, 2);
}

/// "START first time steps": its own seconds in four digits, the plies in two.
#[test]
fn start_has_the_seconds_of_ones_own_clock() {
    let second = Duration::from_secs(1);
    for (left, steps, line) in [
        ([Some(1800 * second), Some(90 * second)], 31, ["START 0 1800 31", "START 1 0090 31"]),
        ([Some(Duration::from_millis(1900)), None], 10, ["START 0 0001 10", "START 1 9999 10"]),
        ([Some(20_000 * second), None], 1000, ["START 0 9999 99", "START 1 9999 99"]),
    ] {
        let rules = Rules { no_contact_plies: steps, ..Rules::default() };
        for seat in Seat::BOTH {
            let mut dialect = Luzhanqi::dialect(DialectName::Junqi).expect("listed");
            let view = Board::first_view(&rules, Eye::Seat(seat));
            let mut out = Lines::default();
            dialect.open(seat, &rules, &mut out);
            dialect.begin(left, &mut out);
            dialect.ask(&view, left, &mut out);
            let expected = format!("INFORMATION\n{}\n", line[seat.index()]);
            assert_eq!(String::from_utf8_lossy(out.bytes()), expected);
        }
    }
}
