//! One test per sentence of the rules: `RULES.md` 5, and the school text's section 亚马逊棋项目. Each sentence is
//! quoted above its test.

use amazons::{Amazons, Board, Move, Rules, Size, Square};
use leitai_core::{
    Actor, DialectName, Form, Game, Lang, MarkKind, Outcome, Played, Position, Seat, Seen, Spot, State, Tone,
    Turn,
};
use std::time::Duration;

const START: &str = "3o2o3/10/10/o8o/10/10/x8x/10/10/3x2x3 x";
const SMALL: Rules = Rules { size: Size::Eight };

fn start() -> Board {
    Board::initial(&Rules::default())
}

fn board(text: &str) -> Board {
    Amazons::read_position(text, &Rules::default()).expect(text)
}

fn m(text: &str) -> Move {
    Amazons::read(text).expect(text)
}

fn moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.moves(Actor::Seat(board.mover()), &mut moves);
    moves
}

/// The rule that a move breaks. Also checks that the move is not listed.
fn refusal(board: &Board, text: &str) -> &'static str {
    assert!(!moves(board).contains(&m(text)), "{text} is listed");
    board.check(Actor::Seat(board.mover()), &m(text)).expect_err(text).rule.en
}

fn after(board: &Board, text: &str) -> Board {
    let mut board = *board;
    let by = Actor::Seat(board.mover());
    assert_eq!(board.check(by, &m(text)), Ok(()), "{text}");
    assert!(moves(&board).contains(&m(text)), "{text} is not listed");
    board.play(by, &m(text));
    board
}

fn text(board: &Board) -> String {
    let mut text = String::new();
    Amazons::write_position(board, &mut text);
    text
}

fn over(board: &Board) -> (Option<Seat>, &'static str) {
    let Turn::Over(Outcome { winner, why }) = board.turn() else { panic!("{board:?} goes on") };
    (winner, why.text(Lang::En))
}

/// The tone of each square, by name.
fn tone(board: &Board, name: &str) -> Tone {
    let scene = Amazons::scene(Seen::Truth(board), &[]);
    scene.places.iter().find(|place| place.name == name).expect(name).tone
}

// 棋盘：由黑白相间的10*10的方格组成，双方右下角为白色格子
#[test]
fn the_board_has_10_by_10_squares_and_the_right_corner_of_both_is_light() {
    let scene = Amazons::scene(Seen::Truth(&start()), &[]);
    assert_eq!(scene.places.len(), 100);
    let light = scene.places.iter().filter(|place| place.tone == Tone::Plain).count();
    assert_eq!(light, 50);
    assert_eq!([tone(&start(), "j1"), tone(&start(), "a10")], [Tone::Plain; 2]);
    assert_eq!([tone(&start(), "a1"), tone(&start(), "i1"), tone(&start(), "j2")], [Tone::Shaded; 3]);
}

// 棋子：每方有4个棋子（4个Amazons）。
#[test]
fn each_side_has_four_amazons_at_the_start() {
    assert_eq!(text(&start()), START);
    let names = |seat| {
        let mut names: Vec<_> =
            start().amazons(seat).map(|square| (char::from(b'a' + square.x()), square.y() + 1)).collect();
        names.sort_unstable();
        names
    };
    assert_eq!(names(Seat::First), [('a', 4), ('d', 1), ('g', 1), ('j', 4)]);
    assert_eq!(names(Seat::Second), [('a', 7), ('d', 10), ('g', 10), ('j', 7)]);
    assert_eq!(start().arrows().count(), 0);
}

// （1）每个棋子都相当于国际象棋中的皇后 … 可以在8个方向 … 上任意行走
#[test]
fn sentence_1_an_amazon_goes_any_way_in_eight_directions() {
    let board = board("10/10/10/10/4x5/10/10/10/xxx7/oooo6 x");
    let mut reached: Vec<_> =
        moves(&board).iter().filter(|m| m.from() == Square::new(4, 5).unwrap()).map(|m| m.to()).collect();
    reached.sort();
    reached.dedup();
    // A row, a column and two diagonals, less a2.
    assert_eq!(reached.len(), 9 + 9 + 9 + 8 - 1);
    for to in ["e10", "e1", "a6", "j6", "a10", "i10", "j1"] {
        after(&board, &format!("e6{to}(e6)"));
    }
    for to in ["f8", "g7", "c7", "d3", "a1", "h10"] {
        assert_eq!(refusal(&board, &format!("e6{to}(e6)")), "not a queen's move", "{to}");
    }
}

