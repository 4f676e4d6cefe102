//! What makes a window of this machine's user the same one when it is opened again: its key and its port.

use leitai_hall::{DeskEye, random_key};
use leitai_sandbox::replace;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

const FILE: &str = "window.json";
/// The digits of a key.
const LENGTH: usize = 26;

/// The key and the port of a window, kept in its folder for nobody but its user.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct WindowKey {
    pub(crate) key: String,
    pub(crate) port: u16,
    /// The keys of a referee's other screens: of First, of Second, of everybody.
    #[serde(default)]
    pub(crate) sights: Vec<String>,
}

impl WindowKey {
    /// A key that nobody guesses: 130 bits.
    pub(crate) fn random() -> WindowKey {
        WindowKey { key: random_key(LENGTH), port: 0, sights: Vec::new() }
    }

    /// The same with a key for each of a referee's other screens.
    pub(crate) fn with_sights(mut self) -> WindowKey {
        let is_key = |key: &String| key.len() == LENGTH;
        if self.sights.len() != DeskEye::ALL.len() || !self.sights.iter().all(is_key) {
            self.sights = DeskEye::ALL.iter().map(|_| random_key(LENGTH)).collect();
        }
        self
    }

    /// What was written last; `None` if nothing was, or if that is no key.
    pub(crate) fn read(folder: &Path) -> Option<WindowKey> {
        let known: WindowKey = serde_json::from_slice(&fs::read(folder.join(FILE)).ok()?).ok()?;
        let is_digit = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_lowercase();
        let is_key = known.key.len() == LENGTH && known.key.bytes().all(is_digit);
        is_key.then_some(known)
    }

    /// Keeps it, in one step; only the user of the folder can read it.
    pub(crate) fn write(&self, folder: &Path) -> io::Result<()> {
        // Such a file is its user's alone from the start.
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        serde_json::to_writer(&mut file, self)?;
        file.flush()?;
        replace(&file.into_temp_path(), &folder.join(FILE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn a_key_is_kept_for_its_user_alone_and_what_is_none_is_not_taken() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(WindowKey::read(folder.path()), None);
        let key = WindowKey { port: 7, ..WindowKey::random() };
        assert_ne!(key.key, WindowKey::random().key);
        key.write(folder.path()).expect("our folder");
        assert_eq!(WindowKey::read(folder.path()), Some(key));
        let file = folder.path().join(FILE);
        let mode = fs::metadata(&file).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        for text in
            ["", "{}", "{\"key\":\"\",\"port\":1}", "{\"key\":\"../../../../../../../../ab\",\"port\":1}"]
        {
            fs::write(&file, text).expect("our folder");
            assert_eq!(WindowKey::read(folder.path()), None, "{text}");
        }
    }
}
