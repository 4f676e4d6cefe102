//! A referee's desk in process: what he does by the forms, and what other screens tell: to two truths that an eye cannot tell
//! apart they are the same bytes.

use super::window::Window;
use super::{open_routes, routes};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, StatusCode, header};
use leitai_arena::Conditions;
use leitai_core::{Actor, Clock, Lang, Seat};
use leitai_hall::{Desk, DeskDeed, DeskEye, DeskGames, DeskLook, DeskSetup, DeskShown, DeskState};
use leitai_sandbox::Sandbox;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime as Threads;
use tower_service::Service as _;

const KEY: &str = "0123456789abcdefghjkmnpqrs";
const SIGHTS: [&str; 3] =
    ["first-eye-3456789abcdefghjk", "second-eye-456789abcdefghjk", "public-eye-456789abcdefghjk"];
const HOST: &str = "127.0.0.1:4711";
const OPEN: &str = "192.168.1.20:8090";

struct AtTable {
    desk: Arc<Desk>,
    window: Arc<Window>,
    threads: Threads,
    _folder: tempfile::TempDir,
}

impl AtTable {
    fn begins(game: &str) -> AtTable {
        let setup = DeskSetup {
            game: leitai_catalog::find(game).expect("a game"),
            options: Vec::new(),
            program: None,
            seat: Seat::First,
            teams: ["<Aa>".to_owned(), "Bb".to_owned()],
            operator: "Rr".to_owned(),
            clock: Clock { game: Some(Duration::from_mins(15)), ..Clock::NONE },
            // No clock runs by itself: what is shown does not depend on the moment.
            by_hand: true,
            games: DeskGames::Swapped(2),
            rehearsal: None,
        };
        let folder = tempfile::tempdir().expect("a folder");
        let conditions = Conditions::of(Sandbox::off());
        let desk =
            Desk::open(folder.path().to_owned(), setup, conditions).unwrap_or_else(|why| panic!("{why}"));
        let [at, open_at] = [HOST, OPEN].map(|text| text.parse().expect("an address"));
        let sights = SIGHTS.map(str::to_owned).to_vec();
        let window = Window::new(Arc::clone(&desk), KEY.to_owned(), (at, open_at), sights, Lang::En);
        let threads = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        desk.begin().expect("a game");
        let table = AtTable { desk, window, threads: threads.expect("threads"), _folder: folder };
        table.until(|shown| shown.state == DeskState::Runs);
        table
    }

    fn answer(&self, mut routes: Router, request: Request<Body>) -> (StatusCode, String) {
        self.threads.block_on(async {
            let answer = routes.call(request).await.expect("never fails");
            let status = answer.status();
            let text = to_bytes(answer.into_body(), usize::MAX).await.expect("in memory");
            (status, String::from_utf8_lossy(&text).into_owned())
        })
    }

    /// What another screen shows, without what makes it another life of the window.
    fn sees(&self, eye: DeskEye) -> String {
        let path = format!("/view/{}", SIGHTS[eye.index()]);
        let life = self.window.news(0).split('.').next().expect("a life").to_owned();
        let mut all = String::new();
        for path in [path.clone(), format!("{path}/now")] {
            let request = Request::get(path).header(header::HOST, OPEN);
            let (status, text) =
                self.answer(open_routes(&self.window), request.body(Body::empty()).expect("one"));
            assert_eq!(status, StatusCode::OK, "{text}");
            all += &text.replace(&life, "LIFE");
        }
        all
    }

    fn asks(&self, routes: Router, method: Method, path: &str, host: &str) -> StatusCode {
        let request = Request::builder().method(method).uri(path).header(header::HOST, host);
        self.answer(routes, request.body(Body::empty()).expect("a request")).0
    }

    /// Sends a form as the script does.
    fn sends(&self, fields: &[(&str, &str)]) -> (StatusCode, String) {
        let fields =
            fields.iter().map(|(name, value)| format!("{name}={}", leitai_pages::percent_encoded(value)));
        let body = fields.chain(["script=1".to_owned()]).collect::<Vec<_>>().join("&");
        let request = Request::post(format!("/desk/{KEY}")).header(header::HOST, HOST);
        let request = request.header(header::ORIGIN, format!("http://{HOST}"));
        self.answer(routes(&self.window), request.body(body.into()).expect("a request"))
    }

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

    #[track_caller]
    fn plays(&self, acts: &str) {
        let version = self.desk.shown().version;
        self.desk.deed(DeskDeed::Play { version, acts: acts.to_owned() }).expect("a game");
        self.until(|shown| shown.version > version);
    }
}

