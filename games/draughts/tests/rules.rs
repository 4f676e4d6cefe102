//! One test per sentence of the rules: the judge's 比赛规则, sentences 1 to 9, and the decisions of `RULES.md` 11.

use draughts::{Board, Draughts, Path, Piece, Rules, Square};
use leitai_core::{Actor, Game, Lang, MarkKind, Outcome, Played, Position, Seat, Seen, State, Turn};
use std::time::Duration;

fn board(text: &str) -> Board {
    board_under(60, text)
}

fn board_under(max_rounds: u16, text: &str) -> Board {
    Draughts::read_position(text, &Rules::new(max_rounds).expect("in range")).expect(text)
}

fn path(text: &str) -> Path {
    Draughts::read(text).expect(text)
}

fn square(row: u8, column: u8) -> Square {
    Square::new(row, column).expect("on the board")
}

/// The legal moves as text, sorted.
fn moves(board: &Board) -> Vec<String> {
    let mut moves = Vec::new();
    board.moves(Actor::Seat(board.mover()), &mut moves);
    let mut texts: Vec<_> = moves.iter().map(|m| format!("{m:?}")).collect();
    texts.sort();
    texts
}

/// The rule that a move breaks.
fn refusal(board: &Board, text: &str) -> &'static str {
    let refused = board.check(Actor::Seat(board.mover()), &path(text)).expect_err(text);
    assert!(!moves(board).contains(&text.to_owned()));
    refused.rule.en
}

fn after(board: &Board, text: &str) -> Board {
    let mut board = *board;
    let by = Actor::Seat(board.mover());
    assert_eq!(board.check(by, &path(text)), Ok(()), "{text}");
    board.play(by, &path(text));
    board
}

fn over(board: &Board) -> (Option<Seat>, &'static str) {
    let Turn::Over(Outcome { winner, why }) = board.turn() else { panic!("{board:?} goes on") };
    (winner, why.text(Lang::En))
}

fn text(board: &Board) -> String {
    let mut text = String::new();
    Draughts::write_position(board, &mut text);
    text
}

#[test]
fn sentence_1_the_board_has_8_by_8_squares_and_its_corners_are_as_in_the_appendix() {
    assert!(square(7, 0).is_dark() && square(0, 7).is_dark(), "bottom left and top right are dark");
    assert!(!square(7, 7).is_dark() && !square(0, 0).is_dark(), "the other corners are light");
    assert_eq!(Square::new(8, 0), None);
    assert_eq!(Square::new(0, 8), None);
    assert_eq!(Square::all().filter(|square| square.is_dark()).count(), 32);
}

#[test]
fn sentence_2_twelve_pieces_a_side_on_the_dark_squares_of_the_outer_three_rows() {
    let start = Board::initial(&Rules::default());
    assert_eq!(text(&start), "1w1w1w1w/w1w1w1w1/1w1w1w1w/8/8/b1b1b1b1/1b1b1b1b/b1b1b1b1 b 0");
    for square in Square::all() {
        let seat = match square.row() {
            0..=2 => Some(Seat::Second),
            5..=7 => Some(Seat::First),
            _ => None,
        };
        let piece = seat.filter(|_| square.is_dark()).map(|seat| Piece { seat, king: false });
        assert_eq!(start.at(square), piece, "{square:?}");
    }
    assert!(Seat::BOTH.iter().all(|seat| start.men(*seat) == 12 && start.kings(*seat) == 0));
}

#[test]
fn sentence_3_black_moves_first_and_the_sides_take_turns() {
    let start = Board::initial(&Rules::default());
    assert_eq!(start.turn(), Turn::Of(Actor::Seat(Seat::First)));
    let next = after(&start, "5,0-4,1");
    assert_eq!(next.turn(), Turn::Of(Actor::Seat(Seat::Second)));
    assert_eq!(
        start.check(Actor::Seat(Seat::Second), &path("2,1-3,0")).unwrap_err().rule.en,
        "not this seat's turn"
    );
    assert_eq!(after(&next, "2,1-3,0").turn(), Turn::Of(Actor::Seat(Seat::First)));
}

