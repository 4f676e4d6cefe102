//! A person of a site, as the store knows one.

use crate::Role;
use leitai_core::ContentHash;

/// What a roster says of a person; each text as it was given.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RosterLine {
    /// The number by which the person signs in.
    pub number: String,
    /// The name that teachers know.
    pub name: String,
    /// The class; may be empty.
    pub class: String,
    /// The team; may be empty.
    pub team: String,
    /// A grade, which only organisers see; may be empty.
    pub seed_score: String,
}

/// What lets a person in who has no password of his own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opener {
    /// The number itself.
    Number,
    /// A random password with this hash, which holds until the person has chosen another.
    Slip(ContentHash),
    /// A random code with this hash, which lets in once.
    Code(ContentHash),
}

impl Opener {
    pub(crate) fn text(self) -> String {
        match self {
            Opener::Number => "number".to_owned(),
            Opener::Slip(digest) => format!("slip {digest}"),
            Opener::Code(digest) => format!("code {digest}"),
        }
    }

    pub(crate) fn read(text: &str) -> Option<Opener> {
        match text.split_once(' ') {
            None if text == "number" => Some(Opener::Number),
            Some(("slip", digest)) => digest.parse().ok().map(Opener::Slip),
            Some(("code", digest)) => digest.parse().ok().map(Opener::Code),
            _ => None,
        }
    }
}

/// A person of a site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// What the roster says.
    pub line: RosterLine,
    /// What the person is to the site.
    pub role: Role,
    /// The public name, once one is chosen.
    pub nickname: Option<String>,
    /// Has the person chosen a password?
    pub has_password: bool,
    /// What lets in until then.
    pub opener: Option<Opener>,
    /// Until when it does, in milliseconds since 1970-01-01 UTC; none: without end.
    pub opens_until_ms: Option<i64>,
    /// When the person last signed in.
    pub signed_in_ms: Option<i64>,
    /// When the account was closed, if it is.
    pub closed_ms: Option<i64>,
    /// When what was known of the person was removed, if it was.
    pub removed_ms: Option<i64>,
}

impl Person {
    /// Has the person done what the first sign-in asks for?
    pub const fn is_settled(&self) -> bool {
        self.has_password && self.nickname.is_some()
    }
}

/// How one signs in: what is known of an account before it is known who asks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Credentials {
    /// The hash of the password that the person chose.
    pub hash: Option<String>,
    /// What lets in instead, where it still does.
    pub opener: Option<Opener>,
}

/// A session as it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewSession {
    /// The hash of its token.
    pub token: ContentHash,
    /// From where: address and browser, in a few words.
    pub place: String,
}

/// A session of a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// The hash of its token.
    pub token: ContentHash,
    /// When it began, in milliseconds since 1970-01-01 UTC.
    pub made_ms: i64,
    /// When something was last asked in it, to some minutes.
    pub seen_ms: i64,
    /// From where it began.
    pub place: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lets_in_is_read_as_it_is_written() {
        let digest = ContentHash::of(b"code");
        for opener in [Opener::Number, Opener::Slip(digest), Opener::Code(digest)] {
            assert_eq!(Opener::read(&opener.text()), Some(opener));
        }
        for none in ["", "slip", "slip 12", "word"] {
            assert_eq!(Opener::read(none), None, "{none}");
        }
    }
}
