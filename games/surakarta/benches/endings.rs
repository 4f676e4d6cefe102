//! Builds the endings of up to a number of stones, and prints how long that takes and what they contain: `endings
//! STONES`.
#![expect(clippy::print_stdout, reason = "its words are its result")]

use leitai_core::Rng;
use std::env;
use std::time::Instant;
use surakarta::players::Endings;

/// Random positions for each number of stones.
const DRAWN: u32 = 1_000_000;

fn main() {
    let most = env::args().find_map(|arg| arg.parse().ok()).unwrap_or(5);
    let mut endings = Endings::none();
    for stones in 2..=most {
        let begun = Instant::now();
        endings = endings.up_to(stones, &mut |_| ());
        println!("{stones} stones: {:.2} s", begun.elapsed().as_secs_f64());
        print(&endings, stones);
    }
}

/// Prints in how many of the random positions a side can force a result by captures, and in how many plies at most.
fn print(endings: &Endings, stones: usize) {
    let mut rng = Rng::new(1);
    let mut counts = [[0_u32; 51]; 3];
    let mut ahead = 0_u32;
    let mut drawn = 0;
    while drawn < DRAWN {
        let mut sets = [0_u64; 2];
        while (sets[0] | sets[1]).count_ones() < stones as u32 {
            sets[rng.below(2)] |= 1 << rng.below(36) & !(sets[0] | sets[1]);
        }
        if sets.contains(&0) {
            continue;
        }
        drawn += 1;
        let ending = endings.ending(sets[0], sets[1]).expect("it was built");
        counts[(ending.result + 1) as usize][usize::from(ending.plies)] += 1;
        ahead +=
            u32::from(sets[0].count_ones() > sets[1].count_ones() && ending.result < 1 && ending.plies > 0);
    }
    for (result, counts) in ["lost", "drawn", "won"].iter().zip(&counts) {
        let forced: u32 = counts[1..].iter().sum();
        let latest = counts.iter().rposition(|count| *count > 0).unwrap_or(0);
        println!(
            "  {result}: {} by the count, {forced} by captures, the latest in {latest} plies",
            counts[0]
        );
    }
    println!("  {ahead} where the mover has more stones and does not win");
}
