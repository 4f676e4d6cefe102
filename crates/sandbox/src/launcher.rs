//! The launcher: between the stage's order and the program's first instruction. One thread, in the order that works;
//! every step that fails is named.

mod confine;
mod filter;
mod inside;
mod litter;
mod serve;
mod sys;

use crate::order::Order;
use crate::reason::Reason;
use crate::{Level, launching};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Signal, set_parent_process_death_signal};
use rustix::thread::{CpuSet, sched_setaffinity};
use std::ffi::{CString, OsString};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The argument by which a binary is asked to be the launcher.
pub const ASKED: &str = "sandbox-launch";
/// The argument behind it by which it is asked to be the zygote.
pub(crate) const SERVE: &str = "serve";

type Step<T = ()> = Result<T, Reason>;

/// Names the step that failed, with the system's reason.
trait Named<T> {
    fn step(self, en: &str, zh: &str) -> Step<T>;

    /// A step that is best named by its file.
    fn at(self, path: &Path) -> Step<T>;
}

impl<T, E: std::fmt::Display> Named<T> for Result<T, E> {
    fn step(self, en: &str, zh: &str) -> Step<T> {
        self.map_err(|error| Reason::step(en, zh, error))
    }

    fn at(self, path: &Path) -> Step<T> {
        let path = path.display().to_string();
        self.step(&path, &path)
    }
}

/// If this process was started as the zygote of a stage, it serves it, its copies become programs,
/// and this never returns. Call it before anything else: no thread may run, no file be open. With nothing behind
/// [`ASKED`] it only leaves: that is the program with which levels are tried. Asked to be the
/// [probe](crate::PROBE), it is that.
pub fn launch_if_asked() {
    crate::probe::probe_if_asked();
    let mut args = std::env::args_os().skip(1);
    if args.next().is_none_or(|first| first != ASKED) {
        return;
    }
    if args.next().is_some_and(|second| second == SERVE) {
        serve::serve();
    }
    std::process::exit(0)
}

/// Becomes the program, or says why not.
fn become_program(order: &Order, status: OwnedFd, line: &OwnedFd) -> ! {
    let Err(why) = launch(order, status, line);
    launching::tell_failed(line.as_fd(), &why);
    std::process::exit(1)
}

fn launch(order: &Order, status: OwnedFd, line: &OwnedFd) -> Step<std::convert::Infallible> {
    let text = |text: &[u8]| CString::new(text).step("a NUL", "含零字节");
    let words: Vec<CString> =
        order.words.iter().map(|word| text(word.as_bytes())).collect::<Result<_, _>>()?;
    let entry = |(name, value): &(OsString, OsString)| text(&[name.as_bytes(), value.as_bytes()].join(&b'='));
    let env: Vec<CString> = order.env.iter().map(entry).collect::<Result<_, _>>()?;
    let file = text(order.program.as_os_str().as_bytes())?;
    tied()?;
    if order.level.isolates() && order.uid.is_none() {
        inside::map_user(order)?;
    }
    // Where placement is forbidden programs run all the same, only slower.
    let _ = sched_setaffinity(None, &order.cores.iter().fold(CpuSet::new(), with_core));
    // The first to go when the machine's memory is used up.
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    for list in &order.groups {
        std::fs::write(list, "0")
            .step(&format!("joining {}", list.display()), &format!("加入 {}", list.display()))?;
    }
    if order.level.isolates() {
        inside::enter(order, &status, line)?;
    }
    drop(status);
    confine::confine(order)?;
    std::env::set_current_dir(&order.folder)
        .or_else(|_| std::env::set_current_dir("/"))
        .step("the folder", "所在文件夹")?;
    sys::close_all_but(line);
    sys::default_signals();
    if order.level != Level::Plain {
        filter::install(order)?;
    }
    if !launching::may_execute(line.as_fd()) {
        std::process::exit(1);
    }
    // Executed, the line closes by itself.
    let error = sys::execute(&file, &words, &env);
    let program = order.program.display().to_string();
    launching::tell_refused(line.as_fd(), &Reason::step(&program, &program, error));
    std::process::exit(1)
}

fn with_core(mut set: CpuSet, core: &usize) -> CpuSet {
    set.set(*core);
    set
}

/// Dies with the stage: with the thread of it that is the parent. Who asks too late to be told sees that nobody is
/// left to listen.
fn tied() -> Step {
    set_parent_process_death_signal(Some(Signal::KILL)).step("the tie to the stage", "与擂台的绑定")?;
    let mut out = [PollFd::from_borrowed_fd(rustix::stdio::stdout(), PollFlags::empty())];
    poll(&mut out, Some(&Timespec::default())).step("the tie to the stage", "与擂台的绑定")?;
    if out[0].revents().contains(PollFlags::ERR) {
        return Err(Reason::new("the stage is gone", "擂台已不在"));
    }
    Ok(())
}
