//! The parts of decisions: what the command line, its help, the form and the page ask for.

use crate::{EntryId, Finding, GameId, HandLot};
use leitai_core::{ContentHash, Words};

/// A part of a decision, besides who decides and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// An entry.
    Entry,
    /// Entries, at least one.
    Entries,
    /// A game.
    Game,
    /// A game, or none.
    GameIfAny,
    /// One or both sides of the game.
    Sides,
    /// One side of the game.
    Side,
    /// The sides of the game that can restore the position: both, one or none.
    Restorers,
    /// The outcome that is ruled.
    Outcome,
    /// Who consented.
    Consent,
    /// What is asked for.
    Asked,
    /// Whether the chief referee gives leave.
    Leave,
    /// Whether a program failed its validation.
    Invalid,
    /// Whether a position could not be restored.
    Unrestored,
    /// Whether both sides accepted.
    Accepted,
    /// Whether an objection is upheld.
    Upheld,
    /// Whether programs were found to be copied.
    Copied,
    /// What each entry drew by hand.
    Lots,
    /// Who witnessed it.
    Witness,
    /// The hash of a document, or none.
    Document,
    /// An earlier ruling.
    Ruling,
    /// An objection, by the number of its ruling.
    Objection,
    /// A referee's ruling that the chief referee has not confirmed.
    Endorsed,
}

impl Part {
    /// What it is, for a list of arguments.
    pub const fn words(self) -> Words {
        match self {
            Part::Entry | Part::Side => Words::new("The entry", "参赛者"),
            Part::Entries => Words::new("The entries", "参赛者"),
            Part::Game => Words::new("The game", "对局"),
            Part::GameIfAny => {
                Words::new("The game; without it the objection is to the schedule", "对局；不写则针对赛程")
            }
            Part::Sides => {
                Words::new("Who forfeits it; both if neither came", "弃权者；双方均未到场时写两个")
            }
            Part::Restorers => Words::new(
                "Who can restore the position: both sides, one, or none",
                "能复盘者：双方、一方或都不能（不写）",
            ),
            Part::Outcome => {
                Words::new("Who won, or draw, or nobody", "胜者，或 draw（和）、nobody（双方均负）")
            }
            Part::Consent => Words::new("Who consented", "经谁同意"),
            Part::Asked => Words::new("What it consents to", "同意何事"),
            Part::Leave => Words::new(
                "With the chief referee's permission; without it the entry is barred next year",
                "经裁判长允许；否则下一年度不得参赛",
            ),
            Part::Invalid => Words::new(
                "It does not compile or failed its validation: it is listed, and the current program stays",
                "编译或检验未通过：列出，当前程序不变",
            ),
            Part::Unrestored => Words::new(
                "The position was not restored within 3 minutes: the game is lost",
                "三分钟内未能复盘：判该局负",
            ),
            Part::Accepted => Words::new("Both sides accepted", "双方均同意"),
            Part::Upheld => Words::new("The objection is upheld", "异议成立"),
            Part::Copied => Words::new("The programs were found to be copied", "认定程序雷同"),
            Part::Lots => Words::new(
                "Each lot with who drew it: GROUP=NAME (`B=Team 7`, with the place in the group `B3=Team 7`), or PLACE=NAME in a stage without groups",
                "各人所抽的签：组=名称（例如 `B=七队`，连同组内签号为 `B3=七队`）；不分组时为 签号=名称",
            ),
            Part::Witness => Words::new("Who witnessed the draw", "见证人"),
            Part::Document => Words::new(
                "The SHA-256 of the document handed in with it, in hexadecimal",
                "所附材料的 SHA-256（十六进制）",
            ),
            Part::Ruling | Part::Endorsed => Words::new("Its number, from 0", "裁决序号，从 0 起"),
            Part::Objection => Words::new("The number of the objection among the rulings", "异议的裁决序号"),
        }
    }

    /// Whether it is a matter of yes or no, and no where nothing is said.
    pub const fn is_flag(self) -> bool {
        matches!(
            self,
            Part::Leave | Part::Invalid | Part::Unrestored | Part::Accepted | Part::Upheld | Part::Copied
        )
    }
}

/// The parts of one decision, as somebody gave them; each is asked for only where its kind has it.
pub trait Parts {
    /// Why a part cannot be read.
    type Error;
    /// [`Part::Entry`].
    fn entry(&self) -> Result<EntryId, Self::Error>;
    /// [`Part::Entries`].
    fn entries(&self) -> Result<Vec<EntryId>, Self::Error>;
    /// [`Part::Game`].
    fn game(&self) -> Result<GameId, Self::Error>;
    /// [`Part::GameIfAny`].
    fn game_if_any(&self) -> Result<Option<GameId>, Self::Error>;
    /// [`Part::Sides`].
    fn sides(&self) -> Result<Vec<EntryId>, Self::Error>;
    /// [`Part::Side`].
    fn side(&self) -> Result<EntryId, Self::Error>;
    /// [`Part::Restorers`].
    fn restorers(&self) -> Result<Vec<EntryId>, Self::Error>;
    /// [`Part::Outcome`].
    fn outcome(&self) -> Result<Finding, Self::Error>;
    /// [`Part::Consent`], [`Part::Asked`] or [`Part::Witness`].
    fn text(&self, part: Part) -> String;
    /// Whether a part that [is a flag](Part::is_flag) is set.
    fn is_set(&self, part: Part) -> bool;
    /// [`Part::Lots`].
    fn lots(&self) -> Result<Vec<HandLot>, Self::Error>;
    /// [`Part::Document`].
    fn document(&self) -> Result<Option<ContentHash>, Self::Error>;
    /// [`Part::Ruling`], [`Part::Objection`] or [`Part::Endorsed`].
    fn ruling(&self, part: Part) -> Result<u32, Self::Error>;
}
