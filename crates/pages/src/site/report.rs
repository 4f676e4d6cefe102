//! The report of a team, and the members' shares of the work: the team's captain submits both.

use crate::event::Speech;
use crate::html::Html;
use crate::site::events::ways;
use crate::site::frame::{facts, frame, general, invalid, messages, token, wrong};
use crate::site::texts::Texts;
use crate::{Nav, Reader};
use leitai_core::{Sentence, Words, sentence};
use leitai_hall::Trouble;

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
    /// What is wrong with the submission.
    pub troubles: &'a [Trouble],
    /// What was done.
    pub done: Option<&'a Sentence>,
}

/// `/events/ID/report`.
pub fn report(reader: &Reader<'_>, view: &ReportView<'_>) -> Html {
    let (s, t, lang) = (Speech::Only(reader.lang), Texts(reader.lang), reader.lang);
    let title = t.report();
    let share = |share: &str| if share.is_empty() { "–".to_owned() } else { format!("{share} %") };
    let body = html! {
        h1 { (title) }
        (ways(view.id, view.event, &[("submit", t.submit()), ("mine", t.my_programs())]))
        (messages(reader, general(view.troubles), view.done))
        @if let Some(team) = view.team { p { (t.team()) ": " (s.name(team)) } }
        @if let Some(warning) = view.warning { p class="trouble" { (warning.to(lang)) } }
        @if !view.facts.is_empty() { (facts(view.facts.iter().map(|(name, said)| (name.to(lang), said.to(lang))))) }
        @if let Some(href) = view.href {
            p {
                a href=(href) download="" { (s.both("The report as it was handed in", "已提交的报告")) }
            }
        }
        @if let Some(shut) = view.shut {
            p class="done" role="status" { (shut.to(lang)) }
            @if !view.members.is_empty() {
                h2 { (shares(s)) }
                dl class="facts" {
                    @for [_, name, part] in view.members { dt { (s.name(name)) } dd { (share(part)) } }
                }
            }
        } @else {
            (form(reader, view))
        }
    };
    frame(reader, &format!("{title} · {}", view.event), Nav::Account, &body)
}

fn shares(s: Speech) -> Html {
    s.both("Who did how much of the work", "成员贡献")
}

fn form(reader: &Reader<'_>, view: &ReportView<'_>) -> Html {
    let (s, t, megabytes) = (Speech::Only(reader.lang), Texts(reader.lang), view.most >> 20);
    let rule = sentence!(
        "One file of at most {megabytes} MB, a PDF or any other; only its contents are kept, not its name. The last one that came in time counts.",
        "一个文件，至多 {megabytes} MB，PDF 或其他格式；只保存内容，不保存文件名。以截止前最后一次提交为准。"
    );
    html! {
        form class="fields" method="post" action={ "/events/" (view.id) "/report" } enctype="multipart/form-data" {
            (token(view.token))
            label for="file" { (s.both("Report", "报告文件")) }
            (wrong(reader.lang, view.troubles, "file"))
            input id="file" name="file" type="file" aria-describedby="file-rule"
                aria-invalid=[invalid(view.troubles, "file")];
            p class="soft" id="file-rule" { (rule.to(reader.lang)) }
            fieldset {
                legend { (shares(s)) }
                (wrong(reader.lang, view.troubles, "shares"))
                p class="soft" { (s.both("In percent; the total must be 100.", "按百分比填写，合计 100。")) }
                @for [number, name, share] in view.members {
                    label for={ "share-" (number) } { (s.name(name)) }
                    input id={ "share-" (number) } name={ "share-" (number) } type="number" min="0" max="100" step="1"
                        value=(share) required="" aria-invalid=[invalid(view.troubles, "shares")];
                }
            }
            button class="do" { (t.submit_now()) }
        }
    }
}
