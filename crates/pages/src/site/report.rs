//! The report of a team, and the members' shares of the work: the team's captain submits both.

use super::organise::{framed, messages, speech};
use crate::Reader;
use crate::event::escape;
use crate::site::texts::Texts;
use leitai_core::{Sentence, Words, sentence};
use std::fmt::Write as _;

/// The page of a team's report.
pub struct ReportView<'a> {
    /// The event's address.
    pub id: &'a str,
    /// Its name.
    pub event: &'a str,
    /// The form's token.
    pub token: &'a str,
    /// The team; `None` if the reader is in none.
    pub team: Option<&'a str>,
    /// What has been submitted, and the deadline.
    pub facts: &'a [(Words, Sentence)],
    /// Number, name and share of each member, as text.
    pub members: &'a [[String; 3]],
    /// The maximum size of a report in bytes.
    pub most: u64,
    /// Why the reader cannot submit now; `None` if they can.
    pub shut: Option<&'a Sentence>,
    /// The address of the submitted report.
    pub href: Option<&'a str>,
    /// What is wrong with the team's name.
    pub warning: Option<&'a Sentence>,
    /// Why the submission was refused.
    pub trouble: Option<&'a Sentence>,
    /// What was done.
    pub done: Option<&'a Sentence>,
}

/// `/events/ID/report`.
pub fn report(reader: &Reader<'_>, view: &ReportView<'_>) -> String {
    let (s, t, lang, id) = (speech(reader), Texts(reader.lang), reader.lang, view.id);
    let title = s.both("Report", "报告");
    let mut body = format!(
        "<h1>{title}</h1>\n<p><a href=\"/events/{id}\">{}</a> · <a href=\"/events/{id}/submit\">{}</a> · <a href=\"/events/{id}/mine\">{}</a></p>\n",
        s.name(view.event),
        t.submit(),
        t.my_programs()
    );
    body += &messages(reader, view.trouble, view.done);
    if let Some(team) = view.team {
        let _ = writeln!(body, "<p>{}: {}</p>", t.team(), s.name(team));
    }
    if let Some(warning) = view.warning {
        let _ = writeln!(body, "<p class=\"trouble\">{}</p>", escape(warning.to(lang)));
    }
    if !view.facts.is_empty() {
        body += "<dl class=\"facts\">";
        for (name, said) in view.facts {
            let _ = write!(body, "<dt>{}</dt><dd>{}</dd>", name.to(lang), escape(said.to(lang)));
        }
        body += "</dl>\n";
    }
    if let Some(href) = view.href {
        let what = s.both("The report as it was handed in", "已提交的报告");
        let _ = writeln!(body, "<p><a href=\"{}\" download=\"\">{what}</a></p>", escape(href));
    }
    if let Some(shut) = view.shut {
        let _ = writeln!(body, "<p class=\"done\" role=\"status\">{}</p>", escape(shut.to(lang)));
        if !view.members.is_empty() {
            let _ = write!(body, "<h2>{}</h2>\n<dl class=\"facts\">", shares(s));
            for [_, name, share] in view.members {
                let share = if share.is_empty() { "–".to_owned() } else { format!("{} %", escape(share)) };
                let _ = write!(body, "<dt>{}</dt><dd>{share}</dd>", s.name(name));
            }
            body += "</dl>\n";
        }
    } else {
        body += &form(reader, view);
    }
    framed(reader, &title, &body)
}

fn shares(s: crate::event::Speech) -> String {
    s.both("Who did how much of the work", "成员贡献")
}

fn form(reader: &Reader<'_>, view: &ReportView<'_>) -> String {
    let (s, t, id) = (speech(reader), Texts(reader.lang), view.id);
    let megabytes = view.most >> 20;
    let rule = sentence!(
        "One file of at most {megabytes} MB, a PDF or any other; only its contents are kept, not its name. The last one that came in time counts.",
        "一个文件，至多 {megabytes} MB，PDF 或其他格式；只保存内容，不保存文件名。以截止前最后一次提交为准。"
    );
    let mut html = format!(
        "<form class=\"fields\" method=\"post\" action=\"/events/{id}/report\" enctype=\"multipart/form-data\">\n<input type=\"hidden\" name=\"t\" value=\"{}\">\n<label for=\"file\">{}</label>\n<input id=\"file\" name=\"file\" type=\"file\" aria-describedby=\"file-rule\">\n<p class=\"soft\" id=\"file-rule\">{}</p>\n",
        escape(view.token),
        s.both("Report", "报告文件"),
        escape(rule.to(reader.lang))
    );
    let what = s.both("In percent; the total must be 100.", "按百分比填写，合计 100。");
    let _ = writeln!(html, "<fieldset><legend>{}</legend><p class=\"soft\">{what}</p>", shares(s));
    for [number, name, share] in view.members {
        let (number, share) = (escape(number), escape(share));
        let _ = writeln!(
            html,
            "<label for=\"share-{number}\">{}</label>\n<input id=\"share-{number}\" name=\"share-{number}\" type=\"number\" min=\"0\" max=\"100\" step=\"1\" value=\"{share}\" required=\"\">",
            s.name(name)
        );
    }
    html += "</fieldset>\n";
    let _ = writeln!(html, "<button class=\"do\">{}</button>\n</form>", t.submit_now());
    html
}
