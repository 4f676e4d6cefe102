//! Starting a program from a command line that a person typed.

use crate::build::{Tool, leads_out};
use crate::launch::Launch;
use crate::search_path::locate;
use leitai_sandbox::Runtime;
use leitai_sandbox::system::files;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The mode bits that let every user look into a folder.
const OPEN: u32 = 0o005;

impl Launch {
    /// Makes an executable that was named by its path start in its own folder, which it may read, since its books,
    /// weights and libraries are there. A folder that also holds private or unrelated files is not opened, and is
    /// returned instead. A command that already has a folder keeps it.
    pub(crate) fn opens_its_folder(&mut self) -> Option<PathBuf> {
        let Launch::Command { program, folder: folder @ None, reads, .. } = self else { return None };
        let own = folder_of(Path::new(program));
        if is_shared(&own) || !is_open(&own) {
            return Some(own);
        }
        reads.push(own.clone());
        *folder = Some(own);
        None
    }

    /// A command line typed by a person. It may start other processes, and may read its own folder and the folders of
    /// the files among its arguments, except links that lead out of them.
    pub fn typed(program: OsString, args: Vec<OsString>) -> Launch {
        let files = args.iter().flat_map(paths_in).filter(|path| path.exists() && !leads_out(path));
        let mut reads: Vec<PathBuf> = files.flat_map(|path| [folder_of(&path), path]).collect();
        let found = locate(&program).ok();
        let by_path = files::is_path(&program);
        let tool = if by_path {
            found.as_ref().and_then(|file| Tool::at(&std::env::current_dir().ok()?.join(file)))
        } else {
            Tool::named(&program)
        };
        reads.extend(found.as_deref().filter(|_| tool.is_none()).map(folder_of));
        reads.retain(|path| !is_shared(path));
        let Some(tool) = tool else {
            return Launch::Command {
                program,
                runtime: Runtime::Native,
                args,
                folder: None,
                reads,
                family: true,
            };
        };
        reads.extend(tool.environment());
        let Tool { file, runtime } = tool;
        Launch::Command { program: file.into(), runtime, args, folder: None, reads, family: true }
    }
}

/// What may be paths in an argument: all of it, what an option assigns, and the parts of a list such as a class path.
fn paths_in(arg: &OsString) -> impl Iterator<Item = PathBuf> {
    std::iter::once(PathBuf::from(arg))
        .filter(|path| !path.as_os_str().is_empty())
        .chain(files::paths_in(arg))
}

/// The folder that contains a file; a folder itself.
fn folder_of(path: &Path) -> PathBuf {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if path.is_dir() { path } else { path.parent().map_or_else(|| path.clone(), Path::to_owned) }
}

/// Whether a program can look into the folder. If the stage runs as root, programs run as other users.
fn is_open(folder: &Path) -> bool {
    let mode = folder.metadata().map_or(0, |meta| files::mode(&meta));
    !files::is_root() || mode & OPEN == OPEN
}

/// Whether it is a folder with private or unrelated files: the root, a home, a folder shared by all users.
fn is_shared(path: &Path) -> bool {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let shared = ["/", "/home", "/root", "/tmp", "/var", "/var/tmp", "/etc", "/opt", "/srv", "/mnt"];
    home.as_deref() == Some(path) || shared.iter().any(|place| Path::new(place) == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_command_are_found_in_lists_and_options_too() {
        let folder = std::env::temp_dir().join(format!("leitai-typed-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("lib")).expect("a folder");
        let [a, b] = ["lib/a.jar", "b.jar"].map(|name| folder.join(name));
        for file in [&a, &b] {
            std::fs::write(file, "").expect("a file");
        }
        let reads = |args: &[String]| {
            let launch = Launch::typed("/bin/cat".into(), args.iter().map(OsString::from).collect());
            let Launch::Command { reads, .. } = launch else { panic!("a command") };
            reads
        };
        let [a, b] = [a, b].map(|path| path.canonicalize().expect("it is there"));
        for arg in [format!("{}:{}", a.display(), b.display()), format!("--books={}", a.display())] {
            assert!(reads(&["-cp".to_owned(), arg.clone()]).contains(&folder_of(&a)), "{arg}");
        }
        assert!(!reads(&[format!("--books{}", a.display())]).contains(&folder_of(&a)), "no path");
        std::fs::remove_dir_all(folder).expect("ours");
    }
}
