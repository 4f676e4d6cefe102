//! The window of a desk: where it is, and what was tried last.

use crate::assets::Assets;
use crate::local_door::LocalDoor;
use crate::people::secret::random;
use axum::http::HeaderValue;
use leitai_core::{Lang, Sentence};
use leitai_hall::{Desk, DeskEye, Zone};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::watch;

/// The window of a desk.
pub(crate) struct Window {
    pub(super) desk: Arc<Desk>,
    pub(super) door: LocalDoor,
    /// The other screens of a referee's desk, with their keys.
    pub(super) sights: Vec<(DeskEye, String)>,
    /// Where those are to be reached.
    pub(super) open_at: SocketAddr,
    /// Another one each time that the window is opened: news are counted anew then.
    life: u32,
    /// The language where the browser names none.
    pub(super) lang: Lang,
    /// The zone of all times.
    pub(super) zone: Zone,
    pub(super) assets: Assets,
    /// What was tried last, for whoever looks at it.
    tried: Mutex<Arc<Tried>>,
    /// Set when what is waited for is to end.
    pub(super) closing: watch::Sender<bool>,
}

/// What an operator tried: if it was refused, it is shown again where it was typed.
#[derive(Default)]
pub(super) struct Tried {
    /// The fields of the form.
    pub(super) fields: Vec<(String, String)>,
    /// Why it was not even taken to the desk.
    pub(super) why: Option<Sentence>,
    /// The version of what was shown then.
    pub(super) version: u64,
}

impl Window {
    /// `open_at`: where other screens are to be reached, whose keys are `sights`.
    pub(super) fn new(
        desk: Arc<Desk>,
        key: String,
        (at, open_at): (SocketAddr, SocketAddr),
        sights: Vec<String>,
        lang: Lang,
    ) -> Arc<Window> {
        // Where both sides see everything they need no screens of their own.
        let is_hidden = desk.setup().game.facts().hidden;
        let sights = DeskEye::ALL.into_iter().zip(sights);
        let sights = sights.filter(|(eye, _)| is_hidden || *eye == DeskEye::Public).collect();
        Arc::new(Window {
            desk,
            door: LocalDoor::new("desk", key, at),
            sights,
            open_at,
            life: u32::from_le_bytes(random()),
            lang,
            zone: Zone::of_machine(),
            assets: Assets::default(),
            tried: Mutex::default(),
            closing: watch::Sender::new(false),
        })
    }

    /// The path of its page.
    pub(super) fn address(&self) -> String {
        self.door.address()
    }

    /// The address of its page, as a browser takes it.
    pub(super) fn whole_address(&self) -> String {
        self.door.whole_address()
    }

    /// The news of this number, as a page keeps it.
    pub(super) fn news(&self, number: u64) -> String {
        format!("{:08x}.{number}", self.life)
    }

    /// The number of the news that a page shows; `None` if it is of an earlier life of the window.
    pub(super) fn after(&self, news: &str) -> Option<u64> {
        let (life, number) = news.split_once('.')?;
        number.parse().ok().filter(|_| u32::from_str_radix(life, 16) == Ok(self.life))
    }

    /// Whether a `Host` names the place where other screens are reached, by a number: a name could be another's.
    pub(super) fn is_open_host(&self, host: &HeaderValue) -> bool {
        let named: Option<SocketAddr> = host.to_str().ok().and_then(|host| match self.open_at.port() {
            80 => host.parse().ok().or_else(|| format!("{host}:80").parse().ok()),
            _ => host.parse().ok(),
        });
        let at = self.open_at;
        named.is_some_and(|named| {
            named.port() == at.port() && (named.ip() == at.ip() || at.ip().is_unspecified())
        })
    }

    /// What was tried last.
    pub(super) fn tried(&self) -> Arc<Tried> {
        Arc::clone(&self.tried.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Something is tried.
    pub(super) fn tries(&self, tried: Tried) {
        *self.tried.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(tried);
    }
}
