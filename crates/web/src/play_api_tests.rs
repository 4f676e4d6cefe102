//! People's programs at tables of the site, by the API alone: who may, what is played once, what a seat may know.

use crate::people::tests::{Answered, HOST, Tried};
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use futures_util::StreamExt as _;
use leitai_store::Role;
use serde_json::Value;
use std::thread::sleep;
use std::time::Duration;
use tower_service::Service as _;

/// Somebody's program, with a token of these scopes.
pub(crate) struct Program<'a> {
    pub(crate) tried: &'a Tried,
    pub(crate) bearer: String,
}

impl<'a> Program<'a> {
    pub(crate) fn of(tried: &'a Tried, number: &str, scope: &str) -> Program<'a> {
        let page = "/account/tokens";
        let mut owner = tried.settled(number, Role::Student);
        let made = owner.sends(page, page, &[("name", "p"), (&format!("scope-{scope}"), "1"), ("days", "7")]);
        let token = made.text.split("<code>").nth(1).and_then(|rest| rest.split('<').next());
        Program { tried, bearer: format!("Bearer {}", token.unwrap_or_else(|| panic!("{}", made.text))) }
    }

    fn ask(&self, method: Method, path: &str) -> Answered {
        self.tried.visitor().asks_with(&self.bearer, method, path)
    }

    pub(crate) fn get(&self, path: &str) -> Value {
        self.fine(Method::GET, path)
    }

    pub(crate) fn post(&self, path: &str) -> Value {
        self.fine(Method::POST, path)
    }

    fn fine(&self, method: Method, path: &str) -> Value {
        let answer = self.ask(method, path);
        assert!(answer.status.is_success(), "{path}: {} {}", answer.status, answer.text);
        serde_json::from_str(&answer.text).expect("JSON")
    }

    /// How a request is refused.
    pub(crate) fn refused(&self, method: Method, path: &str) -> (StatusCode, String) {
        let answer = self.ask(method, path);
        let said: Value = serde_json::from_str(&answer.text).expect("JSON");
        (answer.status, said["error"].as_str().unwrap_or_default().to_owned())
    }

    /// A table against an invited person, and the addresses of both seats.
    fn table(&self, game: &str) -> [String; 2] {
        let begun = self.post(&format!("/api/v1/play?game={game}&rival=person&seat=first"));
        let invited = begun["invites"].as_str().expect("a free seat").split("/play/").nth(1).expect("a key");
        let page = begun["page"].as_str().expect("a page");
        [format!("/api/v1{page}"), format!("/api/v1/play/{invited}")]
    }

    /// The seat once it is so: games run on threads of their own.
    pub(crate) fn until(&self, seat: &str, so: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..600 {
            let shown = self.get(seat);
            if so(&shown) {
                return shown;
            }
            sleep(Duration::from_millis(20));
        }
        panic!("{}", self.get(seat));
    }

    /// Plays the listed act with this number once it may.
    fn plays(&self, seat: &str, number: usize) -> (String, Value) {
        let shown = self.until(seat, owes);
        let acts = shown["acts"].as_array().expect("acts");
        let act = acts[number % acts.len()].as_str().expect("a text").to_owned();
        let said = leitai_pages::percent_encoded(&act);
        let after = self.post(&format!("{seat}/act?version={}&acts={said}", shown["version"]));
        (act, after)
    }
}

fn owes(shown: &Value) -> bool {
    shown["acts"].as_array().is_some_and(|acts| !acts.is_empty())
}

#[test]
fn programs_of_two_people_play_to_the_end_and_nobody_else_is_at_the_table() {
    let tried = Tried::open();
    let [ann, bob, cid] = ["2501", "2502", "2503"].map(|number| Program::of(&tried, number, "play"));
    let [own, other] = ann.table("tictactoe");
    let shown = ann.until(&own, owes);
    assert_eq!(
        (&shown["seat"], &shown["plies"], &shown["game"]),
        (&"first".into(), &0.into(), &"tictactoe".into())
    );
    assert!(shown["board"].as_str().is_some_and(|board| board.lines().count() > 3), "{shown}");
    assert_eq!(bob.until(&other, |shown| !shown["board"].is_null())["seat"], "second");
    for (seat, path) in
        [(&own, ""), (&other, ""), (&own, "/act?version=1&acts=0"), (&own, "/resign"), (&own, "/leave")]
    {
        let method = if path.is_empty() { Method::GET } else { Method::POST };
        let (status, why) = cid.refused(method, &format!("{seat}{path}"));
        assert_eq!(status, StatusCode::FORBIDDEN);
        assert!(why.contains("somebody else has taken this seat"), "{why}");
    }
    assert_eq!(cid.refused(Method::GET, &format!("{}u", &own[..own.len() - 1])).0, StatusCode::NOT_FOUND);
    assert_eq!(cid.refused(Method::GET, &format!("{own}/watch/x")).0, StatusCode::NOT_FOUND);
    // An old board, the other's turn, no act.
    let same = ann.post(&format!("{own}/act?version=0&acts=0"));
    assert_eq!((&same["plies"], &same["refused"]), (&0.into(), &Value::Null));
    let (first, after) = ann.plays(&own, 0);
    assert_eq!(after["plies"], 1, "{after}");
    let shown = bob.until(&other, owes);
    let again = bob.post(&format!("{other}/act?version={}&acts={first}", shown["version"]));
    assert!(again["refused"].as_str().is_some_and(|why| why.starts_with("Illegal: ")), "{again}");
    let (status, why) =
        bob.refused(Method::POST, &format!("{other}/act?version=1&acts={}", "x".repeat(2001)));
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{why}");
    let end = loop {
        bob.plays(&other, 0);
        let shown = ann.until(&own, |shown| owes(shown) || !shown["end"].is_null());
        if shown["end"].is_null() {
            ann.plays(&own, 0);
        }
        let shown = bob.until(&other, |shown| owes(shown) || !shown["end"].is_null());
        if !shown["end"].is_null() {
            break shown["end"].clone();
        }
    };
    assert_eq!((&end["winner"], &end["broken_off"]), (&"first".into(), &false.into()), "{end}");
    let replay = end["replay"].as_str().expect("a replay").to_owned();
    assert_eq!(tried.visitor().get(&replay).status, StatusCode::OK);
    // What comes after the end changes nothing.
    assert_eq!(bob.post(&format!("{other}/resign"))["end"], end);
}

#[test]
fn a_table_is_begun_by_who_may_and_as_the_rules_are() {
    let tried = Tried::open();
    let (ann, reader) = (Program::of(&tried, "2501", "play"), Program::of(&tried, "2502", "read"));
    let begin = "/api/v1/play?game=hex&rival=person";
    let (status, why) = reader.refused(Method::POST, begin);
    assert_eq!(status, StatusCode::FORBIDDEN);
    assert!(why.contains("(`play`)"), "{why}");
    let nobody = Program { tried: &tried, bearer: "Bearer leitai_0".to_owned() };
    assert_eq!(nobody.refused(Method::POST, begin).0, StatusCode::UNAUTHORIZED);
    for (wrong, said) in [
        ("game=chess&rival=person", "no game"),
        ("game=hex&rival=strongest", "Choose an opponent"),
        ("game=hex&rival=person&seat=third", "`first` or `second`"),
        ("game=hex&rival=person&options=size", "name=value"),
        ("game=hex&rival=person&options=size=1", "size"),
        ("game=hex&rival=person&preset=none", "no preset"),
        ("game=hex&rival=person&clock=move=1s", "leaves no time to move"),
        ("game=hex&rival=oneself&by=program", "both sides alone"),
        ("game=tictactoe&rival=person&opening=4+4", "is illegal"),
    ] {
        let (status, why) = ann.refused(Method::POST, &format!("/api/v1/play?{wrong}"));
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
        assert!(why.contains(said), "{wrong}: {why}");
    }
    let [own, _] = ann.table("hex");
    assert_eq!(
        reader.refused(Method::GET, &own).0,
        StatusCode::FORBIDDEN,
        "what a seat knows is no public thing"
    );
    for _ in 0..3 {
        ann.post(begin);
    }
    let (status, why) = ann.refused(Method::POST, begin);
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    assert!(why.contains("finish or leave one first"), "{why}");
    // The site of these tests has four tables: whoever asks for the next one has it once it is free.
    let bob = Program::of(&tried, "2503", "play");
    let (status, why) = bob.refused(Method::POST, begin);
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    assert!(why.contains("all tables are taken"), "{why}");
    let left = ann.post(&format!("{own}/leave"));
    assert_eq!((&left["end"]["broken_off"], &left["end"]["replay"]), (&true.into(), &Value::Null));
    assert_eq!(tried.site.play.begin("x", 9, &some_wish()), Err(leitai_hall::PlayRefused::Full));
    bob.post(begin);
}

#[test]
fn a_clock_runs_at_both_seats_and_a_game_begins_where_it_is_told_to() {
    let tried = Tried::open();
    let [ann, bob] = ["2501", "2502"].map(|number| Program::of(&tried, number, "play"));
    let [own, other] = ann.table("tictactoe&clock=game=5m,inc=3s&opening=4+0");
    let shown = ann.until(&own, |shown| owes(shown) && shown["clocks"][0]["running"] == true);
    assert_eq!(
        (shown["acts"].as_array().map(Vec::len), &shown["clock"]),
        (Some(7), &"game=5m,inc=3s".into())
    );
    assert_eq!(shown["clocks"][0]["left_ms"], 300_000, "{shown}");
    bob.get(&other);
    let (status, why) = bob.refused(Method::POST, &format!("{other}/claim"));
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(why.contains("nothing to claim"), "{why}");
    ann.plays(&own, 0);
    bob.until(&other, |shown| {
        shown["clocks"][1]["running"] == true && shown["clocks"][0]["running"] == false
    });
    assert_eq!(bob.get(&other)["may_leave"], true, "only one has moved");
    bob.plays(&other, 0);
    let shown = ann.until(&own, owes);
    assert_eq!((&shown["may_leave"], &shown["may_claim"]), (&false.into(), &false.into()));
    let (_, why) = ann.refused(Method::POST, &format!("{own}/leave"));
    assert!(why.contains("this game has a result now"), "{why}");
}

#[test]
fn one_person_plays_both_sides_at_one_address() {
    let tried = Tried::open();
    let ann = Program::of(&tried, "2501", "play");
    let begun = ann.post("/api/v1/play?game=tictactoe&rival=oneself&seat=first");
    let seat = format!("/api/v1{}", begun["page"].as_str().expect("a page"));
    for side in ["first", "second", "first"] {
        assert_eq!(ann.until(&seat, owes)["seat"], side);
        ann.plays(&seat, 0);
    }
    // What is shown first after it may still be the last act.
    ann.post(&format!("{seat}/leave"));
    assert_eq!(ann.until(&seat, |shown| !shown["end"].is_null())["end"]["broken_off"], true);
}

fn some_wish() -> leitai_hall::PlayWish {
    leitai_hall::PlayWish {
        game: leitai_catalog::find("hex").expect("a game"),
        options: Vec::new(),
        opening: None,
        rival: leitai_hall::Rival::Person,
        clock: leitai_core::Clock::NONE,
        seat: leitai_core::Seat::First,
        by_program: false,
        names: ["a".to_owned(), "b".to_owned()],
    }
}

/// The next events of a stream.
fn events(tried: &Tried, body: Body, count: usize) -> Vec<Value> {
    let mut frames = body.into_data_stream();
    tried.runtime.block_on(async {
        let mut all = Vec::new();
        while all.len() < count {
            let Some(frame) = frames.next().await else { break };
            let text = String::from_utf8(frame.expect("bytes").to_vec()).expect("text");
            all.extend(text.strip_prefix("data: ").map(|data| serde_json::from_str(data).expect("JSON")));
        }
        all
    })
}

#[test]
fn whoever_watches_a_seat_hears_of_each_change_until_the_end() {
    let tried = Tried::open();
    let [ann, bob] = ["2501", "2502"].map(|number| Program::of(&tried, number, "play"));
    let [own, other] = ann.table("tictactoe");
    ann.until(&own, owes);
    bob.until(&other, |shown| !shown["board"].is_null());
    let request = Request::builder().uri(format!("{other}/watch")).header(header::HOST, HOST);
    let request = request.header(header::AUTHORIZATION, &bob.bearer).body(Body::empty()).expect("a request");
    let answer = tried.runtime.block_on(tried.router().call(request)).expect("it always answers");
    assert_eq!(answer.status(), StatusCode::OK);
    ann.plays(&own, 4);
    bob.post(&format!("{other}/resign"));
    let heard = events(&tried, answer.into_body(), usize::MAX);
    let last = heard.last().expect("something");
    assert_eq!((&last["end"]["winner"], &last["plies"]), (&"first".into(), &1.into()), "{last}");
    assert!(heard.windows(2).all(|two| two[0]["version"].as_u64() <= two[1]["version"].as_u64()));
    assert!(heard.windows(2).all(|two| two[0] != two[1]), "something is new each time");
}

#[test]
fn what_a_seat_may_not_know_changes_no_byte_of_its_answer() {
    let tried = Tried::open();
    let [ann, bob] = ["2501", "2502"].map(|number| Program::of(&tried, number, "play"));
    for game in ["einstein", "luzhanqi"] {
        let seen = [0, 1].map(|layout| {
            let [own, other] = ann.table(game);
            bob.until(&other, owes);
            let laid: Vec<String> = (0..3).map(|at| ann.plays(&own, at * layout).0).collect();
            let mut after = bob.get(&other);
            ann.post(&format!("{own}/leave"));
            assert!(!after["layout"].is_null(), "{game}");
            // Drawn anew for each game: the keys, and the layout that is offered.
            for drawn in ["id", "key", "page", "version", "layout"] {
                after[drawn] = Value::Null;
            }
            (laid, after.to_string())
        });
        assert_ne!(seen[0].0, seen[1].0, "{game}: two layouts");
        assert_eq!(seen[0].1, seen[1].1, "{game}");
    }
}

/// What the buttons of a seat's page do.
#[test]
fn two_programs_agree_take_back_lay_out_and_play_again() {
    let tried = Tried::open();
    let [ann, bob] = ["2501", "2502"].map(|number| Program::of(&tried, number, "play"));
    let [own, other] = ann.table("hex");
    bob.get(&other);
    ann.plays(&own, 3);
    let shown = ann.until(&own, |shown| shown["plies"] == 1);
    assert_eq!((&shown["may_draw"], &shown["may_take_back"]), (&true.into(), &true.into()), "{shown}");
    let asked = ann.post(&format!("{own}/back"));
    assert_eq!(asked["offers"]["back"], "first", "{asked}");
    bob.post(&format!("{other}/decline"));
    assert_eq!(ann.get(&own)["offers"]["back"], Value::Null);
    ann.post(&format!("{own}/back"));
    bob.post(&format!("{other}/back"));
    ann.until(&own, |shown| shown["plies"] == 0 && owes(shown));
    assert_eq!(bob.post(&format!("{other}/draw"))["offers"]["draw"], "second");
    ann.post(&format!("{own}/draw"));
    let end = ann.until(&own, |shown| !shown["end"].is_null());
    assert_eq!((&end["end"]["winner"], &end["end"]["reason"]), (&Value::Null, &"draw agreed".into()));
    let again = ann.post(&format!("{own}/again?swap=true"));
    assert_eq!(again["seat"], "second", "{again}");
    let next =
        bob.until(&other, |shown| !shown["next"].is_null())["next"].as_str().expect("a page").to_owned();
    assert_eq!(bob.get(&format!("/api/v1{next}"))["seat"], "first");
    let [own, _] = bob.table("einstein");
    let shown = bob.until(&own, |shown| !shown["layout"].is_null() && owes(shown));
    let laid = bob.post(&format!("{own}/layout"));
    assert!(laid["version"].as_u64() > shown["version"].as_u64() && !owes(&laid), "{laid}");
}
