//! One test per sentence of the rules: `RULES.md` 7, and the school's text (不围棋项目), whose sentences are quoted
//! above their tests.

use leitai_core::{
    Actor, DialectName, Game, Lang, MarkKind, Options, Outcome, Position, Rng, Seat, Seen, State, Turn, Why,
};
use nogo::{Board, NoGo, Point, Points, Rules};
use std::time::Duration;

fn point(text: &str) -> Point {
    NoGo::read(text).unwrap()
}

fn board(text: &str) -> Board {
    NoGo::read_position(text, &Rules::default()).unwrap()
}

fn start(width: u8, height: u8) -> Board {
    Board::initial(&Rules::new(width, height).unwrap())
}

/// Plays stones in order, each by the side on turn.
fn play(board: &mut Board, points: &str) {
    for text in points.split_whitespace() {
        let Turn::Of(by) = board.turn() else { panic!("{text} comes after the end") };
        assert_eq!(board.check(by, &point(text)), Ok(()), "{text}");
        board.play(by, &point(text));
    }
}

fn after(points: &str) -> Board {
    let mut board = start(9, 9);
    play(&mut board, points);
    board
}

/// The rule that a stone of the side on turn would break, in English; `None` if it may be played.
fn broken(board: &Board, text: &str) -> Option<&'static str> {
    board.check(Actor::Seat(board.mover()), &point(text)).err().map(|illegal| illegal.rule.en)
}

/// A shape in the lower left corner, rows from the top, `.` empty, with `mover` on turn. Further stones
/// required by the order of turns are placed on the top row.
fn shape(rows: &str, mover: Seat) -> Board {
    let rows: Vec<&str> = rows.split('/').collect();
    let mut stones = [Points::default(); 2];
    for (y, row) in rows.iter().rev().enumerate() {
        for (x, c) in row.chars().enumerate().filter(|(_, c)| *c != '.') {
            let seat = if c == 'x' { Seat::First } else { Seat::Second };
            stones[seat.index()] |= Points::of(Point::new(x as u8, y as u8).unwrap());
        }
    }
    let mut spare = (0..Point::SIDE).map(|x| Points::of(Point::new(x, Point::SIDE - 1).unwrap()));
    let more = u32::from(mover == Seat::Second);
    while stones[0].len() < stones[1].len() + more {
        stones[0] |= spare.next().unwrap();
    }
    while stones[1].len() + more < stones[0].len() {
        stones[1] |= spare.next().unwrap();
    }
    assert!(rows.len() < 8, "the shape would touch the other stones");
    Board::from_stones(Rules::default(), stones[0], stones[1]).unwrap()
}

/// The rule that a black stone there would break.
fn black_breaks(rows: &str, text: &str) -> Option<&'static str> {
    broken(&shape(rows, Seat::First), text)
}

/// The rule that a white stone there would break.
fn white_breaks(rows: &str, text: &str) -> Option<&'static str> {
    broken(&shape(rows, Seat::Second), text)
}

// （1）棋盘同九路围棋棋盘，9×9；
#[test]
fn the_board_is_9_by_9() {
    let start = Board::initial(&Rules::default());
    assert_eq!(start.empty().len(), 81);
    for corner in ["A1", "A9", "I1", "I9"] {
        assert_eq!(broken(&start, corner), None, "{corner}");
    }
    for outside in ["J1", "A0", "A10", "I11", "@1", "AA"] {
        assert!(NoGo::read(outside).is_err(), "{outside}");
    }
}

// （2）黑子先手，双方轮流落子，落子后棋子不可移动；
#[test]
fn black_moves_first_and_the_sides_take_turns() {
    let mut board = start(9, 9);
    assert_eq!(NoGo::FACTS.seat(Seat::First).zh, "黑");
    assert_eq!(NoGo::FACTS.seat(Seat::Second).en, "white");
    let mut movers = String::new();
    for stone in ["E5", "A1", "B2", "C3"] {
        movers.push(if board.mover() == Seat::First { 'x' } else { 'o' });
        let wrong = Actor::Seat(board.mover().other());
        assert_eq!(board.check(wrong, &point(stone)).unwrap_err().rule.en, "not this seat's turn");
        play(&mut board, stone);
    }
    assert_eq!(movers, "xoxo");
}

