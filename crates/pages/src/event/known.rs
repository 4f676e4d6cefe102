//! What is known of a game without its record: who played, the result, and why it ended.

use crate::event::computed_event::Both;
use crate::event::games::not_confirmed;
use crate::event::view::EventView;
use leitai_tournament::{GameId, Sentence};

/// A game according to its event's journal. All of it is public.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownGame {
    /// The short id and the name of its event.
    pub event: [String; 2],
    /// The names of its players, First's before Second's.
    pub seats: [String; 2],
    /// The result as it counts, or as recorded if it does not count: `1–0`.
    pub result: &'static str,
    /// Why it ended as it did; empty if the result was awarded without play.
    pub why: Sentence,
    /// Remarks beyond the result.
    pub notes: Vec<Sentence>,
    /// Whether it was played. A result awarded without play never had a record.
    pub is_played: bool,
}

impl EventView<'_> {
    /// A game that has a result; `None` for any other.
    pub fn known(&self, id: GameId) -> Option<KnownGame> {
        let event = &self.history.event;
        let games = event.games();
        let recorded = games.binary_search_by_key(&id, |game| game.id).ok().map(|at| games[at]);
        // Without rulings every result counts as recorded, and nobody has confirmed any.
        let (counted, unconfirmed) = if event.rulings().is_empty() {
            (recorded, None)
        } else {
            let state = event.state();
            let counted = state.a_match(id.of).map_or(&[][..], |it| it.games);
            let unconfirmed = recorded.and_then(|game| not_confirmed(event, &state, &game));
            (counted.iter().find(|game| game.id == id).copied(), unconfirmed)
        };
        let it = Both { recorded, counted, details: self.history.details.get(&id) };
        let game = it.game()?;
        Some(KnownGame {
            event: [self.id.to_owned(), self.history.begun.name.clone()],
            seats: [game.first, game.second].map(|entry| event.name(entry).to_owned()),
            result: game.outcome.figures(),
            why: self.reason(id, &it),
            notes: it.notes().into_iter().chain(unconfirmed).collect(),
            is_played: recorded.is_some(),
        })
    }

    /// Why a game ended as it did, as far as the public may know.
    pub(crate) fn reason(&self, id: GameId, it: &Both<'_>) -> Sentence {
        if self.is_open(id) {
            return it.reason();
        }
        // Figures would reveal what the public was not told.
        let told = self.reasons.get(&id).cloned().flatten();
        told.or_else(|| it.plain_reason()).unwrap_or_default()
    }
}
