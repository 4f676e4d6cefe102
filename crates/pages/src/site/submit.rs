//! Submitting a program, and following its progress.

use crate::event::limits::size;
use crate::html::Html;
use crate::site::difference::DifferenceView;
use crate::site::events::{followed, ways};
use crate::site::frame::{Frame, facts, frame, general, invalid, messages, token, wrong};
use crate::site::texts::Texts;
use crate::{Nav, Reader};
use leitai_core::{Lang, Sentence, Words, sentence};
use leitai_hall::Trouble;
use leitai_sandbox::Size;

/// A language in the list of choices.
pub struct LanguageView {
    /// Its name, with the tool on this machine.
    pub name: String,
    /// The extensions of its files, separated by blanks.
    pub endings: &'static str,
    /// Its standards: the value that the form sends, and the text shown.
    pub standards: Vec<(String, String)>,
}

/// The form for submitting a program.
pub struct SubmitView<'a> {
    /// The event's address.
    pub id: &'a str,
    /// Its name.
    pub event: &'a str,
    /// The form's token.
    pub token: &'a str,
    /// The name under which the reader takes part, or would.
    pub who: &'a Sentence,
    /// The limits, and what is left of them.
    pub limits: &'a [(Words, Sentence)],
    /// The maximum size of a source in bytes.
    pub most: u64,
    /// The languages that this machine compiles or runs.
    pub languages: &'a [LanguageView],
    /// The standard that was chosen.
    pub chosen: &'a str,
    /// The source submitted.
    pub text: &'a str,
    /// Why it would be refused now.
    pub shut: Option<&'a Sentence>,
    /// What is wrong with the team's name.
    pub warning: Option<&'a Sentence>,
    /// Whether a report is submitted along with the program.
    pub takes_reports: bool,
    /// Whether submissions are closed for good.
    pub is_closed: bool,
    /// What is wrong with it.
    pub troubles: &'a [Trouble],
}

/// Terms and sentences in the language of the page.
fn about(pairs: &[(Words, Sentence)], lang: Lang) -> Html {
    facts(pairs.iter().map(|(name, said)| (name.to(lang), said.to(lang))))
}

/// `/events/ID/submit`.
pub fn submit(reader: &Reader<'_>, view: &SubmitView<'_>) -> Html {
    let (t, lang) = (Texts(reader.lang), reader.lang);
    let pages = [
        ("start", t.start_program()),
        ("try", t.trial()),
        ("mine", t.my_programs()),
        ("submissions", t.submissions()),
        ("questions", t.questions()),
        ("report", t.report()),
    ];
    let body = html! {
        h1 { (t.submit()) }
        (ways(view.id, view.event, if view.takes_reports { &pages } else { &pages[..5] }))
        (messages(reader, general(view.troubles), None))
        p { (view.who.to(lang)) }
        @if let Some(warning) = view.warning { p class="trouble" { (warning.to(lang)) } }
        @if !view.limits.is_empty() { (about(view.limits, lang)) }
        @if !view.is_closed {
            (form(reader, view))
        } @else if let Some(shut) = view.shut {
            p class="done" role="status" { (shut.to(lang)) }
        }
    };
    frame(reader, &format!("{} · {}", t.submit(), view.event), Nav::Account, &body)
}

/// The choice of language and standard.
pub(crate) fn language_choice(
    reader: &Reader<'_>,
    languages: &[LanguageView],
    (chosen, is_required): (&str, bool),
    troubles: &[Trouble],
) -> Html {
    let t = Texts(reader.lang);
    html! {
        label for="language" { (t.language()) }
        (wrong(t.0, troubles, "language"))
        select id="language" name="language" required=[is_required.then_some("")]
            aria-invalid=[invalid(troubles, "language")] {
            option value="" { (t.language_choose()) }
            @for language in languages {
                optgroup label=(language.name) {
                    @for (value, shown) in &language.standards {
                        option value=(value) data-endings=(language.endings)
                            selected=[(value == chosen).then_some("")] { (shown) }
                    }
                }
            }
        }
    }
}

fn form(reader: &Reader<'_>, view: &SubmitView<'_>) -> Html {
    let (t, lang, most) = (Texts(reader.lang), reader.lang, view.most);
    let largest = size(Size(most));
    let size = sentence!(
        "One source file of at most {largest}; only its contents are kept, not its name.",
        "一个源文件，至多 {largest}；只保存内容，不保存文件名。"
    );
    html! {
        form class="fields" method="post" action={ "/events/" (view.id) "/submit" } enctype="multipart/form-data"
            data-drop=(most) data-who=(view.who.to(lang)) {
            (token(view.token))
            (language_choice(reader, view.languages, (view.chosen, true), view.troubles))
            label for="file" { (t.source_file()) }
            (wrong(lang, view.troubles, "file"))
            input id="file" name="file" type="file" aria-describedby="file-rule"
                aria-invalid=[invalid(view.troubles, "file")];
            p class="soft" id="file-rule" { (size.to(lang)) }
            label for="text" { (t.source_text()) }
            textarea id="text" name="text" rows="14" spellcheck="false" autocapitalize="none" {
                "\n" (Html::typed(view.text))
            }
            button class="do" aria-describedby=[view.shut.map(|_| "shut")] { (t.submit_now()) }
            @if let Some(shut) = view.shut { p class="soft" id="shut" { (shut.to(lang)) } }
        }
    }
}

/// The state of a step of a submission.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepStands {
    /// It is done.
    Done,
    /// It is under way.
    Now,
    /// It failed.
    Failed,
    /// It was not reached.
    Ahead,
}

