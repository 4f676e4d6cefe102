//! A game that was broken off, as its record has it.

use crate::listed::ListedGame;
use crate::setup::Setup;
use leitai_core::{Dice, Due, Line, Record, RecordError, Sentence, SpentTime, Table, Turn};
use std::time::Duration;

/// A game that was broken off, at the table where it was. Nobody sits there: the game goes on with [`Act::Again`].
///
/// [`Act::Again`]: leitai_core::Act::Again
pub struct Relived {
    /// The table. Everything that the record holds counts as written; what its [`record`](Table::record) gives follows it.
    pub table: Box<dyn Table>,
    /// What both have used. A turn that was not finished costs what its finished acts took.
    pub spent: SpentTime,
    /// With how many plies it began that were given to both.
    pub given: u32,
    /// How many of its plies were laid in secret.
    pub laid: u32,
    /// How many plies were complete after each of its lines.
    pub complete: Vec<u32>,
}

/// Sets up the game of a record that breaks off, as it stood after its last line, with the dice that were promised.
pub fn relive(record: &Record, dice: Option<Dice>) -> Result<Relived, RecordError> {
    let fail = |line, what: Sentence| RecordError { line, what };
    if let Some((last, _)) = record.lines.last().filter(|_| record.end.is_some()) {
        return Err(fail(*last, Sentence::new("the game is over", "对局已经结束")));
    }
    let given = dice.as_ref().map(Dice::commitment);
    if record.about.dice.as_deref().is_some_and(|promised| given.as_deref() != Some(promised)) {
        return Err(fail(1, Sentence::new("these are not the dice that were promised", "骰子与承诺不符")));
    }
    let game: ListedGame = record.about.game.parse().map_err(|error| fail(1, Sentence::of(&error)))?;
    let ruled = game.open(&Setup::of(&record.about)).map_err(|error| fail(1, Sentence::of(&error)))?;
    // Dice that were thrown by hand go on being thrown by hand.
    let dice = dice.filter(|_| record.about.dice.is_some());
    let mut table = ruled.table(record.about.staging(), dice);
    let (mut spent, mut given, mut laid, mut complete) = (SpentTime::default(), 0, 0, Vec::new());
    for (at, line) in &record.lines {
        let due = Due::at(&*table);
        table.relive(line).map_err(|what| fail(*at, what))?;
        match line {
            Line::Play { given: true, .. } => given = table.plies(),
            Line::Play { by, us, .. } => {
                spent.acted(due.clock(*by), Duration::from_micros(*us), due.over(*by, &*table));
            }
            Line::Clock { change, .. } => {
                spent.change(*change, &record.about.clocks()).map_err(|what| fail(*at, what))?;
            }
            Line::Back { to, .. } => spent.back(*to),
            _ => {}
        }
        if matches!((line, due.turn), (Line::Play { .. }, Turn::Secret(_))) {
            laid = table.plies();
        }
        laid = laid.min(table.plies());
        spent.mark(table.plies());
        complete.push(table.plies());
    }
    table.record(&mut Vec::new());
    Ok(Relived { table, spent, given, laid, complete })
}
