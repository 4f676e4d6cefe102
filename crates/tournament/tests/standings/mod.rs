//! Points, ties and ranks: one case for each sentence of the rules.

mod event;
mod properties;

use event::{matches, rank_all};
use leitai_tournament::{Bye, EntryId, Lang, Parted, Points, Scoring, Sentence, Standings};

const NAMES: [&str; 6] = ["Ada", "Bai", "Chen", "Dong", "Eva", "Fan"];

fn rank(entries: u32, text: &str, scoring: Scoring, list: &str) -> Standings {
    rank_all(entries, &matches(text), &[], scoring, list)
}

/// `1 e0 4, 2 e1 2 wins`: rank, entry, points, and what parts it from the row above unless it is points.
fn shown(standings: &Standings) -> String {
    let rows = standings.rows().iter().map(|row| {
        let parted = match row.parted {
            None | Some(Parted::Points) => String::new(),
            Some(Parted::Actor(criterion, [upper, lower])) => format!(" {criterion} {upper}:{lower}"),
            Some(Parted::LotOfPlayOff) => " play-off lot".to_owned(),
            Some(Parted::PointsOfPlayOff([upper, lower])) => format!(" play-off points {upper}:{lower}"),
            Some(Parted::LotAfterPlayOff) => " lot after play-off".to_owned(),
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

/// A match in progress brings the points of its games, but nothing yet as a match.
#[test]
fn a_match_that_goes_on_counts_so_far() {
    check(2, "e0-e1 0 …", Scoring::SCHOOL, "", "1 e1 2, 2 e0 0");
    check(2, "e0-e1 0 …", Scoring::JUDGE, "", "1 e0 0, 1 e1 0 level");
}

/// Equal totals share a rank, and the next rank counts those that share.
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

/// More than two tied: first a mini-league; those it leaves tied are then compared by their own games.
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

/// A drawn deciding game is decided by lot: the one that ends the play-off, or else the one of the list.
#[test]
fn a_drawn_deciding_game_leaves_the_lot() {
    let list = "head-to-head play-off deciding-game lot";
    check(2, "e0-e1 10\n p e0-e1 10= lot e1", Scoring::SCHOOL, list, "1 e1 2, 2 e0 2 play-off lot");
    check(2, "e0-e1 10\n p e0-e1 10=", Scoring::SCHOOL, list, "1 e0 2, 2 e1 2 lot -1:-2");
}

/// 每局胜者得2分、负者得0分、平局双方各得１分: a play-off among three that ends in a circle is decided by its games, and by
/// lot only if they leave all three level, which the reason says.
#[test]
fn a_play_off_that_ends_in_a_circle_is_decided_by_its_games() {
    let list = "head-to-head mini-league play-off deciding-game lot";
    let season = "e0-e1 10\n e1-e2 10\n e0-e2 10\n";
    let circle = |last: &str| format!("{season} p e0-e1 101\n p e1-e2 11\n p e0-e2 {last}");
    let decided = rank(3, &circle("00"), Scoring::SCHOOL, list);
    assert_eq!(shown(&decided), "1 e1 4, 2 e2 4 play-off points 6:4, 3 e0 4 play-off 2:0");
    let said = why(&decided, 0);
    let ending =
        "ahead of Chen by the points of their play-off's games, 6 to 4, as each won as many of its matches";
    assert!(said.to(Lang::En).ends_with(ending), "{said:?}");

    let level = format!("{season} p e0-e1 11\n p e1-e2 11\n p e0-e2 00");
    let drawn = rank(3, &level, Scoring::SCHOOL, list);
    assert!(shown(&drawn).contains("lot after play-off"), "{}", shown(&drawn));
    let said = why(&drawn, 0);
    assert!(said.to(Lang::En).contains("by lot, since their play-off left all of them level"), "{said:?}");
    assert!(said.to(Lang::Zh).contains("胜场与各局积分均相同，抽签"), "{said:?}");
}

/// The deciding game may be required by itself, and more than two may play off.
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

/// Opponents beaten count in full, opponents drawn with count half.
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

/// A bye that scores is a win, and an opponent with one's own points; any other bye is nothing.
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
    let drawn = |names| format!("by lot; lot \"final rank\": {names}");
    let said = format!(
        "Bai is 2nd with 0 points; behind Ada {}; ahead of Chen {}",
        drawn("e0, e1"),
        drawn("e1, e2")
    );
    assert_eq!(why(&standings, 1).to(Lang::En), said);
}

/// Results against entries that are not ranked here count in points and figures.
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

/// The Uzchess Cup of 2025 (chess-results.com, tournament 1175851): its published direct encounters, numbers of
/// wins and Sonneborn–Berger figures.
#[test]
fn a_played_tournament_has_its_published_ranks() {
    // Abdusattorov, Aravindh, Erigaisi, Maghsoodloo, Nepomniachtchi, Praggnanandhaa, Rapport, Sindarov, Vokhidov,
    // Yakubboev.
    let table = [
        "x1=1=01=10",
        "0x====00=0",
        "==x==0==11",
        "0==x=1==01",
        "====x==00=",
        "1=10=x011=",
        "01===1x0==",
        "=1==101x==",
        "0=0110==x=",
        "1100=====x",
    ];
    let mut lines = Vec::new();
    for (a, row) in table.iter().enumerate() {
        lines.extend(row.char_indices().skip(a + 1).map(|(b, came)| format!("e{a}-e{b} {came}")));
    }
    let text = lines.join("\n");
    let scoring = Scoring { win: Points::whole(1), draw: Points::halves(1), ..Scoring::SCHOOL };
    let rest = "8 e8 4, 9 e4 3.5, 10 e1 2.5";
    let encounters = "1 e5 5.5, 2 e0 5.5 mini-league 2:0.5, 3 e7 5.5 sonneborn-berger 22.5:22.25, 4 e2 5, \
        5 e3 4.5, 6 e6 4.5 mini-league 1.5:1, 7 e9 4.5 mini-league 1:0.5";
    check(10, &text, scoring, "mini-league sonneborn-berger", &format!("{encounters}, {rest}"));
    let wins = "1 e5 5.5, 2 e0 5.5 sonneborn-berger 25.25:22.5, 3 e7 5.5 wins 4:3, 4 e2 5, \
        5 e3 4.5, 6 e9 4.5 sonneborn-berger 20.5:19.5, 7 e6 4.5 sonneborn-berger 19.5:18.75";
    check(10, &text, scoring, "wins sonneborn-berger", &format!("{wins}, {rest}"));
}
