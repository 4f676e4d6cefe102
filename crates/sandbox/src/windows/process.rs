//! Calls about processes, each in one place.

use super::event::wait_for;
use super::pid::Pid;
use std::io;
use std::mem::{size_of, zeroed};
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::sync::LazyLock;
use std::time::Duration;
use windows_sys::Win32::Foundation::{FILETIME, HANDLE, NTSTATUS, STATUS_SUCCESS};
use windows_sys::Win32::Security::Authentication::Identity::RtlGenRandom;
use windows_sys::Win32::System::IO::IO_STATUS_BLOCK;
use windows_sys::Win32::System::LibraryLoader::{GetModuleHandleA, GetProcAddress};
use windows_sys::Win32::System::ProcessStatus::{GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS};
use windows_sys::Win32::System::Threading::{
    GetExitCodeProcess, GetProcessTimes, GetThreadTimes, OpenProcess, PROCESS_QUERY_INFORMATION,
    PROCESS_SET_INFORMATION, PROCESS_SUSPEND_RESUME, PROCESS_SYNCHRONIZE, PROCESS_VM_READ, SetPriorityClass,
    SetProcessAffinityMask, TerminateProcess,
};

/// What a named pipe tells of itself; the other kinds of information are not asked for.
#[repr(C)]
struct PipeInformation {
    kind: u32,
    configuration: u32,
    most: u32,
    instances: u32,
    inbound: u32,
    to_read: u32,
    outbound: u32,
    room_to_write: u32,
    state: u32,
    end: u32,
}
/// The number of that kind.
const PIPE_INFORMATION: i32 = 24;

#[link(name = "ntdll")]
unsafe extern "system" {
    fn NtSuspendProcess(process: HANDLE) -> NTSTATUS;
    fn NtResumeProcess(process: HANDLE) -> NTSTATUS;
    fn NtQueryInformationFile(
        file: HANDLE,
        status: *mut IO_STATUS_BLOCK,
        information: *mut PipeInformation,
        length: u32,
        kind: i32,
    ) -> NTSTATUS;
}

