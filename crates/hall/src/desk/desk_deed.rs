//! What an operator or a referee does at a desk.

use super::agreed_end::AgreedEnd;
use leitai_core::{Seat, errors};
use std::time::Duration;

/// What an operator or a referee does at a desk.
#[derive(Clone, PartialEq, Debug)]
pub enum DeskDeed {
    /// Plays these acts in the [hand](crate::DeskShown::hand) that is due, chosen at this version of what was shown.
    Play {
        /// The version.
        version: u64,
        /// The acts, in any notation of the game.
        acts: String,
    },
    /// Asks why no act of the other side begins with clicks on these places, at this version of what was shown.
    Why {
        /// The version.
        version: u64,
        /// The places of the scene, one after the other.
        places: Vec<u16>,
    },
    /// Starts the clock of the other side.
    Start,
    /// Stops both clocks, for this reason.
    Stop(String),
    /// Lets the clocks go on.
    Go,
    /// Lets so much more of a side's time count as used, for this reason.
    Charge(Seat, Duration, String),
    /// Sets what a side has left of the whole game, for this reason.
    Set(Seat, Duration, String),
    /// Goes back to where so many plies were complete, with the referee's consent; whose slip it was pays so much. The clocks
    /// stand until they are let go on.
    Back {
        /// So many plies count.
        plies: u32,
        /// Whether what the die showed after them was wrong too, and is entered anew.
        dice: bool,
        /// Whether the referee has consented expressly to a correction more than [the rules allow](crate::CORRECTIONS) this side.
        consent: bool,
        /// Whose slip it was, and what it costs; `None`: nobody's.
        penalty: Option<(Seat, Duration)>,
        /// Why.
        reason: String,
    },
    /// Starts this machine's program again.
    Restart,
    /// This machine's program is killed, as if it had crashed: in a rehearsal.
    Strike,
    /// A side that is entered here gives up.
    Resigns(Seat),
    /// A side, or the referee (`None`), proposes to end the game by consent. It lapses with the next act.
    Proposes(Option<Seat>, AgreedEnd),
    /// A side accepts what is [proposed](crate::DeskShown::proposal); once both do, the game ends so.
    Accepts(Seat),
    /// A side declines what is proposed: play goes on.
    Declines(Seat),
    /// Both sides have agreed that nobody has won.
    Agree,
    /// The referee decides: who has won, or that nobody has.
    Rule(Option<Seat>, String),
}

errors! {
    /// Why nothing was done at a desk.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum DeskError {
        /// No game runs.
        NoGame => "no game is being played at this desk", "本席当前没有对局";
        /// One runs.
        Runs => "a game is being played: finish it first", "对局正在进行：请先下完";
        /// The match is over.
        Over => "all games of this match are over", "本场各局均已下完";
        /// The match in the folder is another one.
        Other(what: leitai_core::Sentence) =>
            "the folder holds another match ({what}): use another folder",
            "该文件夹中是另一场比赛（{what}）：请换一个文件夹";
        /// Another process has the folder of the match.
        Taken(folder: String, holder: leitai_core::Sentence) =>
            "{folder}: a desk is open here already, in {holder}: go on there, or close it first",
            "{folder}：此处的操作席已由{holder}打开：请在那里继续，或先将其关闭";
        /// The side has corrected as many slips as the rules allow.
        Consent(team: String) =>
            "{team} has corrected a slip in this game already, and the rules allow one: once the referee consents to another expressly, add the word `consent`",
            "{team} 本局已复盘一次，规则只允许一次：裁判明确同意再次复盘后，请加上“同意”二字";
        /// A program speaks for that side itself.
        OwnProgram => "that side's program speaks for itself", "该方由程序自行决定";
        /// Nobody proposes anything.
        NoProposal => "nothing is proposed", "当前没有提议";
        /// The game cannot be ended so now.
        NotSo => "play can be stopped for the count only while a side may pass", "只有在一方可以停一手时，才能提议停止行棋数子";
        /// The other side enters its layout first.
        LaysFirst(team: String) => "{team} enters its layout first", "请 {team} 先录入布阵";
        /// That game of the match is not over.
        NotOver => "that game is not over", "该局尚未结束";
        /// The machine lacks something.
        Machine(why: leitai_core::Sentence) => "{why}", "{why}";
    }
}
