//! Submitting a program, and following its progress.

use crate::site::difference::{DifferenceShown, DifferenceView};
use crate::site::frame::{Frame, told, written};
use crate::site::texts::Texts;
use crate::{Nav, Reader};
use askama::Template;
use leitai_core::{Lang, Sentence, Words, sentence};
use leitai_draw::clean;

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
    /// Why it was refused.
    pub trouble: Option<&'a Sentence>,
}

#[derive(Template)]
#[template(path = "submit.html")]
struct Submit<'a> {
    t: Texts,
    id: &'a str,
    event: String,
    token: &'a str,
    who: String,
    limits: Vec<(&'static str, String)>,
    size: String,
    most: u64,
    languages: &'a [LanguageView],
    chosen: &'a str,
    text: &'a str,
    shut: Option<String>,
    warning: Option<String>,
    takes_reports: bool,
    is_closed: bool,
    trouble: Option<String>,
}

fn said(pairs: &[(Words, Sentence)], lang: Lang) -> Vec<(&'static str, String)> {
    pairs.iter().map(|(name, text)| (name.to(lang), clean(text.to(lang)))).collect()
}

/// `/events/ID/submit`.
pub fn submit(reader: &Reader<'_>, view: &SubmitView<'_>) -> String {
    let (t, lang, most) = (Texts(reader.lang), reader.lang, view.most);
    let size = sentence!(
        "One source file of at most {most} bytes; only its contents are kept, not its name.",
        "一个源文件，至多 {most} 字节；只保存内容，不保存文件名。"
    );
    let body = written(&Submit {
        t,
        id: view.id,
        event: clean(view.event),
        token: view.token,
        who: clean(view.who.to(lang)),
        limits: said(view.limits, lang),
        size: size.to(lang).to_owned(),
        most,
        languages: view.languages,
        chosen: view.chosen,
        text: view.text,
        shut: told(view.shut, lang),
        warning: told(view.warning, lang),
        takes_reports: view.takes_reports,
        is_closed: view.is_closed,
        trouble: told(view.trouble, lang),
    });
    Frame { title: t.submit(), nav: Nav::Account, main: "page", body: &body, head: "" }.page(reader)
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

#[derive(Template)]
#[template(path = "submission.html")]
struct Submission<'a> {
    t: Texts,
    number: i64,
    id: &'a str,
    event: String,
    version: u64,
    part: &'a str,
    difference: Option<DifferenceShown>,
}

#[derive(Template)]
#[template(path = "submission_part.html")]
struct SubmissionPart<'a> {
    t: Texts,
    number: i64,
    title: &'a str,
    stands: String,
    is_final: bool,
    steps: Vec<(String, &'static str, &'static str)>,
    about: Vec<(&'static str, String)>,
    why: Option<String>,
    log: Option<String>,
    findings: Vec<FindingView>,
    games: Vec<(String, String, &'a ValidationView)>,
}

/// The part of a submission's page that changes; it replaces the element with this `data-part`.
pub fn submission_part(reader: &Reader<'_>, view: &SubmissionView<'_>) -> String {
    let (t, lang) = (Texts(reader.lang), reader.lang);
    let step = |(said, stands): &(Sentence, StepStands)| {
        let (class, words) = match stands {
            StepStands::Done => ("w", t.step_done()),
            StepStands::Now => ("now", t.step_now()),
            StepStands::Failed => ("l", t.step_failed()),
            StepStands::Ahead => ("faded", t.step_ahead()),
        };
        (clean(said.to(lang)), class, words)
    };
    let text = |said: &Sentence| clean(said.to(lang));
    let finding = |finding: &FindingView| FindingView {
        said: finding.said.each_ref().map(|text| clean(text)),
        shown: finding.shown.iter().map(|line| clean(line)).collect(),
        advice: finding.advice.as_deref().map(clean),
    };
    written(&SubmissionPart {
        t,
        number: view.number,
        title: &title(view, lang),
        stands: text(view.stands),
        is_final: view.is_final,
        steps: view.steps.iter().map(step).collect(),
        about: said(view.about, lang),
        why: told(view.why, lang),
        log: view.log.map(|log| log.lines().map(clean).collect::<Vec<_>>().join("\n")),
        findings: view.findings.iter().map(finding).collect(),
        games: view.games.iter().map(|game| (text(&game.called), text(&game.stands), game)).collect(),
    })
}

fn title(view: &SubmissionView<'_>, lang: Lang) -> String {
    format!("{} · {}", clean(view.stands.to(lang)), clean(view.event))
}

/// `/submissions/N`.
pub fn submission(reader: &Reader<'_>, view: &SubmissionView<'_>) -> String {
    let (t, title) = (Texts(reader.lang), title(view, reader.lang));
    let body = written(&Submission {
        t,
        number: view.number,
        id: view.id,
        event: clean(view.event),
        version: view.version,
        part: &submission_part(reader, view),
        difference: view.difference.map(|difference| DifferenceShown::new(difference, t)),
    });
    // The script follows the stream; without it the page reloads itself.
    let again = "<noscript><meta http-equiv=\"refresh\" content=\"3\"></noscript>";
    let head = if view.is_final { "" } else { again };
    Frame { title: &title, nav: Nav::Account, main: "page", body: &body, head }.page(reader)
}
