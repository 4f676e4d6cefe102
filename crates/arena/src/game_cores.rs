//! The cores of a running game, claimed by its stage for as long as the game runs.

use crate::claim::{AwaitedClaim, Claim, wait};
use crate::conditions::Ponder;
use crate::core_line::{CoreLine, PlaceInLine};
use crate::cores::pin;
use crate::gathered_cores::GatheredCores;
use crate::intervals::STOP_CHECK;
use crate::topology::{apart, physical};
use leitai_core::{Sentence, sentence};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How soon a core that was just released is tried again.
const TURN: Duration = Duration::from_millis(10);
/// Long enough for a stage that is woken to take what was released for it.
const AFTER_YOU: Duration = Duration::from_millis(50);
/// How long a stage waits before it reports that it is waiting.
const SILENT: Duration = Duration::from_secs(1);
/// Minimum time between two such reports.
const AGAIN: Duration = Duration::from_mins(1);

/// The cores that games of this process run on.
static HELD: Mutex<Held> = Mutex::new(Held {
    places: BTreeMap::new(),
    left: BTreeMap::new(),
    kept: BTreeSet::new(),
    drained: None,
    said: None,
});
/// Signalled when something was released.
static LET_GO: Condvar = Condvar::new();
/// Among the games that need one core, one thread of the process waits for other stages' cores; the rest wait for it.
static SCOUT: Mutex<()> = Mutex::new(());
/// The waiting games of this process.
static LINE: CoreLine = CoreLine::new();
/// Whether no game runs because other stages hold all the cores.
static WAITING: AtomicBool = AtomicBool::new(false);
/// The function that is notified when games are waiting.
static TOLD: Mutex<Option<fn(&Sentence)>> = Mutex::new(None);

struct Held {
    /// The places, keyed by the first core of each.
    places: BTreeMap<usize, Claimed>,
    /// Cores that were released, and until when other stages may take them.
    left: BTreeMap<usize, Instant>,
    /// Cores reserved for the game whose turn it is to get several, as soon as they are free, and the one among them
    /// that no other game may join in the meantime.
    kept: BTreeSet<usize>,
    drained: Option<usize>,
    /// When it was last reported that games are waiting.
    said: Option<Instant>,
}

struct Claimed {
    claims: Vec<Claim>,
    /// How many of this process's games take turns there.
    games: usize,
    /// Whether other games of this process may join.
    shared: bool,
}

/// The cores claimed for one game; released on drop. The thread that claimed them stays pinned to them.
#[derive(Debug)]
pub struct GameCores {
    first: Option<usize>,
}

/// Sets the function that is called when games of this process have waited for a core for a second, or for a sandbox for
/// ten, and again at most once a minute. The last call wins, so that a server can use its own log.
pub fn tell_of_waiting(tell: fn(&Sentence)) {
    *TOLD.lock().unwrap_or_else(PoisonError::into_inner) = Some(tell);
}

/// Whether the games of this process are waiting because other stages hold all the cores.
pub fn is_waiting() -> bool {
    WAITING.load(Ordering::Relaxed)
}

impl GameCores {
    /// No cores: the game runs wherever the system likes.
    pub(crate) fn anywhere() -> GameCores {
        GameCores { first: None }
    }

