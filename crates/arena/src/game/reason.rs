//! Why a seat lost by a fault that the stage saw, with its figures, for people.

use crate::clocks::{Passed, Period};
use crate::exit::Exit;
use crate::inbox::Flood;
use leitai_core::{Noun, Sentence, Words, sentence};
use leitai_protocol::printable;
use leitai_sandbox::Size;
use std::time::Duration;

/// How much is told of a line without its end, in bytes.
const QUOTED: usize = 80;

/// A time in seconds, as it is told in English.
pub(super) fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

/// The limit of the start was passed.
/// `to`: the message whose answer was waited for, if it was one.
pub(super) fn not_ready(limit: Duration, to: Option<&str>) -> Sentence {
    let limit = limit.as_secs_f64();
    match to {
        Some(to) => {
            sentence!("no answer to `{to}` within {limit:.2} s", "{limit:.2} 秒内没有应答“{to}”")
        }
        None => sentence!("no answer within {limit:.2} s", "{limit:.2} 秒内没有应答"),
    }
}

/// The launcher did not become the program.
pub(super) fn not_set_up(limit: Duration) -> Sentence {
    let limit = limit.as_secs_f64();
    sentence!("it was not set up within {limit:.2} s", "{limit:.2} 秒内没有建立")
}

/// A limit of the clock was passed at a ply; `worked`: the processor time meanwhile.
pub(super) fn late(ply: u32, passed: &Passed, worked: Option<Duration>) -> Sentence {
    let (used, limit) = (passed.used.as_secs_f64(), passed.limit.as_secs_f64());
    let of = match passed.of {
        Period::Start => Words::new("to lay its pieces", "布阵"),
        Period::Turn => TURN,
        Period::Game => GAME,
    };
    let said = Sentence::new(
        format!("out of time at ply {ply}: {used:.2} s of {limit:.2} s {}", of.en),
        format!("第 {ply} 手超时：{}用时 {used:.2} 秒，限 {limit:.2} 秒", of.zh),
    );
    match worked.map(|worked| worked.as_secs_f64()) {
        Some(cpu) => said.then(&sentence!(" ({cpu:.2} s of processor time)", "（处理器时间 {cpu:.2} 秒）")),
        None => said,
    }
}

const TURN: Words = Words::new("for a move", "本手");
const GAME: Words = Words::new("for the whole game", "全局");

/// A limit of processor time was passed; `of`: that of the whole game?
pub(super) fn overworked(used: Duration, limit: Duration, game: bool) -> Sentence {
    let (used, limit, of) = (used.as_secs_f64(), limit.as_secs_f64(), if game { GAME } else { TURN });
    Sentence::new(
        format!("out of time: {used:.2} s of {limit:.2} s of processor time {}", of.en),
        format!("超时：{}处理器时间 {used:.2} 秒，限 {limit:.2} 秒", of.zh),
    )
}

/// It was stopped, and worked all the same; `game`: in all, else since it answered.
pub(super) fn stole(used: Duration, limit: Duration, game: bool) -> Sentence {
    let (used, limit) = (used.as_millis(), limit.as_millis());
    let of =
        if game { Words::new("in the game", "全局") } else { Words::new("in one turn", "一回合内") };
    Sentence::new(
        format!("{used} ms of processor time after it was stopped, {limit} ms are tolerated {}", of.en),
        format!("被暂停后仍占用处理器 {used} 毫秒（{}限 {limit} 毫秒）", of.zh),
    )
}

/// More memory than that.
pub(super) fn over_memory(limit: Size) -> Sentence {
    sentence!("more than {limit}", "超过 {limit}")
}

/// More output than a line or a turn may have.
pub(super) fn flooded(flood: Flood) -> Sentence {
    match flood {
        Flood::Line(Size(limit)) => {
            sentence!("a line of more than {limit}", "一行超过 {limit}"; limit = bytes(limit))
        }
        Flood::Turn(Size(limit)) => sentence!(
            "more than {limit} of output in one turn", "一回合的输出超过 {limit}"; limit = bytes(limit)
        ),
    }
}

