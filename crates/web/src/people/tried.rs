//! People in their browsers, and the access table tested for each address and role.

use crate::people::access::{BARE, FIRST, TABLE};
use crate::people::cookies::SESSION;
use crate::people::password::{Cost, Hasher};
use crate::people::secret::Token;
use crate::people::signed_in::SignedIn;
use crate::routes::routes;
use crate::server::site;
use crate::site::Site;
use crate::tried::{CEILINGS, settings};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, Response, StatusCode, header};
use futures_util::{StreamExt as _, stream};
use leitai_core::{ContentHash, Name};
use leitai_store::{Actor, NewSession, Opener, Role, RosterLine};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;
use tower_service::Service;

/// The password of everybody who has one.
pub(crate) const PASSWORD: &str = "correct horse";
/// The operator.
pub(crate) const T: Actor<'_> = Actor::Console("t");
const HOST: &str = "leitai.test";
const FORM: &str = "application/x-www-form-urlencoded";

/// An empty site, and its clients in one process.
pub(crate) struct Tried {
    pub(crate) runtime: tokio::runtime::Runtime,
    pub(crate) site: Arc<Site>,
    router: Router,
    pub(crate) folder: TempDir,
}

pub(crate) struct Answered {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
    pub(crate) bytes: Vec<u8>,
}

impl Answered {
    pub(crate) fn leads_to(&self) -> &str {
        self.headers.get(header::LOCATION).and_then(|place| place.to_str().ok()).unwrap_or_default()
    }

    fn cached(&self) -> &str {
        self.headers.get(header::CACHE_CONTROL).and_then(|said| said.to_str().ok()).unwrap_or_default()
    }
}

impl Tried {
    pub(crate) fn open() -> Tried {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = settings(folder.path());
        let site = site(&settings, settings.listen, CEILINGS).expect("a folder of our own");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let router = routes(Arc::clone(&site));
        Tried { runtime, site, router, folder }
    }

    /// Adds somebody whose number is the first password, as a roster does.
    pub(crate) fn enters(&self, number: &str) {
        let line = RosterLine {
            number: number.to_owned(),
            name: format!("Name of {number}"),
            ..RosterLine::default()
        };
        let people = &self.site.accounts.people;
        let import = async { people.import(T, &[line], Some(Opener::Number), Some(i64::MAX)).await };
        self.runtime.block_on(import).expect("the store answers");
    }

    /// The browser of somebody signed in with a password, a nickname and this role.
    pub(crate) fn settled(&self, number: &str, role: Role) -> Browser<'_> {
        self.enters(number);
        let (people, token) = (&self.site.accounts.people, Token::random());
        let session = NewSession { token: token.digest(), place: String::new() };
        let hash = Hasher::new(Cost::CHEAPEST).hash(PASSWORD);
        self.runtime.block_on(async {
            people.give_role(T, number, role).await.expect("the store answers");
            let known = people.credentials(number).await.expect("the store answers").expect("an account");
            let chosen = people.choose_password(T, number, known.version, &hash, &session).await;
            assert!(chosen.expect("the store answers"));
            people
                .choose_nickname(T, number, &Name::read(&format!("nick {number}")).expect("a name"))
                .await
                .expect("the store answers");
        });
        let cookies = BTreeMap::from([(SESSION.to_owned(), token.text().to_owned())]);
        Browser { tried: self, cookies, origin: format!("http://{HOST}") }
    }

    /// Somebody on the list, as a handler sees them.
    pub(crate) fn me(&self, number: &str) -> SignedIn {
        let person = self.runtime.block_on(self.site.accounts.people.find(number));
        let person = person.expect("the store answers").expect("on the list");
        SignedIn { person, token: Token::random(), scopes: None }
    }

    /// All of its addresses.
    pub(crate) fn router(&self) -> Router {
        self.router.clone()
    }

    pub(crate) fn visitor(&self) -> Browser<'_> {
        Browser { tried: self, cookies: BTreeMap::new(), origin: format!("http://{HOST}") }
    }
}

