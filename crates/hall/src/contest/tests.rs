//! A contest in a store: signed up, drawn, planned, and the same from whichever process it is asked.

use super::ContestDraft;
use crate::deed_error::DeedError;
use crate::event_file::EventFile;
use crate::run::Hall;
use crate::shared_store::SharedStore;
use crate::table_result::{Brought, ShownBy, TableResult};
use crate::zone::Zone;
use leitai_arena::now_ms;
use leitai_core::{GameName, Lang, VerdictName};
use leitai_store::Actor;
use leitai_tournament::contest::{ContestDeed, Member, TeamForm, TeamId};
use leitai_tournament::table_plan::Pairing;
use leitai_tournament::{Finding, HallHours};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

pub(super) const NAME: &str = "校内赛";

pub(super) fn opened(folder: &Path) -> SharedStore {
    let address = format!("sqlite:{}", folder.join("store.sqlite").display());
    SharedStore::open(&address, "default", Duration::from_secs(10)).expect("a store")
}

pub(super) fn named(game: &str) -> GameName<'static> {
    GameName::try_from(game.to_owned()).expect("a name")
}

pub(super) fn zone() -> Zone {
    "+08:00".parse().expect("a zone")
}

pub(super) fn draft() -> ContestDraft {
    ContestDraft {
        name: NAME.to_owned(),
        preset: "school".to_owned(),
        closes: "2025-10-22 24:00".to_owned(),
        hours: "2025-11-12 14:00–17:30".to_owned(),
        tables: "20".to_owned(),
        ..ContestDraft::default()
    }
}

pub(super) fn team(number: usize, games: &[&str]) -> ContestDeed {
    let form = TeamForm {
        name: format!("第{number}队"),
        games: games.iter().map(|game| named(game)).collect(),
        members: vec![Member {
            name: format!("队员{number}"),
            number: format!("25{number:03}"),
            class: String::new(),
        }],
        ..TeamForm::default()
    };
    ContestDeed::SignUp { form, account: None }
}

pub(super) fn said(error: &DeedError) -> String {
    error.refused().map_or_else(|| format!("{error}"), |why| why.to(Lang::En).to_owned())
}

#[test]
fn ten_games_of_the_school_are_drawn_into_events_at_tables_and_planned() {
    let folder = tempfile::tempdir().expect("a folder");
    let (store, zone) = (opened(folder.path()), zone());
    let terms = draft().read(&zone).expect("terms");
    assert_eq!(terms.games.len(), 10);
    let minutes =
        |game: &str| terms.games.iter().find(|own| &*own.game == game).map(|own| own.side_ms / 60_000);
    // 附表1.
    assert_eq!(
        ["gomoku", "einstein", "luzhanqi", "hex"].map(minutes),
        [Some(15), Some(4), Some(30), Some(30)]
    );
    store.begin_contest(Actor::CONSOLE, &terms).expect("begins");
    let again = store.begin_contest(Actor::CONSOLE, &terms).expect_err("twice");
    assert!(said(&again).contains("already a contest"), "{}", said(&again));
    for number in 0..8 {
        let deed = team(number, &["gomoku", "luzhanqi", if number % 2 == 0 { "nogo" } else { "hex" }]);
        store.do_in_contest(Actor::CONSOLE, NAME, &deed, None).expect("signs up");
    }
    // Asked from another process, it is the same.
    let other = opened(folder.path());
    let (here, there) = (store.contest(NAME).expect("kept"), other.contest(NAME).expect("kept"));
    assert_eq!((&here.contest, here.commitment()), (&there.contest, there.commitment()));
    assert_eq!(other.contests().expect("a list"), [NAME]);

    let events = folder.path().join("events");
    let all: Vec<TeamId> = (0..8).map(TeamId).collect();
    let drawn =
        store.draw_game(Actor::CONSOLE, (NAME, &named("gomoku")), &all, (&events, &zone)).expect("drawn");
    // Done again after a stop between the journal and the file.
    let file = fs::read_dir(&events).expect("a folder").flatten().next().expect("a file").path();
    fs::remove_file(&file).expect("ours");
    assert_eq!(store.finish_draws(NAME, &events, &zone).expect("finishes"), 1);
    assert_eq!(store.finish_draws(NAME, &events, &zone).expect("finishes"), 0);
    let event = EventFile::read(&file).expect("an event");
    assert!(event.at_tables && event.name == drawn && event.entries.len() == 8, "{drawn}");
    assert_eq!(event.clock.game, Some(Duration::from_mins(15)));

    // Before the afternoon; 8 teams in gomoku and Luzhanqi each, 4 in NoGo and in Hex: it does not fit, and it is said why.
    let morning = terms.hours[0].from - 3_600_000;
    let planned = other.planned(NAME, &zone, morning).expect("a plan");
    let words: Vec<String> = planned.words(&zone).iter().map(|words| words.to(Lang::En).to_owned()).collect();
    assert!(!planned.fit.fits() && words.len() > 1, "{words:?}");
    assert!(words.iter().any(|words| words.contains("it ends at")), "a remedy is named: {words:?}");
    assert_eq!(planned.plan().breaches(&planned.hall), []);
}

