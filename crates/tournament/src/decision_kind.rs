//! The kinds of decisions that people make, and the parts of each: the command line, its help, the form and the page are
//! made from these.

use crate::decision_part::{Part, Parts};
use crate::{Decision, Role};
use leitai_core::Words;

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
    /// In whose name it can be made.
    pub by: &'static [Role],
    /// Where it is offered.
    pub offered: Offered,
}

/// Who rules on what happens at a table.
const REFEREES: &[Role] = &[Role::Referee, Role::ChiefReferee];
/// Who decides a result.
const JUDGES: &[Role] = &[Role::Referee, Role::ChiefReferee, Role::ArbitrationPanel];
/// Who runs the day.
const OFFICIALS: &[Role] = &[Role::Referee, Role::ChiefReferee, Role::Organiser];
/// Who may hear a team about its program.
const HEARERS: &[Role] = &[Role::ChiefReferee, Role::ArbitrationPanel, Role::Organiser];
/// Who may say what a side consents to: the side, or the referee who heard it.
const SIDES: &[Role] = &[Role::Leader, Role::Captain, Role::Referee, Role::ChiefReferee];
const LEADERS: &[Role] = &[Role::Leader];
const PANEL: &[Role] = &[Role::ArbitrationPanel];
const CHIEF: &[Role] = &[Role::ChiefReferee];
const ANYBODY: &[Role] = &Role::ALL;

