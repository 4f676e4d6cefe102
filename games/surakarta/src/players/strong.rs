//! The players that search.

use super::course::Course;
use super::ends::Endings;
use crate::{Board, Ply};
use leitai_core::{Budget, Engine, Info, Means, NoShelf, Seat};
use leitai_search::{Hand, Pvs, SearchLimits, SearchResult, Walk, Which};
use std::sync::Arc;

/// Principal-variation search.
pub(super) struct Strong {
    /// Created at the first turn, with a table no larger than that turn can fill.
    search: Option<Pvs<Course>>,
    limits: SearchLimits,
    endings: Arc<Endings>,
    memory: u64,
    seed: u64,
    /// Whether the table may hold results that depend on a past.
    circled: bool,
}

impl Strong {
    /// With a node limit, the player builds its endings itself so that it plays the same everywhere; under the clock,
    /// it reads the shelf.
    pub(super) fn new(limits: SearchLimits, means: &Means<'_>) -> Self {
        let endings = Endings::with(&if limits.timed { *means } else { Means { shelf: &NoShelf, ..*means } });
        let memory = means.memory.saturating_sub(endings.bytes());
        Strong { search: None, limits, endings, memory, seed: means.seed, circled: false }
    }
}

impl Engine<Board> for Strong {
    fn think(
        &mut self,
        me: Seat,
        view: &Board,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(Info<Ply>),
        turn: &mut Vec<Ply>,
    ) {
        debug_assert_eq!(view.mover(), me);
        let search = self.search.get_or_insert_with(|| {
            let nodes = self.limits.nodes.into_iter().chain(budget.nodes).min();
            Pvs::new(SearchLimits { nodes, ..self.limits }.memory(self.memory), self.seed)
        });
        let mut walk = Course::of(view).with(self.endings.clone());
        let circled = walk.circled();
        let remembers = self.limits.timed && budget.nodes.is_none();
        circled.set(self.circled && remembers);
        // If a third occurrence played a part, now or in remembered results, nothing is reported as proved.
        let mut say = |found: &SearchResult<Ply>| {
            let info = found.info(found.line.clone());
            say(Info { proved: info.proved.filter(|_| !circled.get()), ..info });
        };
        let found = search.best(&mut walk, self.limits, budget, &mut say);
        self.circled = circled.get();
        let is_drawn = found.proved.is_some_and(|proved| proved.winner.is_none());
        turn.push(is_drawn.then(|| snare(&mut walk)).flatten().unwrap_or(found.act));
    }
}

/// Of the acts that hold a draw according to the tables, the first one after which the largest share of the other
/// side's answers loses; `None` if no table covers them.
fn snare(walk: &mut Course) -> Option<Ply> {
    let mut best: Option<(Ply, [usize; 2])> = None;
    for act in all(walk) {
        let undo = walk.make(act);
        if let Some(0) = worth(walk) {
            let answers = all(walk);
            let mut loses = |answer: &Ply| {
                let undo = walk.make(*answer);
                // After both acts, the same seat is on turn as before them.
                let lost = worth(walk).is_some_and(|value| value > 0);
                walk.take_back(*answer, undo);
                lost
            };
            let part = [answers.iter().copied().filter(|answer| loses(answer)).count(), answers.len().max(1)];
            if best.is_none_or(|(_, [lost, of])| part[0] * of > lost * part[1]) {
                best = Some((act, part));
            }
        }
        walk.take_back(act, undo);
    }
    best.map(|(act, _)| act)
}

fn all(walk: &mut Course) -> Vec<Ply> {
    let mut acts = Vec::new();
    if matches!(walk.hand(), Hand::Seat(_)) {
        walk.acts(Which::All, &mut acts);
    }
    acts
}

/// The result, if known, for the mover or the seat that would be on turn.
fn worth(walk: &Course) -> Option<i32> {
    let for_black = match walk.hand() {
        Hand::Over(result) => (2.0 * result) as i32 - 1,
        _ => walk.known()?.signum(),
    };
    Some(if walk.mover == Seat::First { for_black } else { -for_black })
}
