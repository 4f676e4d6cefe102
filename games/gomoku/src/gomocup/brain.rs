//! The program's end of `gomocup`: the brain.

use super::spelling::{Begun, UNLIMITED, act, begun, numbers, place, spell, split, stones};
use crate::{Board, Move, Point, Start};
use leitai_core::{Actor, Client, Cue, Lines, Played, Position, Seat, State, Turn};
use std::time::Duration;

/// Lines of a `BOARD` that are read: more than the points of the largest board.
const LONGEST_BOARD: usize = 1000;

/// The program's end of the dialect.
#[derive(Default)]
pub(super) struct Brain {
    rule: u32,
    /// Whether the brain's user named rules by which the players place every stone themselves. Known from the first
    /// line on, before any game.
    none_laid: Option<bool>,
    left: Option<Duration>,
    /// The current game, with what was played in it.
    game: Option<Game>,
    /// The lines of a `BOARD` so far: column, row, 1 for ours and 2 for theirs.
    board: Option<Vec<[i32; 3]>>,
}

struct Game {
    seat: Seat,
    begun: Begun,
    position: Board,
}

/// The error message for a manager.
type Complaint = &'static str;

impl Brain {
    /// Starts a game in which these acts were played; its program is sent all of them.
    fn start(&mut self, seat: Seat, begun: Begun, cues: &mut Vec<Cue<Board>>) {
        cues.push(Cue::Start(seat, begun.0));
        let mut position = Board::initial(&begun.0);
        for played in &begun.1 {
            position.play(played.by, &played.m);
            cues.push(Cue::Learn(*played));
        }
        self.game = Some(Game { seat, begun, position });
    }

    /// Starts a game from the empty board.
    fn start_empty(&mut self, seat: Seat, cues: &mut Vec<Cue<Board>>) -> Result<(), Complaint> {
        let begun = begun(self.rule, &[], self.none_laid == Some(true)).ok_or("this rule is not known")?;
        self.start(seat, begun, cues);
        Ok(())
    }

    /// Takes in the other side's act.
    fn learn(&mut self, m: Move, cues: &mut Vec<Cue<Board>>) -> Result<(), Complaint> {
        let game = self.game.as_mut().ok_or("there is no game")?;
        let by = Actor::Seat(game.seat.other());
        if game.position.check(by, &m).is_err() {
            return Err("this stone cannot be placed");
        }
        game.note(by, &m);
        cues.push(Cue::Learn(Played { by, m }));
        Ok(())
    }

    fn turn(&mut self, rest: &str, cues: &mut Vec<Cue<Board>>) -> Result<(), Complaint> {
        let m = act(rest).ok_or("a stone `x,y` was expected")?;
        if self.game.is_none() {
            self.start_empty(Seat::Second, cues)?;
        }
        self.learn(m, cues)?;
        cues.push(Cue::Think(self.left));
        Ok(())
    }

    /// Takes in the current board: either it follows from the known one, or it starts another game.
    fn done(&mut self, board: &[[i32; 3]], cues: &mut Vec<Cue<Board>>) -> Result<(), Complaint> {
        if let Some(acts) = self.game.as_ref().and_then(|game| game.news(board)) {
            for m in acts {
                self.learn(m, cues)?;
            }
        } else {
            self.elsewhere(board, cues)?;
        }
        cues.push(Cue::Think(self.left));
        Ok(())
    }

    /// Takes in a board that does not follow from the known one, as a game in which its stones were placed alternately.
    fn elsewhere(&mut self, board: &[[i32; 3]], cues: &mut Vec<Cue<Board>>) -> Result<(), Complaint> {
        let of = |whose: i32| {
            let stones = board.iter().filter(move |[.., field]| *field == whose);
            let point = |[x, y, _]: &[i32; 3]| Some((u8::try_from(*x).ok()?, u8::try_from(*y).ok()?));
            stones.map(point).collect::<Option<Vec<_>>>()
        };
        let (own, theirs) = of(1).zip(of(2)).ok_or("a stone is off the board")?;
        let (seat, stones) = match theirs.len().checked_sub(own.len()) {
            Some(0) => (Seat::First, interleaved(&own, &theirs)),
            Some(1) => (Seat::Second, interleaved(&theirs, &own)),
            _ => return Err("it is not this side's turn on that board"),
        };
        let begun = begun(self.rule, &stones, self.none_laid == Some(true))
            .ok_or("no game that goes on has that board")?;
        self.start(seat, begun, cues);
        Ok(())
    }

