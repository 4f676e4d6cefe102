//! Rulings about an event: the effect is shown first, then the ruling is made, while the event is running.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::people::form::Posted;
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::query;
use crate::site::Site;
use crate::site_event::SiteEvent;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{Response, StatusCode};
use leitai_arena::now_ms;
use leitai_core::{ContentHash, Sentence, sentence};
use leitai_hall::Trouble;
use leitai_hall::{Following, ForeseenRuling};
use leitai_pages::{Foreseen, RuleForm, RuleView, RulingSubject, lot_field, part_field};
use leitai_store::Actor;
use leitai_tournament::{
    DecisionKind, EntryId, Event, Finding, Format, GameId, HandLot, Offered, Part, Parts, Role,
};

/// The kinds of rulings available for an event.
pub(super) fn kinds(event: &SiteEvent) -> Vec<&'static DecisionKind> {
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

type Typed<'a> = &'a dyn Fn(&str) -> String;

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
    let view = RuleView {
        id: &event.id,
        name: &event.name,
        event: known.as_ref().map(|known| &known.history.event),
        token: &me.token.form(),
        form: chosen(event, typed).map(|kind| RuleForm { kind, typed, troubles: &shown.troubles }),
        subject: shown.subject,
        kinds: &kinds(event),
        foreseen: shown.foreseen,
        trouble: shown.trouble,
    };
    let status = if shown.trouble.is_some() || !shown.troubles.is_empty() {
        StatusCode::UNPROCESSABLE_ENTITY
    } else {
        StatusCode::OK
    };
    let here = format!("/organise/{}/rule", event.id);
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
        let filled = Filled { event: &before, typed: &typed };
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

/// The parts of a decision about an event, as filled in.
struct Filled<'a> {
    event: &'a Event,
    typed: Typed<'a>,
}

impl Filled<'_> {
    fn typed(&self, name: &str) -> String {
        (self.typed)(name)
    }

    fn is_on(&self, name: &str) -> bool {
        self.typed(name) == "on"
    }

    /// What is wrong with each part that the kind has.
    fn troubles(&self, kind: &DecisionKind) -> Vec<Trouble> {
        let wrong = |part: &Part| {
            let what = match part {
                Part::Entry => self.entry().err(),
                Part::Entries => match self.entries() {
                    Ok(entries) if entries.is_empty() => {
                        Some(sentence!("Choose at least one entry.", "请至少选择一个参赛者。"))
                    }
                    entries => entries.err(),
                },
                Part::Game => self.game().err(),
                // Which sides there are is known once the game is.
                Part::Sides | Part::Side | Part::Restorers | Part::Outcome if self.game().is_err() => None,
                Part::Sides => match self.sides() {
                    Ok(sides) if sides.is_empty() => Some(sentence!("Choose a side.", "请选择一方。")),
                    sides => sides.err(),
                },
                Part::Side => self.side().err(),
                Part::Outcome => self.outcome().err(),
                Part::Restorers => self.restorers().err(),
                Part::GameIfAny => self.game_if_any().err(),
                Part::Document => self.document().err(),
                Part::Lots => self.lots().err(),
                Part::Ruling | Part::Objection => self.ruling(*part).err(),
                Part::Consent => {
                    let is_empty = self.text(*part).is_empty();
                    is_empty.then(|| sentence!("Say who consented.", "请填写同意者。"))
                }
                Part::Asked => {
                    let is_empty = self.text(*part).is_empty();
                    is_empty.then(|| sentence!("Say what the side consents to.", "请填写同意何事。"))
                }
                Part::Witness => {
                    let is_empty = self.text(*part).is_empty();
                    is_empty.then(|| sentence!("Name the witness.", "请填写见证人。"))
                }
                Part::Leave
                | Part::Invalid
                | Part::Unrestored
                | Part::Accepted
                | Part::Upheld
                | Part::Copied => None,
            };
            Some(Trouble { path: Some(part_field(*part)), what: what? })
        };
        let reason = self.typed("reason").is_empty().then(|| Trouble {
            path: Some("reason"),
            what: sentence!(
                "Give the reason: it is kept with the ruling.",
                "请填写理由：理由与裁决一同保存。"
            ),
        });
        kind.parts.iter().filter_map(wrong).chain(reason).collect()
    }

    fn entries_of_game(&self) -> Result<[EntryId; 2], Sentence> {
        game(self.event, &self.typed("game")).map(|(_, entries)| entries)
    }
}

