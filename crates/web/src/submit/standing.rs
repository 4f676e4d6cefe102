//! The state of a submission, in a few words and step by step.

use leitai_core::{Sentence, sentence};
use leitai_hall::{Findings, GameStands, ValidationGame, lasting};
use leitai_pages::StepStands;
use leitai_store::{Submission, SubmissionState};
use std::collections::BTreeMap;
use std::time::Duration;

/// The submission in force of each entry, by the entry's name: the newest that was accepted.
pub(crate) fn in_force(all: &[Submission]) -> BTreeMap<&str, i64> {
    let accepted = all.iter().filter(|one| one.state == SubmissionState::Accepted);
    accepted.map(|one| (one.entry.as_str(), one.id)).collect()
}

/// The step at which a submission was refused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Failed {
    Compiling,
    Checking,
    Validating,
}

fn failed(one: &Submission) -> Option<Failed> {
    if one.state != SubmissionState::Refused {
        return None;
    }
    Some(match &one.findings {
        None => Failed::Compiling,
        Some(_) if !Findings::of(one).is_sound() => Failed::Checking,
        Some(_) => Failed::Validating,
    })
}

/// Its state in a few words; `is_in_force` if its entry plays with it.
pub(crate) fn standing(one: &Submission, is_in_force: bool) -> Sentence {
    match (one.state, failed(one)) {
        (_, Some(Failed::Compiling)) if one.log.is_some() => Sentence::new("does not compile", "编译失败"),
        (_, Some(Failed::Compiling)) => Sentence::new("refused", "未通过"),
        (_, Some(Failed::Checking)) => Sentence::new("failed the protocol check", "未通过协议检查"),
        (_, Some(Failed::Validating)) => Sentence::new("failed its validation games", "未通过验证对局"),
        (SubmissionState::Received, _) => Sentence::new("waiting", "等待处理"),
        (SubmissionState::Compiling, _) => Sentence::new("compiling", "编译中"),
        (SubmissionState::Checking, _) => Sentence::new("checking the protocol", "协议检查中"),
        (SubmissionState::Validating, _) => Sentence::new("validation games", "验证对局"),
        _ if is_in_force => Sentence::new("current program", "当前版本"),
        _ => Sentence::new("replaced", "历史版本"),
    }
}

/// Its state with its place in the queue: `ahead` is how many go before it, `wait` about how long that takes.
pub(super) fn placed(
    one: &Submission,
    is_in_force: bool,
    games: &[ValidationGame],
    ahead: Option<u64>,
    wait: Option<Duration>,
) -> Sentence {
    let said = standing(one, is_in_force);
    let said = if one.state == SubmissionState::Validating {
        let (played, all) = (played(games), games.len());
        sentence!("{said} {played}/{all}", "{said} {played}/{all}"; said)
    } else {
        said
    };
    match (ahead.filter(|_| !one.state.is_final()), wait) {
        (Some(ahead), Some(wait)) => {
            let (place, wait) = (ahead + 1, lasting(wait));
            sentence!("{said}: {place} in the queue, about {wait}", "{said}：排队第 {place} 位，约 {wait}"; said, wait)
        }
        (Some(ahead), None) => {
            let place = ahead + 1;
            sentence!("{said}: {place} in the queue", "{said}：排队第 {place} 位"; said)
        }
        (None, _) => said,
    }
}

fn played(games: &[ValidationGame]) -> usize {
    games.iter().filter(|game| matches!(game.stands, GameStands::Played(_))).count()
}

/// Its state step by step.
pub(super) fn steps(
    one: &Submission,
    is_in_force: bool,
    games: &[ValidationGame],
) -> Vec<(Sentence, StepStands)> {
    let failed = failed(one).map(|failed| failed as usize + 1);
    let now = match one.state {
        SubmissionState::Received => 0,
        SubmissionState::Compiling => 1,
        SubmissionState::Checking => 2,
        SubmissionState::Validating => 3,
        _ => 5,
    };
    let (played, all) = (played(games), games.len());
    let entered = if one.state == SubmissionState::Accepted && !is_in_force {
        Sentence::new("Was active, now replaced", "曾参赛，已被新版本替换")
    } else {
        Sentence::new("Active: it plays the event's games", "参赛：以此程序对局")
    };
    let said = [
        Sentence::new("Received", "已收到"),
        Sentence::new("Compiling", "编译"),
        Sentence::new("Protocol check", "协议检查"),
        sentence!("Validation games {played}/{all}", "验证对局 {played}/{all}"),
        entered,
    ];
    let stands = |step: usize| match failed {
        Some(failed) if step == failed => StepStands::Failed,
        Some(failed) if step > failed => StepStands::Ahead,
        Some(_) => StepStands::Done,
        None if step < now || now == 0 && step == 0 => StepStands::Done,
        None if step == now || now == 0 && step == 1 => StepStands::Now,
        None => StepStands::Ahead,
    };
    said.into_iter().enumerate().map(|(step, said)| (said, stands(step))).collect()
}
