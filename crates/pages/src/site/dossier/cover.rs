//! The page of a dossier: its cover, what it holds, and its frame.

use super::assurance::{assurances, limits};
use super::for_game::{chapter, title};
use super::subject::{ASSURANCES, Dossier, DossierFile, GUIDES, said, suffix};
use crate::event::limits::level;
use crate::html::Html;
use crate::site::docs::named;
use crate::site::frame::coded;
use leitai_core::{Lang, say};

const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// For the screen and for paper. A browser numbers the pages that it prints.
const STYLE: &str = "body{max-width:50rem;margin:24px auto;padding:0 16px;font:15px/1.5 system-ui,'Noto Sans SC','PingFang SC','Microsoft YaHei',sans-serif;color:#111;background:#fff}\
     h1,h2,h3,h4,h5,h6{line-height:1.25;break-after:avoid}h2{border-top:2px solid #888;padding-top:16px;margin-top:40px}\
     table{border-collapse:collapse;width:100%;margin:8px 0}th,td{border:1px solid #aaa;padding:3px 8px;text-align:left;vertical-align:top}\
     thead{display:table-header-group}tr{break-inside:avoid}td p{margin:0}code,pre{font:12px/1.4 ui-monospace,'Noto Sans Mono CJK SC',monospace;overflow-wrap:anywhere}\
     pre{white-space:pre-wrap;border:1px solid #ccc;padding:6px}.hash{font:10px/1.3 ui-monospace,monospace;overflow-wrap:anywhere;word-break:break-all}\
     .shown code{display:block}.n{white-space:nowrap}.soft{color:#555}.sign td{height:2.6em}.sign th{width:35%}.wide{overflow-x:auto}\
     @page{size:A4;margin:18mm 16mm}@media print{body{max-width:none;margin:0;padding:0;font-size:10.5pt}.chapter{break-before:page}.wide{overflow:visible}a{color:inherit;text-decoration:none}}";

/// The page; `files` are what it lists, the other files of the dossier.
pub(super) fn page(dossier: &Dossier<'_>, files: &[DossierFile], lang: Lang) -> Html {
    let heading = match &dossier.contest {
        Some(contest) => {
            say!(lang, "Leitai: dossier for {}", "擂台：{}平台申报材料", contest.name)
        }
        None => say!(lang, "Leitai: dossier of the platform", "擂台：平台申报材料"),
    };
    Html::document(html! {
        html lang=(suffix(lang)) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (heading) }
                style { (STYLE) }
            }
            body {
                h1 { (heading) }
                (cover(dossier, lang))
                (contents(dossier, lang))
                (admission(dossier, lang))
                @for own in &dossier.games { (chapter(dossier, own, lang)) }
                (assurances(lang))
                (limits(lang))
                @for slug in GUIDES.iter().copied().chain(dossier.protocols()).chain(ASSURANCES) {
                    @if let Some(part) = dossier.part(slug, lang) { section class="chapter" id=(slug) { (part) } }
                }
                (listed(files, lang))
                (signatures(lang))
            }
        }
    })
}

fn cover(dossier: &Dossier<'_>, lang: Lang) -> Html {
    let what = said(
        lang,
        "Leitai is one program, without a network or an account anywhere, on which programs play each other at board games: \
         it applies the rules, keeps the clocks, starts the programs in a sandbox or takes their moves from an operator at \
         the board, and writes a record of each game that anybody can play again and check.",
        "擂台是一个独立程序，无需联网，也无需任何账号。博弈程序在其上相互对弈：擂台执行规则、计时，在沙箱中启动程序，或由操作员在棋盘前录入着法，\
         并为每局写下任何人都可重放、核对的记录。",
    );
    let binary = say!(lang, "{} bytes", "{} 字节", dossier.binary.bytes);
    let stands = level(dossier.machine.strongest);
    html! {
        p { (what) }
        table {
            @if let Some(contest) = &dossier.contest {
                tr { th { (said(lang, "Contest", "赛事")) } td { (contest.name) } }
                @if !contest.place.is_empty() { tr { th { (said(lang, "Place", "地点")) } td { (contest.place) } } }
                @if let Some(day) = dossier.day() { tr { th { (said(lang, "First day", "首日")) } td { (day) } } }
            }
            tr { th { (said(lang, "Version", "版本")) } td { (dossier.version) } }
            tr {
                th { (said(lang, "Program file", "程序文件")) }
                td { (binary) br; span class="hash" { "SHA-256 " (dossier.binary.sha256) } }
            }
            tr { th { (said(lang, "Written on", "生成于")) } td { (dossier.machine.system) } }
            tr { th { (said(lang, "Sandbox there", "该机沙箱")) } td { (coded(stands.to(lang))) } }
        }
    }
}

