//! The board, the code and the clocks, with what stands around them.

use super::DeskView;
use super::games::score_said;
use super::referee::{announced, is_shut};
use crate::Reader;
use crate::html::Html;
use crate::site::board::{ClockShown, SceneShown, capital, chip, faces, places};
use crate::site::play_tree::{beside, tree};
use crate::site::texts::Texts;
use leitai_core::{Clock, Lang, Say, Seat, Tone, say};
use leitai_hall::DeskState;
use std::time::Duration;

/// The window, with what stands above and beside the board.
pub(super) fn table(
    reader: &Reader<'_>,
    view: &DeskView<'_>,
    to_do: &Html,
    entry: &Html,
    side: &Html,
) -> Html {
    let (t, lang, shown) = (Texts(reader.lang), reader.lang, view.shown);
    let scene = shown.board();
    let drawn = scene.map(|scene| SceneShown::of(scene, view.seat(), lang));
    // Where the clocks stand, nothing is played.
    let is_open = shown.state == DeskState::Runs && !is_shut(view);
    let tree = tree(if is_open { &shown.choices } else { &[] }).to_string();
    let spoken = scene.map(|scene| places(reader, scene));
    let beside = scene.map(|scene| beside(scene, lang).to_string());
    let clock = view.setup.clock;
    let limit = |time: Option<Duration>| time.map_or(0, |time| time.as_millis());
    let is_wide = drawn.as_ref().is_some_and(|drawn| drawn.is_wide);
    let title = format!("{} · {}", view.to_do.to(lang), capital(view.setup.game.facts().name.to(lang)));
    let [nearer, farther] = [view.seat(), view.seat().other()];
    let is_referees = view.setup.is_referees();
    let class = match (is_wide, is_referees) {
        (false, false) => "",
        (true, false) => "broad",
        (false, true) => "referees",
        (true, true) => "broad referees",
    };
    html! {
        lt-desk class=(class) data-version=(shown.version) data-news=(view.news)
            data-seat=(view.seat()) data-faces=(faces(view.faces)) data-turn=(limit(clock.turn)) data-whole=(limit(clock.game))
            data-address=(view.address) data-tree=(tree) data-places=[spoken] data-beside=[beside] data-title=(title)
            data-score=(score_said(&shown.results)) {
            p class="trouble gone" role="alert" {
                @if is_referees { (say!(
                    lang,
                    "This window has lost its program. Start leitai desk again in the same folder: the page goes on by itself, and so does the game.",
                    "本窗口与程序失去联系。请在同一文件夹重新运行 “leitai desk”：页面会自动恢复，棋局从原处接着下。"
                )) } @else { (say!(
                    lang,
                    "This window has lost its program. Start leitai operate again in the same folder: the page goes on by itself, and so does the game.",
                    "本窗口与程序失去联系。请在同一文件夹重新运行 “leitai operate”：页面会自动恢复，棋局从原处接着下。"
                )) }
            }
            (to_do)
            section class="table" aria-label=(t.board()) data-flip=[(view.seat() == Seat::Second).then_some("seats")] {
                div class="board" {
                    @if let Some(drawn) = &drawn { (drawn.sheet) } @else {
                        p class="secret" { (say!(lang, "The board comes with the game.", "开局后显示棋盘。")) }
                    }
                }
                @if let Some(tray) = drawn.as_ref().and_then(|drawn| drawn.tray.as_ref()) { div class="tray" { (tray) } }
                p class="says" { @if let Some(scene) = scene { (says(&scene.says, lang)) } }
            }
            section class="desk-main" aria-label=(say!(lang, "Clocks and moves", "计时与着法")) {
                (announced(view, lang))
                (seat(view, farther, lang))
                (seat(view, nearer, lang))
                (code(view, lang))
                (entry)
            }
            (side)
        }
    }
}

/// The code of the position, by which two desks see that they show the same.
fn code(view: &DeskView<'_>, lang: Lang) -> Html {
    if view.shown.code.is_empty() || view.shown.is_covered() {
        return Html::default();
    }
    // Read letter by letter, also by who hears it.
    let letters: Vec<String> = view.shown.code.chars().map(String::from).collect();
    html! {
        p class="position-code" {
            span { (say!(lang, "Position code", "局面码")) }
            b aria-label=(letters.join(" ")) role="img" { (view.shown.code) }
            span class="soft" {
                @if view.setup.is_referees() {
                    (say!(lang, "The same on every Leitai screen that shows this game.", "显示本局的各 Leitai 屏幕均应相同。"))
                } @else {
                    (say!(lang, "After each move both screens show the same; if not, somebody mistyped.", "每步之后双方屏幕应相同；不同则有人录错。"))
                }
            }
        }
    }
}

/// A side with its clock.
fn seat(view: &DeskView<'_>, seat: Seat, lang: Lang) -> Html {
    let (shown, setup) = (view.shown, view.setup);
    let tone = shown.scene.as_ref().map_or(Tone::Plain, |scene| scene.seats[seat.index()]);
    let is_own = seat == view.seat();
    let [own, other] = &setup.teams;
    let face = view.faces[seat.index()];
    let whose = if is_own {
        say!(lang, "this machine", "本机")
    } else {
        say!(lang, "the other machine", "对方机器")
    };
    html! {
        div class="seat" data-seat=(seat) data-on[face.running] {
            (chip(tone))
            div class="who" {
                b { bdi { (if is_own { own } else { other }) } }
                span {
                    (setup.game.facts().seats[seat.index()].to(lang))
                    @if !setup.is_referees() { " · " (whose) }
                }
            }
            @if setup.clock != Clock::NONE || face.turn_ms > 0 || face.running {
                (ClockShown::running(face, setup.clock, String::new(), lang).html())
            }
        }
    }
}

fn says(says: &[Say], lang: Lang) -> String {
    let said = says.iter().map(|say| if lang == Lang::Zh { say.zh.as_str() } else { say.en.as_str() });
    said.collect::<Vec<_>>().join(if lang == Lang::Zh { "；" } else { " · " })
}
