//! Ranks in words.

use super::{Parted, Row, Standings};
use crate::{EntryId, Figure, Sentence, TieBreak};
use leitai_core::{Noun, sentence};

impl Standings {
    /// Why row number `row`, from 0, has its rank: its points, and what parts it from its neighbours, with figures.
    /// `None` if there is no such row.
    pub fn why<'n>(&self, row: usize, name: impl Fn(EntryId) -> &'n str) -> Option<Sentence> {
        let this = self.rows.get(row)?;
        let (rank, points, who) = (this.rank, this.tally.points, name(this.entry));
        let mut why = Sentence::new(
            format!("{who} is {} with {}", ordinal(rank), Noun::POINTS.of(points)),
            format!("{who} 积 {points} 分，第 {rank} 名"),
        );
        if let Some((above, parted)) = row.checked_sub(1).map(|at| &self.rows[at]).zip(this.parted) {
            why = why.and(&self.parted(parted, above, this, [name(above.entry), who], false));
        }
        if let Some((below, parted)) = self.rows.get(row + 1).and_then(|below| Some((below, below.parted?))) {
            why = why.and(&self.parted(parted, this, below, [who, name(below.entry)], true));
        }
        Some(why)
    }

    /// What parts two rows, described for the upper one if `ahead`, otherwise for the lower.
    fn parted(&self, parted: Parted, upper: &Row, lower: &Row, names: [&str; 2], ahead: bool) -> Sentence {
        let [above, below] = names;
        let place = if ahead {
            sentence!("ahead of {below}", "列 {below} 之前")
        } else {
            sentence!("behind {above}", "列 {above} 之后")
        };
        let level = if ahead { below } else { above };
        match parted {
            Parted::Points => {
                let (more, less) = (upper.tally.points, lower.tally.points);
                sentence!(
                    "{place} by points, {more} to {less}", "{place}：积分 {more} 比 {less}"; place, more, less
                )
            }
            Parted::Actor(TieBreak::Lot, _) => {
                sentence!("{place} by lot", "{place}：抽签"; place).and(&self.drawn(upper, lower))
            }
            Parted::LotAfterPlayOff => sentence!(
                "{place} by lot, since their play-off left all of them level, in matches won and in points of its games",
                "{place}：加赛中各自胜场与各局积分均相同，抽签"; place
            )
            .and(&self.drawn(upper, lower)),
            Parted::PointsOfPlayOff([more, less]) => sentence!(
                "{place} by the points of their play-off's games, {more} to {less}, as each won as many of its matches",
                "{place}：加赛胜场相同，各局积分 {more} 比 {less}"; place
            ),
            Parted::Actor(criterion, figures) => by(criterion, figures, &place),
            Parted::LotOfPlayOff => sentence!(
                "{place} by the lot that ended their play-off", "{place}：加赛后仍平，抽签决定"; place
            ),
            Parted::Level => sentence!(
                "level with {level} in every criterion, the rank is shared",
                "与 {level} 各项均相同，名次并列"
            ),
            Parted::Due(criterion) => sentence!(
                "level with {level} until {criterion} is played", "与 {level} 暂时并列，待{criterion}决定";
                level, criterion = criterion.words()
            ),
        }
    }

    /// The lot drawn between two entries.
    fn drawn(&self, upper: &Row, lower: &Row) -> Sentence {
        self.seed.draw(&self.lot, [upper.entry, lower.entry], EntryId::to_string).why
    }
}

fn by(criterion: TieBreak, figures: [Figure; 2], place: &Sentence) -> Sentence {
    // Faults are negated, so that the greater figure is always the better.
    let [upper, lower] = match criterion {
        TieBreak::Faults => figures.map(|figure| Figure(-figure.in_quarters())),
        _ => figures,
    };
    sentence!(
        "{place} by {criterion}, {upper} to {lower}", "{place}：{criterion} {upper} 比 {lower}";
        place, criterion = criterion.words(), upper, lower
    )
}

fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn ranks_are_spoken() {
        let spoken = [1, 2, 3, 4, 11, 12, 13, 21, 112, 1003].map(super::ordinal);
        assert_eq!(spoken, ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th", "1003rd"]);
    }
}
