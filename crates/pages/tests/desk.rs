//! The operator's window in the moments of a match: before it, while a move is to be told, while a slip is corrected and once that
//! has taken too long, where a referee speaks, and at its end.

use crate::fixture::ZONE;
use crate::snapshots::{LANGS, in_lines};
use leitai_arena::{Launch, Player};
use leitai_catalog::{Setup, find};
use leitai_core::{
    Act, Actor, Clock, DialectName, Lang, Level, Outbox, SEEN, Seat, Sentence, Span, Staging, Table, Viewer,
    sentence,
};
use leitai_hall::{
    Confirmed, Correcting, DeskGames, DeskMove, DeskResult, DeskSetup, DeskShown, DeskState, what_to_do,
};
use leitai_pages::{ASSETS, DeskView, Face, Reader, Theme, assets_hash, desk};
use leitai_testkit::come_out_as_written;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const ADDRESS: &str = "/desk/0123456789abcdefghjkmnpqrs";

fn setup(game: &str, name: &str) -> DeskSetup {
    DeskSetup {
        game: find(game).expect("a game of the list"),
        options: Vec::new(),
        program: Some(Player {
            name: "ours".to_owned(),
            launch: Launch::built_in(PathBuf::from("leitai"), Level::Easy),
            dialect: DialectName::Native,
        }),
        seat: Seat::First,
        teams: [name.to_owned(), "Kiln & Sons".to_owned()],
        operator: "Li".to_owned(),
        clock: Clock { game: Some(Duration::from_mins(15)), ..Clock::NONE },
        by_hand: false,
        games: DeskGames::Swapped(2),
        rehearsal: None,
    }
}

/// A table at which these acts were played, each by whoever owed one.
fn table(setup: &DeskSetup, given: &[(&str, &str)], acts: &[&str]) -> (Box<dyn Table>, Vec<DeskMove>) {
    let ruled = setup.game.open(&Setup::with(given.iter().copied())).expect("its rules");
    let mut table = ruled.table(Staging::default(), None);
    table.begin([None; 2], &mut Outbox::default());
    let mut moves = Vec::new();
    for act in acts {
        let by = table.turn().next().expect("it is not over");
        let play = Act::Play { by, acts: &[act], span: Span::Part };
        table.act(play, Duration::ZERO, [None; 2], &mut Outbox::default()).expect("a legal act");
        let took = Duration::from_millis(if matches!(by, Actor::Seat(_)) { 1230 } else { 400 });
        moves.push(DeskMove { by, acts: vec![(*act).to_owned()], took, plies: table.plies() });
    }
    (table, moves)
}

/// What is shown at a desk with this table.
fn shown(table: &dyn Table, moves: Vec<DeskMove>, hand: Actor) -> DeskShown {
    let mut shown = DeskShown::before(Seat::First);
    shown.version = 7;
    shown.state = DeskState::Runs;
    shown.scene = Some(table.scene(Viewer::Arbiter));
    shown.hand = Some(hand);
    shown.choices = match hand {
        Actor::Seat(seat) => table.choices(seat),
        _ => table.rulings(),
    };
    (shown.plies, shown.code) = (table.plies(), table.code());
    shown.codes = moves.iter().map(|_| String::new()).collect();
    shown.moves = moves;
    shown
}

fn page(lang: Lang, setup: &DeskSetup, shown: &DeskShown) -> String {
    let reader =
        Reader { lang, theme: Theme::System, zone: &ZONE, here: ADDRESS, address: "http://127.0.0.1:4711" };
    let runs = matches!(shown.hand, Some(Actor::Seat(_))) && shown.state == DeskState::Runs;
    let face = |running| Face { running, turn_ms: 0, left_ms: Some(840_000) };
    let view = DeskView {
        address: ADDRESS,
        setup,
        shown,
        to_do: &what_to_do(setup, shown, false),
        faces: [face(false), face(runs)],
        news: "00000000.7",
        stands_again: false,
        screens: &[],
        refusal: None,
    };
    desk(&reader, &view).into_string()
}

