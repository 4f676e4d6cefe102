//! Another screen of a referee's desk: what a side, or everybody, may know. It is made of that alone.

use super::frame;
use crate::html::Html;
use crate::site::board::{ClockShown, SceneShown, capital, chip, faces, places};
use crate::site::texts::Texts;
use crate::{Face, Reader};
use leitai_core::{Clock, Lang, Seat, Tone, say};
use leitai_hall::{DeskEye, DeskResult, DeskSetup, DeskSight};
use std::time::Duration;

/// What another screen of a referee's desk is made of.
pub struct SightView<'a> {
    /// Its path, with the key.
    pub address: &'a str,
    /// What the desk is set up for.
    pub setup: &'a DeskSetup,
    /// Who looks.
    pub eye: DeskEye,
    /// The seat of the first of the teams in the game that is shown.
    pub seat: Seat,
    /// What the eye may see; `None` before a game has begun.
    pub sight: Option<&'a DeskSight>,
    /// Whether a game is being played, and whether its clocks stand.
    pub plays: SightState,
    /// What the clocks show now.
    pub faces: [Face; 2],
    /// What was shown last: other texts are other news.
    pub news: &'a str,
    /// The games of the match that are over.
    pub results: &'a [DeskResult],
}

/// How it stands with the game, as everybody may know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SightState {
    /// No game is being played.
    Waits,
    /// One is.
    Runs,
    /// Both clocks were stopped.
    Stands,
}

/// The screen as a page.
pub fn desk_sight(reader: &Reader<'_>, view: &SightView<'_>) -> Html {
    let lang = reader.lang;
    let game = capital(view.setup.game.facts().name.to(lang));
    let [own, other] = &view.setup.teams;
    let head = html! {
        h1 { (game) " · " bdi { (own) } " – " bdi { (other) } }
        strong class="soft" { (who(view, lang)) }
    };
    let title = format!("{game} · {}", who(view, lang));
    frame::sight(reader, &title, &head, view.address, &desk_sight_now(reader, view))
}

/// The screen alone, which the script puts in place of the one it shows.
pub fn desk_sight_now(reader: &Reader<'_>, view: &SightView<'_>) -> Html {
    let (t, lang) = (Texts(reader.lang), reader.lang);
    let from = if let DeskEye::Side(seat) = view.eye { seat } else { Seat::First };
    let scene = view.sight.map(|sight| &sight.scene);
    let drawn = scene.map(|scene| SceneShown::of(scene, from, lang));
    let clock = view.setup.clock;
    let limit = |time: Option<Duration>| time.map_or(0, |time| time.as_millis());
    let says = scene.map(|scene| scene.says.iter()).into_iter().flatten();
    let word = |say: &leitai_core::Say| if lang == Lang::Zh { say.zh.clone() } else { say.en.clone() };
    let says = says.map(word).collect::<Vec<_>>().join(if lang == Lang::Zh { "；" } else { " · " });
    let is_wide = drawn.as_ref().is_some_and(|drawn| drawn.is_wide);
    html! {
        lt-desk class=(if is_wide { "broad referees" } else { "referees" }) data-version="0" data-news=(view.news)
            data-seat=(from) data-faces=(faces(view.faces)) data-turn=(limit(clock.turn)) data-whole=(limit(clock.game))
            data-address=(view.address) data-tree="{}" data-places=[scene.map(|scene| places(reader, scene))] {
            p class="trouble gone" role="alert" { (say!(lang, "This screen has lost the referee's desk.", "本屏与裁判席失去联系。")) }
            section class="to-do" aria-label=(say!(lang, "How it stands", "进行情况")) {
                p class="verdict" role="status" { strong { (stands(view, lang)) } }
            }
            section class="table" aria-label=(t.board()) data-flip=[(from == Seat::Second).then_some("seats")] {
                div class="board" {
                    @if let Some(drawn) = &drawn { (drawn.sheet) } @else {
                        p class="secret" { (say!(lang, "The board comes with the game.", "开局后显示棋盘。")) }
                    }
                }
                p class="says" { (says) }
            }
            section class="desk-main" aria-label=(say!(lang, "Clocks", "计时")) {
                @if let Some(said) = view.sight.map(|sight| &sight.said).filter(|said| !said.is_empty()) {
                    section class="announced" aria-label=(say!(lang, "The referee says", "裁判宣布")) {
                        @for say in said { p { b { (word(say)) } } }
                    }
                }
                (seat(view, from.other(), lang))
                (seat(view, from, lang))
            }
        }
    }
}

/// Whose screen this is.
fn who(view: &SightView<'_>, lang: Lang) -> String {
    match view.eye {
        DeskEye::Side(seat) => {
            let team = view.setup.team(seat, view.seat);
            say!(lang, "what {team} may see", "{team} 可见画面", team = team)
        }
        DeskEye::Public => say!(lang, "what everybody may see", "公开画面"),
    }
}

/// How it stands, in one sentence.
fn stands(view: &SightView<'_>, lang: Lang) -> String {
    let plays = match (view.plays, view.sight) {
        (SightState::Stands, _) => return say!(lang, "The clocks are stopped", "双方已停表"),
        (SightState::Runs, Some(sight)) => sight,
        _ => return ended(view, lang),
    };
    match plays.due {
        [true, true] => say!(lang, "Both sides lay out their pieces", "双方布阵"),
        [first, second] if first || second => {
            let team = view.setup.team(if first { Seat::First } else { Seat::Second }, view.seat);
            say!(lang, "{team} is to move", "轮到 {team}", team = team)
        }
        _ => say!(lang, "The referee decides", "由裁判判定"),
    }
}

/// How the last game has ended.
fn ended(view: &SightView<'_>, lang: Lang) -> String {
    let Some(last) = view.results.last() else {
        return say!(lang, "The game has not begun", "对局尚未开始");
    };
    let (number, reason) = (view.results.len(), last.reason.to(lang));
    match last.winner {
        Some(winner) => {
            let team = view.setup.team(winner, last.seat);
            say!(lang, "Game {number}: {team} won ({reason})", "第 {number} 局：{team} 胜（{reason}）"; number, team, reason)
        }
        None => {
            say!(lang, "Game {number}: a draw ({reason})", "第 {number} 局：和棋（{reason}）"; number, reason)
        }
    }
}

/// A side with its clock.
fn seat(view: &SightView<'_>, seat: Seat, lang: Lang) -> Html {
    let setup = view.setup;
    let tone = view.sight.map_or(Tone::Plain, |sight| sight.scene.seats[seat.index()]);
    let face = view.faces[seat.index()];
    html! {
        div class="seat" data-seat=(seat) data-on[face.running] {
            (chip(tone))
            div class="who" {
                b { bdi { (setup.team(seat, view.seat)) } }
                span { (setup.game.facts().seats[seat.index()].to(lang)) }
            }
            @if setup.clock != Clock::NONE { (ClockShown::running(face, setup.clock, String::new(), lang).html()) }
        }
    }
}
