//! Creating an event: every field of its file, each with an explanation.

use super::form::{button, folded, speech};
use crate::html::Html;
use crate::site::frame::{coded, frame, invalid, messages, token};
use crate::{Nav, Reader};
use leitai_catalog::GAMES;
use leitai_core::{Noun, Sentence, Words, sentence};
use leitai_hall::{CheckedDraft, EventDraft, EventFile, FIELDS, FieldKind, FileField, Trouble};

/// A new event, as far as it is filled in.
pub struct DraftView<'a> {
    /// The form's token.
    pub token: &'a str,
    /// What was typed.
    pub draft: &'a EventDraft,
    /// The result of checking it, if that was asked for.
    pub checked: Option<&'a CheckedDraft>,
    /// Why it was not created.
    pub trouble: Option<&'a Sentence>,
}

/// Groups of fields; those that are rarely needed are folded.
pub(super) const GROUPS: [(&str, Words); 6] = [
    ("awards", Words::new("Prizes", "奖项")),
    ("submit", Words::new("Submissions", "提交")),
    ("sandbox", Words::new("What programs may do", "程序的权限")),
    ("show", Words::new("How games are shown", "展示方式")),
    ("board", Words::new("Score board", "成绩榜")),
    ("watch", Words::new("What the public sees", "公众可见内容")),
];

/// What a script's field beside a date and time is called.
const CHOOSES: Words = Words::new("Choose the date and time", "选择日期与时间");

/// `/organise/new`.
pub fn new_event(reader: &Reader<'_>, view: &DraftView<'_>) -> Html {
    let (s, lang) = (speech(reader), reader.lang);
    let troubles = view.checked.map(|checked| checked.troubles.as_slice()).unwrap_or_default();
    let title = Words::new("Open an event", "新建赛事").to(lang);
    let ready = view.checked.and_then(|checked| checked.file.as_ref());
    let show = |fields: &[&FileField]| {
        html! { @for field in fields { (one(reader, field, view.draft.typed(field.path), troubles)) } }
    };
    let is_used = |field: &&FileField| {
        !view.draft.typed(field.path).is_empty() || troubles.iter().any(|it| it.path == Some(field.path))
    };
    let fold = |title: Words, fields: &[&FileField]| {
        html! {
            @if !fields.is_empty() {
                (folded(title.to(lang), fields.iter().any(is_used), &show(fields)))
            }
        }
    };
    let those =
        |is_one: &dyn Fn(&FileField) -> bool| FIELDS.iter().filter(|it| is_one(it)).collect::<Vec<_>>();
    let is_part = |field: &FileField| field.kind == FieldKind::Part;
    let body = html! {
        h1 { (title) }
        (messages(reader, view.trouble, None))
        @if !troubles.is_empty() {
            p class="trouble" role="alert" {
                (s.both("Nothing was opened yet: correct what is marked.", "尚未新建：请改正标出的各项。"))
            }
        }
        @for trouble in troubles.iter().filter(|it| it.path.is_none()) {
            p class="trouble" { (coded(trouble.what.to(lang))) }
        }
        @if let Some(file) = ready { (plan(reader, file)) }
        p class="soft" {
            (s.both("Entries from the roster, whose programs you add:", "由名单生成参赛者（程序另填）：")) " "
            a href="/organise/new?people=teams" { (s.both("one per team", "每队一个")) } " · "
            a href="/organise/new?people=numbers" { (s.both("one per person", "每人一个")) }
        }
        form data-checks="" data-who="organise" class="fields" method="post" action="/organise/new" {
            (token(view.token))
            @if ready.is_some() {
                (button("do", "open", &s.both("Open the event", "新建")))
                (button("quiet", "file", &s.both("Download the file", "下载文件")))
            }
            (show(&those(&|field| !field.path.contains('.') && !is_part(field))))
            @for (group, title) in GROUPS { (fold(title, &those(&|field| is_of(field, group)))) }
            (fold(Words::new("The plan in detail", "赛程细节"), &those(&is_part)))
            (button(if ready.is_some() { "quiet" } else { "do" }, "look", &s.both("Check it", "检查")))
        }
        @if let Some(checked) = view.checked {
            h2 { (s.both("The resulting file", "生成的赛事文件")) }
            pre class="file" tabindex="0" { "\n" (checked.text) }
        }
        p { a href="/docs/events" { (s.both("What every field means", "各字段说明")) } }
    };
    frame(reader, title, Nav::Account, &body)
}

