//! Playing in the browser: choosing a game, an opponent and a clock, and waiting for a table.

use crate::Nav;
use crate::Reader;
use crate::event::limits::limits;
use crate::html::Html;
use crate::site::board::capital;
use crate::site::frame::{Frame, frame, messages, token};
use crate::site::texts::Texts;
use leitai_core::{Clock, Facts, Lang, Level, Seat, Sentence, Words, sentence};

/// The clocks that the form offers beside none and another.
const CLOCKS: [&str; 5] = ["game=3m,inc=2s", "game=10m,inc=5s", "game=30m", "move=30s", "move=2m"];

/// What somebody may choose at `/play`.
pub struct PlayView<'a> {
    /// The games: what the form sends, and the name.
    pub games: &'a [&'static Facts],
    /// The chosen one.
    pub game: Option<&'static Facts>,
    /// Its rule sets that need no referee: the name that the form sends.
    pub presets: &'a [&'static str],
    /// Programs of events that may be played against: what the form sends, and the name.
    pub partners: &'a [(&'a str, &'a str)],
    /// The form's token.
    pub token: &'a str,
    /// What was chosen before.
    pub chosen: &'a ChosenPlay,
    /// The game that was chosen before, to be played again with one click.
    pub last: Option<&'static Facts>,
    /// Why no game began.
    pub trouble: Option<&'a Sentence>,
}

/// What was chosen in the form, as the form sends it.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct ChosenPlay {
    /// A level, `person`, `program`, `oneself`, or `entry:` with an event and the name of an entry there.
    pub rival: String,
    /// `first`, `second` or `any`.
    pub side: String,
    /// The preset.
    pub preset: String,
    /// Rule options in its place: `name=value`, separated by blanks.
    pub options: String,
    /// A clock, nothing for none, or `own`.
    pub timing: String,
    /// The clock where that is `own`.
    pub own_clock: String,
    /// Acts or a position with which the game begins.
    pub opening: String,
}

impl ChosenPlay {
    /// The names of the fields with what they hold.
    pub fn fields(&self) -> [(&'static str, &str); 7] {
        [
            ("rival", &self.rival),
            ("side", &self.side),
            ("preset", &self.preset),
            ("options", &self.options),
            ("clock", &self.timing),
            ("own_clock", &self.own_clock),
            ("opening", &self.opening),
        ]
    }

    /// What such fields hold.
    pub fn of(mut field: impl FnMut(&str) -> String) -> ChosenPlay {
        ChosenPlay {
            rival: field("rival"),
            side: field("side"),
            preset: field("preset"),
            options: field("options"),
            timing: field("clock"),
            own_clock: field("own_clock"),
            opening: field("opening"),
        }
    }

    /// The text of the clock; empty for none.
    pub fn clock_text(&self) -> &str {
        if self.timing == "own" { &self.own_clock } else { &self.timing }
    }
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
            @if let Some(last) = view.last { (repeat(t, last, view)) }
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

/// The last choice, with one click.
fn repeat(t: Texts, game: &Facts, view: &PlayView<'_>) -> Html {
    let rival = match view.chosen.rival.as_str() {
        "person" => t.play_person().to_owned(),
        "program" => t.play_program().to_owned(),
        "oneself" => t.play_oneself().to_owned(),
        entry if entry.starts_with("entry:") => entry.rsplit('/').next().unwrap_or_default().to_owned(),
        level => level.parse().map_or(String::new(), |level| level_name(level).to(t.0).to_owned()),
    };
    let said = sentence!("Again: {game}, {rival}", "再来一局：{game}，{rival}"; game = game.name, rival);
    html! {
        form class="fields" method="post" action="/play" {
            (token(view.token))
            input type="hidden" name="game" value=(game.id);
            @for (name, value) in view.chosen.fields() { input type="hidden" name=(name) value=(value); }
            button class="do" { (said.to(t.0)) }
        }
    }
}

fn choice(t: Texts, game: &Facts, view: &PlayView<'_>) -> Html {
    let chosen = view.chosen;
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
                    @for level in game.levels { (option(level.name(), level_name(*level).to(t.0), &chosen.rival)) }
                }
                @if !view.partners.is_empty() {
                    optgroup label=(t.play_partners()) {
                        @for (value, name) in view.partners { (option(value, name, &chosen.rival)) }
                    }
                }
                (option("person", t.play_person(), &chosen.rival))
                (option("program", t.play_program(), &chosen.rival))
                (option("oneself", t.play_oneself(), &chosen.rival))
            }
            label for="side" { (t.play_side()) }
            select id="side" name="side" { @for (value, name) in &sides { (option(value, name, &chosen.side)) } }
            @if !chosen.options.is_empty() {
                label for="options" { (t.play_rules()) }
                input id="options" name="options" value=(chosen.options);
            } @else if view.presets.len() > 1 {
                label for="preset" { (t.play_rules()) }
                select id="preset" name="preset" {
                    @for preset in view.presets { (option(preset, preset, &chosen.preset)) }
                }
            }
            label for="clock" { (t.play_clock()) }
            select id="clock" name="clock" {
                (option("", t.play_no_clock(), &chosen.timing))
                @for clock in CLOCKS { (option(clock, &clock_name(clock, t.0), &chosen.timing)) }
                (option("own", t.play_own_clock(), &chosen.timing))
            }
            details open[chosen.timing == "own"] {
                summary { (t.play_own_clock()) }
                label for="own_clock" { (t.play_clock()) }
                input id="own_clock" name="own_clock" value=(chosen.own_clock) autocomplete="off" autocapitalize="none"
                    spellcheck="false" aria-describedby="clock-how";
                p class="soft" id="clock-how" { (t.play_clock_how()) }
            }
            details open[!chosen.opening.is_empty()] {
                summary { (t.play_set_up()) }
                label for="opening" { (t.play_opening()) }
                textarea id="opening" name="opening" rows="2" autocapitalize="none" spellcheck="false"
                    aria-describedby="opening-how" { (chosen.opening) }
                p class="soft" id="opening-how" { (game.notation.to(t.0)) }
            }
            button class="do" { (t.play_begin()) }
        }
    }
}

/// A clock in words.
fn clock_name(clock: &str, lang: Lang) -> String {
    let clock: Clock = clock.parse().unwrap_or_default();
    limits(clock).map_or(String::new(), |said| said.to(lang).to_owned())
}

/// `/play/TICKET`: so many wait before this one.
pub fn play_wait(reader: &Reader<'_>, before: usize) -> Html {
    let t = Texts(reader.lang);
    let said = match before {
        0 => sentence!("You are next.", "您是下一位。"),
        _ => sentence!("{before} before you.", "您前面还有 {before} 位。"),
    };
    let body = html! {
        h1 { (t.play_wait()) }
        p role="status" data-again="2" { strong { (said.to(t.0)) } }
        p { (t.play_wait_what()) }
    };
    let head = html! { noscript { meta http-equiv="refresh" content="3"; } };
    Frame { title: t.play_wait(), nav: Nav::Play, main: "page", body: &body, head }.html(reader)
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
