//! Games that are not everybody's: those in which a submission is validated, and test games. Their addresses follow from public
//! numbers, so an address opens nothing; this is the only place that decides whom it answers.

use crate::off_thread::off_thread;
use crate::people::signed_in::Caller;
use crate::reader::query;
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_event::SiteEvent;
use crate::submit::entrant::hall_away;
use crate::submit::own_submission::is_his;
use crate::submit::trial::has_ordered;
use axum::RequestExt;
use axum::extract::{RawPathParams, Request};
use leitai_core::sentence;
use leitai_hall::PrivateGame;
use std::sync::Arc;

/// A game of a request that is not everybody's: its event, and what it belongs to.
type OwnGame = (Arc<SiteEvent>, PrivateGame);

/// Whether everybody may have what this request asks for, at an address with this pattern. If not, its caller may:
/// the author of the submission under test or an organiser, or who ordered the test games; for all others there is no
/// such game.
pub(crate) async fn is_everybodys(
    site: &Arc<Site>,
    pattern: &str,
    request: &mut Request,
    caller: &Caller,
) -> Result<bool, Refused> {
    let own: Vec<OwnGame> =
        named(pattern, request).await.iter().filter_map(|address| own_game(site, address)).collect();
    if own.is_empty() {
        return Ok(true);
    }
    let me = caller.0.clone().ok_or_else(Refused::no_game)?;
    let (site, failed) = (Arc::clone(site), || {
        Refused::failed(sentence!("This page could not be generated.", "这个页面生成失败。"))
    });
    let look = move || {
        for (event, of) in own {
            let shared = site.events.shared();
            let is_his = match of {
                PrivateGame::OfSubmission(number) => {
                    let found = shared.submission(number).map_err(|error| hall_away(&error))?;
                    found.is_some_and(|one| one.event == event.name && is_his(&event, &me, &one))
                }
                PrivateGame::OfTrial(number) => {
                    let found = shared.trial(number).map_err(|error| hall_away(&error))?;
                    found.is_some_and(|one| one.event == event.name && has_ordered(&me, &one))
                }
            };
            if !is_his {
                return Err(Refused::no_game());
            }
        }
        Ok(false)
    };
    off_thread(look).await.ok_or_else(failed)?
}

/// The addresses of games in a request, decoded as its handler decodes them: the one in its path, or those that a
/// stream follows.
async fn named(pattern: &str, request: &mut Request) -> Vec<String> {
    if pattern == "/live" {
        let games = query(request.uri(), "games").unwrap_or_default();
        return games.split(',').map(|game| game.split('@').next().unwrap_or(game).to_owned()).collect();
    }
    if !pattern.contains("/games/{id}") {
        return Vec::new();
    }
    let Ok(parts) = request.extract_parts::<RawPathParams>().await else { return Vec::new() };
    parts.iter().filter(|(name, _)| *name == "id").map(|(_, id)| id.to_owned()).collect()
}

fn own_game(site: &Site, address: &str) -> Option<OwnGame> {
    let (event, game) = site.events.game_of(address)?;
    let (of, _) = PrivateGame::of(game)?;
    Some((event, of))
}
