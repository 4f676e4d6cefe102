//! The pages of organisers, with strangers' words on them; other tests hold them to what every page guarantees.

use crate::fixture::{ZONE, time};
use crate::people::is_a_form_of_ours;
use leitai_core::{Lang, Sentence, Words};
use leitai_hall::{EditedField, EventDraft, FIELDS, Trouble};
use leitai_likeness::{Pair, Passage, SourceRange};
use leitai_pages::event::BoardColumn;
use leitai_pages::{
    ColumnsView, ComparedSource, DraftView, EditView, EventCard, Foreseen, Html, LikenessFound, LikenessView,
    ManageView, MarksView, NoticeView, Reader, RuleForm, RuleView, RulingSubject, Stand, Theme, edit_event,
    html, likeness, likeness_pair, manage, marks, new_event, notice_feed, notices, notices_of, organise,
    own_board, rule,
};
use leitai_tournament::{Consequences, Decision, DecisionKind, Entry, EntryId, Event, Plan, Role, Seed};
use roxmltree::Document;
use std::path::Path;

const EVIL: &str = "\u{202e}\"><b>x</b>";
const TOKEN: &str = "0123456789abcdef";

/// A notice with this text, about an event of that name.
pub(crate) fn notice(said: &str) -> NoticeView {
    NoticeView {
        id: 7,
        event: Some(("/events/k7f2k7f2".to_owned(), said.to_owned())),
        at: time(),
        said: Sentence::quoted(format!("{said}\n{said}")),
    }
}

fn card(name: &str) -> EventCard {
    EventCard {
        id: "k7f2k7f2".to_owned(),
        name: name.to_owned(),
        game: leitai_catalog::find("gomoku").expect("a game").facts(),
        stand: Stand::Paused,
        date: name.to_owned(),
        place: String::new(),
        played: 3,
        total: 12,
        stuck: 0,
    }
}

fn draft(fields: &[(&str, &str)]) -> EventDraft {
    let mut draft = EventDraft::default();
    for (path, text) in fields {
        draft.fill(path, text);
    }
    draft
}

/// The edit page of an event of this name, with this text in every field.
fn changed(reader: &Reader<'_>, name: &str, has_all: bool) -> Html {
    let (open, fixed): (Vec<_>, Vec<_>) = FIELDS.iter().partition(|field| field.path != "name");
    let typed = || name.to_owned();
    let edited: Vec<_> =
        open.into_iter().map(|field| EditedField { field, was: typed(), typed: typed() }).collect();
    let fixed: Vec<_> = fixed.into_iter().map(|field| (field, Words::new("its address", "其地址"))).collect();
    let trouble = Sentence::quoted(name);
    let marked = [Trouble { path: Some("clock"), what: trouble.clone() }];
    let view = EditView {
        id: "k7f2k7f2",
        event: name,
        here: "/organise/k7f2k7f2/edit",
        has_all,
        token: TOKEN,
        fields: &edited,
        fixed: &fixed,
        troubles: &marked,
        shut: None,
        trouble: Some(&trouble),
        done: Some(&trouble),
    };
    edit_event(reader, &view)
}

/// What is made of tables of marks and of the programs of an event, about somebody of this name.
fn found(reader: &Reader<'_>, name: &str, event: &Event, column: &BoardColumn) -> [(&'static str, Html); 3] {
    let trouble = Sentence::quoted(name);
    let side = |submission| ComparedSource {
        author: Sentence::quoted(name),
        entry: name.to_owned(),
        submission,
        text: format!("int x; // {name}\nint y;\n").into_bytes(),
    };
    let sources = [side(Some(7)), side(None)];
    let range = |bytes| SourceRange { bytes, lines: (1, 1) };
    let passage = Passage { at: [range(0..6), range(0..6)], tokens: 3 };
    let pair = Pair { of: [0, 1], share: [0.5, 1.0], tokens: 3, passages: vec![passage] };
    let (id, pairs) = ("k7f2k7f2", std::slice::from_ref(&pair));
    let found = Some(LikenessFound { pairs, sources: &sources, compared: 2, until: time() });
    let alike = LikenessView { id, event: name, token: TOKEN, found, trouble: Some(&trouble) };
    let beside = likeness_pair(reader, id, &pair, sources.each_ref());
    let got = [(EntryId(0), "9.5".to_owned())].into();
    let read = MarksView {
        id: "k7f2k7f2",
        token: TOKEN,
        event,
        column,
        marks: &got,
        ignored: std::slice::from_ref(&trouble),
    };
    let read = marks(reader, &read);
    [
        ("marks that were read", read),
        ("programs that are alike", likeness(reader, &alike)),
        ("two programs side by side", beside),
    ]
}

