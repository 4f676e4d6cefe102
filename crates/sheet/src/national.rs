//! The text record of the national contest (棋谱): a head in square brackets, then the moves of a game.
//!
//! `{[C6][First team B][Second team W][先手胜][2017.07.29 14:00 重庆][2017 CCGC];B(J,10);…}`

use crate::head::Brackets;
use crate::stones::{SheetMove, StoneWords};
use crate::text::Cursor;
use leitai_core::{Actor, Garbled, Heading, Position, Seat, Sheet, SheetError, SheetGame, State, sentence};
use std::marker::PhantomData;

/// The sheet of a game whose moves are stones.
pub(crate) struct National<W>(PhantomData<fn() -> W>);

impl<W> Default for National<W> {
    fn default() -> Self {
        National(PhantomData)
    }
}

impl<W: StoneWords> Sheet<W::Position> for National<W> {
    fn knows(&self, text: &str) -> bool {
        W::HEAD.knows(text)
    }

    fn write(
        &self,
        heading: &Heading,
        rules: &<W::Position as Position>::Rules,
        acts: &[(Actor, <W::Position as State>::Move)],
    ) -> String {
        let Brackets { open, close, point: [left, right], comma } = W::BRACKETS;
        let mut body = String::new();
        let position = W::fold(rules, acts, |side, entry| {
            body.push(';');
            match entry {
                SheetMove::Stone(x, y) => {
                    let column = char::from(b'A' + x);
                    body.push_str(&format!("{}{left}{column}{comma}{}{right}", W::HEAD.sides[side], y + 1));
                }
                SheetMove::Pass => body.push_str(&format!("{}{left}{right}", W::HEAD.sides[side])),
                SheetMove::Word(word) => body.push_str(&format!("<{word}>")),
            }
        });
        let mut out = String::from(open);
        W::HEAD.write(heading, Seat::BOTH.map(|seat| W::side(&position, seat)), &mut out);
        out.push_str(&body);
        if acts.is_empty() {
            out.push(';');
        }
        out.push_str(close);
        out.push('\n');
        out
    }

    fn read(
        &self,
        rules: &<W::Position as Position>::Rules,
        text: &str,
    ) -> Result<SheetGame<W::Position>, SheetError> {
        let mut cursor = Cursor::new(text);
        let heading = W::HEAD.read(&mut cursor)?;
        let size = W::size(rules);
        let mut entries = Vec::new();
        loop {
            cursor.skip(&[';', '}', ')', '；']);
            if cursor.is_done() {
                break;
            }
            let line = cursor.line();
            let (side, entry) = entry::<W>(&mut cursor, size)?;
            entries.push((line, side, entry));
        }
        let (acts, _) = W::unfold(rules, entries)?;
        Ok(SheetGame::of(heading, acts))
    }

    fn file_name(&self, heading: &Heading) -> String {
        W::HEAD.file_name(heading)
    }
}

/// Reads `B(J,10)`, `W[B2]`, `B:[A1]`, `W()` or `<swap>`.
fn entry<W: StoneWords>(
    cursor: &mut Cursor<'_>,
    size: [u8; 2],
) -> Result<(Option<usize>, SheetMove), SheetError> {
    if let Some(word) = cursor.bracketed('<', '>') {
        return Ok((None, SheetMove::Word(word.trim().to_owned())));
    }
    let sides = W::HEAD.sides;
    let like = || format!("{}{}", sides[0], example(W::BRACKETS));
    let name = cursor.until(|c| !c.is_ascii_alphabetic());
    let side = sides.iter().position(|side| side.eq_ignore_ascii_case(name));
    let side = side.ok_or_else(|| {
        let found: String = name.chars().chain(cursor.rest().chars()).take(12).collect();
        let (like, found) = (like(), found.escape_debug());
        cursor.error(sentence!(
            "a move like {like} was expected, not `{found}`",
            "应为形如 {like} 的着法，而不是“{found}”"
        ))
    })?;
    cursor.skip(&[':', '：']);
    let point = cursor.bracketed('(', ')').or_else(|| cursor.bracketed('[', ']'));
    let point = point.ok_or_else(|| {
        cursor.error(sentence!("a move like {} was expected", "应为形如 {} 的着法", like()))
    })?;
    // Some tools append a value of their own to a move: MARK[1].
    if cursor.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
        let note = cursor.until(|c| !c.is_ascii_alphabetic());
        cursor
            .bracketed('[', ']')
            .ok_or_else(|| cursor.error(sentence!("`{note}` after a move", "着法之后有“{note}”")))?;
    }
    let entry = place(point, size).map_err(|Garbled(what)| cursor.error(what))?;
    Ok((Some(side), entry))
}

fn example(Brackets { point: [left, right], comma, .. }: Brackets) -> String {
    format!("{left}A{comma}1{right}")
}

/// Reads `J,10`, `J10`, `j 10`, or nothing for a pass.
pub(crate) fn place(text: &str, size: [u8; 2]) -> Result<SheetMove, Garbled> {
    let text: String = text.chars().filter(|c| !c.is_whitespace() && !matches!(c, ',' | '，')).collect();
    if text.is_empty() || text.eq_ignore_ascii_case("pass") {
        return Ok(SheetMove::Pass);
    }
    let column = text.as_bytes()[0].to_ascii_uppercase().wrapping_sub(b'A');
    let row = text.get(1..).and_then(|row| row.parse::<u8>().ok());
    let [columns, rows] = size;
    let row = row.filter(|row| (1..=rows).contains(row) && column < columns);
    let row = row.ok_or_else(|| {
        Garbled(sentence!("`{}` is not a point of the board", "“{}”不是棋盘上的点", text.escape_debug()))
    })?;
    Ok(SheetMove::Stone(column, row - 1))
}
