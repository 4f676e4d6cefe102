//! Java and Kotlin, which the Java virtual machine runs.

use super::super::class_path::ClassPath;
use super::super::compiler::Compiler;
use super::super::error::BuildError;
use super::super::java::Declared;
use super::super::language::Language;
use super::super::recipe::{Arg, Recipe, units, words};
use super::super::sources::Sources;
use super::super::tool::{Tool, find};
use leitai_encoding::reencoded;
use std::fs;
use std::path::{Path, PathBuf};

/// What Kotlin's compiler makes: the program with Kotlin's own library.
const ARCHIVE: &str = "program.jar";
/// What its virtual machine is given, so that it stays within the limits of compilers.
const KOTLIN: &str = "-Xmx512m -XX:+UseSerialGC -XX:-UsePerfData -XX:TieredStopAtLevel=1";

fn lacking(language: Language) -> BuildError {
    BuildError::NoTool { language, tools: "java".to_owned() }
}

pub(super) fn java(tool: Tool, sources: &mut Sources) -> Result<Recipe, BuildError> {
    let beside = fs::canonicalize(&tool.file).map(|whole| whole.with_file_name("java"));
    let java = beside.ok().and_then(|java| Tool::at(&java)).or_else(|| find("java"));
    let java = java.ok_or_else(|| lacking(Language::Java))?;
    let path = ClassPath::of(sources)?;
    let mut main = None;
    for &unit in &sources.units {
        let file = &mut sources.files[unit];
        if let Some(read) = reencoded(&file.bytes) {
            file.bytes = read.text.into();
        }
        let declared = Declared::of(&String::from_utf8_lossy(&file.bytes));
        let named = declared.public.as_ref().or(declared.first.as_ref());
        if main.is_none() {
            main = declared.main.as_ref().map(|class| declared.whole(class));
        }
        if let Some(name) = named {
            file.name.set_file_name(format!("{name}.java"));
        }
    }
    let main = main.unwrap_or_else(|| "Main".to_owned());
    // Its heap size, which leaves room for its other memory.
    let mut args =
        words(["-J-Xmx512m", "-J-XX:+UseSerialGC", "-J-XX:-UsePerfData", "-J-XX:TieredStopAtLevel=1"]);
    // Annotation processors would be the author's own programs, running at compile time.
    args.extend(words(["-proc:none", "-implicit:none", "-encoding", "UTF-8", "-d", "../out"]));
    // Nor is any other folder searched for classes, sources or plug-ins: this one does not exist.
    args.extend(["-cp".into(), path.joined(Path::new(""), Path::new("../none"))]);
    for path in ["-sourcepath", "-processorpath"] {
        args.extend(words([path, "../none"]));
    }
    args.extend(units(sources));
    let env = Vec::new();
    let compiler = Compiler { tool, args, env, reads: Vec::new(), reserves: true };
    let args = vec![
        Arg::Word("-Xshare:auto".into()),
        Arg::Word("-cp".into()),
        Arg::Classes(path, PathBuf::new()),
        Arg::Word(main.into()),
    ];
    Ok(Recipe { compiler: Some(compiler), interpreter: Some(java), args })
}

pub(super) fn kotlin(tool: Tool, sources: &mut Sources) -> Result<Recipe, BuildError> {
    let java = find("java").ok_or_else(|| lacking(Language::Java))?;
    let path = ClassPath::of(sources)?;
    let mut args = words(["-include-runtime", "-no-reflect", "-d", &format!("../out/{ARCHIVE}")]);
    if !path.is_empty() {
        args.extend(["-cp".into(), path.joined(Path::new(""), Path::new("../none"))]);
    }
    args.extend(units(sources));
    let env = vec![("JAVA_OPTS".into(), KOTLIN.into())];
    let compiler = Compiler { tool, args, env, reads: Vec::new(), reserves: true };
    let start = if path.is_empty() {
        vec![Arg::Word("-jar".into()), Arg::Path(ARCHIVE.into())]
    } else {
        vec![
            Arg::Word("-cp".into()),
            Arg::Classes(path, ARCHIVE.into()),
            Arg::Word(main_class(sources).into()),
        ]
    };
    let args = [vec![Arg::Word("-Xshare:auto".into())], start].concat();
    Ok(Recipe { compiler: Some(compiler), interpreter: Some(java), args })
}

/// The class that Kotlin makes of the file with `main`: its name with a capital letter and `Kt`, in its package.
fn main_class(sources: &Sources) -> String {
    let text = |unit: &usize| String::from_utf8_lossy(&sources.files[*unit].bytes).into_owned();
    let main = sources.units.iter().find(|unit| text(unit).contains("fun main("));
    let unit = main.unwrap_or(&sources.units[0]);
    let stem = sources.files[*unit].name.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let name: String = stem.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    let mut letters = name.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let class = format!("{first}{}Kt", letters.as_str());
    let text = text(unit);
    let package = text.lines().find_map(|line| line.trim().strip_prefix("package "));
    package.map_or(class.clone(), |package| format!("{}.{class}", package.trim().trim_end_matches(';')))
}
