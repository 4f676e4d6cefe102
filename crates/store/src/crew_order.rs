//! What the workers of a machine are to do.

use leitai_core::Words;

/// In `crews.leaves`: the process has said so itself.
pub(crate) const LEAVES: i64 = 2;

/// What whoever organises wants of the workers of a machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CrewOrder {
    /// They take games.
    Work,
    /// They take no games until they are to work again; those that run are finished.
    Pause,
    /// Those that work now finish what runs, take nothing more and leave. Who comes later is not meant.
    Drain,
    /// They get no games, and what they hold is for others; no result of theirs is taken.
    Bar,
}

impl CrewOrder {
    /// Every one.
    pub const ALL: [CrewOrder; 4] = [CrewOrder::Work, CrewOrder::Pause, CrewOrder::Drain, CrewOrder::Bar];

    /// Its name, as it is typed.
    pub const fn name(self) -> &'static str {
        match self {
            CrewOrder::Work => "resume",
            CrewOrder::Pause => "pause",
            CrewOrder::Drain => "drain",
            CrewOrder::Bar => "bar",
        }
    }

    /// What the workers of a machine do that was given this order.
    pub const fn words(self) -> Words {
        match self {
            CrewOrder::Work => Words::new("works", "工作"),
            CrewOrder::Pause => Words::new("paused", "已暂停"),
            CrewOrder::Drain => Words::new("leaving", "正在退出"),
            CrewOrder::Bar => Words::new("barred", "已禁用"),
        }
    }

    /// How it is kept for a name, if it is.
    pub(crate) const fn how(self) -> Option<&'static str> {
        match self {
            CrewOrder::Pause => Some("paused"),
            CrewOrder::Bar => Some("barred"),
            CrewOrder::Work | CrewOrder::Drain => None,
        }
    }

    /// As a heartbeat brings it: whether the process was sent away (1), and whether its machine is paused (1) or barred (2).
    pub(crate) fn of(leaves: i64, held: i64) -> CrewOrder {
        match (leaves, held) {
            (_, 2..) => CrewOrder::Bar,
            (1, _) => CrewOrder::Drain,
            (_, 1) => CrewOrder::Pause,
            _ => CrewOrder::Work,
        }
    }
}
