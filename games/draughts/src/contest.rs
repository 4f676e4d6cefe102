//! Draughts sheets of the national contest (`DR8-….txt`): lines that say when, who and how it ended, then numbered
//! rounds, `1. 22-18 11-16`, by the numbers of squares.

use crate::numbered::{Reading, is_move};
use crate::{Board, Rules};
use leitai_core::{Foreign, Heading, Position, Seat, SheetError, SheetGame, SheetResult, sentence};

/// The sheets.
pub(crate) struct Contest;

impl Foreign<Board> for Contest {
    fn name(&self) -> &'static str {
        "contest"
    }

    fn knows(&self, text: &str) -> bool {
        let mut said = text.lines().take(12).filter_map(field).map(|(name, _)| name);
        said.any(|name| matches!(name, "先手方" | "后手方"))
    }

    fn read(&self, rules: &Rules, text: &str) -> Result<SheetGame<Board>, SheetError> {
        let mut heading = Heading::default();
        let mut game = Reading::of(Board::initial(rules));
        for (line, at) in text.lines().zip(1..) {
            if let Some((name, value)) = field(line) {
                let value = value.to_owned();
                match name {
                    "先手方" => heading.teams[0] = value,
                    "后手方" => heading.teams[1] = value,
                    "时间" | "日期" | "比赛时间" => heading.time = value,
                    "地点" | "比赛地点" => heading.place = value,
                    "赛事" | "比赛" | "赛事名称" => heading.event = value,
                    "结果" => heading.result = result(&value),
                    // Which side sits where, and what tools add of their own.
                    _ => {}
                }
                continue;
            }
            for word in line.split_whitespace() {
                let number = word.trim_start_matches(|c: char| c.is_ascii_digit());
                let word = number.strip_prefix(['.', '．', '、']).unwrap_or(word);
                let is_result = result(word).is_some();
                if word.is_empty() {
                    continue;
                }
                if is_result {
                    // The last line says the result again.
                    heading.result = heading.result.or_else(|| result(word));
                    continue;
                }
                if word.split(['-', 'x']).any(|part| part.parse::<u8>().is_ok_and(|number| number > 32)) {
                    return Err(SheetError::new(
                        at,
                        sentence!(
                            "`{word}` is a move of draughts on 10×10: here the board is 8×8",
                            "“{word}”是百格国际跳棋的着法，而这里的棋盘是 8×8"
                        ),
                    ));
                }
                game.play(at, word)?;
            }
        }
        Ok(SheetGame::of(heading, game.acts))
    }
}

/// A line `时间：2018-08-01`, as its name and value; `None` for moves.
fn field(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(['：', ':'])?;
    let name = name.trim().trim_start_matches('\u{feff}');
    (!name.is_empty() && !is_move(line.trim()) && !name.starts_with(|c: char| c.is_ascii_digit()))
        .then(|| (name, value.trim()))
}

/// `1-0` if who begins won; `*` is a draw on these sheets.
fn result(text: &str) -> Option<SheetResult> {
    Some(match text {
        "1-0" | "2-0" | "先手胜" => SheetResult::Won(Seat::First),
        "0-1" | "0-2" | "后手胜" => SheetResult::Won(Seat::Second),
        "*" | "1-1" | "和棋" | "平局" => SheetResult::Drawn,
        _ => return None,
    })
}
