//! What an event in a folder has kept aside of a program that played.

use crate::program::Program;
use leitai_arena::{Form, Parcel};
use leitai_core::ContentHash;
use std::fs;
use std::path::{Path, PathBuf};

/// What was kept aside in an event's folder under this hash, as a program that can be built; `None` if it is not there, or is
/// no longer what it was. `now` is what the event's file names: it gives the name, and for an executable where it lies.
pub fn kept_aside(event: &Path, now: &Program, sha256: ContentHash) -> Option<Parcel> {
    let kept = event.join("programs").join(sha256.to_string());
    let Program::Path(path) = now else { return None };
    let name = path.file_name()?.to_string_lossy().into_owned();
    if kept.is_dir() {
        let contents = fs::read(kept.join("0").join(PathBuf::from(&name))).ok()?;
        return Some(Parcel { form: Form::Executable, name, contents, standard: None });
    }
    let contents = fs::read(kept).ok().filter(|contents| ContentHash::of(contents) == sha256)?;
    let form = if contents.get(257..262) == Some(b"ustar") { Form::Folder } else { Form::Source };
    Some(Parcel { form, name, contents, standard: None })
}
