//! The pages of small events whose teams have names that attack browsers and spreadsheets.

use leitai_catalog::Cut;
use leitai_core::{Eye, Fault, Lang, Record, Sentence, VerdictName};
use leitai_hall::{Details, EventFile, History, Zone};
use leitai_report::{Replayed, Report, game_page};
use leitai_tournament::{
    CountedOutcome, Decision, Due, Event, Finding, GameId, How, RecordedGame, Role, Seat, Seed,
};
use std::collections::BTreeMap;
use std::fs;

const SCRIPT: &str = "<script>alert(1)</script>";
const FORMULA: &str = "=cmd()|'/c calc'!A0";

fn file(preset: &str, more: &str, names: &[&str]) -> EventFile {
    file_of("tictactoe", preset, more, names)
}

fn file_of(game: &str, preset: &str, more: &str, names: &[&str]) -> EventFile {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("event.toml");
    let mut text = format!(
        "name = \"<b>Cup</b>\"\ngame = \"{game}\"\npreset = \"{preset}\"\nseed = \"s\"\nclock = \"game=1s\"\n{more}\n"
    );
    for name in names {
        text.push_str(&format!(
            "[[entries]]\nname = '''{name}'''\nprogram = \"easy\"\nclass = \"<i>1\"\nteachers = [\"T<\"]\n"
        ));
    }
    fs::write(&path, text).expect("a file");
    EventFile::read(&path).expect("an event")
}

fn next(event: &Event) -> Option<Due> {
    event.state().due().next()
}

/// Plays everything that is due: the entry with the lower number wins, every fifth game by a fault.
fn play(event: &mut Event, details: &mut BTreeMap<GameId, Details>) {
    while let Some(due) = next(event) {
        let winner = if due.first < due.second { Seat::First } else { Seat::Second };
        let is_fault = details.len() % 5 == 4;
        let how = if is_fault { How::Fault } else { How::Played };
        let (id, first, second) = (due.id, due.first, due.second);
        let faults = if is_fault { [1, 0] } else { [0; 2] };
        let game = RecordedGame { id, first, second, outcome: CountedOutcome::Win(winner), how, faults };
        event.record(game).expect("a result");
        let verdict = if is_fault { VerdictName::Fault(Fault::TimeLimit) } else { VerdictName::Law };
        let reason = Sentence::new(format!("{verdict} & <b>"), format!("{verdict}：<i> & 三"));
        let how = Details {
            verdict,
            reason,
            plies: 7,
            seconds: 0.0,
            record: None,
            replays: 0,
            disturbed_ms: None,
            programs: [None; 2],
            at_table: None,
            seal: None,
            used_ms: None,
            sandbox: "F".parse().expect("a level"),
            ended: 1_000,
        };
        details.insert(id, how);
    }
}

fn history(file: &EventFile) -> History {
    let begun = file.begun(|| Seed::new("never"));
    let event = Event::new(begun.plan.clone(), begun.entries.clone(), begun.seed.clone()).expect("an event");
    let mut history = History { begun, event, details: BTreeMap::new() };
    play(&mut history.event, &mut history.details);
    history
}

static ZONE: Zone = Zone::UTC;

fn report<'a>(file: &'a EventFile, history: &'a History, now: i64) -> Report<'a> {
    Report { file, history, began: Some(5), now, zone: &ZONE, lang: Lang::En }
}

fn pages(file: &EventFile, history: &History, now: i64) -> BTreeMap<&'static str, String> {
    let replayed =
        history.details.keys().map(|id| (*id, Some(Sentence::new("three in a row", "三连")))).collect();
    let pages = report(file, history, now).pages(&replayed);
    pages.into_iter().map(|page| (page.path, page.text)).collect()
}

