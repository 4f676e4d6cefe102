//! A process that the store's tests kill, freeze and starve. It prints what was acknowledged, one line at a time.
//!
//! `append ADDRESS`: appends to a journal until it is killed; prints each acknowledged number.
//! `fill ADDRESS BALLAST`: appends until it is refused, removes the ballast and goes on; prints what is stored.
//! `result ADDRESS BALLAST`: hands in a result that has no room, removes the ballast and hands it in again.
//! `work ADDRESS CLASS HEARTBEAT MISSED PLAY`: plays games of PLAY milliseconds until it reads `stop`.
//! `stubborn …`: as `work`, but ignores the answers to its heartbeats.

use leitai_store::{
    Appended, Database, FileJournal, Finished, Held, Job, JobState, Journal, LeaseTerms, Queue, Release,
    SqlJournal, Standing, StoreError, Worker,
};
use serde_json::json;
use std::io::{BufRead, Write, stdin, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let done = runtime.map_err(|error| error.to_string()).and_then(|runtime| runtime.block_on(run(&args)));
    if let Err(error) = done {
        say(&format!("failed {error}"));
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

async fn run(args: &[&str]) -> Result<(), String> {
    let done = match args[..] {
        ["append", address] => append(address).await,
        ["fill", address, ballast] => fill(address, ballast).await,
        ["result", address, ballast] => result(address, ballast).await,
        [how @ ("work" | "stubborn"), address, class, heartbeat, missed, play] => {
            let number = |text: &str| text.parse::<u32>().unwrap_or(0);
            let heartbeat = Duration::from_millis(number(heartbeat).into());
            let poll = heartbeat / 20;
            let terms = LeaseTerms { heartbeat, missed: number(missed), poll, ..LeaseTerms::default() };
            let play = Duration::from_millis(number(play).into());
            work(address, class, terms, play, how == "stubborn").await
        }
        _ => return Err("see the head of hand.rs for what it is asked".to_owned()),
    };
    done.map_err(|error| error.to_string())
}

fn say(line: &str) {
    // If nobody is listening any more, the work goes on.
    let _ = writeln!(stdout(), "{line}").and_then(|()| stdout().flush());
}

async fn journal(address: &str) -> Result<Box<dyn Journal>, StoreError> {
    Ok(match address.strip_prefix("file:") {
        Some(path) => Box::new(FileJournal::open(Path::new(path), "cup")?),
        None => Box::new(SqlJournal::new(Database::open(address).await?, "cup")?),
    })
}

async fn append(address: &str) -> Result<(), StoreError> {
    let journal = journal(address).await?;
    let mut seq = journal.entries(0).await?.len() as u64;
    loop {
        let (key, body) = (format!("game {}", seq + 1), json!({ "winner": "first", "n": seq + 1 }));
        match journal.append(0, Some(&key), &body).await? {
            Appended::Written(written) => {
                seq = written;
                say(&seq.to_string());
            }
            // Another writes the same list.
            Appended::AlreadyThere(entry) => seq = entry.seq.max(seq + 1),
            Appended::Overtaken => {}
        }
    }
}

async fn fill(address: &str, ballast: &str) -> Result<(), StoreError> {
    let before = journal(address).await?;
    let mut stands = before.entries(0).await?.len();
    let body = json!({ "record": "x".repeat(900) });
    let refused = loop {
        match before.append(0, None, &body).await {
            Ok(_) => stands += 1,
            Err(error) => break error,
        }
    };
    say(&format!("refused {refused}"));
    let kept = before.entries(0).await?.len();
    say(&format!("kept {}", kept == stands));
    drop(std::fs::remove_file(ballast));
    let next = before.append(0, None, &body).await?;
    say(&format!("next {}", next == Appended::Written(stands as u64 + 1)));
    drop(before);
    let again = journal(address).await?.entries(0).await?.len();
    say(&format!("reopened {}", again == stands + 1));
    Ok(())
}

async fn result(address: &str, ballast: &str) -> Result<(), StoreError> {
    let queue = Queue::new(Database::open(address).await?, LeaseTerms::default());
    let (event, game, class) = ("cup".to_owned(), "1".parse()?, "lab".to_owned());
    queue.enqueue(&[Job { event, game, class, priority: 0, payload: json!(null) }]).await?;
    let Some(lease) = queue.lease("lab", "w").await? else { return Ok(()) };
    // Too large for the free space even when compressed: digits of random-looking numbers.
    let body: Vec<u64> = (0..100_000u64).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
    let refused = queue.finish(&lease, &json!(body)).await;
    say(&format!("refused {}", refused.map_or_else(|error| error.to_string(), |done| format!("{done:?}"))));
    let list = queue.list("cup").await?;
    let kept = list[0].state == JobState::Running && queue.results("cup").await?.is_empty();
    say(&format!("kept {kept}"));
    drop(std::fs::remove_file(ballast));
    say(&format!("next {:?}", queue.finish(&lease, &json!(body)).await?));
    say(&format!("reopened {}", queue.results("cup").await?[0].body == json!(body)));
    Ok(())
}

async fn work(
    address: &str,
    class: &str,
    terms: LeaseTerms,
    play: Duration,
    stubborn: bool,
) -> Result<(), StoreError> {
    let queue: Arc<Queue> = Arc::new(Queue::new(Database::open_with(address, 2).await?, terms));
    let worker = Arc::new(Worker::new(queue, class, "hand"));
    say(&format!("worker {}", worker.id()));
    let stopping = Arc::clone(&worker);
    std::thread::spawn(move || {
        let mut line = String::new();
        while stdin().lock().read_line(&mut line).is_ok_and(|read| read > 0 && line.trim_end() != "stop") {
            line.clear();
        }
        stopping.stop();
    });
    while let Some(held) = worker.next().await? {
        let game = held.job().game.clone();
        say(&format!("took {game}"));
        let end = Instant::now() + play;
        let whole = |held: &Held| stubborn || held.standing() == Standing::Mine;
        while Instant::now() < end && whole(&held) && !worker.is_stopped() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        if Instant::now() < end {
            let standing = held.standing();
            let back = held.release(&Release::GivenBack).await?;
            say(&format!("released {game} {standing:?} {back}"));
            continue;
        }
        let body = json!({ "by": worker.id() });
        match held.finish(&body).await? {
            Finished::Stands => say(&format!("stands {game}")),
            Finished::Dropped(why) => say(&format!("dropped {game} {why:?}")),
        }
    }
    Ok(())
}
