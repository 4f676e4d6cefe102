//! Plays one attack and checks everything that must hold afterwards.

use crate::attack::{Attack, Verdict};
use crate::machine::{left_behind, peak_memory};
use crate::theft::Theft;
use crate::workshop::{Start, Workshop};
use leitai_arena::{Affinity, Conditions, Ended, Launch, Player, Seating, Sitter, Watch, available, staging};
use leitai_catalog::{Replay, Setup, find};
use leitai_core::{
    Actor, Clock, Fault, GIVEN_BACK, Lang, Line, Record, Seat, Sentence, SpentTime, Spoken, Why,
};
use leitai_sandbox::{Limits, Sandbox};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

/// The most memory, in MB, by which the stage may grow over all attacks together.
const MEMORY: u64 = 32;
/// How often a game may be replayed because a program was late.
const RETRIES: u32 = 2;
/// How often the disturbed games of a crowd may be replayed.
const CROWDS: u32 = 5;
/// A program that was kept waiting longer than this counts as disturbed. A crowd's answers come within 50 ms of the
/// limit, and the margin is that less the time that a program itself needs to wake up and answer.
const MARGIN: Duration = Duration::from_millis(40);
/// Errors showing that a deed was attempted incorrectly, not that it was refused.
const CLUMSY: [&str; 3] = ["(EFAULT)", "(EBADF)", "(EINVAL)"];

/// Plays attacks at one level.
#[derive(Debug)]
pub struct Examiner {
    sandbox: Sandbox,
    workshop: Workshop,
    facts: Vec<String>,
    /// The stage's memory at the beginning, in MB.
    before: u64,
}

/// A game that was played.
struct Game {
    seat: Seat,
    ended: Ended,
    /// Its processes that were still there afterwards.
    remains: Vec<String>,
    record: String,
    /// What each program logged and how it exited, First before Second.
    logs: [String; 2],
    exits: [String; 2],
    /// All notes about the attack.
    notes: String,
    /// The processor time that the attack got during its opponent's time.
    theft: Theft,
    /// Microseconds of each of its turns, including what was given back to it.
    turns: Vec<u64>,
}

impl Examiner {
    /// `facts` is what attacks are told about their surroundings.
    pub fn new(sandbox: Sandbox, workshop: Workshop, facts: Vec<String>) -> Examiner {
        Examiner { sandbox, workshop, facts, before: peak_memory() }
    }

    /// Plays an attack; the error states what is wrong. Returns details worth reporting, or `None` if its language is
    /// not installed. A game in which a program came late, or was stopped late, is played again: a busy machine delays
    /// a game now and then, a slow stage delays every game.
    pub fn examine(&self, attack: &Attack) -> Result<Option<String>, String> {
        let Some(start) = self.workshop.make(&attack.file)? else { return Ok(None) };
        let said = |game: &Game| if attack.theft.is_some() { game.theft.to_string() } else { String::new() };
        for _ in 0..RETRIES {
            let game = self.play(attack, &start)?;
            match self.check(attack, &game) {
                Err(_) if game.is_late() || attack.theft.is_some() || attack.clocked.is_some() => {}
                done => return done.map(|()| Some(said(&game))),
            }
        }
        let game = self.play(attack, &start)?;
        self.check(attack, &game).map(|()| Some(said(&game)))
    }

