//! One test per sentence of the rules on the designated opening: `RULES.md` 1, and the school text (五子棋项目).
//! Each sentence is quoted above its test.

use crate::table::{self, after, end, free, play, reads, refused, rules};
use gomoku::{Bans, Board, Gomoku, Move, Opening, Phase, Point, Rules, Side, Symmetry};
use leitai_core::{Actor, Game, Options, Position, Seat, State, Turn};

/// H8, H9 and H10 shown, two fifth stones, sides kept, white's fourth on the axis.
const OPENED: &str = "H8 H9 H10 n:2 keep H7";

fn on_turn(board: &Board) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|seat| board.turn().owes(Actor::Seat(*seat)))
}

fn moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    for seat in Seat::BOTH {
        board.moves(Actor::Seat(seat), &mut moves);
    }
    moves
}

// 在采用指定开局时黑方的第一枚棋子应下在天元上。
#[test]
fn the_first_stone_of_a_designated_opening_is_h8() {
    let board = Board::initial(&Rules::default());
    assert_eq!(moves(&board), [reads("H8")]);
    assert_eq!(refused(&board, "H9"), "the first stone stands on H8");
    // In a free opening the first stone may go anywhere.
    assert!(free(Bans::Off).check(Actor::Seat(Seat::First), &reads("A1")).is_ok());
}

// 指定开局：指黑方决定了前三个棋子落于何处，其中包括两个黑子和一个白子。黑方应同时给出第五手需要的打点数量。
#[test]
fn first_shows_three_stones_and_the_number_in_one_turn() {
    let mut board = Board::initial(&Rules::default());
    for text in ["H8", "I9", "J10", "n:3"] {
        assert_eq!(on_turn(&board), Some(Seat::First));
        play(&mut board, text);
    }
    assert_eq!(on_turn(&board), Some(Seat::Second));
    assert_eq!((board.stones(Side::Black).len(), board.stones(Side::White).len()), (2, 1));
    assert_eq!(*board.phase(), Phase::Swap(3));
}

// 黑方还决定了白方的第一子的落点（白2）。 直指或斜指。
#[test]
fn white_2_is_one_of_the_eight_neighbours() {
    let board = after("H8");
    assert_eq!(moves(&board).len(), 8);
    assert_eq!(refused(&board, "H10"), "the second stone stands next to H8");
    assert_eq!(refused(&board, "H8"), "point occupied");
}

// 黑方的第二子（黑3），应落在围绕天元点5线×5线而形成的以天元为正中的由交叉点组成的区域内。
#[test]
fn black_3_is_within_the_central_five_by_five() {
    let board = after("H8 H9");
    assert_eq!(moves(&board).len(), 23);
    assert_eq!(refused(&board, "H11"), "the third stone stands within the central 5×5");
    assert_eq!(refused(&board, "E8"), "the third stone stands within the central 5×5");
    assert_eq!(refused(&board, "H9"), "point occupied");
}

// 采用指定开局办法的比赛均采用斜指或直指开局（26种）。
#[test]
fn the_184_placements_are_the_26_openings() {
    let mut met = [0; 26];
    let start = after("H8");
    for second in moves(&start) {
        let mut two = start;
        two.play(Actor::Seat(Seat::First), &second);
        for third in moves(&two) {
            let mut three = two;
            three.play(Actor::Seat(Seat::First), &third);
            let opening = three.opening().expect("one of the 26");
            met[Opening::all().position(|other| other == opening).unwrap()] += 1;
        }
    }
    assert_eq!(met.iter().sum::<i32>(), 184);
    // There are four of a kind on an axis, and eight elsewhere.
    assert!(met.iter().all(|n| [4, 8].contains(n)), "{met:?}");
}

