//! People in their browsers, in one process with the site.

use crate::people::cookies::SESSION;
use crate::people::password::{Cost, Hasher};
use crate::people::secret::Token;
use crate::people::signed_in::SignedIn;
use crate::routes::routes;
use crate::server::site;
use crate::site::Site;
use crate::tests::{CEILINGS, settings};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, Response, StatusCode, header};
use futures_util::{StreamExt as _, stream};
use leitai_core::{ContentHash, Name};
use leitai_store::{Actor, NewSession, Opener, Role, RosterLine};
use std::collections::BTreeMap;
use std::sync::Arc;
use tempfile::TempDir;
use tower_service::Service;

/// The password of everybody who has one.
pub(crate) const PASSWORD: &str = "correct horse";
/// The operator.
pub(crate) const T: Actor<'_> = Actor::Console("t");
pub(crate) const HOST: &str = "leitai.test";
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

    pub(crate) fn cached(&self) -> &str {
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
        let import = async { people.import(T, &[line.into()], Some(Opener::Number), Some(i64::MAX)).await };
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

    /// Somebody who has a password, as a handler sees them.
    pub(crate) fn me(&self, number: &str) -> SignedIn {
        let (people, token) = (&self.site.accounts.people, Token::random());
        let session = NewSession { token: token.digest(), place: String::new() };
        let person = self.runtime.block_on(async {
            let known = people.credentials(number).await?.unwrap_or_default();
            assert!(people.sign_in(number, None, known.version, &session).await?);
            people.find(number).await
        });
        let person = person.expect("the store answers").expect("on the list");
        SignedIn { person, token, scopes: None }
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
        self.uploads_to(page, page, fields, file)
    }

    /// The same, where the form is sent elsewhere.
    pub(crate) fn uploads_to(
        &mut self,
        page: &str,
        action: &str,
        fields: &[(&str, &str)],
        (name, contents): (&str, &[u8]),
    ) -> Answered {
        self.uploads_as(page, action, fields, ("file", name, contents))
    }

    /// The same, with the file in this field.
    pub(crate) fn uploads_as(
        &mut self,
        page: &str,
        action: &str,
        fields: &[(&str, &str)],
        file: (&str, &str, &[u8]),
    ) -> Answered {
        let token = self.token(page);
        let mut body = Vec::new();
        for (name, value) in [fields, &[("t", &token)]].concat() {
            let head = format!("--b\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
            body.extend(head.into_bytes());
        }
        let (field, name, contents) = file;
        let head =
            format!("--b\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\r\n");
        body.extend([head.as_bytes(), contents, b"\r\n--b--\r\n"].concat());
        self.ask(Method::POST, action, Some("multipart/form-data; boundary=b"), body)
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
            // Only what admits nobody is for scripts.
            assert!(manner.contains("HttpOnly") || name == "lt-in" && value.len() <= 1, "{cookie}");
            assert!(manner.contains("SameSite=Lax"), "{cookie}");
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
