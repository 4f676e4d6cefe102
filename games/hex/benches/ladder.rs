//! What one level reaches against another: `ladder LEVEL LEVEL GAMES NODES NODES`, the nodes being those of a turn.

#![expect(clippy::print_stdout, reason = "it says what it measured")]

use hex::Hex;
use leitai_core::Level;
use std::time::Instant;

fn main() {
    let said: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let [one, other, games, nodes, others] = &said[..] else {
        println!("ladder LEVEL LEVEL GAMES NODES NODES");
        return;
    };
    let level = |name: &String| name.parse::<Level>().expect("a level");
    let number = |text: &String| text.parse::<u64>().expect("a number");
    let started = Instant::now();
    let nodes = [nodes, others].map(number);
    let score = leitai_testkit::score_within::<Hex>(&[], [one, other].map(level), number(games), nodes);
    println!("{score:?} of {games} games in {:.1} s", started.elapsed().as_secs_f32());
}
