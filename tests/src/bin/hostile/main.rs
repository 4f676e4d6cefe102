//! Runs programs made of random system calls against the canaries, one seed after the other, and checks the canaries
//! after each. Runs in a disposable root (`hostile/world.sh`).
//!
//! `hostile LEVEL PROGRAM BYSTANDER SECONDS SEED [files]`: `LEVEL` is F, R, N or P, `SEED` the first seed; with `files`
//! the programs are told of files and sockets only. Exits with 1 at the first harm, reporting its seed, and with 3 if
//! this machine does not have the level.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "its words are its result")]

mod canaries;

use canaries::Canaries;
use leitai_sandbox::{Cell, Job, Launched, Launching, Limits, Running, Sandbox, SandboxLevel, Size};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The number of calls per seed.
const CALLS: u32 = 2000;
/// The longest run of a seed: a program that waits for ever is ended.
const PATIENCE: Duration = Duration::from_millis(600);
const LOOK: Duration = Duration::from_millis(2);

fn main() -> ExitCode {
    leitai_sandbox::launch_if_asked();
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("hostile: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(words: &[String]) -> io::Result<ExitCode> {
    let [level, program, bystander, seconds, seed, only @ ..] = words else {
        return Err(io::Error::other("give LEVEL PROGRAM BYSTANDER SECONDS SEED [files]"));
    };
    let level: SandboxLevel = level.parse().map_err(io::Error::other)?;
    let seconds = Duration::from_secs_f64(seconds.parse().map_err(io::Error::other)?);
    let mut seed: u64 = seed.parse().map_err(io::Error::other)?;
    let sandbox = match Sandbox::at(level, &std::env::current_exe()?) {
        Ok(sandbox) => sandbox,
        Err(error) => {
            eprintln!("{error}");
            return Ok(ExitCode::from(3));
        }
    };
    let mut canaries = Canaries::lay(&sandbox, Path::new(bystander))?;
    let mut facts = canaries.facts();
    if !only.is_empty() {
        // A program that knows no other process cannot end one.
        facts.retain(|fact| !fact.starts_with("pid="));
    }
    let before = canaries.state();
    let start = Instant::now();
    let (mut seeds, mut made, mut done) = (0, 0, 0);
    while start.elapsed() < seconds {
        let said = play(&sandbox, Path::new(program), seed, &facts)?;
        let (calls, successes) = counts(&said).unwrap_or_default();
        made += calls;
        done += successes;
        seeds += 1;
        let harm = canaries.harm(&before);
        if !harm.is_empty() {
            println!(
                "HARM at {level} by seed {seed}, {seeds} seeds in {:.1} s:",
                start.elapsed().as_secs_f64()
            );
            for what in harm {
                println!("  {what}");
            }
            return Ok(ExitCode::FAILURE);
        }
        seed += 1;
    }
    println!("{level}: {seeds} seeds, {made} calls, {done} of them not refused, nothing harmed");
    Ok(ExitCode::SUCCESS)
}

/// Runs one seed to its end or to the time limit; returns its log.
fn play(sandbox: &Sandbox, program: &Path, seed: u64, facts: &[String]) -> io::Result<String> {
    let args = [seed.to_string(), CALLS.to_string()].into_iter().chain(facts.iter().cloned());
    let limits = Limits { processes: 8, threads: 8, memory: Size::MB(128), ..Limits::default() };
    let job = Job { limits, ..Job::of(program, args.map(Into::into).collect()) };
    let (Running { pid, stdin, stdout, stderr, launching }, mut cell) = sandbox.launch(&job)?;
    match launching.map(Launching::finish) {
        None | Some(Launched::Running) => {}
        Some(other) => return Err(io::Error::other(format!("the program was not started: {other:?}"))),
    }
    drop(stdin);
    ioctl_fionbio(&stdout, true)?;
    ioctl_fionbio(&stderr, true)?;
    let (mut out, mut log) = (File::from(stdout), File::from(stderr));
    let (start, mut said) = (Instant::now(), Vec::new());
    while !has_left(pid) && start.elapsed() < PATIENCE {
        drain(&mut out, &mut Vec::new());
        drain(&mut log, &mut said);
        std::thread::sleep(LOOK);
    }
    end(pid, &mut cell)?;
    drain(&mut log, &mut said);
    Ok(String::from_utf8_lossy(&said).into_owned())
}

/// The number of calls made and of calls not refused, from the last such line of its log: the program itself may have
/// written there.
fn counts(log: &str) -> Option<(u64, u64)> {
    log.split('\n').rev().find_map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let ["calls", made, "done", done] = *words else { return None };
        Some((made.parse().ok()?, done.parse().ok()?))
    })
}

fn has_left(pid: Pid) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    !matches!(waitid(WaitId::Pid(pid), options), Ok(None))
}

fn drain(from: &mut File, to: &mut Vec<u8>) {
    let mut gulp = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut gulp) {
        to.extend_from_slice(&gulp[..count]);
        let surplus = to.len().saturating_sub(gulp.len());
        to.drain(..surplus);
    }
}

/// Ends the program and whatever is left in its group.
fn end(pid: Pid, cell: &mut Cell) -> io::Result<()> {
    // A program that has left cannot be ended.
    let _ = kill_process_group(pid, Signal::KILL);
    let _ = kill_process(pid, Signal::KILL);
    cell.reap()?;
    cell.close();
    Ok(())
}
