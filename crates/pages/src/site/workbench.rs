//! The workbench of this machine's user: what there is to do, own programs, and what was seen of each at its last saves.

mod round;

use crate::Reader;
use crate::html::Html;
use crate::percent_encoded;
use crate::site::asset::asset_path;
use crate::site::board::capital;
use crate::site::frame::messages;
use crate::site::local_page::{local_page, tools};
use leitai_catalog::{GAMES, ListedGame};
use leitai_core::{Lang, Level, Sentence, Words, say};
use leitai_hall::{OwnDesk, OwnProgram, WorkbenchShown};
use round::{result, round};
use std::path::Path;

/// The workbench, and what is said of the last thing that was asked for there.
pub struct WorkbenchView<'a> {
    /// The path of its page.
    pub address: &'a str,
    /// The address of this machine's site.
    pub site: &'a str,
    /// What is on it.
    pub shown: &'a WorkbenchShown,
    /// Why something was not done.
    pub trouble: Option<&'a Sentence>,
}

/// Its first page.
pub fn workbench(reader: &Reader<'_>, view: &WorkbenchView<'_>) -> Html {
    let lang = reader.lang;
    let title = say!(lang, "Leitai on this machine", "本机擂台");
    let site = |path: &str| format!("{}{path}", view.site);
    let WorkbenchShown { folder, programs, desk } = view.shown;
    let folder = folder.display().to_string();
    let ways = [
        (
            site("play"),
            Words::new("Play", "下棋"),
            Words::new("against built-in players or a friend", "与内置棋手或朋友对局"),
        ),
        (site(""), Words::new("Watch", "观战"), Words::new("games that are being played", "正在进行的对局")),
        (
            site("docs"),
            Words::new("Write a program", "编写程序"),
            Words::new("rules, protocols, starter programs", "规则、协议与起步程序"),
        ),
    ];
    let body = html! {
        h1 { (title) }
        (messages(reader, view.trouble, None))
        ul class="rows" {
            @for (href, name, what) in &ways {
                li class="row" { div { a href=(href) { (name.to(lang)) } p { (what.to(lang)) } } }
            }
            li class="row" { div { a href="#programs" { (PROGRAMS.to(lang)) } p { (say!(lang, "checked and tried each time you save", "每次保存后检查并试下")) } } }
            li class="row" { div { a href="#desk" { (DESK.to(lang)) } p { (say!(lang, "relay your program's game by hand", "为自己的程序手工转达着法")) } } }
        }
        h2 id="programs" { (PROGRAMS.to(lang)) }
        p class="soft" { (say!(lang, "in this folder:", "文件夹：")) " " bdi { (folder) } }
        @if programs.is_empty() {
            p { (say!(lang, "No program is here yet: save a source file into this folder, or add one below.", "这里还没有程序：请把源文件存入此文件夹，或在下面添加。")) }
        } @else {
            ul class="rows" {
                @for program in programs {
                    li class="row" {
                        span { a href=(own_program_path(view.address, &program.path)) { bdi { (name(&program.path)) } } }
                        span { (state(program, lang)) }
                    }
                }
            }
        }
        (adding(view, lang))
        h2 id="desk" { (DESK.to(lang)) }
        (opening(view, desk.as_ref(), lang))
    };
    let head = again(is_opening(desk.as_ref()));
    local_page(reader, &title, &[Html::default(), tools(reader, view.address)], "page", &body, &head)
}

const PROGRAMS: Words = Words::new("My programs", "我的程序");
const DESK: Words = Words::new("At an operator's desk", "操作席");

/// The head of a page on which something may be on its way: its script asks what is new. Without script the page asks for itself.
fn again(is_moving: bool) -> Html {
    html! {
        script type="module" src=(asset_path("own.js")) {}
        @if is_moving { noscript { meta http-equiv="refresh" content="3"; } }
    }
}

/// The path of a program's page, on the workbench at `address`.
pub fn own_program_path(address: &str, path: &Path) -> String {
    format!("{address}/program?path={}", percent_encoded(&name(path)))
}

fn name(path: &Path) -> String {
    path.display().to_string()
}

/// How a program stands, in a word, and how its last games ended.
fn state(program: &OwnProgram, lang: Lang) -> Html {
    let ready = match program.is_ready {
        Some(true) => say!(lang, "ready", "可以上场"),
        Some(false) => say!(lang, "has a fault", "有问题"),
        None => say!(lang, "not tried yet", "尚未试下"),
    };
    let last = program.now.iter().chain(&program.before).find_map(|seen| seen.played.as_ref());
    html! {
        strong { (ready) }
        @if program.is_watched { " " span class="soft" { (say!(lang, "watched", "保存即试下")) } }
        @if let Some(played) = last { br; span class="soft" { (result(played, program.against, lang)) } }
    }
}

