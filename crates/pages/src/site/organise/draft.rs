//! Creating an event: every field of its file, each with an explanation.

use super::form::{button, coded, framed, kept_form, messages, option, speech};
use crate::Reader;
use crate::event::escape;
use leitai_catalog::GAMES;
use leitai_core::{Noun, Sentence, Words, sentence};
use leitai_hall::{CheckedDraft, EventDraft, EventFile, FIELDS, FieldKind, FileField, Trouble};
use std::fmt::Write as _;

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

/// `/organise/new`.
pub fn new_event(reader: &Reader<'_>, view: &DraftView<'_>) -> String {
    let s = speech(reader);
    let troubles = view.checked.map(|checked| checked.troubles.as_slice()).unwrap_or_default();
    let title = s.both("Open an event", "新建赛事");
    let mut body = format!("<h1>{title}</h1>\n{}", messages(reader, view.trouble, None));
    if !troubles.is_empty() {
        let said = s.both("Nothing was opened yet: correct what is marked.", "尚未新建：请改正标出的各项。");
        let _ = writeln!(body, "<p class=\"trouble\" role=\"alert\">{said}</p>");
    }
    for trouble in troubles.iter().filter(|it| it.path.is_none()) {
        let _ = writeln!(body, "<p class=\"trouble\">{}</p>", coded(trouble.what.to(reader.lang)));
    }
    let ready = view.checked.and_then(|checked| checked.file.as_ref());
    if let Some(file) = ready {
        body += &plan(reader, file);
    }
    let [from, teams, numbers] = [
        s.both("Entries from the roster, whose programs you add:", "由名单生成参赛者（程序另填）："),
        s.both("one per team", "每队一个"),
        s.both("one per person", "每人一个"),
    ];
    let _ = writeln!(
        body,
        "<p class=\"soft\">{from} <a href=\"/organise/new?people=teams\">{teams}</a> · <a href=\"/organise/new?people=numbers\">{numbers}</a></p>"
    );
    body += &kept_form("/organise/new", view.token).replacen("<form ", "<form data-checks=\"\" ", 1);
    if ready.is_some() {
        body += &button("do", "open", &s.both("Open the event", "新建"));
        body += &button("quiet", "file", &s.both("Download the file", "下载文件"));
    }
    let show = |field: &FileField| one(reader, field, view.draft.typed(field.path), troubles);
    for field in FIELDS.iter().filter(|field| !field.path.contains('.') && field.kind != FieldKind::Part) {
        body += &show(field);
    }
    for (group, title) in GROUPS {
        let inside =
            FIELDS.iter().filter(|field| field.path.split_once('.').is_some_and(|(of, _)| of == group));
        let inside: Vec<_> = inside.collect();
        body += &folded(reader, view, title, &inside, troubles);
    }
    let part: Vec<_> = FIELDS.iter().filter(|field| field.kind == FieldKind::Part).collect();
    body += &folded(reader, view, Words::new("The plan in detail", "赛程细节"), &part, troubles);
    let class = if ready.is_some() { "quiet" } else { "do" };
    body += &button(class, "look", &s.both("Check it", "检查"));
    body += "</form>\n";
    if let Some(checked) = view.checked {
        let title = s.both("The resulting file", "生成的赛事文件");
        let _ = writeln!(
            body,
            "<h2>{title}</h2>\n<pre class=\"file\" tabindex=\"0\">{}</pre>",
            lines(&checked.text)
        );
    }
    let more = s.both("What every field means", "各字段说明");
    let _ = writeln!(body, "<p><a href=\"/docs/events\">{more}</a></p>");
    framed(reader, &title, &body)
}

/// A folded group of fields, which is open if one of them is filled in or has an error.
fn folded(
    reader: &Reader<'_>,
    view: &DraftView<'_>,
    title: Words,
    fields: &[&FileField],
    troubles: &[Trouble],
) -> String {
    if fields.is_empty() {
        return String::new();
    }
    let is_used = |field: &&&FileField| {
        !view.draft.typed(field.path).is_empty() || troubles.iter().any(|it| it.path == Some(field.path))
    };
    let open = if fields.iter().any(|field| is_used(&field)) { " open=\"\"" } else { "" };
    let shown = fields.iter().map(|field| one(reader, field, view.draft.typed(field.path), troubles));
    let shown: String = shown.collect();
    format!("<details{open}><summary>{}</summary>\n{shown}</details>\n", escape(title.to(reader.lang)))
}