/// The same for who looks, whatever the other side hides and tries.
#[track_caller]
fn cannot_be_told_apart(game: &str, eyes: &[DeskEye], truths: [&[&str]; 2]) {
    let tables = truths.map(|truth| {
        let table = AtTable::begins(game);
        for acts in truth {
            table.plays(acts);
        }
        table
    });
    let [a, b] = &tables;
    assert_ne!(a.desk.shown().scene, b.desk.shown().scene, "two truths");
    for eye in eyes {
        let [one, other] = [a, b].map(|table| table.sees(*eye));
        assert!(one.contains("lt-desk"), "{one}");
        assert!(one == other, "{game}, {eye:?}:\n{one}\n{other}");
    }
}

#[test]
fn a_side_cannot_tell_what_the_other_hides() {
    let [black, white] = Seat::BOTH.map(DeskEye::Side);
    // White stands elsewhere, and was refused twice: neither black nor everybody hears of it.
    let truths: [&[&str]; 2] = [&["C3", "E5", "G7"], &["C3", "C3", "D4", "G7"]];
    cannot_be_told_apart("phantomgo", &[black, DeskEye::Public], truths);
    let truths: [&[&str]; 2] = [&["C3", "E5", "G7"], &["C4", "E5", "E5", "F7"]];
    cannot_be_told_apart("phantomgo", &[white, DeskEye::Public], truths);
    let (pieces, front) = (
        "L1=l K1=j L0=j L2=j H2=k I1=k H0=a G2=b G0=c I3=c G3=d I0=d H4=e J0=e I4=f J2=f G1=g G4=g K2=g K0=h K4=h L3=h J4=i K3=i L4=i",
        "L1=l K1=j L0=j L2=j H2=k I1=k H0=a G0=b G2=c I3=c G3=d I0=d H4=e J0=e I4=f J2=f G1=g G4=g K2=g K0=h K4=h L3=h J4=i K3=i L4=i",
    );
    let theirs = "A3=l B3=j A4=j A2=j E2=k C2=k F1=a E0=b F3=c D1=c F0=d D3=d F4=e D0=e D4=f C0=f F2=g E4=g B1=g B2=h A1=h A0=h C4=i B4=i B0=i";
    let truths: [&[&str]; 2] = [&[pieces, theirs], &[front, theirs]];
    cannot_be_told_apart("luzhanqi", &[white, DeskEye::Public], truths);
    let truths: [&[&str]; 2] = [&[pieces, theirs, "G0F0"], &[front, theirs, "G0F0"]];
    cannot_be_told_apart("luzhanqi", &[white, DeskEye::Public], truths);
}

#[test]
fn a_refused_try_is_no_news_to_the_other_side() {
    let table = AtTable::begins("phantomgo");
    table.plays("C3");
    let [black, white] = Seat::BOTH.map(DeskEye::Side);
    // Its clock runs, and goes on running.
    table.desk.deed(DeskDeed::Start).expect("a game");
    table.until(|shown| shown.clocks[1].asked.is_some());
    let news = |eye| table.desk.news_to(eye);
    let before = [news(black), news(white), news(DeskEye::Public)];
    table.plays("C3");
    table.until(|shown| shown.clocks[1].asked.is_some());
    let after = [news(black), news(white), news(DeskEye::Public)];
    assert_eq!([before[0], before[2]], [after[0], after[2]]);
    assert!(after[1] > before[1], "white hears that it is illegal");
    assert!(table.sees(white).contains("C3 is illegal"), "{}", table.sees(white));
    let all = table
        .answer(
            routes(&table.window),
            Request::get(format!("/desk/{KEY}")).header(header::HOST, HOST).body(Body::empty()).expect("one"),
        )
        .1;
    assert!(all.contains("Tell Bb (white): C3 is illegal"), "{all}");
}

#[test]
fn other_machines_reach_the_other_screens_and_nothing_else() {
    let table = AtTable::begins("phantomgo");
    let desk = format!("/desk/{KEY}");
    let view = format!("/view/{}", SIGHTS[0]);
    let open = |method, path: &str, host| table.asks(open_routes(&table.window), method, path, host);
    assert_eq!(open(Method::GET, &view, OPEN), StatusCode::OK);
    for path in [&desk, &format!("{desk}/now"), &format!("/view/{KEY}"), "/view/x", "/"] {
        assert_eq!(open(Method::GET, path, OPEN), StatusCode::NOT_FOUND, "{path}");
    }
    for host in ["evil.example:8090", "192.168.1.20:8091", HOST, "192.168.1.21:8090"] {
        assert_eq!(open(Method::GET, &view, host), StatusCode::MISDIRECTED_REQUEST, "{host}");
    }
    assert_eq!(open(Method::POST, &view, OPEN), StatusCode::NOT_FOUND);
    let own = |path: &str, host| table.asks(routes(&table.window), Method::GET, path, host);
    assert_eq!(own(&desk, HOST), StatusCode::OK);
    assert_eq!(own(&desk, OPEN), StatusCode::MISDIRECTED_REQUEST);
    // No key of another screen, nor of the desk itself, stands on any of them.
    for eye in DeskEye::ALL {
        let page = table.sees(eye);
        for (at, key) in SIGHTS.iter().enumerate().filter(|(at, _)| *at != eye.index()) {
            assert!(!page.contains(key) && !page.contains(KEY), "{eye:?} {at}");
        }
    }
}

