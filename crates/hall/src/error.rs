//! Errors of running an event.

use crate::history::HistoryError;
use crate::program_error::ProgramError;
use leitai_arena::StageError;
use leitai_catalog::SetupError;
use leitai_core::{Sentence, Words, errors, sentence};
use leitai_sandbox::{SandboxLevel, Unavailable};
use leitai_store::StoreError;
use leitai_tournament::{EventRefusal, GameId};
use std::io;
use std::path::Path;

errors! {
    /// Why a game could not be played.
    #[derive(Debug)]
    pub enum PlayError {
        /// The program of the named entry could no longer be built or started.
        Program(name: String, why: Sentence) => "{name}: {why}", "{name}：{why}";
        /// This machine lacks something that any game needs. No program is to blame.
        Machine(why: Sentence) => "this machine cannot play now: {why}", "本机现在无法进行对局：{why}";
        /// The stage failed.
        Stage(error: StageError) from;
        /// This version does not accept the rule options.
        Setup(error: SetupError) from;
        /// The game cannot begin with its opening.
        Opening(why: Sentence) => "the opening: {why}", "开局：{why}";
    }
}

impl PlayError {
    /// That the program of an entry of this name cannot be used.
    pub(crate) fn of_program(name: &str, why: &ProgramError) -> PlayError {
        match Sentence::of(why) {
            said if why.is_of_the_machine() => PlayError::Machine(said),
            said => PlayError::Program(name.to_owned(), said),
        }
    }

    /// Whether this machine lacked something, so that the same game may well be played later, or elsewhere.
    pub(crate) fn is_of_the_machine(&self) -> bool {
        match self {
            PlayError::Machine(_) => true,
            PlayError::Stage(error) => error.is_of_the_machine(),
            PlayError::Program(..) | PlayError::Setup(_) | PlayError::Opening(_) => false,
        }
    }

    /// Whether this machine lacked something that it may soon have again.
    pub(crate) fn is_passing(&self) -> bool {
        match self {
            PlayError::Machine(_) => true,
            PlayError::Stage(error) => error.is_passing(),
            PlayError::Program(..) | PlayError::Setup(_) | PlayError::Opening(_) => false,
        }
    }
}

errors! {
    /// Why an event cannot continue.
    #[derive(Debug)]
    pub enum HallError {
        /// The journal could not be read or written.
        Store(error: StoreError) from;
        /// The contents of the journal are invalid.
        History(error: HistoryError) from;
        /// The event has already begun, or has not begun yet.
        Begun(said: Sentence);
        /// The event has not begun in the store.
        NoEvent {
            /// The event's name.
            event: String,
            /// The store, without secrets.
            place: String,
            /// The events that it holds.
            there: Vec<String>,
        } =>
            "\"{event}\" has not begun in {place} (`run` starts it); {known}",
            "“{event}”尚未在 {place} 中开始（用 `run` 开始）；{known}",
            known = match there.as_slice() {
                [] => Sentence::new("it holds no event", "其中没有任何赛事"),
                _ => sentence!("it holds: {there}", "已有：{there}"; there),
            };
        /// The event's file no longer matches what the event began with.
        Differs(what: Sentence) =>
            "the event began with a different {what}, and its draw stands: restore the file, or start another event in \
             another folder (--out)",
            "赛事开始时的{what}与文件不同：抽签结果不变；请恢复文件，或用 --out 在其他文件夹另开一场";
        /// The event of this name was begun anew by somebody else, before its first game was due.
        Anew(event: String) =>
            "\"{event}\" was restarted because its organiser changed it: open it again",
            "“{event}”已由组织者修改并重新开始：请重新打开";
        /// Programs that cannot be built or started, each with the reason.
        Programs(broken: Vec<Sentence>) =>
            "{count} of the programs cannot be prepared:\n{broken}", "{count} 个程序无法就绪：\n{broken}",
            count = broken.len();
        /// An entry added while the event ran has no program that this process could play.
        NoProgram(name: String) =>
            "{name} is not in the event's file, and no program it handed in is kept here",
            "{name} 不在赛事文件中，也没有提交本处保存的程序";
        /// A game could not be played, and no program is to blame.
        Play(game: GameId, error: PlayError) => "{game}: {error}", "{game}：{error}";
        /// This machine cannot play games under these conditions.
        Stage(error: StageError) from;
        /// A worker handed in an invalid result.
        Result(game: GameId, why: Sentence) => "result of {game}: {why}", "{game} 的成绩：{why}";
        /// Games that no worker could play, each with the reason.
        Stuck(stuck: Vec<Sentence>) =>
            "{count} of the games failed too often and need attention (`resume` tries them again):\n{stuck}",
            "{count} 局多次失败，需要人工处理（`resume` 可重试）：\n{stuck}",
            count = stuck.len();
        /// The sandbox cannot be set up.
        Sandbox(error: Unavailable) from;
        /// The sandbox level that this machine can set up is below the one the event requires.
        TooWeak(here: SandboxLevel, wanted: SandboxLevel) =>
            "this machine can set up level {here} of the sandbox, and the event requires {wanted} or better (`leitai \
             doctor` says what would help; `at-least` in the file lowers it)",
            "本机可建立 {here} 级沙箱，而赛事要求至少 {wanted} 级（`leitai doctor` 说明如何改善；可在文件中用 at-least 放宽）";
        /// The organiser has barred the workers of this machine.
        Barred(machine: String) =>
            "the workers of {machine} are barred: their games are played elsewhere; ask the organiser to let them \
             work again (`leitai workers resume {machine} --server ADDRESS`)",
            "{machine} 的对局机已被禁用，其对局改由其他机器进行；请联系组织者，可用 `leitai workers resume {machine} --server ADDRESS` 恢复";
        /// The tournament refused a result or a decision.
        Refused(refusal: EventRefusal) from;
        /// What was shown of a decision before it was made is not its effect any more.
        NotAsShown =>
            "The effect is no longer the one that was shown; nothing was decided. Look again.",
            "裁决的影响与刚才显示的不同，尚未作出裁决。请重新查看。";
        /// A decision would change the pairing of games already played.
        Undoes(games: Vec<String>) =>
            "these games were played but would no longer count, because their pairings would change: {games}; with \
             --replay-following the ruling takes effect and the new pairings are played; without it nothing is \
             decided",
            "以下已赛对局的对阵将改变，因而不再计入：{games}；加 --replay-following 则裁决生效，由新的对阵双方重赛；否则不作裁决";
        /// A file could not be read or written; its path comes first.
        Io(what: String, error: io::Error) => "{what}: {error}", "{what}：{error}";
        /// Another system call failed; the words state its purpose.
        System(what: Words, error: io::Error) => "{what}: {error}", "{what}：{error}";
    }
}

/// Converts an I/O error on a file of ours.
pub(crate) fn io_at(path: &Path) -> impl Fn(io::Error) -> HallError + use<> {
    let name = path.display().to_string();
    move |error| HallError::Io(name.clone(), error)
}
