//! The chapter of one game: its rules with their tests, what was decided, protocols, starters, and how to try it.

use super::publication::{Publication, publications};
use super::rule_sentence::rule_sentences;
use super::subject::{Dossier, DossierGame, said};
use crate::event::limits::limits;
use crate::html::Html;
use crate::site::board::capital;
use crate::site::docs::named;
use crate::site::frame::coded;
use leitai_arena::Language;
use leitai_core::{ContentHash, Lang, say};
use std::path::Path;

/// What begins the decisions of a game's page, in English and in Chinese.
const DECISIONS: [&str; 2] = ["**Decisions.**", "**裁定。**"];

/// The heading of a game.
pub(super) fn title(own: &DossierGame, lang: Lang) -> String {
    capital(own.ruled.facts().name.to(lang))
}

/// The chapter of a game.
pub(super) fn chapter(dossier: &Dossier<'_>, own: &DossierGame, lang: Lang) -> Html {
    let facts = own.ruled.facts();
    let id = facts.id;
    let (sentences, starters) = (rule_sentences(own.ruled.game()), own.ruled.game().starters());
    let decided = named(id).and_then(|page| decisions(page.text(lang)));
    let options = own.ruled.options();
    let usual = said(lang, "as the game sets them", "按棋种默认");
    html! {
        section class="chapter" id={ "game-" (id) } {
            h2 { (title(own, lang)) }
            table {
                tr { th { (said(lang, "Time", "用时")) } td { (limits(own.clock).map_or(usual.to_owned(), |said| said.to(lang).to_owned())) } }
                tr { th { (said(lang, "Options", "选项")) } td { @for (name, value) in &options { code { (name) "=" (value) } " " } } }
            }
            h3 { (said(lang, "Rules as implemented", "规则及其测试")) }
            p { (coded(&say!(
                lang,
                "Each sentence with the tests that show that it is kept; `cargo test -p {id} NAME` runs one. What ends in `.txt` is a \
                 conversation with a program, played again by the tests.",
                "每句规则附证明其得到执行的测试；`cargo test -p {id} 测试名` 可单独运行。以 `.txt` 结尾的是与程序的通信实录，由测试重放。"
            ))) }
            table {
                thead { tr { th { "#" } th { (said(lang, "rule", "规则")) } th { (said(lang, "shown by", "测试")) } } }
                @for (number, sentence) in (1..).zip(&sentences) {
                    tr {
                        td class="n" { (number) }
                        td { (dossier.sentences(sentence.text(lang), "")) }
                        td class="shown" { @for test in &sentence.tests { code { (test) } } }
                    }
                }
            }
            @if let Some(decided) = decided {
                h3 { (said(lang, "Where the source is silent", "原文未尽之处的裁定")) }
                (dossier.sentences(&decided, &format!("{id}-")))
            }
            h3 { (said(lang, "Protocols", "通信协议")) }
            (protocols(dossier, own, lang))
            h3 { (said(lang, "Starters", "起步程序")) }
            table {
                thead { tr { th { (said(lang, "language", "语言")) } th { (said(lang, "file", "文件")) } th { "SHA-256" } } }
                @for starter in starters {
                    tr {
                        td { (Language::of(Path::new(starter.file)).map_or(starter.file, Language::name)) }
                        td { code { "starters/" (id) "/" (starter.file) } }
                        td class="hash" { (ContentHash::of(starter.text.as_bytes())) }
                    }
                }
            }
            h3 { (said(lang, "To try it", "试用")) }
            pre { (commands(own, lang)) }
        }
    }
}

/// The protocols in which programs of the game may speak, with the day of each text.
fn protocols(dossier: &Dossier<'_>, own: &DossierGame, lang: Lang) -> Html {
    let day = dossier.day();
    let all = publications();
    let stands = |published: Option<&Publication>| match (published, &day) {
        (None, _) => said(lang, "not published", "未公布"),
        (Some(_), None) => "",
        (Some(text), Some(day)) if text.is_two_months_before(day) => {
            said(lang, "two months ahead", "早于两个月")
        }
        (Some(_), Some(_)) => said(lang, "less than two months ahead", "不足两个月"),
    };
    let rows = dossier.spoken(own).into_iter().filter_map(|name| {
        let slug = name.name().trim_end_matches("-simple");
        let text = named(slug)?.text(lang);
        let sha256 = ContentHash::of(text.as_bytes());
        let hash = sha256.to_string();
        let published = all.iter().find(|publication| publication.sha256 == hash);
        Some((name, slug, sha256, published))
    });
    html! {
        table {
            thead {
                tr {
                    th { (said(lang, "protocol", "协议")) }
                    th { (said(lang, "published", "发布日期")) }
                    th { (said(lang, "SHA-256 of its text", "文本的 SHA-256")) }
                }
            }
            @for (name, slug, sha256, published) in rows {
                tr {
                    td { a href={ "#" (slug) } { code { (name) } } }
                    td class="n" { (published.map_or("–", |text| text.day)) br; span class="soft" { (stands(published)) } }
                    td class="hash" { (sha256) }
                }
            }
        }
    }
}

/// What was decided where the source is silent: the list below its heading on the game's page.
fn decisions(page: &str) -> Option<String> {
    let lines = page.lines().skip_while(|line| !DECISIONS.iter().any(|heading| line.starts_with(heading)));
    let list: Vec<&str> =
        lines.skip(1).take_while(|line| !line.starts_with("**") && !line.starts_with('#')).collect();
    let text = list.join("\n");
    (!text.trim().is_empty()).then_some(text)
}

/// The commands by which a team tries the platform: starter, check, games against players of graded strength.
fn commands(own: &DossierGame, lang: Lang) -> String {
    let facts = own.ruled.facts();
    let (id, levels) =
        (facts.id, facts.levels.iter().map(|level| level.name()).collect::<Vec<_>>().join(", "));
    let starter = said(lang, "a starter in a folder", "生成起步程序");
    let check = said(lang, "does a program speak its protocol?", "检查程序的通信");
    let games = say!(lang, "games against {levels}", "与 {levels} 对弈");
    let platform =
        said(lang, "a player of the platform on a platform of your own", "在自己的平台上使用内置棋手");
    let desk = said(lang, "an operator's window, rehearsed", "操作员窗口演练");
    format!(
        "# {starter}\nleitai new {id} --lang cpp --out my\n# {check}\nleitai check my --game {id}\n# {games}\n\
         leitai match {id} my easy --games 20\n# {platform}\nleitai engine {id} --level easy\n# {desk}\nleitai operate {id} my --rehearse easy\n"
    )
}