#[test]
fn layouts_are_entered_by_the_side_that_looks_and_nobody_else_sees_them() {
    let table = AtTable::begins("luzhanqi");
    let page = || {
        let request = Request::get(format!("/desk/{KEY}")).header(header::HOST, HOST);
        table.answer(routes(&table.window), request.body(Body::empty()).expect("one")).1
    };
    let covered = page();
    assert!(covered.contains("&lt;Aa&gt; looks, and enters its layout"), "{covered}");
    assert!(!covered.contains("id=\"typed\"") && covered.contains("data-tree=\"{}\""), "{covered}");
    let (status, text) = table.sends(&[("do", "look-second")]);
    assert!(status == StatusCode::UNPROCESSABLE_ENTITY && text.contains("enters its layout first"), "{text}");
    table.sends(&[("do", "look-first")]);
    assert!(page().contains("id=\"typed\""));
    table.plays("L1=l");
    table.plays("K1=j");
    assert_eq!(table.desk.shown().look, DeskLook::Side(Seat::First), "it goes on looking");
    assert!(!page().contains("K1=j"), "no list of moves");
    table.sends(&[("do", "cover")]);
    assert_eq!(table.desk.shown().clocks.map(|clock| clock.asked), [None; 2], "nobody's time");
}

#[test]
fn a_mistyped_layout_is_taken_back_before_play_and_both_sides_are_told() {
    let red = "L1=l K1=j L0=j L2=j H2=k I1=k H0=a G2=b G0=c I3=c G3=d I0=d H4=e J0=e I4=f J2=f G1=g G4=g K2=g K0=h K4=h L3=h J4=i K3=i L4=i";
    let wrong = red.replace("G2=b G0=c", "G0=b G2=c");
    let black = "A3=l B3=j A4=j A2=j E2=k C2=k F1=a E0=b F3=c D1=c F0=d D3=d F4=e D0=e D4=f C0=f F2=g E4=g B1=g B2=h A1=h A0=h C4=i B4=i B0=i";
    let table = AtTable::begins("luzhanqi");
    table.plays(&wrong);
    table.plays(black);
    let laid = table.desk.shown();
    assert!(!laid.is_laying && laid.plies == 2, "{:?}", laid.state);
    assert_eq!(laid.layouts(), [(Seat::First, 0), (Seat::Second, 1)]);
    let (_, text) = table.sends(&[("do", "lay-own")]);
    assert!(!text.contains("class=\"trouble\" role=\"alert\">A"), "{text}");
    let shown = table.until(|shown| shown.is_laying && shown.plies == 0);
    assert_eq!((shown.hand, shown.corrections), (Some(Actor::Seat(Seat::First)), [0; 2]), "nobody's slip");
    for eye in DeskEye::ALL {
        let page = table.sees(eye);
        assert!(page.contains("the layout of &lt;Aa&gt; was entered wrong"), "{eye:?}: {page}");
    }
    let to_do = table.desk.what_to_do(&shown);
    assert!(to_do.to(Lang::En).starts_with("Tell both sides that <Aa> enters its layout again"), "{to_do:?}");
    table.desk.deed(DeskDeed::Go).expect("a game");
    let shown = table.until(|shown| shown.state == DeskState::Runs);
    assert_eq!(shown.clocks.map(|clock| clock.asked), [None; 2], "nobody's time");
    table.plays(red);
    // The other one was right: it is entered again by itself.
    let shown = table.until(|shown| shown.plies == 2);
    assert_eq!(shown.moves.iter().map(|one| one.acts.join(" ")).collect::<Vec<_>>(), [red, black]);
    table.plays("G0F0");
    assert!(table.desk.shown().layouts().is_empty(), "play has begun");
    let (status, text) = table.sends(&[("do", "lay-own")]);
    assert!(
        status == StatusCode::UNPROCESSABLE_ENTITY && text.contains("only before the first move"),
        "{text}"
    );
    let back =
        DeskDeed::Back { plies: 1, dice: false, consent: false, penalty: None, reason: "late".to_owned() };
    table.desk.deed(back).expect("a game");
    let refused = table.until(|shown| shown.refused.is_some());
    assert_eq!(refused.plies, 3);
}

