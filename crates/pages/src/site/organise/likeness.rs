//! Which programs of an event have passages in common, for organisers.

use super::form::{button, item, speech};
use crate::event::{Cell, Column, TypedTable};
use crate::html::Html;
use crate::site::frame::{frame, messages, token};
use crate::site::passages::passages;
use crate::{Nav, Reader};
use leitai_core::{Noun, Sentence, Tell as _, Words, sentence};
use leitai_hall::LocalTime;
use leitai_likeness::Pair;

/// A source that was compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComparedSource {
    /// Its author, as shown.
    pub author: Sentence,
    /// The entry that it belongs to, as registered; empty for a known program.
    pub entry: String,
    /// Its submission; `None` for a known program.
    pub submission: Option<i64>,
    /// Its contents.
    pub text: Vec<u8>,
}

/// The result of a comparison.
pub struct LikenessFound<'a> {
    /// The pairs, the most alike first.
    pub pairs: &'a [Pair],
    /// The sources that they name.
    pub sources: &'a [ComparedSource],
    /// How many sources were compared.
    pub compared: usize,
    /// Until when it is shown.
    pub until: LocalTime,
}

/// The programs of an event that are compared, or were.
pub struct LikenessView<'a> {
    /// The event's address.
    pub id: &'a str,
    /// Its name.
    pub event: &'a str,
    /// The form's token.
    pub token: &'a str,
    /// What the reader found a moment ago.
    pub found: Option<LikenessFound<'a>>,
    /// Why nothing was compared.
    pub trouble: Option<&'a Sentence>,
}

const TITLE: Words = Words::new("Likeness", "相似度");

fn percent(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}

/// `/organise/ID/likeness`.
pub fn likeness(reader: &Reader<'_>, view: &LikenessView<'_>) -> Html {
    let s = speech(reader);
    let here = format!("/organise/{}/likeness", view.id);
    let what = s.both(
        "Passages that programs of different authors have in common; names, comments and layout do not matter. What was handed out does not count, and the game's starters never do. Only you see the result, and that you looked is in the audit log. It is a finding, not a verdict: read both programs before you speak to anybody.",
        "查找不同作者的程序中相同的段落，不受改名、注释与排版影响。发给大家的代码不计，本棋种的起步程序总是排除。结果只有您能看到，查看会记入操作记录。这只是发现，不是结论：与任何人谈话之前，请先读过双方的程序。",
    );
    let files = [
        ("handed_out", s.both("Files that were handed out", "发给大家的文件")),
        ("mother", s.both("Known programs to compare everybody with", "用来比对的已知程序（母程序）")),
    ];
    let body = html! {
        h1 { (TITLE.to(reader.lang)) }
        p { a href={ "/organise/" (view.id) } { (s.name(view.event)) } }
        (messages(reader, view.trouble, None))
        p class="soft" { (what) }
        @if let Some(found) = &view.found { (result(reader, &here, found)) }
        form class="fields" method="post" action=(here) enctype="multipart/form-data" {
            (token(view.token))
            @for (name, title) in files {
                label for=(name) { (title) }
                input id=(name) name=(name) type="file" multiple="";
            }
            label for="least" { (s.both("Least share, %", "最低相同比例（%）")) }
            input id="least" name="least" inputmode="numeric" value="30" maxlength="3" autocomplete="off";
            fieldset {
                label {
                    input type="checkbox" name="all" value="on";
                    " " span { (s.both("every version, not only the newest of each entry", "比较全部版本，而不只是最新的")) }
                }
            }
            (button("do", "compare", &s.both("Compare", "比较")))
        }
    };
    frame(reader, TITLE.to(reader.lang), Nav::Account, &body)
}

fn result(reader: &Reader<'_>, here: &str, found: &LikenessFound<'_>) -> Html {
    let (s, until) = (speech(reader), &found.until);
    let (files, pairs) = (Noun::FILES.of(found.compared), Noun::PAIRS.of(found.pairs.len()));
    let counts = sentence!(
        "{files} compared, {pairs} alike. Shown in this browser until {until}.",
        "比较了 {files} 份程序，{pairs} 对相似。在此浏览器中显示至 {until}。"; files, pairs, until
    );
    let columns = vec![
        Column::new("pair", Words::new("Side by side", "并排查看")),
        Column::new("one", Words::new("One", "一方")),
        Column::new("of_one", Words::new("% of it", "占其 %")),
        Column::new("other", Words::new("The other", "另一方")),
        Column::new("of_other", Words::new("% of it", "占其 %")),
        Column::new("tokens", Words::new("Tokens", "词法单元")),
    ];
    let row = |(number, pair): (usize, &Pair)| {
        let name =
            |side: usize| Cell::Name(found.sources[pair.of[side]].author.to(reader.lang).to_owned(), None);
        vec![
            Cell::Name(number.to_string(), Some(format!("{here}/{number}"))),
            name(0),
            Cell::Number(percent(pair.share[0])),
            name(1),
            Cell::Number(percent(pair.share[1])),
            Cell::number(pair.tokens),
        ]
    };
    let rows = (1..).zip(found.pairs).map(row).collect();
    html! {
        p class="done" role="status" { (counts.told(reader.lang)) }
        @if !found.pairs.is_empty() {
            (TypedTable::new("likeness", columns, rows).html(s, "", &Sentence::new("Pairs that are alike", "相似的程序")))
        }
    }
}

/// Two sources side by side: `pair` was found between the first and the second.
pub fn likeness_pair(reader: &Reader<'_>, id: &str, pair: &Pair, of: [&ComparedSource; 2]) -> Html {
    let s = speech(reader);
    let names = of.map(|source| source.author.to(reader.lang));
    let title = names.join(" – ");
    let said = s.both(
        "Common passages are coloured; each links to its place on the other side. A finding, not a verdict.",
        "双方相同的段落已着色，点击可跳到另一侧。这只是发现，不是结论。",
    );
    let rule = |entry: &str| format!("/organise/{id}/rule?entry={}", crate::percent_encoded(entry));
    let side = |at: usize| {
        let ComparedSource { entry, submission, text, .. } = of[at];
        html! {
            section {
                h2 { (s.name(names[at])) ": " (percent(pair.share[at])) " %" }
                @if let Some(number) = submission {
                    ul class="lists" {
                        (item(&format!("/submissions/{number}"), &s.both("The submission", "该次提交")))
                        (item(&rule(entry), &s.both("Make a ruling", "作裁决")))
                    }
                }
                pre class="file" tabindex="0" { "\n" (passages(pair, at, text)) }
            }
        }
    };
    let body = html! {
        h1 { (TITLE.to(reader.lang)) }
        p { a href={ "/organise/" (id) "/likeness" } { (s.both("All pairs", "全部结果")) } " · " (said) }
        div class="beside" { (side(0)) (side(1)) }
    };
    frame(reader, &title, Nav::Account, &body)
}
