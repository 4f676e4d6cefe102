//! Who asks, as the guard before every handler has found.

use crate::people::secret::Token;
use crate::refusal::Refused;
use crate::site::Site;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use leitai_store::{Person, Role, Scope};
use std::sync::Arc;

/// Somebody who has signed in.
#[derive(Clone)]
pub(crate) struct SignedIn {
    pub(crate) person: Person,
    pub(crate) token: Token,
    /// What the token is for, where a program asks with one; none in a browser.
    pub(crate) scopes: Option<Vec<Scope>>,
}

/// Who asks.
#[derive(Clone)]
pub(crate) struct Caller(pub(crate) Option<Arc<SignedIn>>);

impl Caller {
    /// What is asked as; none: a visitor.
    pub(crate) fn role(&self) -> Option<Role> {
        self.0.as_ref().map(|signed_in| signed_in.person.role)
    }
}

/// Somebody who has signed in, for handlers of addresses that are theirs.
pub(crate) struct Me(pub(crate) Arc<SignedIn>);

impl FromRequestParts<Arc<Site>> for Me {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<Site>) -> Result<Me, Refused> {
        let caller = parts.extensions.get::<Caller>().and_then(|caller| caller.0.clone());
        caller.map(Me).ok_or_else(Refused::no_page)
    }
}
