//! A whole game as one SVG file that plays by itself.

use crate::picture::{Bounds, Layer, Picture};
use crate::sheet::{Document, Sheet};
use crate::svg::{BOARD, Caption, desc};
use leitai_core::{Lang, Scene};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

/// How a game is played back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Film<'a> {
    /// The language of names and sentences.
    pub lang: Lang,
    /// Written above the board, and its spoken name; any text.
    pub title: Option<&'a str>,
    /// Written under the board; sentences follow the frames.
    pub caption: Caption<'a>,
    /// How long a frame stands; anything but 0.05 to 60 is brought there.
    pub seconds_a_frame: f64,
    /// How long the last frame stands beyond that before the film begins again; 0 to 600.
    pub pause: f64,
}

impl Default for Film<'_> {
    fn default() -> Self {
        Film { lang: Lang::En, title: None, caption: Caption::Says, seconds_a_frame: 0.8, pause: 4.0 }
    }
}

/// An SVG file that shows the frames one after the other, without end, by CSS alone; the last frame where
/// motion is reduced or not understood. What several frames share is drawn once. On a page, show it as an
/// image: inlined, the animations of two films would mix.
pub fn film(frames: &[Scene], style: Film<'_>) -> String {
    let pictures: Vec<Picture> = frames.iter().map(|frame| Picture::of(frame, style.lang, &[])).collect();
    let bounds = pictures.iter().map(|picture| picture.bounds).reduce(Bounds::with);
    let bounds = bounds.unwrap_or(Bounds::around(50, 50, 50, 50));
    let captions: Vec<Vec<&str>> =
        frames.iter().map(|frame| style.caption.lines(frame, style.lang)).collect();
    let caption_lines = captions.iter().map(Vec::len).max().unwrap_or(0);
    let sheet = Sheet::new(bounds, style.title.is_some(), caption_lines);

    let label_size = pictures.last().map_or(30, |picture| picture.label_size);
    let mut looks = BTreeMap::new();
    let mut shown = Shown::default();
    for (i, (mut picture, caption)) in pictures.into_iter().zip(captions).enumerate() {
        if let Some(title) = style.title {
            picture.add(Layer::Text, sheet.title(title));
        }
        for (line, text) in caption.into_iter().enumerate() {
            picture.add(Layer::Text, sheet.caption(line, text));
        }
        looks.append(&mut picture.looks);
        shown.frame(i, picture.elements);
    }
    let mut reel = Reel::new(frames.len(), style);
    let elements = shown.elements.into_iter().map(|element| (element.layer, reel.cut(element))).collect();
    Document {
        sheet,
        lang: style.lang,
        title: style.title.unwrap_or(BOARD.to(style.lang)),
        desc: &frames.last().map(|frame| desc(frame, style.lang)).unwrap_or_default(),
        css: &reel.css(),
        looks: &looks,
        label_size,
        elements,
    }
    .write()
}

/// An element and the frames that show it.
struct Element {
    layer: Layer,
    drawn: String,
    /// From, until: each run of frames.
    runs: Vec<(usize, usize)>,
}

/// Elements in order of their first frame.
#[derive(Default)]
struct Shown {
    elements: Vec<Element>,
    known: HashMap<(u8, String), usize>,
}

impl Shown {
    fn frame(&mut self, frame: usize, elements: Vec<(Layer, String)>) {
        for (layer, drawn) in elements {
            let index = *self.known.entry((layer as u8, drawn)).or_insert_with_key(|(_, drawn)| {
                self.elements.push(Element { layer, drawn: drawn.clone(), runs: Vec::new() });
                self.elements.len() - 1
            });
            let runs = &mut self.elements[index].runs;
            match runs.last_mut() {
                Some(run) if run.1 >= frame => run.1 = frame + 1,
                _ => runs.push((frame, frame + 1)),
            }
        }
    }
}

/// The timetable of a film: one animation for each set of runs.
struct Reel {
    frames: usize,
    seconds_a_frame: f64,
    pause: f64,
    classes: HashMap<Vec<(usize, usize)>, usize>,
    rules: String,
    /// Classes that the last frame does not show.
    hidden: Vec<String>,
}

impl Reel {
    fn new(frames: usize, style: Film<'_>) -> Reel {
        let within =
            |value: f64, low: f64, high: f64| if value.is_nan() { low } else { value.clamp(low, high) };
        Reel {
            frames,
            seconds_a_frame: within(style.seconds_a_frame, 0.05, 60.0),
            pause: within(style.pause, 0.0, 600.0),
            classes: HashMap::new(),
            rules: String::new(),
            hidden: Vec::new(),
        }
    }

    fn seconds(&self) -> f64 {
        self.seconds_a_frame * self.frames as f64 + self.pause
    }

    /// The element under the class that shows it in its frames; as it is if all show it.
    fn cut(&mut self, element: Element) -> String {
        if element.runs == [(0, self.frames)] {
            return element.drawn;
        }
        let next = self.classes.len();
        let known = self.classes.get(&element.runs).copied();
        let class = known.unwrap_or_else(|| {
            self.animate(next, &element.runs);
            self.classes.insert(element.runs, next);
            next
        });
        // Every element begins `<name `.
        match element.drawn.split_once(' ') {
            Some((name, rest)) => format!(r#"{name} class="lt f{class}" {rest}"#),
            None => element.drawn,
        }
    }

    fn animate(&mut self, class: usize, runs: &[(usize, usize)]) {
        if runs.last().is_some_and(|run| run.1 < self.frames) {
            self.hidden.push(format!(".f{class}"));
        }
        let _ = write!(self.rules, "\n.f{class}{{animation-name:f{class}}}@keyframes f{class}{{");
        if runs.first().is_some_and(|run| run.0 > 0) {
            self.rules.push_str("0%{visibility:hidden}");
        }
        for (from, until) in runs {
            let _ = write!(self.rules, "{}%{{visibility:visible}}", self.percent(*from));
            if *until < self.frames {
                let _ = write!(self.rules, "{}%{{visibility:hidden}}", self.percent(*until));
            }
        }
        // Without this key the last step would already fall back to what the still picture shows.
        let end = if runs.last().is_some_and(|run| run.1 == self.frames) { "visible" } else { "hidden" };
        let _ = write!(self.rules, "to{{visibility:{end}}}}}");
    }

    fn percent(&self, frame: usize) -> String {
        let percent = format!("{:.3}", 100.0 * self.seconds_a_frame * frame as f64 / self.seconds());
        percent.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    fn css(&self) -> String {
        if self.classes.is_empty() {
            return String::new();
        }
        let hidden = if self.hidden.is_empty() {
            String::new()
        } else {
            format!("{}{{visibility:hidden}}", self.hidden.join(","))
        };
        // `step-end` holds each key until the next. Where motion is reduced the still picture stays.
        format!(
            "{hidden}\n@media (prefers-reduced-motion:no-preference){{\n.lt{{animation:{:.3}s step-end infinite}}{}\n}}",
            self.seconds(),
            self.rules
        )
    }
}
