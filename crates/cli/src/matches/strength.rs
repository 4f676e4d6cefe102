//! A player's strength as estimated from games.

use leitai_core::{Lang, say};
use leitai_tournament::rating::Elo;

/// What the games show about A's strength, and no more than they can.
pub(super) fn strength(elo: Elo, name: &str, lang: Lang) -> String {
    let sure = elo.superiority * 100.0;
    if elo.error.is_finite() {
        let elo = points(elo);
        say!(
            lang,
            "{name}: {elo} (95 %), {sure:.1} % likely the stronger",
            "{name}：{elo}（95 % 置信），更强的可能性 {sure:.1} %"
        )
    } else if elo.difference.is_finite() {
        let difference = difference(elo);
        say!(
            lang,
            "{name}: Elo {difference}; too few games, or too one-sided, to bound the error",
            "{name}：Elo {difference}；局数太少或过于一边倒，误差无法估计"
        )
    } else {
        say!(lang, "Elo: undefined, because one player won every game", "Elo：一方全胜，无法给出分差")
    }
}

pub(super) fn points(elo: Elo) -> String {
    format!("Elo {} ± {:.0}", difference(elo), elo.error)
}

/// Plus zero: a difference that rounds to nothing has no sign to show.
fn difference(elo: Elo) -> String {
    format!("{:+.0}", elo.difference.round() + 0.0)
}
