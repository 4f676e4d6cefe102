//! Errors of running an event.

use crate::history::HistoryError;
use leitai_arena::StageError;
use leitai_catalog::SetupError;
use leitai_core::{Lang, Sentence, Tell, Words};
use leitai_sandbox::{Level, Unavailable};
use leitai_store::StoreError;
use leitai_tournament::{GameId, Refusal};
use std::io;
use std::path::Path;

/// Why a game could not be played.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The program of the named entry could no longer be built or started.
    #[error("{}: {}", .0, .1.to(Lang::En))]
    Program(String, Sentence),
    /// The stage failed.
    #[error(transparent)]
    Stage(#[from] StageError),
    /// This version does not accept the rule options.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl Tell for PlayError {
    fn told(&self, lang: Lang) -> String {
        match (self, lang) {
            (_, Lang::En) => self.to_string(),
            (PlayError::Program(name, why), Lang::Zh) => format!("{name}：{}", why.to(lang)),
            (PlayError::Stage(error), Lang::Zh) => error.told(lang),
            (PlayError::Setup(error), Lang::Zh) => error.told(lang),
        }
    }
}

/// Why an event cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum HallError {
    /// The journal could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The contents of the journal are invalid.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// The event has already begun, or has not begun yet.
    #[error("{}", .0.to(Lang::En))]
    Begun(Sentence),
    /// The event has not begun in the store.
    #[error(
        "\"{event}\" has not begun in {place} (`run` begins it); {}",
        if there.is_empty() { "no event has".to_owned() } else { format!("there is: {}", there.join(", ")) }
    )]
    NoEvent {
        /// The event's name.
        event: String,
        /// The store, without secrets.
        place: String,
        /// The events that it holds.
        there: Vec<String>,
    },
    /// The event's file no longer matches what the event began with.
    #[error(
        "the event began with another {}: what is drawn stands; put the file back as it was, or begin another event in another folder (--out)",
        .0.en
    )]
    Differs(Words),
    /// Programs that cannot be built or started, each with the reason.
    #[error("{} of the programs cannot be made ready:\n{}", .0.len(), lines(.0, Lang::En))]
    Programs(Vec<Sentence>),
    /// A game could not be played, and no program is to blame.
    #[error("{0}: {1}")]
    Play(GameId, PlayError),
    /// This machine cannot play games under these conditions.
    #[error(transparent)]
    Stage(#[from] StageError),
    /// A worker handed in an invalid result.
    #[error("result of {}: {}", .0, .1)]
    Result(GameId, Sentence),
    /// Games that no worker could play, each with the reason.
    #[error("{} of the games could not be played and need a person (`resume` lets them be tried again):\n{}", .0.len(), lines(.0, Lang::En))]
    Stuck(Vec<Sentence>),
    /// The sandbox cannot be set up.
    #[error(transparent)]
    Sandbox(#[from] Unavailable),
    /// The sandbox level that this machine can set up is below the one the event requires.
    #[error(
        "this machine can set up level {0} of the sandbox, and the event asks for {1} or better (`leitai doctor` says what would help; `at-least` in the file lowers it)"
    )]
    TooWeak(Level, Level),
    /// The tournament refused a result or a decision.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// A decision would change the pairing of games already played.
    #[error(
        "games that were played would count no more, since others would meet in them: {}; a decision with \
         --replay-following lets whoever meets by then play them again, and without it nothing is decided",
        .0.join(", ")
    )]
    Undoes(Vec<String>),
    /// A file could not be read or written; its path comes first.
    #[error("{0}: {1}")]
    Io(String, io::Error),
    /// Another system call failed; the words say what it was for.
    #[error("{}: {}", .0.en, .1)]
    System(Words, io::Error),
}

fn lines(said: &[Sentence], lang: Lang) -> String {
    said.iter().map(|said| said.to(lang)).collect::<Vec<_>>().join("\n")
}

impl Tell for HallError {
    fn told(&self, lang: Lang) -> String {
        if lang == Lang::En {
            return self.to_string();
        }
        match self {
            HallError::Store(StoreError::Io(place, error)) => format!("{place}：{}", error.told(lang)),
            HallError::Store(error) => error.zh(),
            HallError::History(error) => error.told(lang),
            HallError::Begun(said) => said.told(lang),
            HallError::NoEvent { event, place, there } => {
                let there = if there.is_empty() {
                    "其中没有任何赛事".to_owned()
                } else {
                    format!("已有：{}", there.join("、"))
                };
                format!("“{event}”尚未在 {place} 中开始（用 `run` 开始）；{there}")
            }
            HallError::Differs(what) => format!(
                "赛事开始时的{}与文件不同：抽签结果不变；请恢复文件，或用 --out 在其他文件夹另开一场",
                what.zh
            ),
            HallError::Programs(broken) => {
                format!("{} 个程序无法就绪：\n{}", broken.len(), lines(broken, lang))
            }
            HallError::Stage(error) => error.told(lang),
            HallError::Play(game, error) => format!("{game}：{}", error.told(lang)),
            HallError::Result(game, why) => format!("{game} 的成绩：{}", why.to(lang)),
            HallError::Stuck(stuck) => {
                format!(
                    "{} 局无法进行，需要人工处理（`resume` 可重试）：\n{}",
                    stuck.len(),
                    lines(stuck, lang)
                )
            }
            HallError::Sandbox(error) => format!("本机无法建立 {} 级沙箱：{}", error.level, error.why.zh()),
            HallError::TooWeak(here, wanted) => format!(
                "本机可建立 {here} 级沙箱，而赛事要求至少 {wanted} 级（`leitai doctor` 说明如何改善；可在文件中用 at-least 放宽）"
            ),
            HallError::Refused(refusal) => refusal.why.told(lang),
            HallError::Undoes(games) => format!(
                "以下已赛对局的对阵将改变，因而不再计入：{}；加 --replay-following 则裁决生效，由新的对阵双方重赛；否则不作裁决",
                games.join("、")
            ),
            HallError::Io(what, error) => format!("{what}：{}", error.told(lang)),
            HallError::System(what, error) => format!("{}：{}", what.zh, error.told(lang)),
        }
    }
}

/// A failure of a file of ours.
pub(crate) fn io_at(path: &Path) -> impl Fn(io::Error) -> HallError + use<> {
    let name = path.display().to_string();
    move |error| HallError::Io(name.clone(), error)
}
