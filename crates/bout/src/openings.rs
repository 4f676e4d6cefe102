//! Games that begin with the lines of a file.

use leitai_arena::SeriesGame;
use leitai_catalog::{OpeningError, RuledGame, Setup};
use leitai_core::{Outbox, Rng, Sentence, SheetName, Staging, errors, sentence};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The openings of a match, in the order of their lines; empty if every game begins at its normal start.
#[derive(Clone, Default)]
pub struct Openings {
    games: Vec<Arc<dyn RuledGame>>,
    lines: Vec<String>,
    taken: Option<Sentence>,
}

errors! {
    /// Why a file holds no openings of a game.
    #[derive(Debug)]
    pub enum OpeningsError {
        /// It cannot be read, or has none.
        File(path: PathBuf, why: Sentence) => "{path}: {why}", "{path}：{why}";
        /// A line of it, or a tree, cannot begin a game.
        Line {
            /// The file.
            path: PathBuf,
            /// Which of its lines or trees.
            at: Sentence,
            /// Why.
            why: Sentence,
        } => "{path}, {at}: {why}", "{path} {at}：{why}";
    }
}

impl Openings {
    /// Reads a file in which each line is acts of the game or a position, or which is a collection of SGF trees.
    /// Ignores blank lines, and lines that begin with `#` and are not a position.
    pub fn read(path: &Path, game: &dyn RuledGame) -> Result<Openings, OpeningsError> {
        let file = |why| OpeningsError::File(path.to_owned(), why);
        let bytes = std::fs::read(path).map_err(|error| file(Sentence::of(&error)))?;
        let decoded = leitai_sheet::decode(&bytes, None).map_err(|error| file(Sentence::of(&error)))?;
        let text = &decoded.text;
        let wrong = |at: &Sentence, why| OpeningsError::Line { path: path.to_owned(), at: at.clone(), why };
        let mut openings = Openings { taken: decoded.taken(), ..Openings::default() };
        let mut reached: Vec<(Sentence, String)> = Vec::new();
        for (at, line) in if text.trim_start().starts_with("(;") { trees(text, game) } else { lines(text) } {
            let line = line.map_err(|why| wrong(&at, why))?;
            let begun = match game.begun(&line) {
                Ok(begun) => begun,
                Err(_) if line.starts_with('#') => continue,
                Err(error) => return Err(wrong(&at, Sentence::of(&error))),
            };
            let position = start(&*begun);
            if let Some((earlier, _)) = reached.iter().find(|(_, known)| *known == position) {
                return Err(wrong(
                    &at,
                    sentence!("it leads to the same position as {earlier}", "与{earlier}到达同一局面"),
                ));
            }
            reached.push((at, position));
            openings.lines.extend(begun.opening());
            openings.games.push(begun);
        }
        if openings.games.is_empty() {
            return Err(file(sentence!("it holds no opening", "其中没有开局")));
        }
        Ok(openings)
    }

    /// Shuffles the openings by the seed.
    #[must_use]
    pub fn shuffled(mut self, seed: u64) -> Openings {
        let mut rng = Rng::new(seed);
        for last in (1..self.games.len()).rev() {
            let other = rng.below(last + 1);
            self.games.swap(last, other);
            self.lines.swap(last, other);
        }
        self
    }

    /// Openings from their lines, such as those that a match was begun with.
    pub fn of_lines(lines: &[String], game: &dyn RuledGame) -> Result<Openings, OpeningError> {
        let games: Vec<_> = lines.iter().map(|line| game.begun(line)).collect::<Result<_, _>>()?;
        Ok(Openings { lines: games.iter().filter_map(|game| game.opening()).collect(), games, taken: None })
    }

    /// What was taken for the encoding of the file, if it is not plain UTF-8.
    pub fn taken(&self) -> Option<&Sentence> {
        self.taken.as_ref()
    }

    /// The canonical lines.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// The games begun with the openings.
    pub fn games(&self) -> &[Arc<dyn RuledGame>] {
        &self.games
    }

    /// The number of openings; `None` if there are none.
    pub fn count(&self) -> Option<usize> {
        (!self.games.is_empty()).then_some(self.games.len())
    }

    /// The opening that a game began with.
    pub fn of(&self, game: &SeriesGame) -> Option<&str> {
        game.opening.map(|opening| &*self.lines[opening])
    }
}

/// Whether the game begins at a position other than its normal start, rather than with acts.
pub fn begins_elsewhere(game: &dyn RuledGame) -> bool {
    let setup = Setup { options: game.given().to_vec(), position: game.opening() };
    setup.position.is_some() && game.game().open(&setup).is_ok()
}

/// The place of an opening in a file, and its line.
type Placed = (Sentence, Result<String, Sentence>);

/// The lines of a text that may be openings.
fn lines(text: &str) -> Vec<Placed> {
    let lines = text.lines().zip(1..);
    let lines = lines.map(|(line, at)| (sentence!("line {at}", "第 {at} 行"), Ok(line.trim().to_owned())));
    lines.filter(|(_, line)| line.as_ref().is_ok_and(|line: &String| !line.is_empty())).collect()
}

/// The main lines of the trees of a collection.
fn trees(text: &str, game: &dyn RuledGame) -> Vec<Placed> {
    let trees = separate(text).into_iter().zip(1..).map(|(tree, at)| {
        let read = game.read_sheet(SheetName::Sgf.into(), tree).ok_or_else(|| {
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
