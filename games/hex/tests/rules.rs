//! One test per sentence of the rules: `RULES.md` 10, and the school's text (section 四, 10), whose sentences
//! are quoted above their tests.

use hex::{Board, Cell, Hex, Move, Rules, Stones};
use leitai_core::{
    Actor, COMMON_OPTIONS, DialectName, Game, Lang, Options, Outcome, Position, Said, Seat, Seen, Span, Spot,
    State, Turn, Why, perft,
};
use std::time::Duration;

fn rules(given: &[(&str, &str)]) -> Result<Rules, String> {
    let specs = COMMON_OPTIONS.iter().chain(Hex::FACTS.options);
    let options = Options::parse(specs, given.iter().copied()).map_err(|bad| bad.to_string())?;
    Hex::rules(&options).map_err(|bad| bad.to_string())
}

fn size(size: u8) -> Rules {
    Rules::new(size, false, false).unwrap()
}

fn with_swap(size: u8) -> Rules {
    Rules::new(size, true, false).unwrap()
}

fn act(text: &str) -> Move {
    Hex::read(text).unwrap()
}

fn cell(text: &str) -> Cell {
    let Move::Stone(cell) = act(text) else { panic!("{text} is no cell") };
    cell
}

fn after(rules: Rules, acts: &str) -> Board {
    let mut board = Board::initial(&rules);
    for text in acts.split_whitespace() {
        let Turn::Of(by) = board.turn() else { panic!("{text} comes after the end") };
        assert_eq!(board.check(by, &act(text)), Ok(()), "{text}");
        board.play(by, &act(text));
    }
    board
}

fn on_turn(board: &Board) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|seat| board.turn().owes(Actor::Seat(*seat)))
}

/// The broken rule, in English.
fn refused(board: &Board, seat: Seat, text: &str) -> &'static str {
    board.check(Actor::Seat(seat), &act(text)).expect_err("it is illegal").rule.en
}

/// Whether the stones of one colour, alone on the board, join its borders.
fn joins(board: u8, seat: Seat, cells: &str) -> bool {
    cells.split_whitespace().map(cell).collect::<Stones>().connects(seat, board)
}

// 典型的棋盘由11×11个六边形单元格组成
#[test]
fn the_board_has_11_by_11_cells() {
    let board = Board::initial(&Rules::default());
    assert_eq!(perft(&board, 1), 121);
    for corner in ["A1", "A11", "K1", "K11"] {
        assert_eq!(board.check(Actor::Seat(Seat::First), &act(corner)), Ok(()));
    }
    for outside in ["L1", "A12", "S19"] {
        assert_eq!(refused(&board, Seat::First, outside), "no such cell on this board");
    }
}

#[test]
fn each_row_is_shifted_half_a_cell_to_the_right_of_the_one_above() {
    let scene = Hex::scene(Seen::Truth(&Board::initial(&Rules::default())), &[]);
    let x_of = |name: &str| scene.places.iter().find(|place| place.name == name).expect(name).x;
    let width = x_of("B1") - x_of("A1");
    for (above, below) in [("A1", "A2"), ("A2", "A3"), ("F5", "F6"), ("K10", "K11")] {
        assert_eq!(2 * (x_of(below) - x_of(above)), width, "{above} {below}");
    }
}

// 红色（横向）坐标表示范围A-K,蓝色（纵向）坐标表示范围1-11
#[test]
fn columns_have_letters_and_rows_have_numbers_from_the_top() {
    assert_eq!(cell("A1"), Cell::new(0, 0).unwrap());
    assert_eq!(cell("K1"), Cell::new(10, 0).unwrap());
    assert_eq!(cell("C11"), Cell::new(2, 10).unwrap());
}

// 严格按照坐标（先纵再横的顺序）描述
#[test]
fn coordinates_are_read_in_either_order_and_written_letter_first() {
    for text in ["F6", "f6", "6F", "6f", " F 6 ", "Ｆ６", "６Ｆ", "(F,6)", "F,6", "6,F", "\tf6\r"] {
        let mut out = String::new();
        Hex::write(&act(text), &mut out);
        assert_eq!(out, "F6", "{text:?}");
    }
    for text in ["swap", "SWAP", "swap-pieces", " swap ", "交换"] {
        let mut out = String::new();
        Hex::write(&act(text), &mut out);
        assert_eq!(out, "swap", "{text:?}");
    }
    for text in
        ["", "F", "6", "F0", "F20", "T1", "FF6", "F66", "F-6", "F+6", "F6F", "6F6", "Ж6", "F6)", "(F6", ","]
    {
        assert!(Hex::read(text).is_err(), "{text:?}");
    }
}

