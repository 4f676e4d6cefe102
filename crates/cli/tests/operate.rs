//! `leitai operate` at a terminal: whole matches, corrections, a program that crashes, and a machine that fails.

mod at_desk;
mod kills;

use at_desk::AtDesk;
use leitai_core::Rng;
use leitai_testkit::extent;
use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

const LEITAI: &str = env!("CARGO_BIN_EXE_leitai");

#[test]
fn a_match_of_gomoku_is_relayed_with_its_opening_and_a_correction() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = AtDesk::sit(folder.path(), &["gomoku", "easy", "--second", "--team", "We"]);
    desk.asked_to("Begin game 1");
    desk.types("begin");
    // The other side lays the opening of three stones, says the number, and swaps are ours.
    desk.relays_until(|desk| desk.plies() >= 5 || desk.is_between());
    let back = desk.plies().checked_sub(2).unwrap_or_else(|| panic!("{}", desk.said()));
    desk.types(&format!("back {back} ours mistyped"));
    desk.reads(&format!("ply {back}, position code "));
    desk.asked_to("Put both boards back");
    assert!(desk.said().contains("; for the correction 2:5"), "{}", desk.said());
    desk.types("go");
    desk.relays_until(AtDesk::is_between);
    desk.asked_to("begin game 2");
    desk.types("next");
    desk.relays_until(AtDesk::is_between);
    let said = desk.ends();
    assert!(said.contains("» The match is over: We "), "{said}");
    // The penalty of the school's text was charged.
    assert!(said.contains("clocks: ours 10:5"), "{said}");
    let record = fs::read_to_string(folder.path().join("operate/gomoku-1/game-1.jsonl")).expect("a record");
    assert!(record.contains(r#""dialect":"relay""#) && record.contains(r#""type":"back""#), "{record}");
    for game in ["game-1.jsonl", "game-2.jsonl"] {
        let path = folder.path().join("operate/gomoku-1").join(game);
        let verified = Command::new(LEITAI).arg("verify").arg(&path).output().expect("leitai");
        assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    }
}

#[test]
fn seven_games_of_einstein_have_their_order_and_dice_are_typed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = AtDesk::sit(folder.path(), &["einstein", "easy", "--team", "We", "--other", "They"]);
    desk.asked_to("Begin game 1");
    desk.types("begin");
    desk.relays_until(AtDesk::is_between);
    let said = desk.said();
    assert!(said.contains("enter what the die shows"), "{said}");
    // Whoever won the first game: six more are decided by the referee, so that all seven are played.
    let we_won = said.contains("Game 1: we won");
    let rest = if we_won {
        ["theirs", "theirs", "ours", "theirs", "ours", "ours"]
    } else {
        ["ours", "ours", "theirs", "ours", "theirs", "theirs"]
    };
    for (number, winner) in (2..).zip(rest) {
        desk.asked_to(&format!("begin game {number}"));
        desk.types("");
        desk.asked_to("nter ");
        desk.types(&format!("rule {winner} the referee decides"));
    }
    let said = desk.ends();
    assert!(said.contains("» The match is over: We "), "{said}");
    let firsts = (1..=7).map(|game| {
        let line = said.lines().find(|line| line.starts_with(&format!("game {game}, first to four: ")));
        line.unwrap_or_else(|| panic!("game {game}: {said}")).contains(": We (")
    });
    assert_eq!(firsts.collect::<Vec<_>>(), [true, false, false, true, true, false, false]);
}

#[test]
fn a_program_that_crashes_is_started_again_by_one_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let pid = folder.path().join("pid");
    let program =
        format!("cmd:sh -c 'echo $$ > {}; exec {LEITAI} engine nogo --level random'", pid.display());
    let mut desk = AtDesk::sit(folder.path(), &["nogo", &program, "--sandbox", "off"]);
    desk.asked_to("Begin game 1");
    desk.types("");
    desk.relays_until(|desk| desk.plies() >= 4);
    let pid = fs::read_to_string(&pid).expect("written");
    assert!(Command::new("kill").args(["-9", pid.trim()]).status().expect("kill").success());
    let begun = Instant::now();
    desk.asked_to("Our program has failed");
    desk.types("");
    let plies = desk.plies();
    desk.relays_until(|desk| desk.plies() > plies);
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    desk.types("quit");
    let said = desk.ends();
    assert!(said.contains("rests at ply ") && said.contains("the same command goes on"), "{said}");
}

/// The process is killed at random instants; `LEITAI_KILLS` says how often.
#[test]
#[expect(clippy::print_stdout, reason = "the figures are for the documentation")]
fn nothing_that_was_shown_is_lost_when_the_machine_fails() {
    let kills = extent("LEITAI_KILLS", 3, 50);
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = Rng::new(0x5eed);
    let args = ["nogo", "random", "--games", "90", "--clock", "game=60m"];
    let mut desk = AtDesk::sit(folder.path(), &args);
    desk.asked_to("Begin game 1");
    let (mut stood, mut slowest) = (0, Duration::ZERO);
    for _ in 0..kills {
        let until = Instant::now() + Duration::from_millis(100 + random.below(1500) as u64);
        while Instant::now() < until {
            if desk.is_between() {
                desk.types("begin");
                desk.reads("getting ready");
            }
            desk.relays_for(until.saturating_duration_since(Instant::now()));
        }
        let known = desk.standing();
        desk.kill();
        let begun = Instant::now();
        desk = AtDesk::sit(folder.path(), &args);
        if !known.is_between {
            desk.stands_again();
            slowest = slowest.max(begun.elapsed());
            let again = desk.standing();
            if again.is_between {
                // What ended it was done, and not read yet, or followed at once.
                assert!(again.game <= known.game + 1, "{known:?} {}", desk.said());
                continue;
            }
            assert_eq!(again.game, known.game, "{}", desk.said());
            assert!(again.plies >= known.plies, "{known:?} {again:?} {}", desk.said());
            stood += 1;
            if again.plies == known.plies && !known.code.is_empty() {
                assert_eq!(again.code, known.code, "{}", desk.said());
            }
        }
    }
    desk.kill();
    println!("{kills} kills, {stood} within a game: again within {slowest:?}");
    assert!(slowest < Duration::from_secs(10), "{slowest:?}");
}

#[test]
fn one_process_has_the_folder_and_bad_arguments_are_refused_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = AtDesk::sit(folder.path(), &["hex", "easy"]);
    desk.asked_to("Begin game 1");
    let refused = |args: &[&str]| {
        let mut command = Command::new(LEITAI);
        command.args(["--lang", "en", "operate"]).args(args).current_dir(folder.path());
        let output = command.output().expect("leitai");
        assert_ne!(output.status.code(), Some(0), "{args:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let said = refused(&["hex", "easy", "--terminal"]);
    assert!(said.contains("operate/hex-1: a desk is open here already"), "{said}");
    let said = refused(&["hex", "easy", "--terminal", "--games", "0"]);
    assert!(said.contains("it takes a whole number from 1 to 99"), "{said}");
    let said = refused(&["hex", "easy", "--listen", "0.0.0.0:80"]);
    assert!(said.contains("only this machine may reach the desk"), "{said}");
    let said = refused(&["hex", "nobody", "--terminal"]);
    assert!(said.contains("there is no player `nobody`"), "{said}");
    let said = refused(&["hex", "easy", "--new", "--folder", "x"]);
    assert!(said.contains("does not go with"), "{said}");
    desk.types("quit");
    desk.ends();
    let said = refused(&["hex", "easy", "--terminal", "--second", "--folder", "operate/hex-1"]);
    assert!(said.contains("the folder holds another match"), "{said}");
}
