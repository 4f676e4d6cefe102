//! What ends games and matches, and what is written of them besides records.

use crate::contestant::Unsuited;
use crate::found_records::FoundRecords;
use crate::games::{any_two, cells, how, plan, played, script, tictactoe};
use crate::match_event::{MatchEnd, MatchEvent};
use crate::match_setup::Match;
use crate::pairing::Play;
use leitai_arena::Ponder;
use leitai_core::{DialectName, Fault};
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

/// The order of cells of a third player.
const EDGES: [u8; 9] = [1, 3, 5, 7, 0, 2, 4, 6, 8];

#[test]
fn a_player_loses_on_its_own_clock_in_either_seat() {
    let (stop, mut of) = (AtomicBool::new(false), tictactoe(2));
    of.players[0] = script("deaf", "while read -r line; do :; done", &[]);
    of.allowances[0].clock = "start=300ms,move=200ms".parse().expect("a clock");
    of.allowances[1].clock = "start=60s,move=60s".parse().expect("a clock");
    let mut verdicts = Vec::new();
    let end = of.play(&plan(&of), None, &how(&stop), &mut |_, event| {
        if let MatchEvent::Played { game, .. } = event {
            assert_eq!(game.winner(), Some(1), "{game:?}");
            verdicts.push(game.ended.outcome.why.verdict().name());
        }
    });
    assert_eq!(end.expect("played"), MatchEnd::Complete);
    let late = [Fault::TimeLimit, Fault::NotReady].map(Fault::name);
    assert!(verdicts.len() == 2 && verdicts.iter().all(|verdict| late.contains(verdict)), "{verdicts:?}");
}

#[test]
fn a_fault_ends_the_match_where_that_is_asked_for_and_the_match_goes_on_after_it() {
    let (folder, stop) = (tempfile::tempdir().expect("a folder"), AtomicBool::new(false));
    let mut of = tictactoe(3);
    of.players[0] = script("gone", "exit 1", &[]);
    let one = |stops| Play { jobs: Some(1), stops_on_fault: stops, ..how(&stop) };
    // The control: the match goes on.
    let (end, games, _) = played(&of, &folder.path().join("all"), one(false)).expect("played");
    assert_eq!((end, games.len()), (MatchEnd::Complete, 3));
    let out = folder.path().join("out");
    let (end, games, _) = played(&of, &out, one(true)).expect("played");
    assert_eq!(
        (end, games.len(), stop.swap(false, Ordering::Relaxed)),
        (MatchEnd::Fault { game: 0 }, 1, true)
    );
    let (end, games, before) = played(&of, &out, one(true)).expect("played");
    assert_eq!((end, games.len(), before), (MatchEnd::Fault { game: 1 }, 2, 1));
}

#[test]
fn everybody_plays_everybody_or_the_first_all_others() {
    let (folder, stop) = (tempfile::tempdir().expect("a folder"), AtomicBool::new(false));
    let mut of = tictactoe(2);
    of.players.push(cells("edges", EDGES));
    let file = folder.path().join("games.txt");
    for (is_gauntlet, folders) in [(false, &["1-2", "1-3", "2-3"][..]), (true, &["1-2", "1-3"])] {
        let out = folder.path().join(folders.len().to_string());
        let of = Match { is_gauntlet, ..of.clone() };
        let how = || Play { games_file: Some(file.clone()), talk: Some(out.join("talk")), ..how(&stop) };
        let (_, games, _) = played(&of, &out, how()).expect("played");
        assert_eq!(games.len(), 2 * folders.len());
        for pair in ["1-2", "1-3", "2-3"] {
            let is_there = folders.contains(&pair);
            assert_eq!(out.join(pair).is_dir(), is_there, "{pair}");
            assert_eq!(
                out.join("talk").join(pair).join("game-000001.talk.txt").is_file(),
                is_there,
                "{pair}"
            );
        }
        // A pair that was never begun, and one that was.
        fs::remove_dir_all(out.join("1-2")).expect("ours");
        fs::remove_file(out.join("1-3/game-000001.jsonl")).expect("ours");
        let (_, again, before) = played(&of, &out, how()).expect("it goes on");
        assert_eq!((again, before), (games, 2 * folders.len() - 3));
    }
    let written = fs::read_to_string(&file).expect("the games");
    for round in ["1-2.1", "1-2.2", "1-3.1", "2-3.2"] {
        assert_eq!(written.matches(&format!("[Round \"{round}\"]")).count(), 1, "{written}");
    }
    // A changed game is detected: only that one is not counted.
    fs::write(&file, written.replacen("[Digest \"", "[Digest \"0", 1)).expect("ours");
    let mut found = FoundRecords::default();
    found.add(&file).expect("games");
    assert_eq!((found.games.len(), found.unreadable.len()), (5, 1));
}

