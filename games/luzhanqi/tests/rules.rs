//! One test a sentence of the rules.

use leitai_core::{By, Eye, Game, Level, Position, Rng, Sample, Seat, State, Turn, Why};
use luzhanqi::{Act, Board, Fight, Luzhanqi, Phase, Point, Rank, Ranks, Rules};

fn position(text: &str) -> Board {
    Luzhanqi::read_position(text, &Rules::default()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn act(text: &str) -> Act {
    Luzhanqi::read(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The position after some moves, by whoever is on turn.
fn after(text: &str, acts: &str) -> Board {
    let mut board = position(text);
    for m in acts.split_whitespace().map(act) {
        let by = board.turn().next().expect("a mover");
        assert_eq!(board.check(by, &m), Ok(()), "{m:?}");
        board.play(by, &m);
    }
    board
}

/// Where the piece on that point can go.
fn reach(board: &Board, from: &str) -> String {
    let mut moves = Vec::new();
    board.moves(board.turn().next().expect("a mover"), &mut moves);
    let texts = moves.iter().map(|m| {
        let mut text = String::new();
        Luzhanqi::write(m, &mut text);
        text
    });
    texts.filter_map(|text| text.strip_prefix(from).map(str::to_owned)).collect::<Vec<_>>().join(" ")
}

fn verdict(board: &Board) -> (Option<Seat>, &'static str) {
    let outcome = board.turn().outcome().expect("the end");
    let Why::Law(words) = outcome.why else { panic!("{outcome:?}") };
    (outcome.winner, words.en)
}

// PROTOCOLS.md, Counts: 709,596,419,051,520,000 set-ups. Pieces of one rank may be laid in any order, so that
// as many sequences of acts are one layout.
#[test]
fn the_number_of_set_ups_is_a_product_along_the_order() {
    let mut rng = Rng::new(1);
    for _ in 0..20 {
        let (mut board, mut moves, mut sequences) = (Board::initial(&Rules::default()), Vec::new(), 1_u128);
        for _ in 0..25 {
            moves.clear();
            board.moves(By::Seat(Seat::First), &mut moves);
            sequences *= moves.len() as u128;
            board.play(By::Seat(Seat::First), &moves[rng.below(moves.len())]);
        }
        let orders: u128 =
            Rank::ALL.iter().map(|rank| (1..=rank.count() as u128).product::<u128>()).product();
        assert_eq!(sequences % orders, 0);
        assert_eq!(sequences / orders, 709_596_419_051_520_000);
    }
}

// 基本碰子规则……级别相同则同归于尽；炸弹……同归于尽（包括军旗和地雷）；地雷被工兵碰到时被工兵吃掉……
#[test]
fn ranks_fight_as_the_text_says() {
    for (i, by) in Rank::ALL.into_iter().enumerate().filter(|(_, by)| by.can_move()) {
        for (k, on) in Rank::ALL.into_iter().enumerate() {
            let expected = match (by, on) {
                (Rank::Bomb, _) | (_, Rank::Bomb) => Fight::Both,
                (_, Rank::Flag) | (Rank::Engineer, Rank::Mine) => Fight::Won,
                (_, Rank::Mine) => Fight::Lost,
                _ if i == k => Fight::Both,
                _ => [Fight::Lost, Fight::Won][usize::from(i < k)],
            };
            assert_eq!(by.attacks(on), expected, "{by:?} on {on:?}");
        }
    }
}

// 棋子沿公路线移动时每次只能走到相邻的停靠点。
#[test]
fn on_roads_a_piece_goes_to_the_next_point() {
    let board = position("first 0 1l3/5/5/5/4b/5/5/5/2A2/5/5/1L3");
    assert_eq!(reach(&board, "I2"), "H1 H2 H3 I1 I3 J1 J2 J3", "a camp joins its diagonals");
}

// 其它棋子不可转弯只可不限格数沿直线移动；工兵沿铁路线移动时可不限格数直行或转弯。
#[test]
fn on_rails_all_go_straight_and_engineers_turn() {
    let board = position("first 0 1l3/5/5/5/4b/5/5/5/5/5/A4/1L3");
    assert_eq!(reach(&board, "K0"), "B0 C0 D0 E0 F0 G0 H0 I0 J0 J1 K1 K2 K3 K4 L0");
    let board = position("first 0 1l3/5/5/5/4b/5/5/5/5/5/I4/1L3");
    let far = reach(&board, "K0");
    for there in ["B4", "F2", "G3", "E4", "K4", "L0", "J1"] {
        assert!(far.contains(there), "{there} in {far}");
    }
    assert!(!far.contains("K0") && !far.contains("L4") && !far.contains("I2"), "{far}");
}

// 未被阻挡
#[test]
fn nobody_passes_through_a_piece() {
    let board = position("first 0 1l3/5/5/5/5/b4/5/5/5/5/A1I2/1L3");
    assert_eq!(reach(&board, "K0"), "F0 G0 H0 I0 J0 J1 K1 L0", "up to the first, which it may attack");
}

#[test]
fn the_mountains_part_columns_1_and_3() {
    let board = position("first 0 1l3/5/5/5/b4/5/1A3/5/5/5/5/1L3");
    assert_eq!(reach(&board, "G1"), "G0 G2 G3 G4 H1");
}

// 棋子不能碰行营中的棋子。
#[test]
fn what_stands_in_a_camp_cannot_be_attacked() {
    let board = position("first 0 1l3/5/1b3/1A3/5/5/5/5/5/5/5/1L3");
    assert_eq!(board.phase(), Phase::Moving(Seat::First));
    assert_eq!(reach(&board, "D1"), "D0 D2 E1");
}

// RULES.md 9: no_contact_plies
#[test]
fn who_makes_the_last_plain_ply_loses() {
    let text = "first 29 1l3/5/5/5/4b/5/5/5/2A2/5/5/1L3";
    let board = after(text, "I2H2 E4D4");
    assert_eq!(verdict(&board), (Some(Seat::First), "too many plies without contact by the other side"));
    let draw = Rules { no_contact_draws: true, ..Rules::default() };
    let mut board = Luzhanqi::read_position(&text.replace("29", "30"), &draw).expect("a position");
    board.play(By::Seat(Seat::First), &act("I2H2"));
    assert_eq!(verdict(&board).0, None);
}

#[test]
fn who_takes_or_bombs_the_flag_wins() {
    let board = after("first 0 1l3/1A3/5/5/4b/5/5/5/B4/5/5/1L3", "B1A1");
    assert_eq!(verdict(&board), (Some(Seat::First), "took the flag"));
    let board = after("first 0 1l3/1K3/5/5/4b/5/5/5/A4/5/5/1L3", "B1A1");
    assert_eq!(verdict(&board), (Some(Seat::First), "took the flag"));
    // A side that cannot move has lost before the flag is looked at.
    let board = after("first 0 1l3/1K3/5/5/4b/5/5/5/5/5/5/1L3", "B1A1");
    assert_eq!(verdict(&board), (Some(Seat::Second), "the other side cannot move"));
}

#[test]
fn neither_side_can_move_is_a_draw() {
    let board = after("first 0 1l3/5/5/5/5/a4/A4/5/5/5/5/1L3", "G0F0");
    assert_eq!(verdict(&board), (None, "neither side can move"));
}

// 若司令被吃掉或同归于尽，则无司令的选手需亮出军旗所在位置。
#[test]
fn whose_commander_is_gone_shows_its_flag_before_the_move_is_told() {
    let before = position("first 0 1l3/5/5/5/b4/a4/K3A/5/5/5/5/1L3");
    let mut board = before;
    let m = act("G0F0");
    let effect = board.play(By::Seat(Seat::First), &m);
    for eye in Eye::ALL {
        let mut reports = Vec::new();
        board.tell(By::Seat(Seat::First), &m, &effect, eye, &mut reports);
        let mut texts = Vec::new();
        for report in &reports {
            let mut text = String::new();
            Luzhanqi::write_report(report, &mut text);
            texts.push(text);
        }
        assert_eq!(texts, ["second flag A1", "G0F0 both"], "{eye:?}");
    }
    assert_eq!(board.shown_flag(Seat::Second), Point::new(0, 1));
}

#[test]
fn an_unknown_piece_may_be_what_its_deeds_allow() {
    let board = after("first 0 1l3/5/5/5/4b/5/5/5/5/5/I4/1L3", "K0B4");
    let view = board.view(Eye::Seat(Seat::Second));
    let (seat, home) = view.board().piece(Point::new(1, 4).expect("B4")).expect("a piece");
    assert_eq!(view.board().may_be(seat, home), Ranks::just(Rank::Engineer), "only engineers turn");
}

#[test]
fn ten_thousand_random_games_end_by_the_rules() {
    let mut rng = Rng::new(3);
    let mut moves = Vec::new();
    let mut wins = [0; 3];
    for _ in 0..10_000 {
        let mut board = Board::initial(&Rules::default());
        while let Some(by) = board.turn().next() {
            moves.clear();
            board.moves(by, &mut moves);
            board.play(by, &moves[rng.below(moves.len())]);
        }
        assert!(matches!(board.turn(), Turn::Over(_)));
        let winner = board.turn().outcome().and_then(|outcome| outcome.winner);
        wins[winner.map_or(2, Seat::index)] += 1;
    }
    assert!(wins[0] > 3_000 && wins[1] > 3_000, "{wins:?}");
}

#[test]
fn easy_beats_random_in_at_least_75_games_of_100() {
    let budget = leitai_core::Budget {
        time: std::time::Duration::from_secs(1),
        elapsed: &|| std::time::Duration::ZERO,
    };
    let wins = (0..100).filter(|seed| {
        let easy = Seat::BOTH[*seed as usize % 2];
        let mut players = Seat::BOTH.map(|seat| {
            let level = if seat == easy { Level::Easy } else { Level::Random };
            Luzhanqi::engine(level, *seed).expect("listed")
        });
        let mut board = Board::initial(&Rules::default());
        while let Some(By::Seat(seat)) = board.turn().next() {
            let mut turn = Vec::new();
            let view = board.view(Eye::Seat(seat));
            players[seat.index()].think(seat, &view, &budget, &mut |_| (), &mut turn);
            for m in &turn {
                assert_eq!(board.check(By::Seat(seat), m), Ok(()));
                board.play(By::Seat(seat), m);
            }
        }
        board.turn().outcome().and_then(|outcome| outcome.winner) == Some(easy)
    });
    let wins = wins.count();
    assert!(wins >= 75, "{wins} of 100");
}

#[test]
fn a_sample_keeps_each_sides_numbers() {
    let view = after("first 0 1l3/5/5/5/b4/a4/K3A/5/5/5/5/1L3", "G0F0").view(Eye::Seat(Seat::First));
    let sampled = Board::sample(&view, &mut Rng::new(2));
    assert_eq!(sampled.view(Eye::Seat(Seat::First)), view);
}
