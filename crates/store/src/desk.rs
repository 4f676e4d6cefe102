//! What the seats of one process share at a queue: one clerk takes games for all of them, sends their heartbeats, and
//! hands in their results, in batches and over one connection.

mod last_seen;
mod ledger;

use crate::crew_report::CrewReport;
use crate::outage::watched;
use crate::queue::holding::Played;
use crate::queue::taking::LeasedGame;
use crate::retry::{Trouble, patiently};
use crate::{CrewOrder, Finished, Job, Lease, Queue, Release, Standing, StoreError};
use last_seen::LastSeen;
use ledger::{ClerkPhase, Delivery, Ending, Ledger, Lent, Next};
use serde_json::Value;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, oneshot};
use tokio::time::{sleep, timeout};

/// Most results that are handed in at once.
const RESULTS: usize = 64;
/// A process that gets notifications polls this many times less often; it must still poll, since nobody is notified of
/// an expired lease.
const SELDOM: u32 = 4;
/// How long to wait after a broken connection before listening again.
const AGAIN: Duration = Duration::from_secs(1);

/// The seats of one process.
pub(crate) struct Desk {
    queue: Arc<Queue>,
    class: String,
    pub(crate) id: String,
    seats: usize,
    ledger: Mutex<Ledger<Held>>,
    /// Rung when the clerk may have something to do.
    bell: Notify,
    /// Notified when nothing is in hand any more.
    closed: Notify,
}

/// The clerk's state between rounds.
#[derive(Default)]
struct Clerk {
    /// When it last asked for games and got fewer than were wanted.
    short: Option<Instant>,
    beaten: Option<Instant>,
    taking: Trouble,
    ending: Trouble,
}

impl Desk {
    pub(crate) fn new(queue: Arc<Queue>, class: &str, id: String, seats: usize) -> Desk {
        let (class, ledger) = (class.to_owned(), Mutex::new(Ledger::new(seats)));
        Desk { queue, class, id, seats, ledger, bell: Notify::new(), closed: Notify::new() }
    }

    fn ledger(&self) -> MutexGuard<'_, Ledger<Held>> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Requests the next game for a seat, sent as soon as there is one. A stopped seat gets no answer.
    pub(crate) fn ask(self: &Arc<Desk>, seat: usize) -> oneshot::Receiver<Result<Held, StoreError>> {
        let (answer, receiver) = oneshot::channel();
        let mut ledger = self.ledger();
        if ledger.is_stopped(seat) {
            return receiver;
        }
        if ledger.clerk == ClerkPhase::NotYet {
            ledger.clerk = ClerkPhase::Works;
            tokio::spawn(work(Arc::clone(self)));
            tokio::spawn(listen(Arc::clone(self)));
        }
        let delivery = ledger.seek(seat, answer);
        drop(ledger);
        self.deliver(delivery);
        self.bell.notify_one();
        receiver
    }

    /// Delivers a game to the seat that waits for it.
    fn deliver(self: &Arc<Desk>, delivery: Delivery<Held>) {
        if let Some((answer, lent)) = delivery {
            // If the seat has gone, the game is free again when its lease ends.
            let _ = answer.send(Ok(Held::new(self, lent)));
        }
    }

    /// Sets the description of this machine that heartbeats report from now on.
    pub(crate) fn introduce(&self, about: Value) {
        let mut ledger = self.ledger();
        (ledger.about, ledger.has_news) = (about, true);
        drop(ledger);
        self.bell.notify_one();
    }

    /// The order of this process, as of the last heartbeat.
    pub(crate) fn order(&self) -> CrewOrder {
        self.ledger().order
    }

    /// Stops a seat: it takes no more games. When the last seat stops, the games in hand are given back.
    pub(crate) fn stop(&self, seat: usize) {
        self.ledger().stop(seat);
        self.bell.notify_one();
    }

    /// If no seat is left, waits until the games in hand have been given back.
    pub(crate) async fn close(&self) {
        loop {
            let closed = self.closed.notified();
            {
                let ledger = self.ledger();
                if ledger.clerk != ClerkPhase::Works || ledger.has_seats() {
                    return;
                }
            }
            // The notification may have been sent in between.
            let _ = timeout(self.queue.terms().poll, closed).await;
        }
    }

    /// Notes that a game is no longer played under its lease, and how long it took if it was played to its end.
    fn is_over(&self, lasting: Option<Duration>) {
        self.ledger().is_over(lasting);
        self.bell.notify_one();
    }

    /// Drops a lease that needs no more heartbeats.
    fn forget(&self, seen: &Arc<LastSeen>) {
        self.ledger().forget(seen);
        self.bell.notify_one();
    }