#[test]
fn openings_have_the_names_of_the_table() {
    let table = [
        (
            "H9",
            "寒星 H10 · 溪月 I10 · 疏星 J10 · 花月 I9 · 残月 J9 · 雨月 I8 · 金星 J8 · 松月 H7 · 丘月 I7 · 新月 J7 · 瑞星 H6 · 山月 I6 · 游星 J6",
        ),
        (
            "I9",
            "长星 J10 · 峡月 J9 · 恒星 J8 · 水月 J7 · 流星 J6 · 云月 I8 · 浦月 I7 · 岚月 I6 · 银月 H7 · 明星 H6 · 斜月 G7 · 名月 G6 · 彗星 F6",
        ),
    ];
    for (white, names) in table {
        for entry in names.split(" · ") {
            let (name, black) = entry.split_once(' ').unwrap();
            assert_eq!(after(&format!("H8 {white} {black}")).opening().unwrap().name().zh, name);
        }
    }
    // Rotated and reflected.
    assert_eq!(after("H8 G8 F8").opening().unwrap().name().zh, "寒星");
    assert_eq!(after("H8 G7 J10").opening().unwrap().name().zh, "彗星");
}

// 此后…需要在落第五手时按照要求的打点数量。 1 ≤ N ≤ max_offers.
#[test]
fn the_number_is_from_1_to_the_bound() {
    let board = after("H8 H9 H10");
    assert_eq!(moves(&board).len(), 12);
    let bad = "the number of fifth stones is from 1 to the rules' bound";
    for number in ["n:0", "n:13", "n:255"] {
        assert_eq!(refused(&board, number), bad);
    }
    let mut three = Board::initial(&rules(&[("max_offers", "3")]));
    play(&mut three, "H8 H9 H10");
    assert_eq!(moves(&three), [1, 2, 3].map(Move::Announce));
    assert_eq!(refused(&three, "n:4"), bad);
}

#[test]
fn there_are_always_more_inequivalent_fifth_points_than_may_be_announced() {
    // A group of symmetries has at most eight members, and 221 points are empty, so offers never run out
    // below the limit of twelve.
    for text in ["H8 H9 H10 n:12 keep H7", "H8 H9 H10 n:12 keep A1"] {
        let mut board = after(text);
        for _ in 0..12 {
            let first = moves(&board)[0];
            play(&mut board, &table::text(first));
        }
        assert!(matches!(board.phase(), Phase::Choose(offers) if offers.len() == 12));
    }
}

// 三手交换：在黑3之后，白方在应白4之前，可选择黑棋或白棋。
#[test]
fn second_may_swap_sides_before_the_fourth_stone() {
    let board = after("H8 H9 H10 n:1");
    assert_eq!(moves(&board), [Move::Swap(false), Move::Swap(true)]);
    let swapped = after("H8 H9 H10 n:1 swap");
    assert_eq!(swapped.seat(Side::Black), Seat::Second);
    assert_eq!(swapped.side(Seat::First), Side::White);
    assert_eq!(on_turn(&swapped), Some(Seat::First), "white has the fourth stone");
    let kept = after("H8 H9 H10 n:1 keep");
    assert_eq!(kept.seat(Side::Black), Seat::First);
    assert_eq!(on_turn(&kept), Some(Seat::Second));
    assert!(
        board.turn().goes_on(kept.turn(), Actor::Seat(Seat::Second)),
        "keep and the fourth stone: one turn"
    );
}

// 每盘棋只有一次选择机会。
#[test]
fn sides_are_swapped_once() {
    for board in
        [after("H8 H9 H10 n:1 swap"), after("H8 H9 H10 n:1 keep H7"), after("H8 H9 H10 n:1 swap H7 ?I9 !I9")]
    {
        let refusal = refused(&board, "swap");
        assert!(refusal.contains("is due"), "{refusal}");
    }
}

#[test]
fn white_4_stands_anywhere() {
    assert_eq!(moves(&after("H8 H9 H10 n:1 keep")).len(), 222);
    assert_eq!(moves(&after("H8 H9 H10 n:1 swap")).len(), 222);
    assert_eq!(refused(&after("H8 H9 H10 n:1 swap"), "H9"), "point occupied");
}

