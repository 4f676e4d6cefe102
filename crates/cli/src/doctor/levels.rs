//! Which levels of the sandbox this machine can set up, each tried with a program.

use super::advice;
use super::finding::{Finding, Health, Report};
use leitai_core::{Words, say};
use leitai_sandbox::system::own_file;
use leitai_sandbox::{Sandbox, SandboxLevel, Unavailable};

pub(super) fn set_up(level: SandboxLevel) -> Result<Sandbox, Unavailable> {
    Sandbox::at(level, own_file())
}

/// Tries and reports every level; returns the strongest that can be set up.
pub(super) fn look(report: &Report) -> Sandbox {
    let lang = report.lang;
    let mut strongest = None;
    for level in SandboxLevel::ALL {
        let what = format!("{level}  {}", meaning(level).to(lang));
        let (state, found, improve) = match set_up(level) {
            Ok(sandbox) => {
                let text = means(&sandbox, lang);
                let first = strongest.is_none();
                strongest.get_or_insert(sandbox);
                let mark = if first { say!(lang, "; the default", "；默认使用") } else { String::new() };
                (Health::Good, text + &mark, None)
            }
            Err(Unavailable { why, .. }) => {
                let improve = advice::on_level(level, &why, lang);
                (Health::Missing, why.to(lang).to_owned(), Some(improve))
            }
        };
        let name = Some(level.name());
        report.tell(&Finding { r#type: "level", level: name, improve, ..Finding::of(what, state, found) });
    }
    strongest.unwrap_or_else(Sandbox::off)
}

fn meaning(level: SandboxLevel) -> Words {
    match level {
        SandboxLevel::Full => Words::new("root, control groups", "root 与控制组"),
        SandboxLevel::Rootless => Words::new("user namespaces", "用户命名空间"),
        SandboxLevel::Confined => Words::new("no namespaces", "无命名空间"),
        SandboxLevel::Plain => Words::new("limits only", "仅有限额"),
        SandboxLevel::Off => Words::new("nothing", "无"),
    }
}

/// The mechanisms a level relies on here.
fn means(sandbox: &Sandbox, lang: leitai_core::Lang) -> String {
    let mut parts = Vec::new();
    if sandbox.level().isolates() {
        parts.push(say!(lang, "namespaces", "命名空间"));
    }
    if !Sandbox::COULD_CONFINE {
        parts.push(say!(lang, "memory and processes by job object", "作业对象限制内存与进程数"));
    } else if sandbox.counts_memory() {
        parts.push(say!(lang, "memory by control group", "控制组计内存"));
    } else {
        parts.push(say!(lang, "memory by watching", "轮询计内存"));
    }
    if sandbox.level().confines() {
        match sandbox.landlock() {
            0 => parts.push(say!(lang, "no Landlock", "无 Landlock")),
            version => parts.push(format!("Landlock {version}")),
        }
        parts.push(say!(lang, "system calls filtered", "过滤系统调用"));
    }
    parts.join(&say!(lang, ", ", "、"))
}
