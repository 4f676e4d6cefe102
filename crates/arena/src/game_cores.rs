//! The cores of a running game, claimed by its stage for as long as the game runs.

use crate::awaited_claim::{AwaitedClaim, now, wait};
use crate::claim::Claim;
use crate::conditions::Ponder;
use crate::core_line::{CoreLine, PlaceInLine};
use crate::cores::pin;
use crate::gathered_cores::GatheredCores;
use crate::intervals::STOP_CHECK;
use crate::topology::{apart, physical};
use crate::waiting::{set_waiting, tell_waiting};
use leitai_core::{Sentence, sentence};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How soon a core that was just released is tried again.
const TURN: Duration = Duration::from_millis(10);
/// How long a stage waits before it reports that it is waiting.
const SILENT: Duration = Duration::from_secs(1);

/// The cores that games of this process run on.
static HELD: Mutex<Held> = Mutex::new(Held { places: BTreeMap::new(), kept: BTreeSet::new(), drained: None });
/// Signalled when something was released.
static LET_GO: Condvar = Condvar::new();
/// The waiting games of this process.
static LINE: CoreLine = CoreLine::new();

struct Held {
    /// The places, keyed by the first core of each.
    places: BTreeMap<usize, Claimed>,
    /// Cores reserved for the game whose turn it is to get several, as soon as they are free, and the one among them
    /// that no other game may join in the meantime.
    kept: BTreeSet<usize>,
    drained: Option<usize>,
}

struct Claimed {
    claims: Vec<Claim>,
    /// This process's games that take turns there, by their numbers in the line.
    games: BTreeMap<u64, Sentence>,
    /// Whether other games of this process may join.
    shared: bool,
}

/// The cores claimed for one game; released on drop. The thread that claimed them stays pinned to them.
#[derive(Debug)]
pub struct GameCores {
    /// The first core of its place, and its number there.
    place: Option<(usize, u64)>,
}

impl GameCores {
    /// No cores: the game runs wherever the system likes.
    pub(crate) fn anywhere() -> GameCores {
        GameCores { place: None }
    }

    /// Claims cores for one game and pins the calling thread, and so every program that it starts from now on, to them.
    /// A free core is preferred to one on which other games of this process take turns; blocks while other processes
    /// hold every core. Programs that may think on each other's time get a physical core each, shared with nobody;
    /// games of this process that asked later leave them the cores that they wait for. Others that wait are told of
    /// `game`. Returns `None` if a stop was requested.
    pub(crate) fn claim(
        cores: &[usize],
        ponder: Ponder,
        game: &Sentence,
        stop: &dyn Fn() -> bool,
    ) -> Option<GameCores> {
        let ways: Vec<_> = match ponder {
            Ponder::Off => apart(cores).into_iter().map(|core| vec![core]).collect(),
            Ponder::On => couples(&physical(cores)),
        };
        let mut waiting = WaitingGame::new(ponder);
        while !stop() {
            if !waiting.place.is_due() {
                rest(STOP_CHECK);
                continue;
            }
            if let Some((first, mask)) = settle(&ways, ponder, game, &mut waiting) {
                pin(&mask);
                set_waiting(false);
                return Some(GameCores { place: Some((first, waiting.place.number())) });
            }
            if ponder == Ponder::Off {
                // It was handed a core that is kept for a game that asked earlier.
                waiting.gathered = GatheredCores::default();
            }
            if waiting.place.is_first_of_kind() {
                waiting.look_out(&ways, cores);
            } else {
                rest(STOP_CHECK);
            }
        }
        set_waiting(false);
        None
    }
}

/// A game that waits, with the cores it has got so far.
struct WaitingGame {
    place: PlaceInLine<'static>,
    gathered: GatheredCores,
    /// Its places in the lines for cores that other processes hold.
    awaited: Vec<AwaitedClaim>,
    /// When it began to wait: by our clock, and by the one that all stages share.
    started: Instant,
    since: u64,
}