/// The headings of a page, English only, and the number of rows of each table; also checks that every tag is
/// closed.
fn outline(page: &str) -> Vec<String> {
    let (mut open, mut heads): (Vec<&str>, Vec<String>) = (Vec::new(), Vec::new());
    let body = page.split_once("</style>").expect("a head").1;
    let mut rows = 0;
    for part in body.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("a tag ends");
        let name = tag.trim_start_matches('/').split(' ').next().expect("a name");
        if tag.starts_with('/') {
            // The head was cut off.
            if name != "head" && name != "html" {
                assert_eq!(open.pop(), Some(name), "closed in order: {part}");
            }
            match name {
                "table" => heads.push(format!("  {} rows", rows - 1)),
                "tr" => rows += 1,
                _ => {}
            }
        } else if !["input", "img", "br", "meta"].contains(&name) && !tag.ends_with('/') {
            if name == "table" {
                rows = 0;
            }
            open.push(name);
            let is_zh = tag.ends_with("lang=\"zh\"");
            let heading = open.iter().find(|tag| tag.starts_with('h'));
            if let Some(heading) = heading.filter(|_| !is_zh && !text.trim().is_empty()) {
                heads.push(format!("{heading} {}", text.trim()));
            }
        }
    }
    assert_eq!(open, Vec::<&str>::new(), "everything is closed");
    heads
}

#[test]
fn a_school_event_has_every_part() {
    let file = file("school", "", &[SCRIPT, FORMULA, "甲队", "b", "c", "d", "e"]);
    let history = history(&file);
    let pages = pages(&file, &history, 2_000);
    let outline = outline(&pages["index.html"]).join("\n");
    let golden = "h1 &lt;b&gt;Cup&lt;/b&gt;\nh2 Standings\n  7 rows\nh2 Plan\nh3 groups\nh3 final\n\
        h2 groups\nh3 group 1\n  4 rows\n  4 rows\n  6 rows\nh3 group 2\n  3 rows\n  3 rows\n  3 rows\n\
        h2 final\n  4 rows\n  4 rows\n  6 rows\n\
        h2 Ratings\n  7 rows\nh2 Faults, forfeits and disturbed games\n  6 rows\nh2 Games\n  30 rows";
    assert_eq!(outline, golden);
}

#[test]
fn a_bracket_shows_byes_and_titles() {
    let file = file("course", "second-stage = 2\n", &[SCRIPT, "b", "c", "d", "e"]);
    let history = history(&file);
    let index = &pages(&file, &history, 0)["index.html"];
    outline(index);
    let bracket = index.split("class=\"bracket\"").nth(1).expect("a bracket");
    let rests = bracket.split("<h2>").next().unwrap_or_default().matches(">has a bye<").count();
    assert_eq!(rests, 3, "three of five rest in the first round of eight places");
    assert!(
        bracket.contains("quarterfinals") && bracket.contains("semifinals") && bracket.contains("冠军"),
        "{bracket}"
    );
    let bracket = bracket.split("</section>").next().expect("a round");
    assert_eq!(bracket.matches("class=\"tie\"").count(), 4);
}

#[test]
fn what_teams_and_programs_say_does_nothing() {
    let file = file("school", "", &[SCRIPT, FORMULA, "+1", "-2+3", "@x"]);
    let mut history = history(&file);
    let game = *history.details.keys().next().expect("a game");
    let ruling = Decision::Override { game, finding: Finding::Drawn };
    history.event.decide(ruling, Role::ArbitrationPanel, "<img src=x onerror=alert(1)>").expect("a ruling");
    let pages = pages(&file, &history, 0);
    for (path, text) in &pages {
        if path.rsplit('.').next() == Some("html") {
            outline(text);
            for bad in ["<script", "<img", "<b>", "<i>", "& <"] {
                assert!(!text.contains(bad), "{path}: {bad}");
            }
            assert!(text.contains("&lt;script&gt;"), "{path}: the name is there");
        } else {
            assert!(text.starts_with('\u{feff}'), "{path}");
            for cell in text.trim_start_matches('\u{feff}').split(['\n', ',']) {
                let cell = cell.trim_start_matches('"');
                let begins = cell.starts_with(['=', '+', '-', '@']);
                assert!(!begins || cell.trim_end().parse::<f64>().is_ok(), "{path}: {cell:?}");
            }
        }
    }
    assert!(pages["index.html"].contains("recorded 1–0, counts as ½–½ by a ruling"));
    assert!(pages["index.html"].contains("arbitration panel"));
}

