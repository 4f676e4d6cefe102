//! The machine's influence on how games went, in words.

use leitai_arena::{Conditions, Ponder, SeriesGame};
use leitai_core::{Lang, Noun, Sentence, Tell, say, sentence};
use std::time::Duration;

/// How many games are played at once, and why; `usable` of `all` cores may be used.
pub(super) fn at_once_told(
    jobs: usize,
    is_asked: bool,
    [usable, all]: [usize; 2],
    ponder: Ponder,
) -> Sentence {
    let games = Noun::GAMES.of(jobs);
    let cores =
        sentence!("this process may use {usable} of {all} cores", "本进程可用 {all} 个核心中的 {usable} 个");
    if is_asked {
        sentence!("{games} at once, as asked; {cores}", "同时 {games} 局（按要求）；{cores}"; games, cores)
    } else if ponder == Ponder::On {
        sentence!(
            "{games} at once: {cores}, and programs that think in the opponent's time need two a game",
            "同时 {games} 局：{cores}，允许在对方时间里思考时每局需要两个"; games, cores
        )
    } else {
        sentence!("{games} at once: {cores}, one a game", "同时 {games} 局：{cores}，每局一个"; games, cores)
    }
}

/// The number of online cores of this machine, whether or not this process may use them.
pub(super) fn cores_of_the_machine() -> Option<usize> {
    counted(&std::fs::read_to_string("/sys/devices/system/cpu/online").ok()?)
}

/// How many numbers a list such as `0-3,8` has.
fn counted(list: &str) -> Option<usize> {
    let ranges = list.trim().split(',').map(|range| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        Some(last.parse::<usize>().ok()?.checked_sub(first.parse().ok()?)? + 1)
    });
    ranges.sum()
}

/// The least time given back that is mentioned.
const WORTH_SAYING: Duration = Duration::from_millis(100);

/// How the machine disturbed a game; empty if it did not.
pub(super) fn disturbance(game: &SeriesGame, lang: Lang) -> String {
    let mut text = String::new();
    if game.replays > 0 {
        let times = game.replays;
        text += &say!(
            lang,
            " (played again {times}×: the machine had disturbed it)",
            "（受机器干扰，重赛 {times} 次）"
        );
    }
    if game.ended.disturbed == Some(Duration::ZERO) {
        text += &say!(lang, " (in question: ended from outside)", "（存疑：被外部终止）");
    } else if let Some(delay) = game.ended.disturbed {
        let delay = delay.told(lang);
        text += &say!(
            lang,
            " (in question: the stage could not act for {delay})",
            "（存疑：擂台有 {delay} 无法运行）"
        );
    }
    let given = game.ended.given_back.iter().sum::<Duration>();
    if given >= WORTH_SAYING {
        let given = given.told(lang);
        text +=
            &say!(lang, " (the machine took {given}, which was given back)", "（机器占用 {given}，已补还）");
    }
    text
}

/// How reliable times on this machine are, as the JSON states it; `disturbed`: a result is in question because of the
/// machine.
pub(super) fn timing(conditions: &Conditions, disturbed: bool) -> &'static str {
    match (conditions.is_unreliable(), disturbed) {
        (true, _) => "not reliable",
        (false, true) => "disturbed",
        (false, false) => "reliable",
    }
}

/// How reliable times are, as text with figures; if `quiet`, only when they are not reliable.
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

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_arena::Calibration;
    use leitai_sandbox::Sandbox;

    /// Sessions mask these lines, since a busy machine changes them.
    #[test]
    fn times_are_reported_as_reliable_or_not() {
        let mut conditions = Conditions::of(Sandbox::off());
        assert_eq!(worth(&conditions, false, Lang::En), "", "nothing was measured");
        for (jitter, quiet, en, zh) in [
            (2, false, "  timing: reliable (within 2.0 ms)\n", "  计时：可靠（误差不超过 2.0 毫秒）\n"),
            (2, true, "", ""),
            (
                5000,
                true,
                "  timing: not reliable (programs may be woken 5000.0 ms late)\n",
                "  计时：不可靠（唤醒程序最多迟 5000.0 毫秒）\n",
            ),
        ] {
            conditions.calibration = Some(Calibration { speed: 1, jitter: Duration::from_millis(jitter) });
            assert_eq!(worth(&conditions, quiet, Lang::En), en);
            assert_eq!(worth(&conditions, quiet, Lang::Zh), zh);
        }
    }

    #[test]
    fn the_number_of_games_at_once_has_its_reason() {
        let said = |asked, ponder| at_once_told(2, asked, [2, 8], ponder).to(Lang::En).to_owned();
        assert_eq!(
            said(false, Ponder::Off),
            "2 games at once: this process may use 2 of 8 cores, one a game"
        );
        assert!(
            said(true, Ponder::Off).contains("as asked") && said(false, Ponder::On).ends_with("two a game")
        );
        assert_eq!(["0-3,8\n", "0", "", "3-1"].map(counted), [Some(5), Some(1), None, None]);
    }
}
