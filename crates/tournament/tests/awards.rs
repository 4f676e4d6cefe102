//! Prizes: one case for each sentence of the rules.

use leitai_tournament::awards::{Awards, Notice, Placed, Prize, Shares, Teacher, teachers};
use leitai_tournament::{EntryId, Lang};
use proptest::prelude::*;

/// Places of entries `e0`, `e1`, … in a field of that size.
fn places(ranks: &[u32]) -> Vec<Placed> {
    let field = ranks.len() as u32;
    (0..).zip(ranks).map(|(entry, rank)| Placed { entry: EntryId(entry), rank: *rank, field }).collect()
}

/// `e0 1, e1 2`: who receives which prize.
fn shown(awards: &Awards) -> String {
    let list = awards.list.iter().map(|award| format!("{} {}", award.entry, award.prize as u8 + 1));
    list.collect::<Vec<_>>().join(", ")
}

/// 一等奖数量不超过参赛团队数比例的10%，二等奖数量不超过参赛团队数比例的20%，三等奖数量不超过参赛团队数比例的30%。
#[test]
fn s2_8_2_shares_are_rounded_down() {
    for (teams, most) in [(0, [0, 0, 0]), (9, [0, 1, 2]), (10, [1, 2, 3]), (19, [1, 3, 5]), (25, [2, 5, 7])] {
        assert_eq!(Shares::default().most(teams), most, "{teams} teams");
    }
}

#[test]
fn prizes_go_by_rank() {
    let ranks: Vec<u32> = (1..=12).collect();
    let awards = Awards::new(&places(&ranks), 12, Shares::default());
    assert_eq!(shown(&awards), "e0 1, e1 2, e2 2, e3 3, e4 3, e5 3");
    assert!(awards.withheld.is_empty());
    let why = &awards.list[1].why;
    assert_eq!(
        why.to(Lang::En),
        "second prize for rank 2 of 12: at most 20 % of 12 teams receive one, that is 2"
    );
    assert_eq!(why.to(Lang::Zh), "12 队中第 2 名，获二等奖：名额不超过 12 队的 20%，即 2 个");
}

/// A share is never exceeded: teams that share a place with too many others receive the next prize, and none behind
/// them a better one.
#[test]
fn a_shared_place_does_not_stretch_a_share() {
    let awards = Awards::new(&places(&[1, 1, 3, 4, 5, 6, 7, 8, 9, 10]), 10, Shares::default());
    assert_eq!(shown(&awards), "e0 2, e1 2, e2 3, e3 3, e4 3");
    assert_eq!(awards.withheld[0].to(Lang::En), "first prize: 1 not given, as 2 teams share rank 1");
    let why = awards.list[0].why.to(Lang::En);
    assert!(why.ends_with("; not the first prize, as more share the rank than the 1 left"), "{why}");
    let most = Awards::new(&places(&[1, 2, 2, 2, 2, 6, 7, 8, 9, 10]), 10, Shares::default());
    assert_eq!(shown(&most), "e0 1", "four share a rank, and of no prize are there four");
    assert_eq!(most.withheld.len(), 2);
}

/// Prizes per game, or over the event.
#[test]
fn over_the_event_the_larger_field_comes_first() {
    let place = |entry, rank, field| Placed { entry: EntryId(entry), rank, field };
    // Two games, of 6 and of 4 teams; e1 plays both.
    let all =
        [place(0, 1, 6), place(1, 2, 6), place(2, 3, 6), place(1, 1, 4), place(7, 2, 4), place(8, 3, 4)];
    let awards = Awards::new(&all, 10, Shares::default());
    assert_eq!(shown(&awards), "e0 1, e1 2, e7 2, e2 3, e8 3");
    assert_eq!(awards.list[1].place, place(1, 1, 4), "its best place counts");
}

/// 大赛获奖名单经公示无异议后上报: provisional until the notice period has passed.
#[test]
fn s7_3_2_a_list_is_final_when_the_notice_period_has_passed() {
    let notice = Notice { published: 1000, period: 100 };
    assert_eq!((notice.until(), notice.is_over(1099), notice.is_over(1100)), (1100, false, true));
    let endless = Notice { published: 1000, period: u64::MAX };
    assert_eq!((endless.until(), endless.is_over(i64::MAX - 1)), (i64::MAX, false));
}

/// 优秀指导教师: each teacher once, the teacher of the best team first.
#[test]
fn s2_8_1_teachers_of_prize_winners_are_honoured() {
    let ranks: Vec<u32> = (1..=10).collect();
    let awards = Awards::new(&places(&ranks), 10, Shares::default());
    let of = |entry: EntryId| match entry.0 {
        0 => vec!["Wang"],
        1 => vec!["Li", "Wang"],
        _ => vec!["Zhao"],
    };
    let [wang, li] =
        [("Wang", vec![(0, Prize::First), (1, Prize::Second)]), ("Li", vec![(1, Prize::Second)])].map(
            |(name, teams)| Teacher {
                name: name.to_owned(),
                teams: teams.into_iter().map(|(entry, prize)| (EntryId(entry), prize)).collect(),
            },
        );
    assert_eq!(teachers(&awards, Prize::First, of).len(), 1);
    assert_eq!(teachers(&awards, Prize::Second, of)[..2], [wang, li]);
    assert_eq!(teachers(&awards, Prize::Second, of).len(), 3);
}

proptest! {
    /// No share is exceeded, nobody behind another has a better prize, and teams that share a rank receive the same
    /// prize.
    #[test]
    fn prizes_are_few_and_fall_with_the_rank(
        sharing in prop::collection::vec(1..5u32, 0..20),
        [first, second, third] in prop::array::uniform3(0..=100u8),
    ) {
        let mut ranks = Vec::new();
        for sharing in sharing {
            let rank = ranks.len() as u32 + 1;
            ranks.extend((0..sharing).map(|_| rank));
        }
        let (teams, shares) = (ranks.len() as u32, Shares { first, second, third });
        let awards = Awards::new(&places(&ranks), teams, shares);
        for (prize, percent) in Prize::ALL.into_iter().zip([first, second, third]) {
            let given = awards.list.iter().filter(|award| award.prize == prize).count() as u32;
            prop_assert!(given * 100 <= teams * u32::from(percent));
        }
        let prize = |entry: u32| {
            awards.list.iter().find(|award| award.entry.0 == entry).map_or(3, |award| award.prize as u8)
        };
        for (entry, pair) in (0..).zip(ranks.windows(2)) {
            prop_assert!(prize(entry) <= prize(entry + 1));
            prop_assert!(pair[0] != pair[1] || prize(entry) == prize(entry + 1));
        }
    }
}
