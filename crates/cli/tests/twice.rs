//! Games that are played a second time on another machine: a machine that plays wrongly is found, and no other is
//! accused.

use crate::house::{House, until};
use crate::workers::Bed;
use leitai_arena::Affinity;
use leitai_core::Sentence;
use leitai_hall::{EventChange, EventFile, EventObserver, Hall, SharedStore, Stop};
use leitai_store::{Database, Finished, Job, LeaseTerms, Queue, SecondOutcome, SecondPlaying, Worker};
use leitai_tournament::{Event, GameId, Seed};
use rustix::process::Signal;
use serde_json::json;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const HEARTBEAT: Duration = Duration::from_millis(400);

/// The outcomes of second playings.
#[derive(Default)]
struct Twice(Vec<SecondPlaying>);

impl EventObserver for Twice {
    fn happened(&mut self, _: &Event, _: &EventChange<'_>) {}

    fn is_stuck(&mut self, game: GameId, why: &Sentence) {
        panic!("{game} is not stuck: {why}");
    }

    fn was_played_twice(&mut self, second: &SecondPlaying) {
        self.0.push(second.clone());
    }
}

/// How the second machine plays.
#[derive(Clone, Copy, PartialEq)]
enum Plays {
    /// As ordered.
    Honestly,
    /// With a seed other than the order's.
    FromAnotherSeed,
    /// It reports a result other than its record's.
    ForTheOther,
    /// Not at all.
    Nothing,
}

fn event(house: &House, game: &str, program: &str) -> PathBuf {
    let mut text = format!(
        "name = \"twice\"\ngame = {game:?}\nseed = \"7\"\ntwice = 1\nclock = \"start=60s,game=60s\"\n"
    );
    text += "[sandbox]\nlevel = \"off\"\nat-least = \"off\"\n";
    for entry in ["甲", "乙", "丙"] {
        text += &format!("[[entries]]\nname = \"{entry}\"\nprogram = {program:?}\n");
    }
    let file = house.path("twice.toml");
    fs::write(&file, text).expect("our folder");
    file
}

/// Takes games as a worker of `lab-b`. A worker of another class plays them, as ordered or altered, and the outcome
/// is handed in.
fn lie(address: &str, plays: Plays, stop: &AtomicBool) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let terms = LeaseTerms { heartbeat: HEARTBEAT, poll: HEARTBEAT / 20, ..LeaseTerms::default() };
    runtime.block_on(async {
        let queue = Arc::new(Queue::new(Database::open(address).await.expect("opens"), terms));
        let seat = Worker::new(Arc::clone(&queue), "default", "lab-b");
        let stops = async {
            while !stop.load(Ordering::Relaxed) {
                tokio::time::sleep(terms.poll).await;
            }
            seat.stop();
        };
        let lies = async {
            while let Some(held) = seat.next().await.expect("a store") {
                let game = held.job().game.clone();
                let mut job = Job { event: "lie".to_owned(), class: "liar".to_owned(), ..held.job().clone() };
                if plays == Plays::FromAnotherSeed {
                    let seed = &mut job.payload["assignment"]["seed"];
                    *seed = (seed.as_u64().expect("a seed") + 1).into();
                }
                queue.enqueue(&[job]).await.expect("a store");
                let mut answer = loop {
                    let progress = queue.progress("lie", std::slice::from_ref(&game)).await.expect("a store");
                    if let Some(result) = progress.settled.into_iter().find_map(|settled| settled.result) {
                        break result;
                    }
                    tokio::time::sleep(terms.poll).await;
                };
                if plays == Plays::ForTheOther {
                    let outcome = &mut answer["played"]["result"]["outcome"];
                    let other = if *outcome == json!({ "win": "first" }) { "second" } else { "first" };
                    *outcome = json!({ "win": other });
                }
                assert_eq!(held.finish(&answer).await.expect("a store"), Finished::Stands);
            }
        };
        tokio::join!(stops, lies);
    });
}

