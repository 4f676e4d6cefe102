//! What a desk shows, as text.

use super::side_word::called;
use crate::screen::fitted;
use leitai_arena::SeatClock;
use leitai_core::{Actor, Lang, Seat, Sentence, Tell as _, say, sentence};
use leitai_hall::{Desk, DeskGames, DeskMove, DeskShown, DeskState};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// Rows below the board.
const BELOW: usize = 6;

/// The board with its headline, the position code and the clocks.
pub(super) fn board(desk: &Desk, shown: &DeskShown, lang: Lang) -> String {
    let mut text = headline(desk, shown, lang);
    if let Some(scene) = shown.board() {
        // On a board without coordinates at its edges the operator needs the names of the points.
        text += &fitted(scene, scene.labels.is_empty(), lang, BELOW);
    }
    text + &clocks(desk, shown, lang) + "\n" + &corrections(desk, shown, lang)
}

/// Both sides, the first team's before the other's.
fn sides(desk: &Desk, shown: &DeskShown) -> [(Seat, Sentence); 2] {
    let called = called(desk, shown);
    [shown.seat, shown.seat.other()].map(|seat| (seat, called[seat].clone()))
}

/// How many slips each side has corrected.
fn corrections(desk: &Desk, shown: &DeskShown, lang: Lang) -> String {
    let mut text = String::new();
    if shown.corrections != [0; 2] {
        let [(a, own), (b, other)] = sides(desk, shown);
        let [a, b] = [a, b].map(|seat| shown.corrections[seat]);
        text += &say!(
            lang,
            "corrected so far: {own} {a}, {other} {b}",
            "已复盘：{own} {a} 次，{other} {b} 次"; own, a, other, b
        );
        text.push('\n');
    }
    text
}

/// Which game it is and who plays it.
fn headline(desk: &Desk, shown: &DeskShown, lang: Lang) -> String {
    let [a, b] = desk.seated();
    let facts = desk.setup().game.facts();
    let [first, second] = Seat::BOTH.map(|seat| facts.seat(seat).to(lang));
    let game = shown.game + 1;
    let games = match desk.setup().games {
        DeskGames::Swapped(games) => say!(lang, "game {game} of {games}", "第 {game} 局（共 {games} 局）"),
        DeskGames::FirstToFour => say!(lang, "game {game}, first to four", "第 {game} 局（先胜四局）"),
    };
    let mut text =
        say!(lang, "{games}: {a} ({first}) – {b} ({second})", "{games}：{a}（{first}）– {b}（{second}）");
    text.push('\n');
    // Between two games the board is still that of the last.
    if shown.state == DeskState::Waits { text } else { text + &ply(shown, lang) }
}

/// How many plies are complete, and the code that the other desk shows too.
pub(super) fn ply(shown: &DeskShown, lang: Lang) -> String {
    let (plies, code) = (shown.plies, &shown.code);
    if shown.scene.is_none() || code.is_empty() {
        return String::new();
    }
    say!(lang, "ply {plies}, position code {code}", "第 {plies} 手，局面码 {code}") + "\n"
}

/// What both clocks show now.
pub(super) fn clocks(desk: &Desk, shown: &DeskShown, lang: Lang) -> String {
    let now = Instant::now();
    let [(a, own), (b, other)] = sides(desk, shown);
    let [a, b] = [a, b].map(|seat| clock(&shown.clocks[seat], now, lang));
    let text =
        say!(lang, "clocks: {own} {a}, {other} {b}", "用时：{own} 剩 {a}，{other} 剩 {b}"; own, a, other, b);
    match &shown.correcting {
        Some(correcting) => {
            let left = minutes(correcting.left());
            say!(lang, "{text}; for the correction {left}", "{text}；复盘还剩 {left}")
        }
        None => text,
    }
}

fn clock(clock: &SeatClock, now: Instant, lang: Lang) -> String {
    let ran = clock.asked.map_or(Duration::ZERO, |asked| now.saturating_duration_since(asked));
    let shown = match clock.left {
        Some(left) => minutes(left.saturating_sub(ran)),
        None => say!(lang, "no limit", "不限"),
    };
    if clock.asked.is_some() { say!(lang, "{shown} (running)", "{shown}（走时）") } else { shown }
}

/// As clocks show it; the last twenty seconds with tenths.
fn minutes(left: Duration) -> String {
    let tenths = left.as_millis() / 100;
    let (minutes, seconds) = (tenths / 600, tenths / 10 % 60);
    if tenths < 200 {
        return format!("{minutes}:{seconds:02}.{}", tenths % 10);
    }
    format!("{minutes}:{seconds:02}")
}

/// What has been played, a line for each turn.
pub(super) fn moves(desk: &Desk, shown: &DeskShown, lang: Lang) -> String {
    let called = called(desk, shown);
    let mut text = String::new();
    for (at, DeskMove { by, acts, took, .. }) in shown.moves.iter().enumerate() {
        let by = match by {
            Actor::Seat(seat) => called[*seat].clone(),
            Actor::Chance => sentence!("die", "骰子"),
            Actor::Arbiter => sentence!("referee", "裁判"),
        };
        let (by, acts, took) = (by.to(lang), acts.join(" "), took.told(lang));
        let ply = shown.begins(at).map_or_else(String::new, |ply| ply.to_string());
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{ply:>4}  {by}  {acts}  ({took})");
    }
    if text.is_empty() { say!(lang, "nothing has been played", "尚无着法") + "\n" } else { text }
}

/// Where a game that was broken off stands, and that it goes on.
pub(super) fn goes_on(shown: &DeskShown) -> Sentence {
    let (game, plies) = (shown.game + 1, shown.moves.last().map_or(0, |last| last.plies));
    sentence!("game {game} stands at ply {plies} and goes on", "第 {game} 局停在第 {plies} 手，现在接着下")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_shows_minutes_and_at_last_tenths() {
        let shown = |ms| minutes(Duration::from_millis(ms));
        assert_eq!(shown(900_000), "15:00");
        assert_eq!(shown(61_950), "1:01");
        assert_eq!(shown(20_000), "0:20");
        assert_eq!(shown(19_950), "0:19.9");
        assert_eq!(shown(0), "0:00.0");
    }
}