    /// Claims cores for one game and pins the calling thread, and so every program that it starts from now on, to them.
    /// A free core is preferred to one on which other games of this process take turns; blocks while other processes
    /// hold every core. Programs that may think on each other's time get a physical core each, shared with nobody;
    /// games of this process that asked later leave them the cores that they wait for. Returns `None` if a stop was
    /// requested.
    pub(crate) fn claim(cores: &[usize], ponder: Ponder, stop: &dyn Fn() -> bool) -> Option<GameCores> {
        let ways = match ponder {
            Ponder::Off => apart(cores).into_iter().map(|core| vec![core]).collect(),
            Ponder::On => couples(&physical(cores)),
        };
        let mut waiting =
            WaitingGame { place: LINE.join(ponder == Ponder::On), gathered: GatheredCores::default() };
        let started = Instant::now();
        while !stop() {
            if !waiting.place.is_due() {
                rest(STOP_CHECK);
                continue;
            }
            if let Some((first, mask)) = settle(&ways, ponder, &mut waiting) {
                pin(&mask);
                WAITING.store(false, Ordering::Relaxed);
                return Some(GameCores { first: Some(first) });
            }
            let wanted = waiting.gathered.wanted(&ways);
            if ponder == Ponder::On {
                look_out(&wanted, cores, started, stop);
            } else if let Ok(_scout) = SCOUT.try_lock() {
                look_out(&wanted, cores, started, stop);
            } else {
                rest(STOP_CHECK);
            }
        }
        WAITING.store(false, Ordering::Relaxed);
        None
    }
}

/// A game that waits, with the cores it has got so far.
struct WaitingGame {
    place: PlaceInLine<'static>,
    gathered: GatheredCores,
}

impl Drop for WaitingGame {
    fn drop(&mut self) {
        if self.place.needs_several() && self.place.is_due() {
            let mut held = locked();
            (held.kept, held.drained) = (BTreeSet::new(), None);
        }
        LET_GO.notify_all();
    }
}

impl Drop for GameCores {
    fn drop(&mut self) {
        let Some(first) = self.first else { return };
        let mut held = locked();
        let Some(place) = held.places.get_mut(&first) else { return };
        place.games -= 1;
        if place.games == 0 {
            // Waiting stages go first; otherwise they would wait for as long as this process has games.
            let now = Instant::now();
            let after = if place.is_wanted() { now + AFTER_YOU } else { now };
            for claim in held.places.remove(&first).into_iter().flat_map(|place| place.claims) {
                held.left.insert(claim.core(), after);
            }
        }
        drop(held);
        LET_GO.notify_all();
    }
}

impl Held {
    fn claimed(&self) -> impl Iterator<Item = usize> {
        self.places.values().flat_map(|place| place.claims.iter().map(Claim::core))
    }

    /// The cores of this process's own games, which are visible even where the system has no claims, and those left to
    /// other stages for now.
    fn barred(&self) -> BTreeSet<usize> {
        let now = Instant::now();
        let left = self.left.iter().filter(|(_, until)| **until > now).map(|(core, _)| *core);
        self.claimed().chain(left).collect()
    }
}

impl Claimed {
    fn is_wanted(&self) -> bool {
        self.claims.iter().any(Claim::is_wanted)
    }
}

/// A physical core that no game runs on, nor waits for, claimed until the value is dropped; the calling thread is pinned
/// to it and stays so.
#[derive(Debug)]
pub(crate) struct SpareCore {
    /// Its threads, as the system numbers them.
    pub(crate) threads: Vec<usize>,
    _claims: Vec<Claim>,
}

/// Claims one of these physical cores, the last first, since games take the first. Does not wait; returns `None` if none
/// is free.
pub(crate) fn spare_core(physical: &[Vec<usize>]) -> Option<SpareCore> {
    let held = locked();
    let mut barred = held.barred();
    barred.extend(&held.kept);
    let free = physical.iter().rev().filter(|threads| !threads.iter().any(|core| barred.contains(core)));
    let (threads, claims) = free.into_iter().find_map(|threads| {
        Some((threads, threads.iter().map(|core| Claim::take(*core)).collect::<Option<Vec<_>>>()?))
    })?;
    pin(threads);
    Some(SpareCore { threads: threads.clone(), _claims: claims })
}