#[test]
fn an_incomplete_game_is_written_again() {
    let (folder, stop) = (tempfile::tempdir().expect("a folder"), AtomicBool::new(false));
    let (of, out, file) = (tictactoe(4), folder.path().join("out"), folder.path().join("games.txt"));
    let how = || Play { games_file: Some(file.clone()), ..how(&stop) };
    played(&of, &out, how()).expect("played");
    let written = fs::read_to_string(&file).expect("the games");
    let third = written.match_indices("[Game ").nth(2).expect("a third game").0;
    fs::write(&file, &written[..third + 200]).expect("ours");
    played(&of, &out, how()).expect("it goes on");
    assert_eq!(fs::read_to_string(&file).expect("the games"), written);
}

#[test]
fn what_a_dialect_cannot_say_is_refused() {
    let of = tictactoe(2);
    let refused = |change: &dyn Fn(&mut Match)| {
        let mut of = of.clone();
        change(&mut of);
        of.suits().err()
    };
    assert_eq!(refused(&|_| {}), None);
    assert_eq!(refused(&|of| of.allowances[0].stays = true), None);
    let native = |of: &mut Match| of.players[1].player.dialect = DialectName::Native;
    let found = refused(&|of| {
        native(of);
        of.allowances[1].stays = true;
    });
    assert!(
        matches!(&found, Some(Unsuited::Stays { name, able, .. }) if name == "corners" && able == &["sau"]),
        "{found:?}"
    );
    let found = refused(&|of| {
        of.allowances[0].stays = true;
        of.conditions.ponder = Ponder::On;
    });
    assert_eq!(found, Some(Unsuited::Ponders));
    let setting = ("threads".to_owned(), "2".to_owned());
    let found = refused(&|of| of.players[0].settings.push(setting.clone()));
    assert!(matches!(&found, Some(Unsuited::Setting { setting: told, .. }) if *told == setting), "{found:?}");
    assert_eq!(
        refused(&|of| of.openings = any_two(&*of.game)),
        None,
        "acts can be told in any dialect that has words"
    );
    let found = refused(&|of| {
        of.openings = crate::Openings::of_lines(&["X...O....".to_owned()], &*of.game).expect("a position");
    });
    assert!(matches!(&found, Some(Unsuited::Opening { line, .. }) if line == "X...O...."), "{found:?}");
    let found = refused(&|of| of.conditions.adjudication.longest = "5,count".parse().ok());
    assert_eq!(found, Some(Unsuited::CountsNothing { id: "tictactoe" }));
}

#[test]
fn a_stopped_match_says_so() {
    let (stop, of) = (AtomicBool::new(false), tictactoe(1000));
    let mut count = 0;
    let end = of.play(&plan(&of), None, &how(&stop), &mut |_, event| {
        if let MatchEvent::Played { .. } = event {
            count += 1;
            stop.store(true, Ordering::Relaxed);
        }
    });
    assert_eq!(end.expect("played"), MatchEnd::Stopped);
    assert!((1..10).contains(&count), "{count}");
}
