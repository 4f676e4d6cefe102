//! Rulings about a game of a contest by those who have a duty there: the effect is shown first.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::contest::found::organises;
use crate::filled_ruling::{FilledRuling, Typed, game as game_of};
use crate::people::form::Posted;
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::query;
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_contests::SiteContest;
use crate::site_event::SiteEvent;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{Response, StatusCode};
use leitai_core::{GameName, Sentence, sentence};
use leitai_hall::{Following, ForeseenRuling, Trouble};
use leitai_pages::{Foreseen, RuleForm, RuleView, RulingSubject};
use leitai_store::Actor;
use leitai_tournament::contest::Duty;
use leitai_tournament::{DecisionKind, Event, Offered};
use std::sync::Arc;

pub(super) fn routes() -> Vec<Address> {
    vec![at("/contests/{id}/rule/{game}").read(By::People, page).change(By::People, look_or_rule)]
}

/// Somebody with a duty, and the event of a game that he rules about.
struct Bench {
    found: SiteContest,
    game: GameName<'static>,
    event: Arc<SiteEvent>,
    duty: Duty,
}

impl Bench {
    /// The kinds of rulings that he makes there.
    fn kinds(&self) -> Vec<&'static DecisionKind> {
        self.duty.kinds().into_iter().filter(|kind| kind.offered == Offered::Everywhere).collect()
    }

    fn chosen(&self, typed: Typed<'_>) -> Option<&'static DecisionKind> {
        let name = typed("kind");
        self.kinds().into_iter().find(|kind| kind.name == name)
    }

    fn here(&self) -> String {
        format!("/contests/{}/rule/{}", self.found.id, self.game)
    }
}

