//! The dice of a record: promised at its beginning, named at its end.

use leitai_core::{Dice, Record, Sentence};

/// The dice named by the record's end; they must be those promised at its beginning. A record that breaks off names
/// none, and its dice are accepted as recorded.
pub(crate) fn promised_dice(record: &Record) -> Result<Option<Dice>, Sentence> {
    let seed = record.end.as_ref().and_then(|end| end.seed.as_ref());
    match (&record.about.dice, seed) {
        (None, None) => Ok(None),
        (Some(_), None) if record.end.is_none() => Ok(None),
        (Some(promised), Some(seed)) => {
            let dice = Dice::from_hex(seed).filter(|dice| dice.commitment() == *promised);
            dice.map(Some).ok_or_else(|| {
                Sentence::new("the seed of the dice is not the one that was promised", "骰子的种子与承诺不符")
            })
        }
        _ => Err(Sentence::new("the dice are named at only one end of the record", "骰子只在记录的一端写明")),
    }
}
