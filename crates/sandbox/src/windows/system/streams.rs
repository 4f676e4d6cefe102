//! Streams: between the stage and a program, and from the keyboard.

use super::errno::Errno;
use crate::windows::event::wait_for;
use crate::windows::queue::Queue;
use crate::windows::waited::{AsFd, BorrowedFd, Waited};
use std::io::{self, Read};
use std::mem::MaybeUninit;
use std::net::TcpStream;
use std::sync::{Arc, Condvar, LazyLock, Mutex, PoisonError};
use std::time::Duration;
use windows_sys::Win32::Foundation::HANDLE;

/// How long [`receive`] waits: the shortest span that the system knows.
const SOON: Duration = Duration::from_millis(1);

/// Whether a program can keep us waiting by what it does to this stream: never, since the system carries the bytes.
pub fn may_block(_stream: BorrowedFd<'_>) -> bool {
    false
}

/// How many bytes of a stream to a program it has not read yet. Errors where the system does not tell.
pub fn unread(stream: impl AsFd) -> io::Result<u64> {
    stream.as_fd().get().unread().ok_or(io::ErrorKind::Unsupported.into())
}

/// No stream waits here.
pub fn never_wait(_stream: impl AsFd) -> io::Result<()> {
    Ok(())
}

/// [`receive`] waits for the shortest span that there is.
pub fn wait_when_received(_stream: impl AsFd, _patience: Duration) -> io::Result<()> {
    Ok(())
}

/// Does nothing: a port is free as soon as whoever had it has ended, and by the option that other systems have for this
/// two processes would listen at one port.
pub fn take_over_port<S>(_socket: &S) -> io::Result<()> {
    Ok(())
}

/// Reads once; returns how many bytes, none at the end.
pub fn read(stream: impl AsFd, room: &mut [u8]) -> Result<usize, Errno> {
    stream.as_fd().get().read(room)
}

/// As [`read`], into room that nothing is in.
pub fn read_into(stream: impl AsFd, room: &mut [MaybeUninit<u8>]) -> Result<&[u8], Errno> {
    room.fill(MaybeUninit::new(0));
    // SAFETY: all of it was just filled.
    let room = unsafe { room.assume_init_mut() };
    let count = stream.as_fd().get().read(room)?;
    Ok(&room[..count])
}

/// As [`read_into`]; waits a moment for something if it `waits`.
pub fn receive(stream: impl AsFd, room: &mut [MaybeUninit<u8>], waits: bool) -> Result<&[u8], Errno> {
    if waits {
        wait_for(stream.as_fd().get().handle(), Some(SOON));
    }
    read_into(stream, room)
}

/// Writes once; returns how many bytes.
pub fn write(stream: impl AsFd, bytes: &[u8]) -> Result<usize, Errno> {
    stream.as_fd().get().write(bytes)
}

/// A connection, as it is waited for: not together with streams of other kinds.
pub fn of_connection(_connection: &TcpStream) -> Option<BorrowedFd<'_>> {
    None
}

/// What is typed at the keyboard of this process, or comes through its standard input.
pub fn keyboard(_stdin: &io::Stdin) -> BorrowedFd<'_> {
    BorrowedFd::new(&*KEYBOARD)
}

static KEYBOARD: LazyLock<Keyboard> = LazyLock::new(Keyboard::new);

/// Standard input, read by a thread when somebody waits for it and never ahead: until then others may read it.
#[derive(Debug)]
struct Keyboard {
    typed: Arc<Queue>,
    wanted: Arc<(Mutex<bool>, Condvar)>,
}

impl Keyboard {
    fn new() -> Keyboard {
        let typed =
            Arc::new(Queue::new().unwrap_or_else(|error| panic!("the system has no events: {error}")));
        let wanted = Arc::new((Mutex::new(false), Condvar::new()));
        let (to, asked) = (Arc::clone(&typed), Arc::clone(&wanted));
        let thread = std::thread::Builder::new().name("keyboard".to_owned());
        let started = thread.spawn(move || {
            let mut room = [0; 4 << 10];
            loop {
                let (flag, told) = &*asked;
                let flag = flag.lock().unwrap_or_else(PoisonError::into_inner);
                drop(told.wait_while(flag, |wanted| !*wanted).unwrap_or_else(PoisonError::into_inner));
                let mut rest = match io::stdin().lock().read(&mut room) {
                    Ok(0) | Err(_) => break,
                    Ok(count) => &room[..count],
                };
                *asked.0.lock().unwrap_or_else(PoisonError::into_inner) = false;
                while !rest.is_empty() {
                    match to.write(rest) {
                        Ok(count) => rest = &rest[count..],
                        Err(Errno::AGAIN) => std::thread::sleep(SOON),
                        Err(_) => return,
                    }
                }
            }
            to.close();
        });
        if started.is_err() {
            typed.close();
        }
        Keyboard { typed, wanted }
    }
}

impl Waited for Keyboard {
    fn handle(&self) -> HANDLE {
        self.typed.handle()
    }

    fn arm(&self) {
        if self.typed.is_empty() {
            *self.wanted.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
            self.wanted.1.notify_all();
        }
    }

    fn read(&self, room: &mut [u8]) -> Result<usize, Errno> {
        Waited::read(&*self.typed, room)
    }
}
