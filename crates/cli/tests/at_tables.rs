//! An event whose games are played at tables of a hall: results are brought by their records or by signed sheets, each counts
//! once, and what does not belong there is refused in words.

use crate::house::{House, lines, stderr};
use std::fs;
use std::path::{Path, PathBuf};

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

/// The event, begun, and the records of a match between two of its teams, in both seats.
fn begun(house: &House) -> (PathBuf, Vec<PathBuf>) {
    let file = house.path("hall.toml");
    let entries = ["random", "easy", "Third"].map(|name| format!("[[entries]]\nname = \"{name}\"\n"));
    let head = "name = \"Hall\"\ngame = \"nogo\"\nat-tables = true\nseed = \"1\"\n";
    fs::write(&file, format!("{head}{}", entries.concat())).expect("our folder");
    let run = house.done(&["tournament", "run", text(&file)]);
    assert!(run.status.success(), "{}", stderr(&run));
    assert!(stderr(&run).contains("6 games due at tables"), "{}", stderr(&run));
    let out = house.path("played");
    let played = house.done(&["match", "nogo", "random", "easy", "--games", "2", "--out", text(&out), "-q"]);
    assert!(played.status.success(), "{}", stderr(&played));
    let records = [0, 1].map(|number| out.join(format!("game-{number:06}.jsonl")));
    (file, records.to_vec())
}

/// Exit code, what was counted, and what was said of refusals.
fn brought(house: &House, file: &Path, args: &[&str]) -> (Option<i32>, Vec<String>, String) {
    let done = house.done(&[&["tournament", "bring", text(file), "--json"], args].concat());
    let counted = lines(&done).into_iter().map(|line| line["counted"].as_str().expect("text").to_owned());
    (done.status.code(), counted.collect(), stderr(&done))
}

#[test]
fn results_of_tables_count_once_and_only_where_they_belong() {
    let house = House::open();
    let (file, records) = begun(&house);
    // Left by a desk that was stopped before its result was stored.
    let games = file.with_extension("").join("games");
    fs::create_dir_all(&games).expect("our folder");
    fs::write(games.join("0.0.e0-e1.g0.jsonl"), "half a record").expect("our folder");
    let paths: Vec<&str> = records.iter().map(|path| text(path)).collect();
    assert_eq!(brought(&house, &file, &paths), (Some(0), vec!["now".to_owned(); 2], String::new()));
    // Brought again, by another desk say.
    assert_eq!(brought(&house, &file, &paths), (Some(0), vec!["before".to_owned(); 2], String::new()));
    let kept = file.with_extension("").join("games");
    assert_eq!(fs::read_dir(&kept).expect("its records").count(), 2);
    let verified = house.done(&["verify", text(&file)]);
    assert!(verified.status.success(), "{}", stderr(&verified));

    // The game of those two with another end, and a game of others.
    let other = house.path("other");
    let played = house.done(&[
        "match",
        "nogo",
        "random",
        "easy",
        "--games",
        "2",
        "--seed",
        "9",
        "--out",
        text(&other),
        "-q",
    ]);
    assert!(played.status.success());
    let path = other.join("game-000000.jsonl");
    let (code, _, said) = brought(&house, &file, &[text(&path)]);
    assert!(code == Some(2) && said.contains("no game is due in which"), "{said}");
    let (code, _, said) = brought(&house, &file, &[text(&path), "--game", "0.0.e0-e2.g0"]);
    assert!(code == Some(2) && said.contains("0.0.e0-e2.g0 is between random (first) and Third"), "{said}");
    let (code, _, said) = brought(&house, &file, &[text(&path), "--game", "0.0.e0-e1.g0"]);
    assert!(code == Some(2) && said.contains("a ruling changes it"), "{said}");

    // A record that was cut, and one that was changed.
    let whole = fs::read_to_string(&path).expect("a record");
    let cut = house.path("cut.jsonl");
    let lines: Vec<&str> = whole.lines().collect();
    fs::write(&cut, lines[..lines.len() - 1].join("\n") + "\n").expect("ours");
    let (code, _, said) = brought(&house, &file, &[text(&cut)]);
    assert!(code == Some(2), "{said}");

    // A sheet.
    let sheet = |winner: &str| {
        let args = [
            "--game",
            "0.0.e0-e2.g0",
            "--winner",
            winner,
            "--how",
            "time",
            "--referee",
            "Li",
            "--table",
            "3",
        ];
        brought(&house, &file, &args)
    };
    assert_eq!(sheet("Third"), (Some(0), vec!["now".to_owned()], String::new()));
    assert_eq!(sheet("Third").1, ["before"]);
    let (code, _, said) = sheet("draw");
    assert!(code == Some(2) && said.contains("has a result already"), "{said}");
    let (code, _, said) = brought(&house, &file, &["--game", "0.0.e1-e2.g0", "--winner", "random"]);
    assert!(code == Some(2) && said.contains("random does not play"), "{said}");
    let standings = house.done(&["tournament", "standings", text(&file), "--json"]);
    let rows = crate::house::lines(&standings);
    let of_event = rows.iter().filter(|row| row["type"] == "standing" && row["section"].is_null());
    let points: u32 =
        of_event.map(|row| row["points"].as_str().expect("text").parse::<u32>().expect("whole")).sum();
    assert_eq!(points, 6, "three games of two points: {rows:?}");
    let report = house.done(&["tournament", "report", text(&file)]);
    assert!(report.status.success(), "{}", stderr(&report));
}

#[test]
fn an_event_of_programs_takes_no_results_and_one_at_tables_needs_no_programs() {
    let house = House::open();
    let file = house.event("cup", "random");
    assert!(house.done(&["tournament", "run", text(&file), "-q"]).status.success());
    let (code, _, said) = brought(&house, &file, &["--game", "0.0.e0-e1.g0", "--winner", "draw"]);
    assert!(code == Some(2) && said.contains("at-tables = true"), "{said}");
    // Phantom Go with a referee is for tables alone.
    let text_of = |at: &str| {
        format!(
            "name = \"P\"\ngame = \"phantomgo\"\n{at}[options]\nseen = \"first\"\n[[entries]]\nname = \"A\"\nprogram = \"easy\"\n[[entries]]\nname = \"B\"\nprogram = \"easy\"\n"
        )
    };
    let file = house.path("p.toml");
    fs::write(&file, text_of("")).expect("ours");
    assert_eq!(house.done(&["tournament", "check", text(&file)]).status.code(), Some(2));
    fs::write(&file, text_of("at-tables = true\n")).expect("ours");
    let checked = house.done(&["tournament", "check", text(&file)]);
    assert!(checked.status.success(), "{}", stderr(&checked));
}
