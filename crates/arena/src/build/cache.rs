//! Compiled programs kept for reuse, keyed by what they were made from.

use super::compiler::Compiler;
use super::files::File;
use super::sources::Sources;
use leitai_sandbox::system::files;
use sha2::{Digest, Sha256};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

/// Maximum bytes of all programs together: the least recently used are removed first.
const ROOM: u64 = 512 << 20;
/// Maximum bytes of one program that is read back.
const LARGEST: u64 = 130 << 20;
/// The beginning of each entry, including the version of its format.
const MAGIC: &str = "leitai-program 1";
/// The age after which a half-written file is removed.
const STALE: Duration = Duration::from_hours(1);

/// A folder of compiled programs, shared by every run of the same user. Each entry is named by the SHA-256 of
/// everything it was made from (sources, compiler, its arguments), and begins with the SHA-256 of what follows; an
/// entry that does not match counts as missing. A cache that cannot be written acts as an empty one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cache {
    folder: PathBuf,
    room: u64,
}

/// The name of an entry.
pub(super) struct Key(String);

impl Cache {
    /// The user's own cache, `leitai` in [`user_cache`](files::user_cache); `None` without one.
    pub fn of_user() -> Option<Cache> {
        Some(Cache::at(files::user_cache()?.join("leitai"), ROOM))
    }

    /// A cache in this folder, which is created when needed, of at most `room` bytes.
    pub fn at(folder: PathBuf, room: u64) -> Cache {
        Cache { folder, room }
    }

    /// What was built earlier from the same inputs.
    pub(super) fn find(&self, key: &Key) -> Option<Vec<File>> {
        if !self.is_ours() {
            return None;
        }
        let path = self.folder.join(&key.0);
        let file = files::open_at_once(&path, false).ok()?;
        let mut bytes = Vec::new();
        let read = (&file).take(LARGEST).read_to_end(&mut bytes);
        let files = read.ok().and_then(|_| unpacked(&bytes, key));
        if files.is_some() {
            // Marks it as recently used.
            let _ = file.set_modified(SystemTime::now());
        } else {
            let _ = fs::remove_file(&path);
        }
        files
    }

    /// Stores what was built. Concurrent readers see all of it or nothing.
    pub(super) fn keep(&self, key: &Key, files: &[File]) -> io::Result<()> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let Some(body) = packed(files) else { return Ok(()) };
        files::make_folders(&self.folder, 0o700)?;
        if !self.is_ours() {
            return Ok(());
        }
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let half = self.folder.join(format!(".{}-{}-{number}", key.0, std::process::id()));
        let mut file = fs::OpenOptions::new().write(true).create_new(true).open(&half)?;
        let written = file
            .write_all(format!("{MAGIC} {} {}\n", key.0, hex(&Sha256::digest(&body))).as_bytes())
            .and_then(|()| file.write_all(&body))
            .and_then(|()| fs::rename(&half, self.folder.join(&key.0)));
        if written.is_err() {
            let _ = fs::remove_file(&half);
        }
        self.trim();
        written
    }

    /// Whether the folder belongs to this user and nobody else may write to it. Others could put programs there
    /// otherwise.
    fn is_ours(&self) -> bool {
        let own = files::user();
        fs::symlink_metadata(&self.folder)
            .is_ok_and(|meta| meta.is_dir() && files::owner(&meta) == own && files::mode(&meta) & 0o022 == 0)
    }

    /// Removes the least recently used entries until the rest fits.
    fn trim(&self) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut known: Vec<(SystemTime, u64, PathBuf)> = entries
            .filter_map(|entry| {
                let meta = entry.metadata().ok().filter(fs::Metadata::is_file)?;
                Some((meta.modified().ok()?, meta.len(), entry.path()))
            })
            .collect();
        known.sort();
        let mut all: u64 = known.iter().map(|(_, bytes, _)| bytes).sum();
        for (used, bytes, path) in known {
            let half = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            let stale = half && used.elapsed().is_ok_and(|age| age > STALE);
            if stale || (!half && all > self.room) {
                let _ = fs::remove_file(path);
                all -= bytes;
            }
        }
    }
}

impl Key {
    /// The key of everything the program depends on. The compiler is identified by its file: path, length, time of
    /// change; finding out its version would require starting it.
    pub(super) fn of(sources: &Sources, compiler: &Compiler) -> io::Result<Key> {
        let whole = fs::canonicalize(&compiler.tool.file)?;
        let meta = fs::metadata(&whole)?;
        let mut hash = Sha256::new();
        let mut add = |part: &[u8]| {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        };
        add(MAGIC.as_bytes());
        add(sources.language.name().as_bytes());
        add(whole.as_os_str().as_encoded_bytes());
        let changed = files::changed(&meta);
        for number in [meta.len() as i64, changed.0, changed.1, compiler.args.len() as i64] {
            add(&number.to_le_bytes());
        }
        compiler.args.iter().for_each(|arg| add(arg.as_encoded_bytes()));
        for (name, value) in &compiler.env {
            add(name.as_encoded_bytes());
            add(value.as_encoded_bytes());
        }
        for file in &sources.files {
            add(file.name.as_os_str().as_encoded_bytes());
            add(&file.bytes);
        }
        Ok(Key(hex(&hash.finalize())))
    }
}

fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(half.into(), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// A header line per file (`x` or `-`, its length, its name) followed by its bytes; `None` if a name contains a line
/// break.
fn packed(files: &[File]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    for file in files {
        let name = file.name.as_os_str().as_encoded_bytes();
        if name.contains(&b'\n') {
            return None;
        }
        body.extend(format!("{} {} ", if file.executable { 'x' } else { '-' }, file.bytes.len()).as_bytes());
        body.extend_from_slice(name);
        body.push(b'\n');
        body.extend_from_slice(&file.bytes);
    }
    Some(body)
}

/// The files of an entry, if it is complete and belongs to this key.
fn unpacked(bytes: &[u8], key: &Key) -> Option<Vec<File>> {
    let (head, mut body) = line(bytes)?;
    if head != format!("{MAGIC} {} {}", key.0, hex(&Sha256::digest(body))).as_bytes() {
        return None;
    }
    let mut files = Vec::new();
    while !body.is_empty() {
        let (head, rest) = line(body)?;
        let mut words = head.splitn(3, |byte| *byte == b' ');
        let executable = words.next()? == b"x";
        let length: usize = std::str::from_utf8(words.next()?).ok()?.parse().ok()?;
        let name = files::path_of(words.next()?);
        let plain = name.components().all(|part| matches!(part, Component::Normal(_)));
        if length > rest.len() || !plain || name == Path::new("") {
            return None;
        }
        let (content, rest) = rest.split_at(length);
        files.push(File { name, bytes: content.to_vec(), executable });
        body = rest;
    }
    Some(files)
}

fn line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = bytes.iter().position(|byte| *byte == b'\n')?;
    Some((&bytes[..at], &bytes[at + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn file(name: &str, bytes: &[u8]) -> File {
        File { name: name.into(), bytes: bytes.to_vec(), executable: true }
    }

    fn cache(name: &str, room: u64) -> Cache {
        let folder = std::env::temp_dir().join(format!("leitai-cache-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        Cache::at(folder, room)
    }

    fn keys(cache: &Cache) -> Vec<String> {
        let entries = fs::read_dir(&cache.folder).expect("the cache").flatten();
        let mut names: Vec<_> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_is_kept_is_found_as_it_was() {
        let cache = cache("found", ROOM);
        let key = Key("k".to_owned());
        assert!(cache.find(&key).is_none());
        let files = [file("program", b"\x7fELF\n\n"), file("a/b c", b"")];
        cache.keep(&key, &files).expect("kept");
        let found = cache.find(&key).expect("it is there");
        let seen: Vec<_> = found.iter().map(|f| (f.name.clone(), f.bytes.clone(), f.executable)).collect();
        let kept: Vec<_> = files.iter().map(|f| (f.name.clone(), f.bytes.clone(), f.executable)).collect();
        assert_eq!(seen, kept);
        assert!(cache.find(&Key("other".to_owned())).is_none());
        fs::remove_dir_all(&cache.folder).expect("ours");
    }

    #[test]
    fn what_does_not_match_its_hash_is_not_trusted() {
        let cache = cache("hash", ROOM);
        let key = Key("k".to_owned());
        cache.keep(&key, &[file("program", b"good")]).expect("kept");
        let entry = cache.folder.join("k");
        let whole = fs::read(&entry).expect("the entry");
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            fs::write(&entry, &changed).expect("changed");
            assert!(cache.find(&key).is_none(), "byte {at}");
            assert!(!entry.exists(), "byte {at}");
        }
        fs::write(&entry, &whole[..whole.len() - 1]).expect("cut");
        assert!(cache.find(&key).is_none());
        fs::write(cache.folder.join("l"), &whole).expect("copied");
        assert!(cache.find(&Key("l".to_owned())).is_none(), "another's entry");
        fs::remove_dir_all(&cache.folder).expect("ours");
    }

    #[test]
    fn a_folder_that_others_may_write_is_no_cache() {
        let cache = cache("open", ROOM);
        let key = Key("k".to_owned());
        cache.keep(&key, &[file("program", b"good")]).expect("kept");
        fs::set_permissions(&cache.folder, fs::Permissions::from_mode(0o777)).expect("opened");
        assert!(cache.find(&key).is_none());
        fs::remove_dir_all(&cache.folder).expect("ours");
    }

    #[test]
    fn the_longest_unused_goes_first() {
        let cache = cache("room", 1000);
        for (i, name) in ["a", "b", "c"].into_iter().enumerate() {
            let key = Key(name.to_owned());
            cache.keep(&key, &[file("program", &[b'x'; 300])]).expect("kept");
            let entry = fs::File::open(cache.folder.join(name)).expect("the entry");
            entry.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(i as u64)).expect("its age");
        }
        // Entries have a header line: the third already had to push the first out.
        assert_eq!(keys(&cache), ["b", "c"]);
        assert!(cache.find(&Key("b".to_owned())).is_some());
        cache.keep(&Key("d".to_owned()), &[file("program", &[b'x'; 300])]).expect("kept");
        assert_eq!(keys(&cache), ["b", "d"]);
        fs::remove_dir_all(&cache.folder).expect("ours");
    }
}