/// Plays an event on an honest machine and on one that plays as `plays` says; returns the number of games, the second
/// playings, and the output of `leitai workers`.
fn played(bed: &mut Bed, game: &str, program: &str, plays: Plays) -> (usize, Vec<SecondPlaying>, String) {
    let address = bed.address.clone();
    let file = event(&bed.house, game, program);
    let heartbeat = HEARTBEAT.as_secs_f64().to_string();
    let mut worker = |machine: &str, class: &str| {
        let whose = ["worker", "--server", &address, "--machine", machine, "--class", class];
        let how = ["--heartbeat", &heartbeat, "--jobs", "1", "--json"];
        bed.house.stage(&[&whose[..], &how].concat())
    };
    let mut workers = vec![worker("lab-a", "default")];
    match plays {
        Plays::Nothing => {}
        Plays::Honestly => workers.push(worker("lab-b", "default")),
        _ => workers.push(worker("lab-c", "liar")),
    }
    let shared = SharedStore::open(&address, "default", HEARTBEAT).expect("opens");
    let read = EventFile::read(&file).unwrap_or_else(|error| panic!("{error}"));
    let hall = Hall::open_shared(read, &shared, &file.with_extension(""), true, || Seed::new("7"));
    let (mut hall, mut twice) = (hall.expect("it begins"), Twice::default());
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        if matches!(plays, Plays::FromAnotherSeed | Plays::ForTheOther) {
            scope.spawn(|| lie(&address, plays, &over));
        }
        // On a busy machine an event of short games is over before a worker has started.
        let machines: &[&str] = if plays == Plays::Nothing { &["lab-a"] } else { &["lab-a", "lab-b"] };
        until("the machines are there", || {
            let listed = bed.house.done(&["workers", "--server", &address]).stdout;
            machines.iter().all(|machine| String::from_utf8_lossy(&listed).contains(machine))
        });
        let ran = hall.run(1, Affinity::Auto, &Stop::default(), &mut twice);
        over.store(true, Ordering::Relaxed);
        ran.expect("it is played");
    });
    assert!(hall.event().state().is_over());
    let listed = bed.house.done(&["workers", "--server", &address]);
    for worker in workers {
        worker.signal(Signal::INT);
        assert_eq!(worker.end().0, Some(0));
    }
    (hall.event().games().len(), twice.0, String::from_utf8(listed.stdout).expect("text"))
}

fn outcomes(twice: &[SecondPlaying]) -> Vec<SecondOutcome> {
    twice.iter().map(|second| second.outcome).collect()
}

#[test]
fn a_machine_whose_players_draw_from_another_seed_is_found() {
    let mut bed = Bed::sqlite();
    let (games, twice, listed) = played(&mut bed, "tictactoe", "random", Plays::FromAnotherSeed);
    assert!(games > 0 && twice.len() == games, "{twice:?}");
    let found = twice.iter().filter(|second| second.outcome == SecondOutcome::Differs).count();
    // Two seeds may lead to the same game.
    assert!(found > games / 2, "{twice:?}");
    for second in &twice {
        let mut machines = [second.first.as_str(), &second.second];
        machines.sort_unstable();
        assert_eq!(machines, ["lab-a", "lab-b"], "{second:?}");
        assert_eq!(second.ply.is_some(), second.outcome == SecondOutcome::Differs, "{second:?}");
    }
    let first = listed.lines().next().expect("a line");
    assert!(first.contains("lab-b") && first.contains("differently from ply"), "{listed}");
}

#[test]
fn a_machine_that_gives_the_game_to_the_other_side_is_found() {
    let mut bed = Bed::sqlite();
    let (games, twice, _) = played(&mut bed, "tictactoe", "random", Plays::ForTheOther);
    assert_eq!(outcomes(&twice), vec![SecondOutcome::Differs; games]);
}

/// The control: where nobody lies, with dice and without, nobody is accused.
#[test]
fn where_nobody_lies_nobody_is_accused() {
    for game in ["tictactoe", "einstein"] {
        let mut bed = Bed::sqlite();
        let (games, twice, listed) = played(&mut bed, game, "random", Plays::Honestly);
        assert!(games > 0);
        assert_eq!(outcomes(&twice), vec![SecondOutcome::Same; games], "{game}: {twice:?}");
        assert!(twice.iter().all(|second| second.first != second.second), "{twice:?}");
        assert!(!listed.contains("differently"), "{listed}");
    }
}

/// Submitted programs need not play alike: only their faults are compared.
#[test]
fn programs_that_need_not_play_alike_are_compared_by_their_faults() {
    let mut bed = Bed::sqlite();
    let program = format!("cmd:{} engine tictactoe --level random", bed.house.binary().display());
    let (games, twice, _) = played(&mut bed, "tictactoe", &program, Plays::Honestly);
    assert_eq!(outcomes(&twice), vec![SecondOutcome::SameKind; games]);
}

#[test]
fn where_there_is_one_machine_the_event_ends_without_and_says_so() {
    let mut bed = Bed::sqlite();
    let (games, twice, _) = played(&mut bed, "tictactoe", "random", Plays::Nothing);
    assert_eq!(outcomes(&twice), vec![SecondOutcome::NotPlayed; games]);
    assert!(twice.iter().all(|second| second.first == "lab-a" && second.second.is_empty()), "{twice:?}");
}
