//! A game that people played, judged ply by ply.

use crate::html::Html;
use crate::site::frame::{Frame, messages};
use crate::site::texts::Texts;
use crate::{Nav, Reader, analysis_plot};
use leitai_catalog::{Analysis, Moment, turning, turning_words};
use leitai_core::{Actor, Sentence, sentence};

/// How many plies of a better line are shown.
const LINE: usize = 6;

/// How far the judging of a game is.
pub enum AnalysisView<'a> {
    /// So many lines of so many are judged.
    Runs(usize, usize),
    /// It is done.
    Done(&'a Analysis),
    /// It could not be done.
    Failed(Sentence),
}

/// `/games/ID/analysis`; `names` are those of the sides, First before Second.
pub fn analysis(reader: &Reader<'_>, id: &str, names: &[String; 2], view: &AnalysisView<'_>) -> Html {
    let t = Texts(reader.lang);
    let title = format!("{}: {} – {}", t.analysis_title(), names[0], names[1]);
    let runs = matches!(view, AnalysisView::Runs(..));
    let body = html! {
        p { a href={ "/games/" (id) } { (t.analysis_back()) } }
        h1 { (t.analysis_title()) }
        p { bdi { (names[0]) } " – " bdi { (names[1]) } }
        @match view {
            AnalysisView::Runs(done, of) => {
                p role="status" data-again="2" { (sentence!("Judging: {done} of {of}", "正在评估：{done}/{of}").to(t.0)) }
            }
            AnalysisView::Failed(why) => { (messages(reader, Some(why), None)) }
            AnalysisView::Done(analysis) => { (judged(t, id, names, analysis)) }
        }
    };
    let head = html! { @if runs { noscript { meta http-equiv="refresh" content="3"; } } };
    Frame { title: &title, nav: Nav::Play, main: "page", body: &body, head }.html(reader)
}

fn judged(t: Texts, id: &str, names: &[String; 2], analysis: &Analysis) -> Html {
    let turns: Vec<_> =
        analysis.moments.iter().filter_map(|it| Some((it, it.lost?, turning(it.lost?)?))).collect();
    html! {
        (analysis_plot(analysis, names, t.0))
        ul { @for said in analysis.findings(names, false) { li { (said.to(t.0)) } } }
        @if !turns.is_empty() {
            h2 { (t.analysis_turns()) }
            ul class="rows" {
                @for (moment, lost, rank) in turns { li class="row" { (turn(t, id, names, (moment, lost, rank))) } }
            }
        }
    }
}

/// A ply that gave something away, with the way there and what was better.
fn turn(t: Texts, id: &str, names: &[String; 2], (moment, lost, rank): (&Moment, f32, usize)) -> Html {
    let name = match moment.by {
        Actor::Seat(seat) => names[seat.index()].as_str(),
        _ => "",
    };
    let better = moment.judged.as_ref().map_or(&[][..], |judged| &judged.line[..judged.line.len().min(LINE)]);
    let (ply, acts, lost) = (moment.ply, moment.acts.join(" "), format!("{:.0}", lost * 100.0));
    let what = turning_words(rank);
    let said = sentence!(
        "{ply}. {name} {acts}: {what}, −{lost} %", "第 {ply} 手 {name} {acts}：{what}，−{lost} %"; ply, name, acts, what, lost
    );
    html! {
        a href={ "/games/" (id) "?ply=" (moment.step + 1) } { (said.to(t.0)) }
        @if !better.is_empty() {
            " " span class="soft" {
                (sentence!("better: {}", "更好的是 {}", better.join(" ")).to(t.0))
            }
        }
        " " a href={ "/games/" (id) "/play?ply=" (moment.step) } { (t.play_from_here()) }
    }
}