fn contents(dossier: &Dossier<'_>, lang: Lang) -> Html {
    let slugs = GUIDES.iter().copied().chain(dossier.protocols()).chain(ASSURANCES);
    let documents = slugs.filter_map(|slug| named(slug).map(|document| (slug, document.title(lang))));
    html! {
        h2 { (said(lang, "Contents", "目录")) }
        ol {
            li { a href="#admission" { (said(lang, "What the general rules ask of a platform", "竞赛总则对平台的要求")) } }
            @for own in &dossier.games {
                li { a href={ "#game-" (own.ruled.facts().id) } { (title(own, lang)) } }
            }
            li { a href="#assurances" { (said(lang, "What is guaranteed, and how it was examined", "所作保证及其检验")) } }
            li { a href="#limits" { (said(lang, "What it does not do", "局限")) } }
            @for (slug, title) in documents { li { a href={ "#" (slug) } { (title) } } }
            li { a href="#files" { (said(lang, "Files of this dossier", "材料清单")) } }
            li { a href="#signatures" { (said(lang, "Finding of the committee", "评审意见")) } }
        }
    }
}

/// What the general rules ask of a platform, and where this dossier answers.
fn admission(dossier: &Dossier<'_>, lang: Lang) -> Html {
    let published = match dossier.day() {
        Some(day) => say!(
            lang,
            "with each game: every text of a protocol with its day and hash, and whether it stood two months before {day}",
            "见各棋种：每份协议文本的发布日期与哈希，及其是否早于 {day} 两个月"
        ),
        None => say!(
            lang,
            "with each game: every text of a protocol with its day and hash",
            "见各棋种：每份协议文本的发布日期与哈希"
        ),
    };
    let rows = [
        (said(lang, "applied for beforehand", "事先申报"), said(lang, "this dossier", "即本材料").to_owned()),
        (
            said(lang, "tried by the teams", "经参赛队试用"),
            said(lang, "with each game: starters in seven languages, opponents of graded strength, and the commands", "见各棋种：七种语言的起步程序、分级的对手与命令")
                .to_owned(),
        ),
        (said(lang, "approved by experts", "经专家认可"), said(lang, "the last page, to be signed", "末页，供签署").to_owned()),
        (said(lang, "its protocol and guide published two months ahead", "提前两个月公布协议与使用说明"), published),
        (
            said(lang, "never compulsory", "不强制使用"),
            said(
                lang,
                "a team without it plays at a real board: its operator relays by hand, and the result is brought with its sheet",
                "未接入的队伍照常在实物棋盘上对局：由操作员人工转达，成绩凭签字的记录表录入",
            )
            .to_owned(),
        ),
    ];
    html! {
        section id="admission" {
            h2 { (said(lang, "What the general rules ask of a platform", "竞赛总则对平台的要求")) }
            table {
                thead { tr { th { (said(lang, "asked", "要求")) } th { (said(lang, "where it is answered", "出处")) } } }
                @for (asked, answered) in rows { tr { td { (asked) } td { (answered) } } }
            }
        }
    }
}

fn listed(files: &[DossierFile], lang: Lang) -> Html {
    html! {
        section class="chapter" id="files" {
            h2 { (said(lang, "Files of this dossier", "材料清单")) }
            p { (coded(said(lang, "`sha256sum -c SHA256SUMS` checks all of them.", "`sha256sum -c SHA256SUMS` 可核对全部文件。"))) }
            table {
                thead { tr { th { (said(lang, "file", "文件")) } th { (said(lang, "bytes", "字节")) } th { "SHA-256" } } }
                @for file in files {
                    tr { td { code { (file.path) } } td class="n" { (file.contents.len()) } td class="hash" { (file.sha256()) } }
                }
            }
        }
    }
}

/// What the committee found, to be filled in by hand.
fn signatures(lang: Lang) -> Html {
    let rows = [
        said(lang, "Tried by the teams on", "参赛队试用日期"),
        said(lang, "Games admitted", "准予使用的棋种"),
        said(lang, "On conditions", "附加条件"),
        said(lang, "Finding (admitted, not admitted) and reason", "意见（准予、不准予）及理由"),
        said(lang, "Experts", "评审专家"),
        said(lang, "Date and signatures", "日期、签名"),
    ];
    html! {
        section class="chapter" id="signatures" {
            h2 { (said(lang, "Finding of the committee", "评审意见")) }
            table class="sign" { @for row in rows { tr { th { (row) } td {} } } }
        }
    }
}
