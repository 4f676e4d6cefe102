//! What the machine takes is given back; what a program spoils is not. A separate program, because it takes a core away
//! from everything else.

use leitai_arena::{Affinity, Conditions, Launch, Player, Series, SeriesGame, available};
use leitai_catalog::{Setup, find};
use leitai_core::{Clock, DialectName, Fault, GIVEN_BACK, Line, QUESTION, Record, Why};
use leitai_sandbox::Sandbox;
use rustix::process::{Pid, Signal, kill_process};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

const PROGRAM: &str = env!("CARGO_BIN_EXE_misbehave");
const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");
/// Enough to take a core away from a program that needs a tenth of its time.
const SPINNERS: u32 = 32;

/// One test at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// One game of tic-tac-toe between two programs that behave alike.
fn play(deed: &str, clock: &str, tolerance: Duration, out: &Path) -> SeriesGame {
    let player = |name: &str| Player {
        name: name.to_owned(),
        launch: Launch::alone(
            PROGRAM.into(),
            [deed, "tictactoe", "beyond", "disturbed"].map(Into::into).into(),
        ),
        dialect: DialectName::Beyond,
    };
    let conditions = Conditions { tolerance, ..Conditions::of(Sandbox::strongest(LAUNCHER.as_ref())) };
    let stop = AtomicBool::new(false);
    let series = Series {
        openings: Vec::new(),
        game: find("tictactoe").expect("the game").open(&Setup::default()).expect("the defaults"),
        players: ["a", "b"].map(player),
        games: 1,
        jobs: 1,
        allowances: [clock.parse::<Clock>().expect("a clock"); 2].map(Into::into),
        conditions,
        affinity: Affinity::Auto,
        out: Some(out.to_owned()),
        seed: 1,
        seeded_dice: true,
        stop: &stop,
    };
    let mut games = Vec::new();
    series.play(&mut |game| games.push(game)).expect("the stage holds");
    games.pop().expect("a game was played")
}

/// Does `work` while other processes keep the core of the games busy. Each of them has its own session, because the
/// kernel may divide a core among sessions rather than threads. They are children of a shell of ours and end with it,
/// because the stage ends children that it does not know.
fn crowded<T>(work: impl FnOnce() -> T) -> T {
    let (core, there) = (available()[0], tempfile::tempdir().expect("a folder"));
    let folder = there.path().display();
    let script = format!(
        "for i in $(seq {SPINNERS}); do setsid taskset -c {core} sh -c \
         '> {folder}/'$i'; while kill -0 '$$'; do :; done' 2>/dev/null & done; wait"
    );
    let mut shell = Command::new("sh").args(["-c", &script]).spawn().expect("a shell");
    while std::fs::read_dir(there.path()).expect("our folder").count() < SPINNERS as usize {
        std::thread::sleep(Duration::from_millis(10));
    }
    let done = work();
    shell.kill().and_then(|()| shell.wait()).expect("a child of ours");
    done
}

/// The notes of a kind in the record of a game.
fn notes(game: &SeriesGame, kind: &str) -> Vec<String> {
    let text = std::fs::read_to_string(game.record.as_ref().expect("a record")).expect("a record");
    let record = Record::read(&text).expect("a record");
    let of_kind = |(_, line): &(usize, Line<'_>)| match line {
        Line::Note { what, text, .. } if what == kind => Some(text.to_string()),
        _ => None,
    };
    record.lines.iter().filter_map(of_kind).collect()
}

/// What was given back in a game, and the longest turn.
fn given(game: &SeriesGame) -> (Duration, Duration) {
    let [(_, first), (_, second)] = game.ended.used;
    (game.ended.given_back.iter().sum(), first.max(second))
}

#[test]
fn what_the_machine_takes_is_given_back_and_no_game_is_played_again() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let out = tempfile::tempdir().expect("a folder");
    let usual = Duration::from_millis(100);
    let (clock, limit) = ("start=60s,move=300ms", Duration::from_millis(300));
    let game = crowded(|| play("work=30", clock, usual, out.path()));
    assert_eq!(game.ended.outcome.faulty(), None, "{:?}", game.ended);
    assert_eq!((game.ended.disturbed, game.replays), (None, 0), "{:?}", game.ended);
    let (taken, longest) = given(&game);
    // Its share of the core is one of 33, and each of its turns takes a tenth of its limit.
    assert!(taken > limit && longest < limit, "{:?}", game.ended);
    let said = notes(&game, GIVEN_BACK);
    let sum: u64 = said.iter().map(|said| said.trim_end_matches(" ms").parse::<u64>().expect("a time")).sum();
    assert!(sum.abs_diff(taken.as_millis() as u64) <= said.len() as u64, "{said:?}, {taken:?}");
    // The same without the crowd.
    let (alone, _) = given(&play("work=30", clock, usual, out.path()));
    assert!(alone < taken / 4, "{alone:?} of {taken:?}");

    // A program that hangs, or whose own threads make each other wait, has lost, once, whatever the machine does.
    let hung = |deed| play(deed, "start=60s,move=100ms", usual, out.path());
    let burnt = hung("crowd=16").ended.cpu[0];
    assert!(burnt > Duration::from_millis(50), "what a killed program used is known: {burnt:?}");
    for game in [hung("hang"), hung("crowd=16"), crowded(|| hung("hang"))] {
        assert_eq!(game.ended.outcome.why, Why::Fault(Fault::TimeLimit), "{:?}", game.ended);
        assert_eq!((game.ended.disturbed, game.replays), (None, 0), "its own fault: {:?}", game.ended);
        assert_eq!(notes(&game, QUESTION), [""; 0]);
    }
}

