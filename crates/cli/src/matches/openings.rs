//! `leitai match --openings`: games that begin with the lines of a file.

use crate::args::Speech;
use crate::failure::Failure;
use leitai_arena::{Player, SeriesGame};
use leitai_catalog::{RuledGame, Setup};
use leitai_core::{DialectName, Level, Outbox, Rng, Sentence, SheetName, Staging, Tell, sentence};
use std::path::Path;
use std::sync::Arc;

/// The openings of a match, in the order of their lines; empty if every game begins at its normal start.
#[derive(Default)]
pub(crate) struct Openings {
    games: Vec<Arc<dyn RuledGame>>,
    lines: Vec<String>,
}

impl Openings {
    /// Reads a file in which each line is acts of the game or a position, or which is a collection of SGF trees.
    /// Ignores blank lines, and lines that begin with `#` and are not a position.
    pub(crate) fn read(path: Option<&Path>, game: &dyn RuledGame) -> Result<Openings, Failure> {
        let Some(path) = path else { return Ok(Openings::default()) };
        let bytes = std::fs::read(path).map_err(|error| Failure::file(path, &error))?;
        let text = leitai_sheet::decode(&bytes).ok_or_else(|| {
            Failure::file(
                path,
                &sentence!("not text in UTF-8 or GB18030", "不是 UTF-8 或 GB18030 编码的文本"),
            )
        })?;
        let wrong = |at: &Sentence, why: &dyn Tell| {
            let why = Sentence::of(why);
            Failure::Usage(sentence!("{path}, {at}: {why}", "{path} {at}：{why}"; path, at, why))
        };
        let mut openings = Openings::default();
        let mut reached: Vec<(Sentence, String)> = Vec::new();
        for (at, line) in if text.trim_start().starts_with("(;") { trees(&text, game) } else { lines(&text) }
        {
            let line = line.map_err(|why| wrong(&at, &why))?;
            let begun = match game.begun(&line) {
                Ok(begun) => begun,
                Err(_) if line.starts_with('#') => continue,
                Err(error) => return Err(wrong(&at, &error)),
            };
            let position = start(&*begun);
            if let Some((earlier, _)) = reached.iter().find(|(_, known)| *known == position) {
                return Err(wrong(
                    &at,
                    &sentence!("it leads to the same position as {earlier}", "与{earlier}到达同一局面"),
                ));
            }
            reached.push((at, position));
            openings.lines.extend(begun.opening());
            openings.games.push(begun);
        }
        if openings.games.is_empty() {
            return Err(Failure::file(path, &sentence!("it holds no opening", "其中没有开局")));
        }
        Ok(openings)
    }

    /// Shuffles the openings by the seed.
    pub(super) fn shuffled(mut self, seed: u64) -> Openings {
        let mut rng = Rng::new(seed);
        for last in (1..self.games.len()).rev() {
            let other = rng.below(last + 1);
            self.games.swap(last, other);
            self.lines.swap(last, other);
        }
        self
    }

    /// A single opening for every game, from the command line.
    pub(super) fn of_position(line: &str, game: &dyn RuledGame) -> Result<Openings, Failure> {
        let begun = begun(game, line)?;
        Ok(Openings { lines: begun.opening().into_iter().collect(), games: vec![begun] })
    }

    /// The openings of a match that was begun, as stored in its plan.
    pub(super) fn of_lines(lines: &[String], game: &dyn RuledGame) -> Result<Openings, Failure> {
        let games = lines.iter().map(|line| game.begun(line)).collect::<Result<_, _>>();
        Ok(Openings { games: games.map_err(|error| Failure::usage(&error))?, lines: lines.to_vec() })
    }

    /// The canonical lines.
    pub(crate) fn lines(&self) -> &[String] {
        &self.lines
    }

    /// The games begun with the openings.
    pub(crate) fn games(&self) -> &[Arc<dyn RuledGame>] {
        &self.games
    }

    /// The number of openings; `None` if there are none.
    pub(super) fn count(&self) -> Option<usize> {
        (!self.games.is_empty()).then_some(self.games.len())
    }

    /// The opening that a game began with.
    pub(super) fn of(&self, game: &SeriesGame) -> Option<&str> {
        game.opening.map(|opening| &*self.lines[opening])
    }

    /// The dialect for a player: as asked, else native for a built-in player that needs words for openings, or for
    /// thoughts if `talks`.
    pub(super) fn speech(&self, named: &str, asked: Option<Speech>, talks: bool) -> Option<Speech> {
        let is_own = (talks || !self.games.is_empty()) && named.parse::<Level>().is_ok();
        asked.or(is_own.then_some(Speech::Named(DialectName::Native)))
    }

