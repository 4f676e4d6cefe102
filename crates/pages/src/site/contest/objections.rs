//! Objections of a contest's teams, and what the panel answered.

use super::fields::game_name;
use crate::event::Speech;
use crate::html::Html;
use crate::site::frame::{frame, messages};
use crate::{Nav, Reader};
use leitai_core::{ContentHash, GameName, Sentence, Words, sentence};
use leitai_tournament::contest::Contest;
use leitai_tournament::{Event, HeardObjection};

/// An objection as it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectionRow {
    /// The game of the contest.
    pub game: GameName<'static>,
    /// Its number among the rulings of that game's event.
    pub number: u32,
    /// Who objects to what.
    pub what: Sentence,
    /// Its words.
    pub words: String,
    /// The document that went with it.
    pub document: Option<ContentHash>,
    /// The panel's words, and whether it is upheld; `None` while it is open.
    pub answer: Option<(String, bool)>,
}

impl ObjectionRow {
    /// An objection of an event.
    pub fn of(game: &GameName<'static>, event: &Event, heard: &HeardObjection<'_>) -> ObjectionRow {
        let document = match heard.ruling.decision {
            leitai_tournament::Decision::Object { document, .. } => document,
            _ => None,
        };
        ObjectionRow {
            game: game.clone(),
            number: heard.number,
            what: event.words(&heard.ruling.decision),
            words: heard.ruling.reason.clone(),
            document,
            answer: heard.answer.map(|(answer, upheld)| (answer.reason.clone(), upheld)),
        }
    }
}

/// The objections of a contest.
pub struct ObjectionsView<'a> {
    /// The contest's address.
    pub id: &'a str,
    /// The contest.
    pub contest: &'a Contest,
    /// The objections, those that are open first.
    pub rows: &'a [ObjectionRow],
    /// Whether the reader answers them.
    pub answers: bool,
    /// What was done.
    pub done: Option<&'a Sentence>,
}

/// `/contests/ID/objections`, for who serves at the contest.
pub fn objections(reader: &Reader<'_>, view: &ObjectionsView<'_>) -> Html {
    let (s, name) = (Speech::Only(reader.lang), &view.contest.terms().name);
    let title = Words::new("Objections", "异议").to(reader.lang);
    let open = view.rows.iter().filter(|row| row.answer.is_none()).count();
    let body = html! {
        h1 { (title) }
        p { a href={ "/contests/" (view.id) } { (s.name(name)) } }
        (messages(reader, None, view.done))
        @if view.rows.is_empty() {
            p class="soft" { (s.both("Nobody has objected: teams do so on their own pages.", "暂无异议：各队在本队页面提出。")) }
        } @else {
            p { b { (s.said(&sentence!("{open} wait for an answer", "{open} 项待答复"))) } }
        }
        ul class="notice-list" {
            @for row in view.rows { (objection(reader, view.id, row, view.answers)) }
        }
    };
    frame(reader, &format!("{title} · {name}"), Nav::Account, &body)
}

/// One objection; with the way to answer it, for the panel.
pub(super) fn objection(reader: &Reader<'_>, id: &str, row: &ObjectionRow, answers: bool) -> Html {
    let s = Speech::Only(reader.lang);
    html! {
        li class="notice" {
            p {
                (game_name(reader, &row.game)) " · " b { (s.said(&row.what)) }
                @if let Some(document) = row.document {
                    " · " a href={ "/contests/" (id) "/objections/" (row.game) "/" (document) } download="" { (s.both("its document", "所附材料")) }
                }
            }
            p { bdi { (row.words) } }
            @match &row.answer {
                Some((words, upheld)) => p {
                    b { @if *upheld { (s.both("Upheld", "成立")) } @else { (s.both("Not upheld", "不成立")) } }
                    ": " bdi { (words) }
                },
                None => p class="warn" { (s.both("The panel has not answered yet.", "仲裁组尚未答复。")) },
            }
            @if answers && row.answer.is_none() {
                p { a class="do" href={ "/contests/" (id) "/rule/" (row.game) "?kind=answer-objection&ruling=" (row.number) } { (s.both("Answer it", "答复")) } }
            }
        }
    }
}
