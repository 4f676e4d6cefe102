//! The reader's own programs in an event: versions, matches left, results by opponent, logs.

use super::archive::zip;
use super::entrant::{entrant_of, hall_away};
use super::list::rows;
use super::own_log::{own_log, private_log};
use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, save_as};
use crate::known::Known;
use crate::people::signed_in::Me;
use crate::reader::Asking;
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_event::SiteEvent;
use axum::extract::Path;
use leitai_arena::now_ms;
use leitai_core::{Lang, Seat, Sentence, Words, sentence};
use leitai_draw::clean;
use leitai_hall::Zone;
use leitai_pages::event::age;
use leitai_pages::{LadderRow, MineView, OpponentRow, OwnGameRow};
use leitai_tournament::{Entry, EntryId, Event, RecordedGame, Section, Verdict};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How many games a page lists.
const LISTED: usize = 200;
/// How many games have logs in an archive.
const ARCHIVED: usize = 2_000;
/// How many submissions have compiler output and logs of validation games in an archive.
const TRIED: usize = 100;

pub(super) fn routes() -> Vec<Address> {
    vec![
        at("/mine").read(By::People, all),
        at("/events/{id}/mine").read(By::People, page),
        at("/events/{id}/mine/{what}").read(By::People, logs),
    ]
}

async fn all(Me(me): Me, asked: Asked) -> Answer {
    let content = asked.aside(move |site, asking| {
        let events = site.events.all().into_iter().filter(|event| event.takes_programs());
        let row = |event: Arc<SiteEvent>| LadderRow {
            id: event.id.clone(),
            name: event.name.clone(),
            entry: entrant_of(&event, &me).entry.map(|entry| event.shown_name(&entry.name)),
        };
        Ok(Content::html(leitai_pages::mine_all(&asking.reader(), &events.map(row).collect::<Vec<_>>())))
    });
    Ok(asked.answer(&content.await?))
}

async fn page(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let content = asked.aside(move |site, asking| {
        let event = site.event(&id)?;
        let entry = entrant_of(&event, &me).entry;
        show(site, asking, &event, entry.as_ref())
    });
    Ok(asked.answer(&content.await?))
}

fn show(site: &Site, asking: &Asking, event: &SiteEvent, entry: Option<&Entry>) -> Result<Content, Refused> {
    let (name, zone) = (&event.name, &asking.zone);
    let versions = match entry {
        Some(entry) => {
            site.events.shared().submitted(name, Some(&entry.name)).map_err(|error| hall_away(&error))?
        }
        None => Vec::new(),
    };
    let versions = rows(&versions, zone, true);
    let shown = entry.map(|entry| event.shown_name(&entry.name));
    let known = event.known();
    let found = known.as_ref().zip(entry);
    let (opponents, games) = found.map_or_else(Default::default, |(known, entry)| {
        (opponents(event, known, entry.id), games(event, known, entry.id, zone))
    });
    drop(known);
    let facts = entry.and_then(|entry| event.public(|history| facts(event, &history.event, entry, zone)));
    let facts = facts.unwrap_or_default();
    let href = entry.map(|entry| format!("/programs/{}-{}", event.id, entry.id));
    let view = MineView {
        id: &event.id,
        event: name,
        entry: shown.as_deref().zip(href.as_deref()),
        facts: &facts,
        versions: &versions,
        opponents: &opponents,
        games: &games,
    };
    Ok(Content::html(leitai_pages::mine(&asking.reader(), &view)))
}

