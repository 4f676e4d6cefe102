//! Settings of the machine that fair timing depends on.

use super::finding::{Health, Report};
use leitai_arena::available;
use leitai_core::{Lang, say};
use leitai_sandbox::{BrokenDevice, broken_devices};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

pub(super) fn look(report: &Report) {
    let lang = report.lang;
    let kernel = read("/proc/sys/kernel/osrelease").unwrap_or_default();
    let found = format!("{} {kernel} {}", std::env::consts::OS, std::env::consts::ARCH);
    report.machine(say!(lang, "system", "系统"), Health::Good, found, None);
    devices(report);
    cores(report);
    siblings(report);
    frequency(report);
    swap(report);
    huge_pages(report);
    disk(report);
}

fn read(path: &str) -> Option<String> {
    fs::read_to_string(path).ok().map(|text| text.trim().to_owned())
}

fn of_core(core: usize, file: &str) -> Option<String> {
    read(&format!("/sys/devices/system/cpu/cpu{core}/{file}"))
}

/// Those that programs get from the machine: one line if all are what their names say, else one for each that is not.
fn devices(report: &Report) {
    let lang = report.lang;
    let broken = broken_devices();
    if broken.is_empty() {
        let found = say!(lang, "those that programs get are in order", "程序所用的设备均正常");
        return report.machine(say!(lang, "devices", "设备"), Health::Good, found, None);
    }
    for BrokenDevice { path, why, mend } in broken {
        let why = why.to(lang);
        let found =
            say!(lang, "{why}: no program can be started in a sandbox", "{why}：无法在沙箱中启动程序");
        report.machine(say!(lang, "device {path}", "设备 {path}"), Health::Missing, found, Some(mend));
    }
}

fn cores(report: &Report) {
    let lang = report.lang;
    let cores = available();
    let kinds: BTreeSet<_> = cores
        .iter()
        .map(|core| [of_core(*core, "cpu_capacity"), of_core(*core, "cpufreq/cpuinfo_max_freq")])
        .collect();
    let mut found = say!(lang, "{} usable: {cores:?}", "可用 {} 个：{cores:?}", cores.len());
    let mut improve = None;
    if kinds.len() > 1 {
        found += &say!(lang, ", of different kinds", "，种类不同");
        improve = Some(say!(
            lang,
            "use cores of one kind, e.g. `taskset -c 0-3 leitai …`",
            "只用同一种核心，如 `taskset -c 0-3 leitai …`"
        ));
    } else if cores.len() == 1 {
        improve = Some(say!(
            lang,
            "at least two cores: one for the system, one for a game",
            "至少两个核心：系统一个，对局一个"
        ));
    }
    let state = if improve.is_none() { Health::Good } else { Health::Weaker };
    report.machine(say!(lang, "cores", "处理器核心"), state, found, improve);
}

fn siblings(report: &Report) {
    let lang = report.lang;
    let what = say!(lang, "hyper-threads", "超线程");
    match read("/sys/devices/system/cpu/smt/active").as_deref() {
        Some("1") => report.machine(
            what,
            Health::Weaker,
            say!(
                lang,
                "two logical cores may be one physical core, which two games would share",
                "两个核心可能是同一物理核"
            ),
            Some("echo off > /sys/devices/system/cpu/smt/control".to_owned()),
        ),
        Some(_) => {
            report.machine(
                what,
                Health::Good,
                say!(lang, "off: every core is a physical one", "已关闭或没有"),
                None,
            );
        }
        None => report.machine(what, Health::NotTried, unsaid(lang), None),
    }
}

fn unsaid(lang: Lang) -> String {
    say!(lang, "the system does not say", "系统未提供")
}

