//! The ladder of a campus at a site: `cargo bench -p leitai --bench ladder -- [ENTRANTS [KILLS]]` (200, 5).
//!
//! ENTRANTS entrants each play a match of two games against every other: 39,800 games for 200 entrants. This happens
//! at two separate sites, one of which is killed and restarted KILLS times on the way. The server, its store, the
//! queue through which workers take games and hand them in, the records, the journal and the pages are real. The
//! games are played in this process, by the rules, with valid records and with random moves that follow from each
//! order's seed: no program is started, and no clock runs. Both sites therefore get the same games, whenever they are
//! played. Fails if a game is missing or appears twice, or if the boards differ.
//!
//! Then a program is submitted for one entrant on the command line. It is compiled and checked as usual; the
//! benchmark reports how long after its last validation game the board shows the entrant without results again.
#![expect(clippy::print_stdout, reason = "its words are its result")]

#[path = "../tests/house.rs"]
#[allow(dead_code, reason = "a part is used")]
mod house;
#[path = "served/served.rs"]
#[allow(dead_code, reason = "a part is used")]
mod served;

use house::{House, Lots};
use leitai_arena::now_ms;
use leitai_catalog::{RuledGame, Setup, find};
use leitai_core::{
    Act, Actor, DialectName, Dice, Line, Outbox, Record, Seat, SeatInfo, Sentence, Span, Spoken, Staging,
    Turn, VerdictName,
};
use leitai_hall::{Assignment, Details, Played, SharedStore};
use leitai_sandbox::SandboxLevel;
use leitai_store::{Database, LeaseTerms, Queue, Submissions, patiently};
use leitai_tournament::{CountedOutcome, How, RecordedGame};
use serde_json::{Value, json};
use served::{Server, ask, part};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Games leased at a time.
const AT_ONCE: usize = 64;
/// Longest that any step may take.
const PATIENCE: Duration = Duration::from_mins(30);
/// Interval between two polls.
const LOOK: Duration = Duration::from_millis(5);
/// Interval between two visits.
const VISIT: Duration = Duration::from_millis(200);

/// Plays the first empty cell.
const PROGRAM: &str = r#"import sys
print("Beyond.Game.Tic-tac-toe.1.0", flush=True)
print("Late", flush=True)
for line in sys.stdin:
    line = line.rstrip("\r\n")
    if len(line) == 9 and " " in line:
        print(line.index(" "), flush=True)
"#;

/// A site, and the workers of its store.
struct Ladder {
    house: House,
    entrants: usize,
    server: Option<Server>,
    queue: Queue,
    submissions: Submissions,
    rules: Arc<dyn RuledGame>,
    event: String,
    /// Games handed in, and how many of them were validation games.
    played: usize,
    validated: usize,
    /// Where visitors find the board, `None` while the server is down, and how long each visit took, in milliseconds.
    board: Arc<Mutex<Option<(String, String)>>>,
    visits: Arc<Mutex<Vec<f64>>>,
}

impl Ladder {
    async fn open(entrants: usize) -> Ladder {
        let house = House::open();
        let mut text =
            "name = \"Ladder\"\ngame = \"tictactoe\"\npreset = \"judge\"\nseed = \"7\"\n".to_owned();
        for entry in 0..entrants {
            let _ = write!(text, "[[entries]]\nname = \"p{entry}\"\nprogram = \"random\"\n");
        }
        text += "[submit]\n";
        fs::create_dir_all(house.path("site/events")).expect("our folder");
        fs::write(house.path("site/events/ladder.toml"), text).expect("our folder");
        // The server creates the store.
        let server = Server::start(&house, 0, &["--jobs", "0"]);
        let store = format!("sqlite:{}", house.path("site/store.sqlite").display());
        let database = Database::open(&store).await.expect("the site's store");
        let terms = LeaseTerms { heartbeat: Duration::from_secs(2), ..LeaseTerms::default() };
        let rules = find("tictactoe").expect("a game of the list").open(&Setup::default());
        let mut ladder = Ladder {
            house,
            entrants,
            server: Some(server),
            queue: Queue::new(database.clone(), terms),
            submissions: Submissions::new(database, terms),
            rules: rules.expect("its own rules"),
            event: String::new(),
            played: 0,
            validated: 0,
            board: Arc::default(),
            visits: Arc::default(),
        };
        ladder.event = ladder
            .until(async |ladder| {
                let (_, text) = ladder.asked("/api/v1/events").await?;
                let id = json_of(&text)?["events"][0]["id"].as_str()?.to_owned();
                Some(id)
            })
            .await;
        ladder.is_visited();
        ladder
    }

