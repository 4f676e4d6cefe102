//! The stream of a page: what changes while somebody looks at it, as server-sent events.

use crate::live::{LiveGame, Mark, Missed, Tail};
use axum::body::{Body, Bytes};
use futures_util::future::{FutureExt, select_all};
use leitai_core::Lang;
use serde_json::json;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};

/// What follows the first change is gathered for this long.
const GATHERED: Duration = Duration::from_millis(50);
/// A stream on which nothing happens says so this often, so that nothing between takes it for dead.
const BREATH: Duration = Duration::from_secs(15);

/// What one page follows.
pub(crate) struct Stream {
    games: Vec<FollowedGame>,
    events: Vec<FollowedEvent>,
    /// How often the set of running games had changed when the page was made.
    hall: Option<(watch::Receiver<u64>, u64)>,
    /// Ends all streams.
    stop: watch::Receiver<bool>,
    /// What goes first.
    first: Option<String>,
    sent: Option<Instant>,
    _counted: Counted,
}

struct FollowedGame {
    id: String,
    tail: watch::Receiver<Tail>,
    at: Mark,
    /// What is looked at stays until the page has its end.
    _game: Arc<LiveGame>,
}

struct FollowedEvent {
    id: String,
    version: watch::Receiver<u64>,
    at: u64,
}

/// One of the streams that are counted; it is no more when this is dropped.
pub(crate) struct Counted(watch::Sender<usize>);

impl Counted {
    pub(crate) fn new(streams: &watch::Sender<usize>) -> Counted {
        streams.send_modify(|count| *count += 1);
        Counted(streams.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

impl Stream {
    /// A stream of nothing yet. `scatter` (milliseconds) is after how long a page that is cut off comes back.
    pub(crate) fn new(stop: watch::Receiver<bool>, scatter: u64, counted: Counted) -> Stream {
        let first = Some(format!("retry: {scatter}\n\n"));
        Stream {
            games: Vec::new(),
            events: Vec::new(),
            hall: None,
            stop,
            first,
            sent: None,
            _counted: counted,
        }
    }

    /// Follows a game from where the page is.
    pub(crate) fn game(&mut self, game: Arc<LiveGame>, lang: Lang, at: Mark) {
        self.games.push(FollowedGame { id: game.id.clone(), tail: game.watch(lang), at, _game: game });
    }

    /// A game that the page takes for running has ended.
    pub(crate) fn ended(&mut self, id: &str) {
        let first = self.first.get_or_insert_default();
        first.push_str(&over(id));
    }

    /// Follows an event from what the page knows of it.
    pub(crate) fn event(&mut self, id: String, version: watch::Receiver<u64>, at: u64) {
        self.events.push(FollowedEvent { id, version, at });
    }

    /// Follows which games there are.
    pub(crate) fn hall(&mut self, changes: watch::Receiver<u64>, at: u64) {
        self.hall = Some((changes, at));
    }

    pub(crate) fn into_body(self) -> Body {
        Body::from_stream(futures_util::stream::unfold(self, |mut stream| async move {
            let bytes = stream.next().await?;
            Some((Ok::<_, std::convert::Infallible>(bytes), stream))
        }))
    }

    /// What goes to the page next; none when it is to be closed.
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(first) = self.first.take() {
            return Some(first.into());
        }
        loop {
            if *self.stop.borrow() {
                return None;
            }
            // The first change goes at once, what follows travels together.
            if self.has_news() {
                if let Some(sent) = self.sent {
                    sleep_until(sent + GATHERED).await;
                }
                let news = self.news();
                self.sent = Some(Instant::now());
                return Some(news);
            }
            if timeout(BREATH, self.changed()).await.is_err() {
                return Some(Bytes::from_static(b": \n\n"));
            }
        }
    }

    fn has_news(&self) -> bool {
        self.games.iter().any(|it| {
            let tail = it.tail.borrow();
            tail.is_over() || tail.mark() != it.at
        }) || self.events.iter().any(|it| *it.version.borrow() != it.at)
            || self.hall.as_ref().is_some_and(|(changes, at)| *changes.borrow() != *at)
    }

    fn news(&mut self) -> Bytes {
        let mut news = Vec::new();
        self.games.retain_mut(|it| {
            let tail = it.tail.borrow_and_update();
            match tail.since(it.at) {
                Missed::Nothing => {}
                Missed::Frames(frames, mark) => {
                    news.extend(frames);
                    it.at = mark;
                }
                Missed::Whole(mark) => {
                    let data = json!({ "g": it.id });
                    news.push(format!("event: whole\ndata: {data}\n\n").into());
                    it.at = mark;
                }
            }
            if tail.is_over() {
                news.push(over(&it.id).into());
            }
            !tail.is_over()
        });
        for it in &mut self.events {
            let version = *it.version.borrow_and_update();
            if version != it.at {
                let data = json!({ "e": it.id, "v": version });
                news.push(format!("event: table\ndata: {data}\n\n").into());
                it.at = version;
            }
        }
        if let Some((changes, at)) = &mut self.hall {
            let version = *changes.borrow_and_update();
            if version != *at {
                news.push(format!("event: hall\ndata: {}\n\n", json!({ "v": version })).into());
                *at = version;
            }
        }
        // What is encoded once for all is not copied for one.
        if news.len() == 1 { news.swap_remove(0) } else { news.concat().into() }
    }

    /// Returns when something has changed.
    async fn changed(&mut self) {
        type Change<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;
        let of_games = self.games.iter_mut().map(|it| it.tail.changed().map(drop).boxed());
        let of_events = self.events.iter_mut().map(|it| it.version.changed().map(drop).boxed());
        let mut changes: Vec<Change<'_>> = of_games.chain(of_events).collect();
        changes.extend(self.hall.as_mut().map(|(changes, _)| changes.changed().map(drop).boxed()));
        changes.push(self.stop.changed().map(drop).boxed());
        select_all(changes).await;
    }
}

fn over(id: &str) -> String {
    format!("event: over\ndata: {}\n\n", json!({ "g": id }))
}
