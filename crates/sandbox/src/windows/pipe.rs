//! Pipes between the stage and a program. The program's end is an ordinary one, which waits; the stage's never does, and
//! is read ahead by one buffer.

use super::event::{Event, wait_for};
use super::process::fill_random;
use super::system::Errno;
use super::waited::Waited;
use super::words::wide;
use std::ffi::OsStr;
use std::io;
use std::mem::zeroed;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use windows_sys::Win32::Foundation::{
    ERROR_IO_INCOMPLETE, ERROR_IO_PENDING, GENERIC_READ, GENERIC_WRITE, GetLastError, HANDLE,
    INVALID_HANDLE_VALUE,
};
use windows_sys::Win32::Storage::FileSystem::{
    CreateFileW, FILE_FLAG_FIRST_PIPE_INSTANCE, FILE_FLAG_OVERLAPPED, FILE_READ_ATTRIBUTES,
    FILE_WRITE_ATTRIBUTES, OPEN_EXISTING, PIPE_ACCESS_INBOUND, PIPE_ACCESS_OUTBOUND, ReadFile, WriteFile,
};
use windows_sys::Win32::System::IO::{CancelIoEx, GetOverlappedResult, OVERLAPPED};
use windows_sys::Win32::System::Pipes::{
    CreateNamedPipeW, PIPE_READMODE_BYTE, PIPE_REJECT_REMOTE_CLIENTS, PIPE_TYPE_BYTE, PIPE_WAIT,
};

/// How much a pipe holds, and how much is read ahead.
const ROOM: usize = 64 << 10;
/// How long what was sent last is waited for when the stage closes its end: the program may read it afterwards.
const LAST: Duration = Duration::from_millis(20);

/// The stage's end of a pipe.
#[derive(Debug)]
pub(crate) struct Pipe {
    handle: OwnedHandle,
    event: Event,
    reads: bool,
    transfer: Mutex<Transfer>,
}

/// What is on its way. The system writes to the buffer and to `overlapped` while `state` is pending, so that both have
/// places of their own.
struct Transfer {
    overlapped: Box<OVERLAPPED>,
    buffer: Box<[u8]>,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// The system is at work.
    Pending,
    /// It is done; so much of the buffer was read and not taken yet. Of a pipe that is written: nothing is on its way.
    Done { from: usize, to: usize },
    /// The other end is closed.
    Closed,
}

// SAFETY: the pointer in it is that of an event, which any thread may use.
unsafe impl Send for Transfer {}

impl std::fmt::Debug for Transfer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.state.fmt(f)
    }
}

/// A pipe to a program: its end, and ours.
pub(crate) fn inward() -> io::Result<(OwnedHandle, Pipe)> {
    pair(false)
}

/// A pipe from a program: our end, and its.
pub(crate) fn outward() -> io::Result<(Pipe, OwnedHandle)> {
    let (theirs, ours) = pair(true)?;
    ours.start_reading(&mut ours.locked());
    Ok((ours, theirs))
}

/// Neither end is inherited by anybody; the launcher passes the program's on by name.
fn pair(reads: bool) -> io::Result<(OwnedHandle, Pipe)> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let mut secret = [0; 16];
    fill_random(&mut secret)?;
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let secret = u128::from_le_bytes(secret);
    let name = format!(r"\\.\pipe\leitai-{}-{number}-{secret:032x}", std::process::id());
    let name = wide(OsStr::new(&name));
    let (ours, access) = if reads {
        (PIPE_ACCESS_INBOUND, GENERIC_WRITE | FILE_READ_ATTRIBUTES)
    } else {
        // Some programs ask how much there is to read, or change how they read it.
        (PIPE_ACCESS_OUTBOUND, GENERIC_READ | FILE_WRITE_ATTRIBUTES)
    };
    let flags = ours | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE;
    let mode = PIPE_TYPE_BYTE | PIPE_READMODE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS;
    let room = ROOM as u32;
    // SAFETY: the name ends with a zero.
    let handle = owned(unsafe { CreateNamedPipeW(name.as_ptr(), flags, mode, 1, room, room, 0, null()) })?;
    // SAFETY: as above.
    let theirs = unsafe { CreateFileW(name.as_ptr(), access, 0, null(), OPEN_EXISTING, 0, null_mut()) };
    let theirs = owned(theirs)?;
    let event = Event::new(!reads)?;
    // SAFETY: a structure of plain numbers and a handle that may be null.
    let mut overlapped: Box<OVERLAPPED> = Box::new(unsafe { zeroed() });
    overlapped.hEvent = event.handle();
    let state = State::Done { from: 0, to: 0 };
    let transfer = Mutex::new(Transfer { overlapped, buffer: vec![0; ROOM].into(), state });
    Ok((theirs, Pipe { handle, event, reads, transfer }))
}