/// The school's text, 6.9: 裁判操作失误 … 记录双方用时，复盘时间不超过3分钟.
#[test]
fn s4_2_6_9_1_after_the_referees_own_slip_the_times_are_noted_three_minutes_run_and_nobody_pays() {
    let table = AtTable::begins("phantomgo");
    table.desk.deed(DeskDeed::Start).expect("a game");
    table.until(|shown| shown.clocks[0].asked.is_some());
    std::thread::sleep(Duration::from_millis(30));
    table.plays("C3");
    table.desk.deed(DeskDeed::Start).expect("a game");
    table.until(|shown| shown.clocks[1].asked.is_some());
    // He has said of a try what was wrong: it goes back, and is nobody's slip of the two.
    let slip = [
        ("do", "back"),
        ("plies", "0"),
        ("slip", "nobody"),
        ("penalty", "4:00"),
        ("reason", "said it wrong"),
    ];
    let (status, text) = table.sends(&slip);
    assert_eq!(status, StatusCode::OK, "{text}");
    let shown = table.until(|shown| shown.correcting.is_some());
    let correcting = shown.correcting.expect("a correction");
    assert_eq!((correcting.whose, correcting.to, shown.corrections), (None, 0, [0; 2]));
    assert!(matches!(shown.state, DeskState::Stopped(_)) && !correcting.is_over);
    let (left, three) = (correcting.left(), Duration::from_mins(3));
    assert!(left <= three && left > Duration::from_mins(2), "{left:?}");
    let all = Duration::from_mins(15);
    let stands = shown.clocks.map(|clock| (clock.asked, clock.left.expect("a clock of the whole game")));
    for (asked, left) in stands {
        assert!(asked.is_none() && left <= all && left > Duration::from_mins(14), "{stands:?}");
    }
    let to_do = table.desk.what_to_do(&shown);
    assert!(to_do.to(Lang::En).starts_with("Put the board back to ply 0"), "{to_do:?}");
    // What each had used is noted; nothing is charged, and each side has its own correction still.
    let record = std::fs::read_to_string(table.desk.folder().join("game-1.part")).expect("its record");
    let lines: Vec<&str> = record.lines().filter(|line| line.contains("\"type\":\"clock\"")).collect();
    let [stop] = lines[..] else { panic!("{record}") };
    assert!(
        stop.contains("stop") && stop.contains("ran") && stop.contains("nobody's slip: said it wrong"),
        "{stop}"
    );
    assert!(!record.contains("charge"), "{record}");
    table.desk.deed(DeskDeed::Go).expect("a game");
    let after = table.until(|shown| shown.state == DeskState::Runs && shown.correcting.is_none());
    assert_eq!(after.corrections, [0; 2]);
}

#[test]
fn ends_by_consent_and_results_are_confirmed() {
    let table = AtTable::begins("nogo");
    table.plays("E5");
    table.sends(&[("do", "propose"), ("by", "own"), ("end", "draw")]);
    assert!(table.desk.shown().proposal.is_some());
    // It lapses with the next act.
    table.plays("C3");
    assert_eq!(table.desk.shown().proposal, None);
    let (status, text) = table.sends(&[("do", "accept-other")]);
    assert!(status == StatusCode::UNPROCESSABLE_ENTITY && text.contains("nothing is proposed"), "{text}");
    table.sends(&[("do", "propose"), ("by", "referee"), ("end", "draw")]);
    table.sends(&[("do", "accept-own")]);
    assert_eq!(table.desk.shown().hand, Some(Actor::Seat(Seat::First)), "one side alone ends nothing");
    table.sends(&[("do", "accept-other")]);
    let shown = table.until(|shown| shown.state == DeskState::Waits && shown.results.len() == 1);
    assert_eq!(shown.results[0].winner, None);
    let confirms = |by: &str| table.sends(&[("do", "confirm"), ("game", "0"), ("by", by)]);
    assert_eq!(confirms("nobody").0, StatusCode::UNPROCESSABLE_ENTITY);
    confirms("own");
    assert!(!table.desk.shown().results[0].confirmed.is_whole());
    let text = confirms("other").1;
    assert!(text.contains("Confirmed by &lt;Aa&gt;, Bb."), "{text}");
    assert!(table.desk.shown().results[0].confirmed.is_whole());
    let again = Desk::open(
        table.desk.folder().to_owned(),
        table.desk.setup().clone(),
        Conditions::of(Sandbox::off()),
    );
    let again = again.unwrap_or_else(|why| panic!("{why}"));
    assert!(again.shown().results[0].confirmed.is_whole(), "it is kept beside the record");
}
