//! The page of one game, the same during and after play.

use crate::event::limits::{level, limits};
use crate::site::board::{BoardShown, tone_names};
use crate::site::frame::{Frame, written};
use crate::site::texts::Texts;
use crate::site::time::{limit, seconds};
use crate::{GameView, Move, Nav, NextGame, OwnNote, Reader};
use askama::Template;
use leitai_catalog::Secrets;
use leitai_core::{Actor, Lang, Say, Seat, SheetName, say};
use leitai_draw::clean;

/// A move in the ledger.
struct MoveShown {
    number: usize,
    said: String,
    /// The time in seconds; empty if it is not known.
    took: String,
    us: u64,
    says: String,
    /// The tones of the seats from here on, if they changed.
    tones: Option<String>,
    /// `first`, `second`, `other`.
    by: &'static str,
    /// Who acted, if it was neither seat.
    who: &'static str,
    notes: Vec<OwnNote>,
}

/// A row of the ledger: the moves of both seats in turn, or an act of neither seat.
struct Row {
    number: usize,
    first: Option<MoveShown>,
    second: Option<MoveShown>,
    other: Option<MoveShown>,
    /// What the reader's own program wrote before these moves.
    notes: Vec<OwnNote>,
}

struct Verdict {
    who: String,
    why: String,
    question: String,
}

#[derive(Template)]
#[template(path = "game.html")]
struct Page<'a> {
    t: Texts,
    b: BoardShown,
    event: Option<(&'a str, String)>,
    names: [String; 2],
    chips: [String; 2],
    says: String,
    start_says: String,
    verdict: Option<Verdict>,
    rows: Vec<Row>,
    /// How many moves there are.
    count: usize,
    /// First's, Second's, and the bar of the step shown.
    bars: [String; 3],
    longest: String,
    back: usize,
    forward: usize,
    facts: Vec<(&'static str, String)>,
    sheets: Vec<(&'static str, &'static str)>,
    next: Option<&'a NextGame>,
    next_said: String,
    is_over: bool,
    /// The address of this page.
    here: String,
    /// What the reader's own program wrote after the last move; `None` on the public page.
    last_notes: Option<Vec<OwnNote>>,
}

/// `/games/ID`.
pub fn game(reader: &Reader<'_>, game: &GameView<'_>) -> String {
    let (lang, t) = (reader.lang, Texts(reader.lang));
    let board = BoardShown::new(reader, game, "", true);
    let names = game.seats.each_ref().map(|seat| clean(&seat.name));
    let mut notes = game.notes.unwrap_or_default().iter().map(|notes| cleaned(notes));
    let shown =
        |(number, it)| MoveShown { notes: notes.next().unwrap_or_default(), ..shown(number, it, lang) };
    let moves: Vec<_> = (1..).zip(game.moves()).map(shown).collect();
    let last_notes: Vec<_> = notes.flatten().collect();
    let own = if game.notes.is_some() { "/own" } else { "" };
    let longest = game.moves().iter().filter_map(|it| it.us).max().unwrap_or(0);
    let chips = [board.seats[1].chip.clone(), board.seats[0].chip.clone()];
    let title = title(game, &board, lang);
    let page = Page {
        t,
        event: game.event.map(|(id, name)| (id, clean(name))),
        chips,
        says: says_at(game, lang),
        start_says: said(game.says(), lang),
        verdict: game.ending.map(|_| verdict(game, &names, lang)),
        bars: bars(game, longest),
        longest: if longest == 0 { String::new() } else { seconds(longest) },
        rows: rows(moves),
        count: game.moves().len(),
        back: game.at().saturating_sub(1),
        forward: (game.at() + 1).min(game.last()),
        facts: facts(game, lang),
        sheets: game.sheets.iter().map(|sheet| sheet_link(*sheet, t)).collect(),
        next_said: game.next.as_ref().map_or(String::new(), |next| clean(&next.title)),
        next: game.next.as_ref(),
        is_over: game.live.is_none(),
        here: format!("/games/{}{own}", game.id),
        last_notes: game.notes.map(|_| last_notes),
        names,
        b: board,
    };
    let body = written(&page);
    Frame { title: &title, nav: Nav::None, main: "game-page", body: &body, head: "" }.page(reader)
}

fn title(game: &GameView<'_>, board: &BoardShown, lang: Lang) -> String {
    let (names, at) = (&*board.title, game.at());
    let dot = if game.live.is_some() { "● " } else { "" };
    if game.steps.is_none() {
        return format!("{dot}{names}");
    }
    say!(lang, "{dot}{names}, move {at}", "{dot}{names}，第 {at} 手", dot = dot, names = names, at = at)
}

/// The notes line by line, without characters that would reorder the text.
fn cleaned(notes: &[OwnNote]) -> Vec<OwnNote> {
    let text = |text: &str| text.lines().map(clean).collect::<Vec<_>>().join("\n");
    notes.iter().map(|note| OwnNote { what: clean(&note.what), text: text(&note.text) }).collect()
}

/// Sentences of the board as one text.
fn said(says: &[Say], lang: Lang) -> String {
    let says: Vec<_> = says.iter().map(|it| clean(if lang == Lang::Zh { &it.zh } else { &it.en })).collect();
    says.join(if lang == Lang::Zh { "；" } else { "; " })
}

/// What the board says at the step shown: the last sentences that changed.
fn says_at(game: &GameView<'_>, lang: Lang) -> String {
    let shown = game.shown();
    let says = shown.iter().rev().map(|it| &*it.says).find(|says| !says.is_empty());
    said(says.unwrap_or(game.says()), lang)
}

fn shown(number: usize, it: &Move, lang: Lang) -> MoveShown {
    let t = Texts(lang);
    let (by, who) = match it.by {
        Some(Actor::Seat(Seat::First)) => ("first", ""),
        Some(Actor::Seat(Seat::Second)) => ("second", ""),
        Some(Actor::Chance) => ("other", t.dice()),
        Some(Actor::Arbiter) => ("other", t.referee()),
        None => ("other", ""),
    };
    MoveShown {
        number,
        said: clean(&it.said),
        took: it.us.filter(|_| by != "other").map_or(String::new(), seconds),
        us: it.us.unwrap_or(0),
        says: said(&it.says, lang),
        tones: it.tones.map(tone_names),
        by,
        who,
        notes: Vec::new(),
    }
}

fn rows(moves: Vec<MoveShown>) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut number = 0;
    for mut it in moves {
        let (last, notes) = (rows.last_mut(), std::mem::take(&mut it.notes));
        match it.by {
            "second" => match last {
                Some(row) if row.other.is_none() && row.second.is_none() => {
                    row.second = Some(it);
                    row.notes.extend(notes);
                }
                _ => {
                    number += 1;
                    rows.push(Row { number, first: None, second: Some(it), other: None, notes });
                }
            },
            "first" => {
                number += 1;
                rows.push(Row { number, first: Some(it), second: None, other: None, notes });
            }
            _ => rows.push(Row { number: 0, first: None, second: None, other: Some(it), notes }),
        }
    }
    rows
}