// 此后无论对局者谁执黑棋，都需要在落第五手时按照要求的打点数量，在盘面上的空白交叉点上放置相应数量的黑子。
#[test]
fn whoever_has_black_offers_as_many_fifth_stones_as_announced() {
    for (swap, seat) in [("keep", Seat::First), ("swap", Seat::Second)] {
        let mut board = after(&format!("H8 H9 H10 n:3 {swap} H7"));
        for offer in ["?I9", "?A1", "?B5"] {
            assert_eq!(on_turn(&board), Some(seat));
            play(&mut board, offer);
        }
        assert_eq!(on_turn(&board), Some(seat.other()));
        assert_eq!(board.placed(), 4, "offers are not on the board yet");
    }
    assert_eq!(refused(&after(OPENED), "?H7"), "point occupied");
    assert_eq!(refused(&after(OPENED), "I9"), "an offer of a fifth stone is due: ?I9");
}

// 位置不同形的黑子。
#[test]
fn no_two_offers_are_equivalent_under_a_symmetry_of_the_four_stones() {
    let same = "an offer equals another under a symmetry of the position";
    let board = after(&format!("{OPENED} ?I9"));
    assert_eq!(refused(&board, "?G9"), same);
    assert_eq!(refused(&board, "?I9"), same);
    assert!(
        board.check(Actor::Seat(Seat::First), &reads("?I7")).is_ok(),
        "turning over would change colours"
    );
    // Off the axis nothing is equivalent.
    let board = after("H8 H9 H10 n:2 keep I7 ?I9");
    assert!(board.check(Actor::Seat(Seat::First), &reads("?G9")).is_ok());
    // A diagonal axis.
    let board = after("H8 I9 J10 n:2 keep G7 ?H9");
    assert_eq!(refused(&board, "?I8"), same);
}

#[test]
fn colours_are_kept_and_translations_do_not_count() {
    // Upside down, black would fall on white: only the upright axis is a symmetry.
    let board = after("H8 H9 H7 n:2 keep H10 ?A1");
    assert_eq!(refused(&board, "?O1"), "an offer equals another under a symmetry of the position");
    assert!(board.check(Actor::Seat(Seat::First), &reads("?A15")).is_ok());
    // The four stones are unchanged by a reflection in row 9, but that is no symmetry of the board.
    let board = after("H8 H9 H10 n:2 keep J9 ?G8");
    assert!(board.check(Actor::Seat(Seat::First), &reads("?G10")).is_ok());
    let count = |board: &Board| Symmetry::of(board.stones(Side::Black), board.stones(Side::White)).count();
    assert_eq!((count(&board), count(&after(OPENED))), (1, 2));
}

// 白方只能在这些黑子中留下一个黑子作为黑5。
#[test]
fn white_keeps_one_of_the_offers_and_plays_the_sixth_in_the_same_turn() {
    let board = after(&format!("{OPENED} ?I9 ?A1"));
    assert_eq!(moves(&board), [reads("!I9"), reads("!A1")]);
    assert_eq!(refused(&board, "!B2"), "this stone was not offered");
    assert_eq!(refused(&board, "B2"), "the choice of a fifth stone is due: !I9");
    let chosen = after(&format!("{OPENED} ?I9 ?A1 !I9"));
    assert!(board.turn().goes_on(chosen.turn(), Actor::Seat(Seat::Second)));
    assert_eq!((chosen.at(Point::new(8, 6).unwrap()), chosen.placed()), (Some(Side::Black), 5));
    let sixth = after(&format!("{OPENED} ?I9 ?A1 !I9 A1"));
    assert_eq!(sixth.at(Point::new(0, 14).unwrap()), Some(Side::White), "a point not kept is empty");
    assert_eq!(on_turn(&sixth), Some(Seat::First));
}

