//! What to do now with the button that does it, and the field in which acts are typed.

use super::DeskView;
use super::form::{ABOVE, Press, button, form, refused, refused_deed, typed};
use super::referee::is_shut;
use crate::html::Html;
use leitai_core::{Actor, Lang, Seat, say};
use leitai_hall::DeskState;

/// More acts than this are not listed for a page without script: they are typed.
const LISTED: usize = 400;
/// The one thing to do now.
pub(super) fn to_do(view: &DeskView<'_>, lang: Lang) -> Html {
    // What can be tried no more says why all the same.
    let lost = refused_deed(view).filter(|deed| !ABOVE.contains(deed) && !has_form(view, deed));
    html! {
        section class="to-do" aria-label=(say!(lang, "What to do now", "现在该做什么")) {
            p class="verdict" role="status" { strong { (view.to_do.to(lang)) } }
            (countdown(view, lang))
            @for press in presses(view, lang) { (button(view, &press.shown(), lang)) }
            @for deed in ABOVE { (refused(view, deed, lang)) }
            @if let Some(deed) = lost { (refused(view, deed, lang)) }
        }
    }
}

/// Whether an act may be entered now.
fn is_asked(view: &DeskView<'_>) -> bool {
    view.shown.hand.is_some()
        && !is_shut(view)
        && matches!(view.shown.state, DeskState::Runs | DeskState::Stopped(_))
}

/// Whether the window has the form of this deed now.
fn has_form(view: &DeskView<'_>, deed: &str) -> bool {
    match deed {
        "play" => is_asked(view),
        "propose" => view.is_played() && view.shown.proposal.is_none(),
        "back" => view.is_played() && !view.shown.moves.is_empty(),
        "charge" | "set" => view.is_played() && view.setup.clock.game.is_some(),
        "rule" | "resign" | "resign-own" | "resign-other" => view.is_played(),
        _ => false,
    }
}

struct OwnedPress {
    deed: &'static str,
    said: String,
    key: Option<&'static str>,
    is_next: bool,
}

impl OwnedPress {
    fn shown(&self) -> Press<'_> {
        Press { deed: self.deed, said: &self.said, key: self.key, is_next: self.is_next }
    }
}

/// The buttons that belong to what is to be done.
fn presses(view: &DeskView<'_>, lang: Lang) -> Vec<OwnedPress> {
    let shown = view.shown;
    let press = |deed, said, key, is_next| OwnedPress { deed, said, key: Some(key), is_next };
    match &shown.state {
        DeskState::Waits | DeskState::Broken(_) => {
            let game = shown.game + 1;
            let said = if view.stands_again || shown.state != DeskState::Waits {
                say!(lang, "Go on with game {game}", "继续第 {game} 局", game = game)
            } else {
                say!(lang, "Begin game {game}", "开始第 {game} 局", game = game)
            };
            vec![press("begin", said, "N", true)]
        }
        DeskState::Runs => {
            let start = shown.waits_for_hand.then(|| press("start", starts(view, lang), "Space", true));
            let stop = press("stop", say!(lang, "Stop the clocks", "双方停表"), "P", false);
            start.into_iter().chain([stop]).collect()
        }
        DeskState::Stopped(_) => {
            let go = press("go", say!(lang, "Let the clocks go on", "继续计时"), "P", true);
            std::iter::once(go).chain(lost(view, lang)).collect()
        }
        DeskState::Failed(..) => {
            vec![press("restart", say!(lang, "Start the program again", "重新启动程序"), "R", true)]
        }
        DeskState::Starts | DeskState::Over => Vec::new(),
    }
}

/// The button that starts the clock of the side that is to play.
fn starts(view: &DeskView<'_>, lang: Lang) -> String {
    match view.shown.hand {
        Some(Actor::Seat(seat)) if view.setup.is_referees() => {
            let team = view.team(seat);
            say!(lang, "Start the clock of {team}", "启动 {team} 的钟", team = team)
        }
        _ => say!(lang, "Start its clock", "启动对方的钟"),
    }
}

/// How long the correction that is being made may still take; the script counts it down.
fn countdown(view: &DeskView<'_>, lang: Lang) -> Html {
    let Some(correcting) = &view.shown.correcting else { return Html::default() };
    let left = correcting.left().as_millis();
    let seconds = left.div_ceil(1000);
    let shown = format!("{}:{:02}", seconds / 60, seconds % 60);
    html! {
        p class="countdown" {
            (say!(lang, "Time for the correction:", "复盘剩余时间：")) " "
            b role="timer" data-left=(left) { (shown) }
        }
    }
}

/// Once that time is over: that a side has lost by it, if the referee decides so.
fn lost<'a>(view: &'a DeskView<'_>, lang: Lang) -> impl Iterator<Item = OwnedPress> + use<'a> {
    let over = view.shown.correcting.filter(|it| it.is_over);
    let sides = [(view.shown.seat, "lost-own"), (view.shown.seat.other(), "lost-other")];
    let may_have = move |seat: Seat| over.is_some_and(|it| it.whose.is_none_or(|whose| whose == seat));
    let those = sides.into_iter().zip(&view.setup.teams).filter(move |((seat, _), _)| may_have(*seat));
    those.map(move |((_, deed), team)| {
        let said =
            say!(lang, "The referee decides: {team} has lost this game", "裁判判定：{team} 本局负"; team);
        OwnedPress { deed, said, key: None, is_next: false }
    })
}

/// What lies beside the board, and the field in which an act is typed.
pub(super) fn entry(view: &DeskView<'_>, lang: Lang) -> Html {
    if !is_asked(view) {
        return Html::default();
    }
    let shown = view.shown;
    let label = match shown.hand {
        Some(Actor::Chance) => say!(lang, "The die", "骰子点数"),
        Some(Actor::Arbiter) => say!(lang, "The referee's word", "裁判的判定"),
        Some(Actor::Seat(seat)) => {
            let team = view.team(seat);
            say!(lang, "Move of {team}", "{team} 的着法", team = team)
        }
        None => String::new(),
    };
    let listed = shown.choices.len() <= LISTED && !shown.choices.is_empty();
    let fields = html! {
        input type="hidden" name="version" value=(shown.version);
        @if listed {
            label for="act" data-plain { (say!(lang, "Choose it", "选择")) }
            select id="act" name="act" data-plain {
                option value="" { "–" }
                @for choice in &shown.choices { option value=(choice.text) { (choice.text) } }
            }
        }
        label for="typed" { (label) }
        input id="typed" name="typed" value=[typed(view, "play", "typed")] autocomplete="off" autocapitalize="none"
            spellcheck="false" aria-describedby="notation" maxlength="400";
        p class="soft" id="notation" { (view.setup.game.facts().notation.to(lang)) }
    };
    let press = Press {
        deed: "play",
        said: &say!(lang, "Enter it", "录入"),
        key: None,
        is_next: !shown.waits_for_hand,
    };
    html! {
        div class="entry" {
            p class="chosen" aria-live="polite" {}
            div class="beside" {}
            (form(view, &fields, &press, lang))
        }
    }
}