    /// Refuses a player whose dialect cannot express one of the openings, which `option` named.
    pub(super) fn are_told(&self, players: &[Player], option: &str) -> Result<(), Failure> {
        let mut each = self.games.iter().flat_map(|game| players.iter().map(move |player| (game, player)));
        each.try_for_each(|(game, player)| is_told(&**game, player, option))
    }
}

/// Refuses a player whose dialect cannot express how the game begins, which `option` named.
pub(crate) fn is_told(game: &dyn RuledGame, player: &Player, option: &str) -> Result<(), Failure> {
    let Some(line) = game.opening().filter(|_| !game.tells_opening(player.dialect)) else { return Ok(()) };
    let (Player { name, dialect, .. }, facts) = (player, game.facts());
    let able = |name: &&DialectName| game.speaks(**name) && game.tells_opening(**name);
    let able: Vec<String> = facts.dialects.iter().filter(able).map(ToString::to_string).collect();
    let id = facts.id;
    Err(Failure::Usage(sentence!(
        "{option}: {name} speaks {dialect}, which cannot tell a program that its game begins with `{line}`; of the \
         dialects of {id}, these can: {able}",
        "{option}：{name} 使用协议 {dialect}，它无法告知程序对局从“{line}”开始；{id} 的协议中可用：{able}";
        able
    )))
}

/// Begins a game with the line that `--position` named.
pub(crate) fn begun(game: &dyn RuledGame, line: &str) -> Result<Arc<dyn RuledGame>, Failure> {
    game.begun(line)
        .map_err(|error| Failure::Usage(sentence!("--position: {error}", "--position：{error}"; error)))
}

/// Whether the game begins at a position other than its normal start, rather than with acts.
pub(crate) fn begins_elsewhere(game: &dyn RuledGame) -> bool {
    let setup = Setup { options: game.given().to_vec(), position: game.opening() };
    setup.position.is_some() && game.game().open(&setup).is_ok()
}

/// The place of an opening in a file, and its line.
type Found = (Sentence, Result<String, Sentence>);

/// The lines of a text that may be openings.
fn lines(text: &str) -> Vec<Found> {
    let lines = text.trim_start_matches('\u{feff}').lines().zip(1..);
    let lines = lines.map(|(line, at)| (sentence!("line {at}", "第 {at} 行"), Ok(line.trim().to_owned())));
    lines.filter(|(_, line)| line.as_ref().is_ok_and(|line: &String| !line.is_empty())).collect()
}

/// The main lines of the trees of a collection.
fn trees(text: &str, game: &dyn RuledGame) -> Vec<Found> {
    let trees = separate(text).into_iter().zip(1..).map(|(tree, at)| {
        let read = game.read_sheet(SheetName::Sgf, tree).ok_or_else(|| {
            let id = game.facts().id;
            sentence!("there is no sgf sheet of {id}", "{id} 没有 sgf 格式的棋谱")
        });
        let acts = read.and_then(|read| match read {
            Ok(sheet) => Ok(sheet.acts.into_iter().map(|(_, act)| act).collect::<Vec<_>>().join(" ")),
            Err(error) => Err(Sentence::of(&error)),
        });
        (sentence!("game {at}", "第 {at} 局"), acts)
    });
    trees.collect()
}

/// Splits an SGF collection into its trees; parentheses inside brackets do not count.
fn separate(text: &str) -> Vec<&str> {
    let (mut trees, mut depth, mut from, mut is_value, mut is_escaped) = (Vec::new(), 0, 0, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if std::mem::take(&mut is_escaped) => {}
            '\\' if is_value => is_escaped = true,
            ']' => is_value = false,
            _ if is_value => {}
            '[' => is_value = true,
            '(' => {
                if depth == 0 {
                    from = at;
                }
                depth += 1;
            }
            ')' => {
                depth -= 1;
                if depth == 0 {
                    trees.push(&text[from..=at]);
                }
            }
            _ => {}
        }
    }
    if depth > 0 {
        trees.push(&text[from..]);
    }
    trees
}

/// The position from which the players continue.
fn start(game: &dyn RuledGame) -> String {
    let mut table = game.table(Staging::default(), None);
    table.begin([None; 2], &mut Outbox::default());
    table.position()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_told_apart_whatever_their_comments_hold() {
        let text = "(;C[a (b\\] c)];B[aa](;W[bb])(;W[cc]))\n (;B[dd])(;B[e";
        assert_eq!(separate(text), ["(;C[a (b\\] c)];B[aa](;W[bb])(;W[cc]))", "(;B[dd])", "(;B[e"]);
    }
}