/// Rank, points, and the matches left, as far as the public may know: while the board is frozen, it is for its entries
/// too. Their own games are theirs.
fn facts(site_event: &SiteEvent, event: &Event, entry: &Entry, zone: &Zone) -> Vec<(Words, Sentence)> {
    let (state, entry) = (event.state(), entry.id);
    let mut facts = Vec::new();
    if let Some(since) = site_event.published.frozen() {
        let since = zone.at(since).said();
        facts.push((Words::new("As of", "截至"), sentence!("{since} (frozen)", "{since}（已封榜）"; since)));
    }
    if let Some(ranked) = state.ranking().iter().find(|ranked| ranked.entry == entry) {
        if let Some(place) = ranked.place {
            facts.push((Words::new("Rank", "名次"), sentence!("{place}", "{place}")));
        }
        if let Some(points) = ranked.points {
            facts.push((Words::new("Points", "积分"), Sentence::quoted(points.to_string())));
        }
    }
    let left: BTreeSet<_> = state
        .due()
        .filter(|due| due.first == entry || due.second == entry)
        .map(|due| due.id.of.to_string())
        .collect();
    let matches = state.stages().iter().flat_map(|stage| &stage.sections).flat_map(Section::matches);
    let done = matches.filter(|one| one.sides.contains(&entry) && one.verdict != Verdict::Open).count();
    let (left, all) = (left.len(), left.len() + done);
    facts.push((Words::new("Matches left", "剩余比赛"), sentence!("{left} of {all}", "{left}／共 {all}")));
    facts
}

/// The games of an entry that count.
fn counted(known: &Known, entry: EntryId) -> Vec<RecordedGame> {
    let state = known.history.event.state();
    let sections = state.stages().iter().flat_map(|stage| &stage.sections);
    let games = sections.flat_map(Section::matches).filter(|one| one.sides.contains(&entry));
    games.flat_map(|one| one.games.to_vec()).collect()
}

fn opponents(event: &SiteEvent, known: &Known, entry: EntryId) -> Vec<OpponentRow> {
    let mut by: BTreeMap<EntryId, [usize; 3]> = BTreeMap::new();
    for game in counted(known, entry) {
        let other = if game.first == entry { game.second } else { game.first };
        let which = match game.winner() {
            Some(winner) if winner == entry => 0,
            None if game.how != leitai_tournament::How::Fault => 1,
            _ => 2,
        };
        by.entry(other).or_default()[which] += 1;
    }
    let row = |(other, games): (EntryId, [usize; 3])| OpponentRow {
        name: known.history.event.name(other).to_owned(),
        href: format!("/programs/{id}-{entry}/against/{id}-{other}", id = event.id),
        games,
    };
    by.into_iter().map(row).collect()
}

/// All games of an entry, newest first, including those of replaced programs.
fn own_games(known: &Known, entry: EntryId) -> Vec<(&RecordedGame, Seat, &leitai_hall::Details)> {
    let own = known
        .history
        .event
        .games()
        .iter()
        .filter_map(|game| Some((game, game.seat_of(entry)?, known.history.details.get(&game.id)?)));
    let mut own: Vec<_> = own.collect();
    own.sort_by_key(|(_, _, how)| Reverse(how.ended));
    own
}

fn games(event: &SiteEvent, known: &Known, entry: EntryId, zone: &Zone) -> Vec<OwnGameRow> {
    let row = |(game, seat, how): (&RecordedGame, Seat, &leitai_hall::Details)| {
        let address = event.game_address(game.id);
        let result = match game.winner() {
            Some(winner) if winner == entry => Words::new("won", "胜"),
            Some(_) => Words::new("lost", "负"),
            None => Words::new("drawn", "和"),
        };
        let used = how.used_ms.map(|used| used[seat.index()]);
        OwnGameRow {
            opponent: known.history.event.name(game.at(seat.other())).to_owned(),
            seat: called(seat),
            result,
            reason: how.reason.clone(),
            used: used.map(|ms| format!("{}.{:02}", ms / 1000, ms % 1000 / 10)),
            at: Some(zone.at(how.ended)),
            // With what the person's own program wrote beside its moves, if the record is kept.
            href: Some(format!("/games/{address}{}", if how.record.is_some() { "/own" } else { "" })),
            log: how.record.as_ref().map(|_| format!("/events/{}/mine/{address}.txt", event.id)),
        }
    };
    let over = own_games(known, entry).into_iter().take(LISTED).map(row);
    running(event, known, entry).chain(over).collect()
}

