//! Games and openings of the Gomocup: Piskvork's `.psq`, its openings as offsets from the centre, and positions as
//! c-gomoku-cli writes them. All of them count rows from the top.

use crate::{Board, Move, Point, Rules};
use leitai_core::{
    Actor, Foreign, Garbled, Heading, Position, Sentence, SheetError, SheetGame, State, Turn, sentence,
};

/// A game of Piskvork: `Piskvorky 15x15, 11:11, 0`, then `x,y,milliseconds` from 1, then both names and the rule.
pub(crate) struct Psq;

impl Foreign<Board> for Psq {
    fn name(&self) -> &'static str {
        "psq"
    }

    fn knows(&self, text: &str) -> bool {
        text.trim_start().starts_with("Piskvork")
    }

    fn options(&self, text: &str) -> Vec<(&'static str, String)> {
        let forbidden = if text.to_ascii_lowercase().contains("renju") { "automatic" } else { "off" };
        [("opening", "free"), ("forbidden", forbidden)].map(|(name, value)| (name, value.to_owned())).into()
    }

    fn read(&self, rules: &Rules, text: &str) -> Result<SheetGame<Board>, SheetError> {
        let mut lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
        let (head, at) = lines.next().unwrap_or_default();
        let due = format!("{0}x{0}", Point::SIDE);
        let size = head.split_whitespace().nth(1).unwrap_or_default().trim_end_matches(',');
        if size != due {
            return Err(SheetError::new(
                at,
                sentence!(
                    "a game of Piskvork on {size}: here the board is {due}",
                    "这是 Piskvork 的 {size} 棋谱，而这里的棋盘是 {due}"
                ),
            ));
        }
        let mut board = Board::initial(rules);
        let (mut acts, mut heading) = (Vec::new(), Heading::default());
        let (mut names, mut is_over) = (0, false);
        for (line, at) in lines {
            let fail = |what: Sentence| SheetError::new(at, what);
            let numbers: Option<Vec<i64>> = line.split(',').map(|part| part.trim().parse().ok()).collect();
            match numbers.as_deref() {
                Some([x, y] | [x, y, _]) if !is_over => {
                    let point = |at: i64| u8::try_from(at - 1).ok();
                    let point = point(*x).zip(point(*y)).and_then(|(x, y)| Point::new(x, y));
                    let point = point.ok_or_else(|| {
                        fail(sentence!("`{x},{y}` is not a point of the board", "“{x},{y}”不是棋盘上的点"))
                    })?;
                    let Turn::Of(by @ Actor::Seat(_)) = board.turn() else {
                        return Err(fail(sentence!("a move after the end of the game", "终局之后还有着法")));
                    };
                    let m = Move::Place(point);
                    board.try_play(by, &m).map_err(|why| fail(why.reason()))?;
                    acts.push((by, m));
                }
                Some([_]) => is_over = true,
                None if names < 2 && !line.contains(',') => {
                    line.trim().clone_into(&mut heading.teams[names]);
                    (names, is_over) = (names + 1, true);
                }
                _ if !is_over => {
                    let word: String = line.chars().take(20).collect();
                    return Err(fail(sentence!("`{word}` is not a move", "“{word}”不是着法")));
                }
                // How the game ended, in Piskvork's own numbers, and the rule.
                _ => {}
            }
        }
        Ok(SheetGame::of(heading, acts))
    }
}

/// The stones of a line of offsets (`8,-3, 6,-4`) or of places without blanks (`h8i9j10`); `None` if it is neither.
pub(crate) fn opening(line: &str) -> Option<Result<Vec<Move>, Garbled>> {
    offsets(line).or_else(|| places(line).map(Ok))
}

fn offsets(line: &str) -> Option<Result<Vec<Move>, Garbled>> {
    let numbers: Vec<i64> = line.split(',').map(|part| part.trim().parse().ok()).collect::<Option<_>>()?;
    if numbers.len() < 2 || !numbers.len().is_multiple_of(2) {
        return None;
    }
    let moves = numbers.chunks(2).map(|pair| {
        let place = |offset: i64| u8::try_from(i64::from(Point::SIDE / 2).checked_add(offset)?).ok();
        let point = place(pair[0]).zip(place(pair[1])).and_then(|(x, y)| Point::new(x, y));
        point.map(Move::Place).ok_or_else(|| {
            let (x, y, side) = (pair[0], pair[1], Point::SIDE);
            Garbled(sentence!(
                "the offset {x},{y} leaves the board: this opening of the Gomocup is for one larger than {side}×{side}",
                "偏移 {x},{y} 超出棋盘：这个 Gomocup 开局适用于大于 {side}×{side} 的棋盘"
            ))
        })
    });
    Some(moves.collect())
}

fn places(line: &str) -> Option<Vec<Move>> {
    let mut moves = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        let column = rest.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        let row: u8 = rest[1..=digits].parse().ok()?;
        moves.push(Move::Place(Point::new(column, row.checked_sub(1)?)?));
        rest = &rest[1 + digits..];
    }
    // One place is an act of our own, whose rows count from the bottom.
    (moves.len() > 1).then_some(moves)
}