/// A finding from the check of a submission.
pub struct FindingView {
    /// Its severity, what was checked, and what was found.
    pub said: [String; 3],
    /// Lines that show it.
    pub shown: Vec<String>,
    /// Advice to the author.
    pub advice: Option<String>,
}

/// A validation game.
pub struct ValidationView {
    /// The opponent and the seat.
    pub called: Sentence,
    /// Its state.
    pub stands: Sentence,
    /// Its page.
    pub href: Option<String>,
    /// The author's own log of it.
    pub log: Option<String>,
    /// The program's notes beside its moves, for its author only.
    pub own: Option<String>,
}

/// A submission, for its author.
pub struct SubmissionView<'a> {
    /// Its number.
    pub number: i64,
    /// The event's address.
    pub id: &'a str,
    /// Its name.
    pub event: &'a str,
    /// The number of the event's last change shown here.
    pub version: u64,
    /// When it was submitted, in which language, and its size.
    pub about: &'a [(Words, Sentence)],
    /// Where an organiser makes a ruling about its entry; `None` for everybody else.
    pub ruling: Option<&'a str>,
    /// Its state, in a few words.
    pub stands: &'a Sentence,
    /// The state of each step.
    pub steps: &'a [(Sentence, StepStands)],
    /// Why it was refused.
    pub why: Option<&'a Sentence>,
    /// The output of the compiler; `None` before it has run.
    pub log: Option<&'a str>,
    /// The findings of its check.
    pub findings: &'a [FindingView],
    /// Its validation games.
    pub games: &'a [ValidationView],
    /// What changed since the version before it, if there is one.
    pub difference: Option<&'a DifferenceView>,
    /// Whether its state is final.
    pub is_final: bool,
}

/// The part of a submission's page that changes; it replaces the element with this `data-part`.
pub fn submission_part(reader: &Reader<'_>, view: &SubmissionView<'_>) -> Html {
    let (t, lang) = (Texts(reader.lang), reader.lang);
    let step = |stands: &StepStands| match stands {
        StepStands::Done => ("w", t.step_done()),
        StepStands::Now => ("now", t.step_now()),
        StepStands::Failed => ("warn", t.step_failed()),
        StepStands::Ahead => ("faded", t.step_ahead()),
    };
    html! {
        section data-part="submission" data-title={ (title(view, lang)) " · " (t.site()) } aria-label=(t.submission()) {
            p class=(if view.why.is_some() { "failed" } else { "done" }) role="status" data-final=(view.is_final) {
                strong { (view.stands.to(lang)) }
                @if let Some(why) = view.why { br; (why.to(lang)) }
            }
            ol class="rows" {
                @for (said, stands) in view.steps {
                    @let (class, words) = step(stands);
                    li class="row" { span { (said.to(lang)) } span class=(class) { (words) } }
                }
            }
            @if !view.games.is_empty() {
                h2 { (t.validation()) }
                ul class="rows" { @for game in view.games { (validation(game, t)) } }
            }
            @if let Some(log) = view.log {
                h2 { (t.compiler()) }
                @if log.trim().is_empty() {
                    p class="soft" { (t.compiler_silent()) }
                } @else {
                    pre class="log" tabindex="0" role="region" aria-label=(t.compiler()) {
                        "\n" (log.lines().collect::<Vec<_>>().join("\n"))
                    }
                }
            }
            @if !view.findings.is_empty() {
                h2 { (t.findings()) }
                ul class="findings" { @for it in view.findings { (finding(it)) } }
            }
            (about(view.about, lang))
            p {
                a href={ "/submissions/" (view.number) "/source" } { (t.own_source()) }
                @if let Some(ruling) = view.ruling { " · " a href=(ruling) { (t.ruling_about_entry()) } }
            }
        }
    }
}

pub(crate) fn validation(game: &ValidationView, t: Texts) -> Html {
    html! {
        li class="row" {
            span { (game.called.to(t.0)) br; span class="soft" { (game.stands.to(t.0)) } }
            span {
                @if let Some(href) = &game.href { a href=(href) { (t.board()) } }
                @if let Some(own) = &game.own { " · " a href=(own) { (t.own_notes()) } }
                @if let Some(log) = &game.log { " · " a href=(log) { (t.own_log()) } }
            }
        }
    }
}

fn finding(FindingView { said: [mark, what, found], shown, advice }: &FindingView) -> Html {
    html! {
        li {
            b { (mark) } " " (what) ": " (found)
            @if !shown.is_empty() {
                pre class="log" tabindex="0" role="group" aria-label=(what) {
                    "\n" @for line in shown { (line) "\n" }
                }
            }
            @if let Some(advice) = advice { p { "→ " (advice) } }
        }
    }
}

fn title(view: &SubmissionView<'_>, lang: Lang) -> String {
    format!("{} · {}", view.stands.to(lang), view.event)
}

/// `/submissions/N`.
pub fn submission(reader: &Reader<'_>, view: &SubmissionView<'_>) -> Html {
    let t = Texts(reader.lang);
    let from = format!("/submissions/{}", view.number);
    let body = html! {
        h1 { (t.submission()) " " (view.number) }
        (ways(view.id, view.event, &[("mine", t.my_programs()), ("submit", t.submit())]))
        (followed(view.id, view.version, Some(&from), &submission_part(reader, view)))
        @if let Some(difference) = view.difference { (difference.html(t)) }
    };
    // The script follows the stream; without it the page reloads itself.
    let head = html! {
        @if !view.is_final { noscript { meta http-equiv="refresh" content="3"; } }
    };
    let title = title(view, reader.lang);
    Frame { title: &title, nav: Nav::Account, main: "page", body: &body, head }.html(reader)
}
