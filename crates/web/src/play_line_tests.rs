//! Programs that play from elsewhere, by the site's own server on a socket: whole games, cuts, who may, how much and how
//! fast, and what a seat may know.

use crate::connections::{Ceilings, Connections};
use crate::patient::listen;
use crate::people::tests::{HOST, Tried};
use crate::play_api_tests::Program;
use crate::serving::{Manner, serve};
use axum::http::{StatusCode, header};
use futures_util::{SinkExt as _, StreamExt as _};
use leitai_catalog::Replay;
use leitai_core::Record;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, frame::coding::CloseCode};
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// More than any of it takes.
const LONG: Duration = Duration::from_mins(2);

/// The site on a socket. What it answers runs only while the test waits.
fn served(tried: &Tried) -> (SocketAddr, watch::Sender<bool>) {
    let (close, closing) = watch::channel(false);
    let _inside = tried.runtime.enter();
    let listener = listen(([127, 0, 0, 1], 0).into()).expect("it listens");
    let address = listener.local_addr().expect("it listens");
    let manner = Manner {
        connections: Connections::new(Ceilings { all: 64, of_one_address: 64 }),
        pages: tried.runtime.handle().clone(),
        patience: Duration::from_secs(2),
        is_proxy: |_| false,
    };
    tried.runtime.spawn(serve(listener, tried.router(), manner, closing));
    (address, close)
}

/// A program at a seat of the site, which has lines of its own to say again.
struct Joined {
    at: SocketAddr,
    bearer: String,
    line: String,
    heard: usize,
    said: Vec<String>,
    socket: Option<WebSocketStream<TcpStream>>,
    /// Which of the acts it chooses.
    choice: usize,
}

impl Joined {
    fn new(at: SocketAddr, program: &Program<'_>, seat: &str, choice: usize) -> Joined {
        let (bearer, line) = (program.bearer.clone(), format!("{seat}/line"));
        Joined { at, bearer, line, heard: 0, said: Vec::new(), socket: None, choice }
    }

    /// Connects, and says again what the site has not heard; otherwise how it is refused.
    async fn connect(&mut self, origin: Option<&str>) -> Result<(), StatusCode> {
        let address = format!("ws://{HOST}{}?heard={}", self.line, self.heard);
        let mut request = address.into_client_request().expect("an address");
        request.headers_mut().insert(header::AUTHORIZATION, self.bearer.parse().expect("a header"));
        if let Some(origin) = origin {
            request.headers_mut().insert(header::ORIGIN, origin.parse().expect("a header"));
        }
        let stream = TcpStream::connect(self.at).await.expect("it listens");
        let (mut socket, answer) = match client_async(request, stream).await {
            Ok(connected) => connected,
            Err(Error::Http(answer)) => return Err(answer.status()),
            Err(error) => panic!("{error}"),
        };
        let known = answer.headers()["leitai-heard"].to_str().ok().and_then(|known| known.parse().ok());
        for line in &self.said[known.expect("a number")..] {
            socket.send(Message::text(line)).await.expect("it is open");
        }
        self.socket = Some(socket);
        Ok(())
    }

    async fn say(&mut self, line: Value) {
        self.say_text(line.to_string()).await;
    }

    async fn say_text(&mut self, line: String) {
        self.said.push(line.clone());
        if let Some(socket) = &mut self.socket {
            let _ = socket.send(Message::text(line)).await;
        }
    }

