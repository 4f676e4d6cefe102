//! What a process keeps is for its user alone: the only place that decides so.
//!
//! Programs, marks, hashes of passwords and the games of a running event are nobody else's business on a machine that
//! several people use, whatever the umask is.

use leitai_core::{Sentence, sentence};
use leitai_sandbox::system::files;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// What is taken from others.
const OTHERS: u32 = 0o077;
/// What SQLite puts next to its file, with that file's mode.
#[cfg(feature = "databases")]
const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];

static TELL: Mutex<Option<fn(&Sentence)>> = Mutex::new(None);

/// From now on, every file that this process creates has mode 0600 and every folder 0700. Call it before there is a
/// second thread.
pub fn keep_private() {
    files::keep_private();
}

/// Calls `tell` from now on when something that others could read was closed to them, or could not be. The last
/// call wins, so that a server can use its own log.
pub fn tell_of_closing(tell: fn(&Sentence)) {
    *TELL.lock().unwrap_or_else(PoisonError::into_inner) = Some(tell);
}

/// Closes a folder and what is in it to other users. An entry for which `is_ours` is false stays as it is, with all
/// that is below it; links in it are not followed. Whatever changed, and whatever could not be, is told in one
/// sentence.
pub fn close_folder(folder: &Path, is_ours: &dyn Fn(&Path) -> bool) {
    let (mut closing, target) = (Closing::default(), followed(folder));
    let named =
        |path: &Path| path.strip_prefix(&target).map_or_else(|_| path.to_owned(), |rest| folder.join(rest));
    closing.tree(&target, &|path| is_ours(&named(path)));
    closing.tell();
}

/// Closes those entries of a folder whose names are ours, with all that is below them; and the folder, if it has no
/// others. Told as by [`close_folder`].
pub fn close_entries(folder: &Path, is_ours: &dyn Fn(&str) -> bool) {
    let (mut closing, folder) = (Closing::default(), followed(folder));
    let (mut all_ours, ours) =
        (true, |entry: &Path| entry.file_name().and_then(|name| name.to_str()).is_some_and(is_ours));
    let entries = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
    for entry in entries {
        if ours(&entry) {
            closing.tree(&entry, &|_| true);
        } else {
            all_ours = false;
        }
    }
    if all_ours {
        closing.one(&folder);
    }
    closing.tell();
}

/// Closes SQLite's file and those next to it to other users, or creates it closed to them. Told as by [`close_folder`];
/// what is wrong with the file otherwise, whoever opens it finds out.
#[cfg(feature = "databases")]
pub(crate) fn close_file(file: &Path) {
    // SQLite gives those next to it the same mode.
    let _ = files::create_new(file, 0o600);
    let (mut closing, file) = (Closing::default(), followed(file));
    closing.one(&file);
    for end in BESIDE {
        let mut name = file.as_os_str().to_owned();
        name.push(end);
        closing.one(Path::new(&name));
    }
    closing.tell();
}

