//! A slip of somebody's hand, which is corrected with the referee's consent.

use super::DeskView;
use super::form::{Folded, Press, form, is_refused, option, typed};
use crate::html::Html;
use leitai_core::{Actor, Lang, say};
use leitai_hall::DeskMove;

/// What the school's text adds to the time of whoever made the slip (7.4).
const PENALTY: &str = "4:00";

/// So many plies count if this move was wrong: those before it. `None` if it cannot be taken back alone, nor with the move
/// before it.
pub(super) fn before(moves: &[DeskMove], wrong: usize) -> Option<u32> {
    // A die is not thrown again, so the move that it followed is entered anew.
    let wrong = match moves[wrong].by {
        Actor::Chance => (0..wrong).rev().find(|at| matches!(moves[*at].by, Actor::Seat(_)))?,
        Actor::Seat(_) | Actor::Arbiter => wrong,
    };
    Some(wrong.checked_sub(1).map_or(0, |last| moves[last].plies))
}

/// The form in which a slip is corrected.
pub(super) fn slip(view: &DeskView<'_>, lang: Lang) -> Html {
    let shown = view.shown;
    if !view.is_played() || shown.moves.is_empty() {
        return Html::default();
    }
    let [own, other] = &view.setup.teams;
    let chosen = typed(view, "back", "plies");
    let slip = typed(view, "back", "slip");
    let said = |at: usize| {
        let (number, whose, acts) =
            (at + 1, view.hand_name(shown.moves[at].by, lang), shown.moves[at].acts.join(" "));
        say!(
            lang,
            "{number}. {acts} ({whose})",
            "{number}. {acts}（{whose}）",
            number = number,
            acts = acts,
            whose = whose
        )
    };
    let fields = html! {
        p {
            (say!(
                lang,
                "The game goes back to before the wrong move. The program is started again and told the game so far; its clock stands meanwhile. The rules allow one correction a game, within 3 minutes, and charge 4 minutes to whoever slipped.",
                "棋局退回到错着之前。程序将重新启动并获知此前棋局，其间停表。规则：每局至多复盘一次，不超过 3 分钟，失误方加罚 4 分钟。"
            ))
        }
        label for="wrong" { (say!(lang, "Which move was wrong?", "哪一步有误？")) }
        select id="wrong" name="plies" {
            @for (at, plies) in (0..shown.moves.len()).rev().filter_map(|at| Some((at, before(&shown.moves, at)?))) {
                option value=(plies) data-at=(at) selected=[(chosen == Some(plies.to_string().as_str())).then_some("")] { (said(at)) }
            }
        }
        label for="slip-whose" { (say!(lang, "Whose slip was it?", "谁的失误？")) }
        select id="slip-whose" name="slip" {
            (option("own", &say!(lang, "ours ({own})", "我方（{own}）", own = own), slip))
            (option("other", &say!(lang, "theirs ({other})", "对方（{other}）", other = other), slip))
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
        label class="tick" for="consent" {
            input id="consent" type="checkbox" name="consent" value="1";
            (say!(lang, "The referee consents", "裁判已同意"))
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

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Seat;
    use std::time::Duration;

    #[test]
    fn a_wrong_die_takes_the_move_before_it_along() {
        let one = |by, plies| DeskMove { by, acts: vec!["x".to_owned()], took: Duration::ZERO, plies };
        let [first, second] = Seat::BOTH.map(Actor::Seat);
        let moves = [
            one(Actor::Chance, 0),
            one(first, 1),
            one(Actor::Chance, 1),
            one(second, 2),
            one(Actor::Arbiter, 2),
        ];
        let back: Vec<_> = (0..moves.len()).map(|at| before(&moves, at)).collect();
        assert_eq!(back, [None, Some(0), Some(0), Some(1), Some(2)]);
    }
}
