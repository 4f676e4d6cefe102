//! Why a build yields nothing to start.

use super::language::Language;
use super::limits::{COMPILER_FILES, COMPILER_MEMORY, COMPILER_WRITES, LARGEST_SOURCE};
use crate::exit::Exit;
use leitai_core::{Sentence, Words, errors, sentence};
use leitai_sandbox::SandboxLevel;
use leitai_sandbox::system::files;
use std::io;
use std::path::{Path, PathBuf};

errors! {
    /// Why a build yields nothing to start.
    #[derive(Debug)]
    pub enum BuildError {
        /// The path does not exist, or cannot be read.
        Missing(path: PathBuf, error: io::Error) => "{path}: {error}", "{path}：{error}";
        /// The file extension is not that of any known kind of program.
        Unknown(path: PathBuf) =>
            "{path}: not a program: neither an executable nor a source file ({endings})",
            "{path}：不是程序：既不可执行，也不是源文件（{endings}）",
            endings = Language::endings();
        /// The folder does not show what to start.
        Folder(path: PathBuf) =>
            "{path}: no program in this folder; it needs one source file, or main.*, or several files of C, C++, Go, \
             Java, Kotlin or C#; or one executable (chmod +x), or one of several called main, run or as the folder",
            "{path}：这个文件夹中没有程序；应有一个源文件、一个 main.* 文件，或若干 C、C++、Go、Java、Kotlin、C# 源文件；或一个可执行文件（chmod +x），有多个时以 main、run 或文件夹名命名";
        /// Each of several sources in the folder could be the one to start.
        Several {
            /// The folder.
            path: PathBuf,
            /// Their names.
            programs: String,
            /// The name that the one to start may get.
            one: &'static str,
        } =>
            "{path}: which of these is started: {programs}? Call it {one}, or like the folder",
            "{path}：这几个文件中启动哪一个：{programs}？请将它命名为 {one}，或与文件夹同名";
        /// A submitted file cannot be accepted.
        Source {
            /// Its name.
            name: String,
            /// What is wrong with it.
            wrong: BadFile,
        } => "{name}: {wrong}", "{name}：{wrong}";
        /// The data sent as a packed folder is not one.
        Archive {
            /// The folder's name.
            name: String,
            /// What is wrong with it, in the system's words.
            error: io::Error,
        } =>
            "{name}: the submitted folder cannot be unpacked: {error}; submit it again",
            "{name}：提交的文件夹无法解开：{error}；请重新提交";
        /// The executable of this name was built for another kind of machine.
        Foreign(name: String) =>
            "{name} was built for another kind of machine; submit its source, or restrict the event to machines of its \
             kind (--class)",
            "{name} 是为其他类型的机器编译的；请提交源文件，或只用同类机器（--class）";
        /// The executable of this name is for Windows, and this machine does not have Wine.
        NoWine(name: String) =>
            "{name} is an executable for Windows, and Wine is not installed here (on Debian or Ubuntu: sudo apt \
             install wine); better submit its source",
            "{name} 是 Windows 程序，而本机没有安装 Wine（Debian/Ubuntu：sudo apt install wine）；最好提交源代码";
        /// The executable is for Windows, and the sandbox does not let Wine run it.
        Wine {
            /// The executable's name.
            name: String,
            /// The level of the sandbox.
            level: SandboxLevel,
        } =>
            "{name} is an executable for Windows: Wine starts other processes and writes files, which level {level} \
             forbids; submit its source, or run it with your own rights (--sandbox off)",
            "{name} 是 Windows 程序：Wine 会启动其他进程并写文件，沙箱级别 {level} 不允许；请提交源代码，或以你自己的权限运行（--sandbox off）";
        /// The script is started by an interpreter that this machine does not have.
        NoInterpreter {
            /// The script's name.
            name: String,
            /// The interpreter.
            interpreter: String,
        } =>
            "{name} is started by {interpreter}, which is not installed here",
            "{name} 由 {interpreter} 启动，而本机没有安装";
        /// The machine has no compiler or interpreter for it.
        NoTool {
            /// The language.
            language: Language,
            /// What was looked for.
            tools: String,
        } =>
            "no {kind} for {language} found ({tools}); {how}",
            "没有找到 {language} {kind}（{tools}）；{how}",
            kind = if language.is_interpreted() { INTERPRETER } else { COMPILER },
            how = how_to_install(*language);
        /// It needs a library that this machine does not have.
        NoLibrary {
            /// The source's name.
            name: String,
            /// The header that it includes.
            header: String,
            /// The library that this header belongs to.
            library: &'static str,
            /// What Debian and Ubuntu call its package.
            package: &'static str,
        } =>
            "{name} asks for {header}, of {library}, which is not installed here; on Debian or Ubuntu: sudo apt install \
             {package}; or put it into the program's folder, its sources too",
            "{name} 用到 {library} 的 {header}，而本机没有安装；Debian/Ubuntu：sudo apt install {package}；也可以将其头文件和源文件一并放入程序的文件夹";
        /// It needs an archive of classes that Debian does not have.
        NoArchive {
            /// The source's name.
            name: String,
            /// What it imports.
            import: String,
            /// The library that this belongs to.
            library: &'static str,
        } =>
            "{name} asks for {import}, of {library}, which is not installed here: put its `.jar` into the program's folder",
            "{name} 用到 {library} 的 {import}，而本机没有安装；请将其 `.jar` 文件放入程序的文件夹";
        /// It does not compile.
        Compile {
            /// The source's name.
            name: String,
            /// The compiler's own words, paths shortened, cut.
            words: String,
        } => "{name} does not compile:\n{words}", "{name} 编译失败：\n{words}";
        /// It does not compile, and the compiler does not say why.
        Silent {
            /// The source's name.
            name: String,
            /// How the compiler exited.
            exit: Exit,
        } => "{name} does not compile: the compiler {exit}", "{name} 编译失败：编译器{exit}";
        /// The compiler was stopped, or gave up, because it used more than it may.
        Exceeded {
            /// The source's name.
            name: String,
            /// What it used too much of.
            what: Excess,
            /// The compiler's output up to then, paths shortened, cut.
            words: String,
        } =>
            "{name} does not compile: the compiler {what}{words}", "{name} 编译失败：编译器{what}{words}",
            words = if words.is_empty() { String::new() } else { format!("\n{words}") };
        /// The stage itself failed: what failed, and the system's reason.
        Stage(why: Sentence) => "cannot compile here: {why}", "编译无法进行：{why}";
    }
}

