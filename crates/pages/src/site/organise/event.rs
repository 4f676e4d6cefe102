//! The events of an organiser, and one of them.

use super::form::{button, coded, form, framed, item, messages, speech};
use super::notice;
use crate::event::{Speech, escape};
use crate::site::events::EventShown;
use crate::{EventCard, NoticeView, Reader};
use leitai_core::{Sentence, Words};
use std::fmt::Write as _;

/// The state of an event, in a word and figures.
fn stands(reader: &Reader<'_>, card: &EventCard) -> String {
    let shown = EventShown::new(card, reader.lang);
    [shown.game, shown.stand.to_owned(), shown.about].map(|text| escape(&text)).join(" · ")
}

/// `/organise`: every event of the site.
pub fn organise(reader: &Reader<'_>, events: &[EventCard]) -> String {
    let s = speech(reader);
    let title = s.both("Organise", "赛事管理");
    let new = s.both("Open an event", "新建赛事");
    let mut body = format!("<h1>{title}</h1>\n<p><a class=\"do\" href=\"/organise/new\">{new}</a></p>\n");
    if events.is_empty() {
        let none = s.both("There is no event yet.", "还没有赛事。");
        let _ = writeln!(body, "<p class=\"soft\">{none}</p>");
    } else {
        body += "<ul class=\"rows\">\n";
        for card in events {
            let _ = writeln!(
                body,
                "<li class=\"row\"><div><a href=\"/organise/{}\">{}</a><p>{}</p></div></li>",
                card.id,
                s.name(&card.name),
                stands(reader, card)
            );
        }
        body += "</ul>\n";
    }
    body += "<ul class=\"lists\">\n";
    body += &item("/notices", &s.both("Notices", "通知"));
    body += &item("/people", &s.both("People", "人员"));
    body += &item("/workers", &s.both("Workers", "对局机"));
    body += &item("/people/audit", &s.both("Who did what", "操作记录"));
    framed(reader, &title, &(body + "</ul>\n"))
}

/// One event of an organiser.
pub struct ManageView<'a> {
    /// The event as listed.
    pub card: &'a EventCard,
    /// The token of its forms.
    pub token: &'a str,
    /// Why it has stopped, if it has.
    pub halted: Option<&'a Sentence>,
    /// Whether people can submit programs to it.
    pub takes_programs: bool,
    /// Whether it is paused.
    pub is_paused: bool,
    /// Whether its public pages are frozen.
    pub is_frozen: bool,
    /// Its file in the folder of events.
    pub file: &'a str,
    /// The kinds of rulings: the name of each, and what it does; empty before the event has begun.
    pub rulings: &'a [(&'static str, Words)],
    /// The notices about it.
    pub notices: &'a [NoticeView],
    /// The notice typed, in English and in Chinese.
    pub typed: [&'a str; 2],
    /// Why the action failed.
    pub trouble: Option<&'a Sentence>,
    /// What was done.
    pub done: Option<&'a Sentence>,
}

/// `/organise/ID`.
pub fn manage(reader: &Reader<'_>, view: &ManageView<'_>) -> String {
    let (s, card) = (speech(reader), view.card);
    let here = format!("/organise/{}", card.id);
    let mut body = format!("<h1>{}</h1>\n", s.name(&card.name));
    body += &messages(reader, view.trouble, view.done);
    if let Some(halted) = view.halted {
        let _ = writeln!(body, "<p class=\"trouble\">{}</p>", coded(halted.to(reader.lang)));
    }
    let _ = writeln!(body, "<p>{}</p>\n<ul class=\"lists\">", stands(reader, card));
    body += &item(&format!("/events/{}", card.id), &s.both("The event's page", "赛事页面"));
    body += &item(&format!("{here}/board"), &s.both("Score board with names", "成绩榜（含姓名）"));
    if view.takes_programs {
        body += &item(&format!("{here}/teams"), &s.both("Teams: who has handed in what", "队伍与提交情况"));
        body += &item(&format!("{here}/limits"), &s.both("Limits on submissions", "提交限制与截止时间"));
    }
    body += &item(&format!("{here}/edit"), &s.both("Change the event", "修改赛事"));
    body += &item(&format!("{here}/event.toml"), &s.both("Download its file", "下载赛事文件"));
    body += &item("/people/audit", &s.both("Who did what", "操作记录"));
    body += "</ul>\n";
    body += &going(s, view, &here);
    body += &notice::give(reader, (&here, view.token), view.typed, view.notices);
    if !view.rulings.is_empty() {
        let what = s.both(
            "What a ruling changes is shown before it is made; it takes effect while the event runs, and your number is recorded with it in the journal.",
            "作出裁决前会显示其影响；裁决在赛事进行中生效，您的学号记入日志。",
        );
        let _ = writeln!(body, "<h2>{}</h2>\n<p class=\"soft\">{what}</p>\n<ul>", s.both("Rulings", "裁决"));
        for (kind, words) in view.rulings {
            let _ = writeln!(
                body,
                "<li><a href=\"{here}/rule?kind={kind}\">{}</a></li>",
                escape(words.to(reader.lang))
            );
        }
        body += "</ul>\n";
    }
    let file = super::draft::lines(view.file);
    let _ = writeln!(
        body,
        "<h2>{}</h2>\n<details><summary>{}</summary><pre class=\"file\" tabindex=\"0\">{file}</pre></details>",
        s.both("File", "赛事文件"),
        s.both("Show it", "查看")
    );
    framed(reader, &card.name, &body)
}

/// The forms for pausing and resuming, freezing and revealing.
fn going(s: Speech, view: &ManageView<'_>, here: &str) -> String {
    let pause = if view.is_paused {
        (
            "resume",
            s.both("The event is paused: no new games start.", "已暂停：不再开始新的对局。"),
            s.both("Resume", "继续"),
        )
    } else {
        (
            "pause",
            s.both(
                "During a pause no new games start; those in progress are played to the end and count.",
                "暂停后不再开始新的对局；进行中的对局下完并计入成绩。",
            ),
            s.both("Pause", "暂停"),
        )
    };
    let freeze = if view.is_frozen {
        (
            "reveal",
            s.both(
                "The public sees the tables as they were when they were frozen.",
                "公众看到的是封榜时的各表。",
            ),
            s.both("Reveal", "揭榜"),
        )
    } else {
        (
            "freeze",
            s.both(
                "While frozen, all public tables stay as they are now; games can still be watched.",
                "封榜后公众看到的各表停在此刻；对局仍可观看。",
            ),
            s.both("Freeze", "封榜"),
        )
    };
    let mut html = format!("<h2>{}</h2>\n", s.both("Course", "进程"));
    for (does, what, text) in [pause, freeze] {
        let _ = write!(
            html,
            "{}<p class=\"soft\">{what}</p>\n{}</form>\n",
            form(&format!("{here}/{does}"), view.token),
            button("quiet", does, &text)
        );
    }
    html
}
