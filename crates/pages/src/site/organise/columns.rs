//! Columns that an organiser adds to a score board.

use super::form::{button, form, speech};
use crate::event::{BoardColumn, Speech};
use crate::html::Html;
use crate::site::frame::{frame, messages, token};
use crate::{Nav, Reader};
use leitai_core::{Sentence, Words};
use leitai_tournament::Event;
use std::collections::BTreeMap;

/// The columns of an event's score board, for the organiser who fills them in.
pub struct ColumnsView<'a> {
    /// The event's address.
    pub id: &'a str,
    /// The token of its forms.
    pub token: &'a str,
    /// The event in its current state.
    pub event: &'a Event,
    /// Its columns.
    pub columns: &'a [BoardColumn],
    /// What was typed into a column and not saved, by the entry's registered name.
    pub typed: Option<(i64, &'a BTreeMap<String, String>)>,
    /// Why the change failed.
    pub trouble: Option<&'a Sentence>,
}

/// `/organise/ID/board`: the score board, and below it the forms of its columns.
pub fn own_board(reader: &Reader<'_>, event: &str, board: &Html, view: &ColumnsView<'_>) -> Html {
    let title = Words::new("Board with names", "含姓名的成绩榜").to(reader.lang);
    frame(reader, &format!("{title} · {event}"), Nav::Account, &html! { (board) (columns(reader, view)) })
}

/// The same before the event has begun.
pub fn no_board(reader: &Reader<'_>, event: &str) -> Html {
    let said = speech(reader).both("This event has not begun.", "这项赛事尚未开始。");
    frame(reader, event, Nav::Account, &html! { h1 { (event) } p { (said) } })
}

fn columns(reader: &Reader<'_>, view: &ColumnsView<'_>) -> Html {
    let s = speech(reader);
    let what = s.both(
        "Such as style, down to -30%, or an oral examination. Nobody else sees a column before it is published; the CSV above has them all.",
        "例如代码风格（至多 -30%）或口试成绩。公布之前只有组织者可见；上方的 CSV 含全部各列。",
    );
    let names = [
        ("en", s.both("A new column, in English", "新列名（英文）")),
        ("zh", s.both("The same in Chinese", "新列名（中文）")),
    ];
    let added = html! {
        @for (name, title) in names {
            label for={ "column-" (name) } { (title) }
            input id={ "column-" (name) } name=(name) maxlength="40" autocomplete="off";
        }
        (button("quiet", "add-column", &s.both("Add it", "添加")))
    };
    html! {
        h2 id="columns" { (s.both("Columns of your own", "自定义列")) }
        (messages(reader, view.trouble, None))
        p class="soft" { (what) }
        @for column in view.columns { (one(s, view, column)) }
        (form(&format!("/organise/{}/add-column", view.id), view.token, &added))
    }
}

fn one(s: Speech, view: &ColumnsView<'_>, column: &BoardColumn) -> Html {
    let (state, does, text) = if column.is_published {
        (s.both("published", "已公布"), "hide-column", s.both("Hide it", "隐藏"))
    } else {
        (s.both("private", "未公布"), "publish-column", s.both("Publish it", "公布"))
    };
    let here = |does: &str| format!("/organise/{}/{does}", view.id);
    let number = html! { input type="hidden" name="column" value=(column.id); };
    let typed = view.typed.filter(|(wrong, _)| *wrong == column.id).map(|(_, cells)| cells);
    let filled = html! {
        (number)
        @for entry in view.event.entries() {
            @let field = format!("v{}-{}", column.id, entry.id);
            @let was = column.cells.get(&entry.id).map_or("", String::as_str);
            @let typed = typed.and_then(|cells| cells.get(&entry.name)).map_or(was, String::as_str);
            label for=(field) { (s.name(view.event.name(entry.id))) }
            input id=(field) name=(entry.id) value=(typed) maxlength="12" autocomplete="off";
            input type="hidden" name={ "was:" (entry.id) } value=(was);
        }
        (button("quiet", "fill-column", &s.both("Save", "保存")))
    };
    let shown = html! { (number) (button("quiet", does, &text)) };
    let (table, file) = (format!("v{}-table", column.id), format!("v{}-file", column.id));
    let read = html! {
        form class="fields" method="post" action=(here("read-marks")) enctype="multipart/form-data" {
            (token(view.token)) (number)
            label for=(table) { (s.both("Or paste lines: a number and its mark", "或粘贴：每行一个学号与分数")) }
            textarea id=(table) name="text" rows="4" spellcheck="false" autocomplete="off" {}
            label for=(file) { (s.both("Or choose a file: CSV or .xlsx", "或选择文件：CSV 或 .xlsx")) }
            input id=(file) name="file" type="file" accept=".csv,.tsv,.txt,.xlsx";
            (button("quiet", "read-marks", &s.both("Preview", "预览")))
        }
    };
    html! {
        details {
            summary { (s.said(&column.title)) " (" (state) ")" }
            (read)
            (form(&here("fill-column"), view.token, &filled))
            (form(&here(does), view.token, &shown))
        }
    }
}