#[test]
fn what_is_wrong_with_a_draft_is_said_beside_its_field() {
    let zone = zone();
    let fields = |draft: ContestDraft| {
        let wrong = draft.read(&zone).expect_err("wrong");
        wrong.into_iter().map(|(field, _)| field).collect::<Vec<_>>()
    };
    assert_eq!(fields(ContestDraft { name: String::new(), ..draft() }), ["name"]);
    assert_eq!(fields(ContestDraft { games: "chess".to_owned(), ..draft() }), ["games"]);
    assert_eq!(fields(ContestDraft { hours: "at noon".to_owned(), ..draft() }), ["hours"]);
    assert_eq!(fields(ContestDraft { tables: "none".to_owned(), ..draft() }), ["tables"]);
    assert_eq!(fields(ContestDraft { closes: "2025-11-13 24:00".to_owned(), ..draft() }), ["closes"]);
    let two = "2025-11-12 14:00 – 17:30\n2025年11月13日 8:00至12:00".to_owned();
    assert_eq!(ContestDraft { hours: two, ..draft() }.read(&zone).expect("two days").hours.len(), 2);
}

/// Two who ask for the last place of a game at the same time, and a deed whose answer was lost.
#[test]
fn deeds_of_many_processes_are_decided_one_after_the_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = opened(folder.path());
    store.begin_contest(Actor::CONSOLE, &draft().read(&zone()).expect("terms")).expect("begins");
    let done: usize = std::thread::scope(|scope| {
        let each = (0..4).map(|_| {
            scope.spawn(|| {
                let own = opened(folder.path());
                usize::from(own.do_in_contest(Actor::CONSOLE, NAME, &team(1, &["hex"]), None).is_ok())
            })
        });
        each.collect::<Vec<_>>().into_iter().map(|it| it.join().expect("no panic")).sum()
    });
    assert_eq!(done, 1, "one of four that are called alike");
    let deed = team(2, &["hex"]);
    store.do_in_contest(Actor::CONSOLE, NAME, &deed, Some("two")).expect("signs up");
    store.do_in_contest(Actor::CONSOLE, NAME, &deed, Some("two")).expect("it is done already");
    assert_eq!(store.contest(NAME).expect("kept").contest.teams().len(), 2);
}

