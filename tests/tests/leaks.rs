//! What a long run leaves behind: as many descriptors, processes and files as before. A separate program, because it
//! counts those of the whole process.

use leitai_arena::{Affinity, Conditions, Launch, Player, Series};
use leitai_catalog::{Setup, find};
use leitai_core::{Clock, DialectName, Fault, Seat};
use leitai_sandbox::Sandbox;
use stage_tests::{Expect, Row, children, descriptors, left_behind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_misbehave");

#[test]
fn nothing_is_left() {
    // The first game opens descriptors that stay open permanently.
    Row::of("nothing").check_untimed(PROGRAM);
    let (open, running) = (descriptors(), children());
    three_hundred_games();
    twenty_mixed_games();
    a_stopped_series();
    assert_eq!(running, children());
    assert_eq!(open, descriptors());
}

fn three_hundred_games() {
    let out = tempfile::tempdir().expect("a folder");
    let stop = AtomicBool::new(false);
    let mut ends = Vec::new();
    let series = series("three-hundred-", ["nothing", "nothing"], 300, &stop, out.path());
    series.play(&mut |game| ends.push((game.index, game.ended.outcome.faulty()))).expect("the stage holds");
    assert_eq!(ends, (0..300).map(|index| (index, None)).collect::<Vec<_>>());
    assert_eq!(left_behind("three-hundred-"), [""; 0]);
    let names = files(out.path());
    assert_eq!(names, (0..300).map(|i| format!("game-{i:06}.jsonl")).collect::<Vec<_>>());
}

fn twenty_mixed_games() {
    let quick = |deed| Row { clock: "start=5s,move=300ms", ..Row::of(deed) };
    let loses = |deed, fault, reason| Row { expect: Expect::Loses(fault, reason), ..quick(deed) };
    let rows = [
        quick("nothing"),
        quick("crlf"),
        quick("fork"),
        quick("daemon=nameless"),
        quick("chain=4"),
        Row { dialect: "botzone", clock: "start=5s,move=5s", ..quick("nothing") },
        Row { dialect: "botzone", clock: "start=5s,move=5s", ..quick("part-hold") },
        loses("abort", Fault::Crash, "SIGABRT"),
        loses("hold=5", Fault::Crash, "code 5"),
        loses("hang", Fault::TimeLimit, "of 0.30 s"),
        loses("flood=bytes", Fault::OutputLimit, "64 KB"),
        loses("say=moo", Fault::Protocol, "it said `moo`"),
    ];
    std::thread::scope(|scope| {
        for seat in Seat::BOTH {
            for row in &rows {
                scope.spawn(move || row.check_untimed_in(seat, PROGRAM));
            }
        }
    });
}

/// Stopped in mid-game: no result, no process, no partial file.
fn a_stopped_series() {
    let out = tempfile::tempdir().expect("a folder");
    let stop = AtomicBool::new(false);
    let (mut seen, mut late) = (0, Duration::ZERO);
    std::thread::scope(|scope| {
        let series = series("stopped-", ["hang", "chain=3"], 10, &stop, out.path());
        let play = scope.spawn(move || series.play(&mut |_| seen += 1).map(|()| (seen, Instant::now())));
        std::thread::sleep(Duration::from_millis(200));
        assert_eq!(files(out.path()), ["game-000000.part", "game-000001.part"], "both jobs are at it");
        stop.store(true, Ordering::Relaxed);
        let raised = Instant::now();
        let ended = play.join().expect("no panic").expect("the stage holds");
        seen = ended.0;
        late = ended.1 - raised;
    });
    assert_eq!(seen, 0);
    assert!(late < Duration::from_millis(400), "it took {late:?} to stop");
    assert_eq!(left_behind("stopped-"), [""; 0]);
    assert_eq!(files(out.path()), [""; 0]);
}

fn series<'a>(tag: &str, deeds: [&str; 2], games: u32, stop: &'a AtomicBool, out: &Path) -> Series<'a> {
    let player = |deed: &str| Player {
        name: deed.to_owned(),
        launch: Launch::alone(PROGRAM.into(), [deed, "tictactoe", "beyond", tag].map(Into::into).into()),
        dialect: DialectName::Beyond,
    };
    let clock: Clock = "start=5s,move=5s".parse().expect("a clock");
    Series {
        openings: Vec::new(),
        game: find("tictactoe").expect("the game").open(&Setup::default()).expect("the defaults"),
        players: deeds.map(player),
        games,
        jobs: 2,
        allowances: [clock; 2].map(Into::into),
        conditions: Conditions::of(Sandbox::off()),
        affinity: Affinity::Auto,
        out: Some(out.to_owned()),
        seed: 1,
        seeded_dice: true,
        stop,
    }
}

fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder").flatten();
    let mut names: Vec<_> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
