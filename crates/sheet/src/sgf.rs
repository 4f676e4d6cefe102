//! Smart Game Format, version 4: a tree of nodes, of which only the main line is kept.

use crate::national::place;
use crate::stones::{SetUp, TreeMove, TreeMoves};
use crate::tree::{Property, Tree, counted, properties};
use crate::{Cursor, SheetMove, StoneWords};
use leitai_core::{
    Actor, Garbled, Heading, Position, Seat, Sentence, Sheet, SheetEnd, SheetError, SheetGame, SheetResult,
    State, Turn, is_hidden, sentence,
};
use std::marker::PhantomData;

/// The property for acts that SGF cannot express.
const WORD: &str = "XA";

/// The SGF sheet of a game whose moves are stones. Its first side is black.
pub(crate) struct Sgf<W>(PhantomData<fn() -> W>);

impl<W> Default for Sgf<W> {
    fn default() -> Self {
        Sgf(PhantomData)
    }
}

impl<W: StoneWords> Sheet<W::Position> for Sgf<W> {
    fn knows(&self, text: &str) -> bool {
        let mut cursor = Cursor::new(text);
        cursor.skip(&[]);
        let root = Tree::root_of(cursor.rest()).properties;
        let mut marks = Cursor::new(W::SGF);
        let Ok(marks) = properties(&mut marks) else { return false };
        let has = |mark: &Property| {
            let same = |of: &&Property| of.name == mark.name;
            root.iter().find(same).is_some_and(|of| {
                of.values.iter().zip(&mark.values).all(|(is, due)| is.eq_ignore_ascii_case(due))
            })
        };
        marks.iter().all(has)
    }

    fn write(
        &self,
        heading: &Heading,
        rules: &<W::Position as Position>::Rules,
        acts: &[(Actor, <W::Position as State>::Move)],
    ) -> String {
        let size = W::size(rules);
        let mut body = String::new();
        let position = W::fold(rules, acts, |side, entry| {
            let colour = ["B", "W"][side];
            body.push_str(&match entry {
                SheetMove::Stone(x, y) if W::SGF_NUMBERS => {
                    format!(";{colour}[{}{}]", char::from(b'a' + x), y + 1)
                }
                SheetMove::Stone(x, y) => {
                    let row = from_the_top(y, size, W::ROW_1_BELOW);
                    format!(";{colour}[{}{}]", char::from(b'a' + x), char::from(b'a' + row))
                }
                SheetMove::Pass => format!(";{colour}[]"),
                SheetMove::Word(word) => format!(";{WORD}[{}]", escaped(&word)),
            });
        });
        let seat =
            |side: usize| if W::side(&position, Seat::First) == side { Seat::First } else { Seat::Second };
        let team = |side: usize| escaped(&heading.teams[seat(side).index()]);
        let mut out = format!("(;FF[4]{}CA[UTF-8]AP[Leitai]SZ[{}]", W::SGF, said_size(size));
        let result = heading.result.map(|result| match result {
            SheetResult::Drawn => "0",
            SheetResult::Won(winner) if winner == seat(0) => "B+",
            SheetResult::Won(_) => "W+",
        });
        for (name, value) in [
            ("PB", team(0)),
            ("PW", team(1)),
            ("RE", result.unwrap_or_default().to_owned()),
            ("DT", escaped(&heading.time)),
            ("PC", escaped(&heading.place)),
            ("EV", escaped(&heading.event)),
        ] {
            if !value.is_empty() {
                out.push_str(&format!("{name}[{value}]"));
            }
        }
        out + &body + ")\n"
    }

    fn options(&self, text: &str) -> Vec<(&'static str, String)> {
        Tree::read(text).map(|tree| W::stated(&tree)).unwrap_or_default()
    }

    fn read(
        &self,
        rules: &<W::Position as Position>::Rules,
        text: &str,
    ) -> Result<SheetGame<W::Position>, SheetError> {
        let tree = Tree::read(text)?;
        let moves = moves::<W>(rules, &tree)?;
        let aside = counted(text).saturating_sub(tree.moves().count());
        // Of several readings the first that the rules and the result allow.
        let mut first = None;
        for moves in W::readings(&tree, moves)? {
            match game::<W>(rules, &tree, moves) {
                Ok((game, true)) => return Ok(SheetGame { aside, ..game }),
                other => first = first.or(Some(other)),
            }
        }
        let none = || SheetError::new(1, Sentence::new("there is no game", "其中没有对局"));
        let (game, _) = first.ok_or_else(none)??;
        Ok(SheetGame { aside, ..game })
    }

    fn file_name(&self, heading: &Heading) -> String {
        W::HEAD.file_name(heading).replace(".txt", ".sgf")
    }
}

