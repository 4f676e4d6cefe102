//! Programs that take long to die: a system call that no signal interrupts may keep one for seconds after it was killed, and
//! the kernel needs time to take apart what it held. No game waits for that longer than a moment.

use leitai_sandbox::{Cell, Pid, orphans};
use std::thread::Builder;

/// Stack size of a thread that waits.
const STACK: usize = 64 << 10;

/// Waits, in a thread of its own, for the end of a program that was killed, and removes its sandbox then. Meanwhile it gets
/// the processor only where nobody else wants it.
pub(crate) fn bury(pid: Pid, mut cell: Cell, mark: String) {
    cell.step_down();
    let wait = move || {
        let _ = cell.reap();
        if !cell.is_isolated() {
            orphans::sweep(pid, &mark);
        }
        orphans::forget(pid);
        cell.close();
    };
    // Without a thread it stays a child of ours, killed, that nobody waits for.
    let _ = Builder::new().name("undertaker".to_owned()).stack_size(STACK).spawn(wait);
}
