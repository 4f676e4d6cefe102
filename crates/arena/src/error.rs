//! Failures of the stage itself.

use leitai_core::{Noun, Sentence, Words, errors};
use leitai_sandbox::system::TOO_MANY_FILES;
use std::io;

errors! {
    /// A failure of the stage, not of a program.
    #[derive(Debug)]
    pub enum StageError {
        /// Programs that think on each other's time need a core each, and there are too few for so many concurrent
        /// games.
        TooFewCores {
            /// Number of concurrent games.
            games: usize,
            /// Physical cores that this process may use.
            cores: usize,
        } =>
            "with `ponder` each program needs a core of its own: {games} at once need {need}, but there are {cores}",
            "启用 ponder 时每个程序独占一个核心：同时 {games} 局需要 {need} 个，本机可用 {cores} 个",
            need = 2 * games, games = Noun::GAMES.of(games);
        /// The rules need a referee, and both players are programs.
        NoReferee =>
            "these rules need a human referee, and only programs play", "这些规则需要有人担任裁判，而双方都是程序";
        /// The machine could not set up or start a program, whichever it was: nobody may lose because of it.
        Launch(why: Sentence) =>
            "this machine cannot start programs now: {why}", "本机现在无法启动程序：{why}";
        /// The stage panicked in a game: an internal fault, which says nothing about the players. The result is in
        /// question.
        Panicked {
            /// The panic message.
            words: String,
            /// The location of the panic: a source file, with line and column.
            place: String,
        } =>
            "in question: the stage itself failed in this game; please report it: {words} ({place})",
            "成绩存疑：擂台自身在这一局中出错，请报告：{words}（{place}）";
        /// A file or pipe of the stage failed; the path or name comes first.
        Io(what: String, error: io::Error) => "{what}: {error}", "{what}：{error}";
        /// Another system call of the stage failed; `what` states its purpose.
        System(what: Words, error: io::Error) => "{what}: {error}", "{what}：{error}";
    }
}

impl StageError {
    /// Whether this machine lacked something: no game and no program is to blame, and the same game may well be played
    /// later.
    pub fn is_of_the_machine(&self) -> bool {
        matches!(self, StageError::Launch(_) | StageError::Io(..) | StageError::System(..))
    }

    /// Whether this machine lacks it for the moment: processes, open files, memory, room on a disk.
    pub fn is_passing(&self) -> bool {
        use io::ErrorKind::{OutOfMemory, QuotaExceeded, StorageFull, WouldBlock};
        let is_lack = |error: &io::Error| {
            matches!(error.kind(), OutOfMemory | QuotaExceeded | StorageFull | WouldBlock)
                || TOO_MANY_FILES.iter().any(|lack| error.raw_os_error() == Some(lack.raw_os_error()))
        };
        match self {
            StageError::Launch(_) => true,
            StageError::Io(_, error) | StageError::System(_, error) => is_lack(error),
            _ => false,
        }
    }

    /// The record of a game could not be written.
    pub(crate) fn record(error: io::Error) -> StageError {
        StageError::System(Words::new("record", "对局记录"), error)
    }
}
