//! The keeper of a temporary folder: a process that makes it, and removes it once nobody needs it, however its user ended.

use std::ffi::OsStr;
use std::fs::{self, DirBuilder};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::DirBuilderExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How long to try: programs that are just being killed may still write into it.
const PATIENCE: Duration = Duration::from_millis(900);
/// How many names are tried.
const NAMES: u32 = 64;

/// Says which folder it is, or why there is none: a byte and then the words. Returns when the folder is gone. For a process
/// that what is sent to its user's group does not reach, and that holds no stream but the first three.
pub(crate) fn keep(prefix: &OsStr) {
    let made = make(prefix);
    let (kind, words) = match &made {
        Ok(folder) => (b'+', folder.as_os_str().as_bytes().to_vec()),
        Err(error) => (b'-', error.raw_os_error().unwrap_or(libc::EIO).to_string().into_bytes()),
    };
    let mut out = io::stdout().lock();
    let _ = out.write_all(&[&[kind], &*words, b"\n"].concat()).and_then(|()| out.flush());
    let _ = io::stdin().lock().read_to_end(&mut Vec::new());
    if let Ok(folder) = made {
        remove(&folder);
    }
}

fn make(prefix: &OsStr) -> io::Result<PathBuf> {
    let keys = RandomState::new();
    for number in 0..NAMES {
        let mut name = prefix.to_owned();
        name.push(format!("{:012x}", keys.hash_one(number) >> 16));
        let folder = std::env::temp_dir().join(name);
        match DirBuilder::new().mode(0o700).create(&folder) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            made => return made.map(|()| folder),
        }
    }
    Err(io::Error::from_raw_os_error(libc::EEXIST))
}

fn remove(folder: &PathBuf) {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        match fs::remove_dir_all(folder) {
            Err(error) if error.kind() != ErrorKind::NotFound => std::thread::sleep(Duration::from_millis(5)),
            _ => return,
        }
    }
}
