//! Limits of programs, in words.

use leitai_core::{Clock, Sentence, sentence};
use leitai_sandbox::SandboxLevel;
#[cfg(feature = "site")]
use leitai_sandbox::Size;
use std::time::Duration;

/// A limit in words: `90 s`, `15 min`, `700 ms`.
pub(crate) fn limit(time: Duration) -> Sentence {
    let ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    match ms {
        _ if ms >= 120_000 && ms.is_multiple_of(60_000) => {
            let minutes = ms / 60_000;
            sentence!("{minutes} min", "{minutes} 分钟")
        }
        _ if ms >= 1000 => {
            let s = ms as f64 / 1e3;
            sentence!("{s} s", "{s} 秒")
        }
        _ => sentence!("{ms} ms", "{ms} 毫秒"),
    }
}

/// The time a side has for the game and for each move; `None` without a limit.
pub(crate) fn limits(clock: Clock) -> Option<Sentence> {
    let game = clock.game.map(limit).map(|time| match clock.moves {
        Some(moves) => {
            sentence!("{time} for each {moves} moves", "每 {moves} 手 {time}"; time, moves = moves.get())
        }
        None => sentence!("{time} a game", "每局 {time}"; time),
    });
    let increment = clock
        .increment
        .map(limit)
        .map(|time| sentence!("{time} back after each move", "每手加时 {time}"; time));
    let turn = clock.turn.map(limit).map(|time| sentence!("{time} a move", "每手 {time}"; time));
    let all = [game, increment, turn].into_iter().flatten();
    all.reduce(|said, more| sentence!("{said}, {more}", "{said}、{more}"; said, more))
}

/// A size in words: `64 KB`, `1 GB`.
#[cfg(feature = "site")]
pub(crate) fn size(size: Size) -> String {
    let text = size.to_string();
    let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    format!("{number} {unit}")
}

/// The name of a sandbox level, with what it does.
pub(crate) fn level(level: SandboxLevel) -> Sentence {
    let (name, does) = (level.name(), level.does());
    sentence!("{name}: {does}", "{name}：{does}"; name, does)
}
