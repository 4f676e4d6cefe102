//! Access control: who may do what, as each address declares it, enforced in one place before any handler.

use crate::address::{Address, Addresses, By};
use crate::asked::leads_to;
use crate::client;
use crate::own_games;
use crate::people::accounts::away;
use crate::people::bearer;
use crate::people::cookies;
use crate::people::reading;
use crate::people::signed_in::{Caller, SignedIn};
use crate::refusal::Refused;
use crate::site::Site;
use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, header};
use axum::middleware::Next;
use axum::response::IntoResponse;
use leitai_pages::percent_encoded;
use std::sync::Arc;

/// Lets through those whom the address permits; others are redirected to the sign-in, or find nothing. What is not
/// declared answers nobody.
pub(crate) async fn guard(
    State((site, addresses)): State<(Arc<Site>, Arc<Addresses>)>,
    mut request: Request,
    next: Next,
) -> Response<Body> {
    let Some(path) = request.extensions().get::<MatchedPath>() else { return next.run(request).await };
    let Some(address) = addresses.of(path) else { return Refused::no_page().into_response() };
    let is_change = ![Method::GET, Method::HEAD].contains(request.method());
    let may = address.may(is_change);
    let from = client::address(request.extensions());
    if let Some(asking) = bearer::caller(&site, request.headers(), from, address, is_change).await {
        return match asking {
            Ok(signed_in) if may.is_none_or(|by| by.has(Some(signed_in.person.role))) => {
                let caller = Caller(Some(signed_in));
                if let Err(refused) = looked_at(&site, address, &mut request, &caller, is_change).await {
                    return private(refused.into_response());
                }
                request.extensions_mut().insert(caller);
                private(next.run(request).await)
            }
            Ok(_) => private(Refused::no_page().into_response()),
            Err(refused) => private(refused.into_response()),
        };
    }
    // Nobody may: the router responds.
    let Some(by) = may.filter(|_| !address.is_bare) else { return next.run(request).await };
    let caller = match caller(&site, request.headers()).await {
        Ok(caller) => caller,
        // Public pages stay available to everybody while the store is away.
        Err(_) if by == By::Everybody && !is_change => Caller(None),
        Err(refused) => return refused.into_response(),
    };
    let is_settled = caller.0.as_ref().is_none_or(|signed_in| signed_in.person.is_settled());
    let answer = if !is_settled && !address.is_of_first {
        leads_to("/first")
    } else if !by.has(caller.role()) {
        match caller.0 {
            Some(_) => Refused::no_page().into_response(),
            None if address.is_api() => Refused::no_token().into_response(),
            // The typed text is lost if the session ended and the address only takes forms, so there is no form to
            // come back to.
            None if is_change && address.reads.is_none() => leads_to("/sign-in"),
            None => {
                let back = request.uri().path_and_query().map_or("/", |back| back.as_str());
                leads_to(&format!("/sign-in?back={}", percent_encoded(back)))
            }
        }
    } else if is_change && address.is_api() {
        // The forms of pages use other addresses: a request that a browser sends here was not made by its user.
        Refused::no_token().into_response()
    } else if is_change && !site.accounts.is_from_here(request.headers()) {
        Refused::elsewhere().into_response()
    } else {
        let everybodys = match looked_at(&site, address, &mut request, &caller, is_change).await {
            Ok(everybodys) => everybodys,
            Err(refused) => return private(refused.into_response()),
        };
        request.extensions_mut().insert(caller);
        let answer = next.run(request).await;
        // Public pages are the same for all, and their handlers set how long they may be cached.
        if by == By::Everybody && address.changes.is_none() && everybodys {
            return answer;
        }
        answer
    };
    private(answer)
}

/// Decides on what a request names, once its caller may use the address at all: whether it is everybody's, or the
/// caller's; and notes what organisers read of others.
async fn looked_at(
    site: &Arc<Site>,
    address: &Address,
    request: &mut Request,
    caller: &Caller,
    is_change: bool,
) -> Result<bool, Refused> {
    let everybodys = own_games::is_everybodys(site, address.path, request, caller).await?;
    if let Some(shows) = address.shows.filter(|_| !is_change) {
        reading::note(site, shows, request, caller).await?;
    }
    Ok(everybodys)
}

/// Forbids caching.
fn private(mut answer: Response<Body>) -> Response<Body> {
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

/// Identifies the caller by the cookie and the store.
async fn caller(site: &Arc<Site>, headers: &HeaderMap) -> Result<Caller, Refused> {
    let Some(token) = cookies::session(site, headers) else { return Ok(Caller(None)) };
    let person = site.accounts.people.whose(token.digest()).await.map_err(|error| away(&error))?;
    if person.is_some() {
        site.accounts.seen(&token);
    }
    Ok(Caller(person.map(|person| Arc::new(SignedIn { person, token, scopes: None }))))
}