// 棋子：两种颜色的圆形棋子，红与蓝。对弈双方各执一种颜色的棋子。每局比赛红方先
#[test]
fn red_moves_first() {
    let board = Board::initial(&Rules::default());
    assert_eq!(on_turn(&board), Some(Seat::First));
    assert_eq!(Hex::FACTS.seat(Seat::First).en, "red");
    assert_eq!(Hex::FACTS.seat(Seat::Second).zh, "蓝");
    assert_eq!(refused(&board, Seat::Second, "F6"), "not this seat's turn");
}

// 双方交替落子，每次只能落一个棋子，每个棋子占据一个六边形单元格
#[test]
fn the_sides_place_one_stone_each_in_turn() {
    let mut board = Board::initial(&Rules::default());
    let mut movers = String::new();
    for text in ["F6", "A1", "B2", "K11", "C3"] {
        let before = board.turn();
        let by = before.next().unwrap();
        movers.push(if by == Actor::Seat(Seat::First) { 'r' } else { 'b' });
        board.play(by, &act(text));
        assert!(!before.goes_on(board.turn(), by), "a turn is one stone");
    }
    assert_eq!((movers.as_str(), board.placed()), ("rbrbr", 5));
    assert_eq!((board.at(cell("F6")), board.at(cell("A1"))), (Some(Seat::First), Some(Seat::Second)));
}

#[test]
fn a_cell_holds_one_stone() {
    let board = after(Rules::default(), "F6 G7");
    for taken in ["F6", "G7"] {
        assert_eq!(refused(&board, Seat::First, taken), "cell occupied");
    }
    let mut moves = Vec::new();
    board.moves(Actor::Seat(Seat::First), &mut moves);
    assert!(moves.len() == 119 && !moves.contains(&act("F6")));
}

#[test]
fn there_is_no_pass() {
    let mut moves = Vec::new();
    after(Rules::default(), "F6").moves(Actor::Seat(Seat::Second), &mut moves);
    assert!(moves.iter().all(|m| matches!(m, Move::Stone(_))));
    assert!(Hex::read("pass").is_err());
}

// 两个相邻的同色棋子被认为相互连通
#[test]
fn a_cell_touches_six_others() {
    let touched = |text: &str| {
        let stone = Stones::of(cell(text));
        let mut names = Vec::new();
        for cell in Stones::board(11).iter().filter(|cell| stone.touches(*cell)) {
            let mut name = String::new();
            Hex::write(&Move::Stone(cell), &mut name);
            names.push(name);
        }
        names.join(" ")
    };
    assert_eq!(touched("F6"), "F5 G5 E6 G6 E7 F7");
    assert_eq!(touched("A1"), "B1 A2");
    assert_eq!(touched("K1"), "J1 J2 K2");
    assert_eq!(touched("A11"), "A10 B10 B11");
    assert_eq!(touched("K11"), "K10 J11");
}

// 最先将同色的两个边界用同色棋子连通的一方获胜; 上下两个边界线为红色
#[test]
fn red_joins_top_and_bottom() {
    for chain in
        ["A1 A2 A3 A4 A5", "E1 E2 E3 E4 E5", "E1 D2 C3 B4 A5", "C1 C2 B3 C3 D3 D4 C5", "A5 A4 A3 A2 A1"]
    {
        assert!(joins(5, Seat::First, chain), "{chain}");
    }
    // Left to right joins nothing for red; diagonal neighbours would touch only on squares; the others have a
    // gap.
    for broken in ["A3 B3 C3 D3 E3", "A1 B2 C3 D4 E5", "A1 A2 A4 A5", "A1 A2 A3 B5 A5", ""] {
        assert!(!joins(5, Seat::First, broken), "{broken}");
    }
    let board = after(size(3), "B1 A2 B2 C2 B3");
    assert_eq!(
        board.turn(),
        Turn::Over(Outcome { winner: Some(Seat::First), why: board.turn().outcome().unwrap().why })
    );
    let Some(Outcome { why: Why::Law(words), .. }) = board.turn().outcome() else { panic!("not by the law") };
    assert_eq!((words.to(Lang::En), words.to(Lang::Zh)), ("joined both borders", "连通两边"));
}

