//! A game's own page: its board, to be stepped through, and its moves.

use crate::shell::page;
use leitai_catalog::{Cut, Ending, Step};
use leitai_core::{Actor, Facts, Lang, RecordError, Scene, Seat, Sentence, Words};
use leitai_draw::Steps;
use leitai_pages::event::{Speech, escape};
use leitai_tournament::GameId;
use std::fmt::Write as _;

/// A file contains both languages, and a switch shows one of them.
const BOTH: Speech = Speech::Both;

/// Seconds that a step is shown while the game plays by itself, and the extra time that the last one is shown.
const FRAME: f64 = 0.8;
const PAUSE: f64 = 4.0;

/// A recorded game, replayed for the public.
pub struct Replayed {
    /// Its page, self-contained.
    pub page: String,
    /// The part of its record that the public may have, as JSON lines.
    pub record: String,
    /// Why it ended; `None` if the record breaks off.
    pub reason: Option<Sentence>,
}

impl Replayed {
    /// Replays a cut record and draws it; `lang` is shown first.
    pub(crate) fn new(id: GameId, cut: Cut, lang: Lang) -> Result<Replayed, RecordError> {
        let record = cut.text()?;
        let mut playback = cut.playback()?;
        let facts = playback.facts();
        let mut steps = Steps::new(lang);
        let mut scene = playback.scene();
        steps.push(&scene);
        let mut moves = entry(0, &BOTH.both("start", "开局"), &scene, None);
        while let Some(step) = playback.step()? {
            let before = std::mem::replace(&mut scene, playback.scene());
            moves.push_str(&entry(steps.count(), &said(&step, facts), &scene, Some(&before)));
            steps.push(&scene);
        }
        let ending = playback.ending()?;
        let names = playback.seats().each_ref().map(|seat| seat.name.to_string());
        let page = write(id, &names, facts, &steps, &moves, ending.as_ref(), lang);
        Ok(Replayed { page, record, reason: ending.map(|ending| ending.reason) })
    }
}

/// A step in the list: its link, what was done, and the sentences about the board if they changed.
fn entry(number: usize, done: &str, scene: &Scene, before: Option<&Scene>) -> String {
    let mut entry = format!(
        "<li style=\"--i:{number}\"><a href=\"#{number}\">{number}</a> <label>\
         <input type=\"radio\" name=\"at\" id=\"{number}\">{done}</label>"
    );
    if before.is_none_or(|before| before.says != scene.says) {
        for say in &scene.says {
            let _ = write!(entry, "<small>{}</small>", BOTH.both(&say.en, &say.zh));
        }
    }
    entry + "</li>\n"
}

/// Without scripting, a page finds its step from what was chosen in the list, or else from its address.
fn rules(steps: &Steps) -> String {
    let last = steps.count() - 1;
    let mut rules = steps.rules();
    // Declared as a number, it passes through the numbers in between when animated.
    let _ = writeln!(
        rules,
        "@property --at{{syntax:\"<integer>\";inherits:true;initial-value:{last}}}\n:root{{--at:{last}}}"
    );
    for state in ["target", "checked", "focus"] {
        for step in 0..=last {
            let _ = writeln!(rules, ":root:has([id=\"{step}\"]:{state}){{--at:{step}}}");
        }
    }
    if last > 0 {
        let (frames, seconds) = (last + 1, FRAME * (last + 1) as f64);
        let all = seconds + PAUSE;
        let played = 100.0 * seconds / all;
        let _ = writeln!(
            rules,
            ":root:has(#play:checked){{animation:play {all:.1}s infinite}}\n\
             @keyframes play{{from{{--at:0;animation-timing-function:steps({frames},jump-none)}}{played:.2}%,to{{--at:{last}}}}}"
        );
    }
    rules
}

/// A step as shown in the list of moves.
fn said(step: &Step, facts: &Facts) -> String {
    let said: Vec<_> = step.said.iter().map(|said| escape(said)).collect();
    let Some(by) = step.by else { return said.join("; ") };
    let spent = step.us.map_or(String::new(), |us| format!(" <small>{:.3} s</small>", us as f64 / 1e6));
    format!("{} {}{spent}", BOTH.words(hand(by, facts)), said.join(" "))
}

/// The hand whose acts made up a step.
pub(crate) fn hand(by: Actor, facts: &Facts) -> Words {
    match by {
        Actor::Seat(seat) => facts.seat(seat),
        Actor::Chance => Words::new("dice", "掷骰"),
        Actor::Arbiter => Words::new("referee", "裁判"),
    }
}

fn write(
    id: GameId,
    names: &[String; 2],
    facts: &Facts,
    steps: &Steps,
    moves: &str,
    ending: Option<&Ending>,
    lang: Lang,
) -> String {
    let mut body = format!("<p><a href=\"../index.html\">← {}</a></p>\n", BOTH.both("event", "赛事"));
    let _ = writeln!(body, "<h1>{} – {}</h1>", escape(&names[0]), escape(&names[1]));
    let seats = [Seat::First, Seat::Second].map(|seat| BOTH.words(facts.seat(seat)));
    let _ = writeln!(
        body,
        "<p>{} · {id} · {}: {} · {}: {}</p>",
        BOTH.words(facts.name),
        seats[0],
        escape(&names[0]),
        seats[1],
        escape(&names[1])
    );
    if let Some(Ending { winner, reason, .. }) = ending {
        let winner = winner.map_or_else(
            || BOTH.both("draw", "和棋"),
            |seat| {
                let name = &names[seat.index()];
                BOTH.both(&format!("{name} wins"), &format!("{name} 胜"))
            },
        );
        let _ = writeln!(
            body,
            "<p><strong>{winner}</strong>: {}</p>",
            BOTH.both(reason.to(Lang::En), reason.to(Lang::Zh))
        );
    }
    let last = steps.count() - 1;
    let tray =
        steps.tray(last, true).map_or(String::new(), |tray| format!("<div class=\"tray\">{tray}</div>"));
    let play = BOTH.both("play", "播放");
    let hint = BOTH.both("choose a step, then ← →", "选一步，然后用 ← →");
    let _ = writeln!(
        body,
        "<div class=\"game\"><div class=\"board\">{}\
         <p class=\"faded\"><label><input type=\"checkbox\" id=\"play\"> {play}</label> · {hint} · \
         <a href=\"{id}.jsonl\">{}</a></p></div>{tray}",
        steps.sheet(last, true),
        BOTH.both("record", "记录")
    );
    let _ = writeln!(
        body,
        "<section class=\"steps\"><h2>{}</h2>\n<ol>\n{moves}</ol></section></div>",
        BOTH.both("Moves", "着法")
    );
    page(&format!("{} – {}", names[0], names[1]), lang, "replay", &rules(steps), &body)
}
