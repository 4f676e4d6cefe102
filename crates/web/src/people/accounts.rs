//! The accounts of a site's people.

use crate::log;
use crate::people::attempts::Attempts;
use crate::people::fresh::Fresh;
use crate::people::hashing::Hashing;
use crate::people::password::{Cost, Hasher};
use crate::people::secret::{Code, Token, is_same};
use crate::refusal::Refused;
use axum::http::{HeaderMap, header};
use leitai_core::{ContentHash, sentence};
use leitai_store::{Audit, Credentials, Database, Opener, People, StoreError};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// How often the use of a session is recorded.
const NOTED: Duration = Duration::from_mins(5);
/// Accounts, and the limits for those who guess.
pub(crate) struct Accounts {
    pub(crate) people: Arc<People>,
    pub(crate) audit: Audit,
    pub(crate) hashing: Hashing,
    pub(crate) attempts: Attempts,
    /// First passwords just made, by number, and until when they are valid.
    pub(crate) slips: Arc<Fresh<(HashMap<String, Code>, i64)>>,
    /// Codes just given, each under the number that it is for.
    pub(crate) codes: Arc<Fresh<Code>>,
    /// The scheme and host of the site's public address, if configured.
    address: Option<String>,
    /// When the use of each session was last recorded.
    noted: Mutex<HashMap<ContentHash, Instant>>,
}

impl Accounts {
    pub(crate) fn new(database: &Database, address: Option<String>) -> Accounts {
        #[cfg(not(test))]
        let cost = Cost::USUAL;
        #[cfg(test)]
        let cost = Cost::CHEAPEST;
        Accounts {
            people: Arc::new(People::new(database.clone())),
            audit: Audit::new(database.clone()),
            hashing: Hashing::new(cost, available_parallelism().map_or(1, usize::from)),
            attempts: Attempts::new(),
            slips: Arc::default(),
            codes: Arc::default(),
            address,
            noted: Mutex::default(),
        }
    }

    /// Whether a request comes from a page of this site. Browsers send the origin; a request without one is
    /// refused.
    pub(crate) fn is_from_here(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = origin(headers) else { return false };
        if let Some(address) = &self.address {
            return origin == *address;
        }
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        host.is_some() && origin.split_once("://").map(|(_, host)| host) == host
    }

    /// Whether the site has no other address than one with https.
    pub(crate) fn is_always_encrypted(&self) -> bool {
        self.address.as_ref().is_some_and(|address| address.starts_with("https://"))
    }

    /// Whether the site is behind https, as far as this request shows.
    pub(crate) fn is_encrypted(&self, headers: &HeaderMap) -> bool {
        let origin = self.address.clone().or_else(|| origin(headers));
        origin.is_some_and(|origin| origin.starts_with("https://"))
    }

    /// Records in the background, and not too often, that a session is used.
    pub(crate) fn seen(&self, token: &Token) {
        let (digest, now) = (token.digest(), Instant::now());
        {
            let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
            if noted.get(&digest).is_some_and(|at| now.duration_since(*at) < NOTED) {
                return;
            }
            noted.retain(|_, at| now.duration_since(*at) < NOTED);
            noted.insert(digest, now);
        }
        let people = Arc::clone(&self.people);
        tokio::spawn(async move {
            if let Err(error) = people.seen(digest, NOTED).await {
                log::warn("a session was not noted", &[("why", &error.to_string())]);
            }
        });
    }
}

/// The refusal when the store does not answer or refuses.
pub(crate) fn away(error: &StoreError) -> Refused {
    if let Some(refused) = Refused::not_allowed(error) {
        return refused;
    }
    log::warn("the store of people failed", &[("why", &error.to_string())]);
    Refused::failed(sentence!(
        "The list of people cannot be read or written now; nothing was changed.",
        "现在无法读写人员名单；没有做任何改动。"
    ))
}

/// How a password admits somebody: `None` for the person's own password, otherwise a first password or code; an
/// error if it does not. Takes equally long in every case.
pub(crate) fn lets_in(
    hasher: &mut Hasher,
    number: &str,
    typed: &str,
    known: Option<&Credentials>,
) -> Result<Option<Opener>, ()> {
    if let Some(hash) = known.and_then(|known| known.hash.as_ref()) {
        return if hasher.is_password(typed, hash) { Ok(None) } else { Err(()) };
    }
    hasher.is_nobodys(typed);
    let opener = known.and_then(|known| known.opener).ok_or(())?;
    let fits = match opener {
        Opener::Number => is_same(typed, number),
        Opener::Slip(digest) | Opener::Code(digest) => Code::digest_of(typed) == digest,
    };
    if fits { Ok(Some(opener)) } else { Err(()) }
}

