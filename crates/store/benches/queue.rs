//! `cargo bench -p leitai-store --bench queue`: how many games per second a queue on PostgreSQL leases and takes the
//! results of, for crews of simulated workers whose games take no time, while others hold many leases, and over a line
//! that is slow in both directions. Each crew represents a process: it has its own connections and its own thread.
#![expect(clippy::print_stdout, reason = "a benchmark talks to its user")]

#[path = "../tests/suite/bed/postgres.rs"]
#[allow(dead_code, reason = "each user uses a part")]
mod postgres;
#[path = "../tests/suite/bed/slow_line.rs"]
mod slow_line;

use leitai_store::{Database, Finished, LeaseTerms, Queue, Release, StoreError, Worker};
use postgres::Server;
use serde_json::{Value, json};
use slow_line::SlowLine;
use std::error::Error;
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};
use tokio::runtime::Builder;
use tokio::task::{JoinHandle, LocalSet, spawn_local};

/// How long each case is measured.
const LASTING: Duration = Duration::from_secs(6);
/// Games waiting at the start of each case: more than are played.
const GAMES: u32 = 150_000;
/// Most results of a seat under way at a time.
const IN_FLIGHT: usize = 16;

/// What is measured.
struct Case {
    crews: usize,
    seats: usize,
    /// Leases held by others during the measurement.
    running: u32,
    /// How long a game takes.
    play: Duration,
    /// How long the line takes, each way.
    line: Duration,
}

const NONE: Duration = Duration::ZERO;
const CASES: [Case; 6] = [
    Case { crews: 1, seats: 16, running: 0, play: NONE, line: NONE },
    Case { crews: 4, seats: 16, running: 0, play: NONE, line: NONE },
    Case { crews: 4, seats: 16, running: 5_000, play: NONE, line: NONE },
    Case { crews: 6, seats: 8, running: 5_000, play: NONE, line: NONE },
    Case { crews: 2, seats: 8, running: 0, play: Duration::from_millis(200), line: NONE },
    Case {
        crews: 2,
        seats: 8,
        running: 0,
        play: Duration::from_millis(200),
        line: Duration::from_millis(100),
    },
];

fn main() -> Result<(), Box<dyn Error>> {
    let Some(server) = Server::start(None) else { return Ok(()) };
    println!("crews x seats, leases beside, a game's time, the line each way: games a second, connections");
    for (number, case) in CASES.iter().enumerate() {
        let name = format!("bench{number}");
        server.sql("postgres", &format!("CREATE DATABASE {name}"));
        fill(&server, &name, case.running)?;
        let (rate, connections) = measure(&server, &name, case)?;
        let Case { crews, seats, running, play, line } = case;
        println!("{crews:2} x {seats:2}, {running:4}, {play:?}, {line:?}: {rate:.0} a second, {connections}");
    }
    Ok(())
}

fn fill(server: &Server, name: &str, running: u32) -> Result<(), Box<dyn Error>> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async { Database::open(&server.address(name)).await.map(|_| ()) })?;
    let jobs = |from: u32, count: u32, rest: &str| {
        format!(
            "INSERT INTO jobs (event, game, queue, priority, place, payload, state, attempts, fence, cancel, worker, until_ms)
             SELECT 'cup', 'g' || n, 'lab', 0, n, '{}', {rest} FROM generate_series({from}, {}) n",
            json!({ "order": "x".repeat(1_000) }),
            from + count - 1
        )
    };
    server.sql(name, &jobs(1, GAMES, "'waiting', 0, 0, 0, NULL, NULL"));
    if running > 0 {
        server.sql(name, &jobs(GAMES + 1, running, "'running', 1, 1, 0, 'far#1-0', 9000000000000000"));
    }
    server.sql(name, "ANALYZE");
    Ok(())
}

/// Games per second, and how many connections that took.
fn measure(server: &Server, name: &str, case: &Case) -> Result<(f64, String), Box<dyn Error>> {
    let line = SlowLine::before(server, case.line)?;
    let address = line.as_ref().map_or_else(|| server.address(name), |line| line.address(name));
    let all_there = Arc::new(Barrier::new(case.crews + 1));
    let crews: Vec<_> = (0..case.crews)
        .map(|crew| {
            let (address, seats, play, all_there) =
                (address.clone(), case.seats, case.play, Arc::clone(&all_there));
            thread::spawn(move || crew_of(&address, crew, seats, play, &all_there))
        })
        .collect();
    all_there.wait();
    let begun = Instant::now();
    thread::sleep(LASTING / 2);
    let count = format!("SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}'");
    let connections = server.sql("postgres", &count);
    let mut played = 0;
    for crew in crews {
        played += crew.join().map_err(|_| "a crew panicked")??;
    }
    let spent = begun.elapsed().as_secs_f64();
    let kept = server.sql(name, "SELECT count(*) FROM results");
    if kept != played.to_string() {
        return Err(format!("{played} were acknowledged, {kept} are kept").into());
    }
    Ok((f64::from(played) / spent, connections))
}

/// How many games a crew plays until the deadline.
fn crew_of(
    address: &str,
    crew: usize,
    seats: usize,
    play: Duration,
    all_there: &Barrier,
) -> Result<u32, StoreError> {
    let Ok(runtime) = Builder::new_current_thread().enable_all().build() else { return Ok(0) };
    LocalSet::new().block_on(&runtime, async {
        let database = Database::open_with(address, 2).await;
        all_there.wait();
        let until = Instant::now() + LASTING;
        let queue = Arc::new(Queue::new(database?, LeaseTerms::default()));
        let seats = Worker::seats(&queue, "lab", &format!("crew{crew}"), seats);
        let line = |ply: u32| format!("{{\"play\":[{ply},{}]}}\n", ply * 7919 % 361);
        let result = json!({ "record": (0..300).map(line).collect::<String>() });
        let seats: Vec<_> = seats
            .into_iter()
            .map(|seat| {
                let result = result.clone();
                spawn_local(async move { sit(&seat, &result, play, until).await })
            })
            .collect();
        let mut played = 0;
        for seat in seats {
            played += seat.await.unwrap_or(Ok(0))?;
        }
        Ok(played)
    })
}

/// Takes the next game while the result of the one before is handed in.
async fn sit(seat: &Worker, result: &Value, play: Duration, until: Instant) -> Result<u32, StoreError> {
    let (mut handed_in, mut played) = (Vec::new(), 0);
    while Instant::now() < until {
        let Some(held) = seat.next().await? else { break };
        if !play.is_zero() {
            tokio::time::sleep(play).await;
        }
        let result = result.clone();
        handed_in.push(spawn_local(async move { held.finish(&result).await }));
        while handed_in.len() > IN_FLIGHT || handed_in.first().is_some_and(JoinHandle::is_finished) {
            played += stands(handed_in.remove(0)).await?;
        }
    }
    seat.stop();
    for result in handed_in {
        played += stands(result).await?;
    }
    while let Some(held) = seat.next().await? {
        held.release(&Release::GivenBack).await?;
    }
    Ok(played)
}

async fn stands(result: JoinHandle<Result<Finished, StoreError>>) -> Result<u32, StoreError> {
    result.await.map_or(Ok(0), |done| Ok(u32::from(done? == Finished::Stands)))
}
