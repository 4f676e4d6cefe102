//! The sheet of a hearing, to print: what was found, questions, the verdict to be written in, and the source.

use super::findings::{Findings, SourceFinding};
use super::told::{alike_said, build_said, game_said, nothing_alike, source_said, verdict_said};
use super::versions::Shown;
use leitai_arena::Form;
use leitai_core::{Lang, Words, say};
use leitai_hall::{Behaviour, BuildComparison};
use leitai_pages::{Html, html};

const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

const STYLE: &str = "body{max-width:50rem;margin:24px auto;padding:0 16px;font:15px/1.5 system-ui,'Noto Sans SC',sans-serif;color:#111;background:#fff}\
     h2{border-top:2px solid #888;padding-top:12px;break-after:avoid}li{margin:4px 0;overflow-wrap:anywhere}.blank li{min-height:4.5em}\
     table{border-collapse:collapse;width:100%}th,td{border:1px solid #aaa;padding:4px 8px;text-align:left;height:2.6em}th{width:30%}\
     pre{font:11px/1.35 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}\
     @page{size:A4;margin:18mm 16mm}@media print{body{max-width:none;margin:0;padding:0;font-size:10.5pt}.source{break-before:page}}";

/// Questions to every team.
const QUESTIONS: [Words; 5] = [
    Words::new("Who of the team wrote which part, and when?", "程序各部分分别由哪位队员编写？何时写成？"),
    Words::new(
        "A part that the panel picks: what does it do, and why like this?",
        "由仲裁组任选一段：它做什么？为何这样写？",
    ),
    Words::new(
        "A small change that the panel names: make it, compile, and show its effect.",
        "由仲裁组指定一处小改动：当场修改、编译，并演示效果。",
    ),
    Words::new(
        "Which published programs, libraries or tools were used, and for what?",
        "使用了哪些公开的程序、库或工具？用于何处？",
    ),
    Words::new(
        "Where in the description of the program that was handed in is this described?",
        "上述内容见于所提交程序说明的何处？",
    ),
];

/// The sheet.
pub(super) fn page(findings: &Findings<'_>, lang: Lang) -> Html {
    let (name, event) = (&findings.event.name, &findings.event.begun.history.begun.name);
    let heading = say!(lang, "Hearing: {name} · {event}", "审查：{name} · {event}");
    let said = |words: Words| words.to(lang);
    let rows = [
        Words::new("Present for the team", "该队到场人员"),
        Words::new("Copied, or not", "认定抄袭，或不认定"),
        Words::new("Reason", "理由"),
        Words::new("Date, panel, signatures", "日期、仲裁组、签名"),
    ];
    Html::document(html! {
        html lang=(if lang == Lang::Zh { "zh-CN" } else { "en" }) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (heading) }
                style { (STYLE) }
            }
            body {
                h1 { (heading) }
                h2 { (said(Words::new("What was found", "比较结果"))) }
                ul {
                    li { (source_said(findings).to(lang)) }
                    @if let Some(build) = findings.build { li { (build_said(build).to(lang)) } }
                    @for game in &findings.games { li { (game_said(game).to(lang)) } }
                    @for one in &findings.alike { li { (alike_said(one).to(lang)) } }
                    @if findings.alike.is_empty() { li { (nothing_alike().to(lang)) } }
                }
                p { strong { (verdict_said(findings.verdict()).to(lang)) } }
                h2 { (said(Words::new("Questions", "提问"))) }
                ol class="blank" { @for question in QUESTIONS.into_iter().chain(own_questions(findings)) { li { (said(question)) } } }
                h2 { (said(Words::new("Verdict", "裁决"))) }
                table { @for row in rows { tr { th { (said(row)) } td {} } } }
                (source(findings, lang))
            }
        }
    })
}

/// Questions that follow from what was found.
fn own_questions(findings: &Findings<'_>) -> Vec<Words> {
    let mut questions = Vec::new();
    if findings.source == SourceFinding::Other && findings.build != Some(BuildComparison::Same) {
        questions.push(Words::new(
            "Why is what is shown not what has played? What was changed, when and by whom?",
            "为何出示的不是参赛的程序？改了什么？何时由谁改动？",
        ));
    }
    if findings.games.iter().any(|game| matches!(game.came, Ok(Behaviour::Other(_)))) {
        questions.push(Words::new(
            "Why does it not play what it played: which machine, compiler, library or table does it depend on?",
            "为何不再下出当时的着法：它依赖何种机器、编译器、库或数据表？",
        ));
    }
    if findings.games.iter().any(|game| matches!(game.came, Ok(Behaviour::Unsteady(_)))) {
        questions.push(Words::new(
            "Where does it use chance, the clock or several threads? Show it with these fixed.",
            "何处使用随机数、时钟或多线程？请固定之后再演示。",
        ));
    }
    if !findings.alike.is_empty() {
        questions.push(Words::new(
            "Where do the passages in common with the others come from?",
            "与他队相同的段落出自何处？",
        ));
    }
    questions
}

/// The source that is shown, with the numbers of its lines.
fn source(findings: &Findings<'_>, lang: Lang) -> Html {
    let Shown::Files(parcel) = findings.shown else { return Html::default() };
    if parcel.form != Form::Source {
        return Html::default();
    }
    let text = String::from_utf8_lossy(&parcel.contents);
    let numbered = (1..).zip(text.lines()).map(|(number, line)| format!("{number:>5}  {line}\n"));
    let lines = numbered.collect::<Vec<_>>().concat();
    html! {
        section class="source" {
            h2 { (say!(lang, "The source that is shown: {}", "所出示的源代码：{}", parcel.name)) }
            pre { "\n" (lines) }
        }
    }
}
