//! One game as one file: to be stepped through and played back, with both logs, and printable on one page.

use crate::replay::hand;
use crate::shell::{STYLE, head};
use leitai_catalog::{Cut, Ending, Step};
use leitai_core::{Actor, Facts, Lang, Line, Record, RecordError, Say, Seat, Words, say};
use leitai_draw::{Caption, Numbers, Steps, Svg, says, svg};
use leitai_pages::{Html, html};
use sha2::{Digest, Sha256};

const SCRIPT: &str = include_str!("game.js");
/// With more pieces in hand than this, there is no room for the keys under the board.
const MANY: usize = 20;
const LAYOUT: &str = include_str!("game.css");

/// The game of a cut record as an HTML file. It needs nothing outside it; without scripting it shows the last
/// board, the moves and the logs. `numbered`: whether the printed diagram has numbers on its stones. Names, moves
/// and logs may come from anybody: they are text on the page, and only the page's own script runs there.
pub fn game_page(cut: Cut, lang: Lang, numbered: bool) -> Result<String, RecordError> {
    // An eye's reports are not a record: they have neither limits nor logs.
    let record = if cut.is_truth() { Some(Record::read(&cut.text()?)?) } else { None };
    let mut playback = cut.playback()?;
    let facts = playback.facts();
    let names = playback.names();
    let (mut steps, mut numbers, mut spent) = (Steps::new(lang), Numbers::default(), [0; 2]);
    let mut scene = playback.scene();
    let mut on_stones = numbers.follow(&scene);
    steps.push(&scene);
    let table = if scene.tray.len() > MANY { "table beside" } else { "table" };
    let mut moves = vec![entry(0, &say!(lang, "start", "开局"), &says(&scene), lang, spent)];
    while let Some(step) = playback.step()? {
        if let (Some(Actor::Seat(seat)), Some(us)) = (step.by, step.us) {
            spent[seat.index()] += us;
        }
        scene = playback.scene();
        on_stones = numbers.follow(&scene);
        moves.push(entry(steps.count(), &said(&step, facts, lang), &says(&scene), lang, spent));
        steps.push(&scene);
    }
    let ending = playback.ending()?;
    let end = ending.as_ref().map_or_else(
        || say!(lang, "the record breaks off here", "记录在此中断"),
        |ending| finished(ending, &names, lang),
    );
    let last = steps.count() - 1;
    let (game, [first, second]) = (facts.name.to(lang), &names);
    let title = say!(lang, "{game}: {first} – {second}", "{game}：{first} – {second}");
    let numbers = if numbered { on_stones.as_slice() } else { &[] };
    let diagram = svg(&scene, Svg { lang, title: Some(&title), caption: Caption::Text(&end), numbers });
    let limits = |seat: Seat| record.as_ref().map(|record| record.about.clocks()[seat.index()]);
    let body = html! {
        h1 { (title) }
        p { strong { (end) } }
        div class="one" {
            div class="board" {
                div class=(table) {
                    (Html::trusted(steps.sheet(last, true)))
                    @if let Some(tray) = steps.tray(last, true) { div class="tray" { (Html::trusted(tray)) } }
                }
                p class="now" { output id="at" { (last) " / " (last) } " " output id="did" {} }
                (keys(lang))
            }
            div class="diagram" { (Html::trusted(diagram)) }
            section {
                div class="seats" {
                    @for seat in Seat::BOTH {
                        span {
                            b { (names[seat.index()]) } " " (facts.seat(seat).to(lang)) " "
                            small { @if let Some(limits) = limits(seat) { (limits) } }
                        }
                        output id=(seat) { (seconds(spent[seat.index()], lang)) }
                    }
                }
                ol id="moves" { @for entry in moves { (entry) } }
            }
        }
        @if let Some(record) = &record { (logs(record, &names, lang)) }
    };
    Ok(document(&title, lang, &body))
}

