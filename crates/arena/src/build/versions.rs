//! Version managers, which stand in for a tool and start another. Their files show where that is; none of them is
//! executed. Version choices in the folder that the stage runs in are not read, since a contestant may have written
//! them.

use crate::search_path::is_executable;
use leitai_sandbox::system::files;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// What a version manager for many languages calls the language of a tool.
const LANGUAGES: [(&str, &[&str]); 6] = [
    ("python", &["python"]),
    ("node", &["nodejs", "node"]),
    ("go", &["golang", "go"]),
    ("java", &["java"]),
    ("javac", &["java"]),
    ("rustc", &["rust"]),
];

/// The program that a file found on the search path under this name stands for; most stand for themselves. Returns
/// `None` if it is a version manager's and no version is chosen.
pub(super) fn behind(file: &Path, name: &str) -> Option<PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    if let Some(root) = below(file, "shims") {
        let found = root.join("versions");
        return if found.is_dir() {
            of_one_language(&root, name)
        } else {
            of_many_languages(&root.join("installs"), name, &home?)
        };
    }
    if is_rustup(file) {
        return of_rustup(name, home.as_deref());
    }
    if fs::canonicalize(file).is_ok_and(|whole| whole.file_name() == Some(OsStr::new("snap"))) {
        return executable(Path::new("/snap").join(name).join("current/bin").join(name));
    }
    Some(file.to_owned())
}

/// The parent of the file's own folder, if that folder has this name.
fn below(file: &Path, folder: &str) -> Option<PathBuf> {
    let inner = file.parent().filter(|inner| inner.file_name() == Some(OsStr::new(folder)))?;
    inner.parent().map(Path::to_owned)
}

fn executable(file: PathBuf) -> Option<PathBuf> {
    is_executable(&file).then_some(file)
}

/// Handles pyenv and its like (goenv, nodenv, jenv): `versions/VERSION/bin`, the version given by its own variable or
/// by the file `version`, which may name several.
fn of_one_language(root: &Path, name: &str) -> Option<PathBuf> {
    let own = root.file_name()?.to_str()?.trim_start_matches('.').to_ascii_uppercase();
    let chosen = std::env::var(format!("{own}_VERSION")).ok().filter(|text| !text.is_empty());
    let chosen = chosen.or_else(|| fs::read_to_string(root.join("version")).ok())?;
    let versions = root.join("versions");
    let mut names = chosen.split([':', '\n', ' ']).map(str::trim).filter(|version| !version.is_empty());
    names.find_map(|version| executable(chosen_among(&versions, version, ".")?.join("bin").join(name)))
}

/// Handles asdf and mise: `installs/LANGUAGE/VERSION`, the version given by the user's `.tool-versions`, else the
/// newest.
fn of_many_languages(installs: &Path, name: &str, home: &Path) -> Option<PathBuf> {
    let plain = plain(name);
    let (_, languages) = LANGUAGES.iter().find(|(tool, _)| *tool == plain)?;
    let chosen = fs::read_to_string(home.join(".tool-versions")).unwrap_or_default();
    languages.iter().find_map(|language| {
        let versions = installs.join(language);
        let mut lines = chosen.lines().map(str::split_whitespace);
        let named = lines.find_map(|mut words| (words.next() == Some(language)).then(|| words.next())?);
        let folder = match named {
            Some(version) => chosen_among(&versions, version, ".")?,
            None => newest(&versions, |_| true)?,
        };
        ["bin", "go/bin"].iter().find_map(|bin| executable(folder.join(bin).join(name)))
    })
}

/// Whether the file is a link to rustup, or rustup's own file under a tool's name.
fn is_rustup(file: &Path) -> bool {
    let rustup = file.with_file_name("rustup");
    let number = |file: &Path| files::identity(&fs::metadata(file).ok()?);
    number(&rustup).is_some_and(|rustup| number(file) == Some(rustup))
}

/// Handles rustup: `toolchains/NAME/bin`, the name given by `RUSTUP_TOOLCHAIN` or the settings, with or without the
/// host triple.
fn of_rustup(name: &str, home: Option<&Path>) -> Option<PathBuf> {
    let root = std::env::var_os("RUSTUP_HOME").map(PathBuf::from).or_else(|| Some(home?.join(".rustup")))?;
    let settings = fs::read_to_string(root.join("settings.toml")).unwrap_or_default();
    let chosen = std::env::var("RUSTUP_TOOLCHAIN").ok();
    let usual = settings.lines().find_map(|line| {
        let (key, value) = line.split_once('=')?;
        (key.trim() == "default_toolchain").then(|| value.trim().trim_matches('"').to_owned())
    });
    let folder = chosen_among(&root.join("toolchains"), &chosen.or(usual)?, "-")?;
    executable(folder.join("bin").join(name))
}

