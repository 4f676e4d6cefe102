//! Attempts to exhaust resources. Each reports its progress byte by byte, so that the progress is known even if the
//! probe is killed.

use super::{calls, examiner};
use crate::deed::{GOT, REFUSED};
use std::io::{Read, Write};
use std::time::Duration;

const MB: usize = 1 << 20;
const PAGE: usize = 4096;
/// How many processes share the work of [`family`].
const CHILDREN: u32 = 4;
/// How long processes and threads stay alive, so that they can be counted.
const STAY: Duration = Duration::from_millis(200);
/// How long a process that was left behind stays alive.
const LONG: Duration = Duration::from_mins(1);

fn say(byte: u8) {
    // The pipe may be closed.
    let _ = rustix::io::write(rustix::stdio::stdout(), &[byte]);
}

/// Repeats `step` until it is refused or has been done `count` times.
fn repeat(count: u32, mut step: impl FnMut() -> std::io::Result<()>) {
    for _ in 0..count {
        if step().is_err() {
            return say(REFUSED);
        }
        say(GOT);
    }
}

pub(super) fn private(mb: u32) {
    repeat(mb, || {
        touch(calls::map(MB, false)?);
        Ok(())
    });
}

/// Fills heap memory.
pub(super) fn heap(mb: u32) {
    repeat(mb, || {
        touch(calls::grow_heap(MB)?);
        Ok(())
    });
}

/// Fills shared mappings of a device, each dropped from sight as soon as it is filled.
pub(super) fn device(mb: u32) {
    repeat(mb, || {
        let pages = calls::map_zeros(MB)?;
        touch(pages);
        calls::drop_pages(pages);
        Ok(())
    });
}

/// Fills pipes that nobody reads.
pub(super) fn pipes(mb: u32) {
    let (mut kept, bytes) = (Vec::new(), vec![1; PAGE]);
    repeat(mb, || {
        let mut held = 0;
        while held < MB {
            let (from, to) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::NONBLOCK)?;
            let _ = rustix::pipe::fcntl_setpipe_size(&to, MB);
            while let Ok(count) = rustix::io::write(&to, &bytes) {
                held += count;
            }
            // Keeping only the reading end is enough to keep the contents.
            kept.push(from);
        }
        Ok(())
    });
}

pub(super) fn shared(mb: u32) {
    // Uses whichever kind of shared memory is allowed first.
    if let Ok(first) = calls::map(MB, true) {
        touch(first);
        say(GOT);
        return repeat(mb.saturating_sub(1), || {
            touch(calls::map(MB, true)?);
            Ok(())
        });
    }
    let folders = ["/dev/shm", "/tmp"].map(|folder| format!("{folder}/leitai-probe-{}", std::process::id()));
    let named = folders.iter().find_map(|path| {
        let file = std::fs::File::create_new(path).ok()?;
        let _ = std::fs::remove_file(path);
        Some(file)
    });
    let Some(mut file) = calls::nameless_file().ok().or(named) else { return say(REFUSED) };
    let page = vec![1; MB];
    repeat(mb, || file.write_all(&page));
}

fn touch(memory: &mut [u8]) {
    memory.iter_mut().step_by(PAGE).for_each(|byte| *byte = 1);
}

/// One process after the other, so that in the end all the memory is held at once, however slow the machine.
pub(super) fn family(mb: u32) {
    let Ok((full, fills)) = rustix::pipe::pipe() else { return };
    for _ in 0..CHILDREN {
        let born = calls::fork(|| {
            private(mb);
            let _ = rustix::io::write(&fills, &[0]);
            examiner::stay(LONG);
        });
        if born.is_err() {
            return say(REFUSED);
        }
        let _ = rustix::io::read(&full, &mut [0; 1]);
    }
    std::thread::sleep(STAY);
}

/// Forks by each of the calls that exist.
pub(super) fn forks(count: u32) {
    repeat(count, || {
        let stay = || examiner::stay(LONG);
        calls::fork(stay).or_else(|_| calls::fork_by(calls::Birth::Old, stay)).or_else(|_| {
            calls::fork_by(calls::Birth::Flags, stay).or_else(|_| calls::fork_by(calls::Birth::New, stay))
        })?;
        Ok(())
    });
    std::thread::sleep(STAY);
}

pub(super) fn threads(count: u32) {
    repeat(count, || {
        let thread = std::thread::Builder::new().stack_size(64 << 10);
        thread.spawn(|| std::thread::sleep(STAY * 2)).map(drop)
    });
    std::thread::sleep(STAY);
}

/// Leaves three processes behind: one that left its session, one that left its group and ignores signals, and one
/// started by another thread.
pub(super) fn daemon() {
    let first = calls::fork(|| {
        let _ = rustix::process::setsid();
        let _ = calls::fork(|| {
            let _ = rustix::process::setsid();
            examiner::stay(LONG);
        });
    });
    let second = calls::fork(|| {
        let _ = rustix::process::setpgid(None, None);
        calls::cling();
        examiner::stay(LONG);
    });
    let third = std::thread::spawn(|| calls::fork(|| examiner::stay(LONG)).is_ok()).join();
    let born = [first.is_ok(), second.is_ok(), third.unwrap_or(false)];
    say(if born.contains(&true) { GOT } else { REFUSED });
    // Enough time for the processes to lose their parents.
    std::thread::sleep(STAY / 4);
}

pub(super) fn burn(ms: u32) {
    while calls::processor_time() < u64::from(ms) * 1_000_000 {
        std::hint::spin_loop();
    }
    // Read immediately, since printing takes time too.
    let used = calls::processor_time();
    let _ = writeln!(std::io::stdout().lock(), "{used}");
    wait();
}

/// Reports that it is running with an empty line, then computes for ever.
pub(super) fn spin() -> ! {
    say(b'\n');
    work()
}

fn work() -> ! {
    loop {
        std::hint::spin_loop();
    }
}

/// Runs this many threads, each of which resumes the others.
pub(super) fn crowd(threads: u32) {
    for _ in 0..threads {
        std::thread::spawn(|| {
            let own = i64::from(std::process::id());
            loop {
                // Refused or not, the call is work.
                let _ = calls::call(libc::SYS_kill, [own, libc::SIGCONT.into(), 0, 0, 0]);
            }
        });
    }
    spin();
}

/// Lets a timer resume this process.
pub(super) fn timer() {
    let _ = calls::wake_often();
    spin();
}

/// Tries to outlive the process that started it, alone and by a process of its own.
pub(super) fn cling() {
    calls::cling();
    let _ = calls::fork(|| {
        let _ = rustix::process::setsid();
        cling_on()
    });
    cling_on()
}

fn cling_on() -> ! {
    std::thread::spawn(examiner::leave_with);
    work()
}

pub(super) fn wait() {
    let _ = std::io::stdin().lock().read_to_end(&mut Vec::new());
}

pub(super) fn foreign() {
    calls::foreign();
    say(GOT);
}
