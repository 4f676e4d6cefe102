//! What ends games and matches, and what is written of them besides records.

use crate::contestant::{Demand, Unsuited};
use crate::found_records::FoundRecords;
use crate::games::{any_two, cells, how, plan, played, script, tictactoe};
use crate::match_event::{MatchEnd, MatchEvent};
use crate::match_setup::Match;
use crate::openings::Openings;
use crate::pairing::Play;
use crate::record_file::read_record;
use leitai_arena::Ponder;
use leitai_catalog::Replay;
use leitai_core::{Adjudication, Clock, DialectName, Fault, Lang, Line, Record, VerdictName};
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

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
    let demanded = |change: &dyn Fn(&mut Match)| match refused(change) {
        Some(Unsuited::Dialect { name, demand, able, .. }) => (name, demand, able.join(" ")),
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(&|_| {}), None);
    assert_eq!(refused(&|of| of.allowances[0].stays = true), None);
    let found = demanded(&|of| {
        of.players[1].player.dialect = DialectName::Native;
        of.allowances[1].stays = true;
    });
    assert_eq!(found, ("corners".to_owned(), Demand::Stays, "sau".to_owned()));
    let found = refused(&|of| {
        of.allowances[0].stays = true;
        of.conditions.ponder = Ponder::On;
    });
    assert_eq!(found, Some(Unsuited::Ponders));
    let setting = ("threads".to_owned(), "2".to_owned());
    let found = demanded(&|of| of.players[0].settings.push(setting.clone()));
    assert_eq!(found, ("rows".to_owned(), Demand::Setting(setting), "native".to_owned()));
    assert_eq!(refused(&|of| of.openings = any_two(&*of.game)), None, "acts are told in its words for moves");
    let position = "X...O....".to_owned();
    let line = std::slice::from_ref(&position);
    let found = demanded(&|of| of.openings = Openings::of_lines(line, &*of.game).expect("a position"));
    assert_eq!((found.1, &*found.2), (Demand::Opening(position.clone()), "beyond native"));
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
    assert!((1..1000).contains(&count), "{count}");
}

/// Speaks `native`: plays the first legal move and expects its first argument if it moves first, else the second. The
/// third is how long it thinks. The name that it reports says which settings it was sent.
const EXPECTS: &str = r#"
while read -r line; do
  case $line in
    *'"hello"'*)
      case $line in *'"seat":"first"'*) e=$1 ;; *) e=$2 ;; esac
      case $line in *'"settings":[["weight","7"],["style","a b"]]'*) name=tuned ;; *'"settings"'*) name=told ;; *) name=plain ;; esac
      echo "{\"type\":\"ready\",\"name\":\"$name\",\"moves\":true}" ;;
    *'"turn"'*)
      moves=${line#*'"moves":["'}
      [ -z "$3" ] || sleep "$3"
      [ "$e" = - ] || echo "{\"type\":\"debug\",\"text\":\"depth 1 expected $e\"}"
      echo "{\"type\":\"play\",\"moves\":[\"${moves%%\"*}\"]}" ;;
    *'"end"'*) exit ;;
  esac
done
"#;

/// A match of so many players that expect the same.
fn expecting(players: usize, args: &[&str]) -> Match {
    let mut of = tictactoe(1);
    let mut player = script("expects", EXPECTS, args);
    player.player.dialect = DialectName::Native;
    of.players = vec![player; players];
    of
}

/// The only game of a match of two: its record, which verifies, and who won.
fn only_game(of: &Match) -> (Record, Option<usize>) {
    let (folder, stop) = (tempfile::tempdir().expect("a folder"), AtomicBool::new(false));
    let (_, games, _) = played(of, folder.path(), how(&stop)).expect("played");
    let record = read_record(&folder.path().join("game-000000.jsonl")).expect("a record");
    Replay::open(record.clone()).and_then(|replay| replay.verify().map(drop)).expect("it verifies");
    (record, games[0].1)
}

