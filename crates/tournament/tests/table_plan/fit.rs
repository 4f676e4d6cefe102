//! What does not fit, and what would help.

use super::contest::{LONG, MINUTE, MOST, apart, at, fixtures, hall, named, school};
use leitai_tournament::Lang;
use leitai_tournament::table_plan::{
    Alternative, Change, Fit, Fixture, Misfit, TeamId, in_groups, plan_fixtures,
};

fn said(fit: &Fit, all: &[Fixture], lang: Lang) -> Vec<String> {
    named(|naming| fit.words(all, naming).iter().map(|said| said.to(lang).to_owned()).collect())
}

fn changes(fit: &Fit) -> Vec<Change> {
    fit.remedies.iter().map(|it| it.change.clone()).collect()
}

#[test]
fn what_fits_says_when_it_ends() {
    let all = apart(&[MOST], 4);
    let fit = Fit::new(&all, &hall(2, 1), at(14, 0), &[]);
    assert!(fit.fits() && fit.remedies.is_empty());
    assert_eq!(
        said(&fit, &all, Lang::En),
        ["everything fits: the last match is over at 17:20 at the latest"]
    );
    assert_eq!(said(&fit, &all, Lang::Zh), ["全部排得下：最后一场至迟 17:20 结束"]);
}

/// Four teams, six matches of an hour: one table is not enough, two are. At one table each round but the first waits ten
/// minutes, since both of its matches have a team of the last one: 6 × 60 + 2 × 10 minutes, so until 20:20.
#[test]
fn more_tables_help_where_tables_are_missing() {
    let all = apart(&[MOST], 4);
    let fit = Fit::new(&all, &hall(1, 1), at(14, 0), &[]);
    let en = said(&fit, &all, Lang::En);
    assert_eq!(
        en[0],
        "with 1 table it ends at 20:20, but the hall closes at 17:30: 3 matches would be left over"
    );
    assert_eq!(en[1], "with 2 tables in all, it ends at 17:20");
    assert!(en.contains(&"if the hall closes at 20:20, it ends at 20:20".to_owned()), "{en:?}");
    assert!(en.iter().any(|said| said.starts_with("with 1 day more")), "{en:?}");
    let zh = said(&fit, &all, Lang::Zh);
    assert_eq!(zh[0], "1 张棋桌须到 20:20 才能赛完，而场地 17:30 关闭：剩 3 场没有着落");
    assert_eq!(zh[1], "棋桌增至 2 张，则 17:20 赛完");
}

/// Six teams: five rounds, 340 minutes, until 19:40. No table helps, a second day does.
#[test]
fn more_tables_do_not_help_where_rounds_take_too_long() {
    let all = apart(&[MOST], 6);
    let fit = Fit::new(&all, &hall(3, 1), at(14, 0), &[]);
    let en = said(&fit, &all, Lang::En);
    assert_eq!(
        en[..3],
        [
            "T0 has 5 matches to play, which take up to 5 h 40 min with the pauses; the hall is open for 3 h 30 min, \
             so more tables do not help",
            "game 0: its rounds take up to 5 h 40 min one after the other, with the pauses; the hall is open for \
             3 h 30 min, so more tables do not help",
            "with 3 tables it ends at 19:40, but the hall closes at 17:30: 6 matches would be left over",
        ]
    );
    assert!(changes(&fit).iter().all(|change| change.tables.is_none()), "{:?}", fit.remedies);
    assert!(changes(&fit).contains(&Change { days: Some(1), ..Change::default() }));
    assert!(changes(&fit).contains(&Change { closes: Some(at(19, 40)), ..Change::default() }));
    // 5 matches of 60 × 56 % = 33.6 minutes: the first begins at 14:00, each next one a whole minute after the pause,
    // 44 minutes later, the last at 16:56, over at 17:29:36. With 57 % it is 45 minutes, and too late.
    assert!(changes(&fit).contains(&Change { percent: Some(56), ..Change::default() }), "{:?}", fit.remedies);
}

/// Eight teams in one round robin: seven rounds, three a day, so three days; in groups of four two days are enough.
#[test]
fn smaller_groups_help() {
    let teams: Vec<u32> = (0..8).collect();
    let six = school(MOST, &[0, 1, 2, 3, 4, 5]);
    let event = |number| {
        let plan = leitai_tournament::Plan { ..six.plan().clone() };
        let entries =
            (0..).zip(&teams).map(|(id, team)| leitai_tournament::Entry::new(id, format!("team {team}")));
        let open = leitai_tournament::Event::new(plan, entries.collect(), leitai_tournament::Seed::new("s"));
        (number, open.expect("it fits"))
    };
    let (number, open) = event(0);
    let all = fixtures(number, &open, &teams);
    assert_eq!(all.len(), 28);
    let alternative = |of| Alternative {
        event: number,
        of,
        fixtures: {
            let plan = in_groups(open.plan(), 8, of).expect("eight are more");
            plan_fixtures(number, &plan, open.entries(), |entry| TeamId(entry.0)).expect("an end")
        },
    };
    let alternatives = [alternative(3), alternative(4), alternative(5)];
    let fit = Fit::new(&all, &hall(4, 2), at(14, 0), &alternatives);
    assert!(!fit.fits());
    let groups = fit.remedies.iter().find(|it| it.change.groups.is_some()).expect("groups help");
    assert_eq!(
        groups.change,
        Change { groups: Some((5, vec![0])), ..Change::default() },
        "two groups of four"
    );
    assert_eq!(groups.ends, at(24 + 17, 20), "groups on the first day, a final of four on the second");
    let said = named(|naming| groups.words(naming));
    assert_eq!(said.to(Lang::Zh), "项目0改为每组至多 5 队，则 17:20+1 赛完");
}

/// A match of two hours in a hall that is open for ninety minutes at a time.
#[test]
fn a_match_longer_than_an_opening_is_named() {
    let all = apart(&[LONG], 2);
    let mut hall = hall(1, 1);
    hall.breaks.push(leitai_tournament::HallHours { from: at(15, 30), until: at(16, 0) });
    let fit = Fit::new(&all, &hall, at(14, 0), &[]);
    let open_ms = 90 * MINUTE as u64;
    assert_eq!(fit.misfits[0], Misfit::Match { of: all[0].id, longest_ms: 7_200_000, open_ms });
    assert!(!changes(&fit).iter().any(|change| change.days.is_some()), "no further day helps");
}

#[test]
fn no_hours_and_no_table_are_said() {
    let all = apart(&[MOST], 2);
    assert_eq!(Fit::new(&all, &hall(1, 1), at(18, 0), &[]).misfits, [Misfit::NoHours]);
    let fit = Fit::new(&all, &hall(0, 1), at(14, 0), &[]);
    assert_eq!(fit.misfits[0], Misfit::NoTable { event: 0 });
    assert!(changes(&fit).contains(&Change { tables: Some(1), ..Change::default() }));
}