errors! {
    /// What is wrong with a file that was submitted.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum BadFile {
        /// Larger than that many bytes.
        Large(most: u64) =>
            "too large: at most {most} bytes (a source file {LARGEST_SOURCE})",
            "太大：最多 {most} 字节（源文件 {LARGEST_SOURCE} 字节）";
        /// The file is empty.
        Empty => "the file is empty", "空文件";
        /// A zero byte, at this offset from 0: the file is not text, or is UTF-16.
        Nul(at: usize) =>
            "not a text file (a zero byte at {at}); save it as UTF-8, not UTF-16",
            "不是文本文件（第 {at} 字节为零）；请存为 UTF-8，不要用 UTF-16";
        /// A link.
        Link => "a link; submit the file itself", "是链接；请提交文件本身";
        /// Neither a file nor a folder.
        Special => "neither a file nor a folder", "不是普通文件";
        /// This file would be one more than the folder may have.
        Many(most: usize) =>
            "too many files: a folder may have {most}", "文件太多：文件夹中最多 {most} 个";
        /// More than that many folders are nested.
        Deep(most: usize) =>
            "nested too deep: at most {most} folders inside each other", "文件夹嵌套太深：最多 {most} 层";
        /// In a packed folder: a name that leads out of it, occurs twice, or is out of order.
        Name =>
            "this file name is not allowed in a submitted folder; submit the folder again",
            "提交的文件夹中不应有此文件名；请重新提交";
        /// Its first line chooses a standard that does not exist.
        Standard {
            /// The standard it chose.
            chosen: String,
            /// The available standards.
            known: String,
        } =>
            "its first line asks for the standard `{chosen}`; known: {known}",
            "首行选择的标准 `{chosen}` 不可用；可选：{known}";
    }
}

