//! Games that a machine could not play for want of something of its own: open files, processes, memory, room on a disk,
//! the store. No game is to blame for that, so it goes back, the seat rests, and it goes on once the machine can.

use leitai_core::Sentence;
use leitai_store::GameKey;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a seat rests after its first setback; after each further one twice as long.
const FIRST: Duration = Duration::from_secs(1);
/// The longest rest.
const LONGEST: Duration = Duration::from_secs(30);
/// After so many setbacks of one game, with others played well here before each, the game is suspected instead.
const SUSPECT: u32 = 10;

/// Games that are kept in mind.
const MOST: usize = 4096;

/// The setbacks of a machine, for the threads that play there and those that tell of it.
#[derive(Default, Debug)]
pub struct Setbacks(Mutex<Known>);

#[derive(Default, Debug)]
struct Known {
    /// Why nothing could be played here, and when that was; `None` once a game was played.
    why: Option<(Sentence, Instant)>,
    /// How many games were played here.
    played: u64,
    /// Games that were given back: how often, and how many had been played by then.
    games: HashMap<(String, GameKey), (u32, u64)>,
}

impl Setbacks {
    /// Why this machine could not play the last game it took, if that was a moment ago. For the operator: it may name
    /// files.
    pub fn now(&self) -> Option<Sentence> {
        let known = self.known();
        let why = known.why.as_ref().filter(|(_, when)| when.elapsed() < 2 * LONGEST);
        why.map(|(why, _)| why.clone())
    }

    /// Counts a setback of a game; true if rather the game is to blame.
    pub(crate) fn met(&self, event: &str, game: &GameKey, why: &Sentence) -> bool {
        let mut known = self.known();
        let played = known.played;
        known.why = Some((why.clone(), Instant::now()));
        if known.games.len() >= MOST {
            // Games that others have played in the meantime.
            known.games.clear();
        }
        let (times, at) = known.games.entry((event.to_owned(), game.clone())).or_insert((0, u64::MAX));
        if *at != played {
            (*times, *at) = (*times + 1, played);
        }
        *times > SUSPECT
    }

    /// Counts a game that was played.
    pub(crate) fn played(&self, event: &str, game: &GameKey) {
        let mut known = self.known();
        known.why = None;
        known.played += 1;
        known.games.remove(&(event.to_owned(), game.clone()));
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How long a seat rests after this many setbacks, one after the other.
pub(crate) fn rest(setbacks: u32) -> Duration {
    (FIRST * 2_u32.saturating_pow(setbacks.saturating_sub(1).min(16))).min(LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_is_blamed_as_long_as_nothing_else_goes_well() {
        let (setbacks, why) = (Setbacks::default(), Sentence::new("no descriptor", "没有描述符"));
        let [game, other] = ["a", "b"].map(|name| name.parse::<GameKey>().expect("a key"));
        for _ in 0..100 {
            assert!(!setbacks.met("Cup", &game, &why), "nothing was played in between");
        }
        assert_eq!(setbacks.now(), Some(why.clone()));
        let suspected = (0..20).position(|_| {
            setbacks.played("Cup", &other);
            assert_eq!(setbacks.now(), None);
            setbacks.met("Cup", &game, &why)
        });
        assert_eq!(suspected, Some(SUSPECT as usize - 1), "only where all others go well");
        setbacks.played("Cup", &game);
        assert!(!setbacks.met("Cup", &game, &why), "once it was played, it is suspected no more");
        assert!(!setbacks.met("Cup 2", &game, &why));
    }

    #[test]
    fn rests_grow_and_are_bounded() {
        let rests = [1, 2, 3, 6, 1000].map(|setbacks| rest(setbacks).as_secs());
        assert_eq!(rests, [1, 2, 4, 30, 30]);
    }
}