/// Fills it with random bytes of the system.
pub(crate) fn fill_random(bytes: &mut [u8]) -> io::Result<()> {
    // SAFETY: the place and its length belong together.
    let is_filled = unsafe { RtlGenRandom(bytes.as_mut_ptr().cast(), bytes.len() as u32) };
    if is_filled { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// How many bytes of what was written to a pipe the other end has not read; `None` where the system does not tell.
pub(crate) fn unread_in_pipe(pipe: HANDLE) -> Option<u64> {
    // SAFETY: structures of plain numbers.
    let (mut status, mut told) = unsafe { (zeroed::<IO_STATUS_BLOCK>(), zeroed::<PipeInformation>()) };
    let length = size_of::<PipeInformation>() as u32;
    // SAFETY: both are valid places of that size.
    let done =
        unsafe { NtQueryInformationFile(pipe, &raw mut status, &raw mut told, length, PIPE_INFORMATION) };
    // Where this is not made, the room is nothing and the pipe is empty.
    (done == STATUS_SUCCESS && told.outbound > 0 && told.room_to_write > 0)
        .then(|| u64::from(told.outbound.saturating_sub(told.room_to_write)))
}

/// A process by its number, to be measured and suspended; `None` if it is gone or not ours.
pub(crate) fn open(pid: Pid) -> Option<OwnedHandle> {
    let rights = PROCESS_QUERY_INFORMATION
        | PROCESS_VM_READ
        | PROCESS_SUSPEND_RESUME
        | PROCESS_SET_INFORMATION
        | PROCESS_SYNCHRONIZE;
    // SAFETY: plain numbers; the handle is checked.
    let handle = unsafe { OpenProcess(rights, 0, pid.number()) };
    // SAFETY: a handle of ours that nobody else closes.
    (!handle.is_null()).then(|| unsafe { OwnedHandle::from_raw_handle(handle) })
}

/// Whether a process has ended.
pub(crate) fn has_ended(process: &OwnedHandle) -> bool {
    wait_for(process.as_raw_handle(), Some(Duration::ZERO))
}

/// The exit code of a process that has ended.
pub(crate) fn exit_code(process: &OwnedHandle) -> io::Result<u32> {
    let mut code = 0;
    // SAFETY: an open handle and a valid place.
    let is_known = unsafe { GetExitCodeProcess(process.as_raw_handle(), &raw mut code) } != 0;
    if is_known { Ok(code) } else { Err(io::Error::last_os_error()) }
}

/// Whether the system tells the processor time of another process. Wine 8 tells one's own instead, and that of a thread
/// rightly.
static TELLS_CPU: LazyLock<bool> = LazyLock::new(|| {
    // SAFETY: texts that end with zeros.
    unsafe {
        let system = GetModuleHandleA(c"ntdll.dll".as_ptr().cast());
        GetProcAddress(system, c"wine_get_version".as_ptr().cast()).is_none()
    }
});

/// The processor time of all threads of a process, also after its end; where the system does not tell, that of its first
/// thread, if it is known.
pub(crate) fn cpu(process: &OwnedHandle, first: Option<&OwnedHandle>) -> Duration {
    // SAFETY: structures of plain numbers.
    let mut times: [FILETIME; 4] = unsafe { zeroed() };
    let [made, ended, kernel, user] = &mut times;
    let is_known = match first {
        // SAFETY: an open handle and valid places.
        _ if *TELLS_CPU => unsafe { GetProcessTimes(process.as_raw_handle(), made, ended, kernel, user) },
        // SAFETY: as above.
        Some(first) => unsafe { GetThreadTimes(first.as_raw_handle(), made, ended, kernel, user) },
        None => 0,
    } != 0;
    let span = |time: &FILETIME| {
        Duration::from_nanos(((u64::from(time.dwHighDateTime) << 32) | u64::from(time.dwLowDateTime)) * 100)
    };
    if is_known { span(kernel) + span(user) } else { Duration::ZERO }
}

/// The memory of a process in bytes: what it has now, and the most that it ever had. What is committed counts, and
/// what is in use where the system does not keep the former.
pub(crate) fn memory(process: &OwnedHandle) -> Option<(u64, u64)> {
    // SAFETY: a structure of plain numbers.
    let mut counted: PROCESS_MEMORY_COUNTERS = unsafe { zeroed() };
    let size = size_of::<PROCESS_MEMORY_COUNTERS>() as u32;
    // SAFETY: an open handle and a valid place of that size.
    let is_known = unsafe { GetProcessMemoryInfo(process.as_raw_handle(), &raw mut counted, size) } != 0;
    let PROCESS_MEMORY_COUNTERS { PagefileUsage: now, PeakPagefileUsage: most, .. } = counted;
    is_known.then(|| (now as u64, most.max(now) as u64))
}

/// Suspends every thread of a process; each call needs one of [`resume`].
pub(crate) fn suspend(process: &OwnedHandle) {
    // SAFETY: an open handle; a process that has ended gives an error.
    unsafe { NtSuspendProcess(process.as_raw_handle()) };
}

/// Resumes what was suspended once.
pub(crate) fn resume(process: &OwnedHandle) {
    // SAFETY: as above.
    unsafe { NtResumeProcess(process.as_raw_handle()) };
}

/// Pins a process to these cores.
pub(crate) fn pin(process: &OwnedHandle, cores: &[usize]) -> io::Result<()> {
    // SAFETY: an open handle.
    let is_pinned = unsafe { SetProcessAffinityMask(process.as_raw_handle(), mask(cores)) } != 0;
    if is_pinned { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// These cores as the system takes them; those beyond its first group cannot be said.
pub(crate) fn mask(cores: &[usize]) -> usize {
    cores.iter().filter(|core| **core < usize::BITS as usize).fold(0, |mask, core| mask | 1 << core)
}

/// Gives a process this priority class.
pub(crate) fn set_priority(process: &OwnedHandle, class: u32) {
    // SAFETY: an open handle.
    unsafe { SetPriorityClass(process.as_raw_handle(), class) };
}

/// Ends a process at once.
pub(crate) fn terminate(process: &OwnedHandle) {
    // SAFETY: an open handle; a process that has ended gives an error.
    unsafe { TerminateProcess(process.as_raw_handle(), 1) };
}

/// A second handle of the same object.
pub(crate) fn twice(handle: &OwnedHandle) -> Option<OwnedHandle> {
    handle.try_clone().ok()
}
