//! Plays two levels against each other in one process: `cargo bench -p einstein --features bench --bench strength --
//! easy best 200 0.02` plays 200 games at 0.02 s per move. The two games of a pair have the same dice, with seats
//! swapped.

#![expect(clippy::print_stdout, reason = "it says what it measured")]

use einstein::{Act, Board, EinStein, Number};
use leitai_core::{Actor, Budget, Engine, Eye, Game, Level, Means, Position, Rng, Seat, State, Turn};
use std::time::{Duration, Instant};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let [one, other, games, rest @ ..] = words.as_slice() else {
        println!("strength: two levels, how many games, seconds a move, first seed");
        return;
    };
    let levels = [one, other].map(|word| word.parse::<Level>().expect("a level"));
    let games: u64 = games.parse().expect("a number of games");
    let seconds = rest.first().map_or(0.02, |word| word.parse().expect("seconds"));
    let first: u64 = rest.get(1).map_or(0, |word| word.parse().expect("a seed"));
    let (mut wins, mut slowest, mut moves) = (0, Duration::ZERO, [0_u32; 2]);
    let (mut nodes, mut spent, mut as_first) = ([0_u64; 2], [Duration::ZERO; 2], 0);
    for seed in first..first + games {
        let swapped = seed % 2 == 1;
        let mut players = [0, 1].map(|seat: usize| {
            let means = Means::seeded(seed * 2 + seat as u64);
            EinStein::engine(levels[seat ^ usize::from(swapped)], &means).expect("a level of the game")
        });
        let mut dice = Rng::new(seed / 2 + 1_000_000);
        let mut board = Board::initial(&());
        let winner = loop {
            match board.turn() {
                Turn::Over(outcome) => break outcome.winner,
                Turn::Of(Actor::Chance) => board.play(Actor::Chance, &Act::Roll(Number::ALL[dice.below(6)])),
                turn => {
                    let seat = match turn.next() {
                        Some(Actor::Seat(seat)) => seat,
                        by => unreachable!("{by:?}"),
                    };
                    let level = seat.index() ^ usize::from(swapped);
                    let begun = Instant::now();
                    let aim = Duration::from_secs_f64(seconds);
                    let budget =
                        Budget { aim, never: aim * 3, elapsed: &|| begun.elapsed(), ..Budget::UNTIMED };
                    let mut acts = Vec::new();
                    let mut said = 0;
                    let player: &mut Box<dyn Engine<Board>> = &mut players[seat.index()];
                    player.think(
                        seat,
                        &board.view(Eye::Seat(seat)),
                        &budget,
                        &mut |info| said = info.nodes,
                        &mut acts,
                    );
                    spent[level] += begun.elapsed();
                    slowest = slowest.max(begun.elapsed());
                    nodes[level] += said;
                    moves[level] += 1;
                    for act in &acts {
                        board.try_play(Actor::Seat(seat), act).expect("a legal act");
                    }
                }
            }
        };
        let won = winner == Some(if swapped { Seat::Second } else { Seat::First });
        wins += u64::from(won);
        as_first += u64::from(won && !swapped);
    }
    let share = wins as f64 / games as f64;
    let margin = 1.96 * (share * (1.0 - share) / games as f64).sqrt();
    println!(
        "{} against {}: {wins} of {games}, {:.1} % ± {:.1}; {as_first} as first; slowest {slowest:?}",
        levels[0],
        levels[1],
        100.0 * share,
        100.0 * margin
    );
    for level in 0..2 {
        println!(
            "  {}: {} nodes and {:.1} µs a move",
            levels[level],
            nodes[level] / u64::from(moves[level].max(1)),
            spent[level].as_secs_f64() * 1e6 / f64::from(moves[level].max(1))
        );
    }
}
