//! The accounts of a site's people.

use crate::address_key::AddressKey;
use crate::log;
use crate::people::fresh::Fresh;
use crate::people::hashing::Hashing;
use crate::people::password::{self, Cost};
use crate::people::secret::{Code, Token, is_same};
use crate::people::tries::Tries;
use crate::refusal::Refused;
use axum::http::{HeaderMap, header};
use leitai_core::{ContentHash, sentence};
use leitai_store::{Audit, Credentials, Database, Opener, People, StoreError};
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// How often the use of a session is recorded.
const NOTED: Duration = Duration::from_mins(5);
/// Wrong passwords for one account: this many at once, then one a minute.
const OF_ACCOUNT: (u32, Duration) = (6, Duration::from_mins(1));
/// Wrong passwords from one address, which may be a whole campus.
const OF_ADDRESS: (u32, Duration) = (600, Duration::from_millis(500));

/// How many browsers of one account have tries of their own.
const BROWSERS: usize = 8;

/// Wrong tokens from one address.
const OF_TOKENS: (u32, Duration) = (60, Duration::from_secs(1));

/// Accounts, and the limits for those who guess.
pub(crate) struct Accounts {
    pub(crate) people: Arc<People>,
    pub(crate) audit: Audit,
    pub(crate) hashing: Hashing,
    /// First passwords just made, by number, and until when they are valid.
    pub(crate) slips: Arc<Fresh<(HashMap<String, Code>, i64)>>,
    /// Codes just given, each under the number that it is for.
    pub(crate) codes: Arc<Fresh<Code>>,
    of_account: Tries,
    of_address: Tries,
    of_browser: Tries,
    of_tokens: Tries,
    /// The browsers in which somebody has signed in since this server started, by account, the latest last.
    browsers: Mutex<HashMap<String, VecDeque<ContentHash>>>,
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
            slips: Arc::default(),
            codes: Arc::default(),
            of_account: Tries::new(OF_ACCOUNT.0, OF_ACCOUNT.1),
            of_address: Tries::new(OF_ADDRESS.0, OF_ADDRESS.1),
            of_browser: Tries::new(OF_ACCOUNT.0, OF_ACCOUNT.1),
            of_tokens: Tries::new(OF_TOKENS.0, OF_TOKENS.1),
            browsers: Mutex::default(),
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

    /// Takes a try at an account, or returns how long to wait. A browser in which the account's owner has signed in
    /// before has tries of its own: nobody who guesses, at the account or from the same campus, can lock the owner
    /// out there.
    pub(crate) fn may_try(
        &self,
        number: &str,
        from: Option<IpAddr>,
        browser: Option<&Token>,
    ) -> Result<(), Duration> {
        let now = Instant::now();
        if let Some(own) = self.known_as(number, browser) {
            return self.of_browser.take(&own, now);
        }
        self.of_account.take(&number.to_lowercase(), now)?;
        from.map_or(Ok(()), |from| self.of_address.take(&key(from), now))
    }

    /// The key for a browser's own tries, if this account was signed in to in it.
    fn known_as(&self, number: &str, browser: Option<&Token>) -> Option<String> {
        let (number, digest) = (number.to_lowercase(), browser?.digest());
        let browsers = self.browsers.lock().unwrap_or_else(PoisonError::into_inner);
        browsers.get(&number)?.contains(&digest).then(|| format!("{number} {digest}"))
    }

    /// Takes a try at a token, or returns how long to wait.
    pub(crate) fn may_try_token(&self, from: Option<IpAddr>) -> Result<(), Duration> {
        self.of_tokens.take(&from.map_or_else(String::new, key), Instant::now())
    }

    /// Gives back the last try at a token, which was no guess.
    pub(crate) fn was_a_token(&self, from: Option<IpAddr>) {
        self.of_tokens.give_back(&from.map_or_else(String::new, key));
    }

    /// Gives back the last try, which was not examined.
    pub(crate) fn was_no_try(&self, number: &str, from: Option<IpAddr>, browser: Option<&Token>) {
        if let Some(own) = self.known_as(number, browser) {
            return self.of_browser.give_back(&own);
        }
        self.of_account.give_back(&number.to_lowercase());
        if let Some(from) = from {
            self.of_address.give_back(&key(from));
        }
    }

