//! A board on a page: its drawing, who sits where, and its current state.

use crate::html::Html;
use crate::site::texts::{Texts, quoted};
use crate::site::time::{self, limit, seconds, used};
use crate::{Face, GameView, LiveShown, Reader};
use leitai_catalog::Secrets;
use leitai_core::{Actor, Clock, Lang, Say, Scene, Seat, Tone, Words, say, sentence};
use leitai_draw::{Steps, clean, meaning};
use std::fmt::Write as _;
use std::time::Duration;

/// A clock as a page shows it.
pub(crate) struct ClockShown {
    /// The large text.
    pub(crate) large: String,
    /// The small text below; may be empty.
    pub(crate) small: String,
    /// How much of the turn's or the game's limit is used, in hundredths; `None` without a limit.
    pub(crate) bar: Option<u64>,
    /// Whether less than a tenth is left.
    pub(crate) low: bool,
}

/// Everything of a board that both its page and a card show.
pub(crate) struct BoardShown {
    pub(crate) game: String,
    pub(crate) title: String,
    /// `None` while nothing may be seen.
    pub(crate) sheet: Option<Html>,
    pub(crate) tray: Option<Html>,
    /// Why there is no board.
    pub(crate) why_none: String,
    /// How many elements the drawing has over all steps so far.
    pub(crate) count: usize,
    /// The tones of the seats at the start, and at the step shown.
    pub(crate) tones: [String; 2],
    /// Its current state: the class of its dot, and in words.
    pub(crate) state: (&'static str, String),
}

impl BoardShown {
    /// `prefix` goes before the names of looks, so that one page can hold several boards. `all` includes, hidden,
    /// what other steps show.
    pub(crate) fn new(reader: &Reader<'_>, game: &GameView<'_>, prefix: &str, all: bool) -> BoardShown {
        let (lang, t) = (reader.lang, Texts(reader.lang));
        // Several small boards can stand on a page. The link around one is labelled with the players; what it shows is
        // described on the game's page.
        let fitted = |drawn: String| match prefix {
            "" => drawn,
            _ => drawn
                .replace("id=\"lt-", &format!("id=\"{prefix}lt-"))
                .replace("href=\"#lt-", &format!("href=\"#{prefix}lt-"))
                .replacen(" role=\"img\"", " aria-hidden=\"true\"", 1),
        };
        let sheet = game.steps.map(|steps| fitted(steps.sheet(game.at(), all)));
        let tray = game.steps.and_then(|steps| steps.tray(game.at(), all)).map(fitted);
        let count =
            sheet.iter().chain(&tray).filter_map(|drawn| drawn_last(drawn)).max().map_or(0, |last| last + 1);
        let names = game.seats.each_ref().map(|seat| &*seat.name);
        BoardShown {
            game: capital(game.facts.name.to(lang)),
            title: format!("{} – {}", names[0], names[1]),
            sheet: sheet.map(Html::trusted),
            tray: tray.map(Html::trusted),
            count,
            tones: [game.tones, game.tones_now()].map(tone_names),
            why_none: why_none(game, lang),
            state: state(game, t),
        }
    }

