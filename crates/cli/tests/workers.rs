//! Events whose games are played by workers, on SQLite and on PostgreSQL, by processes that are killed, frozen and
//! stopped. Each game counts once.

mod admitted;
mod not_up_yet;
#[path = "../../store/tests/suite/bed/postgres.rs"]
#[allow(dead_code, reason = "each suite uses a part")]
pub(crate) mod postgres;
mod preempted;
mod travels;

use crate::house::{House, Lots, Stage, is_verified};
use postgres::Server;
use rustix::process::Signal;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

/// Short, but long enough that no worker misses it on a busy machine.
const HEARTBEAT: &str = "0.5";

/// A house with a store.
pub(crate) struct Bed {
    pub(crate) house: House,
    pub(crate) address: String,
    server: Option<Server>,
}

impl Bed {
    pub(crate) fn sqlite() -> Bed {
        let house = House::open();
        let address = format!("sqlite:{}", house.path("store.db").display());
        Bed { house, address, server: None }
    }

    /// `None` if PostgreSQL is not installed.
    pub(crate) fn postgres() -> Option<Bed> {
        let server = Server::start(None)?;
        let address = server.address("postgres");
        Some(Bed { house: House::open(), address, server: Some(server) })
    }

    pub(crate) fn worker(&mut self, jobs: &str) -> Stage {
        self.worker_at(&self.address.clone(), jobs)
    }

    /// A worker that signs in at this address.
    pub(crate) fn worker_at(&mut self, address: &str, jobs: &str) -> Stage {
        let args = ["worker", "--server", address, "--heartbeat", HEARTBEAT, "--jobs", jobs, "--json"];
        self.house.stage(&args)
    }

    fn event(&mut self, what: &str, file: &Path) -> Stage {
        let file = file.to_str().expect("text");
        let args = ["tournament", what, file, "--store", &self.address, "--heartbeat", HEARTBEAT, "--json"];
        self.house.stage(&args)
    }

    /// The output of `leitai workers` with these arguments, which must succeed.
    pub(crate) fn workers(&self, more: &[&str]) -> String {
        let mut args = vec!["workers", "--server", &self.address, "--heartbeat", HEARTBEAT];
        args.extend(more);
        let done = self.house.done(&args);
        assert!(done.status.success(), "{more:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).expect("text")
    }

    /// The address of the store as it is shown.
    fn place(&self) -> &str {
        self.address.strip_prefix("sqlite:").unwrap_or(&self.address)
    }

    /// The exit code and the output of a command about an event.
    fn looks(&self, what: &str, file: &Path, more: &[&str]) -> (Option<i32>, String) {
        let mut args = vec!["tournament", what, file.to_str().expect("text"), "--store", &self.address];
        args.extend(more);
        let done = self.house.done(&args);
        let said = [done.stdout, done.stderr].map(|said| String::from_utf8(said).expect("text"));
        (done.status.code(), said.concat())
    }

    /// Runs a query that returns a number.
    fn sql(&self, text: &'static str) -> Result<i64, sqlx::Error> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            if self.server.is_some() {
                let pool = sqlx::PgPool::connect(&self.address).await?;
                let number = sqlx::query_as(text).fetch_one(&pool).await.map(|(number,): (i64,)| number);
                pool.close().await;
                return number;
            }
            let pool = sqlx::SqlitePool::connect(&self.address).await?;
            let number = sqlx::query_as(text).fetch_one(&pool).await.map(|(number,): (i64,)| number);
            pool.close().await;
            number
        })
    }

    /// An event of few entries whose games take a moment, for what happens in its first seconds.
    fn brief(&self, name: &str) -> PathBuf {
        let file = self.slow(name);
        let entries = leitai_testkit::extent("LEITAI_ENTRIES", 4, 6);
        let text = fs::read_to_string(&file).expect("our file");
        let kept: Vec<_> = text.split("[[entries]]").take(1 + entries).collect();
        fs::write(&file, kept.join("[[entries]]")).expect("our file");
        file
    }

    /// An event of six entries whose games take a moment.
    fn slow(&self, name: &str) -> PathBuf {
        let engine = format!("exec {} engine tictactoe --level random", self.house.binary().display());
        let file = self.house.event(name, &format!("cmd:sh -c 'sleep 0.2; {engine}'"));
        off(&file);
        file
    }
}

/// Turns the sandbox off: the programs are a shell and what it starts.
fn off(file: &Path) {
    let text = fs::read_to_string(file).expect("our file");
    fs::write(file, text.replace("at-least", "level = \"off\"\nat-least")).expect("our file");
}

