//! Advice on how to fix what was found: by its cause, if the game shows one.

use crate::examination::Examination;
use leitai_arena::{Exit, Late, limit_met};
use leitai_catalog::Cause;
use leitai_core::{Fault, Phrase, Sentence, Words, sentence};

/// A program is reported as computing if it used at least one part in this many of its time on the processor.
const COMPUTING: u32 = 4;
/// The signal of an invalid address.
const SEGV: i32 = 11;

impl Examination<'_> {
    /// What the author should look at first.
    pub(crate) fn advice(&self, fault: Fault) -> Sentence {
        if let Some(cause) = self.loss.as_ref().and_then(|loss| loss.cause.as_ref()) {
            return cause.advice();
        }
        match fault {
            Fault::Illegal => self.of_an_illegal_move(),
            Fault::Protocol => self.of_an_unread_line(),
            // It was not late, and it ran: it said something else.
            Fault::NotReady if self.ended.late.is_none() && self.heard.exit.is_some() => Sentence::new(
                "its handshake must be exactly that of the protocol: compare it letter by letter with what was expected",
                "握手应答须与协议规定的完全一致：请将其输出与应有的内容逐字对照",
            ),
            Fault::TimeLimit | Fault::NotReady => {
                self.ended.late.and_then(of_lateness).unwrap_or_else(|| usual(fault).into())
            }
            Fault::Crash => self.of_a_crash(),
            fault => usual(fault).into(),
        }
    }

    /// What an option of the command line does about it.
    pub(crate) fn option(&self, fault: Fault) -> Option<Sentence> {
        let log = || self.heard.log.iter().chain(&self.heard.log_end).map(String::as_str).collect::<Vec<_>>();
        let cause = self.loss.as_ref().and_then(|loss| loss.cause.as_ref());
        if let Some(Cause::Dialect(dialect)) = cause {
            return Some(sentence!(
                "--dialect {dialect} checks it in that protocol",
                "可用 --dialect {dialect} 按该协议检查"
            ));
        }
        let option = match fault {
            Fault::MemoryLimit => "--memory",
            Fault::OutputLimit => "--output-line --output-turn",
            Fault::Crash => limit_met(&log().join("\n"))?.option?,
            _ => return None,
        };
        Some(sentence!("{option} allows more", "可用 {option} 放宽"))
    }

    fn of_a_crash(&self) -> Sentence {
        let usual = usual(Fault::Crash).into();
        if self.loss.as_ref().is_some_and(|loss| loss.crash.is_some()) {
            return Sentence::new(
                "its log names the line: run it by hand with the lines above and look there",
                "日志写明了出错的行：请手工输入上面的消息，查看那里",
            );
        }
        match self.heard.exit.as_deref().map(str::parse) {
            Some(Ok(Exit::Signal(SEGV))) => Sentence::new(
                "usually an index out of bounds, a null pointer or endless recursion: compile it with -g and run it by \
                 hand in a debugger, with the lines above",
                "通常是数组越界、空指针或无穷递归：请用 -g 编译，在调试器中手工输入上面的消息运行",
            ),
            Some(Ok(Exit::Code(0))) => Sentence::new(
                "it exited by itself: its loop must run until the game is over, and the end of a line is not the end \
                 of the input",
                "它自行结束了：主循环须持续到终局，读完一行并不是输入结束",
            ),
            _ => usual,
        }
    }

    fn of_an_illegal_move(&self) -> Sentence {
        let usual = usual(Fault::Illegal);
        if self.loss.as_ref().is_some_and(|loss| loss.lays_out) {
            return Sentence::new(
                "compare the layout with the legal one above: it needs the same pieces, each on a square it is allowed \
                 on",
                "请与上面的合法布阵对照：棋子种类与数目相同，且各在允许的位置",
            );
        }
        if self.ended.plies > 0 {
            return usual.into();
        }
        Sentence::new(
            "nothing has been played yet: check how it writes places (columns or rows first, rows from the top or the \
             bottom, from 0 or 1) against the legal moves above, and which side it plays",
            "尚未走过任何一手：请对照上面的合法着法，检查坐标的写法（先列还是先行，行自上还是自下数起，从 0 还是 1 开始）以及执哪一方",
        )
    }

    fn of_an_unread_line(&self) -> Sentence {
        let first = |line: &str| line.split_whitespace().next().map(str::to_ascii_lowercase);
        let said = self.seen.said().and_then(first);
        // It sent a word of the protocol, but what follows the word is wrong.
        let is_word = |Phrase { said: legal, .. }: &Phrase| {
            legal.contains(' ') && said.is_some() && first(legal) == said
        };
        if self.loss.as_ref().is_some_and(|loss| loss.phrases.iter().any(is_word)) {
            return Sentence::new(
                "the line begins as it should: compare what follows with the legal ones above",
                "这一行的开头正确：请把其余部分与上面的合法写法对照",
            );
        }
        usual(Fault::Protocol).into()
    }
}

