//! A game's own page: its film and its moves.

use crate::html::{both, escape, words};
use crate::shell::page;
use leitai_catalog::Replay;
use leitai_core::{Actor, Facts, Lang, Line, Record, RecordError, Scene, Seat, Sentence, Viewer};
use leitai_draw::{Caption, Film, film};
use leitai_tournament::GameId;
use std::fmt::Write as _;

/// The page of a recorded game, self-contained: plays the record again and draws it. `lang` is that of the film, and
/// shown first.
pub fn replayed(id: GameId, record: &Record, lang: Lang) -> Result<String, RecordError> {
    let mut replay = Replay::open(record.clone())?;
    let facts = replay.table().facts();
    let mut scenes: Vec<Scene> = vec![replay.table().scene(Viewer::Arbiter)];
    let mut moves = String::new();
    while let Some(line) = replay.step()? {
        if let Line::Play { by, acts, us } = line {
            let acts: Vec<_> = acts.iter().map(|act| escape(act)).collect();
            let spent = *us as f64 / 1e6;
            let _ = writeln!(
                moves,
                "<li>{} {} <small>{spent:.3} s</small></li>",
                hand(*by, facts),
                acts.join(" ")
            );
            scenes.push(replay.table().scene(Viewer::Arbiter));
        }
    }
    Ok(write(id, record, facts, &scenes, &moves, replay.reason().as_ref(), lang))
}

fn hand(by: Actor, facts: &Facts) -> String {
    match by {
        Actor::Seat(seat) => words(facts.seat(seat)),
        Actor::Chance => both("dice", "掷骰"),
        Actor::Arbiter => both("referee", "裁判"),
    }
}

fn write(
    id: GameId,
    record: &Record,
    facts: &Facts,
    scenes: &[Scene],
    moves: &str,
    reason: Option<&Sentence>,
    lang: Lang,
) -> String {
    let names = record.about.seats.each_ref().map(|seat| seat.name.to_string());
    let mut body = format!("<p><a href=\"../index.html\">← {}</a></p>\n", both("event", "赛事"));
    let _ = writeln!(body, "<h1>{} – {}</h1>", escape(&names[0]), escape(&names[1]));
    let seats = [Seat::First, Seat::Second].map(|seat| words(facts.seat(seat)));
    let _ = writeln!(
        body,
        "<p>{} · {id} · {}: {} · {}: {}</p>",
        words(facts.name),
        seats[0],
        escape(&names[0]),
        seats[1],
        escape(&names[1])
    );
    if let (Some(end), Some(reason)) = (&record.end, reason) {
        let winner = end.winner.map_or_else(
            || both("draw", "和棋"),
            |seat| {
                let name = &names[seat.index()];
                both(&format!("{name} wins"), &format!("{name} 胜"))
            },
        );
        let _ = writeln!(
            body,
            "<p><strong>{winner}</strong>: {}</p>",
            both(reason.to(Lang::En), reason.to(Lang::Zh))
        );
    }
    let style = Film { lang, title: None, caption: Caption::Says, seconds_a_frame: 0.8, pause: 4.0 };
    let alt = both_as_text(&names, lang);
    let _ = writeln!(
        body,
        "<img class=\"film\" alt=\"{}\" src=\"{}\">",
        escape(&alt),
        image(&film(scenes, style))
    );
    let _ = writeln!(body, "<p><a href=\"{id}.jsonl\">{}</a></p>", both("record", "记录"));
    let _ = writeln!(body, "<h2>{}</h2>\n<ol class=\"moves\">\n{moves}</ol>", both("Moves", "着法"));
    page(&format!("{} – {}", names[0], names[1]), lang, "game", &body)
}

fn both_as_text(names: &[String; 2], lang: Lang) -> String {
    let [first, second] = names;
    match lang {
        Lang::En => format!("the game of {first} and {second}, move by move"),
        Lang::Zh => format!("{first} 对 {second} 的全局演示"),
    }
}

/// An SVG file inside the page, as an image: nothing in it can run.
fn image(svg: &str) -> String {
    let mut text = String::from("data:image/svg+xml,");
    for c in svg.chars() {
        match c {
            '%' | '#' | '"' | '\'' | '<' | '>' | '&' | '\n' | '\r' | '\t' | '{' | '}' | '\\' | '^' | '`'
            | '|' => {
                let _ = write!(text, "%{:02X}", c as u32);
            }
            c => text.push(c),
        }
    }
    text
}
