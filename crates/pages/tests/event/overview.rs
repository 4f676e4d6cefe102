//! The facts of an event, what stays secret, what waits for an operator, and the matrix.

use super::fixture::{Fixture, file};
use leitai_core::Lang;
use leitai_pages::Html;
use leitai_pages::event::{Speech, event, results, table};
use leitai_testkit::extent;
use leitai_tournament::Decision;

const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];
const NAMES: [&str; 4] = ["a", "b", "c", "d"];

fn event_page(fixture: &Fixture, lang: Lang) -> String {
    fixture.view(|view| event(view, Speech::Only(lang), &Html::default()).into_string())
}

#[test]
fn options_and_levels_are_told_in_words() {
    for (game, options, said) in [
        ("nogo", "height = 7", ["rows of the board: 7", "棋盘行数：7"]),
        ("hex", "swap = true", ["in its own colour: yes", "改为后手颜色：是"]),
        ("gomoku", "opening = \"free\"", ["free opening, from the empty board", "自由开局，从空棋盘开始"]),
        ("phantomgo", "accept_word = \"access\"", ["sau says `access`", "应答 `access`"]),
    ] {
        let fixture = Fixture::new(file(game, "school", &format!("[options]\n{options}"), &NAMES), 2);
        for (lang, said) in LANGS.into_iter().zip(said) {
            let page = event_page(&fixture, lang);
            let (name, _) = options.split_once(" = ").expect("an option");
            assert!(page.contains(said) && !page.contains(&format!("{name}=")), "{page}");
        }
        let page = event_page(&fixture, Lang::En);
        assert!(page.contains("F: namespaces and a user of its own, no network"), "{page}");
    }
}

#[test]
fn every_option_of_every_game_is_told_in_both_languages() {
    let mut told = 0;
    for game in leitai_catalog::GAMES {
        for spec in game.facts().options {
            let takes = spec.accepts(Lang::En);
            let values = takes.split([' ', '|', '.', '(']).filter(|value| spec.said(value).is_some());
            for value in values {
                let said = spec.said(value).expect("it is taken");
                let [en, zh] = LANGS.map(|lang| said.to(lang).to_owned());
                let name = game.facts().id;
                assert!(en.is_ascii() && !en.is_empty(), "{name} {}={value}: {en}", spec.name);
                assert!(!zh.is_ascii() && zh != en, "{name} {}={value}: {zh}", spec.name);
                told += 1;
            }
        }
    }
    assert!(told > 40, "{told}");
}

#[test]
fn the_seed_is_told_when_the_event_is_over() {
    // A seed that occurs in nothing else.
    let secret = "q7f2-9f21";
    for (games, is_over) in [(2, false), (usize::MAX, true)] {
        let mut file = file("tictactoe", "course", "", &NAMES);
        file.seed = Some(leitai_tournament::Seed::new(secret));
        let fixture = Fixture::new(file, games);
        assert_eq!(fixture.history.event.state().is_over(), is_over);
        for speech in [Speech::Both, Speech::Only(Lang::En), Speech::Only(Lang::Zh)] {
            fixture.view(|view| {
                let page = event(view, speech, &Html::default()).into_string();
                assert!(page.contains(&fixture.history.begun.seed.commitment()), "it is held to it: {page}");
                assert_eq!(page.contains(secret), is_over, "{page}");
                assert!(!results(view, speech).into_string().contains(secret) || is_over);
            });
        }
        fixture.view(|view| {
            for name in leitai_pages::event::TABLES {
                let table = table(view, name).expect("a table");
                assert!(!(table.csv() + &table.json()).contains(secret), "{name}");
            }
        });
    }
}

#[test]
fn what_waits_for_an_operator_is_told() {
    let mut fixture = Fixture::new(file("tictactoe", "school", "", &NAMES), 2);
    assert!(!event_page(&fixture, Lang::En).contains("operator"));
    fixture.stuck = std::mem::take(&mut fixture.running);
    let game = fixture.stuck[0].to_string();
    for (lang, said) in LANGS.into_iter().zip(["1 game failed too often", "1 局在各机器上多次失败"])
    {
        let page = event_page(&fixture, lang);
        assert!(page.contains(said) && page.contains("leitai tournament renew"), "{page}");
        assert!(page.contains(&game), "{page}");
    }
    let told = fixture.view(|view| table(view, "stuck").expect("a table").json());
    assert!(told.contains(&game), "{told}");
}