impl WaitingGame {
    fn new(ponder: Ponder) -> WaitingGame {
        WaitingGame {
            place: LINE.join(ponder == Ponder::On),
            gathered: GatheredCores::default(),
            awaited: Vec::new(),
            started: Instant::now(),
            since: now(),
        }
    }

    /// Waits a while for one of the wanted cores, in the line for each that other processes hold, and reports it when
    /// that takes long. A core that is handed over is gathered. The places in the lines are kept from call to call.
    fn look_out(&mut self, ways: &[Vec<usize>], cores: &[usize]) {
        let mut others = self.gathered.wanted(ways);
        let (has_shared, is_told) = {
            let held = locked();
            let kept = self.place.gives_way().then_some(&held.kept).into_iter().flatten().copied();
            for ours in held.claimed().chain(kept) {
                others.remove(&ours);
            }
            (held.places.values().any(|place| place.shared), self.started.elapsed() > SILENT)
        };
        self.awaited.retain(|awaited| awaited.is_in_line() && others.remove(&awaited.core()));
        let missing = others.len();
        let joined = others.into_iter().filter_map(|core| AwaitedClaim::join(core, self.since));
        let before = self.awaited.len();
        self.awaited.extend(joined);
        let is_free = self.awaited.len() - before < missing;
        // Games of our own that take turns let others join them soon.
        let waits = is_told && !is_free && (self.place.needs_several() || !has_shared);
        set_waiting(waits);
        if waits {
            tell_waiting(|| self.said(ways, cores.len()));
        }
        if is_free {
            rest(TURN);
        } else if self.awaited.is_empty() {
            // Our own games hold them all.
            rest(STOP_CHECK);
        } else if let Some(handed) = wait(&mut self.awaited, STOP_CHECK) {
            self.gathered.add(handed);
        }
    }

    /// What it waits for: every core that it can use, and who holds it.
    fn said(&self, ways: &[Vec<usize>], of: usize) -> Sentence {
        let all: BTreeSet<usize> = ways.iter().flatten().copied().collect();
        let kept: Vec<String> = self.gathered.cores().map(|core| core.to_string()).collect();
        let ours: BTreeMap<usize, Sentence> = {
            let held = locked();
            let places = held.places.values();
            places
                .flat_map(|place| place.claims.iter().map(|claim| (claim.core(), place.said(claim.core()))))
                .collect()
        };
        let head = if self.place.needs_several() {
            sentence!(
                "waiting for a free core for each program, two of {of}",
                "等待空闲核心：两个程序各需一个（共 {of} 个可用）"
            )
        } else {
            sentence!("waiting for a free core of {of}", "等待空闲核心（共 {of} 个可用）")
        };
        let head = if kept.is_empty() {
            head
        } else {
            let kept = kept.join(", ");
            head.and(&sentence!("kept so far: core {kept}", "已留着核心 {kept}"))
        };
        let holder = |core: &usize| match ours.get(core) {
            Some(ours) => Some(ours.clone()),
            None if self.gathered.cores().any(|kept| kept == *core) => None,
            // Asked anew, since the core may have been handed on; nobody is kept waiting by a place that was left.
            None => AwaitedClaim::join(*core, self.since).map(|awaited| awaited.holder()),
        };
        let holders = all.iter().filter_map(holder).reduce(|all, next| all.and(&next)).unwrap_or_default();
        head.then(&sentence!("; in use: {holders}", "；占用情况：{holders}"; holders))
    }
}

impl Drop for WaitingGame {
    fn drop(&mut self) {
        if self.place.needs_several() && self.place.is_due() {
            let mut held = locked();
            (held.kept, held.drained) = (BTreeSet::new(), None);
        }
        self.place.leave();
        LET_GO.notify_all();
    }
}

