//! What a desk keeps account of: who waits for a game, what is in hand, what is held, and what is to be handed in.

use super::last_seen::LastSeen;
use crate::queue::holding::Played;
use crate::{CrewOrder, Finished, Lease, StoreError};
use serde_json::{Value, json};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;

/// Most games that are taken before a seat is free for them.
const IN_HAND: usize = 64;
/// A game that lasts so many times as long as its two round trips, lease and result, is not taken ahead: it would only be kept from others.
const LONG: u32 = 50;

type Answer<T> = oneshot::Sender<Result<T, StoreError>>;

/// Who is to be handed which game, once nothing is locked.
pub(super) type Delivery<H> = Option<(Answer<H>, Lent)>;

/// A game that this process holds.
pub(super) struct Lent {
    pub(super) lease: Lease,
    pub(super) seen: Arc<LastSeen>,
}

/// A result on its way.
pub(super) struct Ending {
    pub(super) played: Played,
    pub(super) answer: Answer<Finished>,
}

/// How far the clerk is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ClerkPhase {
    NotYet,
    Works,
    /// Nothing is in hand any more.
    Closes,
}

/// What is to be done next.
pub(super) enum Next {
    /// No seat is left, and nothing is in hand.
    Close,
    /// Something else, at once.
    Again,
    /// So many games are wanted, by somebody who has not asked yet if so.
    Take {
        games: usize,
        is_fresh: bool,
    },
    Rest,
}

/// What a desk keeps account of. `H` is what a seat is handed that has waited for a game.
pub(super) struct Ledger<H> {
    pub(super) clerk: ClerkPhase,
    seats: usize,
    stopped: BTreeSet<usize>,
    waiting: VecDeque<(usize, Answer<H>)>,
    /// Taken, but no seat plays them yet; they stand in `held` too.
    hand: VecDeque<Lent>,
    held: Vec<Lent>,
    playing: usize,
    pub(super) backs: Vec<Lease>,
    ended: VecDeque<Ending>,
    /// Whether somebody came, or was told of work, since games were last asked for.
    pub(super) is_fresh: bool,
    pub(super) hears: bool,
    /// What asking for games takes, and a game, as they were of late.
    trip: Duration,
    play: Option<Duration>,
    /// What is said of this machine, and whether the store has not been told of it.
    pub(super) about: Value,
    pub(super) has_news: bool,
    pub(super) order: CrewOrder,
}

impl<H> Ledger<H> {
    pub(super) fn new(seats: usize) -> Ledger<H> {
        Ledger {
            clerk: ClerkPhase::NotYet,
            seats,
            stopped: BTreeSet::new(),
            waiting: VecDeque::new(),
            hand: VecDeque::new(),
            held: Vec::new(),
            playing: 0,
            backs: Vec::new(),
            ended: VecDeque::new(),
            is_fresh: false,
            hears: false,
            trip: Duration::ZERO,
            play: None,
            about: json!({}),
            has_news: false,
            order: CrewOrder::Work,
        }
    }

    pub(super) fn is_stopped(&self, seat: usize) -> bool {
        self.stopped.contains(&seat)
    }

    pub(super) fn has_seats(&self) -> bool {
        self.stopped.len() < self.seats
    }

    /// A seat wants a game: one that is in hand, or it waits.
    pub(super) fn seek(&mut self, seat: usize, answer: Answer<H>) -> Delivery<H> {
        if let Some(lent) = self.hand.pop_front() {
            self.playing += 1;
            return Some((answer, lent));
        }
        self.waiting.push_back((seat, answer));
        self.is_fresh = true;
        None
    }

    /// A game was taken: for a seat that waits, or to have it in hand.
    pub(super) fn took(&mut self, lease: Lease, is_watched: bool) -> Delivery<H> {
        let seen = Arc::new(LastSeen::of(is_watched));
        self.held.push(Lent { lease: lease.clone(), seen: Arc::clone(&seen) });
        while let Some((_, answer)) = self.waiting.pop_front() {
            if !answer.is_closed() {
                self.playing += 1;
                return Some((answer, Lent { lease, seen }));
            }
        }
        if self.hand.len() < self.ahead() {
            self.hand.push_back(Lent { lease, seen });
        } else {
            // Whoever waited for it went away: others may play it.
            self.forget(&seen);
            self.backs.push(lease);
        }
        None
    }

    /// Games cannot be had: who waits longest is told.
    pub(super) fn longest_waiting(&mut self) -> Option<Answer<H>> {
        self.waiting.pop_front().map(|(_, answer)| answer)
    }

    pub(super) fn stop(&mut self, seat: usize) {
        self.stopped.insert(seat);
        self.waiting.retain(|(waits, _)| *waits != seat);
        if !self.has_seats() {
            self.empty_hand();
            // The store is told at once: who is ended after that has not failed at its games.
            self.has_news = true;
        }
    }

