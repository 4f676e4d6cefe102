//! One test per sentence of the rules: the school's text, section 8 (棋规), and `RULES.md` 8. Each sentence is
//! quoted above its test.

use einstein::{Act, Board, EinStein, Known, Number, Phase, Report, Square};
use leitai_core::{
    Actor, DialectName, Eye, Game, Lang, Position, Rng, Sample, Seat, State, Turn, View, Why, perft,
};
use std::time::Duration;

const RED: Actor = Actor::Seat(Seat::First);
const BLUE: Actor = Actor::Seat(Seat::Second);

fn act(text: &str) -> Act {
    EinStein::read(text).expect(text)
}

fn board(text: &str) -> Board {
    EinStein::read_position(text, &()).expect(text)
}

fn text(board: &Board) -> String {
    let mut text = String::new();
    EinStein::write_position(board, &mut text);
    text
}

/// Plays acts, each by the actor for whom it is legal: a side laying a stone, chance, or the mover.
fn play(board: &mut Board, acts: &str) {
    for text in acts.split_whitespace() {
        let m = act(text);
        let by = [RED, BLUE, Actor::Chance].into_iter().find(|by| board.check(*by, &m).is_ok());
        board.play(by.unwrap_or_else(|| panic!("{text} is illegal at {board:?}")), &m);
    }
}

fn after(start: &str, acts: &str) -> Board {
    let mut board = board(start);
    play(&mut board, acts);
    board
}

/// The acts that may be played, as texts in order.
fn offered(start: &str) -> String {
    let board = board(start);
    let mut moves = Vec::new();
    board.moves(board.turn().next().expect("somebody owes"), &mut moves);
    let text = |m| {
        let mut text = String::new();
        EinStein::write(m, &mut text);
        text
    };
    moves.iter().map(text).collect::<Vec<_>>().join(" ")
}

fn refused(board: &Board, by: Actor, text: &str) -> &'static str {
    board.check(by, &act(text)).expect_err("it is illegal").rule.en
}

fn won(board: &Board) -> (Option<Seat>, &'static str) {
    let outcome = board.turn().outcome().expect("the end");
    (outcome.winner, outcome.why.text(Lang::En))
}

const START: &str = "r6r2r12/r3r53/r43b5/3b3b2/2b6b4b1 red d?";

fn layout(seat: Seat, numbers: [u8; 6]) -> Vec<Act> {
    let lay = |number: u8| {
        let at = numbers.iter().position(|n| *n == number).expect("each once");
        Act::Lay(Number::new(number).expect("1–6"), Square::start(seat)[at])
    };
    (1..=6).map(lay).collect()
}

/// The position [`START`], reached by laying stones.
fn laid() -> Board {
    let mut board = Board::initial(&());
    for (seat, numbers) in [(Seat::First, [6, 2, 1, 3, 5, 4]), (Seat::Second, [1, 4, 6, 2, 3, 5])] {
        for m in layout(seat, numbers) {
            board.try_play(Actor::Seat(seat), &m).expect("a legal act");
        }
    }
    board
}

// 棋盘分为5×5的方格形棋盘，方格为棋位，左上角为红方出发区；右下角为蓝方出发区。
#[test]
fn the_board_is_5_by_5_red_starts_at_the_top_left_and_blue_at_the_bottom_right() {
    assert_eq!(text(&laid()), START);
    for outside in ["A6-A5", "F1-E1", "A0=1", "E5=0"] {
        assert!(EinStein::read(outside).is_err(), "{outside}");
    }
    let names = |seat| Square::start(seat).map(|at| (at.column(), Square::SIDE - at.row()));
    assert_eq!(names(Seat::First), [(0, 5), (1, 5), (2, 5), (0, 4), (1, 4), (0, 3)]);
    assert_eq!(names(Seat::Second), [(4, 1), (3, 1), (2, 1), (4, 2), (3, 2), (4, 3)]);
    assert_eq!(EinStein::FACTS.seat(Seat::First).en, "red", "First plays red (decided)");
}