/// The folder of that version, or the newest of those whose names begin with it.
fn chosen_among(versions: &Path, version: &str, mark: &str) -> Option<PathBuf> {
    let mut parts = Path::new(version).components();
    if !matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None)) {
        return None;
    }
    let exact = versions.join(version);
    if exact.is_dir() {
        return Some(exact);
    }
    let start = format!("{version}{mark}");
    newest(versions, |name| name.starts_with(&start))
}

/// The folder of the highest version among those with a fitting name.
pub(super) fn newest(versions: &Path, fits: impl Fn(&str) -> bool) -> Option<PathBuf> {
    let number = |name: &OsString| -> Vec<u32> {
        let name = name.to_str().unwrap_or_default();
        name.split(|c: char| !c.is_ascii_digit()).flat_map(str::parse).collect()
    };
    let entries = fs::read_dir(versions).ok()?.flatten().filter(|entry| entry.path().is_dir());
    let names = entries.map(|entry| entry.file_name());
    let newest = names.filter(|name| name.to_str().is_some_and(&fits)).max_by_key(number)?;
    Some(versions.join(newest))
}

/// A tool's name without its version.
pub(super) fn plain(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.')
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    /// A version manager's folder with these executable files.
    fn root(files: &[&str]) -> PathBuf {
        static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let root = std::env::temp_dir().join(format!("leitai-versions-{}-{number}", std::process::id()));
        for file in files {
            let file = root.join(file);
            fs::create_dir_all(file.parent().expect("a folder")).expect("folders");
            fs::write(&file, "").expect("a file");
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("ours");
        }
        root
    }

    #[test]
    fn a_manager_of_one_language_names_its_version_in_a_file() {
        let root = root(&[
            "shims/python3",
            "versions/3.9.1/bin/python3",
            "versions/3.12.2/bin/python3",
            "versions/3.12.10/bin/python3",
            "evil/bin/python3",
        ]);
        for (chosen, found) in [
            ("3.9.1\n", Some("versions/3.9.1/bin/python3")),
            ("3.12\n", Some("versions/3.12.10/bin/python3")),
            ("2.7\n3.9.1\n", Some("versions/3.9.1/bin/python3")),
            ("../evil", None),
            ("system", None),
            ("", None),
        ] {
            fs::write(root.join("version"), chosen).expect("ours");
            let found = found.map(|file| root.join(file));
            assert_eq!(behind(&root.join("shims/python3"), "python3"), found, "{chosen}");
        }
        fs::remove_dir_all(root).expect("ours");
    }

    #[test]
    fn a_manager_of_many_languages_has_a_folder_for_each() {
        let root = root(&[
            "shims/node",
            "shims/go",
            "installs/nodejs/18.1.0/bin/node",
            "installs/nodejs/20.1.0/bin/node",
            "installs/golang/1.22.1/go/bin/go",
        ]);
        let found = |name: &str, home: &str| of_many_languages(&root.join("installs"), name, home.as_ref());
        assert_eq!(found("node", "/nowhere"), Some(root.join("installs/nodejs/20.1.0/bin/node")));
        assert_eq!(found("go", "/nowhere"), Some(root.join("installs/golang/1.22.1/go/bin/go")));
        fs::write(root.join(".tool-versions"), "golang 1.22.1\nnodejs 18.1.0 20.1.0\n").expect("ours");
        let home = root.display().to_string();
        assert_eq!(found("node", &home), Some(root.join("installs/nodejs/18.1.0/bin/node")));
        assert_eq!(found("python3", &home), None);
        fs::remove_dir_all(root).expect("ours");
    }

    #[test]
    fn a_file_that_is_no_managers_stands_for_itself() {
        let root = root(&["bin/rustc", "other/rustup", "other/cargo"]);
        symlink("rustup", root.join("other/rustc")).expect("a link");
        let own = root.join("bin/rustc");
        assert_eq!(behind(&own, "rustc"), Some(own.clone()));
        assert!(is_rustup(&root.join("other/rustc")));
        assert!(!is_rustup(&own) && !is_rustup(&root.join("other/cargo")));
        fs::remove_dir_all(root).expect("ours");
    }
}