#[test]
fn a_result_is_known_without_its_record() {
    let mut fixture = Fixture::new(file("tictactoe", "school", "", &NAMES), 3);
    let game = fixture.history.event.games()[0];
    let due = fixture.running[0];
    let known = |fixture: &Fixture, id| fixture.view(|view| view.known(id));
    let found = known(&fixture, game.id).expect("it was played");
    let names = [game.first, game.second].map(|entry| fixture.history.event.name(entry).to_owned());
    assert_eq!((found.seats, found.result, found.is_played), (names, game.outcome.figures(), true));
    assert!(!found.why.to(Lang::En).is_empty());
    assert_eq!(known(&fixture, due), None, "it has no result");
    // Awarded, and never played.
    let first = fixture.history.event.state().due().find(|it| it.id == due).expect("it is due").first;
    let decision = Decision::Forfeit { game: due, by: vec![first] };
    fixture.history.event.decide(decision, leitai_tournament::Role::ChiefReferee, "ill").expect("a ruling");
    let found = known(&fixture, due).expect("it was given");
    assert_eq!((found.result, found.is_played, found.why.to(Lang::En)), ("0–1", false, ""));
    assert!(found.notes.iter().any(|note| note.to(Lang::En) == "not played"), "{:?}", found.notes);
}

#[test]
fn who_beat_whom_stands_below_the_board() {
    let fixture = Fixture::new(file("tictactoe", "school", "", &["a", "b", "c"]), usize::MAX);
    let shown = fixture.across(Speech::Only(Lang::En)).remove(0).1;
    let pairs = shown.tables.iter().find(|table| table.name == "matrix").expect("a table").csv();
    // In the second event of the same entries every game counts as well.
    let mut lines = pairs.lines().skip(1);
    let (mut games, mut count) = (0, 0);
    for line in lines.by_ref() {
        let cells: Vec<_> = line.split(',').collect();
        let figures: Vec<u32> = cells[2..6].iter().map(|cell| cell.parse().expect("a number")).collect();
        assert_eq!(figures[0], figures[1..].iter().sum::<u32>(), "{line}");
        games += figures[0];
        count += 1;
    }
    assert_eq!((count, games as usize), (3, 2 * fixture.history.details.len()), "{pairs}");
    let page = shown.body.into_string();
    let matrix = page.split("<h2>Head-to-head</h2>").nth(1).expect("a matrix");
    assert_eq!(matrix.matches("<span class=\"faded\">×</span>").count(), 3, "{matrix}");
    assert_eq!(matrix.matches("/against/").count(), 6, "{matrix}");
    assert!(matrix.contains("tabindex=\"0\" role=\"region\""), "it can be scrolled by keys: {matrix}");
}

/// A page shows as many as fit, however many there are.
#[test]
fn the_matrix_of_many_has_its_bound() {
    let many: usize = extent("LEITAI_ENTRANTS", 60, 200);
    let names: Vec<String> =
        (0..many).map(|number| format!("队伍 {number:03} {}", "名".repeat(20))).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let more = "[plan.stages.1]\nsections = \"one\"\ngames = { games = 1 }\n";
    let fixture = Fixture::of_one_stage(file("tictactoe", "school", more, &names));
    let shown = fixture.chronicle(fixture.file.secrets, |chronicle| {
        chronicle.ladder(fixture.history.begun.game, Speech::Only(Lang::Zh))
    });
    let page = shown.body.into_string();
    let matrix = page.split("<h2>交锋</h2>").nth(1).expect("a matrix");
    assert!(matrix.len() < 200_000, "{} bytes", matrix.len());
    assert_eq!(matrix.matches("<tr>").count(), 41, "a heading and the first forty");
    assert!(matrix.contains(&format!("共 {many} 名")), "{}", &matrix[matrix.len() - 400..]);
    let pairs = shown.tables.iter().find(|table| table.name == "matrix").expect("a table");
    assert_eq!(pairs.rows.len(), many * (many - 1) / 2);
    let [csv, json] = [pairs.csv().len(), pairs.json().len()];
    assert!(csv < 160 * pairs.rows.len() && json < 300 * pairs.rows.len(), "{csv} and {json} bytes");
}
