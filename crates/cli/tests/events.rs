//! Events that are killed, cut off, starved and interrupted: each game counts once, and nothing is left behind.

use crate::house::{House, Lots, is_whole, results};
use leitai_store::FileJournal;
use rustix::process::{Signal, kill_process};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Kills of a stage in each of two houses.
const KILLS: u32 = 40;
/// Kills in a long run.
const MANY: u32 = 2000;

fn words<'a>(what: &'a str, file: &'a Path) -> [&'a str; 7] {
    ["tournament", what, file.to_str().expect("text"), "--jobs", "2", "--json", "-q"]
}

/// The final standings of an undisturbed run of this event, and the number of its games.
fn undisturbed(house: &House, file: &Path) -> (String, usize) {
    let run = house.done(&words("run", file));
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    (standings(house, file), is_whole(house, &file.with_extension("")))
}

fn standings(house: &House, file: &Path) -> String {
    let said = house.done(&["tournament", "standings", file.to_str().expect("text")]);
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    String::from_utf8(said.stdout).expect("text")
}

/// Cuts off part of the journal's last line, as a power cut may.
fn cut(journal: &Path, lots: &mut Lots) {
    let Ok(text) = fs::read(journal) else { return };
    let end = text.len().saturating_sub(1);
    let last = text[..end].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    // The line that begins the event precedes any game: without it there is no event to resume.
    if text[..last].split(|byte| *byte == b'\n').count() > 2 {
        let kept = last as u64 + lots.below((text.len() - last) as u64);
        fs::OpenOptions::new().write(true).open(journal).and_then(|file| file.set_len(kept)).expect("ours");
    }
}

/// One life of a stage, which ends when it is killed or when the event is over; returns true in the latter case.
fn live(house: &mut House, file: &Path, programs_too: bool, lots: &mut Lots) -> bool {
    let journal = file.with_extension("").join("journal.jsonl");
    let begun = fs::read_to_string(&journal).is_ok_and(|text| text.lines().count() >= 2);
    let mut stage = house.stage(&words(if begun { "resume" } else { "run" }, file));
    // Half of the kills come at any time, from before the event begins; the others between two games.
    if lots.below(2) == 0 {
        sleep(Duration::from_millis(lots.below(250)));
    } else {
        for _ in 0..=lots.below(4) {
            stage.line();
        }
        sleep(Duration::from_micros(lots.below(20_000)));
    }
    let programs = house.programs(&stage);
    if programs_too && let Some(pid) = programs.get(lots.below(programs.len().max(1) as u64) as usize) {
        let _ = kill_process(*pid, Signal::KILL);
        sleep(Duration::from_millis(lots.below(30)));
    }
    let over = !stage.kill();
    house.is_still();
    if !over && lots.below(3) == 0 {
        cut(&journal, lots);
    }
    over
}

/// Kills stages until the event is over; returns the number of kills.
fn killed(house: &mut House, file: &Path, programs_too: bool, lots: &mut Lots, most: u32) -> u32 {
    let mut kills = 0;
    while kills < most && !live(house, file, programs_too, lots) {
        kills += 1;
    }
    // A stage that is not killed plays the rest.
    let journal = file.with_extension("").join("journal.jsonl");
    let begun = fs::read_to_string(&journal).is_ok_and(|text| text.lines().count() >= 2);
    let last = house.done(&words(if begun { "resume" } else { "run" }, file));
    let said = String::from_utf8_lossy(&last.stdout);
    assert!(last.status.success() && said.contains("\"over\":true"), "{said}{last:?}");
    kills
}

#[test]
fn an_event_killed_at_any_instant_ends_as_if_it_had_not_been() {
    std::thread::scope(|scope| {
        for seed in [1, 2] {
            scope.spawn(move || kill_at_any_instant(seed));
        }
    });
}

fn kill_at_any_instant(seed: u64) {
    let mut house = House::open();
    let (wanted, games) = undisturbed(&house, &house.event("undisturbed", "random"));
    assert!(games >= 30);
    let most = leitai_testkit::extent("LEITAI_KILLS", KILLS, MANY);
    let (mut lots, mut kills) = (Lots(seed), 0);
    for number in 0.. {
        if kills >= most {
            break;
        }
        let file = house.event(&format!("event{number}"), "random");
        let programs_too = number % 4 == 3;
        kills += killed(&mut house, &file, programs_too, &mut lots, most - kills);
        let folder = file.with_extension("");
        let played = is_whole(&house, &folder);
        if programs_too {
            // A program that dies loses its game, so the order and the play-offs may differ.
            let kept = results(&folder.join("journal.jsonl"));
            assert_eq!(kept.iter().filter(|id| !id.contains(".p-")).count(), 30, "{kept:?}");
        } else {
            assert_eq!((standings(&house, &file), played), (wanted.clone(), games));
        }
    }
    assert!(house.saw_programs > 0, "no stage was killed while programs ran");
    house.is_clean();
}

