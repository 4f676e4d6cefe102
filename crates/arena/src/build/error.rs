//! Why there is nothing to start.

use super::language::Language;
use super::limits::{
    COMPILER_CPU, COMPILER_FILES, COMPILER_MEMORY, COMPILER_TIME, COMPILER_WRITES, LARGEST_SOURCE,
};
use crate::exit::Exit;
use leitai_core::{Lang, Sentence, Tell};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why there is nothing to start.
#[derive(Debug)]
pub enum BuildError {
    /// The path leads nowhere, or cannot be read.
    Missing(PathBuf, io::Error),
    /// No program is known by this ending.
    Unknown(PathBuf),
    /// The folder does not say what to start.
    Folder(PathBuf),
    /// A file that was handed in cannot be taken.
    Source {
        /// Its name.
        name: String,
        /// What is wrong with it.
        wrong: Wrong,
    },
    /// What travelled as a folder is none that was packed for travelling.
    Archive {
        /// The folder's name.
        name: String,
        /// What is wrong with it, in the system's words.
        error: io::Error,
    },
    /// The executable of this name was made for machines of another kind.
    Foreign(String),
    /// The script is started by an interpreter that this machine has not.
    NoInterpreter {
        /// The script's name.
        name: String,
        /// The interpreter.
        interpreter: String,
    },
    /// The machine has no compiler or interpreter for it.
    NoTool {
        /// The language.
        language: Language,
        /// What was looked for.
        tools: String,
    },
    /// It does not compile.
    Compile {
        /// The source's name.
        name: String,
        /// The compiler's own words, paths shortened, cut.
        words: String,
    },
    /// It does not compile, and the compiler does not say why.
    Silent {
        /// The source's name.
        name: String,
        /// How the compiler left.
        exit: Exit,
    },
    /// The compiler had to be ended, or gave up, for it used more than it may.
    Exceeded {
        /// The source's name.
        name: String,
        /// Of what.
        what: Excess,
        /// What the compiler said until then, paths shortened, cut.
        words: String,
    },
    /// The stage itself failed; what, and the system's reason.
    Stage(Sentence),
}

/// What is wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// Larger than that many bytes.
    Large(u64),
    /// There is nothing in it.
    Empty,
    /// A byte zero, at this offset from 0: it is no text, or one in UTF-16.
    Nul(usize),
    /// A link.
    Link,
    /// Neither a file nor a folder.
    Special,
    /// With it the folder has more than that many files.
    Many(usize),
    /// More than that many folders lie within each other.
    Deep(usize),
    /// Of a folder that travelled: a name that leads out of it, is there twice, or is out of order.
    Name,
    /// Its first line chooses a standard that there is not.
    Standard {
        /// What it chose.
        chosen: String,
        /// What could be chosen.
        known: String,
    },
}

/// What a compiler may use only so much of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Excess {
    /// Processor time.
    Processor,
    /// Time.
    Wall,
    /// Memory.
    Memory,
    /// Bytes written.
    Written,
    /// Files written.
    Files,
}

impl BuildError {
    /// The stage could not do something with a file of its own.
    pub(super) fn stage(path: &Path, error: &io::Error) -> BuildError {
        let (en, zh) = (error.told(Lang::En), error.told(Lang::Zh));
        BuildError::Stage(Sentence::new(
            format!("{}: {en}", path.display()),
            format!("{}：{zh}", path.display()),
        ))
    }
}