    /// Ends the count of tries after a success, and remembers the browser from now on.
    pub(crate) fn succeeded(&self, number: &str, from: Option<IpAddr>, browser: Option<&Token>) {
        if let Some(own) = self.known_as(number, browser) {
            return self.of_browser.forget(&own);
        }
        self.of_account.forget(&number.to_lowercase());
        if let Some(from) = from {
            self.of_address.give_back(&key(from));
        }
        let Some(browser) = browser else { return };
        let mut browsers = self.browsers.lock().unwrap_or_else(PoisonError::into_inner);
        let known = browsers.entry(number.to_lowercase()).or_default();
        if known.len() >= BROWSERS {
            known.pop_front();
        }
        known.push_back(browser.digest());
    }
}

/// An address as the limits count it.
fn key(from: IpAddr) -> String {
    format!("{:?}", AddressKey::from(from))
}

/// The refusal when the store does not answer or refuses.
pub(crate) fn away(error: &StoreError) -> Refused {
    match error {
        StoreError::Ended(_) => return Refused::ended(),
        // As if it were not there: what may be changed is on no page either.
        StoreError::Above(_) => return Refused::no_page(),
        _ => {}
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
    cost: Cost,
    number: &str,
    typed: &str,
    known: Option<&Credentials>,
) -> Result<Option<Opener>, ()> {
    if let Some(hash) = known.and_then(|known| known.hash.as_ref()) {
        return if password::is_password(typed, hash) { Ok(None) } else { Err(()) };
    }
    let _ = cost.hash(typed);
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
    fn one_who_guesses_waits_and_his_neighbours_do_not() {
        let (accounts, _folder, _runtime) = accounts(None);
        let campus = Some([10, 0, 0, 1].into());
        for _ in 0..OF_ACCOUNT.0 {
            assert_eq!(accounts.may_try("2501", campus, None), Ok(()));
        }
        assert!(accounts.may_try("2501", campus, None).is_err());
        assert!(accounts.may_try("2501", Some([10, 9, 9, 9].into()), None).is_err(), "from wherever");
        for student in 0..300 {
            assert_eq!(
                accounts.may_try(&format!("26{student}"), campus, None),
                Ok(()),
                "the campus shares an address"
            );
        }
        let own = Token::random();
        accounts.succeeded("2501", campus, Some(&own));
        assert_eq!(accounts.may_try("2501", campus, None), Ok(()));
        // Somebody guesses until the whole campus has to wait, except people in their own browser and account.
        while accounts.may_try("2501", campus, None).is_ok() {}
        for student in 0..600 {
            let _ = accounts.may_try(&format!("27{student}"), campus, None);
        }
        assert!(
            accounts.may_try("2799", campus, None).is_err() && accounts.may_try("2501", None, None).is_err()
        );
        for tries in 0..OF_ACCOUNT.0 {
            assert_eq!(accounts.may_try("2501", campus, Some(&own)), Ok(()), "{tries}");
        }
        assert!(accounts.may_try("2501", campus, Some(&own)).is_err(), "nor does he guess for ever");
        accounts.succeeded("2501", campus, Some(&own));
        assert_eq!(accounts.may_try("2501", campus, Some(&own)), Ok(()));
        assert!(accounts.may_try("2799", campus, Some(&own)).is_err(), "it is no key to another account");
        assert!(accounts.may_try("2501", campus, Some(&Token::random())).is_err());
        for _ in 0..BROWSERS {
            accounts.succeeded("2501", campus, Some(&Token::random()));
        }
        while accounts.may_try("2501", campus, None).is_ok() {}
        assert!(accounts.may_try("2501", campus, Some(&own)).is_err(), "of an account some are known");
    }

    #[test]
    fn what_lets_in_is_what_the_account_says() {
        let cost = Cost::CHEAPEST;
        let code = Code::random();
        let hash = Some(cost.hash("correct horse"));
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
            assert_eq!(lets_in(cost, "2501", typed, known), found, "{known:?} {typed}");
        }
    }
}
