//! Folders of matches: never overwritten, resumed after any interruption, and summed up.

use crate::house::{House, lines, stderr};
use rustix::process::Signal;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

/// The outcome of each game of a match: who began, who won, in how many plies.
fn games(lines: &[Value]) -> Vec<(u64, String)> {
    let games = lines.iter().filter(|line| line["type"] == "game");
    let told = games.map(|line| {
        let fields = ["first", "winner", "verdict", "reason", "reason_zh", "plies", "opening"];
        let said: Vec<_> = fields.iter().map(|name| line[*name].to_string()).collect();
        (line["index"].as_u64().expect("a number"), said.join(" "))
    });
    told.collect()
}

/// The contents of a folder.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).expect("a folder").flatten();
    files
        .map(|file| (file.file_name().to_string_lossy().into_owned(), fs::read(file.path()).expect("a file")))
        .collect()
}

#[test]
fn records_of_another_match_are_not_overwritten() {
    let house = House::open();
    let out = house.path("out");
    let text = out.to_str().expect("text");
    let args = ["match", "tictactoe", "random", "easy", "--seed", "1", "--jobs", "1", "-q", "--out", text];
    assert!(house.done(&args).status.success());
    let before = contents(&out);
    assert!(before.contains_key("match.json") && before.contains_key("game-000001.jsonl"), "{before:?}");
    let refused = house.done(&["match", "hex", "random", "random", "--out", text]);
    let said = stderr(&refused);
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.contains("nothing is overwritten") && said.contains(&format!("--resume {text}")), "{said}");
    assert_eq!(contents(&out), before);
    fs::write(out.join("game-000009.part"), "").expect("ours");
    let files = ["game-000000.jsonl", "game-000009.part"].map(|name| out.join(name).display().to_string());
    let verified = house.done(&["verify", &files[0], &files[1]]);
    let said = String::from_utf8_lossy(&verified.stdout).into_owned();
    assert!(verified.status.success() && said.contains("game-000009.part: a game in progress"), "{said}");
    let other = ["match", "tictactoe", "random", "easy", "--seed", "2", "--resume", text];
    let said = stderr(&house.done(&other));
    assert!(said.contains("holds another match: the seed was 1 and is now 2"), "{said}");
    fs::remove_file(out.join("match.json")).expect("ours");
    let said = stderr(&house.done(&["match", "--resume", text]));
    assert!(said.contains("has none"), "{said}");
}

#[test]
fn a_killed_match_goes_on_as_it_would_have() {
    let mut house = House::open();
    let (whole, broken) = (house.path("whole"), house.path("broken"));
    fs::write(house.path("openings.txt"), "4 0\n1 0\n0 4 8\n").expect("our folder");
    let openings = house.path("openings.txt").display().to_string();
    let args = |out: &Path| {
        let out = out.to_str().expect("text").to_owned();
        let words =
            ["match", "tictactoe", "random", "easy", "--games", "30", "--seed", "7", "--json", "--jobs", "2"];
        let more = ["--openings".to_owned(), openings.clone(), "--out".to_owned(), out];
        words.iter().map(|word| (*word).to_owned()).chain(more).collect::<Vec<_>>()
    };
    let all = args(&whole);
    let expected = lines(&house.done(&all.iter().map(String::as_str).collect::<Vec<_>>()));
    let killed = args(&broken);
    let mut stage = house.stage(&killed.iter().map(String::as_str).collect::<Vec<_>>());
    for _ in 0..5 {
        stage.line().expect("a game");
    }
    assert!(stage.kill(), "it was still playing");
    house.is_still();
    // What a power cut leaves: half a record under its full name and a fragment; and a file that is not ours.
    let half = broken.join("game-000002.jsonl");
    let text = fs::read_to_string(&half).expect("a record");
    fs::write(&half, &text[..text.len() / 2]).expect("our folder");
    fs::write(broken.join("game-000029.part"), "{").expect("our folder");
    fs::write(broken.join("notes.txt"), "mine").expect("our folder");
    // The openings are those that the match began with, whatever became of the file.
    fs::write(house.path("openings.txt"), "8\n").expect("our folder");
    let resumed = house.done(&["match", "--resume", broken.to_str().expect("text")]);
    let said = stderr(&resumed);
    assert!(resumed.status.success(), "{said}");
    assert!(said.contains("of 30 games were played before") && said.contains("game-000002.jsonl"), "{said}");
    let found = lines(&resumed);
    assert_eq!(games(&found), games(&expected));
    assert_eq!(games(&found).len(), 30);
    let (summary, other) = (found.last().expect("a summary"), expected.last().expect("a summary"));
    for name in
        ["games", "a_wins", "b_wins", "draws", "elo", "elo_error", "pairs", "repeats", "openings", "seed"]
    {
        assert_eq!(summary[name], other[name], "{name}");
    }
    let kept = contents(&broken);
    let ending =
        |name: &String| Path::new(name).extension().map(|ending| ending.to_string_lossy().into_owned());
    let endings: Vec<_> = kept.keys().filter_map(ending).collect();
    assert_eq!(endings.iter().filter(|ending| *ending == "jsonl").count(), 30);
    assert!(kept.contains_key("game-000002.jsonl.damaged") && kept.contains_key("notes.txt"));
    assert!(!endings.iter().any(|ending| ending == "part"), "{endings:?}");
}

