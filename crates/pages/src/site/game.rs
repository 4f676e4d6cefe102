//! The page of one game, the same during and after play.

use crate::event::limits::{level, limits};
use crate::html::Html;
use crate::site::board::{BoardShown, ClockShown, chip, seat, step_shown, tone_names};
use crate::site::frame::{Frame, facts};
use crate::site::others_game::RULE_ABOUT_GAME;
use crate::site::preview::of_game;
use crate::site::texts::Texts;
use crate::site::time::{limit, seconds};
use crate::{GameView, Move, Nav, OwnNote, Reader};
use leitai_catalog::Secrets;
use leitai_core::{Actor, Lang, Say, Seat, SheetName, say};
use leitai_draw::Steps;

/// A row of the ledger: the moves of both seats in turn, or an act of neither seat.
#[derive(Default)]
struct Row<'a> {
    number: usize,
    first: Option<Html>,
    second: Option<Html>,
    other: Option<Html>,
    /// What the reader's own program wrote before these moves.
    notes: Vec<&'a OwnNote>,
}

/// `/games/ID`.
pub fn game(reader: &Reader<'_>, game: &GameView<'_>) -> Html {
    let (lang, t) = (reader.lang, Texts(reader.lang));
    let b = BoardShown::new(reader, game, "", true);
    let seat = |it: Seat| seat(game, it, ClockShown::of(game, it, lang).as_ref(), lang);
    let [first, second] = game.seats.each_ref().map(|seat| &seat.name);
    let own = if game.notes.is_some() { "/own" } else { "" };
    let here = format!("/games/{}{own}", game.id);
    let inside = html! {
        section class="table" aria-label=(t.board()) {
            (seat(Seat::Second))
            div class="board" {
                @if let Some(sheet) = &b.sheet { (sheet) } @else { p class="secret" { (b.why_none) } }
            }
            @if let Some(tray) = &b.tray { div class="tray" { (tray) } }
            (seat(Seat::First))
            p class="truth" {
                span {
                    i class={ "dot " (b.state.0) } {} " " strong { (b.state.1) }
                    @if b.sheet.is_some() { " · " (step_shown(game, t)) }
                }
                @if b.sheet.is_some() {
                    span class="end" {
                        button class="quiet flip" type="button" data-script hidden { (t.flip()) }
                        button class="quiet help" type="button" data-script hidden { (t.keys()) }
                    }
                }
            }
            p class="says" { (says_at(game, lang)) }
        }
        section class="side" aria-label=(t.game()) {
            header {
                p {
                    @if let Some((id, name)) = game.event { a href={ "/events/" (id) } { bdi { (name) } } " · " }
                    (b.game)
                }
                h1 { bdi { (first) } " – " bdi { (second) } }
            }
            (verdict(game, lang))
            @if b.sheet.is_some() {
                div class="ledger" {
                    h2 class="vh" { (t.moves()) }
                    p class="heads" {
                        span {}
                        @for (tone, name) in game.tones_now().into_iter().zip([first, second]) { span { (chip(tone)) bdi { (name) } } }
                    }
                    (ledger(game, &here, lang))
                }
                (last_notes(game, t))
                (times(game, t))
                (steps(game, t, &here))
            }
            (facts(facts_of(game, lang).iter().map(|(name, said)| (*name, &**said))))
            @if let Some(next) = &game.next {
                p class="next-game" { a href={ "/games/" (next.id) } { (t.next_up()) ": " bdi { (next.title) } } }
            }
            @if b.sheet.is_some() { (files(game, t)) }
        }
    };
    let shape = if game.steps.is_some_and(Steps::is_wide) { "whole broad" } else { "whole" };
    let body = html! { (b.element(game, ["", &b.tones[0]], Some(shape), &inside)) (keys(t)) };
    let title = title(game, &b, lang);
    // What an author sees is for nobody else.
    let head = if game.notes.is_none() { of_game(reader, game, &b.why_none) } else { Html::default() };
    Frame { title: &title, nav: Nav::None, main: "game-page", body: &body, head }.html(reader)
}

/// Every move, and beside it what the reader's own program wrote before it.
fn ledger(game: &GameView<'_>, here: &str, lang: Lang) -> Html {
    html! {
        ol class="moves" tabindex="0" aria-label=(Texts(lang).moves()) data-says=(said(game.says(), lang)) {
            @for row in rows(game, here, lang) {
                li {
                    @if let Some(act) = &row.other {
                        span class="wide" { (act) }
                    } @else {
                        i { (row.number) }
                        @if let Some(first) = &row.first { (first) } @else { span {} }
                        @if let Some(second) = &row.second { (second) }
                    }
                    @if !row.notes.is_empty() { div class="own" { (written(row.notes)) } }
                }
            }
        }
    }
}

