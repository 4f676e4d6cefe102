//! What language run-times need: the paths they read, and settings for the memory limit.

use crate::limits::Limits;
use crate::size::Size;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The run-time of a program, whose files the program may read: none, or an interpreter, virtual machine or compiler
/// installed on the machine. The code that creates a [`Job`](crate::Job) sets it, and only for tools that it found
/// itself, never because of a file's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Runtime {
    /// None: only shared libraries. For any contestant's executable, whatever its name.
    #[default]
    Native,
    /// The Java virtual machine, which must be given the memory limit, since it sees the memory of the whole machine.
    Java,
    /// Node.js, which must be given the memory limit too.
    Node,
    /// .NET, with its libraries in the same folder.
    DotNet,
    /// Any other interpreter or compiler with an installation of its own: a `bin` folder with a `lib` folder next to
    /// it.
    Installed,
}

/// What every program may read: the shared libraries.
const LIBRARIES: [&str; 7] =
    ["/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/etc/ld.so.cache"];
/// Folders whose programs have no installation of their own next to them.
const BINS: [&str; 4] = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"];

impl Runtime {
    /// Whether the run-time reserves address space that it never uses.
    pub(crate) fn reserves(self) -> bool {
        matches!(self, Runtime::Java | Runtime::Node | Runtime::DotNet)
    }

    /// Arguments before the program's own: the heap size, and what else keeps the run-time within its limits.
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
            Runtime::DotNet | Runtime::Installed | Runtime::Native => Vec::new(),
        }
    }

    /// The environment of every program: nothing of the stage's own, and the memory limits of those run-times that read
    /// them there.
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
            // Without this variable .NET exits where no ICU is installed.
            ("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1".to_owned()),
            ("MONO_GC_PARAMS", format!("max-heap-size={}m", Size(heap).mb())),
            ("PYTHONDONTWRITEBYTECODE", "1".to_owned()),
            // OpenSSL terminates the program if its configuration file exists but may not be read.
            ("OPENSSL_CONF", "/dev/null".to_owned()),
        ];
        entries.into_iter().map(|(name, value)| (name.into(), value.into())).collect()
    }
}

/// What a program may read to run at all: the libraries, itself, and the installation of its run-time.
pub(crate) fn needs(program: &Path, runtime: Runtime) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = LIBRARIES.iter().map(PathBuf::from).collect();
    paths.push(program.to_owned());
    let Some(bin) = program.parent() else { return paths };
    // The path is canonical, so a program in these folders is the machine's own.
    let is_the_machines = BINS.iter().any(|folder| Path::new(folder) == bin);
    if is_the_machines {
        paths.push(bin.to_owned());
    }
    if runtime == Runtime::Native {
        return paths;
    }
    if runtime == Runtime::DotNet {
        paths.push(bin.to_owned());
    }
    if !is_the_machines
        && bin.file_name() == Some(OsStr::new("bin"))
        && let Some(prefix) = bin.parent()
    {
        paths.extend(installation(prefix));
    }
    // Debian keeps the settings of each Java version there, and links to them.
    let version = program.ancestors().nth(2).and_then(Path::file_name).and_then(OsStr::to_str);
    if let Some(version) = version.and_then(|name| name.strip_prefix("java-")) {
        let number: String = version.chars().take_while(char::is_ascii_digit).collect();
        paths.push(format!("/etc/java-{number}-openjdk").into());
    }
    paths
}

/// What belongs to a run-time installed in a folder with `bin` in it: everything, unless the folder is shared with
/// other software.
fn installation(prefix: &Path) -> Vec<PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let is_shared = ["/usr/local", "/usr", "/opt"].iter().any(|shared| Path::new(shared).starts_with(prefix))
        || home.is_some_and(|home| home.starts_with(prefix));
    if is_shared {
        ["bin", "lib", "lib64", "libexec", "share"].map(|part| prefix.join(part)).into()
    } else {
        vec![prefix.to_owned()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_opens_a_folder_by_its_name() {
        for name in ["dotnet", "java", "python3", "go", "node", "rustc"] {
            for folder in ["/contest/alice", "/contest/alice/bin", "/contest/bin", "/usr/local/bin"] {
                let program = Path::new(folder).join(name);
                let own: Vec<PathBuf> = needs(&program, Runtime::Native)
                    .into_iter()
                    .filter(|path| !LIBRARIES.iter().any(|known| Path::new(known) == path))
                    .collect();
                assert_eq!(own, [program]);
            }
        }
    }

    #[test]
    fn a_run_time_reads_its_installation_and_no_home() {
        let has =
            |program: &str, runtime, path: &str| needs(program.as_ref(), runtime).contains(&path.into());
        assert!(has("/opt/python/bin/python3.12", Runtime::Installed, "/opt/python"));
        assert!(has("/usr/share/dotnet/dotnet", Runtime::DotNet, "/usr/share/dotnet"));
        assert!(has("/usr/lib/jvm/java-17-openjdk-amd64/bin/java", Runtime::Java, "/etc/java-17-openjdk"));
        assert!(
            has("/usr/bin/node", Runtime::Node, "/usr/bin") && !has("/usr/bin/node", Runtime::Node, "/usr")
        );
        assert!(has("/usr/local/bin/python3", Runtime::Installed, "/usr/local/lib"));
        assert!(!has("/usr/local/bin/python3", Runtime::Installed, "/usr/local"));
        let home = std::env::var("HOME").unwrap_or_else(|_| "/".to_owned());
        assert!(!has(&format!("{home}/bin/python3"), Runtime::Installed, &home));
    }
}
