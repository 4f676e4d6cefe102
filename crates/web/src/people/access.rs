//! Access control: one table of roles by route, enforced in one place before any handler.

use crate::asked::leads_to;
use crate::client;
use crate::log;
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
use leitai_store::Role;
use std::sync::Arc;

/// The role of a caller; `None` is a visitor.
type Who = Option<Role>;

const ALL: &[Who] =
    &[None, Some(Role::Student), Some(Role::Captain), Some(Role::Organiser), Some(Role::Administrator)];
const PEOPLE: &[Who] =
    &[Some(Role::Student), Some(Role::Captain), Some(Role::Organiser), Some(Role::Administrator)];
const ORGANISERS: &[Who] = &[Some(Role::Organiser), Some(Role::Administrator)];
const NOBODY: &[Who] = &[];

/// Each address, with the roles that may read it and those that may change something there. An address not in the
/// table answers nobody.
pub(crate) const TABLE: &[(&str, &[Who], &[Who])] = &[
    ("/", ALL, NOBODY),
    ("/games/{id}", ALL, NOBODY),
    ("/games/{id}/{what}", ALL, NOBODY),
    ("/games/{id}/own", PEOPLE, NOBODY),
    ("/live", ALL, NOBODY),
    ("/docs", ALL, NOBODY),
    ("/docs/{slug}", ALL, NOBODY),
    ("/set", ALL, NOBODY),
    ("/a/{hash}/{file}", ALL, NOBODY),
    ("/favicon.ico", ALL, NOBODY),
    ("/health", ALL, NOBODY),
    ("/ready", ALL, NOBODY),
    ("/metrics", ALL, NOBODY),
    ("/events", ALL, NOBODY),
    ("/events/{id}", ALL, NOBODY),
    ("/events/{id}/{what}", ALL, NOBODY),
    ("/projector/{id}", ALL, NOBODY),
    ("/ladders", ALL, NOBODY),
    ("/ladders/{game}", ALL, NOBODY),
    ("/ladders/{game}/{what}", ALL, NOBODY),
    ("/programs/{id}", ALL, NOBODY),
    ("/programs/{id}/{what}", ALL, NOBODY),
    ("/programs/{id}/against/{other}", ALL, NOBODY),
    ("/programs/{id}/against/{other}/{what}", ALL, NOBODY),
    ("/api/v1/openapi.json", ALL, NOBODY),
    ("/api/v1/games", ALL, NOBODY),
    ("/api/v1/live", ALL, NOBODY),
    ("/api/v1/events", ALL, NOBODY),
    ("/api/v1/events/{id}", ALL, NOBODY),
    ("/api/v1/events/{id}/{table}", ALL, NOBODY),
    ("/api/v1/games/{id}", ALL, NOBODY),
    ("/api/v1/games/{id}/record", ALL, NOBODY),
    ("/api/v1/account", PEOPLE, NOBODY),
    ("/api/v1/events/{id}/submissions", PEOPLE, PEOPLE),
    ("/api/v1/submissions/{number}", PEOPLE, NOBODY),
    ("/api/v1/events/{id}/reports", PEOPLE, NOBODY),
    ("/api/v1/events/{id}/reports/{entry}", PEOPLE, NOBODY),
    ("/sign-in", ALL, ALL),
    ("/sign-out", NOBODY, PEOPLE),
    ("/first", PEOPLE, PEOPLE),
    ("/account", PEOPLE, NOBODY),
    ("/account/{what}", NOBODY, PEOPLE),
    ("/account/tokens", PEOPLE, PEOPLE),
    ("/account/data", PEOPLE, PEOPLE),
    ("/account/export.json", PEOPLE, NOBODY),
    ("/people", ORGANISERS, NOBODY),
    ("/people/list.csv", ORGANISERS, NOBODY),
    ("/people/list.json", ORGANISERS, NOBODY),
    ("/people/import", ORGANISERS, ORGANISERS),
    ("/people/slips", ORGANISERS, ORGANISERS),
    ("/people/until", NOBODY, ORGANISERS),
    ("/people/audit", ORGANISERS, NOBODY),
    ("/organise", ORGANISERS, NOBODY),
    ("/organise/new", ORGANISERS, ORGANISERS),
    ("/organise/{id}", ORGANISERS, NOBODY),
    ("/organise/{id}/event.toml", ORGANISERS, NOBODY),
    ("/organise/{id}/rule", ORGANISERS, ORGANISERS),
    ("/organise/{id}/board", ORGANISERS, NOBODY),
    ("/organise/{id}/board.csv", ORGANISERS, NOBODY),
    ("/organise/{id}/board.json", ORGANISERS, NOBODY),
    ("/organise/{id}/teams", ORGANISERS, NOBODY),
    ("/organise/{id}/teams/{file}", ORGANISERS, NOBODY),
    ("/organise/{id}/limits", ORGANISERS, ORGANISERS),
    ("/organise/{id}/edit", ORGANISERS, ORGANISERS),
    ("/organise/{id}/{deed}", NOBODY, ORGANISERS),
    ("/workers", ORGANISERS, NOBODY),
    ("/workers/{order}", NOBODY, ORGANISERS),
    ("/notices", ALL, NOBODY),
    ("/notices.atom", ALL, NOBODY),
    ("/notices/read", NOBODY, PEOPLE),
    ("/person/{number}", ORGANISERS, NOBODY),
    ("/person/{number}/{deed}", NOBODY, ORGANISERS),
    ("/mine", PEOPLE, NOBODY),
    ("/events/{id}/submit", PEOPLE, PEOPLE),
    ("/events/{id}/report", PEOPLE, PEOPLE),
    ("/events/{id}/report/{entry}", PEOPLE, NOBODY),
    ("/events/{id}/mine", PEOPLE, NOBODY),
    ("/events/{id}/mine/{what}", PEOPLE, NOBODY),
    ("/submissions/{number}", PEOPLE, NOBODY),
    ("/submissions/{number}/{what}", PEOPLE, NOBODY),
    ("/person/{number}/export.json", ORGANISERS, NOBODY),
];

