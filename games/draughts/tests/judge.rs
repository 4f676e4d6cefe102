//! Conversations with the judge, from `transcripts/*.txt`: `> line to the program`, `< line from it` (`\r` is
//! a CR), `# comment`, `@ position TEXT` to start from, `@ ends VERDICT` of the whole game.

use draughts::{Board, Draughts, Path, Rules};
use leitai_core::{
    By, Client, Cue, Dialect, DialectName, Fault, Game, Lines, Outcome, Played, Position, Said, Seat, State,
    Turn, View,
};
use std::collections::VecDeque;

/// A table of one seat, and the program's end of its conversation.
struct Talk {
    name: String,
    board: Board,
    seat: Seat,
    dialect: Box<dyn Dialect<Board>>,
    client: Box<dyn Client<Board>>,
    /// What the program knows from lines alone, from START on.
    known: Option<Board>,
    outcome: Option<Outcome>,
    sent: VecDeque<String>,
}

impl Talk {
    fn new(name: &str, board: Board) -> Talk {
        Talk {
            name: name.to_owned(),
            board,
            seat: Seat::First,
            dialect: Draughts::dialect(DialectName::Judge).expect("listed"),
            client: Draughts::client(DialectName::Judge).expect("listed"),
            known: None,
            outcome: None,
            sent: VecDeque::new(),
        }
    }

    fn post(&mut self, write: impl FnOnce(&mut Self, &mut Lines)) {
        let mut lines = Lines::default();
        write(self, &mut lines);
        let text = String::from_utf8(lines.bytes().to_vec()).expect("ASCII");
        self.sent.extend(text.lines().map(str::to_owned));
    }

    fn end(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
        self.post(|talk, lines| talk.dialect.close(&outcome, lines));
    }

    fn ask_or_end(&mut self) {
        match self.board.turn() {
            Turn::Over(outcome) => self.end(outcome),
            turn if turn.owes(By::Seat(self.seat)) => {
                self.post(|talk, lines| talk.dialect.ask(&talk.board, [None; 2], lines));
            }
            _ => {}
        }
    }

    fn play(&mut self, by: By, m: Path) {
        self.board.play(by, &m);
        self.post(|talk, lines| talk.dialect.told(&talk.board, &Played { by, m }, false, lines));
        self.ask_or_end();
    }

    /// A line that must have been sent, or that follows from what the opponent now does.
    fn platform_says(&mut self, line: &str) {
        if self.sent.is_empty() {
            match line.split_once(' ') {
                Some(("START", side)) => {
                    self.seat = if side == "1" { Seat::First } else { Seat::Second };
                    self.post(|talk, lines| talk.dialect.open(talk.seat, &Rules::default(), lines));
                }
                Some(("PLACE", act)) => {
                    let (_, act) = act.split_once(' ').expect("a count first");
                    let (by, m) = (By::Seat(self.seat.other()), Draughts::read(act).expect(line));
                    assert_eq!(self.board.check(by, &m), Ok(()), "{line}");
                    self.play(by, m);
                }
                Some(("END", _)) => self.end(Outcome::fault(self.seat.other(), Fault::Crash)),
                _ => {}
            }
        }
        assert_eq!(self.sent.pop_front().as_deref(), Some(line), "{}", self.name);
        self.learn(line);
    }

    /// The program takes in a line.
    fn learn(&mut self, line: &str) {
        let mut cues = Vec::new();
        let known = self.known.unwrap_or(Board::initial(&Rules::default()));
        self.client.hear(&known, line.as_bytes(), &mut cues);
        for cue in cues {
            match cue {
                Cue::Start(seat, _) => {
                    assert_eq!(seat, self.seat);
                    self.known = Some(self.board);
                }
                Cue::Learn(report) => self.known.as_mut().expect("START came first").learn(&report),
                Cue::Think(_) => {
                    assert_eq!(self.known, Some(self.board), "{}: it does not know the same", self.name);
                }
                Cue::Answer(line) => assert_eq!(line, "OK"),
                Cue::End | Cue::Quit => assert!(self.outcome.is_some()),
            }
        }
    }