/// Whether a field belongs to that group.
pub(super) fn is_of(field: &FileField, group: &str) -> bool {
    field.path.split_once('.').is_some_and(|(of, _)| of == group)
}

/// A field with its explanation and its errors.
pub(super) fn one(reader: &Reader<'_>, field: &FileField, typed: &str, troubles: &[Trouble]) -> Html {
    let lang = reader.lang;
    let id = field.path.replace('.', "-");
    let (path, what, invalid) = (field.path, format!("{id}-what"), invalid(troubles, field.path));
    let choice = |all: &[(&str, &str)]| {
        // A value written by hand that is not among the choices stays, unless another is chosen.
        let is_own = !typed.is_empty() && all.iter().all(|(value, _)| *value != typed);
        html! {
            select id=(id) name=(path) aria-describedby=(what) autocomplete="off" aria-invalid=[invalid] {
                option value="" { "–" }
                @for (value, shown) in all.iter().chain(is_own.then_some(&(typed, typed))) {
                    option value=(value) selected=[(*value == typed).then_some("")] { (shown) }
                }
            }
        }
    };
    let input = |is_number: bool| {
        html! {
            input id=(id) name=(path) aria-describedby=(what) autocomplete="off" aria-invalid=[invalid]
                inputmode=[is_number.then_some("numeric")] maxlength=(if is_number { "12" } else { "400" }) value=(typed);
        }
    };
    let entered = match field.kind {
        FieldKind::Choice(all) => choice(&all.iter().map(|one| (*one, *one)).collect::<Vec<_>>()),
        FieldKind::Truth => choice(&["true", "false"].map(|one| (one, one))),
        FieldKind::Game => choice(
            &GAMES.iter().map(|game| (game.facts().id, game.facts().name.to(lang))).collect::<Vec<_>>(),
        ),
        FieldKind::Pairs | FieldKind::Part | FieldKind::Entries => html! {
            textarea id=(id) name=(path) aria-describedby=(what) autocomplete="off" aria-invalid=[invalid]
                rows=(if field.kind == FieldKind::Entries { "8" } else { "3" }) spellcheck="false" { "\n" (typed) }
        },
        FieldKind::Moment => html! {
            input id=(id) name=(path) aria-describedby=(what) autocomplete="off" aria-invalid=[invalid] maxlength="400"
                value=(typed) data-chooses=(CHOOSES.to(lang));
        },
        FieldKind::Number => input(true),
        FieldKind::Text => input(false),
    };
    html! {
        label for=(id) { (field.title.to(lang)) }
        (entered)
        div id=(what) data-checked="" {
            p class="soft" { (coded(field.what.to(lang))) }
            // Without a role: while the form is filled in, nobody is interrupted.
            @for trouble in troubles.iter().filter(|it| it.path == Some(path)) {
                p class="trouble" { (coded(trouble.what.to(lang))) }
            }
        }
    }
}

/// The event's plan in words.
fn plan(reader: &Reader<'_>, file: &EventFile) -> Html {
    let s = speech(reader);
    let (game, entries) = (file.game.facts().name, Noun::ENTRIES.of(file.entries.len()));
    let name = &file.name;
    let head = sentence!(
        "{name}: {game}, {entries}", "{name}：{game}，{entries} 个参赛者"; name, game, entries
    );
    let length = file.plan.length(&file.entries);
    let most = |entrants: u64, games: u64| {
        let (entrants, games) = (Noun::ENTRIES.of(entrants), Noun::GAMES.of(games));
        sentence!("at most {entrants}, {games}", "至多 {entrants} 个参赛者、{games} 局"; entrants, games)
    };
    html! {
        div class="done" role="status" {
            p { (s.said(&head)) }
            @for (stage, long) in file.plan.stages.iter().zip(&length.stages) {
                p { b { (s.said(&stage.name)) } " (" (file.clock_of(stage.side_ms)) ")" }
                (s.list(&[stage.words(), vec![most(long.entrants, long.games)]].concat()))
            }
            p { (s.said(&length.words())) }
        }
    }
}
