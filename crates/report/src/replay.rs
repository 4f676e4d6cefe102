//! A game's own page: its board, to be stepped through, and its moves.

use crate::shell::document;
use leitai_catalog::{Cut, Ending, Step};
use leitai_core::{Actor, Facts, Lang, RecordError, Say, Scene, Seat, Sentence, Words};
use leitai_draw::{Steps, legend};
use leitai_pages::event::Speech;
use leitai_pages::{Html, html};
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
        let mut signs = legend(&scene);
        let mut moves = vec![entry(0, &BOTH.both("start", "开局"), &scene, None)];
        while let Some(step) = playback.step()? {
            let before = std::mem::replace(&mut scene, playback.scene());
            moves.push(entry(steps.count(), &said(&step, facts), &scene, Some(&before)));
            steps.push(&scene);
            for sign in legend(&scene) {
                if !signs.contains(&sign) {
                    signs.push(sign);
                }
            }
        }
        let ending = playback.ending()?;
        let names = playback.names();
        let page = write(id, &names, facts, (&steps, &signs), &moves, ending.as_ref(), lang);
        Ok(Replayed { page, record, reason: ending.map(|ending| ending.reason) })
    }
}

/// A step in the list: its link, what was done, and the sentences about the board if they changed.
fn entry(number: usize, done: &Html, scene: &Scene, before: Option<&Scene>) -> Html {
    let is_news = before.is_none_or(|before| before.says != scene.says);
    html! {
        li style={ "--i:" (number) } {
            a href={ "#" (number) } { (number) } " "
            label { input type="radio" name="at" id=(number); (done) }
            @for say in scene.says.iter().filter(|_| is_news) { small { (BOTH.both(&say.en, &say.zh)) } }
        }
    }
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
fn said(step: &Step, facts: &Facts) -> Html {
    let Some(by) = step.by else { return html! { (step.said.join("; ")) } };
    html! {
        (BOTH.words(hand(by, facts))) " " (step.said.join(" "))
        @if let Some(us) = step.us { " " small { (format!("{:.3} s", us as f64 / 1e6)) } }
    }
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
    (steps, signs): (&Steps, &[Say]),
    moves: &[Html],
    ending: Option<&Ending>,
    lang: Lang,
) -> String {
    let last = steps.count() - 1;
    let winner = |winner: Option<Seat>| match winner {
        None => BOTH.both("draw", "和棋"),
        Some(seat) => {
            let name = &names[seat.index()];
            BOTH.both(&format!("{name} wins"), &format!("{name} 胜"))
        }
    };
    let body = html! {
        p { a href="../index.html" { "← " (BOTH.both("event", "赛事")) } }
        h1 { (names[0]) " – " (names[1]) }
        p {
            (BOTH.words(facts.name)) " · " (id)
            @for (seat, name) in Seat::BOTH.into_iter().zip(names) {
                " · " (BOTH.words(facts.seat(seat))) ": " (name)
            }
        }
        @if let Some(ending) = ending { p { strong { (winner(ending.winner)) } ": " (BOTH.said(&ending.reason)) } }
        div class="game" {
            div class="board" {
                (Html::trusted(steps.sheet(last, true)))
                p class="faded" {
                    label { input type="checkbox" id="play"; " " (BOTH.both("play", "播放")) } " · "
                    (BOTH.both("choose a step, then ← →", "选一步，然后用 ← →")) " · "
                    a href={ (id) ".jsonl" } { (BOTH.both("record", "记录")) }
                }
                @for sign in signs { p class="faded" { (BOTH.both(&sign.en, &sign.zh)) } }
            }
            @if let Some(tray) = steps.tray(last, true) { div class="tray" { (Html::trusted(tray)) } }
            section class="steps" {
                h2 { (BOTH.both("Moves", "着法")) }
                ol { @for entry in moves { (entry) } }
            }
        }
    };
    document(&format!("{} – {}", names[0], names[1]), lang, "replay", &rules(steps), &body)
}