/// Takes one of the ways, or joins a place where that is possible; returns the name of the place, and the cores on
/// which its programs run. If neither is possible, gathers the free cores of a way.
fn settle(ways: &[Vec<usize>], ponder: Ponder, waiting: &mut WaitingGame) -> Option<(usize, Vec<usize>)> {
    let WaitingGame { place, gathered } = waiting;
    let mut held = locked();
    let width = if ponder == Ponder::On { 2 } else { 1 };
    let mut barred = held.barred();
    let gives_way = ponder == Ponder::Off && place.gives_way();
    if gives_way {
        barred.extend(&held.kept);
    }
    loop {
        for way in ways.iter().filter(|way| !way.iter().any(|core| barred.contains(core))) {
            if let Some(claims) = gathered.complete(way) {
                held.places.insert(way[0], Claimed { claims, games: 1, shared: ponder == Ponder::Off });
                return Some((way[0], way[..width].to_vec()));
            }
        }
        if !gathered.grow(ways, |core| barred.contains(core)) {
            break;
        }
    }
    if ponder == Ponder::On {
        let wanted = gathered.wanted(ways);
        let games = |core: &usize| held.places.get(core).map_or(0, |place| place.games);
        held.drained = wanted.iter().copied().min_by_key(games);
        held.kept = wanted.into_iter().chain(gathered.cores()).collect();
        return None;
    }
    // No game joins where another stage waits; otherwise that stage would wait for as long as this process has games.
    let drained = held.drained.filter(|_| gives_way);
    let open = held.places.iter_mut().filter(|(first, place)| {
        place.shared
            && Some(**first) != drained
            && ways.iter().any(|way| way[0] == **first)
            && !place.is_wanted()
    });
    let (first, place) = open.min_by_key(|(_, place)| place.games)?;
    place.games += 1;
    Some((*first, vec![*first]))
}

/// Waits until one of the wanted cores may be free, and reports it when that takes long.
fn look_out(wanted: &BTreeSet<usize>, cores: &[usize], started: Instant, stop: &dyn Fn() -> bool) {
    let (ours, left) = {
        let held = locked();
        (held.claimed().collect::<BTreeSet<_>>(), held.left.clone())
    };
    let others: Vec<usize> = wanted.difference(&ours).copied().collect();
    let taken: Vec<AwaitedClaim> = others.iter().copied().filter_map(AwaitedClaim::by_another).collect();
    if taken.len() < others.len() || taken.is_empty() {
        // One is free by now, or our own games hold them all, or it was released just now.
        return rest(TURN);
    }
    // The links are kept, since each new one would take a place in the holder's queue.
    while !stop() && locked().left == left {
        let waits = ours.is_empty() && started.elapsed() > SILENT;
        WAITING.store(waits, Ordering::Relaxed);
        if waits {
            say(&taken, cores);
        }
        if wait(&taken, STOP_CHECK) || !taken.iter().all(AwaitedClaim::wakes) {
            return;
        }
    }
}

/// Waits until this process releases something, at most for `longest`.
fn rest(longest: Duration) {
    drop(LET_GO.wait_timeout(locked(), longest));
}

/// Says that games of this process wait for something, but at most once a minute, however many do.
pub(crate) fn tell_waiting(why: &Sentence) {
    let mut held = locked();
    if held.said.is_some_and(|said| said.elapsed() < AGAIN) {
        return;
    }
    held.said = Some(Instant::now());
    drop(held);
    let tell = *TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(tell) = tell {
        tell(why);
    }
}

fn say(taken: &[AwaitedClaim], cores: &[usize]) {
    let of = cores.len();
    let head = sentence!("waiting for a free core of {of}; in use: ", "等待空闲核心（共 {of} 个可用）：");
    let mut holders = taken.iter().map(AwaitedClaim::holder);
    let first = holders.next().unwrap_or_default();
    tell_waiting(&head.then(&holders.fold(first, |all, next| all.and(&next))));
}

/// Pairs of physical cores: first the two threads that the programs get, then all the other threads of both cores.
fn couples(physical: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut ways = Vec::new();
    for (i, one) in physical.iter().enumerate() {
        for other in &physical[i + 1..] {
            let rest = one[1..].iter().chain(&other[1..]);
            ways.push([one[0], other[0]].into_iter().chain(rest.copied()).collect());
        }
    }
    ways
}

fn locked() -> MutexGuard<'static, Held> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}
