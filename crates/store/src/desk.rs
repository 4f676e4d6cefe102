//! What the seats of one process share at a queue: one clerk takes games for all of them, says that they are alive, and
//! hands their results in, many at a time and over one connection.

mod state;

use crate::crews::CrewReport;
use crate::outage::told;
use crate::queue::{Played, Taken};
use crate::retry::Trouble;
use crate::worker::{Held, LastSeen};
use crate::{CrewOrder, Finished, Lease, Queue, Standing, StoreError};
use serde_json::Value;
use state::{Delivery, Ending, Next, State};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, oneshot};
use tokio::time::{sleep, timeout};

/// Most results that are handed in at once.
const RESULTS: usize = 64;
/// Whoever hears of work still asks by itself, so much less often: of a lease that ends nobody is told.
const SELDOM: u32 = 4;
/// How long after a broken connection those who listen try again.
const AGAIN: Duration = Duration::from_secs(1);

/// The seats of one process.
pub(crate) struct Desk {
    queue: Arc<Queue>,
    class: String,
    pub(crate) id: String,
    seats: usize,
    state: Mutex<State>,
    /// There may be something to do for the clerk.
    bell: Notify,
    /// Nothing is in hand any more.
    closed: Notify,
}

/// What the clerk has in mind.
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
        let (class, state) = (class.to_owned(), Mutex::new(State::new(seats)));
        Desk { queue, class, id, seats, state, bell: Notify::new(), closed: Notify::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next game of a seat, as soon as there is one; no answer once the seat is stopped.
    pub(crate) fn ask(self: &Arc<Desk>, seat: usize) -> oneshot::Receiver<Result<Held, StoreError>> {
        let (answer, receiver) = oneshot::channel();
        let mut state = self.state();
        if state.is_stopped(seat) {
            return receiver;
        }
        if state.clerk == state::Clerk::NotYet {
            state.clerk = state::Clerk::Works;
            tokio::spawn(work(Arc::clone(self)));
            tokio::spawn(listen(Arc::clone(self)));
        }
        let delivery = state.seek(seat, answer, self);
        drop(state);
        deliver(delivery);
        self.bell.notify_one();
        receiver
    }

    /// What is said of this machine from now on.
    pub(crate) fn introduce(&self, about: Value) {
        let mut state = self.state();
        (state.about, state.has_news) = (about, true);
        drop(state);
        self.bell.notify_one();
    }

    /// What it is to do, as of the last heartbeat.
    pub(crate) fn order(&self) -> CrewOrder {
        self.state().order
    }

    /// A seat takes no more games. With the last of them, what is in hand is given back.
    pub(crate) fn stop(&self, seat: usize) {
        self.state().stop(seat);
        self.bell.notify_one();
    }

    /// Waits, if no seat is left, until what was in hand has been given back.
    pub(crate) async fn close(&self) {
        loop {
            let closed = self.closed.notified();
            {
                let state = self.state();
                if state.clerk != state::Clerk::Works || state.has_seats() {
                    return;
                }
            }
            // It may have rung in between.
            let _ = timeout(self.queue.terms().poll, closed).await;
        }
    }

    /// Nobody plays under a lease any more; how long it was played for, if to its end.
    pub(crate) fn is_over(&self, lasting: Option<Duration>) {
        self.state().is_over(lasting);
        self.bell.notify_one();
    }

    /// A lease needs no more heartbeats.
    pub(crate) fn forget(&self, seen: &Arc<LastSeen>) {
        self.state().forget(seen);
        self.bell.notify_one();
    }

    /// Hands a result in.
    pub(crate) fn end(
        &self,
        lease: &Lease,
        result: &Value,
    ) -> oneshot::Receiver<Result<Finished, StoreError>> {
        let played = Played::of(lease, result);
        let (answer, receiver) = oneshot::channel();
        self.state().end(Ending { played, answer });
        self.bell.notify_one();
        receiver
    }

    /// This machine could not play a game: those in hand are for others.
    pub(crate) fn empty_hand(&self) {
        self.state().empty_hand();
        self.bell.notify_one();
    }

    pub(crate) fn queue(&self) -> &Queue {
        &self.queue
    }
}

fn deliver(delivery: Delivery) {
    if let Some((answer, held)) = delivery {
        // A game that nobody waits for any more is free when its lease ends.
        let _ = answer.send(Ok(held));
    }
}

/// Works until no seat is left and nothing is to be done.
async fn work(desk: Arc<Desk>) {
    let mut clerk = Clerk::default();
    while let Some(rest) = desk.round(&mut clerk).await {
        let _ = timeout(rest, desk.bell.notified()).await;
    }
}

