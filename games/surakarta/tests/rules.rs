//! One test per sentence of the rules: the school's text, section 4, sentences 1 to 6, and what `RULES.md` 4
//! decided.

use leitai_core::{Actor, Game, Lang, Outcome, Played, Position, Seat, Seen, State, Turn};
use std::time::Duration;
use surakarta::{Board, Ply, Point, Rules, Surakarta};

fn board(text: &str) -> Board {
    board_under(50, text)
}

fn board_under(no_capture_plies: u16, text: &str) -> Board {
    Surakarta::read_position(text, &rules(no_capture_plies)).expect(text)
}

fn rules(no_capture_plies: u16) -> Rules {
    Rules::new(no_capture_plies).expect("in range")
}

fn ply(text: &str) -> Ply {
    Surakarta::read(text).expect(text)
}

/// The legal moves of one stone as text, sorted. Duplicates are kept.
fn moves_from(board: &Board, from: &str) -> Vec<String> {
    let mut moves = Vec::new();
    board.moves(Actor::Seat(board.mover()), &mut moves);
    let mut texts: Vec<_> = moves.iter().map(|m| format!("{m:?}")).collect();
    texts.retain(|text| text.starts_with(from));
    texts.sort();
    texts
}

/// The ends of the captures of one stone, sorted.
fn captures_from(board: &Board, from: &str) -> Vec<String> {
    let moves = moves_from(board, from);
    let captures = moves.iter().filter(|text| board.at(ply(text).to).is_some());
    captures.map(|text| text[3..].to_owned()).collect()
}

/// The rule that a move breaks.
fn refusal(board: &Board, text: &str) -> &'static str {
    board.check(Actor::Seat(board.mover()), &ply(text)).expect_err(text).rule.en
}

fn after(board: &Board, plies: &str) -> Board {
    let mut board = board.clone();
    for text in plies.split(' ') {
        let by = Actor::Seat(board.mover());
        assert_eq!(board.check(by, &ply(text)), Ok(()), "{text}");
        board.play(by, &ply(text));
    }
    board
}

fn over(board: &Board) -> (Option<Seat>, &'static str) {
    let Turn::Over(Outcome { winner, why }) = board.turn() else { panic!("{board:?} goes on") };
    (winner, why.text(Lang::En))
}

fn text(board: &Board) -> String {
    let mut text = String::new();
    Surakarta::write_position(board, &mut text);
    text
}

#[test]
fn the_board_has_6_by_6_points() {
    assert_eq!(Point::all().count(), 36);
    assert_eq!((Point::new(6, 0), Point::new(0, 6)), (None, None));
    for (i, point) in Point::all().enumerate() {
        assert_eq!(usize::from(point.index()), i);
        assert_eq!(Point::new(point.x(), point.y()), Some(point));
    }
}

#[test]
fn twelve_stones_a_side_in_two_rows_black_on_top() {
    let start = Board::initial(&Rules::default());
    assert_eq!(text(&start), "bbbbbb/bbbbbb/6/6/wwwwww/wwwwww b -");
    assert_eq!(Seat::BOTH.map(|seat| start.count(seat)), [12, 12]);
    let a6 = ply("a6-a1");
    assert_eq!((start.at(a6.from), start.at(a6.to)), (Some(Seat::First), Some(Seat::Second)));
}

#[test]
fn sentence_1_black_begins_and_both_take_turns_one_stone_each() {
    let start = Board::initial(&Rules::default());
    assert_eq!(start.turn(), Turn::Of(Actor::Seat(Seat::First)));
    let next = after(&start, "a5-a4");
    assert_eq!(next.turn(), Turn::Of(Actor::Seat(Seat::Second)));
    assert_eq!(
        next.check(Actor::Seat(Seat::First), &ply("b5-b4")).unwrap_err().rule.en,
        "not this seat's turn"
    );
    assert_eq!(text(&next), "bbbbbb/1bbbbb/b5/6/wwwwww/wwwwww w a5-a4");
}

#[test]
fn sentence_1_there_is_no_passing_of_a_turn() {
    let start = Board::initial(&Rules::default());
    assert_eq!(refusal(&start, "a5-a5"), "point occupied by one's own stone");
    assert_eq!(refusal(&start, "a4-a4"), "no stone on the first point");
}

