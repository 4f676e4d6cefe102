//! A game that is over as a page to sign: both operators and the referee.

use super::frame::paper;
use crate::Reader;
use crate::event::limits::limits;
use crate::html::Html;
use crate::site::board::capital;
use crate::site::frame::facts;
use crate::site::time::clock;
use leitai_core::{ClockChange, Lang, Line, OPERATOR, REFEREE, Record, Seat, say};
use leitai_hall::DeskSetup;
use std::time::Duration;

/// A game that is over.
pub struct SignedGame<'a> {
    /// The path of the window, with the key.
    pub address: &'a str,
    /// What the desk was set up for.
    pub setup: &'a DeskSetup,
    /// Counted from 0.
    pub game: u32,
    /// The seat of this machine's program.
    pub seat: Seat,
    /// Its record, which is whole.
    pub record: &'a Record,
    /// What each seat has used of its clock; `None` if the record does not say.
    pub used: Option<[Duration; 2]>,
    /// What each seat had left; `None` without a limit.
    pub left: [Option<Duration>; 2],
}

/// The page to sign.
pub fn signed_game(reader: &Reader<'_>, game: &SignedGame<'_>) -> Html {
    let lang = reader.lang;
    let listed = game.setup.game.facts();
    let title = say!(
        lang,
        "{name}, game {number}",
        "{name} 第 {number} 局";
        name = capital(listed.name.to(lang)), number = game.game + 1
    );
    let is_referees = game.setup.is_referees();
    let operator = game
        .record
        .about
        .stage
        .get(if is_referees { REFEREE } else { OPERATOR })
        .map(ToString::to_string)
        .unwrap_or_default();
    let [own, other] = &game.setup.teams;
    let corrections = corrections(game, lang);
    let none = say!(lang, "none", "无");
    let body = html! {
        p class="no-print" {
            a href=(game.address) { (say!(lang, "Back to the window", "返回窗口")) } " · "
            (say!(lang, "Print it with Ctrl+P; it fits one sheet of A4.", "按 Ctrl+P 打印；一张 A4 纸即可。"))
        }
        h1 { (title) }
        table class="signed" {
            thead {
                tr {
                    th scope="col" { (say!(lang, "Team", "队伍")) }
                    @for seat in Seat::BOTH { th scope="col" { (listed.seats[seat.index()].to(lang)) } }
                }
            }
            tbody {
                tr {
                    th scope="row" { (say!(lang, "Name", "队名")) }
                    @for seat in Seat::BOTH { td { bdi { (if seat == game.seat { own } else { other }) } } }
                }
                @if !is_referees { tr {
                    th scope="row" { (say!(lang, "Operator", "操作员")) }
                    @for seat in Seat::BOTH { td { @if seat == game.seat { bdi { (operator) } } } }
                } }
                @if let Some(used) = game.used {
                    tr {
                        th scope="row" { (say!(lang, "Time used", "用时")) }
                        @for used in used { td { (time(used)) } }
                    }
                }
                @if game.left.iter().any(Option::is_some) {
                    tr {
                        th scope="row" { (say!(lang, "Time left", "剩余")) }
                        @for left in game.left { td { @if let Some(left) = left { (time(left)) } } }
                    }
                }
            }
        }
        (facts_of(reader, game))
        h2 { (say!(lang, "Corrections", "复盘与改钟")) }
        @if corrections.is_empty() { p { (none) } } @else {
            ol class="corrections" { @for one in &corrections { li { (one) } } }
        }
        div class="sign" {
            @for team in [own, other] {
                div { (if is_referees { team.clone() } else { say!(lang, "Operator of {team}", "{team} 操作员", team = team) }) }
            }
            div { (say!(lang, "Referee", "裁判")) @if is_referees && !operator.is_empty() { " " bdi { (operator) } } }
        }
    };
    paper(reader, &title, game.address, &body)
}

fn facts_of(reader: &Reader<'_>, game: &SignedGame<'_>) -> Html {
    let (lang, about) = (reader.lang, &game.record.about);
    let started = reader.zone.at(about.started).said().to(lang).to_owned();
    let limits = limits(about.clock).map_or(say!(lang, "none", "无"), |said| said.to(lang).to_owned());
    let [own, other] = &game.setup.teams;
    let result = game.record.end.as_ref().map(|end| match end.winner {
        None => say!(lang, "drawn", "和棋"),
        Some(winner) => {
            let team = if winner == game.seat { own } else { other };
            say!(lang, "{team} wins", "{team} 胜", team = team)
        }
    });
    let mut all = vec![(say!(lang, "Begun", "开始"), started), (say!(lang, "Clock", "时限"), limits)];
    if let (Some(end), Some(result)) = (&game.record.end, result) {
        all.extend([
            (say!(lang, "Result", "结果"), result),
            (say!(lang, "Reason", "理由"), end.reason.to(lang).to_owned()),
            (say!(lang, "Plies", "手数"), end.plies.to_string()),
            (say!(lang, "Digest of the game", "棋局摘要"), end.digest.to_string()),
        ]);
    }
    facts(all.iter().map(|(name, text)| (name.as_str(), text.as_str())))
}

/// What was taken back, and what was done to the clocks, in order.
fn corrections(game: &SignedGame<'_>, lang: Lang) -> Vec<String> {
    let [own, other] = &game.setup.teams;
    let team = |seat: Seat| if seat == game.seat { own } else { other };
    let us = |us: u64| time(Duration::from_micros(us));
    let said = |line: &Line<'_>| match line {
        Line::Back { to, .. } => Some(say!(lang, "taken back to ply {to}", "退回到第 {to} 手", to = to)),
        Line::Again { .. } => Some(say!(lang, "begun again where it stood", "从原处继续")),
        Line::Clock { change, reason } => Some(match change {
            ClockChange::Stop { .. } => {
                say!(lang, "clocks stopped: {reason}", "停表：{reason}", reason = reason)
            }
            ClockChange::Go if reason.is_empty() => return None,
            ClockChange::Go => say!(lang, "clocks went on: {reason}", "继续计时：{reason}", reason = reason),
            ClockChange::Charge { seat, us: charged } => {
                let (team, time) = (team(*seat), us(charged.unsigned_abs()));
                if *charged < 0 {
                    say!(
                        lang,
                        "{team}: {time} given back ({reason})",
                        "{team}：退回 {time}（{reason}）",
                        team = team,
                        time = time,
                        reason = reason
                    )
                } else {
                    say!(
                        lang,
                        "{team}: {time} charged ({reason})",
                        "{team}：加罚 {time}（{reason}）",
                        team = team,
                        time = time,
                        reason = reason
                    )
                }
            }
            ClockChange::Set { seat, us: left } => {
                let (team, time) = (team(*seat), us(*left));
                say!(
                    lang,
                    "{team}: set to {time} left ({reason})",
                    "{team}：剩余改为 {time}（{reason}）",
                    team = team,
                    time = time,
                    reason = reason
                )
            }
        }),
        _ => None,
    };
    game.record.lines.iter().filter_map(|(_, line)| said(line)).collect()
}

fn time(time: Duration) -> String {
    clock(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}
