//! Restoring a site from an archive, or only checking an archive.

use super::archive::{HashingReader, is_inside, read_sums};
use super::head::{FOLDER, FORMAT, HEAD, Head, Progress, STORE, SUMS};
use crate::lock::Lock;
use crate::serve_error::ServeError;
use flate2::read::GzDecoder;
use leitai_core::{Sentence, errors, sentence};
use leitai_sandbox::system::files;
use leitai_store::{Database, LeaseTerms, Queue, StoreError, close_folder};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use tar::{Archive, Entry, EntryType};
use toml_edit::Document;

/// The folder for unpacked files until all of them are complete and sound.
const UNPACKED: &str = ".restoring";
/// The name, followed by the time, of the folder for what was there before.
const BEFORE: &str = ".before-";
/// The maximum size of the head and of the sums, whatever an archive claims.
const MOST: u64 = 1 << 28;
/// The first bytes of every file written by `gzip` (RFC 1952, 2.3.1).
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// What an archive contained.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restored {
    /// Its description of itself.
    pub head: Head,
    /// How many files.
    pub files: usize,
    /// Their bytes.
    pub bytes: u64,
    /// Games that were running when it was made and will be played again.
    pub again: usize,
    /// Where the previous contents of the folder were moved.
    pub aside: Option<PathBuf>,
    /// The store named in the site's settings; it is in the folder now, and the setting has been removed.
    pub named: Option<String>,
}

errors! {
    /// Why a site was not restored. The contents of the folder stay as they were.
    #[derive(Debug)]
    pub enum RestoreError {
        /// The folder is not empty.
        NotEmpty(data: PathBuf) =>
            "{data} is not empty; restore into another folder (--data), or move its contents aside with --replace",
            "{data} 不是空文件夹；请恢复到其他文件夹（--data），或用 --replace 把原有内容移到一旁";
        /// A server is using the folder.
        InUse(data: PathBuf) =>
            "{data} is in use by a server; stop it first", "{data} 正被服务器使用；请先停止它";
        /// The file is something else.
        NotOurs(file: PathBuf) =>
            "{file} was not made by `leitai backup`", "{file} 不是 `leitai backup` 生成的备份";
        /// A newer program made it.
        Newer(file: PathBuf, version: String, format: u32) =>
            "{file} was made by Leitai {version} (format {format}), and this one reads format {known}; install that version",
            "{file} 由擂台 {version} 生成（格式 {format}），本程序只能读取格式 {known}；请安装该版本",
            known = FORMAT;
        /// The archive is cut short.
        Cut(file: PathBuf, entry: String) =>
            "{file} is cut short: it ends in or after {entry}; use another archive",
            "{file} 不完整：在 {entry} 处或其后中断；请换一个备份";
        /// The archive is not as it was written.
        Damaged(file: PathBuf, entry: String, why: Sentence) =>
            "{file} is damaged: {entry}: {why}; use another archive", "{file} 已损坏：{entry}：{why}；请换一个备份";
        /// The store in it cannot be opened.
        Store(error: StoreError) from;
        /// A file could not be read or written.
        Io(path: PathBuf, error: io::Error) => "{path}: {error}", "{path}：{error}";
        /// The caller cancelled it.
        Stopped => "stopped; nothing was restored", "已停止；未恢复任何内容";
    }
}

/// Reads the archive to its end and checks every sum. Nothing is written.
pub fn look_through(
    file: &Path,
    is_stopped: &dyn Fn() -> bool,
    progress: Progress<'_>,
) -> Result<Restored, RestoreError> {
    unpacked(file, None, is_stopped, progress)
}

/// Restores a site into a folder that is empty or does not exist; with `replace`, the previous contents are moved
/// into a folder inside it. Files are moved into place only when all are complete and sound.
pub fn restore(
    file: &Path,
    data: &Path,
    replace: bool,
    is_stopped: &dyn Fn() -> bool,
    progress: Progress<'_>,
) -> Result<Restored, RestoreError> {
    let of = |path: &Path| {
        let path = path.to_owned();
        move |error| RestoreError::Io(path, error)
    };
    // Checked before the folder is created, so that a wrong archive name leaves no folder behind.
    File::open(file).map_err(of(file))?;
    // Held to the end, so that no server starts on a half-restored folder.
    let lock = Lock::take(data).map_err(|error| match error {
        ServeError::Io(path, error) => RestoreError::Io(path, error),
        _ => RestoreError::InUse(data.to_owned()),
    })?;
    let before = children(data).map_err(of(data))?;
    if !before.is_empty() && !replace {
        return Err(RestoreError::NotEmpty(data.to_owned()));
    }
    // With what is moved aside.
    close_folder(data, &|_| true);
    let room = data.join(UNPACKED);
    let swept = || match fs::remove_dir_all(&room) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        swept => swept,
    };
    swept().and_then(|()| fs::create_dir(&room)).map_err(of(&room))?;
    let sound = unpacked(file, Some(&room), is_stopped, progress).and_then(|mut restored| {
        if restored.head.store {
            restored.again = settle(&room.join(STORE), restored.head.crew.as_deref())?;
            restored.named = without_store(&room.join("leitai.toml")).map_err(of(&room))?;
        }
        files::sync_disk(&room).map_err(of(&room))?;
        Ok(restored)
    });
    let mut restored = sound.inspect_err(|_| {
        // An error here does not matter: the next run sweeps away what is left.
        let _ = swept();
    })?;
    let put = || -> io::Result<Option<PathBuf>> {
        let aside = data.join(format!("{BEFORE}{}", leitai_arena::now_ms()));
        if !before.is_empty() {
            fs::create_dir(&aside)?;
            before.iter().try_for_each(|name| fs::rename(data.join(name), aside.join(name)))?;
        }
        // The store comes last: nothing can start without it.
        let mut names = children(&room)?;
        names.sort_by_key(|name| name.to_string_lossy().starts_with(STORE));
        names.iter().try_for_each(|name| fs::rename(room.join(name), data.join(name)))?;
        fs::remove_dir(&room)?;
        files::sync_folder(data)?;
        Ok((!before.is_empty()).then_some(aside))
    };
    restored.aside = put().map_err(of(data))?;
    drop(lock);
    Ok(restored)
}

