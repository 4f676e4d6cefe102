//! Why the players of a match lost by faults, reported once per player.

use leitai_arena::SeriesGame;
use leitai_catalog::Loss;
use leitai_check::{crashed, lost};
use leitai_core::{Fault, Lang, Noun, Record, Sentence, Why, say};

/// How the game of this record was lost, and the loser's name. A game that was just played replays without an error.
fn loss(record: &[u8]) -> Option<(Loss, String)> {
    let record = Record::read(std::str::from_utf8(record).ok()?).ok()?;
    let loss = Loss::of(&record).ok()??;
    let name = record.about.seats[loss.seat.index()].name.to_string();
    Some((loss, name))
}

/// Where and why a program crashed, according to its log.
pub(super) fn crash(game: &SeriesGame) -> Option<Sentence> {
    let has_crashed = game.ended.outcome.why == Why::Fault(Fault::Crash);
    let (loss, name) = game.text.as_deref().filter(|_| has_crashed).and_then(loss)?;
    crashed(&loss, &name)
}

/// The first game that each player lost by a fault of its own: its number, and how.
#[derive(Default)]
pub(crate) struct Losses([Option<(u32, Loss)>; 2]);

impl Losses {
    pub(super) fn add(&mut self, game: &SeriesGame) {
        let (Some(seat), Some(record)) = (game.ended.outcome.faulty(), &game.text) else { return };
        let first = &mut self.0[game.player(seat)];
        if first.is_some() {
            return;
        }
        *first = loss(record).map(|(loss, _)| (game.index, loss));
    }

    /// How each player lost, as text; players that lost no game by a fault are left out.
    pub(super) fn text(&self, names: &[String; 2], lang: Lang) -> String {
        let mut text = String::new();
        for (name, (index, loss)) in
            names.iter().zip(&self.0).filter_map(|(name, of)| Some((name, of.as_ref()?)))
        {
            let (number, plies) = (index + 1, Noun::PLIES.of(loss.plies));
            text += &say!(
                lang,
                "why {name} lost game {number}, after {plies}:\n",
                "{name} 为何输掉第 {number} 局（{plies} 手之后）：\n"; name, number, plies
            );
            for line in lost(loss, name, None, lang) {
                text += format!("  {line}").trim_end();
                text.push('\n');
            }
        }
        text
    }
}
