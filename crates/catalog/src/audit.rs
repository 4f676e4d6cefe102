//! Verifies a record: the game is held again from what the record states was said, through the programs' dialects where
//! programs sat. Every line that the table then writes must match the record's own, in the record's order.

mod laid;
mod notes;
mod started_seats;
mod times;

use crate::listed::{ListedGame, RuledGame};
use crate::promised_dice::promised_dice;
use crate::setup::Setup;
use leitai_core::{
    About, Act, Actor, Due, End, FAILS, Fault, Lang, Lifecycle, Line, Outbox, REASON_ZH, Record, RecordError,
    SCORE, Seat, Sentence, Spoken, Table, Turn, UNASKED, VerdictName, Words, sentence,
};
use started_seats::StartedSeats;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use times::Times;

/// Verifies a finished record; returns its end, with the reason in both languages where it is known.
pub(crate) fn audit(record: Record) -> Result<End<'static>, RecordError> {
    Audit::open(record)?.run()
}

struct Audit {
    about: About<'static>,
    /// The lines that the table writes during a game, with the record's line numbers.
    lines: Vec<(usize, Line<'static>)>,
    /// All other notes.
    notes: Vec<(usize, Line<'static>)>,
    end: End<'static>,
    ruled: Arc<dyn RuledGame>,
    table: Box<dyn Table>,
    lifecycles: [Lifecycle; 2],
    /// Whether the table rolls dice.
    rolls: bool,
    /// How many of `lines` the table has written again so far.
    met: usize,
    begun: bool,
    ready: [bool; 2],
    times: Times,
    outbox: Outbox,
    /// The end of the record as the table writes it; `reason_zh` is the note before it.
    again: Option<End<'static>>,
    reason_zh: Option<(Seat, String)>,
}

/// Whether the table itself writes this line as part of the game, the end aside.
fn is_of_game(line: &Line<'_>) -> bool {
    match line {
        Line::Note { what, .. } => what == UNASKED || what == FAILS || what == SCORE,
        Line::Ready { .. }
        | Line::Play { .. }
        | Line::Attempt { .. }
        | Line::Garbled { .. }
        | Line::Back { .. }
        | Line::Again { .. }
        | Line::Clock { .. } => true,
        Line::Game(_) | Line::End(_) => false,
    }
}

/// The acts of the line, if it belongs to an opening.
fn given<'a, 'b>(line: &'a Line<'b>) -> &'a [Cow<'b, str>] {
    match line {
        Line::Play { acts, given: true, .. } => acts,
        _ => &[],
    }
}

/// The seat whose line it is, if it belongs to a seat.
fn seat_of(line: &Line<'_>) -> Option<Seat> {
    match line {
        Line::Play { by, .. } | Line::Attempt { by, .. } => match by {
            Actor::Seat(seat) => Some(*seat),
            Actor::Chance | Actor::Arbiter => None,
        },
        Line::Ready { seat, .. } | Line::Garbled { seat, .. } | Line::Note { seat, .. } => Some(*seat),
        Line::Back { .. } | Line::Again { .. } | Line::Clock { .. } | Line::Game(_) | Line::End(_) => None,
    }
}

fn at_line(line: usize, what: Sentence) -> RecordError {
    RecordError { line, what }
}

impl Audit {
    /// Sets up the game as the record's first line states, and seats the programs that sat there.
    fn open(record: Record) -> Result<Audit, RecordError> {
        let fail = |what: Sentence| RecordError { line: 1, what };
        let dice = promised_dice(&record).map_err(fail)?;
        let sealed = record.is_sealed();
        let Record { about, lines, end, .. } = record;
        let last = lines.last().map_or(1, |(at, _)| *at) + 1;
        let end = end.ok_or_else(|| RecordError {
            line: last,
            what: Sentence::new("the record breaks off before the end of the game", "记录在终局之前中断"),
        })?;
        // Version 1 had no seal.
        if sealed != (about.leitai > 1) || end.seal.is_some() != sealed {
            let what =
                Sentence::new("the record was changed after it was sealed", "记录与封印不符：其中有改动");
            return Err(RecordError { line: last, what });
        }
        let game: ListedGame = about.game.parse().map_err(|error| fail(Sentence::of(&error)))?;
        let ruled = game.open(&Setup::of(&about)).map_err(|error| fail(Sentence::of(&error)))?;
        // The opening given to both seats is a part of the set-up: the table writes it again where the game begins.
        let given: Vec<&str> = lines.iter().flat_map(|(_, line)| given(line)).map(|act| &**act).collect();
        let ruled = match &*given {
            [] => ruled,
            given => ruled.begun(&given.join(" ")).map_err(|error| fail(Sentence::of(&error)))?,
        };
        let rolls = dice.is_some();
        let table = ruled.table(about.staging(), dice);
        let (lines, notes) = lines.into_iter().partition(|(_, line)| is_of_game(line));
        let mut audit = Audit {
            times: Times::of(&about),
            about,
            lines,
            notes,
            end,
            ruled,
            table,
            lifecycles: [Lifecycle::default(); 2],
            rolls,
            met: 0,
            begun: false,
            ready: [false; 2],
            outbox: Outbox::default(),
            again: None,
            reason_zh: None,
        };
        audit.first_line()?;
        audit.sit().map_err(fail)?;
        audit.meet()?;
        Ok(audit)
    }

