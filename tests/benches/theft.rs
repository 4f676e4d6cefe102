//! `cargo bench -p stage-tests --bench theft [-- [LEVEL] [CASE]]`: what a hostile program gains while its opponent
//! computes, and what that costs the opponent, with a control for each row.
//!
//! The opponent computes for a fixed time per turn and reports for how much of it it ran; the hostile program's
//! processor time is read from outside whenever the turn passes. Each game is followed by one against a single-threaded
//! program, so that other load on the machine appears in both columns.

#![expect(clippy::print_stdout, reason = "a benchmark talks to its user")]

use leitai_arena::{Affinity, Conditions, Launch, Player, Ponder, Seating, Sitter, available, staging};
use leitai_catalog::{Setup, find};
use leitai_core::{Clock, DialectName, Lang, Line, Record, Seat, SpentTime, Spoken};
use leitai_sandbox::{Limits, Sandbox, SandboxLevel, Size};
use stage_tests::{Theft, Workshop};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

const CASES: [&str; 10] = [
    "quiet",
    "spinners",
    "awake",
    "headless",
    "continued",
    "timers",
    "populate",
    "gather",
    "family",
    "litter",
];
const ATTACK: &str = "85-works-in-the-others-time.c";
/// The number of games, each with four measured turns.
const GAMES: u32 = 3;
/// How long the opponent computes in a turn.
const WORK: &str = "work=300";

fn main() {
    leitai_sandbox::launch_if_asked();
    let itself = std::env::current_exe().expect("this program");
    let wanted: Option<SandboxLevel> = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let levels =
        SandboxLevel::ALL.into_iter().filter(|level| wanted.map_or(level.confines(), |one| one == *level));
    for level in levels {
        match Sandbox::at(level, &itself) {
            Ok(sandbox) => Hall::open(sandbox).measure_all(),
            Err(why) => println!("{why}"),
        }
    }
}

struct Hall {
    sandbox: Sandbox,
    workshop: Workshop,
}

/// The result of some games against one attack.
#[derive(Default)]
struct Row {
    /// The most processor time in the first turn, in ms.
    first: f64,
    /// Processor time in the other turns, in ms per second.
    later: f64,
    /// The share of its turns during which the opponent ran, in percent (median); `control` is that against one thread.
    ran: f64,
    control: f64,
    /// The number of games that it lost by theft.
    caught: u32,
    /// Why a game ended other than by the rules, if one did.
    other: String,
}

impl Hall {
    fn open(sandbox: Sandbox) -> Hall {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("attacks");
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("attacks");
        Hall { sandbox, workshop: Workshop::new(&sources, &kept).expect("a workshop") }
    }

    fn measure_all(&self) {
        println!(
            "level {}, {GAMES} games each, the opponent computes for 300 ms a turn",
            self.sandbox.level()
        );
        println!(
            "{:<12} {:>15} {:>14} {:>7} {:>18}",
            "", "first turn, ms", "later, ms/s", "caught", "opponent (control)"
        );
        let wanted = |case: &&str| std::env::args().any(|word| word == **case);
        let is_one = CASES.iter().any(wanted);
        for case in CASES.iter().filter(|case| !is_one || wanted(case)) {
            let Row { first, later, ran, control, caught, other } = self.measure(case);
            println!(
                "{case:<12} {first:>15.1} {later:>14.1} {caught:>7} {ran:>9.1}% ({control:.1}%) {other}"
            );
        }
    }

    fn measure(&self, case: &str) -> Row {
        let place = || {
            Affinity::Auto.place(0, &available(), Ponder::Off);
            let (mut row, mut used, mut passed) = (Row::default(), 0.0, 0.0);
            let mut ran = [const { Vec::new() }; 2];
            for _ in 0..GAMES {
                let (theft, shares, reason) = self.play(case);
                let [first, stolen, time] = theft.figures().map(|time| time.as_secs_f64() * 1e3);
                row.first = row.first.max(first);
                used += stolen;
                passed += time;
                // The first turn is counted separately.
                ran[0].extend(shares.into_iter().skip(1));
                ran[1].extend(self.play("alone").1.into_iter().skip(1));
                match reason {
                    reason if reason.starts_with("worked in the opponent's time") => row.caught += 1,
                    reason if reason == "three in a row" || reason == "board full" => {}
                    reason => row.other = reason,
                }
            }
            row.later = if passed > 0.0 { used / passed * 1e3 } else { 0.0 };
            [row.ran, row.control] = ran.map(|mut shares| {
                shares.sort_by(f64::total_cmp);
                shares.get(shares.len() / 2).copied().unwrap_or(f64::NAN)
            });
            row
        };
        std::thread::scope(|scope| scope.spawn(place).join().expect("no panic"))
    }

    /// Plays one game; returns what was stolen, the share of each turn during which the opponent ran, in percent, and
    /// why the game ended.
    fn play(&self, case: &str) -> (Theft, Vec<f64>, String) {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let tag = format!("theft-{}-{}-", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let player = |file: &str, words: &[String]| {
            let start = self.workshop.make(file).expect("it compiles").expect("C is installed");
            let launch = Launch::alone(start.program.into(), words.iter().map(Into::into).collect());
            Player { name: file.to_owned(), launch, dialect: DialectName::Beyond }
        };
        let knave = [format!("tag={tag}"), format!("game={tag}"), format!("case={case}")];
        let knight = [format!("tag={tag}"), WORK.to_owned(), "counts=1".to_owned()];
        let players = [player(ATTACK, &knave), player("honest.c", &knight)];
        let clock: Clock = "start=60s,move=60s".parse().expect("a clock");
        let game = find("tictactoe").expect("the game").open(&Setup::default()).expect("the defaults");
        let processes = if matches!(case, "family" | "litter") { 16 } else { 1 };
        let limits = Limits { memory: Size::MB(600), processes, threads: 80, ..Limits::default() };
        let conditions = Conditions { limits, ..Conditions::of(self.sandbox.clone()) };
        let seats = players.each_ref().map(|player| (player.name.clone(), Spoken::In(player.dialect)));
        let mut table = game.table(staging(clock, &conditions, seats), None);
        let (mut record, stop, mut theft) =
            (Vec::new(), AtomicBool::new(false), Theft::of(&tag, Seat::First));
        let sitters = players.each_ref().map(Sitter::Program);
        let seating = Seating {
            game: &*game,
            sitters,
            allowances: [clock; 2].map(Into::into),
            seed: 7,
            spent: SpentTime::default(),
            mends: false,
            conditions: &conditions,
        };
        let ended = seating.play(&mut *table, &mut record, &stop, &mut theft).expect("the stage holds");
        let record = String::from_utf8(record).expect("a record is text");
        let record = Record::read(&record).expect("a record");
        let counts = |line: &Line<'_>| match line {
            Line::Note { seat: Seat::Second, what, text } if what == "stderr" => {
                text.lines().filter_map(share).collect()
            }
            _ => Vec::new(),
        };
        let shares = record.lines.iter().flat_map(|(_, line)| counts(line)).collect();
        let reason = ended.map(|ended| ended.reason.to(Lang::En).to_owned());
        (theft, shares, reason.unwrap_or_default())
    }
}

/// The percentage from `ran US of US`.
fn share(line: &str) -> Option<f64> {
    let (ran, of) = line.strip_prefix("ran ")?.split_once(" of ")?;
    Some(ran.parse::<f64>().ok()? / of.parse::<f64>().ok()? * 100.0)
}
