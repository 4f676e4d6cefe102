//! The recipe of each language, with the tools that are installed.

mod csharp;
mod jvm;
mod msvc;
mod typescript;

use super::compiler::Compiler;
use super::error::BuildError;
use super::language::Language;
use super::recipe::{Arg, PROGRAM, Recipe, units, words};
use super::sources::Sources;
use super::tool::{Tool, find};
use std::ffi::OsString;
use std::fs;
use std::path::Path;

/// The recipe for these sources with the tools that are installed. Renames files where a compiler requires certain
/// names.
pub(super) fn recipe_of(sources: &mut Sources) -> Result<Recipe, BuildError> {
    let language = sources.language;
    let tools = || language.tools().join(", ");
    let tool = language.found().ok_or_else(|| BuildError::NoTool { language, tools: tools() })?;
    let standard = standard(sources)?;
    if language.is_interpreted() {
        sources.rename_from(|stem| is_module(&tool, stem));
        let script = Arg::Path(sources.first().name.clone());
        return Ok(Recipe { compiler: None, interpreter: Some(tool), args: vec![script] });
    }
    match language {
        Language::Java => jvm::java(tool, sources),
        Language::Kotlin => jvm::kotlin(tool, sources),
        Language::CSharp => csharp::csharp(tool, sources),
        Language::TypeScript => typescript::typescript(tool, sources)
            .ok_or_else(|| BuildError::NoTool { language: Language::JavaScript, tools: "node".to_owned() }),
        _ => Ok(match tool.studio() {
            Some(studio) => msvc::msvc(studio, tool, standard, sources),
            None => native(language, tool, standard, sources),
        }),
    }
}

/// Whether an interpreter has a module of that name among its own. A script of the same name next to which imports are
/// searched would shadow it for everything that imports it.
fn is_module(tool: &Tool, stem: &str) -> bool {
    let root = fs::canonicalize(&tool.file).ok();
    let Some(library) = root.as_deref().and_then(|file| file.ancestors().nth(2)).map(|root| root.join("lib"))
    else {
        return false;
    };
    let versions = fs::read_dir(library).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut versions = versions
        .filter(|path| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"python")));
    versions.any(|version| {
        let loaded = fs::read_dir(version.join("lib-dynload")).into_iter().flatten().flatten();
        let mut loaded = loaded.map(|entry| entry.file_name());
        version.join(stem).is_dir()
            || version.join(format!("{stem}.py")).is_file()
            || loaded.any(|name| name.to_string_lossy().split('.').next() == Some(stem))
    })
}

fn standard(sources: &Sources) -> Result<&'static str, BuildError> {
    let language = sources.language;
    let standard = match &sources.standard {
        Some(chosen) => language.known_standard(chosen),
        None => language.standard(&sources.first().bytes),
    };
    standard.map_err(|chosen| {
        let known = language.standards().join(", ");
        let wrong = super::error::BadFile::Standard { chosen, known };
        BuildError::Source { name: sources.title.clone(), wrong }
    })
}

/// A compiler that produces a single file that the machine executes.
fn native(language: Language, tool: Tool, standard: &str, sources: &Sources) -> Recipe {
    let out = format!("../out/{PROGRAM}");
    let dialect = format!("-std={standard}");
    let mut reads = Vec::new();
    let mut env = Vec::new();
    let mut args = match language {
        Language::C | Language::Cpp => {
            words(["-O2", "-w", &dialect, "-fdiagnostics-color=never", "-o", &out])
        }
        Language::Rust => {
            let mut args = words(["-O", "--edition", standard, "--color", "never", "-o", &out]);
            // The name on the search path may be a link through places that the compiler cannot see.
            if let Some(linker) = find("cc").and_then(|cc| fs::canonicalize(cc.file).ok()) {
                let mut option = OsString::from("linker=");
                option.push(&linker);
                args.extend(["-C".into(), option]);
                reads.push(linker);
            }
            args
        }
        Language::Pascal => {
            let mode = if sources.first().name.extension().is_some_and(|ending| ending == "dpr") {
                "delphi"
            } else {
                "fpc"
            };
            words(["-O2", "-v0", "-vew", "-l-", &format!("-M{mode}"), "-FU../tmp", &format!("-o{out}")])
        }
        _ => {
            env.extend(go_env());
            // Debian keeps the library's sources elsewhere, and links to them.
            let root = tool.file.ancestors().nth(2).map(|root| root.join("src"));
            reads.extend(root.and_then(|src| fs::canonicalize(src).ok()?.parent().map(Path::to_owned)));
            // Without `-trimpath`, which would recompile the library.
            words(["build", "-buildvcs=false", "-o", &out])
        }
    };
    let is_module = language == Language::Go && sources.files.iter().any(|f| f.name == Path::new("go.mod"));
    if is_module {
        args.push(".".into());
    } else {
        args.extend(units(sources));
    }
    if language == Language::C {
        args.push("-lm".into());
    }
    let compiler = Compiler { tool, args, env, reads, reserves: language == Language::Go };
    Recipe { compiler: Some(compiler), interpreter: None, args: Vec::new() }
}

/// Off-line, without other compilers, with caches in its own temporary folder (its home).
fn go_env() -> Vec<(OsString, OsString)> {
    [
        ("CGO_ENABLED", "0"),
        ("GOENV", "off"),
        ("GOFLAGS", ""),
        ("GOPROXY", "off"),
        ("GOSUMDB", "off"),
        ("GOTELEMETRY", "off"),
        ("GOTOOLCHAIN", "local"),
        ("GOWORK", "off"),
    ]
    .map(|(name, value)| (name.into(), value.into()))
    .into()
}