#[test]
fn sentence_3_a_man_steps_one_square_diagonally_forward() {
    let lone = board("8/8/8/8/3b4/8/8/W7 b 0");
    assert_eq!(moves(&lone), ["4,3-3,2", "4,3-3,4"]);
    assert_eq!(refusal(&lone, "4,3-5,2"), "a man steps forward only");
    assert_eq!(refusal(&lone, "4,3-2,5"), "a jump needs an enemy piece to jump over");
    assert_eq!(refusal(&lone, "4,3-1,6"), "neither one diagonal step nor a run of jumps");
    assert_eq!(refusal(&lone, "4,3-2,3"), "neither one diagonal step nor a run of jumps");
    assert_eq!(refusal(&lone, "4,3-3,2-2,1"), "neither one diagonal step nor a run of jumps");
    let white = board("8/8/8/4w3/8/8/8/B7 w 1");
    assert_eq!(moves(&white), ["3,4-4,3", "3,4-4,5"]);
    assert_eq!(refusal(&white, "3,4-2,3"), "a man steps forward only");
}

#[test]
fn sentence_3_a_step_goes_to_an_empty_dark_square_with_an_own_piece() {
    let start = Board::initial(&Rules::default());
    assert_eq!(moves(&start).len(), 7);
    assert_eq!(refusal(&start, "6,1-5,0"), "square occupied");
    assert_eq!(refusal(&start, "4,1-3,0"), "no piece on the first square");
    assert_eq!(refusal(&start, "2,1-3,0"), "not this side's piece");
    assert_eq!(refusal(&start, "5,0-4,0"), "not a dark square");
    assert_eq!(refusal(&start, "7,7-5,5-3,3"), "not a dark square");
}

#[test]
fn sentence_4_1_a_capture_jumps_an_adjacent_enemy_to_the_empty_square_behind_it() {
    let near = board("8/8/8/2w5/3b4/8/8/W7 b 0");
    assert_eq!(moves(&near), ["4,3-2,1"]);
    assert_eq!(text(&after(&near, "4,3-2,1")), "8/8/1b6/8/8/8/8/W7 w 1");
    // Not adjacent, not empty behind, own piece between.
    assert_eq!(moves(&board("8/8/1w6/8/3b4/8/8/W7 b 0")), ["4,3-3,2", "4,3-3,4"]);
    assert_eq!(moves(&board("8/8/1w6/2w5/3b4/8/8/W7 b 0")), ["4,3-3,4"]);
    let own = board("8/8/8/2b5/3b4/8/8/W7 b 0");
    assert_eq!(refusal(&own, "4,3-2,1"), "a jump needs an enemy piece to jump over");
    assert_eq!(refusal(&board("8/8/1w6/2w5/3b4/8/8/W7 b 0"), "4,3-2,1"), "square occupied");
}

#[test]
fn sentence_4_2_a_capture_is_compulsory() {
    let either = board("8/8/8/2w5/3b4/8/5b2/W7 b 0");
    assert_eq!(moves(&either), ["4,3-2,1"]);
    assert_eq!(refusal(&either, "4,3-3,4"), "a capture is compulsory");
    assert_eq!(refusal(&either, "6,5-5,4"), "a capture is compulsory");
}

#[test]
fn sentence_4_3_the_path_that_captures_most_is_compulsory_over_all_pieces() {
    let more = board("8/8/3w4/8/1w6/b7/5w2/W5b1 b 0");
    assert_eq!(moves(&more), ["5,0-3,2-1,4"]);
    assert_eq!(refusal(&more, "7,6-5,4"), "the path that captures most is compulsory");
    assert_eq!(refusal(&more, "5,0-3,2"), "the path that captures most is compulsory");
}

#[test]
fn sentence_4_3_only_the_number_counts_not_the_kings_in_it() {
    // 5,0 takes two men, 5,6 one king.
    let kings = board("8/8/3w4/8/1w6/b5b1/5W2/8 b 0");
    assert_eq!(moves(&kings), ["5,0-3,2-1,4"]);
    // One king or one man: either may be taken.
    let equal = board("8/8/8/8/1w6/b5b1/5W2/8 b 0");
    assert_eq!(moves(&equal), ["5,0-3,2", "5,6-7,4"]);
}