fn rows<'a>(game: &GameView<'a>, here: &str, lang: Lang) -> Vec<Row<'a>> {
    let (mut rows, mut number) = (Vec::<Row<'a>>::new(), 0);
    let mut notes = game.notes.unwrap_or_default().iter();
    for (at, it) in (1..).zip(game.moves()) {
        let answers = |row: &Row<'_>| row.other.is_none() && row.second.is_none();
        if it.by != Some(Actor::Seat(Seat::Second)) || !rows.last().is_some_and(answers) {
            number += usize::from(matches!(it.by, Some(Actor::Seat(_))));
            rows.push(Row { number, ..Row::default() });
        }
        let row = rows.last_mut().expect("one was begun");
        let cell = match it.by {
            Some(Actor::Seat(Seat::First)) => &mut row.first,
            Some(Actor::Seat(Seat::Second)) => &mut row.second,
            _ => &mut row.other,
        };
        *cell = Some(shown(at, it, here, at == game.at(), lang));
        row.notes.extend(notes.next().into_iter().flatten());
    }
    rows
}

/// A move in the ledger.
fn shown(number: usize, it: &Move, here: &str, is_current: bool, lang: Lang) -> Html {
    let t = Texts(lang);
    let (by, who) = match it.by {
        Some(Actor::Seat(Seat::First)) => ("first", None),
        Some(Actor::Seat(Seat::Second)) => ("second", None),
        Some(Actor::Chance) => ("other", Some(t.dice())),
        Some(Actor::Arbiter) => ("other", Some(t.referee())),
        None => ("other", None),
    };
    let says = Some(said(&it.says, lang)).filter(|says| !says.is_empty());
    html! {
        a href={ (here) "?ply=" (number) "#m" (number) } id={ "m" (number) } data-n=(number) data-of=(by)
            data-us=(it.us.unwrap_or(0)) data-says=[says] data-tones=[it.tones.map(tone_names)]
            aria-current=[is_current.then_some("step")] {
            span { @if let Some(who) = who { em { (who) } " " } (it.said) }
            @if let Some(us) = it.us.filter(|_| by != "other") { small { (seconds(us)) } }
        }
    }
}

/// What a program wrote.
fn written<'a>(notes: impl IntoIterator<Item = &'a OwnNote>) -> Html {
    html! { @for note in notes { pre class="log" { b { (note.what) } " " (note.text.lines().collect::<Vec<_>>().join("\n")) } } }
}

/// What the reader's own program wrote after the last move.
fn last_notes(game: &GameView<'_>, t: Texts) -> Html {
    let notes: Vec<_> = game.notes.unwrap_or_default().iter().skip(game.moves().len()).flatten().collect();
    html! {
        @if !notes.is_empty() {
            div class="own" {
                h2 { (if game.live.is_none() { t.own_after() } else { t.own_so_far() }) }
                (written(notes))
            }
        }
    }
}

/// The time of each move as a picture, if any is known.
fn times(game: &GameView<'_>, t: Texts) -> Html {
    let longest = game.moves().iter().filter_map(|it| it.us).max().unwrap_or(0);
    let (wide, [first, second, now]) = (10 * game.moves().len(), bars(game, longest));
    html! {
        @if longest > 0 {
            p class="used" {
                span { (t.time_used()) }
                span { (t.longest()) " " span class="longest" { (seconds(longest)) } " s" }
            }
            svg class="times" viewBox={ "0 0 " (wide) " 64" } preserveAspectRatio="none" aria-hidden="true" {
                path class="zero" d={ "M0 32H" (wide) } vector-effect="non-scaling-stroke" {}
                path class="a" d=(first) {}
                path class="b" d=(second) {}
                path class="now" d=(now) {}
            }
        }
    }
}

/// The ways from step to step.
fn steps(game: &GameView<'_>, t: Texts, here: &str) -> Html {
    let (back, forward) = (game.at().saturating_sub(1), (game.at() + 1).min(game.last()));
    html! {
        label class="slide-box" data-script hidden {
            span class="vh" { (t.step()) " " (t.step_after()) }
            input class="slide" type="range" min="0" max=(game.last()) value=(game.at());
        }
        nav class="steps" aria-label=(t.steps()) {
            a href={ (here) "?ply=0" } data-n="0" aria-label=(t.to_start()) { (icon("M5 4v12M15 4l-7 6 7 6")) }
            a href={ (here) "?ply=" (back) } data-by="-1" rel="prev" aria-label=(t.back()) { (icon("M13 4l-7 6 7 6")) }
            a href={ "/games/" (game.id) "/film.svg" } data-play role="button" aria-label=(t.play()) {
                svg viewBox="0 0 20 20" aria-hidden="true" {
                    path class="one" d="M6 4l10 6-10 6z" {}
                    path class="two" d="M5 4h4v12H5zM11 4h4v12h-4z" {}
                }
            }
            a href={ (here) "?ply=" (forward) } data-by="1" rel="next" aria-label=(t.forward()) { (icon("M7 4l7 6-7 6")) }
            a href=(here) data-n="999999" aria-label=(t.newest()) { (icon("M15 4v12M5 4l7 6-7 6")) }
        }
        p class="pace" data-script hidden {
            label {
                (t.speed()) " "
                select class="speed" {
                    @for (value, shown) in [("0.5", "½×"), ("1", "1×"), ("2", "2×"), ("4", "4×"), ("16", "16×")] {
                        option value=(value) selected[value == "1"] { (shown) }
                    }
                }
            }
        }
    }
}

