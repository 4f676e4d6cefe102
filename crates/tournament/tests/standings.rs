//! Points, ties and ranks: a case a sentence of the law.

mod event;

use event::{Played, matches, played};
use leitai_tournament::{
    Bye, EntryId, Lang, Outcome, Parted, Results, Rules, Scoring, Seed, Sentence, Standings, TieBreak,
};
use proptest::prelude::*;

/// Every criterion.
const ALL: [&str; 11] = [
    "head-to-head",
    "mini-league",
    "wins",
    "sonneborn-berger",
    "buchholz",
    "buchholz-cut-1",
    "game-difference",
    "faults",
    "play-off",
    "deciding-game",
    "lot",
];

const NAMES: [&str; 6] = ["Ada", "Bai", "Chen", "Dong", "Eva", "Fan"];

/// Ranks entries `e0`, `e1`, … by a list of criteria in their file names.
fn rank_all(entries: u32, played: &[Played], byes: &[Bye], scoring: Scoring, list: &str) -> Standings {
    let list: Vec<TieBreak> = list.split_whitespace().map(|it| it.parse().expect(it)).collect();
    let views: Vec<_> = played.iter().map(Played::view).collect();
    let entries: Vec<_> = (0..entries).map(EntryId).collect();
    let (seed, lot, bye) = (Seed::new("2025-11-12"), "final rank", scoring.win);
    let rules = Rules { scoring, bye, tie_breaks: &list, seed: &seed, lot };
    Standings::new(Results { entries: &entries, matches: &views, byes }, rules)
}

fn rank(entries: u32, text: &str, scoring: Scoring, list: &str) -> Standings {
    rank_all(entries, &matches(text), &[], scoring, list)
}

/// `1 e0 4, 2 e1 2 wins`: rank, entry, points, and what parts it from the row above unless it is points.
fn shown(standings: &Standings) -> String {
    let rows = standings.rows().iter().map(|row| {
        let parted = match row.parted {
            None | Some(Parted::Points) => String::new(),
            Some(Parted::By(criterion, [upper, lower])) => format!(" {criterion} {upper}:{lower}"),
            Some(Parted::LotOfPlayOff) => " play-off lot".to_owned(),
            Some(Parted::Level) => " level".to_owned(),
            Some(Parted::Due(criterion)) => format!(" due {criterion}"),
        };
        format!("{} {} {}{parted}", row.rank, row.entry, row.tally.points)
    });
    rows.collect::<Vec<_>>().join(", ")
}

fn why(standings: &Standings, row: usize) -> Sentence {
    standings.why(row, |entry| NAMES[entry.index()]).expect("a row")
}

#[track_caller]
fn check(entries: u32, text: &str, scoring: Scoring, list: &str, expected: &str) {
    assert_eq!(shown(&rank(entries, text, scoring, list)), expected);
}

/// 积分办法为每局胜者得2分、负者得0分、平局双方各得１分。
#[test]
fn the_school_counts_two_one_and_nothing_a_game() {
    check(3, "e0-e1 1=\n e1-e2 00\n e0-e2 =1", Scoring::SCHOOL, "", "1 e0 6, 2 e2 5, 3 e1 1");
}

/// 弃权记0分，判对方胜。 A game that both forfeit counts for nobody.
#[test]
fn a_game_for_nobody_brings_nothing() {
    check(2, "e0-e1 1n", Scoring::SCHOOL, "", "1 e0 2, 2 e1 0");
}

/// 胜一场比赛获得 3 积分;平一场比赛获得 1 积分;负一场比赛不获得积分。赢得局数较多的一方获得该场比赛胜利,另一方负,否则平。
#[test]
fn the_judge_counts_three_one_and_nothing_a_match() {
    check(3, "e0-e1 1=\n e1-e2 10\n e0-e2 11", Scoring::JUDGE, "", "1 e0 6, 2 e1 1, 2 e2 1 level");
}

/// A match that goes on brings the points of its games, and of a match nothing yet.
#[test]
fn a_match_that_goes_on_counts_so_far() {
    check(2, "e0-e1 0 …", Scoring::SCHOOL, "", "1 e1 2, 2 e0 0");
    check(2, "e0-e1 0 …", Scoring::JUDGE, "", "1 e0 0, 1 e1 0 level");
}

