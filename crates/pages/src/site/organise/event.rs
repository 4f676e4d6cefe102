//! The events of an organiser, and one of them.

use super::form::{button, form, item, speech};
use super::notice;
use crate::event::Speech;
use crate::html::Html;
use crate::site::board::capital;
use crate::site::events::{about, stand};
use crate::site::frame::{coded, frame, messages};
use crate::site::texts::Texts;
use crate::{ContestCard, EventCard, Nav, NoticeView, Reader, contest_list};
use leitai_core::{Noun, Sentence, Words, sentence};
use leitai_tournament::DecisionKind;
use std::collections::BTreeMap;

/// The state of an event, in a word and figures.
fn stands(reader: &Reader<'_>, card: &EventCard) -> String {
    let (lang, (_, stand)) = (reader.lang, stand(card, Texts(reader.lang)));
    format!("{} · {stand} · {}", capital(card.game.name.to(lang)), about(card, lang))
}

/// `/organise`: every event of the site.
/// `waiting` are the numbers of questions that wait for an answer, by the event's name.
pub fn organise(
    reader: &Reader<'_>,
    events: &[EventCard],
    waiting: &BTreeMap<String, u64>,
    contests: &[ContestCard],
) -> Html {
    let s = speech(reader);
    let title = Words::new("Organise", "赛事管理").to(reader.lang);
    let body = html! {
        h1 { (title) }
        p {
            a class="do" href="/organise/new" { (s.both("Open an event", "新建赛事")) }
            " " a href="/organise/contests/new" { (s.both("Open a contest of several games", "新建多棋种比赛")) }
        }
        (contest_list(reader, "/organise/contests", contests))
        @if events.is_empty() {
            p class="soft" { (s.both("There is no event yet.", "还没有赛事。")) }
        } @else {
            ul class="rows" {
                @for card in events {
                    li class="row" {
                        div {
                            a href={ "/organise/" (card.id) } { (s.name(&card.name)) }
                            p { (stands(reader, card)) }
                            @if let Some(count) = waiting.get(&card.name) {
                                p { a href={ "/organise/" (card.id) "/questions" } { (wait(s, *count)) } }
                            }
                        }
                    }
                }
            }
        }
        ul class="lists" {
            (item("/notices", &s.both("Notices", "通知")))
            (item("/people", &s.both("People", "人员")))
            (item("/workers", &s.both("Workers", "对局机")))
            (item("/people/audit", &s.both("Audit log", "操作记录")))
        }
    };
    frame(reader, title, Nav::Account, &body)
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
    /// The kinds of rulings; empty before the event has begun.
    pub rulings: &'a [&'a DecisionKind],
    /// How many questions about it wait for an answer.
    pub questions: u64,
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
pub fn manage(reader: &Reader<'_>, view: &ManageView<'_>) -> Html {
    let (s, card) = (speech(reader), view.card);
    let here = format!("/organise/{}", card.id);
    let below = |part: &str| format!("{here}/{part}");
    let what = s.both(
        "What a ruling changes is shown before it is made; it takes effect while the event runs, and your number is recorded with it in the journal.",
        "作出裁决前会显示其影响；裁决在赛事进行中生效，您的学号记入日志。",
    );
    let body = html! {
        h1 { (s.name(&card.name)) }
        (messages(reader, view.trouble, view.done))
        @if let Some(halted) = view.halted { p class="trouble" { (coded(halted.to(reader.lang))) } }
        p { (stands(reader, card)) }
        ul class="lists" {
            (item(&format!("/events/{}", card.id), &s.both("The event's page", "赛事页面")))
            (item(&below("board"), &s.both("Score board with names", "成绩榜（含姓名）")))
            @if view.takes_programs {
                (item(&below("teams"), &s.both("Who has handed in, and who has not", "提交情况与未交名单")))
                (item(&below("likeness"), &s.both("Programs that are alike", "程序相似度")))
                (item(&below("limits"), &s.both("Limits on submissions", "提交限制与截止时间")))
            }
            (item(&below("questions"), &wait(s, view.questions)))
            (item(&below("edit"), &s.both("Change the event", "修改赛事")))
            (item(&below("event.toml"), &s.both("Download its file", "下载赛事文件")))
            (item("/people/audit", &s.both("Audit log", "操作记录")))
        }
        (going(s, view, &here))
        (notice::give(reader, (&here, view.token), view.typed, view.notices))
        @if !view.rulings.is_empty() {
            h2 { (s.both("Rulings", "裁决")) }
            p class="soft" { (what) }
            ul {
                @for kind in view.rulings {
                    (item(&below(&format!("rule?kind={}", kind.name)), &s.words(kind.words)))
                }
            }
        }
        h2 { (s.both("File", "赛事文件")) }
        details {
            summary { (s.both("Show it", "查看")) }
            pre class="file" tabindex="0" { (view.file) }
        }
    };
    let title = Words::new("Organise", "组织").to(reader.lang);
    frame(reader, &format!("{title} · {}", card.name), Nav::Account, &body)
}

/// The forms for pausing and resuming, freezing and revealing.
fn going(s: Speech, view: &ManageView<'_>, here: &str) -> Html {
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
            s.both("The public sees the event as it was when it was frozen.", "公众所见停在封榜之时。"),
            s.both("Reveal", "揭榜"),
        )
    } else {
        (
            "freeze",
            s.both(
                "While frozen, nothing that the public sees moves; games drawn by now can be watched while they are played.",
                "封榜后公众所见停在此刻；此前已抽签的对局进行时仍可观看。",
            ),
            s.both("Freeze", "封榜"),
        )
    };
    let one = |(does, what, text): (&str, Html, Html)| {
        let inside = html! { p class="soft" { (what) } (button("quiet", does, &text)) };
        form(&format!("{here}/{does}"), view.token, &inside)
    };
    html! { h2 { (s.both("Control", "赛事控制")) } (one(pause)) (one(freeze)) }
}

/// How many questions wait for an answer, as the text of a link to them.
fn wait(s: Speech, count: u64) -> Html {
    let questions = Noun::QUESTIONS.of(count);
    match count {
        0 => s.both("Questions", "答疑"),
        _ => s.said(&sentence!("Questions: {questions} unanswered", "答疑：{questions} 个待回答"; questions)),
    }
}