/// A field with its explanation and its errors.
pub(super) fn one(reader: &Reader<'_>, field: &FileField, typed: &str, troubles: &[Trouble]) -> String {
    let lang = reader.lang;
    let id = field.path.replace('.', "-");
    let mut html = format!("<label for=\"{id}\">{}</label>\n", escape(field.title.to(lang)));
    let wrong: Vec<_> = troubles.iter().filter(|it| it.path == Some(field.path)).collect();
    let mut named =
        format!("id=\"{id}\" name=\"{}\" aria-describedby=\"{id}-what\" autocomplete=\"off\"", field.path);
    if !wrong.is_empty() {
        named += " aria-invalid=\"true\"";
    }
    let choice = |all: &[(&str, String)]| {
        let chosen = |(value, shown): &(&str, String)| option(value, shown, *value == typed);
        // A value written by hand that is not among the choices stays, unless another is chosen.
        let own =
            Some(typed).filter(|typed| !typed.is_empty() && all.iter().all(|(value, _)| value != typed));
        let own = own.map(|own| option(own, own, true)).unwrap_or_default();
        let all: String = all.iter().map(chosen).chain([own]).collect();
        format!("<select {named}><option value=\"\">–</option>{all}</select>\n")
    };
    html += &match field.kind {
        FieldKind::Choice(all) => {
            choice(&all.iter().map(|one| (*one, (*one).to_owned())).collect::<Vec<_>>())
        }
        FieldKind::Truth => choice(&["true", "false"].map(|one| (one, one.to_owned()))),
        FieldKind::Game => {
            let games = GAMES.iter().map(|game| (game.facts().id, game.facts().name.to(lang).to_owned()));
            choice(&games.collect::<Vec<_>>())
        }
        FieldKind::Pairs | FieldKind::Part | FieldKind::Entries => {
            let rows = if field.kind == FieldKind::Entries { 8 } else { 3 };
            format!("<textarea {named} rows=\"{rows}\" spellcheck=\"false\">\n{}</textarea>\n", lines(typed))
        }
        FieldKind::Number => {
            format!("<input {named} inputmode=\"numeric\" maxlength=\"12\" value=\"{}\">\n", escape(typed))
        }
        FieldKind::Text => format!("<input {named} maxlength=\"400\" value=\"{}\">\n", escape(typed)),
    };
    let _ = write!(
        html,
        "<div id=\"{id}-what\" data-checked=\"\"><p class=\"soft\">{}</p>",
        coded(field.what.to(lang))
    );
    for trouble in wrong {
        let _ = write!(html, "<p class=\"trouble\">{}</p>", coded(trouble.what.to(lang)));
    }
    html + "</div>\n"
}

/// The event's plan in words.
fn plan(reader: &Reader<'_>, file: &EventFile) -> String {
    let s = speech(reader);
    let (game, entries) = (file.game.facts().name, Noun::ENTRIES.of(file.entries.len()));
    let name = &file.name;
    let head = sentence!(
        "{name}: {game}, {entries}", "{name}：{game}，{entries} 个参赛者"; name, game, entries
    );
    let mut html = format!("<div class=\"done\" role=\"status\"><p>{}</p>\n", s.said(&head));
    let length = file.plan.length(&file.entries);
    for (stage, long) in file.plan.stages.iter().zip(&length.stages) {
        let clock = file.clock_of(stage.side_ms).to_string();
        let _ = writeln!(html, "<p><b>{}</b> ({})</p>", s.said(&stage.name), escape(&clock));
        let (entrants, games) = (Noun::ENTRIES.of(long.entrants), Noun::GAMES.of(long.games));
        let most = sentence!(
            "at most {entrants}, {games}", "至多 {entrants} 个参赛者、{games} 局"; entrants, games
        );
        html += &s.list(&[stage.words(), vec![most]].concat());
    }
    let _ = writeln!(html, "<p>{}</p></div>", s.said(&length.words()));
    html
}

/// Several lines as HTML: characters that would reorder the text are removed, line breaks are kept.
pub(super) fn lines(text: &str) -> String {
    text.split('\n').map(escape).collect::<Vec<_>>().join("\n")
}
