//! A worker: plays games from the queue of a store.

use crate::assignment::GameHost;
use crate::error::{HallError, PlayError, io_at};
use crate::game_order::{GameAnswer, GameOrder, second_key};
use crate::hand_over::{Both, HandOver};
use crate::history::Played;
use crate::machine_facts::MachineFacts;
use crate::note;
use crate::setbacks::{Setbacks, rest};
use crate::shared_store::SharedStore;
use crate::spectators::Spectators;
use crate::stop::Stop;
use crate::trial_id::trial_of;
use crate::wanted_conditions::WantedConditions;
use leitai_arena::{Affinity, Conditions, STOP_CHECK, Watch, available, contained, spawn_game_thread};
use leitai_core::{Dice, Sentence, sentence};
use leitai_sandbox::SandboxLevel;
use leitai_store::{
    CrewOrder, Dropped, Finished, GameKey, Held, Queue, Release, Standing, StoreError, Worker,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::ScopedJoinHandle;
use std::time::{Duration, Instant};
use tokio::task::{JoinError, JoinHandle};

/// Events whose programs are kept ready besides those being played: games of several events alternate, and the event
/// played last is usually played next. Each costs disk space for up to [`PROGRAMS`] compiled programs.
const SPARE_HOSTS: usize = 2;
/// How often a test game looks whether a game of an event waits.
const LOOKS: Duration = Duration::from_secs(1);
/// Most programs of an event kept ready at a time: any other is made ready again, usually from the machine's cache of
/// compiled programs.
const PROGRAMS: usize = 256;

/// The workers of this machine: each plays one game at a time from the queue of a store.
pub struct Crew {
    shared: Arc<SharedStore>,
    queue: Arc<Queue>,
    launcher: PathBuf,
    jobs: usize,
    affinity: Affinity,
    hosts: Mutex<Vec<EventHost>>,
    spectators: Arc<dyn Spectators>,
    lent: Option<fn(CrewOrder)>,
    setbacks: Arc<Setbacks>,
    /// The strongest level of the sandbox that this machine could set up.
    strongest: Mutex<SandboxLevel>,
}

/// An event with its conditions, and its host on this machine.
type EventHost = (String, WantedConditions, Arc<GameHost>);

/// What happened to a game taken from the queue.
#[derive(Debug)]
pub enum Worked {
    /// It was taken and is about to start.
    Took,
    /// It was played and its result was accepted.
    Stands(Box<Played>),
    /// It was played but its result was rejected: the game was cancelled, or the lease had ended.
    Dropped(Dropped),
    /// It was returned to the queue unplayed, with the reason if it cannot be played here.
    Back(Option<Sentence>),
}

/// A result on its way to the store.
struct PendingResult {
    event: String,
    game: GameKey,
    played: Played,
    answer: JoinHandle<Result<Finished, StoreError>>,
}

/// How a game ended on this machine.
enum GameEnd {
    Played(Box<GameAnswer>),
    /// It was broken off.
    Broken,
    /// It cannot be played here, for this reason.
    Failed(Sentence),
    /// This machine lacked something that any game needs.
    Setback(Sentence),
}

impl From<PlayError> for GameEnd {
    fn from(error: PlayError) -> GameEnd {
        let why = Sentence::of(&error);
        if error.is_of_the_machine() { GameEnd::Setback(why) } else { GameEnd::Failed(why) }
    }
}

impl Crew {
    /// `jobs` workers; `launcher` is the stage's own binary.
    pub fn new(shared: Arc<SharedStore>, jobs: usize, affinity: Affinity, launcher: &Path) -> Crew {
        let queue = Arc::new(shared.queue());
        let (launcher, hosts, spectators) = (launcher.to_owned(), Mutex::default(), Arc::new(()));
        let setbacks = Arc::default();
        let strongest = Mutex::new(SandboxLevel::Off);
        Crew { shared, queue, launcher, jobs, affinity, hosts, spectators, lent: None, setbacks, strongest }
    }

    /// Makes the workers follow an organiser's orders, for a lent machine: drained or barred, they leave. `told` is
    /// called whenever the order changes.
    #[must_use]
    pub fn lent(self, told: fn(CrewOrder)) -> Crew {
        Crew { lent: Some(told), ..self }
    }

    /// Sets the observers of its games.
    #[must_use]
    pub fn watched(self, spectators: Arc<dyn Spectators>) -> Crew {
        Crew { spectators, ..self }
    }

    /// Makes it tell here what this machine lacks.
    #[must_use]
    pub fn telling(self, setbacks: Arc<Setbacks>) -> Crew {
        Crew { setbacks, ..self }
    }

    /// Plays until `stop` is set: running games are finished, or returned to the queue if they are to be abandoned.
    /// `name` identifies this machine. `see` receives the event, the game and what happened to it. Fails if the store
    /// is unavailable for longer than ten leases, and with [`HallError::Barred`] if it leaves because it was barred.
    pub fn work(
        &self,
        name: &str,
        stop: &Stop,
        see: &(dyn Fn(&str, &GameKey, &Worked) + Sync),
    ) -> Result<(), HallError> {
        let seats = Worker::seats(&self.queue, &self.shared.class, name, self.jobs.max(1));
        std::thread::scope(|scope| {
            // Measuring takes a moment, but no game waits for it.
            if let Some(seat) = seats.first() {
                scope.spawn(|| seat.introduce(MachineFacts::of_this_machine(&self.launcher).to_value()));
            }
            let (hand_in, handed_in) = mpsc::channel();
            let teller = scope.spawn(move || self.tell(&handed_in, see));
            let running: Vec<_> = seats
                .iter()
                .enumerate()
                .map(|(slot, seat)| {
                    let hand_in = hand_in.clone();
                    scope.spawn(move || self.sit(slot, seat, stop, &hand_in, see))
                })
                .collect();
            drop(hand_in);
            let mut order = CrewOrder::Work;
            while !running.iter().all(ScopedJoinHandle::is_finished) {
                let failed = teller.is_finished() || running.iter().any(ScopedJoinHandle::is_finished);
                self.follow(&mut order, &seats);
                if failed || stop.finish.load(Ordering::Relaxed) || stop.abandon.load(Ordering::Relaxed) {
                    seats.iter().for_each(Worker::stop);
                }
                std::thread::sleep(STOP_CHECK);
            }
            let ends = running
                .into_iter()
                .chain([teller])
                .map(|seat| seat.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            let ended = ends.fold(Ok(()), Result::and);
            let is_barred = self.lent.is_some() && order == CrewOrder::Bar;
            ended.and(if is_barred { Err(HallError::Barred(name.to_owned())) } else { Ok(()) })
        })
    }

    /// Follows the organiser's order on a lent machine.
    fn follow(&self, order: &mut CrewOrder, seats: &[Worker]) {
        let Some(told) = self.lent else { return };
        let Some(new) = seats.first().map(Worker::order).filter(|new| new != order) else { return };
        *order = new;
        told(new);
        if matches!(new, CrewOrder::Drain | CrewOrder::Bar) {
            seats.iter().for_each(Worker::stop);
        }
    }

    /// Reports results once they are accepted or rejected. No seat waits for that.
    fn tell(
        &self,
        handed_in: &mpsc::Receiver<PendingResult>,
        see: &(dyn Fn(&str, &GameKey, &Worked) + Sync),
    ) -> Result<(), HallError> {
        for PendingResult { event, game, played, answer } in handed_in {
            let lost = |error: JoinError| HallError::Io(game.to_string(), error.into());
            let worked = match self.shared.runtime.wait(answer).map_err(lost)?? {
                Finished::Stands => Worked::Stands(Box::new(played)),
                Finished::Dropped(why) => Worked::Dropped(why),
            };
            see(&event, &game, &worked);
        }
        Ok(())
    }

    /// Takes game after game.
    fn sit(
        &self,
        slot: usize,
        seat: &Worker,
        stop: &Stop,
        hand_in: &mpsc::Sender<PendingResult>,
        see: &(dyn Fn(&str, &GameKey, &Worked) + Sync),
    ) -> Result<(), HallError> {
        let runtime = &self.shared.runtime;
        let mut setbacks = 0;
        while let Some(held) = runtime.wait(seat.next())? {
            let (event, game) = (held.job().event.clone(), held.job().game.clone());
            see(&event, &game, &Worked::Took);
            let is_trial = held.job().priority < 0;
            let mut ended = self.play(slot, &held, stop);
            if let GameEnd::Setback(why) = &ended {
                setbacks += 1;
                if self.setbacks.met(&event, &game, why) {
                    ended = GameEnd::Failed(why.clone());
                }
            }
            let worked = match ended {
                GameEnd::Played(game_answer) => {
                    let body = serde_json::to_value(&game_answer)
                        .map_err(|error| HallError::Io(game.to_string(), error.into()))?;
                    let answer = runtime.spawn(async move { held.finish(&body).await });
                    self.setbacks.played(&event, &game);
                    setbacks = 0;
                    // The receiver lives as long as any seat, unless it has failed, and then all stop.
                    let _ = hand_in.send(PendingResult { event, game, played: game_answer.played, answer });
                    continue;
                }
                GameEnd::Broken => {
                    let why = match held.standing() {
                        Standing::Mine => None,
                        Standing::Cancelled => Some(Dropped::Cancelled),
                        Standing::Lost => Some(Dropped::Late),
                    };
                    runtime.wait(held.release(&Release::GivenBack))?;
                    why.map_or(Worked::Back(None), Worked::Dropped)
                }
                GameEnd::Failed(why) => {
                    runtime.wait(held.release(&Release::Failed(note::write(&why))))?;
                    see(&event, &game, &Worked::Back(Some(why)));
                    // Leaves the next attempt to another machine, if there is one; but nobody waits for a test game.
                    if !is_trial {
                        pause(seat, self.shared.terms.lease());
                    }
                    continue;
                }
                GameEnd::Setback(why) => {
                    runtime.wait(held.release(&Release::GivenBack))?;
                    see(&event, &game, &Worked::Back(Some(why)));
                    pause(seat, rest(setbacks));
                    continue;
                }
            };
            see(&event, &game, &worked);
        }
        Ok(())
    }

    fn play(&self, slot: usize, held: &Held, stop: &Stop) -> GameEnd {
        let order: GameOrder = match serde_json::from_value(held.job().payload.clone()) {
            Ok(order) => order,
            Err(error) => {
                return GameEnd::Failed(sentence!(
                    "this version cannot read the order ({error}); install the same version everywhere",
                    "本版本读不懂这局的任务（{error}）；请各处安装同一版本"
                ));
            }
        };
        let host = match self.host(&held.job().event, order.wanted) {
            Ok(host) => host,
            Err(ended) => return ended,
        };
        let broken = AtomicBool::new(false);
        let mut gives_way = GivesWay::new(&order);
        std::thread::scope(|scope| {
            let (done, ended) = mpsc::channel();
            let (mut hand_over, relay) = HandOver::open();
            let (host, broken, order, event) = (&host, &broken, &order, &held.job().event);
            // The second playing of a game is not shown.
            let is_second = second_key(order.assignment.id).is_ok_and(|second| second == held.job().game);
            let started = spawn_game_thread(scope, move || {
                // A game that waits for a core has not begun, so stopping does not wait for it.
                let wanted = || broken.load(Ordering::Relaxed) || stop.finish.load(Ordering::Relaxed);
                let game = order.assignment.said(event);
                let place =
                    self.affinity.settle(slot, &available(), host.conditions().ponder, &game, &wanted);
                let ended = contained(|| {
                    place.map_or(GameEnd::Broken, |_place| {
                        let of = &order.assignment;
                        let watch =
                            if is_second { ().watch(event, of) } else { self.spectators.watch(event, of) };
                        play(host, slot, order, broken, &mut Both::of(relay, watch))
                    })
                });
                let ended = ended.unwrap_or_else(|panicked| GameEnd::Failed(Sentence::of(&panicked)));
                // The receiver lives until the answer arrives.
                let _ = done.send(ended);
            });
            if let Err(error) = started {
                return GameEnd::from(PlayError::Stage(error));
            }
            loop {
                match ended.recv_timeout(STOP_CHECK) {
                    Ok(ended) => return ended,
                    // A panic in the game is reported as an answer, so this should not happen.
                    Err(RecvTimeoutError::Disconnected) => return GameEnd::Broken,
                    Err(RecvTimeoutError::Timeout) => hand_over.tick(&self.shared.runtime, &self.queue, held),
                }
                let is_in_the_way = gives_way.is_due() && self.is_in_the_way(held);
                if stop.abandon.load(Ordering::Relaxed) || held.standing() != Standing::Mine || is_in_the_way
                {
                    broken.store(true, Ordering::Relaxed);
                }
            }
        })
    }

    /// Whether a game waits that comes before this one and could be played instead. A store that does not answer does not
    /// end a game.
    fn is_in_the_way(&self, held: &Held) -> bool {
        held.holds_back(held.job().priority + 1)
            || self.shared.runtime.wait(self.queue.is_in_the_way(held.lease())).unwrap_or(false)
    }

    /// Conditions as an event wants them. A machine that could confine programs better before only lacks something now,
    /// and does not play with less.
    fn conditions(&self, wanted: WantedConditions) -> Result<Conditions, GameEnd> {
        let mut strongest = self.strongest.lock().unwrap_or_else(PoisonError::into_inner);
        let conditions = wanted.conditions(&self.launcher);
        let level = match &conditions {
            Ok(conditions) => conditions.sandbox.level(),
            Err(HallError::TooWeak(level, _)) => *level,
            Err(error) => return Err(GameEnd::Failed(Sentence::of(error))),
        };
        if wanted.level.is_none() && level < *strongest {
            let strongest = *strongest;
            return Err(GameEnd::Setback(sentence!(
                "level {level} of the sandbox is all that can be set up now, and it was {strongest}",
                "沙箱现在只能建立 {level} 级，而先前为 {strongest} 级"
            )));
        }
        *strongest = level.max(*strongest);
        conditions.map_err(|error| GameEnd::Failed(Sentence::of(&error)))
    }

    /// The host of an event, which keeps its programs ready from one game to the next, or what happens to its games
    /// because there is none here.
    fn host(&self, event: &str, wanted: WantedConditions) -> Result<Arc<GameHost>, GameEnd> {
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        let known = hosts.iter().position(|(of, under, _)| of == event && *under == wanted);
        let host = if let Some(at) = known {
            hosts.remove(at)
        } else {
            let conditions = self.conditions(wanted)?;
            let host = GameHost::of_store(conditions, Arc::clone(&self.shared), PROGRAMS);
            let at = io_at(&std::env::temp_dir());
            let host = host.map_err(|error| GameEnd::Setback(Sentence::of(&at(error))))?;
            (event.to_owned(), wanted, Arc::new(host))
        };
        let made = Arc::clone(&host.2);
        hosts.insert(0, host);
        // Each running game may be of a different event: none of their programs should be rebuilt for each game.
        hosts.truncate(self.jobs.max(1) + SPARE_HOSTS);
        Ok(made)
    }
}

/// When a game that gives way to others looks whether others wait.
struct GivesWay(Option<Instant>);

impl GivesWay {
    /// Only test games give way.
    fn new(order: &GameOrder) -> GivesWay {
        GivesWay(trial_of(order.assignment.id).map(|_| Instant::now()))
    }

    fn is_due(&mut self) -> bool {
        let is_due = self.0.is_some_and(|last| last.elapsed() >= LOOKS);
        if is_due {
            self.0 = Some(Instant::now());
        }
        is_due
    }
}

fn pause(seat: &Worker, lasting: Duration) {
    let since = Instant::now();
    while since.elapsed() < lasting && !seat.is_stopped() {
        std::thread::sleep(STOP_CHECK);
    }
}

fn play(
    host: &GameHost,
    slot: usize,
    order: &GameOrder,
    broken: &AtomicBool,
    watch: &mut dyn Watch,
) -> GameEnd {
    let path = host.record(&format!("record-{slot}"));
    let played = match order.dice.as_deref().map(Dice::from_hex) {
        None => host.play(&order.assignment, &path, broken, watch),
        Some(Some(dice)) => host.play_with(&dice, &order.assignment, &path, broken, watch),
        Some(None) => {
            return GameEnd::Failed(Sentence::new(
                "the order has an invalid dice seed: it must have 64 hexadecimal digits",
                "任务中的骰子种子有误：应为 64 位十六进制数字",
            ));
        }
    };
    let played = match played {
        Ok(Some(played)) => played,
        Ok(None) => return GameEnd::Broken,
        Err(error) => return GameEnd::from(error),
    };
    let record = fs::read_to_string(&path).and_then(|record| fs::remove_file(&path).map(|()| record));
    match record {
        Ok(record) => GameEnd::Played(Box::new(GameAnswer { played, record })),
        Err(error) => GameEnd::Setback(Sentence::of(&io_at(&path)(error))),
    }
}
