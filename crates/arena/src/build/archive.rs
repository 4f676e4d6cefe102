//! A folder as a single byte sequence: a tar archive (POSIX.1-1988 ustar, with GNU's records for long names) that
//! contains only plain files, in the order of names. The same files give the same bytes wherever they were stored,
//! whoever owned them and whenever they were written.

use super::error::{BadFile, BuildError};
use super::files::{File, most, shown};
use super::limits::{DEPTH, FILES, WHOLE};
use leitai_sandbox::system::files;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use tar::{Archive, Builder, Entry, Header};

/// Approximate size of an entry in addition to its bytes.
const ENTRY: usize = 2048;

/// Packs files, which must be in the order of names.
pub(super) fn packed(files: &[File]) -> io::Result<Vec<u8>> {
    // Allocated at once: a folder may be large, and a growing vector exists twice while it is moved.
    let room: usize = files.iter().map(|file| file.bytes.len() + ENTRY).sum();
    let mut archive = Builder::new(Vec::with_capacity(room + ENTRY));
    for file in files {
        let mut header = Header::new_gnu();
        header.set_size(file.bytes.len() as u64);
        header.set_mode(if file.executable { 0o755 } else { 0o644 });
        header.set_uid(0);
        header.set_gid(0);
        header.set_mtime(0);
        archive.append_data(&mut header, &file.name, file.bytes.as_slice())?;
    }
    archive.into_inner()
}

/// The files of a packed folder, which may come from anybody: anything that [`packed`] does not write is refused, and
/// so is anything over the limits of a folder. `called` is the folder's name in error messages.
pub(super) fn unpacked(bytes: &[u8], called: &str) -> Result<Vec<File>, BuildError> {
    within(bytes, called, WHOLE)
}

/// As [`unpacked`], where all files together may have `room` bytes.
fn within(bytes: &[u8], called: &str, mut room: u64) -> Result<Vec<File>, BuildError> {
    let harmed = |error| BuildError::Archive { name: called.to_owned(), error };
    let mut files: Vec<File> = Vec::new();
    for entry in Archive::new(bytes).entries().map_err(harmed)? {
        let entry = entry.map_err(harmed)?;
        let name = files::path_of(&entry.path_bytes());
        if let Some(wrong) = wrong(&entry, &name, &files, room) {
            return Err(BuildError::Source { name: shown(&name), wrong });
        }
        let file = read(entry, name).map_err(harmed)?;
        room -= file.bytes.len() as u64;
        files.push(file);
    }
    Ok(files)
}

/// Why an entry cannot follow these files, given room for that many more bytes; `None` if it can.
fn wrong(entry: &Entry<'_, &[u8]>, name: &Path, before: &[File], room: u64) -> Option<BadFile> {
    let kind = entry.header().entry_type();
    let most = most(name).min(room);
    if kind.is_symlink() || kind.is_hard_link() {
        Some(BadFile::Link)
    } else if !kind.is_file() {
        Some(BadFile::Special)
    } else if !is_plain(name) || before.last().is_some_and(|last| !follows(name, &last.name)) {
        Some(BadFile::Name)
    } else if name.components().count() > DEPTH + 1 {
        Some(BadFile::Deep(DEPTH))
    } else if before.len() == FILES {
        Some(BadFile::Many(FILES))
    } else {
        (entry.size() > most).then_some(BadFile::Large(most))
    }
}

/// Whether the path consists of names only, written in its one canonical form.
fn is_plain(name: &Path) -> bool {
    let parts: Option<PathBuf> = name
        .components()
        .map(|part| if let Component::Normal(part) = part { Some(part) } else { None })
        .collect();
    parts.is_some_and(|parts| parts.as_os_str() == name.as_os_str() && parts != Path::new(""))
        && !name.as_os_str().as_encoded_bytes().contains(&0)
}

/// Whether `name` comes after `last` in the order of names, and `last` is not both a file and a folder. What lies in a
/// folder comes directly after the folder's own name.
fn follows(name: &Path, last: &Path) -> bool {
    name > last && !name.starts_with(last)
}

