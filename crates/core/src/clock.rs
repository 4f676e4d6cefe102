//! Time limits as pure values; real clocks are read elsewhere.

use crate::{Sentence, errors, meant, wide_sign};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

/// The time limits of a game; any of them may be absent. Serialised as its canonical text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Clock {
    /// From the program's start to its readiness.
    pub start: Option<Duration>,
    /// For each turn (all its acts together).
    pub turn: Option<Duration>,
    /// For all turns of one seat in one game, or for each period of [`moves`](Clock::moves) turns.
    pub game: Option<Duration>,
    /// After this many turns a seat gets `game` again, added to what it has left; always `None` where `game` is.
    pub moves: Option<NonZeroU32>,
    /// Added to a seat's remaining `game` time after each of its turns (Fischer); always `None` where `game` is.
    /// The time left may exceed `game`.
    pub increment: Option<Duration>,
    /// Whether the time to get ready counts towards `game`. (The draughts judge counts from START.)
    pub start_counts: bool,
}

/// Each seat's time left of the whole-game limit, First before Second; `None` if there is no such limit. With an
/// increment it may exceed the limit.
pub type Left = [Option<Duration>; 2];

/// The names of the parts of a clock.
const PARTS: [&str; 5] = ["start", "move", "game", "moves", "inc"];
/// The parts that a clock in foreign notation states.
const FOREIGN: [&str; 3] = ["game", "moves", "inc"];

errors! {
    /// A clock that could not be read; the text says what is accepted.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum BadClock {
        /// The part is not `name=time`.
        Part(part: String) =>
            "clock: `{part}` is not understood; write e.g. start=5s,move=2s,game=90s,inc=1s (units ms, s, m; `none` \
             for no limit)",
            "看不懂时限“{part}”；请写作例如 start=5s,move=2s,game=90s,inc=1s（单位 ms、s、m；none 表示不限）";
        /// There is no limit with this name.
        Name(name: String) =>
            "clock: there is no `{name}`; {meant}", "时限中没有“{name}”；{meant}", meant = meant(name, &PARTS);
        /// The text is not a time.
        Time(text: String) =>
            "clock: `{text}` is not a time; write e.g. 500ms, 2s or 15m (more than 0, at most 100 hours)",
            "时限“{text}”不是时长；请写作例如 500ms、2s 或 15m（大于 0，至多 100 小时）";
        /// A number without a unit, which could mean seconds or minutes.
        Unit(number: String) =>
            "clock: `{number}` has no unit; write {number}s or {number}m", "时限“{number}”没有单位；请写 {number}s 或 {number}m";
        /// A full-width character from a Chinese input method.
        Wide(why: Sentence) => "clock: {why}", "时限：{why}";
        /// The text is not a number of turns.
        Moves(text: String) =>
            "clock: `{text}` is not a number of moves, from 1 to 1000", "时限“{text}”不是步数（1 到 1000）";
        /// A period of turns is given, but the whole game has no limit.
        Period =>
            "clock: `moves` says after how many moves `game` is given again, but `game` has no limit; write e.g. game=60s,moves=40",
            "moves 说明每多少步再给一次全局用时，而全局不限时；例如 game=60s,moves=40";
        /// A clock in another notation, with the same clock in this one, or the closest to it.
        Foreign {
            /// As it was written.
            text: String,
            /// What to write.
            instead: String,
        } =>
            "clock: `{text}` is not supported; {instead} is", "不支持时限“{text}”；可写 {instead}";
        /// A part is given twice: which of the two applies would be a guess.
        Twice(name: String) =>
            "clock: `{name}` is given twice; write it once", "时限中“{name}”写了两次，应只写一次";
        /// An increment is given, but the whole game has no limit.
        Increment =>
            "clock: `inc` gives time back to the whole game, but that has no limit; write e.g. game=90s,inc=1s",
            "每手加时 inc 加到全局用时，而全局不限时；例如 game=90s,inc=1s";
    }
}

impl Clock {
    /// No limit at all.
    pub const NONE: Clock =
        Clock { start: None, turn: None, game: None, moves: None, increment: None, start_counts: false };

