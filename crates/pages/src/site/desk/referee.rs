//! What only a referee's desk has: what he says aloud, whose board is shown, ends by consent, and confirmed results.

use super::DeskView;
use super::form::{Folded, Press, button, form, is_refused, option, typed};
use crate::html::Html;
use leitai_core::{Lang, Seat, say};
use leitai_hall::{AgreedEnd, DeskEye, DeskLook, DeskResult, DeskState, Proposal};

/// What the referee says aloud of what was played last, large.
pub(super) fn announced(view: &DeskView<'_>, lang: Lang) -> Html {
    let said = view.shown.views.as_ref().map(|views| views.announced()).unwrap_or_default();
    if said.is_empty() || !view.is_played() || view.shown.is_covered() {
        return Html::default();
    }
    html! {
        section class="announced" aria-label=(say!(lang, "Say it aloud", "宣布")) {
            @for (whom, say) in &said {
                p {
                    span { (whom.map_or_else(|| say!(lang, "both sides", "双方"), |seat| view.team(seat).to_owned())) }
                    " " b { (if lang == Lang::Zh { &say.zh } else { &say.en }) }
                }
            }
        }
    }
}

/// Whose board this screen shows, in a game with secrets: covered, or as a side sees it.
pub(super) fn looks(view: &DeskView<'_>, lang: Lang) -> Html {
    let is_hidden = view.setup.game.facts().hidden && view.setup.is_referees();
    if !is_hidden || !view.is_played() {
        return Html::default();
    }
    let (shown, look) = (view.shown, view.shown.look);
    let press = |deed: &'static str, said: String, key, is_next| (deed, said, key, is_next);
    let mut presses = Vec::new();
    for (seat, deed, key) in [(Seat::First, "look-first", "1"), (Seat::Second, "look-second", "2")] {
        let lays = shown.is_laying && shown.hand == Some(leitai_core::Actor::Seat(seat));
        if look != DeskLook::Side(seat) && (lays || !shown.is_laying) {
            let team = view.team(seat);
            let said = if lays {
                say!(lang, "{team} looks, and enters its layout", "{team} 来看并录入布阵", team = team)
            } else {
                say!(lang, "{team} looks", "{team} 来看", team = team)
            };
            presses.push(press(deed, said, key, lays && look == DeskLook::Covered));
        }
    }
    if look != DeskLook::Covered {
        presses.push(press("cover", say!(lang, "Cover the board", "遮盖棋盘"), "K", false));
    }
    if look != DeskLook::Referee && !shown.is_laying {
        presses.push(press("uncover", say!(lang, "Show all to the referee", "裁判查看全盘"), "U", true));
    }
    let now = match look {
        DeskLook::Referee => say!(
            lang,
            "This screen shows everything: for the referee's eyes only.",
            "本屏显示全部内容：只供裁判查看。"
        ),
        DeskLook::Covered => say!(
            lang,
            "The board is covered: it shows what everybody may know.",
            "棋盘已遮盖：只显示公开内容。"
        ),
        DeskLook::Side(seat) => {
            let team = view.team(seat);
            say!(lang, "This screen shows what {team} may know.", "本屏显示 {team} 可知的内容。", team = team)
        }
    };
    html! {
        div class="looks" {
            p class="soft" { (now) }
            @for (deed, said, key, is_next) in &presses {
                (button(view, &Press { deed, said, key: Some(key), is_next: *is_next }, lang))
            }
            @for (seat, _) in shown.layouts() {
                @let team = view.team(seat);
                @let deed = if view.is_first_team(seat) { "lay-own" } else { "lay-other" };
                (button(view, &Press { deed, said: &say!(lang, "The layout of {team} was entered wrong", "{team} 的布阵录入有误", team = team), key: None, is_next: false }, lang))
            }
        }
    }
}

/// Ends by consent: what is proposed, and a proposal.
pub(super) fn consent(view: &DeskView<'_>, lang: Lang) -> Html {
    if !view.setup.is_referees() || !view.is_played() {
        return Html::default();
    }
    view.shown
        .proposal
        .as_ref()
        .map_or_else(|| proposes(view, lang), |proposal| answers(view, proposal, lang))
}

/// A proposal, and what each side answers.
fn answers(view: &DeskView<'_>, proposal: &Proposal, lang: Lang) -> Html {
    let waits = Seat::BOTH.into_iter().filter(|seat| !proposal.accepted[seat.index()]);
    let by = proposal.by.map_or_else(|| say!(lang, "The referee", "裁判"), |seat| view.team(seat).to_owned());
    let end = proposal.end.words();
    let end = end.to(lang);
    html! {
        section class="proposal" aria-label=(say!(lang, "Proposed", "提议")) {
            p { strong { (say!(lang, "{by} proposes {end}.", "{by} 提议{end}。", by = by, end = end)) } }
            @for seat in waits {
                @let team = view.team(seat);
                @let (accepts, declines) = if view.is_first_team(seat) { ("accept-own", "decline-own") } else { ("accept-other", "decline-other") };
                (button(view, &Press { deed: accepts, said: &say!(lang, "{team} accepts", "{team} 同意", team = team), key: None, is_next: false }, lang))
                (button(view, &Press { deed: declines, said: &say!(lang, "{team} declines", "{team} 不同意", team = team), key: None, is_next: false }, lang))
            }
        }
    }
}

