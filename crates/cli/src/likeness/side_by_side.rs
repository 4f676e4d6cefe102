//! Pages with pairs side by side, whose common passages link to each other. They are self-contained and need no
//! script.

use super::gathered::Source;
use leitai_core::{Lang, say};
use leitai_likeness::{Pair, Report};
use leitai_pages::{Html, html, passages};
use std::fs;
use std::io;
use std::path::Path;

const STYLE: &str = "body{font-family:system-ui,sans-serif;margin:16px;color-scheme:light dark}\
     .two{display:grid;grid-template-columns:1fr 1fr;gap:12px}.two>div{overflow:auto;height:82vh;border:1px solid #8888}\
     pre{margin:0;padding:8px;font-size:13px;line-height:1.4}a{color:inherit}pre a{text-decoration:none;display:inline}\
     :target{outline:3px solid #d33}.c0{background:#ffd54f66}.c1{background:#4fc3f766}.c2{background:#81c78466}\
     .c3{background:#f0629266}.c4{background:#ba68c866}.c5{background:#ff8a6566}td,th{padding:4px 10px;text-align:left}\
     @media(max-width:700px){.two{grid-template-columns:1fr}.two>div{height:auto}}";

/// Writes `index.html` and a page for each pair into a new or empty folder.
pub(super) fn write(folder: &Path, report: &Report, all: &[Source], lang: Lang) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let called = |number: usize| format!("pair-{number}.html");
    for (number, pair) in (1..).zip(&report.pairs) {
        fs::write(folder.join(called(number)), document(pair, all, lang))?;
    }
    let title = say!(lang, "Likeness: findings, not verdicts", "相似度：只是发现，不是结论");
    let columns = say!(lang, "pair|one||other||tokens", "序号|前者||后者||词法单元");
    let table = html! {
        table {
            tr { @for column in columns.split('|') { th { (column) } } }
            @for (number, pair) in (1..).zip(&report.pairs) {
                tr {
                    td { a href=(called(number)) { (number) } }
                    @for (of, share) in pair.of.into_iter().zip(percent(pair)) {
                        td { bdi { (all[of].called()) } }
                        td { (share) " %" }
                    }
                    td { (pair.tokens) }
                }
            }
        }
    };
    fs::write(folder.join("index.html"), framed(&title, &table, lang))
}

fn percent(pair: &Pair) -> [String; 2] {
    pair.share.map(|share| format!("{:.1}", share * 100.0))
}

fn document(pair: &Pair, all: &[Source], lang: Lang) -> String {
    let of = pair.of.map(|number| &all[number]);
    let names = of.map(Source::called);
    let said = say!(
        lang,
        "Common passages are coloured; each links to its place on the other side. This is a finding, not a verdict.",
        "双方相同的段落已着色，点击可跳到另一侧。这只是发现，不是结论。"
    );
    let body = html! {
        p { a href="index.html" { (say!(lang, "all pairs", "全部")) } " · " (said) }
        div class="two" {
            @for (side, (name, share)) in names.iter().zip(percent(pair)).enumerate() {
                div {
                    h2 { bdi { (name) } ": " (share) " %" }
                    pre { (passages(pair, side, &of[side].text)) }
                }
            }
        }
    };
    framed(&names.join(" – "), &body, lang)
}

fn framed(title: &str, body: &Html, lang: Lang) -> String {
    let policy = "default-src 'none'; style-src 'unsafe-inline'";
    let page = html! {
        html lang=(if lang == Lang::Zh { "zh-CN" } else { "en" }) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                meta http-equiv="Content-Security-Policy" content=(policy);
                title { (title) }
                style { (Html::trusted(STYLE)) }
            }
            body { h1 { (title) } (body) }
        }
    };
    Html::document(page).into_string()
}
