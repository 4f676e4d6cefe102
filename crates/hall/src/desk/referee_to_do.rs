//! What a referee is to do now at a desk where he enters both sides, in one sentence.

use super::desk_setup::DeskSetup;
use super::desk_shown::{DeskResult, DeskShown};
use super::desk_views::announcement;
use leitai_core::{Actor, Lang, Seat, Sentence, sentence};

/// Between two games, or before the first.
pub(super) fn waiting(setup: &DeskSetup, shown: &DeskShown) -> Sentence {
    let (number, facts) = (shown.game + 1, setup.game.facts());
    let [first, second] = Seat::BOTH.map(|seat| setup.team(seat, shown.seat));
    let [a, b] = Seat::BOTH.map(|seat| facts.seat(seat));
    let begin = sentence!(
        "begin game {number} once both sides are ready: {first} plays {a}, {second} plays {b}",
        "双方就绪后开始第 {number} 局：{first} 执{a}，{second} 执{b}"; number, first, a, second, b
    );
    match shown.results.last() {
        None => Sentence::new(capital(begin.to(Lang::En)), begin.to(Lang::Zh)),
        Some(last) => ended(setup, shown.results.len(), last).and(&begin),
    }
}

/// How a game ended, counted from 1, and who is still to confirm it.
pub(super) fn ended(setup: &DeskSetup, number: usize, result: &DeskResult) -> Sentence {
    let reason = &result.reason;
    let how = match result.winner {
        Some(winner) => {
            let team = setup.team(winner, result.seat);
            sentence!("Game {number}: {team} won ({reason})", "第 {number} 局：{team} 胜（{reason}）"; number, team, reason)
        }
        None => {
            sentence!("Game {number}: a draw ({reason})", "第 {number} 局：和棋（{reason}）"; number, reason)
        }
    };
    if result.confirmed.is_whole() {
        return how.and(&Sentence::new("the result is confirmed", "结果已确认"));
    }
    how.and(&Sentence::new(
        "let both sides confirm it, or confirm it yourself",
        "请双方确认结果，或由裁判确认",
    ))
}

/// While a game runs.
pub(super) fn running(setup: &DeskSetup, shown: &DeskShown) -> Sentence {
    let facts = setup.game.facts();
    let told = announcement(shown.views.as_deref(), |seat| {
        let (team, side) = (setup.team(seat, shown.seat), facts.seat(seat));
        sentence!("{team} ({side})", "{team}（{side}）"; team, side)
    });
    let asked = asked(setup, shown);
    let asked = if told.to(Lang::En).is_empty() {
        asked
    } else {
        told.then(&sentence!("; then ", "；然后")).then(&asked)
    };
    let asked = match &shown.proposal {
        None => asked,
        Some(proposal) => {
            let (end, whom) = (proposal.end.words(), waited_for(setup, shown, proposal.accepted));
            let offer =
                sentence!("{whom}: accept {end}, or play on", "{end}：{whom} 同意，还是继续下"; whom, end);
            offer.then(&sentence!("; ", "；")).then(&asked)
        }
    };
    Sentence::new(capital(asked.to(Lang::En)), asked.to(Lang::Zh))
}

/// Who has not accepted yet.
fn waited_for(setup: &DeskSetup, shown: &DeskShown, accepted: [bool; 2]) -> String {
    let waits = Seat::BOTH.into_iter().filter(|seat| !accepted[seat.index()]);
    waits.map(|seat| setup.team(seat, shown.seat)).collect::<Vec<_>>().join(" & ")
}

/// What is to be entered or started.
fn asked(setup: &DeskSetup, shown: &DeskShown) -> Sentence {
    let facts = setup.game.facts();
    match shown.hand {
        Some(Actor::Seat(seat)) => {
            let (team, side) = (setup.team(seat, shown.seat), facts.seat(seat));
            if shown.is_laying {
                return sentence!("enter the layout of {team} ({side})", "录入 {team}（{side}）的布阵"; team, side);
            }
            if shown.waits_for_hand {
                return sentence!("start the clock of {team} ({side})", "启动 {team}（{side}）的棋钟"; team, side);
            }
            if is_begun(shown, seat) {
                return sentence!(
                    "enter the rest of what {team} ({side}) plays",
                    "继续录入 {team}（{side}）这一手的其余部分"; team, side
                );
            }
            sentence!("enter what {team} ({side}) plays", "录入 {team}（{side}）的着法"; team, side)
        }
        Some(Actor::Chance) => {
            sentence!("let the die be thrown, and enter what it shows", "掷骰子，录入点数")
        }
        // What he is asked stands with the board.
        Some(Actor::Arbiter) => {
            let asked = shown.scene.as_ref().and_then(|scene| scene.says.first());
            asked.map_or_else(
                || sentence!("decide, and enter it", "请裁判判定并录入"),
                |say| Sentence::new(say.en.clone(), say.zh.clone()),
            )
        }
        None => sentence!("wait", "请稍候"),
    }
}

/// Whether a part of that side's turn has been entered.
fn is_begun(shown: &DeskShown, seat: Seat) -> bool {
    let Some((last, before)) = shown.moves.split_last() else { return false };
    let complete = before.last().map_or(0, |one| one.plies);
    last.by == Actor::Seat(seat) && last.plies == complete
}

/// The text, as a sentence begins.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
