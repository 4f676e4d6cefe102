//! How what was found is usually mended.

use leitai_core::{Fault, Words};

pub(super) fn advice(fault: Fault) -> Words {
    match fault {
        Fault::Illegal => Words::new(
            "its own board differs from the referee's: check that it takes in every move of the opponent, and its own",
            "程序内部的棋盘与裁判不一致：请检查是否记录了对手和自己的每一步",
        ),
        Fault::Protocol => Words::new(
            "print only what the protocol asks for, one message a line; log to stderr instead",
            "只输出协议要求的内容，每条消息一行；调试信息请写到 stderr",
        ),
        Fault::TimeLimit => Words::new(
            "usually the output is not flushed (fflush(stdout) after every answer), an answer lacks its line end (\\n), \
             or a line is read that is never sent",
            "通常是输出没有刷新（每次输出后 fflush(stdout)）、回答没有换行（\\n），或多读了一行不会到来的输入",
        ),
        Fault::MemoryLimit => Words::new("keep within the memory limit of the game", "请控制在内存限制之内"),
        Fault::StolenTime => Words::new(
            "stop every thread and timer before you answer: nothing may work while the opponent is to move",
            "作答前请停下所有线程和定时器：对方走棋时不得继续运算",
        ),
        Fault::OutputLimit => Words::new(
            "print less: a line holds at most 64 KB, a turn 1 MB; is there an endless loop of output?",
            "减少输出：一行至多 64 KB，一回合至多 1 MB；是否有无休止的输出循环？",
        ),
        Fault::Crash => Words::new(
            "it must keep running until the game is over; run it by hand with the lines above to see where it stops",
            "对局结束前程序必须一直运行；可手工输入上面的消息，查看它在哪里退出",
        ),
        Fault::NotReady | Fault::Absent => Words::new(
            "it must start and say its opening words at once: check the command, the dialect and the flush \
             (fflush(stdout))",
            "程序须能启动并立即给出开场应答：请检查命令、协议名与输出刷新（fflush(stdout)）",
        ),
    }
}