#[test]
fn sentence_2_a_stone_steps_one_point_in_eight_directions() {
    let lone = board("6/6/2b3/6/6/5w b -");
    assert_eq!(
        moves_from(&lone, "c4"),
        ["c4-b3", "c4-b4", "c4-b5", "c4-c3", "c4-c5", "c4-d3", "c4-d4", "c4-d5"]
    );
    for far in ["c4-c2", "c4-e4", "c4-a6", "c4-d2", "c4-f4"] {
        assert_eq!(refusal(&lone, far), "a step goes to one of the eight points around");
    }
    // No step leaves the board on one side and comes back on the other.
    let rim = board("6/6/b5/6/6/5w b -");
    assert_eq!(moves_from(&rim, "a4"), ["a4-a3", "a4-a5", "a4-b3", "a4-b4", "a4-b5"]);
}

#[test]
fn sentence_2_a_step_needs_an_empty_point() {
    let start = Board::initial(&Rules::default());
    assert_eq!(refusal(&start, "a6-a5"), "point occupied by one's own stone");
    assert_eq!(refusal(&start, "a4-a3"), "no stone on the first point");
    assert_eq!(refusal(&start, "a2-a3"), "not this side's stone");
    // A step does not capture an adjacent enemy.
    let near = board("6/6/2bw2/6/b1b3/6 b -");
    assert_eq!(near.at(ply("c4-d4").to), Some(Seat::Second));
    let shut = board("2b3/1bbw2/2b3/6/6/6 b -");
    assert_eq!(
        refusal(&shut, "c5-d5"),
        "a capture needs a free path along a track and over at least one whole arc"
    );
}

#[test]
fn sentence_3_a_capture_passes_at_least_one_whole_arc() {
    // Over the small arc at the top left, and over the large one.
    assert_eq!(captures_from(&board("1w4/b5/1b4/6/6/5w b -"), "a5"), ["b6"]);
    assert_eq!(captures_from(&board("2w3/6/b1b3/6/6/5w b -"), "a4"), ["c6"]);
    // The direct way to d5 has no arc, and every way around is blocked by black's own stones.
    let shut = board("2b3/1bbw2/2b3/6/6/6 b -");
    assert_eq!(captures_from(&shut, "c5"), [""; 0]);
    // With one way around open, the stone is captured.
    assert_eq!(captures_from(&board("2b3/1bbw2/6/6/6/6 b -"), "c5"), ["d5"]);
}

#[test]
fn sentence_3_a_capture_may_pass_two_and_three_arcs() {
    // f5 over e6 … e1 to the lower row: two arcs. The other way is blocked by c5.
    assert_eq!(captures_from(&board("6/2b2b/6/6/2w3/6 b -"), "f5"), ["c2"]);
    // And on over a2 up column b: three.
    assert_eq!(captures_from(&board("6/2b2b/6/1w4/6/6 b -"), "f5"), ["b3"]);
    // And over the last arc back into its own row: four.
    assert_eq!(captures_from(&board("6/w2b1b/6/6/6/6 b -"), "f5"), ["a5"]);
    assert_eq!(captures_from(&board("6/ww1b1b/6/6/6/6 b -"), "f5"), ["b5"], "column b comes before");
}

#[test]
fn sentence_3_own_stones_on_the_path_block() {
    for shut in ["4b1/2b2b/6/1w4/6/6 b -", "6/2b2b/6/1w4/4b1/6 b -", "6/2b2b/6/1w4/6/1b4 b -"] {
        assert_eq!(captures_from(&board(shut), "f5"), [""; 0], "{shut}");
        assert_eq!(
            refusal(&board(shut), "f5-b3"),
            "a capture needs a free path along a track and over at least one whole arc"
        );
    }
}

#[test]
fn sentence_3_the_first_enemy_on_the_path_ends_it() {
    // Before the arc, an enemy stone blocks; after it, that stone is the one captured.
    assert_eq!(captures_from(&board("6/2b2b/4w1/1w4/6/6 b -"), "f5"), ["e4"]);
    assert_eq!(captures_from(&board("2b3/1bbw1w/2b3/6/6/6 b -"), "c5"), [""; 0]);
}

#[test]
fn the_movers_own_start_counts_as_empty_when_it_is_crossed_again() {
    // b5 goes left to a5, over the arc to b6, down through b5 where it stood, to b3. c5 and b1 block everything
    // else.
    let looped = board("6/1bb3/6/1w4/6/1b4 b -");
    assert_eq!(captures_from(&looped, "b5"), ["b3"]);
    assert_eq!(text(&after(&looped, "b5-b3")), "6/2b3/6/1b4/6/1b4 w -");
    // A stone of either side on the loop blocks it; the first enemy on it is itself captured.
    assert_eq!(captures_from(&board("6/bbb3/6/1w4/6/1b4 b -"), "b5"), [""; 0]);
    assert_eq!(captures_from(&board("1b4/1bb3/6/1w4/6/1b4 b -"), "b5"), [""; 0]);
    assert_eq!(captures_from(&board("1w4/1bb3/6/1w4/6/1b4 b -"), "b5"), ["b6"]);
    // The large loop, through c4.
    assert_eq!(captures_from(&board("6/6/2bb2/6/2w3/b1b3 b -"), "c4"), ["c2"]);
}

