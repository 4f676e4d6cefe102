//! Links of `hexworld.org`: `https://hexworld.org/board/#11c1,f2:se7d7:rb` has the size, how the board is shown, the moves
//! and perhaps who resigned.

use crate::{Board, Move, Rules};
use leitai_core::{
    Actor, Foreign, Garbled, Heading, Position, Seat, Sentence, SheetEnd, SheetError, SheetGame, State, Turn,
    sentence,
};

/// What stands before a board in a link.
const LINK: &str = "hexworld.org/board/#";

/// The links.
pub(crate) struct HexWorld;

/// A link's parts.
struct Link<'a> {
    size: &'a str,
    moves: String,
}

impl<'a> Link<'a> {
    fn of(text: &'a str) -> Option<Link<'a>> {
        let (_, link) = text.split_once(LINK)?;
        let link = link.split_whitespace().next().unwrap_or_default();
        let (board, moves) = link.split_once(',').unwrap_or((link, ""));
        let digits = board.find(|c: char| !c.is_ascii_digit()).unwrap_or(board.len());
        // A comma among the moves is the place that is shown.
        Some(Link { size: &board[..digits], moves: moves.replace(',', "") })
    }

    /// The moves, and who gave up.
    fn read(&self) -> Result<(Vec<Move>, Option<SheetEnd>), Garbled> {
        let (mut moves, mut end) = (Vec::new(), None);
        let mut rest = self.moves.as_str();
        while !rest.is_empty() {
            let unknown = || {
                let word: String = rest.chars().take(4).collect();
                Garbled(sentence!("`{word}` is no move of HexWorld", "“{word}”不是 HexWorld 的着法"))
            };
            if end.is_some() {
                return Err(Garbled(Sentence::new("a move after the end of the game", "终局之后还有着法")));
            }
            if let Some(after) = rest.strip_prefix(":s") {
                moves.push(Move::Swap);
                rest = after;
            } else if rest.starts_with(":p") {
                return Err(Garbled(Sentence::new("a pass: nobody passes in Hex", "停着：海克斯棋不可停着")));
            } else if let Some(after) = rest.strip_prefix([':']) {
                let loser = match after.get(1..2) {
                    Some("b") => Seat::First,
                    Some("w") => Seat::Second,
                    _ => return Err(unknown()),
                };
                end = Some(match after.get(..1) {
                    Some("r") => SheetEnd::Resigned(loser),
                    Some("f") => SheetEnd::Forfeited(loser),
                    _ => return Err(unknown()),
                });
                rest = &after[2..];
            } else {
                let length =
                    1 + rest.get(1..).unwrap_or_default().bytes().take_while(u8::is_ascii_digit).count();
                let place = rest.get(..length).and_then(crate::notation::read_place).ok_or_else(unknown)?;
                moves.push(Move::Stone(place));
                rest = &rest[length..];
            }
        }
        Ok((moves, end))
    }
}

/// The moves of a line that is a link; `None` if it is none.
pub(crate) fn opening(line: &str, rules: Rules) -> Option<Result<Vec<Move>, Garbled>> {
    let link = Link::of(line)?;
    if link.size != rules.size().to_string() {
        let (size, due) = (link.size, rules.size());
        return Some(Err(Garbled(sentence!(
            "the board has size {size}, not {due}",
            "棋盘大小为 {size}，应为 {due}"
        ))));
    }
    Some(link.read().map(|(moves, _)| moves))
}

impl Foreign<Board> for HexWorld {
    fn name(&self) -> &'static str {
        "hexworld"
    }

    fn knows(&self, text: &str) -> bool {
        text.contains(LINK)
    }

    fn options(&self, text: &str) -> Vec<(&'static str, String)> {
        let Some(link) = Link::of(text) else { return Vec::new() };
        let swap = link.moves.contains(":s").then(|| ("swap", "on".to_owned()));
        [("size", link.size.to_owned())].into_iter().chain(swap).collect()
    }

    fn read(&self, rules: &Rules, text: &str) -> Result<SheetGame<Board>, SheetError> {
        let fail = |what: Sentence| SheetError::new(1, what);
        let link = Link::of(text).ok_or_else(|| fail(sentence!("there is no link", "其中没有链接")))?;
        let (moves, end) = link.read().map_err(|Garbled(what)| fail(what))?;
        let mut board = Board::initial(rules);
        let mut acts = Vec::with_capacity(moves.len());
        for m in moves {
            let Turn::Of(by @ Actor::Seat(_)) = board.turn() else {
                return Err(fail(sentence!("a move after the end of the game", "终局之后还有着法")));
            };
            board.try_play(by, &m).map_err(|why| fail(why.reason()))?;
            acts.push((by, m));
        }
        Ok(SheetGame { end, ..SheetGame::of(Heading::default(), acts) })
    }
}
