//! The games of the match: how one ends by word of mouth, and what is left of those that are over.

use super::DeskView;
use super::clock_forms::why;
use super::form::{Folded, Press, button, form, is_refused, option, typed};
use super::referee::{confirmed, resigns};
use crate::html::Html;
use crate::site::game::sheet_called;
use crate::site::texts::Texts;
use leitai_core::{Lang, say};
use leitai_hall::{DeskResult, DeskState};

/// How a game ends by what people say: a ruling, or the other side gives up. Both take two steps.
pub(super) fn ruling(view: &DeskView<'_>, lang: Lang) -> Html {
    if !view.is_played() {
        return Html::default();
    }
    let ([own, other], game) = (&view.setup.teams, view.shown.game + 1);
    let chosen = typed(view, "rule", "winner");
    let fields = html! {
        label for="winner" { (say!(lang, "The referee rules that game {game}", "裁判判定第 {game} 局", game = game)) }
        select id="winner" name="winner" {
            option value="" { "–" }
            (option("own", &say!(lang, "is won by {own}", "{own} 胜", own = own), chosen))
            (option("other", &say!(lang, "is won by {other}", "{other} 胜", other = other), chosen))
            (option("draw", &say!(lang, "is drawn", "和棋"), chosen))
        }
        (why(view, "rule", &say!(lang, "Reason", "理由"), lang))
    };
    let rule = Press {
        deed: "rule",
        said: &say!(lang, "The game ends so", "按此结束本局"),
        key: None,
        is_next: false,
    };
    let said = say!(
        lang,
        "{other} gives up: {own} wins game {game}",
        "{other} 认输：{own} 胜第 {game} 局",
        other = other,
        own = own,
        game = game
    );
    let resign = Press { deed: "resign", said: &said, key: None, is_next: false };
    let resigned = Folded {
        id: "resigned",
        said: &say!(lang, "The other side resigns", "对方认输"),
        key: None,
        is_open: is_refused(view, "resign"),
    };
    let inside = html! {
        @if view.setup.is_referees() { (resigns(view, lang)) } @else { (resigned.html(&button(view, &resign, lang), lang)) }
        (form(view, &fields, &rule, lang))
    };
    let is_open = ["rule", "resign", "resign-own", "resign-other"].iter().any(|deed| is_refused(view, deed));
    Folded { id: "ruling", said: &say!(lang, "Result", "结果"), key: None, is_open }.html(&inside, lang)
}

/// The games that are over, with their papers; between two games, what may be done now.
pub(super) fn games(view: &DeskView<'_>, lang: Lang) -> Html {
    let (shown, t) = (view.shown, Texts(lang));
    if shown.results.is_empty() {
        return Html::default();
    }
    let sheets = view.setup.game.sheets();
    html! {
        section class="desk-games" aria-labelledby="games" {
            h2 id="games" { (say!(lang, "Games", "各局")) }
            ol {
                @for (at, result) in shown.results.iter().enumerate() {
                    @let papers = format!("{}/{}", view.address, at + 1);
                    li {
                        p { strong { (winner(view, result, lang)) } " · " (result.reason.to(lang)) }
                        (confirmed(view, at, result, lang))
                        p {
                            a href={ (papers) "/signed" } { (say!(lang, "Page to sign", "签字单")) }
                            @for sheet in &sheets {
                                " · " a href={ (papers) "/sheet." (sheet.name()) } { (sheet_called(*sheet, t)) }
                            }
                            " · " a href={ (papers) "/record.jsonl" } download="" { (t.record()) }
                        }
                    }
                }
            }
            @if shown.state == DeskState::Waits && !view.stands_again {
                p class="soft" {
                    (say!(
                        lang,
                        "Between two games you have 10 minutes to change the program or its settings, not the machine. Both games are played by the same program.",
                        "两局之间可在 10 分钟内修改程序与参数，但不得更换计算机。先、后手须用同一程序。"
                    ))
                }
            }
        }
    }
}

fn winner(view: &DeskView<'_>, result: &DeskResult, lang: Lang) -> String {
    let [own, other] = &view.setup.teams;
    match result.winner {
        None => say!(lang, "drawn", "和棋"),
        Some(winner) => {
            let team = if winner == result.seat { own } else { other };
            say!(lang, "{team} wins", "{team} 胜", team = team)
        }
    }
}

/// The score of the match, this side first.
pub(super) fn score_said(results: &[DeskResult]) -> String {
    score(results).join(" – ")
}

/// So many points has this side, and so many the other: one for a game won, half for a draw.
fn score(results: &[DeskResult]) -> [String; 2] {
    [true, false].map(|own| {
        let halves = |one: &DeskResult| match one.winner {
            None => 1,
            Some(winner) if (winner == one.seat) == own => 2,
            Some(_) => 0,
        };
        let halves: u32 = results.iter().map(halves).sum();
        match (halves / 2, halves % 2) {
            (whole, 0) => whole.to_string(),
            (0, _) => "½".to_owned(),
            (whole, _) => format!("{whole}½"),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::{Seat, Sentence};
    use leitai_hall::Confirmed;

    #[test]
    fn a_draw_is_half_a_point_whoever_had_which_seat() {
        let [first, second] = Seat::BOTH;
        let result = |seat, winner| DeskResult {
            seat,
            winner,
            reason: Sentence::default(),
            record: "x".into(),
            confirmed: Confirmed::default(),
        };
        let mut results = Vec::new();
        for (seat, winner, points) in [
            (first, Some(first), ["1", "0"]),
            (second, None, ["1½", "½"]),
            (second, Some(first), ["1½", "1½"]),
            (first, None, ["2", "2"]),
        ] {
            results.push(result(seat, winner));
            assert_eq!(score(&results), points);
        }
    }
}
