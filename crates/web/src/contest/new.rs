//! Setting a contest up, and changing its terms.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::people::form::Posted;
use crate::people::signed_in::{Me, SignedIn};
use crate::site_contests::{SiteContest, SiteContests};
use axum::body::Body;
use axum::extract::Path;
use axum::http::{Response, StatusCode};
use leitai_core::{Lang, Sentence};
use leitai_hall::{ContestDraft, Zone};
use leitai_pages::{FieldTrouble, NewContest};
use leitai_tournament::contest::{ContestDeed, ContestTerms, Hosts};

pub(super) fn routes() -> Vec<Address> {
    vec![
        at("/organise/contests/new").read(By::Organisers, page).change(By::Organisers, open),
        at("/organise/contests/{id}/terms").read(By::Organisers, terms).change(By::Organisers, change),
    ]
}

/// What a form of terms is about: a new contest, or one that there is.
struct Shown<'a> {
    of: Option<&'a SiteContest>,
    draft: &'a ContestDraft,
    troubles: &'a [(&'static str, Sentence)],
    trouble: Option<&'a Sentence>,
    terms: Option<&'a ContestTerms>,
}

fn show(asked: &Asked, me: &SignedIn, shown: &Shown<'_>) -> Response<Body> {
    let troubles: Vec<_> = shown
        .troubles
        .iter()
        .map(|(field, what)| FieldTrouble { field: (*field).to_owned(), what: what.clone() })
        .collect();
    let action = match shown.of {
        Some(found) => format!("/organise/contests/{}/terms", found.id),
        None => "/organise/contests/new".to_owned(),
    };
    let view = NewContest {
        action: &action,
        of: shown.of.map(|found| found.name.as_str()),
        token: &me.token.form(),
        draft: shown.draft,
        troubles: &troubles,
        trouble: shown.trouble,
        terms: shown.terms,
    };
    let is_wrong = shown.trouble.is_some() || !troubles.is_empty();
    let status = if is_wrong { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let reader = leitai_pages::Reader { here: &action, ..asked.asking.reader() };
    Content::html(leitai_pages::new_contest(&reader, &view)).answer(status, &asked.headers)
}

fn draft_of(posted: &Posted) -> ContestDraft {
    ContestDraft {
        name: posted.text("name"),
        preset: posted.text("preset"),
        games: posted.text("games"),
        place: posted.text("place"),
        hosts: Hosts {
            host: posted.text("host"),
            organiser: posted.text("organiser"),
            co_organiser: posted.text("co-organiser"),
        },
        opens: posted.text("opens"),
        closes: posted.text("closes"),
        hours: posted.text("hours").replace("\r\n", "\n"),
        tables: posted.text("tables"),
    }
}

/// The fields as they would be typed for terms that there are.
fn written(terms: &ContestTerms, zone: &Zone) -> ContestDraft {
    let moment = |ms: i64| zone.at(ms).said().to(Lang::En).to_owned();
    let hours = terms.hours.iter().map(|it| format!("{} – {}", moment(it.from), moment(it.until)));
    let games: Vec<_> = terms.games.iter().map(|game| &*game.game).collect();
    ContestDraft {
        name: terms.name.clone(),
        preset: terms.preset.name().to_owned(),
        games: games.join(", "),
        place: terms.place.clone(),
        hosts: terms.hosts.clone(),
        opens: terms.sign_up.opens_ms.map(moment).unwrap_or_default(),
        closes: terms.sign_up.closes_ms.map(moment).unwrap_or_default(),
        hours: hours.collect::<Vec<_>>().join("\n"),
        tables: terms.tables.to_string(),
    }
}

async fn page(Me(me): Me, asked: Asked) -> Answer {
    let draft =
        ContestDraft { preset: "school".to_owned(), tables: "10".to_owned(), ..ContestDraft::default() };
    // The games of the source with their clocks are there to read before anything is typed.
    let usual = ContestDraft { name: "x".to_owned(), ..draft.clone() }.read(&asked.site.zone).ok();
    let shown = Shown { of: None, draft: &draft, troubles: &[], trouble: None, terms: usual.as_ref() };
    Ok(show(&asked, &me, &shown))
}

async fn open(Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let draft = draft_of(&posted);
    let shown = Shown { of: None, draft: &draft, troubles: &[], trouble: None, terms: None };
    let terms = match draft.read(&asked.site.zone) {
        Ok(terms) => terms,
        Err(troubles) => return Ok(show(&asked, &me, &Shown { troubles: &troubles, ..shown })),
    };
    if posted.text("do") != "open" {
        return Ok(show(&asked, &me, &Shown { terms: Some(&terms), ..shown }));
    }
    let given = terms.clone();
    let begun = asked.asks_site(&me, move |site, by| {
        site.events.shared().begin_contest(by, &given)?;
        site.contests.look(&site.events)?;
        Ok(SiteContests::address(&site.events, &given.name))
    });
    match begun.await? {
        Ok(id) => Ok(leads_to(&format!("/organise/contests/{id}?done=open"))),
        Err(why) => Ok(show(&asked, &me, &Shown { trouble: Some(&why), terms: Some(&terms), ..shown })),
    }
}

async fn terms(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let found = asked.contest(&id).await?;
    let terms = found.kept.contest.terms();
    let draft = written(terms, &asked.site.zone);
    let shown = Shown { of: Some(&found), draft: &draft, troubles: &[], trouble: None, terms: Some(terms) };
    Ok(show(&asked, &me, &shown))
}

async fn change(Path(id): Path<String>, Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let found = asked.contest(&id).await?;
    let draft = ContestDraft { name: found.name.clone(), ..draft_of(&posted) };
    let shown = Shown { of: Some(&found), draft: &draft, troubles: &[], trouble: None, terms: None };
    let terms = match draft.read(&asked.site.zone) {
        Ok(read) => ContestTerms {
            // What the form has no field for stays.
            shares: found.kept.contest.terms().shares,
            prizes_per_game: found.kept.contest.terms().prizes_per_game,
            notice_ms: found.kept.contest.terms().notice_ms,
            pause_ms: found.kept.contest.terms().pause_ms,
            ..read
        },
        Err(troubles) => return Ok(show(&asked, &me, &Shown { troubles: &troubles, ..shown })),
    };
    if posted.text("do") != "open" {
        return Ok(show(&asked, &me, &Shown { terms: Some(&terms), ..shown }));
    }
    let (name, deed) = (found.name.clone(), ContestDeed::State { terms: terms.clone() });
    let done =
        asked.asks_site(&me, move |site, by| site.events.shared().do_in_contest(by, &name, &deed, None));
    match done.await? {
        Ok(()) => Ok(leads_to(&format!("/organise/contests/{id}?done=terms"))),
        Err(why) => Ok(show(&asked, &me, &Shown { trouble: Some(&why), terms: Some(&terms), ..shown })),
    }
}
