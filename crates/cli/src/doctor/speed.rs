//! How fast this machine is, and how exact its times are.

use super::finding::{Health, Report};
use crate::bench::{handover, start_time};
use crate::failure::Failure;
use leitai_arena::{Calibration, Conditions, available};
use leitai_core::say;
use leitai_sandbox::Sandbox;
use leitai_sandbox::system::own_file;

pub(super) fn measure(report: &Report) -> Result<(), Failure> {
    calibration(report);
    starts(report)?;
    handovers(report)
}

fn calibration(report: &Report) {
    let lang = report.lang;
    let machine = Calibration::once();
    let found = say!(
        lang,
        "{:.1} million rounds of fixed work a second",
        "每秒 {:.1} 百万轮固定运算",
        machine.speed as f64 / 1e6
    );
    report.machine(say!(lang, "speed", "速度"), Health::Good, found, None);
    let tolerance = Conditions::of(Sandbox::off()).tolerance;
    let (late, most) = (machine.jitter.as_secs_f64() * 1e3, tolerance.as_millis());
    let found = say!(
        lang,
        "wakes at most {late:.1} ms late (tolerated: {most} ms)",
        "唤醒最多迟 {late:.1} 毫秒（容许 {most} 毫秒）"
    );
    let (state, improve) = if machine.is_reliable(tolerance) {
        (Health::Good, None)
    } else {
        let text = say!(
            lang,
            "end other programs: until then every record says that its timing is not reliable",
            "结束其他程序；在此之前每份记录都会注明计时不可靠"
        );
        (Health::Weaker, Some(text))
    };
    report.machine(say!(lang, "timing", "计时"), state, found, improve);
}

fn starts(report: &Report) -> Result<(), Failure> {
    let lang = report.lang;
    let plain = start_time(&Sandbox::off())? * 1e3;
    let sandbox = Sandbox::strongest(own_file());
    let (level, walled) = (sandbox.level(), start_time(&sandbox)? * 1e3);
    let state = if plain < 5.0 { Health::Good } else { Health::Weaker };
    let found = say!(
        lang,
        "{plain:.2} ms; in sandbox {level} {walled:.2} ms",
        "{plain:.2} 毫秒；在沙箱 {level} 中 {walled:.2} 毫秒"
    );
    report.machine(say!(lang, "start of a program", "程序启动"), state, found, None);
    Ok(())
}

fn handovers(report: &Report) -> Result<(), Failure> {
    let lang = report.lang;
    let cores = available();
    let same = handover(Some(cores[0]), Some(cores[0]))?;
    let state = if same < 20e-6 { Health::Good } else { Health::Weaker };
    let found = say!(lang, "{:.1} µs there and back", "往返 {:.1} 微秒", same * 1e6);
    report.machine(say!(lang, "hand-over on one core", "同核交接"), state, found, None);
    if let [one, .., other] = cores[..] {
        let apart = handover(Some(one), Some(other))?;
        let found = say!(
            lang,
            "{:.1} µs there and back; `--affinity auto` avoids it",
            "往返 {:.1} 微秒；`--affinity auto` 可避免",
            apart * 1e6
        );
        report.machine(say!(lang, "hand-over between cores", "跨核交接"), Health::Good, found, None);
    }
    Ok(())
}
