//! One test per sentence of the rules: the school's text, 9, quoted; where it is silent, `RULES.md` 9 and the
//! board of `PROTOCOLS.md` 2.

use leitai_core::{Actor, Eye, Game, Position, Rng, Sample, Seat, Seen, State, Turn};
use luzhanqi::{Act, Board, Fight, Luzhanqi, Point, Rank, Ranks, Report, Rules};

fn position(text: &str) -> Board {
    Luzhanqi::read_position(text, &Rules::default()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn act(text: &str) -> Act {
    Luzhanqi::read(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn point(text: &str) -> Point {
    let Act::Go(point, _) = act(&text.repeat(2)) else { panic!("{text}") };
    point
}

/// The position after some moves, each by the side on turn.
fn after(text: &str, acts: &str) -> Board {
    let mut board = position(text);
    for m in acts.split_whitespace().map(act) {
        let by = board.turn().next().expect("a mover");
        board.try_play(by, &m).expect("a legal act");
    }
    board
}

/// The acts open to that seat, as sorted texts.
fn offers(board: &Board, seat: Seat) -> Vec<String> {
    let mut moves = Vec::new();
    board.moves(Actor::Seat(seat), &mut moves);
    let mut texts: Vec<String> = moves
        .iter()
        .map(|m| {
            let mut text = String::new();
            Luzhanqi::write(m, &mut text);
            text
        })
        .collect();
    texts.sort_unstable();
    texts
}

/// The points that the mover's piece on that point can go to.
fn reach(board: &Board, from: &str) -> String {
    let Some(Actor::Seat(mover)) = board.turn().next() else { panic!("{board:?}") };
    let offers = offers(board, mover);
    offers.iter().filter_map(|text| text.strip_prefix(from)).collect::<Vec<_>>().join(" ")
}

/// The homes where that seat may lay its next piece.
fn homes(rows: &str, seat: Seat) -> String {
    let offers = offers(&position(&format!("lay 0 {rows}")), seat);
    offers.iter().map(|text| &text[..2]).collect::<Vec<_>>().join(" ")
}

fn refusal(board: &Board, seat: Seat, text: &str) -> &'static str {
    board.check(Actor::Seat(seat), &act(text)).expect_err(text).rule.en
}

/// The reports of a move that an eye is sent.
fn reports_to(before: &Board, text: &str, eye: Eye) -> Vec<String> {
    let (mut board, by, m) = (*before, before.turn().next().expect("a mover"), act(text));
    assert_eq!(board.check(by, &m), Ok(()));
    let effect = board.play(by, &m);
    let mut reports = Vec::new();
    board.tell(by, &m, &effect, eye, &mut reports);
    let mut texts = Vec::new();
    for report in &reports {
        let mut text = String::new();
        Luzhanqi::write_report(report, &mut text);
        texts.push(text);
    }
    texts
}

// 棋盘……由12行5列共60个停靠点……分为兵站、行营和大本营（连线见 `src/point.rs` 的测试与 `tests/twin`）
#[test]
fn ten_points_are_camps_and_four_headquarters() {
    let list = |is: fn(Point) -> bool| {
        Point::all().filter(|point| is(*point)).map(|p| (p.row(), p.column())).collect::<Vec<_>>()
    };
    assert_eq!(Point::all().count(), 60);
    let camps = [(2, 1), (2, 3), (3, 2), (4, 1), (4, 3), (7, 1), (7, 3), (8, 2), (9, 1), (9, 3)];
    assert_eq!(list(Point::is_camp), camps);
    assert_eq!(list(Point::is_headquarters), [(0, 1), (0, 3), (11, 1), (11, 3)]);
}

// 司令、军长、军旗各一；师长、旅长、团长、营长、炸弹各二；连长、排长、工兵、地雷各三。
#[test]
fn each_side_has_25_pieces() {
    assert_eq!(Rank::ALL.map(Rank::count), [1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 2, 1]);
    assert_eq!(Rank::ALL.into_iter().map(Rank::count).sum::<usize>(), 25);
}

// 布阵时选手只能将己方的25枚棋子扣放在本方区域的兵站和大本营中（军旗必须放在大本营中……行营中不能布子。）
#[test]
fn the_flag_lies_in_a_headquarters_of_ones_own() {
    let empty = "5/5/5/5/5/5/5/5/5/5/5/5";
    assert_eq!(homes(empty, Seat::First), "L1 L3");
    assert_eq!(homes(empty, Seat::Second), "A1 A3");
}

// 地雷必须放在最后两排
#[test]
fn mines_lie_in_the_two_back_rows() {
    let flags = "1l3/5/5/5/5/5/5/5/5/5/5/1L3";
    assert_eq!(homes(flags, Seat::First), "K0 K1 K2 K3 K4 L0 L2 L3 L4");
    assert_eq!(homes(flags, Seat::Second), "A0 A2 A3 A4 B0 B1 B2 B3 B4");
}

// 炸弹不能放在第一排，行营中不能布子
#[test]
fn no_bomb_lies_in_the_front_row_and_nothing_in_a_camp() {
    let mines = "jljj1/5/5/5/5/5/5/5/5/5/5/JLJJ1";
    assert_eq!(homes(mines, Seat::First), "H0 H2 H4 I0 I1 I3 I4 J0 J2 J4 K0 K1 K2 K3 K4 L4");
    assert_eq!(homes(mines, Seat::Second), "A4 B0 B1 B2 B3 B4 C0 C2 C4 D0 D1 D3 D4 E0 E2 E4");
    let bombs = "jljj1/5/5/5/5/5/5/5/5/5/K4/JLJJK";
    assert_eq!(homes(bombs, Seat::First), "G0 G1 G2 G3 G4 H0 H2 H4 I0 I1 I3 I4 J0 J2 J4 K1 K2 K3 K4");
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
            board.moves(Actor::Seat(Seat::First), &mut moves);
            sequences *= moves.len() as u128;
            board.play(Actor::Seat(Seat::First), &moves[rng.below(moves.len())]);
        }
        let orders: u128 =
            Rank::ALL.iter().map(|rank| (1..=rank.count() as u128).product::<u128>()).product();
        assert_eq!(sequences % orders, 0);
        assert_eq!(sequences / orders, 709_596_419_051_520_000);
    }
}

// 布局结束后，红方先行一着……然后双方轮流行棋
#[test]
fn after_the_layout_red_moves_first_and_then_by_turns() {
    for quicker in Seat::BOTH {
        let mut board = Board::initial(&Rules::default());
        for seat in [quicker, quicker.other()] {
            for _ in 0..25 {
                assert!(board.turn().owes(Actor::Seat(seat)));
                board.play(Actor::Seat(seat), &act(&offers(&board, seat)[0]));
            }
        }
        for mover in [Seat::First, Seat::Second, Seat::First] {
            assert_eq!(board.turn(), Turn::Of(Actor::Seat(mover)));
            board.play(Actor::Seat(mover), &act(&offers(&board, mover)[0]));
        }
    }
}

// 如果发生碰子由裁判将碰棋输赢结果通知双方
#[test]
fn both_sides_are_told_what_came_of_a_fight_and_no_rank() {
    for (on, came) in [("c", "won"), ("b", "both"), ("a", "lost")] {
        let before = position(&format!("first 0 1l3/5/5/5/h4/{on}4/B3A/5/5/5/5/1L3"));
        for eye in Eye::ALL {
            assert_eq!(reports_to(&before, "G0F0", eye), [format!("G0F0 {came}")], "{eye:?}");
        }
        let mut board = before;
        board.play(Actor::Seat(Seat::First), &act("G0F0"));
        let view = board.view(Eye::Seat(Seat::Second));
        for (seat, home) in Point::all().filter_map(|point| view.board().piece(point)) {
            assert_eq!(view.board().rank(seat, home).is_some(), seat == Seat::Second);
        }
    }
}

// 军旗和地雷不可移动，……其它棋子可以移动。
#[test]
fn flags_and_mines_do_not_move_and_all_others_do() {
    for rank in Rank::ALL.into_iter().filter(|rank| *rank != Rank::Flag) {
        let letter = rank.letter().to_ascii_uppercase();
        let board = position(&format!("first 0 1l3/5/5/5/4b/5/5/5/H4/5/2{letter}2/1L3"));
        assert_eq!(reach(&board, "K2").is_empty(), rank == Rank::Mine, "{rank:?}");
        assert_eq!(reach(&board, "L1"), "", "the flag");
    }
}

// 在大本营里的棋子不可移动
#[test]
fn a_piece_may_move_into_a_headquarters_and_never_out() {
    let start = "first 0 3l1/5/5/5/4b/5/5/5/H4/5/1A3/3L1";
    assert!(reach(&position(start), "K1").contains("L1"));
    let board = after(start, "K1L1 E4D4");
    assert_eq!(reach(&board, "L1"), "");
    assert_eq!(refusal(&board, Seat::First, "L1K1"), "what is in a headquarters does not move");
    let board = after("first 0 3l1/1A3/5/5/4b/5/5/5/H4/5/5/3L1", "B1A1 E4D4");
    assert_eq!(reach(&board, "A1"), "", "nor out of the other side's");
}

// 棋子沿公路线移动时每次只能走到相邻的停靠点。
#[test]
fn on_roads_a_piece_goes_to_the_next_point() {
    let board = position("first 0 1l3/5/5/5/4b/5/5/5/2A2/5/5/1L3");
    assert_eq!(reach(&board, "I2"), "H1 H2 H3 I1 I3 J1 J2 J3", "a camp joins its diagonals");
    let board = position("first 0 1l3/5/5/5/4b/5/5/5/1A3/5/5/1L3");
    assert_eq!(reach(&board, "I1"), "H1 I0 I2 J1", "other points do not");
}

// 其它棋子沿铁路线移动时不可转弯只可不限格数沿直线移动
#[test]
fn on_rails_all_but_engineers_go_straight() {
    let board = position("first 0 1l3/5/5/5/4b/5/5/5/5/5/A4/1L3");
    assert_eq!(reach(&board, "K0"), "B0 C0 D0 E0 F0 G0 H0 I0 J0 J1 K1 K2 K3 K4 L0");
    let board = position("first 0 1l3/5/5/5/4b/5/1HAH1/5/5/5/5/1L3");
    assert_eq!(reach(&board, "G2"), "F2 H1 H2 H3", "the centre link ends at F2");
}

// 工兵沿铁路线移动时可不限格数直行或转弯到达铁路线上未被阻挡的任何兵站
#[test]
fn engineers_turn_on_rails() {
    let board = position("first 0 1l3/5/5/5/4b/5/5/5/5/5/I4/1L3");
    let rails = "B0 B1 B2 B3 B4 C0 C4 D0 D4 E0 E4 F0 F1 F2 F3 F4 G0 G1 G2 G3 G4 H0 H4 I0 I4 J0";
    assert_eq!(reach(&board, "K0"), format!("{rails} J1 J4 K1 K2 K3 K4 L0"), "all, and two roads");
    // The engineer gets out only by the centre link, then both ways up to the first piece.
    let board = position("first 0 1l3/5/5/5/4b/1h2H/1HIH1/5/5/5/5/1L3");
    assert_eq!(reach(&board, "G2"), "F1 F2 F3 H1 H2 H3");
    // On a road, the engineer goes one point and does not continue by rail.
    let board = position("first 0 1l3/5/5/5/4b/5/5/5/5/2I2/5/1L3");
    assert_eq!(reach(&board, "J2"), "I2 J1 J3 K2");
}

// 未被阻挡
#[test]
fn nobody_passes_through_a_piece() {
    let board = position("first 0 1l3/5/5/5/5/b4/5/5/5/5/A1I2/1L3");
    assert_eq!(reach(&board, "K0"), "F0 G0 H0 I0 J0 J1 K1 L0", "up to the first, which it may attack");
    // The engineer is shut in, since the rails go on only behind the pieces.
    let board = position("first 0 1l3/5/5/5/5/b4/5/5/5/5/1HIH1/1L3");
    assert_eq!(reach(&board, "K2"), "J1 J2 J3 L2");
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
    assert_eq!(reach(&board, "D1"), "D0 D2 E1");
    assert_eq!(refusal(&board, Seat::First, "D1C1"), "a piece in a camp cannot be attacked");
    let board = after("first 0 1l3/b4/5/1A3/5/5/5/5/5/5/5/1L3", "D1C1");
    assert_eq!(reach(&board, "B0"), "A0 B1 B2 B3 B4 C0 D0 E0 F0 G0 H0 I0 J0 K0");
    let board = after("first 0 1l3/b4/5/1A3/5/5/5/5/5/5/5/1L3", "D1C1 B0B1 C1B1");
    assert_eq!(board.piece(point("B1")).map(|(owner, _)| owner), Some(Seat::First), "it may attack itself");
}

// 双方棋子相碰时军阶低的棋子战败被吃掉，……级别相同则同归于尽；炸弹……（包括军旗和地雷）；地雷被工兵碰到时……
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

// 被吃掉(移出棋盘)……（双方棋子移出棋盘）
#[test]
fn what_is_beaten_is_taken_off_the_board() {
    for (by, on, stays) in [
        ('A', 'b', Some(Seat::First)),
        ('B', 'a', Some(Seat::Second)),
        ('A', 'a', None),
        ('A', 'j', Some(Seat::Second)),
        ('I', 'j', Some(Seat::First)),
        ('K', 'j', None),
        ('A', 'k', None),
    ] {
        let text = format!("first 7 1l3/{on}4/{by}4/5/4h/5/5/5/4H/5/5/1L3");
        let board = after(&text, "C0B0");
        assert_eq!(board.piece(point("C0")), None, "{text}");
        assert_eq!(board.piece(point("B0")).map(|(owner, _)| owner), stays, "{text}");
        assert_eq!(board.plain(), 0, "contact");
        let fight = match stays {
            Some(Seat::First) => Fight::Won,
            Some(Seat::Second) => Fight::Lost,
            None => Fight::Both,
        };
        let went = [Report::Went(point("C0"), point("B0"), Some(fight), None)];
        let said = match stays {
            Some(Seat::First) => "fight at B0: red took the piece it attacked",
            Some(Seat::Second) => "fight at B0: the attacker is gone, the piece of black stays",
            None => "fight at B0: both pieces are gone",
        };
        let scene = Luzhanqi::scene(Seen::Truth(&board), &went);
        assert_eq!(scene.says[0].en, said, "{text}");
        assert_eq!(scene.way.len(), 1);
    }
}

// 若司令被吃掉或同归于尽，则无司令的选手需亮出军旗所在位置。
#[test]
fn whose_commander_is_gone_shows_its_flag_before_the_move_is_told() {
    for (by, on, reports) in [
        ('K', 'a', &["second flag A1", "G0F0 both"][..]),
        ('A', 'a', &["first flag L1", "second flag A1", "G0F0 both"]),
        ('A', 'k', &["first flag L1", "G0F0 both"]),
        ('B', 'a', &["G0F0 lost"]),
    ] {
        let own = if by == 'A' { 'H' } else { 'A' };
        let other = if on == 'a' { 'h' } else { 'a' };
        let before = position(&format!("first 0 1l3/5/5/5/{other}4/{on}4/{by}3{own}/5/5/5/5/1L3"));
        assert_eq!(Seat::BOTH.map(|seat| before.shown_flag(seat)), [None; 2]);
        for eye in Eye::ALL {
            assert_eq!(reports_to(&before, "G0F0", eye), reports, "{eye:?}");
        }
    }
    let board = after("first 0 1l3/5/5/5/b4/a4/K3A/5/5/5/5/1L3", "G0F0");
    assert_eq!(board.shown_flag(Seat::Second), Some(point("A1")));
}

// RULES.md, Common: the broken rule is named
#[test]
fn every_refusal_names_its_rule() {
    let laying = position("lay 0 1l3/5/5/5/5/5/5/5/5/5/5/JLJJ1");
    let flags = position("lay 0 1l3/5/5/5/5/5/5/5/5/5/5/1L3");
    let empty = Board::initial(&Rules::default());
    let laid = position("lay 0 jljjk/khhhi/i1i1g/gg1ff/e1e1d/abccd/5/5/5/5/5/5");
    let moving = position("first 0 1l3/5/1b3/1A3/4h/5/B4/5/5/5/J4/1LC2");
    let moving = &moving;
    for (board, seat, text, rule) in [
        (
            &empty,
            Seat::First,
            "K0=j",
            "pieces are laid in order: flag, mines, bombs, then from the commander down",
        ),
        (&empty, Seat::First, "A1=l", "not a station of this side's half"),
        (&laying, Seat::First, "H1=k", "not a station of this side's half"),
        (&empty, Seat::First, "K1=l", "the flag lies in a headquarters"),
        (&flags, Seat::First, "J0=j", "mines lie in the two back rows"),
        (&laying, Seat::First, "G0=k", "no bomb lies in the front row"),
        (&laying, Seat::First, "L0=k", "a piece lies there already"),
        (&empty, Seat::First, "G0F0", "the pieces are laid first"),
        (&laid, Seat::Second, "F0G0", "not this seat's turn"),
        (moving, Seat::Second, "E4E3", "not this seat's turn"),
        (moving, Seat::First, "L4=h", "a piece has to move"),
        (moving, Seat::First, "A0A0", "no piece on the first point"),
        (moving, Seat::First, "E4E3", "not this side's piece"),
        (moving, Seat::First, "K0J0", "mines and flags do not move"),
        (moving, Seat::First, "L1K1", "mines and flags do not move"),
        (moving, Seat::First, "L2L1", "a piece of one's own stands there"),
        (moving, Seat::First, "L2L2", "a piece of one's own stands there"),
        (moving, Seat::First, "D1C1", "a piece in a camp cannot be attacked"),
        (moving, Seat::First, "L2J2", "no way there along roads and rails"),
    ] {
        assert_eq!(refusal(board, seat, text), rule, "{text}");
    }
}

#[test]
fn an_unknown_piece_may_be_what_its_deeds_allow() {
    let board = after("first 0 1l3/5/5/5/4b/5/5/5/5/5/I4/1L3", "K0B4");
    let view = board.view(Eye::Seat(Seat::Second));
    let (seat, home) = view.board().piece(point("B4")).expect("a piece");
    assert_eq!(view.board().may_be(seat, home), Ranks::just(Rank::Engineer), "only engineers turn");
}

#[test]
fn a_sample_keeps_each_sides_numbers() {
    let view = after("first 0 1l3/5/5/5/b4/a4/K3A/5/5/5/5/1L3", "G0F0").view(Eye::Seat(Seat::First));
    let sampled = Board::sample(&view, &mut Rng::new(2));
    assert_eq!(sampled.view(Eye::Seat(Seat::First)), view);
}
