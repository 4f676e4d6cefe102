//! Smart Game Format, version 4: a tree of nodes, of which only the main line is kept.

use crate::national::place;
use crate::{Cursor, SheetMove, StoneWords};
use leitai_core::{
    Actor, Heading, Position, Seat, Sentence, Sheet, SheetError, SheetGame, SheetResult, State, is_hidden,
    sentence,
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

/// A property with its values and its line number.
struct Property {
    name: String,
    values: Vec<String>,
    line: usize,
}

impl<W: StoneWords> Sheet<W::Position> for Sgf<W> {
    fn knows(&self, text: &str) -> bool {
        let mut cursor = Cursor::new(text);
        cursor.skip(&[]);
        let Ok(root) = main_line(&mut cursor.clone(), 1) else { return false };
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

    fn read(
        &self,
        rules: &<W::Position as Position>::Rules,
        text: &str,
    ) -> Result<SheetGame<W::Position>, SheetError> {
        let mut cursor = Cursor::new(text);
        let size = W::size(rules);
        let properties = main_line(&mut cursor, usize::MAX)?;
        let mut entries = Vec::new();
        for Property { name, values, line } in &properties {
            let side = match name.as_str() {
                "B" => Some(0),
                "W" => Some(1),
                WORD => None,
                "SZ" => {
                    let said = values.first().map_or("", String::as_str);
                    let due = said_size(size);
                    if said.trim() == due {
                        continue;
                    }
                    return Err(SheetError::new(
                        *line,
                        sentence!("the board has size {said}, not {due}", "棋盘大小为 {said}，应为 {due}"),
                    ));
                }
                "AB" | "AW" | "AE" => {
                    return Err(SheetError::new(
                        *line,
                        Sentence::new(
                            "stones set up before the game are not supported",
                            "不支持开局前摆放的棋子",
                        ),
                    ));
                }
                _ => continue,
            };
            for value in values {
                let value = value.trim();
                let Some(_) = side else {
                    entries.push((*line, None, SheetMove::Word(value.to_owned())));
                    continue;
                };
                // `B[i11k9]`: two stones of a turn in one value.
                for point in points(value) {
                    let entry = point_of(point, size, W::ROW_1_BELOW);
                    let wrong = || {
                        SheetError::new(
                            *line,
                            sentence!("`{}` is not a point", "“{}”不是一个点", point.escape_debug()),
                        )
                    };
                    entries.push((*line, side, entry.ok_or_else(wrong)?));
                }
            }
        }
        let (acts, position) = W::unfold(rules, entries)?;
        let seats = Seat::BOTH.map(|seat| W::side(&position, seat));
        let text_of = |name: &str| {
            let property = properties.iter().find(|property| property.name == name);
            property.and_then(|property| property.values.first()).map_or("", |value| value.trim()).to_owned()
        };
        let team = |side: usize| text_of(["PB", "PW"][side]);
        let heading = Heading {
            teams: seats.map(team),
            result: result(&text_of("RE"), seats),
            time: text_of("DT"),
            place: text_of("PC"),
            event: text_of("EV"),
        };
        Ok(SheetGame { heading, acts })
    }

    fn file_name(&self, heading: &Heading) -> String {
        W::HEAD.file_name(heading).replace(".txt", ".sgf")
    }
}

/// Reads `B+R`, `W+`, `0` or `Draw`; anything else counts as no result. `sides` is the side of each seat.
fn result(text: &str, sides: [usize; 2]) -> Option<SheetResult> {
    let winner = |side: usize| if sides[0] == side { Seat::First } else { Seat::Second };
    match text.get(..2) {
        Some("B+" | "b+") => Some(SheetResult::Won(winner(0))),
        Some("W+" | "w+") => Some(SheetResult::Won(winner(1))),
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

/// The properties of the first `nodes` nodes of the main line, which takes the first branch at every fork.
fn main_line(cursor: &mut Cursor<'_>, nodes: usize) -> Result<Vec<Property>, SheetError> {
    cursor.until(|c| c == '(');
    if !cursor.accept('(') {
        return Err(cursor.error(Sentence::new("a game in SGF begins with `(;`", "SGF 棋谱以“(;”开头")));
    }
    let mut all = Vec::new();
    for _ in 0..nodes {
        // A variation's main line is its first one, and goes on after its bracket.
        cursor.skip(&['(']);
        if cursor.accept(';') {
            all.extend(properties(cursor)?);
        } else if cursor.accept(')') {
            return Ok(all);
        } else {
            let found: String = cursor.rest().chars().take(12).collect();
            return Err(cursor.error(if found.is_empty() {
                Sentence::new("the text breaks off before `)`", "在“)”之前中断")
            } else {
                sentence!(
                    "`;` or `)` was expected, not `{}`",
                    "应为“;”或“)”，而不是“{}”",
                    found.escape_debug()
                )
            }));
        }
    }
    Ok(all)
}

/// The properties of one node.
fn properties(cursor: &mut Cursor<'_>) -> Result<Vec<Property>, SheetError> {
    let mut all = Vec::new();
    loop {
        cursor.skip(&[]);
        let line = cursor.line();
        // Lower-case letters in a name belong to the long form of old versions: `Black` is `B`.
        let name: String =
            cursor.until(|c| !c.is_ascii_alphabetic()).chars().filter(char::is_ascii_uppercase).collect();
        cursor.skip(&[]);
        let mut values = Vec::new();
        while cursor.accept('[') {
            values.push(value(cursor)?);
            cursor.skip(&[]);
        }
        match (name.is_empty(), values.is_empty()) {
            (true, true) => return Ok(all),
            (false, false) => all.push(Property { name, values, line }),
            (true, false) => {
                return Err(SheetError::new(
                    line,
                    Sentence::new("a value without a property", "有值而无属性"),
                ));
            }
            (false, true) => {
                return Err(SheetError::new(
                    line,
                    sentence!("property {name} has no value", "属性 {name} 没有值"),
                ));
            }
        }
    }
}

/// A value up to its bracket; a backslash takes the next character literally, or joins two lines.
fn value(cursor: &mut Cursor<'_>) -> Result<String, SheetError> {
    let line = cursor.line();
    let mut text = String::new();
    while let Some(c) = cursor.bump() {
        match c {
            ']' => return Ok(text),
            '\\' => text.extend(cursor.bump().filter(|c| *c != '\n')),
            c => text.push(c),
        }
    }
    Err(SheetError::new(line, Sentence::new("a value is not closed with `]`", "值没有以“]”结束")))
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

    fn names(text: &str) -> Vec<String> {
        let line = main_line(&mut Cursor::new(text), usize::MAX).unwrap();
        line.into_iter().map(|p| format!("{}={}", p.name, p.values.join("|"))).collect()
    }

    #[test]
    fn the_main_line_takes_the_first_of_every_branching() {
        assert_eq!(names("x(;A[a];B[b](;C[c](;D[d])(;E[e]))(;F[f]))"), ["A=a", "B=b", "C=c", "D=d"]);
        assert_eq!(names("(;AB[aa][bb]\n C [x\\]y\\\\z])"), ["AB=aa|bb", "C=x]y\\z"]);
    }

    #[test]
    fn broken_texts_name_their_line() {
        for (text, line) in
            [("", 1), ("(;A[a]\n;B[b", 2), ("(;A[a]\n\nB)", 3), ("(;A[a]\n?)", 2), ("(;A[a]", 1)]
        {
            let error = main_line(&mut Cursor::new(text), usize::MAX).err().unwrap();
            assert_eq!(error.line, line, "{text}: {error}");
        }
    }

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