/// What may be proposed.
fn proposes(view: &DeskView<'_>, lang: Lang) -> Html {
    let [own, other] = &view.setup.teams;
    let (by, end) = (typed(view, "propose", "by"), typed(view, "propose", "end"));
    let fields = html! {
        label for="propose-by" { (say!(lang, "Who proposes", "提议方")) }
        select id="propose-by" name="by" {
            (option("own", own, by)) (option("other", other, by))
            (option("referee", &say!(lang, "the referee", "裁判"), by))
        }
        label for="propose-end" { (say!(lang, "What", "内容")) }
        select id="propose-end" name="end" {
            (option("draw", AgreedEnd::Draw.words().to(lang), end))
            @if view.shown.may_stop() { (option("stop", AgreedEnd::Stop.words().to(lang), end)) }
        }
    };
    let press = Press {
        deed: "propose",
        said: &say!(lang, "Put it to both sides", "向双方提出"),
        key: None,
        is_next: false,
    };
    let said = say!(lang, "Propose an end", "提议结束");
    let folded = Folded { id: "propose", said: &said, key: None, is_open: is_refused(view, "propose") };
    folded.html(&form(view, &fields, &press, lang), lang)
}

/// Who has confirmed a result, and who may still do so.
pub(super) fn confirmed(view: &DeskView<'_>, game: usize, result: &DeskResult, lang: Lang) -> Html {
    if !view.setup.is_referees() {
        return Html::default();
    }
    let confirmed = result.confirmed;
    let teams =
        [(result.seat, "own", &view.setup.teams[0]), (result.seat.other(), "other", &view.setup.teams[1])];
    let by: Vec<String> = teams
        .iter()
        .filter(|(seat, ..)| confirmed.sides[seat.index()])
        .map(|(_, _, team)| (*team).clone())
        .chain(confirmed.referee.then(|| say!(lang, "the referee", "裁判")))
        .collect();
    let by = by.join(if lang == Lang::Zh { "、" } else { ", " });
    html! {
        @if !by.is_empty() { p { (say!(lang, "Confirmed by {by}.", "已确认：{by}。", by = by)) } }
        @if !confirmed.is_whole() {
            form class="confirms" method="post" action=(view.address) data-deed="confirm" {
                input type="hidden" name="game" value=(game);
                input type="hidden" name="do" value="confirm";
                @for (seat, whose, team) in teams {
                    @if !confirmed.sides[seat.index()] {
                        button class="quiet" name="by" value=(whose) {
                            (say!(lang, "{team} confirms", "{team} 确认", team = team))
                        }
                    }
                }
                button class="quiet" name="by" value="referee" { (say!(lang, "The referee confirms", "裁判确认")) }
            }
        }
    }
}

/// The addresses of the other screens.
pub(super) fn screens(view: &DeskView<'_>, lang: Lang) -> Html {
    if view.screens.is_empty() {
        return Html::default();
    }
    let name = |eye: DeskEye| match eye {
        DeskEye::Side(seat) => {
            let team = view.team(seat);
            say!(lang, "What {team} may see", "{team} 可见画面", team = team)
        }
        DeskEye::Public => say!(lang, "What everybody may see", "公开画面"),
    };
    let inside = html! {
        p {
            (say!(
                lang,
                "Open one on another screen of the organiser's. It shows what that side may know, its clocks and what you said to it, and nothing else.",
                "在主办方的另一块屏幕上打开。只显示该方可知的内容、棋钟与裁判对其宣布的内容。"
            ))
        }
        ul {
            @for (eye, address) in view.screens {
                li { a href=(address) target="_blank" rel="noreferrer" { (name(*eye)) } " " span class="soft" { (address) } }
            }
        }
    };
    Folded { id: "screens", said: &say!(lang, "Other screens", "其他屏幕"), key: None, is_open: false }
        .html(&inside, lang)
}

/// Who gives up: either side.
pub(super) fn resigns(view: &DeskView<'_>, lang: Lang) -> Html {
    let game = view.shown.game + 1;
    let [own, other] = &view.setup.teams;
    let inside = html! {
        @for (deed, loser, winner) in [("resign-own", own, other), ("resign-other", other, own)] {
            (button(view, &Press { deed, said: &say!(lang, "{loser} gives up: {winner} wins game {game}", "{loser} 认输：{winner} 胜第 {game} 局"; loser, winner, game), key: None, is_next: false }, lang))
        }
    };
    let is_open = ["resign-own", "resign-other"].iter().any(|deed| is_refused(view, deed));
    Folded { id: "resigned", said: &say!(lang, "A side resigns", "一方认输"), key: None, is_open }
        .html(&inside, lang)
}

/// Whether the window shows nothing of what is being laid out or hidden.
pub(super) fn is_shut(view: &DeskView<'_>) -> bool {
    let shown = view.shown;
    shown.is_laying && shown.look == DeskLook::Covered && shown.state == DeskState::Runs
}