#[test]
fn games_that_both_hold_for_decided_are_ended() {
    use VerdictName::{Adjudicated, Law};
    let win = Adjudication { win: "plies=4,score=0.05".parse().ok(), ..Adjudication::default() };
    let soon = Adjudication { win: "plies=2,score=0.05".parse().ok(), ..Adjudication::default() };
    let draw = Adjudication { draw: "plies=2,score=0.02,from=4".parse().ok(), ..Adjudication::default() };
    let longest = Adjudication { longest: "3".parse().ok(), ..Adjudication::default() };
    for (rules, expected, due) in [
        (win, ["0.98", "0.02"], (Adjudicated, Some(0), 4)),
        (draw, ["0.5", "0.51"], (Adjudicated, None, 4)),
        // Both expect to win, or neither reports anything: the rules end the game.
        (soon, ["0.98", "0.98"], (Law, Some(0), 7)),
        (soon, ["-", "-"], (Law, Some(0), 7)),
        (longest, ["-", "-"], (Adjudicated, None, 3)),
    ] {
        let mut of = expecting(2, &expected);
        of.conditions.adjudication = rules;
        let (record, winner) = only_game(&of);
        let end = record.end.as_ref().expect("an end");
        assert_eq!((end.verdict, winner, end.plies), due, "{expected:?}");
        if rules.win == win.win {
            let said = [Lang::En, Lang::Zh].map(|lang| end.reason.to(lang));
            assert!(said[0].contains("for 4 plies both programs expected the first seat"), "{said:?}");
            assert!(said[1].contains("双方程序都预期先手"), "{said:?}");
            // The scores that the programs reported support the verdict, and nothing else does.
            assert_eq!(record.text().matches("\"what\":\"score\"").count(), 4);
        }
    }
}

#[test]
fn an_answer_within_the_margin_counts() {
    let mut of = expecting(2, &["-", "-", "0.15"]);
    of.allowances = [(); 2].map(|()| "start=60s,move=100ms".parse::<Clock>().expect("a clock").into());
    let late = VerdictName::Fault(Fault::TimeLimit);
    for (margin, verdict) in [(0, late), (5, VerdictName::Law)] {
        of.conditions.margin = Duration::from_secs(margin);
        let (record, _) = only_game(&of);
        assert_eq!(record.end.as_ref().map(|end| end.verdict), Some(verdict), "{margin}");
        assert_eq!(record.about.stage.get("margin").map(|margin| &**margin), (margin > 0).then_some("5s"));
    }
}

#[test]
fn each_player_is_told_its_own_settings() {
    let (folder, stop) = (tempfile::tempdir().expect("a folder"), AtomicBool::new(false));
    let mut of = expecting(3, &["-", "-"]);
    let settings = |pairs: &[[&str; 2]]| pairs.iter().map(|pair| pair.map(str::to_owned).into()).collect();
    of.players[1].settings = settings(&[["x", "1"]]);
    of.players[2].settings = settings(&[["weight", "7"], ["style", "a b"]]);
    played(&of, folder.path(), how(&stop)).expect("played");
    for (pair, told) in [("1-2", ["plain", "told"]), ("1-3", ["plain", "tuned"]), ("2-3", ["told", "tuned"])]
    {
        let record = read_record(&folder.path().join(pair).join("game-000000.jsonl")).expect("a record");
        let said = record.lines.iter().filter_map(|(_, line)| match line {
            Line::Ready { seat, name, .. } => Some((seat.index(), name.as_deref().unwrap_or_default())),
            _ => None,
        });
        let mut said: Vec<_> = said.collect();
        said.sort_unstable();
        assert_eq!(said, [(0, told[0]), (1, told[1])], "{pair}");
        let kept = record.about.seats.each_ref().map(|seat| seat.settings.len());
        let sent = |name| ["plain", "told", "tuned"].iter().position(|known| *known == name);
        assert_eq!(kept.map(Some), told.map(sent), "{pair}");
    }
}
