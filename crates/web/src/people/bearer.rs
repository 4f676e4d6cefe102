//! Programs that authenticate with a person's token (`Authorization: Bearer`), which only the API accepts.

use crate::address::Address;
use crate::people::accounts::away;
use crate::people::secret::Token;
use crate::people::signed_in::SignedIn;
use crate::refusal::Refused;
use crate::site::Site;
use axum::http::{HeaderMap, header};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// How often the use of a token is recorded.
pub(crate) const NOTED: Duration = Duration::from_mins(5);
/// The prefix that identifies a token wherever it turns up.
const MARK: &str = "leitai_";

/// A new token in the form that its owner is shown once.
pub(crate) fn text(token: &Token) -> String {
    format!("{MARK}{}", token.text())
}

/// The token of a request, if it sends one; an error if it sends anything else in its place.
fn sent(headers: &HeaderMap) -> Option<Result<Token, Refused>> {
    let said = headers.get(header::AUTHORIZATION)?;
    let text = said.to_str().ok().and_then(|said| {
        let (scheme, text) = said.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| text.trim())
    });
    let token = text.and_then(|text| text.strip_prefix(MARK)).and_then(Token::read);
    Some(token.ok_or_else(Refused::no_token))
}

/// The caller identified by a token with the necessary scope; `None` if a request sends none, or is not for the
/// API.
pub(crate) async fn caller(
    site: &Arc<Site>,
    headers: &HeaderMap,
    from: Option<IpAddr>,
    address: &Address,
    is_change: bool,
) -> Option<Result<Arc<SignedIn>, Refused>> {
    if !address.is_api() {
        return None;
    }
    let token = match sent(headers)? {
        Ok(token) => token,
        Err(refused) => return Some(Err(refused)),
    };
    let known = match site.accounts.people.of_token(token.digest(), NOTED).await {
        Ok(known) => known,
        Err(error) => return Some(Err(away(&error))),
    };
    let Some((person, scopes)) = known.filter(|(person, _)| person.is_settled()) else {
        // A valid one is never refused because of the guesses of others: looking it up costs next to nothing.
        let may_guess = site.accounts.attempts.wrong_token(from);
        return Some(Err(may_guess.map_or_else(Refused::too_many, |()| Refused::no_token())));
    };
    let needed = address.scope(is_change);
    if !scopes.contains(&needed) {
        return Some(Err(Refused::no_scope(needed)));
    }
    Some(Ok(Arc::new(SignedIn { person, token, scopes: Some(scopes) })))
}
