//! What a program said, beside the moves of its game: a page of its author's own. The page that is everybody's is the same
//! bytes whoever asks, and has none of it.

use crate::answer::Content;
use crate::asked::{Answer, Asked};
use crate::game_page::{Found, ply_of};
use crate::people::Me;
use crate::refusal::Refused;
use crate::site::Site;
use crate::submit::entrant_of;
use axum::Router;
use axum::extract::Path;
use axum::routing::get;
use leitai_catalog::{Audience, Cut, Secrets};
use leitai_core::{Actor, Record, RecordError, Seat};
use leitai_pages::OwnNote;
use std::sync::Arc;
use std::time::Duration;

pub(crate) fn routes() -> Router<Arc<Site>> {
    Router::new().route("/games/{id}/own", get(page))
}

async fn page(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let ply = ply_of(&asked.uri)?;
    let content = asked.aside(move |site, asking| {
        // Somebody else's game has no such page, and neither has one that is not over.
        let (event, game) = site.events.game_of(&id).ok_or_else(Refused::no_page)?;
        let entry = entrant_of(&event, &me).entry.ok_or_else(Refused::no_page)?;
        let seat = event.known().as_ref().and_then(|known| {
            let game = known.history.event.games().iter().find(|played| played.id == game)?;
            game.seat_of(entry.id)
        });
        let seat = seat.ok_or_else(Refused::no_page)?;
        let found: Found = site.events.game(&id).ok_or_else(Refused::no_page)??;
        let reader = asking.reader();
        let show = |view: leitai_pages::GameView<'_>| leitai_pages::game(&reader, &view);
        Ok(Content::html(found.own_view(seat, asking.lang, ply, show)?))
    });
    Ok(asked.answer(&content.await?))
}

/// What the program of a seat said before each move of its game, and after the last; none while its author may have nothing.
/// What it said in the opponent's time stands at its next move.
pub(crate) fn own_notes(
    record: Record,
    seat: Seat,
    secrets: Secrets,
    age: Duration,
) -> Result<Option<Vec<Vec<OwnNote>>>, RecordError> {
    let Some(cut) = Cut::of(record, Audience::Author(seat), secrets, age)? else { return Ok(None) };
    let mut playback = cut.playback()?;
    let (mut all, mut waiting, mut from) = (Vec::new(), Vec::new(), 0);
    while let Some(step) = playback.step()? {
        let to = playback.passed();
        waiting.extend(playback.said_by(seat, from..to).map(note));
        from = to;
        let is_own = step.by.is_none_or(|by| by == Actor::Seat(seat));
        all.push(if is_own { std::mem::take(&mut waiting) } else { Vec::new() });
    }
    waiting.extend(playback.said_by(seat, from..usize::MAX).map(note));
    all.push(waiting);
    Ok(Some(all))
}

fn note((what, text): (&str, &str)) -> OwnNote {
    OwnNote { what: what.to_owned(), text: text.to_owned() }
}

#[cfg(test)]
mod tried;