#[test]
fn sentence_4_4_jumped_pieces_leave_together_after_the_move() {
    let chain = board("8/8/3w4/8/1W6/b7/8/W7 b 0");
    let done = after(&chain, "5,0-3,2-1,4");
    assert_eq!(text(&done), "8/4b3/8/8/8/8/8/W7 w 1", "both are gone, the king's crown too");
    assert_eq!(done.points(Seat::Second), 3);
}

/// The ring of four around 3,2 from 5,2, and one more man below it.
const RING: &str = "8/8/1w1w4/8/1w1w4/2b5/8/W7 b 0";

#[test]
fn sentence_4_5_no_piece_is_jumped_twice_and_a_jumped_piece_stays_until_the_end() {
    let ring = board(RING);
    assert_eq!(refusal(&ring, "5,2-3,4-5,2"), "a piece may not be jumped twice");
    assert_eq!(refusal(&ring, "5,2-3,4-1,2-3,0-5,2-3,4"), "a piece may not be jumped twice");
    // A ring of four takes four, not five: the first one cannot be taken again.
    assert!(moves(&ring).iter().all(|text| path(text).captures() == 4));
}

#[test]
fn sentence_5_a_man_that_reaches_the_far_back_rank_is_a_king_and_steps_one_square_any_way() {
    let crowned = after(&board("8/2b5/8/8/3w4/8/8/8 b 0"), "1,2-0,1");
    assert_eq!(crowned.at(square(0, 1)), Some(Piece { seat: Seat::First, king: true }));
    let white = after(&board("8/8/8/B7/8/8/5w2/8 w 1"), "6,5-7,4");
    assert_eq!(white.at(square(7, 4)), Some(Piece { seat: Seat::Second, king: true }));
    let king = board("8/8/8/8/3B4/8/8/W7 b 0");
    assert_eq!(moves(&king), ["4,3-3,2", "4,3-3,4", "4,3-5,2", "4,3-5,4"]);
    assert_eq!(refusal(&king, "4,3-2,1"), "a jump needs an enemy piece to jump over");
    let gone = after(&after(&crowned, "4,3-5,4"), "0,1-1,0");
    assert_eq!(gone.at(square(1, 0)), Some(Piece { seat: Seat::First, king: true }), "it stays one");
}

#[test]
fn sentence_5_a_man_that_ends_a_capture_on_the_far_back_rank_is_a_king() {
    let crowned = after(&board("8/2w5/1b6/8/8/8/8/W7 b 0"), "2,1-0,3");
    assert_eq!(crowned.at(square(0, 3)), Some(Piece { seat: Seat::First, king: true }));
}

#[test]
fn sentence_5_a_king_does_not_fly() {
    let far = board("8/8/5w2/8/3B4/8/8/W7 b 0");
    assert_eq!(refusal(&far, "4,3-1,6"), "neither one diagonal step nor a run of jumps");
    assert_eq!(moves(&far).len(), 4, "no capture from afar");
}

#[test]
fn sentence_6_captures_go_in_every_direction_for_men_and_kings() {
    for (text, only) in [
        ("8/8/8/2w5/3b4/8/8/8 b 0", "4,3-2,1"),
        ("8/8/8/4w3/3b4/8/8/8 b 0", "4,3-2,5"),
        ("8/8/8/8/3b4/2w5/8/8 b 0", "4,3-6,1"),
        ("8/8/8/8/3b4/4w3/8/8 b 0", "4,3-6,5"),
        ("8/8/8/2b5/3w4/8/8/8 w 1", "4,3-2,1"),
        ("8/8/8/4b3/3w4/8/8/8 w 1", "4,3-2,5"),
        ("8/8/8/2w5/3B4/8/8/8 b 0", "4,3-2,1"),
        ("8/8/8/8/3B4/4w3/8/8 b 0", "4,3-6,5"),
    ] {
        assert_eq!(moves(&board(text)), [only], "{text}");
    }
}

