//! Rulings on an event that runs on this machine: applied at once or after the running game, whatever becomes of the
//! process that runs it.

use crate::house::{House, Stage, results, until};
use rustix::process::Signal;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::thread::sleep;
use std::time::Duration;

/// An event of two entries whose programs wait for a file before they play, so that its first game runs for as long
/// as a test wants.
struct Held {
    house: House,
    file: PathBuf,
    go: PathBuf,
}

impl Held {
    fn open() -> Held {
        let house = House::open();
        let go = house.path("go");
        let engine = format!("exec {} engine tictactoe --level random", house.binary().display());
        let wait = format!("while [ ! -e {} ]; do sleep 0.02; done; {engine}", go.display());
        let mut text = "name = \"cup\"\ngame = \"tictactoe\"\nseed = \"2024\"\n".to_owned();
        text += "clock = \"start=60s,game=60s\"\n[sandbox]\nlevel = \"off\"\nat-least = \"off\"\n";
        for name in ["甲", "乙"] {
            text += &format!("[[entries]]\nname = {name:?}\nprogram = {:?}\n", format!("cmd:sh -c '{wait}'"));
        }
        let file = house.path("cup.toml");
        fs::write(&file, text).expect("our folder");
        Held { house, file, go }
    }

    fn path(&self) -> &str {
        self.file.to_str().expect("text")
    }

    /// Begins or resumes the event, and waits until its first game is being played.
    fn play(&mut self, what: &str) -> Stage {
        let file = self.path().to_owned();
        let games = self.folder().join("games");
        let parts = || {
            let files = fs::read_dir(&games).into_iter().flatten().flatten().map(|file| file.path());
            files.filter(|path| path.extension().is_some_and(|ending| ending == "part")).collect::<Vec<_>>()
        };
        for part in parts() {
            fs::remove_file(part).expect("ours");
        }
        let stage = self.house.stage(&["tournament", what, &file, "--jobs", "1", "--json"]);
        until("its first game runs", || !parts().is_empty());
        stage
    }

    fn folder(&self) -> PathBuf {
        self.file.with_extension("")
    }

    fn rule(&self, what: &[&str]) -> Output {
        self.house.done(&words(self.path(), what))
    }

    fn let_go(&self) {
        fs::write(&self.go, "").expect("our folder");
    }

    fn journal(&self) -> String {
        fs::read_to_string(self.folder().join("journal.jsonl")).expect("a journal")
    }
}

fn words<'a>(file: &'a str, what: &[&'a str]) -> Vec<&'a str> {
    let mut words = vec!["tournament", "rule", file];
    words.extend(what);
    words.extend(["--by", "chief-referee", "--reason", "as agreed"]);
    words
}

/// Whether games are held back.
fn has(folder: &Path, ending: &str) -> bool {
    let files = fs::read_dir(folder.join("rulings")).into_iter().flatten().flatten();
    files.map(|file| file.path()).any(|path| path.extension().is_some_and(|is| is == ending))
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn a_ruling_counts_at_once_and_what_it_leaves_nothing_of_is_broken_off() {
    let mut event = Held::open();
    let stage = event.play("run");
    // A refused ruling changes nothing.
    let refused = event.rule(&["question", "0.0.e0-e1.g1"]);
    assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
    assert!(said(&refused).contains("has no recorded result"), "{}", said(&refused));
    assert!(!event.journal().contains("\"ruled\""));
    // Of two rulings at once, both are recorded.
    let [one, two] = std::thread::scope(|scope| {
        ["甲", "乙"]
            .map(|name| {
                scope.spawn({
                    let event = &event;
                    move || event.rule(&["excuse", name])
                })
            })
            .map(|ruled| ruled.join().expect("it ends"))
    });
    let mut numbers = [one, two].map(|ruled| {
        assert!(ruled.status.success(), "{}", said(&ruled));
        said(&ruled).lines().next().expect("a line").split(':').next().expect("a number").to_owned()
    });
    numbers.sort_unstable();
    assert_eq!(numbers, ["ruling 0", "ruling 1"]);
    let ruled = event.rule(&["withdraw", "甲", "--leave"]);
    assert!(ruled.status.success(), "{}", said(&ruled));
    assert!(said(&ruled).contains("broken off and discarded: 0.0.e0-e1.g0"), "{}", said(&ruled));
    let (code, told) = stage.end();
    assert_eq!(code, Some(0), "{told}");
    let folder = event.folder();
    assert_eq!(results(&folder.join("journal.jsonl")), Vec::<String>::new());
    event.house.is_clean();
}

#[test]
fn a_ruling_waits_for_the_running_game_where_that_is_asked() {
    let mut event = Held::open();
    let stage = event.play("run");
    let path = event.path().to_owned();
    let rule = event.house.stage(&words(&path, &["withdraw", "甲", "--leave", "--after-running"]));
    let folder = event.folder();
    until("it waits", || has(&folder, "hold"));
    // The requester polls every 50 ms, and has to report before the game ends.
    sleep(Duration::from_millis(500));
    assert!(!event.journal().contains("\"ruled\""));
    event.let_go();
    let (code, told) = rule.end();
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("waiting for these games to end: 0.0.e0-e1.g0"), "{told}");
    assert_eq!(stage.end().0, Some(0));
    // The running game counts, and the next is not begun.
    assert_eq!(results(&folder.join("journal.jsonl")), ["0.0.e0-e1.g0"]);
    assert_eq!(event.journal().matches("\"ruled\"").count(), 1);
    assert_eq!(fs::read_dir(folder.join("rulings")).expect("its folder").count(), 0, "nothing is left");
}

#[test]
fn a_ruling_needs_nobody_who_runs_the_event() {
    let mut event = Held::open();
    let stage = event.play("run");
    // Two that run one event would both play its games.
    let second = event.house.done(&["tournament", "resume", event.path(), "--json"]);
    assert_eq!(second.status.code(), Some(1), "{}", said(&second));
    assert!(said(&second).contains("in use by process"), "{}", said(&second));
    stage.signal(Signal::STOP);
    let ruled = event.rule(&["excuse", "甲"]);
    assert!(ruled.status.success(), "{}", said(&ruled));
    assert_eq!(event.journal().matches("\"ruled\"").count(), 1);
    // Whoever waits for games waits until it is known that no more are begun, or that nobody plays any.
    let path = event.path().to_owned();
    let waits = ["excuse", "乙", "--after-running"];
    let rule = event.house.stage(&words(&path, &waits));
    let folder = event.folder();
    until("it waits", || has(&folder, "hold"));
    sleep(Duration::from_secs(4));
    assert_eq!(event.journal().matches("\"ruled\"").count(), 1);
    assert!(stage.kill());
    let (code, told) = rule.end();
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("does not react"), "{told}");
    assert_eq!(event.journal().matches("\"ruled\"").count(), 2);
    // Whoever dies while waiting has ruled nothing, and holds nothing back.
    let stage = event.play("resume");
    let rule = event.house.stage(&words(&path, &["withdraw", "乙", "--after-running"]));
    until("it waits", || has(&folder, "hold"));
    assert!(rule.kill());
    event.let_go();
    assert_eq!(stage.end().0, Some(0));
    assert_eq!(event.journal().matches("\"ruled\"").count(), 2);
    let played = results(&folder.join("journal.jsonl"));
    assert_eq!(played.iter().filter(|id| !id.contains(".p-")).count(), 2, "{played:?}");
    event.house.is_clean();
}
