//! The sides of a game, as an operator names them.

use leitai_core::{Facts, Lang, Seat, Sentence, sentence};

/// The seat that a word names, where our program has the seat `ours`: by whose it is, by its order, or by the game's name for
/// it, in either language.
pub(super) fn side_of(word: &str, facts: &Facts, ours: Seat) -> Result<Seat, Sentence> {
    match word.to_lowercase().as_str() {
        "ours" | "我方" | "us" | "本方" | "we" => return Ok(ours),
        "theirs" | "them" | "they" | "对方" => return Ok(ours.other()),
        "first" | "先手" => return Ok(Seat::First),
        "second" | "后手" => return Ok(Seat::Second),
        _ => {}
    }
    let is_meant = |seat: &Seat| {
        let name = facts.seat(*seat);
        [Lang::En, Lang::Zh].into_iter().any(|lang| name.to(lang).eq_ignore_ascii_case(word))
    };
    Seat::BOTH.into_iter().find(is_meant).ok_or_else(|| {
        sentence!("`{word}` is no side: write ours or theirs", "看不懂“{word}”：请写“我方”或“对方”")
    })
}