// （1）… 但不能穿过阻碍
#[test]
fn sentence_1_but_not_through_what_stands_in_the_way() {
    assert_eq!(refusal(&start(), "d1g1(h1)"), "the amazon's way is blocked", "onto an own amazon");
    assert_eq!(refusal(&start(), "d1h1(i1)"), "the amazon's way is blocked", "over an own amazon");
    assert_eq!(refusal(&start(), "d1d10(d9)"), "the amazon's way is blocked", "onto an enemy");
    assert_eq!(refusal(&start(), "a4a8(a9)"), "the amazon's way is blocked", "over an enemy");
    let arrows = after(&after(&start(), "d1d7(d4)"), "d10e10(e9)");
    assert_eq!(refusal(&arrows, "d7d4(d5)"), "the amazon's way is blocked", "onto an arrow");
    assert_eq!(refusal(&arrows, "d7d3(d2)"), "the amazon's way is blocked", "over an arrow");
    after(&arrows, "d7d5(d6)");
}

// （2）当轮到一方行棋时，此方只能而且必须移动4个Amazons中的一个
#[test]
fn sentence_2_the_side_on_turn_moves_one_of_its_amazons() {
    assert_eq!(refusal(&start(), "d10d9(d8)"), "not an own amazon");
    assert_eq!(refusal(&start(), "e5e6(e7)"), "not an own amazon");
    assert_eq!(refusal(&start(), "d1d1(d2)"), "not a queen's move", "it has to move");
    let shot = after(&start(), "d1d2(d3)");
    assert_eq!(refusal(&after(&shot, "d10d9(d8)"), "d3d4(d5)"), "not an own amazon", "an arrow");
}

// （2）… 由当前移动的棋子释放一个障碍，障碍的释放方法与棋子的移动方法相同（8个方向，但不能穿过障碍）
#[test]
fn sentence_2_the_amazon_that_moved_shoots_an_arrow_like_a_queen() {
    for arrow in ["d9", "d2", "a5", "j5", "b7", "h9", "a2", "h1"] {
        after(&start(), &format!("d1d5({arrow})"));
    }
    assert_eq!(refusal(&start(), "d1d5(e7)"), "the arrow does not fly like a queen");
    assert_eq!(refusal(&start(), "d1d5(d5)"), "the arrow does not fly like a queen", "onto itself");
    assert_eq!(refusal(&start(), "d1d5(d10)"), "the arrow's way is blocked", "onto an enemy");
    assert_eq!(refusal(&start(), "d1d4(a4)"), "the arrow's way is blocked", "onto an own amazon");
    assert_eq!(refusal(&start(), "d1e1(h1)"), "the arrow's way is blocked", "over an own amazon");
    let shot = after(&after(&start(), "d1d5(d7)"), "d10d9(e9)");
    assert_eq!(refusal(&shot, "d5d6(d7)"), "the arrow's way is blocked", "onto an arrow");
    assert_eq!(refusal(&shot, "d5d6(d8)"), "the arrow's way is blocked", "over an arrow");
}

#[test]
fn the_square_an_amazon_left_is_free_for_its_arrow_and_behind_it() {
    let onto = after(&start(), "d1d5(d1)");
    assert_eq!(text(&onto), "3o2o3/10/10/o8o/10/3x6/x8x/10/10/3#2x3 o");
    after(&start(), "d1e1(a1)");
    after(&start(), "d1e1(d1)");
    // A single gap: the only possible arrow goes back.
    let gap = board("xxx#6/####6/10/10/10/9#/10/10/###7/x1#3oooo x");
    assert_eq!(moves(&gap), [m("a1b1(a1)")]);
}

// （2）… 同样障碍的放置也是必须的
#[test]
fn sentence_2_without_an_arrow_it_is_no_move() {
    assert!(Amazons::read("d1d7").is_err());
    assert!(Amazons::read("d1d7()").is_err());
    assert!(Amazons::read("d1d7(g7)(g8)").is_err());
}

// （3）当某方完成某次移动后，对方4个棋子均不能再移动时，对方将输掉比赛
#[test]
fn sentence_3_who_cannot_move_any_amazon_loses() {
    let before = board("oooo#4#/####6/10/10/10/10/10/10/10/xxx1x5 x");
    assert!(matches!(before.turn(), Turn::Of(_)));
    let open = after(&before, "e1e2(f2)");
    assert!(matches!(open.turn(), Turn::Of(Actor::Seat(Seat::Second))), "d10 can still go to e9");
    let shut = after(&before, "e1e2(e9)");
    assert_eq!(over(&shut), (Some(Seat::First), "no amazon can move"));
    assert!(moves(&shut).is_empty());
    assert_eq!(
        shut.check(Actor::Seat(Seat::Second), &m("d10e9(e8)")).unwrap_err().rule.en,
        "not this seat's turn"
    );
    assert_eq!(over(&after(&before, "e1e9(e8)")), (Some(Seat::First), "no amazon can move"), "by an amazon");
}