errors! {
    /// A resource of which a compiler may use only so much.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Excess {
        /// Processor time, with the limit in seconds.
        Processor(limit: u64) =>
            "took more than {limit} s of processor time", "所用的处理器时间超过 {limit} 秒";
        /// Time that it was asleep, with the limit in seconds.
        Asleep(limit: u64) => "was idle for more than {limit} s", "空等超过 {limit} 秒";
        /// Memory.
        Memory => "used more than {memory} of memory", "所用的内存超过 {memory}", memory = COMPILER_MEMORY;
        /// Bytes written.
        Written =>
            "wrote more than {written} MB", "写入的数据超过 {written} MB", written = COMPILER_WRITES >> 20;
        /// Files written.
        Files => "wrote more than {files} files", "写入的文件超过 {files} 个", files = COMPILER_FILES;
    }
}

const COMPILER: Words = Words::new("compiler", "编译器");
const INTERPRETER: Words = Words::new("interpreter", "解释器");

/// Maximum number of characters of a compiler's message in one line.
const BRIEF: usize = 160;

/// How this system comes to have the tools of a language.
fn how_to_install(language: Language) -> Sentence {
    let package = language.package();
    if files::RUNS_EXE {
        sentence!("install one, and let PATH lead to it", "请安装，并把它所在的文件夹加入 PATH")
    } else {
        sentence!(
            "on Debian or Ubuntu: sudo apt install {package}",
            "Debian/Ubuntu：sudo apt install {package}"
        )
    }
}

impl BuildError {
    /// Whether the source is to blame, on any machine. Otherwise this machine lacks something, and another may build
    /// it.
    pub fn is_of_the_source(&self) -> bool {
        match self {
            BuildError::Unknown(_)
            | BuildError::Folder(_)
            | BuildError::Several { .. }
            | BuildError::Source { .. }
            | BuildError::Archive { .. }
            | BuildError::Compile { .. }
            | BuildError::Silent { .. }
            | BuildError::Exceeded { .. } => true,
            BuildError::Missing(..)
            | BuildError::Foreign(_)
            | BuildError::NoInterpreter { .. }
            | BuildError::NoTool { .. }
            | BuildError::NoLibrary { .. }
            | BuildError::NoArchive { .. }
            | BuildError::NoWine(_)
            | BuildError::Wine { .. }
            | BuildError::Stage(_) => false,
        }
    }

    /// The error in one line: of a compiler's output, only the first line that names an error.
    pub fn brief(&self) -> Sentence {
        let Some((head, words)) = self.words() else { return Sentence::of(self) };
        let lines = || words.lines().map(str::trim).filter(|line| !line.is_empty());
        let named = lines().find(|line| line.to_ascii_lowercase().contains("error"));
        let Some(line) = named.or_else(|| lines().next()) else { return head };
        let line = match line.char_indices().nth(BRIEF) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None => line.to_owned(),
        };
        sentence!("{head}: {line}", "{head}：{line}"; head, line)
    }

    /// What precedes a compiler's output, and the output.
    fn words(&self) -> Option<(Sentence, &str)> {
        match self {
            BuildError::Compile { name, words } => {
                Some((sentence!("{name} does not compile", "{name} 编译失败"), words))
            }
            BuildError::Exceeded { name, what, words } => Some((
                sentence!(
                    "{name} does not compile: the compiler {what}", "{name} 编译失败：编译器{what}"; name, what
                ),
                words,
            )),
            _ => None,
        }
    }

    /// The stage could not do something with a file of its own.
    pub(super) fn stage(path: &Path, error: &io::Error) -> BuildError {
        BuildError::Stage(sentence!("{path}: {error}", "{path}：{error}"; path, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Lang;

    #[test]
    fn a_compilers_words_are_one_line_that_names_the_error() {
        let words = "In file included from a.c:1:\na.c:3:5: error: expected ';'\n    3 | x\n".to_owned();
        let brief = BuildError::Compile { name: "a.c".to_owned(), words }.brief();
        assert_eq!(brief.to(Lang::En), "a.c does not compile: a.c:3:5: error: expected ';'");
        assert_eq!(brief.to(Lang::Zh), "a.c 编译失败：a.c:3:5: error: expected ';'");
        let long = BuildError::Compile { name: "a.c".to_owned(), words: "错".repeat(500) }.brief();
        assert!(long.to(Lang::En).chars().count() < BRIEF + 40, "{long:?}");
        let what = Excess::Memory;
        let silent = BuildError::Exceeded { name: "a.c".to_owned(), what, words: String::new() }.brief();
        assert!(!silent.to(Lang::En).ends_with(':'), "{silent:?}");
    }
}