#[test]
fn the_clock_says_nothing_about_the_order() {
    let house = House::open();
    let file = house.event("clock", "random");
    let (wanted, games) = undisturbed(&house, &file);
    let folder = file.with_extension("");
    let told = FileJournal::peek(&folder.join("journal.jsonl"), "clock").expect("a journal");
    // The same event, two thirds of it, on a machine whose clock goes backwards.
    let other = house.path("other");
    fs::create_dir(&other).expect("our folder");
    let journal = FileJournal::open(&other.join("journal.jsonl"), "clock").expect("a journal");
    for entry in &told[..told.len() * 2 / 3] {
        journal.append(-entry.at_ms, entry.key.as_deref(), &entry.body).expect("room");
    }
    drop(journal);
    for entry in &told[1..told.len() * 2 / 3] {
        let record = format!("games/{}.jsonl", entry.key.as_deref().expect("a game"));
        fs::create_dir_all(other.join("games")).expect("our folder");
        fs::copy(folder.join(&record), other.join(&record)).expect("a record");
    }
    let out = other.to_str().expect("text");
    let resumed = house.done(&["tournament", "resume", file.to_str().expect("text"), "--out", out, "-q"]);
    assert!(resumed.status.success(), "{}", String::from_utf8_lossy(&resumed.stderr));
    assert_eq!(is_whole(&house, &other), games);
    let said = house.done(&["tournament", "standings", file.to_str().expect("text"), "--out", out]);
    assert_eq!(String::from_utf8_lossy(&said.stdout), wanted);
}

#[test]
fn on_a_full_disk_an_event_waits_and_goes_on_when_there_is_room() {
    let house = House::open();
    let file = house.event("full", "random");
    let (wanted, _) = undisturbed(&house, &file);
    let small = house.path("small");
    fs::create_dir(&small).expect("our folder");
    // Where the journal itself finds no room, the event ends, and is resumed.
    let script = "mount -t tmpfs -o size=96k none \"$1\" || exit 9
        says() { grep -q -e full -e 'No space left' \"$1.said\"; }
        { n=0; until says \"$1\" || [ $((n += 1)) -gt 1200 ]; do sleep 0.1; done
          sleep 1; mount -o remount,size=8m \"$1\"; } &
        \"$2\" --lang en tournament run \"$3\" --out \"$1\" -q > /dev/null 2> \"$1.said\" || {
            wait
            \"$2\" --lang en tournament resume \"$3\" --out \"$1\" -q > /dev/null || exit 8
        }
        cat \"$1.said\" >&2
        \"$2\" --lang en verify -q \"$1\"/games/*.jsonl >&2 || exit 7
        \"$2\" --lang en tournament standings \"$3\" --out \"$1\"";
    let mut shell = Command::new("unshare");
    shell.args(["--map-root-user", "--mount", "sh", "-c", script, "sh"]).arg(&small);
    let done = shell.arg(house.binary()).arg(&file).output();
    let Some(done) = done.ok().filter(|done| !matches!(done.status.code(), Some(1 | 9))) else {
        leitai_testkit::skip(leitai_testkit::Need::Mount, "an event on a full disk (no right to mount one)");
        return;
    };
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{:?} {said}", done.status);
    assert!(said.contains("full") || said.contains("No space left"), "{said}");
    assert_eq!(String::from_utf8_lossy(&done.stdout), wanted);
}

/// Six entries that sleep for so many seconds before they play, two games at once.
fn sleepers(house: &House, name: &str, seconds: u32) -> std::path::PathBuf {
    let engine = format!("exec {} engine tictactoe --level random", house.binary().display());
    let file = house.event(name, &format!("cmd:sh -c 'sleep {seconds}; {engine}'"));
    let text = fs::read_to_string(&file).expect("our file");
    // The programs are a shell and what it starts.
    fs::write(&file, text.replace("at-least", "level = \"off\"\nat-least")).expect("our file");
    file
}

/// Waits until the stage runs programs; returns how many games have begun.
fn until_programs_run(folder: &Path) -> usize {
    let start = Instant::now();
    let files = |wanted: &dyn Fn(&Path) -> bool| {
        let games = fs::read_dir(folder.join("games")).into_iter().flatten().flatten();
        games.filter(|game| wanted(&game.path())).count()
    };
    while files(&|path| path.extension().is_some_and(|ending| ending == "part")) < 2 {
        assert!(start.elapsed() < Duration::from_secs(30), "no game began");
        sleep(Duration::from_millis(10));
    }
    files(&|_| true)
}

#[test]
fn the_first_interrupt_lets_running_games_end_and_says_how_to_go_on() {
    let mut house = House::open();
    let file = sleepers(&house, "once", 1);
    let stage = house.stage(&words("run", &file));
    let folder = file.with_extension("");
    let begun = until_programs_run(&folder);
    stage.signal(Signal::INT);
    let (code, said) = stage.end();
    assert_eq!(code, Some(130), "{said}");
    assert!(said.contains(&format!("leitai tournament resume {}", file.display())), "{said}");
    // Those that ran, and on a busy machine the next of each slot, which began before the signal was heard.
    let whole = is_whole(&house, &folder);
    assert!((begun..=begun + 2).contains(&whole) && whole < 30, "{whole} games of {begun} that had begun");
    house.is_clean();
}

#[test]
fn the_second_interrupt_breaks_running_games_off() {
    let mut house = House::open();
    // Longer than a busy machine may need between the two signals.
    let file = sleepers(&house, "twice", 20);
    let stage = house.stage(&words("run", &file));
    let folder = file.with_extension("");
    until_programs_run(&folder);
    stage.signal(Signal::INT);
    sleep(Duration::from_millis(200));
    stage.signal(Signal::INT);
    let (code, said) = stage.end();
    assert_eq!(code, Some(130), "{said}");
    assert_eq!(is_whole(&house, &folder), 0);
    house.is_clean();
}