    /// The time a seat may use in the whole game once it has completed `turns` turns; `None` if that is not
    /// limited.
    pub fn allowed(&self, turns: u32) -> Option<Duration> {
        let periods = 1 + self.moves.map_or(0, |moves| turns / moves);
        self.game.map(|game| game.saturating_mul(periods) + self.increment.unwrap_or_default() * turns)
    }

    /// The number of turns, including the next one, until time is given again; `None` if it never is.
    pub fn turns_to_go(&self, turns: u32) -> Option<u32> {
        self.moves.map(|moves| moves.get() - turns % moves)
    }

    /// This clock with the parts named in `text` (`move=2s,game=90s`) replaced. The common notation `40/60+0.6`
    /// means `game=60s,moves=40,inc=600ms`; what it leaves out is removed. Each part may be named once.
    pub fn with(mut self, text: &str) -> Result<Clock, BadClock> {
        if let Some(flaw) = wide_sign(text) {
            return Err(BadClock::Wide(flaw.why));
        }
        let mut named: Vec<&str> = Vec::new();
        let mut once = |name| {
            if named.contains(&name) {
                return Err(BadClock::Twice(name.to_owned()));
            }
            named.push(name);
            Ok(())
        };
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let Some((name, value)) = part.split_once('=') else {
                let (moves, game, increment) =
                    foreign(part).ok_or_else(|| BadClock::Part(part.to_owned()))?;
                FOREIGN.into_iter().try_for_each(&mut once)?;
                self = Clock { moves, game: Some(game), increment, ..self };
                continue;
            };
            once(name)?;
            let limit = match name {
                "moves" => {
                    self.moves = match value {
                        "none" => None,
                        _ => Some(read_moves(value).ok_or_else(|| BadClock::Moves(value.to_owned()))?),
                    };
                    continue;
                }
                "start" => &mut self.start,
                "move" => &mut self.turn,
                "game" => &mut self.game,
                "inc" => &mut self.increment,
                _ => return Err(BadClock::Name(name.to_owned())),
            };
            *limit = if value == "none" { None } else { Some(with_unit(value)?) };
        }
        if self.increment.is_some() && self.game.is_none() {
            return Err(BadClock::Increment);
        }
        if self.moves.is_some() && self.game.is_none() {
            return Err(BadClock::Period);
        }
        Ok(self)
    }
}

impl FromStr for Clock {
    type Err = BadClock;
    fn from_str(text: &str) -> Result<Clock, BadClock> {
        let (counts, rest) = match text.strip_suffix("counted") {
            Some(rest) if rest.is_empty() || rest.ends_with(',') => (true, rest),
            _ => (false, text),
        };
        Ok(Clock { start_counts: counts, ..Clock::default().with(rest)? })
    }
}

impl TryFrom<String> for Clock {
    type Error = BadClock;
    fn try_from(text: String) -> Result<Clock, BadClock> {
        text.parse()
    }
}

impl From<Clock> for String {
    fn from(clock: Clock) -> String {
        clock.to_string()
    }
}

impl fmt::Display for Clock {
    /// Canonical: read back by [`Clock::from_str`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = Vec::new();
        let limit = |(name, limit): (&str, Option<Duration>)| Some(format!("{name}={}", write_time(limit?)));
        parts.extend(
            [("start", self.start), ("move", self.turn), ("game", self.game)].into_iter().filter_map(limit),
        );
        parts.extend(self.moves.map(|moves| format!("moves={moves}")));
        parts.extend(limit(("inc", self.increment)));
        if self.start_counts {
            parts.push("counted".to_owned());
        }
        f.write_str(&parts.join(","))
    }
}

/// A positive length of time up to 100 hours: digits with an optional fraction, then `ms`, `s`, `m` or
/// nothing (seconds).
pub fn read_time(text: &str) -> Option<Duration> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        _ => return None,
    };
    if !digits.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        return None;
    }
    let seconds = digits.parse::<f64>().ok()? * unit;
    let limit = Duration::from_micros((seconds * 1e6).round() as u64);
    (!limit.is_zero() && seconds <= 360_000.0).then_some(limit)
}