fn icon(path: &str) -> Html {
    html! { svg viewBox="0 0 20 20" aria-hidden="true" { path d=(path) {} } }
}

/// The game as files.
fn files(game: &GameView<'_>, t: Texts) -> Html {
    let (id, is_over) = (format!("/games/{}", game.id), game.live.is_none());
    html! {
        p class="get" {
            @if game.notes.is_some() {
                a href=(id) { (t.everybodys_page()) }
            } @else if game.event.is_some() {
                a href={ (id) "/own" } { (t.own_page()) }
            }
            @if let Some(ruling) = game.ruling { a href=(ruling) { (RULE_ABOUT_GAME.to(t.0)) } }
            @if is_over {
                a href={ (id) "/record.jsonl" } { (t.record()) }
                @for sheet in game.sheets { a href={ (id) "/sheet." (sheet.name()) } { (sheet_called(*sheet, t)) } }
            }
            @if is_over && !game.facts.hidden && !game.facts.chance {
                a href={ (id) "/play?ply=" (game.at()) } data-from { (t.play_from_here()) }
            }
            a href={ (id) "/" (game.at()) ".svg" } data-svg { (t.this_board()) }
            a href={ (id) "/film.svg" } { (t.film()) }
        }
    }
}

/// The keys, shown when asked for.
fn keys(t: Texts) -> Html {
    let keys: [(&[&str], _); 5] = [
        (&["←", "→"], t.keys_step()),
        (&["Home", "End"], t.keys_ends()),
        (&[t.space()], t.keys_play()),
        (&["F"], t.keys_flip()),
        (&["?"], t.keys_help()),
    ];
    let signs =
        |signs: &[&str]| Html::joined(signs.iter().map(|sign| html! { kbd { (sign) } }), &html! { " " });
    html! {
        dialog class="keys" aria-labelledby="keys" {
            h2 id="keys" { (t.keys()) }
            dl { @for (keys, does) in keys { dt { (signs(keys)) } dd { (does) } } }
            p class="soft" { (t.keys_board()) }
            form method="dialog" { button class="quiet" { (t.close()) } }
        }
    }
}

fn title(game: &GameView<'_>, board: &BoardShown, lang: Lang) -> String {
    let (names, at) = (&*board.title, game.at());
    let dot = if game.live.is_some() { "● " } else { "" };
    if game.steps.is_none() {
        return format!("{dot}{names}");
    }
    say!(lang, "{dot}{names}, move {at}", "{dot}{names}，第 {at} 手", dot = dot, names = names, at = at)
}

/// Sentences of the board as one text.
fn said(says: &[Say], lang: Lang) -> String {
    let says: Vec<_> = says.iter().map(|it| if lang == Lang::Zh { &*it.zh } else { &*it.en }).collect();
    says.join(if lang == Lang::Zh { "；" } else { "; " })
}

/// What the board says at the step shown: the last sentences that changed.
fn says_at(game: &GameView<'_>, lang: Lang) -> String {
    let shown = game.shown();
    let says = shown.iter().rev().map(|it| &*it.says).find(|says| !says.is_empty());
    said(says.unwrap_or(game.says()), lang)
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

/// How it ended, if it has.
fn verdict(game: &GameView<'_>, lang: Lang) -> Html {
    let t = Texts(lang);
    let who = |winner: Option<Seat>| {
        winner.map_or_else(
            || t.draw().to_owned(),
            |seat| {
                let name = &*game.seats[seat.index()].name;
                say!(lang, "{name} won", "{name} 胜", name = name)
            },
        )
    };
    html! {
        @if let Some(ending) = game.ending {
            p class="verdict" { b { bdi { (who(ending.winner)) } } " " bdi { (ending.reason.to(lang)) } }
            @if let Some(question) = ending.question.as_deref().filter(|question| !question.is_empty()) {
                p class="question" { b { (t.in_question()) } " " bdi { (question) } }
            }
        }
    }
}

fn facts_of(game: &GameView<'_>, lang: Lang) -> Vec<(&'static str, String)> {
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
            Secrets::After => say!(lang, "open once nothing is hidden", "不再有隐瞒时公开"),
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

pub(super) fn sheet_called(sheet: SheetName, t: Texts) -> &'static str {
    match sheet {
        SheetName::National => t.sheet_national(),
        SheetName::Sgf => t.sheet_sgf(),
    }
}
