//! Starting a program: suspended, in its job, with three streams and no other handle of ours.

use super::job_object::JobObject;
use super::words::{command_line, environment, plain, wide};
use crate::job::Job;
use std::ffi::{OsStr, OsString};
use std::io;
use std::mem::{size_of, size_of_val, zeroed};
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr::{null, null_mut};
use std::sync::{Mutex, MutexGuard, PoisonError};
use windows_sys::Win32::Foundation::{HANDLE, HANDLE_FLAG_INHERIT, SetHandleInformation};
use windows_sys::Win32::System::Threading::{
    CREATE_NEW_PROCESS_GROUP, CREATE_NO_WINDOW, CREATE_SUSPENDED, CREATE_UNICODE_ENVIRONMENT, CreateProcessW,
    DETACHED_PROCESS, DeleteProcThreadAttributeList, EXTENDED_STARTUPINFO_PRESENT,
    InitializeProcThreadAttributeList, LPPROC_THREAD_ATTRIBUTE_LIST, PROC_THREAD_ATTRIBUTE_HANDLE_LIST,
    PROCESS_INFORMATION, STARTF_USESTDHANDLES, STARTUPINFOEXW, UpdateProcThreadAttribute,
};

/// Held while handles can be inherited: whatever else is started meanwhile would get them too.
static DOOR: Mutex<()> = Mutex::new(());

/// Nothing is started in this process while a value lives but by whoever has it.
pub(crate) fn door() -> MutexGuard<'static, ()> {
    DOOR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A process that was started, suspended.
pub(crate) struct Child {
    pub(crate) process: OwnedHandle,
    pub(crate) thread: OwnedHandle,
    pub(crate) number: u32,
}

/// Starts a program in a job, suspended. It has these handles as its standard input, output and error, and inherits
/// nothing else.
pub(crate) fn start(
    job: &Job,
    words: &[OsString],
    env: Vec<(OsString, OsString)>,
    streams: [OwnedHandle; 3],
    object: &JobObject,
) -> io::Result<Child> {
    let program = plain(&job.program);
    let called = std::iter::once(program.as_os_str()).chain(words.iter().map(OsString::as_os_str));
    let mut line = command_line(called);
    let (file, folder) = (wide(program.as_os_str()), wide(plain(&job.folder).as_os_str()));
    let env = environment(env);
    let child = {
        let _closed = door();
        let handles = streams.each_ref().map(AsRawHandle::as_raw_handle);
        for handle in handles {
            inherit(handle)?;
        }
        let passed = Attributes::of(&handles)?;
        // SAFETY: a structure of plain numbers and pointers that may be null.
        let mut how: STARTUPINFOEXW = unsafe { zeroed() };
        how.StartupInfo.cb = size_of::<STARTUPINFOEXW>() as u32;
        how.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
        [how.StartupInfo.hStdInput, how.StartupInfo.hStdOutput, how.StartupInfo.hStdError] = handles;
        how.lpAttributeList = passed.list();
        // A console would be one more process in the job, which counts and works like the program's own. Only what a
        // batch file or a compiler starts would open one for everybody to see.
        let is_batch = program
            .extension()
            .is_some_and(|ending| ["bat", "cmd"].iter().any(|it| ending.eq_ignore_ascii_case(it)));
        // Only compilers may write.
        let has_console = is_batch || !job.writes.is_empty();
        let console = if has_console { CREATE_NO_WINDOW } else { DETACHED_PROCESS };
        let flags = console
            | CREATE_SUSPENDED
            | CREATE_UNICODE_ENVIRONMENT
            | CREATE_NEW_PROCESS_GROUP
            | EXTENDED_STARTUPINFO_PRESENT;
        // SAFETY: as above.
        let mut made: PROCESS_INFORMATION = unsafe { zeroed() };
        // SAFETY: texts that end with zeros, an environment that ends with two, structures that outlive the call.
        let is_made = unsafe {
            CreateProcessW(
                file.as_ptr(),
                line.as_mut_ptr(),
                null(),
                null(),
                1,
                flags,
                env.as_ptr().cast(),
                folder.as_ptr(),
                (&raw const how).cast(),
                &raw mut made,
            )
        } != 0;
        if !is_made {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: handles of ours that nobody else closes.
        unsafe {
            Child {
                process: OwnedHandle::from_raw_handle(made.hProcess),
                thread: OwnedHandle::from_raw_handle(made.hThread),
                number: made.dwProcessId,
            }
        }
    };
    // Of these ends the program alone has handles from here on: their end is seen when it is gone.
    drop(streams);
    // It has not run yet, so that nothing of it is outside.
    if let Err(error) = object.take(child.process.as_raw_handle()) {
        super::process::terminate(&child.process);
        return Err(error);
    }
    Ok(child)
}

fn inherit(handle: HANDLE) -> io::Result<()> {
    // SAFETY: an open handle.
    let is_set = unsafe { SetHandleInformation(handle, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT) } != 0;
    if is_set { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// The list of the handles that a program inherits.
struct Attributes {
    space: Vec<usize>,
}

impl Attributes {
    fn of(handles: &[HANDLE; 3]) -> io::Result<Attributes> {
        let mut bytes = 0;
        // SAFETY: without a place the call says how many bytes it needs.
        unsafe { InitializeProcThreadAttributeList(null_mut(), 1, 0, &raw mut bytes) };
        let attributes = Attributes { space: vec![0; bytes.div_ceil(size_of::<usize>()).max(1)] };
        // SAFETY: a place of that size.
        if unsafe { InitializeProcThreadAttributeList(attributes.list(), 1, 0, &raw mut bytes) } == 0 {
            return Err(io::Error::last_os_error());
        }
        let kind = PROC_THREAD_ATTRIBUTE_HANDLE_LIST as usize;
        // SAFETY: the caller's handles outlive the list.
        let is_listed = unsafe {
            UpdateProcThreadAttribute(
                attributes.list(),
                0,
                kind,
                handles.as_ptr().cast(),
                size_of_val(handles),
                null_mut(),
                null(),
            )
        } != 0;
        if is_listed { Ok(attributes) } else { Err(io::Error::last_os_error()) }
    }

    fn list(&self) -> LPPROC_THREAD_ATTRIBUTE_LIST {
        self.space.as_ptr().cast_mut().cast()
    }
}

impl Drop for Attributes {
    fn drop(&mut self) {
        // SAFETY: it was initialised.
        unsafe { DeleteProcThreadAttributeList(self.list()) };
    }
}

/// The variables of the stage that a program needs to run at all, or finds its libraries by. Nothing else of the stage's
/// own is passed on.
pub(crate) fn own_environment() -> Vec<(OsString, OsString)> {
    const KEPT: [&str; 14] = [
        "PATH",
        "PATHEXT",
        "SYSTEMROOT",
        "SYSTEMDRIVE",
        "WINDIR",
        "COMSPEC",
        "TEMP",
        "TMP",
        "USERPROFILE",
        "APPDATA",
        "LOCALAPPDATA",
        "PROGRAMFILES",
        "PROGRAMDATA",
        "PROCESSOR_ARCHITECTURE",
    ];
    let is_kept = |name: &OsStr| KEPT.iter().any(|kept| name.eq_ignore_ascii_case(kept));
    std::env::vars_os().filter(|(name, _)| is_kept(name)).collect()
}