/// A length of time as [`read_time`] reads it, but always with a unit.
fn with_unit(text: &str) -> Result<Duration, BadClock> {
    match read_time(text) {
        Some(_) if text.ends_with(|c: char| c.is_ascii_digit() || c == '.') => {
            Err(BadClock::Unit(text.to_owned()))
        }
        Some(time) => Ok(time),
        None => Err(no_time(text)),
    }
}

/// Reads the common notation: `40/60+0.6` is 40 moves in 60 s with 0.6 s given back after each. The part before `/`
/// and the part after `+` may each be missing, but not both; minutes and seconds may be written `1:30`.
fn foreign(part: &str) -> Option<(Option<NonZeroU32>, Duration, Option<Duration>)> {
    let (moves, times) = part.split_once('/').map_or((None, part), |(moves, times)| (Some(moves), times));
    let (game, increment) = times.split_once('+').map_or((times, None), |(game, inc)| (game, Some(inc)));
    if moves.is_none() && increment.is_none() {
        return None;
    }
    let game = match game.split_once(':') {
        Some((minutes, seconds)) => {
            Duration::from_secs(minutes.parse::<u32>().ok()?.checked_mul(60)?.into()) + read_time(seconds)?
        }
        None => read_time(game)?,
    };
    let moves = moves.map(|moves| read_moves(moves).ok_or(())).transpose().ok()?;
    let increment = increment.filter(|increment| *increment != "0");
    let increment = increment.map(|increment| read_time(increment).ok_or(())).transpose().ok()?;
    Some((moves, game, increment))
}

/// A number of turns, from 1 to 1,000.
fn read_moves(text: &str) -> Option<NonZeroU32> {
    text.parse().ok().filter(|moves: &NonZeroU32| moves.get() <= 1000)
}

/// Why a text is not a time. `2m30s` has two units where one would be enough.
fn no_time(text: &str) -> BadClock {
    let parts = text.split_once('m').and_then(|(minutes, seconds)| {
        let (minutes, seconds) = (read_time(&format!("{minutes}m"))?, seconds.strip_suffix('s')?);
        Some(minutes + read_time(seconds)?)
    });
    match parts {
        Some(time) => BadClock::Foreign { text: text.to_owned(), instead: write_time(time) },
        None => BadClock::Time(text.to_owned()),
    }
}

