//! When the referee ends a game before its rules do, and how late an answer may be, as given on the command line.

use crate::language::note;
use leitai_arena::Conditions;
use leitai_bout::Match;
use leitai_core::{Adjudication, Agreement, BadAdjudication, Longest, Sentence, read_time, sentence};
use std::time::Duration;

/// Longest margin: a later answer is not due to a delay of the machine.
const MOST_MARGIN: Duration = Duration::from_secs(10);

/// What the referee of a match is told.
#[derive(clap::Args)]
pub(super) struct RefereeArgs {
    /// End games that both programs consider decided: over so many plies both report expectations that close to a win
    /// of the same side, e.g. plies=6,score=0.05[,from=20]
    #[arg(long, value_name = "RULE", value_parser = agreement)]
    resign: Option<Agreement>,
    /// End games as a draw that both programs consider drawn, e.g. plies=8,score=0.02[,from=40]
    #[arg(long, value_name = "RULE", value_parser = agreement)]
    draw: Option<Agreement>,
    /// End games after so many plies as a draw or, written 200,count, by what the rules of the game count
    #[arg(long, value_name = "PLIES", value_parser = longest)]
    max_plies: Option<Longest>,
    /// How much later than its limit an answer still counts, e.g. 50ms; programs are not told; default: not at all
    #[arg(long, value_name = "TIME", value_parser = margin)]
    margin: Option<Duration>,
}

/// Reads `--resign` and `--draw`.
fn agreement(text: &str) -> Result<Agreement, Sentence> {
    text.parse().map_err(|error: BadAdjudication| Sentence::of(&error))
}

/// Reads `--max-plies`.
fn longest(text: &str) -> Result<Longest, Sentence> {
    text.parse().map_err(|error: BadAdjudication| Sentence::of(&error))
}

/// Reads `--margin`.
fn margin(text: &str) -> Result<Duration, Sentence> {
    let has_unit = text.ends_with(|c: char| c.is_ascii_alphabetic());
    let margin = read_time(text).filter(|margin| has_unit && *margin <= MOST_MARGIN);
    margin.ok_or_else(|| {
        sentence!(
            "it takes a time with its unit, up to 10s, such as 50ms",
            "应为带单位的时间，至多 10s，例如 50ms"
        )
    })
}

impl RefereeArgs {
    fn rules(&self) -> Adjudication {
        Adjudication { win: self.resign, draw: self.draw, longest: self.max_plies }
    }

    /// Whether games are ended by the scores that programs report.
    pub(super) fn hears_scores(&self) -> bool {
        self.rules().hears_scores()
    }

    /// Adds the rules to the conditions.
    pub(super) fn apply(&self, conditions: &mut Conditions) {
        conditions.adjudication = self.rules();
        conditions.margin = self.margin.unwrap_or_default();
    }

    /// Warns about programs that cannot report scores: their games never end by agreement.
    pub(super) fn warn(&self, of: &Match) {
        if !self.hears_scores() {
            return;
        }
        let players = of.players.iter().map(|contestant| &contestant.player);
        let silent = players.filter(|player| !of.game.has_thoughts(player.dialect));
        let silent: Vec<String> =
            silent.map(|player| format!("{} ({})", player.name, player.dialect)).collect();
        if !silent.is_empty() {
            let of = Sentence::of(&silent);
            note(&sentence!(
                "--resign, --draw: the dialect of {of} cannot express what a program expects; none of its games ends \
                 by agreement",
                "--resign、--draw：{of} 的协议无法说出程序的预期；其对局不会按双方一致的判断结束"; of
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_has_a_unit_and_an_end() {
        assert_eq!(margin("50ms"), Ok(Duration::from_millis(50)));
        assert_eq!(margin("10s"), Ok(Duration::from_secs(10)));
        for wrong in ["50", "11s", "-5ms", "", "none"] {
            assert!(margin(wrong).is_err(), "{wrong}");
        }
    }
}
