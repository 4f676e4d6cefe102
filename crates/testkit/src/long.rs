//! The extent of tests that are inherently long, such as fresh inputs and thousands of games: short or long runs.

use std::str::FromStr;

/// Requests a long run: `./test --long` sets it.
const LONG: &str = "LEITAI_LONG";
/// Sets the number of random games played to their ends.
const RANDOM_GAMES: &str = "LEITAI_RANDOM_GAMES";
/// That number in a long run.
const MANY_GAMES: u64 = 10_000;
/// How many times more random cases each property gets in a long run.
const TIMES: u32 = 50;

/// Whether a long run is requested.
pub fn is_long() -> bool {
    std::env::var_os(LONG).is_some_and(|said| !said.is_empty() && said != "0")
}

/// The extent of a test: the value of the variable `name` if it is set, otherwise `long` in a long run and `short` in a
/// short one.
///
/// # Panics
/// If the variable holds something else.
pub fn extent<T: FromStr>(name: &str, short: T, long: T) -> T {
    match std::env::var(name) {
        Ok(said) => said.parse().unwrap_or_else(|_| panic!("{name}={said}: it is a number")),
        Err(_) if is_long() => long,
        Err(_) => short,
    }
}

/// The number of random games that a test plays to their ends: a thousand, ten thousand in a long run, or the value of
/// `LEITAI_RANDOM_GAMES`.
pub fn random_games() -> u64 {
    extent(RANDOM_GAMES, 1_000, MANY_GAMES)
}

/// Like [`random_games`], for games that cost more than their acts: `short` of them in a short run.
pub(crate) fn looked_at_games(short: u64) -> u64 {
    extent(RANDOM_GAMES, short, MANY_GAMES)
}

/// The number of random cases of a property, `short` of them in a short run.
pub fn cases(short: u32) -> u32 {
    if is_long() { short * TIMES } else { short }
}
