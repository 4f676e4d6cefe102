//! `leitai match --openings`: games that begin by the lines of a file.

use crate::args::Speech;
use crate::failure::Failure;
use leitai_arena::{Player, SeriesGame};
use leitai_catalog::RuledGame;
use leitai_core::{DialectName, Level, Post, Sentence, Staging, Tell, sentence};
use std::path::Path;
use std::sync::Arc;

/// The openings of a match, in the order of their lines; none of them where every game begins as its law says.
#[derive(Default)]
pub(super) struct Openings {
    games: Vec<Arc<dyn RuledGame>>,
    lines: Vec<String>,
}

impl Openings {
    /// Reads a file: each line acts of the game or a position. Blank lines, and lines that begin with `#` and are no
    /// position, say nothing.
    pub(super) fn read(path: Option<&Path>, game: &dyn RuledGame) -> Result<Openings, Failure> {
        let Some(path) = path else { return Ok(Openings::default()) };
        let bytes = std::fs::read(path).map_err(|error| Failure::file(path, &error))?;
        let text = String::from_utf8(bytes).map_err(|_| {
            Failure::file(path, &sentence!("it is not a text file in UTF-8", "不是 UTF-8 文本文件"))
        })?;
        let mut openings = Openings::default();
        let mut reached: Vec<(usize, String)> = Vec::new();
        for (at, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let (at, line) = (at + 1, line.trim());
            let wrong = |why: &dyn Tell| {
                let why = Sentence::of(why);
                Failure::Usage(sentence!("{path}, line {at}: {why}", "{path} 第 {at} 行：{why}"; path, why))
            };
            if line.is_empty() {
                continue;
            }
            let begun = match game.begun(line) {
                Ok(begun) => begun,
                Err(_) if line.starts_with('#') => continue,
                Err(error) => return Err(wrong(&error)),
            };
            let position = start(&*begun);
            if let Some((earlier, _)) = reached.iter().find(|(_, known)| *known == position) {
                return Err(wrong(&sentence!(
                    "it leads to the same position as line {earlier}",
                    "与第 {earlier} 行到达同一局面"
                )));
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

    /// The games begun by them.
    pub(super) fn games(&self) -> &[Arc<dyn RuledGame>] {
        &self.games
    }

    /// How many there are, where a file was named.
    pub(super) fn count(&self) -> Option<usize> {
        (!self.games.is_empty()).then_some(self.games.len())
    }

    /// The one that a game was begun by.
    pub(super) fn of(&self, game: &SeriesGame) -> Option<&str> {
        game.opening.map(|opening| &*self.lines[opening])
    }

    /// What a player is spoken with where nobody named a dialect: a built-in one takes what has words for openings.
    pub(super) fn speech(&self, named: &str, asked: Option<Speech>) -> Option<Speech> {
        let is_own = !self.games.is_empty() && named.parse::<Level>().is_ok();
        asked.or(is_own.then_some(Speech::Named(DialectName::Native)))
    }

    /// Refuses a player that could not be told of one of them.
    pub(super) fn are_told(&self, players: &[Player; 2]) -> Result<(), Failure> {
        for (game, line) in self.games.iter().zip(&self.lines) {
            let deaf = players.iter().find(|player| !game.tells_opening(player.dialect));
            let Some(Player { name, dialect, .. }) = deaf else { continue };
            let facts = game.facts();
            let able = |name: &&DialectName| game.speaks(**name) && game.tells_opening(**name);
            let able: Vec<String> = facts.dialects.iter().filter(able).map(ToString::to_string).collect();
            let id = facts.id;
            return Err(Failure::Usage(sentence!(
                "--openings: {name} speaks {dialect}, which has no words to tell a program that its game begins by `{line}`; of \
                 the dialects of {id} these have: {able}",
                "--openings：{name} 使用协议 {dialect}，它无法告知程序对局从“{line}”开始；{id} 的协议中可用：{able}";
                able
            )));
        }
        Ok(())
    }
}

/// The position from which the players go on.
fn start(game: &dyn RuledGame) -> String {
    let mut table = game.table(Staging::default(), None);
    table.begin([None; 2], &mut Post::default());
    table.position()
}