// （1）红蓝方各有6枚方块形棋子，分别标有数字1-6。开局时双方棋子在出发区的棋位可以随意摆放；
#[test]
fn each_side_lays_six_numbered_stones_freely_on_its_six_points() {
    assert_eq!(perft(&Board::initial(&()), 6), 720);
    let start = Board::initial(&());
    assert_eq!(start.turn(), Turn::Secret([true, true]));
    for (by, own, other) in [(RED, "A5 B5 C5 A4 B4 A3", "E1 C3 D2"), (BLUE, "E1 D1 C1 E2 D2 E3", "A5 C3 B4")]
    {
        for at in own.split(' ') {
            assert_eq!(start.check(by, &act(&format!("{at}=1"))), Ok(()));
            assert_eq!(refused(&start, by, &format!("{at}=2")), "stones are laid in the order 1 to 6");
        }
        for at in other.split(' ') {
            assert_eq!(refused(&start, by, &format!("{at}=1")), "not one of this side's six points");
        }
    }
    let one = after("5/5/5/5/5 lay", "B4=1");
    assert_eq!(refused(&one, RED, "B4=2"), "a stone lies there already");
    assert_eq!(refused(&one, RED, "A5=1"), "stones are laid in the order 1 to 6");
    assert_eq!(refused(&one, RED, "B4-C4"), "the stones are laid first");
    assert_eq!(refused(&one, BLUE, "d1"), "the stones are laid first");
    assert_eq!(refused(&one, Actor::Chance, "d1"), "not this seat's turn");
}

// RULES.md 8: without seeing the other's layout (decided).
#[test]
fn nobody_sees_the_other_layout_before_both_are_complete() {
    let mut truth = Board::initial(&());
    let mut views = Eye::ALL.map(|eye| Board::first_view(&(), eye));
    let mut heard: [Vec<Report>; 3] = Default::default();
    let mut acts = |seat: Seat, acts: &[Act], views: &mut [Known; 3], heard: &mut [Vec<Report>; 3]| {
        for m in acts {
            truth.play(Actor::Seat(seat), m);
            for eye in Eye::ALL {
                let mut reports = Vec::new();
                truth.tell(Actor::Seat(seat), m, &(), eye, &mut reports);
                for report in &reports {
                    views[eye.index()].learn(report);
                }
                heard[eye.index()].extend(reports);
            }
        }
    };
    let red = layout(Seat::First, [6, 2, 1, 3, 5, 4]);
    let blue = layout(Seat::Second, [1, 4, 6, 2, 3, 5]);
    acts(Seat::First, &red, &mut views, &mut heard);
    acts(Seat::Second, &blue[..5], &mut views, &mut heard);
    let [first, second, public] = &heard;
    assert_eq!(first.len(), 7, "its own six and that it is ready");
    assert_eq!(second.len(), 6, "red is ready, and its own five");
    assert_eq!(*public, [Report::Ready(Seat::First)]);
    assert!(views.iter().all(|view| view.turn() == Turn::Secret([false, true])));
    assert!(views[0].board().living(Seat::Second).is_empty());
    acts(Seat::Second, &blue[5..], &mut views, &mut heard);
    assert!(views.iter().all(|view| text(view.board()) == START && view.turn() == Turn::Of(Actor::Chance)));
    let [first, second, public] = &heard;
    assert_eq!([first.len(), second.len(), public.len()], [14, 14, 14], "both layouts, both ready");
    assert_eq!(first[8..], blue.iter().map(|m| Report::Played(BLUE, *m)).collect::<Vec<_>>());
}

// RULES.md 8: laying costs clock time. A side that has laid owes nothing while the other lays.
#[test]
fn a_side_that_has_laid_waits() {
    let red = after("5/5/5/5/5 lay", "C5=1 B5=2 A4=3 A3=4 B4=5 A5=6");
    assert_eq!(red.turn(), Turn::Secret([false, true]));
    assert_eq!(refused(&red, RED, "A5=1"), "not this seat's turn");
    assert_eq!(EinStein::FACTS.clock.game, Some(Duration::from_mins(4)), "每盘每方用时4分钟");
    assert!(EinStein::FACTS.usual().first_to_four);
}

