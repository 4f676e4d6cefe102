//! What the machine had to do with how games went, in words.

use crate::language::{say, time};
use leitai_arena::{Conditions, SeriesGame};
use leitai_core::Lang;
use std::time::Duration;

/// That the machine had to do with how a game went.
pub(super) fn disturbance(game: &SeriesGame, lang: Lang) -> String {
    let mut text = String::new();
    if game.replays > 0 {
        let times = game.replays;
        text += &say!(
            lang,
            " (played again {times}×: the machine had disturbed it)",
            "（受机器干扰，重下 {times} 次）"
        );
    }
    if game.ended.disturbed == Some(Duration::ZERO) {
        text += &say!(lang, " (in question: ended from outside)", "（存疑：被外部终止）");
    } else if let Some(delay) = game.ended.disturbed {
        let delay = time(delay, lang);
        text += &say!(
            lang,
            " (in question: the machine did not let it run for {delay})",
            "（存疑：机器有 {delay} 未让它运行）"
        );
    }
    text
}

/// What times on this machine are worth, in one word of the JSON; `disturbed`: a result is in question because of it.
pub(super) fn timing(conditions: &Conditions, disturbed: bool) -> &'static str {
    match (conditions.is_unreliable(), disturbed) {
        (true, _) => "not reliable",
        (false, true) => "disturbed",
        (false, false) => "reliable",
    }
}

/// The same for a person, with its figures unless only what matters is wanted.
pub(super) fn worth(conditions: &Conditions, quiet: bool, lang: Lang) -> String {
    let Some(machine) = conditions.calibration else { return String::new() };
    let (speed, jitter) = (machine.speed as f64 / 1e6, machine.jitter.as_secs_f64() * 1e3);
    let figures = say!(
        lang,
        "  this machine: speed {speed:.1} M/s, wakes at most {jitter:.1} ms late\n",
        "  本机：速度 {speed:.1} M/s，唤醒最多迟 {jitter:.1} 毫秒\n"
    );
    let mut text = if quiet { String::new() } else { figures };
    if conditions.is_unreliable() {
        text += &say!(
            lang,
            "  timing: not reliable (it wakes programs later than is tolerated)\n",
            "  计时：不可靠（机器唤醒程序过迟）\n"
        );
    }
    text
}