/// Whoever may rule about a game, or whoever organises, who does so at its event; for others there is nothing.
async fn bench(
    asked: &Asked,
    me: &SignedIn,
    id: &str,
    game: String,
) -> Result<Result<Bench, Arc<SiteEvent>>, Refused> {
    let found = asked.contest(id).await?;
    let game = GameName::try_from(game).map_err(|_| Refused::no_page())?;
    let contest = &found.kept.contest;
    let duty = contest.duty(&me.person.line.number).cloned();
    if duty.is_none() && !organises(me) {
        return Err(Refused::no_page());
    }
    let drawn = contest.drawn(&game).ok_or_else(Refused::no_page)?;
    let event = asked.site.events.named(&drawn.event).ok_or_else(Refused::not_read_yet)?;
    Ok(match duty {
        Some(duty) => Ok(Bench { found, game, event, duty }),
        None => Err(event),
    })
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

fn show(asked: &Asked, me: &SignedIn, bench: &Bench, typed: Typed<'_>, shown: &Shown<'_>) -> Response<Body> {
    let (known, here) = (bench.event.known(), bench.here());
    let back = match bench.duty {
        Duty::Referee(_) => format!("/contests/{}/tables", bench.found.id),
        Duty::ChiefReferee | Duty::ArbitrationPanel => format!("/contests/{}/mine", bench.found.id),
    };
    let view = RuleView {
        here: &here,
        back: &back,
        name: &bench.event.name,
        by: Some(bench.duty.role()),
        event: known.as_ref().map(|known| &known.history.event),
        token: &me.token.form(),
        form: bench.chosen(typed).map(|kind| RuleForm { kind, typed, troubles: &shown.troubles }),
        subject: shown.subject,
        kinds: &bench.kinds(),
        foreseen: shown.foreseen,
        done: None,
        trouble: shown.trouble,
    };
    let is_wrong = shown.trouble.is_some() || !shown.troubles.is_empty();
    let status = if is_wrong { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let reader = leitai_pages::Reader { here: &here, ..asked.asking.reader() };
    Content::html(leitai_pages::rule(&reader, &view)).answer(status, &asked.headers)
}

/// What a ruling is to be about: a game or an entry, as the query names it.
fn subject(asked: &Asked, event: &Event) -> Option<RulingSubject> {
    if let Some(text) = query(&asked.uri, "game") {
        return game_of(event, &text).ok().map(|(id, _)| RulingSubject::Game(id));
    }
    let number = query(&asked.uri, "entry")?;
    let entry = event.entries().iter().find(|entry| entry.id.to_string() == number)?;
    Some(RulingSubject::Entry(entry.id))
}

async fn page(Path((id, game)): Path<(String, String)>, Me(me): Me, asked: Asked) -> Answer {
    let bench = match bench(&asked, &me, &id, game).await? {
        Ok(bench) => bench,
        Err(event) => {
            let with = asked.uri.query().map(|query| format!("?{query}")).unwrap_or_default();
            return Ok(leads_to(&format!("/organise/{}/rule{with}", event.id)));
        }
    };
    let typed = |name: &str| query(&asked.uri, name).unwrap_or_default();
    let known = bench.event.known();
    let subject = known.as_ref().and_then(|known| subject(&asked, &known.history.event));
    drop(known);
    Ok(show(&asked, &me, &bench, &typed, &Shown { subject, ..Shown::default() }))
}

async fn look_or_rule(
    Path((id, game)): Path<(String, String)>,
    Me(me): Me,
    asked: Asked,
    posted: Posted,
) -> Answer {
    let bench = bench(&asked, &me, &id, game).await?.map_err(|_| Refused::no_page())?;
    let typed = |name: &str| posted.text(name);
    let refused = |why: &Sentence| {
        Ok(show(&asked, &me, &bench, &typed, &Shown { trouble: Some(why), ..Shown::default() }))
    };
    let before = bench.event.known().as_ref().map(|known| known.history.event.clone());
    let Some(before) = before else {
        return refused(&sentence!("This event has not begun.", "这项赛事尚未开始。"));
    };
    let Some(kind) = bench.chosen(&typed) else {
        return refused(&sentence!("Choose a kind of ruling.", "请选择裁决种类。"));
    };
    let decided = {
        let filled = FilledRuling { event: &before, typed: &typed };
        match filled.troubles(kind) {
            troubles if troubles.is_empty() => kind.decision(&filled),
            troubles => {
                return Ok(show(&asked, &me, &bench, &typed, &Shown { troubles, ..Shown::default() }));
            }
        }
    };
    let decision = match decided {
        Ok(decision) => decision,
        Err(why) => return refused(&why),
    };
    let (name, game, reason) = (bench.found.name.clone(), bench.game.clone(), typed("reason"));
    let mut trouble = None;
    if typed("do") == "rule" {
        let following = if typed("again") == "on" { Following::PlayedAgain } else { Following::Stands };
        let (decision, reason, mark) = (decision.clone(), reason.clone(), typed("shown"));
        let (name, game) = (name.clone(), game.clone());
        let rule = move |site: &Site, by: Actor<'_>| {
            let (shared, shown) = (site.events.shared(), (mark.as_str(), following));
            shared.rule_by_duty(by, (&name, &game), (&decision, &reason), shown)
        };
        match asked.asks_site(&me, rule).await? {
            Ok(()) => return Ok(leads_to(&format!("/contests/{id}/mine?done=rule"))),
            Err(why) => trouble = Some(why),
        }
    }
    let look = move |site: &Site, by: Actor<'_>| {
        site.events.shared().foresee_by_duty(by, (&name, &game), &decision, &reason)
    };
    match asked.asks_site(&me, look).await? {
        Ok(ForeseenRuling { after, effect, mark }) => {
            let foreseen = Some(Foreseen { after: &after, effect: &effect, mark: &mark });
            let shown = Shown { foreseen, trouble: trouble.as_ref(), ..Shown::default() };
            Ok(show(&asked, &me, &bench, &typed, &shown))
        }
        Err(why) => refused(&why),
    }
}
