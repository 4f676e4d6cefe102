//! Passwords: which are allowed, and how they are stored.

use crate::people::secret::{is_same, random};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use leitai_core::{Sentence, sentence};
use std::fmt::Write as _;
use unicode_normalization::UnicodeNormalization as _;

/// The minimum number of characters of a password.
const LEAST: usize = 8;
/// The maximum number of characters.
pub(crate) const MOST: usize = 128;
/// Common passwords, in lower case.
const COMMON: &str = include_str!("../../assets/common-passwords.txt");

/// The cost of making a hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cost {
    memory_kib: u32,
    passes: u32,
}

impl Cost {
    /// Argon2id with 19 MiB and two passes.
    pub(crate) const USUAL: Cost = Cost { memory_kib: 19_456, passes: 2 };
    /// For tests of other code.
    #[cfg(test)]
    pub(crate) const CHEAPEST: Cost = Cost { memory_kib: 8, passes: 1 };
}

/// Makes hashes in a memory of its own, which the first one takes and the later ones use again: 19 MiB, given back and
/// taken anew for each, would stay with the allocator as many times as there are threads.
pub(crate) struct Hasher {
    cost: Cost,
    memory: Vec<Block>,
}

impl Hasher {
    pub(crate) const fn new(cost: Cost) -> Hasher {
        Hasher { cost, memory: Vec::new() }
    }

    /// What is stored of a password.
    pub(crate) fn hash(&mut self, password: &str) -> String {
        let (salt, password) = (random::<16>(), composed(password));
        let Cost { memory_kib, passes } = self.cost;
        let key = self.key(self.cost, &password, &salt);
        format!("argon2id${memory_kib}${passes}${}${}", hex(&salt), hex(&key))
    }

    /// Whether this is the password of a stored `hash`; if not, it takes as long as any other that is typed in the same
    /// way.
    pub(crate) fn is_password(&mut self, password: &str, hash: &str) -> bool {
        let Some((cost, salt, key)) = parts(hash) else { return false };
        let same = composed(password);
        // Earlier versions hashed what the keyboard sent.
        is_same(&hex(&self.key(cost, &same, &salt)), key)
            || same != password && is_same(&hex(&self.key(cost, password, &salt)), key)
    }

    /// Takes as long as [`Hasher::is_password`] takes to find that it is not.
    pub(crate) fn is_nobodys(&mut self, password: &str) {
        let same = composed(password);
        self.key(self.cost, &same, &[0; 16]);
        if same != password {
            self.key(self.cost, password, &[0; 16]);
        }
    }

    fn key(&mut self, cost: Cost, password: &str, salt: &[u8]) -> [u8; 32] {
        let mut key = [0; 32];
        let params = Params::new(cost.memory_kib, cost.passes, 1, Some(key.len()));
        let made = params.and_then(|params| {
            let blocks = params.block_count();
            if self.memory.len() < blocks {
                self.memory = vec![Block::default(); blocks];
            }
            let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
            let memory = &mut self.memory[..blocks];
            argon.hash_password_into_with_memory(password.as_bytes(), salt, &mut key, memory)
        });
        // Cost and salt are our own, so they cannot be out of range.
        debug_assert!(made.is_ok(), "{made:?}");
        if made.is_err() { random() } else { key }
    }
}

/// A password as it is hashed: keyboards send the same letters composed or in parts (NFC).
fn composed(password: &str) -> String {
    password.nfc().collect()
}

