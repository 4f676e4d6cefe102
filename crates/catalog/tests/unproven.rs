//! What a record cannot prove by itself: the changes that may pass, and the rows of `docs/record.md` that say so.

use leitai_testkit::come_out_as_written;
use std::path::Path;

/// A row of the page.
struct Unproven {
    /// What is not proved, in English and in Chinese.
    what: [&'static str; 2],
    /// Where in a record.
    at: [&'static str; 2],
    /// The changes that pass because of it, by how their names in `mutations` begin.
    classes: &'static [&'static str],
}

const ROWS: &[Unproven] = &[
    Unproven {
        what: [
            "who played, when, in which environment and under which clock",
            "谁在何时、何种条件下对局，时限如何",
        ],
        at: [
            "`name`, `started` and `stage` of `game`; `clock`, unless a time contradicts it",
            "`game` 的 `name`、`started`、`stage`；`clock`，以不与用时矛盾为限",
        ],
        classes: &[
            "change game.seats.name",
            "change game.seats reversed",
            "change game.clock",
            "change game.started",
            "change game.stage.sandbox",
            "change game.stage.version",
            "change game.stage.operator",
            "change without game.stage.operator",
            "change without game.stage.sandbox",
            "change without game.stage.version",
        ],
    },
    Unproven {
        what: [
            "the dialect of a program whose lines mean the same in another",
            "程序所用的协议，若其各行在另一协议中意思相同",
        ],
        at: ["`dialect`", "`dialect`"],
        classes: &["change game.seats.dialect"],
    },
    Unproven {
        what: [
            "which game it was, if it ended before anything was played and the other one's first position is written alike",
            "尚未走子即告终的一局属于哪个项目，若另一项目的起始局面写法相同",
        ],
        at: ["`game`", "`game`"],
        classes: &["replace game"],
    },
    Unproven {
        what: ["options that the game did not reach", "对局没有用到的选项"],
        at: ["`options`", "`options`"],
        classes: &["change game.options"],
    },
    Unproven {
        what: [
            "the name of a program, and that it was ready in a game that did not begin",
            "程序的名称，以及对局没有开始时它是否就绪",
        ],
        at: ["`ready`", "`ready`"],
        classes: &[
            "change ready.name",
            "change without ready.name",
            "move ready",
            "swap ready and",
            "drop ready",
            "replace ready",
        ],
    },
    Unproven {
        what: ["times within the limits", "时限之内的用时"],
        at: ["`us`", "`us`"],
        classes: &["change ready.us", "change play.us", "change attempt.us", "change garbled.us"],
    },
    Unproven {
        what: [
            "what else programs printed, how they spelt the line by which they lost, how they exited, and that the stage puts the result in question",
            "程序另外输出了什么，告负的一行原文如何书写，如何退出，以及擂台是否对结果存疑",
        ],
        at: ["`note`, where its kind is allowed", "`note`，位置须合其种类"],
        classes: &[
            "drop note",
            "double note",
            "move note",
            "swap note",
            "change note stderr",
            "change note exit",
            "change note flood.text",
            "change note sent.text",
            "replace note",
        ],
    },
    Unproven {
        what: [
            "the order of acts in one turn, the acts of a turn that the end of the game left unfinished, and tries in a hidden game that are not an answer",
            "同一回合内动作的次序，终局时尚未完成的回合中的动作，以及暗棋中不算应答的试着",
        ],
        at: ["`play`", "`play`"],
        classes: &["swap play and play", "move play", "change play.acts reversed", "replace play"],
    },
    Unproven {
        what: [
            "what a program elsewhere really played, and when: an operator typed it",
            "另一台机器上的程序究竟走了什么、何时走的：由操作员输入",
        ],
        at: ["`play` of a seat that is `relay`", "`relay` 一方的 `play`"],
        // The records that are damaged here are of games of programs.
        classes: &[],
    },
    Unproven {
        what: [
            "dice thrown by hand: that they fell so, and that nobody chose them",
            "手掷的骰子：确实如此掷出，而非由人选定",
        ],
        at: ["`play` by `chance`, without `dice` in `game`", "`chance` 的 `play`，且 `game` 中没有 `dice`"],
        // The records that are damaged here are of games of programs.
        classes: &[],
    },
    Unproven {
        what: [
            "whether, why, when and by how much clocks were changed by hand, as far as no time contradicts it",
            "时钟是否、为何、何时由人改动，改动多少，以不与用时矛盾为限",
        ],
        at: ["`clock`", "`clock`"],
        classes: &[
            "change clock",
            "drop clock",
            "double clock",
            "move clock",
            "replace clock",
            "swap clock and",
            "swap play and clock",
            "swap back and clock",
            "move back",
        ],
    },
    Unproven {
        what: [
            "who asked to take acts back, and that the other side consented",
            "谁提出悔棋，以及对方是否同意",
        ],
        at: ["`back`", "`back`"],
        classes: &["change back.by"],
    },
    Unproven {
        what: [
            "when a game that was broken off went on, and, where no program was started anew by it, that it was broken off",
            "中断的对局何时继续；没有程序因此重新启动时，是否中断过",
        ],
        at: ["`again`", "`again`"],
        classes: &[
            "change again.at",
            "drop again",
            "double again",
            "move again",
            "swap again and",
            "swap play and again",
        ],
    },
    Unproven {
        what: ["what followed the act that broke the rule on its line", "同一行中违规动作之后的内容"],
        at: ["`attempt`", "`attempt`"],
        classes: &["change attempt.acts doubled"],
    },
    Unproven {
        what: [
            "where a game ended by resignation, agreement, absence, a crash, memory, stolen time or a ruling: it can be cut after any line and given to either seat, or to neither",
            "以认输、议和、缺席、崩溃、内存、窃取时间或裁定告终的一局终于何处：可在任何一行之后截断，并判给任何一方或判和",
        ],
        at: ["`winner` of `end`, and all lines that are cut off", "`end` 的 `winner`，以及截去的各行"],
        classes: &["cut before", "replace end Resigned", "replace end Agreed", "replace end Absent"],
    },
    Unproven {
        what: [
            "how a program crashed, how much memory or time it used, and why a referee ruled",
            "程序如何崩溃，用了多少内存或时间，裁判为何裁定",
        ],
        at: ["`reason`", "`reason`"],
        classes: &["change end.reason", "change note reason_zh.text"],
    },
    Unproven {
        what: [
            "whether a line that was cut at 120 bytes, or that is not plain ASCII, is an answer",
            "在 120 字节处截断的行，或不是纯 ASCII 的行：是否为应答",
        ],
        at: ["`garbled`, and `said` of `attempt`", "`garbled`，以及 `attempt` 的 `said`"],
        // No change of a record of ours shows it.
        classes: &[],
    },
];

/// Every kind of change that may pass; all others must be found.
pub(super) fn classes() -> impl Iterator<Item = &'static str> {
    ROWS.iter().flat_map(|row| row.classes.iter().copied())
}

/// The page's table is this list.
#[test]
fn the_page_lists_what_a_record_does_not_prove() {
    for (page, head, lang) in
        [("record.md", "| what | where |", 0), ("record.zh-CN.md", "| 内容 | 所在 |", 1)]
    {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(page);
        let rows = ROWS.iter().map(|row| format!("| {} | {} |\n", row.what[lang], row.at[lang]));
        let table = format!("{head}\n|---|---|\n{}", rows.collect::<String>());
        come_out_as_written([page], |text| {
            let from = text.find(head).expect("the table");
            let until = from + text[from..].find("\n\n").expect("its end") + 1;
            format!("{}{table}{}", &text[..from], &text[until..])
        });
    }
}
