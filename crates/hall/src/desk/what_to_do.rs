//! What an operator or a referee is to do now, in one sentence: at the page and at the terminal the same.

use super::corrections::CORRECTION;
use super::desk::Desk;
use super::desk_setup::DeskSetup;
use super::desk_shown::{Correcting, DeskMove, DeskResult, DeskShown, DeskState};
use super::referee_to_do;
use leitai_core::{Actor, Lang, Sentence, Words, sentence};

impl Desk {
    /// What the operator is to do now that this is shown, as a whole sentence without its full stop. It names each act in the
    /// game's notation, and nothing that only a page or only a terminal has.
    pub fn what_to_do(&self, shown: &DeskShown) -> Sentence {
        let rests = shown.state == DeskState::Waits && self.stands_again();
        what_to_do(self.setup(), shown, rests)
    }
}

/// What is to be done at a desk that is set up so; `rests` if the game that is due was broken off.
pub fn what_to_do(setup: &DeskSetup, shown: &DeskShown, rests: bool) -> Sentence {
    match &shown.state {
        DeskState::Waits if rests => {
            let number = shown.game + 1;
            sentence!(
                "Game {number} rests: begin it again, and it goes on where it stood",
                "第 {number} 局已暂停：再次开始即从原处接着下"
            )
        }
        DeskState::Waits if setup.is_referees() => referee_to_do::waiting(setup, shown),
        DeskState::Waits => waiting(setup, shown),
        DeskState::Starts if setup.is_referees() => sentence!("Wait: the game is set up", "请稍候：正在开局"),
        DeskState::Starts => sentence!("Wait: our program is getting ready", "请稍候：我方程序正在准备"),
        DeskState::Runs if setup.is_referees() => referee_to_do::running(setup, shown),
        DeskState::Runs => running(setup, shown),
        DeskState::Stopped(_) if shown.slept.is_some() => slept(setup, shown),
        DeskState::Stopped(_) if shown.correcting.is_some() => correcting(setup, shown),
        DeskState::Stopped(reason) if reason.is_empty() => sentence!(
            "The clocks are stopped: let them go on once the referee says so",
            "双方已停表：裁判同意后继续计时"
        ),
        DeskState::Stopped(reason) if setup.is_referees() => sentence!(
            "The clocks are stopped ({reason}): let them go on once that is settled",
            "双方已停表（{reason}）：处理完毕后继续计时"
        ),
        DeskState::Stopped(reason) => sentence!(
            "The clocks are stopped ({reason}): let them go on once the referee says so",
            "双方已停表（{reason}）：裁判同意后继续计时"
        ),
        DeskState::Failed(why, _) => sentence!(
            "Our program has failed ({why}) and the clocks are stopped: tell the referee, then start the program again",
            "我方程序出错（{why}），双方已停表：请告知裁判，再重新启动程序"; why
        ),
        DeskState::Broken(why) => sentence!(
            "This desk has failed ({why}); everything played is kept: begin again, and the game goes on",
            "本席出错（{why}）；已走的着法均已保存：重新开始即可接着下"; why
        ),
        DeskState::Over => {
            let unconfirmed = shown.results.iter().position(|result| !result.confirmed.is_whole());
            match unconfirmed.filter(|_| setup.is_referees()) {
                Some(at) => referee_to_do::ended(setup, at + 1, &shown.results[at]),
                None => over(setup, &shown.results),
            }
        }
    }
}

/// After the machine was asleep.
fn slept(setup: &DeskSetup, shown: &DeskShown) -> Sentence {
    let asleep = shown.slept.unwrap_or_default().as_secs();
    let asleep = match (asleep / 60, asleep % 60) {
        (0, seconds) => sentence!("{seconds} s", "{seconds} 秒"),
        (minutes, seconds) => sentence!("{minutes} min {seconds} s", "{minutes} 分 {seconds} 秒"),
    };
    if setup.is_referees() {
        return sentence!(
            "This machine was asleep for {asleep}, and no clock ran meanwhile: charge that time to a side, or do not; then let the clocks go on",
            "本机曾休眠 {asleep}，期间双方均未计时：请决定是否计入某一方，然后继续计时"; asleep
        );
    }
    sentence!(
        "This machine was asleep for {asleep}, and no clock ran here meanwhile: tell the referee, enter what he decides, then let the clocks go on",
        "本机曾休眠 {asleep}，期间本席均未计时：请告知裁判，按其决定处理，然后继续计时"; asleep
    )
}

/// While a slip is corrected.
fn correcting(setup: &DeskSetup, shown: &DeskShown) -> Sentence {
    let Some(Correcting { whose, to, is_over, .. }) = shown.correcting else { return Sentence::default() };
    if let (true, Some(Actor::Seat(seat))) = (!is_over && shown.is_laying, shown.hand) {
        let team = setup.team(seat, shown.seat);
        return sentence!(
            "Tell both sides that {team} enters its layout again; then let the clocks go on",
            "告知双方：{team} 重新录入布阵；然后继续计时"; team
        );
    }
    if !is_over && setup.is_referees() {
        return sentence!(
            "Put the board back to ply {to}, and let both sides do so; then let the clocks go on",
            "把棋盘退回到第 {to} 手，双方也照此恢复；然后继续计时"
        );
    }
    if !is_over {
        return sentence!(
            "Put both boards back to ply {to} and compare the position codes; then let the clocks go on",
            "双方退回到第 {to} 手并核对局面码，然后继续计时"
        );
    }
    let minutes = CORRECTION.as_secs() / 60;
    match whose {
        Some(seat) => {
            let team = setup.team(seat, shown.seat);
            sentence!(
                "The {minutes} minutes of the correction are over: the referee decides whether the game is lost for {team}; if not, let the clocks go on",
                "复盘已满 {minutes} 分钟：由裁判决定是否判 {team} 负；否则继续计时"; minutes, team
            )
        }
        None => sentence!(
            "The {minutes} minutes of the correction are over: the referee decides whether a side has lost that cannot put its board back; if not, let the clocks go on",
            "复盘已满 {minutes} 分钟：由裁判决定是否判不能恢复局面的一方负；否则继续计时"
        ),
    }
}

