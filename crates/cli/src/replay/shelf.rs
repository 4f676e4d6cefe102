//! The records beside each other in a folder.

use crate::failure::Failure;
use crate::verify;
use leitai_core::{Record, Sentence};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What a record begins with.
const HEAD: &[u8] = b"{\"type\":\"game\",";

/// A folder's records, by their names, and the one that is taken out.
pub(super) struct Shelf {
    /// One at least.
    files: Vec<PathBuf>,
    at: usize,
}

impl Shelf {
    /// The records of a folder, or those beside a file, which is taken out first. Errors if there is none.
    pub(super) fn around(path: &Path) -> Result<Shelf, Failure> {
        if !path.is_dir() {
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            let mut files = records(parent.unwrap_or(Path::new(".")));
            // By its own name, as it was typed.
            files.retain(|file| file.file_name() != path.file_name());
            files.push(path.to_owned());
            files.sort_by(|a, b| a.file_name().cmp(&b.file_name()));
            let at = files.iter().position(|file| file == path).unwrap_or(0);
            return Ok(Shelf { files, at });
        }
        let files = records(path);
        if files.is_empty() {
            // In the words for a folder where one record is asked for.
            let why = verify::text(path).err().unwrap_or_default();
            return Err(Failure::file(path, &why));
        }
        Ok(Shelf { files, at: 0 })
    }

    pub(super) fn path(&self) -> &Path {
        &self.files[self.at]
    }

    /// Its number, from 1, and how many there are.
    pub(super) fn place(&self) -> (usize, usize) {
        (self.at + 1, self.files.len())
    }

    pub(super) fn read(&self) -> Result<Record, Sentence> {
        verify::read(self.path())
    }

    /// Takes out the next one, or the one before; false where there is none.
    pub(super) fn turn(&mut self, forward: bool) -> bool {
        let next = if forward { Some(self.at + 1) } else { self.at.checked_sub(1) };
        let next = next.filter(|next| *next < self.files.len());
        self.at = next.unwrap_or(self.at);
        next.is_some()
    }
}

/// The records in a folder, those that are being written among them. What else is kept in JSON lines is no record.
fn records(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    let named = |file: &PathBuf| file.extension().is_some_and(|end| end == "jsonl" || end == "part");
    let mut files: Vec<_> = files.filter(named).filter(|file| begins_as_record(file)).collect();
    files.sort();
    files
}

fn begins_as_record(file: &Path) -> bool {
    let mut head = [0; HEAD.len()];
    File::open(file).and_then(|mut file| file.read_exact(&mut head)).is_ok() && head == HEAD
}
