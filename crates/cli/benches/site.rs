//! The site under load, on loopback:
//! `cargo bench -p leitai --bench site -- [STREAMS [GAMES [SECONDS]]]` (2000, 50, 30).
//!
//! STREAMS streams follow one game while GAMES games run, and 500 pages a second are read at the same time. When the
//! game is over, all streams move on to the next one together. Reports the times from the stage's wake-up to the
//! arrival at each client, the page times, the server's peak memory, and whether a game was put in question. The
//! clients run in this process, on the same cores. Fails if a stream breaks off or a page is refused.
#![expect(clippy::print_stdout, reason = "its words are its result")]

#[path = "../tests/house.rs"]
#[allow(dead_code, reason = "a part is used")]
mod house;
#[path = "served/served.rs"]
#[allow(dead_code, reason = "a part is used")]
mod served;

use house::House;
use served::{Server, ask, part, questioned};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// Pages read per second.
const PAGES: u32 = 500;

fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_millis() as i64)
}

/// Measurements of all clients.
#[derive(Default)]
struct Found {
    /// Milliseconds from the stage to the client.
    late: Mutex<Vec<i64>>,
    /// Page times in milliseconds.
    pages: Mutex<Vec<f64>>,
    broken: AtomicUsize,
    refused: AtomicUsize,
}

/// Follows games one after the other, as `named` announces them, and reports the end of each to `over`.
async fn follow(
    address: String,
    mut named: watch::Receiver<String>,
    over: watch::Sender<String>,
    found: Arc<Found>,
) {
    loop {
        let game = named.borrow_and_update().clone();
        if !follow_one(&address, &game, &found).await {
            found.broken.fetch_add(1, Ordering::Relaxed);
            return;
        }
        over.send_replace(game);
        if named.changed().await.is_err() {
            return;
        }
    }
}

/// Follows one game; returns whether the stream lasted until the game was over.
async fn follow_one(address: &str, game: &str, found: &Found) -> bool {
    let Ok(mut stream) = TcpStream::connect(address).await else { return false };
    let request = format!("GET /games/{game}/live HTTP/1.1\r\nhost: {address}\r\n\r\n");
    if stream.write_all(request.as_bytes()).await.is_err() {
        return false;
    }
    let joined = now_ms();
    let mut bytes = vec![0; 16 << 10];
    loop {
        let Ok(read @ 1..) = stream.read(&mut bytes).await else { return false };
        let now = now_ms();
        let text = String::from_utf8_lossy(&bytes[..read]);
        let times =
            text.split("\"t\":").skip(1).filter_map(|rest| rest.split(',').next()?.parse::<i64>().ok());
        // Events from before the client joined are history, not late.
        let late: Vec<_> = times.filter(|then| *then >= joined).map(|then| now - then).collect();
        found.late.lock().expect("no client panics").extend(late);
        if text.contains("event: over") {
            return true;
        }
    }
}

/// The most recently begun game on the first page, unless it is the one that is over.
async fn next_game(address: &str, over: &str) -> Option<String> {
    let (_, page) = ask(address, "/", "", None).await?;
    let game = page.split("data-game=\"").last()?.split('"').next()?;
    (game != over).then(|| game.to_owned())
}

async fn read_pages(address: String, found: Arc<Found>, until: Instant) {
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
    let files = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    let _ = rustix::process::setrlimit(
        rustix::process::Resource::Nofile,
        rustix::process::Rlimit { current: files.maximum, maximum: files.maximum },
    );
    let house = House::open();
    let server = Server::start(&house, games, &[]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let found = Arc::new(Found::default());
    runtime.block_on(async {
        // Until all games have begun, including a long one.
        tokio::time::sleep(Duration::from_secs(5)).await;
        let first = next_game(&server.address, "").await.expect("a game on the first page");
        let before = server.memory();
        let (name, named) = watch::channel(first);
        let (over, mut is_over) = watch::channel(String::new());
        for _ in 0..streams {
            tokio::spawn(follow(server.address.clone(), named.clone(), over.clone(), Arc::clone(&found)));
        }
        tokio::time::sleep(Duration::from_secs(3)).await;
        found.late.lock().expect("no client panics").clear();
        let until = Instant::now() + Duration::from_secs(seconds);
        tokio::spawn(read_pages(server.address.clone(), Arc::clone(&found), until));
        let (mut most, mut followed) = (0, 1);
        while Instant::now() < until {
            most = most.max(server.memory());
            let _ = tokio::time::timeout(Duration::from_millis(500), is_over.changed()).await;
            let ended = is_over.borrow().clone();
            if *name.borrow() == ended
                && let Some(next) = next_game(&server.address, &ended).await
            {
                name.send_replace(next);
                followed += 1;
            }
        }
        println!(
            "{streams} streams through {followed} games of {games}: {before} kB before, {most} kB at most"
        );
    });
    let mut late = std::mem::take(&mut *found.late.lock().expect("no client panics"));
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
    let (broken, refused) = (found.broken.load(Ordering::Relaxed), found.refused.load(Ordering::Relaxed));
    println!("{broken} streams broken off, {refused} pages refused, {questioned} games put in question");
    assert_eq!((broken, refused), (0, 0));
}
