//! One submission, for its author: its progress, the findings, its source and its logs.

use super::difference::difference;
use super::entrant::{entrant_of, hall_away};
use super::list::language;
use super::own_log::private_log;
use super::standing::{in_force, placed, steps};
use crate::address::{Address, By, Shows, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, save_as};
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::{Asking, query};
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_event::SiteEvent;
use axum::extract::Path;
use leitai_core::{Lang, Sentence, Words, sentence};
use leitai_hall::{Findings, GameStands, SharedStore, ValidationGame};
use leitai_pages::{DifferenceView, FindingView, SubmissionView, ValidationView};
use leitai_store::{Role, Submission, SubmissionState};
use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;

/// How many games the estimate of a game's duration is based on.
const MEASURED: usize = 20;

pub(super) fn routes() -> Vec<Address> {
    vec![
        at("/submissions/{number}").read(By::People, page).shows(Shows::Submission),
        at("/submissions/{number}/{what}").read(By::People, part).shows(Shows::Submission),
    ]
}

/// A submission by the reader, or of an entry for which the reader submits; organisers see all. Those of others
/// count as missing.
pub(super) fn own(site: &Site, me: &SignedIn, number: &str) -> Result<(Arc<SiteEvent>, Submission), Refused> {
    let number: i64 = number.parse().map_err(|_| Refused::no_page())?;
    let found = site.events.shared().submission(number).map_err(|error| hall_away(&error))?;
    let submission = found.ok_or_else(Refused::no_page)?;
    let event = site.events.named(&submission.event).ok_or_else(Refused::no_page)?;
    if is_his(&event, me, &submission) { Ok((event, submission)) } else { Err(Refused::no_page()) }
}

/// Whether the person may see it as their own.
pub(crate) fn is_his(event: &SiteEvent, me: &SignedIn, submission: &Submission) -> bool {
    me.person.role >= Role::Organiser || is_author(event, me, submission)
}

/// Whether the person submitted it, or it belongs to the person's entry.
pub(crate) fn is_author(event: &SiteEvent, me: &SignedIn, submission: &Submission) -> bool {
    submission.account.as_ref() == Some(&me.person.line.number)
        || entrant_of(event, me).entry.is_some_and(|entry| entry.name == submission.entry)
}

async fn page(Path(number): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let is_part = query(&asked.uri, "part").is_some();
    let content = asked.aside(move |site, asking| {
        let (event, submission) = own(site, &me, &number)?;
        show(site, asking, &me, &event, &submission, is_part)
    });
    Ok(asked.answer(&content.await?))
}

fn show(
    site: &Site,
    asking: &Asking,
    me: &SignedIn,
    event: &SiteEvent,
    submission: &Submission,
    is_part: bool,
) -> Result<Content, Refused> {
    // Changes made meanwhile get a later version.
    let version = event.version();
    let shared = site.events.shared();
    let lang = asking.lang;
    let all = shared.submitted(&event.name, Some(&submission.entry)).map_err(|error| hall_away(&error))?;
    let is_in_force = in_force(&all).get(submission.entry.as_str()) == Some(&submission.id);
    let was_validated =
        submission.state >= SubmissionState::Validating && Findings::of(submission).is_sound();
    let games = if was_validated && submission.findings.is_some() {
        shared.validation(&event.file(), submission).map_err(|error| hall_away(&error))?
    } else {
        Vec::new()
    };
    let (ahead, wait) = queue(site, event, submission)?;
    let stands = placed(submission, is_in_force, &games, ahead, wait);
    let bytes = submission.bytes;
    let about = [
        (Words::new("Submitted", "提交时间"), asking.zone.at(submission.at_ms).said()),
        (Words::new("Language", "语言"), Sentence::quoted(language(submission))),
        (Words::new("Size", "大小"), sentence!("{bytes} bytes", "{bytes} 字节")),
    ];
    let findings = Findings::of(submission);
    let findings = if lang == Lang::Zh { findings.zh } else { findings.en };
    let finding = |found: leitai_hall::Finding| FindingView {
        said: [found.mark.words().to(lang).trim().to_owned(), found.what, found.found],
        shown: found.shown,
        advice: found.advice,
    };
    let is_author = is_author(event, me, submission);
    let view = |game| validation_view(site, event, submission, game, is_author);
    let views: Vec<_> = games.iter().map(view).collect();
    let why = SharedStore::refusal(submission);
    // The difference does not change while the rest of the page does.
    let before = all.iter().rfind(|one| one.id < submission.id && is_his(event, me, one));
    let before = before.filter(|_| !is_part);
    let difference = before.map(|before| since(shared, before, submission)).transpose()?;
    let entry = leitai_pages::percent_encoded(&submission.entry);
    let ruling =
        (me.person.role >= Role::Organiser).then(|| format!("/organise/{}/rule?entry={entry}", event.id));
    let view = SubmissionView {
        number: submission.id,
        id: &event.id,
        event: &event.name,
        version,
        about: &about,
        ruling: ruling.as_deref(),
        stands: &stands,
        steps: &steps(submission, is_in_force, &games),
        why: why.as_ref(),
        log: submission.log.as_deref(),
        findings: &findings.into_iter().map(finding).collect::<Vec<_>>(),
        games: &views,
        difference: difference.as_ref(),
        is_final: submission.state.is_final(),
    };
    let make = if is_part { leitai_pages::submission_part } else { leitai_pages::submission };
    Ok(Content::html(make(&asking.reader(), &view)))
}

