//! Playing in the browser: choosing a game and an opponent, and the seat at its table.

use crate::html::Html;
use crate::site::board::{SceneShown, capital, chip, places};
use crate::site::frame::{Frame, frame, messages, token};
use crate::site::texts::Texts;
use crate::{Nav, Reader};
use leitai_core::{
    Choice, Facts, Form, Lang, Level, Piece, Say, Scene, Seat, Sentence, Spot, Tone, Words, sentence,
};
use leitai_hall::SeatShown;
use serde_json::{Map, Value};

/// More acts than this are not listed for a page without script: they are typed.
const LISTED: usize = 400;

/// What somebody may choose at `/play`.
pub struct PlayView<'a> {
    /// The games: what the form sends, and the name.
    pub games: &'a [&'static Facts],
    /// The chosen one.
    pub game: Option<&'static Facts>,
    /// Its rule sets that need no referee: the name that the form sends.
    pub presets: &'a [&'static str],
    /// The form's token.
    pub token: &'a str,
    /// What was chosen before.
    pub chosen: &'a ChosenPlay,
    /// Why no game began.
    pub trouble: Option<&'a Sentence>,
}

/// What was chosen in the form.
#[derive(Clone, Default, Debug)]
pub struct ChosenPlay {
    /// A level, or `person`.
    pub rival: String,
    /// `first`, `second` or `any`.
    pub side: String,
    /// The preset.
    pub preset: String,
}

/// `/play`.
pub fn play(reader: &Reader<'_>, view: &PlayView<'_>) -> Html {
    let (t, lang) = (Texts(reader.lang), reader.lang);
    let body = html! {
        h1 { (t.play_title()) }
        (messages(reader, view.trouble, None))
        @if let Some(game) = view.game {
            p { (t.play_how()) " " a href={ "/docs/" (game.id) } { (t.start_rules()) } }
            (choice(t, game, view))
            h2 { (t.play_other()) }
        } @else {
            p { (t.play_what()) }
        }
        ul class="rows" {
            @for game in view.games {
                li class="row" { a href={ "/play?game=" (game.id) } { (capital(game.name.to(lang))) } }
            }
        }
    };
    let title = match view.game {
        Some(game) => format!("{} · {}", t.play_title(), capital(game.name.to(lang))),
        None => t.play_title().to_owned(),
    };
    frame(reader, &title, Nav::Play, &body)
}

fn choice(t: Texts, game: &Facts, view: &PlayView<'_>) -> Html {
    let option = |value: &str, name: &str, chosen: &str| {
        html! { option value=(value) selected=[(value == chosen).then_some("")] { (name) } }
    };
    let side = |seat: Seat, name: &str| format!("{name} ({})", game.seats[seat.index()].to(t.0));
    let sides = [
        ("first", side(Seat::First, t.trial_first())),
        ("second", side(Seat::Second, t.trial_second())),
        ("any", t.play_any().to_owned()),
    ];
    html! {
        form class="fields" method="post" action="/play" {
            (token(view.token))
            input type="hidden" name="game" value=(game.id);
            label for="rival" { (t.opponent()) }
            select id="rival" name="rival" {
                optgroup label=(t.trial_levels()) {
                    @for level in game.levels { (option(level.name(), level_name(*level).to(t.0), &view.chosen.rival)) }
                }
                (option("person", t.play_person(), &view.chosen.rival))
            }
            label for="side" { (t.play_side()) }
            select id="side" name="side" { @for (value, name) in &sides { (option(value, name, &view.chosen.side)) } }
            @if view.presets.len() > 1 {
                label for="preset" { (t.play_rules()) }
                select id="preset" name="preset" {
                    @for preset in view.presets { (option(preset, preset, &view.chosen.preset)) }
                }
            }
            button class="do" { (t.play_begin()) }
        }
    }
}

/// A level as people say it.
const fn level_name(level: Level) -> Words {
    match level {
        Level::Random => Words::new("random moves", "随机走子"),
        Level::Easy => Words::new("easy", "初级"),
        Level::Medium => Words::new("medium", "中级"),
        Level::Hard => Words::new("hard", "高级"),
        Level::Best => Words::new("best", "最强"),
        Level::Paper => Words::new("as in the paper", "论文策略"),
    }
}