    /// Takes back the last stone.
    fn take_back(&mut self, rest: &str, cues: &mut Vec<Cue<Board>>) -> Result<(), Complaint> {
        let m = act(rest).ok_or("a stone `x,y` was expected")?;
        let is_last = |game: &Game| game.begun.1.last().is_some_and(|played| played.m == m);
        if !self.game.as_ref().is_some_and(is_last) {
            return Err("only the last stone can be taken back");
        }
        if let Some(Game { seat, begun: (rules, mut acts), .. }) = self.game.take() {
            acts.pop();
            self.start(seat, (rules, acts), cues);
        }
        cues.push(Cue::Answer("OK".to_owned()));
        Ok(())
    }

    fn info(&mut self, rest: &str, cues: &mut Vec<Cue<Board>>) {
        let (key, value) = split(rest);
        let Ok(value) = value.parse::<u64>() else { return };
        match key.as_str() {
            "RULE" => self.rule = u32::try_from(value).unwrap_or(u32::MAX),
            // Zero asks for a move as fast as possible.
            "TIMEOUT_TURN" => cues.push(Cue::TurnLimit(Duration::from_millis(value))),
            "TIME_LEFT" => self.left = (value != UNLIMITED).then(|| Duration::from_millis(value)),
            _ => {}
        }
    }
}

impl Game {
    fn note(&mut self, by: Actor, m: &Move) {
        self.position.play(by, m);
        self.begun.1.push(Played { by, m: *m });
    }

    /// What the other side did to lead from the known board to this one: one act, or nothing. Returns `None`
    /// if it is a different board.
    fn news(&self, board: &[[i32; 3]]) -> Option<Vec<Move>> {
        let mut new = board.to_vec();
        for stone in stones(&self.position) {
            let field = if stone.of == self.seat { 1 } else { 2 };
            let at = new.iter().position(|line| *line == [stone.x.into(), stone.y.into(), field])?;
            new.remove(at);
        }
        let theirs = self.position.turn() == Turn::Of(Actor::Seat(self.seat.other()));
        match new[..] {
            [] if theirs => Some(vec![Move::Pass]),
            [] => Some(Vec::new()),
            [[x, y, 2]] if theirs => Some(vec![place(x.try_into().ok()?, y.try_into().ok()?)?]),
            _ => None,
        }
    }
}

/// Alternates stones, starting with the first of `first`.
fn interleaved(first: &[(u8, u8)], second: &[(u8, u8)]) -> Vec<(u8, u8)> {
    let pair = |i: usize| [first.get(i), second.get(i)];
    (0..first.len()).flat_map(pair).flatten().copied().collect()
}

impl Client<Board> for Brain {
    fn hear(&mut self, view: &Board, line: &[u8], cues: &mut Vec<Cue<Board>>) {
        self.none_laid.get_or_insert(view.rules().start == Start::Free);
        let text = String::from_utf8_lossy(line);
        let (word, rest) = split(&text);
        if let Some(board) = &mut self.board
            && word != "DONE"
        {
            board.extend(numbers(&text).filter(|_| board.len() < LONGEST_BOARD));
            return;
        }
        let board = self.board.take();
        let done = match word.as_str() {
            "" => Ok(()),
            "START" | "RESTART" if word == "RESTART" || rest == Point::SIDE.to_string() => {
                self.game = None;
                cues.push(Cue::Answer("OK".to_owned()));
                Ok(())
            }
            "START" | "RECTSTART" => Err("this size of board is not supported"),
            "INFO" => {
                self.info(rest, cues);
                Ok(())
            }
            "BEGIN" => self.start_empty(Seat::First, cues).map(|()| cues.push(Cue::Think(self.left))),
            "TURN" => self.turn(rest, cues),
            "BOARD" => {
                self.board = Some(Vec::new());
                Ok(())
            }
            "DONE" if board.is_some() => self.done(&board.unwrap_or_default(), cues),
            "TAKEBACK" => self.take_back(rest, cues),
            "ABOUT" => {
                let version = env!("CARGO_PKG_VERSION");
                cues.push(Cue::Answer(format!(
                    "name=\"{{name}}\", version=\"{version}\", author=\"Leitai\""
                )));
                Ok(())
            }
            "END" => {
                cues.extend([Cue::End, Cue::Quit]);
                Ok(())
            }
            _ => {
                cues.push(Cue::Answer("UNKNOWN command".to_owned()));
                Ok(())
            }
        };
        if let Err(complaint) = done {
            cues.push(Cue::Answer(format!("ERROR {complaint}")));
        }
    }

    fn say(&mut self, view: &Board, turn: &[Move], out: &mut Lines, cues: &mut Vec<Cue<Board>>) {
        let Turn::Of(by) = view.turn() else { return };
        for m in turn {
            let Some(game) = &mut self.game else { return };
            game.note(by, m);
            spell(m, out);
            cues.push(Cue::Learn(Played { by, m: *m }));
        }
    }

    fn remark(&self, text: &str, out: &mut Lines) -> bool {
        out.line(format_args!("MESSAGE {text}"));
        true
    }
}
