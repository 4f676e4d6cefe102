//! Rulings about an event: the effect is shown first, then the ruling is made, while the event is running.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::people::form::Posted;
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::query;
use crate::refusal::Refused;
use crate::site_event::SiteEvent;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{Response, StatusCode};
use leitai_core::{ContentHash, Lang, Sentence, Words, sentence};
use leitai_hall::{Following, HallError};
use leitai_pages::{Foreseen, RuleFields, RuleForm, RuleView};
use leitai_tournament::{Consequences, DecidedBy, Decision, EntryId, Event, Finding, Format, GameId, Role};
use std::sync::Arc;

/// A kind of ruling: its name in addresses, what it does, and the fields it needs.
struct Kind(&'static str, Words, RuleFields);

const KINDS: [Kind; 12] = [
    Kind(
        "withdraw",
        Words::new(
            "An entry withdraws: it forfeits the games that it has not played",
            "退赛：未赛对局判弃权",
        ),
        RuleFields::Leave,
    ),
    Kind(
        "disqualify",
        Words::new("Entries are disqualified: out, and not ranked", "取消参赛资格：出局，不列名次"),
        RuleFields::Entries,
    ),
    Kind(
        "late",
        Words::new("An entry did not show up in time: it is out", "迟到：取消本项比赛"),
        RuleFields::Entry,
    ),
    Kind("excuse", Words::new("A delay is excused", "准许延误"), RuleFields::Entry),
    Kind(
        "forfeit",
        Words::new("A game is forfeited by one side, or by both", "判一方或双方弃权"),
        RuleFields::Sides,
    ),
    Kind(
        "meddling",
        Words::new(
            "A side tampered with its program: it loses the game, and the second time it is out",
            "干预程序运行：该局判负，第二次出局",
        ),
        RuleFields::Side,
    ),
    Kind(
        "override",
        Words::new("A result is replaced; the original is kept beside it", "改判：原成绩保留在旁"),
        RuleFields::Result,
    ),
    Kind("question", Words::new("A result is in doubt, and waits", "成绩存疑，待裁定"), RuleFields::Game),
    Kind("uphold", Words::new("A game in doubt counts as recorded", "维持原成绩"), RuleFields::Game),
    Kind("replay", Words::new("A game is played again, with consent", "经同意重赛"), RuleFields::Consent),
    Kind(
        "close",
        Words::new(
            "Submissions are closed: the rank counts once the last game is played",
            "截止提交：末局下完后名次生效",
        ),
        RuleFields::Nothing,
    ),
    Kind("revoke", Words::new("An earlier ruling is taken back", "撤销先前的裁决"), RuleFields::Ruling),
];

/// The kinds of rulings available for an event.
pub(super) fn kinds(event: &SiteEvent) -> Vec<(&'static str, Words)> {
    let is_ladder = event.file().plan.stages[0].format == Format::Ladder;
    let known = KINDS.iter().filter(|Kind(name, ..)| is_ladder || *name != "close");
    known.map(|Kind(name, words, _)| (*name, *words)).collect()
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
}

fn show(
    asked: &Asked,
    me: &SignedIn,
    event: &SiteEvent,
    typed: Typed<'_>,
    shown: &Shown<'_>,
) -> Response<Body> {
    let (kinds, kind) = (kinds(event), typed("kind"));
    let form =
        KINDS.iter().find(|Kind(name, ..)| *name == kind && kinds.iter().any(|(known, _)| known == name));
    let known = event.known();
    let view = RuleView {
        id: &event.id,
        name: &event.name,
        event: known.as_ref().map(|known| &known.history.event),
        token: &me.token.form(),
        form: form.map(|Kind(kind, words, fields)| RuleForm { kind, words: *words, fields: *fields, typed }),
        kinds: &kinds,
        foreseen: shown.foreseen,
        trouble: shown.trouble,
    };
    let status = if shown.trouble.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let here = format!("/organise/{}/rule", event.id);
    let reader = leitai_pages::Reader { here: &here, ..asked.asking.reader() };
    Content::html(leitai_pages::rule(&reader, &view)).answer(status, &asked.headers)
}

async fn page(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let event = asked.site.event(&id)?;
    let typed = |name: &str| query(&asked.uri, name).unwrap_or_default();
    Ok(show(&asked, &me, &event, &typed, &Shown::default()))
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
    let reason = typed("reason");
    let role = typed("by").parse().unwrap_or(Role::Organiser);
    let by = DecidedBy { role, account: Some(me.person.line.number.clone()) };
    let is_known = kinds(&event).iter().any(|(kind, _)| *kind == typed("kind"));
    if !is_known {
        return refused(&sentence!("Choose a kind of ruling.", "请选择裁决种类。"));
    }
    let decision = match decision(&before, &typed) {
        Ok(decision) => decision,
        Err(why) => return refused(&why),
    };
    let (decided, why) = (decision.clone(), reason.clone());
    let looked = asked.aside(move |_, _| {
        let mut after = before.clone();
        let taken = after.decide(decided, by, &why).map(drop);
        Ok(taken.map(|()| (Consequences::of(&before, &after), after)))
    });
    let (effect, after) = match looked.await? {
        Ok(foreseen) => foreseen,
        Err(refusal) => return refused(&refusal.why),
    };
    let mark = ContentHash::of(format!("{decision:?} {effect:?}").as_bytes()).to_string();
    let show_effect = |trouble| {
        let foreseen = Some(Foreseen { after: &after, effect: &effect, mark: &mark });
        Ok(show(&asked, &me, &event, &typed, &Shown { foreseen, trouble }))
    };
    if typed("do") != "rule" {
        return show_effect(None);
    }
    // Only the effect that was shown can be decided.
    if typed("shown") != mark {
        return show_effect(Some(&sentence!(
            "The effect is no longer the one that was shown; nothing was decided. Look again.",
            "裁决的影响与刚才显示的不同，尚未作出裁决。请重新查看。"
        )));
    }
    let again = typed("again") == "on";
    if !effect.undone.is_empty() && !again {
        return show_effect(Some(&sentence!(
            "Games already played would no longer count: have them played again, or leave the result as it is.",
            "已赛对局将不再计入：请勾选重赛，或保留原成绩。"
        )));
    }
    let following = if again { Following::PlayedAgain } else { Following::Stands };
    let words = after.words(&decision);
    let details = serde_json::json!({ "en": words.to(Lang::En), "zh": words.to(Lang::Zh) });
    let (name, decided) = (event.name.clone(), decision.clone());
    let ruler = Arc::clone(&me);
    let ruled = asked.aside(move |site, _| {
        let shared = site.events.shared();
        let by = (ruler.actor(), role);
        Ok(shared.rule_noted(&name, &decided, by, &reason, following, details).map(drop))
    });
    match ruled.await? {
        Ok(()) => {}
        Err(HallError::Refused(refusal)) => return refused(&refusal.why),
        Err(error @ HallError::Undoes(_)) => return refused(&Sentence::of(&error)),
        Err(error) => return Err(Refused::halted(&error)),
    }
    Ok(leads_to(&format!("/organise/{id}?done=rule")))
}

/// The decision as typed.
fn decision(event: &Event, typed: Typed<'_>) -> Result<Decision, Sentence> {
    let entry = || {
        let number = typed("entry").strip_prefix('e').and_then(|number| number.parse().ok()).map(EntryId);
        number
            .filter(|entry| entry.index() < event.entries().len())
            .ok_or_else(|| sentence!("Choose an entry.", "请选择参赛者。"))
    };
    let game = || game(event, &typed("game"));
    let side = |which: &str, [first, second]: [EntryId; 2]| match which {
        "first" => Ok(first),
        "second" => Ok(second),
        _ => Err(sentence!("Choose a side.", "请选择一方。")),
    };
    Ok(match typed("kind").as_str() {
        "withdraw" => Decision::Withdraw { entry: entry()?, leave: typed("leave") == "on" },
        "disqualify" => {
            let chosen = event.entries().iter().map(|entry| entry.id);
            Decision::Disqualify { entries: chosen.filter(|id| typed(&id.to_string()) == "on").collect() }
        }
        "late" => Decision::Absent { entry: entry()? },
        "excuse" => Decision::Excuse { entry: entry()? },
        "forfeit" => {
            let (game, sides) = game()?;
            let by = ["first", "second"].into_iter().zip(sides).filter(|(name, _)| typed(name) == "on");
            Decision::Forfeit { game, by: by.map(|(_, side)| side).collect() }
        }
        "meddling" => {
            let (game, sides) = game()?;
            Decision::Meddling { game, by: side(&typed("side"), sides)? }
        }
        "override" => {
            let (game, sides) = game()?;
            let finding = match typed("result").as_str() {
                "draw" => Finding::Drawn,
                "nobody" => Finding::Nobody,
                which => Finding::Won(side(which, sides)?),
            };
            Decision::Override { game, finding }
        }
        "question" => Decision::Question { game: game()?.0 },
        "uphold" => Decision::Uphold { game: game()?.0 },
        "replay" => Decision::Replay { game: game()?.0, consent: typed("consent") },
        "close" => Decision::Close,
        "revoke" => {
            let ruling = typed("ruling").parse();
            let ruling = ruling.map_err(|_| sentence!("Choose a ruling.", "请选择一项裁决。"))?;
            Decision::Revoke { ruling }
        }
        _ => return Err(sentence!("Choose a kind of ruling.", "请选择裁决种类。")),
    })
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
