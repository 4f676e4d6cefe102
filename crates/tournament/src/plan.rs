//! What an event's organiser specifies before it begins.

mod words;

use serde::{Deserialize, Serialize};

use crate::{MatchPlan, Pace, Scoring, Sentence, TieBreak};
use leitai_core::errors;

/// An event: its stages in order. Made by a preset ([`Plan::school`], [`Plan::course`], [`Plan::judge`]) or field
/// by field; [`Plan::check`] reports what does not fit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Plan {
    /// The stages; nothing is carried over from one to the next.
    pub stages: Vec<StagePlan>,
    /// Games that can run at once: tables in the hall, or cores of the machine.
    pub tables: u32,
    /// The pause between two pairings of an entry, in milliseconds: the time in which it may change its program.
    pub pause_ms: u64,
    /// How long the hall is open, in milliseconds.
    pub hall_ms: Option<u64>,
    /// What determines how long a game can take; `None` if that is twice a side's time for a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<Pace>,
}

/// One stage of an event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StagePlan {
    /// Its name: "final", "决赛".
    pub name: Sentence,
    /// Who plays in it.
    pub entrants: Entrants,
    /// How the stage is divided into sections.
    pub sections: Sections,
    /// Who meets whom.
    pub format: Format,
    /// The match between two entries that meet; a knock-out has its own by round.
    pub games: MatchPlan,
    /// How results are scored.
    pub scoring: Scoring,
    /// The criteria that part equal points, in order. Entries that are level in all of them share a place.
    pub tie_breaks: Vec<TieBreak>,
    /// The time of one side for one game, in milliseconds.
    pub side_ms: u64,
    /// The time of one side for a game of a play-off, in milliseconds; the ordinary time applies if it is shorter.
    pub play_off_ms: u64,
}

/// Who plays in a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entrants {
    /// Every entry; only in the first stage.
    All,
    /// The best of each section of the stage before, this many.
    Best(u16),
    /// The winner of each section of the stage before, and as many of the best seconds as it takes to reach
    /// `total`. Seconds are ranked by games won in their section's final, then by seed score, then by lot.
    ChampionsAndSeconds {
        /// How many in all.
        total: u16,
    },
}

/// How a stage is divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sections {
    /// Not at all.
    One,
    /// Into groups by lot, of at most `of` entries each, with seeds kept apart.
    Groups {
        /// Most entries of a group, at least 2.
        of: u16,
    },
    /// By the entries' classes.
    Classes,
}

/// Who meets whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everyone meets everyone in one match; for a double round robin that is a match of two games with seats
    /// changed.
    RoundRobin,
    /// Everyone's submission in force meets everyone else's; a new submission plays its matches anew.
    Ladder,
    /// The first entries, `champions` of them, each meet all the others.
    Gauntlet {
        /// How many.
        champions: u16,
    },
    /// An entry that loses a match is out.
    KnockOut {
        /// The match of each round, the final first; the last one also applies to all rounds before it.
        rounds: Vec<MatchPlan>,
        /// Which entry takes which place.
        bracket: Bracket,
    },
    /// In every round entries of equal points meet, never the same two twice.
    Swiss {
        /// How many rounds; fewer if no further pairing is possible. `None` means as many as fit into the hall's
        /// hours ([`Plan::swiss_rounds`]).
        rounds: Option<u16>,
    },
}

/// Which entry takes which place of a knock-out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bracket {
    /// By seed score: seed i meets seed 2^k + 1 − i, and 1 and 2 can meet only in the final.
    Seeds,
    /// By lot, with the winner and second of one section of the stage before in opposite halves.
    Halves,
}

errors! {
    /// Something that does not fit, within a plan or between a plan and its entries.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Flaw {
        /// The field, as in the plan's file: `stages[1].entrants`.
        pub at: String,
        /// What is wrong, and what to do.
        pub what: Sentence,
    } => "{at}: {what}", "{at}：{what}";
}

impl Format {
    /// The match of a knock-out's round that is followed by `left` more rounds.
    pub(crate) fn round_plan(&self, left: usize, otherwise: MatchPlan) -> MatchPlan {
        match self {
            Format::KnockOut { rounds, .. } => {
                rounds.get(left).or(rounds.last()).copied().unwrap_or(otherwise)
            }
            _ => otherwise,
        }
    }
}

impl StagePlan {
    /// The match that parts two entries which are level, if the tie-breaks make them play.
    pub(crate) fn play_off(&self) -> MatchPlan {
        let has = |criterion| self.tie_breaks.contains(&criterion);
        match (has(TieBreak::PlayOff), has(TieBreak::DecidingGame)) {
            (true, true) => MatchPlan::PlayOff,
            (true, false) => MatchPlan::Games(2),
            _ => MatchPlan::BestOf { games: 1, replays: 0 },
        }
    }