// 左右两个边界线为蓝色
#[test]
fn blue_joins_left_and_right() {
    for chain in ["A1 B1 C1 D1 E1", "A5 B4 C3 D2 E1", "E3 D3 C3 B3 A3", "A3 B3 B4 B5 C4 D3 D2 E1"] {
        assert!(joins(5, Seat::Second, chain), "{chain}");
    }
    for broken in ["A1 A2 A3 A4 A5", "A1 B2 C3 D4 E5", "A3 B3 D3 E3", "A1 B1 C1 D1", ""] {
        assert!(!joins(5, Seat::Second, broken), "{broken}");
    }
    let board = after(size(3), "B1 A2 C1 B2 A3 C2");
    assert_eq!(board.winner(), Some(Seat::Second));
}

/// Each of the four corners ends a chain of red as well as one of blue.
#[test]
fn a_corner_cell_belongs_to_both_borders() {
    for (seat, chain) in [
        (Seat::First, "A1 A2 A3 A4 A5"),
        (Seat::First, "E1 E2 E3 E4 E5"),
        (Seat::Second, "A1 B1 C1 D1 E1"),
        (Seat::Second, "A5 B5 C5 D5 E5"),
    ] {
        assert!(joins(5, seat, chain), "{chain}");
        for end in [chain.split_once(' ').unwrap().1, chain.rsplit_once(' ').unwrap().0] {
            assert!(!joins(5, seat, end), "{end} lacks a corner");
        }
    }
}

#[test]
fn the_game_is_over_with_the_stone_that_joins() {
    let board = after(size(3), "B1 A2 B2 C2 B3");
    assert_eq!((on_turn(&board), board.open().is_empty(), perft(&board, 1)), (None, true, 0));
    for seat in Seat::BOTH {
        assert_eq!(refused(&board, seat, "A1"), "not this seat's turn");
    }
    // It does not matter which stone of the chain comes last.
    for acts in ["B3 A2 B2 C2 B1", "B1 A2 B3 C2 B2"] {
        assert_eq!(after(size(3), acts).winner(), Some(Seat::First), "{acts}");
    }
}

#[test]
fn a_chain_may_wind_up_again_before_it_arrives() {
    let down = "B1 B2 B3 B4 A5 A6 B6 C6 D5 D4 D3 E2 F2 F3 F4 F5 F6 F7";
    assert!(joins(7, Seat::First, down));
    for missing in down.split_whitespace() {
        let rest: Vec<_> = down.split_whitespace().filter(|cell| *cell != missing).collect();
        assert!(!joins(7, Seat::First, &rest.join(" ")), "without {missing}");
    }
}

// 不存在和棋
#[test]
fn a_full_board_has_exactly_one_winner() {
    // Every filled board of 2×2 and 3×3, whatever the numbers of stones.
    for size in [2_u8, 3] {
        let cells: Vec<Cell> = Stones::board(size).iter().collect();
        for colours in 0..1_u32 << cells.len() {
            let of = |colour| {
                (0..).zip(&cells).filter(move |(i, _)| colours >> i & 1 == colour).map(|(_, cell)| *cell)
            };
            let red: Stones = of(0).collect();
            let blue: Stones = of(1).collect();
            assert_ne!(red.connects(Seat::First, size), blue.connects(Seat::Second, size), "{colours:b}");
        }
    }
}

#[test]
fn by_default_there_is_no_swap_and_no_barred_opening() {
    let board = after(Rules::default(), "F6");
    assert!(!board.can_swap());
    assert_eq!(refused(&board, Seat::Second, "swap"), "there is no swap in this game");
    assert_eq!(rules(&[]), Ok(Rules::default()));
}

#[test]
fn a_swap_mirrors_the_first_stone_and_gives_it_to_second() {
    let mut board = after(with_swap(11), "C2");
    assert!(board.can_swap());
    board.play(Actor::Seat(Seat::Second), &Move::Swap);
    assert_eq!((board.at(cell("C2")), board.at(cell("B3"))), (None, Some(Seat::Second)));
    assert_eq!((board.placed(), on_turn(&board)), (1, Some(Seat::First)));
    // A stone on the long diagonal stays where it is.
    let board = after(with_swap(11), "F6 swap");
    assert_eq!((board.at(cell("F6")), board.placed()), (Some(Seat::Second), 1));
}

#[test]
fn a_stone_taken_over_joins_like_any_other() {
    // The stone was on red's border and is then on blue's: B1 becomes A2.
    assert_eq!(after(with_swap(3), "B1 swap A1 B2 A3 C1").winner(), Some(Seat::Second));
    // The stone is on no border: it is joined once its neighbour is.
    assert_eq!(after(with_swap(3), "B2 swap A1 A3 B1 C1").winner(), Some(Seat::Second));
}

