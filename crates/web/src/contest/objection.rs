//! Objections: a team makes them on its page, the panel and all who serve at the contest read them.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to, save_as};
use crate::contest::found::{own_team, serves};
use crate::contest::objected::{TeamObjections, all_objections};
use crate::contest::team::{Refusal, show};
use crate::people::form::Posted;
use crate::people::signed_in::Me;
use crate::refusal::Refused;
use axum::extract::Path;
use leitai_arena::now_ms;
use leitai_core::{ContentHash, GameName, Sentence, sentence};
use leitai_hall::{DeedError, TeamObjection};
use leitai_pages::{FieldTrouble, ObjectionsView};
use leitai_tournament::GameId;
use leitai_tournament::contest::{Duty, Team};

pub(super) fn routes() -> Vec<Address> {
    vec![
        at("/contests/{id}/objections").read(By::People, page),
        at("/contests/{id}/objections/{game}/{hash}").read(By::People, document),
        at("/contests/{id}/teams/{team}/objection").change(By::People, object),
    ]
}

async fn page(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let content = asked.aside(move |site, asking| {
        let found = site.contest(&id)?;
        let contest = &found.kept.contest;
        serves(contest, &me)?;
        let duty = contest.duty(&me.person.line.number);
        let rows = all_objections(site, contest);
        let view = ObjectionsView {
            id: &id,
            contest,
            rows: &rows,
            answers: duty == Some(&Duty::ArbitrationPanel),
            done: None,
        };
        Ok(Content::html(leitai_pages::objections(&asking.reader(), &view)))
    });
    Ok(asked.answer(&content.await?))
}

/// A document, for whoever serves at the contest and for the team that handed it in.
async fn document(
    Path((id, game, hash)): Path<(String, String, String)>,
    Me(me): Me,
    asked: Asked,
) -> Answer {
    let game = GameName::try_from(game).map_err(|_| Refused::no_page())?;
    let hash: ContentHash = hash.parse().map_err(|_| Refused::no_page())?;
    let read = asked.aside(move |site, _| {
        let found = site.contest(&id)?;
        let contest = &found.kept.contest;
        let number = me.person.line.number.as_str();
        let is_own = |team: &&Team| team.account.as_deref() == Some(number);
        let handed_in = |team: &Team| {
            let own = TeamObjections::of(site, &found, team, now_ms()).rows;
            own.iter().any(|row| row.game == game && row.document == Some(hash))
        };
        if !contest.teams().iter().filter(is_own).any(handed_in) {
            serves(contest, &me)?;
        }
        match site.events.shared().objection_document(&found.name, &game, hash) {
            Ok(bytes) => Ok(bytes),
            Err(DeedError::Hall(error)) => Err(Refused::halted(&error)),
            Err(_) => Err(Refused::no_page()),
        }
    });
    let bytes = read.await?;
    let (media, ending) = match bytes.as_slice() {
        [b'%', b'P', b'D', b'F', ..] => ("application/pdf", "pdf"),
        [b'P', b'K', 3, 4, ..] => ("application/zip", "docx"),
        _ => ("application/octet-stream", "bin"),
    };
    let mut answer = asked.answer(&Content::as_it_is(media, bytes));
    save_as(answer.headers_mut(), &format!("objection.{ending}"));
    Ok(answer)
}

/// What is objected to, as the form says it.
fn about(typed: &str) -> Option<(GameName<'static>, Option<GameId>)> {
    let (game, played) = typed.split_once(' ').map_or((typed, None), |(game, id)| (game, Some(id)));
    let game = GameName::try_from(game.to_owned()).ok()?;
    match played.map(str::parse) {
        None => Some((game, None)),
        Some(id) => Some((game, Some(id.ok()?))),
    }
}

async fn object(
    Path((id, team)): Path<(String, String)>,
    Me(me): Me,
    asked: Asked,
    posted: Posted,
) -> Answer {
    let found = asked.contest(&id).await?;
    let team = own_team(&found.kept.contest, &me, &team)?;
    let typed = [posted.text("about"), posted.typed("objection").replace("\r\n", "\n")];
    let mut troubles = Vec::new();
    let mut wrong =
        |field: &str, what: Sentence| troubles.push(FieldTrouble { field: field.to_owned(), what });
    let about = about(&typed[0]);
    if about.is_none() {
        wrong("about", sentence!("Choose what the objection is about.", "请选择异议事项。"));
    }
    if typed[1].trim().is_empty() {
        wrong("objection", sentence!("Say what the objection is.", "请写明异议内容。"));
    }
    let Some((game, about)) = about.filter(|_| troubles.is_empty()) else {
        let refusal = Refusal { troubles: &troubles, objection: Some(&typed), ..Refusal::default() };
        return show(&asked, &me, &found, team, &refusal).await;
    };
    let (name, of, words) = (found.name.clone(), team.id, typed[1].clone());
    let document = posted.bytes("document").to_vec();
    let done = asked.asks_site(&me, move |site, by| {
        let objection = TeamObjection { team: of, game: &game, about, words: &words, document: &document };
        site.events.shared().object(by, &name, &objection, &site.zone)
    });
    match done.await? {
        Ok(()) => Ok(leads_to(&format!("/contests/{id}/teams/{}?done=object", team.id))),
        Err(why) => {
            let refusal = Refusal { trouble: Some(&why), objection: Some(&typed), ..Refusal::default() };
            show(&asked, &me, &found, team, &refusal).await
        }
    }
}
