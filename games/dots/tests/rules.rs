//! One test per sentence of the rules: `RULES.md` 3, and the section 点格棋项目 of the school's text. Each
//! sentence is quoted above its test.

use dots::{Board, Boxes, Dots, Edge, Rules, Way};
use leitai_core::{
    Actor, COMMON_OPTIONS, Game, Options, Outcome, Position, Rng, Seat, State, Turn, Why, perft,
};
use std::time::Duration;

fn edge(text: &str) -> Edge {
    Dots::read(text).unwrap()
}

fn edges(texts: &str) -> Vec<Edge> {
    texts.split_whitespace().map(edge).collect()
}

fn start(rows: u8, columns: u8, early_end: bool) -> Board {
    Board::initial(&Rules::new(rows, columns, early_end).unwrap())
}

fn school() -> Board {
    Board::initial(&Rules::default())
}

/// Draws edges in order, each by the side to move.
fn draw(mut board: Board, texts: &str) -> Board {
    for edge in edges(texts) {
        let Turn::Of(by) = board.turn() else { panic!("{edge:?} comes after the end") };
        board.try_play(by, &edge).expect("a legal act");
    }
    board
}

fn position(text: &str) -> Board {
    Dots::read_position(text, &Rules::default()).unwrap()
}

fn on_turn(board: &Board) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|seat| board.turn().owes(Actor::Seat(*seat)))
}

fn score(board: &Board) -> [u32; 2] {
    Seat::BOTH.map(|seat| board.boxes(seat).len())
}

/// The rule that the move breaks, in English.
fn refused(board: &Board, seat: Seat, text: &str) -> &'static str {
    board.check(Actor::Seat(seat), &edge(text)).expect_err("it is illegal").rule.en
}

/// Plays a game of random edges to its end, and passes every position to `see`.
fn random_game(rng: &mut Rng, mut board: Board, mut see: impl FnMut(&Board)) -> Board {
    let mut moves = Vec::new();
    while let Turn::Of(by) = board.turn() {
        see(&board);
        moves.clear();
        board.moves(by, &mut moves);
        board.play(by, &moves[rng.below(moves.len())]);
    }
    board
}

/// A box in the corner lacking its last edge; blue is to move.
const THREE_SIDES: &str = "a1h a1v a2h";
/// Two adjacent boxes lacking only the edge between them; red is to move.
const DOMINO: &str = "a1h b1h a2h b2h a1v c1v";

// 安徽省大赛采用 6×6 点格棋盘，蚌埠工商学院校赛也采用 6×6 点格棋盘。对于 6×6 点格棋需要 60 个短杆。
#[test]
fn six_by_six_dots_have_sixty_edges() {
    assert_eq!(perft(&school(), 1), 60);
    assert_eq!((Rules::default().rows(), Rules::default().columns()), (5, 5));
    for way in [Way::Across, Way::Upright] {
        assert_eq!(school().free().iter().filter(|edge| edge.way() == way).count(), 30);
    }
}

// 标示棋子各 25 个，用以标示格的占有。
#[test]
fn there_are_25_boxes() {
    assert_eq!(Rules::default().boxes(), 25);
    let full = Boxes::completed(Edge::all().collect());
    assert_eq!(full.len(), 25);
}

// 双方轮流用短杆将横向或竖向邻近的两点连成一边。
#[test]
fn the_sides_draw_one_edge_each_in_turn() {
    let mut board = school();
    for (text, seat) in [("c3h", Seat::First), ("d4v", Seat::Second), ("a6h", Seat::First)] {
        assert_eq!(on_turn(&board), Some(seat));
        board = draw(board, text);
    }
    assert_eq!(on_turn(&board), Some(Seat::Second));
    assert_eq!(Dots::FACTS.seat(Seat::First).en, "red");
    assert_eq!(refused(&board, Seat::First, "a1h"), "not this seat's turn");
}

