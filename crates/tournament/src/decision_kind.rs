//! The kinds of decisions that people make, and the parts of each: the command line, its help, the form and the page are
//! made from these.

use crate::{Decision, EntryId, Finding, GameId};
use leitai_core::Words;

/// A part of a decision, besides who decides and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// An entry.
    Entry,
    /// Entries, at least one.
    Entries,
    /// A game.
    Game,
    /// One or both sides of the game.
    Sides,
    /// One side of the game.
    Side,
    /// The outcome that is ruled.
    Outcome,
    /// Who consented.
    Consent,
    /// Whether the chief referee gives leave.
    Leave,
    /// Whether a program failed its validation.
    Invalid,
    /// An earlier ruling.
    Ruling,
}

impl Part {
    /// What it is, for a list of arguments.
    pub const fn words(self) -> Words {
        match self {
            Part::Entry | Part::Side => Words::new("The entry", "参赛者"),
            Part::Entries => Words::new("The entries", "参赛者"),
            Part::Game => Words::new("The game", "对局"),
            Part::Sides => {
                Words::new("Who forfeits it; both if neither came", "弃权者；双方均未到场时写两个")
            }
            Part::Outcome => {
                Words::new("Who won, or draw, or nobody", "胜者，或 draw（和）、nobody（双方均负）")
            }
            Part::Consent => Words::new("Who consented", "经谁同意"),
            Part::Leave => Words::new(
                "With the chief referee's permission; without it the entry is barred next year",
                "经裁判长允许；否则下一年度不得参赛",
            ),
            Part::Invalid => Words::new(
                "It does not compile or failed its validation: it is listed, and the current program stays",
                "编译或检验未通过：列出，当前程序不变",
            ),
            Part::Ruling => Words::new("Its number, from 0", "裁决序号，从 0 起"),
        }
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
    /// [`Part::Sides`].
    fn sides(&self) -> Result<Vec<EntryId>, Self::Error>;
    /// [`Part::Side`].
    fn side(&self) -> Result<EntryId, Self::Error>;
    /// [`Part::Outcome`].
    fn outcome(&self) -> Result<Finding, Self::Error>;
    /// [`Part::Consent`].
    fn consent(&self) -> String;
    /// [`Part::Leave`] or [`Part::Invalid`].
    fn is_set(&self, part: Part) -> bool;
    /// [`Part::Ruling`].
    fn ruling(&self) -> Result<u32, Self::Error>;
}

/// Where a kind of decision is offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offered {
    /// Everywhere.
    Everywhere,
    /// At the command line, and on the pages of ladders.
    ForLadders,
}

/// A kind of decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecisionKind {
    /// Its name in commands and addresses.
    pub name: &'static str,
    /// What it does, as a command.
    pub help: Words,
    /// What it does, in a list of kinds.
    pub words: Words,
    /// What it needs, in this order.
    pub parts: &'static [Part],
    /// Where it is offered.
    pub offered: Offered,
}

macro_rules! kinds {
    ($($name:literal [$($part:ident),*] $offered:ident $help:expr, $words:expr, $given:ident => $decision:expr;)*) => {
        impl DecisionKind {
            /// All kinds, in the order in which they are listed.
            pub const ALL: &[DecisionKind] = &[$(DecisionKind {
                name: $name,
                help: $help,
                words: $words,
                parts: &[$(Part::$part),*],
                offered: Offered::$offered,
            }),*];

            /// The decision of this kind with these parts.
            pub fn decision<P: Parts>(&self, given: &P) -> Result<Decision, P::Error> {
                match self.name {
                    $($name => {
                        let $given = given;
                        Ok($decision)
                    })*
                    _ => unreachable!("kinds are made here only"),
                }
            }
        }
    };
}