/// The moves of a tree's main line and the stones before them.
fn moves<W: StoneWords>(
    rules: &<W::Position as Position>::Rules,
    tree: &Tree,
) -> Result<TreeMoves, SheetError> {
    let size = W::size(rules);
    let mut moves = TreeMoves::default();
    for Property { name, values, line } in &tree.properties {
        let fail = |what: Sentence| SheetError::new(*line, what);
        let wrong = |point: &str| fail(sentence!("`{point}` is not a point", "“{point}”不是一个点"));
        let side = match name.as_str() {
            "B" => Some(0),
            "W" => Some(1),
            WORD => None,
            "SZ" => {
                let said = values.first().map_or("", |value| value.trim());
                let due = said_size(size);
                if said == due || said == format!("{}:{}", size[0], size[1]) {
                    continue;
                }
                return Err(fail(sentence!(
                    "the board has size {said}, not {due}",
                    "棋盘大小为 {said}，应为 {due}"
                )));
            }
            "AB" | "AW" | "AE" => {
                if !moves.entries.is_empty() {
                    return Err(fail(Sentence::new(
                        "stones set up in the middle of a game are not read",
                        "不支持对局途中摆放的棋子",
                    )));
                }
                let colour = ["AB", "AW"].iter().position(|its| its == name);
                for value in values {
                    for point in
                        area(value.trim(), size, W::ROW_1_BELOW).ok_or_else(|| wrong(value.trim()))?
                    {
                        moves.stones.retain(|(its, _)| *its != point);
                        moves.stones.extend(colour.map(|colour| (point, colour)));
                    }
                }
                moves.set_up = Some(*line);
                continue;
            }
            "PL" => {
                let said = values.first().map_or("", |value| value.trim()).to_ascii_uppercase();
                moves.to_move = ["B", "W"].iter().position(|its| said.starts_with(its));
                continue;
            }
            _ => continue,
        };
        for value in values {
            let value = value.trim();
            if moves.end.is_some() {
                return Err(fail(Sentence::new("a move after the end of the game", "终局之后还有着法")));
            }
            let Some(colour) = side else {
                moves.entries.push(TreeMove { line: *line, side, what: SheetMove::Word(value.to_owned()) });
                continue;
            };
            moves.end = match value.to_ascii_lowercase().as_str() {
                "resign" => Some((true, colour)),
                "forfeit" | "time" | "timeout" => Some((false, colour)),
                _ => None,
            };
            if moves.end.is_some() {
                continue;
            }
            let word = value.len() > 2 && value.bytes().all(|b| b.is_ascii_alphabetic() || b == b'-');
            // `B[i11k9]`: two stones of a turn in one value.
            for point in points(value) {
                let what = point_of(point, size, W::ROW_1_BELOW)
                    .or_else(|| word.then(|| SheetMove::Word(value.to_ascii_lowercase())))
                    .ok_or_else(|| wrong(point))?;
                let is_word = matches!(what, SheetMove::Word(_));
                moves.entries.push(TreeMove { line: *line, side, what });
                if is_word {
                    break;
                }
            }
        }
    }
    Ok(moves)
}

/// Plays the moves of a tree; and whether its result is that of the rules, if both give one.
fn game<W: StoneWords>(
    rules: &<W::Position as Position>::Rules,
    tree: &Tree,
    moves: TreeMoves,
) -> Result<(SheetGame<W::Position>, bool), SheetError> {
    let start = match moves.set_up {
        None => None,
        Some(line) => {
            let first = moves.entries.first().and_then(|entry| entry.side);
            let mover = moves.to_move.or(first).unwrap_or(0);
            let board =
                SetUp { size: W::size(rules), stones: &moves.stones, row_1_below: W::ROW_1_BELOW, mover };
            Some(W::set_up(rules, &board).map_err(|Garbled(what)| SheetError::new(line, what))?)
        }
    };
    let entries = moves.entries.into_iter().map(|entry| (entry.line, entry.side, entry.what)).collect();
    let (acts, position) = W::unfold_from(start.clone(), rules, entries)?;
    // The colour of First's moves, and of First's name and result.
    let firsts = |colour: Option<usize>| {
        let seats = Seat::BOTH.map(|seat| W::side(&position, seat));
        colour.map_or(seats, |first| [first, 1 - first])
    };
    let (seats, named) = (firsts(moves.first), firsts(moves.first_named.or(moves.first)));
    let loser = |colour: usize| if seats[0] == colour { Seat::First } else { Seat::Second };
    let end = moves.end.map(|(resigned, colour)| {
        if resigned { SheetEnd::Resigned(loser(colour)) } else { SheetEnd::Forfeited(loser(colour)) }
    });
    let team = |side: usize| tree.text(["PB", "PW"][side]).to_owned();
    let heading = Heading {
        teams: named.map(team),
        result: result(tree.text("RE"), named),
        time: tree.text("DT").to_owned(),
        place: tree.text("PC").to_owned(),
        event: tree.text("EV").to_owned(),
    };
    let by_rules = match position.turn() {
        Turn::Over(outcome) => Some(SheetResult::of(outcome.winner)),
        _ => end.map(|end| SheetResult::Won(end.loser().other())),
    };
    let agree = by_rules.zip(heading.result).is_none_or(|(is, said)| is == said);
    Ok((SheetGame { heading, start, acts, end, aside: 0 }, agree))
}

