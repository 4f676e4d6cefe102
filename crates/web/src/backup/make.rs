//! Making an archive of a site, which may keep running.

use super::archive::{HashingReader, is_plain};
use super::head::{FOLDER, FORMAT, HEAD, Head, Progress, STORE, SUMS};
use crate::lock;
use flate2::Compression;
use flate2::write::GzEncoder;
use leitai_core::errors;
use leitai_sandbox::system::files::{self, mode};
use leitai_store::{Database, StoreError};
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tar::{Builder, Header};
use tempfile::NamedTempFile;

/// How often to check for cancellation while the store is copied.
const GLANCE: Duration = Duration::from_millis(50);

/// What to back up, and to which file.
#[derive(Clone, Copy, Debug)]
pub struct BackupRequest<'a> {
    /// The folder of the site.
    pub data: &'a Path,
    /// The store's address, if one is given.
    pub store: Option<&'a str>,
    /// Whether to back up only the files, because the store has backup tools of its own.
    pub files_alone: bool,
    /// The archive.
    pub file: &'a Path,
}

/// What was backed up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Backed {
    /// How many files.
    pub files: usize,
    /// Their bytes.
    pub bytes: u64,
    /// The bytes of the archive.
    pub archive: u64,
    /// Entries of the folder that are not plain files with plain names: they are not in the archive.
    pub left_out: Vec<PathBuf>,
}

errors! {
    /// Why no archive was made. No part of one is left behind.
    #[derive(Debug)]
    pub enum BackupError {
        /// There is no site in this folder.
        NoSite(data: PathBuf) =>
            "{data}: no site here: neither events nor a store; give its folder with --data",
            "{data}：这里没有网站（既无赛事也无数据库）；请用 --data 指定其文件夹";
        /// The archive already exists.
        There(file: PathBuf) =>
            "{file} already exists and is kept; choose another name", "{file} 已存在，未作改动；请换一个名称";
        /// The archive would be inside the folder, so each would contain all before it.
        Inside(file: PathBuf, data: PathBuf) =>
            "{file} would be inside {data}, and every archive would contain the earlier ones; put it somewhere \
             else, best on another disk",
            "{file} 位于 {data} 之内，以后的备份会包含先前的备份；请放到别处，最好是另一块磁盘";
        /// A database with backup tools of its own.
        Postgres =>
            "the store is PostgreSQL: back it up first with `pg_dump --format=custom --file=store.dump ADDRESS`, \
             then the files with `leitai backup FILE --files`; in this order every result has its record",
            "数据库是 PostgreSQL：请先用 `pg_dump --format=custom --file=store.dump 地址` 备份数据库，再用 \
             `leitai backup 文件 --files` 备份文件；按此顺序，每个成绩都有其记录";
        /// The store cannot be copied.
        Store(error: StoreError) from;
        /// A file could not be read or written.
        Io(path: PathBuf, error: io::Error) => "{path}: {error}", "{path}：{error}";
        /// The caller cancelled it.
        Stopped => "stopped; no archive was made", "已停止；未生成备份文件";
    }
}

