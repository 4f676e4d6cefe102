//! Standings as text and as JSON.

use crate::out;
use leitai_core::Lang;
use leitai_draw::{pad, width};
use leitai_tournament::{Event, EventState, RankedEntry};
use serde::Serialize;

#[derive(Serialize)]
struct Row<'a> {
    r#type: &'static str,
    /// `None` for the whole event.
    stage: Option<u16>,
    section: Option<u16>,
    place: Option<u32>,
    title: Option<&'a str>,
    /// For the whole event: how far the entry came, if that differs between entries.
    #[serde(skip_serializing_if = "Option::is_none")]
    reached: Option<&'a str>,
    name: &'a str,
    points: Option<String>,
    why: &'a str,
}

/// Every stage drawn so far, then the whole event; `why` adds the reasons.
pub(super) fn text(event: &Event, state: &EventState<'_>, lang: Lang, why: bool) -> String {
    let mut text = String::new();
    for (number, stage) in (0u16..).zip(state.stages()) {
        for section in &stage.sections {
            let name = event.plan().stages[usize::from(number)].name.to(lang);
            let title = if stage.sections.len() > 1 {
                format!("{name}, {}", section.name.to(lang))
            } else {
                name.to_owned()
            };
            text.push_str(&format!("\n{title}\n"));
            text.push_str(&rows(event, state, &state.places(number, section.number), lang, why));
        }
    }
    // Classes are one stage, but their places have to be told apart as well.
    if state.stages().len() > 1 || state.stages().iter().any(|stage| stage.sections.len() > 1) {
        text.push_str(match lang {
            Lang::En => "\nthe event\n",
            Lang::Zh => "\n总排名\n",
        });
        text.push_str(&rows(event, state, &state.ranking(), lang, false));
    }
    text
}

/// The places of one section.
pub(super) fn rows(
    event: &Event,
    state: &EventState<'_>,
    places: &[RankedEntry],
    lang: Lang,
    why: bool,
) -> String {
    let names = places.iter().map(|place| width(event.name(place.entry))).max().unwrap_or(0);
    let titled =
        places.iter().filter_map(|place| place.title.as_ref()).map(|title| width(title.to(lang))).max();
    let mut text = String::new();
    for place in places {
        let rank = place.place.map_or("–".to_owned(), |rank| rank.to_string());
        let points = place.points.map_or(String::new(), |points| points.to_string());
        let title = place.title.as_ref().map_or("", |title| title.to(lang));
        let mut line = format!("{rank:>4}  {}", pad(event.name(place.entry), names));
        if let Some(titled) = titled {
            line.push_str(&format!("  {}", pad(title, titled)));
        }
        line.push_str(&format!("  {points:>5}"));
        if let Some([stage, section]) = place.reached {
            line.push_str(&format!("  {}", state.section_name(stage, section).to(lang)));
        }
        if why {
            line.push_str(&format!("  {}", place.why.to(lang)));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Prints one object per row: every section, then the whole event.
pub(super) fn json(event: &Event, state: &EventState<'_>) {
    let lang = Lang::En;
    let row = |place: &RankedEntry, stage: Option<u16>, section: Option<u16>| {
        let reached = place.reached.map(|[stage, section]| state.section_name(stage, section));
        out::json(&Row {
            r#type: "standing",
            stage,
            section,
            place: place.place,
            title: place.title.as_ref().map(|title| title.to(lang)),
            reached: reached.as_ref().map(|reached| reached.to(lang)),
            name: event.name(place.entry),
            points: place.points.map(|points| points.to_string()),
            why: place.why.to(lang),
        });
    };
    for (number, stage) in (0u16..).zip(state.stages()) {
        for section in &stage.sections {
            for place in state.places(number, section.number) {
                row(&place, Some(number), Some(section.number));
            }
        }
    }
    for place in state.ranking() {
        row(&place, None, None);
    }
}