    /// The element of a game, with all that the script reads; `tones` are those with which it begins.
    pub(crate) fn element(
        &self,
        game: &GameView<'_>,
        [prefix, tones]: [&str; 2],
        class: Option<&str>,
        inside: &Html,
    ) -> Html {
        let live = game.followed();
        let ms = |limit: Option<Duration>| live.map(|_| limit.map_or(0, |limit| limit.as_millis()));
        html! {
            lt-game class=[class] data-game=(game.id) data-at=(game.at()) data-last=(game.last())
                data-count=(self.count) data-tones=(tones) data-names=(self.title) data-state=(self.state.1)
                data-prefix=(prefix) data-live=[live.map(|live| &live.id)]
                data-faces=[live.filter(|_| game.steps.is_some()).map(|live| faces(live.faces))]
                data-turn=[ms(game.clock.turn)] data-whole=[ms(game.clock.game)] { (inside) }
        }
    }
}

/// A scene drawn once, for a page of its own.
pub(crate) struct SceneShown {
    pub(crate) sheet: Html,
    pub(crate) tray: Option<Html>,
    /// Whether the board is much wider than it is high.
    pub(crate) is_wide: bool,
}

impl SceneShown {
    /// The scene as it is seen from a side: that of Second is turned, and each piece on it back again.
    pub(crate) fn of(scene: &Scene, from: Seat, lang: Lang) -> SceneShown {
        let mut steps = Steps::new(lang);
        steps.push(scene);
        let turned = |drawn: String| match from {
            Seat::First => drawn,
            Seat::Second => drawn.replace("<g id=\"lt-", "<g transform=\"rotate(180)\" id=\"lt-"),
        };
        let (sheet, tray) = (turned(steps.sheet(0, false)), steps.tray(0, false).map(turned));
        SceneShown { sheet: Html::trusted(sheet), tray: tray.map(Html::trusted), is_wide: steps.is_wide() }
    }
}

/// Which step is shown, and of how many once there will be no more.
pub(crate) fn step_shown(game: &GameView<'_>, t: Texts) -> Html {
    let last = game.last();
    let of = sentence!("of {last}", "，共 {last} 手");
    html! {
        (t.step()) " " span class="n" { (game.at()) } " " (t.step_after())
        @if game.live.is_none() { (of.to(t.0)) }
    }
}

/// A seat: its stone, its player and this clock.
pub(crate) fn seat(game: &GameView<'_>, seat: Seat, clock: Option<&ClockShown>, lang: Lang) -> Html {
    let (i, player) = (seat.index(), &game.seats[seat.index()]);
    let is_on = game.steps.is_some() && game.followed().is_some_and(|live| live.faces[i].running);
    html! {
        div class="seat" data-seat=(seat) data-on[is_on] data-low[clock.is_some_and(|clock| clock.low)] {
            (chip(game.tones_now()[i]))
            div class="who" {
                b { bdi { (player.name) } }
                span {
                    bdi { (game.facts.seats[i].to(lang)) @if !player.about.is_empty() { " · " (player.about) } }
                }
            }
            @if let Some(clock) = clock { (clock.html()) }
        }
    }
}

/// The highest element number in a drawing.
fn drawn_last(drawn: &str) -> Option<usize> {
    let numbers = drawn.split(" data-i=\"").skip(1).filter_map(|rest| rest.split('"').next()?.parse().ok());
    numbers.max()
}

/// The clocks in the JSON format of the stream.
pub(crate) fn faces(faces: [Face; 2]) -> String {
    let faces = faces.map(|face| {
        let left = face.left_ms.map_or_else(|| "null".to_owned(), |left| left.to_string());
        format!("{{\"run\":{},\"turn\":{},\"left\":{left}}}", face.running, face.turn_ms)
    });
    format!("[{}]", faces.join(","))
}

/// A text with its first letter in upper case.
pub(crate) fn capital(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or(String::new(), |first| first.to_uppercase().chain(rest).collect())
}

/// The name of a tone in style sheet and script.
const fn tone_name(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "plain",
        Tone::Shaded => "shaded",
        Tone::Black => "black",
        Tone::White => "white",
        Tone::Red => "red",
        Tone::Blue => "blue",
    }
}

/// The tones of the seats, First before Second, in the format of the script and the stream: `black white`.
pub fn tone_names(tones: [Tone; 2]) -> String {
    tones.map(tone_name).join(" ")
}

/// A small stone of that tone, shown with a name. A ring marks blue where colours cannot be told apart. The script
/// draws the same stone.
pub(crate) fn chip(tone: Tone) -> Html {
    let name = tone_name(tone);
    let r = match tone {
        Tone::Black => "12",
        Tone::Blue => "6",
        _ => "0",
    };
    html! {
        svg class="chip" viewBox="0 0 28 28" aria-hidden="true" {
            circle class={ "c-" (name) } cx="14" cy="14" r="12" {}
            circle class={ "i-" (name) } cx="14" cy="14" r=(r) {}
        }
    }
}

