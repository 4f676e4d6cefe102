//! The game's record sheet: the layouts `R:A5-1;B5-4;…` and `B:E1-…`, then one line per turn, `1:6;(R6,B4)`:
//! its number, the die, the stone and where it moved.

use crate::{Act, Board, Number, Phase, Square, notation};
use leitai_core::{Actor, Heading, Position, Seat, Sentence, SheetError, SheetGame, State, sentence};
use leitai_sheet::{Cursor, Head};
use std::fmt::Write as _;

const HEAD: Head = Head { code: "WTN", sides: ["R", "B"] };

/// The national record sheet.
pub(crate) struct Sheet;

impl leitai_core::Sheet<Board> for Sheet {
    fn knows(&self, text: &str) -> bool {
        HEAD.knows(text)
    }

    fn write(&self, heading: &Heading, (): &(), acts: &[(Actor, Act)]) -> String {
        let mut out = String::from("#");
        HEAD.write(heading, [0, 1], &mut out);
        out.push(';');
        for seat in Seat::BOTH {
            // In the order of the six points, regardless of the order of laying.
            let stone = |at: &Square| {
                acts.iter().find_map(|(by, m)| match m {
                    Act::Lay(number, on) if *by == Actor::Seat(seat) && on == at => {
                        Some(format!("{}-{}", notation::name(*at), number.get()))
                    }
                    _ => None,
                })
            };
            let stones: Vec<String> = Square::start(seat).iter().filter_map(stone).collect();
            if !stones.is_empty() {
                let _ = write!(out, "\n{}:{}", HEAD.sides[seat.index()], stones.join(";"));
            }
        }
        let mut board = Board::initial(&());
        let mut turn = 0;
        for (by, m) in acts {
            match (by, m) {
                (_, Act::Roll(die)) => {
                    turn += 1;
                    let _ = write!(out, "\n{turn}:{}", die.get());
                }
                (Actor::Seat(seat), Act::Step(from, to)) => {
                    let stone = board.at(*from).map_or(0, |(_, number)| number.get());
                    let side = HEAD.sides[seat.index()];
                    let _ = write!(out, ";({side}{stone},{})", notation::name(*to));
                }
                _ => {}
            }
            board.play(*by, m);
        }
        out.push('\n');
        out
    }

    fn read(&self, (): &(), text: &str) -> Result<SheetGame<Board>, SheetError> {
        let mut cursor = Cursor::new(text);
        let heading = HEAD.read(&mut cursor)?;
        let mut game = Reading { board: Board::initial(&()), acts: Vec::new() };
        loop {
            cursor.skip(&[';', '；', '}', ')']);
            if cursor.is_done() {
                return Ok(SheetGame::of(heading, game.acts));
            }
            match cursor.peek() {
                Some('R' | 'r') => game.layout(Seat::First, &mut cursor)?,
                Some('B' | 'b') => game.layout(Seat::Second, &mut cursor)?,
                _ => game.turn(&mut cursor)?,
            }
        }
    }

    fn file_name(&self, heading: &Heading) -> String {
        HEAD.file_name(heading)
    }
}

/// A sheet that is being read.
struct Reading {
    board: Board,
    acts: Vec<(Actor, Act)>,
}

impl Reading {
    fn play(&mut self, line: usize, by: Actor, m: Act) -> Result<(), SheetError> {
        self.board.check(by, &m).map_err(|why| SheetError::new(line, why.reason()))?;
        self.board.play(by, &m);
        self.acts.push((by, m));
        Ok(())
    }

    /// Reads `R:A5-1;B5-4;…` on one line.
    fn layout(&mut self, seat: Seat, cursor: &mut Cursor<'_>) -> Result<(), SheetError> {
        let line = cursor.line();
        let text = cursor.until(|c| c == '\n');
        let stones = text.get(1..).unwrap_or_default().trim_start_matches([':', '：', ' ']);
        let mut laid = Vec::new();
        for stone in stones.split([';', '；', ',']).map(str::trim).filter(|stone| !stone.is_empty()) {
            match notation::read(stone) {
                Ok(Act::Lay(number, at)) => laid.push((number, at)),
                _ => {
                    return Err(SheetError::new(
                        line,
                        sentence!(
                            "a stone laid (A5-1) was expected, not `{stone}`",
                            "应为布子（A5-1），而不是“{stone}”"
                        ),
                    ));
                }
            }
        }
        // Stones are laid in the order of their numbers.
        laid.sort_by_key(|(number, _)| number.get());
        laid.into_iter().try_for_each(|(number, at)| self.play(line, Actor::Seat(seat), Act::Lay(number, at)))
    }

    /// Reads `1:6;(R6,B4)`; the move is missing if the game ended before it.
    fn turn(&mut self, cursor: &mut Cursor<'_>) -> Result<(), SheetError> {
        let line = cursor.line();
        let error = |en: &str, zh: &str| {
            let said = Sentence::new(
                format!("{en} was expected: `1:6;(R6,B4)`"),
                format!("应为{zh}：“1:6;(R6,B4)”"),
            );
            SheetError::new(line, said)
        };
        cursor.until(|c| !c.is_ascii_digit());
        cursor.skip(&[':', '：']);
        let die = cursor.until(|c| !c.is_ascii_digit());
        let die = die
            .parse()
            .ok()
            .and_then(Number::new)
            .ok_or_else(|| error("a die from 1 to 6", "1 到 6 的骰子"))?;
        self.play(line, Actor::Chance, Act::Roll(die))?;
        cursor.skip(&[';', '；', ':']);
        let Some(text) = cursor.bracketed('(', ')') else { return Ok(()) };
        let Phase::Moving(seat, _) = self.board.phase() else {
            return Err(error("a turn of a running game", "尚在进行的对局的一手"));
        };
        let (stone, to) =
            text.split_once([',', '，']).ok_or_else(|| error("a stone and a square", "棋子与格"))?;
        let stone = stone.trim();
        let number = stone.get(1..).and_then(|n| n.parse().ok()).and_then(Number::new);
        let side =
            stone.get(..1).and_then(|side| HEAD.sides.iter().position(|s| s.eq_ignore_ascii_case(side)));
        let number = number.ok_or_else(|| error("a stone and a square", "棋子与格"))?;
        if side != Some(seat.index()) {
            return Err(SheetError::new(
                line,
                sentence!("{} is to move here", "此处应由 {} 走", HEAD.sides[seat.index()]),
            ));
        }
        let to =
            notation::square_named(to.trim()).ok_or_else(|| error("a square A1–E5", "A1–E5 中的一格"))?;
        let from = self.board.place(seat, number);
        let from = from.ok_or_else(|| {
            SheetError::new(line, sentence!("stone {} is gone", "棋子 {} 已不在", number.get()))
        })?;
        self.play(line, Actor::Seat(seat), Act::Step(from, to))
    }
}
