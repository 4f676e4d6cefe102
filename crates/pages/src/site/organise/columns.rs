//! Columns that an organiser adds to a score board.

use super::form::{button, coded, form, speech};
use crate::Reader;
use crate::event::{BoardColumn, escape};
use leitai_core::Sentence;
use leitai_tournament::Event;
use std::collections::BTreeMap;
use std::fmt::Write as _;

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

/// The forms below the organisers' score board.
pub fn columns(reader: &Reader<'_>, view: &ColumnsView<'_>) -> String {
    let s = speech(reader);
    let here = format!("/organise/{}", view.id);
    let mut html = format!("<h2 id=\"columns\">{}</h2>\n", s.both("Columns of your own", "自定义列"));
    if let Some(trouble) = view.trouble {
        let _ = writeln!(html, "<p class=\"trouble\" role=\"alert\">{}</p>", coded(trouble.to(reader.lang)));
    }
    let what = s.both(
        "Such as style, down to -30%, or an oral examination. Nobody else sees a column before it is published; the CSV above has them all.",
        "例如代码风格（至多 -30%）或口试成绩。公布之前只有组织者可见；上方的 CSV 含全部各列。",
    );
    let _ = writeln!(html, "<p class=\"soft\">{what}</p>");
    for column in view.columns {
        let title = s.said(&column.title);
        let state = if column.is_published {
            s.both("published", "已公布")
        } else {
            s.both("private", "未公布")
        };
        let _ = writeln!(html, "<details><summary>{title} ({state})</summary>");
        html += &form(&format!("{here}/fill-column"), view.token);
        let _ = writeln!(html, "<input type=\"hidden\" name=\"column\" value=\"{}\">", column.id);
        for entry in view.event.entries() {
            let (field, was) = (format!("v{}-{}", column.id, entry.id), column.cells.get(&entry.id));
            let typed = view.typed.filter(|(wrong, _)| *wrong == column.id);
            let typed = typed.and_then(|(_, cells)| cells.get(&entry.name));
            let value = |text: Option<&String>| escape(text.map_or("", String::as_str));
            let _ = writeln!(
                html,
                "<label for=\"{field}\">{0}</label>\n<input id=\"{field}\" name=\"{1}\" value=\"{2}\" maxlength=\"12\" autocomplete=\"off\"><input type=\"hidden\" name=\"was:{1}\" value=\"{3}\">",
                s.name(view.event.name(entry.id)),
                entry.id,
                value(typed.or(was)),
                value(was)
            );
        }
        html += &button("quiet", "fill-column", &s.both("Save", "保存"));
        let does = if column.is_published { "hide-column" } else { "publish-column" };
        let text =
            if column.is_published { s.both("Hide it", "隐藏") } else { s.both("Publish it", "公布") };
        let _ = write!(
            html,
            "</form>\n{}<input type=\"hidden\" name=\"column\" value=\"{}\">\n{}</form></details>\n",
            form(&format!("{here}/{does}"), view.token),
            column.id,
            button("quiet", does, &text)
        );
    }
    html += &form(&format!("{here}/add-column"), view.token);
    for (name, title) in [
        ("en", s.both("A new column, in English", "新列名（英文）")),
        ("zh", s.both("The same in Chinese", "新列名（中文）")),
    ] {
        let _ = writeln!(
            html,
            "<label for=\"column-{name}\">{title}</label>\n<input id=\"column-{name}\" name=\"{name}\" maxlength=\"40\" autocomplete=\"off\">"
        );
    }
    html + &button("quiet", "add-column", &s.both("Add it", "添加")) + "</form>\n"
}
