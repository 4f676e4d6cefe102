//! One game as one file: to be stepped through and played back, with both logs, and printable on one page.

use crate::replay::hand;
use crate::shell::STYLE;
use leitai_catalog::{Cut, Ending, Step};
use leitai_core::{Actor, Facts, Lang, Line, Record, RecordError, Say, Seat, Words, say};
use leitai_draw::{Caption, Numbers, Steps, Svg, clean, svg};
use leitai_pages::event::escape;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

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
    let names = playback.seats().each_ref().map(|seat| clean(&seat.name));
    let (mut steps, mut numbers, mut spent) = (Steps::new(lang), Numbers::default(), [0; 2]);
    let mut scene = playback.scene();
    let mut on_stones = numbers.follow(&scene);
    steps.push(&scene);
    let table = if scene.tray.len() > MANY { "table beside" } else { "table" };
    let mut moves = entry(0, &say!(lang, "start", "开局"), &scene.says, lang, spent);
    while let Some(step) = playback.step()? {
        if let (Some(Actor::Seat(seat)), Some(us)) = (step.by, step.us) {
            spent[seat.index()] += us;
        }
        scene = playback.scene();
        on_stones = numbers.follow(&scene);
        moves.push_str(&entry(steps.count(), &said(&step, facts, lang), &scene.says, lang, spent));
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
    let seats = Seat::BOTH.map(|seat| {
        let (side, name) = (facts.seat(seat).to(lang), escape(&names[seat.index()]));
        let limits = record.as_ref().map(|record| record.about.clocks()[seat.index()].to_string());
        let limits = escape(&limits.unwrap_or_default());
        let (id, used) = (seat.to_string(), seconds(spent[seat.index()], lang));
        format!(
            "<span><b>{name}</b> {side} <small>{limits}</small></span><output id=\"{id}\">{used}</output>"
        )
    });
    let tray =
        steps.tray(last, true).map_or(String::new(), |tray| format!("<div class=\"tray\">{tray}</div>"));
    let body = format!(
        "<h1>{}</h1>\n<p><strong>{}</strong></p>\n<div class=\"one\"><div class=\"board\"><div class=\"{table}\">{}{tray}</div>\
         <p class=\"now\"><output id=\"at\">{last} / {last}</output> <output id=\"did\"></output></p>\n{}</div>\n\
         <div class=\"diagram\">{diagram}</div>\n\
         <section><div class=\"seats\">{}</div>\n<ol id=\"moves\">\n{moves}</ol></section></div>\n{}",
        escape(&title),
        escape(&end),
        steps.sheet(last, true),
        keys(lang),
        seats.concat(),
        record.map_or_else(String::new, |record| logs(&record, &names, lang))
    );
    Ok(page(&title, lang, &body))
}

fn entry(number: usize, done: &str, says: &[Say], lang: Lang, spent: [u64; 2]) -> String {
    let [first, second] = spent.map(|us| seconds(us, lang));
    let said: Vec<_> =
        says.iter().map(|say| escape(if lang == Lang::Zh { &say.zh } else { &say.en })).collect();
    format!(
        "<li data-first=\"{first}\" data-second=\"{second}\"><button type=\"button\">{number}. {}</button><small>{}</small></li>\n",
        escape(done),
        said.join(&say!(lang, "; ", "；"))
    )
}

fn said(step: &Step, facts: &Facts, lang: Lang) -> String {
    let said: Vec<_> = step.said.iter().map(|said| clean(said)).collect();
    let Some(by) = step.by else { return said.join("; ") };
    let spent = step.us.map_or(String::new(), |us| format!(" ({})", seconds(us, lang)));
    format!("{} {}{spent}", hand(by, facts).to(lang), said.join(" "))
}

fn finished(ending: &Ending, names: &[String; 2], lang: Lang) -> String {
    let winner = ending.winner.map_or(say!(lang, "draw", "和棋"), |seat| {
        let name = &names[seat.index()];
        say!(lang, "{name} wins", "{name} 胜")
    });
    let reason = clean(ending.reason.to(lang));
    say!(lang, "{winner}: {reason}", "{winner}：{reason}")
}

fn seconds(us: u64, lang: Lang) -> String {
    say!(lang, "{:.3} s", "{:.3} 秒", us as f64 / 1e6)
}

fn keys(lang: Lang) -> String {
    let button = |id: &str, sign: &str, name: Words| {
        let name = name.to(lang);
        format!("<button type=\"button\" id=\"{id}\" title=\"{name}\" aria-label=\"{name}\">{sign}</button> ")
    };
    [
        "<p id=\"keys\" hidden>".to_owned(),
        button("begin", "|&lt;", Words::new("start (Home)", "开局（Home 键）")),
        button("back", "&lt;", Words::new("back (left arrow)", "上一步（左方向键）")),
        button("play", "&gt;&gt;", Words::new("play or pause (space bar)", "播放或暂停（空格键）")),
        button("on", "&gt;", Words::new("on (right arrow)", "下一步（右方向键）")),
        button("end", "&gt;|", Words::new("end (End)", "终局（End 键）")),
        "</p>\n".to_owned(),
    ]
    .concat()
}

/// What each program wrote, by the step after which the stage received it.
fn logs(record: &Record, names: &[String; 2], lang: Lang) -> String {
    let mut written = [String::new(), String::new()];
    let mut step = 0;
    for (_, line) in &record.lines {
        match line {
            Line::Play { .. } => step += 1,
            Line::Note { seat, what, text } if matches!(&**what, "stderr" | "debug") => {
                let lines: Vec<_> = text.lines().map(|line| escape(&clean(line))).collect();
                let _ = writeln!(
                    written[seat.index()],
                    "<pre data-at=\"{step}\"><small>{step} {}</small>\n{}</pre>",
                    escape(&clean(what)),
                    lines.join("\n")
                );
            }
            _ => {}
        }
    }
    if written.iter().all(String::is_empty) {
        return String::new();
    }
    let logs = Seat::BOTH.map(|seat| {
        let name = escape(&names[seat.index()]);
        let head = say!(lang, "log of {name}", "{name} 的日志");
        let log = &written[seat.index()];
        let log = if log.is_empty() { say!(lang, "it logged nothing", "没有输出") } else { log.clone() };
        format!("<section><h2>{head}</h2>\n{log}</section>\n")
    });
    format!("<div class=\"logs\">{}</div>\n", logs.concat())
}

fn page(title: &str, lang: Lang, body: &str) -> String {
    let (title, hash) = (escape(title), base64(&Sha256::digest(SCRIPT.as_bytes())));
    format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'sha256-{hash}'\">\n<title>{title}</title>\n<style>\n{STYLE}{LAYOUT}</style>\n</head>\n\
         <body class=\"replay\">\n<main>\n{body}</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"
    )
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