/// A length of time in its shortest form; [`read_time`] reads it back.
pub fn write_time(limit: Duration) -> String {
    match limit.as_micros() {
        us if us % 60_000_000 == 0 => format!("{}m", us / 60_000_000),
        us if us % 1_000_000 == 0 => format!("{}s", us / 1_000_000),
        us if us % 1_000 == 0 => format!("{}ms", us / 1_000),
        us => format!("{}s", us as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_reads_back_as_written() {
        for text in [
            "start=5s,move=2s,game=90s,counted",
            "start=5s,game=200ms,inc=2ms,counted",
            "move=1500ms",
            "game=1m,moves=40,inc=600ms",
            "game=15m",
            "start=1s",
            "move=0.000001s",
            "counted",
            "",
        ] {
            let clock: Clock = text.parse().unwrap();
            assert_eq!(clock.to_string().parse::<Clock>().unwrap(), clock, "{text}");
        }
        assert_eq!("game=90s".parse::<Clock>().unwrap().to_string(), "game=90s");
    }

    #[test]
    fn bad_clocks_are_named() {
        for (text, said) in [
            ("move", "clock: `move` is not understood"),
            ("move=", "clock: `` is not a time"),
            ("move=-1s", "clock: `-1s` is not a time"),
            ("move=0s", "clock: `0s` is not a time"),
            ("move=0.0000001s", "clock: `0.0000001s` is not a time"),
            ("move=1e3s", "clock: `1e3s` is not a time"),
            ("mov=2s", "clock: there is no `mov`; did you mean move?"),
            ("xyzzy=2s", "clock: there is no `xyzzy`; known: start, move, game, moves, inc"),
            ("move=1x", "clock: `1x` is not a time"),
            ("game=nans", "clock: `nans` is not a time"),
            ("move=999999999m", "clock: `999999999m` is not a time"),
            ("game=1s,inc=0s", "clock: `0s` is not a time"),
        ] {
            let error = text.parse::<Clock>().unwrap_err().to_string();
            assert!(error.starts_with(said), "{text}: {error}");
        }
        let error = "move=2m30s".parse::<Clock>().unwrap_err();
        assert!(matches!(&error, BadClock::Foreign { instead, .. } if instead == "150s"), "{error}");
        for text in ["60", "+5", "40/", "/60+1", "0/60", "1001/60", "40/60+x", "1:90:00+1"] {
            assert!(matches!(text.parse::<Clock>(), Err(BadClock::Part(_))), "{text}");
        }
        assert_eq!("game=60s,moves=0".parse::<Clock>(), Err(BadClock::Moves("0".to_owned())));
        assert_eq!("moves=40".parse::<Clock>(), Err(BadClock::Period));
    }

    #[test]
    fn a_part_is_given_once() {
        for (text, twice) in [
            ("move=2s,move=3s", "move"),
            ("start=1s,game=1s,start=1s", "start"),
            ("move=2s,move=none", "move"),
            ("game=9s,moves=4,moves=5", "moves"),
            ("game=9s,inc=1s,inc=1s", "inc"),
            ("40/60,game=9s", "game"),
            ("game=9s,40/60", "game"),
            ("60+1,inc=2s", "inc"),
            ("40/60,10+1", "game"),
        ] {
            assert_eq!(text.parse::<Clock>(), Err(BadClock::Twice(twice.to_owned())), "{text}");
        }
        let usual: Clock = "move=2s,game=9s".parse().unwrap();
        assert_eq!(usual.with("move=3s").unwrap().to_string(), "move=3s,game=9s");
    }

    #[test]
    fn clocks_are_read_as_others_write_them() {
        for (text, said) in [
            ("40/60+0.6", "game=1m,moves=40,inc=600ms"),
            ("60+0.5", "game=1m,inc=500ms"),
            ("40/90", "game=90s,moves=40"),
            ("1:30+1", "game=90s,inc=1s"),
            ("10+0", "game=10s"),
        ] {
            assert_eq!(text.parse::<Clock>().unwrap().to_string(), said, "{text}");
        }
        let usual: Clock = "start=5s,move=2s,game=90s,moves=9,inc=1s".parse().unwrap();
        assert_eq!(usual.with("40/60").unwrap().to_string(), "start=5s,move=2s,game=1m,moves=40");
    }

    #[test]
    fn time_is_given_again_after_so_many_turns() {
        let clock: Clock = "40/60+0.5".parse().unwrap();
        let allowed = |turns| clock.allowed(turns).unwrap().as_millis();
        assert_eq!([0, 1, 39, 40, 80].map(allowed), [60_000, 60_500, 79_500, 140_000, 220_000]);
        assert_eq!([0, 1, 39, 40].map(|turns| clock.turns_to_go(turns)), [40, 39, 1, 40].map(Some));
        assert_eq!((Clock::NONE.allowed(9), Clock::NONE.turns_to_go(9)), (None, None));
    }

    #[test]
    fn an_increment_needs_a_limit_to_give_back_to() {
        for text in ["inc=1s", "move=2s,inc=1s"] {
            assert_eq!(text.parse::<Clock>(), Err(BadClock::Increment), "{text}");
        }
        let clock: Clock = "game=3m,inc=2s".parse().unwrap();
        assert_eq!(clock.with("game=none"), Err(BadClock::Increment));
        assert_eq!(clock.with("game=none,inc=none").unwrap(), Clock::NONE);
    }

    #[test]
    fn parts_replace_parts() {
        let clock: Clock = "start=5s,move=2s".parse().unwrap();
        assert_eq!(clock.with("move=none,game=3m").unwrap().to_string(), "start=5s,game=3m");
    }
}