/// Between two games, or before the first.
fn waiting(setup: &DeskSetup, shown: &DeskShown) -> Sentence {
    let number = shown.game + 1;
    let side = setup.game.facts().seat(shown.seat);
    let begin = sentence!(
        "begin game {number} once the referee says so; our program plays {side}",
        "裁判宣布开始后，开始第 {number} 局；我方为{side}"; number, side
    );
    match shown.results.last() {
        None => Sentence::new(capital(begin.to(Lang::En)), begin.to(Lang::Zh)),
        Some(last) => ended(shown.results.len(), last).and(&begin),
    }
}

/// How a game ended, counted from 1.
fn ended(number: usize, result: &DeskResult) -> Sentence {
    let reason = &result.reason;
    match result.winner {
        Some(winner) if winner == result.seat => {
            sentence!("Game {number}: we won ({reason})", "第 {number} 局：我方胜（{reason}）"; number, reason)
        }
        Some(_) => {
            sentence!("Game {number}: the other side won ({reason})", "第 {number} 局：对方胜（{reason}）"; number, reason)
        }
        None => {
            sentence!("Game {number}: a draw ({reason})", "第 {number} 局：和棋（{reason}）"; number, reason)
        }
    }
}

/// Once the match is over: how it ended, and what is left to do.
fn over(setup: &DeskSetup, results: &[DeskResult]) -> Sentence {
    let count = |own: bool| {
        results.iter().filter(|one| one.winner.is_some_and(|winner| (winner == one.seat) == own)).count()
    };
    let (won, lost) = (count(true), count(false));
    let drawn = results.len() - won - lost;
    let [own, other] = &setup.teams;
    let score = match drawn {
        0 => sentence!(
            "The match is over: {own} {won}, {other} {lost}",
            "本场结束：{own} {won}，{other} {lost}"
        ),
        _ => sentence!(
            "The match is over: {own} {won}, {other} {lost}, drawn {drawn}",
            "本场结束：{own} {won}，{other} {lost}，和 {drawn}"
        ),
    };
    score.and(&sentence!("both sides sign the result", "请双方签字确认成绩"))
}

/// While a game runs.
fn running(setup: &DeskSetup, shown: &DeskShown) -> Sentence {
    let Some(hand) = shown.hand else {
        return sentence!("Our program is thinking: nothing to do", "我方程序正在思考：暂时无需操作");
    };
    let next = match hand {
        Actor::Seat(_) if shown.waits_for_hand => sentence!("start its clock", "启动对方的钟"),
        Actor::Seat(_) if is_begun(shown) => {
            sentence!("enter the rest of what the other side played", "继续输入对方这一手的其余部分")
        }
        Actor::Seat(_) => sentence!("enter what the other side plays", "输入对方的着法"),
        Actor::Chance => sentence!("enter what the die shows", "掷骰子，输入点数"),
        Actor::Arbiter => sentence!("enter what the referee says", "输入裁判的判定"),
    };
    match shown.to_relay() {
        Some(played) => relayed(setup, shown, played).then(&sentence!("; then ", "；然后")).then(&next),
        None => alone(hand, shown.waits_for_hand, &next),
    }
}

/// What is to be done where our program has played nothing that must be passed on.
fn alone(hand: Actor, waits: bool, next: &Sentence) -> Sentence {
    match hand {
        Actor::Seat(_) if waits => {
            sentence!("The other side is to play: start its clock", "轮到对方：启动对方的钟")
        }
        _ => Sentence::new(capital(next.to(Lang::En)), next.to(Lang::Zh)),
    }
}

/// The text, as a sentence begins.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What our program has just played, and who is to hear of it.
fn relayed(setup: &DeskSetup, shown: &DeskShown, played: &DeskMove) -> Sentence {
    let facts = setup.game.facts();
    let acts = played.acts.join(" ");
    let is_layout =
        played.acts.len() > 1 && !shown.moves[..shown.moves.len() - 1].iter().any(|one| one.by == played.by);
    // With dice, layouts are shown to both; otherwise what is hidden is for the referee alone.
    let whom = if facts.hidden && !facts.chance {
        Words::new("the referee", "裁判")
    } else {
        Words::new("the other side", "对方")
    };
    if facts.hidden && is_layout {
        return if facts.chance {
            sentence!(
                "Our program lays out {acts}: set the pieces up and show {whom}",
                "我方程序布子 {acts}：照此摆好，并告知{whom}"; acts, whom
            )
        } else {
            sentence!(
                "Our program lays out its pieces as shown: set them up face down",
                "我方程序已布阵：照屏幕把棋子扣放好"
            )
        };
    }
    sentence!("Our program plays {acts}: tell {whom}", "我方程序走 {acts}：告知{whom}"; acts, whom)
}

/// Whether a part of the other side's turn has been entered.
fn is_begun(shown: &DeskShown) -> bool {
    let Some((last, before)) = shown.moves.split_last() else { return false };
    let complete = before.last().map_or(0, |one| one.plies);
    last.by == Actor::Seat(shown.seat.other()) && last.plies == complete
}

#[cfg(test)]
#[path = "what_to_do_tests.rs"]
mod tests;
