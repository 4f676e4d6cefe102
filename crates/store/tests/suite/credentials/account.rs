//! One person to whom deeds happen step by step, and what should not be left of them.

use crate::people::{LATE, T, line, session};
use Knows::{Code, Number, Password, Slip};
use leitai_core::ContentHash;
use leitai_store::{
    Actor, Credentials, CredentialsVersion, NewToken, Opener, People, Scope, StoreError, TokenMade,
};
use std::time::Duration;

/// What somebody who signs in knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Knows {
    Number,
    Slip,
    Code,
    Password,
}

/// What is done, in one or more steps. A session is one of the two that there are at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deed {
    SignIn(Knows),
    /// The first password is chosen.
    First(usize),
    /// The password is changed by somebody who knows it.
    Change(usize),
    Token(usize),
    /// The first of the two sessions ends the other.
    EndOther,
    GiveCode,
    GiveSlip,
    Close,
    Reopen,
    Import,
}

const OLD: &str = "the hash of the old password";

/// How a deed stands.
pub(super) enum Stage {
    Begins,
    /// The session was there, at this time.
    Asked(usize, CredentialsVersion),
    /// What was presented fits these credentials, looked up at this time.
    Fits(usize, Credentials, Option<Opener>),
    Done,
}

/// What no longer lets in: what was checked before this time must not be used after it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// All sessions.
    Sessions,
    /// All sessions and tokens.
    All,
    /// Whatever was begun with the code.
    Code,
    /// One of the two sessions.
    One(usize),
}

/// A session or token that was made: its secret, how, when that was checked, and when it was written.
pub(super) struct Made {
    secret: String,
    is_token: bool,
    from: Option<usize>,
    by_code: bool,
    checked: usize,
    written: usize,
}

/// One person, to whom the deeds happen in one order.
pub(super) struct Account<'a> {
    pub(super) people: &'a People,
    pub(super) number: String,
    pub(super) made: Vec<Made>,
    pub(super) ended: Vec<(usize, Ended)>,
}

