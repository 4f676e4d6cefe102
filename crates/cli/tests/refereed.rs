//! What a match sends its programs besides the game, and what its referee is told.

use crate::house::{House, lines, stderr};
use serde_json::json;
use std::fs;
use std::os::unix::fs::PermissionsExt;

fn script(house: &House, name: &str, text: &str) -> String {
    let program = house.path(name);
    fs::write(&program, text).expect("our folder");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("our file");
    program.display().to_string()
}

#[test]
fn settings_are_refused_where_nothing_could_tell_them() {
    let house = House::open();
    for (dialect, player, said) in [
        ("beyond", "cmd:cat", "speaks beyond, which cannot tell a program its settings"),
        ("native", "easy", "easy is a built-in player"),
    ] {
        let args =
            ["match", "tictactoe", player, "random", "--dialect-a", dialect, "--option-a", "threads=2"];
        let refused = house.done(&args);
        assert_eq!(refused.status.code(), Some(2));
        assert!(stderr(&refused).contains(said), "{}", stderr(&refused));
    }
    let args = ["match", "tictactoe", "random", "easy", "--option-for", "C:x=1"];
    assert!(stderr(&house.done(&args)).contains("no player C"));
}

/// In the dialects of other platforms: a line of `INFO`, and a command whose refusal is reported before the first
/// move.
#[test]
fn settings_are_told_in_the_words_of_each_dialect() {
    let house = House::open();
    let (talk, out) = (house.path("talk"), house.path("out"));
    let [talk_text, out_text] = [&talk, &out].map(|path| path.to_str().expect("text"));
    let brain = format!("cmd:{} engine gomoku --level random --dialect gomocup", house.binary().display());
    let args =
        ["match", "gomoku", &brain, "random", "--preset", "gomocup", "--dialect", "gomocup", "--games", "1"];
    let own = ["--option-a", "threads=2", "--max-plies", "4", "--talk", talk_text, "--json"];
    let done = house.done(&[&args[..], &own].concat());
    let said =
        fs::read_to_string(talk.join("game-000000.talk.txt")).unwrap_or_else(|_| panic!("{}", stderr(&done)));
    let told: Vec<_> = said.lines().filter(|line| line.contains("INFO threads 2")).collect();
    assert!(told.len() == 1 && told[0].contains("first"), "{said}");
    let refuses = "#!/bin/sh\nwhile read -r line; do case $line in threads*) printf '? no such thing\\n\\n';; *) printf '=\\n\\n';; esac; done\n";
    let program = format!("cmd:{}", script(&house, "refuses.sh", refuses));
    let args = [
        "match",
        "nogo",
        &program,
        "random",
        "--games",
        "1",
        "--dialect-a",
        "gtp",
        "--option-a",
        "threads=2",
    ];
    let found = lines(&house.done(&[&args[..], &["--json", "--out", out_text]].concat()));
    assert_eq!(found[0]["verdict"], "NotReady", "{found:?}");
    assert!(
        found[0]["reason"].as_str().expect("a reason").contains("`? no such thing` to `threads 2`"),
        "{found:?}"
    );
    assert_eq!(found[1]["a_settings"], json!([["threads", "2"]]));
    let other = ["match", "--resume", out_text, "nogo", &program, "random", "--dialect-a", "gtp"];
    let other = stderr(&house.done(&[&other[..], &["--option-a", "threads=3"]].concat()));
    assert!(other.contains("threads=2 and is now") && other.contains("threads=3"), "{other}");
}

#[test]
fn rules_of_the_referee_are_refused_or_said_to_be_idle() {
    let house = House::open();
    let args = |rule: &[&'static str]| {
        [&["match", "tictactoe", "random", "random", "-q", "--seed", "1"][..], rule].concat()
    };
    let refused = house.done(&args(&["--max-plies", "20,count"]));
    assert!(stderr(&refused).contains("the rules of tictactoe count nothing"), "{}", stderr(&refused));
    let refused = house.done(&args(&["--resign", "plies=1,score=0.1"]));
    assert!(stderr(&refused).contains("2 plies or more"), "{}", stderr(&refused));
    let idle = house.done(&args(&["--resign", "plies=4,score=0.1", "--dialect", "beyond"]));
    assert!(
        idle.status.success() && stderr(&idle).contains("cannot express what a program expects"),
        "{}",
        stderr(&idle)
    );
}