#[test]
fn the_mover_wins_when_both_are_shut_in() {
    // Black fills its own last square. White already had no move, but now it is white's turn.
    let before = board("xxx#6/####6/10/10/10/9#/10/10/###2#####/x1#2#oooo x");
    assert!(before.can_move(Seat::First) && !before.can_move(Seat::Second));
    let after = after(&before, "a1b1(a1)");
    assert!(Seat::BOTH.into_iter().all(|seat| !after.can_move(seat)));
    assert_eq!(over(&after).0, Some(Seat::First));
}

// （4）每次开局位于棋盘下方的玩家先手
#[test]
fn sentence_4_the_player_at_the_bottom_moves_first() {
    assert_eq!(start().turn(), Turn::Of(Actor::Seat(Seat::First)));
    assert!(start().amazons(Seat::First).all(|square| square.y() < 5));
    assert_eq!(Amazons::FACTS.seat(Seat::First).en, "black");
    let second = after(&start(), "d1d7(g7)");
    assert_eq!(second.turn(), Turn::Of(Actor::Seat(Seat::Second)));
    assert_eq!(after(&second, "a7c9(c3)").turn(), Turn::Of(Actor::Seat(Seat::First)));
}

#[test]
fn who_is_not_on_turn_may_not_move() {
    let refused = start().check(Actor::Seat(Seat::Second), &m("d10d9(d8)")).unwrap_err();
    assert_eq!(refused.rule.en, "not this seat's turn");
    for by in [Actor::Chance, Actor::Arbiter] {
        assert!(start().check(by, &m("d1d7(g7)")).is_err());
    }
}

// （5）整个比赛中双方均不能吃掉对方或己方的棋子或障碍。
#[test]
fn sentence_5_nothing_is_ever_taken() {
    let mut board = start();
    for (i, move_) in ["d1d7(g7)", "a7c9(c3)", "g1g6(b6)", "g10g8(e6)"].into_iter().enumerate() {
        board = after(&board, move_);
        assert_eq!(board.arrows().count(), i + 1);
        assert!(Seat::BOTH.into_iter().all(|seat| board.amazons(seat).count() == 4));
    }
}

#[test]
fn there_is_no_draw_every_end_has_a_winner() {
    let mut rng = leitai_core::Rng::new(1);
    for _ in 0..100 {
        let mut board = start();
        while let Some(m) = board.random_move(Actor::Seat(board.mover()), &mut rng) {
            board.play(Actor::Seat(board.mover()), &m);
        }
        assert!(over(&board).0.is_some());
    }
}

#[test]
fn fifteen_minutes_a_side() {
    for clock in [&Amazons::FACTS.clock, &Amazons::FACTS.presets[0].clock] {
        assert_eq!(clock.game, Some(Duration::from_mins(15)));
        assert_eq!((clock.start, clock.turn), (Some(Duration::from_secs(5)), None));
    }
    assert_eq!(Amazons::FACTS.presets[0].name, "school");
}

#[test]
fn option_board_8x8_has_the_start_of_another_platform() {
    let small = Board::initial(&SMALL);
    assert_eq!(text(&small), "2o2o2/8/o6o/8/8/x6x/8/2x2x2 x");
    assert_eq!(Amazons::scene(Seen::Truth(&small), &[]).places.len(), 64);
    assert_eq!(tone(&small, "h1"), Tone::Plain, "the bottom right square is light");
    // The smaller board ends at its own edge.
    assert_eq!(refusal(&small, "c1c9(c8)"), "square off the board");
    assert_eq!(refusal(&small, "h3i4(h5)"), "square off the board");
    assert_eq!(refusal(&small, "h3h4(i4)"), "square off the board");
    assert!(
        moves(&small)
            .iter()
            .all(|m| { [m.from(), m.to(), m.arrow()].iter().all(|square| square.x() < 8 && square.y() < 8) })
    );
}

