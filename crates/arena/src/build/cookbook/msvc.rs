//! C and C++ by Visual Studio's compiler, which is told everything in another way.

use super::super::compiler::Compiler;
use super::super::language::Language;
use super::super::recipe::{PROGRAM, Recipe, units, words};
use super::super::sources::Sources;
use super::super::tool::Tool;
use leitai_sandbox::VisualStudio;
use std::ffi::OsString;

/// The recipe for one of its two languages, by the standard of that name of other compilers.
pub(super) fn msvc(studio: &VisualStudio, tool: Tool, standard: &str, sources: &Sources) -> Recipe {
    // By its ending alone it knows neither every source nor a header that is compiled.
    let language = if sources.language == Language::C { "/TC" } else { "/TP" };
    let mut args = words(["/nologo", "/O2", "/EHsc", "/utf-8", "/w", "/Zc:__cplusplus", language]);
    args.extend(by_its_own_name(standard).map(OsString::from));
    args.push(format!("/Fe:..\\out\\{PROGRAM}").into());
    args.push("/Fo..\\tmp\\".into());
    args.extend(units(sources));
    // In English, as other compilers speak here; its libraries speak so only where they were installed.
    let language = (OsString::from("VSLANG"), OsString::from("1033"));
    let env = studio.variables(std::env::var_os("PATH")).into_iter().chain([language]).collect();
    let compiler = Compiler { tool, args, env, reads: Vec::new(), reserves: false };
    Recipe { compiler: Some(compiler), interpreter: None, args: Vec::new() }
}

/// What it calls a standard. It knows none before C++14, and speaks C of 1999 by itself; the additions of GNU it does not have.
fn by_its_own_name(standard: &str) -> Option<&'static str> {
    match standard.trim_start_matches("gnu").trim_start_matches('c') {
        "++11" | "++14" => Some("/std:c++14"),
        "++17" => Some("/std:c++17"),
        "++20" => Some("/std:c++20"),
        "++23" => Some("/std:c++latest"),
        "11" => Some("/std:c11"),
        "17" => Some("/std:c17"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_sandbox::Runtime;
    use std::path::PathBuf;

    #[test]
    fn every_standard_that_can_be_chosen_has_a_name_there_or_is_its_own() {
        for language in [Language::C, Language::Cpp] {
            for standard in language.standards() {
                let is_own = ["gnu99", "c99"].contains(standard);
                assert_eq!(by_its_own_name(standard).is_none(), is_own, "{standard}");
            }
        }
        assert_eq!(by_its_own_name("gnu++20"), Some("/std:c++20"));
        assert_eq!(by_its_own_name("c17"), Some("/std:c17"));
    }

    #[test]
    fn it_is_told_what_to_make_of_what_and_where_its_files_are() {
        let of = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        let studio = VisualStudio {
            compiler: "C:/VS/cl.exe".into(),
            headers: of(&["C:/VS/include", "C:/Kit/ucrt"]),
            libraries: of(&["C:/VS/lib"]),
            programs: of(&["C:/VS"]),
        };
        let sources = Sources::of_file("bot.cc".as_ref(), b"int main() {}\n".to_vec()).expect("a source");
        let tool = Tool { file: studio.compiler.clone(), runtime: Runtime::Native };
        let compiler = msvc(&studio, tool, "gnu++17", &sources).compiler.expect("it is compiled");
        let args: Vec<_> = compiler.args.iter().map(|arg| arg.to_string_lossy().into_owned()).collect();
        assert!(
            args.iter().any(|arg| arg == "/TP") && args.iter().any(|arg| arg == "/std:c++17"),
            "{args:?}"
        );
        assert!(args.contains(&format!("/Fe:..\\out\\{PROGRAM}")), "{args:?}");
        let told = |name: &str| compiler.env.iter().find(|(known, _)| known == name).map(|(_, value)| value);
        assert_eq!(told("INCLUDE"), Some(&OsString::from("C:/VS/include;C:/Kit/ucrt")));
        assert_eq!(told("LIB"), Some(&OsString::from("C:/VS/lib")));
        assert!(told("PATH").expect("set").to_string_lossy().starts_with("C:/VS"));
    }
}
