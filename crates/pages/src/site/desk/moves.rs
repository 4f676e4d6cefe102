//! The moves of the game, with their times.

use super::DeskView;
use crate::html::Html;
use crate::site::board::chip;
use crate::site::time::used;
use leitai_core::{Actor, Lang, Tone, say};
use leitai_hall::DeskMove;

/// The moves in order, the latest first.
pub(super) fn moves(view: &DeskView<'_>, lang: Lang) -> Html {
    let moves = &view.shown.moves;
    if moves.is_empty() || view.shown.is_covered() {
        return Html::default();
    }
    let tone = |by: Actor| match (by, view.shown.scene.as_ref()) {
        (Actor::Seat(seat), Some(scene)) => chip(scene.seats[seat.index()]),
        (Actor::Seat(_), None) => chip(Tone::Plain),
        _ => Html::default(),
    };
    let name = say!(lang, "Moves, the latest first", "着法（最新在前）");
    html! {
        div class="desk-moves" tabindex="0" role="region" aria-label=(name) {
            table {
                thead {
                    tr {
                        th scope="col" { (say!(lang, "Ply", "手")) }
                        th scope="col" { (say!(lang, "Who", "方")) }
                        th scope="col" { (say!(lang, "Played", "着法")) }
                        th scope="col" { (say!(lang, "Code", "局面码")) }
                        th scope="col" class="n" { (say!(lang, "Time", "用时")) }
                        th scope="col" data-script hidden { span class="vh" { (say!(lang, "Correct", "修正")) } }
                    }
                }
                tbody {
                    @for (at, one) in moves.iter().enumerate().rev() {
                        @let acts = one.acts.join(" ");
                        tr {
                            td { @if let Some(ply) = view.shown.begins(at) { (ply) } }
                            td { (tone(one.by)) " " bdi { (view.hand_name(one.by, lang)) } }
                            th scope="row" { (acts) }
                            td class="code-after" { (view.shown.codes.get(at).map_or("", String::as_str)) }
                            td class="n" { (took(one)) }
                            td data-script hidden {
                                @if view.is_played() {
                                    button class="quiet" type="button" data-wrong=(at)
                                        aria-label=(say!(lang, "{acts} was wrong", "“{acts}” 有误", acts = acts)) { "↶" }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Time on a clock: nothing where none ran.
fn took(one: &DeskMove) -> String {
    let us = u64::try_from(one.took.as_micros()).unwrap_or(u64::MAX);
    if matches!(one.by, Actor::Seat(_)) || us > 0 { used(us) } else { String::new() }
}
