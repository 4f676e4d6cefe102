//! A person of a site, as the store knows one.

use crate::Role;
use leitai_core::ContentHash;

/// A person's line in a roster; each text as it was given.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RosterLine {
    /// The number by which the person signs in.
    pub number: String,
    /// The name known to teachers.
    pub name: String,
    /// The class; may be empty.
    pub class: String,
    /// The team; may be empty.
    pub team: String,
    /// A grade, visible only to organisers; may be empty.
    pub seed_score: String,
}

/// What a roster says about a person; `None` is what it says nothing about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RosterEntry {
    /// The number by which the person signs in.
    pub number: String,
    /// The name known to teachers.
    pub name: String,
    /// The class; may be empty.
    pub class: Option<String>,
    /// The team; may be empty.
    pub team: Option<String>,
    /// A grade, visible only to organisers; may be empty.
    pub seed_score: Option<String>,
}

impl RosterEntry {
    /// The person's line once this is imported: what the roster says nothing about stays as it `was`.
    pub fn over(&self, was: Option<&RosterLine>) -> RosterLine {
        let kept = |said: &Option<String>, of: fn(&RosterLine) -> &String| {
            said.clone().or_else(|| was.map(|was| of(was).clone())).unwrap_or_default()
        };
        RosterLine {
            number: self.number.clone(),
            name: self.name.clone(),
            class: kept(&self.class, |was| &was.class),
            team: kept(&self.team, |was| &was.team),
            seed_score: kept(&self.seed_score, |was| &was.seed_score),
        }
    }
}

impl From<RosterLine> for RosterEntry {
    /// An entry that says everything.
    fn from(RosterLine { number, name, class, team, seed_score }: RosterLine) -> RosterEntry {
        RosterEntry { number, name, class: Some(class), team: Some(team), seed_score: Some(seed_score) }
    }
}

/// What lets in a person who has not chosen a password.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opener {
    /// The number itself.
    Number,
    /// A random password with this hash, valid until the person has chosen another.
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

/// A state of what lets a person in. Each change of it (a password chosen, a code or first password given or used, its
/// last day set, the account closed or opened) makes another: what was checked against one holds for no other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CredentialsVersion(pub(crate) i64);

/// A person of a site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// The person's line in the roster.
    pub line: RosterLine,
    /// The person's role at the site.
    pub role: Role,
    /// The public name, once chosen.
    pub nickname: Option<String>,
    /// Whether the person has chosen a password.
    pub has_password: bool,
    /// What lets the person in until a password is chosen.
    pub opener: Option<Opener>,
    /// When `opener` expires, in milliseconds since 1970-01-01 UTC; `None` if it does not.
    pub opens_until_ms: Option<i64>,
    /// When the person last signed in.
    pub signed_in_ms: Option<i64>,
    /// When the account was closed, if it is.
    pub closed_ms: Option<i64>,
    /// When the person's data was removed, if it was.
    pub removed_ms: Option<i64>,
    /// The state of what lets the person in.
    pub version: CredentialsVersion,
}

impl Person {
    /// Whether the person has completed the first sign-in: chosen a password and a nickname.
    pub const fn is_settled(&self) -> bool {
        self.has_password && self.nickname.is_some()
    }
}

/// What an account accepts at sign-in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Credentials {
    /// The hash of the password that the person chose.
    pub hash: Option<String>,
    /// What lets the person in instead, if still valid.
    pub opener: Option<Opener>,
    /// The state that this is.
    pub version: CredentialsVersion,
}

/// A session to be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewSession {
    /// The hash of its token.
    pub token: ContentHash,
    /// Where it was started: address and browser, in a few words.
    pub place: String,
}

/// A session of a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// The hash of its token.
    pub token: ContentHash,
    /// When it began, in milliseconds since 1970-01-01 UTC.
    pub made_ms: i64,
    /// When it was last used, to within some minutes.
    pub seen_ms: i64,
    /// Where it was started.
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
