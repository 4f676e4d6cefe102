//! What the platform guarantees, how each of it was examined, and what it does not do.

use super::subject::said;
use crate::html::Html;
use crate::site::frame::coded;
use leitai_core::{Lang, Words};

/// A guarantee, how it was examined, and how whoever doubts it examines it himself.
const ASSURANCES: [[Words; 3]; 8] = [
    [
        Words::new("The rules are applied as they are written here", "严格按本材料所列规则裁判"),
        Words::new(
            "each sentence has its test; for most games a second implementation, written from the definitions or by others, plays the same \
             random games",
            "每句均有测试；多数棋种另有依定义独立编写或出自他人的实现，对照随机对局",
        ),
        Words::new("`cargo test -p GAME`", "`cargo test -p GAME`"),
    ],
    [
        Words::new("A result follows from the record of its game alone", "成绩只凭该局的记录即可得出"),
        Words::new(
            "every game is played again from its record; changed records are refused in tests of every kind of line",
            "每局均由记录重放；测试逐类改动记录，均被拒绝",
        ),
        Words::new("`leitai verify RECORD`", "`leitai verify 记录文件`"),
    ],
    [
        Words::new("Standings and lots follow from the journal and its seed", "名次与抽签由日志及其种子得出"),
        Words::new(
            "a second program recomputes both; the SHA-256 of the seed is shown beforehand",
            "另有独立程序重新计算二者；种子的 SHA-256 事先公布",
        ),
        Words::new(
            "`printf %s 'SEED|LABEL|ENTRY' | sha256sum`",
            "`printf %s 'SEED|LABEL|ENTRY' | sha256sum`",
        ),
    ],
    [
        Words::new("A side is never told what the rules hide from it", "任何一方都得不到规则对其保密的内容"),
        Words::new(
            "games that differ only in what is hidden send each side the same bytes",
            "仅隐藏内容不同的对局，发给该方的字节完全相同",
        ),
        Words::new("`cargo test -p leitai-catalog leaks`", "`cargo test -p leitai-catalog leaks`"),
    ],
    [
        Words::new("A program is charged for its own time alone", "程序只承担自己所用的时间"),
        Words::new(
            "time that the machine took from a turn is measured on the core and given back, and the record says how much",
            "机器占去的时间在核心上测得并退还，记录中写明数额",
        ),
        Words::new("`leitai doctor`, `leitai bench stage`", "`leitai doctor`、`leitai bench stage`"),
    ],
    [
        Words::new(
            "A program reaches neither the network nor the files of others nor its opponent",
            "程序不能联网，不能接触他人文件与对方程序",
        ),
        Words::new(
            "hostile programs try each way in the tests, and on each machine that is examined",
            "测试中的恶意程序逐一尝试各种途径，检查本机时亦然",
        ),
        Words::new("`leitai doctor --require R`", "`leitai doctor --require R`"),
    ],
    [
        Words::new(
            "A machine that fails loses no game: it stands at its last line",
            "机器故障不丢对局：停在最后一行",
        ),
        Words::new(
            "processes are killed at random moments in the tests, and each game then counts exactly once",
            "测试在随机时刻杀死进程，之后每局仍恰好计一次",
        ),
        Words::new("`leitai tournament resume FILE`", "`leitai tournament resume 赛事文件`"),
    ],
    [
        Words::new("Nothing is loaded from elsewhere", "不从别处加载任何内容"),
        Words::new(
            "every page and file is in the program itself, and the tests run without a network",
            "全部页面与文件都在程序之内，测试在断网下进行",
        ),
        Words::new("pull the cable", "拔掉网线即可验证"),
    ],
];

/// What it does not do, which a committee has to arrange itself.
const LIMITS: [Words; 6] = [
    Words::new(
        "What people do at a board (touching stones, helping a program, stopping a clock) is seen by a referee, whose ruling is \
         entered with its reason.",
        "人在棋盘前的行为（移动棋子、协助程序、停钟）由裁判发现并裁决，裁决连同理由录入。",
    ),
    Words::new(
        "Of a program on its team's own machine the stage sees the moves alone: neither that machine nor its network is under any \
         sandbox, and the record marks the seat as relayed.",
        "程序在本队机器上运行时，平台只见着法：该机器及其网络不受沙箱约束，记录中标明该席为转达。",
    ),
    Words::new(
        "A likeness of sources is a finding and never a verdict: people read both programs and hear the teams.",
        "源代码相似只是发现，不是结论：由人阅读双方程序并听取队伍说明。",
    ),
    Words::new(
        "A record proves what was played, not who sat at the machine.",
        "记录证明下了什么，不能证明坐在机器前的是谁。",
    ),
    Words::new(
        "The sandbox is no stronger than the kernel below it; what stays open at each level is listed in the page on security.",
        "沙箱不会强于其下的内核；各等级仍然开放的途径列在安全一章。",
    ),
    Words::new(
        "It runs on Linux. Teams need no particular system: their programs are submitted as sources, or relayed.",
        "平台在 Linux 上运行。参赛队不受系统限制：提交源代码，或由操作员转达。",
    ),
];

/// The chapter on guarantees.
pub(super) fn assurances(lang: Lang) -> Html {
    html! {
        section class="chapter" id="assurances" {
            h2 { (said(lang, "What is guaranteed, and how it was examined", "所作保证及其检验")) }
            table {
                thead {
                    tr {
                        th { (said(lang, "guaranteed", "保证")) }
                        th { (said(lang, "how it was examined", "如何检验")) }
                        th { (said(lang, "to examine it yourself", "自行验证")) }
                    }
                }
                @for row in ASSURANCES { tr { @for cell in row { td { (coded(cell.to(lang))) } } } }
            }
        }
    }
}

/// The chapter on what it does not do.
pub(super) fn limits(lang: Lang) -> Html {
    html! {
        section id="limits" {
            h2 { (said(lang, "What it does not do", "局限")) }
            ul { @for limit in LIMITS { li { (limit.to(lang)) } } }
        }
    }
}
