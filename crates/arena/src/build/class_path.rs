//! Libraries of programs that run on the Java virtual machine: those in the program's folder, and those of the machine that a
//! source asks for.

use super::error::BuildError;
use super::files::{JAR, is_archive};
use super::sources::Sources;
use leitai_core::sentence;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A library that sources ask for by the names of its packages.
struct Library {
    name: &'static str,
    /// The packages in it, with a dot at the end.
    packages: &'static [&'static str],
    /// The file names of its archives, without their endings.
    files: &'static [&'static str],
    /// What Debian and Ubuntu call its package, if they have one.
    package: Option<&'static str>,
}

/// Where Debian keeps such archives.
const FOLDER: &str = "/usr/share/java";

const ALL: [Library; 6] = [
    Library {
        name: "json-simple",
        packages: &["org.json.simple."],
        files: &["json-simple"],
        package: Some("libjson-simple-java"),
    },
    Library {
        name: "gson",
        packages: &["com.google.gson."],
        files: &["gson"],
        package: Some("libgoogle-gson-java"),
    },
    Library {
        name: "fastjson",
        packages: &["com.alibaba.fastjson.", "com.alibaba.fastjson2."],
        files: &["fastjson"],
        package: None,
    },
    Library {
        name: "jackson",
        packages: &["com.fasterxml.jackson."],
        files: &["jackson-core", "jackson-annotations", "jackson-databind"],
        package: Some("libjackson2-databind-java"),
    },
    Library {
        name: "commons-lang",
        packages: &["org.apache.commons.lang3."],
        files: &["commons-lang3"],
        package: Some("libcommons-lang3-java"),
    },
    Library {
        name: "guava",
        packages: &["com.google.common."],
        files: &["guava"],
        package: Some("libguava-java"),
    },
];

/// The archives in which classes are looked for.
#[derive(Clone, Default)]
pub(super) struct ClassPath {
    /// In the program's folder, relative to it.
    own: Vec<PathBuf>,
    /// Of the machine.
    machines: Vec<PathBuf>,
}

impl ClassPath {
    /// The archives that these sources need; what the machine gives is noted in them. Errors if it lacks a library that is in
    /// no archive and no source of theirs.
    pub(super) fn of(sources: &mut Sources) -> Result<ClassPath, BuildError> {
        let own = sources.files.iter().filter(|file| is_archive(&file.name)).map(|file| file.name.clone());
        let mut path = ClassPath { own: own.collect(), machines: Vec::new() };
        let texts: Vec<String> = sources
            .units
            .iter()
            .map(|unit| String::from_utf8_lossy(&sources.files[*unit].bytes).into_owned())
            .collect();
        for library in &ALL {
            let asked = texts.iter().find_map(|text| library.asked_by(text));
            let Some(asked) = asked.filter(|_| !path.has(library) && !library.is_among(&texts)) else {
                continue;
            };
            let found: Vec<PathBuf> = library.places().filter(|place| place.is_file()).collect();
            if found.len() < library.files.len() {
                let name = sources.title.clone();
                return Err(match library.package {
                    Some(package) => {
                        BuildError::NoLibrary { name, header: asked, library: library.name, package }
                    }
                    None => BuildError::NoArchive { name, import: asked, library: library.name },
                });
            }
            path.machines.extend(found);
            let library = library.name;
            sources
                .notes
                .push(sentence!("compiled with {library} of this machine", "使用了本机的 {library}"));
        }
        Ok(path)
    }

    /// Whether an archive of the program's own may be that library: by its name.
    fn has(&self, library: &Library) -> bool {
        let names = self.own.iter().filter_map(|path| path.file_name()?.to_str());
        names.map(str::to_ascii_lowercase).any(|name| library.files.iter().any(|file| name.starts_with(file)))
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.own.is_empty() && self.machines.is_empty()
    }

    /// As an argument: first the program's classes, then its own archives, which are in this folder, then the machine's.
    pub(super) fn joined(&self, folder: &Path, classes: &Path) -> OsString {
        let own = self.own.iter().map(|path| folder.join(path));
        let all = [classes.to_owned()].into_iter().chain(own).chain(self.machines.iter().cloned());
        all.map(PathBuf::into_os_string).collect::<Vec<_>>().join(":".as_ref())
    }
}

impl Library {
    /// The name in a source's `import` that asks for it.
    fn asked_by(&self, text: &str) -> Option<String> {
        text.lines().find_map(|line| {
            let name = line.trim_start().strip_prefix("import")?.trim_start();
            let name = name.strip_prefix("static").map_or(name, str::trim_start);
            let is_its = self.packages.iter().any(|package| name.starts_with(package));
            is_its.then(|| name.trim_end_matches([';', ' ', '\r']).to_owned())
        })
    }

    /// Whether the sources bring it along themselves.
    fn is_among(&self, texts: &[String]) -> bool {
        let declared = texts
            .iter()
            .flat_map(|text| text.lines())
            .filter_map(|line| line.trim_start().strip_prefix("package "));
        declared
            .map(|name| format!("{}.", name.trim().trim_end_matches(';').trim()))
            .any(|name| self.packages.iter().any(|package| name.starts_with(package)))
    }

    fn places(&self) -> impl Iterator<Item = PathBuf> {
        self.files.iter().map(|file| Path::new(FOLDER).join(file).with_extension(JAR))
    }
}
