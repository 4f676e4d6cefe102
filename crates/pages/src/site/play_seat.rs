//! A seat at a table: the board and what can be done there.

use crate::html::Html;
use crate::site::board::{ClockShown, SceneShown, capital, chip, faces, places};
use crate::site::frame::{Frame, messages, token};
use crate::site::game::sheet_called;
use crate::site::play_tree::{beside, tree};
use crate::site::texts::Texts;
use crate::{Face, Nav, Reader};
use leitai_core::{Clock, Facts, Lang, Say, Seat, Sentence, SheetName, Tone, sentence};
use leitai_hall::{OtherAway, OtherProgram, SeatMay, SeatOffers, SeatShown};
use std::time::Duration;

/// More acts than this are not listed for a page without script: they are typed.
const LISTED: usize = 400;

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
    /// The program from elsewhere at the other side, if one is to play there.
    pub program: Option<OtherProgram>,
    /// The clock of people, and of their programs.
    pub clock: Clock,
    /// What the clocks show now.
    pub faces: [Face; 2],
    /// At which seats it runs.
    pub timed: [bool; 2],
    /// Whether one person has both seats.
    pub is_both: bool,
    /// The number of what was shown last.
    pub news: u64,
    /// For how long the other side has been away, while it is to move.
    pub away: Option<OtherAway>,
    /// What may be done besides playing.
    pub may: SeatMay,
    /// What the sides offer each other.
    pub offers: SeatOffers,
    /// The address of the seat in the game that the other side has begun after this one.
    pub next: Option<&'a str>,
    /// The address of the replay, once there is one.
    pub replay: Option<&'a str>,
    /// The sheets that the game can be written as.
    pub sheets: &'a [SheetName],
    /// Scheme and host of the site.
    pub own: &'a str,
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
    let drawn = scene.map(|scene| SceneShown::of(scene, view.seat, lang));
    let tree = tree(&shown.choices).to_string();
    let spoken = scene.map(|scene| places(reader, scene));
    let beside = scene.map(|scene| beside(scene, lang).to_string());
    let is_timed = view.clock != Clock::NONE && shown.end.is_none();
    let limit = |time: Option<Duration>| is_timed.then(|| time.map_or(0, |time| time.as_millis()));
    let shape = if drawn.as_ref().is_some_and(|drawn| drawn.is_wide) { "whole broad" } else { "whole" };
    html! {
        lt-play class=(shape) data-version=(shown.version) data-news=(view.news) data-seat=(view.seat)
            data-faces=[is_timed.then(|| faces(view.faces))] data-turn=[limit(view.clock.turn)] data-whole=[limit(view.clock.game)]
            data-away=[view.away.map(|away| away.since.as_secs() / 10)] data-address=(view.address) data-tree=(tree)
            data-places=[spoken] data-beside=[beside] data-over=[shown.end.as_ref().map(|_| "1")] {
            section class="table" aria-label=(t.board()) data-flip=[(view.seat == Seat::Second).then_some("seats")] {
                (seat(view, Seat::Second, lang))
                div class="board" {
                    @if let Some(drawn) = &drawn { (drawn.sheet) } @else { p class="secret" { (t.play_starts()) } }
                }
                @if let Some(tray) = drawn.as_ref().and_then(|drawn| drawn.tray.as_ref()) { div class="tray" { (tray) } }
                (seat(view, Seat::First, lang))
                p class="truth" data-script hidden {
                    span class="end" {
                        @if is_timed { button class="quiet sound" type="button" aria-pressed="false" { (t.play_sound()) } }
                        button class="quiet shrink" type="button" hidden { (t.play_whole()) }
                        button class="quiet flip" type="button" { (t.flip()) }
                    }
                }
                p class="says" { @if let Some(scene) = scene { (says(&scene.says, lang)) } }
            }
            section class="side" aria-label=(t.game()) {
                header {
                    p { a href="/play" { (t.play_title()) } " · " a href={ "/docs/" (view.facts.id) } { (t.start_rules()) } }
                    h1 { (capital(view.facts.name.to(lang))) }
                }
                p class="verdict" role="status" { strong { (state(view).to(lang)) } }
                (absence(view, t))
                (offers(view, t))
                (messages(reader, view.trouble.or(shown.refused.as_ref()), None))
                p class="chosen" aria-live="polite" {}
                div class="beside" role="group" aria-label=(t.play_beside()) {}
                @if shown.layout.is_some() && !shown.choices.is_empty() {
                    div class="ways" { (deed(view, "layout", t.play_layout())) }
                }
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
                Some(seat) if view.is_both => {
                    let side = view.facts.seats[seat.index()];
                    sentence!("{side} wins: {reason}", "{side}获胜：{reason}"; side, reason)
                }
                Some(seat) if seat == view.seat => sentence!("You win: {reason}", "您获胜：{reason}"; reason),
                Some(_) => sentence!("{other} wins: {reason}", "{other}获胜：{reason}"; other, reason),
                None => sentence!("A draw: {reason}", "和棋：{reason}"; reason),
            }
        }
        None => going(view),
    }
}

