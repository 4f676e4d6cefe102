//! One test per sentence of the platform's rules (section 7) and of `RULES.md` 12.

use leitai_core::{Actor, Game, Illegal, Outcome, Position, Rng, Seat, State, Turn, Why};
use std::time::Duration;
use tictactoe::{Board, Cell, TicTacToe};

fn board(text: &str) -> Board {
    TicTacToe::read_position(text, &()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn cell(index: u8) -> Cell {
    Cell::new(index).expect("0 to 8")
}

fn play(cells: &[u8]) -> Board {
    let mut board = Board::initial(&());
    for index in cells {
        let Turn::Of(by) = board.turn() else { panic!("the game is over before {index}") };
        assert_eq!(board.check(by, &cell(*index)), Ok(()));
        board.play(by, &cell(*index));
    }
    board
}

fn reason(outcome: Outcome) -> &'static str {
    if let Why::Law(words) = outcome.why { words.en } else { panic!("{outcome:?} is not by the law") }
}

#[test]
fn x_moves_first() {
    assert_eq!(Board::initial(&()).turn(), Turn::Of(Actor::Seat(Seat::First)));
    assert_eq!(play(&[0]).turn(), Turn::Of(Actor::Seat(Seat::Second)));
    let mut text = String::new();
    TicTacToe::write_position(&play(&[0]), &mut text);
    assert_eq!(text, "X........");
}

#[test]
fn three_in_a_row_column_or_diagonal_wins() {
    let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    for line in lines {
        let others: Vec<u8> = (0..9).filter(|cell| !line.contains(cell)).collect();
        // O places only two marks, so any two cells will do.
        let won = play(&[line[0], others[0], line[1], others[1], line[2]]);
        let outcome = won.turn().outcome().expect("a line ends the game");
        assert_eq!((outcome.winner, reason(outcome)), (Some(Seat::First), "three in a row"), "{line:?}");
        assert_eq!(won.line(Seat::First).map(u16::count_ones), Some(3));
    }
    let lost = play(&[0, 3, 1, 4, 8, 5]);
    assert_eq!(lost.turn().outcome().and_then(|outcome| outcome.winner), Some(Seat::Second));
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let full = play(&[0, 1, 2, 4, 3, 5, 7, 6, 8]);
    let outcome = full.turn().outcome().expect("the board is full");
    assert_eq!((outcome.winner, reason(outcome)), (None, "board full"));
}

#[test]
fn a_full_board_with_a_line_is_won() {
    let full = play(&[0, 1, 2, 3, 4, 5, 7, 6, 8]);
    assert_eq!(full.turn().outcome().and_then(|outcome| outcome.winner), Some(Seat::First));
}

#[test]
fn a_taken_cell_is_refused_by_name_and_changes_nothing() {
    let board = play(&[4]);
    let refused = board.check(Actor::Seat(Seat::Second), &cell(4));
    assert!(matches!(refused, Err(Illegal { rule, at: 0, free: false }) if rule.en == "cell occupied"));
    assert_eq!(board, play(&[4]));
}

#[test]
fn a_number_outside_0_to_8_is_no_cell() {
    assert_eq!(Cell::new(9), None);
    for text in ["9", "-1", "10", "", "4.0", "4 4", "x", "４４", "+4"] {
        assert!(TicTacToe::read(text).is_err(), "{text}");
    }
    for (text, index) in [("0", 0), (" 8 ", 8), ("４", 4)] {
        assert_eq!(TicTacToe::read(text), Ok(cell(index)));
    }
}

#[test]
fn nobody_moves_out_of_turn_or_after_the_end() {
    let start = Board::initial(&());
    assert!(start.check(Actor::Seat(Seat::Second), &cell(0)).is_err());
    assert!(start.check(Actor::Chance, &cell(0)).is_err());
    let won = play(&[0, 3, 1, 4, 2]);
    for seat in Seat::BOTH {
        assert!(won.check(Actor::Seat(seat), &cell(8)).is_err());
    }
}

#[test]
fn cells_are_numbered_from_left_to_right_and_from_top_to_bottom() {
    let board = board("XO.......");
    assert_eq!(
        [board.at(cell(0)), board.at(cell(1)), board.at(cell(2))],
        [Some(Seat::First), Some(Seat::Second), None]
    );
    let scene = TicTacToe::scene(leitai_core::Seen::Truth(&board), &[]);
    let places: Vec<_> = scene.places.iter().map(|place| (place.x, place.y)).collect();
    assert_eq!((places[0], places[2], places[6]), ((50, 50), (250, 50), (50, 250)));
}

/// What the stage enforces; that it does is tested there.
#[test]
fn a_move_has_two_seconds_and_a_program_64_mb() {
    let platform = TicTacToe::FACTS.preset("beyond").expect("the platform's preset");
    assert_eq!(platform.clock.turn, Some(Duration::from_secs(2)));
    assert_eq!(platform.memory, Some(64));
    assert_eq!(platform.clock, TicTacToe::FACTS.clock);
}

#[test]
fn a_position_that_no_game_reaches_is_refused() {
    for text in ["OOO......", "xxx......", "xxxooo...", "X", "XOXOXOXOXO", "XQ.......", "XXO.O.XOO"] {
        let read = TicTacToe::read_position(text, &());
        assert!(read.is_err(), "{text} was read as {read:?}");
    }
}

/// Nobody wins against perfect play, and perfect play in the first seat nearly always beats random play.
#[test]
fn perfect_play_never_loses() {
    use leitai_core::{Budget, Level, Means};
    let budget = Budget::UNTIMED;
    let game = |levels: [Level; 2], seed: u64| {
        let mut engines = levels.map(|level| TicTacToe::engine(level, &Means::seeded(seed)).expect("listed"));
        let mut board = Board::initial(&());
        while let Turn::Of(Actor::Seat(seat)) = board.turn() {
            let mut turn = Vec::new();
            engines[seat.index()].think(seat, &board, &budget, &mut |_| (), &mut turn);
            board.play(Actor::Seat(seat), &turn[0]);
        }
        board.turn().outcome().expect("the end").winner
    };
    let mut rng = Rng::new(1);
    let (mut wins, games) = (0, 300);
    for _ in 0..games {
        let seed = rng.next();
        assert_eq!(game([Level::Best, Level::Best], seed), None);
        assert_ne!(game([Level::Easy, Level::Best], seed), Some(Seat::First));
        assert_ne!(game([Level::Random, Level::Best], seed), Some(Seat::First));
        wins += u32::from(game([Level::Best, Level::Random], seed) == Some(Seat::First));
    }
    assert!(wins * 100 >= games * 98, "{wins} of {games}");
}