/// Reads `B+R`, `W+`, `B`, `0` or `Draw`; anything else counts as no result. `sides` is the side of each seat.
fn result(text: &str, sides: [usize; 2]) -> Option<SheetResult> {
    let winner = |side: usize| if sides[0] == side { Seat::First } else { Seat::Second };
    match text.get(..2).unwrap_or(text) {
        "B+" | "b+" | "B" => Some(SheetResult::Won(winner(0))),
        "W+" | "w+" | "W" => Some(SheetResult::Won(winner(1))),
        _ if text == "0" || text.eq_ignore_ascii_case("draw") => Some(SheetResult::Drawn),
        _ => None,
    }
}

/// The points of a value: several if letters and numbers alternate, or if there are four letters.
fn points(value: &str) -> Vec<&str> {
    if value.len() == 4
        && value.bytes().all(|b| b.is_ascii_alphabetic())
        && !value.eq_ignore_ascii_case("pass")
    {
        return vec![&value[..2], &value[2..]];
    }
    let starts: Vec<usize> = value
        .char_indices()
        .filter(|&(at, c)| c.is_ascii_alphabetic() && (at == 0 || value.as_bytes()[at - 1].is_ascii_digit()))
        .map(|(at, _)| at)
        .collect();
    if starts.len() < 2 {
        return vec![value];
    }
    let ends = starts.iter().skip(1).copied().chain([value.len()]);
    starts.iter().zip(ends).map(|(start, end)| &value[*start..end]).collect()
}

/// The points of a value that is one, or a rectangle between two: `aa:cc`.
fn area(value: &str, size: [u8; 2], row_1_below: bool) -> Option<Vec<(u8, u8)>> {
    let point = |text: &str| match point_of(text, size, row_1_below)? {
        SheetMove::Stone(x, y) => Some((x, y)),
        _ => None,
    };
    let Some((one, other)) = value.split_once(':') else { return Some(vec![point(value)?]) };
    let ((a, b), (c, d)) = (point(one)?, point(other)?);
    let columns = a.min(c)..=a.max(c);
    Some(columns.flat_map(|x| (b.min(d)..=b.max(d)).map(move |y| (x, y))).collect())
}

/// Converts a row counted from the game's row 1 to one counted from the top, and back.
const fn from_the_top(row: u8, [_, rows]: [u8; 2], row_1_below: bool) -> u8 {
    if row_1_below { rows - 1 - row } else { row }
}

/// Reads two letters from the top left; or a letter and a number, with the game's numbering of rows; or nothing, for a
/// pass.
fn point_of(value: &str, size: [u8; 2], row_1_below: bool) -> Option<SheetMove> {
    let &[x, y] = value.as_bytes() else { return place(value, size).ok() };
    if !(x.is_ascii_alphabetic() && y.is_ascii_alphabetic()) {
        return place(value, size).ok();
    }
    let [x, y] = [x, y].map(|letter| letter.to_ascii_lowercase() - b'a');
    let [columns, rows] = size;
    if [x, y] == [19; 2] && columns <= 19 && rows <= 19 {
        return Some(SheetMove::Pass);
    }
    (x < columns && y < rows).then(|| SheetMove::Stone(x, from_the_top(y, size, row_1_below)))
}

/// The size as text: `15`, or `3:2` for three columns and two rows.
fn said_size([columns, rows]: [u8; 2]) -> String {
    if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") }
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, ']' | '\\') {
            out.push('\\');
        }
        out.push(if is_hidden(c) { ' ' } else { c });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_letters_or_letter_and_number() {
        assert_eq!(point_of("aa", [9; 2], true), Some(SheetMove::Stone(0, 8)));
        assert_eq!(point_of("aa", [9; 2], false), Some(SheetMove::Stone(0, 0)));
        assert_eq!(point_of("bc", [3, 5], true), Some(SheetMove::Stone(1, 2)));
        for row_1_below in [true, false] {
            assert_eq!(point_of("a1", [9; 2], row_1_below), Some(SheetMove::Stone(0, 0)));
            assert_eq!(point_of("tt", [19; 2], row_1_below), Some(SheetMove::Pass));
            assert_eq!(point_of("", [9; 2], row_1_below), Some(SheetMove::Pass));
            assert_eq!(point_of("jj", [9; 2], row_1_below), None);
        }
        assert_eq!(points("i11k9"), ["i11", "k9"]);
        assert_eq!(points("ab"), ["ab"]);
        assert_eq!(points("JHMK"), ["JH", "MK"]);
    }
}