/// The games of an entry being played now, with what its program has written so far.
fn running(event: &SiteEvent, known: &Known, entry: EntryId) -> impl Iterator<Item = OwnGameRow> {
    let now = known.running.now();
    let own = now.into_iter().filter(move |due| due.first == entry || due.second == entry);
    own.map(move |due| {
        let (seat, other) =
            if due.first == entry { (Seat::First, due.second) } else { (Seat::Second, due.first) };
        OwnGameRow {
            opponent: known.history.event.name(other).to_owned(),
            seat: called(seat),
            result: Words::new("being played", "进行中"),
            reason: Sentence::default(),
            used: None,
            at: None,
            href: Some(format!("/games/{}/own", event.game_address(due.id))),
            log: None,
        }
    })
}

const fn called(seat: Seat) -> Words {
    match seat {
        Seat::First => Words::new("First", "先手"),
        Seat::Second => Words::new("Second", "后手"),
    }
}

/// The reader's own log of a game, or of all games as an archive.
async fn logs(Path((id, what)): Path<(String, String)>, Me(me): Me, asked: Asked) -> Answer {
    let name = what.clone();
    let content = asked.aside(move |site, asking| {
        let event = site.event(&id)?;
        let entry = entrant_of(&event, &me).entry.ok_or_else(Refused::no_page)?;
        let wanted = what.strip_suffix(".txt");
        if wanted.is_none() && what != "logs.zip" {
            return Err(Refused::no_page());
        }
        // Reading from the disk must not block others.
        let games: Vec<_> = {
            let known = event.known();
            let known = known.as_ref().ok_or_else(Refused::no_page)?;
            let own = own_games(known, entry.id).into_iter();
            let own = own.map(|(game, seat, _)| (game.id, event.game_address(game.id), seat));
            let own = own.filter(|(_, address, _)| wanted.is_none_or(|wanted| wanted == address));
            let now = now_ms();
            own.take(ARCHIVED)
                .map(|(game, address, seat)| (game, address, seat, age(&known.history, game, now)))
                .collect()
        };
        let logs = games.into_iter().filter_map(|(game, address, seat, age)| {
            let record = std::fs::read_to_string(event.record(game)).ok()?;
            let log = own_log(&record, seat, event.file().secrets, age, asking.lang)?;
            Some((format!("{address}.txt"), log.into_bytes()))
        });
        if wanted.is_none() {
            let mut files = submission_logs(site, &event, &entry, asking.lang)?;
            files.extend(logs);
            return Ok(Content::new("application/zip", zip(&files)));
        }
        let (_, log) = { logs }.next().ok_or_else(Refused::no_page)?;
        Ok(Content::new("text/plain; charset=utf-8", log))
    });
    let mut answer = asked.answer(&content.await?);
    save_as(answer.headers_mut(), &name);
    Ok(answer)
}

/// The output about an entry's newest submissions: the compiler's, and the logs of the validation games, under the
/// names that they have as single files.
fn submission_logs(
    site: &Site,
    event: &SiteEvent,
    entry: &Entry,
    lang: Lang,
) -> Result<Vec<(String, Vec<u8>)>, Refused> {
    let shared = site.events.shared();
    let all = shared.submitted(&event.name, Some(&entry.name)).map_err(|error| hall_away(&error))?;
    let mut files = Vec::new();
    for submission in all.iter().rev().take(TRIED) {
        let of = |what: &str| format!("submission-{}-{what}.txt", submission.id);
        let said = submission.log.iter().filter(|said| !said.trim().is_empty());
        files.extend(said.map(|said| {
            let lines: Vec<_> = said.lines().map(clean).collect();
            (of("compiler"), lines.join("\n").into_bytes())
        }));
        for (game, record) in shared.validation_records(submission).map_err(|error| hall_away(&error))? {
            let log = private_log(&record, game, event.file().secrets, lang);
            files.extend(log.map(|log| (of(&format!("game-{}", game.number)), log.into_bytes())));
        }
    }
    Ok(files)
}
