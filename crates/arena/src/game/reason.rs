//! Why a seat lost by a fault that the stage observed, with figures, as sentences for people.

use crate::exit::Exit;
use leitai_core::{Sentence, Words, sentence};
use leitai_protocol::printable;
use leitai_sandbox::Size;
use std::time::Duration;

/// How many bytes of an unfinished line are quoted.
pub(super) const QUOTED: usize = 80;

/// A time in seconds, as written in English.
pub(super) fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

/// The launcher did not become the program in time.
pub(super) fn not_set_up(limit: Duration) -> Sentence {
    let limit = limit.as_secs_f64();
    sentence!("it was not set up within {limit:.2} s", "{limit:.2} 秒内没有建立")
}

/// The game waits for a launcher.
pub(super) fn is_being_set_up(waited: Duration) -> Sentence {
    let seconds = waited.as_secs();
    sentence!(
        "waiting: a sandbox has not been set up for {seconds} s; the machine is very busy",
        "等待中：沙箱已 {seconds} 秒仍未建好，机器过于繁忙"
    )
}

/// The program computed although it was stopped; `game` means in the whole game, otherwise since its last answer.
pub(super) fn stole(used: Duration, limit: Duration, game: bool) -> Sentence {
    let (used, limit) = (used.as_millis(), limit.as_millis());
    let of =
        if game { Words::new("in the game", "全局") } else { Words::new("in one turn", "一回合内") };
    Sentence::new(
        format!("{used} ms of processor time after it was stopped, {limit} ms are tolerated {}", of.en),
        format!("被暂停后仍占用处理器 {used} 毫秒（{}限 {limit} 毫秒）", of.zh),
    )
}

/// The program kept the stage waiting in a call.
pub(super) fn held_up(took: Duration, limit: Duration) -> Sentence {
    let (took, limit) = (took.as_millis(), limit.as_millis());
    sentence!(
        "it kept the stage waiting for {took} ms by locking its own pipe, {limit} ms are tolerated",
        "锁住自己的管道，使擂台等待 {took} 毫秒（限 {limit} 毫秒）"
    )
}

/// The program used more memory than this limit.
pub(crate) fn over_memory(limit: Size) -> Sentence {
    sentence!("more than {limit}", "超过 {limit}")
}

/// The program exited, or closed its output without being seen to exit. `may_leave` after an answer.
pub(crate) fn left(exit: Option<Exit>, begun: bool, may_leave: bool) -> Sentence {
    let said = match exit {
        None => Sentence::new("it closed its output", "关闭了输出"),
        // Nothing failed in it: it took something else for the end.
        Some(Exit::Code(0)) if may_leave => {
            return Sentence::new("it ended without an answer", "没有作答就结束了");
        }
        Some(Exit::Code(0)) if begun => {
            return Sentence::new("it ended by itself before the game was over", "对局未完就自行结束");
        }
        Some(Exit::Code(0)) => Sentence::new("it ended by itself", "自行结束"),
        Some(exit) => exit.said(),
    };
    if begun { said } else { said.then(&Sentence::new(" before the game began", "（对局尚未开始）")) }
}

/// The system would not start the program.
pub(crate) fn not_started(why: &Sentence) -> Sentence {
    Sentence::new("it cannot be started: ", "无法启动：").then(why)
}

/// As [`not_started`], for a program that had been started before.
pub(super) fn not_started_again(why: &Sentence) -> Sentence {
    Sentence::new("it cannot be started again: ", "无法再次启动：").then(why)
}

/// Adds the unfinished line to a reason, since a missing line end is a common slip.
pub(super) fn with_half(said: Sentence, half: &[u8]) -> Sentence {
    leitai_core::with_half(said, &printable(&half[..half.len().min(QUOTED)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::{Fault, Lang, Period, StageFault, not_ready};
    use leitai_testkit::must_be_chinese;
    use std::io;

    #[test]
    fn what_the_stage_says_of_a_fault_is_chinese_in_chinese() {
        let [used, limit] = [2100, 2000].map(Duration::from_millis);
        let refused = Sentence::of(&io::Error::from(io::ErrorKind::PermissionDenied));
        let late = |of, worked| StageFault::Late { ply: 5, used, limit, of, worked }.said();
        let overworked = |of| StageFault::Overworked { used, limit, of }.said();
        let mut said = vec![
            (not_ready(limit, None), "2.00 秒内没有应答"),
            (not_ready(limit, Some("name?")), "2.00 秒内没有应答“name?”"),
            (late(Period::Start, None), "第 5 手超时：布阵用时 2.10 秒，限 2.00 秒"),
            (
                late(Period::Turn, Some(limit)),
                "第 5 手超时：本手用时 2.10 秒，限 2.00 秒（处理器时间 2.00 秒）",
            ),
            (late(Period::Game, None), "第 5 手超时：全局用时 2.10 秒，限 2.00 秒"),
            (overworked(Period::Turn), "超时：本手处理器时间 2.10 秒，限 2.00 秒"),
            (overworked(Period::Game), "超时：全局处理器时间 2.10 秒，限 2.00 秒"),
            (over_memory(Size::MB(64)), "超过 64MB"),
            (stole(limit, used, false), "被暂停后仍占用处理器 2000 毫秒（一回合内限 2100 毫秒）"),
            (held_up(limit, used), "锁住自己的管道，使擂台等待 2000 毫秒（限 2100 毫秒）"),
            (StageFault::LongLine { limit: 64 << 10 }.said(), "一行超过 64 KB"),
            (StageFault::LongTurn { limit: 1500 }.said(), "一回合的输出超过 1500 字节"),
            (left(None, true, false), "关闭了输出"),
            (left(Some(Exit::Code(1)), false, false), "返回码 1（对局尚未开始）"),
            (left(Some(Exit::Signal(11)), true, false), "被信号 SIGSEGV（段错误）终止"),
            (left(Some(Exit::Killed), true, false), "被擂台终止"),
            (not_started(&refused), "无法启动：没有权限"),
            (not_started_again(&refused), "无法再次启动：没有权限"),
            (not_set_up(limit), "2.00 秒内没有建立"),
            (is_being_set_up(limit), "等待中：沙箱已 2 秒仍未建好，机器过于繁忙"),
            (with_half(not_ready(limit, None), b"hello"), "2.00 秒内没有应答；已输出“hello”，但没有换行"),
        ];
        said.extend(Fault::ALL.map(|fault| (fault.because(&not_ready(limit, None)), "")));
        for (said, zh) in said {
            let told = said.to(Lang::Zh);
            assert!(zh.is_empty() || told == zh, "{told}");
            must_be_chinese(told, "a fault");
            assert!(!said.to(Lang::En).chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)), "{said:?}");
        }
    }
}