/// A game from its draw to its prizes, by signed sheets: three teams of two schools, every game won by whoever signed up first.
#[test]
fn a_game_is_played_at_tables_to_its_prizes_and_the_registry() {
    let folder = tempfile::tempdir().expect("a folder");
    let (store, zone) = (opened(folder.path()), zone());
    let wanted = ContestDraft { preset: "national".to_owned(), games: "hex".to_owned(), ..draft() };
    store.begin_contest(Actor::CONSOLE, &wanted.read(&zone).expect("terms")).expect("begins");
    for (number, school) in ["甲校", "甲校", "乙校"].into_iter().enumerate() {
        let ContestDeed::SignUp { mut form, account } = team(number, &["hex"]) else { unreachable!() };
        form.school = school.to_owned();
        form.teachers = vec![format!("{school}老师")];
        store
            .do_in_contest(Actor::CONSOLE, NAME, &ContestDeed::SignUp { form, account }, None)
            .expect("signs up");
    }
    let (events, all) = (folder.path().join("events"), [0, 1, 2].map(TeamId));
    let event =
        store.draw_game(Actor::CONSOLE, (NAME, &named("hex")), &all, (&events, &zone)).expect("drawn");
    let file = fs::read_dir(&events).expect("a folder").flatten().next().expect("a file").path();
    let out = folder.path().join("out");
    let read = EventFile::read(&file).expect("an event");
    Hall::open_shared(read, &store, &out, true, || unreachable!("the file has its seed")).expect("begins");
    // Nothing is awarded before the last game.
    assert!(store.awarded(NAME, 2025).expect("a list").games[0].awards.is_none());
    let mut brought = 0;
    loop {
        let due = store.of_event(&event, |history| history.event.state().due().next()).expect("an event");
        let Some(due) = due else { break };
        let finding = Finding::Won(due.first.min(due.second));
        let shown_by = ShownBy::Sheet { finding, verdict: VerdictName::Law, said: "" };
        let result =
            TableResult { game: Some(due.id), shown_by, witness: None, table: Some("1"), referee: None };
        let brought_now = store.bring(Actor::CONSOLE, &event, &out, &result).expect("counts");
        assert_eq!(brought_now.brought, Brought::Counted);
        brought += 1;
    }
    assert_eq!(brought, 6, "a double round robin of three");
    let awarded = store.awarded(NAME, 2025).expect("a list");
    let game = &awarded.games[0];
    assert!(game.is_over);
    let trophies = game.trophies.as_ref().expect("nationally").list.iter();
    let trophies: Vec<u32> = trophies.map(|trophy| trophy.entry.0).collect();
    assert_eq!(trophies, [0, 2], "one for a school: the second of 甲校 is passed over");
    let rows = awarded.registry();
    let places: Vec<_> = rows.iter().map(|row| (row.team.as_str(), row.place)).collect();
    assert_eq!(places, [("第0队", Some(1)), ("第1队", Some(2)), ("第2队", Some(3))]);
    assert_eq!(rows[2].teachers, ["乙校老师"]);
    let publish = ContestDeed::Publish { game: Some(named("hex")), list: String::new(), barred: Vec::new() };
    store.do_in_contest(Actor::CONSOLE, NAME, &publish, None).expect("published");
    let notice = store.awarded(NAME, 2025).expect("a list").games[0].notice.expect("published");
    assert_eq!(notice.remains(notice.published), 72 * 3_600_000);
    proposes_seeds_of_the_next_year(&store);
}

/// A contest of the next year with many teams, among them two of this year's: each stands with its place.
fn proposes_seeds_of_the_next_year(store: &SharedStore) {
    let (zone, next) = (zone(), "Next");
    let wanted = ContestDraft {
        name: next.to_owned(),
        games: "hex".to_owned(),
        closes: "2026-10-22 24:00".to_owned(),
        hours: "2026-11-12 14:00 – 17:30".to_owned(),
        ..draft()
    };
    store.begin_contest(Actor::CONSOLE, &wanted.read(&zone).expect("terms")).expect("begins");
    for number in (2..30).chain([1]) {
        let ContestDeed::SignUp { mut form, account } = team(number, &["hex"]) else { unreachable!() };
        form.school = if number == 1 { "甲校" } else { "乙校" }.to_owned();
        let deed = ContestDeed::SignUp { form, account };
        store.do_in_contest(Actor::CONSOLE, next, &deed, None).expect("signs up");
    }
    let kept = store.contest(next).expect("kept");
    let seeds = store.proposed_seeds(&kept, &named("hex"), (&zone, now_ms())).expect("a store");
    let name = |team: TeamId| kept.contest.team(team).map_or("", |team| team.form.name.as_str());
    let shown: Vec<_> =
        seeds.iter().map(|seed| (name(seed.team), seed.by[0].place, seed.by[0].year, seed.group)).collect();
    assert_eq!(shown, [("第1队", 2, 2025, 1), ("第2队", 3, 2025, 2)]);
    // Placed by the organiser, who decides.
    let deed = ContestDeed::Place { game: named("hex"), team: seeds[0].team, group: Some(seeds[0].group) };
    store.do_in_contest(Actor::CONSOLE, next, &deed, None).expect("placed");
}

