//! Somebody at a desk, who reads what it says and types.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long anything may take.
const PATIENCE: Duration = Duration::from_mins(1);

pub(super) struct AtDesk {
    child: Child,
    typed: ChildStdin,
    heard: Receiver<String>,
    lines: Vec<(Instant, String)>,
    /// So many lines were answered.
    answered: usize,
}

/// How a game stands, as far as it was shown.
#[derive(Debug)]
pub(super) struct Standing {
    pub(super) game: u32,
    pub(super) plies: u32,
    pub(super) code: String,
    pub(super) is_between: bool,
}

impl AtDesk {
    pub(super) fn sit(folder: &Path, args: &[&str]) -> AtDesk {
        let mut command = Command::new(super::LEITAI);
        command.args(["--lang", "en", "operate"]).args(args).arg("--terminal").current_dir(folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("leitai starts");
        let typed = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (said, heard) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if said.send(line).is_err() {
                    return;
                }
            }
        });
        AtDesk { child, typed, heard, lines: Vec::new(), answered: 0 }
    }

    /// Everything it has said.
    pub(super) fn said(&self) -> String {
        self.lines.iter().flat_map(|(_, line)| [line, "\n"]).collect()
    }

    pub(super) fn types(&mut self, line: &str) {
        self.answered = self.lines.len();
        writeln!(self.typed, "{line}").unwrap_or_else(|why| panic!("{line}: {why}\n{}", self.said()));
    }

    /// Waits so long for a line; whether one came.
    fn hears(&mut self, patience: Duration) -> bool {
        match self.heard.recv_timeout(patience) {
            Ok(line) => {
                self.lines.push((Instant::now(), line));
                true
            }
            Err(_) => false,
        }
    }

    /// Waits for something that was not answered yet.
    pub(super) fn reads(&mut self, what: &str) {
        let begun = Instant::now();
        while !self.lines[self.answered..].iter().any(|(_, line)| line.contains(what)) {
            assert!(begun.elapsed() < PATIENCE, "no `{what}`: {}", self.said());
            self.hears(Duration::from_millis(20));
        }
    }

    /// Waits until a game that was broken off is shown, or is over.
    pub(super) fn stands_again(&mut self) {
        let begun = Instant::now();
        // The last line of a board says what is to be done.
        while self.asked().is_none_or(|asked| asked.contains("Wait")) {
            assert!(begun.elapsed() < PATIENCE, "{}", self.said());
            self.hears(Duration::from_millis(5));
        }
    }

    /// Waits until it says that this is to be done now.
    pub(super) fn asked_to(&mut self, what: &str) {
        let begun = Instant::now();
        while !self.asked().is_some_and(|asked| asked.contains(what)) {
            assert!(begun.elapsed() < PATIENCE, "not asked to {what}: {}", self.said());
            self.hears(Duration::from_millis(20));
        }
    }

    /// What is to be done now, if that was not answered yet.
    fn asked(&self) -> Option<&str> {
        self.lines[self.answered..].iter().rev().find_map(|(_, line)| line.strip_prefix("» "))
    }

    /// Plies of the game that was shown last.
    pub(super) fn plies(&self) -> u32 {
        self.standing().plies
    }

    /// Whether a game is to be begun, or none is left.
    pub(super) fn is_between(&self) -> bool {
        self.asked().is_some_and(|asked| {
            asked.to_lowercase().contains("begin game") || asked.contains("match is over")
        })
    }

    /// How the game stands.
    pub(super) fn standing(&self) -> Standing {
        let last = |begins: &str| self.lines.iter().rev().find(|(_, line)| line.starts_with(begins));
        let at = |begins: &str| self.lines.iter().rposition(|(_, line)| line.starts_with(begins));
        // Between two games the last ply is that of the last one.
        let ply = last("ply ").filter(|_| at("ply ") > at("game ")).map(|(_, line)| line.as_str());
        let ply = ply.unwrap_or_default();
        let (plies, code) =
            ply.strip_prefix("ply ").and_then(|rest| rest.split_once(',')).unwrap_or(("0", ""));
        let game =
            last("game ").and_then(|(_, line)| line["game ".len()..].split([' ', ',']).next()?.parse().ok());
        Standing {
            game: game.unwrap_or(1),
            plies: plies.parse().unwrap_or(0),
            code: code.rsplit(' ').next().unwrap_or_default().to_owned(),
            is_between: self.is_between(),
        }
    }

    /// Plays any act for the other side, the dice and whoever else is asked for, until that is so.
    pub(super) fn relays_until(&mut self, done: impl Fn(&AtDesk) -> bool) {
        let begun = Instant::now();
        loop {
            while self.hears(Duration::from_millis(10)) {}
            if done(self) {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "{}", self.said());
            self.relays();
        }
    }

    /// The same, for so long.
    pub(super) fn relays_for(&mut self, time: Duration) {
        let begun = Instant::now();
        while begun.elapsed() < time && !self.is_between() {
            while self.hears(Duration::from_millis(5)) {}
            self.relays();
        }
    }

    /// Plays an act if one is asked for.
    fn relays(&mut self) {
        if !self.asked().is_some_and(|asked| asked.contains("nter ")) {
            return;
        }
        self.types("help ");
        let from = self.lines.len();
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            self.hears(Duration::from_millis(20));
            let listed = self.lines[from..].iter().find_map(|(_, line)| act(line));
            if let Some(act) = listed {
                return self.types(&act);
            }
        }
    }

    /// Ends the process as a power cut would.
    pub(super) fn kill(mut self) {
        self.child.kill().expect("ours");
        self.child.wait().expect("ours");
    }

    /// Waits until it ends by itself, and returns everything it has said.
    pub(super) fn ends(mut self) -> String {
        let begun = Instant::now();
        while self.child.try_wait().expect("ours").is_none() {
            assert!(begun.elapsed() < PATIENCE, "{}", self.said());
            self.hears(Duration::from_millis(20));
        }
        while self.hears(Duration::from_millis(50)) {}
        assert!(self.child.wait().expect("ours").success(), "{}", self.said());
        self.said()
    }
}

impl Drop for AtDesk {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A legal act that such a line of the help names, other than a pass or a claim.
fn act(line: &str) -> Option<String> {
    if let Some((_, example)) =
        line.split_once("A move in full: ").or_else(|| line.split_once(", for example "))
    {
        return Some(example.to_owned());
    }
    let (count, all) = line.split_once(": ")?;
    if !(count.ends_with(" moves") || count.ends_with(" move")) {
        return None;
    }
    let acts: Vec<&str> = all.split(' ').filter(|act| !matches!(*act, "pass" | "claim")).collect();
    acts.get(acts.len() / 2).map(|act| (*act).to_owned())
}
