//! Ratings over all games.

use crate::event::computed_event::ComputedEvent;
use crate::event::typed_table::{Cell, Column, TypedTable};
use crate::html::Html;
use leitai_core::Words;
use leitai_tournament::Sentence;
use leitai_tournament::rating::{Met, Prior, Ratings};

/// The most entries rated: the time for the errors grows as the cube of their number.
const MOST: usize = 1_000;

/// A rating, shown with its sign on a page.
pub(crate) fn signed(elo: i64) -> Cell {
    Cell::Figure { shown: format!("{elo:+}"), number: elo.to_string() }
}

impl ComputedEvent<'_> {
    /// The maximum-likelihood ratings from all games that count, the strongest first; empty without a game.
    pub fn ratings(&self) -> Html {
        let table = self.ratings_table();
        if table.rows.is_empty() {
            return Html::default();
        }
        let note = self.both(
            "Maximum likelihood over all games that count, forfeits left out; 0 is the average of the field. Ratings do not decide places.",
            "由全部有效对局（弃权除外）按最大似然估计，以全体平均为 0；不影响名次。",
        );
        let table = table.html(self.speech, "ratings", &Sentence::new("ratings", "等级分"));
        html! { (table) p class="faded" { (note) } }
    }

    pub(crate) fn ratings_table(&self) -> TypedTable {
        let column = |id: &'static str, en, zh| Column::new(id, Words::new(en, zh));
        let columns = vec![
            column("name", "name", "名称").names_row(),
            column("elo", "Elo", "Elo"),
            column("error", "error (95 %)", "误差（95%）").blank("–"),
            column("games", "games", "局数"),
        ];
        TypedTable::new("ratings", columns, self.rated().unwrap_or_default())
    }

    fn rated(&self) -> Option<Vec<Vec<Cell>>> {
        let games: Vec<_> =
            self.games.values().filter_map(|it| it.counted.as_ref()).filter_map(Met::of).collect();
        let players = self.event.entries().len();
        if games.is_empty() || players > MOST {
            return None;
        }
        let ratings = Ratings::new(players, &games, Prior::default()).ok()?;
        let errors = ratings.errors();
        let mut played = vec![0_usize; players];
        for player in games.iter().flat_map(|met| met.players) {
            played[player as usize] += 1;
        }
        let mut rated: Vec<_> = self
            .event
            .entries()
            .iter()
            .filter_map(|entry| {
                let at = entry.id.index();
                Some((ratings.elo(at)?, errors.error(at)?, entry.id, played[at])).filter(|_| played[at] > 0)
            })
            .collect();
        rated.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.cmp(&b.2)));
        let rows = rated.into_iter().map(|(elo, error, entry, played)| {
            let error = error
                .is_finite()
                .then(|| Cell::Figure { shown: format!("± {error:.0}"), number: format!("{error:.0}") });
            vec![
                self.entry(entry),
                signed(elo.round() as i64),
                error.unwrap_or(Cell::Nothing),
                Cell::number(played),
            ]
        });
        Some(rows.collect())
    }
}
