//! Pairings with their reasons.

use crate::html::{both, said, table};
use crate::told::Told;
use leitai_core::{Lang, Noun, sentence};
use leitai_tournament::{Match, RecordedGame, Section, Spot};
use std::fmt::Write as _;

/// So many pairings are listed at most.
const LISTED: usize = 5_000;

impl Told<'_> {
    /// Every match of a section that was begun, and who rested: who met whom, why, with which seats, to what end.
    pub(crate) fn pairings(&self, section: &Section) -> String {
        let row = |it: Match<'_>| {
            let round = match it.id.spot {
                Spot::Table { round, .. } => (round + 1).to_string(),
                Spot::PlayOff(..) => both("play-off", "加赛"),
                Spot::Pair(..) => "–".to_owned(),
            };
            let games: Vec<_> = it.games.iter().map(|game| self.short(game)).collect();
            let why = self.state.why(it.id).map_or(String::new(), |why| said(&why));
            let seats = self.state.why_seats(it.id.game(0)).map_or(String::new(), |why| said(&why));
            let result = self.state.result(it.id).map_or(String::new(), |result| said(&result));
            vec![
                round,
                result,
                games.join(" "),
                format!("<small>{why}</small>"),
                format!("<small>{seats}</small>"),
            ]
        };
        let rows: Vec<_> = section.matches().take(LISTED).map(row).collect();
        let mut text = String::new();
        if !rows.is_empty() {
            let heads = [
                both("round", "轮次"),
                both("match", "对阵结果"),
                both("games", "各局"),
                both("why they meet", "对阵理由"),
                both("why they sit so", "先后手理由"),
            ];
            let matches = Noun::MATCHES.of(rows.len());
            let said = sentence!("{matches} with reasons", "{matches} 场对阵及理由"; matches);
            let _ = write!(
                text,
                "<details><summary>{}</summary>\n{}</details>\n",
                both(said.to(Lang::En), said.to(Lang::Zh)),
                table("rounds", &heads, &rows)
            );
        }
        for bye in &section.byes {
            let round = bye.round + 1;
            let round = both(&format!("round {round}: "), &format!("第 {round} 轮："));
            let _ = writeln!(text, "<p>{round}{}</p>", said(&bye.why));
        }
        text
    }

    fn short(&self, game: &RecordedGame) -> String {
        let (first, second) = (self.name(game.first), self.name(game.second));
        let seats = format!("{first} – {second}");
        format!("<span title=\"{seats}\">{}</span>", self.link(game.id, game.outcome.figures()))
    }
}