#[test]
fn stones_stay_where_they_are() {
    let mut rng = Rng::new(1);
    let mut board = start(9, 9);
    while let Turn::Of(by @ Actor::Seat(seat)) = board.turn() {
        let before = board;
        let safe = board.safe(seat);
        let stone = safe.nth(rng.below(safe.len() as usize) as u32).unwrap();
        board.play(by, &stone);
        assert_eq!(board.stones(seat), before.stones(seat) | Points::of(stone));
        assert_eq!(board.stones(seat.other()), before.stones(seat.other()));
    }
}

#[test]
fn a_taken_point_is_refused() {
    let board = after("E5 E6");
    assert_eq!(broken(&board, "E5"), Some("point occupied"));
    assert_eq!(broken(&board, "E6"), Some("point occupied"));
}

// （3）对弈的目标不是吃掉对方的棋子，不是占领地盘；
#[test]
fn territory_counts_nothing() {
    // Only black holds a point, A3, and the sides have equally many stones, but black has to move and cannot.
    let board = NoGo::read_position("1xo/xo1/o1x -", &Rules::new(3, 3).unwrap()).unwrap();
    assert_eq!(board.mover(), Seat::First);
    assert_eq!(board.turn().outcome().unwrap().winner, Some(Seat::Second));
}

// （4）恰恰相反，如果一方落子后吃掉了对方的棋子，则落子一方判负；
#[test]
fn capturing_is_refused_by_name() {
    // A stone in the corner, at the edge, in the middle.
    assert_eq!(black_breaks("x./o.", "B1"), Some("captures"));
    assert_eq!(black_breaks("x./o./..", "B2"), None);
    assert_eq!(black_breaks("x./o./x.", "B2"), Some("captures"));
    assert_eq!(black_breaks("..x./..o./.x../....", "D3"), None);
    assert_eq!(black_breaks("..x./.xo./..x./....", "D3"), Some("captures"));
    // White captures too.
    assert_eq!(white_breaks("o./x.", "B1"), Some("captures"));
    assert_eq!(white_breaks("..o./.ox./..o./....", "D3"), Some("captures"));
    // Taking a liberty of one's own stones captures nothing.
    assert_eq!(white_breaks("..x./.xo./..x./....", "D3"), None);
}

// 如果有同色棋子存在，则它们便相互连接成一个不可分割的整体，它们的气也应一并计算。 (the paper, 棋规)
#[test]
fn a_whole_chain_is_captured_at_its_last_liberty_only() {
    // White's chain around black's corner, first with the liberties A4 and E1, then with only one of them.
    assert_eq!(black_breaks("x.../.x../oxx./ooox/oooo", "A4"), None);
    assert_eq!(black_breaks("x..../.x.../oxx../oooxx/oooo.", "E1"), None);
    assert_eq!(black_breaks("xx.../oxx../oooxx/oooo.", "E1"), Some("captures"));
    // The same with another liberty at C2.
    assert_eq!(black_breaks("xx.../oxx../oo.xx/oooo.", "E1"), None);
    assert_eq!(black_breaks("xx.../oxx../oo.xx/oooo.", "C2"), None);
}

#[test]
fn one_of_several_chains_captured_is_enough() {
    // C3 is the last liberty of the stone on C2 and one of two of that on C4.
    assert_eq!(black_breaks("..o../...../.xox./..x..", "C3"), Some("captures"));
    assert_eq!(black_breaks("..o../...../..ox./..x..", "C3"), None);
}

#[test]
fn a_stone_that_captures_and_would_have_no_liberty_itself_captures() {
    // In Go, the stone would capture and live.
    assert_eq!(black_breaks("xx/oox/.ox", "A1"), Some("captures"));
    // B1 and A2 have a liberty each elsewhere.
    assert_eq!(black_breaks("o./.o", "A1"), Some("suicide"));
}

// （5）对弈禁止自杀，落子自杀一方判负；
#[test]
fn suicide_is_refused_by_name() {
    // An eye in the corner, at the edge and in the middle, each before and after its last wall is placed.
    assert_eq!(white_breaks("x./..", "A1"), None);
    assert_eq!(white_breaks("x./.x", "A1"), Some("suicide"));
    assert_eq!(white_breaks("x./.x/..", "A2"), None);
    assert_eq!(white_breaks("x./.x/x.", "A2"), Some("suicide"));
    assert_eq!(white_breaks(".x./x.x/...", "B2"), None);
    assert_eq!(white_breaks(".x./x.x/.x.", "B2"), Some("suicide"));
    assert_eq!(black_breaks(".o./o.o/.o.", "B2"), Some("suicide"));
    // Several stones together.
    assert_eq!(white_breaks("xx./o.x", "B1"), Some("suicide"));
    assert_eq!(white_breaks("xx./o..", "B1"), None);
}

