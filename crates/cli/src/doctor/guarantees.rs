//! What a level really enforces here, in words.

use super::advice;
use super::finding::{Finding, Health, Report};
use crate::failure::Failure;
use leitai_arena::{self as arena, Evidence, Examined, Guarantee, ProbeEnd, examine};
use leitai_core::{Lang, Words, say};
use leitai_sandbox::system::own_file;
use leitai_sandbox::{PassingFolder, Sandbox};

pub(super) fn look(report: &Report, sandbox: &Sandbox) -> Result<(), Failure> {
    let folder = PassingFolder::make(own_file(), "leitai-")
        .map_err(|e| Failure::system(&Words::new("temporary folder", "临时文件夹"), &e))?;
    examine(sandbox, own_file(), folder.path(), &mut |found| tell(report, sandbox, &found));
    Ok(())
}

fn tell(report: &Report, sandbox: &Sandbox, found: &Examined) {
    let lang = report.lang;
    let state = match found.state {
        arena::Enforcement::Enforced => Health::Enforced,
        arena::Enforcement::Weaker => Health::Weaker,
        arena::Enforcement::NotEnforced => Health::NotEnforced,
        arena::Enforcement::NotTried => Health::NotTried,
    };
    let (name, words) = named(found.guarantee);
    report.tell(&Finding {
        r#type: "guarantee",
        level: Some(sandbox.level().name()),
        guarantee: Some(name),
        improve: advice::on_guarantee(found, sandbox, lang),
        ..Finding::of(words.to(lang).to_owned(), state, evidence(&found.evidence, lang))
    });
}

/// The stable name of a guarantee, and its name for people.
fn named(guarantee: Guarantee) -> (&'static str, Words) {
    use Guarantee as G;
    match guarantee {
        G::PrivateMemory => ("private-memory", Words::new("memory: private", "内存：私有")),
        G::SharedMemory => {
            ("shared-memory", Words::new("memory: shared, files in it", "内存：共享与内存文件"))
        }
        G::FamilyMemory => {
            ("family-memory", Words::new("memory: over child processes", "内存：分散到子进程"))
        }
        G::Time => ("time", Words::new("processor time measured", "计量处理器时间")),
        G::Hold => ("hold", Words::new("paused between moves", "非己方回合时暂停")),
        G::Waking => ("waking", Words::new("cannot delay the stage", "不能拖延擂台")),
        G::Core => ("core", Words::new("stays on its core", "不能离开所分核心")),
        G::Priority => ("priority", Words::new("cannot raise its priority", "不能提高优先级")),
        G::Reading => ("reading", Words::new("files: reads none of yours", "文件：不能读")),
        G::Names => ("names", Words::new("files: sees none of yours", "文件：看不到")),
        G::Writing => ("writing", Words::new("files: writes nowhere", "文件：不能写")),
        G::Network => ("network", Words::new("network and sockets", "网络与套接字")),
        G::Signals => ("signals", Words::new("cannot end other processes", "不能终止其他进程")),
        G::Tracing => ("tracing", Words::new("cannot look into processes", "不能窥探其他进程")),
        G::Processes => ("processes", Words::new("sees no other process", "看不到其他进程")),
        G::Descriptors => ("descriptors", Words::new("inherits nothing open", "不继承已打开的文件")),
        G::Calls => ("calls", Words::new("dangerous system calls", "危险的系统调用")),
        G::Foreign => ("foreign", Words::new("system calls of 32 bits", "32 位系统调用")),
        G::ForkBomb => ("fork-bomb", Words::new("fork bomb", "进程炸弹")),
        G::ThreadBomb => ("thread-bomb", Words::new("thread bomb", "线程炸弹")),
        G::Survivors => ("survivors", Words::new("nothing survives the game", "对局后无残留进程")),
        G::Tie => ("tie", Words::new("nothing survives the stage", "擂台被杀后无残留进程")),
    }
}

/// The evidence, with the number of ways tried if there are several: no more is claimed to hold.
fn evidence(evidence: &Evidence, lang: Lang) -> String {
    let text = seen(evidence, lang);
    match evidence {
        Evidence::Memory { ways, .. }
        | Evidence::Time { ways, .. }
        | Evidence::Held { ways, .. }
        | Evidence::Closed(ways)
            if *ways > 1 =>
        {
            say!(lang, "{text}; {ways} ways", "{text}；{ways} 种方式")
        }
        _ => text,
    }
}

fn seen(evidence: &Evidence, lang: Lang) -> String {
    match evidence {
        Evidence::Memory { limit, got, stop, .. } => {
            let over = got.saturating_sub(*limit);
            match stop {
                ProbeEnd::Ended if over > 0 => say!(
                    lang,
                    "ended at {got} MB, {over} MB above the limit",
                    "在 {got} MB 处终止，超出限额 {over} MB"
                ),
                ProbeEnd::Ended => say!(lang, "ended at {got} of {limit} MB", "在 {got} / {limit} MB 处终止"),
                ProbeEnd::Refused if *got == 0 => say!(lang, "refused", "被拒绝"),
                ProbeEnd::Refused => {
                    say!(lang, "refused at {got} MB (limit {limit})", "在 {got} MB 处被拒绝（限额 {limit}）")
                }
                ProbeEnd::Nothing => {
                    say!(lang, "got {got} MB under a limit of {limit}", "限额 {limit} MB 而得到 {got} MB")
                }
            }
        }
        Evidence::Count { got: 0, left: 0, .. } => say!(lang, "refused altogether", "一律拒绝"),
        Evidence::Count { limit, got, tried, left: 0 } => {
            say!(lang, "{got} of {tried} started, limit {limit}", "启动 {got} / {tried}，限额 {limit}")
        }
        Evidence::Count { got, tried, left, .. } => {
            say!(lang, "{got} of {tried} started, {left} left", "启动 {got} / {tried}，残留 {left}")
        }
        Evidence::Left(0) => say!(lang, "none left", "无残留"),
        Evidence::Left(left) => say!(lang, "{left} left", "残留 {left} 个"),
        Evidence::Time { own, counted, .. } => say!(
            lang,
            "{:.1} ms counted where it used {:.1} ms",
            "实用 {1:.1} 毫秒，计得 {0:.1} 毫秒",
            counted.as_secs_f64() * 1e3,
            own.as_secs_f64() * 1e3
        ),
        Evidence::Held { used, over, .. } => say!(
            lang,
            "used {:.2} ms in {} ms",
            "{1} 毫秒内使用 {0:.2} 毫秒",
            used.as_secs_f64() * 1e3,
            over.as_millis()
        ),
        Evidence::Late { most, worst } => say!(
            lang,
            "run {:.1} ms late beside 60 threads ({:.1} ms at worst)",
            "与 60 个线程同核时迟 {:.1} 毫秒运行（最多 {:.1} 毫秒）",
            most.as_secs_f64() * 1e3,
            worst.as_secs_f64() * 1e3
        ),
        Evidence::Closed(_) => say!(lang, "tried and refused", "已尝试，被拒绝"),
        Evidence::Open(what) if what.is_empty() => say!(lang, "open", "未封闭"),
        Evidence::Open(what) => say!(lang, "open: {what}", "未封闭：{what}"),
        Evidence::Untried(why) => {
            say!(lang, "could not be tried: {}", "无法测试：{}", why.to(lang))
        }
    }
}
