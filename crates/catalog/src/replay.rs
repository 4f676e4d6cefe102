//! Replays a record from its lines alone.

use crate::audit::audit;
use crate::live_table::refused;
use crate::promised_dice::promised_dice;
use crate::{ListedGame, Setup};
use leitai_core::{
    About, Act, Actor, End, Eye, Line, Outbox, Outcome, Record, RecordError, Refusal, Seat, Sentence, Span,
    Spoken, Table, Turn, VerdictName, Why, sentence,
};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::time::Duration;

/// A record, and a table on which it is replayed step by step.
pub struct Replay {
    /// As far as it counts.
    record: Record,
    /// With what was taken back, if anything was.
    whole: Option<Record>,
    game: ListedGame,
    table: Box<dyn Table>,
    next: usize,
    /// Whether the table rolls the dice itself.
    rolls: bool,
    /// The rolls that follow from the seed and have not been met in the record yet.
    rolled: VecDeque<String>,
    outbox: Outbox,
}

impl Replay {
    /// Sets up the recorded game at its start.
    pub fn open(record: Record) -> Result<Replay, RecordError> {
        Replay::watched(record, None)
    }

    /// Like [`Replay::open`], but keeps what `eye` is told.
    pub(crate) fn watched(record: Record, eye: Option<Eye>) -> Result<Replay, RecordError> {
        Replay::set_up(record, |table, _, _| eye.into_iter().for_each(|eye| table.watch(eye)))
    }

    /// Like [`Replay::open`], but with a seat's dialect at the table if a program sat there, so that the table knows
    /// how acts are written in it.
    pub(crate) fn spoken(record: Record, seat: Seat) -> Result<Replay, RecordError> {
        Replay::set_up(record, |table, about, outbox| {
            if let Spoken::In(dialect) = about.seats[seat.index()].dialect {
                table.sit(seat, dialect, &about.clock, outbox);
            }
        })
    }

