//! A ruling: the fields it needs, and what it would change.

use super::form::{button, form, item, speech};
use super::rule_fields::{RuleForm, checks, choice, field, game_named, line, part_field};
use crate::event::{Cell, Column, Speech, TypedTable};
use crate::html::Html;
use crate::site::frame::{frame, messages, wrong};
use crate::{Nav, Reader};
use leitai_core::{Lang, Sentence, Words};
use leitai_tournament::{
    ChangedPairing, ChangedPlace, Consequences, DecisionKind, EntryId, Event, GameId, Part, RankedEntry, Role,
};

/// What a ruling is to be about, where its reader came from there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RulingSubject {
    /// A game.
    Game(GameId),
    /// An entry.
    Entry(EntryId),
}

impl RulingSubject {
    /// Whether a ruling of this kind can be about it.
    fn fits(self, kind: &DecisionKind) -> bool {
        let parts: &[Part] = match self {
            RulingSubject::Game(_) => &[Part::Game, Part::GameIfAny],
            RulingSubject::Entry(_) => &[Part::Entry, Part::Entries],
        };
        kind.parts.iter().any(|part| parts.contains(part))
    }

    /// The fields that it fills in, in an address.
    fn filled(self) -> String {
        match self {
            RulingSubject::Game(id) => format!("&game={id}"),
            RulingSubject::Entry(id) => format!("&entry={id}&{id}=on"),
        }
    }
}

/// What a ruling would change.
#[derive(Clone, Copy)]
pub struct Foreseen<'a> {
    /// The event after the ruling.
    pub after: &'a Event,
    /// The differences.
    pub effect: &'a Consequences,
    /// A mark that identifies what was shown.
    pub mark: &'a str,
}

/// A ruling about an event.
pub struct RuleView<'a> {
    /// The address of the page, to which its forms are sent.
    pub here: &'a str,
    /// Where its reader came from.
    pub back: &'a str,
    /// The event's name.
    pub name: &'a str,
    /// In whose name the reader decides; `None` for whoever may choose.
    pub by: Option<Role>,
    /// The event in its current state; `None` if it has not begun.
    pub event: Option<&'a Event>,
    /// The token of its form.
    pub token: &'a str,
    /// The ruling; `None` if no kind is chosen.
    pub form: Option<RuleForm<'a>>,
    /// What it is to be about.
    pub subject: Option<RulingSubject>,
    /// The available kinds.
    pub kinds: &'a [&'a DecisionKind],
    /// What the ruling would change, if that was asked for.
    pub foreseen: Option<Foreseen<'a>>,
    /// What was done.
    pub done: Option<&'a Sentence>,
    /// Why the ruling failed.
    pub trouble: Option<&'a Sentence>,
}

/// `/organise/ID/rule`.
pub fn rule(reader: &Reader<'_>, view: &RuleView<'_>) -> Html {
    let s = speech(reader);
    let title = Words::new("Ruling", "裁决").to(reader.lang);
    let body = html! {
        h1 { (title) }
        (messages(reader, view.trouble, view.done))
        p { a href=(view.back) { (s.name(view.name)) } @if let Some(by) = view.by { " · " (s.said(&by.words())) } }
        @match (view.event, &view.form) {
            (None, _) => { p class="soft" { (s.both("This event has not begun.", "这项赛事尚未开始。")) } }
            (Some(_), None) => {
                @if let Some(subject) = view.subject { (about(s, view, subject)) }
                ul {
                    @for kind in view.kinds.iter().filter(|kind| view.subject.is_none_or(|it| it.fits(kind))) {
                        @let filled = view.subject.map(RulingSubject::filled).unwrap_or_default();
                        (item(&format!("{}?kind={}{filled}", view.here, kind.name), &s.words(kind.words)))
                    }
                }
            }
            (Some(event), Some(asked)) => {
                p { (s.words(asked.kind.words)) }
                @if let Some(foreseen) = &view.foreseen { (effect(s, event, foreseen)) }
                (form(view.here, view.token, &fields(reader.lang, view, event, asked)))
            }
        }
    };
    frame(reader, &format!("{title} · {}", view.name), Nav::Account, &body)
}