    /// Seats the programs that sat there.
    fn sit(&mut self) -> Result<(), Sentence> {
        let started = StartedSeats::of(&self.end);
        for (seat, info) in Seat::BOTH.into_iter().zip(self.about.seats.clone()) {
            let Spoken::In(dialect) = info.dialect else {
                self.ready[seat.index()] = true;
                continue;
            };
            let speaks = self.ruled.speaks(dialect);
            if started.refused == Some(seat) && !speaks {
                break;
            }
            let sat = self.table.sit(seat, dialect, &self.about.clocks()[seat.index()], &mut self.outbox);
            self.lifecycles[seat.index()] =
                sat.filter(|_| speaks && started.refused != Some(seat)).ok_or_else(|| {
                    sentence!(
                        "the dialect `{dialect}` does not fit this game and how it ended",
                        "协议“{dialect}”与这局棋及其结局不符"; dialect = dialect.name()
                    )
                })?;
            self.ready[seat.index()] = self.lifecycles[seat.index()].says_nothing_first;
            if started.unstarted == Some(seat) {
                break;
            }
        }
        Ok(())
    }

    /// The game stands again, after acts were taken back or after it was broken off: whatever programs there are, others
    /// sit there now.
    fn stand_again(&mut self) -> Result<(), Sentence> {
        if self.about.seats.iter().any(|seat| !seat.dialect.is_by_hand()) {
            (self.begun, self.ready) = (false, [false; 2]);
            self.sit()?;
        }
        Ok(())
    }

    /// The first line must be the one that the table writes: every option, in canonical text.
    fn first_line(&mut self) -> Result<(), RecordError> {
        let mut written = Vec::new();
        self.table.record(&mut written);
        let again = match serde_json::from_slice(&written) {
            Ok(Line::Game(again)) => again,
            _ => self.about.clone(),
        };
        // A record of version 1 may predate an option.
        let is_named = |name: &str| self.about.leitai > 1 || self.about.options.contains_key(name);
        let options: BTreeMap<_, _> = again.options.iter().filter(|(name, _)| is_named(name)).collect();
        if self.about.leitai > again.leitai {
            return Err(RecordError {
                line: 1,
                what: sentence!(
                    "version {} is of games in which people sit",
                    "第 {} 版用于有人入座的对局",
                    self.about.leitai
                ),
            });
        }
        let what = if options != self.about.options.iter().collect() {
            Words::new("options", "选项")
        } else if again.position != self.about.position {
            Words::new("position", "局面")
        } else if again.dice != self.about.dice {
            Words::new("dice", "骰子")
        } else {
            return Ok(());
        };
        Err(RecordError {
            line: 1,
            what: sentence!(
                "`{what}` is incomplete or not in canonical form",
                "“{what}”与应写的不同：有缺漏，或写法不规范"; what
            ),
        })
    }

    fn run(mut self) -> Result<End<'static>, RecordError> {
        for i in self.order() {
            // Lines that followed automatically (a roll, a program without opening words) have been met already.
            if i >= self.met {
                let (at, line) = self.lines[i].clone();
                self.hear(at, &line)?;
            }
        }
        self.close()
    }

    /// The order in which the lines are heard: the record's own, except that what the quicker seat did in secret comes
    /// before the line by which the other seat lost, although the record lists it after that line.
    fn order(&self) -> Vec<usize> {
        let count = self.lines.len();
        let by_line = matches!(
            self.end.verdict,
            VerdictName::Fault(Fault::Illegal | Fault::Protocol | Fault::NotReady)
        );
        let decisive = self.end.winner.filter(|_| by_line).and_then(|winner| {
            self.lines.iter().rposition(|(_, line)| seat_of(line) == Some(winner.other()))
        });
        let loses = |line: &Line<'_>| !matches!(line, Line::Play { .. } | Line::Ready { .. });
        match decisive.filter(|at| loses(&self.lines[*at].1)) {
            Some(at) => (0..at).chain(at + 1..count).chain([at]).collect(),
            None => (0..count).collect(),
        }
    }