#[test]
fn filling_the_last_liberty_of_ones_own_chains_is_suicide() {
    // Figure 3 of the paper: the side's own eye, first with all its walls hemmed in, then with one wall that
    // is not.
    assert_eq!(black_breaks("o./xo/.xo", "A1"), Some("suicide"));
    assert_eq!(black_breaks("o./xo/.x.", "A1"), None);
    assert_eq!(black_breaks("../xo/.xo", "A1"), None);
}

// 最好将两个以上的眼连在一起……至少还有两口气在，就能在自己的眼处行棋，如图 4 所示。 (the paper)
#[test]
fn two_eyes_joined_can_be_filled_by_their_owner_only() {
    let eyes = "oooo./xxxxo/.x.xo";
    for eye in ["A1", "C1"] {
        assert_eq!(black_breaks(eyes, eye), None);
        assert_eq!(white_breaks(eyes, eye), Some("suicide"));
    }
    // Once one eye is filled, neither side can fill the other, which is the last liberty.
    let one = "oooo./xxxxo/.xxxo";
    assert_eq!(black_breaks(one, "A1"), Some("suicide"));
    assert_eq!(white_breaks(one, "A1"), Some("captures"));
}

// （6）对弈禁止空手(pass)，空手一方判负；
#[test]
fn there_is_no_pass() {
    for pass in ["pass", "", "--", "PASS", "@@"] {
        assert!(NoGo::read(pass).is_err(), "{pass}");
    }
    let mut dialect = NoGo::dialect(DialectName::Sau, &Options::default()).unwrap();
    let board = start(9, 9);
    dialect.hear(&board, b"name x").unwrap();
    assert!(dialect.hear(&board, b"move pass").is_err());
    assert!(dialect.hear(&board, b"move @@").is_err());
}

#[test]
fn the_side_without_a_safe_point_loses() {
    let mut board = start(2, 1);
    play(&mut board, "B1");
    let Turn::Over(Outcome { winner, why: Why::Law(words) }) = board.turn() else { panic!("{board:?}") };
    assert_eq!(winner, Some(Seat::First));
    assert_eq!((words.to(Lang::En), words.to(Lang::Zh)), ("no safe point", "对方无处可下"));
    let by = Actor::Seat(Seat::Second);
    assert_eq!(board.check(by, &point("A1")).unwrap_err().rule.en, "not this seat's turn");
    // Black loses if its only move is suicide.
    assert_eq!(start(1, 1).turn().outcome().unwrap().winner, Some(Seat::Second));
    // 1×3: when black plays one end and white the other, black has no safe point left.
    let mut board = start(1, 3);
    play(&mut board, "A1 A3");
    assert_eq!(board.turn().outcome().unwrap().winner, Some(Seat::Second));
}

#[test]
fn the_opponents_safe_points_do_not_save_the_side_on_turn() {
    let text = "xxx1oxxxx/oooox1oox/xxxoooxxo/oxxooxxoo/oxxo1xooo/o1oxoxoo1/xx1xooxox/1xoooxxox/oxxxx1xoo -";
    let board = board(text);
    assert_eq!(board.mover(), Seat::Second);
    assert!(!board.safe(Seat::First).is_empty());
    assert_eq!(board.turn().outcome().unwrap().winner, Some(Seat::First));
}

// （7）每方用时15分钟，超时判负；
#[test]
fn each_side_has_15_minutes() {
    let school = NoGo::FACTS.presets.iter().find(|preset| preset.name == "school").unwrap();
    for clock in [school.clock, NoGo::FACTS.clock] {
        assert_eq!((clock.game, clock.turn), (Some(Duration::from_mins(15)), None));
        assert_eq!((clock.start, clock.start_counts), (Some(Duration::from_secs(5)), false));
    }
}