#[test]
fn sentence_8_1_a_side_without_a_piece_loses() {
    let last = after(&board("8/8/8/2w5/3b4/8/8/8 b 0"), "4,3-2,1");
    assert_eq!(over(&last), (Some(Seat::First), "no piece left"));
    assert!(moves(&last).is_empty());
}

#[test]
fn sentence_8_1_a_side_that_cannot_move_loses() {
    let stuck = board("8/2w5/1w6/b7/8/8/8/8 b 0");
    assert_eq!(over(&stuck), (Some(Seat::Second), "no legal move"));
    assert_eq!(over(&board("8/8/8/8/8/w7/1b6/B1B5 w 1")).0, Some(Seat::First));
}

#[test]
fn sentence_8_at_most_60_rounds_a_ply_of_each_side() {
    assert_eq!(Rules::default().max_rounds(), 60);
    assert!(Rules::new(0).is_none() && Rules::new(501).is_none());
    let almost = board("8/8/8/2w5/8/8/8/4B3 w 119");
    assert_eq!(almost.turn(), Turn::Of(Actor::Seat(Seat::Second)));
    let done = after(&almost, "3,2-4,1");
    assert_eq!(done.plies(), 120);
    assert_eq!(over(&done), (Some(Seat::First), "more points after the last round"));
    assert!(moves(&done).is_empty());
    assert_eq!(
        done.check(Actor::Seat(Seat::First), &path("7,4-6,3")).unwrap_err().rule.en,
        "not this seat's turn"
    );
}

#[test]
fn sentence_8_the_option_max_rounds_sets_the_limit() {
    let options = |value| {
        leitai_core::Options::parse(Draughts::FACTS.options.iter(), [("max_rounds", value)])
            .and_then(|options| Draughts::rules(&options))
    };
    assert_eq!(options("1").unwrap(), Rules::new(1).unwrap());
    assert_eq!(options("500").unwrap(), Rules::new(500).unwrap());
    assert!(options("0").is_err() && options("501").is_err() && options("many").is_err());
    assert_eq!(board_under(2, "8/8/8/2w5/8/8/8/4B3 w 3").last_ply(), 4);
}

#[test]
fn sentence_8_1_holds_before_the_last_round_only() {
    // Black's king cannot move, but its 3 points are more than those of two men.
    assert_eq!(over(&board("7B/6w1/5w2/8/8/8/8/8 b 118")), (Some(Seat::Second), "no legal move"));
    let counted = (Some(Seat::First), "more points after the last round");
    assert_eq!(over(&board("7B/6w1/5w2/8/8/8/8/8 b 120")), counted);
}

#[test]
fn sentence_8_2_a_king_counts_3_a_man_1_and_more_points_win() {
    let more = "more points after the last round";
    assert_eq!(over(&board("8/8/1w1w4/8/8/8/8/B7 b 120")), (Some(Seat::First), more));
    assert_eq!(over(&board("8/8/1w1w1w1w/8/8/8/8/B7 b 120")), (Some(Seat::Second), more));
    assert_eq!(over(&board("8/8/1w1w1w2/8/8/8/8/B7 b 120")).0, None);
}

#[test]
fn sentence_8_2_equal_points_are_a_draw() {
    let equal = after(&after(&Board::initial(&Rules::new(1).unwrap()), "5,0-4,1"), "2,1-3,0");
    assert_eq!(over(&equal), (None, "equal points after the last round"));
}

#[test]
fn sentences_7_and_9_two_seconds_a_move_and_90_a_game_counted_from_the_start() {
    let clock = Draughts::FACTS.clock;
    assert_eq!(clock.turn, Some(Duration::from_secs(2)));
    assert_eq!(clock.game, Some(Duration::from_secs(90)));
    assert_eq!(clock.start, Some(Duration::from_secs(5)));
    assert!(clock.start_counts);
}

#[test]
fn decided_a_man_that_only_passes_the_far_back_rank_is_not_crowned() {
    let passing = board("8/2w1w3/1b6/8/8/8/8/W7 b 0");
    assert_eq!(moves(&passing), ["2,1-0,3-2,5"]);
    assert_eq!(text(&after(&passing, "2,1-0,3-2,5")), "8/8/5b2/8/8/8/8/W7 w 1");
    let white = board("8/8/8/8/8/2w5/3b1b2/8 w 1");
    assert_eq!(text(&after(&white, "5,2-7,4-5,6")), "8/8/8/8/8/6w1/8/8 b 2");
}

