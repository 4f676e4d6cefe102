//! The plans of three events as their rules have them. Every field may be changed afterwards.

use crate::plan::{Bracket, Entrants, Format, Plan, Sections, StagePlan};
use crate::{MatchPlan, Points, ScoredUnit, Scoring, Sentence, TieBreak};

const MINUTE: u64 = 60_000;

impl Plan {
    /// Most teams that play one round robin; more are drawn into groups.
    pub const SCHOOL_GROUP: u16 = 6;
    /// How many go through from each group.
    pub const SCHOOL_ADVANCE: u16 = 2;
    /// How many of the second stage play the final.
    pub const SCHOOL_FINALISTS: u16 = 4;
    /// The time of one side for one game that most games have in the school's table (附表1), in milliseconds.
    pub const SCHOOL_SIDE_MS: u64 = 15 * MINUTE;
    /// How most games are played there: one with each side.
    pub const SCHOOL_MATCH: MatchPlan = MatchPlan::Games(2);

    /// The school's contest: a double round robin; with more than [`Plan::SCHOOL_GROUP`] teams groups by lot, then
    /// the second stage of those who go through, then the final, nothing carried over. 14:00 to 17:30, as many
    /// tables as pairs. A side has `side_ms` for a game, and two teams play `games`.
    pub fn school(teams: u32, side_ms: u64, games: MatchPlan) -> Plan {
        let is_race = games == MatchPlan::FirstToFour;
        let early = [TieBreak::HeadToHead, TieBreak::MiniLeague, TieBreak::Wins, TieBreak::Lot].to_vec();
        let robin = |en: &str, zh: &str, entrants, sections, tie_breaks| StagePlan {
            name: Sentence::new(en, zh),
            entrants,
            sections,
            format: Format::RoundRobin,
            games,
            // A match to four wins is one win, however many games it took.
            scoring: Scoring {
                per: if is_race { ScoredUnit::Matches } else { ScoredUnit::Games },
                ..Scoring::SCHOOL
            },
            tie_breaks,
            side_ms,
            play_off_ms: 10 * MINUTE,
        };
        let last = TieBreak::SCHOOL.to_vec();
        let stages = if teams <= u32::from(Plan::SCHOOL_GROUP) {
            vec![robin("final", "决赛", Entrants::All, Sections::One, last)]
        } else {
            let groups = Sections::Groups { of: Plan::SCHOOL_GROUP };
            let (advance, finalists) =
                (Entrants::Best(Plan::SCHOOL_ADVANCE), Entrants::Best(Plan::SCHOOL_FINALISTS));
            vec![
                robin("groups", "小组赛", Entrants::All, groups, early.clone()),
                robin("second stage", "复赛", advance, Sections::One, early),
                robin("final", "决赛", finalists, Sections::One, last),
            ]
        };
        Plan {
            stages,
            tables: (teams / 2).max(1),
            pause_ms: 10 * MINUTE,
            hall_ms: Some(210 * MINUTE),
            pace: None,
        }
    }

    /// The course's championship: a knock-out in each class, its final a best of three; then the champions and the
    /// best seconds, `total` in all (there 32), its final a best of five. Three minutes a side.
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
                knock_out("battle of the gods", "诸神之战", seconds, Sections::One, Bracket::Halves, 5),
            ],
            tables: 1,
            pause_ms: 0,
            hall_ms: None,
            pace: None,
        }
    }

    /// The judge's ladder: everyone's newest program meets everyone else's newest in `games` games, an even number
    /// (there 2), half with each side; 3 points for a match won, 1 for a drawn one; equal totals share a rank.
    /// 90 seconds a side.
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
