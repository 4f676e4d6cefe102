//! Short names of events and games, for addresses.

use leitai_core::{ContentHash, errors, same_in_every_language};
use leitai_tournament::GameId;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// The digits, of five bits each: lower case, without letters that look like others (Crockford's base 32).
pub(crate) const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// Length of an event's id, and of a game's, unless it clashes.
const EVENT: usize = 6;
const GAME: usize = 8;
/// The most digits that a hash has.
const MOST: usize = 51;

/// The short name of an event or a game: the first characters, usually 6 or 8, of the SHA-256 of its full name. It has
/// only one spelling.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ShortId(Box<str>);

same_in_every_language!(ShortId);

errors! {
    /// The text is not the short name of anything.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct NoShortId =>
        "an address has 6 to 51 digits and lower-case letters, without i, l, o and u",
        "地址应为 6 至 51 位数字与小写字母，不含 i、l、o、u";
}

impl ShortId {
    /// The first `length` characters of a hash.
    fn of(digest: &ContentHash, length: usize) -> ShortId {
        let bit = |at: usize| digest.bytes()[at / 8] >> (7 - at % 8) & 1;
        let digit = |at: usize| (at * 5..at * 5 + 5).fold(0, |digit, at| digit << 1 | bit(at));
        ShortId((0..length).map(|at| char::from(DIGITS[usize::from(digit(at))])).collect())
    }
}

impl fmt::Display for ShortId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for ShortId {
    type Err = NoShortId;

    fn from_str(text: &str) -> Result<ShortId, NoShortId> {
        let fits = (EVENT..=MOST).contains(&text.len()) && text.bytes().all(|byte| DIGITS.contains(&byte));
        if fits { Ok(ShortId(text.into())) } else { Err(NoShortId) }
    }
}

/// The meanings of short names. If two full names have the same beginning of their hash, the one added second gets a
/// longer short name: add events in the order in which they began, and the games of each likewise, and no address ever
/// changes.
#[derive(Clone, Default, Debug)]
pub struct ShortIds {
    events: NameTable<String>,
    games: NameTable<(String, GameId)>,
}

impl ShortIds {
    /// The short name of an event, which becomes known.
    pub fn event(&mut self, name: &str) -> ShortId {
        self.events.add(name.to_owned(), EVENT, name)
    }

    /// The short name of a game of an event, which becomes known.
    pub fn game(&mut self, event: &str, game: GameId) -> ShortId {
        self.games.add((event.to_owned(), game), GAME, &format!("{event}\n{game}"))
    }

    /// The event with this short name, if it is known.
    pub fn event_of(&self, id: &ShortId) -> Option<&str> {
        self.events.full.get(id).map(String::as_str)
    }

    /// The event and the game with this short name, if it is known.
    pub fn game_of(&self, id: &ShortId) -> Option<(&str, GameId)> {
        self.games.full.get(id).map(|(event, game)| (event.as_str(), *game))
    }
}

/// A two-way table of full and short names.
#[derive(Clone, Debug)]
struct NameTable<K> {
    short: BTreeMap<K, ShortId>,
    full: BTreeMap<ShortId, K>,
}

impl<K> Default for NameTable<K> {
    fn default() -> NameTable<K> {
        NameTable { short: BTreeMap::new(), full: BTreeMap::new() }
    }
}

impl<K: Ord + Clone> NameTable<K> {
    fn add(&mut self, key: K, length: usize, hashed: &str) -> ShortId {
        if let Some(known) = self.short.get(&key) {
            return known.clone();
        }
        let digest = ContentHash::of(hashed.as_bytes());
        let mut ids = (length..=MOST).map(|length| ShortId::of(&digest, length));
        // Two names with the same hash have never been found.
        let id = ids.find(|id| !self.full.contains_key(id)).unwrap_or_else(|| ShortId::of(&digest, MOST));
        self.full.insert(id.clone(), key.clone());
        self.short.insert(key, id.clone());
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn game(text: &str) -> GameId {
        text.parse().expect("a game")
    }

    #[test]
    fn ids_follow_from_the_names_alone() {
        let mut ids = ShortIds::default();
        // `printf cup | sha256sum`, its bits in groups of five.
        assert_eq!(ids.event("cup").to_string(), "rrbhf0");
        assert_eq!(ids.game("cup", game("0.0.e0-e1.g0")).to_string(), "td4ztpmb");
        assert_eq!(ids.event("cup"), ShortIds::default().event("cup"));
    }

    #[test]
    fn what_is_known_is_found_again_and_nothing_else() {
        let (mut ids, one) = (ShortIds::default(), game("0.0.e0-e1.g0"));
        let (cup, first) = (ids.event("杯"), ids.game("杯", one));
        assert_eq!((ids.event_of(&cup), ids.game_of(&first)), (Some("杯"), Some(("杯", one))));
        let other = ids.game("league", one);
        assert_ne!(other, first);
        assert_eq!((ids.game_of(&other), ids.event_of(&other)), (Some(("league", one)), None));
        let unknown = ShortIds::default().event("league");
        assert_eq!((ids.event_of(&unknown), ids.game_of(&unknown)), (None, None));
    }

    #[test]
    fn the_second_of_two_that_begin_alike_is_longer() {
        // Thirty bits: some forty thousand names are enough.
        let mut seen = HashMap::new();
        let alike = (0u32..).find_map(|number| {
            let id = ShortId::of(&ContentHash::of(number.to_string().as_bytes()), EVENT);
            seen.insert(id, number).map(|before| [before, number].map(|number| number.to_string()))
        });
        let [first, second] = alike.expect("they are endless");
        for [a, b] in [[&first, &second], [&second, &first]] {
            let mut ids = ShortIds::default();
            let (short, long) = (ids.event(a), ids.event(b));
            assert!(long.0.len() > EVENT && short.0.len() == EVENT && long.0.starts_with(&*short.0));
            assert_eq!((ids.event_of(&short), ids.event_of(&long)), (Some(&**a), Some(&**b)));
            assert_eq!((ids.event(b), ids.event(a)), (long, short), "they stay");
        }
    }

    #[test]
    fn only_its_own_spelling_is_read() {
        let id = ShortIds::default().event("cup");
        assert_eq!(id.to_string().parse(), Ok(id));
        let long = "0".repeat(MOST + 1);
        let wrong = [
            "", "01234", "01234i", "01234l", "01234o", "01234u", "ABCDEF", "012 34", "01234é", "../../x",
            &long,
        ];
        for text in wrong {
            assert_eq!(text.parse::<ShortId>(), Err(NoShortId), "{text:?}");
        }
        assert!(long[1..].parse::<ShortId>().is_ok());
    }
}
