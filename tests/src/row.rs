//! One row of the table of misbehaviour, and its reader.

use crate::machine::{left_behind, peak_memory};
use leitai_arena::{Conditions, Disclosure, Ended, Launch, Player, Seating, Sitter, Watch, staging};
use leitai_catalog::{Replay, Setup, find};
use leitai_core::{Clock, Fault, Lang, Line, Record, Seat, SpentTime, Spoken, Table, Why};
use leitai_sandbox::Sandbox;
use leitai_testkit::english_in;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// The longest delay of the verdict after the limit.
const LATEST: Duration = Duration::from_millis(100);
/// How many plain games longer a busy machine may take.
const PLAIN: u32 = 10;
/// The most memory, in MB, by which the stage may grow, whatever it is sent.
const MEMORY: u64 = 24;

/// A deed and its expected outcome.
#[derive(Clone, Debug)]
pub struct Row {
    /// The deed of `misbehave`.
    pub deed: &'static str,
    /// The deed of the other program.
    pub other: &'static str,
    /// The game.
    pub game: &'static str,
    /// The dialect of both programs.
    pub dialect: &'static str,
    /// The time limits.
    pub clock: &'static str,
    /// Options of the game.
    pub options: &'static [(&'static str, &'static str)],
    /// The expected outcome.
    pub expect: Expect,
    /// How long it takes from the last change at the table, or from seating, until everything is over, in milliseconds,
    /// as far as the deed and the limits determine it.
    pub takes: u64,
    /// How much programs are told.
    pub disclosure: Disclosure,
    /// Text that the record must contain about the program.
    pub noted: &'static str,
}

/// The outcome of a deed.
#[derive(Clone, Copy, Debug)]
pub enum Expect {
    /// Nothing: the game is played to its end by its rules.
    Plays,
    /// It wins by the rules.
    Wins,
    /// It loses by this fault, for a reason that contains this text.
    Loses(Fault, &'static str),
}

/// A game that was played for a row.
struct Game {
    ended: Ended,
    record: String,
    /// The time since the last change at the table.
    took: Duration,
}

/// The time of the last change at the table.
struct Last(Instant);

impl Watch for Last {
    fn changed(&mut self, _: &dyn Table) {
        self.0 = Instant::now();
    }
}

impl Row {
    /// A row of tic-tac-toe without any differences.
    pub const fn of(deed: &'static str) -> Row {
        Row {
            deed,
            other: "nothing",
            game: "tictactoe",
            dialect: "beyond",
            clock: "start=5s,move=5s",
            options: &[],
            expect: Expect::Plays,
            takes: 0,
            disclosure: Disclosure::All,
            noted: "",
        }
    }

    /// Plays it from both seats at once and checks everything; `program` is `misbehave`.
    pub fn check(&self, program: &str) {
        std::thread::scope(|scope| {
            let games = Seat::BOTH.map(|seat| scope.spawn(move || self.check_in(seat, program)));
            for game in games {
                game.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            }
        });
    }

    /// Like [`check`](Row::check), except for the time, where that does not depend on the stage.
    pub fn check_untimed(&self, program: &str) {
        for seat in Seat::BOTH {
            self.check_untimed_in(seat, program);
        }
    }

    /// Like [`check_in`](Row::check_in), except for the time, where that does not depend on the stage.
    pub fn check_untimed_in(&self, seat: Seat, program: &str) {
        self.check_game(seat, program);
    }

    /// Plays it from one seat and checks everything.
    pub fn check_in(&self, seat: Seat, program: &str) {
        let game = self.check_game(seat, program);
        self.check_time(seat, program, &game);
    }

