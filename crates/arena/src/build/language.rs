//! The languages that programs are written in.

use super::tool::{Tool, compiler_of_visual_studio, find};
use leitai_core::{Lang, Tell};
use std::fs;
use std::path::{Path, PathBuf};

/// A language that programs are written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// C.
    C,
    /// C++.
    Cpp,
    /// Rust.
    Rust,
    /// Go.
    Go,
    /// Java.
    Java,
    /// Python.
    Python,
    /// JavaScript.
    JavaScript,
    /// C#.
    CSharp,
    /// Kotlin.
    Kotlin,
    /// Pascal.
    Pascal,
    /// TypeScript.
    TypeScript,
}

impl Tell for Language {
    fn told(&self, _: Lang) -> String {
        self.name().to_owned()
    }
}

/// What precedes the choice of a standard on a source's first line.
const MARK: &str = "leitai: std=";

/// The first version of Node that runs TypeScript.
const STRIPS_TYPES: u32 = 22;

/// The version of an installed Node, by the header that comes with it.
fn major(node: &Tool) -> Option<u32> {
    let whole = fs::canonicalize(&node.file).ok()?;
    let header = fs::read_to_string(whole.ancestors().nth(2)?.join("include/node/node_version.h")).ok()?;
    header.lines().find_map(|line| line.strip_prefix("#define NODE_MAJOR_VERSION ")?.trim().parse().ok())
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 11] = [
        Language::C,
        Language::Cpp,
        Language::Rust,
        Language::Go,
        Language::Java,
        Language::Python,
        Language::JavaScript,
        Language::CSharp,
        Language::Kotlin,
        Language::Pascal,
        Language::TypeScript,
    ];

    /// The language of a file, by its ending.
    pub fn of(path: &Path) -> Option<Language> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match ending.as_str() {
            "c" => Language::C,
            "cpp" | "cc" | "cxx" => Language::Cpp,
            "rs" => Language::Rust,
            "go" => Language::Go,
            "java" => Language::Java,
            "py" => Language::Python,
            "js" | "mjs" | "cjs" => Language::JavaScript,
            "cs" => Language::CSharp,
            "kt" => Language::Kotlin,
            "pas" | "pp" | "dpr" | "lpr" => Language::Pascal,
            "ts" | "mts" | "cts" => Language::TypeScript,
            _ => return None,
        })
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Language::C => "C",
            Language::Cpp => "C++",
            Language::Rust => "Rust",
            Language::Go => "Go",
            Language::Java => "Java",
            Language::Python => "Python",
            Language::JavaScript => "JavaScript",
            Language::CSharp => "C#",
            Language::Kotlin => "Kotlin",
            Language::Pascal => "Pascal",
            Language::TypeScript => "TypeScript",
        }
    }

    /// The tools that compile or run it, the preferred first.
    pub(super) const fn tools(self) -> &'static [&'static str] {
        match self {
            Language::C => &["cc", "gcc", "clang"],
            Language::Cpp => &["c++", "g++", "clang++"],
            Language::Rust => &["rustc"],
            Language::Go => &["go"],
            Language::Java => &["javac"],
            Language::Python => &["python3", "python"],
            Language::JavaScript => &["node", "nodejs"],
            Language::CSharp => &["mcs", "csc", "dotnet"],
            Language::Kotlin => &["kotlinc"],
            Language::Pascal => &["fpc"],
            // Or a Node that does it itself.
            Language::TypeScript => &["esbuild"],
        }
    }

    /// The name of the Debian and Ubuntu package that contains its tools.
    pub(super) const fn package(self) -> &'static str {
        match self {
            Language::C => "gcc",
            Language::Cpp => "g++",
            Language::Rust => "rustc",
            Language::Go => "golang-go",
            Language::Java => "default-jdk-headless",
            Language::Python => "python3",
            Language::JavaScript => "nodejs",
            Language::CSharp => "mono-devel",
            Language::Kotlin => "kotlin",
            Language::Pascal => "fpc",
            Language::TypeScript => "esbuild nodejs",
        }
    }

    /// The name given to a submitted source in this language: nothing depends on what its author called it.
    pub const fn source_name(self) -> &'static str {
        match self {
            Language::C => "main.c",
            Language::Cpp => "main.cpp",
            Language::Rust => "main.rs",
            Language::Go => "main.go",
            Language::Java => "main.java",
            Language::Python => "main.py",
            Language::JavaScript => "main.js",
            Language::CSharp => "main.cs",
            Language::Kotlin => "main.kt",
            Language::Pascal => "main.pas",
            Language::TypeScript => "main.ts",
        }
    }

    /// The languages that this machine compiles or runs, each with its tool.
    pub fn installed() -> impl Iterator<Item = (Language, PathBuf)> {
        Language::ALL.into_iter().filter_map(|language| Some((language, language.tool()?)))
    }

    /// The path of the tool that this machine has for it.
    pub fn tool(self) -> Option<PathBuf> {
        self.found().map(|tool| tool.file)
    }

    pub(super) fn found(self) -> Option<Tool> {
        let usual = self.tools().iter().find_map(|name| find(name));
        let strips = |node: &Tool| self == Language::TypeScript && major(node) >= Some(STRIPS_TYPES);
        // After all others: what contests' sources are written for is GNU's compiler.
        let last = || match self {
            Language::C | Language::Cpp => compiler_of_visual_studio(),
            _ => Language::JavaScript.tools().iter().filter_map(|name| find(name)).find(strips),
        };
        usual.or_else(last)
    }

    /// Whether it is run directly from source, without being compiled first.
    pub(super) const fn is_interpreted(self) -> bool {
        matches!(self, Language::Python | Language::JavaScript)
    }

    /// Whether all sources of a folder make up the program together. Otherwise one of them refers to the others.
    pub(super) const fn takes_all(self) -> bool {
        matches!(self, Language::C | Language::Cpp | Language::Go) || self.is_deep()
    }

    /// Whether that includes the sources in subfolders.
    pub(super) const fn is_deep(self) -> bool {
        matches!(self, Language::Java | Language::CSharp | Language::Kotlin)
    }

    /// The standards (for Rust, editions) that can be chosen, the usual one first. For C that is the dialect in which
    /// the source texts' own samples (`gets`) still compile.
    pub const fn standards(self) -> &'static [&'static str] {
        match self {
            Language::C => &["gnu99", "c99", "gnu11", "c11", "gnu17", "c17"],
            Language::Cpp => &[
                "gnu++17", "c++17", "gnu++11", "c++11", "gnu++14", "c++14", "gnu++20", "c++20", "gnu++23",
                "c++23",
            ],
            Language::Rust => &["2021", "2018", "2024"],
            _ => &[],
        }
    }

    /// The standard of a source: the usual one, or the one that its first line chooses: `// leitai: std=c++20`. The
    /// error is the chosen standard if it is not available.
    pub(super) fn standard(self, source: &[u8]) -> Result<&'static str, String> {
        let usual = self.standards().first().copied().unwrap_or_default();
        let line = source.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let line = String::from_utf8_lossy(line);
        let Some((_, chosen)) = line.split_once(MARK) else { return Ok(usual) };
        self.known_standard(chosen.split_whitespace().next().unwrap_or_default().trim_end_matches("*/"))
    }

    /// The standard of that name; the error is the name.
    pub(super) fn known_standard(self, name: &str) -> Result<&'static str, String> {
        self.standards().iter().find(|known| **known == name).copied().ok_or_else(|| name.to_owned())
    }

    /// The file extensions by which its sources are recognised, separated by blanks.
    pub const fn own_endings(self) -> &'static str {
        match self {
            Language::C => ".c",
            Language::Cpp => ".cpp .cc .cxx",
            Language::Rust => ".rs",
            Language::Go => ".go",
            Language::Java => ".java",
            Language::Python => ".py",
            Language::JavaScript => ".js .mjs .cjs",
            Language::CSharp => ".cs",
            Language::Kotlin => ".kt",
            Language::Pascal => ".pas .pp .dpr .lpr",
            Language::TypeScript => ".ts .mts .cts",
        }
    }

    /// The main file extensions of all languages, separated by blanks.
    pub const fn endings() -> &'static str {
        ".c .cpp .rs .go .java .py .js .cs .kt .pas .ts"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_known_by_its_own_endings() {
        for language in Language::ALL {
            for ending in language.own_endings().split(' ') {
                assert_eq!(Language::of(Path::new(&format!("a{ending}"))), Some(language), "{ending}");
            }
            assert!(
                language.source_name().ends_with(language.own_endings().split(' ').next().unwrap_or("?"))
            );
        }
    }

    #[test]
    fn the_first_line_may_choose_the_standard() {
        for (language, source, standard) in [
            (Language::C, "int main() {}", Ok("gnu99")),
            (Language::C, "/* leitai: std=c11 */\n", Ok("c11")),
            (Language::Cpp, "// leitai: std=c++20\r\nint main() {}", Ok("c++20")),
            (Language::Cpp, "//leitai: std=c++14", Ok("c++14")),
            (Language::Cpp, "// leitai: a bot", Ok("gnu++17")),
            (Language::Cpp, "int x;\n// leitai: std=c++20", Ok("gnu++17")),
            (Language::Rust, "// leitai: std=2024", Ok("2024")),
            (Language::Cpp, "// leitai: std=c++98 ", Err("c++98")),
            (Language::Cpp, "// leitai: std=-fplugin=x.so", Err("-fplugin=x.so")),
            (Language::Java, "// leitai: std=21", Err("21")),
        ] {
            assert_eq!(language.standard(source.as_bytes()), standard.map_err(str::to_owned), "{source}");
        }
    }
}