macro_rules! kinds {
    ($($name:literal $variant:ident [$($part:ident),*] $offered:ident $by:ident
        $help:expr, $words:expr, $given:ident => $decision:expr;)*) => {
        impl DecisionKind {
            /// All kinds, in the order in which they are listed.
            pub const ALL: &[DecisionKind] = &[$(DecisionKind {
                name: $name,
                help: $help,
                words: $words,
                parts: &[$(Part::$part),*],
                by: $by,
                offered: Offered::$offered,
            }),*];

            /// The kind of a decision; `None` for that by which a newcomer enters, which nobody rules.
            pub fn of(decision: &Decision) -> Option<&'static DecisionKind> {
                match decision {
                    $(Decision::$variant { .. } => DecisionKind::named($name),)*
                    Decision::Enter { .. } => None,
                }
            }

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
    "withdraw" Withdraw [Entry, Leave] Everywhere ANYBODY
        Words::new("Withdraw an entry: its games not yet played are forfeited", "退赛：未进行的对局判弃权"),
        Words::new("An entry withdraws: it forfeits the games that it has not played", "退赛：未赛对局判弃权"),
        given => Decision::Withdraw { entry: given.entry()?, leave: given.is_set(Part::Leave) };
    "disqualify" Disqualify [Entries] Everywhere ANYBODY
        Words::new("Disqualify entries, which are not ranked", "取消参赛资格，不列名次"),
        Words::new("Entries are disqualified: out, and not ranked", "取消参赛资格：出局，不列名次"),
        given => Decision::Disqualify { entries: given.entries()? };
    "late" Absent [Entry] Everywhere ANYBODY
        Words::new("Remove a team that was late as a whole", "全队迟到，取消本项比赛"),
        Words::new("An entry did not show up in time: it is out", "迟到：取消本项比赛"),
        given => Decision::Absent { entry: given.entry()? };
    "excuse" Excuse [Entry] Everywhere ANYBODY
        Words::new("Excuse a delay", "准许延误"),
        Words::new("A delay is excused", "准许延误"),
        given => Decision::Excuse { entry: given.entry()? };
    "forfeit" Forfeit [Game, Sides] Everywhere ANYBODY
        Words::new("Declare a game forfeited", "判一局弃权"),
        Words::new("A game is forfeited by one side, or by both", "判一方或双方弃权"),
        given => Decision::Forfeit { game: given.game()?, by: given.sides()? };
    "meddling" Meddling [Game, Side] Everywhere ANYBODY
        Words::new(
            "Punish changing a program or meddling with its run: the game is lost, and the second time the entry is out",
            "更换程序或干预运行：首次判该局负，再次取消比赛",
        ),
        Words::new(
            "A side tampered with its program: it loses the game, and the second time it is out",
            "干预程序运行：该局判负，第二次出局",
        ),
        given => Decision::Meddling { game: given.game()?, by: given.side()? };
    "override" Override [Game, Outcome] Everywhere ANYBODY
        Words::new("Replace a recorded result; the original is kept with it", "改判已有成绩，原成绩一并保留"),
        Words::new("A result is replaced; the original is kept beside it", "改判：原成绩保留在旁"),
        given => Decision::Override { game: given.game()?, finding: given.outcome()? };
    "question" Question [Game] Everywhere ANYBODY
        Words::new(
            "Question a result: it waits for `uphold`, `replay` or `override`",
            "成绩存疑，待 uphold、replay 或 override",
        ),
        Words::new("A result is in doubt, and waits", "成绩存疑，待裁定"),
        given => Decision::Question { game: given.game()? };
    "uphold" Uphold [Game] Everywhere ANYBODY
        Words::new("Let a game in doubt count as recorded", "存疑的一局维持原成绩"),
        Words::new("A game in doubt counts as recorded", "维持原成绩"),
        given => Decision::Uphold { game: given.game()? };
    "replay" Replay [Game, Consent] Everywhere ANYBODY
        Words::new("Have a recorded game played again", "已有成绩的一局重赛"),
        Words::new("A game is played again, with consent", "经同意重赛"),
        given => Decision::Replay { game: given.game()?, consent: given.text(Part::Consent) };
    "confirm" Confirm [Game, Side] Everywhere ANYBODY
        Words::new("Confirm a result for one side", "一方确认成绩"),
        Words::new("A side confirms a result", "一方确认成绩"),
        given => Decision::Confirm { game: given.game()?, by: given.side()? };
    "present" Present [Entry] Everywhere OFFICIALS
        Words::new("Note that a team has checked in", "签到"),
        Words::new("A team has checked in", "签到"),
        given => Decision::Present { entry: given.entry()? };
    "consent" Consent [Game, Side, Asked] Everywhere SIDES
        Words::new("Note what a side consents to", "记录一方同意何事"),
        Words::new("A side consents to what it is asked for", "一方同意所询事项"),
        given => Decision::Consent { game: given.game()?, by: given.side()?, to: given.text(Part::Asked) };
    "slip" Slip [Game, Side, Unrestored] Everywhere REFEREES
        Words::new(
            "Note an operator's slip: restored once a game; the second one, or one not restored in 3 minutes, loses it",
            "操作失误：每局可复盘一次；第二次或三分钟内不能复盘，判该局负",
        ),
        Words::new(
            "An operator's slip: restored once a game; the second one, or one that cannot be restored, loses it",
            "操作失误：每局可复盘一次；第二次或不能复盘判负",
        ),
        given => Decision::Slip {
            game: given.game()?,
            by: given.side()?,
            restored: !given.is_set(Part::Unrestored),
        };
    "referee-slip" RefereeSlip [Game, Restorers] Everywhere JUDGES
        Words::new(
            "Note the referee's slip: with both sides able to restore it the game goes on, one alone wins, neither: it is played again",
            "裁判失误：双方都能复盘则继续，仅一方能则另一方判负，都不能则重赛",
        ),
        Words::new(
            "The referee's slip: both can restore the position, or one alone, who wins, or neither: it is played again",
            "裁判失误：双方能复盘则继续，仅一方能则其胜，都不能则重赛",
        ),
        given => Decision::RefereeSlip { game: given.game()?, restored_by: given.restorers()? };
    "equipment" Equipment [Game, Side] Everywhere REFEREES
        Words::new(
            "Forfeit a game whose side's equipment stopped play for more than 10 minutes (`excuse` lets it pass)",
            "设备原因中断超过十分钟，判该局弃权（经裁判同意者用 `excuse`）",
        ),
        Words::new(
            "The equipment of a side stopped play for more than 10 minutes: it forfeits the game",
            "设备原因中断超过十分钟：该局弃权",
        ),
        given => Decision::Equipment { game: given.game()?, by: given.side()? };
    "scattered" Scattered [Game, Side] Everywhere REFEREES
        Words::new("Rule a game lost by a side that moved stones or scattered the board", "移子或棋局散乱，判负"),
        Words::new("A side moved stones or scattered the board: it loses the game", "移子或棋局散乱：判负"),
        given => Decision::Scattered { game: given.game()?, by: given.side()? };
    "propose-stop" ProposeStop [Game, Accepted] Everywhere REFEREES
        Words::new(
            "Note that the referee proposed to stop where nobody can change anything, and whether both accepted",
            "裁判建议停止行棋（双方已无法改变局面）及双方是否同意",
        ),
        Words::new(
            "The referee proposes to stop: if both accept he counts, and rules the result",
            "裁判建议停止行棋：双方同意则由裁判数子判定",
        ),
        given => Decision::ProposeStop { game: given.game()?, accepted: given.is_set(Part::Accepted) };
    "agreed" Agreed [Game, Outcome] Everywhere REFEREES
        Words::new("End a game without a result as both sides agree", "双方同意：尚无成绩的一局就此结束"),
        Words::new("Both sides agree how a game ends", "双方同意的结果"),
        given => Decision::Agreed { game: given.game()?, finding: given.outcome()? };
    "result" Result [Game, Outcome] Everywhere JUDGES
        Words::new("Rule the result of a game that has none", "判定尚无成绩的一局的结果"),
        Words::new("A game that has no result gets one", "判定尚无成绩的一局"),
        given => Decision::Result { game: given.game()?, finding: given.outcome()? };
    "lots" Lots [Lots, Witness] Everywhere OFFICIALS
        Words::new("Enter lots drawn by hand: the draw of the first stage follows them", "录入手工抽签：第一阶段按此编排"),
        Words::new("Lots were drawn by hand: the draw of the first stage follows them", "手工抽签：第一阶段按此编排"),
        given => Decision::Lots { lots: given.lots()?, witness: given.text(Part::Witness) };
    "object" Object [Entry, GameIfAny, Document] Everywhere LEADERS
        Words::new("Object to a result, or to the schedule, for a team", "领队对成绩或赛程提出异议"),
        Words::new("A leader objects to a result, or to the schedule", "领队对成绩或赛程提出异议"),
        given => Decision::Object {
            by: given.entry()?,
            game: given.game_if_any()?,
            document: given.document()?,
        };
    "answer-objection" Answer [Objection, Upheld] Everywhere PANEL
        Words::new(
            "Answer an objection; what follows from one that is upheld (`question`, `replay`, `override`) is ruled beside it",
            "答复异议；成立时另作裁决（question、replay、override）",
        ),
        Words::new(
            "The panel answers an objection; what follows from one that is upheld is a ruling of its own",
            "仲裁组答复异议；成立时另作裁决",
        ),
        given => Decision::Answer {
            objection: given.ruling(Part::Objection)?,
            upheld: given.is_set(Part::Upheld),
        };
    "endorse" Endorse [Endorsed] Everywhere CHIEF
        Words::new(
            "Confirm, as the chief referee, what a referee ruled at a table; it counted before",
            "裁判长确认裁判在桌边所作的裁决（确认前已生效）",
        ),
        Words::new("The chief referee confirms what a referee ruled at a table", "裁判长确认裁判的裁决"),
        given => Decision::Endorse { ruling: given.ruling(Part::Endorsed)? };
    "hearing" Hearing [Entries, Copied] Everywhere HEARERS
        Words::new("Note a hearing about copied programs; those found to be copied are disqualified", "程序雷同的审查；认定雷同者取消资格"),
        Words::new("A hearing about copied programs: those found to be copied are out", "程序雷同的审查：认定雷同则出局"),
        given => Decision::Hearing { entries: given.entries()?, copied: given.is_set(Part::Copied) };
    "submit" Submit [Entry, Invalid] ForLadders ANYBODY
        Words::new(
            "Give an entry a new program: what the event's file names now",
            "参赛者换用新程序（赛事文件中现写的程序）",
        ),
        Words::new(
            "An entry has a new program: what the event's file names now",
            "参赛者换用新程序（赛事文件中现写的程序）",
        ),
        given => Decision::Submit { entry: given.entry()?, accepted: !given.is_set(Part::Invalid), program: None };
    "close" Close [] ForLadders ANYBODY
        Words::new("Close submissions", "提交截止"),
        Words::new(
            "Submissions are closed: the rank counts once the last game is played",
            "截止提交：末局下完后名次生效",
        ),
        _given => Decision::Close;
    "revoke" Revoke [Ruling] Everywhere ANYBODY
        Words::new("Take back an earlier ruling", "撤销先前的裁决"),
        Words::new("An earlier ruling is taken back", "撤销先前的裁决"),
        given => Decision::Revoke { ruling: given.ruling(Part::Ruling)? };
}

impl DecisionKind {
    /// The kind of this name.
    pub fn named(name: &str) -> Option<&'static DecisionKind> {
        DecisionKind::ALL.iter().find(|kind| kind.name == name)
    }
}
