//! Places and cross-tables.

use crate::html::{both, said, table};
use crate::told::Told;
use leitai_tournament::{CountedOutcome, EntryId, RankedEntry, Section, Spot};
use std::collections::BTreeMap;

/// Beyond so many a cross-table is no picture any more.
const WIDEST: usize = 100;

impl Told<'_> {
    /// Places with their reasons.
    pub(crate) fn places(&self, places: &[RankedEntry]) -> String {
        let titled = places.iter().any(|place| place.title.is_some());
        let pointed = places.iter().any(|place| place.points.is_some());
        let mut heads = vec![both("place", "名次"), both("no.", "编号"), both("name", "名称")];
        heads.extend(titled.then(|| both("title", "称号")));
        heads.extend(pointed.then(|| both("points", "积分")));
        heads.push(both("why", "理由"));
        let row = |place: &RankedEntry| {
            let rank = place.place.map_or("–".to_owned(), |rank| rank.to_string());
            // Lots are drawn among numbers.
            let mut row = vec![rank, place.entry.to_string(), self.name(place.entry)];
            row.extend(titled.then(|| place.title.as_ref().map_or(String::new(), said)));
            row.extend(pointed.then(|| place.points.map_or(String::new(), |points| points.to_string())));
            row.push(format!("<small>{}</small>", said(&place.why)));
            row
        };
        table("places", &heads, &places.iter().map(row).collect::<Vec<_>>())
    }

    /// Everyone against everyone, in the order of the places; each figure leads to its game.
    pub(crate) fn cross_table(&self, section: &Section) -> String {
        let places = self.state.places(section.stage, section.number);
        if places.is_empty() || places.len() > WIDEST {
            return String::new();
        }
        let cells = self.cells(section);
        let mut heads = vec![String::new(), both("name", "名称")];
        heads.extend((1..=places.len()).map(|number| number.to_string()));
        heads.push(both("points", "积分"));
        let row = |(at, place): (usize, &RankedEntry)| {
            let mut row = vec![(at + 1).to_string(), self.name(place.entry)];
            row.extend(places.iter().map(|other| {
                if other.entry == place.entry {
                    return "<span class=\"faded\">×</span>".to_owned();
                }
                cells.get(&(place.entry, other.entry)).cloned().unwrap_or_default()
            }));
            row.push(place.points.map_or(String::new(), |points| points.to_string()));
            row
        };
        table("cross", &heads, &places.iter().enumerate().map(row).collect::<Vec<_>>())
    }

    /// What one side made of its games against another.
    fn cells(&self, section: &Section) -> BTreeMap<(EntryId, EntryId), String> {
        let mut cells: BTreeMap<(EntryId, EntryId), String> = BTreeMap::new();
        for it in section.matches() {
            let play_off = if matches!(it.id.spot, Spot::PlayOff(..)) { "+" } else { "" };
            for game in it.games {
                for (mine, other) in [(game.first, game.second), (game.second, game.first)] {
                    let (class, figure) = match game.outcome {
                        CountedOutcome::Win(seat) if game.at(seat) == mine => ("w", "1"),
                        CountedOutcome::Win(_) => ("l", "0"),
                        CountedOutcome::Draw => ("d", "½"),
                        CountedOutcome::Nobody => ("l", "–"),
                    };
                    let figure = format!("<span class=\"{class}\">{play_off}{figure}</span>");
                    let cell = cells.entry((mine, other)).or_default();
                    if !cell.is_empty() {
                        cell.push(' ');
                    }
                    cell.push_str(&self.link(game.id, &figure));
                }
            }
        }
        cells
    }
}