/// Equal totals share a rank, and the next rank counts those who share.
#[test]
fn equal_totals_share_a_rank() {
    check(
        4,
        "e0-e1 11\n e0-e2 00\n e1-e2 11\n e0-e3 11\n e1-e3 11\n e2-e3 11",
        Scoring::JUDGE,
        "",
        "1 e0 6, 1 e1 6 level, 1 e2 6 level, 4 e3 0",
    );
}

/// 如双方积分相等，首先按双方胜负关系排定名次。
#[test]
fn two_of_equal_points_are_parted_by_their_own_games() {
    let text = "e0-e1 =0\n e0-e2 11\n e1-e2 01";
    check(3, text, Scoring::SCHOOL, "", "1 e0 5, 1 e1 5 level, 3 e2 2");
    check(3, text, Scoring::SCHOOL, "head-to-head wins", "1 e1 5, 2 e0 5 head-to-head 3:1, 3 e2 2");
}

/// More than two tied: a mini-league first; those left of it are then looked at by their own games.
#[test]
fn more_than_two_play_a_mini_league() {
    let text = "e0-e1 11\n e0-e2 10\n e1-e2 1=\n e1-e3 1=\n e2-e3 1=";
    check(
        4,
        text,
        Scoring::SCHOOL,
        "head-to-head mini-league",
        "1 e0 6, 2 e1 6 mini-league 6:3, 3 e2 6 head-to-head 3:1, 4 e3 2",
    );
}

/// 如果双方还是战平，需加赛10分钟包干快棋（两盘）。
#[test]
fn two_still_level_play_off() {
    let list = "head-to-head mini-league play-off deciding-game lot";
    let season = "e0-e1 10\n";
    let due = rank(2, season, Scoring::SCHOOL, list);
    assert_eq!(shown(&due), "1 e0 2, 1 e1 2 due play-off");
    assert_eq!((due.ties().len(), due.ties()[0].entries.len(), due.ties()[0].rank), (1, 2, 1));
    check(2, "e0-e1 10\n p e0-e1 0 …", Scoring::SCHOOL, list, "1 e0 2, 1 e1 2 due play-off");
    let over = rank(2, "e0-e1 10\n p e0-e1 0=", Scoring::SCHOOL, list);
    assert_eq!(shown(&over), "1 e1 2, 2 e0 2 play-off 1:0");
    assert!(over.ties().is_empty());
}

/// 若仍然平局，最后抽签或掷骰子确定先后手，只比一局定胜负。
#[test]
fn a_level_play_off_is_decided_by_one_game() {
    let list = "head-to-head mini-league play-off deciding-game lot";
    for (games, expected) in [
        ("10 …", "1 e0 2, 1 e1 2 due deciding-game"),
        ("100", "1 e1 2, 2 e0 2 deciding-game 1:0"),
        ("10 => e1", "1 e1 2, 2 e0 2 play-off 1:0"),
    ] {
        check(2, &format!("e0-e1 10\n p e0-e1 {games}"), Scoring::SCHOOL, list, expected);
    }
}

/// Drawn = lot: the one that ends the play-off, or else the one of the list.
#[test]
fn a_drawn_deciding_game_leaves_the_lot() {
    let list = "head-to-head play-off deciding-game lot";
    check(2, "e0-e1 10\n p e0-e1 10= lot e1", Scoring::SCHOOL, list, "1 e1 2, 2 e0 2 play-off lot");
    check(2, "e0-e1 10\n p e0-e1 10=", Scoring::SCHOOL, list, "1 e0 2, 2 e1 2 lot -1:-2");
}

/// The deciding game may stand alone, and more than two may play off.
#[test]
fn an_organiser_may_ask_for_other_play_offs() {
    let list = "deciding-game lot";
    check(2, "e0-e1 10", Scoring::SCHOOL, list, "1 e0 2, 1 e1 2 due deciding-game");
    check(2, "e0-e1 10\n p e0-e1 0", Scoring::SCHOOL, list, "1 e1 2, 2 e0 2 deciding-game 1:0");
    let three = "e0-e1 ==\n e1-e2 ==\n e0-e2 ==\n p e0-e1 11\n p e1-e2 11\n";
    check(3, three, Scoring::SCHOOL, "play-off", "1 e0 4, 1 e1 4 due play-off, 1 e2 4 due play-off");
    let over = format!("{three} p e0-e2 ==");
    check(3, &over, Scoring::SCHOOL, "play-off", "1 e0 4, 2 e1 4 play-off 2:0, 3 e2 4 play-off 1:0");
}

