//! The plans of three events according to their rules. Every field may be changed afterwards.

mod school_stages;

use crate::plan::{Bracket, Entrants, Format, Plan, Sections, StagePlan};
use crate::{MatchPlan, Points, ScoredUnit, Scoring, Sentence, TieBreak};
use school_stages::group_stages;

const MINUTE: u64 = 60_000;

impl Plan {
    /// Most teams that play a single round robin; more teams are drawn into groups.
    pub const SCHOOL_GROUP: u16 = 6;
    /// The time of one side for one game, in milliseconds, that applies to most games in the school's table
    /// (附表1).
    pub const SCHOOL_SIDE_MS: u64 = 15 * MINUTE;
    /// The match plan of most games there: one game with each side.
    pub const SCHOOL_MATCH: MatchPlan = MatchPlan::Games(2);

    /// The school's contest: a double round robin. With more than [`Plan::SCHOOL_GROUP`] teams: groups of three or
    /// four by lot, then further stages among those that go through if they are still too many for a final, then
    /// the final of three or four; nothing is carried over. With the clocks of most games each stage fits into one
    /// opening of the hall, 14:00 to 17:30, given as many tables as pairs. A side has `side_ms` for a game, and two
    /// teams play `games`.
    pub fn school(teams: u32, side_ms: u64, games: MatchPlan) -> Plan {
        let is_race = games == MatchPlan::FirstToFour;
        let early = [TieBreak::HeadToHead, TieBreak::MiniLeague, TieBreak::Wins, TieBreak::Lot].to_vec();
        let robin = |en: &str, zh: &str, entrants, sections, tie_breaks| StagePlan {
            name: Sentence::new(en, zh),
            entrants,
            sections,
            format: Format::RoundRobin,
            games,
            // A match to four wins counts as one win, however many games it took.
            scoring: Scoring {
                per: if is_race { ScoredUnit::Matches } else { ScoredUnit::Games },
                ..Scoring::SCHOOL
            },
            tie_breaks,
            side_ms,
            play_off_ms: 10 * MINUTE,
        };
        let mut stages = Vec::new();
        let mut entrants = Entrants::All;
        let groups = if teams > u32::from(Plan::SCHOOL_GROUP) { group_stages(teams) } else { Vec::new() };
        for (at, stage) in groups.into_iter().enumerate() {
            let (en, zh) = match at {
                0 => ("groups".to_owned(), "小组赛".to_owned()),
                1 => ("second stage".to_owned(), "复赛".to_owned()),
                at => (format!("stage {}", at + 1), format!("第{}阶段", at + 1)),
            };
            let sections = Sections::Groups { of: stage.of };
            stages.push(robin(&en, &zh, entrants, sections, early.clone()));
            entrants = Entrants::Best(stage.advance);
        }
        stages.push(robin("final", "决赛", entrants, Sections::One, TieBreak::SCHOOL.to_vec()));
        Plan {
            stages,
            tables: (teams / 2).max(1),
            pause_ms: 10 * MINUTE,
            hall_ms: Some(210 * MINUTE),
            pace: None,
        }
    }

    /// The course's championship: a knock-out in each class, with a best-of-three final; then a knock-out of the
    /// champions and the best seconds, `total` in all (there 32), with a best-of-five final. Three minutes a side.
    pub fn course(total: u16) -> Plan {
        let once = MatchPlan::BestOf { games: 1, replays: 2 };
        let knock_out = |en: &str, zh: &str, entrants, sections, bracket, games| StagePlan {
            name: Sentence::new(en, zh),
            entrants,
            sections,
            format: Format::KnockOut { rounds: vec![MatchPlan::BestOf { games, replays: 2 }, once], bracket },
            games: once,
            scoring: Scoring {
                per: ScoredUnit::Matches,
                win: Points::whole(1),
                draw: Points::halves(1),
                loss: Points::ZERO,
            },
            tie_breaks: Vec::new(),
            side_ms: 3 * MINUTE,
            play_off_ms: 3 * MINUTE,
        };
        let seconds = Entrants::ChampionsAndSeconds { total };
        Plan {
            stages: vec![
                knock_out("classes", "班内淘汰赛", Entrants::All, Sections::Classes, Bracket::Seeds, 3),
                knock_out("grand final", "诸神之战", seconds, Sections::One, Bracket::Halves, 5),
            ],
            tables: 1,
            pause_ms: 0,
            hall_ms: None,
            pace: None,
        }
    }

    /// The judge's ladder: everyone's newest program meets everyone else's newest in `games` games, an even number
    /// (there 2), half of them with each side; 3 points for a match won, 1 for a drawn one; equal totals share a
    /// rank. 90 seconds a side.
    pub fn judge(games: u16) -> Plan {
        let ladder = StagePlan {
            name: Sentence::new("score board", "记分牌"),
            entrants: Entrants::All,
            sections: Sections::One,
            format: Format::Ladder,
            games: MatchPlan::Games(games),
            scoring: Scoring::JUDGE,
            tie_breaks: Vec::new(),
            side_ms: 90_000,
            play_off_ms: 90_000,
        };
        Plan { stages: vec![ladder], tables: 1, pause_ms: 0, hall_ms: None, pace: None }
    }
}
