//! One test per sentence of the rules: `RULES.md` 2, and the rule section of the course text (游戏规则). Each
//! sentence is quoted above its test.

use connect6::{Board, Connect6, Point, Stones};
use leitai_core::{
    Actor, DialectName, Game, Lang, Options, Outcome, Position, Report, Said, Seat, Span, State, Turn, Why,
    perft,
};
use std::time::Duration;

fn point(text: &str) -> Point {
    Connect6::read(text).unwrap()
}

/// Plays stones in order, each by the side to move.
fn play(board: &mut Board, points: &str) {
    for text in points.split_whitespace() {
        let Turn::Of(by) = board.turn() else { panic!("{text} comes after the end") };
        assert_eq!(board.check(by, &point(text)), Ok(()), "{text}");
        board.play(by, &point(text));
    }
}

fn after(points: &str) -> Board {
    let mut board = Board::initial(&());
    play(&mut board, points);
    board
}

fn on_turn(board: &Board) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|seat| board.turn().owes(Actor::Seat(*seat)))
}

/// The rule that the move breaks, in English.
fn refused(board: &Board, seat: Seat, text: &str) -> &'static str {
    board.check(Actor::Seat(seat), &point(text)).expect_err("it is illegal").rule.en
}

fn winner(board: &Board) -> Option<Seat> {
    board.turn().outcome().and_then(|outcome| outcome.winner)
}

/// Black builds `line` two stones per turn while white's stones stay scattered.
fn black_makes(line: &str) -> Board {
    let mut white = "A1 C1 E1 G1 I1 K1 M1 O1 Q1 S1 A2 C3".split_whitespace();
    let mut board = Board::initial(&());
    for stone in line.split_whitespace() {
        while on_turn(&board) == Some(Seat::Second) {
            play(&mut board, white.next().unwrap());
        }
        play(&mut board, stone);
    }
    board
}

/// A colouring of the whole board in which no side has six in a row: 181 black points, 180 white.
fn drawn() -> [Vec<Point>; 2] {
    let (black, white) = Point::all().partition(|point| (point.x() / 2 + point.y()).is_multiple_of(2));
    [black, white]
}

// 玩家有黑白两方，各持黑子与白子，黑方先行。
#[test]
fn black_moves_first() {
    let board = Board::initial(&());
    assert_eq!(on_turn(&board), Some(Seat::First));
    assert_eq!(Connect6::FACTS.seat(Seat::First).en, "black");
    assert_eq!(Connect6::FACTS.seat(Seat::Second).zh, "白");
    assert_eq!(refused(&board, Seat::Second, "J10"), "not this seat's turn");
}

// 采用 19×19 的棋盘。
#[test]
fn the_board_is_19_by_19() {
    assert_eq!(perft(&Board::initial(&()), 1), 361);
    for corner in ["A1", "A19", "S1", "S19"] {
        assert!(Board::initial(&()).check(Actor::Seat(Seat::First), &point(corner)).is_ok());
    }
    for outside in ["T1", "A0", "A20", "S20", "@1"] {
        assert!(Connect6::read(outside).is_err(), "{outside}");
    }
}

// 除了第一次黑方下一子外，之后白黑双方轮流每次各下两子。
#[test]
fn black_one_stone_then_two_stones_a_turn_each() {
    let mut board = Board::initial(&());
    let mut movers = String::new();
    for point in ["J10", "A1", "A2", "C1", "C2", "E1", "E2", "G1", "G2"] {
        let before = board.turn();
        movers.push(if on_turn(&board) == Some(Seat::First) { 'x' } else { 'o' });
        play(&mut board, point);
        if !before.goes_on(board.turn(), before.next().unwrap()) {
            movers.push(' ');
        }
    }
    assert_eq!(movers, "x oo xx oo xx ");
}