    /// The next line said to it; `None` once the line ends.
    async fn next(&mut self) -> Option<Value> {
        loop {
            let next = timeout(LONG, self.socket.as_mut()?.next()).await.expect("something comes");
            match next {
                Some(Ok(Message::Text(line))) => {
                    self.heard += 1;
                    return Some(serde_json::from_str(&line).expect("JSON"));
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return None,
            }
        }
    }

    /// Answers a line.
    async fn answers(&mut self, line: &Value) {
        match line["type"].as_str() {
            Some("hello") => self.say(json!({"type": "ready", "name": "far", "moves": true})).await,
            Some("turn") => {
                let moves = line["moves"].as_array().expect("moves");
                let chosen = moves[self.choice % moves.len()].clone();
                // Another each time, the same in each game.
                self.choice = self.choice * 31 + 7;
                self.choice %= 1009;
                self.say(json!({"type": "play", "moves": [chosen]})).await;
            }
            _ => {}
        }
    }

    /// Plays to the end; if it `is_cut` after each line, it connects again.
    async fn plays(&mut self, is_cut: bool) -> Value {
        self.connect(None).await.expect("its seat");
        loop {
            let Some(line) = self.next().await else { panic!("the line ended: {:?}", self.said) };
            if line["type"] == "end" {
                return line;
            }
            self.answers(&line).await;
            if is_cut {
                // Without a word, and perhaps before what was said has left.
                self.socket = None;
                self.connect(None).await.expect("its seat");
            }
        }
    }
}

/// The seats of a new table for two programs.
fn table(ann: &Program<'_>, game: &str) -> [String; 2] {
    let begun = ann.post(&format!("/api/v1/play?game={game}&rival=program&by=program&seat=first"));
    let invited = begun["invites"].as_str().expect("a free seat").split("/play/").nth(1).expect("a key");
    let page = begun["page"].as_str().expect("a page");
    assert_eq!(begun["line"], format!("/api/v1{page}/line"));
    [format!("/api/v1{page}"), format!("/api/v1/play/{invited}")]
}

/// Plays a game; both hear the same end, and its record verifies. Returns its acts.
fn played(
    tried: &Tried,
    at: SocketAddr,
    programs: [&Program<'_>; 2],
    game: &str,
    is_cut: bool,
) -> Vec<String> {
    let seats = table(programs[0], game);
    let [mut first, mut second] = [0, 1].map(|i| Joined::new(at, programs[i], &seats[i], 3 + i));
    let ends = tried.runtime.block_on(async { tokio::join!(first.plays(is_cut), second.plays(is_cut)) });
    assert_eq!(ends.0, ends.1, "{game}");
    let id = seats[0].split('/').nth(4).expect("an id");
    let path = (0..200).find_map(|_| {
        std::thread::sleep(Duration::from_millis(10));
        tried.site.play.record(id)
    });
    let text =
        std::fs::read_to_string(path.unwrap_or_else(|| panic!("{game}: no record"))).expect("a record");
    let record = Record::read(&text).unwrap_or_else(|why| panic!("{game}: {why}"));
    Replay::open(record).and_then(Replay::verify).unwrap_or_else(|why| panic!("{game}: {why}"));
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    lines.filter(|line| line["type"] == "play").map(|line| line["acts"].to_string()).collect()
}

#[test]
fn two_programs_from_elsewhere_play_whole_games() {
    let tried = Tried::open();
    let (at, _close) = served(&tried);
    let [ann, bob] = ["2501", "2502"].map(|number| Program::of(&tried, number, "play"));
    for game in ["tictactoe", "einstein", "dots", "phantomgo", "gomoku"] {
        assert!(played(&tried, at, [&ann, &bob], game, false).len() > 4, "{game}");
    }
}

#[test]
fn what_is_said_while_the_line_is_cut_arrives_once() {
    let tried = Tried::open();
    let (at, _close) = served(&tried);
    let [ann, bob] = ["2501", "2502"].map(|number| Program::of(&tried, number, "play"));
    for game in ["tictactoe", "dots"] {
        let whole = played(&tried, at, [&ann, &bob], game, false);
        assert_eq!(whole, played(&tried, at, [&ann, &bob], game, true), "{game}: cut after each line");
    }
}

#[test]
fn a_line_is_of_who_may_and_as_it_was_left() {
    let tried = Tried::open();
    let (at, _close) = served(&tried);
    let [ann, bob, cid] = ["2501", "2502", "2503"].map(|number| Program::of(&tried, number, "play"));
    let reader = Program::of(&tried, "2504", "submit");
    let nobody = Program { tried: &tried, bearer: "Bearer leitai_0".to_owned() };
    let [own, other] = table(&ann, "hex");
    let begun = ann.post("/api/v1/play?game=hex&rival=person&seat=first");
    let of_person = format!("/api/v1{}", begun["page"].as_str().expect("a page"));
    let no_key = format!("{}u", &own[..own.len() - 1]);
    // Nobody takes a program's seat by looking at its page.
    let page = tried.visitor().get(other.trim_start_matches("/api/v1"));
    assert_eq!(page.status, StatusCode::BAD_REQUEST);
    assert!(page.text.contains("leitai join"), "{}", page.text);
    assert_eq!(ann.refused(axum::http::Method::GET, &format!("{own}/line")).0, StatusCode::BAD_REQUEST);
    let _there = tried.runtime.block_on(async {
        let mut second = Joined::new(at, &bob, &other, 0);
        second.connect(None).await.expect("his seat");
        for (program, seat, heard, origin, status) in [
            (&nobody, &own, 0, None, StatusCode::UNAUTHORIZED),
            (&reader, &own, 0, None, StatusCode::FORBIDDEN),
            (&cid, &own, 0, None, StatusCode::FORBIDDEN),
            (&cid, &other, 0, None, StatusCode::FORBIDDEN),
            (&ann, &other, 0, None, StatusCode::FORBIDDEN),
            (&ann, &no_key, 0, None, StatusCode::NOT_FOUND),
            (&ann, &of_person, 0, None, StatusCode::UNPROCESSABLE_ENTITY),
            (&ann, &own, 99, None, StatusCode::CONFLICT),
            (&ann, &own, 0, Some("http://evil.test"), StatusCode::FORBIDDEN),
        ] {
            let mut wrong = Joined::new(at, program, seat, 0);
            wrong.heard = heard;
            assert_eq!(wrong.connect(origin).await, Err(status), "{seat} {heard} {origin:?}");
        }
        let mut first = Joined::new(at, &ann, &own, 0);
        first.connect(Some(&format!("http://{HOST}"))).await.expect("her seat");
        assert_eq!(first.next().await.expect("a line")["type"], "hello");
        // A second connection takes the line from the first, and hears what that one heard.
        let mut again = Joined::new(at, &ann, &own, 0);
        again.connect(None).await.expect("her seat");
        assert_eq!(first.next().await, None, "taken over");
        assert_eq!(again.next().await.expect("a line")["seat"], "first");
        (again, second)
    });
    let shown = ann.get(&own);
    assert_eq!((&shown["came"], &shown["cut"], &shown["acts"]), (&true.into(), &false.into(), &json!([])));
    let (status, why) = ann.refused(axum::http::Method::POST, &format!("{own}/resign"));
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(why.contains("leitai join"), "{why}");
    assert_eq!(ann.post(&format!("{own}/leave"))["end"]["broken_off"], true);
}

#[test]
fn what_is_too_long_or_too_fast_ends_the_seat() {
    let tried = Tried::open();
    let (at, _close) = served(&tried);
    let [ann, bob] = ["2501", "2502"].map(|number| Program::of(&tried, number, "play"));
    let long = |length: usize| vec![json!({"type": "debug", "text": "x".repeat(length)}).to_string()];
    let fast = |count: usize| vec![json!({"type": "debug", "text": "x"}).to_string(); count];
    for (what, lines, verdict) in [
        // The control: long, many, and allowed.
        ("allowed", [long(60 << 10), vec![json!({"type": "resign"}).to_string()]].concat(), "Resigned"),
        (
            "a line of the stage's limit",
            vec![format!("{{\"type\":\"x{}\"}}", "x".repeat(100 << 10))],
            "OutputLimit",
        ),
        ("a message of the socket's limit", vec!["x".repeat(200 << 10)], "Crash"),
        ("too fast", fast(5000), "Crash"),
    ] {
        let [own, other] = table(&ann, "tictactoe");
        let [mut first, mut second] = [Joined::new(at, &ann, &own, 0), Joined::new(at, &bob, &other, 0)];
        let end = tried.runtime.block_on(async {
            let watches = async { second.plays(false).await };
            let errs = async {
                first.connect(None).await.expect("her seat");
                let mut lines = lines.into_iter();
                while let Some(line) = first.next().await {
                    if line["type"] == "turn" {
                        for line in lines.by_ref() {
                            first.say_text(line).await;
                        }
                    } else {
                        first.answers(&line).await;
                    }
                }
            };
            tokio::join!(watches, errs).0
        });
        assert_eq!(end["verdict"], verdict, "{what}: {end}");
        assert_eq!(end["winner"], "second", "{what}");
    }
}

#[test]
fn what_a_seat_may_not_know_changes_no_byte_of_its_line() {
    let tried = Tried::open();
    let (at, _close) = served(&tried);
    let [ann, bob] = ["2501", "2502"].map(|number| Program::of(&tried, number, "play"));
    for game in ["einstein", "luzhanqi"] {
        let heard = [0, 1].map(|choice| {
            let [own, other] = table(&ann, game);
            let [mut first, mut second] =
                [Joined::new(at, &ann, &own, choice), Joined::new(at, &bob, &other, 0)];
            let lines = tried.runtime.block_on(async {
                let lays = async {
                    first.connect(None).await.expect("her seat");
                    for _ in 0..6 {
                        let line = first.next().await.expect("a line");
                        first.answers(&line).await;
                    }
                    // What it led to is on its way.
                    sleep(Duration::from_millis(300)).await;
                };
                let hears = async {
                    second.connect(None).await.expect("his seat");
                    let mut lines = Vec::new();
                    while let Ok(Some(mut line)) = timeout(Duration::from_millis(600), second.next()).await {
                        // He says that he is ready, and no more.
                        if line["type"] == "hello" {
                            second.answers(&line).await;
                        }
                        line["left"] = Value::Null;
                        lines.push(line.to_string());
                    }
                    lines
                };
                tokio::join!(lays, hears).1
            });
            ann.post(&format!("{own}/leave"));
            (first.said, lines)
        });
        assert_ne!(heard[0].0, heard[1].0, "{game}: two layouts");
        assert!(heard[0].1.len() >= 3, "{game}: {:?}", heard[0].1);
        assert_eq!(heard[0].1, heard[1].1, "{game}");
    }
}

#[test]
fn who_takes_leave_has_left_and_no_program_takes_a_persons_seat() {
    let tried = Tried::open();
    let (at, _close) = served(&tried);
    let [ann, bob] = ["2501", "2502"].map(|number| Program::of(&tried, number, "play"));
    let begun = ann.post("/api/v1/play?game=hex&rival=person&seat=first");
    let invited = begun["invites"].as_str().expect("a free seat").split("/play/").nth(1).expect("a key");
    let seat = format!("/api/v1/play/{invited}");
    let (status, why) = bob.refused(axum::http::Method::GET, &format!("{seat}?by=program"));
    assert_eq!(
        (status, why.contains("a person plays at this seat")),
        (StatusCode::UNPROCESSABLE_ENTITY, true)
    );
    assert!(!ann.get(&format!("/api/v1{}", begun["page"].as_str().expect("a page")))["invites"].is_null());
    let [own, other] = table(&ann, "hex");
    assert_eq!(bob.get(&format!("{other}?by=program"))["came"], false, "taken, and nobody is late yet");
    let [mut first, mut second] = [Joined::new(at, &ann, &own, 0), Joined::new(at, &bob, &other, 0)];
    let end = tried.runtime.block_on(async {
        let leaves = async {
            first.connect(None).await.expect("her seat");
            while let Some(line) = first.next().await {
                first.answers(&line).await;
                if first.said.len() == 3 {
                    let frame = CloseFrame { code: CloseCode::Normal, reason: "".into() };
                    let _ = first.socket.as_mut().expect("it is open").close(Some(frame)).await;
                    return;
                }
            }
        };
        tokio::join!(leaves, second.plays(false)).1
    });
    assert_eq!((&end["verdict"], &end["reason"]), (&"Crash".into(), &"left the game".into()));
    // A line may say it before the page does.
    let left = ann.until(&own, |shown| !shown["end"].is_null());
    assert_eq!(left["end"]["reason"], "left the game: it closed its line");
}
