//! Contests to plan.

use leitai_tournament::HallHours;
use leitai_tournament::table_plan::{
    Fixture, FixtureId, Hall, Naming, Pairing, Phase, Sides, TablePlan, TeamId, event_fixtures,
};
use leitai_tournament::{Entry, EntryId, Event, MatchId, MatchPlan, Plan, Seed, Sentence, Side, Spot};

pub(crate) const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
/// The midnight before the contest, where it takes place: 2025-11-12.
const MIDNIGHT: i64 = 1_762_905_600_000 - 8 * HOUR;

/// A time of the first day, or hours beyond 24 of the next ones.
pub(crate) fn at(hour: i64, minute: i64) -> i64 {
    MIDNIGHT + hour * HOUR + minute * MINUTE
}

/// 竞赛时间：14：00—17：30, on this many days.
pub(crate) fn afternoons(days: i64) -> Vec<HallHours> {
    (0..days).map(|day| HallHours { from: at(24 * day + 14, 0), until: at(24 * day + 17, 30) }).collect()
}

pub(crate) fn hall(tables: u16, days: i64) -> Hall {
    Hall::new(tables, afternoons(days))
}

/// A time of the source's table, 附表1, with the plan of a match.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    pub(crate) side_minutes: u64,
    pub(crate) games: MatchPlan,
}

pub(crate) const MOST: Kind = Kind { side_minutes: 15, games: MatchPlan::Games(2) };
pub(crate) const LONG: Kind = Kind { side_minutes: 30, games: MatchPlan::Games(2) };
pub(crate) const RACE: Kind = Kind { side_minutes: 4, games: MatchPlan::FirstToFour };

/// The ten games of the source: seven of fifteen minutes, the race to four of four, two of thirty.
pub(crate) const TEN: [Kind; 10] = [MOST, MOST, MOST, MOST, MOST, MOST, MOST, RACE, LONG, LONG];

/// An event of the school's contest with these teams, as the preset plays it.
pub(crate) fn school(kind: Kind, teams: &[u32]) -> Event {
    let plan = Plan::school(teams.len() as u32, kind.side_minutes * 60_000, kind.games);
    let entries = (0..).zip(teams).map(|(id, team)| Entry::new(id, format!("team {team}"))).collect();
    Event::new(plan, entries, Seed::new("2025-11-12")).expect("the plan fits its entries")
}

pub(crate) fn fixtures(number: u16, event: &Event, teams: &[u32]) -> Vec<Fixture> {
    let team = |entry: EntryId| TeamId(teams[entry.index()]);
    event_fixtures(number, event, team).expect("its games have an end")
}

/// A contest of these games, each with this many teams of its own.
pub(crate) fn apart(kinds: &[Kind], teams: u32) -> Vec<Fixture> {
    let events = (0u16..).zip(kinds).map(|(number, kind)| {
        let own: Vec<u32> = (u32::from(number) * teams..).take(teams as usize).collect();
        fixtures(number, &school(*kind, &own), &own)
    });
    events.flatten().collect()
}

/// A match of known teams, `a` below `b`.
pub(crate) fn pair(event: u16, round: u16, [a, b]: [u32; 2], minutes: u64, pause: u64) -> Fixture {
    let side = |entry| Side { entry: EntryId(entry), submission: 0 };
    let id = MatchId { stage: 0, section: 0, spot: Spot::Pair(side(a), side(b)) };
    Fixture {
        id: FixtureId { event, pairing: Pairing::Drawn(id) },
        round,
        sides: Sides::Known([TeamId(a), TeamId(b)]),
        longest_ms: minutes * 60_000,
        pause_ms: pause * 60_000,
        phase: Phase::Waiting,
    }
}

/// A match of the second stage, between two of these.
pub(crate) fn open(event: u16, round: u16, number: u32, may: &[u32], minutes: u64, pause: u64) -> Fixture {
    Fixture {
        id: FixtureId { event, pairing: Pairing::Expected { stage: 1, round, number } },
        sides: Sides::Open(may.iter().map(|team| TeamId(*team)).collect()),
        ..pair(event, round, [0, 1], minutes, pause)
    }
}

/// Every rule is kept, and every match that waits is in the plan once, or said to have no place.
pub(crate) fn check(plan: &TablePlan, fixtures: &[Fixture], hall: &Hall) -> Result<(), String> {
    let breaches = plan.breaches(hall);
    if !breaches.is_empty() {
        return Err(format!("{breaches:?}"));
    }
    for it in fixtures.iter().filter(|it| it.is_waiting()) {
        let booked = plan.bookings.iter().filter(|booking| booking.fixture.id == it.id).count();
        let left = plan.without_place.iter().filter(|id| **id == it.id).count();
        if booked + left != 1 {
            return Err(format!("{:?} is booked {booked} times and left {left} times", it.id));
        }
    }
    Ok(())
}

/// `HH:MM` of a moment, with the day where it is not the first.
pub(crate) fn clock(ms: i64) -> String {
    let minutes = (ms - MIDNIGHT).div_euclid(MINUTE);
    let (day, minutes) = (minutes.div_euclid(1440), minutes.rem_euclid(1440));
    let time = format!("{:02}:{:02}", minutes / 60, minutes % 60);
    if day == 0 { time } else { format!("{time}+{day}") }
}

/// Says something with the names of teams and events as letters and numbers.
pub(crate) fn named<T>(say: impl Fn(&Naming<'_>) -> T) -> T {
    let team = |team: TeamId| format!("T{}", team.0);
    let event = |event: u16| Sentence::new(format!("game {event}"), format!("项目{event}"));
    let moment = |ms: i64| Sentence::quoted(clock(ms));
    say(&Naming { team: &team, event: &event, moment: &moment })
}