    /// Plays as many games at once as the attack's crowd demands. A game that the machine disturbed, by keeping the
    /// loser or the stage from running, proves nothing and is played again; every other must end as expected. Returns
    /// how many were disturbed; `None` if the language is not installed.
    pub fn examine_crowd(&self, attack: &Attack) -> Result<Option<u32>, String> {
        let Some(start) = self.workshop.make(&attack.file)? else { return Ok(None) };
        let one = || {
            let game = self.play(attack, &start)?;
            match self.check(attack, &game) {
                Err(_) if game.ended.disturbed.is_some() => Ok(1),
                done => done.map(|()| 0),
            }
        };
        let (mut left, mut disturbed) = (attack.crowd, 0);
        for _ in 0..=CROWDS {
            left = std::thread::scope(|scope| {
                let crowd: Vec<_> = (0..left).map(|_| scope.spawn(one)).collect();
                let gone = |_| Err("a game came to no end".to_owned());
                crowd.into_iter().map(|game| game.join().unwrap_or_else(gone)).sum::<Result<u32, _>>()
            })?;
            if left == 0 {
                return Ok(Some(disturbed));
            }
            disturbed += left;
        }
        Err(format!("the machine disturbs {left} of {} games each time", attack.crowd))
    }

    fn check(&self, attack: &Attack, game: &Game) -> Result<(), String> {
        if !game.remains.is_empty() {
            return Err(format!("left behind: {:?}", game.remains));
        }
        self.check_verdict(attack, game)?;
        if let (Some(most), true) = (attack.theft, self.sandbox.level().confines()) {
            game.theft.check(most)?;
        }
        check_record(attack, game)?;
        if self.sandbox.level().confines() {
            game.check_clock(attack)?;
        }
        let grown = peak_memory().saturating_sub(self.before);
        if grown > MEMORY { Err(format!("the stage grew by {grown} MB")) } else { Ok(()) }
    }

    /// The arguments of both programs.
    fn arguments(&self, attack: &Attack, tag: &str) -> [Vec<String>; 2] {
        let mut knave = vec![format!("tag={tag}"), format!("game={tag}"), format!("case={}", attack.case)];
        knave.push(format!("source={}", self.workshop.source(attack).display()));
        knave.extend(self.facts.iter().cloned());
        let knight = if attack.opponent == "twin" {
            knave.clone()
        } else {
            vec![format!("tag={tag}"), format!("dialect={}", attack.dialect), attack.opponent.clone()]
        };
        [knave, knight]
    }

    fn play(&self, attack: &Attack, start: &Start) -> Result<Game, String> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let tag = format!("tag-{}-{}-", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let seat = if attack.is_first { Seat::First } else { Seat::Second };
        let [mut knave, knight] = self.arguments(attack, &tag);
        let honest = if attack.opponent == "twin" { &attack.file } else { "honest.c" };
        let honest = self.workshop.make(honest)?.ok_or("there is no opponent")?;
        knave.push(format!("opponent={}", honest.program.display()));
        let mut players =
            [player("knave", start.clone(), attack, &knave)?, player("knight", honest, attack, &knight)?];
        if seat == Seat::Second {
            players.reverse();
        }
        let game = find(&attack.game).ok_or("there is no such game")?;
        let setup = Setup { options: attack.options.clone(), ..Setup::default() };
        let game = game.open(&setup).map_err(|error| error.to_string())?;
        let clock: Clock = attack.clock.parse().map_err(|_| format!("no clock {}", attack.clock))?;
        let mut conditions = Conditions { limits: limits(attack)?, ..Conditions::of(self.sandbox.clone()) };
        if attack.crowd > 0 {
            conditions.tolerance = MARGIN;
        }
        let seats = players.each_ref().map(|player| (player.name.clone(), Spoken::In(player.dialect)));
        let mut table = game.table(staging(clock, &conditions, seats), None);
        let (mut record, stop) = (Vec::new(), AtomicBool::new(false));
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
        // As in a match: a paused program gets the lowest weight on the core of the program on turn, and no other core.
        let cores = available();
        let settle =
            || Affinity::Auto.settle(0, &cores, conditions.ponder, &Sentence::quoted(&*tag), &|| false);
        let is_timed = attack.theft.is_some() || attack.clocked.is_some() || attack.is_undisturbed;
        let _place = if is_timed { settle() } else { None };
        // It examines every process whenever the turn passes, so it is used only on request.
        let (mut theft, mut nobody) = (Theft::of(&tag, seat), ());
        let watch: &mut dyn Watch = if attack.theft.is_some() { &mut theft } else { &mut nobody };
        let ended =
            seating.play(&mut *table, &mut record, &stop, watch).map_err(|error| error.to_string())?;
        let ended = ended.ok_or("somebody stopped it")?;
        let record = String::from_utf8(record).map_err(|_| "the record is no text")?;
        Game::read(seat, ended, record, left_behind(&tag), theft)
    }