// （2）双方轮流掷骰子，然后走动与骰子显示数字相对应的棋子。
#[test]
fn a_die_is_rolled_before_each_move_and_names_the_stone() {
    let mut board = laid();
    assert_eq!(board.phase(), Phase::Rolling(Seat::First), "first is red");
    let mut chances = Vec::new();
    board.chances(&mut chances);
    assert_eq!(chances, Number::ALL.map(|die| (Act::Roll(die), 1)), "six equal faces");
    assert_eq!(refused(&board, RED, "B4-C4"), "not this seat's turn");
    assert_eq!(refused(&board, Actor::Chance, "B4-C4"), "the die is to be rolled");
    play(&mut board, "d5");
    assert_eq!(offered(&text(&board)), "B4-C4 B4-B3 B4-C3");
    assert_eq!(refused(&board, RED, "A5-A4"), "the die does not let this stone move");
    assert_eq!(refused(&board, RED, "d5"), "a stone has to move");
    assert_eq!(refused(&board, Actor::Chance, "d5"), "not this seat's turn");
    play(&mut board, "B4-C3 d1");
    assert_eq!(board.phase(), Phase::Moving(Seat::Second, Number::ALL[0]), "then blue");
    assert_eq!(refused(&board, RED, "C3-D2"), "not this seat's turn");
    assert_eq!(refused(&board, BLUE, "C3-D2"), "not this side's stone");
    assert_eq!(refused(&board, BLUE, "A1-B1"), "no stone on the first square");
}

// 如果相对应的棋子已从棋盘上移出，便可走动大于或者小于此数字的并与此数字最接近的棋子，
// 例如：假设编号为4和5的棋子已移出，如果骰子显示为4，则可以走动编号为3或6的棋子；
#[test]
fn a_die_whose_stone_is_gone_moves_the_nearest_above_or_below() {
    assert_eq!(offered("r14/1r32r6/5/3b11/5 red d4"), "B4-C4 B4-B3 B4-C3 E4-E3");
    assert_eq!(offered("r14/1r32r6/5/3b11/5 red d5"), "B4-C4 B4-B3 B4-C3 E4-E3");
    assert_eq!(offered("r14/1r32r6/5/3b11/5 red d2"), "A5-B5 A5-A4 A5-B4 B4-C4 B4-B3 B4-C3");
    assert_eq!(offered("r14/1r32r6/5/3b11/5 red d6"), "E4-E3", "its own stone only");
    assert_eq!(offered("5/1r32r5/5/3b11/5 red d6"), "E4-E3", "nothing above: the highest");
    assert_eq!(offered("5/1r32r5/5/3b11/5 red d1"), "B4-C4 B4-B3 B4-C3", "nothing below: the lowest");
    assert_eq!(offered("5/1r12r6/5/3b11/5 red d3"), "B4-C4 B4-B3 B4-C3 E4-E3", "however far");
}

// （3）红方棋子走动方向为向右、向下、向右下，每次走动一格；蓝方棋子走动方向为向左、向上、向左上，每次走动一格；
#[test]
fn red_goes_right_down_right_down_and_blue_left_up_left_up_by_one() {
    assert_eq!(offered("5/5/2r12/5/b14 red d1"), "C3-D3 C3-C2 C3-D2");
    assert_eq!(offered("5/5/2b12/5/r14 blue d1"), "C3-B3 C3-C4 C3-B4");
    let red = board("5/5/2r12/5/b14 red d1");
    for step in ["C3-B3", "C3-C4", "C3-B4", "C3-D4", "C3-B2", "C3-E3", "C3-C1", "C3-E1", "C3-C3"] {
        assert_eq!(
            refused(&red, RED, step),
            "red steps right, down or right-down, blue left, up or left-up",
            "{step}"
        );
    }
    assert_eq!(offered("4r1/5/b14/5/5 red d1"), "E5-E4", "no step over an edge");
    assert_eq!(offered("5/5/b14/5/r14 red d1"), "A1-B1");
}

