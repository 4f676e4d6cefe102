//! `leitai hearing`: an honest program agrees, and one whose source was changed after play does not.

use crate::house::{House, lines, stderr};
use crate::workers::Bed;
use serde_json::Value;
use std::fs;
use std::process::Output;

/// Plays the first empty cell, or the last one.
fn program(pick: &str, comment: &str) -> String {
    format!(
        "#include <stdio.h>\n#include <string.h>\n/* {comment} */\nint main(void)\n{{\n    char line[64];\n    \
         printf(\"Beyond.Game.Tic-tac-toe.1.0\\nbot\\n\");\n    fflush(stdout);\n    while (fgets(line, sizeof line, \
         stdin)) {{\n        char *at = {pick}(line, ' ');\n        if (strlen(line) > 8 && at) {{\n            \
         printf(\"%d\\n\", (int)(at - line));\n            fflush(stdout);\n        }}\n    }}\n    return 0;\n}}\n"
    )
}

/// Plays any empty cell.
const RANDOM: &str = "import random, sys\nprint('Beyond.Game.Tic-tac-toe.1.0', flush=True)\nprint('any', flush=True)\n\
     for line in sys.stdin:\n    line = line.rstrip('\\r\\n')\n    if len(line) == 9 and ' ' in line:\n        \
     print(random.choice([at for at in range(9) if line[at] == ' ']), flush=True)\n";

/// An event that was played.
struct Cup {
    house: House,
    file: String,
}

impl Cup {
    fn played(program: &str, contents: &str) -> Cup {
        let house = House::open();
        let mut text =
            "name = \"cup\"\ngame = \"tictactoe\"\nseed = \"2024\"\nclock = \"start=60s,game=60s\"\n\
             [sandbox]\nat-least = \"off\"\n"
                .to_owned();
        for (name, program) in [("Eagles", program), ("Dragons", "easy"), ("Foxes", "easy")] {
            text += &format!("[[entries]]\nname = {name:?}\nprogram = {program:?}\n");
        }
        fs::write(house.path("cup.toml"), text).expect("ours");
        fs::write(house.path(program), contents).expect("ours");
        let file = house.path("cup.toml").display().to_string();
        let played = house.done(&["tournament", "run", &file, "--quiet"]);
        assert!(played.status.success(), "{}", stderr(&played));
        Cup { house, file }
    }

    fn hearing(&self, args: &[&str]) -> Output {
        self.house.done(&[&["hearing", &self.file, "Eagles"], args].concat())
    }

    /// What was found, by the type of the line, and the exit code.
    fn found(&self, args: &[&str]) -> (Vec<Value>, Option<i32>) {
        let output = self.hearing(&[&["--json"], args].concat());
        (lines(&output), output.status.code())
    }
}

fn findings<'a>(rows: &'a [Value], of: &str) -> Vec<&'a str> {
    let rows = rows.iter().filter(|row| row["type"] == of);
    rows.map(|row| row["finding"].as_str().or(row["verdict"].as_str()).expect("a finding")).collect()
}

#[test]
fn n12_an_honest_program_agrees_and_one_that_was_changed_after_play_does_not() {
    let cup = Cup::played("bot.c", &program("strchr", "ours"));
    let (honest, code) = cup.found(&[]);
    assert_eq!(code, Some(0), "{honest:?}");
    assert_eq!(findings(&honest, "source"), ["same"]);
    assert_eq!(findings(&honest, "game"), ["same", "same"]);
    assert_eq!(findings(&honest, "hearing"), ["agrees"]);
    // The control: another program under the same name.
    fs::write(cup.house.path("bot.c"), program("strrchr", "ours")).expect("ours");
    let (changed, code) = cup.found(&[]);
    assert_eq!(code, Some(1), "{changed:?}");
    assert_eq!((findings(&changed, "source"), findings(&changed, "build")), (vec!["other"], vec!["other"]));
    assert_eq!(findings(&changed, "game"), ["other", "other"]);
    assert_eq!(findings(&changed, "hearing"), ["differs"]);
    let sheet = cup.house.path("sheet.html").display().to_string();
    let told = cup.hearing(&["--sheet", &sheet]);
    let told = String::from_utf8(told.stdout).expect("text");
    for there in [
        "from line 10 on",
        "It differs",
        "compiled on the spot, they give different programs",
        "sheet to print",
    ] {
        assert!(told.contains(there), "{there}: {told}");
    }
    let sheet = fs::read_to_string(sheet).expect("the sheet");
    for there in
        ["Hearing: Eagles · cup", "Why is what is shown not what has played", "strrchr", "Copied, or not"]
    {
        assert!(sheet.contains(there), "{there}");
    }
    // Only a comment: what is compiled is the same, byte for byte.
    fs::write(cup.house.path("shown.c"), program("strchr", "explained")).expect("ours");
    let shown = cup.house.path("shown.c").display().to_string();
    let (explained, code) = cup.found(&["--source", &shown]);
    assert_eq!(code, Some(0), "{explained:?}");
    assert_eq!(
        (findings(&explained, "source"), findings(&explained, "build")),
        (vec!["other"], vec!["same"])
    );
    assert_eq!(
        (findings(&explained, "game"), findings(&explained, "hearing")),
        (vec!["same"; 2], vec!["agrees"])
    );
}