    /// Hands in a result.
    fn end(&self, lease: &Lease, result: &Value) -> oneshot::Receiver<Result<Finished, StoreError>> {
        let played = Played::of(lease, result);
        let (answer, receiver) = oneshot::channel();
        self.ledger().end(Ending { played, answer });
        self.bell.notify_one();
        receiver
    }

    /// Gives back the games in hand, after this machine failed to play one.
    fn empty_hand(&self) {
        self.ledger().empty_hand();
        self.bell.notify_one();
    }
}

/// Runs the clerk until no seat is left and nothing remains to be done.
async fn work(desk: Arc<Desk>) {
    let mut clerk = Clerk::default();
    while let Some(rest) = desk.round(&mut clerk).await {
        let _ = timeout(rest, desk.bell.notified()).await;
    }
}

/// Rings the bell when there is work, as long as there are seats.
async fn listen(desk: Arc<Desk>) {
    let every = desk.queue.terms().heartbeat;
    while desk.ledger().has_seats() {
        match desk.queue.database.listen().await {
            Ok(None) => return,
            Ok(Some(mut listener)) => {
                // Covers notifications sent before it listened.
                desk.hear();
                while desk.ledger().has_seats() {
                    match timeout(every, listener.next()).await {
                        Ok(Ok(class)) if class.as_ref().is_none_or(|class| *class == desk.class) => {
                            desk.hear();
                        }
                        Ok(Ok(_)) | Err(_) => {}
                        Ok(Err(_)) => break,
                    }
                }
            }
            Err(_) => {}
        }
        desk.ledger().hears = false;
        sleep(AGAIN).await;
    }
}

impl Desk {
    fn hear(&self) {
        let mut ledger = self.ledger();
        (ledger.is_fresh, ledger.hears) = (true, true);
        drop(ledger);
        self.bell.notify_one();
    }

    /// Does what is due now, and returns how long to wait for the bell before the next round; `None` once there is
    /// nothing left to do.
    async fn round(self: &Arc<Desk>, clerk: &mut Clerk) -> Option<Duration> {
        let terms = self.queue.terms();
        let is_away = self.end_some(clerk).await.is_err();
        self.beat(clerk).await;
        self.give_some_back().await;
        let next = self.ledger().next();
        let to_beat = clerk.beaten.map_or(Duration::ZERO, |at| terms.heartbeat.saturating_sub(at.elapsed()));
        let rest = match next {
            Next::Close => {
                self.ledger().clerk = ClerkPhase::Closes;
                self.closed.notify_waiters();
                if self.ledger().is_idle() {
                    // A process that does not sign off is shown as silent, and forgotten within a day.
                    let _ = self.queue.sign_off(&self.id).await;
                    return None;
                }
                to_beat
            }
            Next::Again => Duration::ZERO,
            Next::Rest => to_beat,
            Next::Take { games, is_fresh } => {
                let every = if self.ledger().hears { terms.poll * SELDOM } else { terms.poll };
                let early = clerk.short.map_or(Duration::ZERO, |short| every.saturating_sub(short.elapsed()));
                if !is_fresh && !early.is_zero() {
                    early.min(to_beat)
                } else if self.take(clerk, games).await.is_err() {
                    return Some(terms.poll);
                } else {
                    // The number of games wanted may have changed.
                    Duration::ZERO
                }
            }
        };
        Some(match () {
            () if is_away => terms.poll,
            () if self.ledger().has_ended() => Duration::ZERO,
            () => rest,
        })
    }

    async fn take(self: &Arc<Desk>, clerk: &mut Clerk, games: usize) -> Result<(), ()> {
        let begun = Instant::now();
        match watched(self.queue.take(&self.class, &self.id, games)).await {
            Ok(taken) => {
                clerk.taking = Trouble::default();
                clerk.short = (taken.len() < games).then(Instant::now);
                if !taken.is_empty() {
                    self.ledger().note_trip(begun.elapsed());
                }
                for LeasedGame { lease, is_watched } in taken {
                    let delivery = self.ledger().took(lease, is_watched);
                    self.deliver(delivery);
                }
                Ok(())
            }
            Err(error) => {
                self.ledger().is_fresh = true;
                if let Err(error) = clerk.taking.bear(error, self.queue.terms()) {
                    clerk.taking = Trouble::default();
                    let waits = self.ledger().longest_waiting();
                    if let Some(answer) = waits {
                        // The receiver may have gone.
                        let _ = answer.send(Err(error));
                    }
                }
                Err(())
            }
        }
    }

