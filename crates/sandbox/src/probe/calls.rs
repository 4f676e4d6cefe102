//! System calls as a program may make them, with any numbers for arguments.
#![expect(unsafe_code, reason = "the point is to make calls that no library offers")]

use libc::{c_int, c_long};
use std::io;

/// Makes a call whose arguments are numbers or null pointers: it can reach no memory of this process.
pub(super) fn call(number: c_long, args: [c_long; 5]) -> io::Result<c_long> {
    let [a, b, c, d, e] = args;
    // SAFETY: the callers below pass no address but null, so that the kernel writes nowhere.
    match unsafe { libc::syscall(number, a, b, c, d, e) } {
        -1 => Err(io::Error::last_os_error()),
        done => Ok(done),
    }
}

/// Reads a byte of another process's memory.
pub(super) fn read_memory(pid: u32) -> io::Result<()> {
    let mut byte = 0_u8;
    let here = libc::iovec { iov_base: (&raw mut byte).cast(), iov_len: 1 };
    let there = libc::iovec { iov_base: 0x1000 as *mut _, iov_len: 1 };
    // SAFETY: one byte is written to a place for one; what is read is another process's.
    match unsafe { libc::process_vm_readv(pid as c_int, &raw const here, 1, &raw const there, 1, 0) } {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// A mapping of that many bytes that can be written, shared or private.
pub(super) fn map(bytes: usize, shared: bool) -> io::Result<&'static mut [u8]> {
    let kind = if shared { libc::MAP_SHARED } else { libc::MAP_PRIVATE };
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: a new mapping, owned by nobody else and never unmapped.
    unsafe {
        let start = libc::mmap(std::ptr::null_mut(), bytes, protection, kind | libc::MAP_ANONYMOUS, -1, 0);
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        Ok(std::slice::from_raw_parts_mut(start.cast(), bytes))
    }
}

/// A file in memory without a name.
pub(super) fn nameless_file() -> io::Result<std::fs::File> {
    use std::os::fd::FromRawFd;
    // SAFETY: the name ends with a NUL; the descriptor is new and nobody else's.
    unsafe {
        match libc::memfd_create(c"probe".as_ptr(), libc::MFD_CLOEXEC) {
            -1 => Err(io::Error::last_os_error()),
            fd => Ok(std::fs::File::from_raw_fd(fd)),
        }
    }
}

/// Moves this process to one core.
pub(super) fn move_to(core: usize) -> io::Result<()> {
    // SAFETY: a set of cores is plain bits; `core` is checked by the macro.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(core, &mut set);
        match libc::sched_setaffinity(0, size_of_val(&set), &raw const set) {
            -1 => Err(io::Error::last_os_error()),
            _ => Ok(()),
        }
    }
}

/// The real-time class at its lowest.
pub(super) fn hurry() -> io::Result<()> {
    let parameters = libc::sched_param { sched_priority: 1 };
    // SAFETY: the structure outlives the call.
    match unsafe { libc::sched_setscheduler(0, libc::SCHED_FIFO, &raw const parameters) } {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Forks; in the child `life` is lived, and then it leaves.
pub(super) fn fork(life: impl FnOnce()) -> io::Result<i32> {
    // SAFETY: the probe has one thread.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            life();
            std::process::exit(0)
        }
        pid => Ok(pid),
    }
}

/// Processor time of this process so far, in nanoseconds.
pub(super) fn processor_time() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a valid place for the answer.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// A call by the interface of 32-bit programs, which has numbers of its own.
pub(super) fn foreign() {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: `getpid` of that interface takes nothing and changes one register.
    unsafe {
        std::arch::asm!("int 0x80", inlateout("rax") 20_u64 => _, out("r8") _, out("r9") _, out("r10") _, out("r11") _);
    }
}