/// Rings when there is work, for as long as there are seats.
async fn listen(desk: Arc<Desk>) {
    let every = desk.queue.terms().heartbeat;
    while desk.state().has_seats() {
        match desk.queue.database.listen().await {
            Ok(None) => return,
            Ok(Some(mut listener)) => {
                // What was said before it listened.
                desk.hear();
                while desk.state().has_seats() {
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
        desk.state().hears = false;
        sleep(AGAIN).await;
    }
}

impl Desk {
    fn hear(&self) {
        let mut state = self.state();
        (state.is_fresh, state.hears) = (true, true);
        drop(state);
        self.bell.notify_one();
    }

    /// Does what is to be done now, and says for how long the next may wait for the bell; none once there will be nothing.
    async fn round(self: &Arc<Desk>, clerk: &mut Clerk) -> Option<Duration> {
        let terms = self.queue.terms();
        let is_away = self.end_some(clerk).await.is_err();
        self.beat(clerk).await;
        self.give_some_back().await;
        let next = self.state().next();
        let to_beat = clerk.beaten.map_or(Duration::ZERO, |at| terms.heartbeat.saturating_sub(at.elapsed()));
        let rest = match next {
            Next::Close => {
                self.state().clerk = state::Clerk::Closes;
                self.closed.notify_waiters();
                if self.state().is_idle() {
                    // Who does not sign off is silent, and forgotten within a day.
                    let _ = self.queue.sign_off(&self.id).await;
                    return None;
                }
                to_beat
            }
            Next::Again => Duration::ZERO,
            Next::Rest => to_beat,
            Next::Take { games, is_fresh } => {
                let every = if self.state().hears { terms.poll * SELDOM } else { terms.poll };
                let early = clerk.short.map_or(Duration::ZERO, |short| every.saturating_sub(short.elapsed()));
                if !is_fresh && !early.is_zero() {
                    early.min(to_beat)
                } else if self.take(clerk, games).await.is_err() {
                    return Some(terms.poll);
                } else {
                    // What is wanted may have changed meanwhile.
                    Duration::ZERO
                }
            }
        };
        Some(match () {
            () if is_away => terms.poll,
            () if self.state().has_ended() => Duration::ZERO,
            () => rest,
        })
    }

    async fn take(self: &Arc<Desk>, clerk: &mut Clerk, games: usize) -> Result<(), ()> {
        let begun = Instant::now();
        match told(self.queue.take(&self.class, &self.id, games)).await {
            Ok(taken) => {
                clerk.taking = Trouble::default();
                clerk.short = (taken.len() < games).then(Instant::now);
                if !taken.is_empty() {
                    self.state().note_trip(begun.elapsed());
                }
                for Taken { lease, is_watched } in taken {
                    let delivery = self.state().took(lease, is_watched, self);
                    deliver(delivery);
                }
                Ok(())
            }
            Err(error) => {
                self.state().is_fresh = true;
                if let Err(error) = clerk.taking.bear(error, self.queue.terms()) {
                    clerk.taking = Trouble::default();
                    let waits = self.state().longest_waiting();
                    if let Some(answer) = waits {
                        // Who went away needs no answer.
                        let _ = answer.send(Err(error));
                    }
                }
                Err(())
            }
        }
    }

    /// Hands in some of what is there; an error if the store is away, and it is kept.
    async fn end_some(&self, clerk: &mut Clerk) -> Result<(), ()> {
        let mut ended = self.state().some_ended(RESULTS);
        if ended.is_empty() {
            return Ok(());
        }
        let played: Vec<_> = ended.iter().map(|ending| ending.played.clone()).collect();
        match told(self.queue.end(&played)).await {
            Ok(answers) => {
                clerk.ending = Trouble::default();
                for (ending, answer) in ended.into_iter().zip(answers) {
                    // Who went away needs no answer.
                    let _ = ending.answer.send(Ok(answer));
                }
                return Ok(());
            }
            Err(error) => {
                let Err(error) = clerk.ending.bear(error, self.queue.terms()) else {
                    self.state().put_back(ended);
                    return Err(());
                };
                clerk.ending = Trouble::default();
                if ended.len() == 1 {
                    let _ = ended.remove(0).answer.send(Err(error));
                    return Ok(());
                }
            }
        }
        // One of them may be to blame: each for itself.
        for Ending { played, answer } in ended {
            let done = self.queue.end(&[played]).await;
            let _ = answer.send(done.map(|mut done| done.remove(0)));
        }
        Ok(())
    }

    /// Says that what is held here lives. While the database is away games go on: whether a result is taken is decided there.
    async fn beat(&self, clerk: &mut Clerk) {
        let every = self.queue.terms().heartbeat;
        let (has_news, leaves) = {
            let mut state = self.state();
            (std::mem::take(&mut state.has_news), !state.has_seats())
        };
        if !has_news && clerk.beaten.is_some_and(|at| at.elapsed() < every) {
            return;
        }
        clerk.beaten = Some(Instant::now());
        let about = self.state().about.clone();
        let report =
            CrewReport { id: &self.id, class: &self.class, seats: self.seats, about: &about, leaves };
        let (leases, seen): (Vec<Lease>, Vec<Arc<LastSeen>>) = self.state().held().into_iter().unzip();
        // What it is to do may be known a heartbeat later: whether it gets games is decided there.
        let Ok((order, beats)) = self.queue.beat_and_report(&leases, &report).await else { return };
        for (seen, beat) in seen.iter().zip(beats) {
            seen.note(beat);
            if beat.standing != Standing::Mine {
                self.state().is_void(seen);
            }
        }
        self.state().order = order;
    }

    /// Gives games back that nobody here will play.
    async fn give_some_back(&self) {
        let backs = std::mem::take(&mut self.state().backs);
        if !backs.is_empty() {
            // What cannot be given back now is free when its lease ends.
            let _ = self.queue.give_back(&backs).await;
        }
    }
}
