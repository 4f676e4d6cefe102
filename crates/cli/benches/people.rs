//! People at tables of a site beside a running event, on loopback:
//! `cargo bench -p leitai --bench people -- [GAMES [SECONDS [THINK]]]` (100, 30, 1000).
//!
//! In each of GAMES games two people sit in their browsers, and whoever is to move thinks for THINK ms on average. An event is
//! played meanwhile. Reports how long an act takes to the other side, from the click to the last byte of what is shown there;
//! the same for a single game; and how the event fares beside both and alone. The clients run in this process, on the same
//! cores. Fails if an act is lost, if a game of the event is put in question, or if one act in a hundred takes 100 ms.
#![expect(clippy::print_stdout, reason = "its words are its result")]

#[path = "../tests/house.rs"]
#[allow(dead_code, reason = "a part is used")]
mod house;
#[path = "served/seats.rs"]
mod seats;
#[path = "served/served.rs"]
#[allow(dead_code, reason = "a part is used")]
mod served;

use house::House;
use seats::Guest;
use served::{Server, part, questioned, raise_files};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// Games in which each act is shown to the other side.
const GAMES: [&str; 9] =
    ["hex", "gomoku", "amazons", "connect6", "dots", "draughts", "surakarta", "nogo", "tictactoe"];
/// Entries of the event, each a built-in player.
const ENTRIES: usize = 24;
/// What an act may take to the other side.
const SOON_MS: f64 = 100.0;

/// How often both look again where neither has anything to do, and how many times at most.
const LOOK: Duration = Duration::from_millis(100);
const MOST_LOOKS: u32 = 100;

/// What was measured.
#[derive(Default)]
struct Measured {
    /// Milliseconds to the other side.
    ways: Vec<f64>,
    lost: usize,
}

/// Two people play one game after the other.
async fn pair(address: String, number: usize, think: u64, until: Instant, found: Arc<Mutex<Measured>>) {
    let mut drawn = number as u64;
    let mut draw = move || {
        drawn = drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        drawn >> 33
    };
    let lost = |what: &str| {
        println!("lost: {what}");
        found.lock().expect("no client panics").lost += 1;
    };
    let (Some(mut ann), Some(mut bob)) = (Guest::comes(&address).await, Guest::comes(&address).await) else {
        return lost("a visitor");
    };
    for game in (number..).map(|at| GAMES[at % GAMES.len()]) {
        let Some(link) = ann.begins(game).await else { return lost("a table") };
        if bob.joins(&link).await.is_none() {
            return lost("a seat");
        }
        let mut idle = 0;
        while !ann.shown.is_over && !bob.shown.is_over {
            if Instant::now() > until {
                return;
            }
            let (mover, other) = match (ann.shown.act(draw()), bob.shown.act(draw())) {
                (Some(act), _) => ((&mut ann, act), &mut bob),
                (None, Some(act)) => ((&mut bob, act), &mut ann),
                // The game has not begun, or something is under way of which one of them has not heard.
                (None, None) => {
                    idle += 1;
                    sleep(LOOK).await;
                    if idle > MOST_LOOKS || ann.looks().await.is_none() || bob.looks().await.is_none() {
                        return lost(&format!(
                            "a turn of {game} at {} and {}",
                            ann.shown.version, bob.shown.version
                        ));
                    }
                    continue;
                }
            };
            idle = 0;
            sleep(Duration::from_millis(think / 2 + draw() % think.max(1))).await;
            let ((mover, act), version) = (mover, other.shown.version);
            // The other's page waits before the act is sent.
            let (seen, sent) = tokio::join!(other.sees(), async {
                tokio::task::yield_now().await;
                let sent = mover.plays(&act).await;
                (sent, mover.sees().await)
            });
            let (Some(seen), (Some(sent), Some(_))) = (seen, sent) else { return lost("an act") };
            // What was news before is none of this act.
            if other.shown.version > version && seen >= sent {
                found.lock().expect("no client panics").ways.push((seen - sent).as_secs_f64() * 1e3);
            }
        }
    }
}

/// The site with an event, and so many games of people on it; what they measured, and how many games of the event were over in
/// a minute, lost by a fault, and put in question.
fn run(games: usize, seconds: u64, think: u64) -> (Measured, f64, usize, usize) {
    let house = House::open();
    let folder = house.path("site/events");
    fs::create_dir_all(&folder).expect("our folder");
    let mut text = String::from(
        "name = \"Beside\"\ngame = \"connect6\"\nseed = \"7\"\nclock = \"start=60s,game=60s\"\n\n[sandbox]\nat-least = \"off\"\n",
    );
    for entry in 0..ENTRIES {
        let _ = write!(text, "[[entries]]\nname = \"e{entry}\"\nprogram = \"easy\"\n");
    }
    fs::write(folder.join("beside.toml"), text).expect("our folder");
    let server = Server::start(&house, 0, &["--play-jobs", &games.to_string(), "--jobs", "1"]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let found = Arc::new(Mutex::new(Measured::default()));
    let rate = runtime.block_on(async {
        sleep(Duration::from_secs(3)).await;
        let (before, _) = over(&folder);
        let began = Instant::now();
        let until = began + Duration::from_secs(seconds);
        let pairs = (0..games)
            .map(|at| tokio::spawn(pair(server.address.clone(), at, think, until, Arc::clone(&found))));
        for pair in pairs.collect::<Vec<_>>() {
            pair.await.expect("no client panics");
        }
        sleep(until.saturating_duration_since(Instant::now())).await;
        (over(&folder).0 - before) as f64 * 60.0 / began.elapsed().as_secs_f64()
    });
    drop(server);
    let found = std::mem::take(&mut *found.lock().expect("no client panics"));
    (found, rate, over(&folder).1, questioned(&folder))
}

/// The last lines of the records below a folder.
fn ends(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let last = |path: &Path| fs::read_to_string(path).ok()?.lines().last().map(str::to_owned);
    entries
        .flat_map(|path| if path.is_dir() { ends(&path) } else { last(&path).into_iter().collect() })
        .collect()
}

/// How many games are over whose records are there, and how many of them were lost by a fault.
fn over(folder: &Path) -> (usize, usize) {
    let ends = ends(folder);
    let count = |part: &str| ends.iter().filter(|line| line.contains(part)).count();
    (count("\"type\":\"end\""), count("\"fault\""))
}

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let number = |at: usize, usual| numbers.get(at).copied().unwrap_or(usual);
    let (games, seconds, think) = (number(0, 100) as usize, number(1, 30), number(2, 1000));
    raise_files();
    let mut is_soon = true;
    for games in [0, 1, games] {
        let (mut found, rate, faults, questioned) = run(games, seconds, think);
        let [half, most] = [0.5, 0.99].map(|share| part(&mut found.ways, share).unwrap_or(0.0));
        println!(
            "{games} games of people: {} acts, p50 {half:.1} ms, p99 {most:.1} ms to the other side, longest {:.1} ms; {} lost; \
            {rate:.1} games of the event a minute, {faults} lost by a fault, {questioned} in question",
            found.ways.len(),
            found.ways.last().copied().unwrap_or(0.0),
            found.lost,
        );
        assert_eq!((found.lost, questioned), (0, 0));
        is_soon &= most < SOON_MS;
    }
    assert!(is_soon, "one act in a hundred takes {SOON_MS} ms or more to the other side");
}