#[test]
fn a_stone_that_goes_all_the_way_round_has_not_moved() {
    // A stone alone on both tracks: every path returns over its own start and meets nothing.
    for lone in ["6/b5/6/6/6/w5 b -", "6/1b4/6/6/6/w5 b -", "6/6/2b3/6/6/w5 b -"] {
        let lone = board(lone);
        let from = Point::all().find(|point| lone.at(*point) == Some(Seat::First)).expect("a stone");
        let mut moves = Vec::new();
        lone.moves(Actor::Seat(Seat::First), &mut moves);
        assert!(moves.iter().all(|m| lone.at(m.to).is_none()), "{moves:?}");
        assert!(lone.check(Actor::Seat(Seat::First), &Ply { from, to: from }).is_err());
    }
}

#[test]
fn the_four_corners_are_on_no_track() {
    // A stone on a corner can neither be captured nor capture.
    let corners = board("w4w/1b2b1/2bb2/2bb2/1b2b1/w4w b -");
    let mut moves = Vec::new();
    corners.moves(Actor::Seat(Seat::First), &mut moves);
    assert!(moves.iter().all(|m| corners.at(m.to).is_none()));
    let white = board("w4w/1b2b1/2bb2/2bb2/1b2b1/w4w w -");
    for corner in ["a1", "a6", "f1", "f6"] {
        assert_eq!(captures_from(&white, corner), [""; 0]);
    }
}

#[test]
fn the_same_from_and_to_by_several_paths_is_one_move() {
    // f5 reaches c2 over two arcs either way around.
    assert_eq!(captures_from(&board("6/5b/6/6/2w3/6 b -"), "f5"), ["c2"]);
    // d5 is on both tracks, and so is b3: d5 captures it by the row and by the column.
    assert_eq!(captures_from(&board("6/3b2/6/1w4/6/6 b -"), "d5"), ["b3"]);
}

#[test]
fn sentence_4_white_captures_black_along_the_same_path_the_other_way() {
    for path in ["6/2b2b/6/1w4/6/6", "6/2b2b/6/6/2w3/6", "6/w2b1b/6/6/6/6", "2w3/6/b5/6/6/5w"] {
        let mut forth = Vec::new();
        board(&format!("{path} b -")).captures(&mut forth);
        assert!(!forth.is_empty());
        let white = board(&format!("{path} w -"));
        for Ply { from, to } in forth {
            assert_eq!(white.check(Actor::Seat(Seat::Second), &Ply { from: to, to: from }), Ok(()), "{path}");
        }
    }
    // A path over its own start is not reversible: black's stone stands in the way of white's.
    let looped = board("6/1bb3/6/1w4/6/1b4 w -");
    assert_eq!(captures_from(&looped, "b3"), ["c5"]);
}

#[test]
fn sentence_5_who_takes_the_last_stone_wins() {
    let last = board("6/5b/6/6/2w3/6 b -");
    assert_eq!(over(&after(&last, "f5-c2")), (Some(Seat::First), "all stones captured"));
    let last = board("6/5b/6/6/2w3/6 w -");
    assert_eq!(over(&after(&last, "c2-f5")), (Some(Seat::Second), "all stones captured"));
}

#[test]
fn sentence_6_too_long_without_a_capture_more_stones_win() {
    let two = board_under(2, "6/b5/6/6/b5/5w b -");
    let one = after(&two, "a5-a6");
    assert!(matches!(one.turn(), Turn::Of(_)));
    assert_eq!(over(&after(&one, "f1-e1")), (Some(Seat::First), "too long without a capture: more stones"));
    let even = after(&Board::initial(&rules(1)), "a5-a4");
    assert_eq!(over(&even), (None, "too long without a capture: equal stones"));
    // After the end, nobody may move.
    let mut moves = Vec::new();
    even.moves(Actor::Seat(Seat::Second), &mut moves);
    assert!(moves.is_empty());
}