/// Every page of organisers, by name, about an event of this name.
pub(crate) fn pages(lang: Lang, name: &str) -> Vec<(&'static str, String)> {
    let reader = Reader { lang, theme: Theme::System, zone: &ZONE, here: "/organise", address: "" };
    let (trouble, card, told) = (Sentence::quoted(name), card(name), notice(name));
    let (good, bad) = (
        draft(&[("name", name), ("game", "gomoku"), ("entries", &format!("{name}, easy\nother, random"))]),
        draft(&[("name", name), ("game", "gomoku"), ("clock", name), ("sandbox.memory", name)]),
    );
    let opening = |draft: &EventDraft| {
        let checked = draft.check(Path::new("/"), &ZONE);
        let view = DraftView { token: TOKEN, draft, checked: Some(&checked), trouble: Some(&trouble) };
        new_event(&reader, &view)
    };
    let kind = |name| DecisionKind::named(name).expect("a kind");
    let kinds = [kind("withdraw")];
    let managed = ManageView {
        card: &card,
        token: TOKEN,
        halted: Some(&trouble),
        is_paused: true,
        takes_programs: true,
        is_frozen: true,
        file: name,
        rulings: &kinds,
        questions: 1,
        notices: std::slice::from_ref(&told),
        typed: [name, name],
        trouble: Some(&trouble),
        done: Some(&trouble),
    };
    let entries = vec![Entry::new(0, name), Entry::new(1, "other"), Entry::new(2, "third")];
    let event = Event::new(Plan::judge(2), entries, Seed::new("1")).expect("a plan");
    let mut after = event.clone();
    let entry = after.entries()[0].id;
    after.decide(Decision::Withdraw { entry, leave: false }, Role::Organiser, name).expect("it fits");
    let typed = |_: &str| name.to_owned();
    let effect = Consequences::of(&event, &after);
    let foreseen = Foreseen { after: &after, effect: &effect, mark: "mark" };
    let ruled = |form, subject, foreseen| {
        let view = RuleView {
            here: "/organise/k7f2k7f2/rule",
            back: "/organise/k7f2k7f2",
            name,
            by: None,
            event: Some(&event),
            token: TOKEN,
            form,
            subject,
            kinds: &kinds,
            foreseen,
            done: None,
            trouble: Some(&trouble),
        };
        rule(&reader, &view)
    };
    let ruling = |name, foreseen| {
        ruled(Some(RuleForm { kind: kind(name), typed: &typed, troubles: &[] }), None, foreseen)
    };
    let column = BoardColumn {
        id: 1,
        title: Sentence::quoted(name),
        is_published: false,
        cells: event.entries().iter().map(|entry| (entry.id, name.to_owned())).collect(),
    };
    let found = found(&reader, name, &event, &column);
    let columns = ColumnsView {
        id: "k7f2k7f2",
        token: TOKEN,
        event: &event,
        columns: &[column],
        typed: None,
        trouble: Some(&trouble),
    };
    let pages = [
        ("an event that is changed", changed(&reader, name, true)),
        ("limits that are changed", changed(&reader, name, false)),
        ("columns of a board", own_board(&reader, name, &html! { h1 { "x" } }, &columns)),
        (
            "events of organisers",
            organise(&reader, std::slice::from_ref(&card), &[(card.name.clone(), 3)].into(), &[]),
        ),
        ("a new event", opening(&good)),
        ("a new event with faults", opening(&bad)),
        ("one event", manage(&reader, &managed)),
        ("withdrawal", ruling("withdraw", Some(foreseen))),
        ("disqualification", ruling("disqualify", None)),
        ("forfeit", ruling("forfeit", None)),
        ("override", ruling("override", None)),
        ("replay", ruling("replay", None)),
        ("meddling", ruling("meddling", None)),
        ("revocation", ruling("revoke", None)),
        ("lots by hand", ruling("lots", None)),
        ("a slip", ruling("slip", None)),
        ("the referee's slip", ruling("referee-slip", None)),
        ("consent", ruling("consent", None)),
        ("objection", ruling("object", None)),
        ("answer to an objection", ruling("answer-objection", None)),
        ("hearing", ruling("hearing", None)),
        ("rulings about an entry", ruled(None, Some(RulingSubject::Entry(EntryId(0))), None)),
        ("notices", notices(&reader, &[told])),
    ];
    pages.into_iter().chain(found).map(|(name, page)| (name, page.into_string())).collect()
}

#[test]
fn a_form_is_sent_with_its_token_and_every_field_has_a_label() {
    for (page, text) in pages(Lang::En, "甲") {
        is_a_form_of_ours(page, &text);
    }
}

#[test]
fn what_is_wrong_stands_beside_its_field() {
    let bad = pages(Lang::En, "甲").into_iter().find(|(name, _)| *name == "a new event with faults");
    let (_, page) = bad.expect("a page");
    let field =
        page.split("id=\"clock\"").nth(1).and_then(|rest| rest.split("</div>").next()).expect("a field");
    assert!(field.contains("aria-invalid=\"true\"") && field.contains("class=\"trouble\""), "{field}");
    assert!(!page.contains("value=\"open\""), "what is wrong cannot be opened");
}

#[test]
fn notices_are_a_feed_that_programs_read() {
    for (lang, all) in [(Lang::En, vec![notice(EVIL), notice("& <x>")]), (Lang::Zh, Vec::new())] {
        let feed = notice_feed(lang, "http://10.0.0.1:8080", &all).into_string();
        let document = Document::parse(&feed).unwrap_or_else(|error| panic!("{error}: {feed}"));
        let named = |name: &'static str| {
            document
                .descendants()
                .filter(move |node| node.has_tag_name(("http://www.w3.org/2005/Atom", name)))
        };
        assert_eq!(named("entry").count(), all.len());
        // RFC 4287: each has an id, a title and a time, and so has the feed.
        for name in ["id", "title", "updated"] {
            assert_eq!(named(name).count(), all.len() + 1, "{name}");
        }
        assert!(
            named("updated")
                .all(|node| node.text().is_some_and(|text| text.ends_with("+00:00") || text.ends_with('Z')))
        );
    }
    let reader = Reader { lang: Lang::En, theme: Theme::System, zone: &ZONE, here: "/", address: "" };
    assert!(notices_of(&reader, &[]).is_empty(), "no heading for nothing");
}
