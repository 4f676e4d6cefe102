//! What desks without a network take along and bring back: each game counts once, in whatever parts and however often its
//! results come, and nothing counts of a file that was changed anywhere.

use super::tests::{NAME, draft, named, opened, said, team, zone};
use super::{ContestDraft, SheetWinner, TakenResult, TakenShown, TakenTables, Wanted};
use crate::event_file::EventFile;
use crate::run::Hall;
use crate::shared_store::SharedStore;
use crate::table_result::{ShownBy, TableResult};
use leitai_core::{GameName, Rng, VerdictName};
use leitai_store::Actor;
use leitai_tournament::Finding;
use leitai_tournament::contest::{ContestDeed, TeamId};
use std::fs;
use std::path::{Path, PathBuf};

/// A contest of one game with eight teams, drawn and begun; its event.
fn begun(folder: &Path) -> (SharedStore, String) {
    let (store, zone) = (opened(folder), zone());
    let wanted = ContestDraft { games: "hex".to_owned(), ..draft() };
    store.begin_contest(Actor::CONSOLE, &wanted.read(&zone).expect("terms")).expect("begins");
    for number in 0..8 {
        store.do_in_contest(Actor::CONSOLE, NAME, &team(number, &["hex"]), None).expect("signs up");
    }
    let (events, all) = (folder.join("events"), (0..8).map(TeamId).collect::<Vec<_>>());
    let event =
        store.draw_game(Actor::CONSOLE, (NAME, &named("hex")), &all, (&events, &zone)).expect("drawn");
    let file = fs::read_dir(&events).expect("a folder").flatten().next().expect("a file").path();
    let read = EventFile::read(&file).expect("an event");
    Hall::open_shared(read, &store, &folder.join("out"), true, || unreachable!("it has its seed"))
        .expect("begins");
    (store, event)
}

fn takes(store: &SharedStore, with: &str, tables: &[u32], round: Option<u16>) -> TakenTables {
    let taken = store.take_along(Actor::CONSOLE, NAME, &Wanted { with, tables, round });
    taken.unwrap_or_else(|why| panic!("{}", said(&why)))
}

/// A result of each game that was taken along, by its sheet.
fn sheets(taken: &TakenTables, random: &mut Rng) -> Vec<TakenResult> {
    let winners = [SheetWinner::First, SheetWinner::Second, SheetWinner::Nobody];
    let mut all = Vec::new();
    for (of, game) in taken.games() {
        let shown = TakenShown::Sheet {
            winner: winners[random.below(3)],
            how: VerdictName::Resigned,
            said: "seal\",\"seal\":\"".to_owned(),
        };
        let (of_game, of, table) = (of.of_game.clone(), game.of, of.table);
        all.push(TakenResult { table, of_game, of, referee: None, shown });
    }
    all
}

/// What became of a file: how many count from now on, came before and were refused; or why it was refused whole.
fn back(store: &SharedStore, folder: &Path, bytes: &[u8]) -> Result<[usize; 3], String> {
    let place = |_: &str, _: &GameName<'_>| -> PathBuf { folder.join("out") };
    let back = store.bring_back(Actor::CONSOLE, None, bytes, &place);
    back.map(|back| back.sum()).map_err(|why| said(&why))
}

fn played(store: &SharedStore, event: &str) -> usize {
    store.of_event(event, |history| history.event.games().len()).expect("an event")
}