impl Account<'_> {
    fn secret(&self, name: &str) -> String {
        format!("{} {name}", self.number)
    }

    fn hash(&self, name: &str) -> ContentHash {
        ContentHash::of(self.secret(name).as_bytes())
    }

    fn actor(&self, of: usize) -> Actor<'_> {
        Actor::Person { number: &self.number, session: self.hash(&format!("session {of}")) }
    }

    /// Two browsers come in.
    pub(super) async fn set_up(&mut self, is_settled: bool) {
        let (people, number) = (self.people, self.number.as_str());
        let known = || async { people.credentials(number).await.unwrap().unwrap() };
        if is_settled {
            let new = session(&self.secret("first"));
            assert!(people.choose_password(T, number, known().await.version, OLD, &new).await.unwrap());
        }
        let by = (!is_settled).then_some(Opener::Number);
        for of in 0..2 {
            let new = session(&self.secret(&format!("session {of}")));
            assert!(people.sign_in(number, by, known().await.version, &new).await.unwrap());
        }
    }

    pub(super) async fn step(&mut self, at: usize, now: usize, deed: Deed, stage: Stage) -> Stage {
        let (people, number) = (self.people, self.number.clone());
        match (deed, stage) {
            (Deed::SignIn(knows), Stage::Begins) => {
                let Some(known) = people.credentials(&number).await.unwrap() else { return Stage::Done };
                let by = match knows {
                    Password if known.hash.as_deref() == Some(OLD) => None,
                    Number if known.hash.is_none() && known.opener == Some(Opener::Number) => known.opener,
                    Slip if known.opener == Some(Opener::Slip(self.hash("slip"))) => known.opener,
                    Code if known.opener == Some(Opener::Code(self.hash("code"))) => known.opener,
                    _ => return Stage::Done,
                };
                Stage::Fits(now, known, by)
            }
            (Deed::SignIn(knows), Stage::Fits(checked, known, by)) => {
                let secret = self.secret(&format!("sign-in {at}"));
                if people.sign_in(&number, by, known.version, &session(&secret)).await.unwrap() {
                    let by_code = knows == Code;
                    self.made.push(Made {
                        secret,
                        is_token: false,
                        from: None,
                        by_code,
                        checked,
                        written: now,
                    });
                    self.ended.extend(by_code.then_some((now, Ended::Code)));
                }
                Stage::Done
            }
            (Deed::First(of) | Deed::Change(of) | Deed::Token(of), Stage::Begins) => {
                let whose = people.whose(self.hash(&format!("session {of}"))).await.unwrap();
                let Some(person) = whose else { return Stage::Done };
                let is_fit = person.has_password != matches!(deed, Deed::First(_));
                if is_fit { Stage::Asked(now, person.version) } else { Stage::Done }
            }
            (Deed::Change(_), Stage::Asked(checked, _)) => {
                let known = people.credentials(&number).await.unwrap();
                match known.filter(|known| known.hash.as_deref() == Some(OLD)) {
                    Some(known) => Stage::Fits(checked, known, None),
                    None => Stage::Done,
                }
            }
            (Deed::First(of), Stage::Asked(checked, version)) => {
                self.chooses(at, now, of, checked, version).await;
                Stage::Done
            }
            (Deed::Change(of), Stage::Fits(checked, known, _)) => {
                self.chooses(at, now, of, checked, known.version).await;
                Stage::Done
            }
            (Deed::Token(of), Stage::Asked(checked, _)) => {
                let secret = self.secret(&format!("token {at}"));
                let token = ContentHash::of(secret.as_bytes());
                let new =
                    NewToken { token, name: "t", scopes: &[Scope::Read], lasts: Duration::from_hours(1) };
                if in_force(people.make_token(self.actor(of), &number, &new).await) == Some(TokenMade::Done) {
                    let from = Some(of);
                    self.made.push(Made {
                        secret,
                        is_token: true,
                        from,
                        by_code: false,
                        checked,
                        written: now,
                    });
                }
                Stage::Done
            }
            (_, Stage::Begins) => {
                let ended = self.at_once(deed).await;
                self.ended.extend(ended.map(|ended| (now, ended)));
                Stage::Done
            }
            (_, _) => Stage::Done,
        }
    }

    /// A deed of one step; returns what it ends.
    async fn at_once(&self, deed: Deed) -> Option<Ended> {
        let (people, number) = (self.people, self.number.as_str());
        match deed {
            Deed::GiveCode => {
                let given = people.give_code(T, number, self.hash("code"), LATE).await.unwrap();
                given.then_some(Ended::All)
            }
            Deed::GiveSlip => {
                let slip = [(number.to_owned(), self.hash("slip"))];
                let given = people.slips(T, &slip, Some(LATE)).await.unwrap();
                (!given.is_empty()).then_some(Ended::Sessions)
            }
            Deed::Close => people.close(T, number).await.unwrap().then_some(Ended::All),
            Deed::EndOther => {
                let ended = people.end_session(self.actor(0), number, self.hash("session 1")).await;
                (in_force(ended) == Some(true)).then_some(Ended::One(1))
            }
            Deed::Reopen => {
                people.reopen(T, number).await.unwrap();
                None
            }
            _ => {
                let lines = [line(number, "renamed").into()];
                people.import(T, &lines, Some(Opener::Number), Some(LATE)).await.unwrap();
                None
            }
        }
    }

    /// A session chooses a password.
    async fn chooses(
        &mut self,
        at: usize,
        now: usize,
        of: usize,
        checked: usize,
        version: CredentialsVersion,
    ) {
        let secret = self.secret(&format!("chosen {at}"));
        let (hash, new) = (format!("the hash of password {at}"), session(&secret));
        let chosen = self.people.choose_password(self.actor(of), &self.number, version, &hash, &new).await;
        if in_force(chosen) == Some(true) {
            self.ended.push((now, Ended::Sessions));
            self.made.push(Made {
                secret,
                is_token: false,
                from: Some(of),
                by_code: false,
                checked,
                written: now,
            });
        }
    }

    /// The sessions and tokens that should not be: what they were made for had ended.
    pub(super) async fn wrong(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        for of in 0..2 {
            let is_over = self.ended.iter().any(|(_, ended)| match ended {
                Ended::Sessions | Ended::All => true,
                Ended::One(one) => *one == of,
                Ended::Code => false,
            });
            let is_alive = self.people.whose(self.hash(&format!("session {of}"))).await.unwrap().is_some();
            if is_alive && is_over {
                wrong.push(format!("session {of}"));
            }
        }
        for made in &self.made {
            let token = ContentHash::of(made.secret.as_bytes());
            let is_alive = if made.is_token {
                self.people.of_token(token, Duration::ZERO).await.unwrap().is_some()
            } else {
                self.people.whose(token).await.unwrap().is_some()
            };
            // What ended in the same step was ended by it.
            let is_over = self.ended.iter().any(|(at, ended)| {
                let is_between = made.checked < *at && *at < made.written;
                let is_after_check = made.checked < *at && *at != made.written;
                match ended {
                    Ended::All => is_after_check,
                    Ended::Sessions => {
                        if made.is_token {
                            is_between
                        } else {
                            is_after_check
                        }
                    }
                    Ended::Code => made.by_code && is_between,
                    Ended::One(of) => made.from == Some(*of) && is_between,
                }
            });
            if is_alive && is_over {
                wrong.push(made.secret.clone());
            }
        }
        wrong
    }
}

/// The answer to somebody whose session is in force; `None` if it no longer is.
fn in_force<T>(answer: Result<T, StoreError>) -> Option<T> {
    match answer {
        Ok(answer) => Some(answer),
        Err(StoreError::Ended(_)) => None,
        Err(error) => panic!("{error}"),
    }
}

/// How many steps a deed takes.
pub(super) fn steps(deed: Deed) -> usize {
    match deed {
        Deed::Change(_) => 3,
        Deed::SignIn(_) | Deed::First(_) | Deed::Token(_) => 2,
        _ => 1,
    }
}