    fn set_up(
        record: Record,
        prepare: impl FnOnce(&mut dyn Table, &About<'_>, &mut Outbox),
    ) -> Result<Replay, RecordError> {
        let fail = |what: Sentence| RecordError { line: 1, what };
        let game: ListedGame = record.about.game.parse().map_err(|error| fail(Sentence::of(&error)))?;
        let dice = promised_dice(&record).map_err(|what| RecordError { line: 1, what })?;
        let ruled = game.open(&Setup::of(&record.about)).map_err(|error| fail(Sentence::of(&error)))?;
        let is_back = |(_, line): &(usize, Line<'_>)| matches!(line, Line::Back { .. });
        let whole = record.lines.iter().any(is_back).then(|| record.clone());
        // What the dice showed in between is spent: those that count are thrown by hand.
        let dice = dice.filter(|_| whole.is_none());
        let record = if whole.is_some() { record.counted() } else { record };
        let (rolls, rolled, mut outbox) = (dice.is_some(), VecDeque::new(), Outbox::default());
        let mut table = ruled.table(record.about.staging(), dice);
        prepare(&mut *table, &record.about, &mut outbox);
        let mut replay = Replay { record, whole, game, table, next: 0, rolls, rolled, outbox };
        if replay.begins() {
            replay.table.begin([None; 2], &mut replay.outbox);
            replay.take_rolls();
        }
        Ok(replay)
    }

    /// Whether the game began. A fault may have ended it while its programs were getting ready, and then no die was
    /// thrown.
    fn begins(&self) -> bool {
        let is_act = |line: &Line<'_>| matches!(line, Line::Play { .. } | Line::Attempt { .. });
        self.record.lines.iter().any(|(_, line)| is_act(line))
            || self.record.end.as_ref().is_none_or(|end| end.verdict == VerdictName::Law)
    }

    /// Takes the next line of a growing record, at line `at` of its file; [`Replay::step`] then advances to it. The
    /// dice are checked against a seed only when the whole record is read.
    pub fn push(&mut self, at: usize, text: &str) -> Result<(), RecordError> {
        self.record.push(at, text)
    }

    /// The game of the record.
    pub fn game(&self) -> ListedGame {
        self.game
    }

    /// The record.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The table in its current state.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// How many of the record's lines, not counting the first and the last, have been passed.
    pub(crate) fn passed(&self) -> usize {
        self.next
    }

    /// What the eye was told since the last call.
    pub(crate) fn take_reports(&mut self) -> Vec<String> {
        self.outbox.told.drain(..).map(|(_, report)| report).collect()
    }

    /// Advances to the next line that changes the board and returns it, or goes on to the end and returns `None`. Lines
    /// before it are checked on the way.
    pub fn step(&mut self) -> Result<Option<&Line<'static>>, RecordError> {
        while let Some((at, line)) = self.record.lines.get(self.next) {
            let fail = |what: Sentence| RecordError { line: *at, what };
            self.next += 1;
            match line {
                Line::Play { by: Actor::Chance, acts, .. } if self.rolls => {
                    let rolled = self.rolled.pop_front();
                    if acts.len() != 1 || rolled.as_deref() != acts.first().map(|act| &**act) {
                        let seed = rolled.unwrap_or_else(|| "-".to_owned());
                        return Err(fail(sentence!(
                            "the dice show {}, but the seed gives {seed}",
                            "骰子为 {}，按种子应为 {seed}",
                            acts.join(" ")
                        )));
                    }
                    return Ok(Some(&self.record.lines[self.next - 1].1));
                }
                Line::Play { .. } | Line::Attempt { .. } if !self.rolled.is_empty() => {
                    return Err(fail(Sentence::new(
                        "the dice were rolled before it, but no line says so",
                        "此前掷过骰子，但记录中没有",
                    )));
                }
                Line::Play { by, acts, .. } => {
                    play(&mut *self.table, *by, acts, Span::Part, &mut self.outbox)
                        .map_err(|refusal| fail(refused(refusal)))?;
                    self.take_rolls();
                    return Ok(Some(&self.record.lines[self.next - 1].1));
                }
                line @ Line::Back { .. } => {
                    let back = self.table.again(line, &Sentence::default(), &mut self.outbox);
                    back.map_err(fail)?;
                    return Ok(Some(&self.record.lines[self.next - 1].1));
                }
                Line::Attempt { by, acts, said: None, rule, whole, .. } => {
                    let span = if *whole { Span::Turn } else { Span::Part };
                    match play(&mut *self.table, *by, acts, span, &mut self.outbox) {
                        Err(Refusal::Illegal(illegal)) if illegal.rule.en == *rule => {}
                        Err(other) => {
                            let other = Sentence::new("refused for a different reason: ", "被拒的理由不同：")
                                .then(&refused(other));
                            return Err(fail(other));
                        }
                        Ok(()) => {
                            return Err(fail(Sentence::new(
                                "recorded as illegal, but it is legal",
                                "记录为违规，但实为合法",
                            )));
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// Collects what the table itself rolled in the last step.
    fn take_rolls(&mut self) {
        let mut lines = Vec::new();
        self.table.record(&mut lines);
        // Dice thrown by hand are in the record already.
        if !self.rolls {
            return;
        }
        for line in lines.split(|b| *b == b'\n') {
            if let Ok(Line::Play { by: Actor::Chance, acts, .. }) = serde_json::from_slice(line) {
                self.rolled.extend(acts.into_iter().map(Cow::into_owned));
            }
        }
    }

    /// Why the game ended, once every step is done; `None` where the record breaks off.
    pub fn reason(&self) -> Option<Sentence> {
        let said = self.record.end.as_ref()?.reason.clone();
        Some(match self.table.turn() {
            Turn::Over(outcome) => in_full(outcome, said),
            _ => said,
        })
    }

    /// The lines over which the digest of a record's game is computed: the position after every turn, except after a
    /// secret turn while another is still owed, and finally the winner and the verdict.
    pub fn digested(mut record: Record) -> Result<Vec<String>, RecordError> {
        let end = record.end.take();
        // Each roll is a turn: it is played by hand from its line.
        record.about.dice = None;
        let mut replay = Replay::open(record)?;
        let mut digested = Vec::new();
        loop {
            let before = replay.table.turn();
            let Some(Line::Play { by, .. }) = replay.step()? else { break };
            let (by, after) = (*by, replay.table.turn());
            if !before.goes_on(after, by) && !matches!(after, Turn::Secret(_)) {
                digested.push(replay.table.position());
            }
        }
        digested.extend(end.map(|end| {
            let winner = end.winner.map_or("draw".to_owned(), |seat| seat.to_string());
            format!("{winner} {}", end.verdict)
        }));
        Ok(digested)
    }

    /// Replays the whole game from the record's lines, through the dialects in which they were said, and compares every
    /// line with the result, and the end too: winner, verdict, plies, digest and reason. What only the stage saw is
    /// compared as far as the record supports it.
    pub fn verify(mut self) -> Result<End<'static>, RecordError> {
        // In a record that breaks off, an error precedes the place where it does.
        while self.record.end.is_none() && self.step()?.is_some() {}
        audit(self.whole.unwrap_or(self.record))
    }
}

fn play(
    table: &mut dyn Table,
    by: Actor,
    acts: &[Cow<'static, str>],
    span: Span,
    outbox: &mut Outbox,
) -> Result<(), Refusal> {
    let acts: Vec<&str> = acts.iter().map(|act| &**act).collect();
    let act = Act::Play { by, acts: &acts, span };
    table.act(act, Duration::ZERO, [None; 2], outbox)
}

/// A rule of the game in its own words, in both languages; otherwise the reason given in the record.
fn in_full(outcome: Outcome, said: Sentence) -> Sentence {
    match outcome.why {
        Why::Law(words) => Sentence::from(*words),
        _ => said,
    }
}