// 直的、横的、斜的连成 6 子（或以上）者获胜。
#[test]
fn six_in_any_line_wins() {
    for line in [
        "D5 E5 F5 G5 H5 I5",
        "D5 D6 D7 D8 D9 D10",
        "D5 E6 F7 G8 H9 I10",
        "I5 H6 G7 F8 E9 D10",
        "N19 O19 P19 Q19 R19 S19",
        "S14 S15 S16 S17 S18 S19",
        "N14 O15 P16 Q17 R18 S19",
        "A14 B15 C16 D17 E18 F19",
        // The last stone may be anywhere in the line.
        "D5 E5 F5 H5 I5 G5",
    ] {
        let board = black_makes(line);
        assert_eq!(winner(&board), Some(Seat::First), "{line}");
        let Turn::Over(Outcome { why: Why::Law(words), .. }) = board.turn() else { panic!("{line}") };
        assert_eq!((words.to(Lang::En), words.to(Lang::Zh)), ("six in a row", "六子连线"));
    }
}

#[test]
fn five_in_a_line_does_not_win() {
    for line in ["D5 E5 F5 G5 H5", "D5 D6 D7 D8 D9", "D5 E6 F7 G8 H9", "I5 H6 G7 F8 E9", "D5 E5 F5 G5 H5 J5"]
    {
        assert_eq!(winner(&black_makes(line)), None, "{line}");
    }
}

#[test]
fn no_line_runs_on_over_an_edge() {
    for line in ["Q5 R5 S5 A4 B4 C4", "Q5 R6 S7 A7 B8 C9", "C5 B6 A7 S9 R10 Q11", "J17 J18 J19 J2 J3 J4"] {
        assert_eq!(winner(&black_makes(line)), None, "{line}");
    }
}

#[test]
fn white_wins_with_six_too() {
    let board = after("J10 A1 B1 C5 E5 C1 D1 G7 I7 E1 F1");
    assert_eq!(winner(&board), Some(Seat::Second));
}

// （或以上）
#[test]
fn more_than_six_wins() {
    for line in ["D5 E5 F5 H5 I5 J5 G5", "D5 E5 F5 G5 H5 J5 K5 L5 M5 N5 I5"] {
        assert_eq!(winner(&black_makes(line)), Some(Seat::First), "{line}");
    }
}

#[test]
fn there_is_no_forbidden_move() {
    // Two open fours and a three with one stone, which renju forbids to black.
    let board = black_makes("G10 H10 I10 J7 J8 J9 K11 L12 J10");
    assert_eq!(winner(&board), None);
    assert_eq!(board.at(point("J10")), Some(Seat::First));
}

// 若全部棋盘填满仍未分出胜负，则为和局。
#[test]
fn a_full_board_is_a_draw() {
    let mut colours = drawn().map(Vec::into_iter);
    let mut board = Board::initial(&());
    while let Turn::Of(Actor::Seat(seat)) = board.turn() {
        let point = colours[seat.index()].next().expect("the colouring fits the order of turns");
        board.play(Actor::Seat(seat), &point);
    }
    assert_eq!(board.placed(), 361);
    let Turn::Over(Outcome { winner: None, why: Why::Law(words) }) = board.turn() else {
        panic!("not a draw: {:?}", board.turn())
    };
    assert_eq!((words.en, words.zh), ("board full", "棋盘已满"));
    assert_eq!(board.stones_left(), 0);
}

#[test]
fn a_win_with_the_last_stone_is_no_draw() {
    let [mut black, mut white] = drawn();
    // Six black points in row 19; in exchange, others go to white.
    let row: Vec<_> = (0..6).filter_map(|x| Point::new(x, 0)).collect();
    let taken: Vec<_> = row.iter().copied().filter(|point| white.contains(point)).collect();
    white.retain(|point| !taken.contains(point));
    let given: Vec<_> = ["J5", "L8"].map(point).into_iter().filter(|point| black.contains(point)).collect();
    assert_eq!((taken.len(), given.len()), (2, 2), "as many go as come");
    black.retain(|point| !given.contains(point) && !row.contains(point));
    white.extend(given);
    // Black's last stone is one of the six.
    black.extend(row);
    let mut colours = [black, white].map(Vec::into_iter);
    let mut board = Board::initial(&());
    while let Turn::Of(Actor::Seat(seat)) = board.turn() {
        board.play(Actor::Seat(seat), &colours[seat.index()].next().unwrap());
    }
    assert_eq!((board.placed(), winner(&board)), (361, Some(Seat::First)));
}

