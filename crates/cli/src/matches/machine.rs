//! What the machine had to do with how games went, in words.

use leitai_arena::{Conditions, SeriesGame};
use leitai_core::{Lang, Tell, say};
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
        let delay = delay.told(lang);
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
    let jitter = machine.jitter.as_secs_f64() * 1e3;
    if conditions.is_unreliable() {
        say!(
            lang,
            "  timing: not reliable (programs may be woken {jitter:.1} ms late)\n",
            "  计时：不可靠（唤醒程序最多迟 {jitter:.1} 毫秒）\n"
        )
    } else if quiet {
        String::new()
    } else {
        say!(
            lang,
            "  timing: reliable (within {jitter:.1} ms)\n",
            "  计时：可靠（误差不超过 {jitter:.1} 毫秒）\n"
        )
    }
}