#[test]
fn however_results_are_divided_and_repeated_each_game_counts_once() {
    for seed in 0..6 {
        let folder = tempfile::tempdir().expect("a folder");
        let (store, event) = begun(folder.path());
        let mut random = Rng::new(seed);
        let desks = [takes(&store, "laptop 1", &[1, 2], None), takes(&store, "laptop 2", &[3], Some(1))];
        let all = desks.each_ref().map(|desk| sheets(desk, &mut random));
        let count = all[0].len() + all[1].len();
        assert!(all[0].len() >= 2 && !all[1].is_empty(), "{} and {}", all[0].len(), all[1].len());
        // One of them was brought by the page of its table before.
        let TakenResult { of, .. } = all[0][0].clone();
        let first = store.of_event(&event, |history| {
            history.event.state().due().find(|due| due.id == of).map(|due| [due.first, due.second])
        });
        let [first, second] = first.expect("an event").expect("it is due");
        let TakenShown::Sheet { winner, .. } = all[0][0].shown else { unreachable!("a sheet") };
        let finding = match winner {
            SheetWinner::First => Finding::Won(first),
            SheetWinner::Second => Finding::Won(second),
            _ => Finding::Nobody,
        };
        let shown_by = ShownBy::Sheet { finding, verdict: VerdictName::Resigned, said: "" };
        let result = TableResult { game: Some(of), shown_by, witness: None, table: None, referee: None };
        store.bring(Actor::CONSOLE, &event, &folder.path().join("out"), &result).expect("counts");

        let (mut now, mut delivered) = (1, 0);
        for round in 0..8 {
            for (desk, results) in desks.iter().zip(&all) {
                let mut part: Vec<_> = results.iter().filter(|_| random.below(3) == 0).cloned().collect();
                if round == 7 {
                    part.clone_from(results);
                }
                if random.below(2) == 0 {
                    part.reverse();
                }
                let text = desk.seal(part.clone(), random.below(1_000_000) as i64);
                for _ in 0..=random.below(2) {
                    let [counted, before, refused] =
                        back(&store, folder.path(), text.as_bytes()).expect("it is whole");
                    assert_eq!((counted + before, refused), (part.len(), 0), "seed {seed}");
                    (now, delivered) = (now + counted, delivered + part.len());
                }
            }
        }
        assert_eq!((now, played(&store, &event)), (count, count), "seed {seed}, {delivered} delivered");
        let kept = store.contest(NAME).expect("kept");
        assert_eq!(kept.contest.out().count(), 0, "everything is back");
    }
}

#[test]
fn a_file_that_was_changed_in_any_byte_counts_for_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (store, event) = begun(folder.path());
    let desk = takes(&store, "laptop 1", &[1], None);
    // What the desk takes along is sealed as well.
    let taken = desk.text();
    assert_eq!(TakenTables::read(taken.as_bytes()).expect("whole"), desk);
    let mut random = Rng::new(7);
    let whole = desk.seal(sheets(&desk, &mut random), 1).into_bytes();
    let mut tried = 0;
    for at in 0..whole.len() {
        for change in [1, 0x20, 0x80, 1 + random.below(255) as u8] {
            let mut other = whole.clone();
            other[at] ^= change;
            let why = back(&store, folder.path(), &other).expect_err("it was changed");
            assert!(!why.is_empty());
            tried += 1;
        }
        back(&store, folder.path(), &whole[..at]).expect_err("it was cut");
        if let Some(byte) = taken.as_bytes().get(at) {
            let mut other = taken.clone().into_bytes();
            other[at] = byte ^ (1 + random.below(255) as u8);
            TakenTables::read(&other).expect_err("it was changed");
        }
    }
    for more in [&b"\n"[..], b" ", b"{}", &whole] {
        back(&store, folder.path(), &[&whole, more].concat()).expect_err("something follows");
    }
    assert!(tried > 1500 && played(&store, &event) == 0, "{tried}");
    // Control: unchanged it counts.
    let [now, ..] = back(&store, folder.path(), &whole).expect("it is whole");
    assert_eq!((now, played(&store, &event)), (2, 2));
}

#[test]
fn what_is_foreign_was_called_off_or_is_of_another_table_is_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let (store, event) = begun(folder.path());
    let mut random = Rng::new(3);
    let desk = takes(&store, "laptop 1", &[1], None);
    let other = takes(&store, "laptop 2", &[2], None);
    let refused = |desk: &TakenTables, results: Vec<TakenResult>| {
        back(&store, folder.path(), desk.seal(results, 1).as_bytes())
    };
    let own = sheets(&desk, &mut random);
    // The one desk's results in the other's file; at another table; and the file that was taken along.
    assert_eq!(refused(&desk, sheets(&other, &mut random)), Ok([0, 0, 2]));
    let mut elsewhere = own.clone();
    elsewhere[0].table = 9;
    assert_eq!(refused(&desk, elsewhere), Ok([1, 0, 1]));
    assert_eq!(played(&store, &event), 1);
    let why = back(&store, folder.path(), desk.text().as_bytes()).expect_err("another kind");
    assert!(why.contains("that a desk takes along"), "{why}");
    // Another result of a game that counts.
    let mut differs = own.clone();
    for result in &mut differs {
        let TakenShown::Sheet { winner, .. } = &mut result.shown else { unreachable!("a sheet") };
        *winner = if *winner == SheetWinner::First { SheetWinner::Second } else { SheetWinner::First };
    }
    differs.truncate(2);
    let [_, _, wrong] = refused(&desk, differs).expect("it is whole");
    assert_eq!(wrong, 1, "the one that counts already is not replaced");
    // Of another contest, and of a store that knows nothing of it.
    let mut foreign = other.clone();
    foreign.contest = "another".to_owned();
    assert!(refused(&foreign, vec![]).expect_err("foreign").contains("no contest another"));
    let nowhere = tempfile::tempdir().expect("a folder");
    let (elsewhere, _) = begun(nowhere.path());
    let text = other.seal(sheets(&other, &mut random), 1);
    let why = back(&elsewhere, nowhere.path(), text.as_bytes()).expect_err("foreign");
    assert!(why.contains("the file is from elsewhere"), "{why}");
    // Called off: the match can be called again, and the older file counts no longer.
    let recall = ContestDeed::Recall { taking: other.taking.clone(), why: "it fell".to_owned() };
    store.do_in_contest(Actor::CONSOLE, NAME, &recall, None).expect("called off");
    let why = back(&store, folder.path(), text.as_bytes()).expect_err("called off");
    assert!(why.contains("this older file counts no longer"), "{why}");
    assert!(takes(&store, "laptop 3", &[2], None).games().count() == 2);
}