// 不可越点。
#[test]
fn an_edge_joins_two_neighbours() {
    // A move names one dot and a direction, so a longer edge cannot be expressed.
    for edge in Edge::all() {
        let (x, y) =
            (edge.x() + u8::from(edge.way() == Way::Across), edge.y() + u8::from(edge.way() == Way::Upright));
        assert!(x <= 5 && y <= 5, "{edge:?} ends at a dot of the board");
    }
    for outside in ["f1h", "f6h", "a6v", "f6v", "g1v", "a7h", "a0h"] {
        assert!(Dots::read(outside).is_err(), "{outside}");
    }
}

// 不可重边。
#[test]
fn an_edge_is_drawn_once() {
    let board = draw(school(), "c3h");
    assert_eq!(refused(&board, Seat::Second, "c3h"), "edge already drawn");
    let mut moves = Vec::new();
    board.moves(Actor::Seat(Seat::Second), &mut moves);
    assert!(moves.len() == 59 && !moves.contains(&edge("c3h")));
}

// 当一个格子的四条边均被占满，则最后一个占边者获取这个格子。
#[test]
fn who_draws_the_fourth_edge_has_the_box() {
    let three = draw(school(), THREE_SIDES);
    assert_eq!(three.owner(0, 0), None);
    for last in ["a1h", "a1v", "a2h", "b1v"] {
        let all = "a1h a1v a2h b1v".split(' ').filter(|text| *text != last);
        let board = draw(school(), &(all.collect::<Vec<_>>().join(" ") + " " + last));
        assert_eq!(board.owner(0, 0), Some(Seat::Second), "{last} last");
        assert_eq!(score(&board), [0, 1]);
    }
    // Above, each side drew two of the edges, blue the last one; here red draws the last.
    let board = draw(school(), "a1h a1v a2h f5v b1v");
    assert_eq!(board.owner(0, 0), Some(Seat::First));
}

#[test]
fn every_box_is_completed_by_its_own_four_edges() {
    for x in 0..5 {
        for y in 0..5 {
            let sides = [
                Edge::new(Way::Across, x, y),
                Edge::new(Way::Across, x, y + 1),
                Edge::new(Way::Upright, x, y),
                Edge::new(Way::Upright, x + 1, y),
            ]
            .map(Option::unwrap);
            let mut board = school();
            for (at, side) in sides.iter().enumerate() {
                assert_eq!(board.owner(x, y), None, "after {at} edges");
                board.play(Actor::Seat(board.mover()), side);
            }
            assert_eq!(board.owner(x, y), Some(Seat::Second));
            assert_eq!(score(&board), [0, 1]);
        }
    }
}

// 当一方在占边时捕获了格子，则该方继续占边。
#[test]
fn the_turn_goes_on_after_a_box() {
    let before = draw(school(), THREE_SIDES);
    let after = draw(before, "b1v");
    assert_eq!(on_turn(&after), Some(Seat::Second));
    assert!(before.turn().goes_on(after.turn(), Actor::Seat(Seat::Second)));
    assert_eq!(refused(&after, Seat::First, "f5v"), "not this seat's turn");
}

// 该轮添子结束的标志是占边后未获取格子。
#[test]
fn the_turn_ends_with_an_edge_that_completes_nothing() {
    let taken = draw(school(), "a1h a1v a2h b1v");
    let after = draw(taken, "f5v");
    assert_eq!(on_turn(&after), Some(Seat::First));
    assert!(!taken.turn().goes_on(after.turn(), Actor::Seat(Seat::Second)));
}

#[test]
fn one_edge_may_complete_two_boxes() {
    let board = draw(school(), &format!("{DOMINO} b1v"));
    assert_eq!(score(&board), [2, 0]);
    assert_eq!(on_turn(&board), Some(Seat::First), "two boxes are one edge: the turn goes on once");
    assert_eq!(on_turn(&draw(board, "f5v")), Some(Seat::Second));
    // The same for an upright edge.
    let board = draw(school(), "a1v a2v b1v b2v a1h a3h a2h");
    assert_eq!(score(&board), [2, 0]);
}

#[test]
fn captures_are_not_compulsory() {
    let board = draw(school(), THREE_SIDES);
    let mut moves = Vec::new();
    board.moves(Actor::Seat(Seat::Second), &mut moves);
    assert_eq!(moves.len(), 57);
    let left = draw(board, "f5v");
    assert_eq!((on_turn(&left), left.owner(0, 0)), (Some(Seat::First), None));
    // The other side takes it, or leaves it in its turn.
    assert_eq!(score(&draw(left, "b1v")), [1, 0]);
    assert_eq!(on_turn(&draw(left, "e5v")), Some(Seat::Second));
}