/// What a game that goes on waits for.
fn going(view: &PlaySeatView<'_>) -> Sentence {
    let other = view.names[view.seat.other().index()];
    let side = view.facts.seats[view.seat.index()];
    match view.program {
        Some(OtherProgram::Awaited) if view.invites.is_some() => {
            return sentence!("Waiting for a program to join …", "等待程序加入……");
        }
        Some(OtherProgram::Awaited) => {
            return sentence!("The program has been announced, and gets ready …", "程序已登记，正在准备……");
        }
        Some(OtherProgram::Away) if view.shown.choices.is_empty() => {
            return sentence!(
                "The program's line is cut; its clock stands until it is back.",
                "程序线路中断；恢复之前不计其用时。"
            );
        }
        _ => {}
    }
    match () {
        () if view.invites.is_some() => {
            sentence!("Send the other player this link:", "请把此链接发给对方：")
        }
        () if view.shown.choices.is_empty() => sentence!("Waiting for {other} …", "等待{other}……"; other),
        () if view.is_both => sentence!("{side} to move", "轮到{side}"; side),
        () => sentence!("Your move", "轮到您"),
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
            @if view.clock != Clock::NONE && view.timed[seat.index()] {
                (ClockShown::running(view.faces[seat.index()], view.clock, String::new(), lang).html())
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

/// For how long the other side has been away, and what that allows.
fn absence(view: &PlaySeatView<'_>, t: Texts) -> Html {
    let Some(away) = view.away else { return Html::default() };
    let (other, since, until) =
        (view.names[view.seat.other().index()], away.since.as_secs(), away.until.as_secs());
    let said = sentence!(
        "{other} has been away for {since} s. After {until} s the game can be claimed.",
        "{other}已离开 {since} 秒；满 {until} 秒后可判对方负。"; other, since, until
    );
    html! {
        p class="soft" { (said.to(t.0)) }
        @if away.may_be_claimed() { div class="ways" { (deed(view, "claim", t.play_claim())) } }
    }
}

/// What the other side offers, to agree or to decline, and what this side has offered.
fn offers(view: &PlaySeatView<'_>, t: Texts) -> Html {
    let (seat, other) = (view.seat, view.names[view.seat.other().index()]);
    let of = |by: Seat, own: Sentence, others: Sentence| if by == seat { own } else { others };
    let draw = view.offers.draw.map(|by| {
        let own = sentence!("You offer a draw.", "您提议和棋。");
        ("draw", by, of(by, own, sentence!("{other} offers a draw.", "{other}提议和棋。"; other)))
    });
    let back = view.offers.back.map(|by| {
        let own = sentence!("You ask to take your last turn back.", "您请求悔棋。");
        ("back", by, of(by, own, sentence!("{other} asks to take a turn back.", "{other}请求悔棋。"; other)))
    });
    html! {
        @for (what, by, said) in [draw, back].into_iter().flatten().filter(|_| view.shown.end.is_none()) {
            p { (said.to(t.0)) }
            div class="ways" {
                @if by != seat { (deed(view, what, t.play_agree())) (deed(view, "decline", t.play_decline())) }
                @else { (deed(view, "decline", t.play_withdraw())) }
            }
        }
    }
}

/// A button that does one thing.
fn deed(view: &PlaySeatView<'_>, deed: &str, name: &str) -> Html {
    html! {
        form method="post" action=(view.address) {
            (token(view.token))
            button class="quiet" name="do" value=(deed) { (name) }
        }
    }
}

/// The other seat's link, the ways out, and what is left of the game.
fn leaving(view: &PlaySeatView<'_>, t: Texts) -> Html {
    html! {
        @if let Some(invites) = view.invites {
            @if view.program.is_some() { (joining(invites, t)) } @else { p class="file" { (invites) } }
        }
        @if view.shown.end.is_some() {
            @if let Some(replay) = view.replay { (kept(view, replay, t)) }
            p { a href={ "/play?game=" (view.facts.id) } { (t.play_choose_anew()) } }
            @if let Some(next) = view.next {
                p { a class="do" href=(next) { (t.play_next()) } }
            } @else {
                div class="ways" { (deed(view, "again", t.play_again())) @if !view.is_both { (deed(view, "swap", t.play_swap())) } }
            }
        } @else {
            div class="ways" {
                @if view.may.take_back && view.offers.back.is_none() { (deed(view, "back", t.play_back())) }
                @if view.may.draw && view.offers.draw.is_none() { (deed(view, "draw", t.play_draw())) }
                @if view.program != Some(OtherProgram::Awaited) { (deed(view, "resign", t.play_resign())) }
                @if view.may.leave { (deed(view, "leave", t.play_leave())) }
            }
        }
    }
}

/// How a program joins at this address.
fn joining(address: &str, t: Texts) -> Html {
    html! {
        p { (t.play_program_how()) }
        p class="file" { "leitai join " (address) " ./my-program --token-file token" }
        p class="soft" {
            (t.play_program_what()) " " a href="/docs/join" { "leitai join" } " · "
            a href="/account/tokens" { (t.play_program_token()) }
        }
    }
}

/// What is left of a game: its replay, its judgement, its files, and its address for others.
fn kept(view: &PlaySeatView<'_>, replay: &str, t: Texts) -> Html {
    html! {
        p {
            a href=(replay) { (t.play_replay()) } " · "
            a href={ (replay) "/analysis" } { (t.play_analysis()) } " · "
            a href={ (replay) "/record.jsonl" } download="" { (t.record()) }
            @for sheet in view.sheets { " · " a href={ (replay) "/sheet." (sheet.name()) } { (sheet_called(*sheet, t)) } }
        }
        p { (t.play_share()) }
        p class="file" { (view.own) (replay) }
    }
}

fn says(says: &[Say], lang: Lang) -> String {
    let said = says.iter().map(|say| if lang == Lang::Zh { say.zh.as_str() } else { say.en.as_str() });
    said.collect::<Vec<_>>().join(if lang == Lang::Zh { "；" } else { " · " })
}
