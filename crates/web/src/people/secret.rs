//! Random texts that serve as credentials.

use leitai_core::ContentHash;
use leitai_hall::fill_random;
use std::fmt;

/// Letters and digits that cannot be mistaken for one another on a printed slip.
const ALPHABET: &[u8; 31] = b"abcdefghjkmnpqrstuvwxyz23456789";

/// A code that a person reads from a slip and types: three groups of four.
#[derive(Clone, PartialEq, Eq)]
pub struct Code(String);

impl Code {
    /// An unguessable code: about 59 bits.
    pub fn random() -> Code {
        // With this many values, each of the 31 letters is equally likely to within one part in 500 million.
        let letter =
            |bytes: [u8; 4]| char::from(ALPHABET[u32::from_le_bytes(bytes) as usize % ALPHABET.len()]);
        let mut code: String = (0..12).map(|_| letter(random())).collect();
        code.insert(8, '-');
        code.insert(4, '-');
        Code(code)
    }

    /// Its hash. Since a code is random, a fast hash protects it as well as a slow one.
    pub fn digest(&self) -> ContentHash {
        Code::digest_of(&self.0)
    }

    /// The hash of a typed code: case, blanks and hyphens do not matter.
    pub(crate) fn digest_of(typed: &str) -> ContentHash {
        let kept = typed.chars().filter(|c| !c.is_whitespace() && *c != '-');
        ContentHash::of(kept.collect::<String>().to_lowercase().as_bytes())
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The secret that a browser keeps for a session.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token(String);

impl Token {
    pub(crate) fn random() -> Token {
        Token(ContentHash::of(&random::<32>()).to_string())
    }

    /// A token sent back by a browser, if it looks like one.
    pub(crate) fn read(text: &str) -> Option<Token> {
        text.parse::<ContentHash>().is_ok().then(|| Token(text.to_owned()))
    }

    /// The text kept by the browser.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// The hash kept by the store.
    pub(crate) fn digest(&self) -> ContentHash {
        ContentHash::of(self.0.as_bytes())
    }

    /// The form token on the session's pages: another site cannot read it, and it reveals nothing of the token.
    pub(crate) fn form(&self) -> String {
        ContentHash::of(format!("form {}", self.0).as_bytes()).to_string()
    }
}

/// Whether two texts are equal, in a time that does not reveal how much of them is.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    ContentHash::of(one.as_bytes()) == ContentHash::of(other.as_bytes())
}

/// Random bytes from the system.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    fill_random(&mut bytes);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_code_is_read_as_people_type_it() {
        let codes: HashSet<String> = (0..100).map(|_| Code::random().to_string()).collect();
        assert_eq!(codes.len(), 100);
        for code in codes {
            assert!(code.len() == 14 && code.split('-').all(|group| group.len() == 4), "{code}");
            let typed = [code.to_uppercase(), code.replace('-', ""), format!(" {} ", code.replace('-', " "))];
            for typed in typed {
                assert_eq!(Code::digest_of(&typed), Code(code.clone()).digest(), "{typed}");
            }
        }
    }

    #[test]
    fn a_token_comes_back_or_is_none() {
        let token = Token::random();
        assert!(Token::read(token.text()).is_some_and(|read| read == token));
        assert!(token.form() != token.text() && token.form() != token.digest().to_string());
        for none in ["", "abc", &"g".repeat(64), &token.text()[1..]] {
            assert!(Token::read(none).is_none(), "{none}");
        }
    }
}