#[test]
fn records_add_up_to_what_their_match_said() {
    let house = House::open();
    let out = house.path("out");
    let text = out.to_str().expect("text");
    let sprt = ["--sprt", "elo0=0,elo1=100", "--seed", "1", "--jobs", "2", "--json", "--out", text];
    let played = house.done(&[&["match", "tictactoe", "easy", "random"], &sprt[..]].concat());
    let summary = lines(&played).pop().expect("a summary");
    fs::write(out.join("game-000999.part"), "").expect("our folder");
    fs::write(out.join("game-000998.jsonl"), "{\"type\":\"game\"").expect("our folder");
    let stats = house.done(&["stats", text, text, "--json"]);
    assert!(stats.status.success(), "{}", stderr(&stats));
    let found = lines(&stats);
    let [line, total] = &found[..] else { panic!("{found:?}") };
    let same =
        ["games", "a_wins", "b_wins", "draws", "elo", "elo_error", "superiority", "pairs", "repeats", "sprt"];
    for name in same.into_iter().chain(["a_faults", "b_faults"]) {
        assert_eq!(line[name], summary[name], "{name}");
    }
    assert_eq!((&line["a"], &line["b"], &line["type"]), (&json!("easy"), &json!("random"), &json!("stats")));
    assert_eq!(line["distinct"], line["games"]);
    let sums =
        |name: &str| line[name].as_array().expect("counts").iter().filter_map(Value::as_u64).sum::<u64>();
    assert_eq!(sums("a_as_first") + sums("a_as_second"), line["games"].as_u64().expect("a count"));
    assert_eq!(total["type"], "total");
    let told = total["unfinished"].as_array().expect("files").len();
    assert_eq!((told, total["unreadable"].as_array().expect("files").len()), (1, 1), "{total}");
    let said = house.done(&["stats", text]);
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(said.contains("H1 accepted") && said.contains("game-000999.part"), "{said}");
    let nothing = house.done(&["stats", house.path("tmp").to_str().expect("text")]);
    assert_eq!(nothing.status.code(), Some(2));
}

#[test]
fn a_position_begins_every_game() {
    let house = House::open();
    let args = ["match", "tictactoe", "random", "easy", "--seed", "1", "--json"];
    let found = lines(&house.done(&[&args[..], &["--position", "4 0"]].concat()));
    let openings: Vec<_> = found.iter().filter_map(|line| line["opening"].as_str()).collect();
    assert_eq!(openings, ["4 0", "4 0"]);
    let refused = house.done(&[&args[..], &["--position", "4 4"]].concat());
    assert!(stderr(&refused).starts_with("leitai: --position: act 2, 4, is illegal"), "{}", stderr(&refused));
}

