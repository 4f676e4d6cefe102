//! 四 and 五: who begins, and what the draw binds to.

use crate::events::play::{event, game, lower_wins, play, teams};
use crate::table_plan::contest::{RACE, school};
use leitai_tournament::{
    CountedOutcome, Decision, DrawingOrder, Due, Entry, EntryId, Event, Lang, MatchPlan, Plan, Role, Seat,
    Seed, drawing_order,
};

fn two() -> Event {
    event(Plan::school(2, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), teams(2))
}

/// Plays what is due until one game alone decides, and returns it.
fn deciding(event: &mut Event) -> Due {
    loop {
        let due: Vec<Due> = event.state().due().collect();
        if let [only] = due[..] {
            return only;
        }
        for due in due {
            event.record(game(due, CountedOutcome::Draw)).expect("taken");
        }
    }
}

/// 先后手的确定：可由大赛组委会抽签: a pairing has both seats in turn, and where one game decides, the lot says who begins, and is
/// shown.
#[test]
fn s4_2_1_1_who_begins_is_drawn_by_lot() {
    let mut event = two();
    let [one, other]: [Due; 2] = event.state().due().collect::<Vec<_>>().try_into().expect("two games");
    assert_eq!((one.first, one.second), (other.second, other.first));
    let last = deciding(&mut event);
    let why = event.state().why_seats(last.id).expect("drawn");
    assert!(why.to(Lang::En).starts_with("lot \"first seat of 0.0.p-e0-e1.g2\": "), "{why:?}");
    assert!(why.to(Lang::Zh).contains("抽签"), "{why:?}");
}

/// 参赛者掷硬币决定由谁先开始: the lot is even, and whoever knows the seed throws it again.
#[test]
fn s4_2_4_1_the_lot_that_stands_for_a_coin_is_even_and_repeatable() {
    let firsts = |seed: u32| {
        let seed = Seed::new(format!("seed {seed}"));
        seed.draw("first seat of 0.0.p-e0-e1.g2", ["e0", "e1"], |name| (*name).to_owned()).order[0]
    };
    let heads = (0..400).filter(|seed| firsts(*seed) == "e0").count();
    assert!((160..=240).contains(&heads), "{heads} of 400");
    assert!((0..50).all(|seed| firsts(seed) == firsts(seed)));
}

/// 每轮双方对阵最多7盘，轮流先手（甲方一四五盘先手，乙方二三六七盘先手），两盘中间不休息，先胜4盘为胜方.
#[test]
fn s4_2_8_7_seven_games_at_most_with_first_in_one_four_and_five() {
    let mut event = school(RACE, &[0, 1]);
    let match_of = event.state().due().next().expect("a game").id.of;
    let (a, mut firsts) = (event.state().due().next().expect("a game").first, Vec::new());
    // Whoever begins loses: nobody has four before the seventh game.
    while !event.state().is_over() {
        let Some(due) = event.state().due().next() else { break };
        if due.id.of != match_of {
            break;
        }
        assert_eq!(
            event.state().due().filter(|open| open.id.of == match_of).count(),
            1,
            "one after the other"
        );
        firsts.push(due.first == a);
        let won = if [1, 4, 5, 7].contains(&firsts.len()) { Seat::First } else { Seat::Second };
        let wins_a = (won == Seat::First) == (due.first == a);
        event.record(game(due, CountedOutcome::Win(won))).expect("taken");
        let score = event.state().a_match(match_of).expect("begun").won;
        assert!(score.iter().all(|won| *won <= 4) && (wins_a || score != [0, 0]));
    }
    assert!(firsts.len() <= 7);
    let expected = [true, false, false, true, true, false, false];
    assert_eq!(firsts, expected[..firsts.len()]);
    assert!(event.state().a_match(match_of).expect("played").won.contains(&4), "first to four");
    assert_eq!(event.plan().stages[0].games, MatchPlan::FirstToFour);
}

/// 双方轮流先手，各赛一局.
#[test]
fn s4_2_10_5_each_begins_once() {
    let event = two();
    let firsts: Vec<EntryId> = event.state().due().map(|due| due.first).collect();
    assert_eq!(firsts, [EntryId(0), EntryId(1)]);
}

/// 比赛过程中任何参赛队不允许无故弃赛: who leaves forfeits what is left to play, and the reason is kept.
#[test]
fn s5_4_who_leaves_forfeits_what_is_left() {
    let mut event = event(Plan::school(3, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), teams(3));
    let first = event.state().due().next().expect("a game");
    event.record(game(first, CountedOutcome::Draw)).expect("played");
    let leaves = Decision::Withdraw { entry: first.first, leave: false };
    assert!(event.decide(leaves.clone(), Role::Referee, " ").is_err(), "a reason is asked for");
    event.decide(leaves, Role::Referee, "离场").expect("taken");
    assert_eq!(event.rulings()[0].reason, "离场");
    play(&mut event, lower_wins);
    assert_eq!(event.games().len(), 3, "the draw, and the two games of the others");
    let row = event.state().places(0, 0).into_iter().find(|row| row.entry == first.first).expect("listed");
    assert_eq!(row.points.expect("points").to_string(), "1", "what was played stays");
}

/// Groups, nationally: strong teams spread, teams of one school apart or the draw repeated, seeds placed in named groups
/// without a lot.
#[test]
fn n2_seeds_are_placed_and_schools_kept_apart() {
    let mut entries = teams(8);
    for (entry, school) in entries.iter_mut().zip([0, 0, 1, 1, 2, 2, 3, 3]) {
        entry.school = Some(format!("school {school}"));
    }
    entries[0].group = Some(2);
    entries[2].group = Some(1);
    let event = event(Plan::school(8, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH), entries);
    let state = event.state();
    let groups: Vec<&[EntryId]> = state.stages()[0].sections.iter().map(|it| &it.members[..]).collect();
    assert_eq!(groups.len(), 2);
    assert!(groups[1].contains(&EntryId(0)) && groups[0].contains(&EntryId(2)), "{groups:?}");
    for group in groups {
        let mut schools: Vec<u32> = group.iter().map(|entry| entry.0 / 2).collect();
        schools.sort_unstable();
        assert_eq!(schools, [0, 1, 2, 3], "one of each school");
    }
}

/// Order of drawing, nationally: by the names' pinyin, or by computer; each draws by hand or by computer.
#[test]
fn n4_teams_draw_in_the_order_of_pinyin_or_of_a_lot() {
    let names = ["张飞队", "安徽队", "北海队", "AI 队"];
    let entries: Vec<Entry> = (0..).zip(names).map(|(id, name)| Entry::new(id, name)).collect();
    let order =
        |how| drawing_order(&entries, how, &Seed::new("s")).0.iter().map(|it| it.0).collect::<Vec<_>>();
    assert_eq!(order(DrawingOrder::Pinyin), [3, 1, 2, 0]);
    let mut by_lot = order(DrawingOrder::Lot);
    assert_eq!(by_lot, order(DrawingOrder::Lot), "the same from the same seed");
    by_lot.sort_unstable();
    assert_eq!(by_lot, [0, 1, 2, 3]);
    let (_, why) = drawing_order(&entries, DrawingOrder::Lot, &Seed::new("s"));
    assert!(why.to(Lang::Zh).contains("抽签"), "{why:?}");
}