#[test]
fn sentence_6_a_capture_starts_the_count_anew() {
    let near = board_under(3, "6/b4b/6/6/2w2w/5w w e1-f1,b5-a5");
    assert_eq!(near.quiet_len(), 2);
    let taken = after(&near, "c2-a5");
    assert_eq!(taken.quiet_len(), 0);
    assert!(matches!(taken.turn(), Turn::Of(_)));
    assert!(matches!(after(&near, "c2-c1").turn(), Turn::Over(_)));
}

#[test]
fn sentence_6_the_same_position_a_third_time_more_stones_win() {
    let start = Board::initial(&Rules::default());
    let twice = after(&start, "b5-b4 b2-b3 b4-b5 b3-b2");
    assert!(matches!(twice.turn(), Turn::Of(_)));
    let nearly = after(&twice, "b5-b4 b2-b3 b4-b5");
    assert!(matches!(nearly.turn(), Turn::Of(_)));
    assert_eq!(over(&after(&nearly, "b3-b2")), (None, "the same position a third time: equal stones"));
    let more = board("b5/6/6/6/6/4ww b -");
    let third = after(&more, "a6-a5 e1-e2 a5-a6 e2-e1 a6-b6 f1-f2 b6-a6 f2-f1");
    assert_eq!(over(&third), (Some(Seat::Second), "the same position a third time: more stones"));
}

#[test]
fn sentence_6_the_same_stones_with_the_other_side_to_move_are_another_position() {
    // One side goes around a triangle in three plies while the other goes back and forth in two: the five plies
    // change only who is on turn.
    let blacks = "a6-a5 f1-f2 a5-b6 f2-f1 b6-a6";
    let whites = "f1-f2 a6-a5 f2-e1 a5-a6 e1-f1";
    let mut stand = board("b5/6/6/6/6/5w b -");
    for (n, plies) in [blacks, whites, blacks].into_iter().enumerate() {
        stand = after(&stand, plies);
        assert!(text(&stand).starts_with("b5/6/6/6/6/5w "));
        assert!(matches!(stand.turn(), Turn::Of(_)), "the stones have stood so {} times", n + 2);
    }
    assert_eq!(over(&after(&stand, whites)), (None, "the same position a third time: equal stones"));
}

#[test]
fn sentence_6_a_side_with_no_move_more_stones_win() {
    let shut = board("6/6/6/6/bb4/wb4 w -");
    assert_eq!(over(&shut), (Some(Seat::First), "no move is left: more stones"));
    let stuck = board("bw4/ww4/6/6/6/ww3b b -");
    assert!(matches!(stuck.turn(), Turn::Of(_)), "f1 can move");
    let stuck = board("bw2wb/ww2ww/6/6/6/6 b -");
    assert_eq!(over(&stuck), (Some(Seat::Second), "no move is left: more stones"));
    // White can still step, so the game goes on.
    assert!(matches!(board("6/6/6/6/ww4/bw4 w -").turn(), Turn::Of(_)));
}

#[test]
fn the_past_beyond_sixty_four_plies_is_remembered() {
    // Each side goes around eighteen points of its half: the start recurs after 36 plies, and after 72.
    let black = "a6 b6 c6 d6 e6 f6 f5 f4 e4 e5 d5 d4 c4 c5 b5 b4 a4 a5".split(' ').collect::<Vec<_>>();
    let turned = |text: &str| text.replace('6', "1").replace('5', "2").replace('4', "3");
    let round: Vec<_> = (0..18)
        .flat_map(|n| {
            let step = format!("{}-{}", black[n], black[(n + 1) % 18]);
            let points: Vec<_> = step.split('-').map(turned).collect();
            [step.clone(), points.join("-")]
        })
        .collect();
    let start = board_under(1000, "b5/6/6/6/6/w5 b -");
    let twice = after(&start, &round.join(" "));
    assert!(matches!(twice.turn(), Turn::Of(_)));
    let nearly = after(&twice, &round[..35].join(" "));
    assert_eq!(nearly.quiet_len(), 71);
    assert!(matches!(nearly.turn(), Turn::Of(_)));
    assert_eq!(Surakarta::read_position(&text(&nearly), &rules(1000)).as_ref(), Ok(&nearly));
    assert_eq!(over(&after(&nearly, &round[35])), (None, "the same position a third time: equal stones"));
}

