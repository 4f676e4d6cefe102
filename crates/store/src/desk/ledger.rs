//! The books of a desk: which seats wait for a game, which games are in hand or held, and which results are to be
//! handed in.

use super::last_seen::LastSeen;
use crate::queue::holding::Played;
use crate::{CrewOrder, Finished, Lease, StoreError};
use serde_json::{Value, json};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;

/// Most games taken before a seat is free for them.
const IN_HAND: usize = 64;
/// A game that lasts more than this many times its two round trips (lease and result) is not taken ahead: that would
/// only keep it from others.
const LONG: u32 = 50;

type Answer<T> = oneshot::Sender<Result<T, StoreError>>;

/// A game and the seat to hand it to, once no lock is held.
pub(super) type Delivery<H> = Option<(Answer<H>, Lent)>;

/// A game that this process holds.
pub(super) struct Lent {
    pub(super) lease: Lease,
    pub(super) seen: Arc<LastSeen>,
}

/// A result to be handed in.
pub(super) struct Ending {
    pub(super) played: Played,
    pub(super) answer: Answer<Finished>,
}

/// The phase of the clerk.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ClerkPhase {
    NotYet,
    Works,
    /// Nothing is in hand any more.
    Closes,
}

/// What the clerk does next.
pub(super) enum Next {
    /// No seat is left, and nothing is in hand.
    Close,
    /// Do another round at once.
    Again,
    /// Take this many games; `is_fresh` if there is a reason to ask at once.
    Take {
        games: usize,
        is_fresh: bool,
    },
    Rest,
}

/// The books of a desk. `H` is what a waiting seat is handed.
pub(super) struct Ledger<H> {
    pub(super) clerk: ClerkPhase,
    seats: usize,
    stopped: BTreeSet<usize>,
    waiting: VecDeque<(usize, Answer<H>)>,
    /// Taken, but not yet played by a seat; these are in `held` too.
    hand: VecDeque<Lent>,
    held: Vec<Lent>,
    playing: usize,
    pub(super) backs: Vec<Lease>,
    ended: VecDeque<Ending>,
    /// Whether a seat came or work was announced since games were last asked for.
    pub(super) is_fresh: bool,
    pub(super) hears: bool,
    /// Recent averages: how long asking for games takes, and how long a game lasts.
    trip: Duration,
    play: Option<Duration>,
    /// The description of this machine, and whether it has yet to be reported to the store.
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

    /// Returns a game in hand for a seat, or lets the seat wait.
    pub(super) fn seek(&mut self, seat: usize, answer: Answer<H>) -> Delivery<H> {
        if let Some(lent) = self.hand.pop_front() {
            self.playing += 1;
            return Some((answer, lent));
        }
        self.waiting.push_back((seat, answer));
        self.is_fresh = true;
        None
    }

    /// Whether a game of at least this priority was taken and waits for a seat.
    pub(super) fn holds_back(&self, least: i64) -> bool {
        self.hand.iter().any(|lent| lent.lease.job.priority >= least)
    }

    /// Assigns a game just taken: to a waiting seat, or else to the hand.
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
            // The seat that waited for it has gone: others may play it.
            self.forget(&seen);
            self.backs.push(lease);
        }
        None
    }

    /// Removes the seat that has waited longest, to be sent an error when no games can be had.
    pub(super) fn longest_waiting(&mut self) -> Option<Answer<H>> {
        self.waiting.pop_front().map(|(_, answer)| answer)
    }

    pub(super) fn stop(&mut self, seat: usize) {
        self.stopped.insert(seat);
        self.waiting.retain(|(waits, _)| *waits != seat);
        if !self.has_seats() {
            self.empty_hand();
            // Report this at once: a process killed after that does not count as having failed its games.
            self.has_news = true;
        }
    }

    /// Marks the games in hand to be given back.
    pub(super) fn empty_hand(&mut self) {
        for lent in std::mem::take(&mut self.hand) {
            self.forget(&lent.seen);
            self.backs.push(lent.lease);
        }
    }

    /// Notes that a game is no longer played; `lasting` is its duration if it was played to its end.
    pub(super) fn is_over(&mut self, lasting: Option<Duration>) {
        self.playing = self.playing.saturating_sub(1);
        if let Some(lasting) = lasting {
            self.play = Some(self.play.map_or(lasting, |play| mean(play, lasting)));
        }
    }

    pub(super) fn note_trip(&mut self, lasting: Duration) {
        self.trip = if self.trip.is_zero() { lasting } else { mean(self.trip, lasting) };
    }

    /// Stops the heartbeats of a lease.
    pub(super) fn forget(&mut self, seen: &Arc<LastSeen>) {
        self.held.retain(|lent| !Arc::ptr_eq(&lent.seen, seen));
    }

    /// Handles a lease that is lost or called off: a game in hand is given back, which ends the lease.
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

    /// How many games to have in hand so that no seat waits for the network: those that the seats play while games are
    /// asked for and results handed in, and half as many again.
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

/// A moving average in which the old value counts seven times as much as the new one.
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