#[test]
fn a_program_that_plays_at_random_is_not_comparable_by_behaviour() {
    let cup = Cup::played("bot.py", RANDOM);
    // A difference counts only where nothing else is unsteady, and five times alike.
    let (rows, code) = cup.found(&["--games", "4"]);
    assert_eq!(code, Some(0), "{rows:?}");
    assert!(findings(&rows, "game").contains(&"unsteady"), "{rows:?}");
    let told = String::from_utf8(cup.hearing(&["--games", "4"]).stdout).expect("text");
    assert!(told.contains("not comparable by behaviour"), "{told}");
}

#[test]
fn a_built_in_player_plays_with_its_seed_what_it_played() {
    let cup = Cup::played("bot.py", RANDOM);
    let heard = cup.house.done(&["hearing", &cup.file, "Dragons", "--json"]);
    let rows = lines(&heard);
    assert_eq!(
        (findings(&rows, "source"), findings(&rows, "game")),
        (vec!["unknown"], vec!["same"; 2]),
        "{rows:?}"
    );
    assert_eq!(findings(&rows, "hearing"), ["agrees"]);
}

#[test]
fn what_cannot_be_heard_is_named() {
    let cup = Cup::played("bot.py", RANDOM);
    let refused = |args: &[&str]| {
        let output = cup.house.done(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        stderr(&output)
    };
    assert!(refused(&["hearing", &cup.file, "Eagle"]).contains("Eagles"));
    assert!(
        refused(&["hearing", "nowhere", "Eagles"])
            .contains("neither the file of an event nor an event of the site")
    );
    let missing = refused(&["hearing", &cup.file, "Eagles", "--source", "nothing.c"]);
    assert!(missing.contains("nothing.c"), "{missing}");
}

/// The programs of a ladder are known by their hash from the journal, and what is read of a store is noted there.
#[test]
fn an_event_in_a_store_is_heard_alike() {
    let mut bed = Bed::sqlite();
    let text = "name = \"ladder\"\ngame = \"tictactoe\"\npreset = \"judge\"\nclock = \"start=60s,game=90s\"\nentries = [\
         { name = 'Eagles', program = 'bot.c' }, { name = 'Dragons', program = 'easy' }]\n[sandbox]\nat-least = \"off\"\n";
    let file = bed.house.path("ladder.toml");
    fs::write(&file, text).expect("ours");
    fs::write(bed.house.path("bot.c"), program("strchr", "ours")).expect("ours");
    let (file, store) = (file.display().to_string(), bed.address.clone());
    let run =
        bed.house.stage(&["tournament", "run", &file, "--store", &store, "--heartbeat", "0.5", "--json"]);
    let worker = bed.worker("1");
    let (code, errors) = run.end();
    worker.kill();
    assert_eq!(code, Some(0), "{errors}");
    let hear = || {
        let heard = bed.house.done(&["hearing", &file, "Eagles", "--store", &store, "--json"]);
        (lines(&heard), heard.status.code())
    };
    let (honest, code) = hear();
    assert_eq!(code, Some(0), "{honest:?}");
    assert_eq!((findings(&honest, "source"), findings(&honest, "hearing")), (vec!["same"], vec!["agrees"]));
    assert!(findings(&honest, "game").iter().all(|found| *found == "same"), "{honest:?}");
    fs::write(bed.house.path("bot.c"), program("strrchr", "ours")).expect("ours");
    let (changed, code) = hear();
    assert_eq!((findings(&changed, "source"), code), (vec!["other"], Some(1)), "{changed:?}");
}
