//! Programs that give way leave the core to others, whatever the kernel divides it among: processes, sessions or groups.
//! The control is the same pair of programs of which neither gives way.

use leitai_sandbox::{Cell, Job, Launched, Launching, Limits, Sandbox, SandboxLevel};
use leitai_testkit::{Need, skip};
use rustix::thread::sched_getaffinity;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// So much processor time the programs get together before they are compared.
const SPENT: Duration = Duration::from_millis(400);
/// Longer than a busy machine takes to give it to them.
const PATIENCE: Duration = Duration::from_mins(1);

/// A program that computes until it is ended, on this core.
fn begun(sandbox: &Sandbox, core: usize, gives_way: bool) -> Cell {
    let mut job = Job::of("/bin/sh", ["-c", "while :; do :; done"].map(Into::into).to_vec());
    (job.cores, job.limits) = (vec![core], Limits { gives_way, ..Limits::default() });
    let (running, cell) = sandbox.launch(&job).expect("it starts");
    let launched = running.launching.map(Launching::finish);
    assert!(matches!(launched, None | Some(Launched::Running)), "it runs");
    cell
}

/// How many times as much processor time the second of two such programs gets.
fn times_as_much(sandbox: &Sandbox, core: usize, gives_way: bool) -> f64 {
    let mut both = [begun(sandbox, core, gives_way), begun(sandbox, core, false)];
    let spent = |both: &mut [Cell; 2]| both.each_mut().map(Cell::cpu);
    let (before, start) = (spent(&mut both), Instant::now());
    let shares = loop {
        sleep(Duration::from_millis(10));
        let now = spent(&mut both);
        let shares = [0, 1].map(|of| now[of].saturating_sub(before[of]));
        if shares[0] + shares[1] > SPENT {
            break shares;
        }
        assert!(start.elapsed() < PATIENCE, "they got only {shares:?}");
    };
    for cell in &mut both {
        cell.kill();
        cell.reap().expect("it has ended");
        cell.close();
    }
    shares[1].as_secs_f64() / shares[0].as_secs_f64().max(1e-3)
}

#[test]
fn a_program_that_gives_way_leaves_the_core_to_another() {
    let set = sched_getaffinity(None).expect("our own");
    let core = (0..rustix::thread::CpuSet::MAX_CPU).find(|core| set.is_set(*core)).expect("a core");
    let launcher = Path::new(env!("CARGO_BIN_EXE_leitai"));
    for level in [SandboxLevel::Plain, SandboxLevel::Confined, SandboxLevel::Rootless, SandboxLevel::Full] {
        let sandbox = match Sandbox::at(level, launcher) {
            Ok(sandbox) => sandbox,
            Err(why) => {
                skip(Need::named(&level.to_string()).expect("a level"), &why.to_string());
                continue;
            }
        };
        let (meant, control) = (times_as_much(&sandbox, core, true), times_as_much(&sandbox, core, false));
        assert!((0.4..2.5).contains(&control), "level {level}, neither gives way: {control}");
        assert!(
            meant > 4.0 * control,
            "level {level}: {meant} times as much, {control} where neither gives way"
        );
    }
}
