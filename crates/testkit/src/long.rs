//! What is long by nature, as fresh inputs and thousands of games are: a run does little of it, or much.

use std::str::FromStr;

/// Asks for much: `./test --long` sets it.
const LONG: &str = "LEITAI_LONG";
/// Says how many random games are played to their ends.
const RANDOM_GAMES: &str = "LEITAI_RANDOM_GAMES";
/// How many where much is asked for.
const MANY_GAMES: u64 = 10_000;
/// How many times as many random cases a property is tried with then.
const TIMES: u32 = 50;

/// Is much asked for?
pub fn is_long() -> bool {
    std::env::var_os(LONG).is_some_and(|said| !said.is_empty() && said != "0")
}

/// How much of it: what the variable `name` says, where it is set; else `long` where much is asked for, and `short`
/// otherwise.
///
/// # Panics
/// Where the variable says something else.
pub fn extent<T: FromStr>(name: &str, short: T, long: T) -> T {
    match std::env::var(name) {
        Ok(said) => said.parse().unwrap_or_else(|_| panic!("{name}={said}: it is a number")),
        Err(_) if is_long() => long,
        Err(_) => short,
    }
}

/// The random games that a test plays to their ends: a thousand, ten thousand where much is asked for, or as many as
/// `LEITAI_RANDOM_GAMES` says.
pub fn random_games() -> u64 {
    extent(RANDOM_GAMES, 1_000, MANY_GAMES)
}

/// The same where a game costs more than its acts: `short` of them where little is asked for.
pub(crate) fn looked_at_games(short: u64) -> u64 {
    extent(RANDOM_GAMES, short, MANY_GAMES)
}

/// The random cases of a property, of which a short run has so many.
pub fn cases(short: u32) -> u32 {
    if is_long() { short * TIMES } else { short }
}
