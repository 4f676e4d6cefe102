//! Clients that follow games, and how late the steps reach them.

use crate::served::ask;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::watch;

/// Many clients that follow the same game, and when it is over the next one together.
pub(crate) struct Followers {
    /// Milliseconds from the stage to each client.
    late: Arc<Mutex<Vec<i64>>>,
    /// How many streams broke off.
    broken: Arc<AtomicUsize>,
    name: watch::Sender<String>,
    is_over: watch::Receiver<String>,
    /// How many games they have followed.
    pub(crate) games: usize,
    address: String,
}

impl Followers {
    /// Opens that many streams to a game that runs.
    pub(crate) async fn open(address: &str, streams: usize) -> Followers {
        let first = next_game(address, "").await.expect("a game on the first page");
        let (name, named) = watch::channel(first);
        let (over, is_over) = watch::channel(String::new());
        let (late, broken) = (Arc::default(), Arc::default());
        for _ in 0..streams {
            let told = (Arc::clone(&late), Arc::clone(&broken));
            tokio::spawn(follow(address.to_owned(), named.clone(), over.clone(), told));
        }
        Followers { late, broken, name, is_over, games: 1, address: address.to_owned() }
    }

    /// Forgets how late they were.
    pub(crate) fn begin_anew(&self) {
        self.late.lock().expect("no client panics").clear();
    }

    /// Leads them from game to game until `until`, and calls `look` every now and then.
    pub(crate) async fn lead(&mut self, until: Instant, mut look: impl FnMut()) {
        while Instant::now() < until {
            look();
            let _ = tokio::time::timeout(Duration::from_millis(500), self.is_over.changed()).await;
            let ended = self.is_over.borrow().clone();
            if *self.name.borrow() == ended
                && let Some(next) = next_game(&self.address, &ended).await
            {
                self.name.send_replace(next);
                self.games += 1;
            }
        }
    }

    /// How late the steps were, and how many streams broke off.
    pub(crate) fn found(&self) -> (Vec<i64>, usize) {
        let late = std::mem::take(&mut *self.late.lock().expect("no client panics"));
        (late, self.broken.load(Ordering::Relaxed))
    }
}

fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_millis() as i64)
}

/// Follows games one after the other, as `named` announces them, and reports the end of each to `over`.
async fn follow(
    address: String,
    mut named: watch::Receiver<String>,
    over: watch::Sender<String>,
    (late, broken): (Arc<Mutex<Vec<i64>>>, Arc<AtomicUsize>),
) {
    loop {
        let game = named.borrow_and_update().clone();
        if !follow_one(&address, &game, &late).await {
            broken.fetch_add(1, Ordering::Relaxed);
            return;
        }
        over.send_replace(game);
        if named.changed().await.is_err() {
            return;
        }
    }
}

/// Follows one game; returns whether the stream lasted until the game was over.
async fn follow_one(address: &str, game: &str, all_late: &Mutex<Vec<i64>>) -> bool {
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
        all_late.lock().expect("no client panics").extend(late);
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
