//! Near the last round the count decides: searches, tables and values are checked against playing by the
//! rules to the end.

use draughts::players::{Draft, Endings, Field, Weights};
use draughts::{Board, Draughts, Piece, Rules, Square};
use leitai_core::{Budget, Game, Outcome, Position, Rng, Seat, State, Turn};
use leitai_search::{Pvs, SearchLimits, Weigh, Worth};
use leitai_testkit::extent;
use std::sync::{Arc, LazyLock};

static ENDINGS: LazyLock<Arc<Endings>> = LazyLock::new(|| Arc::new(Endings::build(3, &mut |_| ())));

fn board(text: &str) -> Board {
    Draughts::read_position(text, &Rules::default()).expect(text)
}

/// How the game ends if both sides play perfectly: 1 for black, -1 for white, 0 for a draw.
fn result(board: &Board) -> i32 {
    let by = match board.turn() {
        Turn::Over(Outcome { winner, .. }) => {
            return winner.map_or(0, |seat| if seat == Seat::First { 1 } else { -1 });
        }
        turn => turn.next().expect("somebody owes a move"),
    };
    let mut paths = Vec::new();
    board.moves(by, &mut paths);
    let ends = paths.iter().map(|path| {
        let mut after = *board;
        after.play(by, path);
        result(&after)
    });
    if board.mover() == Seat::First { ends.max() } else { ends.min() }.expect("whoever owes a move has one")
}

/// A position with at most `pieces` pieces and `left` plies left; `None` if it is not valid.
fn scattered(rng: &mut Rng, pieces: usize, left: u16) -> Option<Board> {
    // Close together, so that pieces capture and block each other.
    let near = |square: &Square| square.is_dark() && square.row() > 2 && square.column() > 2;
    let squares: Vec<Square> = Square::all().filter(near).collect();
    let mut stand = [None; 64];
    for _ in 0..pieces {
        let piece = Piece { seat: Seat::BOTH[rng.below(2)], king: rng.below(2) == 0 };
        stand[usize::from(squares[rng.below(squares.len())].index())] = Some(piece);
    }
    Board::new(Rules::default(), 120 - left, |square| stand[usize::from(square.index())]).ok()
}

#[test]
fn what_is_proved_near_the_end_is_so_by_the_rules() {
    let wanted = extent("LEITAI_DRAUGHTS_HORIZONS", 400, 20_000);
    let (mut rng, mut told, mut proved, mut ends) = (Rng::new(3), 0, 0, [0; 3]);
    while told < wanted {
        let (pieces, left) = (2 + rng.below(5), 1 + rng.below(4) as u16);
        let Some(board) = scattered(&mut rng, pieces, left).filter(|board| board.turn().next().is_some())
        else {
            continue;
        };
        let by_rules = result(&board);
        told += 1;
        ends[(by_rules + 1) as usize] += 1;
        for cuts in [false, true] {
            let pvs = Pvs::new(1 << 14, 1);
            let mut pvs = if cuts { pvs.cutting(draughts::players::CUTS) } else { pvs.without_cuts() };
            let mut walk = Draft::new(Field::of(&board)).with(ENDINGS.clone());
            let found = pvs.best(&mut walk, SearchLimits::depth(12), &Budget::UNTIMED, &mut |_| ());
            let says = found.proved.map(|proved| match proved.winner {
                Some(seat) => {
                    if seat == Seat::First {
                        1
                    } else {
                        -1
                    }
                }
                None => 0,
            });
            // With only one move there is nothing to search.
            if says.is_some() {
                assert_eq!(says, Some(by_rules), "{board:?}, {left} plies left, cuts {cuts}: {found:?}");
                proved += 1;
                let mut after = board;
                after.play(
                    leitai_core::Actor::Seat(board.mover()),
                    &found.act.path(&board).expect("it is legal"),
                );
                assert_eq!(result(&after), by_rules, "{board:?}, {left} plies left: {found:?}");
            }
        }
    }
    assert!(ends.iter().all(|count| *count > wanted / 10), "{ends:?}");
    assert!(proved > wanted, "{proved} of {}", 2 * wanted);
}

#[test]
fn who_cannot_move_at_the_end_of_the_last_round_is_counted() {
    // The man shuts the king in. If no ply is left after that, a king counts 3 and two men 2.
    let weigh = |plies: u16| {
        let board = board(&format!("7B/4w1w1/8/8/8/8/8/8 w {plies}"));
        Draft::new(Field::of(&board)).with(ENDINGS.clone()).weigh()
    };
    assert!(matches!(weigh(117), Worth::Exact(value) if value < 0), "{:?}", weigh(117));
    assert!(matches!(weigh(119), Worth::Guess(_)), "{:?}", weigh(119));
    let last = board("7B/4w1w1/8/8/8/8/8/8 w 119");
    assert_eq!((result(&last), result(&board("7B/4w1w1/8/8/8/8/8/8 w 117"))), (1, -1));
}

#[test]
fn the_worth_at_the_end_is_the_count() {
    let mut rng = Rng::new(4);
    let mut signs = [0; 3];
    for _ in 0..2000 {
        let pieces = 2 + rng.below(9);
        let Some(board) = scattered(&mut rng, pieces, 0) else { continue };
        let Turn::Over(Outcome { winner, .. }) = board.turn() else { panic!("there is no ply left") };
        let by_rules = winner.map_or(0, |seat| if seat == Seat::First { 1 } else { -1 });
        let value = Weights::fitted().value(&Field::of(&board));
        signs[(by_rules + 1) as usize] += 1;
        if by_rules != 0 {
            assert_eq!(value.signum(), by_rules, "{board:?}");
        }
    }
    assert!(signs.iter().all(|count| *count > 100), "{signs:?}");
}
