//! The players that search.

use super::course::Course;
use super::ends::Endings;
use crate::{Board, Ply};
use leitai_core::{Budget, Engine, Info, Means, NoShelf, Seat};
use leitai_search::{Found, Limits, Pvs};
use std::sync::Arc;

/// Principal-variation search.
pub(super) struct Strong {
    /// Made at the first turn, with no larger a table than that turn can fill.
    search: Option<Pvs<Course>>,
    limits: Limits,
    endings: Arc<Endings>,
    memory: u64,
    seed: u64,
    /// May the table hold what depends on a past?
    circled: bool,
}

impl Strong {
    /// Within a limit of nodes it makes its endings itself, so that it plays the same everywhere; by the clock it reads the
    /// shelf.
    pub(super) fn new(limits: Limits, means: &Means<'_>) -> Self {
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
            Pvs::new(Limits { nodes, ..self.limits }.memory(self.memory), self.seed)
        });
        let mut walk = Course::of(view).with(self.endings.clone());
        let circled = walk.circled();
        let remembers = self.limits.timed && budget.nodes.is_none();
        circled.set(self.circled && remembers);
        // Where a third time had a part, now or in what is remembered, nothing is said to be proved.
        let mut say = |found: &Found<Ply>| {
            let info = found.info(found.line.clone());
            say(Info { proved: info.proved.filter(|_| !circled.get()), ..info });
        };
        let found = search.best(&mut walk, self.limits, budget, &mut say);
        self.circled = circled.get();
        turn.push(found.act);
    }
}
