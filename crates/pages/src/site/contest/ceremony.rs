//! A draw before everyone: the lots of a game's event one by one.

use super::fields::game_name;
use crate::Reader;
use crate::event::Speech;
use crate::html::Html;
use crate::site::frame::{head, mark, tag};
use crate::site::texts::Texts;
use leitai_core::{GameName, say, sentence};
use leitai_tournament::contest::DrawnLot;
use leitai_tournament::{Event, Stage};

/// The draw of a game.
pub struct CeremonyView<'a> {
    /// The contest's address.
    pub id: &'a str,
    /// Its name.
    pub contest: &'a str,
    /// The game.
    pub game: &'a GameName<'static>,
    /// The address of the event.
    pub event_id: &'a str,
    /// The event as the public sees it.
    pub event: &'a Event,
    /// Its first stage.
    pub stage: &'a Stage,
    /// The lots of that stage.
    pub lots: &'a [DrawnLot],
    /// The seed, once the event is over.
    pub seed: Option<&'a str>,
    /// The SHA-256 of the seed.
    pub commitment: &'a str,
}

/// `/contests/ID/draw/GAME`: each lot is a step. Without script it is a list.
pub fn ceremony(reader: &Reader<'_>, view: &CeremonyView<'_>) -> Html {
    let (s, event) = (Speech::Only(reader.lang), view.event);
    let game = game_name(reader, view.game);
    let title = say!(
        reader.lang,
        "Draw · {game} · {contest}",
        "抽签 · {game} · {contest}",
        game = game,
        contest = view.contest
    );
    Html::document(html! {
        html lang=(tag(reader.lang)) data-theme="dark" {
            (head(&title, Texts(reader.lang), &Html::default()))
            body class="ceremony" {
                header class="top" {
                    a class="mark" href={ "/contests/" (view.id) } { (mark()) }
                    h1 { (s.name(view.contest)) " · " (game) }
                }
                main id="main" {
                    p class="soft" {
                        (s.both("SHA-256 of the seed, published before the draw:", "抽签前公布的种子 SHA-256："))
                        " " code { (view.commitment) }
                    }
                    lt-ceremony {
                        p class="no-print" data-script="" {
                            button class="do" data-next="" { (s.both("Next lot", "下一签")) }
                            " " button class="quiet" data-all="" { (s.both("Show all", "全部显示")) }
                        }
                        @for lot in view.lots { (one(s, event, view.seed, lot)) }
                        section data-step="" {
                            h2 { (s.both("Result", "抽签结果")) }
                            div class="groups" {
                                @for section in &view.stage.sections {
                                    section {
                                        h3 { (s.said(&section.name)) }
                                        ol { @for member in &section.members { li { (s.name(event.name(*member))) } } }
                                    }
                                }
                            }
                        }
                    }
                    p {
                        a href={ "/events/" (view.event_id) } { (s.both("The event with its groups and reasons", "赛事页面（分组与理由）")) }
                    }
                }
            }
        }
    })
}

/// A lot: who came first, and the line that shows it.
fn one(s: Speech, event: &Event, seed: Option<&str>, lot: &DrawnLot) -> Html {
    let seed = seed.unwrap_or("SEED");
    html! {
        section {
            h2 data-step="" { (s.said(&sentence!("Lot: {}", "签号：{}", lot.label))) }
            ol {
                @for (entry, figure) in &lot.order {
                    li data-step="" {
                        b { (s.name(event.name(*entry))) } " " code { (figure.get(..16).unwrap_or(figure)) "…" }
                        br;
                        code class="soft" { "printf %s '" (seed) "|" (lot.label) "|" (entry) "' | sha256sum" }
                    }
                }
            }
            p class="soft" {
                (s.both("The smallest figure comes first. The seed is shown when the event is over.", "数值最小者在先。种子在赛事结束后公布。"))
            }
        }
    }
}