    /// The match at a spot of a section with `rounds` rounds.
    pub(crate) fn match_plan(&self, spot: crate::Spot, rounds: u16) -> MatchPlan {
        match spot {
            crate::Spot::PlayOff(..) => self.play_off(),
            crate::Spot::Table { round, .. } => {
                self.format.round_plan(usize::from(rounds.saturating_sub(round + 1)), self.games)
            }
            crate::Spot::Pair(..) => self.games,
        }
    }

    /// The time of one side for a game, in milliseconds.
    pub(crate) fn clock(&self, spot: crate::Spot) -> u64 {
        match spot {
            crate::Spot::PlayOff(..) => self.play_off_ms.min(self.side_ms),
            _ => self.side_ms,
        }
    }
}

impl Plan {
    /// Whether anything is drawn after the event has begun: a further stage, or a round of a Swiss system.
    pub(crate) fn draws_on(&self) -> bool {
        self.stages.len() > 1 || self.stages.iter().any(|stage| matches!(stage.format, Format::Swiss { .. }))
    }

    /// Whether the first stage is divided into groups by lot.
    pub fn is_divided(&self) -> bool {
        self.stages.first().is_some_and(|stage| matches!(stage.sections, Sections::Groups { .. }))
    }

    /// Returns the first thing that does not fit, if any.
    pub fn check(&self) -> Result<(), Flaw> {
        if self.stages.is_empty() || self.stages.len() > usize::from(u8::MAX) {
            return Err(flaw("stages", "an event has 1 to 255 stages", "赛事须有 1 至 255 个阶段"));
        }
        if self.tables == 0 {
            return Err(flaw(
                "tables",
                "no game can run without a table; set at least 1",
                "至少需要一张赛台",
            ));
        }
        (0..).zip(&self.stages).try_for_each(|(at, stage)| self.check_stage(at, stage))
    }

    fn check_stage(&self, at: usize, stage: &StagePlan) -> Result<(), Flaw> {
        let wrong = |field: &str, en: &str, zh: &str| Err(flaw(&format!("stages[{at}].{field}"), en, zh));
        match stage.entrants {
            Entrants::All if at > 0 => {
                return wrong(
                    "entrants",
                    "only the first stage takes all entries",
                    "只有第一阶段可由全体参赛",
                );
            }
            Entrants::Best(_) | Entrants::ChampionsAndSeconds { .. } if at == 0 => {
                return wrong(
                    "entrants",
                    "no stage comes before the first; use all",
                    "第一阶段之前没有阶段，应为 all",
                );
            }
            Entrants::Best(0) | Entrants::ChampionsAndSeconds { total: 0 } => {
                return wrong("entrants", "nobody would play; take at least 1", "至少要有 1 个参赛者");
            }
            _ => {}
        }
        if matches!(stage.sections, Sections::Groups { of: 0 | 1 }) {
            return wrong("sections", "a group needs at least 2 entries", "每组至少 2 个参赛者");
        }
        if stage.scoring.win < stage.scoring.draw || stage.scoring.draw < stage.scoring.loss {
            return wrong(
                "scoring",
                "a win must count no less than a draw, a draw no less than a loss",
                "胜不得少于和，和不得少于负",
            );
        }
        let plans = match &stage.format {
            Format::KnockOut { rounds, bracket } => {
                if rounds.is_empty() || rounds.iter().any(|plan| !plan.decides()) {
                    return wrong(
                        "format",
                        "a knock-out needs matches that end with a winner, such as best-of",
                        "淘汰赛的每轮须能决出胜者，例如 best-of",
                    );
                }
                if *bracket == Bracket::Halves && (at == 0 || stage.sections != Sections::One) {
                    return wrong(
                        "format",
                        "halves keep winner and runner-up of a section apart: use them in one section after a stage",
                        "halves 用于后续阶段且不分组",
                    );
                }
                rounds.clone()
            }
            Format::Gauntlet { champions: 0 } => {
                return wrong("format", "a gauntlet needs at least 1 champion", "守擂者至少 1 个");
            }
            Format::Ladder if self.stages.len() > 1 || stage.sections != Sections::One => {
                return wrong(
                    "format",
                    "a ladder is an event of one stage in one section",
                    "天梯赛只能是不分组的单一阶段",
                );
            }
            Format::Ladder if !stage.games.is_even() => {
                return wrong(
                    "games",
                    "a ladder's match needs an even number of games",
                    "天梯赛每场须为偶数局",
                );
            }
            Format::Swiss { rounds: Some(0) } => {
                return wrong("format", "a Swiss system needs at least 1 round", "瑞士制至少 1 轮");
            }
            _ => vec![stage.games],
        };
        if plans.iter().any(|plan| !plan.is_possible()) {
            return wrong(
                "games",
                "a match has at least 1 game; a best of n has an odd n",
                "每场至少一局；n 局胜制的 n 须为奇数",
            );
        }
        Ok(())
    }
}

pub(crate) fn flaw(at: &str, en: &str, zh: &str) -> Flaw {
    Flaw { at: at.to_owned(), what: Sentence::new(en, zh) }
}
