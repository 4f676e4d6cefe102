//! Portable Draughts Notation: tags in brackets, then numbered moves.

use crate::numbered::{Reading, is_move};
use crate::{Board, Rules};
use leitai_core::{Foreign, Heading, Position, Seat, Sentence, SheetError, SheetGame, SheetResult, sentence};
use leitai_sheet::Cursor;

/// The notation.
pub(crate) struct Pdn;

impl Foreign<Board> for Pdn {
    fn name(&self) -> &'static str {
        "pdn"
    }

    fn knows(&self, text: &str) -> bool {
        let mut cursor = Cursor::new(text);
        let tags = tags(&mut cursor);
        let mut words = cursor.rest().split_whitespace().map(without_number).filter(|word| !word.is_empty());
        tags.iter().any(|(name, _)| name == "GameType")
            || !tags.is_empty() && words.find(|word| !word.starts_with('{')).is_some_and(is_move)
    }

    fn read(&self, rules: &Rules, text: &str) -> Result<SheetGame<Board>, SheetError> {
        let mut cursor = Cursor::new(text);
        let tags = tags(&mut cursor);
        let tag =
            |name: &str| tags.iter().find(|(its, _)| its == name).map_or("", |(_, value)| value.as_str());
        if tags.iter().any(|(name, _)| name == "FEN") {
            return Err(cursor.error(Sentence::new(
                "PDN from another position than the start is not read",
                "不支持从其他局面开始的 PDN 棋谱",
            )));
        }
        let kind = tag("GameType").split(',').next().unwrap_or_default().trim().to_owned();
        if !EIGHT.contains(&kind.as_str()) {
            return Err(cursor.error(sentence!(
                "PDN of game type {kind}, on another board: here it is 8×8",
                "这是类型 {kind} 的 PDN 棋谱，棋盘不同：这里是 8×8"
            )));
        }
        let mut game = Reading::of(Board::initial(rules));
        let (mut is_over, mut aside) = (false, 0);
        let mut depth = 0_u32;
        loop {
            cursor.skip(&[]);
            let line = cursor.line();
            let Some(next) = cursor.peek() else { break };
            if next == '{' {
                cursor.bracketed('{', '}').ok_or_else(|| {
                    cursor.error(Sentence::new("a comment is not closed with `}`", "注释没有以“}”结束"))
                })?;
                continue;
            }
            if next == '}' {
                return Err(cursor.error(Sentence::new("`}` closes no comment", "“}”没有对应的注释")));
            }
            if next == '(' || next == ')' {
                cursor.bump();
                depth = if next == '(' { depth + 1 } else { depth.saturating_sub(1) };
                continue;
            }
            // Another game of the file.
            is_over |= next == '[';
            let word = cursor.until(|c| c.is_whitespace() || "(){}".contains(c));
            let word = without_number(word).trim_end_matches(['!', '?', '*']);
            if depth > 0 || is_over {
                aside += usize::from(is_move(word));
            } else if RESULTS.iter().any(|(its, _)| *its == word) {
                is_over = true;
            } else if !word.is_empty() && !word.starts_with('$') {
                game.play(line, word)?;
            }
        }
        // Who begins: Black where it has the numbers up to 12, White elsewhere.
        let first = if game.is_turned() { ["Black", "White"] } else { ["White", "Black"] };
        let result = RESULTS.iter().find(|(its, _)| *its == tag("Result")).and_then(|(_, result)| *result);
        let [time, place, event] =
            ["Date", "Site", "Event"].map(|name| tag(name).replace('?', "").trim().to_owned());
        let heading = Heading { teams: first.map(|name| tag(name).to_owned()), result, time, place, event };
        Ok(SheetGame { aside, ..SheetGame::of(heading, game.acts) })
    }
}

/// Types of games on 8×8: none said, English, Italian, Russian, Brazilian, Czech, pool.
const EIGHT: [&str; 7] = ["", "21", "22", "25", "26", "29", "23"];

/// How a game may end. The first number is that of the side that begins.
const RESULTS: [(&str, Option<SheetResult>); 8] = [
    ("1-0", Some(SheetResult::Won(Seat::First))),
    ("2-0", Some(SheetResult::Won(Seat::First))),
    ("0-1", Some(SheetResult::Won(Seat::Second))),
    ("0-2", Some(SheetResult::Won(Seat::Second))),
    ("1-1", Some(SheetResult::Drawn)),
    ("1/2-1/2", Some(SheetResult::Drawn)),
    ("0-0", Some(SheetResult::Drawn)),
    ("*", None),
];

/// Takes `[Name "value"]` as often as it stands.
fn tags(cursor: &mut Cursor<'_>) -> Vec<(String, String)> {
    let mut all = Vec::new();
    cursor.skip(&['\u{feff}']);
    while let Some(tag) = cursor.bracketed('[', ']') {
        let (name, value) = tag.trim().split_once(char::is_whitespace).unwrap_or((tag, ""));
        all.push((name.to_owned(), value.trim().trim_matches('"').to_owned()));
        cursor.skip(&[]);
    }
    all
}

/// A word without the number of its round.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}
