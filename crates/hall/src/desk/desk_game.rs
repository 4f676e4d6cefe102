//! A game at a desk: from its start, or from where it stood when it was broken off.

use super::corrections::Corrections;
use super::desk::{Desk, Line};
use super::desk_board::{DeskBoard, correcting};
use super::desk_deed::{DeskDeed, DeskError};
use super::desk_file::ClockFile;
use super::desk_shown::{DeskResult, DeskShown, DeskState};
use super::machine_clocks::SleepWatch;
use super::move_list::{MoveList, is_step};
use super::operator::Operator;
use super::said_file::Confirmed;
use crate::locked::locked;
use crate::random_key::fill_random;
use leitai_arena::{
    Allowance, Durability, RecordFile, SeatClock, Seating, Sitter, Watch as _, contained, now_ms, staging,
};
use leitai_catalog::{Relived, RuledGame, Setup, relive};
use leitai_core::{
    Act, ClockChange, OPERATOR, Outbox, REFEREE, Record, SEEN, Seat, Sentence, SpentTime, Spoken, Table,
};
use leitai_sandbox::system::LocalStream;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

/// How often it is written down how long a clock has run: so much can be lost with the machine.
const TICK: Duration = Duration::from_millis(400);

/// A table that has been opened.
struct Opened {
    ruled: Arc<dyn RuledGame>,
    table: Box<dyn Table>,
    record: RecordFile,
    spent: SpentTime,
    moves: MoveList,
    corrections: Corrections,
    /// How many plies are layouts.
    laid: u32,
    /// How many lines of the record are steps.
    lines: usize,
    /// How long the correction that is being made has taken.
    correcting: Duration,
    /// Why the clocks stand, if they do.
    stands: Option<String>,
}

impl Desk {
    /// Begins the next game of the match, or goes on with the one that was broken off.
    pub fn begin(self: &Arc<Self>) -> Result<(), DeskError> {
        let said = |error: std::io::Error| DeskError::Machine(Sentence::of(&error));
        let mut line = locked(&self.line);
        match self.shown().state {
            _ if line.is_some() => return Err(DeskError::Runs),
            DeskState::Over => return Err(DeskError::Over),
            _ => {}
        }
        let path = self.record(self.shown().game);
        let text = RecordFile::left(&path).map_err(said)?.filter(|text| !text.is_empty());
        let opened = match text {
            Some(text) => self.stand_again(&text),
            None => self.set_up(),
        };
        let opened = opened.map_err(DeskError::Machine)?;
        let (mut said_here, mut heard) = (Line::default(), [None, None]);
        for seat in Seat::BOTH.into_iter().filter(|seat| self.is_entered(*seat, &self.shown())) {
            let (lines, ours) = LocalStream::pair().map_err(said)?;
            (said_here.lines[seat], heard[seat.index()]) = (Some(lines), Some(ours));
        }
        *line = Some(said_here);
        drop(line);
        self.stop.store(false, Ordering::Relaxed);
        let (moves, corrections) = (opened.moves.clone(), opened.corrections);
        let (laid, stands) = (opened.laid, opened.stands.clone());
        let (lines, since) = (opened.lines, Instant::now().checked_sub(opened.correcting));
        let clocks = Seat::BOTH.map(|seat| {
            let spent = &opened.spent;
            let left = spent.allowed(seat, &self.setup.clock);
            let left = left.map(|left| left.saturating_sub(spent.game[seat]));
            SeatClock { asked: None, turn: spent.turn[seat], left }
        });
        self.change(|shown| {
            let version = shown.version + 1;
            let earlier_news = shown.news().map(|news| news + 1);
            let results = std::mem::take(&mut shown.results);
            let (game, seat) = (shown.game, shown.seat);
            *shown = DeskShown {
                version,
                game,
                results,
                moves: moves.moves(),
                earlier_news,
                ..DeskShown::before(seat)
            };
            shown.state = stands.map_or(DeskState::Starts, DeskState::Stopped);
            (shown.corrections, shown.lines, shown.clocks) = (corrections.made, lines, clocks);
            shown.laid = laid;
            shown.correcting = correcting(corrections, since);
        });
        let desk = Arc::clone(self);
        let thread = thread::Builder::new().name("leitai-desk".to_owned());
        thread.spawn(move || desk.play(opened, heard)).map(drop).map_err(said)
    }

