//! The window in process: who may open it, what is played once, what is refused beside its form, what is left of a game.

use super::routes;
use super::window::Window;
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, StatusCode, header};
use leitai_arena::{Conditions, Launch, Player};
use leitai_core::{Clock, DialectName, Lang, Seat};
use leitai_hall::{Desk, DeskGames, DeskSetup, DeskShown, DeskState};
use leitai_sandbox::{Runtime, Sandbox};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime as Threads;
use tower_service::Service as _;

const KEY: &str = "0123456789abcdefghjkmnpqrs";
/// Begins a refusal beside its form.
const REFUSED: &str = "class=\"trouble\" role=\"alert\">";
const HOST: &str = "127.0.0.1:4711";
/// A program that plays the first of the moves it is offered.
const PROGRAM: &str = r#"while read -r line; do case $line in
*'"hello"'*) echo '{"type":"ready","moves":true}';;
*'"turn"'*) m=${line##*'"moves":['}; m=${m%%,*}; m=${m%%]*}; echo '{"type":"play","moves":['"$m"']}';;
esac; done"#;

fn at() -> SocketAddr {
    HOST.parse().expect("an address")
}

/// A desk whose program has the second seat of tic-tac-toe, and its window.
struct Tried {
    desk: Arc<Desk>,
    window: Arc<Window>,
    threads: Threads,
    _folder: tempfile::TempDir,
}

struct Answered {
    status: StatusCode,
    headers: axum::http::HeaderMap,
    text: String,
}

impl Tried {
    fn open() -> Tried {
        let launch = Launch::Command {
            program: "/bin/sh".into(),
            runtime: Runtime::Native,
            args: vec!["-c".into(), PROGRAM.into()],
            folder: None,
            reads: Vec::new(),
            family: true,
        };
        let setup = DeskSetup {
            game: leitai_catalog::find("tictactoe").expect("a game"),
            options: Vec::new(),
            program: Some(Player { name: "ours".to_owned(), launch, dialect: DialectName::Native }),
            seat: Seat::Second,
            teams: ["<Ours>".to_owned(), "Theirs".to_owned()],
            operator: "Op".to_owned(),
            clock: Clock { game: Some(Duration::from_mins(15)), ..Clock::NONE },
            by_hand: false,
            games: DeskGames::Swapped(2),
            rehearsal: None,
        };
        let folder = tempfile::tempdir().expect("a folder");
        let conditions = Conditions::of(Sandbox::off());
        let desk =
            Desk::open(folder.path().to_owned(), setup, conditions).unwrap_or_else(|why| panic!("{why}"));
        let window = Window::new(Arc::clone(&desk), KEY.to_owned(), (at(), at()), Vec::new(), Lang::En);
        let threads = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        Tried { desk, window, threads: threads.expect("threads"), _folder: folder }
    }

    fn answer(&self, request: Request<Body>) -> Answered {
        self.threads.block_on(async {
            let answer = routes(&self.window).call(request).await.expect("never fails");
            let (parts, body) = answer.into_parts();
            let text = to_bytes(body, usize::MAX).await.expect("in memory");
            let text = String::from_utf8_lossy(&text).into_owned();
            Answered { status: parts.status, headers: parts.headers, text }
        })
    }

    fn get(&self, path: &str) -> Answered {
        let request = Request::get(format!("/desk/{KEY}{path}")).header(header::HOST, HOST);
        self.answer(request.body(Body::empty()).expect("a request"))
    }

    fn page(&self) -> String {
        self.get("").text
    }

    /// Sends a form as the script does.
    fn sends(&self, fields: &[(&str, &str)]) -> Answered {
        let fields =
            fields.iter().map(|(name, value)| format!("{name}={}", leitai_pages::percent_encoded(value)));
        let body = fields.chain(["script=1".to_owned()]).collect::<Vec<_>>().join("&");
        let request = Request::post(format!("/desk/{KEY}")).header(header::HOST, HOST);
        let request = request.header(header::ORIGIN, format!("http://{HOST}"));
        self.answer(request.body(body.into()).expect("a request"))
    }

    /// Enters an act where it is chosen.
    fn plays(&self, act: &str) -> Answered {
        let version = self.desk.shown().version.to_string();
        self.sends(&[("do", "play"), ("typed", act), ("version", &version)])
    }

    /// Waits until it is so.
    #[track_caller]
    fn until(&self, so: impl Fn(&DeskShown) -> bool) -> Arc<DeskShown> {
        let began = Instant::now();
        loop {
            let shown = self.desk.shown();
            if so(&shown) {
                return shown;
            }
            assert!(began.elapsed() < Duration::from_mins(1), "{:?} {:?}", shown.state, shown.refused);
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Begins the game that is due; the other side is to move.
    fn begins(&self) {
        assert_eq!(self.sends(&[("do", "begin")]).status, StatusCode::OK);
        self.until(|shown| shown.state == DeskState::Runs && shown.hand.is_some());
    }

    fn moves(&self) -> usize {
        self.desk.shown().moves.len()
    }
}

impl Drop for Tried {
    fn drop(&mut self) {
        self.desk.close();
    }
}

#[test]
fn only_this_machine_with_the_key_opens_the_window_and_only_its_page_acts() {
    let tried = Tried::open();
    let asks = |method: Method, path: &str, headers: &[(header::HeaderName, &str)]| {
        let request = Request::builder().method(method).uri(path);
        let request = headers.iter().fold(request, |request, (name, value)| request.header(name, *value));
        tried.answer(request.body(Body::from("do=begin")).expect("a request"))
    };
    let (whole, host) = (format!("/desk/{KEY}"), (header::HOST, HOST));
    let opened = asks(Method::GET, &whole, std::slice::from_ref(&host));
    assert_eq!(opened.status, StatusCode::OK);
    assert_eq!(opened.headers[header::CACHE_CONTROL], "no-store");
    assert_eq!(opened.headers[header::CONTENT_SECURITY_POLICY], crate::answer::POLICY);
    for named in ["localhost:4711", "[::1]:4711"] {
        assert_eq!(asks(Method::GET, &whole, &[(header::HOST, named)]).status, StatusCode::OK, "{named}");
    }
    for other in [
        "127.0.0.1",
        "127.0.0.1:4712",
        "evil.example",
        "evil.example:4711",
        "127.0.0.1:4711.evil.example",
        "",
    ] {
        let refused = asks(Method::GET, &whole, &[(header::HOST, other)]);
        assert_eq!(refused.status, StatusCode::MISDIRECTED_REQUEST, "{other}");
        assert!(!refused.text.contains(KEY) && !refused.text.contains("Ours"), "{}", refused.text);
    }
    assert_eq!(asks(Method::GET, &whole, &[]).status, StatusCode::MISDIRECTED_REQUEST);
    assert_eq!(
        asks(Method::GET, &whole, &[host.clone(), host.clone()]).status,
        StatusCode::MISDIRECTED_REQUEST
    );
    for path in [
        "/",
        "/desk",
        "/desk/",
        "/desk/0123456789abcdefghjkmnpqrz",
        "/desk/x/now",
        "/play",
        "/metrics",
        "/api/v1",
    ] {
        let refused = asks(Method::GET, path, std::slice::from_ref(&host));
        assert_eq!(refused.status, StatusCode::NOT_FOUND, "{path}");
        assert!(!refused.text.contains(KEY) && !refused.text.contains("Ours"), "{path}: {}", refused.text);
    }
    let long = format!("/{}", "x".repeat(2000));
    assert_eq!(asks(Method::GET, &long, std::slice::from_ref(&host)).status, StatusCode::URI_TOO_LONG);
    let origin = |origin| asks(Method::POST, &whole, &[host.clone(), (header::ORIGIN, origin)]).status;
    for other in [
        "http://evil.example",
        "null",
        "http://127.0.0.1:4712",
        "https://127.0.0.1:4711",
        "http://localhost:4711",
    ] {
        assert_eq!(origin(other), StatusCode::FORBIDDEN, "{other}");
    }
    assert_eq!(
        asks(Method::POST, &whole, std::slice::from_ref(&host)).status,
        StatusCode::FORBIDDEN,
        "no origin"
    );
    assert_eq!(asks(Method::PUT, &whole, std::slice::from_ref(&host)).status, StatusCode::FORBIDDEN);
    assert_eq!(tried.desk.shown().state, DeskState::Waits, "nothing of that began a game");
    assert_eq!(origin("http://127.0.0.1:4711"), StatusCode::SEE_OTHER);
    tried.until(|shown| shown.state == DeskState::Runs);
}

#[test]
fn an_act_is_entered_once_and_what_is_refused_stays_beside_its_reason() {
    let tried = Tried::open();
    assert!(tried.page().contains("&lt;Ours&gt;"), "a name is text");
    assert!(
        tried
            .sends(&[("do", "play"), ("typed", "4"), ("version", "0")])
            .text
            .contains("No game is being played")
    );
    tried.begins();
    // Two windows of one desk show the same, and only the first act counts.
    let version = tried.desk.shown().version.to_string();
    let both = [("do", "play"), ("typed", "4"), ("version", version.as_str())];
    assert_eq!(tried.sends(&both).status, StatusCode::OK);
    tried.until(|shown| shown.moves.len() == 2 && shown.hand.is_some());
    let again = tried.sends(&both);
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(again.text.contains("The position has changed"), "{}", again.text);
    assert_eq!(tried.moves(), 2);
    // An illegal act, one that cannot be read, and one that is too long: the field keeps them.
    let refused = |act: &str, why: &str| {
        tried.plays(act);
        let began = Instant::now();
        loop {
            let page = tried.page();
            if page.contains(REFUSED) && page.contains(why) {
                assert!(
                    page.contains(&format!("value=\"{}\"", act.replace('<', "&lt;").replace('>', "&gt;"))),
                    "{act}: {page}"
                );
                return;
            }
            assert!(began.elapsed() < Duration::from_secs(20), "{act}: {page}");
        }
    };
    refused("4", "Illegal");
    refused("<b>", "Not understood");
    refused(&"x".repeat(401), "At most 400 characters");
    assert_eq!(tried.moves(), 2, "nothing of that was played");
    // A click on a place where no act begins is answered by the rule.
    let is_illegal = |shown: &DeskShown| {
        shown.refused.as_ref().is_some_and(|why| why.to(Lang::En).starts_with("Illegal: "))
    };
    assert!(!is_illegal(&tried.desk.shown()), "another refusal");
    let version = tried.desk.shown().version.to_string();
    tried.sends(&[("do", "play"), ("why", "4"), ("version", version.as_str())]);
    tried.until(is_illegal);
    // A form that is no form of the window, and one that is larger than any.
    assert!(tried.sends(&[("do", "fly")]).text.contains("none of this window"));
    assert_eq!(tried.sends(&[("typed", &"x".repeat(20_000))]).status, StatusCode::PAYLOAD_TOO_LARGE);
    // What was refused is gone with the next act, and without script a form leads back to the page.
    tried.plays("8");
    let shown = tried.until(|shown| shown.moves.len() == 4 && shown.hand.is_some());
    assert_eq!(shown.refused, None);
    assert!(!tried.page().contains(REFUSED), "{}", tried.page());
    assert_eq!(
        tried.sends(&[("do", "play"), ("version", "1")]).status,
        StatusCode::SEE_OTHER,
        "nothing was filled in"
    );
}

#[test]
fn clocks_and_slips_are_corrected_with_reasons_and_consent() {
    let tried = Tried::open();
    tried.begins();
    tried.plays("4");
    tried.until(|shown| shown.moves.len() == 2 && shown.hand.is_some());
    let refused = |fields: &[(&str, &str)], why: &str| {
        let answer = tried.sends(fields);
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{fields:?}");
        assert!(answer.text.contains(why), "{fields:?}: {}", answer.text);
    };
    refused(&[("do", "charge"), ("side", "own"), ("time", "4"), ("reason", "late")], "minutes:seconds");
    refused(&[("do", "charge"), ("side", "own"), ("time", "4:00")], "Write down the reason");
    refused(&[("do", "set"), ("side", "neither"), ("time", "4:00"), ("reason", "x")], "Say which side");
    let back = [("do", "back"), ("plies", "0"), ("slip", "own"), ("penalty", "4:00")];
    refused(&back, "consent");
    refused(&[("do", "back"), ("consent", "1"), ("plies", "x"), ("slip", "own")], "Choose the last move");
    tried.sends(&[
        ("do", "set"),
        ("side", "other"),
        ("time", "10:00"),
        ("reason", "clock was off"),
        ("by", "referee"),
    ]);
    let left = |seat: Seat| {
        let clock = tried.desk.shown().clocks[seat];
        clock.left.map(|left| left.as_secs()).unwrap_or_default()
    };
    tried.until(|shown| shown.clocks[Seat::First].left.is_some_and(|left| left <= Duration::from_mins(10)));
    assert!((590..=600).contains(&left(Seat::First)), "{}", left(Seat::First));
    // Stopped and let go on, with a reason in plain sight.
    tried.sends(&[("do", "stop"), ("reason", "fire drill"), ("by", "referee")]);
    tried.until(|shown| shown.state == DeskState::Stopped("referee: fire drill".to_owned()));
    assert!(tried.page().contains("referee: fire drill"));
    tried.sends(&[("do", "go")]);
    tried.until(|shown| shown.state == DeskState::Runs);
    // The slip of this desk: both moves are gone, and it pays four minutes.
    tried.sends(&[back.as_slice(), &[("consent", "1"), ("reason", "5 was said")]].concat());
    tried.until(|shown| shown.moves.is_empty() && shown.correcting.is_some_and(|it| it.whose.is_some()));
    let page = tried.page();
    for said in [
        "Time for the correction:",
        "data-left=\"17",
        "Corrected so far in this game: &lt;Ours&gt; 1, Theirs 0.",
    ] {
        assert!(page.contains(said), "{said}: {page}");
    }
    assert!(!page.contains("has lost this game"), "there is time");
    // A second one of the same side needs the referee's express consent.
    refused(&[back.as_slice(), &[("consent", "1")]].concat(), "add the word");
    tried.sends(&[("do", "go")]);
    let shown =
        tried.until(|shown| shown.moves.is_empty() && shown.state == DeskState::Runs && shown.hand.is_some());
    assert_eq!(shown.refused, None);
    assert!((655..=660).contains(&left(Seat::Second)), "{}", left(Seat::Second));
    // The program is being started again, which may change the version once more.
    while tried.moves() == 0 {
        tried.plays("5");
    }
    tried.until(|shown| shown.moves.len() == 2 && shown.hand.is_some());
    // The other side gives up; what happened is on the page to sign.
    tried.sends(&[("do", "resign")]);
    tried.until(|shown| shown.state == DeskState::Waits && shown.results.len() == 1);
    let signed = tried.get("/1/signed");
    assert_eq!(signed.status, StatusCode::OK, "{}", signed.text);
    for said in [
        "&lt;Ours&gt; wins",
        "Op",
        "4:00 charged (slip of this desk: 5 was said)",
        "taken back to ply 0",
        "set to 10:00 left (referee: clock was off)",
        "clocks stopped: referee: fire drill",
        "Referee",
    ] {
        assert!(signed.text.contains(said), "{said}: {}", signed.text);
    }
    let record = tried.get("/1/record.jsonl");
    assert!(
        record.text.starts_with("{\"type\":\"game\"") && record.status == StatusCode::OK,
        "{}",
        record.text
    );
    assert!(record.headers.contains_key(header::CONTENT_DISPOSITION));
    let sheet = tried.get("/1/sheet.national");
    assert!(
        sheet.status == StatusCode::OK && sheet.text.contains("[TTT]"),
        "{} {}",
        sheet.status,
        sheet.text
    );
    for nothing in
        ["/0/signed", "/2/signed", "/1/sheet.sgf", "/1/sheet.x", "/1/x", "/x/signed", "/1/..%2Fmatch.json"]
    {
        assert_eq!(tried.get(nothing).status, StatusCode::NOT_FOUND, "{nothing}");
    }
}

#[test]
fn a_page_of_an_earlier_life_of_the_window_is_shown_what_is_now() {
    let tried = Tried::open();
    let began = Instant::now();
    for after in ["", "?after=", "?after=00000000.900", "?after=x", "?after=%FF"] {
        let part = tried.get(&format!("/now{after}"));
        assert_eq!(part.status, StatusCode::OK, "{after}");
        assert!(part.text.starts_with("<lt-desk"), "{after}: {}", part.text);
    }
    assert!(began.elapsed() < Duration::from_secs(10), "nothing was waited for");
    let other = Window::new(Arc::clone(&tried.desk), KEY.to_owned(), (at(), at()), Vec::new(), Lang::Zh);
    let news = tried.window.news(7);
    assert_eq!((tried.window.after(&news), other.after(&news)), (Some(7), None));
}