// （4）如果在棋子走动的目标棋位上有棋子，则要将该棋子从棋盘上移出（吃掉）。
#[test]
fn a_stone_that_lands_on_another_removes_it() {
    let taken = after("5/5/2r12/3b2b1/5 red d1", "C3-D2");
    assert_eq!(text(&taken), "5/5/5/3r1b1/5 blue d?");
    assert_eq!(taken.place(Seat::Second, Number::ALL[1]), None);
}

// 有时吃掉本方棋子也是一种策略，因为可以增加其它棋子走动的机会与灵活性；
#[test]
fn a_stone_may_remove_one_of_its_own_side() {
    let taken = after("5/5/2r12/3r2b1/5 red d1", "C3-D2");
    assert_eq!(text(&taken), "5/5/5/3r1b1/5 blue d?");
    assert_eq!(after("5/5/2b12/1r1b22/5 blue d2", "C2-C3").living(Seat::Second).len(), 1);
}

// （5）率先到达对方出发区角点或将对方棋子全部吃掉的一方获胜；
#[test]
fn who_reaches_the_far_corner_wins() {
    let red = after("1b13/5/5/3r11/5 red d3", "D2-E1");
    assert_eq!(won(&red), (Some(Seat::First), "reached the far corner"));
    let blue = after("5/1b23/5/5/r14 blue d2", "B4-A5");
    assert_eq!(won(&blue), (Some(Seat::Second), "reached the far corner"));
    // One's own corner, and the other two, are squares like any other.
    assert!(!matches!(after("1b23/5/5/5/r14 blue d2", "B5-A5").turn(), Turn::Of(_)));
    assert!(matches!(after("5/4r1/5/3b11/5 red d1", "E4-E3").turn(), Turn::Of(Actor::Chance)));
    assert!(matches!(after("3r11/5/5/3b11/5 red d1", "D5-E5").turn(), Turn::Of(Actor::Chance)));
    // A stone of the other side on the goal is removed by arriving.
    assert_eq!(won(&after("5/b24/5/3r11/4b1 red d1", "D2-E1")).1, "reached the far corner");
}

#[test]
fn who_removes_the_last_stone_of_the_other_side_wins() {
    let red = after("5/5/2r12/3b21/5 red d1", "C3-D2");
    assert_eq!(won(&red), (Some(Seat::First), "the other side has no stone left"));
    let blue = after("5/2r12/3b21/5/5 blue d5", "D3-C4");
    assert_eq!(won(&blue), (Some(Seat::Second), "the other side has no stone left"));
}

// RULES.md 8: a player who removes his own last stone loses. The stone that removes it stays, so this cannot
// happen: the mover always has a stone left.
#[test]
fn a_mover_always_has_a_stone_left() {
    let mut rng = Rng::new(8);
    let mut moves = Vec::new();
    for _ in 0..500 {
        let mut board = laid();
        while let Some(by) = board.turn().next() {
            moves.clear();
            board.moves(by, &mut moves);
            board.play(by, &moves[rng.below(moves.len())]);
            if let Actor::Seat(seat) = by {
                assert!(!board.living(seat).is_empty());
            }
        }
    }
}

// （6）对弈结果只有胜负，没有和棋。 RULES.md 8: no pass.
#[test]
fn random_games_are_won_by_the_rules_without_a_draw_or_a_pass() {
    let mut rng = Rng::new(6);
    let (mut moves, mut plies, mut longest, mut wins) = (Vec::new(), 0, 0, [0; 2]);
    let games = leitai_testkit::random_games();
    for _ in 0..games {
        let mut board = Board::sample(&Board::first_view(&(), Eye::Public), &mut rng);
        let mut length = 0;
        while let Some(by) = board.turn().next() {
            moves.clear();
            board.moves(by, &mut moves);
            assert!(!moves.is_empty());
            let is_move = !matches!(board.phase(), Phase::Laying | Phase::Rolling(_));
            length += u32::from(is_move);
            board.play(by, &moves[rng.below(moves.len())]);
        }
        let outcome = board.turn().outcome().expect("the end");
        assert!(matches!(outcome.why, Why::Law(_)));
        wins[outcome.winner.expect("no draw").index()] += 1;
        plies += length;
        longest = longest.max(length);
    }
    // The open library's figures for random play: 21.6 plies on average; 53 % against 47 %.
    let (plies, won) = (plies as f64 / games as f64, 100.0 * wins[0] as f64 / games as f64);
    assert!((21.0..22.2).contains(&plies), "{plies} plies a game");
    // Five standard deviations of the share in that many games.
    let stray = 250.0 / (games as f64).sqrt();
    assert!((53.5 - stray..53.5 + stray).contains(&won), "{wins:?}");
    // Every move brings a stone nearer to its goal: at most 40 steps along the edges per side.
    assert!(longest <= 80);
}

