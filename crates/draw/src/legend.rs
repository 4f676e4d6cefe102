//! The text under a board: what its signs mean, what is in hand, the sentences, the buttons.

use crate::glyph::{glyph, is_plain};
use crate::mark::letter;
use crate::meaning::meaning;
use crate::terminal_style::Terminal;
use crate::text::{clean, width};
use leitai_core::{Form, Lang, MarkKind, Say, Scene, Words};

const IN_HAND: Words = Words::new("In hand:", "待落：");
// A Chinese colon takes no blank after it.
const NUMBER: Words = Words::new("Number: ", "数字：");

/// Writes the legend under a board, after a blank line unless the style is tight.
pub(crate) fn beside(scene: &Scene, Terminal { lang, tight, .. }: Terminal, out: &mut String) {
    let mut below = Vec::new();
    let mut kinds: Vec<(bool, String, String)> = Vec::new();
    for piece in scene.pieces.iter().chain(&scene.tray).filter(|piece| !is_plain(piece.form)) {
        // First's pieces come first.
        let kind = (piece.tone != scene.seats[0], glyph(piece), clean(piece.name.to(lang)));
        // An entry like `X X` would be pointless.
        if kind.1 != kind.2 && !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds.sort();
    let mut signs: Vec<String> = kinds.iter().map(|(_, glyph, name)| format!("{glyph} {name}")).collect();
    let mut notices: Vec<(Vec<String>, String)> = Vec::new();
    for mark in &scene.marks {
        let Some(sign) = notice(mark.kind) else { continue };
        let Say { en, zh } = meaning(mark.kind);
        let name = if lang == Lang::Zh { zh } else { en };
        match notices.iter_mut().find(|(_, known)| *known == name) {
            Some((signs, _)) if signs.contains(&sign) => {}
            Some((signs, _)) => signs.push(sign),
            None => notices.push((vec![sign], name)),
        }
    }
    signs.extend(notices.iter().map(|(signs, name)| format!("{} {name}", signs.join(" "))));
    below.extend(if tight { signs } else { lines(&signs, "   ") });
    let in_hand = in_hand(scene);
    if !in_hand.is_empty() {
        let texts: Vec<_> = [IN_HAND.to(lang).to_owned()].into_iter().chain(in_hand).collect();
        below.extend(lines(&texts, " "));
    }
    below.extend(scene.says.iter().map(|say| clean(if lang == Lang::Zh { &say.zh } else { &say.en })));
    if let Some((low, high)) = scene.numbers {
        below.push(format!("{}{low}-{high}", NUMBER.to(lang)));
    }
    let buttons: Vec<String> =
        scene.buttons.iter().map(|button| format!("[{}]", clean(button.label.to(lang)))).collect();
    below.push(buttons.join(" "));
    below.retain(|line| !line.is_empty());
    if tight {
        below = lines(&below, "   ");
    } else if !below.is_empty() {
        out.push('\n');
    }
    for line in below {
        out.push_str(&line);
        out.push('\n');
    }
}

/// The pieces in hand, with a count for several alike.
fn in_hand(scene: &Scene) -> Vec<String> {
    let mut kinds: Vec<(String, usize)> = Vec::new();
    // The sentences state what a die shows.
    let laid_by = scene.tray.iter().filter(|piece| !matches!(piece.form, Form::Die(_)));
    for sign in laid_by.map(glyph) {
        match kinds.last_mut() {
            Some((last, count)) if *last == sign => *count += 1,
            _ => kinds.push((sign, 1)),
        }
    }
    let said =
        kinds.into_iter().map(|(sign, count)| if count > 1 { format!("{sign}({count})") } else { sign });
    said.collect()
}

/// Joins texts into lines that fit the usual terminal width of 80 columns.
fn lines(texts: &[String], between: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for text in texts {
        match lines.last_mut() {
            Some(line) if width(line) + width(between) + width(text) <= 78 => {
                line.push_str(between);
                line.push_str(text);
            }
            _ => lines.push(text.clone()),
        }
    }
    lines
}

/// The sign for what the rules say about a place.
pub(crate) fn notice(kind: MarkKind) -> Option<String> {
    match kind {
        MarkKind::Forbidden(_) => Some("x".to_owned()),
        MarkKind::Refused => Some("!".to_owned()),
        MarkKind::Offered(n) => Some(letter(n).to_string()),
        MarkKind::Able => Some("<>".to_owned()),
        MarkKind::Dead => Some("{}".to_owned()),
        MarkKind::Ripe => Some("3".to_owned()),
        MarkKind::Last | MarkKind::Trail | MarkKind::Taken | MarkKind::Win | MarkKind::Numbered(_) => None,
    }
}
