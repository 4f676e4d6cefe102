//! The decisions of the day in the hall in words.

use super::{Decision, Finding};
use crate::{EntryId, GameId, Sentence};
use leitai_core::{Words, sentence};

/// A decision that is made on the day, without its reason.
pub(super) fn words<'n>(decision: &Decision, name: impl Fn(EntryId) -> &'n str) -> Sentence {
    match decision {
        Decision::Present { entry } => {
            let who = name(*entry);
            sentence!("{who} has checked in", "{who}已签到")
        }
        Decision::Consent { game, by, to } => {
            let who = name(*by);
            sentence!("{who} consents in {game}: {to}", "{game}中{who}同意：{to}"; who, game, to)
        }
        Decision::Slip { .. } | Decision::RefereeSlip { .. } => slip(decision, name),
        Decision::Equipment { game, by } => {
            let who = name(*by);
            sentence!(
                "the equipment of {who} stopped {game} for too long: forfeited",
                "{game}因{who}设备中断超时，判弃权"; who, game
            )
        }
        Decision::Scattered { game, by } => {
            let who = name(*by);
            sentence!(
                "{who} moved stones or scattered the board in {game}, and loses it",
                "{game}中{who}移子或棋局散乱，判负"; who, game
            )
        }
        Decision::Agreed { game, finding } => agreed(game, *finding, name),
        Decision::Result { game, finding } => ruled(game, *finding, name),
        Decision::ProposeStop { game, accepted: true } => sentence!(
            "the referee proposed to stop {game}, and both sides accepted",
            "{game}裁判建议停止行棋，双方同意"
        ),
        Decision::ProposeStop { game, accepted: false } => sentence!(
            "the referee proposed to stop {game}, and play goes on",
            "{game}裁判建议停止行棋，继续行棋"
        ),
        _ => on_paper(decision, name),
    }
}

fn slip<'n>(decision: &Decision, name: impl Fn(EntryId) -> &'n str) -> Sentence {
    match decision {
        Decision::Slip { game, by, restored: true } => {
            let who = name(*by);
            sentence!(
                "{who} made a slip in {game}, and the position was restored",
                "{game}中{who}操作失误，已复盘"; who, game
            )
        }
        Decision::Slip { game, by, restored: false } => {
            let who = name(*by);
            sentence!(
                "{who} made a slip in {game} that could not be restored, and loses it",
                "{game}中{who}操作失误且不能复盘，判负"; who, game
            )
        }
        Decision::RefereeSlip { game, restored_by } => match restored_by[..] {
            [] => sentence!(
                "the referee made a slip in {game} that neither side can restore: it is played again",
                "{game}裁判失误，双方均不能复盘，本局重赛"
            ),
            [one] => {
                let who = name(one);
                sentence!(
                    "the referee made a slip in {game}, and only {who} can restore the position: the other side loses",
                    "{game}裁判失误，仅{who}能复盘，判另一方负"; game, who
                )
            }
            _ => sentence!(
                "the referee made a slip in {game}; both sides restore the position, and it goes on",
                "{game}裁判失误，双方复盘后继续"
            ),
        },
        _ => Sentence::default(),
    }
}

/// What is handed in, answered, or entered from paper.
fn on_paper<'n>(decision: &Decision, name: impl Fn(EntryId) -> &'n str) -> Sentence {
    let listed = |entries: &[EntryId]| -> Vec<String> {
        entries.iter().map(|entry| name(*entry).to_owned()).collect()
    };
    match decision {
        Decision::Lots { lots, witness } => {
            let drawn = lots.iter().map(|lot| {
                let (who, what) = (name(lot.entry), lot.words());
                sentence!("{who}: {what}", "{who}：{what}"; who, what)
            });
            let drawn = drawn.reduce(|all, one| sentence!("{all}, {one}", "{all}，{one}"; all, one));
            let drawn = drawn.unwrap_or_default();
            sentence!(
                "lots drawn by hand, witnessed by {witness}: {drawn}",
                "手工抽签，见证人{witness}：{drawn}"; witness, drawn
            )
        }
        Decision::Object { by, game, document } => {
            let who = name(*by);
            let said = match game {
                Some(game) => {
                    sentence!("{who} objects to the result of {game}", "{who}对{game}的成绩提出异议"; who, game)
                }
                None => sentence!("{who} objects to the schedule", "{who}对赛程提出异议"),
            };
            document
                .iter()
                .fold(said, |said, hash| said.then(&sentence!(" (document {hash})", "（材料 {hash}）")))
        }
        Decision::Answer { objection, upheld } => {
            let answer =
                if *upheld { Words::new("upheld", "成立") } else { Words::new("rejected", "不成立") };
            sentence!("objection {objection} is {answer}", "第{objection}号异议{answer}"; objection, answer)
        }
        Decision::Endorse { ruling } => {
            sentence!("the chief referee confirms ruling {ruling}", "裁判长确认第{ruling}号裁决")
        }
        Decision::Hearing { entries, copied: true } => {
            let names = listed(entries);
            sentence!(
                "heard about their programs and found to have copied, disqualified: {names}",
                "程序审查认定雷同，取消参赛资格：{names}"; names
            )
        }
        Decision::Hearing { entries, copied: false } => {
            let names = listed(entries);
            sentence!(
                "heard about their programs, which were not found to be copied: {names}",
                "程序审查未认定雷同：{names}"; names
            )
        }
        _ => Sentence::default(),
    }
}

fn agreed<'n>(game: &GameId, finding: Finding, name: impl Fn(EntryId) -> &'n str) -> Sentence {
    match finding {
        Finding::Won(entry) => {
            let who = name(entry);
            sentence!("both sides agree that {who} won {game}", "{game}双方同意{who}胜"; who, game)
        }
        Finding::Drawn => sentence!("both sides agree that {game} is a draw", "{game}双方同意和棋"),
        Finding::Nobody => {
            sentence!("both sides agree that neither wins {game}", "{game}双方同意均不得分")
        }
    }
}

fn ruled<'n>(game: &GameId, finding: Finding, name: impl Fn(EntryId) -> &'n str) -> Sentence {
    match finding {
        Finding::Won(entry) => {
            let who = name(entry);
            sentence!("{game} is decided for {who}", "{game}判{who}胜"; game, who)
        }
        Finding::Drawn => sentence!("{game} is decided as a draw", "{game}判和棋"),
        Finding::Nobody => sentence!("{game} is decided against both", "{game}判双方均负"),
    }
}