    /// Hands in a batch of results; fails if the store is unavailable, and then keeps them.
    async fn end_some(&self, clerk: &mut Clerk) -> Result<(), ()> {
        let mut ended = self.ledger().some_ended(RESULTS);
        if ended.is_empty() {
            return Ok(());
        }
        let played: Vec<_> = ended.iter().map(|ending| ending.played.clone()).collect();
        match watched(self.queue.end(&played)).await {
            Ok(answers) => {
                clerk.ending = Trouble::default();
                for (ending, answer) in ended.into_iter().zip(answers) {
                    // The receiver may have gone.
                    let _ = ending.answer.send(Ok(answer));
                }
                return Ok(());
            }
            Err(error) => {
                let Err(error) = clerk.ending.bear(error, self.queue.terms()) else {
                    self.ledger().put_back(ended);
                    return Err(());
                };
                clerk.ending = Trouble::default();
                if ended.len() == 1 {
                    let _ = ended.remove(0).answer.send(Err(error));
                    return Ok(());
                }
            }
        }
        // A single result may be at fault, so hand them in one by one.
        for Ending { played, answer } in ended {
            let done = self.queue.end(&[played]).await;
            let _ = answer.send(done.map(|mut done| done.remove(0)));
        }
        Ok(())
    }

    /// Sends heartbeats for the leases held here. Games go on while the database is unavailable: the queue decides
    /// whether a result is accepted.
    async fn beat(&self, clerk: &mut Clerk) {
        let every = self.queue.terms().heartbeat;
        let (has_news, leaves) = {
            let mut ledger = self.ledger();
            (std::mem::take(&mut ledger.has_news), !ledger.has_seats())
        };
        if !has_news && clerk.beaten.is_some_and(|at| at.elapsed() < every) {
            return;
        }
        clerk.beaten = Some(Instant::now());
        let about = self.ledger().about.clone();
        let report =
            CrewReport { id: &self.id, class: &self.class, seats: self.seats, about: &about, leaves };
        let (leases, seen): (Vec<Lease>, Vec<Arc<LastSeen>>) = self.ledger().held().into_iter().unzip();
        // The order may arrive one heartbeat late: the queue itself decides whether this process gets games.
        let Ok((order, beats)) = self.queue.beat_and_report(&leases, &report).await else { return };
        for (seen, beat) in seen.iter().zip(beats) {
            seen.note(beat);
            if beat.standing != Standing::Mine {
                self.ledger().is_void(seen);
            }
        }
        self.ledger().order = order;
    }

    /// Gives back games that nobody here will play.
    async fn give_some_back(&self) {
        let backs = std::mem::take(&mut self.ledger().backs);
        if !backs.is_empty() {
            // If this fails, the games are free again when their leases end.
            let _ = self.queue.give_back(&backs).await;
        }
    }
}

/// A leased job. Heartbeats are sent, on the runtime on which it was taken, until it is finished, released or dropped;
/// a dropped job becomes available to others when its lease ends.
pub struct Held {
    desk: Arc<Desk>,
    lease: Lease,
    seen: Arc<LastSeen>,
    /// When it was handed out; `None` once it is no longer played.
    since: Option<Instant>,
}

impl Held {
    fn new(desk: &Arc<Desk>, Lent { lease, seen }: Lent) -> Held {
        Held { desk: Arc::clone(desk), lease, seen, since: Some(Instant::now()) }
    }

    /// The job.
    pub fn job(&self) -> &Job {
        &self.lease.job
    }

    /// The lease.
    pub fn lease(&self) -> &Lease {
        &self.lease
    }

    /// Whether the job is still held, as of the last heartbeat. Cheap enough to call at each move.
    pub fn standing(&self) -> Standing {
        self.seen.standing()
    }

    /// Whether somebody watches the game, as of the last heartbeat; if so, call [`Queue::hand_over`]. Cheap.
    pub fn is_watched(&self) -> bool {
        self.seen.is_watched()
    }

    /// Hands in the result. Retries for [`LeaseTerms::patience`](crate::LeaseTerms::patience) if the database is unavailable,
    /// while heartbeats continue.
    pub async fn finish(mut self, result: &Value) -> Result<Finished, StoreError> {
        let lasting = self.since.take().map(|since| since.elapsed());
        self.desk.is_over(lasting);
        match self.desk.end(&self.lease, result).await {
            Ok(done) => done,
            // The clerk is gone only if its runtime has ended; the queue, asked directly, reports that.
            Err(_) => self.desk.queue.finish(&self.lease, result).await,
        }
    }

    /// Whether this process has taken a game of at least this priority that waits for a seat such as this. Cheap.
    pub fn holds_back(&self, least: i64) -> bool {
        self.desk.ledger().holds_back(least)
    }

    /// Returns the job without a result; false if the lease had ended. Retries like [`Held::finish`].
    pub async fn release(self, why: &Release) -> Result<bool, StoreError> {
        if matches!(why, Release::Failed(_)) {
            self.desk.empty_hand();
        }
        let queue = &self.desk.queue;
        patiently(queue.terms(), async || queue.release(&self.lease, why).await).await
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if self.since.take().is_some() {
            self.desk.is_over(None);
        }
        self.desk.forget(&self.seen);
    }
}