    /// The game under its rules: where it has secrets, an operator's desk knows only those of its own side, and a referee's all.
    fn ruled(&self) -> Result<Arc<dyn RuledGame>, Sentence> {
        let facts = self.setup.game.facts();
        let mut options = self.setup.options.clone();
        if !self.setup.is_referees() && facts.options.iter().any(|option| option.name == SEEN) {
            options.push((SEEN.to_owned(), self.shown().seat.to_string()));
        }
        let setup = Setup { options, ..Setup::default() };
        self.setup.game.open(&setup).map_err(|error| Sentence::of(&error))
    }

    fn set_up(&self) -> Result<Opened, Sentence> {
        let ruled = self.ruled()?;
        let seat = self.shown().seat;
        let [own, other] = self.setup.teams.clone();
        let program = self.setup.program.as_ref();
        let spoken = program.map_or(Spoken::Relay, |program| Spoken::In(program.dialect));
        let (own, other) = ((own, spoken), (other, Spoken::Relay));
        let seats = if seat == Seat::First { [own, other] } else { [other, own] };
        let mut staging = staging(self.setup.clock, &self.conditions, seats);
        let operator = Some(self.setup.operator.clone()).filter(|name| !name.is_empty());
        let role = if self.setup.is_referees() { REFEREE } else { OPERATOR };
        staging.stage.extend(operator.map(|name| (role.into(), name.into())));
        // Dice are thrown at the board.
        let table = ruled.table(staging, None);
        let record =
            RecordFile::create(Some(&self.record(self.shown().game))).map_err(|why| Sentence::of(&why))?;
        let record = record.lasting(Durability::Machine);
        Ok(Opened {
            ruled,
            table,
            record,
            spent: SpentTime::default(),
            moves: MoveList::default(),
            corrections: Corrections::default(),
            laid: 0,
            lines: 0,
            correcting: Duration::ZERO,
            stands: None,
        })
    }

    /// Sets up the game as it stood, by the text of its record, with the time that ran when it was broken off.
    fn stand_again(&self, text: &str) -> Result<Opened, Sentence> {
        let ruled = self.ruled()?;
        let record = Record::read(text).map_err(|why| Sentence::of(&why))?;
        let clocks = record.about.clocks();
        let Relived { mut table, mut spent, laid, complete, .. } =
            relive(&record, None).map_err(|why| Sentence::of(&why))?;
        let (mut moves, mut corrections, mut lines) = (MoveList::default(), Corrections::default(), 0);
        let mut stands = String::new();
        for ((_, line), plies) in record.lines.iter().zip(complete) {
            moves.line(line, plies);
            corrections.line(line);
            lines += usize::from(is_step(line));
            if let leitai_core::Line::Clock { change: ClockChange::Stop { .. }, reason } = line {
                stands = reason.to_string();
            }
        }
        let mut act = |act| {
            let done = table.act(act, Duration::ZERO, [None; 2], &mut Outbox::default());
            done.map_err(|why| why.said())
        };
        let clock = ClockFile::read(&self.folder).filter(|clock| clock.lines == lines);
        let correcting = clock.map_or(Duration::ZERO, |clock| Duration::from_micros(clock.correcting));
        if let Some(ClockFile { ran, .. }) = clock.filter(|clock| clock.ran != [0; 2] && !spent.stands) {
            for change in [ClockChange::Stop { ran }, ClockChange::Go] {
                spent.change(change, &clocks)?;
                act(Act::Clock(change, "the desk was broken off"))?;
            }
        }
        act(Act::Again(now_ms()))?;
        let path = self.record(self.shown().game);
        let record = RecordFile::again(&path, text.len() as u64).map_err(|why| Sentence::of(&why))?;
        let record = record.lasting(Durability::Machine);
        let stands = spent.stands.then_some(stands);
        Ok(Opened { ruled, table, record, spent, moves, corrections, laid, lines, correcting, stands })
    }

