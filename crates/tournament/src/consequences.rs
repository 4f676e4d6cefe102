//! What a decision changes: places, pairings, and games that no longer count.

use crate::{EntryId, Event, GameId, MatchId, RankedEntry, Section, Spot};

/// The differences between an event before a decision and the same event after it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Consequences {
    /// The drawn matches whose sides change.
    pub pairings: Vec<ChangedPairing>,
    /// The games that were played but no longer count because their match has other sides now.
    pub undone: Vec<GameId>,
    /// The places that change, in the order of the ranking after the decision.
    pub places: Vec<ChangedPlace>,
}

/// A drawn match whose sides change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChangedPairing {
    /// The match.
    pub id: MatchId,
    /// The sides before the decision.
    pub was: [EntryId; 2],
    /// The sides after it; `None` while they are undecided.
    pub is: Option<[EntryId; 2]>,
}

/// A change of place or points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChangedPlace {
    /// The entry before the decision; `None` if it was not ranked.
    pub was: Option<RankedEntry>,
    /// The entry after it.
    pub is: RankedEntry,
}

impl Consequences {
    /// The changes from `before` to `after`.
    pub fn of(before: &Event, after: &Event) -> Consequences {
        let (was, is) = (before.state(), after.state());
        let drawn = was.stages().iter().flat_map(|stage| &stage.sections).flat_map(Section::matches);
        let pairings = drawn.filter(|it| matches!(it.id.spot, Spot::Table { .. })).filter_map(|then| {
            let now = is.a_match(then.id).map(|it| it.sides);
            (now != Some(then.sides)).then_some(ChangedPairing { id: then.id, was: then.sides, is: now })
        });
        let pairings = pairings.collect();
        let ranked = was.ranking();
        let places = is.ranking().into_iter().filter_map(|now| {
            let then = ranked.iter().find(|then| then.entry == now.entry);
            let is_same = then.is_some_and(|then| (then.place, then.points) == (now.place, now.points));
            (!is_same).then(|| ChangedPlace { was: then.cloned(), is: now })
        });
        let places = places.collect();
        Consequences { pairings, undone: before.undone(after).iter().map(|game| game.id).collect(), places }
    }
}

impl RankedEntry {
    /// Place and points: `#2 (7)`.
    pub fn figures(&self) -> String {
        let rank = self.place.map_or("–".to_owned(), |rank| format!("#{rank}"));
        self.points.map_or(rank.clone(), |points| format!("{rank} ({points})"))
    }
}