impl ClockShown {
    /// A word in place of the clock.
    fn word(said: &str) -> ClockShown {
        ClockShown { large: said.to_owned(), small: String::new(), bar: None, low: false }
    }

    /// What stands beside a name.
    pub(crate) fn html(&self) -> Html {
        html! {
            div class="clock" {
                span class="left" { (self.large) }
                span class="turn" { (self.small) }
                @if let Some(bar) = self.bar {
                    svg viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true" {
                        rect width=(bar) height="3" fill="currentColor" {}
                    }
                }
            }
        }
    }

    /// The clock of a seat; `None` if nothing is known of it.
    pub(crate) fn of(game: &GameView<'_>, seat: Seat, lang: Lang) -> Option<ClockShown> {
        game.steps?;
        let spent = |by: &crate::Move| by.us.filter(|_| by.by == Some(Actor::Seat(seat)));
        let shown = game.shown();
        let last = shown.iter().rev().find_map(spent);
        let last = last.map_or(String::new(), |us| {
            let took = seconds(us);
            match game.followed() {
                Some(_) => say!(lang, "last {took} s", "上一手 {took} s", took = &*took),
                None => say!(lang, "used; last {took} s", "已用；上一手 {took} s", took = &*took),
            }
        });
        let Some(live) = game.followed() else {
            let spent: u64 = shown.iter().filter_map(spent).sum();
            let known = game.moves().iter().any(|it| it.us.is_some());
            return known.then(|| ClockShown { large: used(spent), small: last, bar: None, low: false });
        };
        Some(ClockShown::running(live.faces[seat.index()], game.clock, last, lang))
    }

    /// A clock under these limits that may run; `last` is what is said of it while it does not.
    pub(crate) fn running(face: Face, clock: Clock, last: String, lang: Lang) -> ClockShown {
        let running = if face.running { face.turn_ms } else { 0 };
        let left = face.left_ms.map(|left| left.saturating_sub(running));
        let ms = |time: Option<Duration>| time.map(|time| (time.as_millis() as u64).max(1));
        let (turn, whole) = (ms(clock.turn), ms(clock.game));
        let small = match (face.running, turn) {
            (true, Some(of)) => {
                let (now, of) = (time::clock(running), limit(Duration::from_millis(of), lang));
                say!(lang, "{now} of {of}", "{now}／限 {of}", now = now, of = of)
            }
            (true, None) => time::clock(running),
            (false, _) => last,
        };
        let bar = match (turn, left, whole) {
            (Some(limit), ..) => Some(running * 100 / limit),
            (None, Some(left), Some(whole)) => Some(100 - (left * 100 / whole).min(100)),
            _ => None,
        };
        let low = left.zip(whole).is_some_and(|(left, whole)| left * 10 < whole);
        let large = left.map_or_else(|| time::clock(running), time::clock);
        ClockShown { large, small, bar: bar.map(|bar| bar.min(100)), low }
    }
}

fn state(game: &GameView<'_>, t: Texts) -> (&'static str, String) {
    match (&game.live, game.ending, game.steps) {
        (Some(LiveShown { begun: false, .. }), ..) => ("wait", t.not_begun().to_owned()),
        (Some(live), ..) if live.id.is_empty() => ("live", t.live_so_far().to_owned()),
        (Some(live), ..) => (
            "live",
            live.delayed_s.map_or_else(
                || t.live().to_owned(),
                |late| say!(t.0, "live, shown {late} s late", "进行中，延迟 {late} s", late = late),
            ),
        ),
        (None, Some(_), _) => ("ended", t.over().to_owned()),
        (None, None, None) => ("wait", t.not_open().to_owned()),
        (None, None, Some(_)) => ("cut", t.broken_off().to_owned()),
    }
}