fn adding(view: &WorkbenchView<'_>, lang: Lang) -> Html {
    html! {
        form class="fields" method="post" action=(view.address) {
            label for="added" { (say!(lang, "A program elsewhere: its path", "其他位置的程序：路径")) }
            input id="added" name="path" required="" spellcheck="false" autocapitalize="none";
            button class="quiet" name="do" value="add" { (say!(lang, "Add", "添加")) }
        }
        form class="fields" method="post" action=(view.address) enctype="multipart/form-data" {
            input type="hidden" name="do" value="take";
            label for="file" { (say!(lang, "A source file, which is copied into this folder", "源文件（复制到此文件夹）")) }
            input id="file" name="file" type="file" required="";
            button class="quiet" { (say!(lang, "Copy here", "复制到此处")) }
        }
    }
}

fn games(chosen: Option<ListedGame>, lang: Lang) -> Html {
    html! {
        @for game in GAMES {
            option value=(game.facts().id) selected=[(chosen == Some(*game)).then_some("")] { (capital(game.facts().name.to(lang))) }
        }
    }
}

/// Whether a desk is being opened, and has not said yet where it is.
fn is_opening(desk: Option<&OwnDesk>) -> bool {
    desk.is_some_and(|desk| desk.address.is_none() && desk.trouble.is_none())
}

fn opening(view: &WorkbenchView<'_>, desk: Option<&OwnDesk>, lang: Lang) -> Html {
    let programs = &view.shown.programs;
    let chosen = desk.map(|desk| &desk.program);
    let last = desk.map(|desk| desk.game).or_else(|| programs.iter().find_map(|program| program.game));
    html! {
        div id="news" data-moves=[is_opening(desk).then_some("")] {
            @if let Some(desk) = desk {
                @let called = format!("{} · {}", capital(desk.game.facts().name.to(lang)), name(&desk.program));
                p role="status" {
                    bdi { (called) } (say!(lang, ": ", "："))
                    @match (&desk.address, &desk.trouble) {
                        (Some(address), _) => { a class="do" href=(address) { (say!(lang, "go to the desk", "前往操作席")) } },
                        (None, Some(trouble)) if trouble.is_empty() => { (say!(lang, "closed", "已关闭")) },
                        (None, Some(trouble)) => { strong { (trouble) } },
                        (None, None) => { (say!(lang, "it is being built …", "正在构建……")) },
                    }
                }
            }
        }
        @if !programs.is_empty() {
            form class="fields" method="post" action=(view.address) {
                label for="desk-game" { (say!(lang, "Game", "棋种")) }
                select id="desk-game" name="game" { (games(last, lang)) }
                label for="desk-program" { (say!(lang, "Program", "程序")) }
                select id="desk-program" name="path" {
                    @for program in programs {
                        option value=(name(&program.path)) selected=[(chosen == Some(&program.path)).then_some("")] { (name(&program.path)) }
                    }
                }
                label for="desk-side" { (say!(lang, "It plays", "先后手")) }
                select id="desk-side" name="side" {
                    option value="first" { (say!(lang, "First", "先手")) }
                    option value="second" { (say!(lang, "Second", "后手")) }
                }
                button class="do" name="do" value="operate" { (say!(lang, "Open the desk", "打开操作席")) }
            }
        }
    }
}

/// The page of a program.
pub fn own_program(reader: &Reader<'_>, view: &WorkbenchView<'_>, program: &OwnProgram) -> Html {
    let lang = reader.lang;
    let title = name(&program.path);
    let hidden = html! { input type="hidden" name="path" value=(title); };
    let levels =
        Level::ALL.into_iter().filter(|level| GAMES.iter().any(|game| game.facts().levels.contains(level)));
    let body = html! {
        h1 { bdi { (title) } }
        p { a href=(view.address) { (say!(lang, "All programs", "全部程序")) } }
        (messages(reader, view.trouble, None))
        form class="fields" method="post" action=(view.address) {
            (hidden)
            @if program.is_watched {
                p { (say!(lang, "Each time you save it, it is built, checked and tried. This page shows what is new by itself.", "每次保存后会构建、检查并试下，本页自动显示最新结果。")) }
                button class="quiet" name="do" value="leave" { (say!(lang, "Stop", "停止")) }
            } @else {
                label for="game" { (say!(lang, "Game", "棋种")) }
                select id="game" name="game" { (games(program.game, lang)) }
                label for="against" { (say!(lang, "Against", "对手")) }
                select id="against" name="against" {
                    option value="" { (say!(lang, "the weakest level", "最弱的级别")) }
                    @for level in levels {
                        option value=(level.name()) selected=[(program.against == Some(level)).then_some("")] { (level.name()) }
                    }
                }
                button class="do" name="do" value="watch" { (say!(lang, "Check and try at each save", "每次保存后检查并试下")) }
            }
        }
        div id="news" data-moves=[program.is_watched.then_some("")] {
            @if let Some(trouble) = program.trouble.as_ref().filter(|trouble| !trouble.is_empty()) {
                p class="trouble" role="alert" { (trouble) }
            }
            p role="status" { (state(program, lang)) }
            @for (seen, is_newest) in program.now.iter().map(|seen| (seen, true)).chain(program.before.iter().map(|seen| (seen, false))) {
                (round(reader, seen, program.against, is_newest))
            }
        }
    };
    let head = again(program.is_watched);
    local_page(reader, &title, &[Html::default(), tools(reader, view.address)], "page", &body, &head)
}