    /// Hears one line of the record again.
    fn hear(&mut self, at: usize, line: &Line<'static>) -> Result<(), RecordError> {
        if let Line::Play { by: Actor::Chance, acts, .. } = line
            && self.rolls
            && self.begun
        {
            return Err(at_line(at, other_roll(&acts.join(" "), "-")));
        }
        let begins = match line {
            Line::Play { .. } | Line::Attempt { .. } => true,
            Line::Garbled { seat, .. } => self.ready == [true; 2] && self.ready[seat.index()],
            _ => false,
        };
        if begins && !self.begun {
            self.begin(at)?;
            // A roll at the beginning has been met by now.
            if self.lines[..self.met].iter().any(|(met, _)| *met == at) {
                return Ok(());
            }
        }
        let due = Due::at(&*self.table);
        let heard = self.table.again(line, &self.end.reason, &mut self.outbox);
        heard.map_err(|what| at_line(at, what))?;
        match line {
            Line::Back { to, .. } => {
                self.times.spent.back(*to);
                self.stand_again().map_err(|what| at_line(at, what))?;
            }
            Line::Again { .. } => {
                self.begun = false;
                self.stand_again().map_err(|what| at_line(at, what))?;
            }
            Line::Clock { change, .. } => self.times.change(*change).map_err(|what| at_line(at, what))?,
            _ => {}
        }
        if let Line::Ready { seat, .. } = line {
            self.ready[seat.index()] = true;
        }
        self.account(line, &due).map_err(|what| at_line(at, what))?;
        self.times.spent.mark(self.table.plies());
        self.meet()
    }

    /// Accounts for the time of a line that was heard, before which so much was due. People are taken at their word.
    fn account(&mut self, line: &Line<'static>, due: &Due) -> Result<(), Sentence> {
        let is_program = |seat: &Seat| !self.about.seats[seat.index()].dialect.is_by_hand();
        let (clock, over) = match line {
            Line::Play { by, .. } | Line::Attempt { by, .. } => (due.clock(*by), due.over(*by, &*self.table)),
            _ => (None, None),
        };
        if let Some(seat) = clock.or(seat_of(line)).filter(is_program) {
            let in_start =
                matches!(due.turn, Turn::Secret(_)) && self.lifecycles[seat.index()].lays_before_the_clock;
            let owed = clock.is_some() || due.turn.owes(Actor::Seat(seat));
            self.times.line(seat, line, owed, in_start, over == Some(seat))?;
        }
        // The referee's word completes the turn of a seat whose clock may have stopped before.
        if let Some(seat) = over.filter(|seat| clock != Some(*seat) && is_program(seat)) {
            self.times.spent.acted(None, Duration::ZERO, Some(seat));
        }
        Ok(())
    }

    /// Begins the game; both seats must be ready.
    fn begin(&mut self, at: usize) -> Result<(), RecordError> {
        if self.ready != [true; 2] {
            let what = Sentence::new("the game begins before both seats are ready", "双方就绪之前对局即开始");
            return Err(at_line(at, what));
        }
        self.begun = true;
        self.table.begin([None; 2], &mut self.outbox);
        self.meet()
    }

    /// Compares what the table has written with the record's lines at the same place.
    fn meet(&mut self) -> Result<(), RecordError> {
        for lines in &mut self.outbox.lines {
            lines.clear();
        }
        let mut written = Vec::new();
        self.table.record(&mut written);
        for text in written.split(|byte| *byte == b'\n').filter(|text| !text.is_empty()) {
            let Ok(line) = serde_json::from_slice::<Line<'_>>(text) else { continue };
            match line {
                Line::Note { seat, what, text } if what == REASON_ZH => {
                    self.reason_zh = Some((seat, text.into_owned()));
                    continue;
                }
                Line::End(end) => {
                    self.again = Some(end);
                    continue;
                }
                _ => {}
            }
            let recorded = self.lines.get(self.met);
            if recorded.is_none_or(|(_, recorded)| *recorded != line) {
                let at = recorded.map_or_else(|| self.last_line(), |(at, _)| *at);
                let text = String::from_utf8_lossy(text);
                return Err(at_line(at, differs(recorded.map(|(_, line)| line), &line, &text)));
            }
            self.met += 1;
        }
        Ok(())
    }