/// A seat and what is in front of it.
pub struct PlaySeatView<'a> {
    /// Its address.
    pub address: &'a str,
    /// The game.
    pub facts: &'static Facts,
    /// The seat.
    pub seat: Seat,
    /// The players' names.
    pub names: [&'a str; 2],
    /// What is shown there.
    pub shown: &'a SeatShown,
    /// The form's token.
    pub token: &'a str,
    /// The address of the other seat, while nobody has taken it.
    pub invites: Option<&'a str>,
    /// The address of the replay, once there is one.
    pub replay: Option<&'a str>,
    /// Why the last request was refused.
    pub trouble: Option<&'a Sentence>,
}

/// `/play/ID/KEY`.
pub fn play_seat(reader: &Reader<'_>, view: &PlaySeatView<'_>) -> Html {
    let body = play_now(reader, view);
    let is_waiting = view.shown.choices.is_empty() && view.shown.end.is_none();
    // A script waits for what comes; without one the page asks again.
    let head = html! {
        @if is_waiting { noscript { meta http-equiv="refresh" content="3"; } }
    };
    let game = capital(view.facts.name.to(reader.lang));
    let title = format!("{game}: {} – {}", view.names[0], view.names[1]);
    Frame { title: &title, nav: Nav::Play, main: "game-page", body: &body, head }.html(reader)
}

/// The seat alone, which the script puts in place of the one it shows.
pub fn play_now(reader: &Reader<'_>, view: &PlaySeatView<'_>) -> Html {
    let (t, lang, shown) = (Texts(reader.lang), reader.lang, view.shown);
    let scene = shown.scene.as_ref();
    let drawn = scene.map(|scene| SceneShown::of(scene, lang));
    let tree = tree(&shown.choices).to_string();
    let spoken = scene.map(|scene| places(reader, scene));
    let beside = scene.map(|scene| beside(scene, lang).to_string());
    let shape = if drawn.as_ref().is_some_and(|drawn| drawn.is_wide) { "whole broad" } else { "whole" };
    html! {
        lt-play class=(shape) data-version=(shown.version) data-address=(view.address) data-tree=(tree)
            data-places=[spoken] data-beside=[beside] data-over=[shown.end.as_ref().map(|_| "1")] {
            section class="table" aria-label=(t.board()) data-flip=[(view.seat == Seat::Second).then_some("seats")] {
                (seat(view, Seat::Second, lang))
                div class="board" {
                    @if let Some(drawn) = &drawn { (drawn.sheet) } @else { p class="secret" { (t.play_starts()) } }
                }
                @if let Some(tray) = drawn.as_ref().and_then(|drawn| drawn.tray.as_ref()) { div class="tray" { (tray) } }
                (seat(view, Seat::First, lang))
                p class="says" { @if let Some(scene) = scene { (says(&scene.says, lang)) } }
            }
            section class="side" aria-label=(t.game()) {
                header {
                    p { a href="/play" { (t.play_title()) } " · " a href={ "/docs/" (view.facts.id) } { (t.start_rules()) } }
                    h1 { (capital(view.facts.name.to(lang))) }
                }
                p class="verdict" role="status" { strong { (state(view).to(lang)) } }
                (messages(reader, shown.refused.as_ref().or(view.trouble), None))
                p class="chosen" aria-live="polite" {}
                div class="beside" {}
                (acts(view, t))
                (leaving(view, t))
            }
        }
    }
}

/// Whose turn it is, or how it ended.
fn state(view: &PlaySeatView<'_>) -> Sentence {
    let other = view.names[view.seat.other().index()];
    match &view.shown.end {
        Some(end) => {
            let reason = end.reason.clone();
            match end.winner {
                _ if end.is_broken_off => reason,
                Some(seat) if seat == view.seat => sentence!("You win: {reason}", "您获胜：{reason}"; reason),
                Some(_) => sentence!("{other} wins: {reason}", "{other}获胜：{reason}"; other, reason),
                None => sentence!("A draw: {reason}", "和棋：{reason}"; reason),
            }
        }
        None if view.invites.is_some() => {
            sentence!("Send the other player this link:", "请把此链接发给对方：")
        }
        None if view.shown.choices.is_empty() => sentence!("Waiting for {other} …", "等待{other}……"; other),
        None => sentence!("Your move", "轮到您"),
    }
}

fn seat(view: &PlaySeatView<'_>, seat: Seat, lang: Lang) -> Html {
    let tone = view.shown.scene.as_ref().map_or(Tone::Plain, |scene| scene.seats[seat.index()]);
    let is_on = seat == view.seat && !view.shown.choices.is_empty();
    html! {
        div class="seat" data-seat=(seat) data-on[is_on] {
            (chip(tone))
            div class="who" {
                b { bdi { (view.names[seat.index()]) } }
                span { bdi { (view.facts.seats[seat.index()].to(lang)) } }
            }
        }
    }
}