#[test]
fn a_finished_game_has_no_continuation() {
    let over = after("1b13/5/5/3r11/5 red d3", "D2-E1");
    assert_eq!(perft(&over, 1), 0);
    for by in [RED, BLUE, Actor::Chance, Actor::Arbiter] {
        assert_eq!(refused(&over, by, "A5-A4"), "not this seat's turn");
        assert_eq!(refused(&over, by, "d1"), "not this seat's turn");
    }
}

#[test]
fn positions_that_no_game_reaches_are_refused_by_name() {
    for (text, why) in [
        ("5/5/5/5 lay", "five rows"),
        ("6/5/5/5/5 lay", "not r, b or a number"),
        ("r13/5/5/5/b14 red d?", "not five squares"),
        ("r15/5/5/5/5 red d?", "not five squares"),
        ("5r1/5/5/5/5 red d?", "more than five"),
        ("r74/5/5/5/b14 red d?", "a stone is r or b"),
        ("r14/r14/5/5/b13 red d?", "not five squares"),
        ("r14/r14/5/b14/5 red d?", "a number twice"),
        ("r14/5/5/5/5 red d?", "a side has won"),
        ("5/5/5/5/5 red d?", "both sides have won"),
        ("b14/5/5/5/4r1 -", "both sides have won"),
        ("r14/5/5/5/4b1 -", "nobody has won"),
        ("b14/5/r14/5/5 red d4", "a side has won"),
        ("5/r14/5/5/5 lay", ""),
        ("r24/5/5/5/5 lay", "numbers from 1"),
        ("5/5/2r12/5/5 lay", "numbers from 1"),
        ("r6r2r12/r3r53/r43b5/3b3b2/2b6b4b1 lay", "the game has begun"),
        ("r14/5/5/5/4b1 red", "the state is"),
        ("r14/5/5/5/4b1 green d?", "the state is"),
        ("r14/5/5/5/4b1 red d7", "the state is"),
        ("", "five rows"),
    ] {
        let read = EinStein::read_position(text, &());
        match why {
            "" => assert!(read.is_ok(), "{text}"),
            why => {
                let error = read.expect_err(text).to_string();
                assert!(error.contains(why), "{text}: {error}");
            }
        }
    }
}

#[test]
fn texts_are_read_leniently_and_written_canonically() {
    for (typed, written) in [
        ("a5 = 3", "A5=3"),
        ("A5-3", "A5=3"),
        ("a53", "A5=3"),
        ("Ａ５＝３", "A5=3"),
        ("a5b4", "A5-B4"),
        ("A5 → B4", "A5-B4"),
        ("a5，b4", "A5-B4"),
        ("D4", "d4"),
        ("4", "d4"),
    ] {
        let mut text = String::new();
        EinStein::write(&act(typed), &mut text);
        assert_eq!(text, written, "{typed}");
    }
    for bad in ["", "A", "A5", "A5=7", "A5=0", "d7", "d0", "A5-B6", "A5-B4-C3", "红5", "A5-F5", "move A5B4"]
    {
        assert!(EinStein::read(bad).is_err(), "{bad}");
    }
    for bad in ["", "first", "third ready", "chance ready", "first A5", "arbiter d4"] {
        assert!(EinStein::read_report(bad).is_err(), "{bad}");
    }
}

#[test]
fn the_facts_are_the_schools() {
    let facts = &EinStein::FACTS;
    assert!(facts.hidden && facts.chance);
    assert_eq!(facts.dialects, [DialectName::Native, DialectName::Sau]);
    assert_eq!(facts.presets[0].name, "school");
    assert_eq!(facts.presets[0].clock, facts.clock);
}