    /// Who has a seat: whoever enters what it plays, or this machine's program.
    fn sitter<'a>(&'a self, operator: Option<&'a mut Operator<'_>>) -> Sitter<'a> {
        match (operator, &self.setup.program) {
            (Some(operator), _) => Sitter::Person(operator),
            (None, Some(program)) => Sitter::Program(program),
            (None, None) => unreachable!("without a program both seats are entered"),
        }
    }

    /// Plays a game to its end, or until it rests.
    fn play(&self, opened: Opened, heard: [Option<LocalStream>; 2]) {
        let Opened { ruled, mut table, mut record, spent, moves, corrections, .. } = opened;
        let seat = self.shown().seat;
        let [first, second] = heard;
        let [mut first, mut second] = [(Seat::First, first), (Seat::Second, second)]
            .map(|(seat, lines)| lines.map(|lines| Operator::new(self, seat, lines)));
        let sitters = [self.sitter(first.as_mut()), self.sitter(second.as_mut())];
        let mut seed = [0; 8];
        fill_random(&mut seed);
        let seating = Seating {
            game: &*ruled,
            sitters,
            allowances: [(); 2].map(|()| Allowance::from(self.setup.clock)),
            seed: u64::from_le_bytes(seed),
            spent,
            mends: true,
            conditions: &self.conditions,
        };
        let mut board = DeskBoard::new(self, moves, corrections);
        let ended = thread::scope(|scope| {
            let ticks = scope.spawn(|| self.tick());
            let ended = contained(|| seating.play(&mut *table, &mut record, &self.stop, &mut board));
            self.stop.store(true, Ordering::Relaxed);
            ticks.thread().unpark();
            ended.and_then(|ended| ended)
        });
        *locked(&self.line) = None;
        let kept = match &ended {
            Ok(Some(_)) => record.keep(),
            Ok(None) | Err(_) => record.leave(),
        };
        board.changed(&*table);
        match (ended, kept) {
            (Err(why), _) | (_, Err(why)) => {
                self.change(|shown| {
                    (shown.hand, shown.choices) = (None, Vec::new());
                    shown.state = DeskState::Broken(Sentence::of(&why));
                    shown.touch();
                });
            }
            (Ok(Some(ended)), Ok(())) => {
                let record = self.record(self.shown().game);
                let confirmed = Confirmed::default();
                let (winner, reason) = (ended.outcome.winner, ended.reason);
                let result = DeskResult { seat, winner, reason, record, confirmed };
                self.put(|mut shown| {
                    shown.results.push(result);
                    shown
                });
                self.wait_for_next();
            }
            (Ok(None), Ok(())) => self.change(|shown| {
                shown.state = DeskState::Waits;
                shown.touch();
            }),
        }
    }

    /// The machine was asleep: both clocks stop, and the referee decides whose time that was.
    fn was_asleep(&self, asleep: Duration) {
        self.change(|shown| shown.slept = Some(shown.slept.unwrap_or_default() + asleep));
        if self.shown().state == DeskState::Runs {
            // Once the game is over there is nothing to stop.
            let _ = self.deed(DeskDeed::Stop(format!("the machine was asleep for {} s", asleep.as_secs())));
        }
    }

    /// Writes down again and again how long the clock that runs has run, and sees when the time of a correction is over.
    fn tick(&self) {
        let mut written = None;
        let mut watch = SleepWatch::begin(self.machine.read());
        while !self.stop.load(Ordering::Relaxed) {
            thread::park_timeout(TICK);
            if let Some(asleep) = watch.look(self.machine.read()) {
                self.was_asleep(asleep);
            }
            let shown = self.shown();
            if shown.correcting.is_some_and(|it| !it.is_over && it.left().is_zero()) {
                self.change(|shown| {
                    if let Some(it) = &mut shown.correcting {
                        it.is_over = it.left().is_zero();
                    }
                });
            }
            let now = Instant::now();
            let micros = |since: Option<Instant>| {
                let ran = since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
                u64::try_from(ran.as_micros()).unwrap_or(u64::MAX)
            };
            let ran = shown.clocks.map(|clock| micros(clock.asked));
            let correcting = micros(shown.correcting.map(|it| it.since));
            let clock = ClockFile { lines: shown.lines, ran, correcting };
            // What cannot be written is lost only if the machine fails, and is tried again.
            if written != Some(clock) && clock.write(&self.folder).is_ok() {
                written = Some(clock);
            }
        }
    }
}