fn frequency(report: &Report) {
    let lang = report.lang;
    let governors: BTreeSet<_> =
        available().into_iter().filter_map(|core| of_core(core, "cpufreq/scaling_governor")).collect();
    let what = say!(lang, "frequency governor", "频率策略");
    let names = governors.iter().cloned().collect::<Vec<_>>().join(", ");
    match names.as_str() {
        "" => report.machine(what, Health::NotTried, unsaid(lang), None),
        "performance" => report.machine(what, Health::Good, names, None),
        _ => {
            let improve = Some("cpupower frequency-set -g performance".to_owned());
            report.machine(what, Health::Weaker, names, improve);
        }
    }
    let what = say!(lang, "turbo", "睿频");
    let off = read("/sys/devices/system/cpu/intel_pstate/no_turbo").map(|text| text == "1");
    let off = off.or_else(|| read("/sys/devices/system/cpu/cpufreq/boost").map(|text| text == "0"));
    match off {
        None => report.machine(what, Health::NotTried, unsaid(lang), None),
        Some(true) => report.machine(what, Health::Good, say!(lang, "off", "已关闭"), None),
        Some(false) => report.machine(
            what,
            Health::Weaker,
            say!(lang, "on: speed depends on heat and on what else runs", "已开启：速度随温度与负载变化"),
            Some(
                "echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo; echo 0 > /sys/devices/system/cpu/cpufreq/boost"
                    .to_owned(),
            ),
        ),
    }
}

fn swap(report: &Report) {
    let lang = report.lang;
    let what = say!(lang, "swap", "交换空间");
    match read("/proc/swaps") {
        None => report.machine(what, Health::NotTried, unsaid(lang), None),
        Some(text) if text.lines().count() <= 1 => {
            report.machine(what, Health::Good, say!(lang, "off", "已关闭"), None);
        }
        Some(text) => {
            let names: Vec<_> =
                text.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
            let found = say!(
                lang,
                "on ({}): a program may be slowed down by another's memory",
                "已开启（{}）：程序可能因他人占用内存而变慢",
                names.join(", ")
            );
            report.machine(what, Health::Weaker, found, Some("swapoff -a".to_owned()));
        }
    }
}

fn huge_pages(report: &Report) {
    let lang = report.lang;
    let what = say!(lang, "transparent huge pages", "透明大页");
    let text = read("/sys/kernel/mm/transparent_hugepage/enabled");
    let chosen = text.as_deref().and_then(|text| text.split(['[', ']']).nth(1));
    match chosen {
        None => report.machine(what, Health::NotTried, unsaid(lang), None),
        Some("always") => report.machine(
            what,
            Health::Weaker,
            say!(lang, "always: memory and speed vary from run to run", "always：内存与速度每次运行不一"),
            Some("echo madvise > /sys/kernel/mm/transparent_hugepage/enabled".to_owned()),
        ),
        Some(chosen) => report.machine(what, Health::Good, chosen.to_owned(), None),
    }
}

/// Reports how long it takes to sync a small file to disk: the median of several.
fn disk(report: &Report) {
    let lang = report.lang;
    let what = say!(lang, "disk (this folder)", "磁盘（当前文件夹）");
    match synced(Path::new(".")) {
        Err(error) => {
            let found = say!(lang, "no file can be written here: {error}", "此处无法写文件：{error}");
            report.machine(what, Health::NotTried, found, None);
        }
        Ok(time) => {
            let found = say!(
                lang,
                "a file is on the disk after {:.2} ms",
                "文件落盘用时 {:.2} 毫秒",
                time.as_secs_f64() * 1e3
            );
            let improve = say!(
                lang,
                "too fast for a disk: what is written here may be lost in a power cut; use a folder on a disk",
                "这不像磁盘的速度：断电时写入的内容可能丢失；请使用磁盘上的文件夹"
            );
            // No disk or flash is this fast: the file is in memory, or the sync is not genuine.
            let quick = time < Duration::from_micros(15);
            let (state, improve) = if quick { (Health::Weaker, Some(improve)) } else { (Health::Good, None) };
            report.machine(what, state, found, improve);
        }
    }
}

fn synced(folder: &Path) -> std::io::Result<Duration> {
    let mut times = Vec::new();
    for _ in 0..5 {
        let mut file = tempfile::tempfile_in(folder)?;
        file.write_all(&[1; 4096])?;
        let start = Instant::now();
        file.sync_all()?;
        times.push(start.elapsed());
    }
    times.sort();
    Ok(times[times.len() / 2])
}
