//! `beyond`: the tic-tac-toe platform's conversation. The program speaks first, sending a type line and then its
//! name; it is sent its side, then the board at each of its turns, and answers with a number. The board is nine
//! characters including blanks and is never trimmed.

use crate::{Board, Cell, notation};
use leitai_core::{
    Actor, Client, Cue, Dialect, DialectName, Garbled, Illegal, Left, Lines, Openings, Outcome, Played,
    Position, Report, Said, Seat, Span, SpokenDialect, State, Turn, sentence,
};
use leitai_protocol::printable;

/// The dialect, both ends.
pub(crate) const SPOKEN: SpokenDialect<Board> = SpokenDialect {
    name: DialectName::Beyond,
    platform: |_| Box::new(Beyond { stage: Stage::Type, seat: Seat::First }),
    program: || Box::new(BeyondClient { seat: None }),
};

/// The type line that a program must send first.
const TYPE: &str = "Beyond.Game.Tic-tac-toe.1.0";

/// The side's letter.
fn side(seat: Seat) -> char {
    if seat == Seat::First { 'X' } else { 'O' }
}

/// The board, exactly as sent.
fn board(position: &Board) -> String {
    Cell::all().map(|cell| position.at(cell).map_or(' ', side)).collect()
}

/// The first act by the seat on turn in `position` that `board` shows and `position` lacks, if there is one.
fn act(position: &Board, board: &str) -> Option<(Actor, Cell)> {
    let Turn::Of(by @ Actor::Seat(mover)) = position.turn() else { return None };
    let shown = board.chars().chain(std::iter::repeat(' '));
    let mut cells = Cell::all().zip(shown);
    cells.find(|(cell, c)| *c == side(mover) && position.at(*cell).is_none()).map(|(cell, _)| (by, cell))
}

/// The platform's side.
struct Beyond {
    stage: Stage,
    seat: Seat,
}

enum Stage {
    Type,
    Name,
    Play,
}

impl Dialect<Board> for Beyond {
    /// The platform shows the board, regardless of who played each mark.
    fn openings(&self) -> Openings {
        Openings::Positions
    }

    fn open(&mut self, seat: Seat, (): &(), _: &mut Lines) {
        self.seat = seat;
    }

    fn begin(&mut self, _: Left, out: &mut Lines) {
        out.line(side(self.seat));
    }

    fn report(&mut self, _: &Board, _: &Report<Board>, _: bool, _: &mut Lines) {}

    fn ask(&mut self, view: &Board, _: Left, out: &mut Lines) {
        out.line(board(view));
    }

    fn hear(&mut self, _: &Board, line: &[u8]) -> Result<Said<Cell>, Garbled> {
        let text = printable(line.trim_ascii());
        let text = text.trim();
        match self.stage {
            _ if text.is_empty() => Ok(Said::Nothing),
            Stage::Type if text == TYPE => {
                self.stage = Stage::Name;
                Ok(Said::Nothing)
            }
            Stage::Type => Err(Garbled(sentence!("the type line {TYPE}", "类型行“{TYPE}”"))),
            Stage::Name => {
                self.stage = Stage::Play;
                Ok(Said::Ready(Some(text.to_owned())))
            }
            Stage::Play => match notation::read(text) {
                Ok(cell) => Ok(Said::Acts(vec![cell], Span::Turn)),
                Err(_) => Err(Garbled::expected("a number from 0 to 8", "0 到 8 的一个数")),
            },
        }
    }

    fn spell(&self, _: &Board, turn: &[Cell], out: &mut Lines) {
        spell(turn, out);
    }

    fn refused(&mut self, _: &Illegal, _: &mut Lines) {}

    fn close(&mut self, _: &Outcome, _: &mut Lines) {}

    fn strict(&self) -> bool {
        true
    }
}

/// The program's side.
struct BeyondClient {
    seat: Option<Seat>,
}

impl Client<Board> for BeyondClient {
    fn open(&mut self, name: &str, out: &mut Lines) {
        out.line(TYPE);
        out.line(name);
    }

    fn hear(&mut self, view: &Board, line: &[u8], cues: &mut Vec<Cue<Board>>) {
        // Blanks are empty cells, so the line is not trimmed.
        let Ok(text) = std::str::from_utf8(line) else { return };
        if self.seat.is_none() {
            self.seat = Seat::BOTH.into_iter().find(|seat| text.trim().chars().eq([side(*seat)]));
            cues.extend(self.seat.map(|seat| Cue::Start(seat, ())));
            return;
        }
        // The platform shows boards, not moves: the acts played are deduced from the difference, and there are
        // several of them if the game began with an opening.
        let mut seen = *view;
        while let Some((by, m)) = act(&seen, text) {
            seen.play(by, &m);
            cues.push(Cue::Learn(Played { by, m }));
        }
        cues.push(Cue::Think(None));
    }

    fn say(&mut self, view: &Board, turn: &[Cell], out: &mut Lines, cues: &mut Vec<Cue<Board>>) {
        let Turn::Of(by) = view.turn() else { return };
        spell(turn, out);
        cues.extend(turn.iter().map(|m| Cue::Learn(Played { by, m: *m })));
    }
}

fn spell(turn: &[Cell], out: &mut Lines) {
    for m in turn {
        out.line(m.index());
    }
}