// 不允许在棋盘同一位置重复下子，若一方在已有棋子的位置下子，则视为非法操作，直接判负。
#[test]
fn an_occupied_point_is_illegal() {
    let board = after("J10 A1 A2");
    for taken in ["J10", "A1", "A2"] {
        assert_eq!(refused(&board, Seat::First, taken), "point occupied");
    }
    let mut moves = Vec::new();
    board.moves(Actor::Seat(Seat::First), &mut moves);
    assert!(moves.len() == 358 && !moves.contains(&point("J10")));
}

#[test]
fn the_same_point_twice_in_a_turn_is_illegal() {
    assert_eq!(refused(&after("J10 A1"), Seat::Second, "A1"), "point occupied");
}

#[test]
fn a_turn_one_stone_short_is_not_finished() {
    let board = after("J10");
    let by = Actor::Seat(Seat::Second);
    let after = after("J10 A1");
    assert!(board.turn().goes_on(after.turn(), by), "white owes its second stone");
    assert_eq!((board.stones_left(), after.stones_left()), (2, 1));
    assert_eq!(refused(&after, Seat::First, "A2"), "not this seat's turn");
}

#[test]
fn after_a_winning_first_stone_there_is_no_second() {
    // Black places 1, 2, 2, 2 stones: the sixth is the first of its pair, as the fifth ended a turn.
    let board = black_makes("D5 E5 F5 G5 H5 I5");
    assert_eq!(board.placed(), 12);
    assert_eq!(board.stones_left(), 0);
    assert_eq!(refused(&board, Seat::First, "J10"), "not this seat's turn");
    assert_eq!(refused(&board, Seat::Second, "J10"), "not this seat's turn");
    let (mut moves, before) = (Vec::new(), black_makes("D5 E5 F5 G5 H5"));
    board.moves(Actor::Seat(Seat::First), &mut moves);
    assert!(moves.is_empty());
    assert_eq!(before.placed(), 9);
}

#[test]
fn the_course_preset_has_three_minutes_a_side_for_the_whole_game() {
    let preset = Connect6::FACTS.presets.iter().find(|preset| preset.name == "course").unwrap();
    assert_eq!(preset.clock.to_string(), "start=5s,game=3m");
    assert_eq!(preset.clock, Connect6::FACTS.clock);
}

#[test]
fn the_school_preset_has_fifteen_minutes_a_side() {
    let preset = Connect6::FACTS.presets.iter().find(|preset| preset.name == "school").unwrap();
    assert_eq!(preset.clock.game, Some(Duration::from_mins(15)));
    assert_eq!(preset.clock.start, Some(Duration::from_secs(5)));
}

// 参数X₁Y₁X₂Y₂为4个大写字母, 每个字母在A-S之间; 以左上角为坐标原点。
#[test]
fn on_the_wire_both_letters_count_from_the_top_left() {
    let mut sau = Connect6::dialect(DialectName::Sau, &Options::default()).unwrap();
    let board = after("J10");
    sau.hear(&board, b"name x").unwrap();
    let said = sau.hear(&board, b"move MLAS").unwrap();
    assert_eq!(said, Said::Acts(vec![point("M8"), point("A1")], Span::Turn));
    assert_eq!(point("M8"), Point::new(12, 11).unwrap());
    let mut lines = leitai_core::Lines::default();
    sau.open(Seat::First, &(), &mut lines);
    lines.clear();
    let told = |text: &str| -> Report<Board> {
        leitai_core::Played { by: Actor::Seat(Seat::Second), m: point(text) }
    };
    sau.report(&board, &told("M8"), true, &mut lines);
    assert!(lines.is_empty(), "half a turn is not told");
    sau.report(&board, &told("A1"), false, &mut lines);
    assert_eq!(lines.bytes(), b"move MLAS\n");
}

