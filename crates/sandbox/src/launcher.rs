//! The launcher: between the stage's `spawn` and the program's first instruction. One thread, in the order that
//! works; every step that fails is named.

mod confine;
mod filter;
mod inside;
mod sys;

use crate::order::Order;
use crate::{FAILED, Level, NOT_EXECUTED, STARTED};
use rustix::process::{Signal, getppid, set_parent_process_death_signal};
use std::ffi::{CString, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::ExitStatusExt;

/// The argument by which a binary is asked to be the launcher.
pub const ASKED: &str = "sandbox-launch";

/// A step that failed, with the system's reason.
#[derive(Debug)]
struct Failed(String);

type Step<T = ()> = Result<T, Failed>;

/// Names the step.
trait Named<T> {
    fn step(self, what: &str) -> Step<T>;
}

impl<T, E: std::fmt::Display> Named<T> for Result<T, E> {
    fn step(self, what: &str) -> Step<T> {
        self.map_err(|error| Failed(format!("{what}: {error}")))
    }
}

/// If this process was started as a launcher, it becomes the program, and this never returns. Call it before
/// anything else: no thread may run, no file be open. With nothing behind [`ASKED`] it only leaves: that is the
/// program with which levels are tried. Asked to be the [probe](crate::PROBE), it is that.
pub fn launch_if_asked() {
    crate::probe::probe_if_asked();
    let mut args = std::env::args_os().skip(1);
    if args.next().is_none_or(|first| first != ASKED) {
        return;
    }
    let Some(order) = args.next() else { std::process::exit(0) };
    let Err(Failed(why)) = launch(&order, args.collect());
    tell(FAILED, &why)
}

/// Says why there is no program, on one line, and leaves.
fn tell(kind: u8, why: &str) -> ! {
    let words: Vec<u8> = [&[kind], why.replace('\n', " ").as_bytes()].concat();
    let _ = rustix::io::write(rustix::stdio::stdout(), &words);
    std::process::exit(1);
}

fn launch(order: &std::ffi::OsStr, program: Vec<OsString>) -> Step<std::convert::Infallible> {
    let order = order.to_str().ok_or_else(|| Failed("the order is not text".to_owned()))?;
    let order: Order = serde_json::from_str(order).step("the order")?;
    let words: Vec<CString> = program
        .into_iter()
        .map(|word| CString::new(word.into_vec()))
        .collect::<Result<_, _>>()
        .step("a NUL")?;
    let file = CString::new(order.program.as_os_str().as_bytes()).step("a NUL")?;
    let env: Vec<CString> = std::env::vars_os()
        .map(|(name, value)| CString::new([name.into_vec(), value.into_vec()].join(&b'=')))
        .collect::<Result<_, _>>()
        .step("a NUL")?;
    tied(order.stage)?;
    // The first to go when the machine's memory is used up.
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    for list in &order.groups {
        std::fs::write(list, "0").step(&format!("joining {}", list.display()))?;
    }
    if order.level.isolates() {
        inside::enter(&order)?;
    }
    confine::confine(&order)?;
    std::env::set_current_dir(&order.folder)
        .or_else(|_| std::env::set_current_dir("/"))
        .step("the folder")?;
    sys::close_from_3();
    sys::default_signals();
    if order.level != Level::Plain {
        filter::install(&order)?;
    }
    // From here on every word is the program's own.
    rustix::io::write(rustix::stdio::stdout(), &[STARTED]).step("the first word")?;
    let error = sys::execute(&file, &words, &env);
    tell(NOT_EXECUTED, &format!("{}: {error}", order.program.display()))
}

/// Dies with the stage.
fn tied(stage: u32) -> Step {
    set_parent_process_death_signal(Some(Signal::KILL)).step("the tie to the stage")?;
    let parent = getppid().map(|pid| pid.as_raw_nonzero().get() as u32);
    if parent != Some(stage) && parent.is_some() {
        return Err(Failed("the stage is gone".to_owned()));
    }
    Ok(())
}

/// Leaves as the program left.
fn leave_as(status: std::process::ExitStatus) -> ! {
    if let Some(signal) = status.signal() {
        // It is not the launcher whose memory somebody may want to see.
        let _ = sys::limit(libc::RLIMIT_CORE, 0);
        sys::die_by(signal);
    }
    std::process::exit(status.code().unwrap_or(1))
}
