//! The stream of a page: what changes while somebody looks at it, as server-sent events.

use crate::followers::Follower;
use crate::live::{LiveGame, Mark, Missed, NewestSteps};
use crate::site::Site;
use axum::body::{Body, Bytes};
use futures_util::future::{FutureExt, select_all};
use leitai_core::Lang;
use serde_json::json;
use std::future::Future;
use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};

/// How long changes after the first are collected.
const GATHERED: Duration = Duration::from_millis(50);
/// How often an idle stream sends a comment, so that proxies do not take it for dead.
const BREATH: Duration = Duration::from_secs(15);

/// What one page follows.
pub(crate) struct Stream {
    site: Arc<Site>,
    lang: Lang,
    /// Games that are not known to be running.
    awaited: Vec<AwaitedGame>,
    games: Vec<FollowedGame>,
    events: Vec<FollowedEvent>,
    /// How often the set of running games had changed when the page was made.
    hall: Option<(watch::Receiver<u64>, u64)>,
    /// Ends all streams.
    stop: watch::Receiver<bool>,
    /// What is sent first.
    first: Option<String>,
    sent: Option<Instant>,
    _counted: Follower,
}

/// A game that a page follows before it is running.
struct AwaitedGame {
    id: String,
    /// The page's position.
    at: Mark,
    /// Notified when it may have begun, or never will.
    running: watch::Receiver<u64>,
    event: Option<watch::Receiver<u64>>,
}

struct FollowedGame {
    id: String,
    newest: watch::Receiver<NewestSteps>,
    at: Mark,
    /// Keeps the game until the page has received its end.
    _game: Arc<LiveGame>,
}

struct FollowedEvent {
    id: String,
    version: watch::Receiver<u64>,
    at: u64,
}

impl Stream {
    /// A stream of nothing yet. `scatter` is how long a disconnected page waits, in milliseconds, before it
    /// reconnects.
    pub(crate) fn new(site: &Arc<Site>, counted: Follower, lang: Lang, scatter: u64) -> Stream {
        Stream {
            site: Arc::clone(site),
            lang,
            awaited: Vec::new(),
            games: Vec::new(),
            events: Vec::new(),
            hall: None,
            stop: site.closing.subscribe(),
            first: Some(format!("retry: {scatter}\n\n")),
            sent: None,
            _counted: counted,
        }
    }

    /// Follows a game from the page's position, as soon as it is running.
    pub(crate) fn game(&mut self, id: String, at: Mark) {
        let running = self.site.live.changes();
        let event = self.site.events.awaited(&id).map(|(event, _)| event.changes(true));
        self.awaited.push(AwaitedGame { id, at, running, event });
    }

    /// Follows an event from the version that the page has.
    pub(crate) fn event(&mut self, id: String, version: watch::Receiver<u64>, at: u64) {
        self.events.push(FollowedEvent { id, version, at });
    }

    /// Follows the set of running games.
    pub(crate) fn hall(&mut self, changes: watch::Receiver<u64>, at: u64) {
        self.hall = Some((changes, at));
    }

    pub(crate) fn into_body(self) -> Body {
        Body::from_stream(futures_util::stream::unfold(self, |mut stream| async move {
            let bytes = stream.next().await?;
            Some((Ok::<_, std::convert::Infallible>(bytes), stream))
        }))
    }

    /// The next data for the page; `None` if the stream should close: nothing can follow, or the server stops.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            self.look();
            if let Some(first) = self.first.take() {
                return Some(first.into());
            }
            let is_done = self.awaited.is_empty() && self.games.is_empty() && self.events.is_empty();
            if *self.stop.borrow() || is_done && self.hall.is_none() {
                return None;
            }
            // The first change is sent at once, later ones together.
            if self.has_news() {
                if let Some(sent) = self.sent {
                    sleep_until(sent + GATHERED).await;
                }
                let news = self.news();
                if news.is_empty() {
                    continue;
                }
                self.sent = Some(Instant::now());
                return Some(news);
            }
            if timeout(BREATH, self.changed()).await.is_err() {
                return Some(Bytes::from_static(b": \n\n"));
            }
        }
    }

    /// Starts following awaited games that have begun, and reports those that never will.
    fn look(&mut self) {
        for mut it in mem::take(&mut self.awaited) {
            // Later changes are seen the next time.
            it.running.mark_unchanged();
            it.event.as_mut().map(watch::Receiver::mark_unchanged);
            if self.site.is_unknown(&it.id) {
                self.first.get_or_insert_default().push_str(&over(&it.id));
            } else if let Some(game) = self.site.live.get(&it.id) {
                let newest = game.watch(self.lang);
                self.games.push(FollowedGame { id: it.id, newest, at: it.at, _game: game });
            } else if it.event.is_some() && self.site.events.awaited(&it.id).is_some() {
                if it.at != Mark::default() {
                    // The page shows the game that was broken off.
                    self.first.get_or_insert_default().push_str(&whole(&it.id));
                    it.at = Mark::default();
                }
                self.awaited.push(it);
            } else {
                self.first.get_or_insert_default().push_str(&over(&it.id));
            }
        }
    }

    fn has_news(&self) -> bool {
        self.games.iter().any(|it| {
            let newest = it.newest.borrow();
            newest.is_over() || newest.mark() != it.at
        }) || self.events.iter().any(|it| *it.version.borrow() != it.at)
            || self.hall.as_ref().is_some_and(|(changes, at)| *changes.borrow() != *at)
    }

    fn news(&mut self) -> Bytes {
        let (mut news, mut broken) = (Vec::new(), Vec::new());
        self.games.retain_mut(|it| {
            let newest = it.newest.borrow_and_update();
            if newest.is_broken_off() {
                broken.push((mem::take(&mut it.id), it.at));
                return false;
            }
            match newest.since(it.at) {
                Missed::Nothing => {}
                Missed::Frames(frames, mark) => {
                    news.extend(frames);
                    it.at = mark;
                }
                Missed::Whole(mark) => {
                    news.push(whole(&it.id).into());
                    it.at = mark;
                }
            }
            if newest.is_over() {
                news.push(over(&it.id).into());
            }
            !newest.is_over()
        });
        for (id, at) in broken {
            // It may be played again.
            self.game(id, at);
        }
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
        // What is encoded once for all is not copied for each.
        if news.len() == 1 { news.swap_remove(0) } else { news.concat().into() }
    }

    /// Returns when something has changed.
    async fn changed(&mut self) {
        type Change<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;
        let of_games = self.games.iter_mut().map(|it| it.newest.changed().map(drop).boxed());
        let of_events = self.events.iter_mut().map(|it| it.version.changed().map(drop).boxed());
        let mut changes: Vec<Change<'_>> = of_games.chain(of_events).collect();
        for it in &mut self.awaited {
            changes.push(it.running.changed().map(drop).boxed());
            changes.extend(it.event.as_mut().map(|event| event.changed().map(drop).boxed()));
        }
        changes.extend(self.hall.as_mut().map(|(changes, _)| changes.changed().map(drop).boxed()));
        changes.push(self.stop.changed().map(drop).boxed());
        select_all(changes).await;
    }
}

fn whole(id: &str) -> String {
    format!("event: whole\ndata: {}\n\n", json!({ "g": id }))
}

fn over(id: &str) -> String {
    format!("event: over\ndata: {}\n\n", json!({ "g": id }))
}