#[test]
fn awards_are_provisional_until_the_notice_period_has_passed() {
    let names: Vec<String> = (0..10).map(|number| format!("team {number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let file = file("school", "[awards]\nnotice-hours = 1\n", &names);
    let history = history(&file);
    let sheet = |now| pages(&file, &history, now).remove("results.html").expect("a sheet");
    let early = sheet(3_600_999);
    assert!(early.contains("Award list, provisional until 1970-01-01 01:00, UTC."), "{early}");
    assert!(early.contains("At most 1 first, 2 second and 3 third prizes."), "{early}");
    assert!(early.contains("Excellent teachers") && early.contains("T&lt; (team 0, team 1, "), "{early}");
    assert!(early.contains("裁判长"), "lines to sign");
    assert!(sheet(3_601_000).contains("Award list, final."));
    let csv = &pages(&file, &history, 0)["results.csv"];
    assert_eq!(csv.matches("一等奖").count(), 1);
    assert_eq!(csv.matches("三等奖").count(), 3);
}

#[test]
fn a_game_has_its_board_and_its_steps() {
    let text = include_str!("../../cli/tests/sessions/files/imported.jsonl");
    let mut record = Record::read(text).expect("a record");
    record.about.seats[0].name = SCRIPT.into();
    let is_over = record.end.is_some();
    let id: GameId = "0.0.e0-e1.g0".parse().expect("a game");
    let file = file("school", "", &["a", "b"]);
    let history = history(&file);
    let game = report(&file, &history, 0).game(id, record).expect("it replays").expect("it is public");
    let Replayed { page, reason, .. } = game;
    let heads = outline(&page).join("\n");
    assert!(heads.contains("&lt;script&gt;"), "{heads}");
    assert!(!page.contains("<script") && !page.contains("<img"), "{page}");
    let steps = page.matches("<li ").count();
    assert!(steps > 2, "{page}");
    for step in 0..steps {
        for part in [
            format!("<li style=\"--i:{step}\"><a href=\"#{step}\">"),
            format!("<input type=\"radio\" name=\"at\" id=\"{step}\">"),
            format!(":root:has([id=\"{step}\"]:target){{--at:{step}}}"),
            format!(":root:has([id=\"{step}\"]:checked){{--at:{step}}}"),
        ] {
            assert!(page.contains(&part), "step {step}: {part}");
        }
    }
    let shown = page.split("data-s=\"").skip(1).filter_map(|part| part.split('"').next());
    for shown in shown.filter(|shown| *shown != "0") {
        assert!(page.contains(&format!("[data-s=\"{shown}\"]{{opacity:calc(")), "nothing shows {shown}");
    }
    assert_eq!(reason.is_some(), is_over);
}

#[test]
fn of_secrets_the_report_says_no_more_than_the_file_allows() {
    let text = include_str!("../../cli/tests/sessions/files/phantom.jsonl");
    let note = r#"{"type":"note","seat":"first","what":"stderr","text":"a plan"}"#;
    let record = Record::read(&text.replacen('\n', &format!("\n{note}\n"), 1)).expect("a record");
    let file = |hidden: &str| {
        file_of("phantomgo", "school", &format!("[watch]\nhidden = \"{hidden}\"\n"), &["a", "b"])
    };
    let (after, public, delayed) = (file("after"), file("public"), file("delayed 1s"));
    let history = history(&after);
    let id = *history.details.keys().next().expect("a game");
    // Every game ended at 1000.
    let game = |file, now| report(file, &history, now).game(id, record.clone()).expect("it replays");
    let truth = game(&after, 1_000).expect("it is over");
    assert!(truth.page.contains("D6") && truth.record.contains("D6") && !truth.record.contains("a plan"));
    let told = game(&public, 9_000).expect("it is over");
    assert!(!told.page.contains("accepted D6") && !told.page.contains(" s</small>"), "{}", told.page);
    assert!(told.page.contains("moved first") && told.record.contains("moved first"));
    assert!(game(&delayed, 1_999).is_none() && game(&delayed, 2_000).is_some());
    let none = BTreeMap::new();
    for (file, now, open) in
        [(&after, 1_000, true), (&public, 9_000, false), (&delayed, 1_999, false), (&delayed, 2_000, true)]
    {
        let pages = report(file, &history, now).pages(&none);
        let index = &pages.iter().find(|page| page.path == "index.html").expect("a page").text;
        assert_eq!(index.contains("<td>7</td>"), open, "how many moves it took");
        assert_eq!(index.contains("Law &amp;"), open, "the reason may have figures");
        assert_eq!(index.contains("not public yet"), !open);
        let csv = &pages.iter().find(|page| page.path == "games.csv").expect("a table").text;
        assert_eq!(csv.contains(",7,0.000,"), open, "{csv}");
    }
}

/// A game in which everything that a stranger may choose attacks the page.
const HOSTILE_GAME: &str = r#"{"type":"game","leitai":2,"game":"tictactoe","options":{},"clock":"move=1s","seats":[{"name":"</title><script>alert(1)</script>","dialect":"native"},{"name":"\u202eA\" onload=\"x","dialect":"native"}],"started":0,"stage":{}}
{"type":"play","by":"first","acts":["4"],"us":1500000}
{"type":"note","seat":"first","what":"stderr","text":"depth 1\n</pre><script>alert(2)</script>"}
{"type":"play","by":"second","acts":["0"],"us":2000}
"#;

#[test]
fn a_game_is_one_file_and_runs_no_script_but_its_own() {
    let record = || Record::read(HOSTILE_GAME).expect("a record");
    for lang in [Lang::En, Lang::Zh] {
        let page = game_page(Cut::whole(record()), lang, true).expect("a page");
        assert_eq!(page.matches("<script").count(), 1, "its own alone");
        assert!(page.contains("&lt;script&gt;alert(2)"), "the log is shown");
        assert!(!page.contains(" onload=\"") && !page.contains('\u{202e}'));
        let addresses = page.matches("://").count();
        assert_eq!(addresses, page.matches("http://www.w3.org/2000/svg").count(), "nothing is fetched");
        let clock = if lang == Lang::Zh { "1.500 秒" } else { "1.500 s" };
        assert!(page.contains(clock) && page.contains("2 / 2"), "clock and step");
        // The board that is not hidden is the last one: both marks are on it.
        let sheet = page.split("<svg").nth(1).expect("a board");
        let shown = |tone: &str| {
            let mut pieces = sheet.lines().filter(|line| line.contains(&format!("#lt-{tone}-")));
            pieces.any(|line| !line.contains("hidden"))
        };
        assert!(shown("red") && shown("blue"));
    }
    // The hash tells the browser which script may run; another script has another hash.
    let page = game_page(Cut::whole(record()), Lang::En, false).expect("a page");
    let hash = page.split("script-src 'sha256-").nth(1).and_then(|rest| rest.split('\'').next());
    assert_eq!(hash.map(str::len), Some(44));
}

/// Below the board many pieces would push the keys off the screen; a die or a few stones do not.
#[test]
fn many_pieces_in_hand_stand_beside_the_board() {
    for (game, stands) in [("luzhanqi", "table beside"), ("einstein", "table"), ("tictactoe", "table")] {
        let record = Record::read(&HOSTILE_GAME.lines().next().expect("its head").replace("tictactoe", game));
        let page = game_page(Cut::whole(record.expect("a record")), Lang::En, false).expect("a page");
        assert!(page.contains(&format!("<div class=\"{stands}\">")), "{game}");
    }
}

#[test]
fn a_page_for_an_eye_has_no_log() {
    let text = include_str!("../../cli/tests/sessions/files/phantom.jsonl");
    let note = r#"{"type":"note","seat":"first","what":"stderr","text":"a plan"}"#;
    let text = text.replacen('\n', &format!("\n{note}\n"), 1);
    let page = |eye: Option<Eye>| {
        let record = Record::read(&text).expect("a record");
        let cut = eye.map_or_else(|| Cut::whole(record.clone()), |eye| Cut::seen_by(record.clone(), eye));
        game_page(cut, Lang::En, false).expect("a page")
    };
    assert!(page(None).contains("a plan") && page(None).contains("log of"));
    assert!(!page(Some(Eye::Public)).contains("a plan") && !page(Some(Eye::Public)).contains("log of"));
}