impl Drop for GameCores {
    fn drop(&mut self) {
        let Some((first, number)) = self.place else { return };
        let mut held = locked();
        let Some(place) = held.places.get_mut(&first) else { return };
        place.games.remove(&number);
        let released = if place.games.is_empty() { held.places.remove(&first) } else { None };
        drop(held);
        // Handed to other stages, which takes a moment, if any waits.
        drop(released);
        LET_GO.notify_all();
    }
}

impl Held {
    /// The cores of this process's own games, which are visible even where the system has no claims.
    fn claimed(&self) -> impl Iterator<Item = usize> {
        self.places.values().flat_map(|place| place.claims.iter().map(Claim::core))
    }
}

impl Claimed {
    fn is_wanted(&mut self) -> bool {
        self.claims.iter_mut().any(Claim::is_wanted)
    }

    /// That one of its cores is in use, and by which game.
    fn said(&self, core: usize) -> Sentence {
        let game = self.games.values().next().cloned().unwrap_or_default();
        match self.games.len() {
            0 | 1 => {
                sentence!("core {core} by this process ({game})", "核心 {core} 由本进程占用（{game}）"; game)
            }
            games => {
                let more = games - 1;
                sentence!(
                    "core {core} by this process ({game} and {more} more)",
                    "核心 {core} 由本进程占用（{game}，另有 {more} 局）"; game
                )
            }
        }
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
    let barred: BTreeSet<usize> = held.claimed().chain(held.kept.iter().copied()).collect();
    let free = physical.iter().rev().filter(|threads| !threads.iter().any(|core| barred.contains(core)));
    let (threads, claims) = free.into_iter().find_map(|threads| {
        Some((threads, threads.iter().map(|core| Claim::take(*core)).collect::<Option<Vec<_>>>()?))
    })?;
    pin(threads);
    Some(SpareCore { threads: threads.clone(), _claims: claims })
}

/// Takes one of the ways, or joins a place where that is possible; returns the name of the place, and the cores on
/// which its programs run. If neither is possible, gathers the free cores of a way.
fn settle(
    ways: &[Vec<usize>],
    ponder: Ponder,
    game: &Sentence,
    waiting: &mut WaitingGame,
) -> Option<(usize, Vec<usize>)> {
    let WaitingGame { place, gathered, .. } = waiting;
    let number = place.number();
    let mut held = locked();
    let width = if ponder == Ponder::On { 2 } else { 1 };
    let mut barred: BTreeSet<usize> = held.claimed().collect();
    let gives_way = ponder == Ponder::Off && place.gives_way();
    if gives_way {
        barred.extend(&held.kept);
    }
    loop {
        for way in ways.iter().filter(|way| !way.iter().any(|core| barred.contains(core))) {
            if let Some(claims) = gathered.complete(way) {
                let games = BTreeMap::from([(number, game.clone())]);
                held.places.insert(way[0], Claimed { claims, games, shared: ponder == Ponder::Off });
                return Some((way[0], way[..width].to_vec()));
            }
        }
        if !gathered.grow(ways, |core| barred.contains(core)) {
            break;
        }
    }
    if ponder == Ponder::On {
        let wanted = gathered.wanted(ways);
        let games = |core: &usize| held.places.get(core).map_or(0, |place| place.games.len());
        held.drained = wanted.iter().copied().min_by_key(games);
        held.kept = wanted.into_iter().chain(gathered.cores()).collect();
        return None;
    }
    // No game joins where another stage waits; otherwise that stage would wait for as long as this process has games.
    let drained = held.drained.filter(|_| gives_way);
    let open = held.places.iter_mut().filter_map(|(first, place)| {
        let is_open = place.shared
            && Some(*first) != drained
            && ways.iter().any(|way| way[0] == *first)
            && !place.is_wanted();
        is_open.then_some((first, place))
    });
    let (first, place) = open.min_by_key(|(_, place)| place.games.len())?;
    place.games.insert(number, game.clone());
    Some((*first, vec![*first]))
}

/// Waits until this process releases something, at most for `longest`.
fn rest(longest: Duration) {
    drop(LET_GO.wait_timeout(locked(), longest));
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