#[test]
fn clicks_are_from_to_and_arrow_on_either_board() {
    for rules in [Rules::default(), SMALL] {
        let board = Board::initial(&rules);
        let scene = Amazons::scene(Seen::Truth(&board), &[]);
        for m in moves(&board) {
            let named = Amazons::clicks(&rules, &m).into_iter().map(|spot| {
                let Spot::Point(at) = spot else { panic!("{spot:?} is no square") };
                scene.places[usize::from(at)].name.clone()
            });
            let named: Vec<_> = named.collect();
            assert_eq!(format!("{}{}({})", named[0], named[1], named[2]), format!("{m:?}"));
        }
    }
}

#[test]
fn the_scene_marks_the_amazon_its_arrow_and_the_square_it_left() {
    let marks = |text: &str| {
        let board = after(&start(), text);
        let last = [Played { by: Actor::Seat(Seat::First), m: m(text) }];
        let scene = Amazons::scene(Seen::Truth(&board), &last);
        let arrow = scene.pieces.iter().filter(|piece| piece.form == Form::Arrow).count();
        assert_eq!((arrow, scene.pieces.len()), (1, 9));
        let mark = |mark: &leitai_core::Mark| (scene.places[usize::from(mark.at)].name.clone(), mark.kind);
        scene.marks.iter().map(mark).collect::<Vec<_>>()
    };
    let named = |name: &str, kind| (name.to_owned(), kind);
    assert_eq!(
        marks("d1d7(g7)"),
        [named("d1", MarkKind::Trail), named("d7", MarkKind::Last), named("g7", MarkKind::Last)]
    );
    assert_eq!(marks("d1d7(d1)"), [named("d7", MarkKind::Last), named("d1", MarkKind::Last)]);
}

#[test]
fn moves_are_read_in_any_usual_spelling() {
    let expected = m("d1d7(g7)");
    for text in ["D1D7(G7)", "d1-d7/g7", " d1 d7 g7 ", "Ｄ１Ｄ７（Ｇ７）", "d1d7g7", "d1,d7,g7", "d01d7(g7)"]
    {
        assert_eq!(Amazons::read(text), Ok(expected), "{text}");
    }
    assert_eq!(format!("{:?}", m("A10J1(J10)")), "a10j1(j10)");
    for text in
        ["", "d1", "d1d7", "d0d7g7", "d11d7g7", "k1d7g7", "d1d7g7x", "d1d7g7h8", "一二三", "d1d7(g999)"]
    {
        assert!(Amazons::read(text).is_err(), "{text}");
    }
}

#[test]
fn positions_that_no_game_reaches_are_refused_with_the_reason() {
    let reason = |text: &str| Amazons::read_position(text, &Rules::default()).expect_err(text).to_string();
    for (text, part) in [
        ("3o2o3/10/10/o8o/10/10/x8x/10/10/3x2x3", "a blank"),
        ("3o2o3/10/10/o8o/10/10/x8x/10/3x2x3 x", "10 rows joined by /, not 9"),
        ("3o2o3/10/10/o8o/10/10/x8x/10/11/3x2x3 x", "row 9 from the top must have 10 squares"),
        ("3o2o3/10/10/o8o/10/10/x8x/10/9/3x2x3 x", "row 9 from the top must have 10 squares"),
        ("3o2o3/10/10/o8o/10/10/x8xx/10/10/3x6 x", "row 7 from the top must have 10 squares"),
        ("3o2o3/10/10/o8o/10/10/x8x/10/10/3x2y3 x", "`y` is not x, o, # or a number"),
        ("3o2o3/10/10/o8o/10/10/x8x/10/10/3x6 x", "each side has four amazons"),
        ("3o2o3/10/10/o8o/10/10/x8x/10/10/3x2xx2 x", "each side has four amazons"),
        ("3o2o3/10/10/o8o/10/10/x8x/10/10/3x2x3 o", "ends with `x`, not `o`"),
        ("3o2o3/10/10/o8o/#9/10/x8x/10/10/3x2x3 x", "ends with `o`, not `x`"),
        ("3o2o3/10/10/o8o/10/10/x8x/10/10/3x2x3 -", "ends with `x`, not `-`"),
    ] {
        assert!(reason(text).contains(part), "{text}: {}", reason(text));
    }
    let twice = Square::new(0, 0).unwrap();
    assert!(Board::from_squares(Size::Ten, [&[twice; 4], &[]], &[]).is_err());
    let off = Square::new(8, 0).unwrap();
    assert!(Board::from_squares(Size::Eight, [&[], &[]], &[off]).is_err());
}

#[test]
fn it_speaks_the_desktop_platforms_dialect_first() {
    assert_eq!(Amazons::FACTS.dialects[..2], [DialectName::Sau, DialectName::Native]);
}