/// The bars of times as paths: First's above the line, Second's below it, and that of the step shown, which is
/// drawn over its own. A move is ten units wide.
fn bars(game: &GameView<'_>, longest: u64) -> [String; 3] {
    let mut bars = [String::new(), String::new(), String::new()];
    for (i, it) in game.moves().iter().enumerate() {
        let (Some(us), Some(Actor::Seat(seat))) = (it.us, it.by) else { continue };
        let height = (30 * us / longest.max(1)).max(1);
        let y = if seat == Seat::First { 31 - height } else { 33 };
        let bar = format!("M{} {y}h9v{height}h-9z", 10 * i);
        bars[seat.index()].push_str(&bar);
        if i + 1 == game.at() {
            bars[2] = bar;
        }
    }
    bars
}

fn verdict(game: &GameView<'_>, names: &[String; 2], lang: Lang) -> Verdict {
    let ending = game.ending.expect("asked for where there is one");
    let who = ending.winner.map_or_else(
        || Texts(lang).draw().to_owned(),
        |seat| {
            let name = &*names[seat.index()];
            say!(lang, "{name} won", "{name} 胜", name = name)
        },
    );
    let question = ending.question.as_deref().map_or(String::new(), clean);
    Verdict { who, why: clean(ending.reason.to(lang)), question }
}

fn facts(game: &GameView<'_>, lang: Lang) -> Vec<(&'static str, String)> {
    let t = Texts(lang);
    let limits = limits(game.clock).map_or(t.no_limits().to_owned(), |said| said.to(lang).to_owned());
    let mut facts = vec![(t.limits(), limits)];
    if let Some(sandbox) = game.sandbox {
        facts.push((t.sandbox(), level(sandbox).to(lang).to_owned()));
    }
    if let Some(pace) = game.shown_every {
        let pace = limit(pace, lang);
        facts.push((
            t.pace(),
            say!(
                lang,
                "at least {pace} a move; no clock runs meanwhile",
                "每手至少 {pace}，其间不计时",
                pace = pace
            ),
        ));
    }
    if game.facts.hidden {
        let said = match game.secrets {
            Secrets::After => say!(lang, "open when the game is over", "对局结束后公开"),
            Secrets::Public => say!(lang, "only what the game shows everybody", "只公开人人得知的部分"),
            Secrets::Delayed(by) => {
                let by = limit(by, lang);
                say!(lang, "open {by} later", "延迟 {by} 公开", by = by)
            }
        };
        facts.push((t.secrets(), said));
    }
    facts
}

fn sheet_link(sheet: SheetName, t: Texts) -> (&'static str, &'static str) {
    match sheet {
        SheetName::National => (sheet.name(), t.sheet_national()),
        SheetName::Sgf => (sheet.name(), t.sheet_sgf()),
    }
}
