//! What the window answers.

use super::deed_form::{TriedDeed, deed};
use super::window::{Tried, Window};
use crate::answer::Content;
use crate::asked::{Answer, keep, keeps_choice, leads_to, save_as};
use crate::face::face;
use crate::off_thread::off_thread;
use crate::people::form::Posted;
use crate::reader::{Asking, LANG, query};
use crate::refusal::Refused;
use axum::body::Body;
use axum::extract::{FromRequestParts, Path, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Response, StatusCode, Uri};
use leitai_core::Sentence;
use leitai_hall::DeskState;
use leitai_pages::{DeskRefusal, DeskView, Face};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// How long a request waits for something new.
const WAITS: Duration = Duration::from_secs(20);
/// How long an answer waits for what follows from what was done.
const FOLLOWS: Duration = Duration::from_millis(800);

/// A request with the right key.
pub(super) struct Asked {
    pub(super) window: Arc<Window>,
    pub(super) asking: Asking,
    pub(super) uri: Uri,
    headers: HeaderMap,
}

impl FromRequestParts<Arc<Window>> for Asked {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, window: &Arc<Window>) -> Result<Asked, Infallible> {
        let asking = Asking::of(&parts.uri, &parts.headers, (window.lang, &window.zone));
        let (uri, headers) = (parts.uri.clone(), parts.headers.clone());
        Ok(Asked { window: Arc::clone(window), asking, uri, headers })
    }
}

impl Asked {
    pub(super) fn answer(&self, status: StatusCode, content: &Content) -> Response<Body> {
        let mut answer = content.answer(status, &self.headers);
        if self.asking.named {
            keep(answer.headers_mut(), LANG, self.asking.lang.to_string().as_str());
        }
        answer
    }

    /// The window as it is now: the whole page, or what the script puts in place of it.
    fn shown(&self, is_part: bool) -> Response<Body> {
        let (window, desk) = (&self.window, &self.window.desk);
        // Before what is shown: what comes between is shown again, not lost.
        let news = window.news(desk.news());
        let (shown, tried) = (desk.shown(), window.tried());
        // What was wrong with a form is said until the position changes.
        let why = tried.why.as_ref().filter(|_| tried.version == shown.version).or(shown.refused.as_ref());
        let now = Instant::now();
        // Between two games no clock runs.
        let counts = !matches!(shown.state, DeskState::Waits | DeskState::Over | DeskState::Broken(_));
        let view = DeskView {
            address: &window.address(),
            setup: desk.setup(),
            shown: &shown,
            to_do: &desk.what_to_do(&shown),
            faces: shown
                .clocks
                .map(|clock| Face { running: clock.asked.is_some() && counts, ..face(clock, now) }),
            news: &news,
            stands_again: desk.stands_again(),
            screens: &window.screens(),
            refusal: why.map(|why| DeskRefusal { why, fields: &tried.fields }),
        };
        let reader = self.asking.reader();
        let page =
            if is_part { leitai_pages::desk_now(&reader, &view) } else { leitai_pages::desk(&reader, &view) };
        let status = if why.is_some() && is_part { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
        self.answer(status, &Content::html(page))
    }
}

/// `/desk/KEY`.
pub(super) async fn page(asked: Asked) -> Answer {
    Ok(asked.shown(false))
}

/// What is new, once something is: `?after=NEWS`.
pub(super) async fn now(asked: Asked) -> Answer {
    let after = query(&asked.uri, "after").and_then(|after| asked.window.after(&after)).unwrap_or(0);
    let mut closing = asked.window.closing.subscribe();
    tokio::select! {
        _ = timeout(WAITS, asked.window.desk.newer(after)) => {}
        _ = closing.wait_for(|closing| *closing) => {}
    }
    let mut answer = asked.shown(true);
    *answer.status_mut() = StatusCode::OK;
    Ok(answer)
}

/// Something is to be done at the desk.
pub(super) async fn done(asked: Asked, request: Request) -> Answer {
    let posted = Posted::small(request.into_body()).await?;
    let (window, desk) = (&asked.window, &asked.window.desk);
    let before = desk.news();
    let shown = desk.shown();
    let is_referees = desk.setup().is_referees();
    let why = match deed(&posted, &shown, is_referees, asked.asking.lang) {
        Ok(TriedDeed::Begin) => desk.begin().err().map(|why| Sentence::of(&why)),
        Ok(TriedDeed::Deed(deed)) => desk.deed(deed).err().map(|why| Sentence::of(&why)),
        Ok(TriedDeed::Confirm(game, by)) => desk.confirm(game, by).err().map(|why| Sentence::of(&why)),
        Ok(TriedDeed::Look(look)) => desk.look(look).err().map(|why| Sentence::of(&why)),
        Ok(TriedDeed::Nothing) => return Ok(leads_to(&window.address())),
        Err(why) => Some(why),
    };
    let is_refused = why.is_some();
    window.tries(Tried { fields: posted.texts(), why, version: shown.version });
    if !is_refused {
        let _ = timeout(FOLLOWS, desk.newer(before)).await;
    }
    if posted.has("script") { Ok(asked.shown(true)) } else { Ok(leads_to(&window.address())) }
}

/// Keeps the language or the colours.
pub(super) async fn set(asked: Asked) -> Answer {
    keeps_choice(&asked.uri)
}

/// Something of a game that is over.
pub(super) async fn of_game(Path((_, game, what)): Path<(String, String, String)>, asked: Asked) -> Answer {
    let (window, asking) = (Arc::clone(&asked.window), asked.asking.clone());
    let made = off_thread(move || window.paper(&game, &what, &asking)).await;
    let (content, name) = made.unwrap_or_else(|| Err(Refused::no_window()))?;
    let mut answer = asked.answer(StatusCode::OK, &content);
    if let Some(name) = name {
        save_as(answer.headers_mut(), &name);
    }
    Ok(answer)
}

pub(super) async fn asset(
    State(window): State<Arc<Window>>,
    Path((hash, file)): Path<(String, String)>,
    headers: HeaderMap,
) -> Answer {
    window.assets.file(&hash, &file, &headers)
}

pub(super) async fn icon(State(window): State<Arc<Window>>, headers: HeaderMap) -> Answer {
    window.assets.icon(&headers)
}

pub(super) async fn nowhere() -> Answer {
    Err(Refused::no_window())
}