#[test]
fn decided_two_paths_with_the_same_end_are_two_moves() {
    assert_eq!(moves(&board(RING)), ["5,2-3,0-1,2-3,4-5,2", "5,2-3,4-1,2-3,0-5,2"]);
    assert_eq!(text(&after(&board(RING), "5,2-3,0-1,2-3,4-5,2")), "8/8/8/8/8/2b5/8/W7 w 1");
}

#[test]
fn decided_the_start_may_be_crossed_again() {
    let more = board("8/8/1w1w4/8/1w1w4/2b5/3w4/W7 b 0");
    assert_eq!(moves(&more), ["5,2-3,0-1,2-3,4-5,2-7,4", "5,2-3,4-1,2-3,0-5,2-7,4"]);
}

#[test]
fn decided_any_empty_square_may_be_crossed_again() {
    // Nine is the most that one move can take on this board: every possible jump from 6,7, each once.
    let nine = board("8/2w1w1w1/8/2w1w1w1/8/2w1w1w1/7b/8 b 0");
    let all = moves(&nine);
    assert!(all.iter().all(|text| path(text).captures() == 9));
    assert!(all.contains(&"6,7-4,5-2,7-0,5-2,3-4,5-6,3-4,1-2,3-0,1".to_owned()), "{all:?}");
    assert_eq!(over(&after(&nine, &all[0])), (Some(Seat::First), "no piece left"));
}

#[test]
fn a_position_is_legal_by_construction() {
    let why = |text: &str| Draughts::read_position(text, &Rules::default()).expect_err(text).to_string();
    for (text, reason) in [
        ("8/8/8/8/8/8/8/W7 b 0 x", "eight rows"),
        ("8/8/8/8/8/8/8 b 0", "8 rows joined by /, not 7"),
        ("8/8/8/8/8/8/8/W8 b 0", "row 8 from the top must have 8 squares"),
        ("8/8/8/8/8/8/8/W6 b 0", "row 8 from the top must have 8 squares"),
        ("8/8/8/8/8/8/8/x7 b 0", "`x` is not"),
        ("8/8/8/8/8/8/8/1W6 b 0", "light square"),
        ("8/8/8/8/8/8/8/w7 b 0", "far back rank"),
        ("1b6/8/8/8/8/8/8/W7 b 0", "far back rank"),
        ("1w1w1w1w/w1w1w1w1/1w1w1w1w/w7/8/8/8/B7 b 0", "more than twelve"),
        ("8/8/8/8/8/8/8/B7 b 0", "moved last has no piece"),
        ("8/8/8/8/8/8/8/B7 w 0", "moved last has no piece"),
        ("8/8/8/8/8/8/8/W7 w 0", "even plies"),
        ("8/8/8/8/8/8/8/W7 g 0", "`g` is neither"),
        ("8/8/8/8/8/8/8/W7 b 122", "round limit"),
        ("8/8/8/8/8/8/8/W7 b -1", "number of plies"),
    ] {
        assert!(why(text).contains(reason), "{text}: {}", why(text));
    }
}

#[test]
fn a_scene_shows_the_path_and_what_it_took() {
    let done = after(&board("8/8/3w4/8/1W6/b7/8/W7 b 0"), "5,0-3,2-1,4");
    let last = [Played { by: Actor::Seat(Seat::First), m: path("5,0-3,2-1,4") }];
    let scene = Draughts::scene(Seen::Truth(&done), &last);
    let named = |kind| {
        let marks = scene.marks.iter().filter(move |mark| mark.kind == kind);
        marks.map(|mark| scene.places[usize::from(mark.at)].name.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(named(MarkKind::Taken), ["4,1", "2,3"]);
    assert_eq!((named(MarkKind::Trail), named(MarkKind::Last)), (vec!["3,2", "5,0"], vec!["1,4"]));
    assert_eq!(scene.way[0].points, [(50, 550), (250, 350), (450, 150)]);
}
