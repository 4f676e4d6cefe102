//! The levels, languages and users that this machine lacks, and the tests that are skipped for that reason.

use leitai_arena::Language;
use leitai_sandbox::{Sandbox, SandboxLevel};
use leitai_testkit::{Demands, Need, note_skip, skip, skips_in};
use std::path::Path;
use std::process::Command;

/// The levels that this machine can set up, the strongest first. The others are reported as skipped.
///
/// # Panics
/// If a missing level is demanded, or there is none at all.
pub fn levels(launcher: &str) -> Vec<Sandbox> {
    let at = |level| {
        let sandbox = Sandbox::at(level, launcher.as_ref());
        sandbox.inspect_err(|why| skip(need(level), &why.to_string())).ok()
    };
    let confining = SandboxLevel::ALL.into_iter().filter(|level| level.confines());
    let levels: Vec<Sandbox> = confining.filter_map(at).collect();
    some_level(!levels.is_empty());
    levels
}

/// Tests of the sandbox that find no level at all fail, unless `LEITAI_REQUIRE` demands `nothing`.
///
/// # Panics
/// If there is none.
pub fn some_level(is_there: bool) {
    let allowed = is_there || Demands::of_this_run().allow_no_level();
    assert!(allowed, "no level can be set up here (LEITAI_REQUIRE=nothing lets that pass)");
}

/// The need that corresponds to a level.
///
/// # Panics
/// For the last level, which is always there and so never a need.
pub fn need(level: SandboxLevel) -> Need {
    Need::named(level.name()).expect("a level that confines")
}

/// The need that corresponds to a language.
pub fn tool(language: Language) -> Need {
    match language {
        Language::C => Need::Cc,
        Language::Cpp => Need::Cxx,
        Language::Rust => Need::Rustc,
        Language::Go => Need::Go,
        Language::Java => Need::Java,
        Language::Python => Need::Python,
        Language::JavaScript => Need::Node,
        Language::CSharp => Need::Dotnet,
        Language::Kotlin => Need::Kotlin,
        Language::Pascal => Need::Pascal,
        Language::TypeScript => Need::TypeScript,
    }
}

/// Whether this language is installed. If not, `what` is reported as skipped.
pub fn has(language: Language, what: &str) -> bool {
    let is_there = language.tool().is_some();
    if !is_there {
        skip(tool(language), &format!("{what} ({} is not installed here)", language.name()));
    }
    is_there
}

/// When run as root, runs all tests of this binary except `except` again as a plain user.
pub fn as_a_plain_user(except: &str) {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let own = std::env::current_exe().expect("this test");
    let home = tempfile::tempdir().expect("a folder");
    // The first level needs root, and the list of skips belongs to root.
    let (name, demands) = Demands::of_this_run().without(&[Need::Full]);
    let run = Command::new("setpriv")
        .args(["--reuid", "65534", "--regid", "65534", "--clear-groups", "--"])
        .arg(own)
        .args(["--test-threads", "2", "--skip", except])
        .current_dir("/")
        .env("HOME", home.path())
        .env(name, demands)
        .env_remove("LEITAI_SKIPPED")
        .output();
    match run {
        Ok(output) => {
            let [said, told] = [&output.stdout, &output.stderr].map(|said| String::from_utf8_lossy(said));
            assert!(output.status.success(), "{said}{told}");
            for (need, what) in skips_in(&told) {
                note_skip(need, &format!("as a plain user: {what}"));
            }
        }
        Err(why) => skip(Need::Setpriv, &format!("{} as a plain user: {why}", module())),
    }
}

/// Set in tests that run with .NET alone.
const DOTNET_ALONE: &str = "LEITAI_TEST_DOTNET_ALONE";

/// Whether C# is compiled and run by .NET in this process because [`by_dotnet`] asked for it.
pub fn is_by_dotnet() -> bool {
    std::env::var_os(DOTNET_ALONE).is_some()
}

/// Runs that test of this binary again where C# is compiled and run by .NET, not by mono: on a search path that leads to
/// the SDK alone. Reported as skipped where no SDK is installed.
pub fn by_dotnet(test: &str) {
    if is_by_dotnet() {
        return;
    }
    let found = leitai_arena::locate("dotnet".as_ref()).and_then(std::fs::canonicalize);
    let folder = found.ok().and_then(|file| file.parent().map(Path::to_owned));
    let Some(folder) = folder.filter(|folder| folder.join("sdk").is_dir()) else {
        return skip(Need::Dotnet, &format!("{test} by .NET (its SDK is not installed here)"));
    };
    let run = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", test, "--nocapture"])
        .env("PATH", folder)
        .env(DOTNET_ALONE, "1")
        // As in a sandbox, where no library of cultures is asked for.
        .env("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1")
        .output()
        .expect("this test once more");
    let said = String::from_utf8_lossy(&[run.stdout, run.stderr].concat()).into_owned();
    assert!(run.status.success() && said.contains("1 passed"), "{said}");
}

/// The name of this test binary.
fn module() -> String {
    let own = std::env::current_exe().unwrap_or_default();
    own.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
