//! Raw system calls with arbitrary arguments, as a program may make them.
#![expect(unsafe_code, reason = "the point is to make calls that no library offers")]

use libc::{c_int, c_long};
use std::ffi::CString;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Duration;

/// Makes a call whose arguments are numbers or null pointers, so that it can reach no memory of this process.
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
    // SAFETY: at most one byte is written, to a place for one byte; the memory read is another process's.
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

/// An unnamed file in memory.
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

/// Moves this process to the real-time class, at its lowest priority.
pub(super) fn hurry() -> io::Result<()> {
    // The only parameter that the kernel reads. The raw call, since not every C library has a wrapper.
    let priority: libc::c_int = 1;
    // SAFETY: the kernel reads one number at this address, which outlives the call.
    match unsafe { libc::syscall(libc::SYS_sched_setscheduler, 0, libc::SCHED_FIFO, &raw const priority) } {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Forks; the child runs `life` and exits.
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

/// Makes a call through the interface of 32-bit programs, which has numbers of its own.
pub(super) fn foreign() {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: `getpid` in that interface takes no arguments and changes one register.
    unsafe {
        std::arch::asm!("int 0x80", inlateout("rax") 20_u64 => _, out("r8") _, out("r9") _, out("r10") _, out("r11") _);
    }
}

fn text(path: &Path) -> io::Result<CString> {
    Ok(CString::new(path.as_os_str().as_bytes())?)
}

fn done(result: c_long) -> io::Result<c_long> {
    if result == -1 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

/// Opens a file for reading by the newest system call for that.
pub(super) fn open_anew(path: &Path) -> io::Result<()> {
    let (path, how) = (text(path)?, [0_u64; 3]);
    // SAFETY: both outlive the call, and the size is that of what is passed.
    let fd = unsafe {
        libc::syscall(libc::SYS_openat2, libc::AT_FDCWD, path.as_ptr(), how.as_ptr(), size_of_val(&how))
    };
    done(fd).and_then(|fd| call(libc::SYS_close, [fd, 0, 0, 0, 0]).map(drop))
}

/// Truncates a file by its name.
pub(super) fn cut_by_name(path: &Path) -> io::Result<()> {
    let path = text(path)?;
    // SAFETY: the path outlives the call.
    done(unsafe { libc::truncate(path.as_ptr(), 0) }.into()).map(drop)
}

/// Truncates a file by opening it for neither reading nor writing.
pub(super) fn cut_by_opening(path: &Path) -> io::Result<()> {
    let path = text(path)?;
    // SAFETY: the path outlives the call.
    let fd = unsafe { libc::open(path.as_ptr(), libc::O_ACCMODE | libc::O_TRUNC) };
    done(fd.into()).and_then(|fd| call(libc::SYS_close, [fd, 0, 0, 0, 0]).map(drop))
}

/// Sets a file's times to now.
pub(super) fn touch(path: &Path) -> io::Result<()> {
    let path = text(path)?;
    // SAFETY: the path outlives the call; no times are passed.
    done(unsafe { libc::utimensat(libc::AT_FDCWD, path.as_ptr(), std::ptr::null(), 0) }.into()).map(drop)
}

/// Sets a flag of a file that backup programs read, through a descriptor that cannot write.
pub(super) fn flag(path: &Path) -> io::Result<()> {
    use std::os::fd::AsRawFd;
    const SET_FLAGS: libc::c_ulong = 0x4008_6602;
    let no_dump: c_int = 0x40;
    let file = std::fs::File::open(path)?;
    // SAFETY: the flags outlive the call.
    done(unsafe { libc::ioctl(file.as_raw_fd(), SET_FLAGS as _, &raw const no_dump) }.into()).map(drop)
}

/// Queues a signal that has no effect on a process that does not wait for it.
pub(super) fn queue(pid: u32) -> io::Result<()> {
    let value = libc::sigval { sival_ptr: std::ptr::null_mut() };
    // SAFETY: plain values.
    done(unsafe { libc::sigqueue(pid as c_int, libc::SIGURG, value) }.into()).map(drop)
}

/// Sets timers that resume a stopped process: one every millisecond, and for ten seconds one every 50 ms that fires
/// only once. A signal that is pending when the process is stopped is dropped, and its timer with it.
pub(super) fn wake_often() -> io::Result<()> {
    extern "C" fn nothing(_: c_int) {}
    // SAFETY: the handler does nothing.
    unsafe {
        // Since Linux 6.13 a timer whose signal is ignored, as this one is by default, is not rearmed.
        libc::signal(libc::SIGCONT, nothing as extern "C" fn(c_int) as libc::sighandler_t);
    }
    let none = Duration::ZERO;
    let once = (1..=200).map(|turn| (Duration::from_millis(50) * turn, none));
    let often = Duration::from_millis(1);
    std::iter::once((often, often)).chain(once).try_for_each(|(first, then)| wake(first, then))
}

/// Sets a SIGCONT timer, first after `first` and then every `then` if that is not 0.
fn wake(first: Duration, then: Duration) -> io::Result<()> {
    let time =
        |time: Duration| libc::timespec { tv_sec: time.as_secs() as _, tv_nsec: time.subsec_nanos().into() };
    // SAFETY: structures of plain numbers, all zero, are valid values and outlive the calls.
    unsafe {
        let mut event: libc::sigevent = std::mem::zeroed();
        (event.sigev_notify, event.sigev_signo) = (libc::SIGEV_SIGNAL, libc::SIGCONT);
        let mut timer: libc::timer_t = std::mem::zeroed();
        done(libc::timer_create(libc::CLOCK_MONOTONIC, &raw mut event, &raw mut timer).into())?;
        let times = libc::itimerspec { it_interval: time(then), it_value: time(first) };
        done(libc::timer_settime(timer, 0, &raw const times, std::ptr::null_mut()).into()).map(drop)
    }
}

/// Exits this thread while others stay.
pub(super) fn leave_thread() -> ! {
    // SAFETY: other threads need nothing from this one, which only started them.
    unsafe { libc::syscall(libc::SYS_exit, 0) };
    unreachable!("the thread has left")
}

/// Grows the heap the way C's first allocators did.
pub(super) fn grow_heap(bytes: usize) -> io::Result<&'static mut [u8]> {
    // SAFETY: nothing else in this process moves the break: libraries map what they allocate here.
    unsafe {
        // The raw call, which returns the position of the break: not every C library moves it.
        let start = libc::syscall(libc::SYS_brk, 0) as usize;
        if libc::syscall(libc::SYS_brk, start + bytes) as usize != start + bytes {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        Ok(std::slice::from_raw_parts_mut(std::ptr::with_exposed_provenance_mut(start), bytes))
    }
}

/// A shared mapping of /dev/zero.
pub(super) fn map_zeros(bytes: usize) -> io::Result<&'static mut [u8]> {
    use std::os::fd::AsRawFd;
    let device = std::fs::File::options().read(true).write(true).open("/dev/zero")?;
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: a new mapping, owned by nobody else and never unmapped.
    unsafe {
        let start =
            libc::mmap(std::ptr::null_mut(), bytes, protection, libc::MAP_SHARED, device.as_raw_fd(), 0);
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        Ok(std::slice::from_raw_parts_mut(start.cast(), bytes))
    }
}

/// Drops the pages of a mapping from sight, but not from the machine's memory.
pub(super) fn drop_pages(pages: &mut [u8]) {
    // SAFETY: the mapping consists of whole pages, is shared, and is never read again.
    unsafe { libc::madvise(pages.as_mut_ptr().cast(), pages.len(), libc::MADV_DONTNEED) };
}

/// A system call that creates a process.
#[derive(Clone, Copy)]
pub(super) enum Birth {
    /// `fork` itself, where the architecture has it.
    Old,
    /// `clone` with flags.
    Flags,
    /// `clone3` with a structure.
    New,
}

/// As [`fork`], but by that call.
pub(super) fn fork_by(birth: Birth, life: impl FnOnce()) -> io::Result<i32> {
    let how: [u64; 8] = [0, 0, 0, 0, libc::SIGCHLD as u64, 0, 0, 0];
    // SAFETY: the child has its own copy of everything, including the stack; the probe has one thread.
    let born = unsafe {
        match birth {
            #[cfg(target_arch = "x86_64")]
            Birth::Old => libc::syscall(libc::SYS_fork),
            Birth::New => libc::syscall(libc::SYS_clone3, how.as_ptr(), size_of_val(&how)),
            _ => libc::syscall(
                libc::SYS_clone,
                c_long::from(libc::SIGCHLD),
                0_usize,
                0_usize,
                0_usize,
                0_usize,
            ),
        }
    };
    if done(born)? == 0 {
        life();
        std::process::exit(0)
    }
    Ok(born as i32)
}

/// Cuts the tie to the process that started this one, and ignores signals.
pub(super) fn cling() {
    // SAFETY: plain numbers.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, 0);
        for signal in 1..32 {
            libc::signal(signal, libc::SIG_IGN);
        }
    }
}