/// What, where, and what to do.
impl Tell for BuildError {
    fn told(&self, lang: Lang) -> String {
        let zh = lang == Lang::Zh;
        match self {
            BuildError::Missing(path, error) => {
                format!("{}{}{}", path.display(), colon(zh), error.told(lang))
            }
            BuildError::Unknown(path) if zh => {
                format!("{}：不是程序：既不可执行，也不是源文件（{}）", path.display(), Language::endings())
            }
            BuildError::Unknown(path) => format!(
                "{}: not a program: it is neither executable nor a source file ({})",
                path.display(),
                Language::endings()
            ),
            BuildError::Folder(path) if zh => format!(
                "{}：这个文件夹中没有程序；应有一个源文件、一个 main.* 文件，或若干 C、C++、Go、Java、C# 源文件",
                path.display()
            ),
            BuildError::Folder(path) => format!(
                "{}: no program in this folder; it needs one source file, or main.*, or several files of C, C++, Go, \
                 Java or C#",
                path.display()
            ),
            BuildError::Source { name, wrong } => format!("{name}{}{}", colon(zh), wrong.said(zh)),
            BuildError::Archive { name, error } if zh => {
                format!("{name}：传来的文件夹无法读取：{}；请重新提交", error.told(lang))
            }
            BuildError::Archive { name, error } => {
                format!(
                    "{name}: the folder that travelled cannot be read: {}; hand it in again",
                    error.told(lang)
                )
            }
            BuildError::Foreign(name) if zh => {
                format!("{name} 是为其他类型的机器编译的；请提交源文件，或只用同类机器（--class）")
            }
            BuildError::Foreign(name) => format!(
                "{name} was made for machines of another kind; hand in its source, or let machines of its kind alone \
                 play (--class)"
            ),
            BuildError::NoInterpreter { name, interpreter } if zh => {
                format!("{name} 由 {interpreter} 启动，而本机没有安装")
            }
            BuildError::NoInterpreter { name, interpreter } => {
                format!("{name} is started by {interpreter}, which is not installed here")
            }
            BuildError::NoTool { language, tools } if zh => {
                format!("本机没有安装 {}；需要以下之一：{tools}", language.name())
            }
            BuildError::NoTool { language, tools } => {
                format!("{} is not installed here; one of these is needed: {tools}", language.name())
            }
            BuildError::Compile { name, words } if zh => format!("{name} 编译失败：\n{words}"),
            BuildError::Compile { name, words } => format!("{name} does not compile:\n{words}"),
            BuildError::Silent { name, exit } => {
                let said = if zh { "编译失败：编译器" } else { "does not compile: the compiler " };
                format!("{name} {said}{}", exit.said().to(lang))
            }
            BuildError::Exceeded { name, what, words } => {
                let words = if words.is_empty() { String::new() } else { format!("\n{words}") };
                let what = what.said(zh);
                if zh {
                    format!("{name} 编译失败：编译器{what}{words}")
                } else {
                    format!("{name} does not compile: the compiler {what}{words}")
                }
            }
            BuildError::Stage(why) if zh => format!("编译无法进行：{}", why.to(lang)),
            BuildError::Stage(why) => format!("nothing can be compiled: {why}"),
        }
    }
}

const fn colon(zh: bool) -> &'static str {
    if zh { "：" } else { ": " }
}

impl Wrong {
    fn said(&self, zh: bool) -> String {
        match self {
            Wrong::Large(most) if zh => format!("太大：最多 {most} 字节（源文件 {LARGEST_SOURCE} 字节）"),
            Wrong::Large(most) => format!("too large: at most {most} bytes (a source {LARGEST_SOURCE})"),
            Wrong::Empty if zh => "空文件".to_owned(),
            Wrong::Empty => "the file is empty".to_owned(),
            Wrong::Nul(at) if zh => format!("第 {at} 字节为零，不是文本；请存为 UTF-8（而非 UTF-16）"),
            Wrong::Nul(at) => format!("no text: byte {at} is zero; save it as UTF-8 (not UTF-16)"),
            Wrong::Link if zh => "是链接；请提交文件本身".to_owned(),
            Wrong::Link => "a link; hand in the file itself".to_owned(),
            Wrong::Special if zh => "不是普通文件".to_owned(),
            Wrong::Special => "neither a file nor a folder".to_owned(),
            Wrong::Many(most) if zh => format!("文件太多：文件夹中最多 {most} 个"),
            Wrong::Many(most) => format!("one file too many: a folder may have {most}"),
            Wrong::Deep(most) if zh => format!("文件夹嵌套太深：最多 {most} 层"),
            Wrong::Deep(most) => format!("too deep: at most {most} folders within each other"),
            Wrong::Name if zh => "传来的文件夹中不应有此文件名；请重新提交".to_owned(),
            Wrong::Name => "no name for a file of a folder that travelled; hand it in again".to_owned(),
            Wrong::Standard { chosen, known } if zh => {
                format!("首行选择的标准 `{chosen}` 不可用；可选：{known}")
            }
            Wrong::Standard { chosen, known } => {
                format!("its first line chooses the standard `{chosen}`; there are: {known}")
            }
        }
    }
}

impl Excess {
    fn said(self, zh: bool) -> String {
        let (cpu, wall) = (COMPILER_CPU.as_secs(), COMPILER_TIME.as_secs());
        let (memory, written, files) = (COMPILER_MEMORY, COMPILER_WRITES >> 20, COMPILER_FILES);
        match self {
            Excess::Processor if zh => format!("所用的处理器时间超过 {cpu} 秒"),
            Excess::Processor => format!("took more than {cpu} s of processor time"),
            Excess::Wall if zh => format!("用时超过 {wall} 秒"),
            Excess::Wall => format!("took more than {wall} s"),
            Excess::Memory if zh => format!("所用的内存超过 {memory}"),
            Excess::Memory => format!("used more than {memory} of memory"),
            Excess::Written if zh => format!("写入的数据超过 {written} MB"),
            Excess::Written => format!("wrote more than {written} MB"),
            Excess::Files if zh => format!("写入的文件超过 {files} 个"),
            Excess::Files => format!("wrote more than {files} files"),
        }
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(Lang::En))
    }
}

impl std::error::Error for BuildError {}
