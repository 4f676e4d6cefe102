//! The other screens of a referee's desk: each at an address with a key of its own.

use super::handlers::Asked;
use super::window::Window;
use crate::answer::Content;
use crate::asked::{Answer, keeps_choice};
use crate::face::face;
use crate::reader::query;
use crate::refusal::Refused;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{Response, StatusCode};
use leitai_hall::{DeskEye, DeskState};
use leitai_pages::{Face, SightState, SightView};
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// How long a request waits for something new.
const WAITS: Duration = Duration::from_secs(20);

impl Window {
    /// Whose screen has this key.
    pub(super) fn eye(&self, key: &str) -> Option<DeskEye> {
        // All are compared, so that nothing is told by how long that takes.
        let mut found = None;
        for (eye, known) in &self.sights {
            if crate::people::secret::is_same(known, key) {
                found = Some(*eye);
            }
        }
        found
    }

    /// The addresses of the other screens, as a browser on another machine takes them.
    pub(super) fn screens(&self) -> Vec<(DeskEye, String)> {
        self.sights.iter().map(|(eye, key)| (*eye, format!("http://{}/view/{key}", self.open_at))).collect()
    }
}

fn shown(asked: &Asked, key: &str, is_part: bool) -> Result<Response<Body>, Refused> {
    let window = &asked.window;
    let eye = window.eye(key).ok_or_else(Refused::no_window)?;
    let desk = &window.desk;
    // Before what is shown: what comes between is shown again, not lost.
    let news = window.news(desk.news_to(eye));
    let (shown, now) = (desk.shown(), Instant::now());
    let plays = match shown.state {
        DeskState::Runs | DeskState::Starts | DeskState::Failed(..) => SightState::Runs,
        DeskState::Stopped(_) => SightState::Stands,
        DeskState::Waits | DeskState::Broken(_) | DeskState::Over => SightState::Waits,
    };
    let clocks = shown.views.as_ref().map_or(shown.clocks, |views| views.clocks());
    let view = SightView {
        address: &format!("/view/{key}"),
        setup: desk.setup(),
        eye,
        seat: shown.board_seat(),
        sight: shown.views.as_ref().map(|views| views.sight(eye)),
        plays,
        faces: clocks.map(|clock| Face {
            running: clock.asked.is_some() && plays != SightState::Waits,
            ..face(clock, now)
        }),
        news: &news,
        results: &shown.results,
    };
    let reader = asked.asking.reader();
    let page = if is_part {
        leitai_pages::desk_sight_now(&reader, &view)
    } else {
        leitai_pages::desk_sight(&reader, &view)
    };
    Ok(asked.answer(StatusCode::OK, &Content::html(page)))
}

/// `/view/KEY`.
pub(super) async fn page(Path(key): Path<String>, asked: Asked) -> Answer {
    shown(&asked, &key, false)
}

/// What is new to that eye, once something is: `?after=NEWS`.
pub(super) async fn now(Path(key): Path<String>, asked: Asked) -> Answer {
    let window = &asked.window;
    let eye = window.eye(&key).ok_or_else(Refused::no_window)?;
    let after = query(&asked.uri, "after").and_then(|after| window.after(&after)).unwrap_or(0);
    let mut closing = window.closing.subscribe();
    let comes = async {
        loop {
            let news = window.desk.news();
            if window.desk.news_to(eye) > after {
                return;
            }
            window.desk.newer(news).await;
        }
    };
    tokio::select! {
        _ = timeout(WAITS, comes) => {}
        _ = closing.wait_for(|closing| *closing) => {}
    }
    shown(&asked, &key, true)
}

/// Keeps the language or the colours.
pub(super) async fn set(asked: Asked) -> Answer {
    keeps_choice(&asked.uri)
}
