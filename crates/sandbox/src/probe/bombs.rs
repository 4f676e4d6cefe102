//! Deeds that are meant to be cut short: each tells how far it came, byte by byte, so that its end hides nothing.

use super::calls;
use std::io::{Read, Write};
use std::time::Duration;

/// Said for every MB, process or thread that the probe got.
pub const GOT: u8 = b'#';
/// Said when it was refused one.
pub const REFUSED: u8 = b'x';

const MB: usize = 1 << 20;
const PAGE: usize = 4096;
/// How many processes share the work of [`family`].
const CHILDREN: u32 = 4;
/// How long processes and threads stay, so that they can be counted.
const STAY: Duration = Duration::from_millis(200);
/// How long a process that was left behind stays.
const LONG: Duration = Duration::from_mins(1);

fn say(byte: u8) {
    // Nobody is left to tell if the pipe is gone.
    let _ = rustix::io::write(rustix::stdio::stdout(), &[byte]);
}

/// Does `step` until it is refused or was done `count` times.
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

pub(super) fn shared(mb: u32) {
    // Whichever is allowed first.
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

/// One after the other, so that however slow the machine is all of it is there at once in the end.
pub(super) fn family(mb: u32) {
    let Ok((full, fills)) = rustix::pipe::pipe() else { return };
    for _ in 0..CHILDREN {
        let born = calls::fork(|| {
            private(mb);
            let _ = rustix::io::write(&fills, &[0]);
            std::thread::sleep(LONG);
        });
        if born.is_err() {
            return say(REFUSED);
        }
        let _ = rustix::io::read(&full, &mut [0; 1]);
    }
    std::thread::sleep(STAY);
}

pub(super) fn forks(count: u32) {
    repeat(count, || calls::fork(|| std::thread::sleep(LONG)).map(drop));
    std::thread::sleep(STAY);
}

pub(super) fn threads(count: u32) {
    repeat(count, || {
        let thread = std::thread::Builder::new().stack_size(64 << 10);
        thread.spawn(|| std::thread::sleep(STAY * 2)).map(drop)
    });
    std::thread::sleep(STAY);
}

pub(super) fn daemon() {
    let born = calls::fork(|| {
        let _ = rustix::process::setsid();
        let _ = calls::fork(|| {
            let _ = rustix::process::setsid();
            std::thread::sleep(LONG);
        });
    });
    say(if born.is_ok() { GOT } else { REFUSED });
    // Time enough to be gone from its parents.
    std::thread::sleep(STAY / 4);
}

pub(super) fn burn(ms: u32) {
    while calls::processor_time() < u64::from(ms) * 1_000_000 {
        std::hint::spin_loop();
    }
    // At once: printing takes time too.
    let used = calls::processor_time();
    let _ = writeln!(std::io::stdout().lock(), "{used}");
    wait();
}

pub(super) fn spin() {
    loop {
        std::hint::spin_loop();
    }
}

pub(super) fn wait() {
    let _ = std::io::stdin().lock().read_to_end(&mut Vec::new());
}

pub(super) fn foreign() {
    calls::foreign();
    say(GOT);
}