    /// Checks that the verdict is acceptable and that the doors are shut.
    fn check_verdict(&self, attack: &Attack, game: &Game) -> Result<(), String> {
        let expected = attack.expected(self.sandbox.level());
        let came = game.verdict();
        let mut why = String::new();
        for verdict in expected {
            let checked = match verdict {
                Verdict::Blocked if came == Some(Verdict::Ok) => self.check_blocked(attack, game),
                Verdict::Ok if came == Some(Verdict::Ok) => {
                    check_done(attack, game).and_then(|()| self.check_shut(attack, game))
                }
                Verdict::Open if came == Some(Verdict::Ok) => check_open(attack, game),
                // Whatever it obtained for a moment cost it the game.
                Verdict::Mle if came == Some(Verdict::Mle) => Ok(()),
                verdict if came == Some(*verdict) => self.check_shut(attack, game),
                _ => Err(String::new()),
            };
            match checked {
                Ok(()) => return check_reason(attack, game, *verdict),
                Err(error) => why += &error,
            }
        }
        Err(format!("`{}` is none of {expected:?}{why}\n{}", game.ended.reason.to(Lang::En), game.log()))
    }

    /// Checks that every door was tried and refused, and every deed done.
    fn check_blocked(&self, attack: &Attack, game: &Game) -> Result<(), String> {
        let log = game.log();
        let mut wrong = String::new();
        for door in &attack.doors {
            let refused = format!("blocked: {door} ");
            let line = log.lines().find(|line| line.starts_with(&refused));
            match line {
                Some(line) if CLUMSY.iter().any(|error| line.ends_with(error)) => {
                    let _ = write!(wrong, "; {line}: not refused but badly asked");
                }
                Some(_) => {}
                None if attack.may_be_open(self.sandbox.level(), door)
                    && log.contains(&format!("OPEN: {door}\n")) => {}
                None if log.lines().any(|line| line == format!("OPEN: {door}")) => {
                    let _ = write!(wrong, "; {door} is open");
                }
                None => {
                    let _ = write!(wrong, "; {door} was never tried");
                }
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        check_done(attack, game).and_then(|()| self.check_shut(attack, game))
    }

    /// Checks that no door is open, except those that the level cannot close.
    fn check_shut(&self, attack: &Attack, game: &Game) -> Result<(), String> {
        let open = game.log().lines().filter_map(|line| line.strip_prefix("OPEN: "));
        let open: Vec<_> = open.filter(|door| !attack.may_be_open(self.sandbox.level(), door)).collect();
        let says_so = self.sandbox.level().confines() && !open.is_empty();
        if says_so { Err(format!("; open: {open:?}")) } else { Ok(()) }
    }
}

fn player(name: &str, start: Start, attack: &Attack, told: &[String]) -> Result<Player, String> {
    let args = start.args.into_iter().chain(told.iter().map(OsString::from));
    let mut launch = Launch::typed(start.program.into(), args.collect());
    if let Launch::Command { reads, family, .. } = &mut launch {
        // It may read what a contestant's program would.
        *reads = start.reads;
        *family = false;
    }
    let dialect = attack.dialect.parse().map_err(|()| format!("no dialect {}", attack.dialect))?;
    Ok(Player { name: name.to_owned(), launch, dialect })
}

/// The default limits, except those that the head names.
fn limits(attack: &Attack) -> Result<Limits, String> {
    let mut limits = Limits::default();
    for (name, value) in &attack.limits {
        let bad = |error: String| format!("{attack}: {name}: {error}");
        let size = || value.parse().map_err(|error: leitai_sandbox::BadSize| bad(error.to_string()));
        let count = || value.parse().map_err(|_| bad(format!("`{value}` is no number")));
        match name.as_str() {
            "memory" => limits.memory = size()?,
            "scratch" => limits.scratch = size()?,
            "processes" => limits.processes = count()?,
            "threads" => limits.threads = count()?,
            "output-line" => limits.output.line = size()?,
            "output-turn" => limits.output.turn = size()?,
            "log" => limits.output.log = size()?,
            _ => return Err(bad("there is no such limit".to_owned())),
        }
    }
    Ok(limits)
}

/// Microseconds of each turn of a seat, including what was given back to it.
fn turns(record: &Record, seat: Seat) -> Vec<u64> {
    let mut turns = Vec::new();
    for (_, line) in &record.lines {
        match line {
            Line::Play { by: Actor::Seat(by), us, .. } if *by == seat => turns.push(*us),
            Line::Note { seat: of, what, text } if *of == seat && what == GIVEN_BACK => {
                let given = text.strip_suffix(" ms").and_then(|ms| ms.parse::<u64>().ok());
                if let Some(last) = turns.last_mut() {
                    *last += (given.unwrap_or(0) + 1) * 1000;
                }
            }
            _ => {}
        }
    }
    turns
}

/// Checks that every deed was done.
fn check_done(attack: &Attack, game: &Game) -> Result<(), String> {
    let is_done = |deed: &&String| game.log().lines().any(|line| line == format!("done: {deed}"));
    let missing: Vec<_> = attack.deeds.iter().filter(|deed| !is_done(deed)).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("; {missing:?} never done")) }
}

