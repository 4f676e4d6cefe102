//! The score board of an event: the public one, and the organisers' with numbers and names.

use crate::address::{Address, By, Shows, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, framed, titled};
use crate::course::team::people_of;
use crate::people::accounts::away;
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::Asking;
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_event::SiteEvent;
use axum::extract::Path;
use axum::http::StatusCode;
use leitai_core::{Lang, Sentence, Words};
use leitai_hall::account_of_each;
use leitai_pages::event::{BoardColumn, BoardFacts, EventView, Form, Speech, board, board_table};
use leitai_pages::{ColumnsView, Nav};
use leitai_store::{Person, ScoreColumn};
use leitai_tournament::{Entry, EntryId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// For each entry, who submitted its program in force, and when.
type HandedIn = BTreeMap<String, (Option<String>, i64)>;

pub(crate) fn routes() -> Vec<Address> {
    vec![
        at("/organise/{id}/board").read(By::Organisers, page).shows(Shows::People),
        at("/organise/{id}/board.csv").read(By::Organisers, csv).shows(Shows::People),
        at("/organise/{id}/board.json").read(By::Organisers, json).shows(Shows::People),
    ]
}

/// What was typed into a column, and what is wrong with it.
pub(crate) struct Typed {
    /// The column at fault, if there is one.
    pub(crate) column: Option<i64>,
    /// By the entry's registered name.
    pub(crate) cells: BTreeMap<String, String>,
    pub(crate) why: Sentence,
}

/// The added columns, for a board of these entries.
pub(crate) fn board_columns(kept: Vec<ScoreColumn>, entries: &[Entry]) -> Vec<BoardColumn> {
    let column = |kept: ScoreColumn| {
        let [en, zh] = kept.titles;
        let cell = |entry: &Entry| Some((entry.id, kept.cells.get(&entry.name)?.clone()));
        BoardColumn {
            id: kept.id,
            title: Sentence::new(en, zh),
            is_published: kept.is_published,
            cells: entries.iter().filter_map(cell).collect(),
        }
    };
    kept.into_iter().map(column).collect()
}

/// When each entry submitted its program in force.
fn times(view: &EventView<'_>, handed_in: &HandedIn) -> BTreeMap<EntryId, i64> {
    let of = |entry: &Entry| handed_in.get(&entry.name).map(|(_, at)| (entry.id, *at));
    view.history.event.entries().iter().filter_map(of).collect()
}

impl Site {
    /// The public board, as a page or as data.
    pub(crate) fn public_board(
        &self,
        event: &SiteEvent,
        form: Option<Form>,
        asking: &Asking,
    ) -> Result<Arc<Content>, Refused> {
        let key = form.map_or("board", |form| if form == Form::Csv { "board.csv" } else { "board.json" });
        let shared = self.events.shared();
        let (published, at) = (&event.published, event.published.at());
        let handed_in = shared.in_force(&event.name, at).map_err(|error| Refused::halted(&error))?;
        let added = shared.score_columns(&event.name).map_err(|error| Refused::halted(&error))?;
        self.kept(event, key, asking, |view| {
            let facts = BoardFacts {
                before: &published.before(),
                handed_in: &times(view, &handed_in),
                people: None,
                columns: &board_columns(added, view.history.event.entries()),
                every: published.every(),
                at,
                is_frozen: published.frozen().is_some(),
            };
            if let Some(form) = form {
                return Some(Content::table(&board_table(view, &facts), form));
            }
            let body = board(view, &facts, Speech::Only(asking.lang));
            let title = titled(Words::new("Score board", "成绩榜"), &event.name, asking.lang);
            Some(framed(asking, &title, Nav::Events, &body))
        })
    }
}

/// The people of an entry: its team, the person who submitted for it, or the person it is named after.
fn those_of<'p>(
    entry: &Entry,
    own: Option<&str>,
    people: &'p [Person],
    handed_in: &HandedIn,
) -> Vec<&'p Person> {
    let account = handed_in.get(&entry.name).and_then(|(account, _)| account.as_deref());
    let team: BTreeSet<_> = people_of(entry, people).iter().map(|person| &person.line.number).collect();
    let is_named = |person: &&Person| {
        Some(person.line.number.as_str()) == account
            || Some(person.line.number.as_str()) == own
            // What somebody submitted is theirs, whoever now has the name.
            || own == Some(&entry.name) && person.nickname.as_deref() == own
            || team.contains(&person.line.number)
    };
    people.iter().filter(is_named).collect()
}

/// The current board, with numbers and names, and below it any rejected input.
pub(crate) async fn own(
    asked: &Asked,
    me: &SignedIn,
    id: &str,
    form: Option<Form>,
    typed: Option<Typed>,
) -> Answer {
    let (event, token) = (asked.site.event(id)?, me.token.form());
    let status = if typed.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let people = asked.site.accounts.people.all().await.map_err(|error| away(&error))?;
    let content = asked.aside(move |site, asking| {
        let shared = site.events.shared();
        let handed_in = shared.in_force(&event.name, None).map_err(|error| Refused::halted(&error))?;
        let added = shared.score_columns(&event.name).map_err(|error| Refused::halted(&error))?;
        let lang = if form.is_some() { Lang::En } else { asking.lang };
        let shown = event.view_now(|view| {
            let own = account_of_each(&view.history.event);
            let who = |entry: EntryId| -> Vec<[String; 3]> {
                let Some(entry) = view.history.event.entries().get(entry.index()) else { return Vec::new() };
                let line = |person: &Person| {
                    [&person.line.number, &person.line.name, &person.line.class].map(String::clone)
                };
                those_of(entry, own.get(&entry.id).copied(), &people, &handed_in)
                    .into_iter()
                    .map(line)
                    .collect()
            };
            let added = board_columns(added, view.history.event.entries());
            let facts = BoardFacts {
                before: &event.published.before_now(),
                handed_in: &times(view, &handed_in),
                people: Some(&who),
                columns: &added,
                every: None,
                at: None,
                is_frozen: false,
            };
            if let Some(form) = form {
                return Content::table(&board_table(view, &facts), form);
            }
            let here = format!("/organise/{}/board", event.id);
            let asking = Asking { here, ..asking.clone() };
            let form = ColumnsView {
                id: &event.id,
                token: &token,
                event: &view.history.event,
                columns: &added,
                typed: typed.as_ref().and_then(|typed| Some((typed.column?, &typed.cells))),
                trouble: typed.as_ref().map(|typed| &typed.why),
            };
            let board = board(view, &facts, Speech::Only(lang));
            Content::html(leitai_pages::own_board(&asking.reader(), &event.name, &board, &form))
        });
        let not_yet = || framed_not_yet(&event, form, asking);
        Ok(shown.unwrap_or_else(not_yet))
    });
    Ok(content.await?.answer(status, &asked.headers))
}

/// The page or data shown before anything has begun.
fn framed_not_yet(event: &SiteEvent, form: Option<Form>, asking: &Asking) -> Content {
    match form {
        Some(Form::Csv) => Content::new("text/csv; charset=utf-8", ""),
        Some(Form::Json) => {
            Content::json("{\"type\":\"table\",\"table\":\"board\",\"columns\":[],\"rows\":[]}\n".to_owned())
        }
        None => Content::html(leitai_pages::no_board(&asking.reader(), &event.name)),
    }
}

async fn page(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    own(&asked, &me, &id, None, None).await
}

async fn csv(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    own(&asked, &me, &id, Some(Form::Csv), None).await
}

async fn json(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    own(&asked, &me, &id, Some(Form::Json), None).await
}