#[test]
fn wins_are_of_what_is_counted() {
    let text = "e0-e1 11\n e2-e3 ==\n e2-e4 ==\n e2-e5 ==";
    let rest = "3 e3 1, 3 e4 1 level, 3 e5 1 level, 6 e1 0";
    check(6, text, Scoring::JUDGE, "wins", &format!("1 e0 3, 2 e2 3 wins 1:0, {rest}"));
    check(3, "e0-e1 11\n e0-e2 00\n e1-e2 11", Scoring::SCHOOL, "wins", "1 e0 4, 1 e1 4 level, 1 e2 4 level");
    check(
        4,
        "e0-e1 10\n e2-e3 ==",
        Scoring::SCHOOL,
        "wins",
        "1 e0 2, 1 e1 2 level, 3 e2 2 wins 1:0, 3 e3 2 level",
    );
}

#[test]
fn the_game_difference_is_won_less_lost() {
    let text = "e0-e1 11\n e2-e3 1=";
    let expected = "1 e0 3, 2 e2 3 game-difference 2:1, 3 e3 0, 4 e1 0 game-difference -1:-2";
    check(4, text, Scoring::JUDGE, "game-difference", expected);
}

#[test]
fn fewer_faults_are_better() {
    let text = "e0-e1 1!0\n e2-e3 10!";
    let expected = "1 e0 2, 1 e3 2 level, 3 e1 2 faults 0:-1, 3 e2 2 level";
    check(4, text, Scoring::SCHOOL, "faults", expected);
    let said = why(&rank(4, text, Scoring::SCHOOL, "faults"), 1);
    assert!(said.to(Lang::En).ends_with("ahead of Bai by fewer faults, 0 to 1"), "{said:?}");
}

/// Whom one won against counts whole, whom one drew with half.
#[test]
fn sonneborn_berger_weighs_the_opponents() {
    let text = "e0-e1 1\n e0-e2 1\n e0-e3 0\n e0-e4 =\n e1-e2 1\n e1-e3 1\n e2-e3 =\n e2-e4 1\n e3-e4 0";
    let tied = "3 e3 3, 4 e4 3 sonneborn-berger 6.5:5.5, 5 e2 3 sonneborn-berger 5.5:4.5";
    check(5, text, Scoring::SCHOOL, "sonneborn-berger", &format!("1 e0 5, 2 e1 4, {tied}"));
}

/// The points of all opponents; cut-1 leaves out the lowest.
#[test]
fn buchholz_adds_up_the_opponents() {
    let text = "e0-e1 1\n e2-e3 1\n e4-e5 1\n e0-e2 =\n e1-e4 0\n e3-e5 1";
    let parted = "1 e4 4, 2 e2 3, 3 e0 3 buchholz 5:3, 4 e3 2, 5 e1 0, 6 e5 0 buchholz 7:6";
    check(6, text, Scoring::SCHOOL, "buchholz", parted);
    let level = "1 e4 4, 2 e0 3, 2 e2 3 level, 4 e3 2, 5 e1 0, 5 e5 0 level";
    check(6, text, Scoring::SCHOOL, "buchholz-cut-1", level);
}

/// A bye that scores is a win, and an opponent of one's own points; another is nothing.
#[test]
fn a_bye_scores_where_it_says_so() {
    let why = Sentence::new("nobody is left", "没有对手");
    let byes = [(2, true), (3, false)].map(|(entry, scores)| Bye {
        entry: EntryId(entry),
        round: 0,
        scores,
        why: why.clone(),
    });
    let played = matches("e0-e1 0");
    for (list, expected) in [
        ("wins", "1 e1 2, 1 e2 2 level, 3 e0 0, 3 e3 0 level"),
        ("buchholz", "1 e2 2, 2 e1 2 buchholz 2:0, 3 e0 0, 4 e3 0 buchholz 2:0"),
    ] {
        assert_eq!(shown(&rank_all(4, &played, &byes, Scoring::SCHOOL, list)), expected);
    }
}

