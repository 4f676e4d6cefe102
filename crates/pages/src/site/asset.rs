//! Styles, scripts and pictures that the pages load.

use sha2::{Digest as _, Sha256};
use std::sync::OnceLock;

/// A file that pages load, under `/a/HASH/NAME`. It may be cached for ever: the hash depends on the contents.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Its name.
    pub name: &'static str,
    /// Its media type.
    pub media: &'static str,
    /// Its contents.
    pub bytes: &'static [u8],
}

const fn asset(name: &'static str, media: &'static str, bytes: &'static [u8]) -> Asset {
    Asset { name, media, bytes }
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Every asset.
pub const ASSETS: &[Asset] = &[
    asset("leitai.css", "text/css; charset=utf-8", include_bytes!("../../assets/leitai.css")),
    asset("leitai.js", SCRIPT, include_bytes!("../../assets/leitai.js")),
    asset("game.js", SCRIPT, include_bytes!("../../assets/game.js")),
    asset("clocks.js", SCRIPT, include_bytes!("../../assets/clocks.js")),
    asset("ledger.js", SCRIPT, include_bytes!("../../assets/ledger.js")),
    asset("play.js", SCRIPT, include_bytes!("../../assets/play.js")),
    asset("desk.js", SCRIPT, include_bytes!("../../assets/desk.js")),
    asset("desk.css", "text/css; charset=utf-8", include_bytes!("../../assets/desk.css")),
    asset("places.js", SCRIPT, include_bytes!("../../assets/places.js")),
    asset("stream.js", SCRIPT, include_bytes!("../../assets/stream.js")),
    asset("event.js", SCRIPT, include_bytes!("../../assets/event.js")),
    asset("submit.js", SCRIPT, include_bytes!("../../assets/submit.js")),
    asset("draft.js", SCRIPT, include_bytes!("../../assets/draft.js")),
    asset("own.js", SCRIPT, include_bytes!("../../assets/own.js")),
    asset("copy.js", SCRIPT, include_bytes!("../../assets/copy.js")),
    asset("me.js", SCRIPT, include_bytes!("../../assets/me.js")),
    asset("typed.js", SCRIPT, include_bytes!("../../assets/typed.js")),
    asset("contest.js", SCRIPT, include_bytes!("../../assets/contest.js")),
    asset("words.js", SCRIPT, include_bytes!("../../assets/words.js")),
    asset("mark.svg", "image/svg+xml", include_bytes!("../../assets/mark.svg")),
];

/// The hash over all assets: sixteen hexadecimal digits.
pub fn assets_hash() -> &'static str {
    static HASH: OnceLock<String> = OnceLock::new();
    HASH.get_or_init(|| {
        let digest = ASSETS.iter().fold(Sha256::new(), |digest, asset| {
            digest.chain_update(asset.name.as_bytes()).chain_update([0]).chain_update(asset.bytes)
        });
        let first = digest.finalize().into_iter().take(8).fold(0, |first, byte| first << 8 | u64::from(byte));
        format!("{first:016x}")
    })
}

/// The address of the asset of that name.
pub fn asset_path(name: &str) -> String {
    format!("/a/{}/{name}", assets_hash())
}
