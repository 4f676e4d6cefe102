//! A slip of somebody's hand, which is corrected with the referee's consent.

use super::DeskView;
use super::form::{Folded, Press, form, is_refused, option, typed};
use crate::html::Html;
use leitai_core::{Lang, say};
use leitai_hall::{CORRECTIONS, DeskShown};

/// What the school's text adds to the time of whoever made the slip (7.4).
const PENALTY: &str = "4:00";

/// Ends the number of plies that count where what the die showed after them is entered anew.
pub const DICE: char = 'd';

/// The plies that count if this move was wrong, as the form says them.
fn back_to(shown: &DeskShown, wrong: usize) -> String {
    let (plies, dice) = shown.back_to(wrong);
    if dice { format!("{plies}{DICE}") } else { plies.to_string() }
}

/// The form in which a slip is corrected.
pub(super) fn slip(view: &DeskView<'_>, lang: Lang) -> Html {
    let shown = view.shown;
    // Which moves there were is no business of whoever looks at a covered board.
    if !view.is_played() || shown.is_covered() || (shown.moves.is_empty() && shown.corrections == [0; 2]) {
        return Html::default();
    }
    if shown.moves.is_empty() {
        return html! { p { (made(view, lang)) } };
    }
    let [own, other] = &view.setup.teams;
    let chosen = typed(view, "back", "plies");
    let slip = typed(view, "back", "slip");
    let said = |at: usize| {
        let (whose, acts) = (view.hand_name(shown.moves[at].by, lang), shown.moves[at].acts.join(" "));
        let number = shown.begins(at).map_or_else(String::new, |ply| format!("{ply}. "));
        say!(lang, "{number}{acts} ({whose})", "{number}{acts}（{whose}）"; number, acts, whose)
    };
    let fields = html! {
        @if view.setup.is_referees() { p {
            (say!(
                lang,
                "The game goes back to before the wrong move, or die. Both clocks stand until you let them go on. The rules allow each side one correction a game, within 3 minutes, and charge 4 minutes to whoever slipped; a slip of your own costs nobody anything.",
                "棋局退回到错着（或错误骰点）之前；双方停表，直至继续计时。规则：每方每局至多复盘一次，不超过 3 分钟，失误方加罚 4 分钟；裁判自己的失误不加罚。"
            ))
        } } @else { p {
            (say!(
                lang,
                "The game goes back to before the wrong move, or die. The program is started again and told the game so far. Both clocks stand until you let them go on. The rules allow each side one correction a game, within 3 minutes, and charge 4 minutes to whoever slipped.",
                "棋局退回到错着（或错误骰点）之前。程序将重新启动并获知此前棋局；双方停表，直至继续计时。规则：每方每局至多复盘一次，不超过 3 分钟，失误方加罚 4 分钟。"
            ))
        } }
        p { (made(view, lang)) }
        label for="wrong" { (say!(lang, "Which move was wrong?", "哪一步有误？")) }
        select id="wrong" name="plies" {
            @for at in (0..shown.moves.len()).rev() {
                @let plies = back_to(shown, at);
                option value=(plies) data-at=(at) selected=[(chosen == Some(plies.as_str())).then_some("")] { (said(at)) }
            }
        }
        label for="slip-whose" { (say!(lang, "Whose slip was it?", "谁的失误？")) }
        select id="slip-whose" name="slip" {
            @if view.setup.is_referees() {
                (option("own", own, slip)) (option("other", other, slip))
            } @else {
                (option("own", &say!(lang, "ours ({own})", "我方（{own}）", own = own), slip))
                (option("other", &say!(lang, "theirs ({other})", "对方（{other}）", other = other), slip))
            }
            (option("nobody", &say!(lang, "nobody's: no time is charged", "非双方失误：不加罚"), slip))
        }
        @if view.setup.clock.game.is_some() {
            label for="penalty" { (say!(lang, "Time charged (minutes:seconds)", "加罚时间（分秒，例如 4:00）")) }
            input id="penalty" name="penalty" value=(typed(view, "back", "penalty").unwrap_or(PENALTY)) autocomplete="off"
                inputmode="text";
        } @else {
            input type="hidden" name="penalty" value="0:00";
        }
        label for="slip-why" { (say!(lang, "What happened (if you like)", "经过（可不填）")) }
        input id="slip-why" name="reason" value=[typed(view, "back", "reason")] autocomplete="off" maxlength="400";
        @if shown.corrections != [0; 2] {
            label for="express" {
                (say!(
                    lang,
                    "A second correction of one side: the referee has to consent to it expressly. Then type the word consent here",
                    "同一方第二次复盘：须裁判明确同意。同意后在此输入“同意”"
                ))
            }
            input id="express" name="express" value=[typed(view, "back", "express")] autocomplete="off" maxlength="40";
        }
        @if !view.setup.is_referees() {
            label class="tick" for="consent" {
                input id="consent" type="checkbox" name="consent" value="1";
                (say!(lang, "The referee consents", "裁判已同意"))
            }
        }
    };
    let press = Press {
        deed: "back",
        said: &say!(lang, "Go back and correct it", "退回并修正"),
        key: None,
        is_next: false,
    };
    let folded = Folded {
        id: "slip",
        said: &say!(lang, "Correct a slip", "修正操作失误"),
        key: Some("B"),
        is_open: is_refused(view, "back"),
    };
    folded.html(&form(view, &fields, &press, lang), lang)
}

/// How many slips each side has corrected, and what that means for the next.
fn made(view: &DeskView<'_>, lang: Lang) -> Html {
    let ([own, other], shown) = (&view.setup.teams, view.shown);
    let [ours, theirs] = [shown.seat, shown.seat.other()].map(|seat| shown.corrections[seat.index()]);
    let is_last = shown.corrections.iter().any(|made| *made >= CORRECTIONS);
    html! {
        (say!(lang, "Corrected so far in this game: {own} {ours}, {other} {theirs}.", "本局已复盘：{own} {ours} 次，{other} {theirs} 次。"; own, ours, other, theirs))
        @if is_last { " " strong class="warn" { (say!(lang, "The rules allow one each.", "规则只允许每方一次。")) } }
    }
}
