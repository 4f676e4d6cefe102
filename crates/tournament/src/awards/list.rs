//! The award list: which team receives which prize, and why.

use crate::{EntryId, Sentence};
use leitai_core::{Noun, sentence};
use serde::{Deserialize, Serialize};

/// A prize; the better one compares as less.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Prize {
    /// 一等奖
    First,
    /// 二等奖
    Second,
    /// 三等奖
    Third,
}

/// The largest share of the teams that may receive each prize, in percent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Shares {
    /// First prizes.
    pub first: u8,
    /// Second prizes.
    pub second: u8,
    /// Third prizes.
    pub third: u8,
}

/// The place of a team in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The team.
    pub entry: EntryId,
    /// Its rank, from 1; teams that tie have the same rank.
    pub rank: u32,
    /// How many teams took part in the game.
    pub field: u32,
}

/// A prize for a team.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Award {
    /// The team.
    pub entry: EntryId,
    /// The prize.
    pub prize: Prize,
    /// The place for which it is awarded; the best one if the team played several games.
    pub place: Placed,
    /// Why the team receives this prize.
    pub why: Sentence,
}

/// The award list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Awards {
    /// The prizes, the best first.
    pub list: Vec<Award>,
    /// The most first, second and third prizes that may be awarded.
    pub most: [u32; 3],
    /// Prizes that are withheld because more teams share a place than there are prizes left.
    pub withheld: Vec<Sentence>,
}

impl Prize {
    /// Every prize, the best first.
    pub const ALL: [Prize; 3] = [Prize::First, Prize::Second, Prize::Third];

    /// Its name.
    pub fn words(self) -> Sentence {
        match self {
            Prize::First => Sentence::new("first prize", "一等奖"),
            Prize::Second => Sentence::new("second prize", "二等奖"),
            Prize::Third => Sentence::new("third prize", "三等奖"),
        }
    }
}

impl Default for Shares {
    /// 一等奖数量不超过参赛团队数比例的10%，二等奖数量不超过参赛团队数比例的20%，三等奖数量不超过参赛团队数比例的30%。
    fn default() -> Self {
        Shares { first: 10, second: 20, third: 30 }
    }
}

impl Shares {
    fn percent(self, prize: Prize) -> u8 {
        match prize {
            Prize::First => self.first,
            Prize::Second => self.second,
            Prize::Third => self.third,
        }
    }

    /// The most teams out of `teams` that may receive each prize, rounded down.
    pub fn most(self, teams: u32) -> [u32; 3] {
        let most = |prize| u64::from(teams) * u64::from(self.percent(prize)) / 100;
        Prize::ALL.map(|prize| u32::try_from(most(prize)).unwrap_or(u32::MAX))
    }
}

impl Awards {
    /// Awards prizes for the places of one game, or, over the event, for the places in all its games. `teams` is
    /// the number of teams that took part in the game or in the event.
    ///
    /// Over the event, the better rank comes first; of equal ranks, the one in the larger field; a team counts
    /// once, with its best place. No share is ever exceeded: if more teams share a place than there are prizes
    /// left, all of them receive the next prize of which there are enough, and no team behind them receives a
    /// better one.
    pub fn new(places: &[Placed], teams: u32, shares: Shares) -> Self {
        let most = shares.most(teams);
        let mut awards = Awards { list: Vec::new(), most, withheld: Vec::new() };
        let mut prizes = Prize::ALL.into_iter().zip(most).peekable();
        for level in best(places).chunk_by(|one, other| merit(one) == merit(other)) {
            let mut refused = Vec::new();
            while let Some((prize, left)) = prizes.peek_mut() {
                if level.len() <= *left as usize {
                    *left -= level.len() as u32;
                    let prize = *prize;
                    let why = why(prize, &level[0], teams, shares, most, &refused);
                    awards.list.extend(level.iter().map(|place| Award {
                        entry: place.entry,
                        prize,
                        place: *place,
                        why: why.clone(),
                    }));
                    break;
                }
                if *left > 0 {
                    refused.push((*prize, *left));
                    awards.withheld.push(withheld(*prize, *left, level));
                }
                prizes.next();
            }
        }
        awards
    }
}

/// Sort key of a place; the better one compares as less.
fn merit(place: &Placed) -> (u32, std::cmp::Reverse<u32>) {
    (place.rank, std::cmp::Reverse(place.field))
}

/// Each team once, with its best place, best first.
fn best(places: &[Placed]) -> Vec<Placed> {
    let mut best = places.to_vec();
    best.sort_unstable_by_key(|place| (place.entry, merit(place)));
    best.dedup_by_key(|place| place.entry);
    best.sort_by_key(merit);
    best
}

fn why(
    prize: Prize,
    place: &Placed,
    teams: u32,
    shares: Shares,
    most: [u32; 3],
    refused: &[(Prize, u32)],
) -> Sentence {
    let (words, percent, most) = (prize.words(), shares.percent(prize), most[prize as usize]);
    let (en, zh) = (words.to(crate::Lang::En), words.to(crate::Lang::Zh));
    let Placed { rank, field, .. } = place;
    let given = sentence!(
        "{en} for rank {rank} of {field}: at most {percent} % of {teams} receive one, that is {most}",
        "{field} 队中第 {rank} 名，获{zh}：名额不超过 {teams} 队的 {percent}%，即 {most} 个";
        teams = Noun::TEAMS.of(teams)
    );
    refused.iter().fold(given, |given, (prize, left)| {
        let words = prize.words();
        let (en, zh) = (words.to(crate::Lang::En), words.to(crate::Lang::Zh));
        given.and(&sentence!(
            "not the {en}, as more share the rank than the {left} left",
            "同名次队数多于所余 {left} 个{zh}名额，故不授{zh}"
        ))
    })
}

fn withheld(prize: Prize, left: u32, level: &[Placed]) -> Sentence {
    let words = prize.words();
    let (en, zh) = (words.to(crate::Lang::En), words.to(crate::Lang::Zh));
    let (rank, sharing) = (level[0].rank, Noun::TEAMS.of(level.len()));
    sentence!(
        "{en}: {left} not given, as {sharing} share rank {rank}", "{zh}空缺 {left} 个：{sharing} 队并列第 {rank} 名";
        sharing
    )
}