/// 竞赛时间：a plan that was announced follows the hall; who moves is named, with why.
#[test]
fn an_announced_plan_bends_when_a_table_is_late() {
    let folder = tempfile::tempdir().expect("a folder");
    let (store, zone, now) = (opened(folder.path()), zone(), now_ms());
    let wanted = ContestDraft {
        games: "tictactoe".to_owned(),
        tables: "1".to_owned(),
        closes: String::new(),
        hours: String::new(),
        ..draft()
    };
    let mut terms = wanted.read(&zone).expect("terms");
    terms.hours = vec![HallHours { from: now - 3_600_000, until: now + 8 * 3_600_000 }];
    store.begin_contest(Actor::CONSOLE, &terms).expect("begins");
    let does = |deed: &ContestDeed| {
        store.do_in_contest(Actor::CONSOLE, NAME, deed, None).unwrap_or_else(|error| panic!("{error}"));
    };
    (0..3).for_each(|number| does(&team(number, &["tictactoe"])));
    does(&ContestDeed::Close);
    let (events, all) = (folder.path().join("events"), [0, 1, 2].map(TeamId));
    let of = (NAME, &named("tictactoe"));
    store.draw_game(Actor::CONSOLE, of, &all, (&events, &zone)).expect("drawn");
    let file = fs::read_dir(&events).expect("a folder").flatten().next().expect("a file").path();
    let (read, out) = (EventFile::read(&file).expect("an event"), folder.path().join("out"));
    Hall::open_shared(read, &store, &out, true, || unreachable!("the file has its seed")).expect("begins");

    let proposed = store.planned(NAME, &zone, now).expect("a plan");
    assert!(proposed.announced_ms.is_none() && proposed.matches().len() == 3);
    does(&ContestDeed::Plan { matches: proposed.matches() });
    let announced = store.planned(NAME, &zone, now).expect("a plan");
    assert!(announced.announced_ms.is_some() && announced.moves.is_empty(), "as it was announced");
    assert!(Arc::ptr_eq(&announced, &store.planned(NAME, &zone, now).expect("a plan")), "it is kept");

    let first = announced.plan().next_at(0).expect("a match").fixture.clone();
    let kept = store.contest(NAME).expect("kept");
    let due = store.due_at_tables(&kept).expect("a store").into_iter().map(|(due, _)| due);
    let due = due.into_iter().find(|due| first.id.pairing == Pairing::Drawn(due.of)).expect("it is due");
    does(&ContestDeed::Call { table: 1, game: due.game, of: due.of, teams: due.teams });
    does(&ContestDeed::Start { table: 1, of: due.games[0].id });
    // It takes two hours more than it should.
    let later = now + 2 * 3_600_000 + i64::try_from(first.longest_ms).expect("short");
    let bent = store.planned(NAME, &zone, later).expect("a plan");
    assert_eq!(bent.moves.len(), 2, "everything behind it");
    assert_eq!(bent.plan().breaches(&bent.hall), []);
    for moved in &bent.moves {
        assert!(moved.to.is_some_and(|to| to.from > moved.from.from), "{moved:?}");
        let said = bent.movement_words(&zone, moved);
        assert!(said.to(Lang::Zh).contains("因为") && said.to(Lang::En).contains("→"), "{said:?}");
    }
    assert!(bent.fit.fits(), "the hall is open long enough");
    // A plan is refused whose tables or games there are not.
    let mut wrong = proposed.matches();
    wrong[0].table = 9;
    let refused = store.do_in_contest(Actor::CONSOLE, NAME, &ContestDeed::Plan { matches: wrong }, None);
    assert!(said(&refused.expect_err("no such table")).contains("no table 9 of 1"));
}

/// A seed goes into the group that was said, and a group that there is not begins no event.
#[test]
fn seeds_stand_in_the_groups_in_which_they_were_placed() {
    let folder = tempfile::tempdir().expect("a folder");
    let (store, zone) = (opened(folder.path()), zone());
    let terms = draft().read(&zone).expect("terms");
    store.begin_contest(Actor::CONSOLE, &terms).expect("begins");
    let does = |deed: &ContestDeed| store.do_in_contest(Actor::CONSOLE, NAME, deed, None).expect("done");
    (0..24).for_each(|number| does(&team(number, &["hex"])));
    let (events, game) = (folder.path().join("events"), named("hex"));
    let all: Vec<TeamId> = (0..24).map(TeamId).collect();
    let place = |team, group| does(&ContestDeed::Place { game: named("hex"), team: TeamId(team), group });
    place(3, Some(99));
    let none =
        store.draw_game(Actor::CONSOLE, (NAME, &game), &all, (&events, &zone)).expect_err("no such group");
    assert!(said(&none).contains("99"), "{}", said(&none));
    assert!(store.contest(NAME).expect("kept").contest.drawn(&game).is_none(), "nothing was drawn");
    place(3, Some(2));
    place(5, Some(1));
    store.draw_game(Actor::CONSOLE, (NAME, &game), &all, (&events, &zone)).expect("drawn");
    let file = fs::read_dir(&events).expect("a folder").flatten().next().expect("a file").path();
    let event = EventFile::read(&file).expect("an event");
    assert_eq!([3, 5, 6].map(|at| event.entries[at].group), [Some(2), Some(1), None]);
}