/// The form in which an act is chosen or typed.
fn acts(view: &PlaySeatView<'_>, t: Texts) -> Html {
    let choices = &view.shown.choices;
    html! {
        @if !choices.is_empty() {
            form class="fields" method="post" action=(view.address) {
                (token(view.token))
                input type="hidden" name="version" value=(view.shown.version);
                @if choices.len() <= LISTED {
                    label for="act" data-plain { (t.play_choose()) }
                    select id="act" name="act" data-plain {
                        option value="" { "–" }
                        @for choice in choices { option value=(choice.text) { (choice.text) } }
                    }
                }
                label for="typed" { (t.play_type()) }
                input id="typed" name="typed" autocomplete="off" autocapitalize="none" spellcheck="false"
                    aria-describedby="notation";
                p class="soft" id="notation" { (view.facts.notation.to(t.0)) }
                button class="do" { (t.play_move()) }
            }
        }
    }
}

/// The other seat's link, the ways out, and what is left of the game.
fn leaving(view: &PlaySeatView<'_>, t: Texts) -> Html {
    let deed = |deed: &str, name: &str| {
        html! {
            form method="post" action=(view.address) {
                (token(view.token))
                button class="quiet" name="do" value=(deed) { (name) }
            }
        }
    };
    html! {
        @if let Some(invites) = view.invites { p class="file" { (invites) } }
        @if view.shown.end.is_some() {
            p {
                @if let Some(replay) = view.replay { a href=(replay) { (t.play_replay()) } " · " }
                a href={ "/play?game=" (view.facts.id) } { (t.play_again()) }
            }
        } @else {
            div class="ways" { (deed("resign", t.play_resign())) (deed("leave", t.play_leave())) }
        }
    }
}

fn says(says: &[Say], lang: Lang) -> String {
    let said = says.iter().map(|say| if lang == Lang::Zh { say.zh.as_str() } else { say.en.as_str() });
    said.collect::<Vec<_>>().join(if lang == Lang::Zh { "；" } else { " · " })
}

/// A spot as the script names it: `p12`, `t3`, `bpass`, `n5`.
fn spot(spot: Spot) -> String {
    match spot {
        Spot::Point(at) => format!("p{at}"),
        Spot::Tray(at) => format!("t{at}"),
        Spot::Button(id) => format!("b{id}"),
        Spot::Number(number) => format!("n{number}"),
    }
}

/// The acts by what is clicked, one spot after the other; at the end of each path its text.
fn tree(choices: &[Choice]) -> Value {
    let mut root = Map::new();
    for choice in choices {
        grow(&mut root, &choice.path, &choice.text);
    }
    Value::Object(root)
}

fn grow(tree: &mut Map<String, Value>, path: &[Spot], text: &str) {
    match path {
        [] => {}
        [last] => drop(tree.insert(spot(*last), Value::String(text.to_owned()))),
        [first, rest @ ..] => {
            let next = tree.entry(spot(*first)).or_insert_with(|| Value::Object(Map::new()));
            // No path is the beginning of another.
            if let Value::Object(next) = next {
                grow(next, rest, text);
            }
        }
    }
}

/// The names of what lies beside the board: pieces in the tray and buttons.
fn beside(scene: &Scene, lang: Lang) -> Value {
    let tray = scene.tray.iter().enumerate().map(|(at, piece)| (format!("t{at}"), piece_name(piece, lang)));
    let buttons =
        scene.buttons.iter().map(|button| (format!("b{}", button.id), button.label.to(lang).to_owned()));
    tray.chain(buttons).map(|(spot, name)| (spot, Value::String(name))).collect::<Map<_, _>>().into()
}

fn piece_name(piece: &Piece, lang: Lang) -> String {
    let name = piece.name.to(lang);
    match piece.form {
        Form::Cube(number) => format!("{name} {number}"),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acts_are_a_tree_of_what_is_clicked() {
        let choice = |text: &str, path: &[Spot]| Choice { text: text.to_owned(), path: path.to_vec() };
        let (a, b) = (Spot::Point(0), Spot::Point(7));
        let all = [
            choice("a-b", &[a, b]),
            choice("a1", &[a, Spot::Number(1)]),
            choice("pass", &[Spot::Button("pass")]),
        ];
        assert_eq!(tree(&all).to_string(), r#"{"bpass":"pass","p0":{"n1":"a1","p7":"a-b"}}"#);
    }
}
