//! Watches what is opened of the repository while programs of tests run. Who opens a file is not seen, only when: what none of
//! the programs that run declares is held against all of them.

use crate::program::Program;
use crate::reads::{Reads, is_foreign};
use rustix::fs::inotify::{self, CreateFlags, ReadFlags, WatchFlags};
use rustix::io::Errno;
use std::collections::{BTreeSet, HashMap};
use std::ffi::OsStr;
use std::fs;
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Every folder of the repository and of executables.
pub(crate) struct Watch {
    inotify: OwnedFd,
    folders: HashMap<i32, PathBuf>,
    running: Mutex<Vec<Running>>,
}

/// A program that runs.
struct Running {
    name: String,
    /// `None` if it may open everything.
    reads: Option<Arc<Reads>>,
    /// What was opened meanwhile that nobody who ran declares.
    strays: BTreeSet<PathBuf>,
}

impl Watch {
    /// Watches the current directory, and the folders of what these programs execute.
    pub(crate) fn new(programs: &[Program]) -> std::io::Result<Watch> {
        let mut watch = Watch {
            inotify: inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC)?,
            folders: HashMap::new(),
            running: Mutex::default(),
        };
        watch.add_all(&std::env::current_dir()?)?;
        let executables = programs.iter().filter_map(|program| program.reads.as_ref());
        let folders = executables.flat_map(|reads| &reads.executables).filter_map(|path| path.parent());
        for folder in folders.collect::<BTreeSet<_>>() {
            watch.add(folder)?;
        }
        Ok(watch)
    }

    fn add(&mut self, folder: &Path) -> std::io::Result<()> {
        let watched = inotify::add_watch(&self.inotify, folder, WatchFlags::OPEN)?;
        self.folders.insert(watched, folder.to_owned());
        Ok(())
    }

    fn add_all(&mut self, folder: &Path) -> std::io::Result<()> {
        if folder.is_symlink() || !folder.is_dir() || is_foreign(folder) {
            return Ok(());
        }
        // After its entries are read, which opens it.
        for entry in fs::read_dir(folder)? {
            self.add_all(&entry?.path())?;
        }
        self.add(folder)
    }

    /// A program is about to run.
    pub(crate) fn begin(&self, program: &Program) {
        let running =
            Running { name: program.name.clone(), reads: program.reads.clone(), strays: BTreeSet::new() };
        self.looked().push(running);
    }

    /// A program has ended; returns what it may have opened without declaring it.
    pub(crate) fn end(&self, program: &Program) -> Vec<PathBuf> {
        let mut running = self.looked();
        let at = running.iter().position(|running| running.name == program.name);
        at.map(|at| running.swap_remove(at).strays.into_iter().collect()).unwrap_or_default()
    }

    /// Takes what was opened up to now, which the system keeps for a while only.
    pub(crate) fn look(&self) {
        drop(self.looked());
    }

    fn looked(&self) -> MutexGuard<'_, Vec<Running>> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let mut room = [MaybeUninit::uninit(); 16 << 10];
        let mut reader = inotify::Reader::new(&self.inotify, &mut room);
        loop {
            let opened = match reader.next() {
                Err(Errno::INTR) => continue,
                Err(Errno::AGAIN) => break,
                Ok(event) if !event.events().contains(ReadFlags::QUEUE_OVERFLOW) => {
                    let Some(folder) = self.folders.get(&event.wd()) else { continue };
                    let name = event.file_name().map(|name| OsStr::from_bytes(name.to_bytes()));
                    Some(name.map_or_else(|| folder.clone(), |name| folder.join(name)))
                }
                // What was opened is not known, whether it was too much or nothing is heard of it any more.
                _ => None,
            };
            let is_declared = |running: &Running| match (&opened, &running.reads) {
                (Some(opened), Some(reads)) => reads.covers(opened),
                (opened, _) => opened.is_some(),
            };
            if !running.iter().any(is_declared) {
                let stray = opened.as_deref().unwrap_or(Path::new("anything"));
                for running in running.iter_mut() {
                    running.strays.insert(stray.to_owned());
                }
            }
            if opened.is_none() {
                break;
            }
        }
        running
    }
}