#[test]
fn only_second_may_swap_and_only_as_its_first_act() {
    let no = "only Second may swap, and only as its first act";
    assert_eq!(refused(&Board::initial(&with_swap(11)), Seat::First, "swap"), no);
    assert_eq!(refused(&after(with_swap(11), "C2 D4"), Seat::First, "swap"), no);
    assert_eq!(refused(&after(with_swap(11), "C2 swap"), Seat::First, "swap"), no);
    assert_eq!(refused(&after(with_swap(11), "C2 swap D4"), Seat::Second, "swap"), no);
    assert_eq!(refused(&after(with_swap(11), "C2"), Seat::First, "swap"), "not this seat's turn");
}

#[test]
fn the_first_stone_may_be_barred_from_the_centre() {
    let rules = rules(&[("forbidden_opening", "center")]).unwrap();
    let board = Board::initial(&rules);
    assert_eq!(refused(&board, Seat::First, "F6"), "the first stone may not stand in the centre");
    assert_eq!(perft(&board, 1), 120);
    // After the first stone, the centre is a cell like any other.
    for seat in ["E6", "E6 A1"] {
        assert_eq!(after(rules, &format!("{seat} F6")).placed(), seat.len().div_ceil(3) as u16 + 1);
    }
}

#[test]
fn the_board_may_have_2_to_19_cells_on_a_side() {
    for size in ["2", "5", "11", "19"] {
        let rules = rules(&[("size", size)]).unwrap();
        assert_eq!(rules.size().to_string(), size);
        assert_eq!(perft(&Board::initial(&rules), 1), u64::from(rules.size()).pow(2));
    }
    for size in ["0", "1", "20", "-3", "eleven", ""] {
        assert!(rules(&[("size", size)]).is_err(), "{size:?}");
    }
    let bad = rules(&[("size", "8"), ("forbidden_opening", "center")]).unwrap_err();
    assert_eq!(
        bad,
        "options size 8 and forbidden_opening: a board with an even side has no centre cell to bar"
    );
}

#[test]
fn the_school_preset_has_thirty_minutes_a_side() {
    let preset = Hex::FACTS.presets.iter().find(|preset| preset.name == "school").unwrap();
    assert_eq!(preset.clock.game, Some(Duration::from_mins(30)));
    assert_eq!((preset.clock, preset.clock.to_string().as_str()), (Hex::FACTS.clock, "start=5s,game=30m"));
    assert_eq!(rules(preset.options), Ok(Rules::default()));
}

#[test]
fn on_the_wire_both_letters_count_from_the_top_left() {
    let board = after(Rules::default(), "F6");
    let mut sau = Hex::dialect(DialectName::Sau, &Options::default()).unwrap();
    sau.hear(&board, b"name x").unwrap();
    let said = |line: &[u8]| {
        Hex::dialect(DialectName::Sau, &Options::default())
            .map(|mut sau| sau.hear(&board, b"name x").and_then(|_| sau.hear(&board, line)))
    };
    assert_eq!(said(b"move BK"), Some(Ok(Said::Acts(vec![act("B11")], Span::Turn))));
    assert_eq!(said(b"move swap"), Some(Ok(Said::Acts(vec![Move::Swap], Span::Turn))));
    for line in [&b"move AL"[..], b"move LA", b"move A1", b"move A", b"move ABC", b"move @@"] {
        assert!(said(line).unwrap().is_err(), "{}", String::from_utf8_lossy(line));
    }
}

#[test]
fn every_act_can_be_clicked() {
    let board = after(with_swap(5), "C2");
    let scene = Hex::scene(Seen::Truth(&board), &[]);
    let mut moves = Vec::new();
    board.moves(Actor::Seat(Seat::Second), &mut moves);
    assert_eq!(moves.len(), 25);
    for m in moves {
        let mut text = String::new();
        Hex::write(&m, &mut text);
        match Hex::clicks(&with_swap(5), &m).as_slice() {
            [Spot::Point(at)] => assert_eq!(scene.places[usize::from(*at)].name, text),
            [Spot::Button(id)] => assert!(*id == text && scene.buttons.iter().any(|button| button.id == *id)),
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(Hex::scene(Seen::Truth(&after(with_swap(5), "C2 A1")), &[]).buttons.is_empty());
}