    /// The number of the record's last line.
    fn last_line(&self) -> usize {
        let last = |lines: &[(usize, Line<'_>)]| lines.last().map_or(1, |(at, _)| *at);
        1 + last(&self.lines).max(last(&self.notes))
    }

    /// Checks the end: by the rules, by the line that lost, or by an outcome of the record's own that is laid over the
    /// game.
    fn close(mut self) -> Result<End<'static>, RecordError> {
        let last = self.last_line();
        let begins = self.end.verdict == VerdictName::Law || self.is_laid_in_game();
        if begins && !self.begun && self.table.end().is_none() {
            self.begin(last)?;
        }
        if self.table.end().is_none() {
            self.lay().map_err(|what| at_line(last, what))?;
        }
        self.table.seal();
        self.meet()?;
        if let Some((at, _)) = self.lines.get(self.met) {
            let what = Sentence::new("the game was over before it", "此前对局已经结束");
            return Err(at_line(*at, what));
        }
        self.check_notes()?;
        let Some(again) = self.again.take() else {
            let what = Sentence::new("the game is not over after its last move", "走完最后一着对局仍未结束");
            return Err(at_line(last, what));
        };
        let end = &self.end;
        let seat = |winner: Option<Seat>| winner.map_or("nobody".to_owned(), |seat| seat.to_string());
        for (what, recorded, computed) in [
            (Words::new("winner", "胜者"), seat(end.winner), seat(again.winner)),
            (Words::new("verdict", "判决"), end.verdict.to_string(), again.verdict.to_string()),
            (Words::new("plies", "手数"), end.plies.to_string(), again.plies.to_string()),
            (Words::new("digest", "摘要"), end.digest.to_string(), again.digest.to_string()),
            (Words::new("reason", "原因"), english(&end.reason), english(&again.reason)),
        ] {
            if recorded != computed && !(what.en == "reason" && self.words_are_old()) {
                return Err(at_line(
                    last,
                    Sentence::new(
                        format!("the {} is recorded as {recorded}, but comes out as {computed}", what.en),
                        format!("{}记录为 {recorded}，推演结果为 {computed}", what.zh),
                    ),
                ));
            }
        }
        let reason = match self.table.turn() {
            // The referee's reason follows from the lines, in both languages.
            Turn::Over(outcome) if outcome.why.verdict() == VerdictName::Adjudicated => {
                self.table.end().map_or_else(Sentence::default, |end| end.reason.clone())
            }
            // The words of a rule of the game, in both languages.
            Turn::Over(outcome) if outcome.why.verdict() == VerdictName::Law => outcome.why.words().into(),
            // Nothing vouches for words of version 1: those that follow from its lines are said.
            _ if self.words_are_old() => {
                let zh = self.reason_zh.as_ref().map(|(_, zh)| zh.clone());
                let en = english(&again.reason);
                zh.map_or_else(|| Sentence::quoted(en.clone()), |zh| Sentence::new(en.clone(), zh))
            }
            _ => self.end.reason.clone(),
        };
        Ok(End { reason, ..self.end })
    }

    /// Whether the end is a fault in a record of version 1, which worded faults differently.
    fn words_are_old(&self) -> bool {
        self.about.leitai == 1 && matches!(self.end.verdict, VerdictName::Fault(_))
    }

    /// Applies to the table an outcome that no line of the record gives.
    fn lay(&mut self) -> Result<(), Sentence> {
        let end = self.end.clone();
        let loser = end.winner.map(Seat::other);
        let act = match (end.verdict, loser) {
            (VerdictName::Fault(fault), Some(loser)) => {
                self.check_fault(fault, loser)?;
                Act::Fault(loser, fault, &end.reason)
            }
            (VerdictName::Resigned, Some(loser)) if self.begun => Act::Resign(loser),
            (VerdictName::Agreed, None) if self.begun => Act::Agree,
            (VerdictName::Ruled, _) => Act::Rule(end.winner, end.reason.to(Lang::En)),
            (VerdictName::Law, _) => return Ok(()),
            (VerdictName::Adjudicated, _) => {
                return Err(Sentence::new(
                    "the rules by which the referee ends a game do not end it here",
                    "按裁定的约定，对局不应在此结束",
                ));
            }
            (verdict, _) => {
                return Err(sentence!(
                    "verdict `{verdict}` does not fit its winner",
                    "判决“{verdict}”与胜者不符"; verdict = verdict.name()
                ));
            }
        };
        let done = self.table.act(act, Duration::ZERO, [None; 2], &mut self.outbox);
        done.map_err(crate::live_table::refused)
    }
}

fn english(said: &Sentence) -> String {
    said.to(Lang::En).to_owned()
}

fn other_roll(recorded: &str, seed: &str) -> Sentence {
    sentence!(
        "the dice show {recorded}, but the seed gives {seed}",
        "骰子为 {recorded}，按种子应为 {seed}"; recorded, seed
    )
}

/// The error that the record differs from the game or lacks a line; `text` is the line that should be there.
fn differs(recorded: Option<&Line<'_>>, line: &Line<'_>, text: &str) -> Sentence {
    match (recorded, line) {
        (
            Some(Line::Play { by: Actor::Chance, acts, .. }),
            Line::Play { by: Actor::Chance, acts: rolled, .. },
        ) => other_roll(&acts.join(" "), &rolled.join(" ")),
        (_, Line::Play { by: Actor::Chance, .. }) => {
            Sentence::new("the dice were rolled before it, but no line says so", "此前掷过骰子，但记录中没有")
        }
        _ => sentence!("the game gives a different line here: {text}", "此处按对局应为：{text}"; text),
    }
}