#[test]
fn positions_that_no_game_reaches_are_refused_with_the_reason() {
    let stones = |text: &str| text.split_whitespace().map(point).collect::<Stones>();
    let reason = |black, white| Board::from_stones(stones(black), stones(white)).unwrap_err().en;
    assert_eq!(reason("A1", "A1"), "a point holds one stone");
    assert!(reason("A1 A2", "").contains("one stone"));
    assert!(reason("A1", "C1 C2 C3").contains("two a turn"));
    // Six in a row by the side that did not move last.
    let apart = "A1 C1 E1 G1 I1 K1 M1 O1";
    assert!(reason("D5 E5 F5 G5 H5 I5 A19", apart).contains("ends with the first"));
    // Two lines of six that no single stone completed.
    let two = "D5 E5 F5 G5 H5 I5 D7 E7 F7 G7 H7 I7 A19";
    let apart = "A1 C1 E1 G1 I1 K1 M1 O1 Q1 S1 A3 C3";
    assert!(reason(two, apart).contains("ends with the first"));
    // Two lines that one stone completed are fine, and so is eleven in a row.
    let crossing = "D5 E5 F5 G5 H5 I5 I6 I7 I8 I9 I10";
    let apart = "A1 C1 E1 G1 I1 K1 M1 O1 Q1 S1";
    assert!(Board::from_stones(stones(crossing), stones(apart)).is_ok());
    assert!(Board::from_stones(stones("D5 E5 F5 G5 H5 I5 J5 K5 L5 M5 N5"), stones(apart)).is_ok());
    // Twelve in a row: whichever stone was last, six were already in line.
    let twelve = "D5 E5 F5 G5 H5 I5 J5 K5 L5 M5 N5 O5 A19";
    let apart = "A1 C1 E1 G1 I1 K1 M1 O1 Q1 S1 A3 C3";
    assert!(Board::from_stones(stones(twelve), stones(apart)).is_err());
}

#[test]
fn position_texts_are_read_with_clear_errors() {
    let start = "19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19";
    for (text, why) in [
        (format!("{start} x 1"), ""),
        (format!("  {start}  X 1 "), "ends with `x 1`"),
        (format!("{start} o 2"), "ends with `x 1`"),
        (start.to_owned(), "and the turn"),
        (String::new(), "and the turn"),
        ("19/19 x 1".to_owned(), "not 2"),
        (start.replacen("19", "18", 1) + " x 1", "row 1 from the top must have 19 points"),
        (start.replacen("19", "19x", 1) + " o 2", "row 1 from the top must have 19 points"),
        (start.replacen("19", "99999999999999999999", 1) + " x 1", "19 points"),
        (start.replacen("19", "18q", 1) + " x 1", "`q` is not x, o or a number"),
        (start.replacen("19", "18o", 1) + " x 1", "no game reaches"),
    ] {
        match Connect6::read_position(&text, &()) {
            Ok(_) => assert_eq!(why, "", "{text}"),
            Err(error) => assert!(!why.is_empty() && error.to_string().contains(why), "{text}: {error}"),
        }
    }
}

#[test]
fn points_are_read_leniently_and_written_canonically() {
    for text in ["J10", "j10", " J 10 ", "Ｊ１０", "ｊ　１０", "\tj10\r"] {
        let mut out = String::new();
        Connect6::write(&point(text), &mut out);
        assert_eq!(out, "J10", "{text:?}");
    }
    for text in ["", "J", "10", "J-1", "J+8", "J100", "JJ", "10J", "J1.0", "Ж10", "J１０１"] {
        assert!(Connect6::read(text).is_err(), "{text:?}");
    }
}