/// Scheme and host of the page that sent a request: browsers send them with every form, old ones as the page's
/// address.
fn origin(headers: &HeaderMap) -> Option<String> {
    let text = |name| headers.get(name).and_then(|value: &header::HeaderValue| value.to_str().ok());
    if let Some(origin) = text(header::ORIGIN) {
        return Some(origin.to_owned());
    }
    let (scheme, rest) = text(header::REFERER)?.split_once("://")?;
    Some(format!("{scheme}://{}", rest.split(['/', '?', '#']).next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accounts(address: Option<&str>) -> (Accounts, tempfile::TempDir, tokio::runtime::Runtime) {
        let folder = tempfile::tempdir().expect("a folder");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let place = format!("sqlite:{}", folder.path().join("people.sqlite").display());
        let database = runtime.block_on(Database::open(&place)).expect("a folder of our own");
        (Accounts::new(&database, address.map(str::to_owned)), folder, runtime)
    }

    fn headers(pairs: &[(header::HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), value.parse().expect("a header"))).collect()
    }

    #[test]
    fn only_pages_of_the_site_change_anything() {
        let (here, _folder, _runtime) = accounts(None);
        let (told, _folder, _runtime) = accounts(Some("https://leitai.example"));
        for (origin, referer, is_from_here, is_told) in [
            (Some("http://10.0.0.1:8080"), None, true, false),
            (Some("https://10.0.0.1:8080"), None, true, false),
            (None, Some("http://10.0.0.1:8080/sign-in?x=//evil"), true, false),
            (Some("http://10.0.0.1"), None, false, false),
            (Some("http://evil.example"), Some("http://10.0.0.1:8080/"), false, false),
            (Some("null"), None, false, false),
            (None, None, false, false),
            (Some("https://leitai.example"), None, false, true),
            (None, Some("https://leitai.example/first"), false, true),
            (Some("http://leitai.example"), None, false, false),
        ] {
            let mut said = headers(&[(header::HOST, "10.0.0.1:8080")]);
            said.extend(origin.map(|origin| (header::ORIGIN, origin.parse().expect("a header"))));
            said.extend(referer.map(|referer| (header::REFERER, referer.parse().expect("a header"))));
            assert_eq!(here.is_from_here(&said), is_from_here, "{origin:?} {referer:?}");
            assert_eq!(told.is_from_here(&said), is_told, "{origin:?} {referer:?}");
        }
        assert!(told.is_encrypted(&HeaderMap::new()) && !here.is_encrypted(&HeaderMap::new()));
    }

    #[test]
    fn what_lets_in_is_what_the_account_says() {
        let mut hasher = Hasher::new(Cost::CHEAPEST);
        let code = Code::random();
        let hash = Some(hasher.hash("correct horse"));
        let own = Credentials { hash: hash.clone(), ..Credentials::default() };
        let both = Credentials { hash, opener: Some(Opener::Number), ..Credentials::default() };
        let by = |opener| Credentials { opener, ..Credentials::default() };
        for (known, typed, found) in [
            (Some(&own), "correct horse", Ok(None)),
            (Some(&own), "2501", Err(())),
            (Some(&both), "2501", Err(())),
            (Some(&by(Some(Opener::Number))), "2501", Ok(Some(Opener::Number))),
            (Some(&by(Some(Opener::Number))), "2502", Err(())),
            (
                Some(&by(Some(Opener::Code(code.digest())))),
                &code.to_string(),
                Ok(Some(Opener::Code(code.digest()))),
            ),
            (Some(&by(Some(Opener::Slip(code.digest())))), "2501", Err(())),
            (Some(&by(None)), "2501", Err(())),
            (Some(&by(None)), "", Err(())),
            (None, "2501", Err(())),
        ] {
            assert_eq!(lets_in(&mut hasher, "2501", typed, known), found, "{known:?} {typed}");
        }
    }
}
