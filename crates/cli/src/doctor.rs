//! `leitai doctor`: what this machine has and can do, measured.

use crate::bench::{handover, start_time};
use crate::failure::Failure;
use crate::language::say;
use crate::out;
use leitai_arena::{Language, available};
use leitai_core::Lang;
use leitai_draw::pad;
use serde::Serialize;
use std::fs;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// One JSON object a finding
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Finding {
    r#type: &'static str,
    what: String,
    state: State,
    found: String,
}

#[derive(Clone, Copy, Serialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum State {
    /// As good as it can be.
    Good,
    /// There, but weaker than it could be.
    Weaker,
    /// Not there.
    Missing,
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let tell = |what: String, state: State, found: String| {
        if args.json {
            return out::json(&Finding { r#type: "finding", what, state, found });
        }
        let word = match state {
            State::Good => say!(lang, "good", "良好"),
            State::Weaker => say!(lang, "weaker", "较弱"),
            State::Missing => say!(lang, "missing", "没有"),
        };
        out::line(&format!("{} {} {found}", pad(&what, 26), pad(&word, 9)));
    };
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    tell(say!(lang, "system", "系统"), State::Good, format!("{} {}", std::env::consts::OS, kernel.trim()));
    let cores = available();
    let state = if cores.len() > 1 { State::Good } else { State::Weaker };
    let found = say!(lang, "{} usable: {cores:?}", "可用 {} 个：{cores:?}", cores.len());
    tell(say!(lang, "cores", "处理器核心"), state, found);
    for language in Language::ALL {
        let (state, found) = match language.tool() {
            Some(tool) => (State::Good, tool.display().to_string()),
            None => (State::Missing, say!(lang, "its sources cannot be played", "无法运行该语言的源程序")),
        };
        tell(say!(lang, "{} programs", "{} 程序", language.name()), state, found);
    }
    let start = start_time()?;
    let state = if start < 5e-3 { State::Good } else { State::Weaker };
    let found = say!(lang, "{:.2} ms", "{:.2} 毫秒", start * 1e3);
    tell(say!(lang, "start of a program", "程序启动"), state, found);
    let same = handover(Some(cores[0]), Some(cores[0]))?;
    let state = if same < 20e-6 { State::Good } else { State::Weaker };
    let found = say!(lang, "{:.1} µs there and back", "往返 {:.1} 微秒", same * 1e6);
    tell(say!(lang, "hand-over on one core", "同核交接"), state, found);
    if let [one, .., other] = cores[..] {
        let apart = handover(Some(one), Some(other))?;
        let found = say!(
            lang,
            "{:.1} µs there and back; `--affinity auto` avoids it",
            "往返 {:.1} 微秒；`--affinity auto` 可避免",
            apart * 1e6
        );
        tell(say!(lang, "hand-over between cores", "跨核交接"), State::Good, found);
    }
    let orphans = rustix::process::set_child_subreaper(Some(rustix::process::getpid())).is_ok();
    let (state, found) = if orphans {
        (
            State::Good,
            say!(
                lang,
                "children that a program leaves behind are ended with it",
                "程序遗留的子进程会随之结束"
            ),
        )
    } else {
        (State::Weaker, say!(lang, "only a program's own process group is ended", "仅能结束程序自身的进程组"))
    };
    tell(say!(lang, "leftover processes", "残留进程"), state, found);
    let found = say!(
        lang,
        "not in this version: programs run with your own rights; play only what you trust",
        "本版本尚无：程序以你的权限运行，请只运行可信的程序"
    );
    tell(say!(lang, "sandbox", "沙箱"), State::Missing, found);
    Ok(())
}
