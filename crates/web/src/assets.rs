//! The files that pages load, ready to be sent.

use crate::answer::Content;
use crate::refusal::Refused;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use leitai_pages::Asset;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The assets that were requested, each compressed once.
#[derive(Default)]
pub(crate) struct Assets(Mutex<BTreeMap<&'static str, Arc<Content>>>);

impl Assets {
    /// The file of that name. Its address changes with the contents, so that it may be kept for ever.
    pub(crate) fn file(
        &self,
        hash: &str,
        file: &str,
        headers: &HeaderMap,
    ) -> Result<Response<Body>, Refused> {
        let found = leitai_pages::ASSETS.iter().find(|asset| asset.name == file);
        let asset = found.filter(|_| hash == leitai_pages::assets_hash()).ok_or_else(Refused::no_page)?;
        let mut answer = self.made(asset).answer(StatusCode::OK, headers);
        let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
        answer.headers_mut().insert(header::CACHE_CONTROL, forever);
        Ok(answer)
    }

    /// The icon, which browsers ask for by themselves.
    pub(crate) fn icon(&self, headers: &HeaderMap) -> Result<Response<Body>, Refused> {
        let icon = leitai_pages::ASSETS.iter().find(|asset| asset.media == "image/svg+xml");
        Ok(self.made(icon.ok_or_else(Refused::no_page)?).answer(StatusCode::OK, headers))
    }

    fn made(&self, asset: &Asset) -> Arc<Content> {
        let mut assets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let made =
            assets.entry(asset.name).or_insert_with(|| Arc::new(Content::new(asset.media, asset.bytes)));
        Arc::clone(made)
    }
}
