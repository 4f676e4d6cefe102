//! The game at this terminal so far: to take moves back, to save it, and to ask a player about it.

use crate::engine::shelf_of;
use leitai_catalog::{Analyst, OpeningError, RuledGame};
use leitai_core::{
    Act, Actor, Facts, Lang, Level, Line, Means, Outbox, Record, Seat, Sentence, Span, Staging, Table, say,
    sentence,
};
use std::sync::Arc;
use std::time::Duration;

/// Nodes that a hint searches: a second or less in most games.
const NODES: u64 = 20_000;
/// Acts shown of its principal variation.
const LINE: usize = 6;

/// The game from its beginning.
pub(super) struct Past {
    /// The game before anything was played.
    game: Arc<dyn RuledGame>,
    /// Its record so far.
    record: Vec<u8>,
    /// What was played, and by whom.
    acts: Vec<(Actor, Vec<String>)>,
    /// Whether it began from a position other than the game's normal start.
    starts_elsewhere: bool,
}

impl Past {
    pub(super) fn of(game: Arc<dyn RuledGame>) -> Past {
        Past { game, record: Vec::new(), acts: Vec::new(), starts_elsewhere: false }
    }

    /// The past that a record describes.
    pub(super) fn recorded(game: Arc<dyn RuledGame>, record: &Record) -> Past {
        let mut past = Past::of(game);
        past.starts_elsewhere = record.about.position.is_some();
        for (_, line) in &record.lines {
            past.take(line);
        }
        past
    }

    /// Starts over from the beginning.
    pub(super) fn begin(&mut self) {
        *self = Past::of(Arc::clone(&self.game));
    }

    /// Takes in lines of the record; returns the acts that were taken back by them, with their hands.
    pub(super) fn hear(&mut self, lines: &[u8]) -> Vec<(Actor, Vec<String>)> {
        self.record.extend_from_slice(lines);
        let mut back = Vec::new();
        for line in lines.split(|byte| *byte == b'\n') {
            match serde_json::from_slice(line) {
                Ok(Line::Game(about)) => self.starts_elsewhere = about.position.is_some(),
                Ok(line) => back.extend(self.take(&line)),
                // Lines come whole; the last is empty.
                Err(_) => {}
            }
        }
        back
    }

    /// Takes in a line of the record; returns the acts that were taken back by it.
    fn take(&mut self, line: &Line<'_>) -> Vec<(Actor, Vec<String>)> {
        match line {
            Line::Play { by, acts, .. } => {
                self.acts.push((*by, acts.iter().map(ToString::to_string).collect()));
                Vec::new()
            }
            Line::Back { acts: kept, .. } => {
                let mut count = 0;
                let at = self.acts.iter().position(|(_, acts)| {
                    count += acts.len();
                    count > *kept
                });
                self.acts.split_off(at.unwrap_or(self.acts.len()))
            }
            _ => Vec::new(),
        }
    }

    /// The record so far.
    pub(super) fn record(&self) -> &[u8] {
        &self.record
    }

    /// The facts of the game.
    pub(super) fn facts(&self) -> &'static Facts {
        self.game.game().facts()
    }

    /// The game continued from everything played, as given to both seats; or why that is impossible.
    pub(super) fn whole(&self) -> Result<Arc<dyn RuledGame>, Sentence> {
        self.up_to(self.acts.len())
    }

    fn up_to(&self, at: usize) -> Result<Arc<dyn RuledGame>, Sentence> {
        if at == 0 {
            return Ok(Arc::clone(&self.game));
        }
        let begun = if self.starts_elsewhere {
            self.game.begun(&self.position(at)?)
        } else {
            let acts: Vec<_> = self.acts[..at].iter().flat_map(|(_, acts)| acts.iter().cloned()).collect();
            self.game.begun(&acts.join(" "))
        };
        begun.map_err(|error| match error {
            OpeningError::NotOpen { game } => sentence!(
                "{game} has hidden information or dice, so its players cannot be told the position",
                "{game}有隐藏信息或骰子，无法把此前的着法告诉双方"; game
            ),
            error => Sentence::of(&error),
        })
    }

    /// The position after the first `at` entries.
    fn position(&self, at: usize) -> Result<String, Sentence> {
        let (mut table, mut outbox) = (self.fresh(), Outbox::default());
        for (by, acts) in &self.acts[..at] {
            let acts: Vec<&str> = acts.iter().map(String::as_str).collect();
            let act = Act::Play { by: *by, acts: &acts, span: Span::Part };
            table
                .act(act, Duration::ZERO, [None; 2], &mut outbox)
                .map_err(|_| sentence!("its moves cannot be replayed", "其着法无法重新走一遍"))?;
        }
        Ok(table.position())
    }

    /// A table of the game at its beginning, for trying things out.
    pub(super) fn fresh(&self) -> Box<dyn Table> {
        let mut table = self.game.table(Staging::default(), None);
        table.begin([None; 2], &mut Outbox::default());
        table
    }

    /// Whether a seat has played anything.
    pub(super) fn has_begun(&self) -> bool {
        self.acts.iter().any(|(by, _)| matches!(by, Actor::Seat(_)))
    }

    /// Whether this seat has played anything.
    pub(super) fn has_acted(&self, seat: Seat) -> bool {
        self.acts.iter().any(|(by, _)| *by == Actor::Seat(seat))
    }

    /// A built-in player who has followed the game so far.
    fn analyst(&self, level: Level) -> Option<Box<dyn Analyst>> {
        let shelf = shelf_of(self.game.game());
        let mut analyst = self.game.analyst(level, &Means { shelf: &*shelf, ..Means::seeded(0) })?;
        for (by, acts) in &self.acts {
            for act in acts {
                analyst.play(*by, act).ok()?;
            }
        }
        Some(analyst)
    }

    /// What the strongest built-in player would do in this seat, knowing what the seat knows, in words; `None` if it
    /// has nothing to suggest.
    pub(super) fn hint(&self, seat: Seat, lang: Lang) -> Option<String> {
        let level = self.facts().strongest_level();
        let mut analyst = self.analyst(level)?;
        if let Some(judged) = analyst.judge(NODES).filter(|judged| judged.seat == seat)
            && let Some(act) = judged.line.first()
        {
            let line = judged.line[..judged.line.len().min(LINE)].join(" ");
            let percent = judged.expected * 100.0;
            return Some(say!(
                lang,
                "{level} would play {act}; it expects {percent:.1} % for you: {line}",
                "{level} 会走 {act}；它预期你得 {percent:.1} %：{line}"
            ));
        }
        let turn = analyst.turn_of(seat).join(" ");
        Some(say!(lang, "{level} would play {turn}", "{level} 会走 {turn}"))
    }

    /// The turn of a built-in player in this seat, as far as it can be decided without an answer.
    pub(super) fn played_for(&self, seat: Seat) -> Option<Vec<String>> {
        let turn = self.analyst(self.facts().quick_level())?.turn_of(seat);
        Some(turn).filter(|turn| !turn.is_empty())
    }
}