/// The names in a folder, except the lock and those used by restoring.
fn children(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let names = fs::read_dir(folder)?.map(|entry| Ok(PathBuf::from(entry?.file_name())));
    let mut names = names.collect::<io::Result<Vec<_>>>()?;
    names.retain(|name| name != Path::new("lock") && !is_of_restoring(name));
    Ok(names)
}

/// Whether it is a name that restoring leaves in a site's folder.
pub(super) fn is_of_restoring(name: &Path) -> bool {
    let name = name.to_string_lossy();
    name == UNPACKED || (name.starts_with(BEFORE) && !name.contains('/'))
}

/// Opens the store, which migrates it to this version, and releases the games that the crew held.
fn settle(store: &Path, crew: Option<&str>) -> Result<usize, RestoreError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| RestoreError::Io(store.to_owned(), error))?;
    runtime.block_on(async {
        let database = Database::open(&format!("sqlite:{}", store.display())).await?;
        let again = match crew {
            Some(crew) => Queue::new(database.clone(), LeaseTerms::default()).bury("default", crew).await?,
            None => 0,
        };
        database.close().await;
        Ok(again)
    })
}

/// Removes the store's address from the settings, since the store is now in the folder. Returns the address
/// removed.
fn without_store(settings: &Path) -> io::Result<Option<String>> {
    let text = match fs::read_to_string(settings) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        text => text?,
    };
    // Unreadable settings stay; the server will report what is wrong with them.
    let Ok(document) = Document::parse(text.as_str()) else { return Ok(None) };
    let Some((key, named)) = document.get_key_value("store") else { return Ok(None) };
    let Some((key, value)) = key.span().zip(named.span()) else { return Ok(None) };
    let begin = text[..key.start].rfind('\n').map_or(0, |end| end + 1);
    let end = text[value.end..].find('\n').map_or(text.len(), |end| value.end + end + 1);
    fs::write(settings, [&text[..begin], &text[end..]].concat())?;
    Ok(named.as_str().map(str::to_owned))
}

/// Counts the bytes read from the archive file, whose length is known.
struct Counted<'a, R> {
    from: R,
    done: &'a Cell<u64>,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.from.read(buffer)?;
        self.done.set(self.done.get() + length as u64);
        Ok(length)
    }
}