/// In KB where that is exact.
fn bytes(count: u64) -> Sentence {
    if count.is_multiple_of(1 << 10) {
        Sentence::quoted(format!("{} KB", count >> 10))
    } else {
        sentence!("{count}", "{count} 字节"; count = Noun::BYTES.of(count))
    }
}

/// It left, or closed its output where nobody saw it leave.
pub(super) fn left(exit: Option<Exit>, begun: bool) -> Sentence {
    let said = exit.map_or_else(|| Sentence::new("it closed its output", "关闭了输出"), Exit::said);
    if begun { said } else { said.then(&Sentence::new(" before the game began", "（对局尚未开始）")) }
}

/// The system would not start it.
pub(crate) fn not_started(why: &Sentence) -> Sentence {
    Sentence::new("it cannot be started: ", "无法启动：").then(why)
}

/// As [`not_started`], for what was started before.
pub(super) fn not_started_again(why: &Sentence) -> Sentence {
    Sentence::new("it cannot be started again: ", "无法再次启动：").then(why)
}

/// A line without its end is a common slip: a reason quotes it.
pub(super) fn with_half(said: Sentence, half: &[u8]) -> Sentence {
    if half.is_empty() {
        return said;
    }
    let text = printable(&half[..half.len().min(QUOTED)]);
    said.and(&sentence!("it had printed `{text}` without a line end", "已输出“{text}”，但没有换行"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::{Fault, Lang};
    use leitai_testkit::english_in;
    use std::io;

    #[test]
    fn what_the_stage_says_of_a_fault_is_chinese_in_chinese() {
        let [used, limit] = [2100, 2000].map(Duration::from_millis);
        let refused = Sentence::of(&io::Error::from(io::ErrorKind::PermissionDenied));
        let late = |of, worked| late(5, &Passed { used, limit, of }, worked);
        let mut said = vec![
            (not_ready(limit, None), "2.00 秒内没有应答"),
            (not_ready(limit, Some("name?")), "2.00 秒内没有应答“name?”"),
            (late(Period::Start, None), "第 5 手超时：布阵用时 2.10 秒，限 2.00 秒"),
            (
                late(Period::Turn, Some(limit)),
                "第 5 手超时：本手用时 2.10 秒，限 2.00 秒（处理器时间 2.00 秒）",
            ),
            (late(Period::Game, None), "第 5 手超时：全局用时 2.10 秒，限 2.00 秒"),
            (overworked(used, limit, false), "超时：本手处理器时间 2.10 秒，限 2.00 秒"),
            (overworked(used, limit, true), "超时：全局处理器时间 2.10 秒，限 2.00 秒"),
            (over_memory(Size::MB(64)), "超过 64MB"),
            (stole(limit, used, false), "被暂停后仍占用处理器 2000 毫秒（一回合内限 2100 毫秒）"),
            (flooded(Flood::Line(Size(64 << 10))), "一行超过 64 KB"),
            (flooded(Flood::Turn(Size(1500))), "一回合的输出超过 1500 字节"),
            (left(None, true), "关闭了输出"),
            (left(Some(Exit::Code(1)), false), "退出，代码 1（对局尚未开始）"),
            (left(Some(Exit::Signal(11)), true), "被信号 SIGSEGV 终止"),
            (left(Some(Exit::Killed), true), "被擂台终止"),
            (not_started(&refused), "无法启动：没有权限"),
            (not_started_again(&refused), "无法再次启动：没有权限"),
            (not_set_up(limit), "2.00 秒内没有建立"),
            (with_half(not_ready(limit, None), b"hello"), "2.00 秒内没有应答；已输出“hello”，但没有换行"),
        ];
        said.extend(Fault::ALL.map(|fault| (fault.because(&not_ready(limit, None)), "")));
        for (said, zh) in said {
            let told = said.to(Lang::Zh);
            assert!(zh.is_empty() || told == zh, "{told}");
            assert_eq!(english_in(told), None, "{told}");
            assert!(!said.to(Lang::En).chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)), "{said:?}");
        }
    }
}