/// How the program spent its time.
fn of_lateness(late: Late) -> Option<Sentence> {
    if late.shows_a_window {
        return Some(Sentence::new(
            "it shows a window (a message box?) and waits until somebody closes it: during a game nobody does; write such words to \
             its log (stderr)",
            "它弹出了窗口（消息框？），在等人关闭；对局中不会有人去关，这类文字请写入日志（stderr）",
        ));
    }
    if late.unended {
        return Some(Sentence::new(
            "end the answer with a line end (\\n) and flush it (fflush(stdout)): a line without one is not an answer",
            "回答之后要换行（\\n）并刷新（fflush(stdout)）：没有换行的一行不算回答",
        ));
    }
    let (work, used) = (late.work?, late.used.as_secs_f64());
    let cpu = work.as_secs_f64();
    Some(if work * COMPUTING >= late.used {
        sentence!(
            "it was computing, not waiting ({cpu:.2} s of processor time in {used:.2} s): look for an endless loop, or \
             limit its search by time",
            "它一直在计算，不是在等输入（{used:.2} 秒中用了 {cpu:.2} 秒处理器时间）：请检查死循环，或给搜索限时"
        )
    } else if late.unread {
        sentence!(
            "it was idle ({cpu:.2} s of processor time in {used:.2} s) and did not read what it was sent: it was \
             sleeping, or waiting for something other than its input",
            "它没有在计算（{used:.2} 秒中只用了 {cpu:.2} 秒处理器时间），也没有读走发给它的消息：它在休眠，或在等待别的东西"
        )
    } else {
        sentence!(
            "it was waiting, not computing ({cpu:.2} s of processor time in {used:.2} s): usually the output is not \
             flushed (fflush(stdout) after every answer), or it reads a line that is never sent",
            "它在等待，不是在计算（{used:.2} 秒中只用了 {cpu:.2} 秒处理器时间）：通常是输出没有刷新（每次输出后 fflush(stdout)），或多读了一行不会到来的输入"
        )
    })
}

/// Advice for a fault without a visible cause.
const fn usual(fault: Fault) -> Words {
    match fault {
        Fault::Illegal => Words::new(
            "its own board differs from the referee's: check that it records every move, the opponent's and its own",
            "程序内部的棋盘与裁判不一致：请检查是否记录了对手和自己的每一步",
        ),
        Fault::Protocol => Words::new(
            "print only what the protocol asks for, one message per line; log to stderr instead",
            "只输出协议要求的内容，每条消息一行；调试信息请写到 stderr",
        ),
        Fault::TimeLimit => Words::new(
            "usually the output is not flushed (fflush(stdout) after every answer), an answer lacks its line end (\\n), \
             or it reads a line that is never sent",
            "通常是输出没有刷新（每次输出后 fflush(stdout)）、回答没有换行（\\n），或多读了一行不会到来的输入",
        ),
        Fault::MemoryLimit => Words::new(
            "stay within the limit: free what is no longer needed, and make its tables smaller",
            "请控制在内存限制之内：及时释放内存，缩小表格",
        ),
        Fault::StolenTime => Words::new(
            "stop every thread and timer before you answer: nothing may run while the opponent is to move",
            "作答前请停下所有线程和定时器：对方走棋时不得继续运算",
        ),
        Fault::OutputLimit => Words::new(
            "print less: at most 64 KB per line and 1 MB per turn; does it print in an endless loop?",
            "减少输出：一行至多 64 KB，一回合至多 1 MB；是否有无休止的输出循环？",
        ),
        Fault::Crash => Words::new(
            "it must keep running until the game is over; run it by hand with the lines above to see where it stops",
            "对局结束前程序必须一直运行；可手工输入上面的消息，查看它在哪里退出",
        ),
        Fault::NotReady | Fault::Absent => Words::new(
            "it must start and complete its handshake at once: check the command, the dialect and that it flushes its \
             output (fflush(stdout))",
            "程序须能启动并立即完成握手应答：请检查命令、协议名与输出刷新（fflush(stdout)）",
        ),
    }
}
