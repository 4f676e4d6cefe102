//! Orders to the workers of a machine.

use leitai_core::Words;

/// In `crews.leaves`: the process itself announced that it is leaving.
pub(crate) const LEAVES: i64 = 2;

/// What an organiser orders the workers of a machine to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CrewOrder {
    /// Take games.
    Work,
    /// Take no games until told to work again; running games are finished.
    Pause,
    /// The workers there now finish their running games, take no more and leave. Later ones are not affected.
    Drain,
    /// They get no games, the games they hold go to others, and none of their results is accepted.
    Bar,
}

impl CrewOrder {
    /// All orders.
    pub const ALL: [CrewOrder; 4] = [CrewOrder::Work, CrewOrder::Pause, CrewOrder::Drain, CrewOrder::Bar];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            CrewOrder::Work => "resume",
            CrewOrder::Pause => "pause",
            CrewOrder::Drain => "drain",
            CrewOrder::Bar => "bar",
        }
    }

    /// Describes the workers of a machine under this order.
    pub const fn words(self) -> Words {
        match self {
            CrewOrder::Work => Words::new("works", "工作"),
            CrewOrder::Pause => Words::new("paused", "已暂停"),
            CrewOrder::Drain => Words::new("leaving", "正在退出"),
            CrewOrder::Bar => Words::new("barred", "已禁用"),
        }
    }

    /// How the order is stored for a machine's name, if it is stored at all.
    pub(crate) const fn how(self) -> Option<&'static str> {
        match self {
            CrewOrder::Pause => Some("paused"),
            CrewOrder::Bar => Some("barred"),
            CrewOrder::Work | CrewOrder::Drain => None,
        }
    }

    /// The order as read by a heartbeat, from whether the process was sent away (1) and whether its machine is paused
    /// (1) or barred (2).
    pub(crate) fn of(leaves: i64, held: i64) -> CrewOrder {
        match (leaves, held) {
            (_, 2..) => CrewOrder::Bar,
            (1, _) => CrewOrder::Drain,
            (_, 1) => CrewOrder::Pause,
            _ => CrewOrder::Work,
        }
    }
}