/// Checks that everything was tried and something is open: the attack is a real one.
fn check_open(attack: &Attack, game: &Game) -> Result<(), String> {
    let said = |door: &String, word: &str| {
        game.log().lines().any(|line| line.starts_with(&format!("{word}: {door}")))
    };
    let tried = |door: &&String| !said(door, "blocked") && !said(door, "OPEN");
    let missing: Vec<_> = attack.doors.iter().filter(tried).collect();
    if !missing.is_empty() {
        return Err(format!("; {missing:?} were never tried"));
    }
    let is_open = game.log().lines().any(|line| line.starts_with("OPEN: "));
    if is_open { Ok(()) } else { Err("; nothing stands open".to_owned()) }
}

fn check_reason(attack: &Attack, game: &Game, verdict: Verdict) -> Result<(), String> {
    let loses = matches!(verdict, Verdict::Crash | Verdict::Tle | Verdict::Proto);
    let said = game.ended.reason.to(Lang::En);
    if loses && !said.contains(&attack.reason) {
        return Err(format!("`{said}` does not say `{}`", attack.reason));
    }
    Ok(())
}

/// Checks that the record is whole and printable and states the reason, and that the opponent is neither punished nor
/// missing.
fn check_record(attack: &Attack, game: &Game) -> Result<(), String> {
    let text = &game.record;
    if text.chars().any(|c| c != '\n' && c.is_control()) {
        return Err("something raw is recorded".to_owned());
    }
    if text.len() > 160 << 10 {
        return Err(format!("{} bytes are recorded", text.len()));
    }
    let record = Record::read(text).map_err(|error| format!("{error} in the record\n{text}"))?;
    let end =
        Replay::open(record).and_then(Replay::verify).map_err(|error| format!("{error} in the record"))?;
    if end.reason != game.ended.reason {
        return Err(format!("the record says {:?}, the stage {:?}", end.reason, game.ended.reason));
    }
    if !game.notes.contains(&attack.noted) {
        return Err(format!("`{}` is not noted: {}", attack.noted, game.notes));
    }
    let other = game.seat.other().index();
    let log = &game.logs[other];
    if attack.opponent != "twin" && game.ended.plies > 1 && log.trim_end() != "at the table" {
        return Err(format!("the opponent says `{log}`"));
    }
    // On a busy machine it may be too slow to exit by itself.
    let left = ["exited with code 0", "ended by the stage"];
    if game.ended.plies > 1 && !left.contains(&game.exits[other].as_str()) && attack.opponent != "twin" {
        return Err(format!("the opponent {}", game.exits[other]));
    }
    Ok(())
}