#[test]
fn everybody_plays_everybody() {
    let house = House::open();
    let out = house.path("out");
    let text = out.to_str().expect("text");
    let args = ["match", "tictactoe", "random", "easy", "easy", "--games", "4", "--seed", "2", "--json"];
    let played = house.done(&[&args[..], &["--out", text]].concat());
    assert!(played.status.success(), "{}", stderr(&played));
    let found = lines(&played);
    let summaries: Vec<_> = found.iter().filter(|line| line["type"] == "summary").collect();
    let pairs: Vec<_> =
        summaries.iter().map(|line| [&line["a"], &line["b"]].map(|name| name.as_str())).collect();
    let names = ["random", "easy (B)", "easy (C)"].map(Some);
    assert_eq!(pairs, [[names[0], names[1]], [names[0], names[2]], [names[1], names[2]]]);
    assert_eq!(games(&found).len(), 12);
    let ratings: Vec<_> = found.iter().filter(|line| line["type"] == "rating").collect();
    assert_eq!(
        (ratings.len(), &ratings[2]["player"], &ratings[2]["games"]),
        (3, &json!("random"), &json!(8))
    );
    let stats = lines(&house.done(&["stats", text, "--json"]));
    let rated: Vec<_> =
        stats.iter().filter(|line| line["type"] == "rating").map(|line| &line["elo"]).collect();
    assert_eq!(rated, ratings.iter().map(|line| &line["elo"]).collect::<Vec<_>>());
    let said = house.done(&["stats", text]);
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(
        said.starts_with("tic-tac-toe: 12 games\n") && said.contains("\n random – easy (B): 4 games\n"),
        "{said}"
    );
    fs::remove_file(out.join("2-3/game-000003.jsonl")).expect("ours");
    let again = house.done(&["match", "--resume", text]);
    assert!(again.status.success(), "{}", stderr(&again));
    assert_eq!(games(&lines(&again)), games(&found));
    let refused = house.done(&[&args[..], &["--clock-a", "move=1s"]].concat());
    assert!(stderr(&refused).contains("matches of two players"), "{}", stderr(&refused));
}

/// `timeout` and other wrappers pass on a signal that the whole group has received already.
#[test]
fn a_signal_that_comes_twice_is_one_ctrl_c() {
    for gap in [0, 1] {
        let mut house = House::open();
        let args = ["match", "tictactoe", "random", "random", "--games", "1000000", "--affinity", "none"];
        let mut stage = house.stage(&[&args[..], &["--json"]].concat());
        let first = stage.line().expect("a game");
        assert!(first.contains("\"game\""), "{first}");
        stage.signal(Signal::INT);
        sleep(Duration::from_millis(gap));
        stage.signal(Signal::INT);
        let last = std::iter::from_fn(|| stage.line()).last().unwrap_or(first);
        assert!(last.contains("\"summary\""), "{last}");
        let (code, said) = stage.end();
        assert_eq!((code, said.as_str()), (Some(130), "leitai: interrupted\n"));
        house.is_clean();
    }
}

#[test]
fn on_a_full_disk_a_match_says_what_is_full_and_goes_on_when_there_is_room() {
    let house = House::open();
    let (small, bot) = (house.path("small"), house.path("bot.c"));
    fs::create_dir(&small).expect("our folder");
    fs::write(&bot, "int main(void) { return 0; }\n").expect("our folder");
    // The same disk holds the temporary files, what is kept of a compiler, and the records.
    let script = "mount -t tmpfs -o size=300k none \"$1\" || exit 9
        cd \"$1\" && export TMPDIR=\"$1\" XDG_CACHE_HOME=\"$1/kept\"
        \"$2\" --lang en match tictactoe easy random --games 200 --seed 7 --jobs 1 -q --out out > /dev/null && exit 3
        find . -name '*.part' >&2
        head -c 300k /dev/zero > rest 2> /dev/null
        \"$2\" --lang en match tictactoe \"$3\" random --games 2 -q --out other > /dev/null && exit 4
        [ -e other/match.json ] && exit 5
        rm rest && mount -o remount,size=20m \"$1\"
        \"$2\" --lang en match --resume out -q > /dev/null || exit 6
        \"$2\" --lang en verify -q out/*.jsonl || exit 7";
    let mut shell = Command::new("unshare");
    shell.args(["--map-root-user", "--mount", "sh", "-c", script, "sh"]).args([
        &small,
        &house.binary(),
        &bot,
    ]);
    let done = shell.output().ok().filter(|done| !matches!(done.status.code(), Some(1 | 9)));
    let Some(done) = done else {
        leitai_testkit::skip(leitai_testkit::Need::Mount, "a match on a full disk (no right to mount one)");
        return;
    };
    let said = stderr(&done);
    assert!(done.status.success(), "{:?} {said}", done.status);
    assert!(said.contains("out/game-") && said.contains(".jsonl: the disk is full"), "{said}");
    assert!(said.contains("continue with: `leitai match --resume out`") && !said.contains(".part"), "{said}");
    assert!(
        said.contains("cannot compile here: ") && said.matches("the disk is full").count() >= 2,
        "{said}"
    );
}