/// One browser with its cookies.
pub(crate) struct Browser<'a> {
    tried: &'a Tried,
    pub(crate) cookies: BTreeMap<String, String>,
    pub(crate) origin: String,
}

impl Browser<'_> {
    pub(crate) fn get(&mut self, path: &str) -> Answered {
        self.ask(Method::GET, path, None, Vec::new())
    }

    /// Sends the form of a page as its button would, with the page's token.
    pub(crate) fn sends(&mut self, page: &str, action: &str, fields: &[(&str, &str)]) -> Answered {
        let token = self.token(page);
        self.posts(action, &[fields, &[("t", &token)]].concat())
    }

    /// The token of a page's form.
    fn token(&mut self, page: &str) -> String {
        let page = self.get(page).text;
        let token = page.split("name=\"t\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
        token.unwrap_or_else(|| panic!("a form in {page}")).to_owned()
    }

    /// Sends the form of a page with a file, whose name is also given: it may be anything.
    pub(crate) fn uploads(&mut self, page: &str, fields: &[(&str, &str)], file: (&str, &[u8])) -> Answered {
        let token = self.token(page);
        let mut body = Vec::new();
        for (name, value) in [fields, &[("t", &token)]].concat() {
            let head = format!("--b\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
            body.extend(head.into_bytes());
        }
        let (name, contents) = file;
        let head =
            format!("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n");
        body.extend([head.as_bytes(), contents, b"\r\n--b--\r\n"].concat());
        self.ask(Method::POST, page, Some("multipart/form-data; boundary=b"), body)
    }

    /// Sends these fields and nothing else.
    pub(crate) fn posts(&mut self, action: &str, fields: &[(&str, &str)]) -> Answered {
        self.ask(Method::POST, action, Some(FORM), pairs(fields))
    }

    /// Sends a request as a program does, with a token and no cookie.
    pub(crate) fn asks_with(&mut self, token: &str, method: Method, path: &str) -> Answered {
        let request = Request::builder().method(method).uri(path).header(header::HOST, HOST);
        let request = request.header(header::AUTHORIZATION, token).body(Body::empty()).expect("a request");
        self.answered(request)
    }

    /// Sends the form of a page, of which the second half arrives once something else has happened.
    pub(crate) fn sends_while(
        &mut self,
        page: &str,
        action: &str,
        fields: &[(&str, &str)],
        meanwhile: impl Future<Output = ()> + Send + 'static,
    ) -> Answered {
        let token = self.token(page);
        let text = pairs(&[fields, &[("t", &token)]].concat());
        let (first, second) = text.split_at(text.len() / 2);
        let (first, second) = (first.to_owned(), second.to_owned());
        let halves = stream::once(async { Ok::<_, std::io::Error>(first) }).chain(stream::once(async {
            meanwhile.await;
            Ok(second)
        }));
        self.ask(Method::POST, action, Some(FORM), Body::from_stream(halves))
    }

    /// Sends the form of a page, and meanwhile does something else.
    pub(crate) fn sends_beside(
        &mut self,
        page: &str,
        action: &str,
        fields: &[(&str, &str)],
        beside: impl Future<Output = ()>,
    ) -> Answered {
        let token = self.token(page);
        let body = pairs(&[fields, &[("t", &token)]].concat());
        let request = self.request(Method::POST, action, Some(FORM), body.into());
        let (mut router, runtime) = (self.tried.router.clone(), &self.tried.runtime);
        let (answer, ()) = runtime.block_on(async { tokio::join!(router.call(request), beside) });
        self.takes(answer.expect("it always answers"))
    }

    /// The hash of the token of this browser's session.
    pub(crate) fn session(&self) -> ContentHash {
        ContentHash::of(self.cookies[SESSION].as_bytes())
    }

    fn ask(&mut self, method: Method, path: &str, media: Option<&str>, body: impl Into<Body>) -> Answered {
        let request = self.request(method, path, media, body.into());
        self.answered(request)
    }

    fn request(&self, method: Method, path: &str, media: Option<&str>, body: Body) -> Request<Body> {
        let cookies: Vec<_> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, HOST);
        request = request.header(header::COOKIE, cookies.join("; "));
        if let Some(media) = media {
            request = request.header(header::CONTENT_TYPE, media);
            request = request.header(header::ORIGIN, &self.origin);
        }
        request.body(body).expect("a request")
    }

    fn answered(&mut self, request: Request<Body>) -> Answered {
        let mut router = self.tried.router.clone();
        let answer = self.tried.runtime.block_on(router.call(request));
        self.takes(answer.expect("it always answers"))
    }

    /// Reads an answer, and keeps its cookies.
    fn takes(&mut self, answer: Response<Body>) -> Answered {
        let (status, headers, bytes) = self.tried.runtime.block_on(async {
            let (parts, body) = answer.into_parts();
            let is_stream =
                parts.headers.get(header::CONTENT_TYPE).is_some_and(|media| media == "text/event-stream");
            let bytes =
                if is_stream { Vec::new() } else { to_bytes(body, 1 << 24).await.expect("a page").to_vec() };
            (parts.status, parts.headers, bytes)
        });
        for cookie in headers.get_all(header::SET_COOKIE) {
            let cookie = cookie.to_str().expect("text");
            let (pair, manner) = cookie.split_once(';').expect("it says how it is kept");
            let (name, value) = pair.split_once('=').expect("a name and a value");
            assert!(manner.contains("HttpOnly") && manner.contains("SameSite=Lax"), "{cookie}");
            if manner.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        Answered { status, headers, text: String::from_utf8_lossy(&bytes).into_owned(), bytes }
    }
}

/// The fields of a form as browsers send them.
fn pairs(fields: &[(&str, &str)]) -> String {
    let pair = |(name, value): &(&str, &str)| format!("{name}={}", leitai_pages::percent_encoded(value));
    fields.iter().map(pair).collect::<Vec<_>>().join("&")
}

/// Every address in the sources of this crate.
fn routed(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("the sources").flatten() {
        let path = entry.path();
        if path.is_dir() {
            routed(&path, found);
        } else {
            let text = fs::read_to_string(&path).expect("a source");
            // Split in two, so that these lines do not match themselves.
            let (tests, mark) = (["#[cfg", "(test)]"].concat(), [".rou", "te(\""].concat());
            let code = text.split(&tests).next().unwrap_or_default();
            let code: String = code.split_whitespace().collect();
            found.extend(
                code.split(&mark).skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned),
            );
        }
    }
}