/// The window in every moment, by name.
pub(crate) fn pages(lang: Lang, name: &str) -> Vec<(&'static str, String)> {
    let theirs = Actor::Seat(Seat::Second);
    let nogo = setup("nogo", name);
    let (played, moves) = table(&nogo, &[], &["E5", "C3", "G7"]);
    let told = shown(&*played, moves, theirs);
    let corrects = |is_over: bool, whose: Option<Seat>| {
        let mut shown = told.clone();
        shown.state = DeskState::Stopped("slip of the other side".to_owned());
        (shown.corrections, shown.choices) = ([0, 1], Vec::new());
        let long = if is_over { Duration::from_mins(4) } else { Duration::ZERO };
        let since = Instant::now().checked_sub(long).unwrap_or_else(Instant::now);
        shown.correcting = Some(Correcting { whose, to: 2, since, is_over });
        shown
    };
    let phantom = setup("phantomgo", name);
    let acts = ["E5", "legal", "stone", "D4", "illegal", "C3"];
    let (played, moves) = table(&phantom, &[(SEEN, "first")], &acts);
    let ruled = shown(&*played, moves, Actor::Arbiter);
    let mut failed = told.clone();
    failed.state = DeskState::Failed(
        sentence!("exited with code 3", "程序异常退出（返回码 3）"),
        "line 7: no such point".to_owned(),
    );
    let mut over = told.clone();
    over.state = DeskState::Over;
    let five: Sentence = sentence!("captured stones", "提子");
    for winner in [Some(Seat::First), None] {
        let record = PathBuf::from("game-1.jsonl");
        let confirmed = Confirmed::default();
        over.results.push(DeskResult { seat: Seat::First, winner, reason: five.clone(), record, confirmed });
    }
    (over.hand, over.choices) = (None, Vec::new());
    let refereed = DeskSetup { program: None, ..nogo.clone() };
    let mut entered = told.clone();
    entered.waits_for_hand = true;
    vec![
        ("desk-referee", page(lang, &refereed, &entered)),
        ("desk-referee-over", page(lang, &refereed, &over)),
        ("desk-before", page(lang, &nogo, &DeskShown::before(Seat::First))),
        ("desk-told", page(lang, &nogo, &told)),
        ("desk-corrects", page(lang, &nogo, &corrects(false, Some(Seat::Second)))),
        ("desk-late", page(lang, &nogo, &corrects(true, None))),
        ("desk-ruled", page(lang, &phantom, &ruled)),
        ("desk-failed", page(lang, &nogo, &failed)),
        ("desk-over", page(lang, &nogo, &over)),
    ]
}

/// A page without what another moment would show otherwise.
fn timeless(page: &str) -> String {
    let mut text = String::new();
    for (at, part) in page.split("data-left=\"").enumerate() {
        let part = if at == 0 { part } else { part.trim_start_matches(|c: char| c.is_ascii_digit()) };
        text += if at == 0 { "" } else { "data-left=\"LEFT" };
        text += part;
    }
    text.replace(">2:59<", ">3:00<")
}

#[test]
fn the_window_comes_out_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages");
    for lang in LANGS {
        for (name, page) in pages(lang, "北斗七星") {
            let page = in_lines(timeless(&page).replace(assets_hash(), "HASH"));
            come_out_as_written([folder.join(format!("{name}.{lang}.html"))], |_| page.clone());
        }
    }
}

#[test]
fn the_end_of_a_correction_is_the_referees_to_decide() {
    let [corrects, late] = ["desk-corrects", "desk-late"].map(|wanted| {
        let page = pages(Lang::En, "Ours").into_iter().find(|(name, _)| *name == wanted);
        page.expect("it is one of them").1
    });
    assert!(!corrects.contains("value=\"lost-") && corrects.contains("value=\"go\""), "{corrects}");
    for deed in ["lost-own", "lost-other", "go"] {
        assert!(late.contains(&format!("value=\"{deed}\"")), "{deed}: {late}");
    }
}

/// The school's text, 7.2.4: 双方电脑显示界面应友好、利于观察. On a screen as wide as 1920 pixels what the other side's operator reads at two
/// metres is 10 mm high (1/200 of the distance) at 96 pixels an inch, where a capital has 0.68 of its font's size. The tests in a
/// browser measure the glyphs themselves.
#[test]
fn s7_2_4_3_what_is_read_across_the_table_is_ten_millimetres_high() {
    let css = ASSETS.iter().find(|asset| asset.name == "desk.css").expect("it is there");
    let css = std::str::from_utf8(css.bytes).expect("text");
    let wide = css.split("@media (min-width: 1800px) {").nth(1).expect("what is for wide screens");
    let wide = wide.lines().next().expect("on one line");
    for place in [
        "lt-desk .to-do .verdict",
        "lt-desk.referees .to-do .verdict",
        ".announced p",
        ".clock .left",
        ".position-code b",
    ] {
        let rule = wide.split('}').find(|rule| rule.contains(place)).unwrap_or_else(|| panic!("{place}"));
        let size = rule.split("font-size: ").nth(1).and_then(|rest| rest.split("px").next());
        let size: f64 = size.and_then(|size| size.parse().ok()).unwrap_or_else(|| panic!("{place}: {rule}"));
        let mm = size * 0.68 * 25.4 / 96.0;
        assert!(mm >= 10.0, "{place}: {mm:.1} mm");
    }
    // A game's own rule for a referee's clocks is larger still at that width.
    assert!(
        css.contains("lt-desk.referees .desk-main .clock .left { font-size: clamp(56px, 6.2vw, 104px) }")
    );
}