/// Red has thirteen boxes, and three edges are left.
const THREE_LEFT: &str =
    "-----/|r|r|r|b|b|/-----/|r|r|r|b|b|/-----/|r|r|r|b|b|/-----/|r|r|r|b|b|/-----/|3|r|b|2/1---- r";

// 游戏结束的标志：所有的邻近点均被连成边，也就是说所有的格子被俘获。
#[test]
fn the_game_is_played_to_the_last_edge() {
    let board = position(THREE_LEFT);
    assert_eq!(score(&board), [13, 9]);
    assert_eq!(on_turn(&board), Some(Seat::First));
    let end = draw(board, "f1v a1h b1v");
    assert_eq!(on_turn(&end), None);
    assert_eq!(score(&end).iter().sum::<u32>(), 25);
    assert_eq!(refused(&end, Seat::First, "a1h"), "not this seat's turn");
    assert_eq!(refused(&end, Seat::Second, "a1h"), "not this seat's turn");
}

// 占领格子较多的一方为获胜方。
#[test]
fn more_boxes_win() {
    let end = draw(position(THREE_LEFT), "f1v a1h b1v");
    let Turn::Over(Outcome { winner: Some(Seat::First), why: Why::Law(words) }) = end.turn() else {
        panic!("{:?}", end.turn())
    };
    assert_eq!((words.en, words.zh), ("more boxes", "占格较多"));
    // Blue can win as well, and not because it moved last.
    let blue =
        "-----/|b|b|b|b|b|/-----/|b|b|b|b|b|/-----/|b|b|b|b|r|/-----/|r|r|r|r|r|/-----/|1|r|r|r|r|/1---- r";
    let end = draw(position(blue), "a1h");
    assert_eq!(score(&end), [11, 14]);
    assert_eq!(end.turn().outcome().unwrap().winner, Some(Seat::Second));
}

#[test]
fn twenty_five_is_odd_and_no_game_is_drawn() {
    let mut rng = Rng::new(25);
    let (games, mut wins) = (leitai_testkit::random_games(), [0; 2]);
    for _ in 0..games {
        let end = random_game(&mut rng, school(), |_| ());
        let outcome = end.turn().outcome().expect("it ends by the rules");
        wins[outcome.winner.expect("no draw").index()] += 1;
        assert_eq!(score(&end).iter().sum::<u32>(), 25);
        assert_eq!(end.drawn().len(), 60);
    }
    assert!(wins.iter().all(|wins| 10 * *wins > 4 * games), "{wins:?}");
}

#[test]
fn equal_boxes_are_a_draw_where_they_can_be() {
    // Each side takes one of two boxes.
    let end = draw(start(1, 2, false), "a1h b1h a1v a2h b1v b2h c1v");
    assert_eq!(score(&end), [1, 1]);
    let Turn::Over(Outcome { winner: None, why: Why::Law(words) }) = end.turn() else {
        panic!("{:?}", end.turn())
    };
    assert_eq!((words.en, words.zh), ("equal boxes", "占格相等"));
    for (rows, columns) in (1..=5).flat_map(|rows| (1..=5).map(move |columns| (rows, columns))) {
        let mut rng = Rng::new(2);
        let drawn = (0..200)
            .filter(|_| {
                let end = random_game(&mut rng, start(rows, columns, false), |_| ());
                end.turn().outcome().unwrap().winner.is_none()
            })
            .count();
        assert_eq!(drawn > 0, rows * columns % 2 == 0, "{rows}x{columns}: {drawn} draws of 200");
    }
}

