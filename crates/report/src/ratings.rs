//! Strengths over all games.

use crate::html::both;
use crate::told::{Told, heading};
use leitai_tournament::rating::{Met, Prior, Ratings};

/// Errors take time as the cube of the entries.
const MOST: usize = 1_000;

impl Told<'_> {
    /// The ratings that all games which count make likeliest, the strongest first; nothing without a game.
    pub(crate) fn ratings(&self) -> String {
        let games: Vec<_> =
            self.games.values().filter_map(|it| it.counted.as_ref()).filter_map(Met::of).collect();
        let players = self.event.entries().len();
        if games.is_empty() || players > MOST {
            return String::new();
        }
        let Ok(ratings) = Ratings::new(players, &games, Prior::default()) else { return String::new() };
        let errors = ratings.errors();
        let mut rated: Vec<_> = self
            .event
            .entries()
            .iter()
            .filter_map(|entry| {
                let at = entry.id.index();
                let played = games.iter().filter(|met| met.players.contains(&entry.id.0)).count();
                Some((ratings.elo(at)?, errors.error(at)?, entry.id, played)).filter(|_| played > 0)
            })
            .collect();
        rated.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.cmp(&b.2)));
        let heads = [("name", "名称"), ("Elo", "Elo"), ("error (95 %)", "误差（95%）"), ("games", "局数")]
            .map(|(en, zh)| both(en, zh));
        let rows = rated.into_iter().map(|(elo, error, entry, played)| {
            let error = if error.is_finite() { format!("± {error:.0}") } else { "–".to_owned() };
            vec![self.name(entry), format!("{elo:+.0}"), error, played.to_string()]
        });
        let note = both(
            "Maximum likelihood over all games that count, forfeits left out; 0 is the average of the field. Ratings do not decide places.",
            "由全部有效对局（弃权除外）按最大似然估计，以全体平均为 0；不影响名次。",
        );
        let table = crate::html::table("ratings", &heads, &rows.collect::<Vec<_>>());
        format!("{}{table}<p class=\"faded\">{note}</p>\n", heading(2, "Ratings", "等级分"))
    }
}
