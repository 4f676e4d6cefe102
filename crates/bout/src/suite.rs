//! Making and judging openings that favour neither seat.

#[cfg(test)]
mod tests;

use crate::openings::begins_elsewhere;
use leitai_catalog::{OpeningError, RuledGame};
use leitai_core::{Act, Actor, Level, Means, Outbox, Rng, Shelf, Span, Staging, Table, Turn};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Openings tried for each one wanted before no more are looked for.
const TRIES: u32 = 60;

/// A built-in player that judges openings. The same nodes give the same judgements.
#[derive(Clone, Copy)]
pub struct OpeningJudge<'a> {
    /// The game from its normal start.
    pub game: &'a dyn RuledGame,
    /// The level that judges.
    pub level: Level,
    /// Nodes searched for each opening.
    pub nodes: u64,
    /// How far from even an opening may be, in percent of a point.
    pub within: u32,
    /// The tables that the level may read.
    pub shelf: &'a dyn Shelf,
}

/// Which openings are to be made.
#[derive(Clone, Copy, Debug)]
pub struct WantedSuite {
    /// How many.
    pub count: u32,
    /// How many turns each has.
    pub plies: u32,
    /// The seed that they are drawn from.
    pub seed: u64,
}

impl OpeningJudge<'_> {
    /// The value of an opening for First at its end, from 0 to 1; `None` if there is nothing left to think about.
    pub fn worth(&self, begun: &dyn RuledGame) -> Option<f32> {
        let mut analyst = begun.analyst(self.level, &Means { shelf: self.shelf, ..Means::seeded(0) })?;
        // An analyst begins at a position, but has to be given the acts of an opening.
        let acts = begun.opening().filter(|_| !begins_elsewhere(begun)).unwrap_or_default();
        for act in acts.split_whitespace() {
            let by = analyst.turn().next()?;
            analyst.play(by, act).ok()?;
        }
        analyst.judge(self.nodes).map(|judged| judged.for_first())
    }

    /// Whether an opening of this value favours neither seat.
    pub fn is_even(&self, worth: Option<f32>) -> bool {
        let within = self.within as f32 / 100.0;
        worth.is_some_and(|worth| (worth - 0.5).abs() <= within + 1e-6)
    }

    /// Draws even openings that lead to different positions, and passes each to `see` with its value. There are fewer
    /// than wanted if too few are found, or if `stop` is set. Errors if the game cannot be begun by an opening.
    pub fn make(
        &self,
        wanted: WantedSuite,
        stop: &AtomicBool,
        see: &mut dyn FnMut(&str, Option<f32>),
    ) -> Result<Vec<String>, OpeningError> {
        self.game.begun("")?;
        let mut rng = Rng::new(wanted.seed);
        let (mut known, mut made) = (BTreeSet::new(), Vec::new());
        for _ in 0..wanted.count.saturating_mul(TRIES) {
            if made.len() >= wanted.count as usize || stop.load(Ordering::Relaxed) {
                break;
            }
            let Some((line, position)) = self.drawn(wanted.plies, &mut rng) else { continue };
            let Ok(begun) = self.game.begun(&line) else { continue };
            let worth = self.worth(&*begun);
            if self.is_even(worth) && known.insert(position) {
                see(&line, worth);
                made.push(line);
            }
        }
        Ok(made)
    }

    /// A random opening of so many turns, about half of them random and half as the weakest player would play, and the
    /// position it leads to; `None` if the game ends before that.
    fn drawn(&self, plies: u32, rng: &mut Rng) -> Option<(String, String)> {
        let mut table = self.game.table(Staging::default(), None);
        table.begin([None; 2], &mut Outbox::default());
        let mut easy = self.game.analyst(Level::Easy, &Means::seeded(rng.next()))?;
        let mut line = Vec::new();
        while table.plies() < plies {
            let Turn::Of(Actor::Seat(seat)) = table.turn() else { return None };
            let lots = table.choices(seat);
            let acts = match rng.below(2) {
                0 => vec![lots[rng.below(lots.len())].text.clone()],
                _ => easy.turn_of(seat),
            };
            let by = Actor::Seat(seat);
            for act in acts {
                play(&mut *table, by, &act)?;
                easy.play(by, &act).ok()?;
                line.push(act);
            }
        }
        matches!(table.turn(), Turn::Of(_)).then(|| (line.join(" "), table.position()))
    }
}

fn play(table: &mut dyn Table, by: Actor, act: &str) -> Option<()> {
    let act = Act::Play { by, acts: &[act], span: Span::Part };
    table.act(act, Duration::ZERO, [None; 2], &mut Outbox::default()).ok()
}
