//! `leitai bench watch`: what a watcher costs per ply. Measures the watcher's call alone, and games with and without
//! it in turn; minima are close to the truth, spreads are not.

use crate::bench::kings::{kings, lost, patient};
use crate::bench::pinned::{pin, unpin};
use crate::failure::Failure;
use crate::out;
use leitai_arena::{
    Affinity, Conditions, Glimpse, LiveSlot, MatchGame, SeatClock, Seen, Watch, available, dice,
};
use leitai_core::{Lang, Noun, Words, say};
use leitai_sandbox::Sandbox;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often a reader looks at a game being watched.
const VISIT: Duration = Duration::from_millis(20);
/// Calls of the watcher timed together, as many as two games make, and how often.
const CALLS: u32 = 1200;
const TIMES: u32 = 200;
/// A record line of typical length.
const LINE: &[u8] = b"{\"type\":\"play\",\"by\":\"first\",\"acts\":[\"32-28\"],\"us\":1234}\n";

#[derive(Serialize)]
struct Row {
    r#type: &'static str,
    games: u32,
    plies: u64,
    ply_us: f64,
    watched_us: f64,
    call_ns: f64,
    share: f64,
}

pub(crate) fn run(games: u32, json: bool, lang: Lang) -> Result<(), Failure> {
    let core = available()[0];
    let (mut alone, mut watched, mut plies) = (f64::INFINITY, f64::INFINITY, 0);
    for _ in 0..games.max(1) {
        let (seconds, count) = game(core, false)?;
        alone = alone.min(seconds);
        watched = watched.min(game(core, true)?.0);
        plies += count;
    }
    let call = call();
    let row = Row {
        r#type: "watch",
        games,
        plies,
        ply_us: alone * 1e6,
        watched_us: watched * 1e6,
        call_ns: call * 1e9,
        // Once when the act is done, once when the other player is asked.
        share: 2.0 * call / alone,
    };
    if json {
        out::json(&row);
        return Ok(());
    }
    let Row { ply_us, watched_us, call_ns, share, .. } = row;
    let share = share * 100.0;
    out::line(&say!(
        lang,
        "a ply, nobody watches        {ply_us:6.2} µs (least of {games}, {plies})\nthe same, watched            {watched_us:6.2} µs\na call of the watcher        {call_ns:6.0} ns; two a ply are {share:.1} % of it",
        "每手，无人观战               {ply_us:6.2} 微秒（{games} 局中最小，共 {plies} 手）\n每手，有人观战               {watched_us:6.2} 微秒\n观战者的一次调用             {call_ns:6.0} 纳秒；每手两次，占 {share:.1} %";
        games = Noun::GAMES.of(games),
        plies = Noun::PLIES.of(plies)
    ));
    Ok(())
}

/// Plays one game; returns seconds per ply and the number of plies.
fn game(core: usize, is_watched: bool) -> Result<(f64, u64), Failure> {
    let (game, players) = kings()?;
    let lots = dice(Some(1), 0).map_err(|e| Failure::system(&Words::new("random numbers", "随机数"), &e))?;
    let conditions = Conditions::of(Sandbox::off());
    let (stop, over) = (AtomicBool::new(false), AtomicBool::new(false));
    let match_game = MatchGame {
        game: &*game,
        dice: &lots,
        players: players.each_ref(),
        allowances: [patient(&*game); 2].map(Into::into),
        conditions: &conditions,
        affinity: Affinity::Auto,
        seed: 1,
        record: None,
        stop: &stop,
    };
    let slot = Arc::new(LiveSlot::default());
    let played = std::thread::scope(|scope| {
        if is_watched {
            let reader = || {
                let mut seen = Glimpse::default();
                while !over.load(Ordering::Relaxed) {
                    slot.visit(&mut seen);
                    std::thread::sleep(VISIT);
                }
            };
            scope.spawn(reader);
        }
        let before = pin(Some(core));
        let played = if is_watched { match_game.play(&mut slot.writer()) } else { match_game.play(&mut ()) };
        unpin(before);
        over.store(true, Ordering::Relaxed);
        played
    });
    let (ended, _) = played.map_err(|e| Failure::stage(&e))?.ok_or(Failure::Interrupted)?;
    if ended.outcome.faulty().is_some() {
        return Err(lost(&ended.reason));
    }
    Ok((ended.played.as_secs_f64() / f64::from(ended.plies), u64::from(ended.plies)))
}

/// Least seconds of one call that delivers a line.
fn call() -> f64 {
    let slot = Arc::new(LiveSlot::default());
    let (mut writer, mut seen) = (slot.writer(), Glimpse::default());
    let (at, clocks) = (Instant::now(), [SeatClock::default(); 2]);
    let once = || {
        let start = Instant::now();
        for _ in 0..CALLS {
            writer.grew(&Seen { lines: LINE, at, clocks, over: false });
        }
        let took = start.elapsed();
        slot.visit(&mut seen);
        took
    };
    std::iter::repeat_with(once).take(TIMES as usize).min().unwrap_or_default().as_secs_f64()
        / f64::from(CALLS)
}