    /// What is in hand is to be given back.
    pub(super) fn empty_hand(&mut self) {
        for lent in std::mem::take(&mut self.hand) {
            self.forget(&lent.seen);
            self.backs.push(lent.lease);
        }
    }

    /// A game is played no more under this lease.
    pub(super) fn is_over(&mut self, lasting: Option<Duration>) {
        self.playing = self.playing.saturating_sub(1);
        if let Some(lasting) = lasting {
            self.play = Some(self.play.map_or(lasting, |play| mean(play, lasting)));
        }
    }

    pub(super) fn note_trip(&mut self, lasting: Duration) {
        self.trip = if self.trip.is_zero() { lasting } else { mean(self.trip, lasting) };
    }

    /// It gets no more heartbeats.
    pub(super) fn forget(&mut self, seen: &Arc<LastSeen>) {
        self.held.retain(|lent| !Arc::ptr_eq(&lent.seen, seen));
    }

    /// A lease is lost or called off: a game in hand is given back, which ends it.
    pub(super) fn is_void(&mut self, seen: &Arc<LastSeen>) {
        if let Some(at) = self.hand.iter().position(|lent| Arc::ptr_eq(&lent.seen, seen)) {
            self.backs.extend(self.hand.remove(at).map(|lent| lent.lease));
            self.forget(seen);
        }
    }

    pub(super) fn held(&self) -> Vec<(Lease, Arc<LastSeen>)> {
        self.held.iter().map(|lent| (lent.lease.clone(), Arc::clone(&lent.seen))).collect()
    }

    pub(super) fn end(&mut self, ending: Ending) {
        self.ended.push_back(ending);
    }

    pub(super) fn some_ended(&mut self, most: usize) -> Vec<Ending> {
        let some = self.ended.len().min(most);
        self.ended.drain(..some).collect()
    }

    pub(super) fn put_back(&mut self, ended: Vec<Ending>) {
        for ending in ended.into_iter().rev() {
            self.ended.push_front(ending);
        }
    }

    /// Whether nobody needs the clerk any more.
    pub(super) fn is_idle(&self) -> bool {
        !self.has_seats() && self.held.is_empty() && self.ended.is_empty() && self.backs.is_empty()
    }

    pub(super) fn next(&mut self) -> Next {
        if !self.has_seats() {
            self.empty_hand();
            return if self.backs.is_empty() { Next::Close } else { Next::Again };
        }
        match self.waiting.len() + self.ahead().saturating_sub(self.hand.len()) {
            0 if self.ended.is_empty() => Next::Rest,
            0 => Next::Again,
            games => Next::Take { games, is_fresh: std::mem::take(&mut self.is_fresh) },
        }
    }

    pub(super) fn has_ended(&self) -> bool {
        !self.ended.is_empty()
    }

    /// How many games to have in hand, so that no seat waits for the line: what the seats play while games are asked for and
    /// results handed in, and half as much again.
    fn ahead(&self) -> usize {
        let Some(play) = self.play else { return 0 };
        let cycle = self.trip * 2;
        if cycle * LONG < play {
            return 0;
        }
        let seats = (self.waiting.len() + self.playing).min(self.seats);
        let played = seats as f64 * cycle.as_secs_f64() / play.as_secs_f64().max(1e-6);
        (played * 1.5).ceil().min(IN_HAND as f64) as usize
    }
}

/// What was so far counts for seven times as much as what is new.
fn mean(known: Duration, new: Duration) -> Duration {
    (known * 7 + new) / 8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ledger(seats: usize, trip_ms: u64, play_ms: u64) -> Ledger<()> {
        let mut ledger = Ledger::new(seats);
        ledger.note_trip(Duration::from_millis(trip_ms));
        (0..seats).for_each(|_| ledger.playing += 1);
        ledger.play = Some(Duration::from_millis(play_ms));
        ledger
    }

    #[test]
    fn as_many_are_in_hand_as_are_played_while_the_line_takes_its_time() {
        assert_eq!(ledger(8, 200, 200).ahead(), 24);
        assert_eq!(ledger(8, 200, 800).ahead(), 6);
        assert_eq!(ledger(8, 200, 60_000).ahead(), 0, "others may play it");
        assert_eq!(ledger(8, 1, 800).ahead(), 0);
        assert_eq!(ledger(16, 5, 0).ahead(), IN_HAND);
        assert_eq!(Ledger::<()>::new(4).ahead(), 0, "nothing is known yet");
    }

    #[test]
    fn who_does_not_play_keeps_nothing_in_hand() {
        let mut ledger = ledger(1, 200, 200);
        assert_eq!(ledger.ahead(), 3);
        ledger.is_over(None);
        assert_eq!(ledger.ahead(), 0);
    }
}