/// Reads an archive, into a folder if there is one.
fn unpacked(
    file: &Path,
    room: Option<&Path>,
    is_stopped: &dyn Fn() -> bool,
    progress: Progress<'_>,
) -> Result<Restored, RestoreError> {
    let of_file = |error| RestoreError::Io(file.to_owned(), error);
    let opened = File::open(file).map_err(of_file)?;
    let (all, done) = (opened.metadata().map_err(of_file)?.len(), Cell::new(0));
    let mut opened = BufReader::new(opened);
    let not_ours = || RestoreError::NotOurs(file.to_owned());
    // Checked here: on a short text the decoder would report that it was cut.
    if opened.fill_buf().map_err(of_file)?.iter().zip(GZIP).any(|(byte, mark)| *byte != mark) {
        return Err(not_ours());
    }
    let packed = GzDecoder::new(Counted { from: opened, done: &done });
    let mut archive = Archive::new(packed);
    let mut passed = |_: u64| {
        progress(done.get().min(all), all);
        if is_stopped() { Err(io::Error::other("stopped")) } else { Ok(()) }
    };
    let mut at = HEAD.to_owned();
    let failed = |at: &str, error: io::Error| match error.kind() {
        _ if is_stopped() => RestoreError::Stopped,
        io::ErrorKind::UnexpectedEof => RestoreError::Cut(file.to_owned(), at.to_owned()),
        // An error in writing names the path; when reading, only the archive can be at fault.
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::PermissionDenied => {
            RestoreError::Io(room.unwrap_or(file).to_owned(), error)
        }
        _ => RestoreError::Damaged(file.to_owned(), at.to_owned(), Sentence::of(&error)),
    };
    let mut entries = archive.entries().map_err(|error| failed(&at, error))?;
    let mut first = match entries.next() {
        Some(Ok(first)) if *first.path_bytes() == *HEAD.as_bytes() => first,
        Some(Err(error)) if error.kind() == io::ErrorKind::UnexpectedEof => return Err(failed(&at, error)),
        _ => return Err(not_ours()),
    };
    let mut sums = BTreeMap::new();
    let text = small(&mut first, &mut passed).map_err(|error| failed(&at, error))?;
    sums.insert(HEAD.to_owned(), text.1);
    let head = head_of(file, &text.0)?;
    let (mut files, mut bytes, mut promised) = (0, 0, None);
    for entry in entries {
        let mut entry = entry.map_err(|error| failed(&at, error))?;
        let name = PathBuf::from(String::from_utf8_lossy(&entry.path_bytes()).into_owned());
        at = name.display().to_string();
        if at == SUMS {
            let (text, _) = small(&mut entry, &mut passed).map_err(|error| failed(&at, error))?;
            promised = str::from_utf8(&text).ok().and_then(read_sums);
            continue;
        }
        let is_file = entry.header().entry_type() == EntryType::Regular;
        if !is_file || !is_inside(&name) || !name.starts_with(FOLDER) || promised.is_some() {
            let why = sentence!("not written by `leitai backup`", "不是 `leitai backup` 写入的内容");
            return Err(RestoreError::Damaged(file.to_owned(), at, why));
        }
        let inner = name.strip_prefix(FOLDER).unwrap_or(&name);
        let (length, sum) = put(&mut entry, room.map(|room| room.join(inner)).as_deref(), &mut passed)
            .map_err(|error| failed(&at, error))?;
        if sums.insert(at.clone(), sum).is_some() {
            let why = sentence!("it occurs twice", "出现了两次");
            return Err(RestoreError::Damaged(file.to_owned(), at, why));
        }
        files += 1;
        bytes += length;
    }
    // The checksum of the compressed stream follows the end of the tar archive.
    io::copy(&mut archive.into_inner(), &mut io::sink()).map_err(|error| failed(&at, error))?;
    let Some(promised) = promised else { return Err(RestoreError::Cut(file.to_owned(), at)) };
    compared(file, promised, sums)?;
    Ok(Restored { head, files, bytes, again: 0, aside: None, named: None })
}

fn head_of(file: &Path, text: &[u8]) -> Result<Head, RestoreError> {
    let value: serde_json::Value =
        serde_json::from_slice(text).map_err(|_| RestoreError::NotOurs(file.to_owned()))?;
    // Read first: other fields of a newer version are unknown here.
    let format = value["format"].as_u64().map_or(u32::MAX, |format| format as u32);
    if format > FORMAT {
        let version = value["version"].as_str().unwrap_or("?").to_owned();
        return Err(RestoreError::Newer(file.to_owned(), version, format));
    }
    serde_json::from_value(value).map_err(|_| RestoreError::NotOurs(file.to_owned()))
}

/// Checks that each file occurs once, with the recorded sum.
fn compared(
    file: &Path,
    promised: Vec<(String, String)>,
    mut sums: BTreeMap<String, String>,
) -> Result<(), RestoreError> {
    let mut seen = BTreeSet::new();
    for (name, sum) in promised {
        let found = sums.remove(&name);
        if found.as_ref() != Some(&sum) || !seen.insert(name.clone()) {
            let why = match found {
                None => sentence!("it is missing", "缺失"),
                Some(_) => sentence!("its SHA-256 does not match", "SHA-256 不符"),
            };
            return Err(RestoreError::Damaged(file.to_owned(), name, why));
        }
    }
    match sums.into_keys().next() {
        None => Ok(()),
        Some(name) => {
            let why = sentence!("it has no checksum in the archive", "不在校验和列表中");
            Err(RestoreError::Damaged(file.to_owned(), name, why))
        }
    }
}

/// Reads the head or the sums: the bytes and their hash.
fn small(
    entry: &mut Entry<'_, impl Read>,
    passed: &mut dyn FnMut(u64) -> io::Result<()>,
) -> io::Result<(Vec<u8>, String)> {
    let mut text = Vec::new();
    let mut hashed = HashingReader::new(entry.take(MOST), passed);
    hashed.read_to_end(&mut text)?;
    Ok((text, hashed.finish()))
}

/// Writes a file, or only reads it; returns its length and hash.
fn put(
    entry: &mut Entry<'_, impl Read>,
    path: Option<&Path>,
    passed: &mut dyn FnMut(u64) -> io::Result<()>,
) -> io::Result<(u64, String)> {
    let mode = entry.header().mode()?;
    let length = entry.size();
    let mut hashed = HashingReader::new(entry, passed);
    let copied = match path {
        None => io::copy(&mut hashed, &mut io::sink())?,
        Some(path) => {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            let mut file = File::create_new(path)?;
            let copied = io::copy(&mut hashed, &mut file)?;
            file.flush()?;
            if mode & 0o111 != 0 {
                files::set_mode_of(&file, 0o700)?;
            }
            copied
        }
    };
    if copied < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok((length, hashed.finish()))
}
