//! Job objects: what holds all processes of a program, limits them, and ends them.

use super::pid::Pid;
use super::process;
use crate::limits::Limits;
use std::io;
use std::mem::{size_of, size_of_val, zeroed};
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr::null;
use std::time::Duration;
use windows_sys::Win32::Foundation::HANDLE;
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT, JOB_OBJECT_LIMIT_ACTIVE_PROCESS,
    JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION, JOB_OBJECT_LIMIT_JOB_MEMORY,
    JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, JOB_OBJECT_LIMIT_PRIORITY_CLASS, JOB_OBJECT_UILIMIT,
    JOB_OBJECT_UILIMIT_DESKTOP, JOB_OBJECT_UILIMIT_DISPLAYSETTINGS, JOB_OBJECT_UILIMIT_EXITWINDOWS,
    JOB_OBJECT_UILIMIT_SYSTEMPARAMETERS, JOBOBJECT_BASIC_ACCOUNTING_INFORMATION,
    JOBOBJECT_BASIC_UI_RESTRICTIONS, JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JOBOBJECTINFOCLASS,
    JobObjectBasicAccountingInformation, JobObjectBasicProcessIdList, JobObjectBasicUIRestrictions,
    JobObjectExtendedLimitInformation, QueryInformationJobObject, SetInformationJobObject,
    TerminateJobObject,
};
use windows_sys::Win32::System::Threading::{BELOW_NORMAL_PRIORITY_CLASS, NORMAL_PRIORITY_CLASS};

/// How many processes of a job are seen at most.
const SEEN: usize = 256;

/// A job object. When it is dropped, or this process ends, however it ends, every process in it is killed. None can
/// leave it: nothing allows it to break away.
#[derive(Debug)]
pub(crate) struct JobObject(OwnedHandle);

/// The list of a job's processes, as the system writes it.
#[repr(C)]
struct ProcessList {
    assigned: u32,
    listed: u32,
    ids: [usize; SEEN],
}

impl JobObject {
    /// A job without limits but that it ends with this process.
    pub(crate) fn unlimited() -> io::Result<JobObject> {
        JobObject::with(None)
    }

    /// A job whose processes together keep these limits. Memory is measured by the stage, which says so when there is
    /// too much; a tenth beyond that the system gives no more.
    pub(crate) fn limited(limits: &Limits) -> io::Result<JobObject> {
        let job = JobObject::with(Some(limits))?;
        let classes: JOB_OBJECT_UILIMIT = JOB_OBJECT_UILIMIT_EXITWINDOWS
            | JOB_OBJECT_UILIMIT_DESKTOP
            | JOB_OBJECT_UILIMIT_DISPLAYSETTINGS
            | JOB_OBJECT_UILIMIT_SYSTEMPARAMETERS;
        // Where it is refused nothing that is promised is lost.
        let _ = job.set(
            JobObjectBasicUIRestrictions,
            &JOBOBJECT_BASIC_UI_RESTRICTIONS { UIRestrictionsClass: classes },
        );
        Ok(job)
    }

    fn with(limits: Option<&Limits>) -> io::Result<JobObject> {
        // SAFETY: no attributes and no name; the handle is checked.
        let handle = unsafe { CreateJobObjectW(null(), null()) };
        if handle.is_null() {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: a handle of ours that nobody else closes.
        let job = JobObject(unsafe { OwnedHandle::from_raw_handle(handle) });
        // SAFETY: a structure of plain numbers.
        let mut asked: JOBOBJECT_EXTENDED_LIMIT_INFORMATION = unsafe { zeroed() };
        let basic = &mut asked.BasicLimitInformation;
        // A program that crashes shows no window and waits for nobody.
        let mut flags: JOB_OBJECT_LIMIT =
            JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
        if let Some(limits) = limits {
            flags |= JOB_OBJECT_LIMIT_ACTIVE_PROCESS
                | JOB_OBJECT_LIMIT_JOB_MEMORY
                | JOB_OBJECT_LIMIT_PRIORITY_CLASS;
            basic.ActiveProcessLimit = limits.processes;
            basic.PriorityClass =
                if limits.gives_way { BELOW_NORMAL_PRIORITY_CLASS } else { NORMAL_PRIORITY_CLASS };
            let most = limits.memory.0.saturating_add(limits.memory.0 / 10);
            asked.JobMemoryLimit = usize::try_from(most).unwrap_or(usize::MAX);
        }
        asked.BasicLimitInformation.LimitFlags = flags;
        job.set(JobObjectExtendedLimitInformation, &asked)?;
        Ok(job)
    }

    fn set<T>(&self, kind: JOBOBJECTINFOCLASS, asked: &T) -> io::Result<()> {
        let size = size_of_val(asked) as u32;
        // SAFETY: the structure of that kind, and its size.
        let is_set =
            unsafe { SetInformationJobObject(self.raw(), kind, (&raw const *asked).cast(), size) } != 0;
        if is_set { Ok(()) } else { Err(io::Error::last_os_error()) }
    }

    /// Puts a process in it, and with it whatever that starts.
    pub(crate) fn take(&self, process: HANDLE) -> io::Result<()> {
        // SAFETY: open handles.
        let is_in = unsafe { AssignProcessToJobObject(self.raw(), process) } != 0;
        if is_in { Ok(()) } else { Err(io::Error::last_os_error()) }
    }

    /// Ends every process in it.
    pub(crate) fn kill(&self) {
        // SAFETY: an open handle.
        unsafe { TerminateJobObject(self.raw(), 1) };
    }

    /// Its living processes.
    pub(crate) fn processes(&self) -> Vec<Pid> {
        let mut list = Box::new(ProcessList { assigned: 0, listed: 0, ids: [0; SEEN] });
        let (place, size) = (&raw mut *list, size_of::<ProcessList>() as u32);
        // SAFETY: a valid place of that size. If there are more, the first are listed.
        unsafe {
            QueryInformationJobObject(
                self.raw(),
                JobObjectBasicProcessIdList,
                place.cast(),
                size,
                std::ptr::null_mut(),
            );
        }
        let ids = list.ids.iter().take(list.listed as usize);
        ids.filter(|id| **id != 0).map(|id| Pid::of(*id as u32)).collect()
    }

    /// The processor time of all processes that it ever had; `None` where the system does not count it.
    pub(crate) fn cpu(&self) -> Option<Duration> {
        // SAFETY: a structure of plain numbers.
        let mut counted: JOBOBJECT_BASIC_ACCOUNTING_INFORMATION = unsafe { zeroed() };
        let size = size_of::<JOBOBJECT_BASIC_ACCOUNTING_INFORMATION>() as u32;
        // SAFETY: a valid place of that size.
        let is_known = unsafe {
            QueryInformationJobObject(
                self.raw(),
                JobObjectBasicAccountingInformation,
                (&raw mut counted).cast(),
                size,
                std::ptr::null_mut(),
            )
        } != 0;
        let spans = [counted.TotalUserTime, counted.TotalKernelTime];
        let time = spans.map(|span| Duration::from_nanos(span.unsigned_abs() * 100)).iter().sum();
        (is_known && time > Duration::ZERO).then_some(time)
    }

    /// The memory of its living processes, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        let living = self.processes().into_iter().filter_map(process::open);
        living.filter_map(|process| process::memory(&process)).map(|(now, _)| now).sum()
    }

    fn raw(&self) -> HANDLE {
        self.0.as_raw_handle()
    }
}
