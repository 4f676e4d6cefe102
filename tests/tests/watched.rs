//! A running game as a watcher sees it: the growing record, and accurate clocks.

use leitai_arena::{Affinity, Conditions, Glimpse, Launch, LiveSlot, MatchGame, Player, Seen, Watch, dice};
use leitai_catalog::{Replay, Setup, find};
use leitai_core::{Actor, Clock, DialectName, Line, Record, Seat, Turn};
use leitai_sandbox::Sandbox;
use rustix::process::{Pid, Signal, kill_process};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_misbehave");
/// A program that used more than this outside its turn has lost because of that.
const CHARGED: Duration = Duration::from_millis(50);
const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");

/// Plays tic-tac-toe between two programs with the same deed; returns the record.
fn play(deed: &str, tag: &str, watch: &mut dyn Watch) -> (u32, String) {
    play_at(None, deed, tag, watch)
}

/// Like `play`, with a pause between plies.
fn play_at(pace: Option<Duration>, deed: &str, tag: &str, watch: &mut dyn Watch) -> (u32, String) {
    let player = |name: &str| Player {
        name: name.to_owned(),
        launch: Launch::alone(PROGRAM.into(), [deed, "tictactoe", "beyond", tag].map(Into::into).into()),
        dialect: DialectName::Beyond,
    };
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("game.jsonl");
    let game = find("tictactoe").expect("the game").open(&Setup::default()).expect("the defaults");
    let conditions = Conditions { pace, ..Conditions::of(Sandbox::strongest(LAUNCHER.as_ref())) };
    let (a, b) = (player("a"), player("b"));
    let match_game = MatchGame {
        game: &*game,
        dice: &dice(Some(1), 0).expect("a seed"),
        players: [&a, &b],
        allowances: ["start=60s,move=60s,game=90s".parse::<Clock>().expect("a clock"); 2].map(Into::into),
        conditions: &conditions,
        affinity: Affinity::Auto,
        seed: 1,
        record: Some(&record),
        stop: &AtomicBool::new(false),
    };
    let (_, replays) = match_game.play(watch).expect("the stage holds").expect("nobody stopped it");
    (replays, std::fs::read_to_string(&record).expect("a record"))
}

/// Keeps everything it is shown; if reluctant, takes only every other thing it is offered.
#[derive(Default)]
struct Spectator {
    reluctant: bool,
    refused: bool,
    record: String,
    /// Which clocks ran, and what was left of the game before.
    clocks: Vec<[bool; 2]>,
    left: Vec<[Duration; 2]>,
    ends: u32,
    begun_anew: u32,
}

impl Watch for Spectator {
    fn grew(&mut self, seen: &Seen<'_>) -> bool {
        if self.reluctant && !seen.over {
            self.refused = !self.refused;
            if self.refused {
                return false;
            }
        }
        assert_eq!(self.ends, 0, "nothing follows the end");
        self.record += std::str::from_utf8(seen.lines).expect("text");
        self.clocks.push(seen.clocks.map(|clock| clock.asked.is_some()));
        self.left.push(seen.clocks.map(|clock| clock.left.expect("a limit of the game")));
        self.ends += u32::from(seen.over);
        true
    }

    fn again(&mut self) {
        *self =
            Spectator { reluctant: self.reluctant, begun_anew: self.begun_anew + 1, ..Spectator::default() };
    }
}

/// Replays the record as it grows; returns the digest at its end.
fn follow(text: &str) -> String {
    let (first, rest) = text.split_once('\n').expect("lines");
    let mut replay = Replay::open(Record::begin(1, first).expect("a first line")).expect("a game");
    for (i, line) in rest.lines().enumerate() {
        replay.push(i + 2, line).expect("a line");
        while replay.step().expect("it is legal").is_some() {}
    }
    assert!(matches!(replay.table().turn(), Turn::Over(_)));
    replay.table().digest()
}

#[test]
fn a_watcher_sees_the_whole_record_and_true_clocks() {
    let mut spectator = Spectator::default();
    let (_, record) = play("work=20", "seen", &mut spectator);
    assert_eq!(spectator.record, record);
    let read = Record::read(&record).expect("a record");
    let end = read.end.expect("an end");
    assert_eq!(follow(&record), end.digest);
    // A game that lends out its core may show one clock twice.
    spectator.clocks.dedup();
    // Each seat was seen thinking as often as it played, never both at once, and neither before nor after the game.
    let turns = |seat: Seat| spectator.clocks.iter().filter(|clocks| clocks[seat.index()]).count();
    let plies = end.plies as usize;
    assert_eq!([turns(Seat::First), turns(Seat::Second)], [plies.div_ceil(2), plies / 2]);
    assert!(!spectator.clocks.contains(&[true, true]));
    assert_eq!(spectator.clocks.last(), Some(&[false; 2]));
    // The remaining time falls by what the record states for each ply, and by what a program used outside its turn,
    // which for an honest one is little.
    let [first, last] = [spectator.left.first(), spectator.left.last()].map(|left| left.expect("seen"));
    for seat in Seat::BOTH {
        let took = |line: &Line<'_>| match line {
            Line::Play { by, us, .. } if *by == Actor::Seat(seat) => Duration::from_micros(*us),
            _ => Duration::ZERO,
        };
        let recorded: Duration = read.lines.iter().map(|(_, line)| took(line)).sum();
        let used = first[seat.index()].saturating_sub(last[seat.index()]);
        assert!((recorded..recorded + CHARGED).contains(&used), "{seat}: {used:?} of {recorded:?}");
    }
}

