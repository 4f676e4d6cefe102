//! Games spoilt by the machine itself are played again; games spoilt by a program are not. A separate program, because
//! it takes a core away from everything else.

use leitai_arena::{Affinity, Conditions, Launch, Player, Series, SeriesGame, available};
use leitai_catalog::{Setup, find};
use leitai_core::{Clock, DialectName, Fault, Line, QUESTION, Record, Why};
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
    let core = available()[0];
    let script = format!(
        "for i in $(seq {SPINNERS}); do setsid taskset -c {core} sh -c 'while kill -0 '$$'; do :; done' 2>/dev/null & done; wait"
    );
    let mut shell = Command::new("sh").args(["-c", &script]).spawn().expect("a shell");
    let done = work();
    shell.kill().and_then(|()| shell.wait()).expect("a child of ours");
    done
}

/// How many notes in a record put its result in question.
fn questions(record: &Record) -> usize {
    let is_question = |line: &Line<'_>| matches!(line, Line::Note { what, .. } if what == QUESTION);
    record.lines.iter().filter(|(_, line)| is_question(line)).count()
}

#[test]
fn only_what_the_machine_spoils_is_played_again() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let out = tempfile::tempdir().expect("a folder");
    let usual = Duration::from_millis(100);
    let game = crowded(|| play("work=30", "start=60s,move=300ms", usual, out.path()));
    assert_eq!(game.ended.outcome.why, Why::Fault(Fault::TimeLimit), "{:?}", game.ended);
    assert!(game.ended.disturbed.is_some_and(|delay| delay > usual), "{:?}", game.ended);
    assert_eq!(game.replays, 3, "played again as often as is done");
    let text = std::fs::read_to_string(game.record.expect("a record")).expect("a record");
    let record = Record::read(&text).expect("a record");
    assert_eq!(record.about.stage.get("replays").map(AsRef::as_ref), Some("3"));
    assert_eq!(questions(&record), 1, "it stands, and is in question");

    // However busy the machine is, nothing keeps a sleeping program from running.
    let game = crowded(|| play("hang", "start=60s,move=300ms", usual, out.path()));
    assert_eq!(game.ended.outcome.why, Why::Fault(Fault::TimeLimit), "{:?}", game.ended);
    assert_eq!((game.ended.disturbed, game.replays), (None, 0), "a hang is its own fault");

    // Other load on this machine takes less than this, and it must be less than half of the limit to count.
    let generous = Duration::from_millis(400);
    for deed in ["hang", "crowd=16"] {
        let game = play(deed, "start=60s,move=1s", generous, out.path());
        assert_eq!(game.ended.outcome.why, Why::Fault(Fault::TimeLimit), "{deed}: {:?}", game.ended);
        assert_eq!((game.ended.disturbed, game.replays), (None, 0), "{deed}: its own fault");
        let text = std::fs::read_to_string(game.record.expect("a record")).expect("a record");
        assert_eq!(questions(&Record::read(&text).expect("a record")), 0, "{deed}: {text}");
    }
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
    let text = std::fs::read_to_string(game.record.expect("a record")).expect("a record");
    assert_eq!(questions(&Record::read(&text).expect("a record")), 1, "{text}");
    // Killed once: the next game counts.
    let game = killed("hang", "start=60s,move=2s", 1, out.path());
    assert_eq!(game.ended.outcome.why, Why::Fault(Fault::TimeLimit), "{:?}", game.ended);
    assert_eq!(game.replays, 1, "{:?}", game.ended);
    // Never killed, but crashing on its own: its own fault.
    let game = killed("abort", "start=60s,move=2s", 0, out.path());
    assert_eq!(game.ended.outcome.why, Why::Fault(Fault::Crash), "{:?}", game.ended);
    assert_eq!((game.ended.disturbed, game.replays), (None, 0), "{:?}", game.ended);
}
