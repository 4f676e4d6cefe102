//! Pages with pairs side by side, whose common passages link to each other. They are self-contained and need no
//! script.

use super::gathered::Source;
use leitai_core::{Lang, say};
use leitai_likeness::{Pair, Report};
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

/// Colours of passages, used in turn.
const COLOURS: usize = 6;
const STYLE: &str = "body{font-family:system-ui,sans-serif;margin:16px;color-scheme:light dark}\
     .two{display:grid;grid-template-columns:1fr 1fr;gap:12px}.two>div{overflow:auto;height:82vh;border:1px solid #8888}\
     pre{margin:0;padding:8px;font-size:13px;line-height:1.4}a{color:inherit}pre a{text-decoration:none;display:inline}\
     :target{outline:3px solid #d33}.c0{background:#ffd54f66}.c1{background:#4fc3f766}.c2{background:#81c78466}\
     .c3{background:#f0629266}.c4{background:#ba68c866}.c5{background:#ff8a6566}td,th{padding:4px 10px;text-align:left}\
     @media(max-width:700px){.two{grid-template-columns:1fr}.two>div{height:auto}}";

/// Writes `index.html` and a page for each pair into a new or empty folder.
pub(super) fn write(folder: &Path, report: &Report, all: &[Source], lang: Lang) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let title = say!(lang, "Likeness: findings, not verdicts", "相似度：只是发现，不是结论");
    let mut rows = String::new();
    for (number, pair) in report.pairs.iter().enumerate() {
        let [one, other] = pair.of.map(|of| escaped(&all[of].called()));
        let [here, there] = percent(pair);
        let (link, tokens) = (format!("pair-{}.html", number + 1), pair.tokens);
        let _ = writeln!(
            rows,
            "<tr><td><a href=\"{link}\">{}</a></td><td><bdi>{one}</bdi></td><td>{here} %</td><td><bdi>{other}</bdi></td>\
             <td>{there} %</td><td>{tokens}</td></tr>",
            number + 1
        );
        fs::write(folder.join(link), page(pair, all, lang))?;
    }
    let columns = say!(lang, "pair|one||other||tokens", "序号|前者||后者||词法单元");
    let head: String = columns.split('|').flat_map(|column| ["<th>", column, "</th>"]).collect();
    fs::write(
        folder.join("index.html"),
        framed(&title, &format!("<table><tr>{head}</tr>{rows}</table>"), lang),
    )
}

fn percent(pair: &Pair) -> [String; 2] {
    pair.share.map(|share| format!("{:.1}", share * 100.0))
}

fn page(pair: &Pair, all: &[Source], lang: Lang) -> String {
    let of = pair.of.map(|number| &all[number]);
    let [here, there] = percent(pair);
    let side = |side: usize| {
        let mut places: Vec<_> = pair
            .passages
            .iter()
            .enumerate()
            .map(|(number, passage)| (number, &passage.at[side].bytes))
            .collect();
        places.sort_by_key(|(_, bytes)| bytes.start);
        let (text, mut body, mut at) = (&of[side].text, String::new(), 0);
        for (number, bytes) in places {
            body += &escaped(&String::from_utf8_lossy(&text[at..bytes.start]));
            let marked = escaped(&String::from_utf8_lossy(&text[bytes.clone()]));
            let (colour, mine, other) = (number % COLOURS, ["a", "b"][side], ["b", "a"][side]);
            let _ = write!(
                body,
                "<a class=\"c{colour}\" id=\"{mine}{number}\" href=\"#{other}{number}\">{marked}</a>"
            );
            at = bytes.end;
        }
        body + &escaped(&String::from_utf8_lossy(&text[at..]))
    };
    let [one, other] = of.map(|source| escaped(&source.called()));
    let title = format!("{one} – {other}");
    let back = say!(lang, "all pairs", "全部");
    let said = say!(
        lang,
        "Common passages are coloured; each links to its place on the other side. This is a finding, not a verdict.",
        "双方相同的段落已着色，点击可跳到另一侧。这只是发现，不是结论。"
    );
    let body = format!(
        "<p><a href=\"index.html\">{back}</a> · {said}</p><div class=\"two\">\
         <div><h2><bdi>{one}</bdi>: {here} %</h2><pre>{}</pre></div><div><h2><bdi>{other}</bdi>: {there} %</h2><pre>{}</pre></div></div>",
        side(0),
        side(1)
    );
    framed(&title, &body, lang)
}

fn framed(title: &str, body: &str, lang: Lang) -> String {
    let code = if lang == Lang::Zh { "zh-CN" } else { "en" };
    format!(
        "<!doctype html><html lang=\"{code}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
         <title>{title}</title><style>{STYLE}</style></head><body><h1>{title}</h1>{body}</body></html>\n"
    )
}

/// Escapes text for a page: no markup, control character or change of writing direction passes through.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            _ if c.is_control() => out.push('\u{fffd}'),
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                out.push('\u{fffd}');
            }
            c => out.push(c),
        }
    }
    out
}