    /// Checks verdict, reason, memory, record and remains.
    fn check_game(&self, seat: Seat, program: &str) -> Game {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let before = peak_memory();
        let tag = format!("tag-{}-{}-", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let game = self.play(seat, program, &tag);
        let what = format!("{} as {seat}: {:?}", self.deed, game.ended);
        assert_eq!(left_behind(&tag), [""; 0], "something remains of {what}");
        self.check_verdict(seat, &game.ended, &what);
        self.check_record(seat, &game, &what);
        let grown = peak_memory().saturating_sub(before);
        assert!(grown < MEMORY, "the stage grew by {grown} MB by {what}");
        game
    }

    fn play(&self, seat: Seat, program: &str, tag: &str) -> Game {
        let player = |name: &str, deed: &str| Player {
            name: name.to_owned(),
            launch: Launch::alone(
                if deed == "absent" { format!("{program}-absent") } else { program.to_owned() }.into(),
                [deed, self.game, self.dialect, tag].map(Into::into).into(),
            ),
            dialect: self.dialect.parse().expect("a dialect"),
        };
        let mut players = [player("knave", self.deed), player("knight", self.other)];
        if seat == Seat::Second {
            players.reverse();
        }
        let setup = Setup::with(self.options.iter().copied());
        let game = find(self.game).expect("a game").open(&setup).expect("a set-up");
        let clock: Clock = self.clock.parse().expect("a clock");
        let conditions = Conditions { disclosure: self.disclosure, ..Conditions::of(Sandbox::off()) };
        let seats = players.each_ref().map(|player| (player.name.clone(), Spoken::In(player.dialect)));
        let mut table = game.table(staging(clock, &conditions, seats), None);
        let (mut record, stop) = (Vec::new(), AtomicBool::new(false));
        let sitters = players.each_ref().map(Sitter::Program);
        let mut last = Last(Instant::now());
        let seating = Seating {
            game: &*game,
            sitters,
            allowances: [clock; 2].map(Into::into),
            seed: 7,
            spent: SpentTime::default(),
            mends: false,
            conditions: &conditions,
        };
        let ended = seating.play(&mut *table, &mut record, &stop, &mut last);
        let took = last.0.elapsed();
        let ended = ended.expect("the stage holds").expect("nobody stopped it");
        Game { ended, record: String::from_utf8(record).expect("a record is UTF-8"), took }
    }

    fn check_verdict(&self, seat: Seat, ended: &Ended, what: &str) {
        match self.expect {
            Expect::Loses(fault, reason) => {
                assert_eq!(ended.outcome.why, Why::Fault(fault), "{what}");
                assert_eq!(ended.outcome.winner, Some(seat.other()), "{what}");
                assert!(ended.reason.to(Lang::En).contains(reason), "`{reason}` is not said of {what}");
                assert_eq!(english_in(ended.reason.to(Lang::Zh)), None, "{what}");
            }
            Expect::Plays | Expect::Wins => {
                assert!(matches!(ended.outcome.why, Why::Law(_)), "{what}");
                let wins = matches!(self.expect, Expect::Wins);
                assert!(!wins || ended.outcome.winner == Some(seat), "{what}");
            }
        }
    }

    /// A busy machine delays every game, a slow stage only this one: the nearest of three counts, beside plain games that
    /// are played in between.
    fn check_time(&self, seat: Seat, program: &str, first: &Game) {
        let takes = Duration::from_millis(self.takes);
        let is_right = |took: Duration, slack: Duration| {
            (takes.saturating_sub(slack)..=takes + LATEST + slack).contains(&took)
        };
        let (mut took, mut slack) = (first.took, Duration::ZERO);
        for _ in 0..2 {
            if is_right(took, slack) {
                return;
            }
            let began = Instant::now();
            Row::of("nothing").check_game(seat, program);
            slack = slack.max(PLAIN * began.elapsed());
            let again = self.check_game(seat, program).took;
            took = if again.abs_diff(takes) < took.abs_diff(takes) { again } else { took };
        }
        let what = format!("{} as {seat}: {:?}", self.deed, first.ended);
        assert!(is_right(took, slack), "after {took:?}, with {slack:?} of slack: {what}");
    }

    fn check_record(&self, seat: Seat, game: &Game, what: &str) {
        let text = &game.record;
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "something raw is recorded of {what}");
        let record = Record::read(text).unwrap_or_else(|e| panic!("{e} in the record of {what}\n{text}"));
        let notes = |of: Seat, kind: &str| -> Vec<String> {
            let note = |line: &Line<'_>| match line {
                Line::Note { seat, what, text } if *seat == of && what == kind => Some(text.to_string()),
                _ => None,
            };
            record.lines.iter().filter_map(|(_, line)| note(line)).collect()
        };
        let kinds = ["exit", "stderr", "debug"];
        let noted = kinds.iter().any(|kind| notes(seat, kind).iter().any(|text| text.contains(self.noted)));
        assert!(self.noted.is_empty() || noted, "`{}` is not noted of {what}\n{text:.2000}", self.noted);
        let debug: usize = notes(seat, "debug").iter().map(String::len).sum();
        assert!(debug <= 32 << 10 && text.len() < 160 << 10, "too much is recorded of {what}");
        // The other program is neither punished nor missing, if it had time to come to the table.
        if self.other == "nothing" && game.ended.plies > 1 {
            let log = notes(seat.other(), "stderr").concat();
            // A program that is started for each turn prints this each time.
            assert!(!log.is_empty() && log.lines().all(|line| line == "at the table"), "{log} of {what}");
            // On a busy machine it may need longer to leave than it is given.
            let exits = notes(seat.other(), "exit");
            let is_late = game.took >= LATEST && exits == ["ended by the stage"];
            assert!(is_late || exits == ["exited with code 0"], "{exits:?}: {what}");
        }
        let end = Replay::open(record).and_then(Replay::verify);
        let end = end.unwrap_or_else(|e| panic!("{e} in the record of {what}\n{text}"));
        assert_eq!(end.reason, game.ended.reason, "{what}");
    }
}
