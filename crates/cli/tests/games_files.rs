//! All games of a match in one text file.

use crate::house::{House, lines, stderr};
use std::fs;

#[test]
fn all_games_stand_in_one_file_that_is_read_back() {
    let house = House::open();
    let (out, file) = (house.path("out"), house.path("games.txt"));
    let [out_text, text] = [&out, &file].map(|path| path.to_str().expect("text"));
    let args = ["match", "einstein", "random", "easy", "--games", "4", "--seed", "5", "--jobs", "2", "-q"];
    let folders = ["--games-file", text, "--out", out_text];
    let done = house.done(&[&args[..], &folders].concat());
    assert!(done.status.success(), "{}", stderr(&done));
    let written = fs::read_to_string(&file).expect("the games");
    assert_eq!(written.matches("[Game \"einstein\"]").count(), 4, "{written}");
    for head in [
        "[First \"random\"]",
        "[Event \"random – easy\"]",
        "[Round \"4\"]",
        "[Verdict \"Law\"]",
        "[Date \"20",
    ] {
        assert!(written.contains(head), "{head}: {written}");
    }
    // The same as from the records, except for times.
    let of = |path: &str| {
        let mut found = lines(&house.done(&["stats", path, "--json"]));
        let mut stats = found.remove(0);
        let times = ["a_cpu_seconds", "b_cpu_seconds", "a_slowest_seconds", "b_slowest_seconds"];
        for name in times.into_iter().chain(["a_slowest_record", "b_slowest_record"]) {
            stats.as_object_mut().expect("an object").remove(name);
        }
        stats
    };
    assert_eq!(of(text), of(out_text));
    let record = out.join("game-000001.jsonl").display().to_string();
    let shown = |args: &[&str]| String::from_utf8_lossy(&house.done(args).stdout).into_owned();
    // The same board and end; several acts on one line of the record are separate steps here.
    let last = |args: &[&str]| shown(args).split_once('\n').expect("a board").1.to_owned();
    assert_eq!(
        last(&["replay", text, "--game", "2", "--at", "999"]),
        last(&["replay", &record, "--at", "999"])
    );
    assert!(stderr(&house.done(&["replay", text, "--game", "5"])).contains("it holds 4 games"));
    assert!(shown(&["verify", text]).contains("a text file of games"));
    let again = house.done(&[&args[..], &["--games-file", text]].concat());
    assert!(stderr(&again).contains("nothing is overwritten"), "{}", stderr(&again));
}