// （8）对弈结果只有胜负，没有和棋。
#[test]
fn random_games_end_by_the_rules_and_none_is_drawn() {
    let (games, mut wins) = (leitai_testkit::random_games(), [0; 2]);
    let mut rng = Rng::new(8);
    for _ in 0..games {
        let mut board = start(9, 9);
        while let Turn::Of(by) = board.turn() {
            let safe = board.safe(board.mover());
            let stone = safe.nth(rng.below(safe.len() as usize) as u32).unwrap();
            board.play(by, &stone);
        }
        let outcome = board.turn().outcome().unwrap();
        assert_eq!(outcome.winner, Some(board.mover().other()));
        wins[board.mover().other().index()] += 1;
    }
    assert!(wins.iter().all(|wins| 10 * *wins > games), "{wins:?}");
}

/// Figure 7 of the paper, without its superfluous zeros.
#[test]
fn figure_7_of_the_paper() {
    let board = board("1o1x1x1x1/x1oo2x1o/1o1o5/2x6/4x4/9/9/x5o1x/1o4ox1 o");
    assert_eq!((board.stones(Seat::First).len(), board.stones(Seat::Second).len()), (10, 9));
    assert_eq!(board.empty().len(), 62);
    assert_eq!(board.safe(Seat::First), board.empty());
    // b[0][6] and b[8][8].
    let unsafe_points: Vec<_> = (board.empty() - board.safe(Seat::Second)).iter().collect();
    assert_eq!(unsafe_points, [point("I1"), point("G9")]);
    assert_eq!((broken(&board, "G9"), broken(&board, "I1")), (Some("suicide"), Some("suicide")));
    // A scene marks these points.
    let marks = NoGo::scene(Seen::Truth(&board), &[]).marks;
    assert!(marks.iter().all(|mark| matches!(mark.kind, MarkKind::Forbidden(_))));
    assert!(
        marks
            .iter()
            .map(|mark| mark.at)
            .eq(unsafe_points.iter().map(|point| u16::from(9 * (8 - point.y()) + point.x())))
    );
}

/// For counts and winners on other sizes, see `perft.rs` and `values.rs`.
#[test]
fn a_smaller_board_is_the_lower_left_corner_of_the_largest() {
    let mut board = start(3, 2);
    assert_eq!(board.safe(Seat::First).len(), 6);
    for outside in ["D1", "A3", "I9"] {
        assert_eq!(broken(&board, outside), Some("point off the board"), "{outside}");
    }
    play(&mut board, "C2");
    let mut text = String::new();
    NoGo::write_position(&board, &mut text);
    assert_eq!(text, "2x/3 o");
    for (width, height) in [(0, 3), (3, 0), (10, 9), (9, 10)] {
        assert_eq!(Rules::new(width, height), None);
    }
}

#[test]
fn a_position_is_refused_if_no_game_reaches_it() {
    for (text, why) in [
        ("9/9/9/9/9/9/9/x8/ox6o x", "a chain has no liberty"),
        ("9/9/9/9/9/9/9/x8/ox6x o", "black starts"),
        ("9/9/9/9/9/9/9/9/xx7 x", "black starts"),
        ("9/9/9/9/9/9/9/9/o8 x", "black starts"),
        ("9/9/9/9/9/9/9/9/x8 x", "ends with `o`"),
        ("9/9/9/9/9/9/9/9/9 -", "ends with `x`"),
        ("9/9/9/9/9/9/9/9 x", "9 rows joined by /, not 8"),
        ("9/9/9/9/9/9/9/9/8 x", "row 9 from the top must have 9 points"),
        ("91/9/9/9/9/9/9/9/9 x", "row 1 from the top must have 9 points"),
        ("9/9/9/9/9/9/9/9/8w x", "`w` is not x, o or a number"),
        ("9/9/9/9/9/9/9/9/9", "rows from the top"),
    ] {
        let error = NoGo::read_position(text, &Rules::default()).unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
}

#[test]
fn points_are_read_leniently_and_written_canonically() {
    for text in ["E5", "e5", " e 5 ", "Ｅ５", "e５"] {
        assert_eq!(NoGo::read(text), Ok(Point::new(4, 4).unwrap()), "{text}");
    }
    let mut text = String::new();
    NoGo::write(&Point::new(0, 8).unwrap(), &mut text);
    assert_eq!(text, "A9");
}