/// Reduces the event's file to two entries with these programs, which makes two games.
fn of_two(file: &Path, programs: [&str; 2]) {
    let text = fs::read_to_string(file).expect("our file");
    let head = text.split("[[entries]]").next().expect("its beginning");
    let entry = |name, program: &str| format!("[[entries]]\nname = {name:?}\nprogram = {program:?}\n");
    fs::write(file, format!("{head}{}{}", entry("甲", programs[0]), entry("乙", programs[1]))).expect("ours");
}

/// Waits for the next output line of this kind.
fn until(stage: &mut Stage, kind: &str) -> Value {
    while let Some(line) = stage.line() {
        let line: Value = serde_json::from_str(&line).expect("JSON");
        if line["type"] == kind {
            return line;
        }
    }
    panic!("it ended without a line {kind}: {}", stage.complaint());
}

/// Checks that the event is over and that each result is recorded once with its record; returns the number of
/// results.
fn is_over(bed: &Bed, mut event: Stage, file: &Path) -> usize {
    let summary = until(&mut event, "summary");
    assert_eq!(summary["over"], true, "{summary}");
    let (code, said) = event.end();
    assert_eq!(code, Some(0), "{said}");
    let played = is_verified(&bed.house, &file.with_extension("")).len();
    assert_eq!(summary["games"], played);
    let text = fs::read_to_string(file).expect("our file");
    let entries = text.matches("[[entries]]").count();
    assert!(entries > 1 && played >= entries * (entries - 1), "{played} games of {entries}");
    played
}

/// An organiser lists workers, sends them away and bars them; the remaining workers finish the event.
#[test]
fn workers_are_listed_drained_and_barred() {
    let mut bed = Bed::sqlite();
    let file = bed.slow("ordered");
    let event = bed.event("run", &file);
    let mut drained = bed.worker("2");
    until(&mut drained, "took");
    // The machine is measured while the worker plays.
    let mut listed = Value::Null;
    for _ in 0..200 {
        let lines = bed.workers(&["--json"]);
        listed = serde_json::from_str(lines.lines().next().expect("it plays")).expect("JSON");
        if listed["about"]["cores"].as_u64() > Some(0) {
            break;
        }
        sleep(Duration::from_millis(50));
    }
    assert_eq!(
        (&listed["type"], &listed["seats"], &listed["order"]),
        (&"worker".into(), &2.into(), &"resume".into())
    );
    let about = &listed["about"];
    assert!(about["cores"].as_u64() > Some(0) && about["speed"].as_u64() > Some(0), "{listed}");
    assert!(about["level"].is_string(), "{listed}");
    let machine = listed["machine"].as_str().expect("a name").to_owned();
    assert!(bed.workers(&[]).contains(&machine));
    assert!(bed.workers(&["--class", "default"]).contains(&machine));
    assert!(bed.workers(&["--class", "fast"]).contains("no worker of the class fast"));
    assert!(bed.workers(&["drain", &machine]).contains("finish their games"));
    let (code, said) = drained.end();
    assert!(code == Some(0) && said.contains("has drained this machine"), "{code:?} {said}");
    // The control: a worker that arrives later plays.
    let mut barred = bed.worker("2");
    until(&mut barred, "took");
    bed.workers(&["bar", &machine]);
    let (code, said) = barred.end();
    assert!(code != Some(0) && said.contains("are barred"), "{code:?} {said}");
    let (code, said) = bed.worker("1").end();
    assert!(code != Some(0) && said.contains(&format!("leitai workers resume {machine}")), "{code:?} {said}");
    assert!(bed.workers(&["bar", &machine]).contains("nothing changes"));
    assert!(bed.workers(&["--json"]).contains("\"held_back\""));
    bed.workers(&["resume", &machine]);
    let worker = bed.worker("2");
    is_over(&bed, event, &file);
    leaves(worker);
}

