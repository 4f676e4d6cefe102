//! A server that is killed at any instant while programs from elsewhere play at its tables: every game goes on, the programs
//! stay, and each of their lines is heard once. One game at each table before is the control: nobody kills in it.

use super::from_afar::student;
use super::joined::{BadLine, Joins};
use super::people_killed::Around;
use super::site::{PATIENCE, Site};
use crate::house::Lots;
use leitai_catalog::Replay;
use leitai_core::Record;
use leitai_store::Scope;
use leitai_testkit::extent;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// The tables: the game, against whom, and the program with its dialect.
const TABLES: [(&str, &str, &str); 3] =
    [("dots", "program", "native"), ("hex", "random", "native"), ("einstein", "easy", "native")];
/// A program of any game, slow enough that the server is killed while it thinks, whose name is its process.
const SLOW: &str = r#"
import json, os, random, sys, time
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "hello":
        print(json.dumps({"type": "ready", "name": f"process {os.getpid()}", "moves": True}), flush=True)
    elif said["type"] == "turn":
        time.sleep(random.random() * 0.03)
        print(json.dumps({"type": "play", "moves": [random.choice(said["moves"])]}), flush=True)
    elif said["type"] == "end":
        break
"#;
/// After each start every table gets on by so many acts.
const ACTS: u64 = 3;

/// A table at which one game is played after the other.
struct Table {
    game: &'static str,
    rival: &'static str,
    dialect: &'static str,
    folder: PathBuf,
    token: PathBuf,
    /// The way to the site, which may be somewhere else each time.
    line: Arc<BadLine>,
    around: Arc<Around>,
    /// Held while a game is begun, and while the server is away.
    gate: Arc<Mutex<()>>,
    acts: Arc<AtomicU64>,
}

impl Table {
    /// Plays a whole game; says how often its lines were cut.
    fn plays(&self) -> usize {
        let gate = self.gate.lock().expect("nobody panics");
        let server = format!("http://{}", self.line.address);
        let common = ["cmd:python3 slow.py", "--dialect", self.dialect, "--json"];
        let game = ["--game", self.game, "--rival", self.rival, "--seat", "first"];
        let args = [&[server.as_str()], &common[..], &game[..]];
        let mut all = vec![Joins::begin_in(&self.folder, &self.token, &args.concat())];
        let seat = all[0].next_step().expect("a seat");
        if let Some(invites) = seat["invites"].as_str() {
            let args = [&[invites], &common[..]].concat();
            all.push(Joins::begin_in(&self.folder, &self.token, &args));
            all[1].next_step().expect("a seat");
        }
        drop(gate);
        let id = seat["page"].as_str().and_then(|page| page.split('/').nth(4)).expect("an id").to_owned();
        let followed: Vec<_> = all
            .into_iter()
            .map(|mut joins| {
                let acts = Arc::clone(&self.acts);
                thread::spawn(move || {
                    let (mut told, mut cuts) = (Vec::new(), 0);
                    while let Some(step) = joins.next_step() {
                        match step["type"].as_str() {
                            Some("told") => {
                                told.push(step["report"].as_str().expect("a report").to_owned());
                                acts.fetch_add(1, Ordering::Relaxed);
                            }
                            Some("cut") => cuts += 1,
                            _ => {}
                        }
                    }
                    let (code, _, err) = joins.rest();
                    (told, cuts, code, err)
                })
            })
            .collect();
        let followed: Vec<_> = followed.into_iter().map(|one| one.join().expect("it is followed")).collect();
        let text = self.record(&id, &followed);
        let record = Record::read(&text).unwrap_or_else(|why| panic!("{why}\n{text}"));
        let end = Replay::open(record).and_then(Replay::verify);
        end.unwrap_or_else(|why| panic!("{}: {why}\n{text}", self.game));
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert!(text.contains("\"verdict\":\"Law\""), "{}: nobody lost by a fault: {text}", self.game);
        let acts = lines.iter().filter(|line| line["type"] == "play").flat_map(|line| {
            let by = line["by"].as_str().expect("a hand");
            line["acts"]
                .as_array()
                .expect("acts")
                .iter()
                .map(move |act| format!("{by} {}", act.as_str().expect("text")))
        });
        let acts: Vec<_> = acts.collect();
        for (seat, (told, cuts, code, err)) in ["first", "second"].into_iter().zip(&followed) {
            // Where the server was killed between the end of the game and the last line.
            let is_gone = *code == Some(1) && err.contains("There is no such table.");
            assert!(*code == Some(0) || is_gone, "{}: {code:?} {err}", self.game);
            if self.game != "einstein" {
                let heard = if is_gone { &acts[..told.len()] } else { &acts[..] };
                assert_eq!(told, heard, "{}: each once, and in order", self.game);
            }
            let ready = lines.iter().filter(|line| line["type"] == "ready" && line["seat"] == seat);
            let names: Vec<_> = ready.map(|line| line["name"].to_string()).collect();
            assert!(names.iter().all(|name| *name == names[0]), "the program stays: {names:?}");
            assert!(*cuts > 0 || names.len() == 1, "{names:?}");
        }
        followed.iter().map(|(_, cuts, ..)| cuts).sum()
    }