/// Why nothing of a game may be seen, and when that will change.
fn why_none(game: &GameView<'_>, lang: Lang) -> String {
    if let Some(live) = game.live.as_ref().filter(|live| !live.begun) {
        let follows = sentence!(
            "This game is waiting to begin. This page follows it by itself when it does.",
            "这一局等待开始，开始后本页会自动更新。"
        );
        let said = live.waits.map_or(follows.clone(), |waits| {
            waits.said().then(&sentence!(" {follows}", "{follows}"; follows))
        });
        return said.to(lang).to_owned();
    }
    if !game.facts.hidden {
        return say!(lang, "The board comes with the first move.", "第一手之后即可看到棋盘。");
    }
    match game.secrets {
        Secrets::Delayed(by) => {
            let by = limit(by, lang);
            say!(
                lang,
                "The sides hide things from each other. What happens is shown {by} later.",
                "双方互有隐瞒，对局延迟 {by} 公开。",
                by = by
            )
        }
        Secrets::After | Secrets::Public => {
            let said = Words::new(
                "The sides hide things from each other. The board opens once nothing is hidden any more, at the latest when the game is over.",
                "双方互有隐瞒；不再有隐瞒时公开棋盘，最迟在对局结束时。",
            );
            said.to(lang).to_owned()
        }
    }
}

/// A small board, which is updated while its game runs: for the hall, event pages and the projector.
pub fn board_card(reader: &Reader<'_>, game: &GameView<'_>) -> Html {
    let (t, prefix) = (Texts(reader.lang), format!("{}-", game.id));
    let b = BoardShown::new(reader, game, &prefix, game.live.is_some());
    // Once the game is over, who won stands in place of the clocks.
    let seat = |it: Seat| {
        let said = match game.ending.map(|ending| ending.winner) {
            Some(None) => Some(t.drawn()),
            Some(winner) if winner == Some(it) => Some(t.won()),
            _ => None,
        };
        let clock =
            if game.ending.is_some() { said.map(ClockShown::word) } else { ClockShown::of(game, it, t.0) };
        seat(game, it, clock.as_ref(), t.0)
    };
    let inside = html! {
        p class="tag" {
            i class={ "dot " (b.state.0) } {}
            b { (b.game) } " " bdi { (game.event.map_or("", |(_, name)| name)) }
            span class="end" {
                @if b.sheet.is_some() { (step_shown(game, t)) } @else { (b.state.1) }
            }
        }
        (seat(Seat::Second))
        a class="board" href={ "/games/" (game.id) } {
            span class="vh" { (b.title) }
            @if let Some(sheet) = &b.sheet { (sheet) } @else { span class="secret" { (b.why_none) } }
        }
        (seat(Seat::First))
    };
    html! { article class="card" { (b.element(game, [&prefix, &b.tones[1]], None, &inside)) } }
}

/// The places of a board with their spoken names, as JSON: `[["H8", 750, 750, "black stone, last move"], …]`. This
/// is the response of `/games/ID/places?ply=N`: the script turns the places into targets when the board first gets
/// the focus.
pub fn places(reader: &Reader<'_>, scene: &Scene) -> String {
    let lang = reader.lang;
    let mut json = String::from("[");
    for (i, place) in (0u16..).zip(&scene.places) {
        let pieces = scene.pieces.iter().filter(|piece| piece.at == i);
        let pieces = pieces.map(|piece| piece.name.to(lang).to_owned());
        let marks = scene.marks.iter().filter(|mark| mark.at == i).map(|mark| meaning(mark.kind));
        let marks = marks.map(|Say { en, zh }| if lang == Lang::Zh { zh } else { en });
        let spoken =
            pieces.chain(marks).collect::<Vec<_>>().join(if lang == Lang::Zh { "，" } else { ", " });
        let comma = if i == 0 { "" } else { "," };
        let (name, spoken) = (quoted(&clean(&place.name)), quoted(&clean(&spoken)));
        let _ = write!(json, "{comma}[{name},{},{},{spoken}]", place.x, place.y);
    }
    json.push(']');
    json
}
