//! Both games of a match are played with the same program, whatever becomes of its file; a change between two matches is
//! taken, and said ("先、后手要使用同一个程序").

use crate::house::{House, Stage, stderr};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How a program may be named in an event's file: what is written there, and the file that holds it.
const FORMS: [(&str, &str); 5] = [
    ("bot.py", "bot.py"),
    ("team", "team/main.py"),
    ("engine", "engine"),
    ("cmd:python3 bot.py 1", "bot.py"),
    ("cmd:HERE/engine", "engine"),
];

/// An event of one match between a program that says its version and a built-in player.
struct Cup {
    house: House,
    file: PathBuf,
    program: PathBuf,
}

/// A program whose games take long enough to be disturbed. It is a whole program in each version.
fn version(name: &str) -> String {
    format!(
        "#!/usr/bin/env python3\nimport sys, time\nprint('Beyond.Game.Tic-tac-toe.1.0', flush=True)\nprint('strong {name}', \
         flush=True)\nfor line in sys.stdin:\n    line = line.rstrip('\\r\\n')\n    if len(line) == 9 and ' ' in \
         line:\n        time.sleep(0.3)\n        print(line.index(' '), flush=True)\n"
    )
}

impl Cup {
    fn open((named, held): (&str, &str)) -> Cup {
        let house = House::open();
        let program = house.path(held);
        fs::create_dir_all(program.parent().expect("a folder")).expect("ours");
        let (file, named) =
            (house.path("cup.toml"), named.replace("HERE", &house.path("").display().to_string()));
        let mut text = "name = \"cup\"\ngame = \"tictactoe\"\nseed = \"2024\"\n".to_owned();
        text += "clock = \"start=60s,game=60s\"\n[sandbox]\nat-least = \"off\"\n";
        for (name, program) in [("甲", named.as_str()), ("乙", "random"), ("丙", "random")] {
            text += &format!("[[entries]]\nname = {name:?}\nprogram = {program:?}\n");
        }
        fs::write(&file, text).expect("ours");
        let cup = Cup { house, file, program };
        cup.replace("v1");
        cup
    }

    /// Puts this version where the program is, in one step.
    fn replace(&self, name: &str) {
        let part = self.house.path("part");
        fs::write(&part, version(name)).expect("ours");
        fs::set_permissions(&part, fs::Permissions::from_mode(0o755)).expect("ours");
        fs::rename(part, &self.program).expect("ours");
    }

    fn begin(&mut self, what: &str) -> Stage {
        let file = self.file.display().to_string();
        self.house.stage(&["tournament", what, &file, "--jobs", "1", "--json"])
    }

    fn games(&self) -> PathBuf {
        self.file.with_extension("").join("games")
    }

    /// Waits until the program runs in a game, after `done` of its games, and has come to rest: it waits for its turn.
    fn until_it_plays(&self, done: usize) {
        let (begun, mut asleep) = (Instant::now(), 0);
        let folder = self.house.path("");
        let played = || {
            let all = fs::read_dir(self.games()).into_iter().flatten().flatten().map(|file| file.path());
            let whole = all.filter(|path| path.extension().is_some_and(|it| it == "jsonl"));
            whole.filter(|path| fs::read_to_string(path).is_ok_and(|text| text.contains("strong v"))).count()
        };
        let sleeps = || {
            let all = fs::read_dir("/proc").expect("/proc").flatten().map(|entry| entry.path());
            let is_ours = |path: &PathBuf| {
                let [exe, cwd] =
                    ["exe", "cwd"].map(|link| fs::read_link(path.join(link)).unwrap_or_default());
                exe.to_string_lossy().contains("python") && cwd.starts_with(&folder)
            };
            let stat = |path: PathBuf| fs::read_to_string(path.join("stat")).unwrap_or_default();
            all.filter(is_ours).any(|path| stat(path).contains(") S "))
        };
        while asleep < 3 {
            asleep = if played() >= done && sleeps() { asleep + 1 } else { 0 };
            assert!(begun.elapsed() < Duration::from_mins(1), "game {done} does not begin");
            sleep(Duration::from_millis(20));
        }
    }

    /// The games of 甲 in the order of the journal: its match, the version that played, and what was noted of it.
    fn played(&self) -> Vec<(String, String, Option<String>)> {
        let journal =
            fs::read_to_string(self.file.with_extension("").join("journal.jsonl")).expect("a journal");
        let bodies = journal.lines().filter_map(|line| {
            let line: Value = serde_json::from_str(line).ok()?;
            Some(line["body"].clone()).filter(|body| body["type"] == "played")
        });
        let own = bodies.filter_map(|body| {
            let at = ["first", "second"].iter().position(|side| body["result"][*side] == "e0")?;
            let id = body["result"]["id"].as_str()?.to_owned();
            let record = fs::read_to_string(self.games().join(format!("{id}.jsonl"))).expect("a record");
            let versions = ["v1", "v2"].map(|name| record.contains(&format!("strong {name}")));
            let version = match versions {
                [true, false] => "v1",
                [false, true] => "v2",
                _ => panic!("{record}"),
            };
            let program = &body["details"]["programs"][at];
            assert!(program["sha256"].is_string(), "{body}");
            let change = program["change"].as_str().map(str::to_owned);
            Some((id.rsplit_once('.')?.0.to_owned(), version.to_owned(), change))
        });
        own.collect()
    }
}