fn entry(number: usize, done: &str, says: &[Say], lang: Lang, spent: [u64; 2]) -> Html {
    let [first, second] = spent.map(|us| seconds(us, lang));
    let said: Vec<_> = says.iter().map(|say| if lang == Lang::Zh { &*say.zh } else { &*say.en }).collect();
    html! {
        li data-first=(first) data-second=(second) {
            button type="button" { (number) ". " (done) }
            small { (said.join(&say!(lang, "; ", "；"))) }
        }
    }
}

fn said(step: &Step, facts: &Facts, lang: Lang) -> String {
    let Some(by) = step.by else { return step.said.join("; ") };
    let spent = step.us.map_or(String::new(), |us| format!(" ({})", seconds(us, lang)));
    format!("{} {}{spent}", hand(by, facts).to(lang), step.said.join(" "))
}

fn finished(ending: &Ending, names: &[String; 2], lang: Lang) -> String {
    let winner = ending.winner.map_or(say!(lang, "draw", "和棋"), |seat| {
        let name = &names[seat.index()];
        say!(lang, "{name} wins", "{name} 胜")
    });
    let reason = ending.reason.to(lang);
    say!(lang, "{winner}: {reason}", "{winner}：{reason}")
}

fn seconds(us: u64, lang: Lang) -> String {
    say!(lang, "{:.3} s", "{:.3} 秒", us as f64 / 1e6)
}

fn keys(lang: Lang) -> Html {
    let keys = [
        ("begin", "|<", Words::new("start (Home)", "开局（Home 键）")),
        ("back", "<", Words::new("back (left arrow)", "上一步（左方向键）")),
        ("play", ">>", Words::new("play or pause (space bar)", "播放或暂停（空格键）")),
        ("on", ">", Words::new("on (right arrow)", "下一步（右方向键）")),
        ("end", ">|", Words::new("end (End)", "终局（End 键）")),
    ];
    html! {
        p id="keys" hidden {
            @for (id, sign, name) in keys {
                button type="button" id=(id) title=(name.to(lang)) aria-label=(name.to(lang)) { (sign) } " "
            }
        }
    }
}

/// What each program wrote, by the step after which the stage received it.
fn logs(record: &Record, names: &[String; 2], lang: Lang) -> Html {
    let (mut written, mut step) = ([Vec::new(), Vec::new()], 0);
    for (_, line) in &record.lines {
        match line {
            Line::Play { .. } => step += 1,
            Line::Note { seat, what, text } if matches!(&**what, "stderr" | "debug") => {
                let lines: Vec<_> = text.lines().collect();
                written[seat.index()].push(html! {
                    pre data-at=(step) { small { (step) " " (what) } "\n" (lines.join("\n")) }
                });
            }
            _ => {}
        }
    }
    html! {
        @if !written.iter().all(Vec::is_empty) {
            div class="logs" {
                @for (name, log) in names.iter().zip(&written) {
                    section {
                        h2 { (say!(lang, "log of {name}", "{name} 的日志")) }
                        @if log.is_empty() { (say!(lang, "it logged nothing", "没有输出")) }
                        @for it in log { (it) }
                    }
                }
            }
        }
    }
}

fn document(title: &str, lang: Lang, body: &Html) -> String {
    let hash = base64(&Sha256::digest(SCRIPT.as_bytes()));
    let policy = format!("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hash}'");
    let page = html! {
        html lang=(lang) {
            (head(title, &policy, [STYLE, LAYOUT]))
            body class="replay" {
                main { (body) }
                script { (Html::trusted(SCRIPT)) }
            }
        }
    };
    Html::document(page).into_string()
}

/// Encodes a hash as in a content security policy.
fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for place in 0..4 {
            let sign = SIGNS[(bits >> (18 - 6 * place) & 63) as usize];
            out.push(if place > three.len() { '=' } else { char::from(sign) });
        }
    }
    out
}