impl Parts for Filled<'_> {
    type Error = Sentence;

    fn entry(&self) -> Result<EntryId, Sentence> {
        let number =
            self.typed("entry").strip_prefix('e').and_then(|number| number.parse().ok()).map(EntryId);
        number
            .filter(|entry| entry.index() < self.event.entries().len())
            .ok_or_else(|| sentence!("Choose an entry.", "请选择参赛者。"))
    }

    fn entries(&self) -> Result<Vec<EntryId>, Sentence> {
        let all = self.event.entries().iter().map(|entry| entry.id);
        Ok(all.filter(|id| self.is_on(&id.to_string())).collect())
    }

    fn game(&self) -> Result<GameId, Sentence> {
        game(self.event, &self.typed("game")).map(|(id, _)| id)
    }

    fn sides(&self) -> Result<Vec<EntryId>, Sentence> {
        let sides = ["first", "second"].into_iter().zip(self.entries_of_game()?);
        Ok(sides.filter(|(name, _)| self.is_on(name)).map(|(_, side)| side).collect())
    }

    fn side(&self) -> Result<EntryId, Sentence> {
        side(&self.typed("side"), self.entries_of_game()?)
    }

    fn game_if_any(&self) -> Result<Option<GameId>, Sentence> {
        match self.typed(part_field(Part::GameIfAny)).as_str() {
            "" => Ok(None),
            text => game(self.event, text).map(|(id, _)| Some(id)),
        }
    }

    fn restorers(&self) -> Result<Vec<EntryId>, Sentence> {
        self.sides()
    }

    fn outcome(&self) -> Result<Finding, Sentence> {
        Ok(match self.typed("result").as_str() {
            "draw" => Finding::Drawn,
            "nobody" => Finding::Nobody,
            which => Finding::Won(side(which, self.entries_of_game()?)?),
        })
    }

    fn text(&self, part: Part) -> String {
        self.typed(part_field(part))
    }

    fn is_set(&self, part: Part) -> bool {
        self.is_on(part_field(part))
    }

    /// What was typed for each entry; who is left out is named when the lots are judged.
    fn lots(&self) -> Result<Vec<HandLot>, Sentence> {
        let is_divided = self.event.plan().is_divided();
        let typed = self.event.entries().iter().map(|entry| (entry, self.typed(&lot_field(entry.id))));
        let lots = typed.filter(|(_, text)| !text.is_empty()).map(|(entry, text)| {
            HandLot::read(entry.id, &text, is_divided).ok_or_else(|| {
                let name = self.event.name(entry.id);
                sentence!(
                    "{name}: `{text}` is no lot; write the group (`B`, `2`), or the place",
                    "{name}：“{text}”不是一个签；请写组别（`B`、`2`）或签号"
                )
            })
        });
        lots.collect()
    }

    fn document(&self) -> Result<Option<ContentHash>, Sentence> {
        match self.typed(part_field(Part::Document)).as_str() {
            "" => Ok(None),
            text => text
                .parse()
                .map(Some)
                .map_err(|_| sentence!("Give the SHA-256 in hexadecimal.", "请填写十六进制的 SHA-256。")),
        }
    }

    fn ruling(&self, part: Part) -> Result<u32, Sentence> {
        self.typed(part_field(part)).parse().map_err(|_| sentence!("Choose a ruling.", "请选择一项裁决。"))
    }
}

fn side(which: &str, [first, second]: [EntryId; 2]) -> Result<EntryId, Sentence> {
    match which {
        "first" => Ok(first),
        "second" => Ok(second),
        _ => Err(sentence!("Choose a side.", "请选择一方。")),
    }
}

/// A game by its name, and its entries: as recorded, otherwise as due.
fn game(event: &Event, text: &str) -> Result<(GameId, [EntryId; 2]), Sentence> {
    let id: GameId = text.parse().map_err(|_| {
        sentence!(
            "`{text}` is not a game; games are named as in the tables: 0.0.e0-e1.g0",
            "“{text}”不是对局编号；编号见各表，例如 0.0.e0-e1.g0"
        )
    })?;
    if let Some(game) = event.game(id) {
        return Ok((id, [game.first, game.second]));
    }
    let state = event.state();
    let due = state.due().find(|due| due.id == id).map(|due| (id, [due.first, due.second]));
    due.ok_or_else(|| {
        sentence!("{id} is neither played nor due in this event.", "{id} 在本赛事中既未进行，也不待进行。")
    })
}
