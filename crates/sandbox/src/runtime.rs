//! What languages' run-times need: paths they read, and their share of the memory limit.

use crate::limits::{Limits, Size};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// A run-time that must be told how much memory there is: inside a sandbox it sees the whole machine's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Runtime {
    Java,
    Node,
    DotNet,
    /// Everything else: compiled programs, Python.
    Native,
}

/// What every program may read: the shared libraries.
const LIBRARIES: [&str; 7] =
    ["/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/etc/ld.so.cache"];
/// Folders of programs that bring nothing of their own beside them.
const BINS: [&str; 4] = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"];

impl Runtime {
    /// By the name of the program's file.
    pub(crate) fn of(program: &Path) -> Runtime {
        match program.file_name().and_then(OsStr::to_str).unwrap_or("") {
            "java" => Runtime::Java,
            "node" | "nodejs" => Runtime::Node,
            "dotnet" => Runtime::DotNet,
            _ => Runtime::Native,
        }
    }

    /// Does it reserve address space that it never uses?
    pub(crate) fn reserves(self) -> bool {
        self != Runtime::Native
    }

    /// Arguments before the program's own: the heap, and what else keeps the run-time within its share.
    pub(crate) fn args(self, limits: &Limits) -> Vec<OsString> {
        let heap = Size(limits.memory.0 / 8 * 5).mb();
        match self {
            Runtime::Java => {
                let flags = [
                    "-Xss4m",
                    "-XX:+UseSerialGC",
                    "-XX:-UsePerfData",
                    "-XX:CICompilerCount=1",
                    "-XX:TieredStopAtLevel=1",
                ];
                let heap = [format!("-Xmx{heap}m"), format!("-XX:MaxMetaspaceSize={}m", (heap / 2).max(24))];
                let caches = ["-XX:ReservedCodeCacheSize=32m", "-XX:CompressedClassSpaceSize=16m"];
                heap.into_iter()
                    .map(Into::into)
                    .chain(flags.into_iter().chain(caches).map(Into::into))
                    .collect()
            }
            Runtime::Node => vec![format!("--max-old-space-size={heap}").into()],
            Runtime::DotNet | Runtime::Native => Vec::new(),
        }
    }

    /// The environment of every program: nothing of the stage's own, and the share of those run-times that read
    /// it there.
    pub(crate) fn env(limits: &Limits) -> Vec<(OsString, OsString)> {
        let heap = limits.memory.0 / 8 * 6;
        let entries = [
            ("PATH", "/usr/local/bin:/usr/bin:/bin".to_owned()),
            ("HOME", "/tmp".to_owned()),
            ("TMPDIR", "/tmp".to_owned()),
            ("LANG", "C.UTF-8".to_owned()),
            ("GOMEMLIMIT", format!("{heap}B")),
            ("DOTNET_GCHeapHardLimit", format!("{heap:x}")),
            ("DOTNET_EnableDiagnostics", "0".to_owned()),
            // Without it .NET ends where no ICU is installed.
            ("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1".to_owned()),
            ("MONO_GC_PARAMS", format!("max-heap-size={}m", Size(heap).mb())),
            ("PYTHONDONTWRITEBYTECODE", "1".to_owned()),
            // Where a file may not be read, as against not being there, OpenSSL ends the program.
            ("OPENSSL_CONF", "/dev/null".to_owned()),
        ];
        entries.into_iter().map(|(name, value)| (name.into(), value.into())).collect()
    }
}

/// Is it an interpreter, a virtual machine or a compiler, by the name of its file?
fn is_run_time(program: &Path) -> bool {
    let name = program.file_name().and_then(OsStr::to_str).unwrap_or("");
    let known = ["python", "pypy", "java", "javac", "node", "dotnet", "go", "rustc"];
    known.iter().any(|known| {
        let version = name.strip_prefix(known);
        version.is_some_and(|version| version.chars().all(|c| c.is_ascii_digit() || c == '.'))
    })
}

/// The virtual environment that an interpreter is called in: its name there is a link to another's.
pub(crate) fn environment(called: &Path) -> Option<PathBuf> {
    let folder = called.parent()?.parent()?;
    folder.join("pyvenv.cfg").is_file().then(|| folder.to_owned())
}

/// What a program may read to run at all: the libraries, itself, and the run-time it stands in.
pub(crate) fn needs(program: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = LIBRARIES.iter().map(PathBuf::from).collect();
    paths.push(program.to_owned());
    let Some(bin) = program.parent() else { return paths };
    if Runtime::of(program) == Runtime::DotNet {
        // Its libraries stand beside it.
        paths.push(bin.to_owned());
    }
    if BINS.iter().any(|folder| Path::new(folder) == bin) {
        paths.push(bin.to_owned());
    } else if bin.file_name() == Some(OsStr::new("bin"))
        && is_run_time(program)
        && let Some(prefix) = bin.parent()
    {
        // An installation of its own: `bin` with `lib` beside it.
        paths.push(prefix.to_owned());
    }
    if matches!(program.file_name().and_then(OsStr::to_str), Some("java" | "javac")) {
        // Debian keeps the settings of each version there, and links to them.
        let version =
            program.ancestors().nth(2).and_then(Path::file_name).and_then(OsStr::to_str).unwrap_or("");
        let number: String = version.chars().filter(char::is_ascii_digit).take(2).collect();
        paths.push(format!("/etc/java-{number}-openjdk").into());
    }
    paths
}
