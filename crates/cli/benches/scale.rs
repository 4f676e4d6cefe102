//! Many games at once on few cores: `cargo bench -p leitai --bench scale`. Fails if one is lost by a fault.

#[path = "../tests/house.rs"]
#[allow(dead_code, reason = "a part is used")]
mod house;

use house::House;
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::time::Instant;

/// Games at once.
const GAMES: &str = "250";
const ENTRIES: u32 = 24;

/// Plays an event of instant programs, and prints why games were lost or replayed.
fn played(house: &House, game: &str, clock: &str) {
    let mut text = format!("name = {game:?}\ngame = {game:?}\nseed = \"1\"\nclock = {clock:?}\n");
    text += "[sandbox]\nat-least = \"off\"\n[plan.stages.1]\nsections = \"one\"\n";
    for entry in 0..ENTRIES {
        writeln!(text, "[[entries]]\nname = \"p{entry}\"\nprogram = \"random\"").expect("a string");
    }
    let file = house.path(&format!("{game}.toml"));
    fs::write(&file, text).expect("our folder");
    let start = Instant::now();
    let done =
        house.done(&["tournament", "run", file.to_str().expect("text"), "--jobs", GAMES, "--json", "-q"]);
    let said = String::from_utf8_lossy(&done.stdout);
    let lines: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let games: Vec<_> = lines.iter().filter(|line| line["type"] == "game").collect();
    let replays: u64 = games.iter().filter_map(|game| game["replays"].as_u64()).sum();
    let _ = writeln!(
        std::io::stderr(),
        "{game}, {clock}: {} games, {GAMES} at once, in {:?}; {replays} played again",
        games.len(),
        start.elapsed()
    );
    assert!(games.len() as u32 >= ENTRIES * (ENTRIES - 1), "{}", String::from_utf8_lossy(&done.stderr));
    let lost: Vec<_> = games.iter().filter(|game| game["verdict"] != "Law").collect();
    assert!(lost.is_empty(), "{lost:?}");
}

/// Plays both events with 0.2 s for a whole game, plus 2 ms after each turn.
fn main() {
    let house = House::open();
    played(&house, "tictactoe", "start=5s,move=none,game=0.2s,inc=2ms");
    played(&house, "connect6", "start=5s,move=none,game=0.2s,inc=2ms");
}
