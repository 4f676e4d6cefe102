//! The site under load, on loopback:
//! `cargo bench -p leitai --bench site -- [STREAMS [GAMES [SECONDS]]]` (2000, 50, 30).
//!
//! STREAMS streams follow one game while GAMES games run, and 500 pages a second are read at the same time. When the
//! game is over, all streams move on to the next one together. Reports the times from the stage's wake-up to the
//! arrival at each client, the page times, the server's peak memory, and whether a game was put in question. The
//! clients run in this process, on the same cores. Fails if a stream breaks off or a page is refused.
#![expect(clippy::print_stdout, reason = "its words are its result")]

#[path = "served/followers.rs"]
mod followers;
#[path = "../tests/house.rs"]
#[allow(dead_code, reason = "a part is used")]
mod house;
#[path = "served/served.rs"]
#[allow(dead_code, reason = "a part is used")]
mod served;

use followers::Followers;
use house::House;
use served::{Server, ask, part, questioned, raise_files};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// Pages read per second.
const PAGES: u32 = 500;

/// Measurements of all clients.
#[derive(Default)]
struct Measurements {
    /// Page times in milliseconds.
    pages: Mutex<Vec<f64>>,
    refused: AtomicUsize,
}

async fn read_pages(address: String, found: Arc<Measurements>, until: Instant) {
    let mut tick = tokio::time::interval(Duration::from_secs(1) / PAGES);
    let mut tasks = JoinSet::new();
    while Instant::now() < until {
        tick.tick().await;
        while tasks.try_join_next().is_some() {}
        let (address, found) = (address.clone(), Arc::clone(&found));
        tasks.spawn(async move {
            let began = Instant::now();
            match ask(&address, "/events", "", None).await {
                Some((200, _)) => {
                    found.pages.lock().expect("no client panics").push(began.elapsed().as_secs_f64() * 1e3);
                }
                _ => {
                    found.refused.fetch_add(1, Ordering::Relaxed);
                }
            }
        });
    }
    tasks.join_all().await;
}

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let number = |at: usize, usual| numbers.get(at).copied().unwrap_or(usual);
    let (streams, games, seconds) = (number(0, 2_000), number(1, 50), number(2, 30) as u64);
    raise_files();
    let house = House::open();
    let server = Server::start(&house, games, &[]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let found = Arc::new(Measurements::default());
    let (mut late, broken) = runtime.block_on(async {
        // Until all games have begun, including a long one.
        tokio::time::sleep(Duration::from_secs(5)).await;
        let before = server.memory();
        let mut followers = Followers::open(&server.address, streams).await;
        tokio::time::sleep(Duration::from_secs(3)).await;
        followers.begin_anew();
        let until = Instant::now() + Duration::from_secs(seconds);
        tokio::spawn(read_pages(server.address.clone(), Arc::clone(&found), until));
        let mut most = 0;
        followers.lead(until, || most = most.max(server.memory())).await;
        let followed = followers.games;
        println!(
            "{streams} streams through {followed} games of {games}: {before} kB before, {most} kB at most"
        );
        followers.found()
    });
    let mut pages = std::mem::take(&mut *found.pages.lock().expect("no client panics"));
    println!(
        "{} steps: p50 {:?} ms, p99 {:?} ms, longest {:?} ms",
        late.len(),
        part(&mut late, 0.5).unwrap_or(0),
        part(&mut late, 0.99).unwrap_or(0),
        late.last().copied().unwrap_or(0)
    );
    println!(
        "{} pages: p50 {:.1} ms, p99 {:.1} ms",
        pages.len(),
        part(&mut pages, 0.5).unwrap_or(0.0),
        part(&mut pages, 0.99).unwrap_or(0.0)
    );
    let questioned = questioned(&house.path("site/exhibition"));
    let refused = found.refused.load(Ordering::Relaxed);
    println!("{broken} streams broken off, {refused} pages refused, {questioned} games put in question");
    assert_eq!((broken, refused), (0, 0));
}