/// What the ruling is to be about, and the way to any other.
fn about(s: Speech, view: &RuleView<'_>, subject: RulingSubject) -> Html {
    html! {
        @if let Some(event) = view.event {
            p {
                @match subject {
                    RulingSubject::Game(id) => (game_named(s, event, id)),
                    RulingSubject::Entry(id) => b { (s.name(event.name(id))) },
                }
                " · " a href=(view.here) { (s.both("something else", "其他裁决")) }
            }
        }
    }
}

fn fields(lang: Lang, view: &RuleView<'_>, event: &Event, asked: &RuleForm<'_>) -> Html {
    let s = Speech::Only(lang);
    let roles = asked.kind.by.iter().map(|role| (role.name(), s.said(&role.words())));
    let again = s.both(
        "replay the games that no longer count, with the new pairings",
        "不再计入的对局由新的对阵双方重赛",
    );
    let undoes = view.foreseen.is_some_and(|foreseen| !foreseen.effect.undone.is_empty());
    let class = if view.foreseen.is_some() { "quiet" } else { "do" };
    html! {
        input type="hidden" name="kind" value=(asked.kind.name);
        @if let Some(Foreseen { mark, .. }) = view.foreseen {
            input type="hidden" name="shown" value=(mark);
            (button("do", "rule", &s.both("Make the ruling", "作出裁决")))
        }
        @for part in asked.kind.parts { (field(s, event, asked, *part)) (wrong(lang, asked.troubles, part_field(*part))) }
        @if view.by.is_none() { (choice("by", &s.both("In whose name", "以何名义"), roles, asked)) }
        (line("reason", &s.both("Reason; it is kept and public", "理由（将保存并公开）"), asked, 400))
        (wrong(lang, asked.troubles, "reason"))
        @if undoes || (asked.typed)("again") == "on" {
            (checks(&s.both("Games that were played", "已赛对局"), [("again", again)], asked))
        }
        (button(class, "look", &s.both("Preview", "查看影响")))
    }
}

/// What the ruling changes, for the organiser who decides.
fn effect(s: Speech, before: &Event, foreseen: &Foreseen<'_>) -> Html {
    let after = foreseen.after;
    let Consequences { pairings, undone, places } = foreseen.effect;
    let met = |event: &Event, [a, b]: [EntryId; 2]| {
        html! { (s.name(event.name(a))) " – " (s.name(event.name(b))) }
    };
    html! {
        div class="done" role="status" {
            @if let Some(ruling) = after.rulings().last() { p { b { (s.said(&after.words(&ruling.decision))) } } }
            @for ChangedPairing { id, was, is } in pairings {
                p {
                    (id) ": " (met(before, *was)) " → "
                    (is.map_or_else(|| s.both("open", "待定"), |sides| met(after, sides)))
                }
            }
            @if !undone.is_empty() {
                p {
                    (s.both("These games would no longer count", "以下对局将不再计入")) ": "
                    (undone.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
                }
            }
            @if places.is_empty() { p { (s.both("No place changes.", "名次不变。")) } }
        }
        @if !places.is_empty() {
            (changed(after, places).html(s, "", &Sentence::new("Places that change", "变动的名次")))
        }
    }
}

/// The places that change.
fn changed(after: &Event, places: &[ChangedPlace]) -> TypedTable {
    let columns = vec![
        Column::new("entry", Words::new("entry", "参赛者")).names_row(),
        Column::new("before", Words::new("before", "裁决前")),
        Column::new("after", Words::new("after", "裁决后")),
    ];
    let figures = |place: Option<&RankedEntry>| {
        let shown = place.map_or("–".to_owned(), RankedEntry::figures);
        Cell::Figure { number: shown.clone(), shown }
    };
    let cells = |ChangedPlace { was, is }: &ChangedPlace| {
        let name = Cell::Name(after.name(is.entry).to_owned(), None);
        vec![name, figures(was.as_ref()), figures(Some(is))]
    };
    TypedTable::new("places", columns, places.iter().map(cells).collect())
}
