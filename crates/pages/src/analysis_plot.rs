//! The expected result over the plies, as a picture.

use crate::html::Html;
use leitai_catalog::{Analysis, turning};
use leitai_core::{Actor, Lang, say};

const WIDTH: f32 = 720.0;
const HEIGHT: f32 = 240.0;
/// Margin for the labels at the left and bottom.
const MARGIN: f32 = 36.0;
/// Margin on the other two sides.
const EDGE: f32 = 8.0;
/// Colours that mark a slip, a mistake and a blunder.
const MARKS: [&str; 3] = ["#d9a400", "#d96a00", "#c01530"];

/// Draws First's expectation ply by ply, from 0 (bottom) to 1, with the turning points marked: an SVG.
pub fn analysis_plot(analysis: &Analysis, names: &[String; 2], lang: Lang) -> Html {
    let plies = analysis.moments.last().map_or(1, |moment| moment.ply).max(1);
    let x = |ply: f32| MARGIN + (WIDTH - MARGIN - EDGE) * ply / plies as f32;
    let y = |expected: f32| EDGE + (HEIGHT - MARGIN - EDGE) * (1.0 - expected);
    let [first, second] = names;
    let title = say!(lang, "Expected result of {first} against {second}", "{first} 对 {second} 的期望得分");
    let mut points: Vec<(f32, f32)> = analysis
        .moments
        .iter()
        .filter_map(|moment| {
            // A ply's position is plotted where the previous ply ended.
            let back = if matches!(moment.by, Actor::Seat(_)) { 1.0 } else { 0.5 };
            Some((moment.ply as f32 - back, moment.before?))
        })
        .collect();
    points.extend(analysis.result.map(|result| (plies as f32, result)));
    let line: Vec<String> =
        points.iter().map(|(ply, value)| format!("{:.1},{:.1}", x(ply.max(0.0)), y(*value))).collect();
    let turns = analysis
        .moments
        .iter()
        .filter_map(|moment| Some((moment, MARKS[moment.lost.and_then(turning)?], moment.before?)));
    let at = |place: f32| format!("{place:.1}");
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" {
            title { (title) }
            rect width=(WIDTH) height=(HEIGHT) fill="#fff" {}
            g font-family="sans-serif" font-size="11" fill="#555" {
                @for share in [0.0_f32, 0.5, 1.0] {
                    path d={ "M" (MARGIN) " " (at(y(share))) "H" (WIDTH - EDGE) } stroke="#ccc" {}
                    text x=(MARGIN - 4.0) y=(at(y(share) + 4.0)) text-anchor="end" { (share * 100.0) }
                }
                @for ply in (0..=plies).step_by((plies / 10).max(1) as usize) {
                    text x=(at(x(ply as f32))) y=(at(HEIGHT - MARGIN + 18.0)) text-anchor="middle" { (ply) }
                }
            }
            polyline points=(line.join(" ")) fill="none" stroke="#1b4d8f" stroke-width="2" {}
            @for (moment, fill, before) in turns {
                circle cx=(at(x(moment.ply as f32 - 1.0))) cy=(at(y(before))) r="4" fill=(fill) {
                    title { (moment.ply) ": " (moment.acts.join(" ")) }
                }
            }
        }
    }
}