    /// The record, once there is one, of a game whose programs were told so much and ended so.
    fn record(&self, id: &str, followed: &impl std::fmt::Debug) -> String {
        let began = Instant::now();
        loop {
            let (status, _, text) = self.around.gets(&format!("/games/{id}/record.jsonl"), "");
            if status == 200 {
                return text;
            }
            assert!(began.elapsed() < PATIENCE, "{}: a record, after {followed:?}", self.game);
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// 3 kills always, 50 in a long run, or as many as `LEITAI_TABLE_KILLS` says.
#[test]
fn games_with_programs_from_elsewhere_outlive_a_server_that_is_killed() {
    let times: u32 = extent("LEITAI_TABLE_KILLS", 3, 50);
    let mut site = Site::open(&[]);
    fs::write(site.house.path("slow.py"), SLOW).expect("our folder");
    let (line, gate) = (Arc::new(BadLine::to(&site)), Arc::new(Mutex::new(())));
    let around = Arc::new(Around::default());
    around.address.lock().expect("nobody panics").clone_from(&site.address);
    let (is_over, mut lots) = (Arc::new(AtomicBool::new(false)), Lots(41));
    let mut counts = Vec::new();
    let mut tables = Vec::new();
    for (number, (game, rival, dialect)) in (1..).zip(TABLES) {
        let token = site.house.path(&format!("token {number}"));
        fs::write(&token, student(&site, &[Scope::Play], number)).expect("our folder");
        let acts = Arc::new(AtomicU64::new(0));
        counts.push(Arc::clone(&acts));
        let (folder, line, gate) = (site.house.path("."), Arc::clone(&line), Arc::clone(&gate));
        let around = Arc::clone(&around);
        tables.push(Table { game, rival, dialect, folder, token, line, around, gate, acts });
    }
    // Nobody kills: nothing is cut, and each program gets ready once.
    let alone = tables.into_iter().map(|table| {
        thread::spawn(move || {
            assert_eq!(table.plays(), 0, "{}: no line is cut", table.game);
            table
        })
    });
    let alone: Vec<_> = alone.collect();
    let tables: Vec<_> = alone.into_iter().map(|table| table.join().expect("undisturbed")).collect();
    let played: Vec<_> = tables
        .into_iter()
        .map(|table| {
            let is_over = Arc::clone(&is_over);
            thread::spawn(move || {
                let mut cuts = 0;
                while !is_over.load(Ordering::Relaxed) {
                    cuts += table.plays();
                }
                cuts
            })
        })
        .collect();
    let all_go_on = || {
        let before: Vec<_> = counts.iter().map(|count| count.load(Ordering::Relaxed)).collect();
        let began = Instant::now();
        for (at, (count, before)) in counts.iter().zip(before).enumerate() {
            while count.load(Ordering::Relaxed) < before + ACTS {
                assert!(!played[at].is_finished(), "{:?} failed", TABLES[at]);
                assert!(began.elapsed() < PATIENCE, "{:?} does not go on", TABLES[at]);
                thread::sleep(Duration::from_millis(5));
            }
        }
    };
    all_go_on();
    for _ in 0..times {
        thread::sleep(Duration::from_millis(lots.below(300)));
        let gate = gate.lock().expect("nobody panics");
        site.kill();
        site.start();
        line.site.lock().expect("nobody panics").clone_from(&site.address);
        around.address.lock().expect("nobody panics").clone_from(&site.address);
        drop(gate);
        all_go_on();
    }
    is_over.store(true, Ordering::Relaxed);
    let cuts: usize = played.into_iter().map(|table| table.join().expect("each line once")).sum();
    assert!(cuts > 0, "lines were cut");
    let (code, said, _) = site.end();
    assert_eq!(code, Some(0), "{said}");
}