#[test]
fn two_processes_that_bring_the_same_file_at_once_count_it_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let (store, event) = begun(folder.path());
    let desk = takes(&store, "laptop 1", &[1, 2, 3], None);
    let results = sheets(&desk, &mut Rng::new(5));
    let (count, text) = (results.len(), desk.seal(results, 1));
    let sums: Vec<[usize; 3]> = std::thread::scope(|scope| {
        let each = (0..3).map(|_| {
            scope.spawn(|| {
                let own = opened(folder.path());
                back(&own, folder.path(), text.as_bytes()).expect("it is whole")
            })
        });
        each.collect::<Vec<_>>().into_iter().map(|it| it.join().expect("no panic")).collect()
    });
    assert_eq!(sums.iter().map(|sum| sum[0]).sum::<usize>(), count, "{sums:?}");
    assert_eq!(sums.iter().map(|sum| sum[2]).sum::<usize>(), 0, "{sums:?}");
    assert_eq!(played(&store, &event), count);
}

#[test]
fn results_that_come_too_late_are_refused_whole_until_that_is_extended() {
    let folder = tempfile::tempdir().expect("a folder");
    let (store, event) = begun(folder.path());
    let now = store.now().expect("a clock");
    let in_time = takes(&store, "laptop 1", &[1], None);
    let kept = store.contest(NAME).expect("there");
    // It is asked for just before it is written.
    let expected = kept.contest.results_until(now)..=kept.contest.results_until(in_time.taken_ms);
    assert!(in_time.until_ms.is_some_and(|until| until > now && expected.contains(&until)), "{expected:?}");
    // The same for another table, expected an hour ago.
    let mut late = takes(&store, "laptop 2", &[2], None);
    let known = kept_taking(&store, &late).clone();
    let why = "once more".to_owned();
    let recall = ContestDeed::Recall { taking: late.taking.clone(), why };
    store.do_in_contest(Actor::CONSOLE, NAME, &recall, None).expect("called off");
    late.taking = "late0001".parse().expect("an id");
    let (taking, with, until_ms) = (late.taking.clone(), known.with, Some(now - 3_600_000));
    let take = ContestDeed::Take { taking, with, matches: known.all, until_ms };
    store.do_with_secret(Actor::CONSOLE, NAME, &take, Some("0123456789")).expect("taken along");
    let late = store.taken_along(NAME, &late.taking).expect("a file");
    assert_eq!(late.until_ms, until_ms);
    let file = late.seal(sheets(&late, &mut Rng::new(7)), now);
    let said_late = back(&store, folder.path(), file.as_bytes()).expect_err("too late");
    assert!(said_late.contains("an organiser extends it for a day"), "{said_late}");
    assert_eq!(played(&store, &event), 0);
    let until = store.extend_taking(Actor::CONSOLE, NAME, &late.taking).expect("extended");
    assert!(until > now + 23 * 3_600_000, "{until}");
    let [counted, _, refused] = back(&store, folder.path(), file.as_bytes()).expect("in time now");
    assert!(counted > 0 && refused == 0 && played(&store, &event) == counted, "{counted}");
}

fn kept_taking(store: &SharedStore, taken: &TakenTables) -> leitai_tournament::contest::Taking {
    store.contest(NAME).expect("there").contest.taking(&taken.taking).expect("out").clone()
}
