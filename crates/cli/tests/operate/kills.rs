//! Clocks after a machine has failed, to the millisecond: a desk that is killed, and beside it one that is not.

use leitai_core::Rng;
use leitai_testkit::extent;
use serde_json::Value;
use std::fmt;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long anything may take.
const PATIENCE: Duration = Duration::from_mins(1);

/// A desk that is read by a program.
struct Desk {
    child: Child,
    typed: ChildStdin,
    heard: Receiver<(Instant, Value)>,
    last: Value,
    whose: Whose,
    /// Who was to play before the desk was killed.
    before: usize,
}

/// Whose desk is killed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// An operator's, with a program that answers.
    Operators,
    /// A referee's: the clock of one side or the other runs all the time.
    Referees,
}

impl Desk {
    fn sit(folder: &Path, whose: Whose) -> Desk {
        let mut command = Command::new(super::LEITAI);
        command.args(["--lang", "en"]);
        match whose {
            Whose::Operators => command.args(["operate", "nogo", "random", "--sandbox", "off"]),
            Whose::Referees => command.args(["desk", "nogo"]),
        };
        command.args(["--games", "90", "--clock", "game=60m", "--terminal", "--json"]).current_dir(folder);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("leitai starts");
        let typed = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (said, heard) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let line = serde_json::from_str(&line).unwrap_or_else(|why| panic!("{why}: {line}"));
                if said.send((Instant::now(), line)).is_err() {
                    return;
                }
            }
        });
        Desk { child, typed, heard, last: Value::Null, whose, before: 0 }
    }

    fn types(&mut self, line: &str) {
        writeln!(self.typed, "{line}").expect("it reads");
    }

    /// The next line that says how the desk stands, and when it came.
    fn hears(&mut self) -> Instant {
        loop {
            let (at, line) = self.heard.recv_timeout(PATIENCE).expect("it says something");
            if line["type"] == "desk" {
                self.last = line;
                return at;
            }
        }
    }

    /// How it stands now: by the middle of the time between asking and hearing.
    fn asks(&mut self) -> Instant {
        while self.heard.try_recv().is_ok() {}
        let asked = Instant::now();
        self.types("code");
        let heard = self.hears();
        asked + heard.saturating_duration_since(asked) / 2
    }

    fn is(&self, what: &str, value: &str) -> bool {
        self.last[what] == value
    }

    /// Relays acts until their clock runs, and so long besides.
    fn relays(&mut self, rng: &mut Rng, time: Duration) {
        let until = Instant::now() + time;
        loop {
            self.asks();
            let is_asked = self.is("state", "runs") && self.is("hand", ["first", "second"][self.other()]);
            let is_asked = is_asked && self.last["clocks"][self.other()]["runs"] == true;
            if Instant::now() >= until && is_asked {
                return;
            }
            if self.is("state", "waits") {
                self.types("begin");
            } else if is_asked {
                let point = ["A", "B", "C", "D", "E", "F", "G", "H", "I"][rng.below(9)];
                self.types(&format!("{point}{}", rng.below(9) + 1));
            }
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// The seat of the other side, whose sides are swapped after each game; at a referee's desk, of whoever is to play.
    fn other(&self) -> usize {
        if self.whose == Whose::Referees {
            let hand = ["first", "second"].iter().position(|seat| self.is("hand", seat));
            return hand.unwrap_or(self.before);
        }
        usize::from(self.is("seat", "first"))
    }

    /// What is left to the other side, in milliseconds.
    fn theirs(&self) -> f64 {
        self.last["clocks"][self.other()]["left_us"].as_f64().expect("a limit") / 1000.0
    }

    fn plies(&self) -> u64 {
        self.last["plies"].as_u64().expect("a number")
    }

    fn ends(mut self) {
        self.child.kill().expect("ours");
        self.child.wait().expect("ours");
    }
}

/// By how much clocks showed more than was left, in milliseconds.
struct Off(Vec<f64>);

impl Off {
    fn worst(&self) -> f64 {
        self.0.iter().fold(0.0, |worst, off| worst.max(off.abs()))
    }
}

impl fmt::Display for Off {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = self.0.clone();
        all.sort_by(f64::total_cmp);
        let at = |share: usize| all[(all.len() - 1) * share / 100];
        let [least, low, middle, high, most] = [0, 10, 50, 90, 100].map(at);
        write!(
            f,
            "{} times: least {least:.1}, 10 % {low:.1}, median {middle:.1}, 90 % {high:.1}, most {most:.1} ms",
            all.len()
        )
    }
}

/// `LEITAI_KILLS` says how often.
#[test]
fn clocks_are_right_after_a_machine_has_failed() {
    kills(Whose::Operators, extent("LEITAI_KILLS", 4, 50));
}

/// The same at a referee's desk, where the clock of one side or the other always runs.
#[test]
fn the_clocks_of_both_sides_are_right_after_a_machine_has_failed() {
    kills(Whose::Referees, extent("LEITAI_KILLS", 4, 50));
}

#[expect(clippy::print_stdout, reason = "the figures are for the documentation")]
fn kills(whose: Whose, kills: usize) {
    let [folder, beside] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let mut rng = Rng::new(0x5eed);
    let mut control = Desk::sit(beside.path(), whose);
    let mut desk = Desk::sit(folder.path(), whose);
    let (mut killed, mut unharmed) = (Off(Vec::new()), Off(Vec::new()));
    for _ in 0..kills {
        let time = Duration::from_millis(100 + rng.below(900) as u64);
        let thinks = Duration::from_millis(rng.below(2500) as u64);
        for one in [&mut desk, &mut control] {
            one.relays(&mut rng, time);
        }
        thread::sleep(thinks);
        let known = [&mut desk, &mut control].map(|one| (one.asks(), one.theirs()));
        thread::sleep(Duration::from_millis(rng.below(800) as u64));
        let left_at =
            |(at, left): (Instant, f64), now: Instant| left - now.duration_since(at).as_secs_f64() * 1000.0;
        // The same is asked of the one that goes on.
        let now = control.asks();
        unharmed.0.push(control.theirs() - left_at(known[1], now));
        let (plies, code) = (desk.plies(), desk.last["code"].clone());
        let now = Instant::now();
        let other = desk.other();
        desk.ends();
        desk = Desk { before: other, ..Desk::sit(folder.path(), whose) };
        desk.hears();
        // No clock runs yet; without a program it starts at once.
        let is_still = desk.is("state", "starts") && desk.last["clocks"][desk.other()]["runs"] == false;
        assert!(is_still || whose == Whose::Referees, "{}", desk.last);
        killed.0.push(desk.theirs() - left_at(known[0], now));
        desk.relays(&mut rng, Duration::ZERO);
        assert_eq!((desk.plies(), &desk.last["code"]), (plies, &code), "a ply was lost");
    }
    desk.ends();
    control.ends();
    println!("killed {killed}\nbeside it, unharmed {unharmed}");
    // What is written down last is at most so old; the rest is what the machine makes of both.
    let within = 450.0 + 4.0 * unharmed.worst();
    assert!(killed.worst() <= within.min(1000.0 + unharmed.worst()), "killed {killed}; beside it {unharmed}");
}
