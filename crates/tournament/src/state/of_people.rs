//! What is known of the people of an event: who left, who is there, who confirmed, who objects.

use std::collections::BTreeSet;

use super::EventState;
use crate::decision::Decision;
use crate::docket::Left;
use crate::in_force::standing;
use crate::{EntryId, Event, GameId, HeardObjection, RecordedGame};

impl<'e> EventState<'e> {
    /// The objections that stand, each with its latest answer, in the order in which they were made.
    pub fn objections(&self) -> Vec<HeardObjection<'e>> {
        let event: &'e Event = self.event;
        let mut all: Vec<HeardObjection<'e>> = Vec::new();
        for (number, ruling) in standing(&event.rulings) {
            match ruling.decision {
                Decision::Object { .. } => all.push(HeardObjection { number, ruling, answer: None }),
                Decision::Answer { objection, upheld } => {
                    if let Some(known) = all.iter_mut().find(|it| it.number == objection) {
                        known.answer = Some((ruling, upheld));
                    }
                }
                _ => {}
            }
        }
        all
    }

    /// The games whose results are in doubt and wait for a ruling.
    pub fn in_doubt(&self) -> Vec<GameId> {
        self.docket.waiting().collect()
    }
}

impl EventState<'_> {
    /// How an entry left the event, if it left and has not come back.
    pub fn left(&self, entry: EntryId) -> Option<Left> {
        self.docket.left(entry)
    }

    /// Whether First and Second each confirmed a result; if one of them does not, the referee decides.
    pub fn confirmed(&self, game: &RecordedGame) -> [bool; 2] {
        [game.first, game.second].map(|side| self.docket.is_confirmed(game.id, side))
    }

    /// The sides that have not confirmed a result.
    pub fn unconfirmed(&self, game: &RecordedGame) -> Vec<EntryId> {
        let sides = [game.first, game.second].into_iter().zip(self.confirmed(game));
        sides.filter(|(_, has_confirmed)| !has_confirmed).map(|(side, _)| side).collect()
    }

    /// The entries that have checked in.
    pub fn present(&self) -> BTreeSet<EntryId> {
        let there = |decision: &Decision| match decision {
            Decision::Present { entry } => Some(*entry),
            _ => None,
        };
        standing(&self.event.rulings).filter_map(|(_, ruling)| there(&ruling.decision)).collect()
    }

    /// The numbers of the objections that wait for an answer of the panel.
    pub fn open_objections(&self) -> Vec<u32> {
        let answered = |decision: &Decision| match decision {
            Decision::Answer { objection, .. } => Some(*objection),
            _ => None,
        };
        let answered: BTreeSet<u32> =
            standing(&self.event.rulings).filter_map(|(_, ruling)| answered(&ruling.decision)).collect();
        let objects = |decision: &Decision| matches!(decision, Decision::Object { .. });
        let open = standing(&self.event.rulings).filter(|(_, ruling)| objects(&ruling.decision));
        open.map(|(place, _)| place).filter(|place| !answered.contains(place)).collect()
    }

    /// Entries that withdrew without leave and are barred next year.
    pub fn barred(&self) -> BTreeSet<EntryId> {
        let standing = crate::in_force::standing(&self.event.rulings);
        standing
            .filter_map(|(_, ruling)| match ruling.decision {
                Decision::Withdraw { entry, leave: false } => Some(entry),
                _ => None,
            })
            .collect()
    }
}

impl Event {
    /// The objection that a ruling follows from: it puts a game in doubt, has it played again, replaces its result or
    /// upholds it, after the panel had upheld an objection to that game. The latest, if there were several.
    pub fn objection_behind(&self, ruling: u32) -> Option<u32> {
        let (Decision::Question { game: follows }
        | Decision::Replay { game: follows, .. }
        | Decision::Override { game: follows, .. }
        | Decision::Uphold { game: follows }) = self.rulings.get(ruling as usize)?.decision
        else {
            return None;
        };
        let is_to_it = |objection: u32| {
            let of = self.rulings.get(objection as usize).map(|ruling| &ruling.decision);
            matches!(of, Some(Decision::Object { game: Some(game), .. }) if *game == follows)
        };
        let upheld = standing(&self.rulings).take_while(|(place, _)| *place < ruling);
        let upheld = upheld.filter_map(|(_, answer)| match answer.decision {
            Decision::Answer { objection, upheld: true } => Some(objection),
            _ => None,
        });
        upheld.filter(|objection| is_to_it(*objection)).last()
    }
}
