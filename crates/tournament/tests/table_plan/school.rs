//! The contest of the source: ten games, one afternoon 14:00–17:30. Every figure was worked out by hand.

use super::contest::{LONG, MINUTE, MOST, RACE, TEN, apart, at, check, fixtures, hall, school};
use leitai_tournament::table_plan::{Fixture, Sides, TablePlan, TeamId};

/// The fewest tables with which everything fits.
fn tables(fixtures: &[Fixture], days: i64, most: u16) -> Option<u16> {
    (1..=most).find(|tables| {
        let hall = hall(*tables, days);
        let plan = TablePlan::new(fixtures, &hall, at(14, 0));
        check(&plan, fixtures, &hall).expect("the rules are kept");
        plan.without_place.is_empty()
    })
}

/// A match of two games of 15 minutes a side takes 60 minutes, the race 7 × 8 = 56, a long one 120.
#[test]
fn a_match_takes_the_clocks_of_all_its_games() {
    let minutes = |fixtures: Vec<Fixture>| fixtures[0].longest_ms as i64 / MINUTE;
    assert_eq!([MOST, RACE, LONG].map(|kind| minutes(apart(&[kind], 2))), [60, 56, 120]);
}

/// Two teams a game: 7 × 60 + 56 + 2 × 120 = 716 minutes of play are more than three tables have (630). Four do: two
/// with a long match and an ordinary one, two with three of the others.
#[test]
fn ten_games_of_two_teams_need_four_tables() {
    assert_eq!(tables(&apart(&TEN, 2), 1, 9), Some(4));
}

/// Three teams a game: three rounds of one match, 3 × 60 + 2 × 10 = 200 of 210 minutes; the long ones do not fit. So a
/// table for each of the eight games, and no fewer: a table has at most three matches, and there are 24.
#[test]
fn eight_games_of_three_teams_need_eight_tables() {
    assert_eq!(tables(&apart(&TEN[..8], 3), 1, 12), Some(8));
    assert_eq!(tables(&apart(&[LONG], 3), 1, 4), None, "3 × 120 + 2 × 10 = 380 minutes");
}

/// Four teams a game: six matches in three rounds of two. 48 matches, at most three at a table: sixteen tables, each
/// busy from 14:00 until 17:20 but for the pauses.
#[test]
fn eight_games_of_four_teams_need_sixteen_tables() {
    let all = apart(&TEN[..8], 4);
    assert_eq!(all.len(), 48);
    assert_eq!(tables(&all, 1, 20), Some(16));
    let plan = TablePlan::new(&all, &hall(16, 1), at(14, 0));
    assert_eq!(plan.ends(), Some(at(17, 20)));
    assert_eq!(plan.bound, plan.ends(), "three rounds of an hour and two pauses: no plan ends earlier");
}

/// Six teams a game take five rounds: 5 × 60 + 4 × 10 = 340 minutes, so until 19:40, whatever the tables.
#[test]
fn six_teams_do_not_fit_into_an_afternoon() {
    let six = apart(&[MOST], 6);
    assert_eq!(tables(&six, 1, 9), None);
    assert_eq!(tables(&six, 2, 9), Some(3), "three rounds on the first day, two on the second");
    assert_eq!(tables(&six, 3, 9), Some(2), "15 matches, three a day at a table: 18 places");
}

/// All ten games with six teams: of the long ones a team plays one match an afternoon (120 + 10 + 120 > 210), so five
/// afternoons. On each table of each afternoon there is room for a long match and a short one, or for three short ones:
/// 30 long and 120 short matches take 30 + (120 − 30) / 3 = 60 of these, so twelve tables.
#[test]
fn ten_games_of_six_teams_take_five_afternoons_and_twelve_tables() {
    let all = apart(&TEN, 6);
    assert_eq!(all.len(), 150);
    let left = |tables, days| TablePlan::new(&all, &hall(tables, days), at(14, 0)).without_place.len();
    assert!(left(60, 4) > 0, "four afternoons are too few");
    assert!(left(11, 5) > 0, "eleven tables are too few");
    assert_eq!(left(12, 5), 0);
}

/// A team in two games is never due at two tables at once: two teams that meet in all of eight games play one after the
/// other, three in an afternoon, whatever the number of tables.
#[test]
fn a_team_in_several_games_plays_them_one_after_the_other() {
    let games: Vec<Fixture> =
        (0..8).flat_map(|number| fixtures(number, &school(MOST, &[7, 9]), &[7, 9])).collect();
    let (one, three) = (hall(20, 1), hall(20, 3));
    assert_eq!(TablePlan::new(&games, &one, at(14, 0)).without_place.len(), 5);
    let plan = TablePlan::new(&games, &three, at(14, 0));
    check(&plan, &games, &three).expect("the rules are kept");
    assert_eq!(plan.ends(), Some(at(48 + 16, 10)), "three, three and two matches");
    assert_eq!(plan.changes_of_table(), 0);
    assert_eq!(plan.of_team(TeamId(9)).count(), 8);
    assert_eq!(plan.next_of(TeamId(7)).map(|it| it.sitting.from), Some(at(14, 0)));
}

/// Eight teams: groups, then a final of four whose teams nobody knows. It begins when the groups are over, and none of
/// its teams is due in another game meanwhile: each takes 200 minutes of an afternoon, so a match of another game with
/// one of these teams is played on a third.
#[test]
fn a_final_waits_for_its_groups() {
    let teams: Vec<u32> = (0..8).collect();
    let mut all = fixtures(0, &school(MOST, &teams), &teams);
    let last = |all: &[Fixture]| all.iter().filter(|it| matches!(it.sides, Sides::Open(_))).count();
    assert_eq!((all.len(), last(&all)), (18, 6), "two groups of six matches, a final of six");
    all.extend(fixtures(1, &school(MOST, &[0, 8]), &[0, 8]));
    assert_eq!(TablePlan::new(&all, &hall(4, 2), at(14, 0)).without_place.len(), 1);
    let hall = hall(4, 3);
    let plan = TablePlan::new(&all, &hall, at(14, 0));
    check(&plan, &all, &hall).expect("the rules are kept");
    assert!(plan.without_place.is_empty());
    let finals = || plan.bookings.iter().filter(|it| it.fixture.id.stage() == 1);
    assert!(finals().all(|it| it.sitting.from >= at(24 + 14, 0)), "the groups take an afternoon");
    let other = plan.bookings.iter().find(|it| it.fixture.id.event == 1).expect("planned").sitting;
    assert!(finals().all(|it| it.sitting.until <= other.from || other.until <= it.sitting.from));
}