kinds! {
    "withdraw" [Entry, Leave] Everywhere
        Words::new("Withdraw an entry: its games not yet played are forfeited", "退赛：未进行的对局判弃权"),
        Words::new("An entry withdraws: it forfeits the games that it has not played", "退赛：未赛对局判弃权"),
        given => Decision::Withdraw { entry: given.entry()?, leave: given.is_set(Part::Leave) };
    "disqualify" [Entries] Everywhere
        Words::new("Disqualify entries, which are not ranked", "取消参赛资格，不列名次"),
        Words::new("Entries are disqualified: out, and not ranked", "取消参赛资格：出局，不列名次"),
        given => Decision::Disqualify { entries: given.entries()? };
    "late" [Entry] Everywhere
        Words::new("Remove a team that was late as a whole", "全队迟到，取消本项比赛"),
        Words::new("An entry did not show up in time: it is out", "迟到：取消本项比赛"),
        given => Decision::Absent { entry: given.entry()? };
    "excuse" [Entry] Everywhere
        Words::new("Excuse a delay", "准许延误"),
        Words::new("A delay is excused", "准许延误"),
        given => Decision::Excuse { entry: given.entry()? };
    "forfeit" [Game, Sides] Everywhere
        Words::new("Declare a game forfeited", "判一局弃权"),
        Words::new("A game is forfeited by one side, or by both", "判一方或双方弃权"),
        given => Decision::Forfeit { game: given.game()?, by: given.sides()? };
    "meddling" [Game, Side] Everywhere
        Words::new(
            "Punish changing a program or meddling with its run: the game is lost, and the second time the entry is out",
            "更换程序或干预运行：首次判该局负，再次取消比赛",
        ),
        Words::new(
            "A side tampered with its program: it loses the game, and the second time it is out",
            "干预程序运行：该局判负，第二次出局",
        ),
        given => Decision::Meddling { game: given.game()?, by: given.side()? };
    "override" [Game, Outcome] Everywhere
        Words::new("Replace a recorded result; the original is kept with it", "改判已有成绩，原成绩一并保留"),
        Words::new("A result is replaced; the original is kept beside it", "改判：原成绩保留在旁"),
        given => Decision::Override { game: given.game()?, finding: given.outcome()? };
    "question" [Game] Everywhere
        Words::new(
            "Question a result: it waits for `uphold`, `replay` or `override`",
            "成绩存疑，待 uphold、replay 或 override",
        ),
        Words::new("A result is in doubt, and waits", "成绩存疑，待裁定"),
        given => Decision::Question { game: given.game()? };
    "uphold" [Game] Everywhere
        Words::new("Let a game in doubt count as recorded", "存疑的一局维持原成绩"),
        Words::new("A game in doubt counts as recorded", "维持原成绩"),
        given => Decision::Uphold { game: given.game()? };
    "replay" [Game, Consent] Everywhere
        Words::new("Have a recorded game played again", "已有成绩的一局重赛"),
        Words::new("A game is played again, with consent", "经同意重赛"),
        given => Decision::Replay { game: given.game()?, consent: given.consent() };
    "confirm" [Game, Side] Everywhere
        Words::new("Confirm a result for one side", "一方确认成绩"),
        Words::new("A side confirms a result", "一方确认成绩"),
        given => Decision::Confirm { game: given.game()?, by: given.side()? };
    "submit" [Entry, Invalid] ForLadders
        Words::new(
            "Give an entry a new program: what the event's file names now",
            "参赛者换用新程序（赛事文件中现写的程序）",
        ),
        Words::new(
            "An entry has a new program: what the event's file names now",
            "参赛者换用新程序（赛事文件中现写的程序）",
        ),
        given => Decision::Submit { entry: given.entry()?, accepted: !given.is_set(Part::Invalid), program: None };
    "close" [] ForLadders
        Words::new("Close submissions", "提交截止"),
        Words::new(
            "Submissions are closed: the rank counts once the last game is played",
            "截止提交：末局下完后名次生效",
        ),
        _given => Decision::Close;
    "revoke" [Ruling] Everywhere
        Words::new("Take back an earlier ruling", "撤销先前的裁决"),
        Words::new("An earlier ruling is taken back", "撤销先前的裁决"),
        given => Decision::Revoke { ruling: given.ruling()? };
}

impl DecisionKind {
    /// The kind of this name.
    pub fn named(name: &str) -> Option<&'static DecisionKind> {
        DecisionKind::ALL.iter().find(|kind| kind.name == name)
    }
}