    fn program_says(&mut self, line: &str) {
        let asked = self.board.turn().owes(By::Seat(self.seat));
        match self.dialect.hear(&self.board, line.as_bytes()) {
            Ok(Said::Nothing | Said::Debug(_)) => {}
            _ if self.outcome.is_some() => {}
            Ok(Said::Ready(None)) => self.ask_or_end(),
            Ok(Said::Acts(acts, _)) if asked && self.board.check(By::Seat(self.seat), &acts[0]).is_ok() => {
                assert_eq!(acts.len(), 1);
                let (mut lines, mut cues) = (Lines::default(), Vec::new());
                let known = self.known.as_mut().expect("START came first");
                self.client.say(known, &acts, &mut lines, &mut cues);
                for cue in cues {
                    if let Cue::Learn(report) = cue {
                        known.learn(&report);
                    }
                }
                self.play(By::Seat(self.seat), acts[0]);
            }
            Ok(Said::Acts(..)) if asked => self.end(Outcome::fault(self.seat, Fault::Illegal)),
            Ok(_) | Err(_) => self.end(Outcome::fault(self.seat, Fault::Protocol)),
        }
    }
}

fn run(name: &str, text: &str) {
    let mut talk = Talk::new(name, Board::initial(&Rules::default()));
    let mut ends = None;
    for line in text.lines() {
        let (mark, rest) = line.split_at(1);
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        match mark {
            "#" => {}
            "@" => match rest.split_once(' ').expect(line) {
                ("position", text) => {
                    talk.board = Draughts::read_position(text, &Rules::default()).expect(text);
                }
                ("ends", verdict) => ends = Some(verdict.to_owned()),
                _ => panic!("`{line}` is no directive"),
            },
            ">" => talk.platform_says(rest),
            "<" => talk.program_says(&rest.replace("\\r", "\r")),
            _ => panic!("`{line}` is no line of a transcript"),
        }
    }
    assert!(talk.sent.is_empty(), "{name}: left unsaid: {:?}", talk.sent);
    let outcome = talk.outcome.expect("a transcript ends its game");
    assert_eq!(Some(outcome.why.name()), ends.as_deref(), "{name}");
    if outcome.faulty() != Some(talk.seat) {
        assert_eq!(talk.known, Some(talk.board), "{name}: it does not know the same");
    }
}

#[test]
fn every_transcript_is_spoken() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 14, "{} transcripts", files.len());
    for file in files {
        run(&file.to_string_lossy(), &std::fs::read_to_string(&file).unwrap());
    }
}

/// Two programs fed by lines alone know the referee's board at every ply.
#[test]
fn two_clients_know_what_two_dialects_tell() {
    for seed in 0..50 {
        let mut rng = leitai_core::Rng::new(seed);
        let start = Board::initial(&Rules::default());
        let mut talks = Seat::BOTH.map(|_| Talk::new("both", start));
        for (seat, talk) in Seat::BOTH.into_iter().zip(&mut talks) {
            talk.platform_says(&format!("START {}", 1 + seat.index()));
            talk.program_says("OK");
        }
        let mut board = start;
        while let Turn::Of(by) = board.turn() {
            let mut moves = Vec::new();
            board.moves(by, &mut moves);
            let m = moves[rng.below(moves.len())];
            board.play(by, &m);
            for talk in &mut talks {
                if by == By::Seat(talk.seat) {
                    let squares =
                        m.squares().iter().map(|square| format!(" {},{}", square.row(), square.column()));
                    let line = format!("{}{}", m.squares().len(), squares.collect::<String>());
                    let turn = talk.sent.pop_front().expect("it was asked");
                    talk.learn(&turn);
                    talk.program_says(&line);
                } else {
                    talk.play(by, m);
                    let place = talk.sent.pop_front().expect("it was told");
                    talk.learn(&place);
                }
                assert_eq!(talk.board, board);
                assert_eq!(talk.known, Some(board), "seed {seed}");
            }
        }
        assert!(talks.iter().all(|talk| talk.outcome == board.turn().outcome() && talk.sent.len() == 1));
    }
}
