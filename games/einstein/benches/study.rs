//! Generates the players' data files. `cargo bench -p einstein --features bench --bench study -- weights 300000 1 >
//! games/einstein/src/players/weights.txt` fits the weights to that many samples with that seed; `layouts 16 1000 1`
//! makes `layouts.txt` from that many games of each pair of all layouts and of the better ones; `regret 3000 1 20000`
//! builds the table of five stones and reports what searches without it lose.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "files go to one, what is said of them to the other"
)]

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let number = |i: usize| words.get(i).and_then(|word| word.parse::<u64>().ok());
    match (words.first().map(String::as_str), number(1), number(2)) {
        (Some("weights"), Some(samples), Some(seed)) => {
            print!("{}", einstein::study::fit(seed, samples as usize, &mut |line| eprintln!("{line}")));
        }
        (Some("layouts"), Some(rough), Some(close)) => {
            let (rough, close, seed) = (rough as u32, close as u32, number(3).unwrap_or(1));
            print!("{}", einstein::study::layouts(seed, rough, close, &mut |line| eprintln!("{line}")));
        }
        (Some("regret"), Some(positions), Some(seed)) => {
            let nodes: Vec<u64> = (3..).map_while(number).collect();
            let begun = std::time::Instant::now();
            einstein::study::regret(seed, positions as usize, &nodes, &mut |line| {
                println!("{:.1} s: {line}", begun.elapsed().as_secs_f64());
            });
        }
        _ => eprintln!(
            "study: weights SAMPLES SEED, layouts GAMES CLOSE-GAMES [SEED], or regret POSITIONS SEED NODES…"
        ),
    }
}
