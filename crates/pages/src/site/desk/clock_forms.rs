//! The clocks by hand: behind a heading, so that nobody touches them by accident. And the program, started again.

use super::DeskView;
use super::form::{Folded, Press, button, form, is_refused, option, typed};
use crate::html::Html;
use leitai_core::{Lang, say};
use leitai_hall::DeskState;

/// The clocks and the program.
pub(super) fn clock_forms(view: &DeskView<'_>, lang: Lang) -> Html {
    if !view.is_played() {
        return Html::default();
    }
    let has_limit = view.setup.clock.game.is_some();
    let stop = html! {
        (why(view, "stop", &say!(lang, "Stop both clocks, because", "双方停表，理由"), lang))
    };
    let time = |deed: &'static str, label: String| {
        let id = format!("{deed}-time");
        html! {
            (side(view, deed, lang))
            label for=(id) { (label) }
            input id=(id) name="time" value=[typed(view, deed, "time")] placeholder="4:00" autocomplete="off";
            (why(view, deed, &say!(lang, "Reason", "理由"), lang))
        }
    };
    let inside = html! {
        @if view.shown.state == DeskState::Runs {
            (form(view, &stop, &press("stop", &say!(lang, "Stop them", "停表")), lang))
        }
        @if has_limit {
            (form(view, &time("charge", say!(lang, "Charge so much (minutes:seconds)", "加计用时（分秒，例如 4:00）")),
                &press("charge", &say!(lang, "Charge it", "加计")), lang))
            (form(view, &time("set", say!(lang, "Set what is left to (minutes:seconds)", "剩余时间改为（分秒，例如 4:00）")),
                &press("set", &say!(lang, "Set it", "改定")), lang))
        }
    };
    let is_open = ["charge", "set"].iter().any(|deed| is_refused(view, deed));
    let clock = Folded { id: "clock", said: &say!(lang, "Clock", "棋钟"), key: None, is_open };
    let restart = html! {
        p {
            (say!(
                lang,
                "If the program hangs: it is started again and told the game so far. The clocks go on once it is ready; what it has used stays used.",
                "程序无响应时：重新启动并获知此前棋局。准备好后继续计时；已用时间照计。"
            ))
        }
        (button(view, &press("restart", &say!(lang, "Start the program again", "重新启动程序")), lang))
    };
    let program =
        Folded { id: "program", said: &say!(lang, "Program", "程序"), key: Some("R"), is_open: false };
    html! {
        (clock.html(&inside, lang))
        @if !view.setup.is_referees() && !matches!(view.shown.state, DeskState::Failed(..)) { (program.html(&restart, lang)) }
    }
}

fn press<'a>(deed: &'a str, said: &'a str) -> Press<'a> {
    Press { deed, said, key: None, is_next: false }
}

/// Which side's clock.
fn side(view: &DeskView<'_>, deed: &str, lang: Lang) -> Html {
    let ([own, other], chosen) = (&view.setup.teams, typed(view, deed, "side"));
    let id = format!("{deed}-side");
    html! {
        label for=(id) { (say!(lang, "Whose clock", "哪一方的钟")) }
        select id=(id) name="side" { (option("own", own, chosen)) (option("other", other, chosen)) }
    }
}

/// Who wants it, and why.
pub(super) fn why(view: &DeskView<'_>, deed: &str, label: &str, lang: Lang) -> Html {
    let (id, by) = (format!("{deed}-why"), format!("{deed}-by"));
    let chosen = typed(view, deed, "by");
    html! {
        label for=(id) { (label) }
        input id=(id) name="reason" value=[typed(view, deed, "reason")] autocomplete="off" maxlength="400";
        label for=(by) { (say!(lang, "Who says so", "由谁决定")) }
        select id=(by) name="by" {
            (option("referee", &say!(lang, "the referee", "裁判"), chosen))
            @if view.setup.is_referees() {
                (option("both", &say!(lang, "both sides", "双方"), chosen))
            } @else {
                (option("both", &say!(lang, "both operators", "双方操作员"), chosen))
                (option("operator", &say!(lang, "this operator", "本方操作员"), chosen))
            }
        }
    }
}
