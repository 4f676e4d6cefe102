//! Bytes from one thread of this process to another, waited for like any other stream.

use super::event::{Event, wait_for};
use super::system::Errno;
use super::waited::{AsFd, BorrowedFd, Waited};
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use windows_sys::Win32::Foundation::HANDLE;

/// How much waits at most to be read.
const ROOM: usize = 128 << 10;

/// Bytes in one direction.
#[derive(Debug)]
pub(crate) struct Queue {
    waiting: Mutex<Waiting>,
    /// Raised while there is something to read, or nothing more will come.
    ready: Event,
    /// Told when there is room again.
    room: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    bytes: VecDeque<u8>,
    /// Whether nothing more will be written, or nobody reads.
    is_closed: bool,
}

impl Queue {
    pub(crate) fn new() -> io::Result<Queue> {
        Ok(Queue { waiting: Mutex::default(), ready: Event::new(false)?, room: Condvar::new() })
    }

    fn locked(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether nothing is there to be read, nor the end.
    pub(crate) fn is_empty(&self) -> bool {
        let waiting = self.locked();
        waiting.bytes.is_empty() && !waiting.is_closed
    }

    /// Nothing more will be written, or read.
    pub(crate) fn close(&self) {
        self.locked().is_closed = true;
        self.ready.set(true);
        self.room.notify_all();
    }

    fn put(&self, bytes: &[u8], waits: bool) -> io::Result<usize> {
        let mut waiting = self.locked();
        while waits && !waiting.is_closed && waiting.bytes.len() >= ROOM {
            waiting = self.room.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        if waiting.is_closed {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let count = bytes.len().min(ROOM - waiting.bytes.len().min(ROOM));
        if count == 0 && !bytes.is_empty() {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        waiting.bytes.extend(&bytes[..count]);
        self.ready.set(true);
        Ok(count)
    }
}

impl Waited for Queue {
    fn handle(&self) -> HANDLE {
        self.ready.handle()
    }

    fn read(&self, room: &mut [u8]) -> Result<usize, Errno> {
        let mut waiting = self.locked();
        if waiting.bytes.is_empty() {
            return if waiting.is_closed { Ok(0) } else { Err(Errno::AGAIN) };
        }
        let count = waiting.bytes.read(room).unwrap_or(0);
        if waiting.bytes.is_empty() && !waiting.is_closed {
            self.ready.set(false);
        }
        self.room.notify_all();
        Ok(count)
    }

    fn write(&self, bytes: &[u8]) -> Result<usize, Errno> {
        self.put(bytes, false).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => Errno::AGAIN,
            _ => Errno::PIPE,
        })
    }
}

/// One end of a connection between two threads of this process.
#[derive(Debug)]
pub struct LocalStream {
    incoming: Arc<Queue>,
    outgoing: Arc<Queue>,
    waits: AtomicBool,
}

impl LocalStream {
    /// Both ends of a new connection.
    pub fn pair() -> io::Result<(LocalStream, LocalStream)> {
        let (one, other) = (Arc::new(Queue::new()?), Arc::new(Queue::new()?));
        let end = |incoming: &Arc<Queue>, outgoing: &Arc<Queue>| LocalStream {
            incoming: Arc::clone(incoming),
            outgoing: Arc::clone(outgoing),
            waits: AtomicBool::new(true),
        };
        Ok((end(&one, &other), end(&other, &one)))
    }

    /// Whether it answers that it would block instead of waiting.
    pub fn set_nonblocking(&self, never_waits: bool) -> io::Result<()> {
        self.waits.store(!never_waits, Ordering::Relaxed);
        Ok(())
    }

    /// Ends one direction, or both.
    pub fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        if how != Shutdown::Read {
            self.outgoing.close();
        }
        if how != Shutdown::Write {
            self.incoming.close();
        }
        Ok(())
    }
}

impl Read for &LocalStream {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        loop {
            match Waited::read(&*self.incoming, room) {
                Err(Errno::AGAIN) if self.waits.load(Ordering::Relaxed) => {
                    wait_for(self.incoming.handle(), None);
                }
                read => return Ok(read?),
            }
        }
    }
}

impl Read for LocalStream {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        Read::read(&mut &*self, room)
    }
}

impl Write for &LocalStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.outgoing.put(bytes, self.waits.load(Ordering::Relaxed))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Write for LocalStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Write::write(&mut &*self, bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl AsFd for LocalStream {
    fn as_fd(&self) -> BorrowedFd<'_> {
        BorrowedFd::new(&*self.incoming)
    }
}

impl Drop for LocalStream {
    fn drop(&mut self) {
        self.outgoing.close();
        self.incoming.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn what_one_end_says_the_other_hears_and_its_end_too() {
        let (mut one, mut other) = LocalStream::pair().expect("a pair");
        let waits = |stream: &LocalStream| !wait_for(stream.incoming.handle(), Some(Duration::ZERO));
        assert!(waits(&other));
        one.write_all(b"7 7\n").expect("room");
        assert!(!waits(&other) && waits(&one));
        let mut room = [0; 9];
        assert_eq!(other.read(&mut room).expect("bytes"), 4);
        assert!(waits(&other));
        other.set_nonblocking(true).expect("a flag");
        assert_eq!(other.read(&mut room).map_err(|error| error.kind()), Err(io::ErrorKind::WouldBlock));
        drop(one);
        assert!(!waits(&other));
        assert_eq!(other.read(&mut room).expect("the end"), 0);
        assert!(other.write(b"x").is_err());
    }
}