/// Lots come from the published seed: `printf %s '2025-11-12|final rank|e0' | sha256sum` and so on.
#[test]
fn a_lot_is_drawn_from_the_seed() {
    let standings = rank(3, "", Scoring::SCHOOL, "wins lot");
    assert_eq!(shown(&standings), "1 e0 0, 2 e1 0 lot -1:-2, 3 e2 0 lot -2:-3");
    let drawn = |names| format!("by lot; lot \"final rank\" from seed \"2025-11-12\": {names}");
    let said = format!(
        "Bai is 2nd with 0 points; behind Ada {}; ahead of Chen {}",
        drawn("e0, e1"),
        drawn("e1, e2")
    );
    assert_eq!(why(&standings, 1).to(Lang::En), said);
}

/// Results against who is not ranked here count in points and figures.
#[test]
fn who_is_out_is_not_ranked() {
    check(2, "e0-e2 1\n e1-e3 =\n e2-e3 1", Scoring::SCHOOL, "", "1 e0 2, 2 e1 1");
}

/// Every rank explains itself.
#[test]
fn a_rank_says_what_parts_it_from_its_neighbours() {
    let list = "head-to-head mini-league play-off deciding-game lot";
    let text = "e0-e1 10\n e2-e3 =1\n e2-e4 =0\n e3-e4 ==\n e1-e2 1\n e0-e5 =\n e0-e3 0";
    let standings = rank(6, text, Scoring::SCHOOL, list);
    let said = [
        (
            "Dong is 1st with 5 points; level with Eva until the play-off is played",
            "Dong 积 5 分，第 1 名；与 Eva 暂时并列，待加赛决定",
        ),
        (
            "Eva is 1st with 5 points; level with Dong until the play-off is played; ahead of Bai by points, 5 to 4",
            "Eva 积 5 分，第 1 名；与 Dong 暂时并列，待加赛决定；列 Bai 之前：积分 5 比 4",
        ),
        (
            "Bai is 3rd with 4 points; behind Eva by points, 5 to 4; ahead of Chen by head-to-head, 2 to 0",
            "Bai 积 4 分，第 3 名；列 Eva 之后：积分 5 比 4；列 Chen 之前：相互胜负 2 比 0",
        ),
        (
            "Chen is 4th with 4 points; behind Bai by head-to-head, 2 to 0; ahead of Ada by points, 4 to 3",
            "Chen 积 4 分，第 4 名；列 Bai 之后：相互胜负 2 比 0；列 Ada 之前：积分 4 比 3",
        ),
        (
            "Ada is 5th with 3 points; behind Chen by points, 4 to 3; ahead of Fan by points, 3 to 1",
            "Ada 积 3 分，第 5 名；列 Chen 之后：积分 4 比 3；列 Fan 之前：积分 3 比 1",
        ),
        (
            "Fan is 6th with 1 point; behind Ada by points, 3 to 1",
            "Fan 积 1 分，第 6 名；列 Ada 之后：积分 3 比 1",
        ),
    ];
    for (row, (en, zh)) in said.into_iter().enumerate() {
        let why = why(&standings, row);
        assert_eq!((why.to(Lang::En), why.to(Lang::Zh)), (en, zh));
    }
    assert_eq!(standings.why(6, |_| ""), None);
}

/// Criteria that look at no one else, counted anew from all games for one entry.
fn naive(criterion: &str, entry: EntryId, played: &[Played]) -> i64 {
    let games =
        || played.iter().flat_map(|it| &it.games).filter_map(move |game| Some((game, game.seat_of(entry)?)));
    let won = |game: &leitai_tournament::Game| game.winner() == Some(entry);
    let drawn = |game: &leitai_tournament::Game| game.outcome == Outcome::Draw;
    let points = |of: EntryId| -> i64 {
        let own = played.iter().flat_map(|it| &it.games).filter(|game| game.seat_of(of).is_some());
        own.map(|game| match game.outcome {
            Outcome::Win(seat) => 2 * i64::from(game.at(seat) == of),
            Outcome::Draw => 1,
            Outcome::Nobody => 0,
        })
        .sum()
    };
    let sum = games().map(|(game, seat)| match criterion {
        "points" | "buchholz" => 0,
        "wins" => i64::from(won(game)),
        "game-difference" => i64::from(won(game)) - i64::from(game.winner() == Some(game.at(!seat))),
        "faults" => -i64::from(game.faults[usize::from(seat == leitai_tournament::Seat::Second)]),
        "sonneborn-berger" => (2 * i64::from(won(game)) + i64::from(drawn(game))) * points(game.at(!seat)),
        _ => unreachable!("{criterion} looks at others"),
    });
    match criterion {
        "points" => points(entry),
        "buchholz" => {
            let met =
                played.iter().filter_map(|it| it.games[0].seat_of(entry).map(|seat| it.games[0].at(!seat)));
            met.map(points).sum()
        }
        _ => sum.sum(),
    }
}