#[test]
fn after_a_swap_seats_and_sides_stay_apart() {
    // Second has black and makes five: Second wins.
    let board = after("H8 H9 H10 n:1 swap A1 ?I8 !I8 C1 J8 E1 K8 G1 L8");
    assert_eq!(end(&board), (Some(Seat::Second), "five in a row"));
    // First has white and makes five: First wins.
    let board = after("H8 H9 H10 n:1 swap A1 ?M13 !M13 B1 O13 C1 M11 D1 O11 E1");
    assert_eq!(end(&board), (Some(Seat::First), "five in a row"));
}

/// Every outcome of the lot, with its weight.
fn laid() -> Vec<(Board, u32)> {
    let rules = rules(&[("opening", "designated"), ("opening_by", "platform")]);
    let mut falls = vec![(Board::initial(&rules), 1)];
    for _ in 0..3 {
        falls = falls
            .iter()
            .flat_map(|(board, weight)| {
                assert_eq!(board.turn(), Turn::Of(Actor::Chance));
                let mut chances = Vec::new();
                board.chances(&mut chances);
                chances.into_iter().map(move |(m, of)| {
                    let mut after = *board;
                    after.play(Actor::Chance, &m);
                    (after, weight * of)
                })
            })
            .collect();
    }
    falls
}

// `opening_by=platform`: one of the 26 openings as in the table, all equally likely.
#[test]
fn the_lot_lays_each_of_the_26_openings_alike() {
    let falls = laid();
    let drawn: Vec<Opening> = falls.iter().map(|(board, _)| board.opening().expect("one of them")).collect();
    assert_eq!(drawn, Opening::all().collect::<Vec<_>>());
    for ((board, weight), opening) in falls.iter().zip(drawn) {
        assert_eq!(*weight, falls[0].1, "{:?}", opening.name());
        for (point, side) in opening.stones().into_iter().zip([Side::Black, Side::White, Side::Black]) {
            assert_eq!(board.at(point), Some(side));
        }
    }
}

// There is no swap and there are no offers: white, Second, places the fourth stone, and stones follow in turn.
#[test]
fn white_moves_next_after_a_laid_opening() {
    for (board, _) in laid() {
        assert_eq!(on_turn(&board), Some(Seat::Second));
        assert_eq!(board.side(Seat::Second), Side::White);
        assert_eq!(refused(&board, "swap"), "a stone is due");
        let mut board = board;
        play(&mut board, "A1 A15 O1");
        assert_eq!((board.stones(Side::Black).len(), board.stones(Side::White).len()), (3, 3));
        assert_eq!(on_turn(&board), Some(Seat::First));
    }
}

// Forbidden moves bind black, as in the designated opening.
#[test]
fn a_laid_opening_has_forbidden_moves() {
    let rules = rules(&[("opening_by", "platform")]);
    assert_eq!(rules.bans, Bans::Automatic);
    let board = table::play_from(Board::initial(&rules), "H8 H9 J8 A1 I9 A3 I10 A5 I8");
    assert_eq!(end(&board), (Some(Seat::Second), "black's double-three is forbidden"));
}

// The lot draws only from the table.
#[test]
fn the_lot_lays_nothing_but_the_table() {
    let rules = rules(&[("opening_by", "platform")]);
    let board = Board::initial(&rules);
    assert_eq!(refused(&board, "H9"), "the lot lays one of the 26 openings as the table has it");
    // G8 is the same opening as H9 in another orientation; the table contains only one of them.
    let board = table::play_from(board, "H8");
    assert_eq!(refused(&board, "G8"), "the lot lays one of the 26 openings as the table has it");
}

// The platform lays a designated opening: with a free one there is nothing to lay.
#[test]
fn a_free_opening_is_not_laid() {
    let specs = leitai_core::COMMON_OPTIONS.iter().chain(Gomoku::FACTS.options);
    let options =
        Options::parse(specs, [("opening", "free"), ("opening_by", "platform")]).expect("they are known");
    let why = Gomoku::rules(&options).expect_err("a contradiction");
    assert!(why.to_string().contains("opening=free"), "{why}");
}
