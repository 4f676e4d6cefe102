//! Carries out an order: sets up the sandbox step by step, then executes the program.

use super::shared::Share;
use super::step::{Named, Step};
use super::tie::tied;
use super::{confine, filter, inside, sys};
use crate::SandboxLevel;
use crate::linux::core_set::core_set;
use crate::linux::launch_order::LaunchOrder;
use crate::linux::launching;
use leitai_lang::sentence;
use rustix::thread::sched_setaffinity;
use std::convert::Infallible;
use std::ffi::{CString, OsString};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;

/// Becomes the program, or reports why it could not.
pub(super) fn become_program(order: &LaunchOrder, share: Share, status: OwnedFd, line: &OwnedFd) -> ! {
    let Err(why) = launch(order, share, status, line);
    launching::tell_failed(line.as_fd(), &why);
    std::process::exit(1)
}

fn launch(order: &LaunchOrder, share: Share, status: OwnedFd, line: &OwnedFd) -> Step<Infallible> {
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
    // Where pinning is forbidden, programs still run, only slower.
    let _ = sched_setaffinity(None, &core_set(&order.cores));
    // Makes the program the first to be killed when the machine runs out of memory.
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    for list in &order.groups {
        std::fs::write(list, "0")
            .step(&format!("joining {}", list.display()), &format!("加入 {}", list.display()))?;
    }
    if order.level.isolates() {
        inside::enter(order, share, &status)?;
    }
    drop(status);
    confine::confine(order)?;
    std::env::set_current_dir(&order.folder)
        .or_else(|_| std::env::set_current_dir("/"))
        .step("the folder", "所在文件夹")?;
    sys::close_all_but(line);
    sys::default_signals();
    if order.level != SandboxLevel::Plain {
        filter::install(order)?;
    }
    if !launching::may_execute(line.as_fd()) {
        std::process::exit(1);
    }
    // Executing the program closes the line automatically.
    let error = sys::execute(&file, &words, &env);
    let program = order.program.display();
    launching::tell_refused(line.as_fd(), &sentence!("{program}: {error}", "{program}（{error}）"));
    std::process::exit(1)
}
