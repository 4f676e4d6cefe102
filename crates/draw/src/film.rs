//! A whole game as one self-playing SVG file.

use crate::picture::Layer;
use crate::sheet::{Document, Sheet};
use crate::steps::Steps;
use crate::svg::{BOARD, Caption, desc};
use crate::timeline::{Element, Timeline};
use leitai_core::{Lang, Scene};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// How a game is played back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Film<'a> {
    /// The language of names and sentences.
    pub lang: Lang,
    /// The heading above the board, and its spoken name; any text.
    pub title: Option<&'a str>,
    /// The text under the board; sentences follow the frames.
    pub caption: Caption<'a>,
    /// A line above each frame's caption, such as its ply and the players' clocks; there may be fewer lines than
    /// frames.
    pub heads: &'a [String],
    /// Whether a click or the space bar pauses and resumes the film, where the viewer allows scripts.
    pub can_pause: bool,
    /// How long a frame is shown, in seconds; clamped to 0.05 to 60.
    pub seconds_a_frame: f64,
    /// How long the last frame is shown beyond that before the film starts again, in seconds; 0 to 600.
    pub pause: f64,
}

impl Default for Film<'_> {
    fn default() -> Self {
        Film {
            lang: Lang::En,
            title: None,
            caption: Caption::Says,
            heads: &[],
            can_pause: false,
            seconds_a_frame: 0.8,
            pause: 4.0,
        }
    }
}

/// An SVG file that shows the frames one after the other in an endless loop, by CSS alone; where motion is reduced or
/// not supported, it shows the last frame. What several frames share is drawn once. On a page, embed it as an image:
/// inlined, the animations of two films would interfere.
pub fn film(frames: &[Scene], style: Film<'_>) -> String {
    let mut steps = Steps::new(style.lang);
    for frame in frames {
        steps.push(frame);
    }
    let (tray, bounds) = steps.in_hand().under(steps.bounds());
    let lines = |(at, frame)| {
        // A head keeps its single line, or the lines below it would jump up and down.
        let head = style.heads.get(at).cloned();
        head.into_iter().chain(Sheet::wrapped(bounds, &style.caption.lines(frame, style.lang))).collect()
    };
    let captions: Vec<Vec<String>> = frames.iter().enumerate().map(lines).collect();
    let caption_lines = captions.iter().map(Vec::len).max().unwrap_or(0);
    let sheet = Sheet::new(bounds, style.title.is_some(), caption_lines);
    let mut texts = Timeline::default();
    for caption in captions {
        let lines = (0..).zip(caption).map(|(line, text)| sheet.caption(line, &text));
        let lines = style.title.map(|title| sheet.title(title)).into_iter().chain(lines);
        let shown = lines.map(|line| texts.number(Layer::Text, line)).collect();
        texts.step(shown);
    }
    let mut reel = Reel::new(frames.len(), style);
    let elements = steps.elements().iter().chain(texts.elements());
    let elements = elements.map(|element| (element.layer, reel.cut(element))).collect();
    let mut looks = steps.looks().to_vec();
    looks.sort_unstable();
    Document {
        bounds: sheet.bounds(),
        lang: style.lang,
        title: style.title.unwrap_or(BOARD.to(style.lang)),
        desc: &frames.last().map(|frame| desc(frame, style.lang)).unwrap_or_default(),
        css: &reel.css(),
        script: if style.can_pause { PAUSE } else { "" },
        looks: Some(&looks),
        label_size: steps.label_size(),
        layers: None,
        tray: Some(tray),
        elements,
    }
    .write()
}

/// Pauses or resumes all animations of the file.
const PAUSE: &str = "document.onclick=document.onkeydown=function(e){if(e.type=='click'||e.key==' '){e.preventDefault();document.documentElement.classList.toggle('held')}}";

/// The timetable of a film: one animation for each set of steps.
struct Reel {
    frames: usize,
    seconds_a_frame: f64,
    pause: f64,
    known: BTreeSet<String>,
    rules: String,
}

impl Reel {
    fn new(frames: usize, style: Film<'_>) -> Reel {
        let within =
            |value: f64, low: f64, high: f64| if value.is_nan() { low } else { value.clamp(low, high) };
        Reel {
            frames,
            seconds_a_frame: within(style.seconds_a_frame, 0.05, 60.0),
            pause: within(style.pause, 0.0, 600.0),
            known: BTreeSet::new(),
            rules: String::new(),
        }
    }

    fn seconds(&self) -> f64 {
        self.seconds_a_frame * self.frames as f64 + self.pause
    }

    /// The element with the steps that show it, hidden if the last step does not; unchanged if all steps show it.
    fn cut(&mut self, element: &Element) -> String {
        if element.stays() {
            return element.drawn.clone();
        }
        if self.known.insert(element.steps()) {
            self.animate(element);
        }
        element.marked(None, self.frames - 1)
    }

    fn animate(&mut self, element: &Element) {
        let (steps, number) = (element.steps(), self.known.len() - 1);
        let _ =
            write!(self.rules, "\n[data-s=\"{steps}\"]{{animation-name:f{number}}}@keyframes f{number}{{");
        if !element.is_on(0) {
            self.rules.push_str("0%{visibility:hidden}");
        }
        for (from, until) in element.runs() {
            let _ = write!(self.rules, "{}%{{visibility:visible}}", self.percent(from));
            if let Some(until) = until {
                let _ = write!(self.rules, "{}%{{visibility:hidden}}", self.percent(until));
            }
        }
        // Without this key frame, the last step would already fall back to the still picture.
        let end = if element.is_on(self.frames - 1) { "visible" } else { "hidden" };
        let _ = write!(self.rules, "to{{visibility:{end}}}}}");
    }

    fn percent(&self, frame: usize) -> String {
        let percent = format!("{:.3}", 100.0 * self.seconds_a_frame * frame as f64 / self.seconds());
        percent.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    fn css(&self) -> String {
        if self.known.is_empty() {
            return String::new();
        }
        // `step-end` holds each key frame until the next. Where motion is reduced, the still picture stays.
        format!(
            "@media (prefers-reduced-motion:no-preference){{\n[data-s]{{animation:{:.3}s step-end infinite}}{}\n.held [data-s]{{animation-play-state:paused}}\n}}",
            self.seconds(),
            self.rules
        )
    }
}
