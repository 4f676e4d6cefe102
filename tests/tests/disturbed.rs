//! Games that the machine itself spoils are played again; those that a program spoils are not. A program of its
//! own, since it takes a core away from whatever else runs.

use leitai_arena::{Affinity, Conditions, Game, Launch, Player, Series, available};
use leitai_catalog::{Setup, find};
use leitai_core::{DialectName, Fault, Line, QUESTION, Record, Why};
use leitai_sandbox::Sandbox;
use rustix::thread::{CpuSet, sched_setaffinity};
use std::hint::spin_loop;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const PROGRAM: &str = env!("CARGO_BIN_EXE_misbehave");
const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");
/// So many take a core away from a program that needs a tenth of its time.
const SPINNERS: u32 = 32;

/// One game of tic-tac-toe, both playing alike.
fn play(deed: &str, clock: &str, tolerance: Duration, out: &Path) -> Game {
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
        game: find("tictactoe").expect("the game"),
        setup: Setup::default(),
        players: ["a", "b"].map(player),
        games: 1,
        jobs: 1,
        clock: clock.parse().expect("a clock"),
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

/// Does `work` while others keep the core busy on which games are played.
fn crowded<T>(work: impl FnOnce() -> T) -> T {
    let over = AtomicBool::new(false);
    let mut core = CpuSet::new();
    core.set(available()[0]);
    std::thread::scope(|scope| {
        for _ in 0..SPINNERS {
            scope.spawn(|| {
                sched_setaffinity(None, &core).expect("a core of our own");
                while !over.load(Ordering::Relaxed) {
                    spin_loop();
                }
            });
        }
        let done = work();
        over.store(true, Ordering::Relaxed);
        done
    })
}

/// How often a record says that its result is in question.
fn questions(record: &Record) -> usize {
    let is_question = |line: &Line<'_>| matches!(line, Line::Note { what, .. } if what == QUESTION);
    record.lines.iter().filter(|(_, line)| is_question(line)).count()
}

#[test]
fn only_what_the_machine_spoils_is_played_again() {
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

    // Whatever else this machine does takes less than that, which must be less than half of the limit to count.
    let generous = Duration::from_millis(400);
    for deed in ["hang", "crowd=16"] {
        let game = play(deed, "start=60s,move=1s", generous, out.path());
        assert_eq!(game.ended.outcome.why, Why::Fault(Fault::TimeLimit), "{deed}: {:?}", game.ended);
        assert_eq!((game.ended.disturbed, game.replays), (None, 0), "{deed}: its own fault");
        let text = std::fs::read_to_string(game.record.expect("a record")).expect("a record");
        assert_eq!(questions(&Record::read(&text).expect("a record")), 0, "{deed}: {text}");
    }
}