/// Where a path leads that a person named: to a link's target, unlike what is found in a folder.
fn followed(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// What was closed.
#[derive(Default)]
struct Closing {
    first: Option<PathBuf>,
    more: usize,
    failed: Option<(PathBuf, io::Error)>,
}

impl Closing {
    fn tree(&mut self, path: &Path, is_ours: &dyn Fn(&Path) -> bool) {
        // Before its entries are read: nobody else can exchange them any more.
        let is_folder = self.one(path).is_some_and(|it| it.is_dir());
        if !is_folder {
            return;
        }
        match fs::read_dir(path) {
            Ok(entries) => {
                let entries = entries.flatten().map(|entry| entry.path()).filter(|entry| is_ours(entry));
                entries.for_each(|entry| self.tree(&entry, is_ours));
            }
            Err(error) => self.fail(path, error),
        }
    }

    /// Closes one file or folder; `None` if it is neither, or is gone.
    fn one(&mut self, path: &Path) -> Option<Metadata> {
        let known = fs::symlink_metadata(path).ok().filter(|it| it.is_file() || it.is_dir())?;
        if files::mode(&known) & OTHERS == 0 {
            return Some(known);
        }
        let closed = if files::owner(&known) == files::user() {
            files::set_mode(path, files::mode(&known) & 0o700)
        } else {
            Err(io::ErrorKind::PermissionDenied.into())
        };
        match closed {
            Ok(()) if self.first.is_none() => self.first = Some(path.to_owned()),
            Ok(()) => self.more += 1,
            Err(error) => self.fail(path, error),
        }
        Some(known)
    }

    fn fail(&mut self, path: &Path, error: io::Error) {
        // It may have gone meanwhile, as fragments do.
        if error.kind() != io::ErrorKind::NotFound {
            self.failed.get_or_insert_with(|| (path.to_owned(), error));
        }
    }

    fn tell(self) {
        let Some(tell) = *TELL.lock().unwrap_or_else(PoisonError::into_inner) else { return };
        if let Some(path) = &self.first {
            let more = self.more;
            tell(&sentence!(
                "other users of this machine could read {path} and {more} more files or folders; now only its owner can",
                "本机其他用户此前可以读取 {path} 及另外 {more} 个文件或文件夹；现已仅限其所有者"; path, more
            ));
        }
        if let Some((path, why)) = &self.failed {
            tell(&sentence!(
                "other users of this machine may be able to read {path}, and this could not be changed: {why}; its owner \
                 can, with `chmod -R go= {path}`",
                "本机其他用户可能可以读取 {path}，且无法更改：{why}；其所有者可运行 `chmod -R go= {path}`"; path, why
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::Permissions;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    fn mode(path: &Path) -> u32 {
        fs::symlink_metadata(path).expect("ours").mode() & 0o7777
    }

    fn open(path: &Path, mode: u32) {
        fs::set_permissions(path, Permissions::from_mode(mode)).expect("ours");
    }

    /// A folder with an open file in an open folder, one beside it, and links out.
    fn opened() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("site/games")).expect("ours");
        fs::create_dir_all(at("elsewhere")).expect("ours");
        for (name, how) in [
            ("site/games/1.jsonl", 0o666),
            ("site/run", 0o755),
            ("site/closed", 0o400),
            ("elsewhere/file", 0o644),
        ] {
            fs::write(at(name), "x").expect("ours");
            open(&at(name), how);
        }
        symlink(at("elsewhere"), at("site/link")).expect("ours");
        symlink(at("elsewhere/file"), at("site/file")).expect("ours");
        for name in ["site", "site/games", "elsewhere"] {
            open(&at(name), 0o777);
        }
        folder
    }

    #[test]
    fn a_folder_is_closed_to_its_depth_and_no_link_is_followed() {
        let folder = opened();
        let at = |name: &str| folder.path().join(name);
        symlink(at("site"), at("named")).expect("ours");
        close_folder(&at("named"), &|path| path.starts_with(at("named")));
        let modes = ["site", "site/games", "site/games/1.jsonl", "site/run", "site/closed"]
            .map(|name| mode(&at(name)));
        assert_eq!(modes, [0o700, 0o700, 0o600, 0o700, 0o400]);
        assert_eq!((mode(&at("elsewhere")), mode(&at("elsewhere/file"))), (0o777, 0o644));
        assert_eq!(fs::read_dir(at("site")).expect("ours").count(), 5, "nothing is added or removed");
    }

    #[test]
    fn what_is_not_ours_stays_as_it_is() {
        let folder = opened();
        let at = |name: &str| folder.path().join(name);
        close_folder(&at("site"), &|path| !path.ends_with("games"));
        assert_eq!([at("site"), at("site/run")].map(|path| mode(&path)), [0o700, 0o700]);
        assert_eq!([at("site/games"), at("site/games/1.jsonl")].map(|path| mode(&path)), [0o777, 0o666]);
        let folder = opened();
        let at = |name: &str| folder.path().join(name);
        close_entries(&at("site"), &|name| name == "games");
        assert_eq!([at("site/games"), at("site/games/1.jsonl")].map(|path| mode(&path)), [0o700, 0o600]);
        assert_eq!(
            [at("site"), at("site/run")].map(|path| mode(&path)),
            [0o777, 0o755],
            "others' entries are in it"
        );
        close_entries(&at("site"), &|_| true);
        assert_eq!(mode(&at("site")), 0o700);
    }
}
