//! What language run-times need: the paths they read, and settings for the memory limit.

use crate::limits::Limits;
use crate::room::PLAYER;
use crate::size::Size;
use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

/// The run-time of a program, whose files the program may read: none, or an interpreter, virtual machine or compiler
/// installed on the machine. The code that creates a [`Job`](crate::Job) sets it, and only for tools that it found
/// itself, never because of a file's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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
    /// Mono, which runs the compilers of C# too.
    Mono,
    /// Python.
    Python,
    /// Perl.
    Perl,
    /// PHP.
    Php,
    /// Ruby.
    Ruby,
    /// Lua.
    Lua,
    /// Free Pascal's compiler.
    Pascal,
    /// The compilers that run on the Java virtual machine.
    JavaCompiler,
    /// Any other interpreter or compiler with an installation of its own: a `bin` folder with a `lib` folder next to
    /// it.
    Installed,
}

/// What every program may read, in whichever room: the shared libraries, with the links by which packages choose among
/// them, and the rules of time zones.
const EVERY: [&str; 10] = [
    "/lib",
    "/lib32",
    "/lib64",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/local/lib",
    "/etc/ld.so.cache",
    "/etc/alternatives",
    "/usr/share/zoneinfo",
];
/// What compilers read besides: the machine's programs, and headers.
const COMPILERS: [&str; 4] = ["/usr/bin", "/usr/include", "/usr/local/include", "/usr/libexec"];
/// Folders whose programs have no installation of their own next to them.
const BINS: [&str; 4] = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"];

/// A row of the table of run-times.
struct Row {
    runtime: Runtime,
    /// What its programs are called, without their versions.
    tools: &'static [&'static str],
    /// What they read outside their installation, where packages keep it: settings, and libraries that packages add. Both
    /// who compiles and who plays may.
    reads: &'static [&'static str],
}

const TABLE: [Row; 12] = [
    Row { runtime: Runtime::Java, tools: &["java"], reads: &["/etc/java-*", "/usr/share/java"] },
    Row { runtime: Runtime::Node, tools: &["node", "nodejs"], reads: &["/usr/share/nodejs"] },
    Row { runtime: Runtime::DotNet, tools: &["dotnet"], reads: &["/etc/dotnet"] },
    Row { runtime: Runtime::Mono, tools: &["mono", "mono-sgen", "mcs", "csc", "cli"], reads: &["/etc/mono"] },
    Row { runtime: Runtime::Python, tools: &["python", "pypy"], reads: &["/etc/mime.types", "/etc/python*"] },
    Row {
        runtime: Runtime::Perl,
        tools: &["perl"],
        reads: &["/etc/perl", "/usr/share/perl*", "/usr/local/share/perl"],
    },
    Row { runtime: Runtime::Php, tools: &["php"], reads: &["/etc/php", "/usr/share/php*"] },
    Row {
        runtime: Runtime::Ruby,
        tools: &["ruby"],
        reads: &["/usr/share/rubygems-integration", "/usr/share/ruby*", "/var/lib/gems"],
    },
    Row {
        runtime: Runtime::Lua,
        tools: &["lua", "luajit"],
        reads: &["/usr/share/lua", "/usr/share/luajit*", "/usr/local/share/lua"],
    },
    Row { runtime: Runtime::Pascal, tools: &["fpc"], reads: &["/etc/fpc*"] },
    Row {
        runtime: Runtime::JavaCompiler,
        tools: &["javac", "kotlinc"],
        reads: &["/etc/java-*", "/usr/share/java", "/usr/share/kotlin"],
    },
    Row { runtime: Runtime::Installed, tools: &["go", "rustc"], reads: &[] },
];

impl Runtime {
    /// The run-time that a tool of the machine needs, by its name without a version.
    pub fn of_tool(name: &str) -> Runtime {
        let row = TABLE.iter().find(|row| row.tools.contains(&name));
        row.map_or(Runtime::Native, |row| row.runtime)
    }

    /// What the machine has of what the table says.
    fn reads(self) -> impl Iterator<Item = PathBuf> {
        TABLE
            .iter()
            .filter(move |row| row.runtime == self)
            .flat_map(|row| row.reads)
            .flat_map(|path| there(path))
    }

    /// Whether the run-time reserves address space that it never uses.
    pub(crate) fn reserves(self) -> bool {
        matches!(self, Runtime::Java | Runtime::JavaCompiler | Runtime::Node | Runtime::DotNet)
    }

    /// Whether the run-time sets the cores of each thread that it starts, to those that it has anyway, and does not start
    /// where that is refused. .NET 3.1 does.
    pub(crate) fn pins(self) -> bool {
        self == Runtime::DotNet
    }

