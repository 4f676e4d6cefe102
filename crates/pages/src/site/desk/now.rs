//! What the operator is to do now, in one sentence.

use super::DeskView;
use leitai_core::{Actor, Seat, Sentence, sentence};
use leitai_hall::{DeskResult, DeskState};

/// The one thing to do now, or what is waited for.
pub(super) fn to_do(view: &DeskView<'_>) -> Sentence {
    let shown = view.shown;
    let [own, other] = &view.setup.teams;
    let game = shown.game + 1;
    match &shown.state {
        DeskState::Over => {
            let [won, lost] = score(&shown.results);
            sentence!(
                "The match is over: {own} {won} – {lost} {other}. Print the pages to sign.",
                "本场比赛结束：{own} {won} – {lost} {other}。请打印签字单。"
            )
        }
        DeskState::Waits if view.stands_again => sentence!(
            "Game {game} was broken off. Go on: it stands as it stood.",
            "第 {game} 局曾中断。请继续：棋局从原处接着下。"
        ),
        DeskState::Waits => before(view),
        DeskState::Starts => sentence!("The program is being started …", "程序正在启动……"),
        DeskState::Stopped(reason) => {
            sentence!(
                "The clocks are stopped ({reason}). Let them go on.",
                "双方计时已停（{reason}）。请继续计时。"
            )
        }
        DeskState::Failed(..) => {
            sentence!("The program has failed. Start it again.", "程序已中止，请重新启动。")
        }
        DeskState::Broken(_) => sentence!(
            "The game cannot go on here. What was played is kept: begin again to go on.",
            "棋局无法继续。已下的着法均已保存：请重新开始以接着下。"
        ),
        DeskState::Runs => running(view),
    }
}

/// A game is to be begun.
fn before(view: &DeskView<'_>) -> Sentence {
    let shown = view.shown;
    let (game, begins) = (shown.game + 1, first(view));
    let begin =
        sentence!("Begin game {game}: {begins} has the first move.", "请开始第 {game} 局：{begins} 先手。");
    match shown.results.last() {
        None => begin,
        Some(result) => {
            result_said(view, shown.results.len(), result).then(&sentence!(" {begin}", "{begin}"))
        }
    }
}

/// The team in the seat of First.
pub(super) fn first<'a>(view: &'a DeskView<'_>) -> &'a str {
    let [own, other] = &view.setup.teams;
    if view.shown.seat == Seat::First { own } else { other }
}

/// How a game ended, counted from 1.
pub(super) fn result_said(view: &DeskView<'_>, game: usize, result: &DeskResult) -> Sentence {
    let [own, other] = &view.setup.teams;
    match result.winner {
        None => sentence!("Game {game} is drawn.", "第 {game} 局和棋。"),
        Some(winner) => {
            let winner = if winner == result.seat { own } else { other };
            sentence!("Game {game} is over: {winner} wins.", "第 {game} 局结束：{winner} 胜。")
        }
    }
}

/// So many points has this side, and so many the other: one for a game won, half for a draw.
pub(super) fn score(results: &[DeskResult]) -> [String; 2] {
    let halves = |own: bool| -> usize {
        let points = |one: &DeskResult| match one.winner {
            None => 1,
            Some(winner) => {
                if (winner == one.seat) == own {
                    2
                } else {
                    0
                }
            }
        };
        results.iter().map(points).sum()
    };
    [true, false].map(|own| {
        let halves = halves(own);
        match (halves / 2, halves % 2) {
            (whole, 0) => whole.to_string(),
            (0, _) => "½".to_owned(),
            (whole, _) => format!("{whole}½"),
        }
    })
}

/// What is to be done while the game runs.
fn running(view: &DeskView<'_>) -> Sentence {
    let shown = view.shown;
    let [own, other] = &view.setup.teams;
    let relays = shown.to_relay().map(|played| played.acts.join(" "));
    match (shown.hand, relays) {
        (None, _) => sentence!("{own} is thinking …", "{own} 正在思考……"),
        (Some(Actor::Arbiter), Some(acts)) => {
            sentence!("Tell the referee {acts}. What does he say?", "请向裁判报 “{acts}”。裁判怎么说？")
        }
        (Some(Actor::Arbiter), None) => {
            sentence!("What does the referee say of what {other} played?", "裁判对 {other} 的着法怎么说？")
        }
        (Some(Actor::Chance), Some(acts)) => sentence!(
            "Play {acts} on the other machine. Then throw the die and enter what it shows.",
            "请在对方机器上走 “{acts}”，然后掷骰子并录入点数。"
        ),
        (Some(Actor::Chance), None) => {
            sentence!("Throw the die and enter what it shows.", "请掷骰子并录入点数。")
        }
        (Some(Actor::Seat(_)), Some(acts)) if shown.waits_for_hand => sentence!(
            "Play {acts} on the other machine, and start its clock.",
            "请在对方机器上走 “{acts}”，并启动对方的钟。"
        ),
        (Some(Actor::Seat(_)), Some(acts)) => sentence!(
            "Play {acts} on the other machine. Then enter what {other} answers.",
            "请在对方机器上走 “{acts}”，然后录入 {other} 的应着。"
        ),
        (Some(Actor::Seat(_)), None) if shown.waits_for_hand => sentence!(
            "Start the clock of {other} when it begins to think.",
            "{other} 开始思考时，请启动其钟。"
        ),
        (Some(Actor::Seat(_)), None) => {
            let half = shown.moves.last().is_some_and(|last| last.by == Actor::Seat(shown.seat.other()));
            if half {
                sentence!("Enter what {other} plays next.", "请继续录入 {other} 的着法。")
            } else {
                sentence!("Enter what {other} plays.", "请录入 {other} 的着法。")
            }
        }
    }
}
