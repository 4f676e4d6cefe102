//! The events that a hall reports while it runs an event.

use crate::log;
use crate::site_event::SiteEvent;
use leitai_core::Sentence;
use leitai_hall::{EventChange, EventObserver};
use leitai_tournament::{Event, GameId};

/// Updates a site's event from the reports of its hall.
pub(crate) struct Reporter<'a>(pub(crate) &'a SiteEvent);

impl EventObserver for Reporter<'_> {
    fn happened(&mut self, event: &Event, what: &EventChange<'_>) {
        // Publishes the state before this change, if it is time.
        self.0.publish();
        if let Some(known) = self.0.write().as_mut() {
            match what {
                EventChange::Started(_) => {}
                EventChange::Played(played) => {
                    known.history.event = event.clone();
                    known.history.event.show_under(self.0.shown_names.now());
                    known.history.details.insert(played.result.id, played.details.clone());
                }
                EventChange::Ruled(_) => {
                    known.history.event = event.clone();
                    self.0.name_entries(&mut known.history.event);
                }
            }
        }
        self.0.touch();
    }

    fn is_stuck(&mut self, game: GameId, why: &Sentence) {
        let game = game.to_string();
        log::warn(
            "a game cannot be played",
            &[("event", &self.0.name), ("game", &game), ("why", &why.to_string())],
        );
        self.0.touch();
    }

    fn was_paused(&mut self, machine: &str) {
        log::warn("a machine was paused: it fails what others play", &[("machine", machine)]);
    }

    fn is_renewed(&mut self, _: GameId) {
        self.0.touch();
    }
}
