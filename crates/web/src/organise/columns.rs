//! Columns that an organiser adds to a score board, fills in and publishes.

use super::marks::{Known, Marks, read};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::people::accounts::away;
use crate::people::form::Posted;
use crate::people::signed_in::SignedIn;
use crate::refusal::Refused;
use crate::score_board::{Typed, board_columns, own};
use crate::site::Site;
use crate::site_event::SiteEvent;
use leitai_hall::{DeedError, FilledColumn};
use leitai_pages::MarksView;
use leitai_roster::Table;
use leitai_store::Actor;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Performs the action of one of the forms below the score board; `None` for any other action.
pub(super) async fn change(
    deed: &str,
    me: &Arc<SignedIn>,
    asked: &Asked,
    event: &Arc<SiteEvent>,
    posted: &Posted,
) -> Option<Answer> {
    if deed == "read-marks" {
        return Some(marks(me, asked, event, posted).await);
    }
    let done = match deed {
        "add-column" => add(me, asked, event, posted).await,
        "fill-column" => fill(me, asked, event, posted).await,
        "publish-column" | "hide-column" => publish(me, asked, event, posted, deed == "publish-column").await,
        _ => return None,
    };
    Some(match done {
        Ok(None) => {
            event.change();
            Ok(leads_to(&format!("/organise/{}/board#columns", event.id)))
        }
        Ok(Some(typed)) => own(asked, me, &event.id, None, Some(typed)).await,
        Err(refused) => Err(refused),
    })
}

/// Nothing, or the text typed and what is wrong with it.
type Done = Result<Option<Typed>, Refused>;

async fn add(me: &Arc<SignedIn>, asked: &Asked, event: &Arc<SiteEvent>, posted: &Posted) -> Done {
    let titles = ["en", "zh"].map(|name| posted.text(name));
    let add = move |site: &Site, by: Actor<'_>, event: &SiteEvent| {
        site.events.shared().add_column(by, &event.name, titles.each_ref().map(String::as_str))
    };
    let added = asked.asks(me, event, add).await?;
    Ok(added.err().map(|why| Typed { column: None, cells: BTreeMap::new(), why }))
}

async fn fill(me: &Arc<SignedIn>, asked: &Asked, event: &Arc<SiteEvent>, posted: &Posted) -> Done {
    let column: i64 = posted.text("column").parse().map_err(|_| Refused::no_page())?;
    let entries = event.known().as_ref().map(|known| known.history.event.entries().to_vec());
    let entries = entries.unwrap_or_default();
    // Who entered after the page was made is not in its form.
    let sent = entries.iter().filter(|entry| posted.has(&entry.id.to_string()));
    let sent = sent.map(|entry| {
        let (now, was) = (posted.text(&entry.id.to_string()), posted.text(&format!("was:{}", entry.id)));
        ((entry.name.clone(), now), (entry.name.clone(), was))
    });
    let (mut cells, was): (BTreeMap<_, _>, BTreeMap<_, _>) = sent.unzip();
    let sent = (cells.clone(), was.clone());
    let fill = move |site: &Site, by: Actor<'_>, event: &SiteEvent| {
        let filled = FilledColumn { column, cells: &sent.0, was: &sent.1 };
        let name = |entry: &str| event.shown_name(entry);
        match site.events.shared().fill_column(by, &event.name, &filled, name) {
            Err(DeedError::Meanwhile(why)) => Ok(Some(why)),
            done => done.map(|()| None),
        }
    };
    Ok(match asked.asks(me, event, fill).await? {
        Ok(None) => None,
        Err(why) => Some(Typed { column: Some(column), cells, why }),
        Ok(Some(why)) => {
            // What this organiser did not touch is shown as it is now.
            cells.retain(|entry, value| was.get(entry) != Some(value));
            Some(Typed { column: Some(column), cells, why })
        }
    })
}

/// Reads marks from a table that was pasted or chosen, and shows what they would change; nothing is entered yet.
async fn marks(me: &Arc<SignedIn>, asked: &Asked, event: &Arc<SiteEvent>, posted: &Posted) -> Answer {
    let column: i64 = posted.text("column").parse().map_err(|_| Refused::no_page())?;
    let file = posted.bytes("file");
    let bytes = if file.is_empty() { posted.bytes("text") } else { file }.to_vec();
    let people = asked.site.accounts.people.all().await.map_err(|error| away(&error))?;
    let (its, token) = (Arc::clone(event), me.token.form());
    let made = asked.aside(move |site, asking| {
        let kept = site.events.shared().score_columns(&its.name).map_err(|error| Refused::halted(&error))?;
        let known = its.known();
        let Some(journal) = known.as_ref().map(|known| &known.history.event) else {
            return Err(Refused::no_page());
        };
        let all = board_columns(kept, journal.entries());
        let wanted = all.iter().find(|one| one.id == column).ok_or_else(Refused::no_page)?;
        let read = Table::read(&bytes).and_then(|table| read(&table, &Known::of(journal, &people)));
        let Marks { of, ignored } = match read {
            Ok(marks) => marks,
            Err(why) => return Ok(Err(why)),
        };
        let (id, token) = (its.id.as_str(), token.as_str());
        let view = MarksView { id, token, event: journal, column: wanted, marks: &of, ignored: &ignored };
        let here = format!("/organise/{id}/board");
        let reader = leitai_pages::Reader { here: &here, ..asking.reader() };
        Ok(Ok(Content::html(leitai_pages::marks(&reader, &view))))
    });
    match made.await? {
        Ok(page) => Ok(asked.answer(&page)),
        Err(why) => {
            let typed = Typed { column: None, cells: BTreeMap::new(), why };
            own(asked, me, &event.id, None, Some(typed)).await
        }
    }
}

async fn publish(
    me: &Arc<SignedIn>,
    asked: &Asked,
    event: &Arc<SiteEvent>,
    posted: &Posted,
    on: bool,
) -> Done {
    let column: i64 = posted.text("column").parse().map_err(|_| Refused::no_page())?;
    let publish = move |site: &Site, by: Actor<'_>, event: &SiteEvent| {
        // Sent twice, it has the same result.
        Ok(site.events.shared().publish_column(by, &event.name, column, on)?)
    };
    asked.asks(me, event, publish).await?.map_or_else(|_| Err(Refused::no_page()), |_| Ok(None))
}