impl Game {
    fn read(
        seat: Seat,
        ended: Ended,
        record: String,
        remains: Vec<String>,
        theft: Theft,
    ) -> Result<Game, String> {
        let read = Record::read(&record).map_err(|error| format!("{error} in the record\n{record}"))?;
        let (mut logs, mut exits, mut notes) =
            ([const { String::new() }; 2], [const { String::new() }; 2], String::new());
        for (_, line) in &read.lines {
            if let Line::Note { seat: of, what, text } = line {
                match what.as_ref() {
                    "stderr" => logs[of.index()] += &format!("{text}\n"),
                    "exit" => exits[of.index()] = text.to_string(),
                    _ => {}
                }
                if *of == seat {
                    notes += &format!("{text}\n");
                }
            }
        }
        let turns = turns(&read, seat);
        drop(read);
        Ok(Game { seat, ended, remains, record, logs, exits, notes, theft, turns })
    }

    /// Checks what the record says of the time against what the attack says, that the opponent was not kept waiting, and
    /// that no game is to be played again because of it.
    fn check_clock(&self, attack: &Attack) -> Result<(), String> {
        if attack.is_undisturbed && self.ended.disturbed.is_some() {
            return Err(format!("it got another game: {:?}", self.ended));
        }
        let longest = self.ended.used[self.seat.other().index()].1.as_millis() as u64;
        if attack.longest.is_some_and(|most| longest > u64::from(most)) {
            return Err(format!("its opponent was charged {longest} ms for a turn"));
        }
        let Some(less) = attack.clocked else { return Ok(()) };
        let mut thoughts = 0;
        for said in self.log().lines().filter_map(|line| line.strip_prefix("thought: ")) {
            let (turn, us) = said.split_once(' ').ok_or("it does not say of which turn")?;
            let (turn, us): (usize, u64) = (turn.parse().unwrap_or(0), us.parse().unwrap_or(0));
            let Some(clocked) = self.turns.get(turn - 1) else { continue };
            thoughts += 1;
            if clocked + u64::from(less) * 1000 < us {
                return Err(format!("it worked on turn {turn} for {us} µs, of which {clocked} were clocked"));
            }
        }
        if thoughts == 0 { Err("it never thought".to_owned()) } else { Ok(()) }
    }

    /// Whether a program was too late to be heard, or to be seen leaving.
    fn is_late(&self) -> bool {
        let reasons = ["out of time", "no answer", "it closed its output"];
        let said = self.ended.reason.to(Lang::En);
        self.ended.disturbed.is_some() || reasons.iter().any(|late| said.contains(late))
    }

    /// What the attack logged.
    fn log(&self) -> &str {
        &self.logs[self.seat.index()]
    }

    /// The verdict on the attack; `None` if its opponent lost by a fault.
    fn verdict(&self) -> Option<Verdict> {
        let Why::Fault(fault) = self.ended.outcome.why else { return Some(Verdict::Ok) };
        let is_its = self.ended.outcome.winner == Some(self.seat.other());
        let verdict = match fault {
            Fault::TimeLimit => Verdict::Tle,
            Fault::MemoryLimit => Verdict::Mle,
            Fault::StolenTime => Verdict::Theft,
            Fault::Protocol | Fault::OutputLimit | Fault::Illegal => Verdict::Proto,
            Fault::Crash => Verdict::Crash,
            Fault::NotReady | Fault::Absent => return None,
        };
        is_its.then_some(verdict)
    }
}