/// The versions that played, game by game, and what was noted.
fn told(played: &[(String, String, Option<String>)]) -> Vec<(&str, Option<&str>)> {
    played.iter().map(|(_, version, change)| (version.as_str(), change.as_deref())).collect()
}

#[test]
fn a_program_replaced_during_a_match_plays_from_the_next_one_on_however_it_is_named() {
    for form in FORMS {
        let mut cup = Cup::open(form);
        let stage = cup.begin("run");
        cup.until_it_plays(0);
        cup.replace("v2");
        let (code, complaint) = stage.end();
        assert_eq!(code, Some(0), "{form:?}: {complaint}");
        let played = cup.played();
        let expected = [("v1", None), ("v1", Some("kept")), ("v2", Some("taken")), ("v2", Some("taken"))];
        assert_eq!(told(&played)[..4], expected, "{form:?}: {played:?}");
        let matches: Vec<&str> = played.iter().map(|(id, ..)| id.as_str()).collect();
        assert!(
            matches[0] == matches[1] && matches[1] != matches[2] && matches[2] == matches[3],
            "{matches:?}"
        );
    }
}

#[test]
fn a_file_that_stays_as_it_is_plays_every_game_and_nothing_is_said() {
    for form in FORMS {
        let cup = Cup::open(form);
        let file = cup.file.display().to_string();
        let run = cup.house.done(&["tournament", "run", &file, "--jobs", "2"]);
        assert!(run.status.success(), "{form:?}: {}", stderr(&run));
        let said = String::from_utf8_lossy(&run.stdout);
        assert!(!said.contains("program as then") && !said.contains("is not the one"), "{said}");
        assert!(told(&cup.played()).iter().all(|it| *it == ("v1", None)), "{form:?}: {:?}", cup.played());
    }
}

#[test]
fn what_a_match_began_with_outlives_the_stage_even_if_it_was_killed_during_the_first_game() {
    for (form, done) in [(FORMS[0], 0), (FORMS[0], 1), (FORMS[3], 1)] {
        let mut cup = Cup::open(form);
        let stage = cup.begin("run");
        cup.until_it_plays(done);
        assert!(stage.kill());
        for part in fs::read_dir(cup.games()).expect("games").flatten().map(|file| file.path()) {
            if part.extension().is_some_and(|it| it == "part") {
                fs::remove_file(part).expect("ours");
            }
        }
        cup.replace("v2");
        let file = cup.file.display().to_string();
        let run = cup.house.done(&["tournament", "resume", &file, "--jobs", "1"]);
        assert!(run.status.success(), "{form:?}: {}", stderr(&run));
        let said = String::from_utf8_lossy(&run.stdout);
        assert!(said.contains("甲: the file of its program has changed since the match began"), "{said}");
        assert!(said.contains("甲: its program is not the one of its match before"), "{said}");
        let played = cup.played();
        let second = ("v1", Some("kept"));
        let first = if done == 0 { second } else { ("v1", None) };
        let expected = [first, second, ("v2", Some("taken")), ("v2", Some("taken"))];
        assert_eq!(told(&played)[..4], expected, "{form:?}: {played:?}");
    }
}

#[test]
fn a_program_that_is_gone_plays_on_and_a_command_without_files_is_told_of() {
    let mut cup = Cup::open(FORMS[3]);
    let stage = cup.begin("run");
    cup.until_it_plays(0);
    fs::remove_file(&cup.program).expect("ours");
    let (code, complaint) = stage.end();
    assert_eq!(code, Some(0), "{complaint}");
    assert!(!complaint.contains("is kept aside"), "{complaint}");
    let played = cup.played();
    assert!(told(&played)[1..].iter().all(|it| *it == ("v1", Some("kept"))), "{played:?}");

    let engine = format!("cmd:sh -c 'exec {} engine tictactoe --level random'", cup.house.binary().display());
    let text = fs::read_to_string(&cup.file).expect("ours").replace("cmd:python3 bot.py 1", &engine);
    let other = cup.house.path("other.toml");
    fs::write(&other, text).expect("ours");
    let run = cup.house.done(&["tournament", "run", &other.display().to_string(), "-q"]);
    assert!(
        stderr(&run).contains("names no file of its own, so nothing of it is kept aside"),
        "{}",
        stderr(&run)
    );
    assert!(is_private(&cup.file.with_extension("").join("programs")));
}

fn is_private(folder: &Path) -> bool {
    fs::metadata(folder).expect("it is there").permissions().mode().is_multiple_of(0o100)
}
