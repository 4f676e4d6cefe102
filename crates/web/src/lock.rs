//! Ensures that a folder has only one server.

use crate::serve_error::ServeError;
use leitai_sandbox::system::files::{self, write_all_at};
use leitai_store::{FileLock, StoreError};
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read, Seek, Write};
use std::path::Path;

/// How long the line with a crew's name is.
const LINE: u64 = DIGITS as u64 + 1;
const DIGITS: usize = 16;
/// No address is longer.
const LONGEST: u64 = 256;

/// Exclusive use of a folder until this is dropped, or the process dies.
pub(crate) struct Lock {
    #[allow(dead_code, reason = "it is held")]
    file: FileLock,
    /// The crew name of this folder's servers in a store, the same in all their lives and used nowhere else.
    pub(crate) name: String,
}

impl Lock {
    /// Locks the folder, and creates it if necessary.
    pub(crate) fn take(data: &Path) -> Result<Lock, ServeError> {
        let path = data.join("lock");
        let failed = |error| ServeError::Io(path.clone(), error);
        fs::create_dir_all(data).map_err(failed)?;
        let file = FileLock::take(&path).map_err(|error| match error {
            StoreError::InUse { .. } => match address(&path) {
                Some(at) => ServeError::ServedAt(data.to_owned(), at),
                None => ServeError::InUse(data.to_owned()),
            },
            error => failed(io::Error::other(error)),
        })?;
        let name = name(&file).map_err(failed)?;
        // Where the folder was served before.
        file.set_len(LINE).map_err(failed)?;
        Ok(Lock { file, name })
    }

    /// Tells whoever wants to serve the same folder where it is served.
    pub(crate) fn tell(&self, address: &str) -> io::Result<()> {
        write_all_at(&self.file, format!("{address}\n").as_bytes(), LINE)
    }
}

/// Where a server that holds the lock said that its site is.
fn address(lock: &Path) -> Option<String> {
    let mut text = String::new();
    File::open(lock).ok()?.take(LONGEST).read_to_string(&mut text).ok()?;
    let address = text.get(LINE as usize..)?.strip_suffix('\n')?;
    address.starts_with("http://").then(|| address.to_owned())
}

/// The crew name of a folder's servers, whether or not one is running; `None` if none has ever served it.
pub(crate) fn crew(data: &Path) -> Option<String> {
    let mut file = File::open(data.join("lock")).ok()?;
    let (number, mut text) = (number(&file.metadata().ok()?), Vec::new());
    Read::by_ref(&mut file).take(64).read_to_end(&mut text).ok()?;
    ours(&text).map(|text| called(text, number))
}

fn called(text: &str, number: u64) -> String {
    format!("site-{text}-{number:x}")
}

/// The number of the file on its disk; 0 where files have none.
fn number(known: &fs::Metadata) -> u64 {
    files::identity(known).map_or(0, |(_, number)| number)
}

/// The first line of a lock file, if it was written here.
fn ours(text: &[u8]) -> Option<&str> {
    let is_ours = |text: &&str| text.len() == DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    str::from_utf8(text).ok().and_then(|text| text.lines().next()).map(str::trim_end).filter(is_ours)
}

/// A name from the file's contents and its inode number: a copy of the folder on the same store is another server.
fn name(mut file: &File) -> io::Result<String> {
    let number = number(&file.metadata()?);
    let mut text = Vec::new();
    file.take(64).read_to_end(&mut text)?;
    if let Some(text) = ours(&text) {
        return Ok(called(text, number));
    }
    let drawn = format!("{:016x}", RandomState::new().hash_one(number));
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{drawn}")?;
    Ok(called(&drawn, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_keeps_its_name_and_has_one_server() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("site");
        let first = Lock::take(&data).expect("nobody has it");
        assert!(matches!(Lock::take(&data), Err(ServeError::InUse(_))));
        let name = first.name.clone();
        let at = "http://127.0.0.1:8080/";
        first.tell(at).expect("our folder");
        let refused = Lock::take(&data).err();
        assert!(matches!(&refused, Some(ServeError::ServedAt(_, told)) if told == at), "{refused:?}");
        assert_eq!(crew(&data).as_ref(), Some(&name), "while somebody has it");
        let inherited = first.file.try_clone().expect("a descriptor");
        drop(first);
        let next = Lock::take(&data).expect("nobody has it any more");
        assert_eq!(next.name, name);
        assert!(matches!(Lock::take(&data), Err(ServeError::InUse(_))), "it has not said where it is");
        drop(next);
        drop(inherited);
        // A copy, while the original still exists.
        let copy = folder.path().join("copy");
        fs::create_dir(&copy).expect("our folder");
        fs::copy(data.join("lock"), copy.join("lock")).expect("our folder");
        assert_ne!(Lock::take(&copy).expect("nobody has it").name, name);
        // From an earlier version, or cut short while it was written.
        for text in ["", "0123", "0123456789abcdeg", "\u{fe}"] {
            fs::write(data.join("lock"), text).expect("our folder");
            assert_eq!(crew(&data), None);
            let [one, other] = [(); 2].map(|()| Lock::take(&data).expect("nobody has it").name.clone());
            assert!(one == other && one != name, "{text:?}: {one}, {other}");
        }
    }
}
