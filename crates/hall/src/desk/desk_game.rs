//! A game at a desk: from its start, or from where it stood when it was broken off.

use super::corrections::{Correction, Corrections};
use super::desk::{Desk, Line};
use super::desk_deed::DeskError;
use super::desk_file::ClockFile;
use super::desk_shown::{Correcting, DeskResult, DeskShown, DeskState};
use super::move_list::{MoveList, is_step};
use super::operator::Operator;
use crate::locked::locked;
use crate::random_key::fill_random;
use leitai_arena::{
    Allowance, Durability, RecordFile, SeatClock, Seating, Seen, Sitter, Watch, contained, now_ms, staging,
};
use leitai_catalog::{Relived, RuledGame, Setup, relive};
use leitai_core::{
    Act, Actor, ClockChange, OPERATOR, Outbox, Record, SEEN, Seat, Sentence, SpentTime, Spoken, Table, Turn,
    Viewer,
};
use std::collections::VecDeque;
use std::os::unix::net::UnixStream;
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
        let (lines, ours) = UnixStream::pair().map_err(said)?;
        *line = Some(Line { lines, deeds: VecDeque::new() });
        drop(line);
        self.stop.store(false, Ordering::Relaxed);
        let (moves, corrections) = (opened.moves.clone(), opened.corrections);
        let stands = opened.stands.clone();
        let (lines, since) = (opened.lines, Instant::now().checked_sub(opened.correcting));
        let clocks = Seat::BOTH.map(|seat| {
            let spent = &opened.spent;
            let left = spent.allowed(seat, &self.setup.clock);
            let left = left.map(|left| left.saturating_sub(spent.game[seat]));
            SeatClock { asked: None, turn: spent.turn[seat], left }
        });
        self.change(|shown| {
            let version = shown.version + 1;
            let results = std::mem::take(&mut shown.results);
            let (game, seat) = (shown.game, shown.seat);
            *shown = DeskShown { version, game, results, moves: moves.moves(), ..DeskShown::before(seat) };
            shown.state = stands.map_or(DeskState::Starts, DeskState::Stopped);
            (shown.corrections, shown.lines, shown.clocks) = (corrections.made, lines, clocks);
            shown.correcting = correcting(corrections, since);
        });
        let desk = Arc::clone(self);
        let thread = thread::Builder::new().name("leitai-desk".to_owned());
        thread.spawn(move || desk.play(opened, ours)).map(drop).map_err(said)
    }

    /// The game under its rules: where it has secrets, this desk knows only those of its own side.
    fn ruled(&self) -> Result<Arc<dyn RuledGame>, Sentence> {
        let facts = self.setup.game.facts();
        let mut options = self.setup.options.clone();
        if facts.options.iter().any(|option| option.name == SEEN) {
            options.push((SEEN.to_owned(), self.shown().seat.to_string()));
        }
        let setup = Setup { options, ..Setup::default() };
        self.setup.game.open(&setup).map_err(|error| Sentence::of(&error))
    }

    fn set_up(&self) -> Result<Opened, Sentence> {
        let ruled = self.ruled()?;
        let seat = self.shown().seat;
        let [own, other] = self.setup.teams.clone();
        let spoken = Spoken::In(self.setup.program.dialect);
        let (own, other) = ((own, spoken), (other, Spoken::Relay));
        let seats = if seat == Seat::First { [own, other] } else { [other, own] };
        let mut staging = staging(self.setup.clock, &self.conditions, seats);
        let operator = Some(self.setup.operator.clone()).filter(|name| !name.is_empty());
        staging.stage.extend(operator.map(|name| (OPERATOR.into(), name.into())));
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
        let Relived { mut table, mut spent, complete, .. } =
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
        Ok(Opened { ruled, table, record, spent, moves, corrections, lines, correcting, stands })
    }

    /// Plays a game to its end, or until it rests.
    fn play(&self, opened: Opened, lines: UnixStream) {
        let Opened { ruled, mut table, mut record, spent, moves, corrections, .. } = opened;
        let seat = self.shown().seat;
        let mut operator = Operator::new(self, lines);
        let (program, person) = (Sitter::Program(&self.setup.program), Sitter::Person(&mut operator));
        let sitters = if seat == Seat::First { [program, person] } else { [person, program] };
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
        let mut board = Board { desk: self, moves, corrections, pending: Vec::new() };
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
                });
            }
            (Ok(Some(ended)), Ok(())) => {
                let record = self.record(self.shown().game);
                let result = DeskResult { seat, winner: ended.outcome.winner, reason: ended.reason, record };
                self.put(|mut shown| {
                    shown.results.push(result);
                    shown
                });
                self.wait_for_next();
            }
            (Ok(None), Ok(())) => self.change(|shown| shown.state = DeskState::Waits),
        }
    }

    /// Writes down again and again how long the clock that runs has run, and sees when the time of a correction is over.
    fn tick(&self) {
        let mut written = None;
        while !self.stop.load(Ordering::Relaxed) {
            thread::park_timeout(TICK);
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

/// The correction that is being made since then, for who sees the desk.
fn correcting(corrections: Corrections, since: Option<Instant>) -> Option<Correcting> {
    let (Correction { whose, to }, since) = corrections.open.zip(since)?;
    let shown = Correcting { whose, to, since, is_over: false };
    Some(Correcting { is_over: shown.left().is_zero(), ..shown })
}

/// Shows the table at the desk.
struct Board<'a> {
    desk: &'a Desk,
    moves: MoveList,
    corrections: Corrections,
    /// Lines of the record that are not in the moves yet.
    pending: Vec<leitai_core::Line<'static>>,
}

impl Watch for Board<'_> {
    fn changed(&mut self, table: &dyn Table) {
        let plies = table.plies();
        for line in self.pending.drain(..) {
            self.moves.line(&line, plies);
        }
        let turn = table.turn();
        let relayed = self.desk.shown().seat.other();
        let hands = [Actor::Seat(relayed), Actor::Arbiter, Actor::Chance];
        let hand = hands.into_iter().find(|hand| turn.owes(*hand));
        let choices = match hand {
            Some(Actor::Seat(seat)) => table.choices(seat),
            Some(_) => table.rulings(),
            None => Vec::new(),
        };
        let (scene, code) = (table.scene(Viewer::Arbiter), table.code());
        let moves = self.moves.moves();
        let by_hand = self.desk.setup().by_hand;
        self.desk.change(|shown| {
            let mut scene = scene;
            if let Some(known) = &shown.scene {
                scene.follow(known);
            }
            // What is looked at once more is no other position: an act that is being typed stays good.
            let is_other = shown.scene.is_none() || shown.hand != hand || shown.moves != moves;
            shown.version += u64::from(is_other);
            shown.codes.resize(moves.len(), String::new());
            if let Some(last) = shown.codes.last_mut() {
                last.clone_from(&code);
            }
            (shown.scene, shown.choices, shown.hand) = (Some(scene), choices, hand);
            (shown.moves, shown.plies, shown.code) = (moves, plies, code);
            shown.waits_for_hand = by_hand && hand == Some(Actor::Seat(relayed));
            if shown.state == DeskState::Starts && !matches!(turn, Turn::Over(_)) {
                shown.state = DeskState::Runs;
            }
        });
    }

    fn grew(&mut self, seen: &Seen<'_>) -> bool {
        let (mut state, mut lines, before) = (None, 0, self.corrections);
        for line in seen.lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            // The stage has just written it.
            let Ok(line) = serde_json::from_slice(line) else { continue };
            match &line {
                leitai_core::Line::Clock { change: ClockChange::Stop { .. }, reason } => {
                    state = Some(DeskState::Stopped(reason.to_string()));
                }
                leitai_core::Line::Clock { change: ClockChange::Go, .. } => state = Some(DeskState::Runs),
                leitai_core::Line::Again { .. } => state = Some(DeskState::Starts),
                _ => {}
            }
            self.corrections.line(&line);
            lines += usize::from(is_step(&line));
            self.pending.push(line);
        }
        let (corrections, only_again) = (self.corrections, lines == 1);
        self.desk.change(|shown| {
            (shown.clocks, shown.corrections) = (seen.clocks, corrections.made);
            shown.lines += lines;
            if corrections.open != before.open {
                // What goes back once more belongs to the correction that is being made.
                let since = shown.correcting.map_or_else(Instant::now, |it| it.since);
                shown.correcting = correcting(corrections, Some(since));
            }
            shown.waits_for_hand &= seen.clocks.iter().all(|clock| clock.asked.is_none());
            // What failed stays failed until it is started again.
            let is_failed = matches!(shown.state, DeskState::Failed(..));
            // Where the clocks stand, nothing starts before they are let go on.
            let is_again = only_again && state == Some(DeskState::Starts);
            let stands = is_again && matches!(shown.state, DeskState::Stopped(_));
            if let Some(state) = state.filter(|state| !stands && (!is_failed || *state == DeskState::Starts))
            {
                shown.state = state;
            }
        });
        true
    }
}
