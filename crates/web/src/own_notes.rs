//! What a program wrote beside the moves of its game: a page for its author only. The public page has none of it,
//! and is the same bytes for everybody.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked};
use crate::found_game::FoundGame;
use crate::game_page::ply_of;
use crate::lost_game::{broken, not_begun};
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::Asking;
use crate::recorded::Recorded;
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_event::SiteEvent;
use crate::submit::entrant::{entrant_of, hall_away};
use crate::submit::own_submission::is_author;
use crate::submit::trial::has_ordered;
use axum::extract::Path;
use leitai_catalog::{Audience, Cut, Secrets};
use leitai_core::{Actor, Lang, Record, RecordError, Seat, Words};
use leitai_hall::PrivateGame;
use leitai_pages::{GameView, OthersGame, OwnNote};
use leitai_store::Role;
use leitai_tournament::GameId;
use std::time::Duration;

pub(crate) fn routes() -> Vec<Address> {
    vec![at("/games/{id}/own").read(By::People, page)]
}

async fn page(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let ply = ply_of(&asked.uri)?;
    let content = asked.aside(move |site, asking| {
        // What is private of other people is as if it were not there.
        let (event, game) = site.events.game_of(&id).ok_or_else(Refused::no_game)?;
        let seats = own_seats(site, &event, game, &me)?;
        // What is held back from the public is not held back from organisers.
        let (organises, is_held) = (me.person.role >= Role::Organiser, site.events.held_back(&id).is_some());
        let ruling = organises.then(|| format!("/organise/{}/rule?of={id}", event.id));
        let ruling = ruling.as_deref().filter(|_| PrivateGame::of(game).is_none());
        if seats.is_none() && !(organises && is_held) {
            let sides = sides(&event, game).filter(|_| !is_held).ok_or_else(Refused::no_game)?;
            let seats = sides.each_ref().map(String::as_str);
            let view = OthersGame { id: &id, event: (&event.id, &event.name), seats, ruling };
            return Ok(Content::html(leitai_pages::others_game(&asking.reader(), &view)));
        }
        let found = found(site, asking, &event, game, &id)?;
        let reader = asking.reader();
        let show = |view: GameView<'_>| leitai_pages::game(&reader, &GameView { ruling, ..view });
        Ok(Content::html(match seats {
            Some(seats) => found.own_view(&seats, asking.lang, ply, show)?,
            None => found.view(asking.lang, ply, show)?,
        }))
    });
    Ok(asked.answer(&content.await?))
}

/// The names in the seats of a game that everybody knows of; `None` if there is none.
fn sides(event: &SiteEvent, game: GameId) -> Option<[String; 2]> {
    let awaited = event.awaited(game).map(|awaited| [awaited.due.first, awaited.due.second]);
    let known = event.known();
    let journal = &known.as_ref()?.history.event;
    let sides = journal.game(game).map(|played| [played.first, played.second]).or(awaited)?;
    Some(sides.map(|entry| journal.name(entry).to_owned()))
}

/// The seats of a game taken by the person's program, whether the game is over or running; `None` if it takes none.
fn own_seats(
    site: &Site,
    event: &SiteEvent,
    game: GameId,
    me: &SignedIn,
) -> Result<Option<Vec<Seat>>, Refused> {
    if let Some((of, seats)) = PrivateGame::of(game) {
        let is_his = match of {
            PrivateGame::OfSubmission(number) => {
                let found = site.events.shared().submission(number).map_err(|error| hall_away(&error))?;
                found.is_some_and(|one| one.event == event.name && is_author(event, me, &one))
            }
            PrivateGame::OfTrial(number) => {
                let found = site.events.shared().trial(number).map_err(|error| hall_away(&error))?;
                found.is_some_and(|one| one.event == event.name && has_ordered(me, &one))
            }
        };
        return Ok(is_his.then(|| seats.to_vec()));
    }
    let Some(own) = entrant_of(event, me).entry else { return Ok(None) };
    let played = event.known().as_ref().and_then(|known| known.history.event.game(game).copied());
    let seat = match played {
        Some(played) => played.seat_of(own.id),
        None => event.awaited(game).and_then(|awaited| {
            let sides = [(Seat::First, awaited.due.first), (Seat::Second, awaited.due.second)];
            sides.into_iter().find(|(_, side)| *side == own.id).map(|(seat, _)| seat)
        }),
    };
    Ok(seat.map(|seat| vec![seat]))
}