#[test]
fn what_was_not_taken_is_shown_again() {
    let mut spectator = Spectator { reluctant: true, ..Spectator::default() };
    let (_, record) = play("work=5", "again", &mut spectator);
    assert_eq!(spectator.record, record);
    assert_eq!(spectator.ends, 1);
}

#[test]
fn a_slot_hands_on_every_line_to_a_reader_at_its_own_pace() {
    let slot = Arc::new(LiveSlot::default());
    let over = AtomicBool::new(false);
    let (taken, record) = std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let (mut glimpse, mut taken, mut visits) = (Glimpse::default(), Vec::new(), 0);
            loop {
                let last = over.load(Ordering::Acquire);
                if slot.visit(&mut glimpse) {
                    taken.extend_from_slice(&glimpse.lines);
                    visits += 1;
                }
                if last {
                    return (taken, visits);
                }
                std::thread::yield_now();
            }
        });
        let (_, record) = play("work=5", "slot", &mut slot.writer());
        over.store(true, Ordering::Release);
        (reader.join().expect("a reader"), record)
    });
    assert_eq!(String::from_utf8(taken.0).expect("text"), record);
    assert!(taken.1 > 3, "it came as it grew, not at once");
}

/// A program is killed from outside: the game begins again, and what was seen before is void.
#[test]
fn a_disturbed_game_is_seen_from_its_new_beginning() {
    let mut spectator = Spectator::default();
    let killed = AtomicBool::new(false);
    let (replays, record) = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !killed.load(Ordering::Acquire) {
                std::thread::sleep(Duration::from_millis(5));
                let Some(pid) = stage_tests::bearers("watched-killed").next() else { continue };
                // By then the game has begun.
                std::thread::sleep(Duration::from_millis(300));
                let pid = Pid::from_raw(pid).expect("a number");
                killed.store(kill_process(pid, Signal::KILL).is_ok(), Ordering::Release);
            }
        });
        play("work=200", "watched-killed", &mut spectator)
    });
    assert_eq!((replays, spectator.begun_anew), (1, 1));
    assert_eq!(spectator.record, record);
}

/// The times at which lines of plays came.
#[derive(Default)]
struct Metronome {
    plies: Vec<Instant>,
    /// The age of each clock start when it was shown.
    starts: Vec<Duration>,
}

impl Watch for Metronome {
    fn grew(&mut self, seen: &Seen<'_>) -> bool {
        let is_play = seen.lines.windows(6).any(|part| part == b"\"play\"");
        self.plies.extend(is_play.then(Instant::now));
        let starts = !is_play && seen.clocks.iter().any(|clock| clock.asked.is_some());
        self.starts.extend(starts.then(|| seen.at.elapsed()));
        true
    }
}

#[test]
fn plies_come_at_the_pace_that_was_asked_for_and_cost_no_time() {
    let pace = Duration::from_millis(80);
    let (mut paced, mut usual) = (Metronome::default(), Metronome::default());
    let (_, record) = play_at(Some(pace), "work=1", "paced", &mut paced);
    let (_, control) = play("work=1", "unpaced", &mut usual);
    let shortest =
        |times: &Metronome| times.plies.windows(2).map(|pair| pair[1] - pair[0]).min().expect("plies");
    assert!(shortest(&paced) >= pace, "{:?}", shortest(&paced));
    assert!(shortest(&usual) < pace, "the control");
    // A clock that starts after the pause starts then, not with the ply before the pause.
    let starts = paced.starts.iter().skip(1).min().expect("clocks start after plies");
    assert!(*starts < pace / 2, "{:?}", paced.starts);
    let read = [&record, &control].map(|text| Record::read(text).expect("a record"));
    let stage = read.each_ref().map(|record| record.about.stage.get("pace").map(ToString::to_string));
    assert_eq!(stage, [Some("80 ms".to_owned()), None]);
    // However long a ply took, that time did not include the pause.
    let quickest = read[0].lines.iter().filter_map(|(_, line)| match line {
        Line::Play { us, .. } => Some(Duration::from_micros(*us)),
        _ => None,
    });
    assert!(quickest.min().expect("plies") < pace / 2);
}
