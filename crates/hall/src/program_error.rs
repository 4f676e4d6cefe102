//! Why an entry's program cannot be used.

use leitai_arena::BuildError;
use leitai_core::{Sentence, errors};
use leitai_store::StoreError;
use std::io;
use std::path::PathBuf;

errors! {
    /// Why an entry's program cannot be used.
    #[derive(Debug)]
    pub enum ProgramError {
        /// There is no such player, file or command.
        Unknown(text: String) =>
            "`{text}` is not a program: write a level, 'cmd:program arguments', or the path of a source file, a folder or \
             an executable",
            "“{text}”不是程序：请写级别、'cmd:程序 参数'，或源文件、文件夹、可执行文件的路径";
        /// The command line is malformed, or its program cannot be started.
        Command(line: String, why: Sentence) => "cmd: `{line}`: {why}", "cmd：“{line}”：{why}";
        /// The command needs a file that this machine does not have.
        Absent {
            /// The command line.
            line: String,
            /// The path or name.
            what: String,
        } =>
            "cmd: `{line}`: {what} is not on this machine, and commands are not sent to other machines: install it on \
             every machine that plays, or let `program` name the source file, folder or executable, which is sent",
            "cmd：“{line}”：本机没有 {what}，而命令不会送往其他机器：请放到每台参赛机器上，或在 `program` 中直接写源文件、文件夹或可执行文件（会自动送达）";
        /// It cannot be built.
        Build(error: BuildError) from;
        /// Nothing has been submitted yet.
        Awaited => "its program is to be handed in, and has not been yet", "程序由参赛者提交，尚未提交";
        /// A file could not be read or written.
        Io(path: PathBuf, error: io::Error) => "{path}: {error}", "{path}：{error}";
        /// The store does not have it, or is unavailable.
        Store(error: StoreError) from;
        /// It is in a store, but the event has no store.
        Elsewhere(name: String) =>
            "{name}: its source is in a store, and this event has none", "{name}：其源代码在存储中，而此赛事没有存储";
    }
}

impl ProgramError {
    /// Whether this machine or its store lacked something for a moment: room on a disk, open files, an answer.
    pub(crate) fn is_of_the_machine(&self) -> bool {
        match self {
            ProgramError::Io(..) | ProgramError::Build(BuildError::Stage(_)) => true,
            ProgramError::Store(error) => {
                error.is_passing() || matches!(error, StoreError::Io(..) | StoreError::Full(_))
            }
            _ => false,
        }
    }

    /// The error in one line if the source is to blame, on any machine; `None` if this machine lacks something.
    pub(crate) fn of_the_source(&self) -> Option<Sentence> {
        match self {
            ProgramError::Build(error) if error.is_of_the_source() => Some(error.brief()),
            _ => None,
        }
    }
}