/// A game that is over, or the recorded part of a running one.
fn found(
    site: &Site,
    asking: &Asking,
    event: &SiteEvent,
    game: GameId,
    id: &str,
) -> Result<FoundGame, Refused> {
    if let Some(live) = site.live.get(id) {
        // Marks the game as watched, so that the record of one played elsewhere comes here from now on.
        live.look(asking.lang, |_, _, _| ());
        return site.found(id);
    }
    match event.awaited(game) {
        Some(awaited) => Err(not_begun(awaited.waits)),
        None => site.events.game(id).ok_or_else(Refused::no_page)?,
    }
}

impl FoundGame {
    /// Shows it to the author of the programs in these seats, with what these programs wrote.
    fn own_view<T>(
        &self,
        seats: &[Seat],
        lang: Lang,
        ply: Option<usize>,
        show: impl FnOnce(GameView<'_>) -> T,
    ) -> Result<T, Refused> {
        let broken = |error| broken(&self.id, &error);
        let (record, author) = (|| self.record.clone(), author(seats));
        let recorded = Recorded::open(record(), author, self.secrets, self.age, lang).map_err(broken)?;
        let notes = own_notes(record(), seats, self.secrets, self.age, lang).map_err(broken)?;
        self.shown(recorded.as_ref(), notes.as_deref(), ply, show)
    }
}

/// The author of the programs in these seats as an audience. In a game of a program against itself everything
/// belongs to one author.
fn author(seats: &[Seat]) -> Audience {
    match seats {
        [seat] => Audience::Author(*seat),
        _ => Audience::Referee,
    }
}

/// What the programs in these seats wrote before each move of their game, and after the last; `None` while their
/// author may see nothing. What a program wrote in the opponent's time is attached to its next move.
fn own_notes(
    record: Record,
    seats: &[Seat],
    secrets: Secrets,
    age: Duration,
    lang: Lang,
) -> Result<Option<Vec<Vec<OwnNote>>>, RecordError> {
    let Some(cut) = Cut::of(record, author(seats), secrets, age)? else { return Ok(None) };
    let mut playback = cut.playback()?;
    let (mut all, mut from) = (Vec::new(), 0);
    let mut waiting: Vec<(Seat, Vec<OwnNote>)> = seats.iter().map(|seat| (*seat, Vec::new())).collect();
    // The seat is named if both belong to one author.
    let called = |seat: Seat| (seats.len() > 1).then(|| SEATS[seat.index()].to(lang));
    while let Some(step) = playback.step()? {
        let (to, mut here) = (playback.passed(), Vec::new());
        for (seat, waiting) in &mut waiting {
            waiting.extend(playback.said_by(*seat, from..to).map(|said| note(called(*seat), said)));
            if step.by.is_none_or(|by| by == Actor::Seat(*seat)) {
                here.append(waiting);
            }
        }
        from = to;
        all.push(here);
    }
    let mut last = Vec::new();
    for (seat, mut waiting) in waiting {
        waiting.extend(playback.said_by(seat, from..usize::MAX).map(|said| note(called(seat), said)));
        last.extend(waiting);
    }
    all.push(last);
    Ok(Some(all))
}

const SEATS: [Words; 2] = [Words::new("First", "先手"), Words::new("Second", "后手")];

fn note(called: Option<&str>, (what, text): (&str, &str)) -> OwnNote {
    let what = called.map_or_else(|| what.to_owned(), |called| format!("{called} {what}"));
    OwnNote { what, text: text.to_owned() }
}

#[cfg(test)]
pub(crate) mod tests;
