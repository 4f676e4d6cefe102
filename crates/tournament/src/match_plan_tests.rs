//! One test for each sentence of the rules about the games of a match.

use super::*;
use crate::{GameId, How, Lang, Seat, Side, Spot};

const SIDES: [EntryId; 2] = [EntryId(3), EntryId(8)];

fn id() -> MatchId {
    let side = |entry| Side { entry, submission: 0 };
    MatchId { stage: 0, section: 0, spot: Spot::Pair(side(SIDES[0]), side(SIDES[1])) }
}

/// Plays what is due until the match is over: each letter is a game, `a` and `b` won by that side, `=` drawn, `x`
/// lost by both. Returns the state of the match and who sat First in each game, as `a` or `b`.
fn play(plan: MatchPlan, outcomes: &str) -> (Progress, String) {
    let (seed, mut games, mut firsts) = (Seed::new("test"), Vec::new(), String::new());
    for letter in outcomes.chars() {
        let progress = plan.progress(id(), SIDES, &seed, &games);
        let next = *progress.due.first().expect("a game is due");
        firsts.push(if next.first == SIDES[0] { 'a' } else { 'b' });
        let won =
            |side: EntryId| CountedOutcome::Win(if side == next.first { Seat::First } else { Seat::Second });
        let outcome = match letter {
            'a' => won(SIDES[0]),
            'b' => won(SIDES[1]),
            '=' => CountedOutcome::Draw,
            _ => CountedOutcome::Nobody,
        };
        let id = GameId { of: id(), number: next.number, repetition: 0 };
        let (first, second) = (next.first, next.second);
        games.push(RecordedGame { id, first, second, outcome, how: How::Played, faults: [0; 2] });
    }
    (plan.progress(id(), SIDES, &seed, &games), firsts)
}

fn verdict(plan: MatchPlan, outcomes: &str) -> char {
    match play(plan, outcomes).0.verdict {
        Verdict::Won(side) if side == SIDES[0] => 'a',
        Verdict::Won(_) => 'b',
        Verdict::Drawn => '=',
        Verdict::Nobody => 'x',
        Verdict::Open => '?',
    }
}

/// 每一场比赛都进行偶数局，对于一方来说，其中一半的局执黑、一半的局执白；赢得局数较多的一方获得该场比赛胜利。
#[test]
fn half_the_games_with_each_side_and_more_games_won_wins() {
    assert_eq!(play(MatchPlan::Games(4), "ab=a").1, "abab");
    for (games, came) in
        [("ab=a", 'a'), ("abab", '='), ("====", '='), ("bb=a", 'b'), ("xxxx", 'x'), ("aab", '?')]
    {
        assert_eq!(verdict(MatchPlan::Games(4), games), came, "{games}");
    }
    assert_eq!(play(MatchPlan::Games(4), "").0.due.len(), 4, "all may run at once");
}

/// 每轮双方对阵最多7盘，轮流先手（甲方一四五盘先手，乙方二三六七盘先手），先胜4盘为胜方。
#[test]
fn einstein_is_first_to_four_in_its_own_order() {
    assert_eq!(play(MatchPlan::FirstToFour, "abababa").1, "abbaabb");
    for (games, came) in [("aaaa", 'a'), ("abababa", 'a'), ("abababb", 'b'), ("aaa", '?'), ("ababab", '?')] {
        assert_eq!(verdict(MatchPlan::FirstToFour, games), came, "{games}");
    }
    assert!(play(MatchPlan::FirstToFour, "bbbb").0.due.is_empty());
}

/// 决赛采用3局2胜制: best of n, seats by lot in game 1, then alternating.
#[test]
fn best_of_three_alternates_after_the_lot() {
    let plan = MatchPlan::BestOf { games: 3, replays: 2 };
    let (over, firsts) = play(plan, "aba");
    assert!(firsts == "aba" || firsts == "bab", "{firsts}");
    assert_eq!((over.verdict, over.won), (Verdict::Won(SIDES[0]), [2, 1]));
    assert!(play(plan, "bb").0.due.is_empty() && verdict(plan, "bb") == 'b' && verdict(plan, "ab") == '?');
}

/// A drawn game is played again with seats changed, at most twice, then decided by lot.
#[test]
fn a_drawn_game_is_played_again_with_seats_changed_twice_at_most_then_lot() {
    let plan = MatchPlan::BestOf { games: 1, replays: 2 };
    let (open, firsts) = play(plan, "==");
    assert_eq!((open.verdict, open.due.len(), firsts.len()), (Verdict::Open, 1, 2));
    let (over, firsts) = play(plan, "===");
    assert!(firsts == "aba" || firsts == "bab", "{firsts}");
    assert_eq!(over.lots.len(), 1);
    assert!(over.lots[0].to(Lang::En).starts_with("lot \"winner of 0.0.e3-e8.g2\""), "{:?}", over.lots);
    assert!(matches!(over.verdict, Verdict::Won(_)));
    assert_eq!(verdict(plan, "==b"), 'b');
}

/// After a draw the series continues in its own order: in the second game, First is not the First of the first
/// game.
#[test]
fn a_replay_does_not_shift_the_series() {
    let (_, plain) = play(MatchPlan::BestOf { games: 3, replays: 2 }, "ab");
    let (_, drawn) = play(MatchPlan::BestOf { games: 3, replays: 2 }, "=ab");
    assert_eq!((plain.as_bytes()[0], plain.as_bytes()[1]), (drawn.as_bytes()[0], drawn.as_bytes()[2]));
}

/// 加赛10分钟包干快棋（两盘）；若仍然平局，最后抽签确定先后手，只比一局定胜负; drawn = lot.
#[test]
fn a_play_off_is_two_games_then_one_then_a_lot() {
    for (games, came) in [("aa", 'a'), ("a=", 'a'), ("ab", '?'), ("==", '?'), ("abb", 'b'), ("==a", 'a')] {
        assert_eq!(verdict(MatchPlan::PlayOff, games), came, "{games}");
    }
    let (over, firsts) = play(MatchPlan::PlayOff, "===");
    assert_ne!(firsts.as_bytes()[0], firsts.as_bytes()[1], "seats change");
    assert!(matches!(over.verdict, Verdict::Won(_)) && over.lots.len() == 1, "{over:?}");
}

#[test]
fn who_forfeits_everything_on_both_sides_leaves_no_winner() {
    assert_eq!(verdict(MatchPlan::BestOf { games: 3, replays: 2 }, "xxx"), 'x');
    assert_eq!(verdict(MatchPlan::PlayOff, "xxx"), 'x');
    assert_eq!(verdict(MatchPlan::FirstToFour, "xxxxxxx"), 'x');
}

/// A match that ends in a winner does so although neither side won one of its games: each had won another.
#[test]
fn games_that_neither_side_won_leave_no_match_level() {
    let (over, _) = play(MatchPlan::BestOf { games: 3, replays: 2 }, "axb");
    assert!(matches!(over.verdict, Verdict::Won(_)), "{over:?}");
    assert!(over.lots[0].to(Lang::En).starts_with("lot \"winner of 0.0.e3-e8\""), "{:?}", over.lots);
    assert_eq!(verdict(MatchPlan::BestOf { games: 3, replays: 2 }, "axa"), 'a');
    assert_eq!(verdict(MatchPlan::BestOf { games: 3, replays: 2 }, "xax"), 'a');
}