#[test]
fn early_end_stops_when_a_side_has_more_than_half() {
    let twelve =
        "-----/|r|r|r|r|r|/-----/|r|r|r|r|r|/-----/|r|r|b|b|b|/-----/|b|b|b|b|b|/-----/|1|b|b|b|1|/1---1 r";
    let rules = Rules::new(5, 5, true).unwrap();
    let board = Dots::read_position(twelve, &rules).unwrap();
    assert_eq!(score(&board), [12, 11]);
    assert_eq!(on_turn(&board), Some(Seat::First));
    let end = draw(board, "a1h");
    assert_eq!(score(&end), [13, 11]);
    let Turn::Over(Outcome { winner: Some(Seat::First), why: Why::Law(words) }) = end.turn() else {
        panic!("{:?}", end.turn())
    };
    assert_eq!((words.en, words.zh), ("more than half of the boxes", "占格已过半数"));
    let mut moves = Vec::new();
    end.moves(Actor::Seat(Seat::First), &mut moves);
    assert!(moves.is_empty());
    // Without the option the game goes on.
    assert_eq!(on_turn(&draw(position(twelve), "a1h")), Some(Seat::First));
}

#[test]
fn early_end_needs_more_than_half_not_half() {
    let half = draw(start(1, 2, true), "a1h b1h a1v a2h b1v");
    assert_eq!((score(&half), on_turn(&half)), ([1, 0], Some(Seat::First)));
    // The last edge ends the game just as it does without the option.
    let end = draw(half, "b2h c1v");
    assert!(matches!(end.turn(), Turn::Over(Outcome { winner: None, .. })));
    let mut rng = Rng::new(13);
    let mut early = 0;
    for _ in 0..1_000 {
        let end = random_game(&mut rng, start(5, 5, true), |board| {
            assert!(score(board).iter().all(|boxes| *boxes <= 12));
        });
        early += u32::from(end.drawn().len() < 60);
        assert!(score(&end).iter().any(|boxes| *boxes >= 13));
    }
    assert!(early > 500, "{early}");
}

#[test]
fn early_end_is_off_unless_asked_for() {
    assert!(!Rules::default().early_end());
    let rules = |given: &[(&str, &str)]| {
        let specs = COMMON_OPTIONS.iter().chain(Dots::FACTS.options);
        Options::parse(specs, given.iter().copied()).and_then(|options| Dots::rules(&options))
    };
    assert_eq!(rules(&[]), Ok(Rules::default()));
    assert_eq!(rules(&[("early_end", "on")]), Ok(Rules::new(5, 5, true).unwrap()));
    assert_eq!(rules(&[("rows", "2"), ("columns", "4")]), Ok(Rules::new(2, 4, false).unwrap()));
    for bad in [("rows", "0"), ("columns", "6"), ("rows", "x"), ("early_end", "13")] {
        assert!(rules(&[bad]).is_err(), "{bad:?}");
    }
    assert_eq!(Rules::new(0, 5, false), None);
    assert_eq!(Rules::new(5, 6, false), None);
}

#[test]
fn a_smaller_board_is_the_bottom_left_corner() {
    let board = start(2, 3, false);
    assert_eq!(board.free().len(), 17);
    assert_eq!(
        board.free(),
        edges("a1h b1h c1h a2h b2h c2h a3h b3h c3h a1v b1v c1v d1v a2v b2v c2v d2v").into_iter().collect()
    );
    for outside in ["d1h", "a4h", "a3v", "e1v", "e6h"] {
        assert_eq!(refused(&board, Seat::First, outside), "no edge of this board");
    }
    for (rows, columns) in (1..=5).flat_map(|rows| (1..=5).map(move |columns| (rows, columns))) {
        let edges = rows * (columns + 1) + columns * (rows + 1);
        let rules = Rules::new(rows, columns, false).unwrap();
        assert_eq!(rules.edges().len(), u32::from(edges), "{rows}x{columns}");
        assert_eq!(Boxes::completed(rules.edges()).len(), rules.boxes());
    }
}

#[test]
fn the_school_preset_has_fifteen_minutes_a_side() {
    let preset = Dots::FACTS.presets.iter().find(|preset| preset.name == "school").unwrap();
    assert_eq!(preset.clock.game, Some(Duration::from_mins(15)));
    assert_eq!(preset.clock.start, Some(Duration::from_secs(5)));
    assert_eq!(preset.clock, Dots::FACTS.clock);
}
