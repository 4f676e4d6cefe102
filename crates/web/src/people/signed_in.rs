//! The caller of a request, as identified by the guard before every handler.

use crate::people::secret::Token;
use crate::refusal::Refused;
use crate::site::Site;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use leitai_store::{Actor, Person, Role, Scope};
use std::sync::Arc;

/// Somebody who has signed in.
#[derive(Clone)]
pub(crate) struct SignedIn {
    pub(crate) person: Person,
    pub(crate) token: Token,
    /// The scopes of the token, if a program uses one; `None` in a browser.
    pub(crate) scopes: Option<Vec<Scope>>,
}

impl SignedIn {
    /// As whom the store knows the caller.
    pub(crate) fn actor(&self) -> Actor<'_> {
        let (number, token) = (self.person.line.number.as_str(), self.token.digest());
        match self.scopes {
            None => Actor::Person { number, session: token },
            Some(_) => Actor::Program { number, token },
        }
    }
}

/// The caller.
#[derive(Clone)]
pub(crate) struct Caller(pub(crate) Option<Arc<SignedIn>>);

impl Caller {
    /// The caller's role; `None` for a visitor.
    pub(crate) fn role(&self) -> Option<Role> {
        self.0.as_ref().map(|signed_in| signed_in.person.role)
    }
}

/// A person who has signed in, for handlers of addresses that require it.
pub(crate) struct Me(pub(crate) Arc<SignedIn>);

impl FromRequestParts<Arc<Site>> for Me {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<Site>) -> Result<Me, Refused> {
        let caller = parts.extensions.get::<Caller>().and_then(|caller| caller.0.clone());
        caller.map(Me).ok_or_else(Refused::no_page)
    }
}
