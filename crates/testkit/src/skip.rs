//! What tests need from the machine, and what happens to a test that lacks it.

use std::fs::OpenOptions;
use std::io::{Write, stderr};

/// Names what this machine must have, separated by commas: lacking one of them is a failure. `nothing` alone lets even
/// a machine without any sandbox level pass.
const REQUIRE: &str = "LEITAI_REQUIRE";
/// Names a file to which every skip appends its line. `./test` prints that file at its end.
const SKIPPED: &str = "LEITAI_SKIPPED";
/// The value of [`REQUIRE`] that demands nothing at all.
const NOTHING: &str = "nothing";

/// Something that a test needs and a machine may lack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Need {
    /// Level F of the sandbox.
    Full,
    /// Level R.
    Rootless,
    /// Level N.
    Confined,
    /// Two cores or more.
    Cores,
    /// The right to mount a file system.
    Mount,
    /// The right to become another user.
    Setpriv,
    /// A C compiler.
    Cc,
    /// A C++ compiler.
    Cxx,
    /// The Rust compiler.
    Rustc,
    /// Go.
    Go,
    /// Java and its compiler.
    Java,
    /// Python.
    Python,
    /// Node, for JavaScript.
    Node,
    /// .NET, for C#.
    Dotnet,
    /// Kotlin's compiler.
    Kotlin,
    /// Free Pascal.
    Pascal,
    /// What turns TypeScript into JavaScript.
    TypeScript,
    /// Ruby.
    Ruby,
    /// PHP.
    Php,
    /// Lua.
    Lua,
    /// A PostgreSQL server.
    Postgres,
    /// nginx, in front of a site.
    Nginx,
    /// Caddy, likewise.
    Caddy,
}

impl Need {
    /// All of them.
    pub const ALL: [Need; 23] = [
        Need::Full,
        Need::Rootless,
        Need::Confined,
        Need::Cores,
        Need::Mount,
        Need::Setpriv,
        Need::Cc,
        Need::Cxx,
        Need::Rustc,
        Need::Go,
        Need::Java,
        Need::Python,
        Need::Node,
        Need::Dotnet,
        Need::Kotlin,
        Need::Pascal,
        Need::TypeScript,
        Need::Ruby,
        Need::Php,
        Need::Lua,
        Need::Postgres,
        Need::Nginx,
        Need::Caddy,
    ];

    /// Its name in `LEITAI_REQUIRE`.
    pub fn name(self) -> &'static str {
        match self {
            Need::Full => "F",
            Need::Rootless => "R",
            Need::Confined => "N",
            Need::Cores => "cores",
            Need::Mount => "mount",
            Need::Setpriv => "setpriv",
            Need::Cc => "cc",
            Need::Cxx => "c++",
            Need::Rustc => "rustc",
            Need::Go => "go",
            Need::Java => "java",
            Need::Python => "python3",
            Need::Node => "node",
            Need::Dotnet => "dotnet",
            Need::Kotlin => "kotlinc",
            Need::Pascal => "fpc",
            Need::TypeScript => "esbuild",
            Need::Ruby => "ruby",
            Need::Php => "php",
            Need::Lua => "lua",
            Need::Postgres => "postgres",
            Need::Nginx => "nginx",
            Need::Caddy => "caddy",
        }
    }

    /// The need with that name.
    pub fn named(name: &str) -> Option<Need> {
        Need::ALL.into_iter().find(|need| need.name() == name)
    }
}

/// What only `./test` itself leaves out, and so what only that can demand.
const OF_THE_SCRIPT: [&str; 12] = [
    "browser",
    "keda",
    "kubernetes",
    "slurm",
    "systemd",
    "windows",
    "wasm32-unknown-unknown",
    "aarch64-apple-darwin",
    "x86_64-apple-darwin",
    "x86_64-pc-windows-gnu",
    "x86_64-unknown-linux-musl",
    "aarch64-unknown-linux-musl",
];

/// What the machine must have, according to `LEITAI_REQUIRE`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Demands {
    needs: Vec<Need>,
    allows_none: bool,
}

impl Demands {
    /// The demands of this run.
    ///
    /// # Panics
    /// If a word is unknown: a misspelt demand could never fail.
    pub fn of_this_run() -> Demands {
        let text = std::env::var(REQUIRE).unwrap_or_default();
        Demands::read(&text).unwrap_or_else(|word| panic!("{REQUIRE}={text}: there is no `{word}`"))
    }

    /// Reads the words; the error is an unknown word.
    pub fn read(text: &str) -> Result<Demands, String> {
        let words = text.split([',', ' ']).filter(|word| !word.is_empty());
        if words.clone().eq([NOTHING]) {
            return Ok(Demands { needs: Vec::new(), allows_none: true });
        }
        let words = words.filter(|word| !OF_THE_SCRIPT.contains(word));
        let needs = words.map(|word| Need::named(word).ok_or_else(|| word.to_owned()));
        Ok(Demands { needs: needs.collect::<Result<_, _>>()?, allows_none: false })
    }

    /// Whether lacking this is a failure.
    pub fn include(&self, need: Need) -> bool {
        self.needs.contains(&need)
    }

    /// Whether tests of the sandbox may pass where there is no level at all.
    pub fn allow_no_level(&self) -> bool {
        self.allows_none
    }

    /// The demands without `needs`, as an environment variable for another test process.
    pub fn without(&self, needs: &[Need]) -> (&'static str, String) {
        let left = self.needs.iter().filter(|need| !needs.contains(need)).map(|need| need.name());
        (REQUIRE, if self.allows_none { NOTHING.to_owned() } else { left.collect::<Vec<_>>().join(",") })
    }
}

/// Skips a part of a test, `what`, because the machine lacks something. Every test that leaves out any of its purpose
/// must report that here.
///
/// # Panics
/// If the need is demanded.
pub fn skip(need: Need, what: &str) {
    assert!(!Demands::of_this_run().include(need), "{REQUIRE} demands {}: {what}", need.name());
    note_skip(need, what);
}

/// Reports a skip whose demand was checked already, by a test process that this one started.
///
/// # Panics
/// If the report cannot be written.
pub fn note_skip(need: Need, what: &str) {
    let line = format!("skipped: {}: {}\n", need.name(), what.trim_end().replace('\n', "; "));
    // Not `eprintln!`, whose output is captured when a test passes.
    let _ = stderr().write_all(line.as_bytes());
    if let Some(path) = std::env::var_os(SKIPPED) {
        let file = OpenOptions::new().append(true).create(true).open(path);
        // In a single write: other processes write at the same time.
        file.and_then(|mut file| file.write_all(line.as_bytes())).expect("the list of what was skipped");
    }
}

/// What another test process reported as skipped, and why, line by line.
pub fn skips_in(said: &str) -> impl Iterator<Item = (Need, &str)> {
    said.lines().filter_map(|line| {
        let (name, what) = line.strip_prefix("skipped: ")?.split_once(": ")?;
        Some((Need::named(name)?, what))
    })
}