fn owned(handle: HANDLE) -> io::Result<OwnedHandle> {
    if handle == INVALID_HANDLE_VALUE {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: a handle of ours that nobody else closes.
    Ok(unsafe { OwnedHandle::from_raw_handle(handle) })
}

impl Pipe {
    fn locked(&self) -> MutexGuard<'_, Transfer> {
        self.transfer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn raw(&self) -> HANDLE {
        self.handle.as_raw_handle()
    }

    fn start_reading(&self, transfer: &mut Transfer) {
        let Transfer { overlapped, buffer, state } = transfer;
        // SAFETY: the buffer and `overlapped` stay where they are until the system is done, which dropping this awaits.
        let is_done = unsafe {
            ReadFile(self.raw(), buffer.as_mut_ptr(), buffer.len() as u32, null_mut(), &raw mut **overlapped)
        };
        // SAFETY: no arguments.
        let error = unsafe { GetLastError() };
        // One that is done at once is signalled too, and looked at like any other.
        *state = if is_done != 0 || error == ERROR_IO_PENDING { State::Pending } else { State::Closed };
        if *state == State::Closed {
            self.event.set(true);
        }
    }

    /// Looks what became of what is on its way.
    fn look(&self, transfer: &mut Transfer) {
        if transfer.state != State::Pending {
            return;
        }
        let mut count = 0;
        // SAFETY: it is the one that was started with this handle.
        let is_done =
            unsafe { GetOverlappedResult(self.raw(), &raw const *transfer.overlapped, &raw mut count, 0) };
        // SAFETY: no arguments.
        let error = unsafe { GetLastError() };
        transfer.state = match is_done {
            // An empty message is none.
            1.. if count == 0 && self.reads => return self.start_reading(transfer),
            1.. => State::Done { from: 0, to: if self.reads { count as usize } else { 0 } },
            _ if error == ERROR_IO_INCOMPLETE => return,
            _ => State::Closed,
        };
        if transfer.state == State::Closed {
            self.event.set(true);
        }
    }
}

impl Waited for Pipe {
    fn handle(&self) -> HANDLE {
        self.event.handle()
    }

    fn read(&self, room: &mut [u8]) -> Result<usize, Errno> {
        let mut transfer = self.locked();
        self.look(&mut transfer);
        match transfer.state {
            State::Pending => Err(Errno::AGAIN),
            State::Closed => Ok(0),
            State::Done { from, to } => {
                let count = room.len().min(to - from);
                room[..count].copy_from_slice(&transfer.buffer[from..from + count]);
                transfer.state = State::Done { from: from + count, to };
                if from + count == to {
                    self.start_reading(&mut transfer);
                }
                Ok(count)
            }
        }
    }

    fn write(&self, bytes: &[u8]) -> Result<usize, Errno> {
        let mut transfer = self.locked();
        self.look(&mut transfer);
        match transfer.state {
            State::Pending => Err(Errno::AGAIN),
            State::Closed => Err(Errno::PIPE),
            State::Done { .. } => {
                let count = bytes.len().min(ROOM);
                transfer.buffer[..count].copy_from_slice(&bytes[..count]);
                let Transfer { overlapped, buffer, state } = &mut *transfer;
                // SAFETY: as for reading.
                let is_done = unsafe {
                    WriteFile(self.raw(), buffer.as_ptr(), count as u32, null_mut(), &raw mut **overlapped)
                };
                // SAFETY: no arguments.
                let error = unsafe { GetLastError() };
                if is_done == 0 && error != ERROR_IO_PENDING {
                    *state = State::Closed;
                    self.event.set(true);
                    return Err(Errno::PIPE);
                }
                *state = State::Pending;
                self.look(&mut transfer);
                Ok(count)
            }
        }
    }

    fn unread(&self) -> Option<u64> {
        let mut transfer = self.locked();
        self.look(&mut transfer);
        match transfer.state {
            State::Closed => None,
            State::Pending => Some(1),
            State::Done { .. } => super::process::unread_in_pipe(self.raw()),
        }
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        let mut transfer = self.locked();
        if !self.reads && transfer.state == State::Pending {
            wait_for(self.event.handle(), Some(LAST));
        }
        self.look(&mut transfer);
        if transfer.state == State::Pending {
            let mut count = 0;
            // SAFETY: the transfer of this handle; after both calls the system uses the buffer no more.
            unsafe {
                CancelIoEx(self.raw(), &raw const *transfer.overlapped);
                GetOverlappedResult(self.raw(), &raw const *transfer.overlapped, &raw mut count, 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::io::{Read, Write};

    #[test]
    fn each_pipe_leads_one_way_and_never_waits() {
        let (theirs, ours) = inward().expect("a pipe");
        let mut theirs = File::from(theirs);
        assert_eq!(ours.write(b"go\n"), Ok(3));
        let mut got = [0; 3];
        theirs.read_exact(&mut got).expect("it was sent");
        assert_eq!(&got, b"go\n");
        // Until it is full.
        let much = vec![7; ROOM];
        while ours.write(&much).is_ok() {}
        assert_eq!(ours.write(b"x"), Err(Errno::AGAIN));
        assert_eq!(ours.unread(), Some(1));

        let (ours, theirs) = outward().expect("a pipe");
        let mut theirs = File::from(theirs);
        let mut room = [0; 9];
        assert_eq!(ours.read(&mut room), Err(Errno::AGAIN));
        assert!(!wait_for(ours.handle(), Some(Duration::from_millis(1))));
        theirs.write_all(b"7 7\n").expect("room");
        assert!(wait_for(ours.handle(), Some(Duration::from_secs(1))));
        assert_eq!(ours.read(&mut room[..2]), Ok(2));
        assert!(wait_for(ours.handle(), Some(Duration::ZERO)), "half is left");
        assert_eq!(ours.read(&mut room), Ok(2));
        drop(theirs);
        assert!(wait_for(ours.handle(), Some(Duration::from_secs(1))));
        assert_eq!(ours.read(&mut room), Ok(0));
    }
}