    /// Whether the run-time keeps every library that it loaded open, .NET even twice, and so needs as many open files as
    /// a compiler.
    pub(crate) fn keeps_files(self) -> bool {
        self == Runtime::DotNet
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
            _ => Vec::new(),
        }
    }

    /// The environment of every program: nothing of the stage's own, and the memory limits of those run-times that read
    /// them there.
    pub(crate) fn env(limits: &Limits) -> Vec<(OsString, OsString)> {
        let heap = limits.memory.0 / 8 * 6;
        let entries = [
            ("PATH", "/usr/local/bin:/usr/bin:/bin".to_owned()),
            ("HOME", "/tmp".to_owned()),
            // As in the list of users that programs see, wherever they see one.
            ("USER", PLAYER.to_owned()),
            ("LOGNAME", PLAYER.to_owned()),
            ("TMPDIR", "/tmp".to_owned()),
            ("LANG", "C.UTF-8".to_owned()),
            // On every machine and at every level the same.
            ("TZ", "UTC".to_owned()),
            ("GOMEMLIMIT", format!("{heap}B")),
            ("DOTNET_GCHeapHardLimit", format!("{heap:x}")),
            ("DOTNET_EnableDiagnostics", "0".to_owned()),
            // Before version 6 .NET reads them by these names.
            ("COMPlus_GCHeapHardLimit", format!("{heap:x}")),
            ("COMPlus_EnableDiagnostics", "0".to_owned()),
            // A program runs with the compiler's settings, which are made for many cores and much memory.
            ("DOTNET_gcServer", "0".to_owned()),
            ("COMPlus_gcServer", "0".to_owned()),
            // Without this variable .NET exits where no ICU is installed.
            ("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1".to_owned()),
            // And in that mode it knows no culture by name without this one.
            ("DOTNET_SYSTEM_GLOBALIZATION_PREDEFINED_CULTURES_ONLY", "0".to_owned()),
            ("MONO_GC_PARAMS", format!("max-heap-size={}m", Size(heap).mb())),
            ("PYTHONDONTWRITEBYTECODE", "1".to_owned()),
            // OpenSSL terminates the program if its configuration file exists but may not be read.
            ("OPENSSL_CONF", "/dev/null".to_owned()),
        ];
        entries.into_iter().map(|(name, value)| (name.into(), value.into())).collect()
    }
}

/// What a program may read to run at all: the libraries, itself, and the installation of its run-time; and a compiler what
/// all of them read.
pub(crate) fn needs(program: &Path, runtime: Runtime, compiles: bool) -> Vec<PathBuf> {
    let compilers: &[&str] = if compiles { &COMPILERS } else { &[] };
    let mut paths: Vec<PathBuf> = EVERY.iter().chain(compilers).map(PathBuf::from).collect();
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
    paths.extend(runtime.reads());
    if runtime == Runtime::DotNet {
        paths.push(bin.to_owned());
    }
    if !is_the_machines
        && bin.file_name() == Some(OsStr::new("bin"))
        && let Some(prefix) = bin.parent()
    {
        paths.extend(installation(prefix));
    }
    paths
}

/// The paths on the machine that fit a row's, of whose parts each may have a `*` at its end, or be one.
fn there(pattern: &str) -> Vec<PathBuf> {
    pattern.split('/').filter(|part| !part.is_empty()).fold(vec![PathBuf::from("/")], |found, part| {
        let Some(start) = part.strip_suffix('*') else {
            return found.into_iter().map(|folder| folder.join(part)).filter(|path| path.exists()).collect();
        };
        let entries = found.iter().flat_map(fs::read_dir).flatten().flatten();
        let named =
            entries.filter(|entry| entry.file_name().as_encoded_bytes().starts_with(start.as_bytes()));
        named.map(|entry| entry.path()).collect()
    })
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

    /// No row opens more than a package's own folder, so that no organiser's file lies in it by chance.
    #[test]
    fn the_table_says_what_each_run_time_needs() {
        for Row { runtime, tools, reads } in &TABLE {
            assert!(tools.iter().all(|tool| Runtime::of_tool(tool) == *runtime), "{runtime:?}");
            for path in *reads {
                let below = ["/etc/", "/usr/share/", "/usr/local/share/", "/var/lib/"]
                    .iter()
                    .find_map(|top| path.strip_prefix(top));
                assert!(below.is_some_and(|name| name.len() > 2), "{path}");
            }
        }
        assert_eq!(Runtime::of_tool("bot"), Runtime::Native);
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["php8/mods", "php-x", "ph"] {
            fs::create_dir_all(folder.path().join(name)).expect("a folder");
        }
        let mut found = there(&format!("{}/php*", folder.path().display()));
        found.sort();
        assert_eq!(found, ["php-x", "php8"].map(|name| folder.path().join(name)));
        assert_eq!(
            there(&format!("{}/ph*/mods", folder.path().display())),
            [folder.path().join("php8/mods")]
        );
        assert!(there("/nowhere/at/all").is_empty());
    }

    #[test]
    fn no_file_opens_a_folder_by_its_name() {
        for name in ["dotnet", "java", "python3", "go", "node", "rustc"] {
            for folder in ["/contest/alice", "/contest/alice/bin", "/contest/bin", "/usr/local/bin"] {
                let program = Path::new(folder).join(name);
                let own: Vec<PathBuf> = needs(&program, Runtime::Native, false)
                    .into_iter()
                    .filter(|path| !EVERY.iter().any(|known| Path::new(known) == path))
                    .collect();
                assert_eq!(own, [program]);
            }
        }
    }

    #[test]
    fn a_run_time_reads_its_installation_and_no_home() {
        let has = |program: &str, runtime, path: &str| {
            needs(program.as_ref(), runtime, false).contains(&path.into())
        };
        assert!(has("/opt/python/bin/python3.12", Runtime::Installed, "/opt/python"));
        assert!(has("/usr/share/dotnet/dotnet", Runtime::DotNet, "/usr/share/dotnet"));
        assert!(
            has("/usr/bin/node", Runtime::Node, "/usr/bin") && !has("/usr/bin/node", Runtime::Node, "/usr")
        );
        assert!(has("/usr/local/bin/python3", Runtime::Installed, "/usr/local/lib"));
        assert!(!has("/usr/local/bin/python3", Runtime::Installed, "/usr/local"));
        for path in there("/etc/java-*") {
            assert!(has(
                "/usr/lib/jvm/java-17-openjdk-amd64/bin/java",
                Runtime::Java,
                &path.display().to_string()
            ));
        }
        let home = std::env::var("HOME").unwrap_or_else(|_| "/".to_owned());
        assert!(!has(&format!("{home}/bin/python3"), Runtime::Installed, &home));
    }
}