const ALONE: [&str; 5] = ["wins", "game-difference", "faults", "sonneborn-berger", "buchholz"];

/// A season of six, each pair at most once.
fn season() -> impl Strategy<Value = Vec<Played>> {
    let games = prop::collection::vec(prop::sample::select(vec!["1", "0", "=", "n", "1!", "0!"]), 1..3);
    prop::collection::vec(prop::option::weighted(0.8, games), 15).prop_map(|pairs| {
        let all = (0..6).flat_map(|b| (0..b).map(move |a| [EntryId(a), EntryId(b)]));
        let met = all.zip(pairs).filter_map(|(sides, games)| Some((sides, games?.concat())));
        met.map(|(sides, games)| played(sides, false, &games)).collect()
    })
}

proptest! {
    #[test]
    fn the_order_of_results_changes_nothing(season in season(), list in Just(ALL).prop_shuffle(), at in 0..15usize) {
        let list = list.join(" ");
        for scoring in [Scoring::SCHOOL, Scoring::JUDGE] {
            let mut turned = season.clone();
            turned.rotate_left(at % season.len().max(1));
            turned.reverse();
            prop_assert_eq!(
                rank_all(6, &season, &[], scoring, &list),
                rank_all(6, &turned, &[], scoring, &list)
            );
        }
    }

    /// Criteria that look at no one else order rows as their list read from the left, and what is named as
    /// parting two rows is the first that differs.
    #[test]
    fn the_first_criterion_that_differs_parts(season in season(), list in Just(ALONE).prop_shuffle(), cut in 0..6usize) {
        let list = &list[..cut];
        let standings = rank_all(6, &season, &[], Scoring::SCHOOL, &list.join(" "));
        let key = |entry| -> Vec<i64> {
            ["points"].iter().chain(list).map(|criterion| naive(criterion, entry, &season)).collect()
        };
        for pair in standings.rows().windows(2) {
            let (upper, lower) = (key(pair[0].entry), key(pair[1].entry));
            prop_assert!(upper >= lower);
            let differs = (0..upper.len()).find(|at| upper[*at] != lower[*at]);
            let parted = pair[1].parted.expect("a row above");
            prop_assert_eq!(parted == Parted::Level, pair[0].rank == pair[1].rank);
            match (differs, parted) {
                (None, Parted::Level) | (Some(0), Parted::Points) => {}
                (Some(at), Parted::By(criterion, _)) => prop_assert_eq!(criterion.to_string(), list[at - 1]),
                other => prop_assert!(false, "{:?}", other),
            }
        }
    }

    /// One game turned into a win never lowers the winner's points nor, where only points count, its rank.
    #[test]
    fn a_win_more_never_hurts(season in season(), at in 0..15usize, scoring in prop::sample::select(vec![Scoring::SCHOOL, Scoring::JUDGE])) {
        let Some(one) = season.get(at) else { return Ok(()) };
        let sides = one.view().sides;
        let mut better = season.clone();
        better[at] = played(sides, false, &"1".repeat(one.games.len()));
        let row = |season: &[Played]| {
            let standings = rank_all(6, season, &[], scoring, "");
            let row = standings.rows().iter().find(|row| row.entry == sides[0]).expect("ranked");
            (row.tally.points, row.rank)
        };
        let (before, after) = (row(&season), row(&better));
        prop_assert!(after.0 >= before.0 && after.1 <= before.1, "{:?} {:?}", before, after);
    }

    /// With a lot at the end and nothing to play, every rank is one entry's.
    #[test]
    fn a_lot_leaves_no_tie(season in season()) {
        let standings = rank_all(6, &season, &[], Scoring::JUDGE, "head-to-head mini-league lot");
        let ranks: Vec<u32> = standings.rows().iter().map(|row| row.rank).collect();
        prop_assert_eq!(ranks, vec![1, 2, 3, 4, 5, 6]);
    }
}
