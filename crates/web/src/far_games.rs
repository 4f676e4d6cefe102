//! Games of our events that are played by workers elsewhere: while somebody watches, their growing records come
//! through the store.

use crate::live::LiveGame;
use crate::log;
use crate::site::Site;
use crate::site_event::SiteEvent;
use leitai_arena::Watch;
use leitai_hall::{Assignment, FarGame, Runner, Seated};
use leitai_tournament::Due;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often they are polled: a worker hands over at most twice a second.
pub(crate) const EVERY: Duration = Duration::from_millis(250);
/// A game played here is listed within this time; any other is played elsewhere.
const HERE: Duration = Duration::from_secs(3);

/// The games that are played elsewhere.
#[derive(Default)]
pub(crate) struct FarGames {
    /// By address: since when each has been running, and its listing.
    games: BTreeMap<String, Far>,
}

struct Far {
    since: Instant,
    listed: Option<Listed>,
}

struct Listed {
    far: FarGame,
    live: Arc<LiveGame>,
    watch: Box<dyn Watch + Send>,
}

impl FarGames {
    /// Lists new games, forgets finished ones, and polls those that are watched.
    pub(crate) fn look(&mut self, site: &Site) {
        let events = site.events.all();
        let mut running = BTreeMap::new();
        for event in &events {
            for due in event.running() {
                running.insert(event.game_address(due.id), (event, due));
            }
        }
        self.games.retain(|address, far| {
            let is_here = || far.listed.is_none() && site.live.get(address).is_some();
            running.contains_key(address) && !is_here()
        });
        for (address, (event, due)) in running {
            if site.live.get(&address).is_none() {
                self.list(site, &address, event, &due);
            }
        }
        for far in self.games.values_mut().filter_map(|far| far.listed.as_mut()) {
            if far.live.is_watched()
                && let Err(error) = far.far.show(&mut *far.watch)
            {
                log::warn(
                    "a game elsewhere cannot be watched",
                    &[("game", &far.live.id), ("why", &error.to_string())],
                );
            }
        }
    }

    fn list(&mut self, site: &Site, address: &str, event: &SiteEvent, due: &Due) {
        let new = || Far { since: Instant::now(), listed: None };
        let far = self.games.entry(address.to_owned()).or_insert_with(new);
        if far.since.elapsed() < HERE {
            return;
        }
        let Ok(elsewhere) = FarGame::new(site.events.shared(), &event.name, due.id) else { return };
        let Some(live) = before_it_runs(address, event, due) else { return };
        let watch = site.live.enter(live);
        let Some(live) = site.live.get(address) else { return };
        far.listed = Some(Listed { far: elsewhere, live, watch });
    }
}

/// A live game without a record here yet; `None` before its event has begun.
pub(crate) fn before_it_runs(address: &str, event: &SiteEvent, due: &Due) -> Option<LiveGame> {
    Some(LiveGame::new(address.to_owned(), assignment(event, due)?, event.belongs()))
}

/// The assignment that the worker was given, as far as it is shown.
fn assignment(event: &SiteEvent, due: &Due) -> Option<Assignment> {
    let known = event.known();
    let history = &known.as_ref()?.history;
    let state = history.event.state();
    let seated = |entry| {
        let Runner { program, dialect } = event.file().runner(entry, state.program(entry))?;
        Some(Seated { entry, name: history.event.name(entry).to_owned(), program, dialect })
    };
    Some(Assignment {
        id: due.id,
        game: event.file().game.game(),
        options: event.file().game.given().to_vec(),
        clock: event.file().clock_of(due.side_ms),
        seated: [seated(due.first)?, seated(due.second)?],
        seed: 0,
        opening: None,
    })
}