fn parts(hash: &str) -> Option<(Cost, Vec<u8>, &str)> {
    let mut parts = hash.strip_prefix("argon2id$")?.split('$');
    let mut next = || parts.next();
    let (memory_kib, passes) = (next()?.parse().ok()?, next()?.parse().ok()?);
    let (salt, key) = (next()?, next()?);
    let (pairs, _) = salt.as_bytes().as_chunks::<2>();
    let salt = pairs.iter().map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
    Some((Cost { memory_kib, passes }, salt.collect::<Option<_>>()?, key))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Why a text cannot be the password of the person of this number; `None` if it can.
pub(crate) fn unfit(password: &str, number: &str) -> Option<Sentence> {
    let (length, lower) = (password.chars().count(), password.to_lowercase());
    if length < LEAST {
        return Some(sentence!(
            "A password has {LEAST} characters or more; this one has {length}.",
            "密码至少 {LEAST} 个字符，现在只有 {length} 个。"
        ));
    }
    if length > MOST {
        return Some(sentence!("A password has at most {MOST} characters.", "密码最多 {MOST} 个字符。"));
    }
    let number = number.to_lowercase();
    let without = lower.replace(&number, "");
    if without.len() < lower.len() && without.chars().count() < 4 {
        return Some(sentence!(
            "The password must not be your number: everybody knows it.",
            "密码不能是学号：人人都知道它。"
        ));
    }
    if COMMON.lines().any(|common| common == lower) || is_pattern(&lower) {
        return Some(sentence!(
            "This password is one of the first an attacker would try; choose another.",
            "这个密码太常见，很容易被猜中；请换一个。"
        ));
    }
    None
}

/// Whether a text repeats one character or a short group, or runs up or down.
fn is_pattern(text: &str) -> bool {
    let all: Vec<char> = text.chars().collect();
    let repeats = |size: usize| all.iter().zip(all.iter().skip(size)).all(|(a, b)| a == b);
    let steps = |by: i64| {
        all.windows(2).all(|pair| i64::from(u32::from(pair[1])) - i64::from(u32::from(pair[0])) == by)
    };
    (1..=3).any(repeats) || steps(1) || steps(-1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Lang;

    #[test]
    fn a_password_is_known_by_its_hash_alone() {
        let mut hasher = Hasher::new(Cost::CHEAPEST);
        let hash = hasher.hash("correct horse 马");
        assert!(hasher.is_password("correct horse 马", &hash));
        assert!(!hasher.is_password("correct horse", &hash) && !hasher.is_password("", &hash));
        assert_ne!(hash, hasher.hash("correct horse 马"), "each with a salt of its own");
        for broken in ["", "argon2id$8$1$zz$00", "argon2id$8$1$00", "argon2id$x$1$00$00", "plain"] {
            assert!(!hasher.is_password("correct horse 马", broken), "{broken}");
        }
    }

    #[test]
    fn a_password_is_the_same_however_its_letters_are_composed() {
        let mut hasher = Hasher::new(Cost::CHEAPEST);
        let (whole, in_parts) = ("caf\u{e9} 12345", "cafe\u{301} 12345");
        for chosen in [whole, in_parts] {
            let hash = hasher.hash(chosen);
            for typed in [whole, in_parts] {
                assert!(hasher.is_password(typed, &hash), "{chosen:?} {typed:?}");
            }
            assert!(!hasher.is_password("cafe 12345", &hash));
        }
        // A hash of an earlier version, of what was typed.
        let (cost, salt) = (hasher.cost, [7; 16]);
        let key = hasher.key(cost, in_parts, &salt);
        let old = format!("argon2id$8$1${}${}", hex(&salt), hex(&key));
        assert!(hasher.is_password(in_parts, &old) && !hasher.is_password(whole, &old));
    }

    /// The cost that the site uses: 19 MiB and two passes.
    #[test]
    fn the_real_cost_is_what_it_says() {
        let mut hasher = Hasher::new(Cost::USUAL);
        let hash = hasher.hash("correct horse");
        assert!(hash.starts_with("argon2id$19456$2$"), "{hash}");
        let memory = hasher.memory.as_ptr();
        assert!(hasher.is_password("correct horse", &hash) && !hasher.is_password("correct house", &hash));
        assert_eq!((hasher.memory.as_ptr(), hasher.memory.len()), (memory, 19_456), "it is used again");
    }

    #[test]
    fn it_is_argon2id_as_others_make_it() {
        // RFC 9106's algorithm with its version 0x13: made by the reference implementation's command line,
        // `printf password | argon2 somesalt -id -t 2 -k 65536 -p 1`, whatever was in the memory before.
        let mut hasher = Hasher::new(Cost { memory_kib: 65_536, passes: 2 });
        for before in ["", "another"] {
            hasher.hash(before);
            let key = hasher.key(hasher.cost, "password", b"somesalt");
            assert_eq!(hex(&key), "09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7");
        }
    }

    #[test]
    fn what_anybody_would_try_is_refused() {
        for (password, part) in [
            ("1234567", "8 characters"),
            ("马马马马马马马", "8 characters"),
            (&"x1".repeat(65), "at most"),
            ("20250101", "your number"),
            ("20250101a", "your number"),
            ("Password", "first an attacker"),
            ("QWERTYUIOP", "first an attacker"),
            ("aaaaaaaaaa", "first an attacker"),
            ("xyzxyzxyz", "first an attacker"),
            ("hgfedcba", "first an attacker"),
        ] {
            let why = unfit(password, "20250101").unwrap_or_else(|| panic!("{password} is taken"));
            assert!(why.to(Lang::En).contains(part), "{password}: {why}");
        }
        for password in ["correct horse", "棋如人生须慢慢来", "20250101 is not all", "x7!qLm2#"] {
            assert_eq!(unfit(password, "20250101"), None, "{password}");
        }
    }

    #[test]
    fn the_list_of_common_ones_is_in_lower_case_and_long_enough() {
        for line in COMMON.lines() {
            assert!(line == line.to_lowercase() && line.chars().count() >= LEAST, "{line}");
        }
    }
}
