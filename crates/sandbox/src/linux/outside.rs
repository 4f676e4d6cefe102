//! What runs outside a sandbox, and ends with this process.

pub use crate::posix::outside::{open_in_browser, own, set_apart};

use crate::posix::busy_file::retry_while_busy;
use leitai_lang::Sentence;
use rustix::process::{Pid, Signal, getpid, getppid, set_parent_process_death_signal};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use std::collections::BTreeMap;
use std::ffi::{CString, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};

/// Stack size of the thread whose children they are, which does nothing else.
const STACK: usize = 64 << 10;

/// What is to be started, by a caller that may use these cores, and where the answer goes.
type Wish = (Command, Option<CpuSet>, SyncSender<io::Result<Child>>);

/// Starts a command that is killed when this process ends, for whatever reason and however early. Neither the child nor
/// the thread that calls this has to do anything for it.
pub fn start(command: Command) -> io::Result<Child> {
    static PARENT: Mutex<Option<SyncSender<Wish>>> = Mutex::new(None);
    let parent = {
        let mut parent = PARENT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(parent) = &*parent {
            parent.clone()
        } else {
            let (wishes, heard) = sync_channel(0);
            let thread = std::thread::Builder::new().name("outside".to_owned()).stack_size(STACK);
            thread.spawn(move || be_parent(&heard))?;
            parent.insert(wishes).clone()
        }
    };
    let gone = || Sentence::new("the thread that starts processes has ended", "启动进程的线程已不在");
    let (told, answer) = sync_channel(1);
    parent.send((command, sched_getaffinity(None).ok(), told)).map_err(|_| gone())?;
    answer.recv().map_err(|_| gone())?
}

/// The kernel ties a child to the thread that started it, so one that lasts as long as the process starts them all.
fn be_parent(wishes: &Receiver<Wish>) {
    for (mut command, cores, told) in wishes {
        // They belong where their caller is.
        if let Some(cores) = cores {
            let _ = sched_setaffinity(None, &cores);
        }
        tie(&mut command, getpid());
        let _ = told.send(retry_while_busy(|| command.spawn()));
    }
}

/// Has the child ask for its death before it becomes anything else. If we ended before that, its parent has changed.
#[expect(unsafe_code, reason = "only a child itself can ask for a signal at its parent's end")]
fn tie(command: &mut Command, parent: Pid) {
    let exact = Exact::of(command);
    // SAFETY: system calls, which take no lock; nothing is allocated.
    unsafe {
        command.pre_exec(move || {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            if getppid() != Some(parent) {
                return Err(io::ErrorKind::NotFound.into());
            }
            exact.as_ref().map_or(Ok(()), |exact| Err(exact.execute()))
        });
    }
}

/// A command with a path, as the system takes it. The library would have a shell read any file that is no program.
struct Exact {
    file: CString,
    /// What the lists of addresses point to.
    _texts: [Vec<CString>; 2],
    words: Vec<usize>,
    env: Vec<usize>,
}

impl Exact {
    /// `None` if the program has to be searched for, or cannot be said.
    fn of(command: &Command) -> Option<Exact> {
        let text = |bytes: Vec<u8>| CString::new(bytes).ok();
        let program = command.get_program().as_bytes();
        let file = text(program.to_vec()).filter(|_| program.contains(&b'/'))?;
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        let words: Vec<CString> = words.map(|word| text(word.as_bytes().to_vec())).collect::<Option<_>>()?;
        let mut env: BTreeMap<OsString, OsString> = std::env::vars_os().collect();
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => env.insert(name.to_owned(), value.to_owned()),
                None => env.remove(name),
            };
        }
        let entry =
            |(name, value): (OsString, OsString)| text([name.as_bytes(), value.as_bytes()].join(&b'='));
        let env: Vec<CString> = env.into_iter().map(entry).collect::<Option<_>>()?;
        let list = |texts: &[CString]| texts.iter().map(|text| text.as_ptr() as usize).chain([0]).collect();
        Some(Exact { file, words: list(&words), env: list(&env), _texts: [words, env] })
    }

    /// Becomes the program; returns only if that fails.
    #[expect(unsafe_code, reason = "a call that the library makes in another way")]
    fn execute(&self) -> io::Error {
        // SAFETY: both lists consist of addresses of texts that live as long as this, and end with a null pointer.
        unsafe { libc::execve(self.file.as_ptr(), self.words.as_ptr().cast(), self.env.as_ptr().cast()) };
        io::Error::last_os_error()
    }
}