/// Makes the archive. It appears under its name only when it is complete, just before this returns. The store is
/// copied first and the files after it, so that every result has its record. `is_stopped` is polled throughout.
pub fn back_up(
    wanted: &BackupRequest<'_>,
    is_stopped: &dyn Fn() -> bool,
    progress: Progress<'_>,
) -> Result<Backed, BackupError> {
    let BackupRequest { data, file, .. } = *wanted;
    let store = store_of(wanted)?;
    let is_site = data.join("events").is_dir() || store.as_ref().is_some_and(|store| store.is_file());
    if !is_site {
        return Err(BackupError::NoSite(data.to_owned()));
    }
    let of = |path: &Path| {
        let path = path.to_owned();
        move |error| BackupError::Io(path, error)
    };
    if fs::symlink_metadata(file).is_ok() {
        return Err(BackupError::There(file.to_owned()));
    }
    let beside = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let home = data.canonicalize().map_err(of(data))?;
    if beside.canonicalize().map_err(of(beside))?.starts_with(&home) {
        return Err(BackupError::Inside(file.to_owned(), data.to_owned()));
    }
    let fragment = || tempfile::Builder::new().prefix(".leitai-").suffix(".part").tempfile_in(beside);
    let copied = match store {
        Some(store) if store.is_file() => {
            progress(0, 0);
            let copy = fragment().map_err(of(beside))?;
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let stopped = async {
                while !is_stopped() {
                    tokio::time::sleep(GLANCE).await;
                }
            };
            let ends = Arc::new(AtomicBool::new(false));
            runtime.map_err(of(beside))?.block_on(async {
                let mut copying = std::pin::pin!(Database::copy_file(&store, copy.path(), &ends));
                tokio::select! {
                    copied = &mut copying => Ok(copied?),
                    () = stopped => {
                        ends.store(true, Ordering::Relaxed);
                        // Wait for the copy to end: until then it may still write into the folder.
                        let _ = copying.await;
                        Err(BackupError::Stopped)
                    }
                }
            })?;
            Some((copy, store))
        }
        _ => None,
    };
    let mut found = FolderContents::default();
    let own_store = copied.as_ref().and_then(|(_, store)| store.canonicalize().ok());
    found.walk(&home, &home, own_store.as_deref()).map_err(of(data))?;
    let mut plan: Vec<(PathBuf, PathBuf)> = Vec::new();
    if let Some((copy, _)) = &copied {
        plan.push((Path::new(FOLDER).join(STORE), copy.path().to_owned()));
    }
    plan.extend(found.files.into_iter().map(|name| (Path::new(FOLDER).join(&name), home.join(&name))));
    let head = Head {
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        made_ms: leitai_arena::now_ms(),
        store: copied.is_some(),
        crew: lock::crew(data),
    };
    let part = fragment().map_err(of(beside))?;
    let mut writer =
        Writer::new(&part, plan.iter().map(|(_, from)| length(from)).sum(), is_stopped, progress);
    let (files, bytes) = writer.all(&head, &plan).map_err(|(path, error)| {
        let io = |error| BackupError::Io(path.unwrap_or_else(|| file.to_owned()), error);
        if is_stopped() { BackupError::Stopped } else { io(error) }
    })?;
    writer.finish().map_err(of(file))?;
    let archive = part.as_file().metadata().map_err(of(file))?.len();
    if is_stopped() {
        return Err(BackupError::Stopped);
    }
    part.persist_noclobber(file).map_err(|error| match error.error.kind() {
        io::ErrorKind::AlreadyExists => BackupError::There(file.to_owned()),
        _ => BackupError::Io(file.to_owned(), error.error),
    })?;
    files::sync_folder(beside).map_err(of(beside))?;
    Ok(Backed { files, bytes, archive, left_out: found.left_out })
}

/// The file of the store; `None` if only the files are wanted.
fn store_of(wanted: &BackupRequest<'_>) -> Result<Option<PathBuf>, BackupError> {
    if wanted.files_alone {
        return Ok(None);
    }
    match wanted.store {
        None => Ok(Some(wanted.data.join(STORE))),
        Some(address) => match address.strip_prefix("sqlite:") {
            Some(path) => Ok(Some(path.into())),
            None => Err(BackupError::Postgres),
        },
    }
}

fn length(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |file| file.len())
}

/// The contents of the folder.
#[derive(Default)]
struct FolderContents {
    files: Vec<PathBuf>,
    left_out: Vec<PathBuf>,
}

impl FolderContents {
    fn walk(&mut self, home: &Path, folder: &Path, store: Option<&Path>) -> io::Result<()> {
        let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let path = entry.path();
            let name = path.strip_prefix(home).unwrap_or(&path).to_owned();
            if is_no_part(&name) || store.is_some_and(|store| is_of_store(&path, store)) {
                continue;
            }
            let is_link = entry.file_type()?.is_symlink();
            // The entry has been removed since it was listed.
            let Ok(kind) = fs::metadata(&path) else {
                if is_link {
                    self.left_out.push(name);
                }
                continue;
            };
            if kind.is_dir() && !is_link {
                self.walk(home, &path, store)?;
            } else if kind.is_file() && is_plain(&name) {
                self.files.push(name);
            } else {
                self.left_out.push(name);
            }
        }
        Ok(())
    }
}

