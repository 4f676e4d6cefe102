//! The window of a desk: where it is, and what was tried last.

use crate::assets::Assets;
use crate::people::secret::{is_same, random};
use axum::http::HeaderValue;
use leitai_core::{Lang, Sentence};
use leitai_hall::{Desk, Zone};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::watch;

/// The window of a desk.
pub(crate) struct Window {
    pub(super) desk: Arc<Desk>,
    key: String,
    /// Another one each time that the window is opened: news are counted anew then.
    life: u32,
    at: SocketAddr,
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
    pub(super) fn new(desk: Arc<Desk>, key: String, at: SocketAddr, lang: Lang) -> Arc<Window> {
        Arc::new(Window {
            desk,
            key,
            life: u32::from_le_bytes(random()),
            at,
            lang,
            zone: Zone::of_machine(),
            assets: Assets::default(),
            tried: Mutex::default(),
            closing: watch::Sender::new(false),
        })
    }

    /// The path of its page.
    pub(super) fn address(&self) -> String {
        format!("/desk/{}", self.key)
    }

    /// The address of its page, as a browser takes it.
    pub(super) fn whole_address(&self) -> String {
        format!("http://{}{}", self.at, self.address())
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

    /// Whether this is its key.
    pub(super) fn is_key(&self, key: &str) -> bool {
        is_same(&self.key, key)
    }

    /// Whether a `Host` names this machine and the port at which the window is: a page from elsewhere cannot give it another
    /// name, and then read it as if it were its own.
    pub(super) fn is_host(&self, host: &HeaderValue) -> bool {
        let port = self.at.port();
        let names = ["localhost".to_owned(), "127.0.0.1".to_owned(), "[::1]".to_owned()];
        let Ok(host) = host.to_str() else { return false };
        names.iter().any(|name| host == format!("{name}:{port}") || (port == 80 && host == name))
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