    fn address(&self) -> &str {
        &self.server.as_ref().expect("it runs").address
    }

    async fn asked(&self, path: &str) -> Option<(u16, String)> {
        ask(self.address(), path, "", None).await.filter(|(status, _)| *status == 200)
    }

    /// Calls `look` until it finds something, and returns that.
    async fn until<T>(&self, look: impl AsyncFn(&Ladder) -> Option<T>) -> T {
        let began = Instant::now();
        loop {
            if let Some(found) = look(self).await {
                return found;
            }
            assert!(began.elapsed() < PATIENCE, "waited in vain");
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Lets the visitors look at the board from now on.
    fn is_visited(&self) {
        let path = format!("/events/{}", self.event);
        *self.board.lock().expect("nobody panics") = Some((self.address().to_owned(), path));
    }

    /// Kills and restarts the server; returns how long it did not answer.
    async fn killed(&mut self) -> Duration {
        *self.board.lock().expect("nobody panics") = None;
        let began = Instant::now();
        self.server = None;
        self.server = Some(Server::start(&self.house, 0, &["--jobs", "0"]));
        self.until(async |ladder| ladder.rows().await).await;
        self.is_visited();
        began.elapsed()
    }

    /// The rows of the public board, one per entrant.
    async fn rows(&self) -> Option<Vec<[Value; 7]>> {
        let (_, text) = self.asked(&format!("/events/{}/board.json", self.event)).await?;
        let table = json_of(&text)?;
        let rows = table["rows"].as_array()?;
        let columns = ["place", "name", "points", "matches", "won", "drawn", "lost"];
        Some(rows.iter().map(|row| columns.map(|column| row[column].clone())).collect())
    }

    /// Waits until every match is counted, and returns the board.
    async fn whole(&self) -> Vec<[Value; 7]> {
        let each = json!(self.entrants - 1);
        self.until(async |ladder| ladder.rows().await.filter(|rows| rows.iter().all(|row| row[3] == each)))
            .await
    }

    /// Leases some games, plays them and hands them in; returns whether there were any.
    async fn plays(&mut self) -> bool {
        let terms = self.queue.terms();
        let take = async || self.queue.lease_many("default", "bench", AT_ONCE).await;
        let leases = patiently(terms, take).await.expect("a store");
        if leases.is_empty() {
            tokio::time::sleep(LOOK).await;
            return false;
        }
        let games: Vec<_> = leases
            .into_iter()
            .map(|lease| {
                let answer = answer(&*self.rules, &lease.job.payload);
                (lease, answer)
            })
            .collect();
        self.played += games.len();
        self.validated +=
            games.iter().filter(|(lease, _)| lease.job.game.to_string().contains("submission")).count();
        let hand_in = async || self.queue.finish_many(&games).await;
        patiently(terms, hand_in).await.expect("a store");
        true
    }

    /// Plays everybody against everybody, killing the server `kills` times on the way; returns the final board.
    async fn runs(&mut self, kills: usize) -> Vec<[Value; 7]> {
        let (began, games) = (Instant::now(), self.entrants * (self.entrants - 1));
        let (mut left, mut away) = (kills, Vec::new());
        while self.played < games {
            self.plays().await;
            // Right after games were handed in, before the server can have processed them all.
            if left > 0 && self.played * (kills + 1) >= games * (kills + 1 - left) {
                left -= 1;
                away.push(self.killed().await.as_secs_f64());
            }
            assert!(began.elapsed() < PATIENCE, "{} games of {games}", self.played);
        }
        let board = self.whole().await;
        let took = began.elapsed().as_secs_f64();
        println!(
            "{games} games in {took:.1} s, {:.0} a second; {} kB of memory; killed {kills} times, back after {away:.2?} s",
            games as f64 / took,
            self.server.as_ref().map_or(0, Server::memory)
        );
        board
    }

    /// Checks that the journal holds each game once, and that each has a record.
    fn is_whole(&self, games: usize) {
        let store = format!("sqlite:{}", self.house.path("site/store.sqlite").display());
        // A `SharedStore` blocks on a runtime of its own, hence the thread.
        let read = move || {
            let shared = SharedStore::open(&store, "default", Duration::from_secs(2)).expect("a store");
            shared.history("Ladder").expect("it began").0
        };
        let history = std::thread::spawn(read).join().expect("no panic");
        let ids: BTreeSet<_> = history.event.games().iter().map(|game| game.id.to_string()).collect();
        assert_eq!((history.event.games().len(), ids.len()), (games, games), "each once");
        let mut records = BTreeSet::new();
        records_in(&self.house.path("site"), &mut records);
        let missing: Vec<_> = ids.iter().filter(|id| !records.contains(&format!("{id}.jsonl"))).collect();
        assert!(missing.is_empty(), "{} without a record, as {:?}", missing.len(), missing.first());
    }

    /// Submits a program for an entrant, and reports how long after its last validation game the board shows it
    /// starting over.
    async fn submits(&mut self) {
        let file = self.house.path("late.py");
        fs::write(&file, PROGRAM).expect("our folder");
        let [file, site] = [file, self.house.path("site")].map(|path| path.display().to_string());
        let began = Instant::now();
        let done = self.house.done(&["submit", &file, "--data", &site, "--event", "Ladder", "--entry", "p0"]);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        while self.validated < 4 {
            self.plays().await;
            assert!(began.elapsed() < PATIENCE, "it is not validated");
        }
        let played = now_ms();
        let begins = |row: &[Value; 7]| row[1] == json!("p0") && row[3] == json!(0);
        self.until(async |ladder| ladder.rows().await.filter(|rows| rows.iter().any(begins)).map(drop)).await;
        let (shown, took) = (now_ms(), began.elapsed().as_secs_f64());
        let all = self.submissions.list("Ladder", Some("p0")).await.expect("a store");
        let accepted = all.last().map_or(0, |one| one.changed_ms);
        println!(
            "a submission is on the board {} ms after it was in force, {} ms after its last validation game, {took:.1} s after it was handed in",
            shown - accepted,
            shown - played,
        );
        // The entrant plays everybody again.
        let games = self.played + 2 * (self.entrants - 1);
        while self.played < games {
            self.plays().await;
            assert!(began.elapsed() < PATIENCE, "{} games of {games}", self.played);
        }
        self.whole().await;
        println!("after {:.1} s it has met everybody anew", began.elapsed().as_secs_f64());
    }
}

fn json_of(answer: &str) -> Option<Value> {
    serde_json::from_str(answer.split_once("\r\n\r\n")?.1.trim()).ok()
}

fn records_in(folder: &std::path::Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            records_in(&entry.path(), found);
        } else {
            found.insert(entry.file_name().to_string_lossy().into_owned());
        }
    }
}

