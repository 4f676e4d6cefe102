//! How much of a win a player without the table of five stones loses.

use crate::players::exact::{CERTAIN, FIVE, Tables};
use crate::players::field::Field;
use crate::players::judge::Judge;
use crate::players::layout;
use crate::players::stones::Stones;
use crate::{Act, Board, Phase};
use leitai_core::{Actor, Budget, NoShelf, Position, Rng, Seat, ShelvedTable, State, Turn};
use leitai_search::Expecti;
use std::sync::Arc;

struct Held(Vec<u8>);

impl ShelvedTable for Held {
    fn bytes(&self) -> u64 {
        self.0.len() as u64
    }

    fn read(&self, at: u64, into: &mut [u8]) -> bool {
        let at = at as usize;
        into.copy_from_slice(&self.0[at..at + into.len()]);
        true
    }
}

/// Builds the table of five stones, then has searches with each number of `nodes` choose an act in `positions`
/// positions with five stones taken from games. Reports how much of a win each search loses on average and at most,
/// with tables of up to four stones and of up to three.
pub fn regret(seed: u64, positions: usize, nodes: &[u64], say: &mut dyn FnMut(String)) {
    let four = Tables::at_once().whole_four();
    say("four stones are built".into());
    let bytes = (FIVE.build)(&NoShelf, &mut |_| ());
    say(format!("five stones are built: {} bytes", bytes.len()));
    let exact = Tables::at_once().whole_four().with_five(Arc::new(Held(bytes)));
    let mut judges = [Judge::new(four), Judge::new(Tables::at_once())];
    let boards = positions_of_games(&mut Rng::new(seed), positions, &mut judges[0]);
    for (judge, name) in judges.iter_mut().zip(["four", "three"]) {
        for nodes in nodes {
            let mut search = Expecti::new(1 << 20);
            let budget = Budget { nodes: Some(*nodes), ..Budget::UNTIMED };
            let losses: Vec<f64> = boards
                .iter()
                .map(|board| {
                    let mut field = Field::of(board, judge);
                    let found = search.best(&mut field, &budget, &mut Rng::new(seed), &mut |_| ());
                    loss(board, found.act, &exact)
                })
                .collect();
            let mean = losses.iter().sum::<f64>() / losses.len() as f64;
            let most = losses.iter().copied().fold(0.0, f64::max);
            let right = losses.iter().filter(|loss| **loss < 1e-4).count();
            say(format!(
                "tables to {name}, {nodes} nodes: loses {:.4} % of a win, at most {:.2} %; {right} of {} right",
                100.0 * mean,
                100.0 * most,
                losses.len()
            ));
        }
    }
}

/// Positions from games with five stones, a rolled die and more than one act.
fn positions_of_games(rng: &mut Rng, positions: usize, judge: &mut Judge) -> Vec<Board> {
    let mut search = Expecti::new(1 << 16).to_depth(1);
    let mut boards = Vec::new();
    while boards.len() < positions {
        let mut board = Board::initial(&());
        while let Some(by) = board.turn().next() {
            let acts = match (board.turn(), by) {
                (Turn::Secret(_), Actor::Seat(seat)) => layout::good(&board, seat, rng),
                (_, Actor::Seat(_)) => {
                    let mut field = Field::of(&board, judge);
                    vec![search.best(&mut field, &Budget::UNTIMED, rng, &mut |_| ()).act]
                }
                _ => vec![Act::Roll(crate::Number::ALL[rng.below(6)])],
            };
            for act in acts {
                board.play(by, &act);
            }
            let counts = Seat::BOTH.map(|seat| board.living(seat).len());
            let mut moves = Vec::new();
            if let (Phase::Moving(seat, _), 5) = (board.phase(), counts[0] + counts[1]) {
                board.moves(Actor::Seat(seat), &mut moves);
            }
            if moves.len() > 1 && counts.iter().all(|count| *count < 5) {
                boards.push(board);
            }
        }
    }
    boards.truncate(positions);
    boards
}

/// How much of a win an act gives away.
fn loss(board: &Board, act: Act, exact: &Tables) -> f64 {
    let Phase::Moving(seat, _) = board.phase() else { unreachable!("a die is rolled") };
    let worth = |act: &Act| {
        let mut after = *board;
        after.play(Actor::Seat(seat), act);
        match after.phase() {
            Phase::Over(_) => CERTAIN,
            _ => CERTAIN - exact.value(&Stones::of(&after), seat.other()).expect("in a table"),
        }
    };
    let mut moves = Vec::new();
    board.moves(Actor::Seat(seat), &mut moves);
    let best = moves.iter().map(worth).max().unwrap_or(0);
    f64::from(best - worth(&act)) / f64::from(CERTAIN)
}