/// Addresses that answer without identifying the caller: parts of pages, and addresses for machines.
pub(crate) const BARE: [&str; 6] =
    ["/a/{hash}/{file}", "/favicon.ico", "/health", "/ready", "/metrics", "/set"];
/// The addresses of the first sign-in: until it is done, every other address redirects there.
pub(crate) const FIRST: [&str; 3] = ["/first", "/sign-in", "/sign-out"];

/// Lets through those whom the table permits; others are redirected to the sign-in, or find nothing.
pub(crate) async fn guard(State(site): State<Arc<Site>>, mut request: Request, next: Next) -> Response<Body> {
    let Some(path) = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned()) else {
        return next.run(request).await;
    };
    let Some((_, reads, writes)) = TABLE.iter().find(|(known, ..)| *known == path) else {
        log::warn("an address answers nobody: it is not in the table of who may what", &[("path", &path)]);
        return Refused::no_page().into_response();
    };
    let is_change = ![Method::GET, Method::HEAD].contains(request.method());
    let may = *if is_change { writes } else { reads };
    let from = client::address(request.extensions());
    if let Some(asking) = bearer::caller(&site, request.headers(), from, &path, is_change).await {
        return match asking {
            Ok(signed_in) if may.is_empty() || may.contains(&Some(signed_in.person.role)) => {
                let caller = Caller(Some(signed_in));
                if let Err(refused) = looked_at(&site, &path, &mut request, &caller, is_change).await {
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
    if may.is_empty() || BARE.contains(&path.as_str()) {
        return next.run(request).await;
    }
    let caller = match caller(&site, request.headers()).await {
        Ok(caller) => caller,
        // Public pages stay available to everybody while the store is away.
        Err(_) if may == ALL && !is_change => Caller(None),
        Err(refused) => return refused.into_response(),
    };
    let is_settled = caller.0.as_ref().is_none_or(|signed_in| signed_in.person.is_settled());
    let answer = if !is_settled && !FIRST.contains(&path.as_str()) {
        leads_to("/first")
    } else if !may.contains(&caller.role()) {
        match caller.0 {
            Some(_) => Refused::no_page().into_response(),
            None if bearer::is_api(&path) => Refused::no_token().into_response(),
            // The typed text is lost if the session ended and the address only takes forms, so there is no form to
            // come back to.
            None if is_change && reads.is_empty() => leads_to("/sign-in"),
            None => {
                let back = request.uri().path_and_query().map_or("/", |back| back.as_str());
                leads_to(&format!("/sign-in?back={}", percent_encoded(back)))
            }
        }
    } else if is_change && bearer::is_api(&path) {
        // The forms of pages use other addresses: a request that a browser sends here was not made by its user.
        Refused::no_token().into_response()
    } else if is_change && !site.accounts.is_from_here(request.headers()) {
        Refused::elsewhere().into_response()
    } else {
        let everybodys = match looked_at(&site, &path, &mut request, &caller, is_change).await {
            Ok(everybodys) => everybodys,
            Err(refused) => return private(refused.into_response()),
        };
        request.extensions_mut().insert(caller);
        let answer = next.run(request).await;
        // Public pages are the same for all, and their handlers set how long they may be cached.
        if may == ALL && writes.is_empty() && everybodys {
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
    path: &str,
    request: &mut Request,
    caller: &Caller,
    is_change: bool,
) -> Result<bool, Refused> {
    let everybodys = own_games::is_everybodys(site, path, request, caller).await?;
    if !is_change {
        reading::note(site, path, request, caller).await?;
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
