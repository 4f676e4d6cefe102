//! What the organiser of a contest states before it begins.

use super::hosts::Hosts;
use crate::HallHours;
use crate::awards::Shares;
use crate::plan::{Flaw, flaw};
use leitai_core::GameName;
use serde::{Deserialize, Serialize};

/// Whose rules a contest follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContestPreset {
    /// The school's text: every team of 1 to 3 students with at most 2 teachers.
    #[default]
    School,
    /// The national general rules: at most 5 members, 1 or 2 teachers, 2 teams of a school in a game, one trophy a school.
    National,
}

impl ContestPreset {
    /// Both.
    pub const ALL: [ContestPreset; 2] = [ContestPreset::School, ContestPreset::National];

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            ContestPreset::School => "school",
            ContestPreset::National => "national",
        }
    }

    /// 每个团队不超过3名同学，指导老师不超过2人; nationally at most 5 members, 1–2 teachers, 2 teams of a school in one game.
    pub const fn limits(self) -> TeamLimits {
        match self {
            ContestPreset::School => {
                TeamLimits { members: 3, least_teachers: 0, teachers: 2, of_school: None }
            }
            ContestPreset::National => {
                TeamLimits { members: 5, least_teachers: 1, teachers: 2, of_school: Some(2) }
            }
        }
    }
}

/// How large a team may be, and how many a school may send.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TeamLimits {
    /// Most members.
    pub members: u16,
    /// Fewest teachers.
    #[serde(default, skip_serializing_if = "is_none")]
    pub least_teachers: u16,
    /// Most teachers.
    pub teachers: u16,
    /// Most teams of one school in one game; `None` for any number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of_school: Option<u16>,
}

/// What contests that were begun earlier state.
fn is_none(least: &u16) -> bool {
    *least == 0
}

/// A game of a contest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ContestGame {
    /// The game's id: `gomoku`.
    pub game: GameName<'static>,
    /// The time of one side for a game, in milliseconds.
    pub side_ms: u64,
}

/// When teams sign themselves up; milliseconds since 1970-01-01 UTC.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SignUp {
    /// From then on; `None` for at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opens_ms: Option<i64>,
    /// Until then: at this moment nothing is taken any more. `None` if the organiser closes it by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closes_ms: Option<i64>,
}

/// What is stated of a contest before it begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ContestTerms {
    /// Its name.
    pub name: String,
    /// Whose rules it follows.
    pub preset: ContestPreset,
    /// Its games, in the order in which they are listed.
    pub games: Vec<ContestGame>,
    /// Where it takes place; empty if that is still to be said.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// Who holds it.
    #[serde(default, skip_serializing_if = "Hosts::is_empty")]
    pub hosts: Hosts,
    /// When teams sign up.
    pub sign_up: SignUp,
    /// How large teams may be.
    pub team: TeamLimits,
    /// Tables in the hall.
    pub tables: u32,
    /// The openings of the hall, the earliest first.
    pub hours: Vec<HallHours>,
    /// The pause between two pairings of a team (≤10分钟), in milliseconds.
    pub pause_ms: u64,
    /// The largest share of the teams that receives each prize.
    pub shares: Shares,
    /// Whether prizes are given for each game; otherwise over the whole contest.
    pub prizes_per_game: bool,
    /// How long objections to the list of awards are heard (公示), in milliseconds.
    pub notice_ms: u64,
}

/// The pause that the source allows between two pairings.
const PAUSE_MS: u64 = 600_000;
/// How long objections are heard by default: three days.
const NOTICE_MS: u64 = 72 * 3_600_000;

impl ContestTerms {
    /// The terms of a preset, with these games and no hours yet.
    pub fn new(name: &str, preset: ContestPreset, games: Vec<ContestGame>) -> ContestTerms {
        ContestTerms {
            name: name.to_owned(),
            preset,
            games,
            place: String::new(),
            hosts: Hosts::default(),
            sign_up: SignUp::default(),
            team: preset.limits(),
            tables: 10,
            hours: Vec::new(),
            pause_ms: PAUSE_MS,
            shares: Shares::default(),
            prizes_per_game: true,
            notice_ms: NOTICE_MS,
        }
    }

    /// Whether it has this game.
    pub fn has(&self, game: &GameName<'static>) -> bool {
        self.games.iter().any(|own| own.game == *game)
    }

    /// Returns the first thing that does not fit, if any.
    pub fn check(&self) -> Result<(), Flaw> {
        if self.name.trim().is_empty() {
            return Err(flaw("name", "a contest needs a name", "请填写比赛名称"));
        }
        if self.games.is_empty() {
            return Err(flaw("games", "a contest has at least one game", "比赛至少有一个棋种"));
        }
        for (at, game) in self.games.iter().enumerate() {
            if self.games[..at].iter().any(|other| other.game == game.game) {
                let at = format!("games[{at}]");
                return Err(flaw(&at, "this game is listed twice", "此棋种列了两次"));
            }
            if game.side_ms == 0 {
                let at = format!("games[{at}].side-ms");
                return Err(flaw(&at, "a side needs some time", "每方须有用时"));
            }
        }
        if let (Some(opens), Some(closes)) = (self.sign_up.opens_ms, self.sign_up.closes_ms)
            && closes <= opens
        {
            return Err(flaw("sign-up.closes", "sign-up closes before it opens", "报名截止早于开始"));
        }
        if self.team.members == 0 {
            return Err(flaw("team.members", "a team has at least one member", "每队至少一名队员"));
        }
        if self.team.least_teachers > self.team.teachers {
            let what = "a team would need more teachers than it may have";
            return Err(flaw("team.least-teachers", what, "指导教师的最少名额多于最多名额"));
        }
        if self.team.of_school == Some(0) {
            return Err(flaw("team.of-school", "no school could send a team", "任何学校都无法参赛"));
        }
        if self.tables == 0 {
            return Err(flaw("tables", "no game can be played without a table", "至少需要一张棋桌"));
        }
        for (at, hours) in self.hours.iter().enumerate() {
            if hours.until <= hours.from {
                let at = format!("hours[{at}]");
                return Err(flaw(&at, "the hall closes before it opens", "赛场关闭早于开放"));
            }
            if at > 0 && hours.from < self.hours[at - 1].until {
                let at = format!("hours[{at}]");
                return Err(flaw(&at, "two openings of the hall overlap", "两段开放时间重叠"));
            }
        }
        if let (Some(closes), Some(first)) = (self.sign_up.closes_ms, self.hours.first())
            && closes > first.from
        {
            let what = "sign-up would close after the hall has opened: the draw must come before";
            return Err(flaw("sign-up.closes", what, "报名截止晚于赛场开放：抽签须在此之前"));
        }
        Ok(())
    }
}
