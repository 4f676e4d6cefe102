//! The tree of a game in Smart Game Format: nodes with properties, of which the first branch at every fork is the main
//! line.

use crate::Cursor;
use leitai_core::{Sentence, SheetError, sentence};

/// A property with its values and its line number.
pub(crate) struct Property {
    pub(crate) name: String,
    pub(crate) values: Vec<String>,
    pub(crate) line: usize,
}

/// The main line of a tree.
pub struct Tree {
    pub(crate) properties: Vec<Property>,
}

impl Tree {
    /// Reads the first tree of a text.
    pub(crate) fn read(text: &str) -> Result<Tree, SheetError> {
        Ok(Tree { properties: main_line(&mut Cursor::new(text), usize::MAX)? })
    }

    /// The root of the first tree of a text; empty if it has none.
    pub fn root_of(text: &str) -> Tree {
        Tree { properties: main_line(&mut Cursor::new(text), 1).unwrap_or_default() }
    }

    /// The value of the first property of that name; empty if there is none.
    pub fn text(&self, name: &str) -> &str {
        let property = self.properties.iter().find(|property| property.name == name);
        property.and_then(|property| property.values.first()).map_or("", |value| value.trim())
    }

    /// The values of every move, in order.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        let moves = self.properties.iter().filter(|property| matches!(property.name.as_str(), "B" | "W"));
        moves.flat_map(|property| property.values.iter().map(|value| value.trim()))
    }
}

/// How many moves stand in a text, in whichever branch and game: counted without reading it as a tree.
pub(crate) fn counted(text: &str) -> usize {
    let (mut count, mut name, mut is_value, mut is_escaped) = (0, String::new(), false, false);
    let mut is_after_value = false;
    for c in text.chars() {
        match c {
            _ if std::mem::take(&mut is_escaped) => {}
            '\\' if is_value => is_escaped = true,
            ']' if is_value => (is_value, is_after_value) = (false, true),
            _ if is_value => {}
            '[' => {
                is_value = true;
                count += usize::from(name == "B" || name == "W");
            }
            c if c.is_whitespace() => {}
            c => {
                if std::mem::take(&mut is_after_value) || !c.is_ascii_alphabetic() {
                    name.clear();
                }
                if c.is_ascii_uppercase() {
                    name.push(c);
                }
            }
        }
    }
    count
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
pub(crate) fn properties(cursor: &mut Cursor<'_>) -> Result<Vec<Property>, SheetError> {
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
    fn moves_are_counted_wherever_they_stand() {
        for (text, count) in [
            ("(;B[aa];W[bb])", 2),
            ("(;FF[4]PB[B[x]PW[W\\];B[z]]RE[B+];B[aa](;W[bb])(;W[cc];B[dd]))(;B[ee])", 5),
            ("(;AB[aa][bb]BL[3]WR[1d];Black[aa]\n[bb])", 2),
            ("", 0),
        ] {
            assert_eq!(counted(text), count, "{text}");
        }
    }
}
