//! C#: by mono, or by the SDK of .NET.

use super::super::compiler::Compiler;
use super::super::error::BuildError;
use super::super::language::Language;
use super::super::recipe::{Arg, Recipe, units, words};
use super::super::sources::Sources;
use super::super::tool::{Tool, find};
use super::super::versions::newest;
use leitai_sandbox::Runtime;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

pub(super) fn csharp(tool: Tool, sources: &Sources) -> Result<Recipe, BuildError> {
    if tool.runtime == Runtime::DotNet {
        return dotnet(&tool, sources);
    }
    let missing = |what: &str| BuildError::NoTool { language: Language::CSharp, tools: what.to_owned() };
    let mono = find("mono").ok_or_else(|| missing("mono"))?;
    let mut args = words(["-nologo", "-optimize+", "-codepage:utf8", "-out:../out/program.exe"]);
    // Beside what `mcs` takes by itself, what .NET's own compiler takes.
    let library = tool.file.ancestors().nth(2).map(|root| root.join("lib/mono/4.5")).unwrap_or_default();
    let known = ["System.Numerics", "System.Numerics.Vectors", "System.IO.Compression", "Microsoft.CSharp"];
    args.extend(
        known
            .iter()
            .filter(|name| library.join(format!("{name}.dll")).is_file())
            .map(|name| format!("-r:{name}").into()),
    );
    args.extend(units(sources));
    let env = Vec::new();
    let compiler = Compiler { tool, args, env, reads: Vec::new(), reserves: true };
    let args = vec![Arg::Path("program.exe".into())];
    Ok(Recipe { compiler: Some(compiler), interpreter: Some(mono), args })
}

/// The compiler of an SDK, started directly, since a project would fetch packages. The compiled program runs with the
/// settings that the compiler itself has.
fn dotnet(tool: &Tool, sources: &Sources) -> Result<Recipe, BuildError> {
    let missing = || BuildError::NoTool { language: Language::CSharp, tools: "dotnet (SDK)".to_owned() };
    let whole = fs::canonicalize(&tool.file).map_err(|_| missing())?;
    let root = whole.parent().ok_or_else(missing)?;
    let roslyn = newest_with(&root.join("sdk"), "Roslyn/bincore/csc.dll").ok_or_else(missing)?;
    let library =
        newest_with(&root.join("shared/Microsoft.NETCore.App"), "System.Runtime.dll").ok_or_else(missing)?;
    let library = library.parent().ok_or_else(missing)?;
    let mut args = vec![roslyn.clone().into_os_string()];
    args.extend(words(["-nologo", "-noconfig", "-nostdlib", "-optimize+", "-utf8output"]));
    args.push("-out:../out/program.dll".into());
    for entry in fs::read_dir(library).map_err(|_| missing())?.flatten() {
        if entry.path().extension() == Some(OsStr::new("dll")) {
            let mut option = OsString::from("-r:");
            option.push(entry.path());
            args.push(option);
        }
    }
    args.extend(units(sources));
    let (env, reads) = (Vec::new(), vec![root.to_owned()]);
    let tool = Tool { file: whole.clone(), runtime: Runtime::DotNet };
    let compiler = Compiler { tool: tool.clone(), args, env, reads, reserves: true };
    let args = vec![
        Arg::Word("exec".into()),
        Arg::Word("--runtimeconfig".into()),
        Arg::Word(roslyn.with_extension("runtimeconfig.json").into()),
        Arg::Path("program.dll".into()),
    ];
    Ok(Recipe { compiler: Some(compiler), interpreter: Some(tool), args })
}

/// The path of that file in the highest version among the folders that contain it.
fn newest_with(versions: &Path, file: &str) -> Option<PathBuf> {
    Some(newest(versions, |name| versions.join(name).join(file).is_file())?.join(file))
}
