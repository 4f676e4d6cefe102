//! Rulings about an event: the effect is shown first, then the ruling is made, while the event is running.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::filled_ruling::{FilledRuling, Typed, game};
use crate::people::form::Posted;
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::query;
use crate::site::Site;
use crate::site_event::SiteEvent;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{Response, StatusCode};
use leitai_arena::now_ms;
use leitai_core::{Sentence, sentence};
use leitai_hall::Trouble;
use leitai_hall::{Following, ForeseenRuling};
use leitai_pages::{Foreseen, RuleForm, RuleView, RulingSubject};
use leitai_store::Actor;
use leitai_tournament::{DecisionKind, Format, Offered, Role};

/// The kinds of rulings available for an event.
pub(crate) fn kinds(event: &SiteEvent) -> Vec<&'static DecisionKind> {
    let is_ladder = event.file().plan.stages[0].format == Format::Ladder;
    DecisionKind::ALL.iter().filter(|kind| is_ladder || kind.offered == Offered::Everywhere).collect()
}

/// The kind that was chosen, if it is available.
fn chosen(event: &SiteEvent, typed: Typed<'_>) -> Option<&'static DecisionKind> {
    let name = typed("kind");
    kinds(event).into_iter().find(|kind| kind.name == name)
}

pub(super) fn routes() -> Vec<Address> {
    vec![at("/organise/{id}/rule").read(By::Organisers, page).change(By::Organisers, look_or_rule)]
}

/// What to show of a ruling besides what was typed.
#[derive(Default)]
struct Shown<'a> {
    foreseen: Option<Foreseen<'a>>,
    trouble: Option<&'a Sentence>,
    /// What is wrong with the fields.
    troubles: Vec<Trouble>,
    subject: Option<RulingSubject>,
}

fn show(
    asked: &Asked,
    me: &SignedIn,
    event: &SiteEvent,
    typed: Typed<'_>,
    shown: &Shown<'_>,
) -> Response<Body> {
    let known = event.known();
    let here = format!("/organise/{}/rule", event.id);
    let view = RuleView {
        here: &here,
        back: &format!("/organise/{}", event.id),
        name: &event.name,
        by: None,
        event: known.as_ref().map(|known| &known.history.event),
        token: &me.token.form(),
        form: chosen(event, typed).map(|kind| RuleForm { kind, typed, troubles: &shown.troubles }),
        subject: shown.subject,
        kinds: &kinds(event),
        foreseen: shown.foreseen,
        done: None,
        trouble: shown.trouble,
    };
    let status = if shown.trouble.is_some() || !shown.troubles.is_empty() {
        StatusCode::UNPROCESSABLE_ENTITY
    } else {
        StatusCode::OK
    };
    let reader = leitai_pages::Reader { here: &here, ..asked.asking.reader() };
    Content::html(leitai_pages::rule(&reader, &view)).answer(status, &asked.headers)
}

async fn page(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let event = asked.site.event(&id)?;
    let typed = |name: &str| query(&asked.uri, name).unwrap_or_default();
    let subject = subject(&asked, &event);
    Ok(show(&asked, &me, &event, &typed, &Shown { subject, ..Shown::default() }))
}

/// What a ruling is to be about: a game, by the address of its page, or an entry, by its number or registered name.
fn subject(asked: &Asked, event: &SiteEvent) -> Option<RulingSubject> {
    let known = event.known();
    let journal = &known.as_ref()?.history.event;
    if let Some(of) = query(&asked.uri, "of") {
        let (its, id) = asked.site.events.game_of(&of)?;
        let is_there = its.id == event.id && game(journal, &id.to_string()).is_ok();
        return is_there.then_some(RulingSubject::Game(id));
    }
    let name = query(&asked.uri, "entry")?;
    journal.registered(&name).map(RulingSubject::Entry)
}

async fn look_or_rule(Path(id): Path<String>, Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let event = asked.site.event(&id)?;
    let typed = |name: &str| posted.text(name);
    let refused = |why: &Sentence| {
        Ok(show(&asked, &me, &event, &typed, &Shown { trouble: Some(why), ..Shown::default() }))
    };
    let before = event.known().as_ref().map(|known| known.history.event.clone());
    let Some(before) = before else {
        return refused(&sentence!("This event has not begun.", "这项赛事尚未开始。"));
    };
    let Some(kind) = chosen(&event, &typed) else {
        return refused(&sentence!("Choose a kind of ruling.", "请选择裁决种类。"));
    };
    let decided = {
        let filled = FilledRuling { event: &before, typed: &typed };
        match filled.troubles(kind) {
            troubles if troubles.is_empty() => kind.decision(&filled),
            troubles => {
                return Ok(show(&asked, &me, &event, &typed, &Shown { troubles, ..Shown::default() }));
            }
        }
    };
    let decision = match decided {
        Ok(decision) => decision,
        Err(why) => return refused(&why),
    };
    let late = event.known().as_ref().and_then(|known| {
        let deadline = (now_ms(), &asked.site.zone);
        known.history.too_late(&decision, event.file().prizes.as_ref(), deadline)
    });
    if let Some(why) = late {
        return refused(&why);
    }
    let (role, reason) = (typed("by").parse().unwrap_or(Role::Organiser), typed("reason"));
    let mut trouble = None;
    if typed("do") == "rule" {
        let following = if typed("again") == "on" { Following::PlayedAgain } else { Following::Stands };
        let (decision, reason, mark) = (decision.clone(), reason.clone(), typed("shown"));
        let rule = move |site: &Site, by: Actor<'_>, event: &SiteEvent| {
            let (shared, shown) = (site.events.shared(), (mark.as_str(), following));
            shared.rule_as_foreseen(&event.name, &decision, (by, role), &reason, shown)
        };
        match asked.asks(&me, &event, rule).await? {
            Ok(()) => return Ok(leads_to(&format!("/organise/{id}?done=rule"))),
            Err(why) => trouble = Some(why),
        }
    }
    let look = move |site: &Site, by: Actor<'_>, event: &SiteEvent| {
        Ok(site.events.shared().foresee(&event.name, &decision, (by, role), &reason)?)
    };
    match asked.asks(&me, &event, look).await? {
        Ok(ForeseenRuling { after, effect, mark }) => {
            let foreseen = Some(Foreseen { after: &after, effect: &effect, mark: &mark });
            Ok(show(
                &asked,
                &me,
                &event,
                &typed,
                &Shown { foreseen, trouble: trouble.as_ref(), ..Shown::default() },
            ))
        }
        Err(why) => refused(&why),
    }
}
