//! How strong games say a player is.

use crate::language::say;
use leitai_core::Lang;
use leitai_tournament::rating::Elo;

/// What the games say of A's strength, and no more than they can.
pub(super) fn strength(elo: Elo, name: &str, lang: Lang) -> String {
    let sure = elo.superiority * 100.0;
    if elo.error.is_finite() {
        let elo = points(elo);
        say!(
            lang,
            "{name}: {elo} (95 %), the stronger with a likelihood of {sure:.1} %",
            "{name}：{elo}（95 % 置信），更强的可能性 {sure:.1} %"
        )
    } else if elo.difference.is_finite() {
        let difference = difference(elo);
        say!(
            lang,
            "{name}: Elo {difference}; so few or one-sided games do not bound its error",
            "{name}：Elo {difference}；局数太少或过于一边倒，误差无法估计"
        )
    } else {
        say!(lang, "Elo: no figure where one player wins every game", "Elo：一方全胜，无法给出分差")
    }
}

pub(super) fn points(elo: Elo) -> String {
    format!("Elo {} ± {:.0}", difference(elo), elo.error)
}

/// Plus zero: a difference that rounds to nothing has no sign to show.
fn difference(elo: Elo) -> String {
    format!("{:+.0}", elo.difference.round() + 0.0)
}