/// Whether a file belongs to a running server or to nobody: the lock, exhibition games, fragments.
fn is_no_part(name: &Path) -> bool {
    let is_own = |own: &str| name == Path::new(own);
    let text = name.to_string_lossy();
    is_own("lock")
        || is_own("exhibition")
        || super::restore::is_of_restoring(name)
        || text.ends_with(".part")
        || [STORE, "store.sqlite-wal", "store.sqlite-shm", "store.sqlite-journal"].into_iter().any(is_own)
}

/// Whether a path is the store's own file, under another name, or a file that SQLite keeps next to it.
fn is_of_store(path: &Path, store: &Path) -> bool {
    let rest = path.as_os_str().to_str().zip(store.as_os_str().to_str());
    let rest = rest.and_then(|(path, store)| path.strip_prefix(store));
    rest.is_some_and(|rest| ["", "-wal", "-shm", "-journal"].contains(&rest))
}

struct Writer<'a> {
    archive: Option<Builder<GzEncoder<&'a File>>>,
    sums: String,
    done: u64,
    all: u64,
    is_stopped: &'a dyn Fn() -> bool,
    progress: Progress<'a>,
}

/// The path, if it was a file of the site, and the error.
type Failed = (Option<PathBuf>, io::Error);

impl<'a> Writer<'a> {
    fn new(
        part: &'a NamedTempFile,
        all: u64,
        is_stopped: &'a dyn Fn() -> bool,
        progress: Progress<'a>,
    ) -> Writer<'a> {
        let archive = Some(Builder::new(GzEncoder::new(part.as_file(), Compression::fast())));
        Writer { archive, sums: String::new(), done: 0, all, is_stopped, progress }
    }

    /// Writes head, files and sums; returns the number of files and their bytes.
    fn all(&mut self, head: &Head, plan: &[(PathBuf, PathBuf)]) -> Result<(usize, u64), Failed> {
        let own = |error: io::Error| -> Failed { (None, error) };
        let head = serde_json::to_vec_pretty(head).map_err(|error| own(error.into()))?;
        self.add(Path::new(HEAD), head.len() as u64, 0o600, head.as_slice()).map_err(own)?;
        let (mut files, mut bytes) = (0, 0);
        for (name, from) in plan {
            let failed = |error: io::Error| -> Failed { (Some(from.clone()), error) };
            let opened = match File::open(from) {
                // The record was deleted, since a newer program voided its game.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                opened => opened.map_err(failed)?,
            };
            let known = opened.metadata().map_err(failed)?;
            let mode = if mode(&known) & 0o111 == 0 { 0o600 } else { 0o700 };
            let mut exactly = Exactly { from: BufReader::new(opened).take(known.len()), left: known.len() };
            self.add(name, known.len(), mode, &mut exactly).map_err(failed)?;
            files += 1;
            bytes += known.len();
        }
        let sums = std::mem::take(&mut self.sums);
        self.add(Path::new(SUMS), sums.len() as u64, 0o600, sums.as_bytes()).map_err(own)?;
        Ok((files, bytes))
    }

    fn add(&mut self, name: &Path, length: u64, mode: u32, from: impl Read) -> io::Result<()> {
        let mut header = Header::new_gnu();
        header.set_size(length);
        header.set_mode(mode);
        header.set_mtime(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()));
        let (is_stopped, progress, all, done) = (self.is_stopped, self.progress, self.all, &mut self.done);
        let mut passed = |bytes| {
            *done += bytes;
            progress((*done).min(all), all);
            if is_stopped() { Err(io::Error::other("stopped")) } else { Ok(()) }
        };
        let mut hashed = HashingReader::new(from, &mut passed);
        let Some(archive) = &mut self.archive else { return Ok(()) };
        archive.append_data(&mut header, name, &mut hashed)?;
        self.sums.push_str(&format!("{}  {}\n", hashed.finish(), name.display()));
        Ok(())
    }

    fn finish(mut self) -> io::Result<()> {
        let Some(archive) = self.archive.take() else { return Ok(()) };
        let mut file = archive.into_inner()?.finish()?;
        file.flush()?;
        file.sync_all()
    }
}

/// A file that must yield exactly the promised number of bytes.
struct Exactly<R> {
    from: R,
    left: u64,
}

impl<R: Read> Read for Exactly<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.from.read(buffer)?;
        self.left -= length as u64;
        if length == 0 && self.left > 0 && !buffer.is_empty() {
            let why = "it was cut while it was read";
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, why));
        }
        Ok(length)
    }
}