/// Plays while a shell stops this whole process for a second, once.
fn stopped(deed: &str, clock: &str, out: &Path) -> SeriesGame {
    let us = std::process::id();
    let script = format!("sleep 0.5; kill -STOP {us}; sleep 1; kill -CONT {us}");
    let mut shell = Command::new("sh").args(["-c", &script]).spawn().expect("a shell");
    let game = play(deed, clock, Duration::from_millis(100), out);
    shell.wait().expect("a child of ours");
    game
}

#[test]
fn a_game_is_played_again_where_the_stage_could_not_act() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let out = tempfile::tempdir().expect("a folder");
    // It answers in the middle of its limit, while nobody listens until long after. Where others used its core meanwhile,
    // that time is given back.
    let game = stopped("sleep=300", "start=60s,move=600ms", out.path());
    assert_eq!((game.ended.outcome.faulty(), game.ended.disturbed), (None, None), "{:?}", game.ended);
    let is_given = given(&game).0 > Duration::from_millis(400);
    assert!(game.replays == 1 || is_given && game.replays == 0, "{:?}", game.ended);
    // A program that gives no answer has lost, whether or not the stage looked.
    let game = stopped("hang", "start=60s,move=600ms", out.path());
    assert_eq!(game.ended.outcome.why, Why::Fault(Fault::TimeLimit), "{:?}", game.ended);
    assert_eq!((game.ended.disturbed, game.replays), (None, 0), "{:?}", game.ended);
}

/// The processes of the programs that play with this deed.
fn playing(deed: &str) -> Vec<i32> {
    let entries = std::fs::read_dir("/proc").expect("processes").flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    let is_it = |pid: &i32| {
        let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let words: Vec<_> = line.split(|byte| *byte == 0).collect();
        words.contains(&deed.as_bytes()) && words.contains(&b"disturbed".as_slice())
    };
    pids.filter(is_it).collect()
}

/// Plays while another thread kills a program in each of `times` games, once both programs are playing.
fn killed(deed: &str, clock: &str, times: u32, out: &Path) -> SeriesGame {
    let over = AtomicBool::new(false);
    let wait = |is_so: &dyn Fn(&[i32]) -> bool| loop {
        let found = playing(deed);
        if is_so(&found) || over.load(Ordering::Relaxed) {
            return found;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..times {
                let both = wait(&|found| found.len() == 2);
                // By then they have said their opening words and the game has begun.
                std::thread::sleep(Duration::from_millis(500));
                let Some(pid) = both.first().and_then(|pid| Pid::from_raw(*pid)) else { return };
                let _ = kill_process(pid, Signal::KILL);
                wait(&|found| !both.iter().any(|pid| found.contains(pid)));
            }
        });
        let game = play(deed, clock, Duration::from_millis(400), out);
        over.store(true, Ordering::Relaxed);
        game
    })
}

#[test]
fn who_is_ended_from_outside_plays_again() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let out = tempfile::tempdir().expect("a folder");
    // Killed each time: the result stands, and is in question.
    let game = killed("hang", "start=60s,move=10s", 4, out.path());
    assert_eq!(game.ended.outcome.why, Why::Fault(Fault::Crash), "{:?}", game.ended);
    assert_eq!((game.ended.disturbed, game.replays), (Some(Duration::ZERO), 3), "{:?}", game.ended);
    assert_eq!(notes(&game, QUESTION), ["0 ms"]);
    // Killed once: the next game counts.
    let game = killed("hang", "start=60s,move=2s", 1, out.path());
    assert_eq!(game.ended.outcome.why, Why::Fault(Fault::TimeLimit), "{:?}", game.ended);
    assert_eq!(game.replays, 1, "{:?}", game.ended);
    // Never killed, but crashing on its own: its own fault.
    let game = killed("abort", "start=60s,move=2s", 0, out.path());
    assert_eq!(game.ended.outcome.why, Why::Fault(Fault::Crash), "{:?}", game.ended);
    assert_eq!((game.ended.disturbed, game.replays), (None, 0), "{:?}", game.ended);
}
