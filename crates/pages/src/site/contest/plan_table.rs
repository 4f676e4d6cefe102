//! The plan of a contest's tables as a table: who, where, when, against whom.

use super::tables_view::team_name;
use crate::Reader;
use crate::event::{Cell, Column, TypedTable};
use leitai_catalog::find;
use leitai_core::{GameName, Sentence, Words};
use leitai_hall::PlannedContest;
use leitai_tournament::contest::TeamId;
use leitai_tournament::table_plan::{Booking, Fixture, Phase, Sides};

/// What is shown of a plan: all of it, or what a team plays, what is played at a table, what of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlanChoice {
    /// Of this team alone.
    pub team: Option<TeamId>,
    /// At this table alone, from 1.
    pub table: Option<u32>,
    /// Of this game alone.
    pub game: Option<GameName<'static>>,
}

impl PlanChoice {
    /// Whether a match is shown; one whose teams are held back is nobody's.
    fn takes(&self, rows: &PlanRows<'_>, it: &Booking) -> bool {
        let plays = |team: &TeamId| rows.sides(&it.fixture).is_some_and(|sides| sides.contains(team));
        let is_of = |game: &GameName<'static>| rows.planned.game(it.fixture.id.event).as_ref() == Some(game);
        self.team.as_ref().is_none_or(plays)
            && self.table.is_none_or(|table| u32::from(it.sitting.table) + 1 == table)
            && self.game.as_ref().is_none_or(is_of)
    }
}

/// The rows of a plan for somebody.
#[derive(Clone, Copy)]
pub struct PlanRows<'a> {
    /// The plan.
    pub planned: &'a PlannedContest,
    /// Whether the reader may not know yet who plays a match.
    pub is_hidden: &'a dyn Fn(&Fixture) -> bool,
    /// What is shown.
    pub only: &'a PlanChoice,
}

impl PlanRows<'_> {
    /// Who plays a match, as far as that is known and shown.
    pub(super) fn sides(&self, fixture: &Fixture) -> Option<[TeamId; 2]> {
        match fixture.sides {
            Sides::Known(sides) if !(self.is_hidden)(fixture) => Some(sides),
            _ => None,
        }
    }

    /// The matches that are shown, by time.
    pub(super) fn bookings(&self) -> impl Iterator<Item = &Booking> {
        self.planned.plan().bookings.iter().filter(|it| self.only.takes(self, it))
    }

    /// The matches that are shown and are still to be played or are being played.
    pub(super) fn ahead(&self) -> impl Iterator<Item = &Booking> {
        self.bookings().filter(|it| !matches!(it.fixture.phase, Phase::Over(_)))
    }

    /// A match in words: its teams, or its place in its game while they are not known.
    pub(super) fn what(&self, reader: &Reader<'_>, fixture: &Fixture) -> Sentence {
        let open = Fixture { sides: Sides::Open(Vec::new()), ..fixture.clone() };
        let shown = if self.sides(fixture).is_some() { fixture } else { &open };
        self.planned.with_names(reader.zone, |naming| naming.fixture(shown))
    }
}

/// How far a match is.
pub(super) const fn phase_words(phase: Phase) -> Option<Words> {
    match phase {
        Phase::Waiting => None,
        Phase::Running(_) => Some(Words::new("at the table", "已上桌")),
        Phase::Over(_) => Some(Words::new("over", "已结束")),
    }
}

/// A plan as a table; `id` is the contest's address.
pub fn plan_table(reader: &Reader<'_>, id: &str, rows: &PlanRows<'_>) -> TypedTable {
    let contest = &rows.planned.kept.contest;
    let here = format!("/contests/{id}/plan");
    let columns = vec![
        Column::new("from", Words::new("From", "开始")),
        Column::new("until", Words::new("Over by", "至迟结束")),
        Column::new("table", Words::new("Table", "棋桌")),
        Column::new("game", Words::new("Game", "棋种")),
        Column::new("team", Words::new("Team", "队伍")),
        Column::new("other", Words::new("Against", "对手")),
        Column::new("match", Words::new("Match", "场次")),
        Column::new("phase", Words::new("Stands", "进度")),
        Column::new("announced", Words::new("Announced for", "原定")),
    ];
    let row = |it: &Booking| {
        let (sitting, number) = (it.sitting, u32::from(it.sitting.table) + 1);
        let moment = |ms: i64| Cell::Moment(reader.zone.at(ms), None);
        let team = |team: Option<TeamId>| match team {
            Some(team) => {
                Cell::Name(team_name(contest, team).to_owned(), Some(format!("{here}?team={team}")))
            }
            None => Cell::Nothing,
        };
        let sides = rows.sides(&it.fixture);
        let game = rows.planned.game(it.fixture.id.event);
        let game = Cell::some(game, |game| {
            let name =
                find(&game).map_or_else(|| Sentence::quoted(&*game), |known| known.facts().name.into());
            Cell::Led(name, format!("{here}?game={game}"))
        });
        let moved = rows.planned.moved(it.fixture.id).filter(|_| it.fixture.is_waiting());
        vec![
            moment(sitting.from),
            moment(sitting.until),
            Cell::Led(Sentence::quoted(number.to_string()), format!("{here}?table={number}")),
            game,
            team(sides.map(|[one, _]| one)),
            team(sides.map(|[_, other]| other)),
            if sides.is_some() { Cell::Nothing } else { Cell::Said(rows.what(reader, &it.fixture)) },
            Cell::some(phase_words(it.fixture.phase), |words| Cell::Said(words.into())),
            Cell::some(moved, |moved| moment(moved.from.from)),
        ]
    };
    TypedTable::new("plan", columns, rows.bookings().map(row).collect())
}
