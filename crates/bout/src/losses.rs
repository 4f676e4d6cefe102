//! How players lost games by faults.

use leitai_arena::SeriesGame;
use leitai_catalog::Loss;
use leitai_check::crashed;
use leitai_core::{Fault, Record, Sentence, Why};

/// How the game of this record was lost, and the loser's name. A game that was just played replays without an error.
fn loss(record: &[u8]) -> Option<(Loss, String)> {
    let record = Record::read(std::str::from_utf8(record).ok()?).ok()?;
    let loss = Loss::of(&record).ok()??;
    let name = record.about.seats[loss.seat.index()].name.to_string();
    Some((loss, name))
}

/// Where and why a program crashed, according to its log.
pub fn crash(game: &SeriesGame) -> Option<Sentence> {
    let has_crashed = game.ended.outcome.why == Why::Fault(Fault::Crash);
    let (loss, name) = game.text.as_deref().filter(|_| has_crashed).and_then(loss)?;
    crashed(&loss, &name)
}

/// The first game that each player lost by a fault of its own: its number, and how.
#[derive(Debug, Default)]
pub struct FirstLosses(pub [Option<(u32, Loss)>; 2]);

impl FirstLosses {
    pub(crate) fn add(&mut self, game: &SeriesGame) {
        let (Some(seat), Some(record)) = (game.ended.outcome.faulty(), &game.text) else { return };
        let first = &mut self.0[game.player(seat)];
        if first.is_none() {
            *first = loss(record).map(|(loss, _)| (game.index, loss));
        }
    }
}