/// What a worker hands in for an order.
fn answer(rules: &dyn RuledGame, order: &Value) -> Value {
    let Assignment { id, seated, seed, .. } =
        serde_json::from_value(order["assignment"].clone()).expect("an order");
    let record = record(rules, [&seated[0].name, &seated[1].name], &mut Lots(seed));
    let (winner, plies) = record.end.as_ref().map(|end| (end.winner, end.plies)).expect("it is over");
    let [first, second] = seated.each_ref().map(|seated| seated.entry);
    let outcome = winner.map_or(CountedOutcome::Draw, CountedOutcome::Win);
    let result = RecordedGame { id, first, second, outcome, how: How::Played, faults: [0; 2] };
    let details = Details {
        verdict: VerdictName::Law,
        reason: Sentence::new("by the rules", "按规则"),
        plies,
        seconds: 0.01,
        record: Some(format!("games/{id}.jsonl")),
        seal: None,
        used_ms: Some([1, 1]),
        replays: 0,
        disturbed_ms: None,
        programs: [None; 2],
        at_table: None,
        sandbox: SandboxLevel::Off,
        ended: now_ms(),
    };
    json!({ "played": Played { result, details }, "record": record.text() })
}

/// Plays a game by the rules, and returns its record.
fn record(rules: &dyn RuledGame, names: [&String; 2], lots: &mut Lots) -> Record {
    let mut staging = Staging::default();
    for (info, name) in staging.seats.iter_mut().zip(names) {
        let dialect = Spoken::In(DialectName::Native);
        *info = SeatInfo { name: name.clone().into(), dialect, ..SeatInfo::default() };
    }
    let mut table = rules.table(staging, Dice::from_hex(&"5".repeat(64)));
    table.begin([None; 2], &mut Outbox::default());
    while !matches!(table.turn(), Turn::Over(_)) {
        let turn = table.turn();
        let seat =
            Seat::BOTH.into_iter().find(|seat| turn.owes(Actor::Seat(*seat))).expect("somebody's turn");
        let choices = table.choices(seat);
        let text = choices[lots.below(choices.len() as u64) as usize].text.clone();
        let act = Act::Play { by: Actor::Seat(seat), acts: &[&text], span: Span::Part };
        table.act(act, Duration::ZERO, [None; 2], &mut Outbox::default()).expect("it was offered");
    }
    table.seal();
    let mut text = Vec::new();
    table.record(&mut text);
    let text = String::from_utf8(text).expect("a record is text");
    let mut record = Record::read(&text).expect("a record");
    let ready = |seat| (0, Line::Ready { seat, name: None, us: 1 });
    record.lines.splice(0..0, Seat::BOTH.map(ready));
    record
}

