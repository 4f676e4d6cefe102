//! Programs of the machine: compilers and interpreters, found by name and resolved through version managers. None of
//! them is executed to query it: the answers are derived from their file paths.

use super::versions;
use crate::search_path::{is_executable, named, search_path};
use leitai_sandbox::system::{files, trust};
use leitai_sandbox::{Runtime, VisualStudio};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Folders in which the system's own packages are installed, wherever contestants' files are.
const SYSTEM: [&str; 8] = ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/nix/store", "/gnu/store", "/snap"];

/// The parts of a virtual environment that its interpreter reads.
const ENVIRONMENT: [&str; 4] = ["pyvenv.cfg", "bin", "lib", "lib64"];

/// A compiler or interpreter that the stage itself chose: found by name on the stage's search path, or at a path where
/// the machine keeps such programs. Only root and the stage's own user can write the file and the folders above it, and
/// it is not part of a submission. Nothing else is given a run-time's files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tool {
    /// Its file, links not followed: programs may choose what they do by the name they are called by.
    pub(crate) file: PathBuf,
    /// The run-time it needs.
    pub(crate) runtime: Runtime,
}

impl Tool {
    /// The first tool of this name on the search path.
    pub(crate) fn named(name: &OsStr) -> Option<Tool> {
        named(name).find_map(|file| Tool::of(&file))
    }

    /// The tool that starts a command line or a script: a name on the search path, or an absolute path.
    pub(crate) fn of_word(word: &OsStr) -> Option<Tool> {
        if files::is_path(word) { Tool::at(Path::new(word)) } else { Tool::named(word) }
    }

    /// The tool at an absolute path, if the machine keeps its programs there.
    pub(crate) fn at(path: &Path) -> Option<Tool> {
        let whole = trust::canonical(path)?;
        is_the_machines(&whole).then(|| Tool::of(path))?
    }

    /// The tool in a file of the machine, or the one a version manager's file stands for.
    fn of(file: &Path) -> Option<Tool> {
        is_executable(file).then(|| trusted(file))??;
        let file = versions::behind(file, file.file_name()?.to_str()?)?;
        let whole = trusted(&file)?;
        // Some are called by their whole target: `x86_64-linux-gnu-fpc-3.2.2`.
        let known = [&whole, &file].map(|path| {
            let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
            Runtime::of_tool(versions::plain(files::without_ending(name)))
        });
        let runtime = known.into_iter().find(|runtime| *runtime != Runtime::Native).unwrap_or_default();
        Some(Tool { file, runtime })
    }

    /// The Visual Studio that it is the compiler of.
    pub(super) fn studio(&self) -> Option<&'static VisualStudio> {
        visual_studio().filter(|studio| studio.compiler == self.file)
    }

    /// What it reads of the virtual environment that it is called in, where its name is a link to another file.
    pub(crate) fn environment(&self) -> Vec<PathBuf> {
        let is_link = self.file.symlink_metadata().is_ok_and(|meta| meta.is_symlink());
        let folder = self.file.parent().and_then(Path::parent).filter(|_| is_link);
        match folder.filter(|folder| folder.join("pyvenv.cfg").is_file()) {
            Some(folder) => ENVIRONMENT.iter().map(|part| folder.join(part)).collect(),
            None => Vec::new(),
        }
    }
}

/// The canonical file, if nobody else can write it and it was not submitted.
fn trusted(file: &Path) -> Option<PathBuf> {
    trust::canonical(file).filter(|whole| !is_handed_in(whole))
}

/// Whether it lies below the folder that the stage runs in, as contestants' files do. Homes and the root do not count,
/// since everything lies below them.
fn is_handed_in(whole: &Path) -> bool {
    let Ok(here) = std::env::current_dir() else { return true };
    let is_wide = home().is_some_and(|home| home.starts_with(&here)) || here == Path::new("/");
    !is_wide && whole.starts_with(here) && !is_the_systems(whole)
}

fn is_the_systems(whole: &Path) -> bool {
    SYSTEM.iter().any(|folder| whole.starts_with(folder))
}

fn home() -> Option<PathBuf> {
    ["HOME", "USERPROFILE"].into_iter().find_map(std::env::var_os).map(PathBuf::from)
}

/// Whether programs of the machine are kept there: the system's, those that the user installed in hidden folders of the
/// home folder, and those on the search path.
fn is_the_machines(whole: &Path) -> bool {
    let hidden = home().and_then(|home| {
        let below = whole.strip_prefix(home).ok()?;
        below.components().next()?.as_os_str().to_str().map(str::to_owned)
    });
    if is_the_systems(whole) || hidden.is_some_and(|name| name.starts_with('.') && name != ".cache") {
        return true;
    }
    let folder = whole.parent();
    if search_path().iter().any(|known| trust::canonical(known).as_deref() == folder) {
        return true;
    }
    let name = whole.file_name().and_then(OsStr::to_str).unwrap_or_default();
    let plain = versions::plain(files::without_ending(name));
    let names = [name.to_owned(), plain.to_owned(), format!("{plain}3")];
    let mut found = names.iter().filter_map(|name| Tool::named(OsStr::new(name)));
    found.any(|tool| trust::canonical(&tool.file).as_deref() == Some(whole))
}

/// The Visual Studio of this machine, as it was when it was first looked for.
fn visual_studio() -> Option<&'static VisualStudio> {
    static FOUND: OnceLock<Option<VisualStudio>> = OnceLock::new();
    FOUND.get_or_init(files::visual_studio).as_ref()
}

/// Its compiler, which lies where only administrators put files.
pub(super) fn compiler_of_visual_studio() -> Option<Tool> {
    Tool::of(&visual_studio()?.compiler)
}

/// The tool of that name.
pub(super) fn find(name: &str) -> Option<Tool> {
    Tool::named(OsStr::new(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_contestants_file_is_no_tool_by_its_name() {
        let folder = std::env::temp_dir().join(format!("leitai-tool-{}", std::process::id()));
        fs::create_dir_all(folder.join("bin")).expect("a folder");
        for name in ["go", "python3", "node", "rustc", "java", "dotnet"] {
            for file in [folder.join(name), folder.join("bin").join(name)] {
                fs::copy("/bin/true", &file).expect("a program");
                assert_eq!(Tool::at(&file), None, "{}", file.display());
                assert_eq!(Tool::of_word(file.as_os_str()), None);
            }
        }
        assert_eq!(Tool::of_word(OsStr::new("./go")), None);
        let link = folder.join("mine");
        symlink("/bin/sh", &link).expect("a link");
        let sh = Tool::at(&link).expect("the machine's");
        assert_eq!((sh.file, sh.runtime), (link, Runtime::Native));
        fs::remove_dir_all(folder).expect("ours");
    }

    #[test]
    fn a_tool_of_the_machine_is_found_by_its_name() {
        let sh = Tool::of_word(OsStr::new("sh")).expect("a shell");
        assert_eq!(sh.runtime, Runtime::Native);
        assert_eq!(Tool::at(&sh.file), Some(sh));
        assert_eq!(Tool::named(OsStr::new("leitai-nothing")), None);
    }
}
