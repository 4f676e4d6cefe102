//! Matches between levels, and the speed at which the rest of a game is solved.
//!
//! `cargo bench -p dots --features bench --bench strength -- match best hard 20 1000`: twenty games between two
//! levels with alternating seats and 1,000 ms a turn. `-- solve 40 9`: the winner and the margin of nine openings
//! with 40 free edges.

use dots::{Board, Dots, Edge, Rules};
use leitai_core::{Actor, Budget, Game, Info, Level, Means, Position, Rng, Seat, State, Turn};
use std::time::{Duration, Instant};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let number = |word: &str| word.parse::<u64>().expect("a number");
    match words[..] {
        ["match", one, other, games, ms] => {
            let [one, other] = [one, other].map(|level| level.parse().expect("a level"));
            compare(one, other, number(games), Duration::from_millis(number(ms)));
        }
        ["solve", edges, positions] => solve(number(edges) as u32, number(positions)),
        _ => say("strength: match ONE OTHER GAMES MS, or solve EDGES POSITIONS"),
    }
}

#[expect(clippy::print_stdout, reason = "its output")]
fn say(text: &str) {
    println!("{text}");
}

/// A board with `edges` free edges, reached by random edges none of which gives a box away.
fn opening(edges: u32, rng: &mut Rng) -> Board {
    'again: loop {
        let mut board = Board::initial(&Rules::default());
        while board.free().len() > edges {
            let gives = |edge: &Edge| {
                let drawn = board.drawn().with(*edge);
                board.free().iter().any(|next| {
                    next != *edge && !dots::Boxes::completed_by(next, drawn.with(next)).is_empty()
                })
            };
            let safe: Vec<Edge> = board.free().iter().filter(|edge| !gives(edge)).collect();
            if safe.is_empty() {
                continue 'again;
            }
            board.play(Actor::Seat(board.mover()), &safe[rng.below(safe.len())]);
        }
        return board;
    }
}

/// Plays two levels against each other from openings of four edges, each opening twice.
fn compare(one: Level, other: Level, games: u64, time: Duration) {
    let (mut wins, mut slowest, mut took) = ([0, 0], [Duration::ZERO; 2], [Duration::ZERO; 2]);
    for game in 0..games {
        let mut board = opening(56, &mut Rng::new(game / 2));
        let mut players =
            [one, other].map(|level| Dots::engine(level, &Means::seeded(game)).expect("a level"));
        while let Turn::Of(by @ Actor::Seat(seat)) = board.turn() {
            let who = (seat.index() + (game % 2) as usize) % 2;
            let began = Instant::now();
            let elapsed = || began.elapsed();
            let budget = Budget { aim: time, never: time * 3, elapsed: &elapsed, ..Budget::UNTIMED };
            let mut turn = Vec::new();
            players[who].think(seat, &board, &budget, &mut |_| (), &mut turn);
            took[who] += began.elapsed();
            slowest[who] = slowest[who].max(began.elapsed());
            for edge in &turn {
                board.try_play(by, edge).expect("a legal act");
            }
        }
        let ahead = board.boxes(Seat::First).len() > board.boxes(Seat::Second).len();
        let winner = (usize::from(!ahead) + (game % 2) as usize) % 2;
        wins[winner] += 1;
    }
    say(&format!(
        "{one} {} of {games} against {other}; seconds {took:.1?}, slowest turn {slowest:.3?}",
        wins[0]
    ));
}

/// Lets `best` play a turn without limits, which finds the winner, then the margin. Measures processor time, which
/// other load on the machine inflates least.
fn solve(edges: u32, positions: u64) {
    let (mut winners, mut margins, mut all) = (Vec::new(), Vec::new(), 0);
    for seed in 0..positions {
        let board = opening(edges, &mut Rng::new(seed));
        let (mut nodes, mut told, mut turn) = (0, None, Vec::new());
        let (began, before) = (Instant::now(), processor_time());
        let elapsed = || began.elapsed();
        let hour = Duration::from_hours(1);
        let budget = Budget { aim: hour, never: hour, elapsed: &elapsed, ..Budget::UNTIMED };
        let mut best = Dots::engine(Level::Best, &Means::seeded(1)).expect("a level");
        let mut say_so = |info: Info<Edge>| {
            nodes = info.nodes;
            told.get_or_insert((nodes, processor_time().saturating_sub(before)));
        };
        best.think(board.mover(), &board, &budget, &mut say_so, &mut turn);
        let took = processor_time().saturating_sub(before).as_secs_f64();
        let (first, told) = told.map_or((nodes, took), |(first, told)| (first, told.as_secs_f64()));
        let speed = nodes as f64 / took / 1e6;
        say(&format!(
            "{edges} free edges: winner {told:.2} s, {first} nodes; all {took:.2} s, {nodes} nodes, {speed:.2} M/s"
        ));
        winners.push(told);
        margins.push(took);
        all += nodes;
    }
    let took: f64 = margins.iter().sum();
    say(&format!("{edges} free edges: {took:.2} s, {all} nodes, {:.2} M/s", all as f64 / took / 1e6));
    for (what, seconds) in [("winner", &mut winners), ("all", &mut margins)] {
        seconds.sort_by(f64::total_cmp);
        let median = seconds.get(seconds.len() / 2).copied().unwrap_or_default();
        say(&format!("{edges} free edges, {what}: median {median:.2} s of {positions}"));
    }
}

/// The processor time of this thread.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