/// Starts visitors who look at the board at intervals, at whatever address it currently has.
fn visits(ladder: &Ladder) -> tokio::task::JoinHandle<()> {
    let (board, visits) = (Arc::clone(&ladder.board), Arc::clone(&ladder.visits));
    tokio::spawn(async move {
        let mut tick = tokio::time::interval(VISIT);
        loop {
            tick.tick().await;
            let Some((address, path)) = board.lock().expect("nobody panics").clone() else { continue };
            let began = Instant::now();
            if ask(&address, &path, "", None).await.is_some_and(|(status, _)| status == 200) {
                visits.lock().expect("nobody panics").push(began.elapsed().as_secs_f64() * 1e3);
            }
        }
    })
}

async fn compared(entrants: usize, kills: usize) {
    let mut boards = Vec::new();
    for kills in [0, kills] {
        let mut ladder = Ladder::open(entrants).await;
        let visitors = visits(&ladder);
        boards.push(ladder.runs(kills).await);
        ladder.is_whole(entrants * (entrants - 1));
        if boards.len() == 2 {
            ladder.submits().await;
        }
        visitors.abort();
        let mut took = std::mem::take(&mut *ladder.visits.lock().expect("nobody panics"));
        let [half, most] = [0.5, 0.99].map(|share| part(&mut took, share).unwrap_or(0.0));
        println!("{} visits of the event's page meanwhile: p50 {half:.0} ms, p99 {most:.0} ms", took.len());
    }
    assert_eq!(boards[0], boards[1], "the boards differ");
    println!("both boards are the same: {} entrants, first {:?}", boards[0].len(), boards[0][0]);
}

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let (entrants, kills) = (numbers.first().copied().unwrap_or(200), numbers.get(1).copied().unwrap_or(5));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(compared(entrants.max(2), kills));
}