/// Stops a worker with SIGINT: it finishes its games and exits.
fn leaves(worker: Stage) {
    worker.signal(Signal::INT);
    let (code, said) = worker.end();
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn one_worker_plays_an_event_from_a_file_as_the_stage_itself_does() {
    let mut bed = Bed::sqlite();
    let file = bed.house.event("alike", "random");
    let alone = bed.house.path("alone");
    let text = file.to_str().expect("text");
    let here = bed.house.done(&["tournament", "run", text, "-q", "--out", alone.to_str().expect("text")]);
    assert!(here.status.success(), "{}", String::from_utf8_lossy(&here.stderr));
    let worker = bed.worker("2");
    let args = ["tournament", "run", text, "-q", "--store", &bed.address, "--heartbeat", HEARTBEAT];
    let there = bed.house.done(&args);
    leaves(worker);
    let table = |said: &[u8]| {
        let said = String::from_utf8_lossy(said).into_owned();
        said.lines().take_while(|line| !line.starts_with("journal")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(table(&there.stdout), table(&here.stdout));
    bed.house.is_clean();
}

#[test]
fn two_workers_one_killed_and_one_frozen_play_each_game_once() {
    let Some(mut bed) = Bed::postgres() else { return };
    let file = bed.brief("harmed");
    let event = bed.event("run", &file);
    // One game at a time: a stopped stage keeps its core, and the others need one.
    let mut frozen = bed.worker("1");
    until(&mut frozen, "took");
    frozen.signal(Signal::STOP);
    while bed.sql("SELECT COUNT(*) FROM jobs WHERE state = 'running'").expect("a number") == 0 {
        // The worker was between two games.
        frozen.signal(Signal::CONT);
        until(&mut frozen, "took");
        frozen.signal(Signal::STOP);
    }
    let mut killed = bed.worker("2");
    until(&mut killed, "stands");
    until(&mut killed, "took");
    killed.kill();
    let next = bed.worker("2");
    is_over(&bed, event, &file);
    frozen.signal(Signal::CONT);
    // Another worker has played its game, so its own result does not count.
    assert_eq!(until(&mut frozen, "dropped")["why"], "another worker plays it now");
    leaves(frozen);
    leaves(next);
    bed.house.is_still();
}

#[test]
fn an_event_whose_coordinator_is_killed_is_taken_over() {
    let Some(mut bed) = Bed::postgres() else { return };
    let file = bed.slow("taken-over");
    let worker = bed.worker("4");
    for what in ["run", "resume", "resume"] {
        let mut event = bed.event(what, &file);
        until(&mut event, "game");
        event.kill();
    }
    // The workers went on, and what they played in the meantime is kept.
    sleep(Duration::from_millis(500));
    let event = bed.event("resume", &file);
    is_over(&bed, event, &file);
    leaves(worker);
}

/// Restarts of the database in each of two ways.
const RESTARTS: u32 = 4;
/// Restarts in a long run.
const MANY_RESTARTS: u32 = 50;

/// A worker and a coordinator wait for a database that crashes or is shut down, whatever they were asking of it; the worker
/// is idle at times, too.
#[test]
fn a_database_that_restarts_again_and_again_costs_no_result_and_no_process() {
    let Some(mut bed) = Bed::postgres() else { return };
    let (mut lots, mut events) = (Lots(7), 0);
    let worker = bed.worker("3");
    let mut left = 2 * leitai_testkit::extent("LEITAI_RESTARTS", RESTARTS, MANY_RESTARTS);
    while left > 0 {
        events += 1;
        let file = bed.brief(&format!("restarts{events}"));
        let event = bed.event("run", &file);
        for _ in 0..left.min(8) {
            sleep(Duration::from_millis(lots.below(700)));
            let server = bed.server.as_ref().expect("its server");
            server.end(["QUIT", "INT"][left as usize % 2]);
            sleep(Duration::from_millis(lots.below(300)));
            server.run();
            left -= 1;
        }
        is_over(&bed, event, &file);
    }
    leaves(worker);
}

#[test]
fn a_worker_that_is_stopped_twice_gives_its_games_back() {
    let mut bed = Bed::sqlite();
    let file = bed.brief("given-back");
    let event = bed.event("run", &file);
    let mut worker = bed.worker("2");
    until(&mut worker, "took");
    worker.signal(Signal::INT);
    sleep(Duration::from_millis(120));
    worker.signal(Signal::INT);
    assert_eq!(worker.end().0, Some(0));
    let next = bed.worker("4");
    is_over(&bed, event, &file);
    leaves(next);
    bed.house.is_clean();
}

/// An arbiter elsewhere rules that an entry leaves the event: the ruling takes effect once, and everything can be
/// viewed from there.
#[test]
fn an_arbiter_rules_from_afar() {
    let mut bed = Bed::sqlite();
    let file = bed.slow("leaves");
    let check = bed.looks("check", &file, &[]);
    assert!(check.0 == Some(0) && check.1.starts_with("leaves has not begun in"), "{check:?}");
    let mut event = bed.event("run", &file);
    let mut worker = bed.worker("2");
    until(&mut event, "game");
    until(&mut worker, "took");
    let afar = bed.house.path("afar");
    fs::create_dir(&afar).expect("our folder");
    let copy = afar.join("leaves.toml");
    fs::copy(&file, &copy).expect("our file");
    let leave = ["withdraw", "甲", "--leave", "--by", "chief-referee", "--reason", "left the hall"];
    let (code, said) = bed.looks("rule", &copy, &leave);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("ruling 0: ") && said.contains("the process that runs the event takes up the ruling"),
        "{said}"
    );
    assert_eq!(until(&mut event, "ruling")["ruling"]["reason"], "left the hall");
    let (mut after, mut standings) = (Vec::new(), String::new());
    while let Some(line) = event.line() {
        let read: Value = serde_json::from_str(&line).expect("JSON");
        assert_ne!(read["type"], "ruling", "a ruling is heard of once");
        match read["type"].as_str() {
            Some("game") => after.push(read),
            Some("standing") => standings += &format!("{line}\n"),
            _ => {}
        }
    }
    let (code, said) = event.end();
    assert_eq!(code, Some(0), "{said}");
    leaves(worker);
    assert!(after.len() >= 10, "the others play on: {after:?}");
    let plays = |line: &Value| [&line["first"], &line["second"]].iter().any(|name| *name == "甲");
    assert!(!after.iter().any(plays), "{after:?}");
    // A remote viewer sees the same as the process that ran the event.
    assert_eq!(bed.looks("standings", &copy, &["--json"]), (Some(0), standings));
    let records = is_verified(&bed.house, &file.with_extension(""));
    let games = records.len();
    let report = bed.looks("report", &copy, &[]);
    assert!(
        report.0 == Some(0) && report.1.starts_with(&format!("report with {games} games:")),
        "{report:?}, of {records:?} with {:?}",
        is_shown(&afar.join("leaves/report/games"))
    );
    assert_eq!(is_verified_in(&bed.house, &afar.join("leaves/report/games")), games);
    let check = bed.looks("check", &file, &[]);
    assert!(
        check.1.contains(&format!("leaves has begun in {}, {games} games played", bed.place())),
        "{check:?}"
    );
    bed.house.is_clean();
}

/// Verifies the records in a folder, and returns their number.
/// The files of a folder.
fn is_shown(games: &Path) -> Vec<String> {
    let names = fs::read_dir(games).expect("records").flatten().map(|file| file.file_name());
    names.map(|name| name.to_string_lossy().into_owned()).collect()
}

fn is_verified_in(house: &House, games: &Path) -> usize {
    let records = fs::read_dir(games).expect("records").flatten().map(|file| file.path());
    let records: Vec<_> = records.filter(|path| path.extension().is_some_and(|end| end == "jsonl")).collect();
    let mut args = vec!["verify", "-q"];
    args.extend(records.iter().map(|path| path.to_str().expect("text")));
    assert!(house.done(&args).status.success());
    records.len()
}

#[test]
fn an_event_that_a_store_does_not_hold_is_refused_with_those_that_it_holds() {
    let bed = Bed::sqlite();
    let file = bed.house.event("unknown", "nowhere.py");
    let rule = ["close", "--by", "organiser", "--reason", "late"];
    for (what, more) in [("standings", &[][..]), ("report", &[]), ("rule", &rule)] {
        let (code, said) = bed.looks(what, &file, more);
        let none =
            format!("\"unknown\" has not begun in {} (`run` starts it); it holds no event", bed.place());
        assert!(code == Some(2) && said.contains(&none), "{said}");
    }
    let known = bed.house.event("known", "random");
    let mut run =
        bed.house.leitai(&["tournament", "run", known.to_str().expect("text"), "--store", &bed.address]);
    let mut run = run.stdout(std::process::Stdio::null()).spawn().expect("it starts");
    while !bed.looks("standings", &known, &[]).1.contains("甲") {
        sleep(Duration::from_millis(20));
    }
    run.kill().expect("it runs");
    run.wait().expect("it ends");
    let there = bed.looks("standings", &file, &[]).1;
    assert!(there.contains("it holds: known"), "{there}");
    let mended = fs::read_to_string(&file).expect("our file").replace("nowhere.py", "random");
    fs::write(&file, mended).expect("our file");
    let (code, said) = bed.looks("resume", &file, &[]);
    assert!(code == Some(2) && said.contains("it holds: known"), "{said}");
}

#[test]
fn a_game_that_no_machine_can_play_needs_a_person() {
    let mut bed = Bed::sqlite();
    let file = bed.house.event("impossible", "broken.c");
    fs::write(bed.house.path("broken.c"), "int main(void) { return nothing; }\n").expect("our folder");
    of_two(&file, ["broken.c", "broken.c"]);
    let event = bed.event("run", &file);
    let worker = bed.worker("2");
    let (code, said) = event.end();
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("could not be played and needs attention"), "{said}");
    assert!(said.contains("broken.c does not compile") && !said.contains("{\"en\""), "{said}");
    assert!(said.contains("2 of the games failed too often and need attention"), "{said}");
    leaves(worker);
    // The operator fixes the file and resumes.
    let engine = format!("cmd:{} engine tictactoe --level random", bed.house.binary().display());
    let mended = fs::read_to_string(&file).expect("our file").replace("broken.c", &engine);
    fs::write(&file, mended).expect("our file");
    let _worker = bed.worker("2");
    let mut event = bed.event("resume", &file);
    let mut played = 0;
    while let Some(line) = event.line() {
        played += usize::from(line.contains("\"type\":\"game\""));
    }
    assert!(played >= 2, "{played}");
}