#[test]
fn a_position_that_cannot_stand_is_refused_by_name() {
    let refused = |text: &str| match Surakarta::read_position(text, &Rules::default()) {
        Err(garbled) => garbled.to_string(),
        Ok(board) => panic!("{board:?}"),
    };
    for (text, why) in [
        ("6/6/6/6/6/6 b -", "the side that moved last has stones"),
        ("b5/6/6/6/6/6 b -", "the side that moved last has stones"),
        ("b5/6/6/6/6/6 w a5-a6", "the side that moved last has stones"),
        ("bbbbbb/bbbbbb/b5/6/wwwwww/wwwwww w -", "at most twelve stones"),
        ("b5/6/6/6/6/5w w a6-a5", "do not lead to these stones"),
        ("b5/6/6/6/6/5w w f1-a6", "do not lead to these stones"),
        ("b5/6/6/6/6/5w w a4-a6", "no legal step"),
        ("b5/6/6/6/6/5w b a6-a5", "do not lead to these stones"),
        ("b5/6/6/6/6/5w x -", "neither b nor w"),
        ("b5/6/6/6/6/5w b", "six rows"),
        ("b5/6/6/6/5w b -", "6 rows joined by /, not 5"),
        ("b6/6/6/6/6/5w b -", "row 1 from the top must have 6 points"),
        ("b5/6/6/6/6/4w b -", "row 6 from the top must have 6 points"),
        ("b5/6/6/6/6/5k b -", "not b, w or a number"),
    ] {
        assert!(refused(text).contains(why), "{text}: {}", refused(text));
    }
    // No game lasts longer than the limit or continues after the third occurrence.
    let plies = ["a5-a6", "f1-f2", "a6-a5", "f2-f1"];
    let long: Vec<_> = plies.iter().cycle().take(12).copied().collect();
    assert!(refused(&format!("6/b5/6/6/6/5w b {}", long.join(","))).contains("no legal step"));
    let three = Surakarta::read_position("6/b5/6/6/6/5w b a5-a6,f1-f2,a6-a5,f2-f1", &rules(3));
    assert!(three.is_err());
    assert_eq!(board("b...../6/6/6/6/.....W b -"), board("b5/6/6/6/6/5w b -"));
}

#[test]
fn the_time_is_fifteen_minutes_a_side() {
    let facts = &Surakarta::FACTS;
    assert_eq!(facts.clock.game, Some(Duration::from_mins(15)));
    assert_eq!(facts.clock.start, Some(Duration::from_secs(5)));
    assert!(facts.presets.iter().any(|preset| preset.name == "school" && preset.clock == facts.clock));
    assert_eq!((Rules::new(0), Rules::new(1001)), (None, None));
    assert_eq!(Rules::default().no_capture_plies(), 50);
}

/// The path drawn for a capture is the one it took: from end to end without a gap, along lines and around
/// corners.
#[test]
fn the_way_of_a_capture_follows_its_track() {
    for (text, capture, arcs) in [
        ("1w4/b5/1b4/6/6/5w b -", "a5-b6", 1),
        ("2w3/6/b1b3/6/6/5w b -", "a4-c6", 1),
        ("6/2b2b/6/6/2w3/6 b -", "f5-c2", 2),
        ("6/2b2b/6/1w4/6/6 b -", "f5-b3", 3),
        ("6/w2b1b/6/6/6/6 b -", "f5-a5", 4),
    ] {
        let board = after(&board(text), capture);
        let m = ply(capture);
        let scene = Surakarta::scene(Seen::Truth(&board), &[Played { by: Actor::Seat(Seat::First), m }]);
        assert_eq!(scene.way.iter().filter(|part| part.around.is_some()).count(), arcs, "{capture}");
        let places = [m.from, m.to].map(|point| {
            let place = &scene.places[usize::from(point.index())];
            (place.x, place.y)
        });
        // Each part has two ends; every end except the first and the last of the path occurs twice.
        let mut ends: Vec<_> = scene
            .way
            .iter()
            .filter(|part| part.points.len() > 1)
            .flat_map(|part| [part.points[0], part.points[part.points.len() - 1]])
            .collect();
        ends.sort_unstable();
        let loose: Vec<_> =
            ends.chunk_by(|a, b| a == b).filter(|same| same.len() % 2 == 1).map(|same| same[0]).collect();
        let mut expected = places.to_vec();
        expected.sort_unstable();
        assert_eq!(loose, expected, "{capture}");
    }
    let step = after(&Board::initial(&Rules::default()), "b5-b4");
    let m = ply("b5-b4");
    let scene = Surakarta::scene(Seen::Truth(&step), &[Played { by: Actor::Seat(Seat::First), m }]);
    assert_eq!((scene.way.len(), scene.way[0].points.len()), (1, 2), "a step is straight");
}