#[test]
fn every_address_of_the_site_is_in_the_table_and_no_other() {
    let mut found = BTreeSet::new();
    routed(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    let table: BTreeSet<String> = TABLE.iter().map(|(path, ..)| (*path).to_owned()).collect();
    assert_eq!(table.len(), TABLE.len(), "each once");
    assert_eq!(found, table);
    for path in BARE.iter().chain(&FIRST) {
        assert!(table.contains(*path), "{path}");
    }
}

#[test]
fn every_address_answers_each_role_as_the_table_says() {
    let tried = Tried::open();
    let entries = ["a", "b"].map(|name| format!("[[entries]]\nname = \"{name}\"\nprogram = \"random\"\n"));
    let text = format!("name = \"Cup\"\ngame = \"gomoku\"\n{}", entries.concat());
    fs::write(tried.folder.path().join("events/cup.toml"), text).expect("our folder");
    let event = tried.site.events.look().pop().expect("an event").id.clone();
    tried.enters("somebody");
    let mut callers: Vec<(Option<Role>, Browser<'_>)> = vec![(None, tried.visitor())];
    callers.extend(Role::ALL.map(|role| (Some(role), tried.settled(role.name(), role))));
    for (path, reads, writes) in TABLE {
        let events = path.starts_with("/events")
            || path.starts_with("/projector")
            || path.starts_with("/organise")
            || path.starts_with("/api/v1/events");
        let at = if events { path.replace("{id}", &event) } else { path.replace("{id}", "k7f2k7f2") };
        let at =
            at.replace("{number}", "somebody").replace("{game}", "gomoku").replace("{table}", "standings");
        let at = at
            .replace("{other}", "k7f2-e1")
            .replace("{what}", "x")
            .replace("{deed}", "close")
            .replace("{slug}", "api")
            .replace("{entry}", "e0")
            .replace("{file}", "members.csv");
        let mut seen = None;
        for (role, browser) in &mut callers {
            let read = browser.get(&at);
            let told = format!("GET {at} by {role:?}: {} {}", read.status, read.leads_to());
            if reads.is_empty() {
                assert_eq!(
                    read.status,
                    if role.is_some() { StatusCode::METHOD_NOT_ALLOWED } else { read.status },
                    "{told}"
                );
            } else if !reads.contains(role) {
                match role {
                    None if path.starts_with("/api/") => {
                        assert_eq!(read.status, StatusCode::UNAUTHORIZED, "{told}");
                    }
                    None => assert!(read.leads_to().starts_with("/sign-in?back="), "{told}"),
                    Some(_) => assert_eq!(read.status, StatusCode::NOT_FOUND, "{told}"),
                }
            } else if reads.contains(&None) && writes.is_empty() && *path != "/metrics" {
                // The bytes are the same whoever asks; of an error all but its number.
                let number = read.headers["x-request-id"].to_str().expect("text");
                let same = (read.status, read.cached().to_owned(), read.text.replace(number, "NUMBER"));
                assert_eq!(*seen.get_or_insert(same.clone()), same, "{told}");
            } else if role.is_some() && FIRST.contains(path) {
                assert_eq!(read.leads_to(), "/account", "{told}");
            } else if path.contains("/submissions/{number}")
                || path.ends_with("/mine/{what}")
                || *path == "/games/{id}/own"
                || path.ends_with("/report/{entry}")
                || path.ends_with("/reports/{entry}")
            {
                // What is there belongs to somebody else, or to nobody.
                assert_eq!(read.status, StatusCode::NOT_FOUND, "{told}");
            } else {
                assert_eq!(read.status, StatusCode::OK, "{told}");
            }
            if !reads.contains(&None) || !writes.is_empty() {
                assert!(reads.is_empty() || read.cached() == "no-store", "{told}: {}", read.cached());
            }
            // Without the token of a page nothing is changed, whoever asks.
            for (origin, fields) in [("http://leitai.test", &[("t", "0")][..]), ("http://evil.test", &[])] {
                origin.clone_into(&mut browser.origin);
                let sent = browser.posts(&at, fields);
                let told =
                    format!("POST {at} by {role:?} from {origin}: {} {}", sent.status, sent.leads_to());
                if writes.is_empty() {
                    assert_eq!(sent.status, StatusCode::METHOD_NOT_ALLOWED, "{told}");
                } else if path.starts_with("/api/") {
                    // A browser's cookie is no token.
                    assert_eq!(sent.status, StatusCode::UNAUTHORIZED, "{told}");
                } else if writes.contains(role) {
                    assert_eq!(sent.status, StatusCode::FORBIDDEN, "{told}");
                } else if role.is_none() && !reads.is_empty() {
                    // The session ended while the form was filled in: the redirect leads back to the form.
                    let back = format!("/sign-in?back={}", leitai_pages::percent_encoded(&at));
                    assert_eq!(sent.leads_to(), back, "{told}");
                } else if role.is_none() {
                    assert_eq!(sent.leads_to(), "/sign-in", "{told}");
                } else {
                    assert_eq!(sent.status, StatusCode::NOT_FOUND, "{told}");
                }
            }
            HOST.clone_into(&mut browser.origin);
            browser.origin.insert_str(0, "http://");
        }
    }
    let somebody =
        tried.runtime.block_on(tried.site.accounts.people.find("somebody")).expect("the store answers");
    assert!(somebody.is_some_and(|person| person.closed_ms.is_none()), "nothing was changed");
}

#[test]
fn until_the_first_sign_in_is_done_every_address_leads_there() {
    let tried = Tried::open();
    tried.enters("2501");
    let mut browser = tried.visitor();
    let sent = browser.sends("/sign-in?back=/docs", "/sign-in", &[("number", "2501"), ("password", "2501")]);
    assert_eq!(sent.leads_to(), "/account", "the form had no other place");
    for (path, ..) in TABLE
        .iter()
        .filter(|(path, reads, _)| !BARE.contains(path) && !FIRST.contains(path) && !reads.is_empty())
    {
        assert_eq!(browser.get(path).leads_to(), "/first", "{path}");
    }
    assert_eq!(browser.get("/health").status, StatusCode::OK);
    // The session is replaced when the password is set.
    let before = browser.cookies[SESSION].clone();
    let taken =
        |browser: &mut Browser<'_>, fields: &[(&str, &str)]| browser.sends("/first", "/first", fields);
    for (password, again, said) in [
        ("short", "short", "8 characters"),
        ("2501-250", "2501-251", "differ"),
        ("password", "password", "first an attacker"),
    ] {
        let refused = taken(&mut browser, &[("password", password), ("again", again)]);
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{password}");
        assert!(refused.text.contains(said), "{password}: {}", refused.text);
    }
    let chosen = taken(&mut browser, &[("password", PASSWORD), ("again", PASSWORD)]);
    assert_eq!(chosen.leads_to(), "/first");
    assert_ne!(browser.cookies[SESSION], before);
    assert_eq!(browser.get("/").leads_to(), "/first", "a nickname is missing");
    let refused = taken(&mut browser, &[("nickname", "much too long a <name>")]);
    assert!(
        refused.text.contains("value=\"much too long a &#60;name&#62;\""),
        "what was typed stays: {}",
        refused.text
    );
    assert_eq!(taken(&mut browser, &[("nickname", "Tiger")]).leads_to(), "/account");
    assert_eq!(browser.get("/").status, StatusCode::OK);
    let mut old = tried.visitor();
    old.cookies.insert(SESSION.to_owned(), before);
    assert!(old.get("/account").leads_to().starts_with("/sign-in"), "the session before has ended");
}

#[test]
fn a_wrong_sign_in_says_the_same_whatever_is_wrong() {
    let tried = Tried::open();
    tried.settled("2501", Role::Student);
    tried.enters("2502");
    tried.enters("2503");
    tried.runtime.block_on(tried.site.accounts.people.close(T, "2503")).expect("the store answers");
    let mut said = BTreeSet::new();
    for number in ["2501", "2502", "2503", "2599", "<b>"] {
        let mut browser = tried.visitor();
        let fields = [("number", number), ("password", "wrong"), ("back", "/docs")];
        let refused = browser.sends("/sign-in", "/sign-in", &fields);
        assert_eq!(refused.status, StatusCode::UNAUTHORIZED, "{number}");
        assert!(!browser.cookies.contains_key(SESSION));
        let alert = refused.text.split("role=\"alert\">").nth(1).and_then(|rest| rest.split('<').next());
        said.insert(alert.unwrap_or_default().to_owned());
        let kept = number.replace('<', "&#60;").replace('>', "&#62;");
        assert!(refused.text.contains(&format!("value=\"{kept}\"")), "{number} stays");
        assert!(refused.text.contains("name=\"back\" value=\"/docs\"") && !refused.text.contains("wrong\""));
    }
    assert_eq!(said.len(), 1, "{said:?}");
    // Guessing on means waiting, but only for the account concerned.
    let mut browser = tried.visitor();
    let guess = |browser: &mut Browser<'_>, number| {
        browser.sends("/sign-in", "/sign-in", &[("number", number), ("password", "wrong")])
    };
    for _ in 1..6 {
        assert_eq!(guess(&mut browser, "2501").status, StatusCode::UNAUTHORIZED);
    }
    let last = guess(&mut browser, "2501");
    assert_eq!(last.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(last.headers.contains_key(header::RETRY_AFTER));
    assert_eq!(guess(&mut browser, "2502").status, StatusCode::UNAUTHORIZED);
}
