//! The options of the rules.

use leitai_core::{BadOption, Kind, OptionSpec, OptionWord, Options, Sentence, Words};

/// The rules of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// How the game starts.
    pub start: Start,
    /// How forbidden moves are treated.
    pub bans: Bans,
    /// Most fifth stones that may be announced, 1–12.
    pub max_offers: u8,
}

/// How a game starts (options `opening` and `opening_by`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Start {
    /// Three stones shown with a number, then keep or swap, then that many fifth stones (指定开局、三手交换、五手N打).
    Designated,
    /// One of the 26 openings, drawn by lot and laid by the platform; then stones in turn, starting with white.
    Laid,
    /// Stones in turn from the empty board.
    Free,
}

/// How forbidden moves of black are treated (option `forbidden`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bans {
    /// A forbidden move loses at once.
    Automatic,
    /// A forbidden move loses if white claims it in time.
    Claimed,
    /// No forbidden moves; six or more wins for black too.
    Off,
}

impl Rules {
    /// Most fifth stones that can be announced under any rules: the international limit.
    pub const MOST_OFFERS: u8 = 12;

    /// The rules selected by these options.
    pub(crate) fn read(options: &Options) -> Result<Rules, BadOption> {
        let start = match (options.choice("opening"), options.choice("opening_by")) {
            ("free", "platform") => {
                return Err(BadOption(Sentence::new(
                    "opening_by=platform lays a designated opening; it does not go with opening=free",
                    "opening_by=platform 由平台布下指定开局，不能与 opening=free 同用",
                )));
            }
            ("free", _) => Start::Free,
            (_, "platform") => Start::Laid,
            _ => Start::Designated,
        };
        let bans = match (options.choice("forbidden"), start) {
            ("automatic", _) | ("default", Start::Designated | Start::Laid) => Bans::Automatic,
            ("claimed", _) => Bans::Claimed,
            _ => Bans::Off,
        };
        Ok(Rules { start, bans, max_offers: options.whole("max_offers") as u8 })
    }
}

impl Default for Rules {
    fn default() -> Self {
        Rules { start: Start::Designated, bans: Bans::Automatic, max_offers: Self::MOST_OFFERS }
    }
}

pub(crate) const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "opening",
        kind: Kind::Choice(&[
            OptionWord::new(
                "designated",
                Words::new(
                    "designated opening: three stones shown with a number N, keep or swap, N fifth stones offered",
                    "指定开局（三手交换、五手N打）",
                ),
            ),
            OptionWord::new(
                "free",
                Words::new("free opening, from the empty board", "自由开局，从空棋盘开始"),
            ),
        ]),
        what: Words::new(
            "designated: three stones shown with a number N, keep or swap, N fifth stones offered; free: from the empty board",
            "designated 指定开局（三手交换、五手N打）；free 自由开局",
        ),
    },
    OptionSpec {
        name: "opening_by",
        kind: Kind::Choice(&[
            OptionWord::new(
                "program",
                Words::new(
                    "First shows the designated opening, with the swap and the offers",
                    "指定开局由先手摆出（含三手交换与五手打点）",
                ),
            ),
            OptionWord::new(
                "platform",
                Words::new(
                    "a lot draws one of the 26 designated openings, and white moves next",
                    "由平台抽签摆出 26 种指定开局之一，白方接着下",
                ),
            ),
        ]),
        what: Words::new(
            "who lays a designated opening: program = First shows it, with the swap and the offers; platform = a lot draws one of the 26, white moves next",
            "指定开局由谁摆出：program 先手摆出（含三手交换与五手打点）；platform 由平台抽签摆出 26 种之一，白方接着下",
        ),
    },
    OptionSpec {
        name: "forbidden",
        kind: Kind::Choice(&[
            OptionWord::new(
                "default",
                Words::new(
                    "black's forbidden moves lose at once under a designated opening; there are none under a free one",
                    "黑方禁手：指定开局立即判负，自由开局无禁手",
                ),
            ),
            OptionWord::new(
                "automatic",
                Words::new("black's forbidden moves lose at once", "黑方禁手立即判负"),
            ),
            OptionWord::new(
                "claimed",
                Words::new(
                    "black's forbidden moves lose only if white claims them in time",
                    "黑方禁手须白方及时指出",
                ),
            ),
            OptionWord::new("off", Words::new("no move is forbidden", "无禁手")),
        ]),
        what: Words::new(
            "black's forbidden moves: automatic = they lose at once, claimed = only if white claims in time, off = there are none; default: automatic under designated, off under free",
            "黑方禁手：automatic 立即判负，claimed 须白方及时指出，off 无禁手；default：指定开局为 automatic，自由开局为 off",
        ),
    },
    OptionSpec {
        name: "max_offers",
        kind: Kind::Whole { min: 1, max: Rules::MOST_OFFERS as u64, default: Rules::MOST_OFFERS as u64 },
        what: Words::new("most fifth stones that may be announced", "五手打点数量的上限"),
    },
];