/// What changed from one version to another.
fn since(shared: &SharedStore, before: &Submission, now: &Submission) -> Result<DifferenceView, Refused> {
    let source = |of: &Submission| shared.source(of).map_err(|error| hall_away(&error));
    Ok(difference(before.id, &source(before)?, &source(now)?))
}

/// How many submissions or games go before it, and about how long that takes at the recent pace.
fn queue(
    site: &Site,
    event: &SiteEvent,
    submission: &Submission,
) -> Result<(Option<u64>, Option<Duration>), Refused> {
    let ahead = match submission.state {
        SubmissionState::Received => {
            let all = site.events.shared().submitted(&event.name, None).map_err(|error| hall_away(&error))?;
            let before = |one: &&Submission| one.id < submission.id && !one.state.is_final();
            Some(all.iter().filter(before).count() as u64)
        }
        SubmissionState::Validating => {
            site.events.shared().place_in_queue(submission).map_err(|error| hall_away(&error))?
        }
        _ => None,
    };
    let each = event.known().as_ref().and_then(|known| {
        let mut ended: Vec<_> = known.history.details.values().map(|how| (how.ended, how.seconds)).collect();
        ended.sort_by_key(|(ended, _)| Reverse(*ended));
        ended.truncate(MEASURED);
        let all: f64 = ended.iter().map(|(_, seconds)| seconds).sum();
        (!ended.is_empty()).then(|| all / ended.len() as f64)
    });
    let side_by_side = site.live.running().max(1) as f64;
    // A validation consists of four games.
    let games = match submission.state {
        SubmissionState::Received => ahead.map(|ahead| 4 * (ahead + 1)),
        _ => ahead.map(|ahead| ahead + 1),
    };
    let wait =
        games.zip(each).map(|(games, each)| Duration::from_secs_f64(games as f64 * each / side_by_side));
    Ok((ahead, wait))
}

fn validation_view(
    site: &Site,
    event: &SiteEvent,
    submission: &Submission,
    game: &ValidationGame,
    is_author: bool,
) -> ValidationView {
    let address = event.game_address(game.id);
    let (stands, is_there, is_over) = match &game.stands {
        GameStands::Waiting => (Sentence::new("waiting", "等待"), false, false),
        // Once it is played here, or the first part has come from a worker elsewhere.
        GameStands::Running if site.live.get(&address).is_some() => {
            (Sentence::new("being played", "进行中"), true, false)
        }
        GameStands::Running => {
            (Sentence::new("begins once a core is free", "有空闲核心即开局"), false, false)
        }
        GameStands::Played(how) => (how.clone(), true, true),
        GameStands::Off(why) => (why.clone(), false, false),
    };
    let log = is_over.then(|| format!("/submissions/{}/game-{}.txt", submission.id, game.id.number));
    ValidationView {
        called: game.called.clone(),
        stands,
        href: is_there.then(|| format!("/games/{address}")),
        own: (is_there && is_author).then(|| format!("/games/{address}/own")),
        log,
    }
}

async fn part(Path((number, what)): Path<(String, String)>, Me(me): Me, asked: Asked) -> Answer {
    let made = asked.aside(move |site, asking| {
        let (event, submission) = own(site, &me, &number)?;
        let shared = site.events.shared();
        if what == "source" {
            let source = shared.source(&submission).map_err(|error| hall_away(&error))?;
            let ending = submission.name.rsplit('.').next().unwrap_or("txt");
            return Ok((format!("submission-{}.{ending}", submission.id), source));
        }
        let game = what.strip_prefix("game-").and_then(|rest| rest.strip_suffix(".txt"));
        let game: usize = game.and_then(|game| game.parse().ok()).ok_or_else(Refused::no_page)?;
        let games = shared.validation(&event.file(), &submission).map_err(|error| hall_away(&error))?;
        let game = games.get(game).ok_or_else(Refused::no_page)?.id;
        let record = shared.validation_record(&event.name, game).map_err(|error| hall_away(&error))?;
        let record = record.ok_or_else(Refused::no_page)?;
        let log = private_log(&record, game, event.file().secrets, asking.lang);
        Ok((format!("submission-{}-{what}", submission.id), log.ok_or_else(Refused::no_page)?.into_bytes()))
    });
    let (name, bytes) = made.await?;
    let mut answer = asked.answer(&Content::new("text/plain; charset=utf-8", bytes));
    save_as(answer.headers_mut(), &name);
    Ok(answer)
}