fn read(mut entry: Entry<'_, &[u8]>, name: PathBuf) -> io::Result<File> {
    let executable = entry.header().mode()? & 0o111 != 0;
    let mut bytes = Vec::new();
    entry.read_to_end(&mut bytes)?;
    if bytes.len() as u64 != entry.size() {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(File { name, bytes, executable })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::files::gathered;
    use crate::build::limits::{LARGEST, LARGEST_SOURCE};
    use std::ffi::OsStr;
    use std::fs;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::PermissionsExt;
    use tar::EntryType;

    fn file(name: impl Into<PathBuf>, bytes: &[u8], executable: bool) -> File {
        File { name: name.into(), bytes: bytes.to_vec(), executable }
    }

    /// An archive of raw entries: kind, raw name, claimed length, actual contents.
    fn raw(entries: &[(EntryType, &[u8], u64, &[u8])]) -> Vec<u8> {
        let mut archive = Builder::new(Vec::new());
        for (kind, name, length, bytes) in entries {
            let mut header = Header::new_gnu();
            header.as_old_mut().name[..name.len()].copy_from_slice(name);
            header.set_entry_type(*kind);
            header.set_size(*length);
            header.set_mode(0o4777);
            header.set_link_name("/etc/passwd").expect("short");
            if *kind == EntryType::GNUSparse {
                header.as_gnu_mut().expect("GNU's").realsize = *b"00000000000\0";
            }
            header.set_cksum();
            archive.append(&header, *bytes).expect("memory");
        }
        archive.into_inner().expect("memory")
    }

    fn plain(name: &[u8]) -> (EntryType, &[u8], u64, &'static [u8]) {
        (EntryType::Regular, name, 1, b"x")
    }

    /// What is wrong with the archive; `None` if its folder cannot be read.
    fn refused(bytes: &[u8]) -> Option<BadFile> {
        match unpacked(bytes, "bot") {
            Err(BuildError::Source { wrong, .. }) => Some(wrong),
            Err(BuildError::Archive { .. }) => None,
            Err(other) => panic!("{other}"),
            Ok(files) => {
                panic!("{:?} were unpacked", files.iter().map(|file| &file.name).collect::<Vec<_>>())
            }
        }
    }

    fn seen(files: &[File]) -> Vec<(PathBuf, Vec<u8>, bool)> {
        files.iter().map(|file| (file.name.clone(), file.bytes.clone(), file.executable)).collect()
    }

    #[test]
    fn a_folder_comes_out_as_it_went_in() {
        let long = format!("{}/{}", "folder".repeat(30), "name".repeat(30));
        let files = [
            file("a", b"", false),
            file("a b/c\nd", b"one", true),
            file("a b/e", &[0; 1025], false),
            file(long, b"two", true),
            file(OsStr::from_bytes(b"z\xff"), b"\xff", false),
        ];
        let bytes = packed(&files).expect("memory");
        assert_eq!(seen(&unpacked(&bytes, "bot").expect("ours")), seen(&files));
        assert_eq!(seen(&unpacked(&packed(&[]).expect("memory"), "bot").expect("ours")), []);
    }

    #[test]
    fn the_same_files_are_the_same_bytes() {
        let all = std::env::temp_dir().join(format!("leitai-archive-{}", std::process::id()));
        let names = ["main.c", "lib/table.h", "lib/data", "run"];
        let mut archives = Vec::new();
        for (place, order, mode) in [("a", [0, 1, 2, 3], 0o600), ("b", [3, 2, 1, 0], 0o664)] {
            let folder = all.join(place);
            fs::create_dir_all(folder.join("lib")).expect("a folder");
            for name in order.map(|at| names[at]) {
                let path = folder.join(name);
                fs::write(&path, name).expect("our folder");
                let mode = if name == "run" { mode | 0o100 } else { mode };
                fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("ours");
                let old = std::time::SystemTime::UNIX_EPOCH;
                fs::File::open(&path).and_then(|file| file.set_modified(old)).expect("ours");
            }
            archives.push(packed(&gathered(&folder).expect("plain files").files).expect("memory"));
            fs::write(folder.join("lib/data"), "date").expect("our folder");
            archives.push(packed(&gathered(&folder).expect("plain files").files).expect("memory"));
        }
        fs::remove_dir_all(all).expect("ours");
        assert_eq!(archives[0], archives[2]);
        assert_eq!(archives[1], archives[3]);
        assert_ne!(archives[0], archives[1]);
    }

    #[test]
    fn what_is_no_plain_file_is_refused() {
        for (kind, wrong) in [
            (EntryType::Symlink, BadFile::Link),
            (EntryType::Link, BadFile::Link),
            (EntryType::Char, BadFile::Special),
            (EntryType::Block, BadFile::Special),
            (EntryType::Fifo, BadFile::Special),
            (EntryType::Directory, BadFile::Special),
            (EntryType::Continuous, BadFile::Special),
            (EntryType::GNUSparse, BadFile::Special),
            (EntryType::XGlobalHeader, BadFile::Special),
            (EntryType::new(b'V'), BadFile::Special),
        ] {
            assert_eq!(refused(&raw(&[plain(b"a"), (kind, b"b", 0, b"")])), Some(wrong), "{kind:?}");
        }
    }

    #[test]
    fn a_name_that_leads_elsewhere_is_refused() {
        for name in ["../a", "a/../../b", "a/..", "..", ".", "/a", "//a", "./a", "a/./b", "a//b", "a/", ""] {
            assert_eq!(refused(&raw(&[plain(name.as_bytes())])), Some(BadFile::Name), "{name:?}");
        }
        // Records before an entry that rename it.
        let long = format!("{}/../../../a", "b/".repeat(80));
        let renamed = raw(&[
            (EntryType::GNULongName, b"././@LongLink", long.len() as u64, long.as_bytes()),
            plain(b"a"),
        ]);
        assert_eq!(refused(&renamed), Some(BadFile::Name));
        let mut archive = Builder::new(Vec::new());
        archive.append_pax_extensions([("path", &b"../../a"[..])]).expect("memory");
        let pax = [&archive.get_ref()[..], &raw(&[plain(b"a")])].concat();
        assert_eq!(refused(&pax), Some(BadFile::Name));
        let nul = raw(&[(EntryType::GNULongName, b"././@LongLink", 4, b"a\0b\0"), plain(b"a")]);
        assert_eq!(refused(&nul), Some(BadFile::Name));
    }

    #[test]
    fn names_come_once_and_in_order_and_none_is_file_and_folder() {
        for names in [["a", "a"], ["b", "a"], ["a/b", "a"], ["a", "a/b"], ["a-b", "a/b"]] {
            assert_eq!(
                refused(&raw(&names.map(|name| plain(name.as_bytes())))),
                Some(BadFile::Name),
                "{names:?}"
            );
        }
    }

    #[test]
    fn what_is_over_a_folders_limits_is_refused_before_it_is_read() {
        let claims = |name: &'static [u8], length| refused(&raw(&[(EntryType::Regular, name, length, b"")]));
        assert_eq!(claims(b"main.c", LARGEST_SOURCE + 1), Some(BadFile::Large(LARGEST_SOURCE)));
        assert_eq!(claims(b"weights", LARGEST + 1), Some(BadFile::Large(LARGEST)));
        assert_eq!(claims(b"weights", u64::MAX / 2), Some(BadFile::Large(LARGEST)));
        let together = raw(&[plain(b"a"), plain(b"b"), plain(b"c")]);
        assert!(within(&together, "bot", 3).is_ok());
        let over = within(&together, "bot", 2).err();
        assert!(matches!(over, Some(BuildError::Source { wrong: BadFile::Large(0), .. })), "{over:?}");
        let names: Vec<String> = (0..=FILES).map(|number| format!("{number:05}")).collect();
        let many: Vec<_> = names.iter().map(|name| plain(name.as_bytes())).collect();
        assert!(unpacked(&raw(&many[..FILES]), "bot").is_ok());
        assert_eq!(refused(&raw(&many)), Some(BadFile::Many(FILES)));
        let deep = |folders| raw(&[plain(format!("{}b", "a/".repeat(folders)).as_bytes())]);
        assert!(unpacked(&deep(DEPTH), "bot").is_ok());
        assert_eq!(refused(&deep(DEPTH + 1)), Some(BadFile::Deep(DEPTH)));
    }

    #[test]
    fn an_archive_that_was_cut_or_changed_gives_an_error_or_plain_files() {
        let long = "folder/".repeat(20) + "file";
        let files = [file("a", b"1", false), file(long, &[7; 600], true), file("z", b"2", false)];
        let whole = packed(&files).expect("memory");
        // What follows the last file's bytes is padding and the end marker.
        let end = whole.len() - 1024 - 512;
        for length in 1..=end {
            if let Ok(files) = unpacked(&whole[..length], "bot") {
                // Cut between two entries.
                assert!(length % 512 == 0 && files.len() < 3, "{length}");
            }
        }
        for at in 0..whole.len() {
            for byte in [0, b'/', b'.', b'7', 0xff] {
                let mut changed = whole.clone();
                changed[at] = byte;
                let names = unpacked(&changed, "bot").map(|files| files.into_iter().map(|file| file.name));
                assert!(
                    names.is_err() || names.is_ok_and(|mut names| names.all(|name| is_plain(&name))),
                    "{at}"
                );
            }
        }
    }
}
