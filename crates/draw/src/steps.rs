//! A drawing that changes step by step.

use crate::picture::{Bounds, Layer, Picture, Tray};
use crate::sheet::{Document, Sheet};
use crate::svg::BOARD;
use crate::timeline::{Element, Timeline, Turned};
use leitai_core::{Lang, Scene, Words};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The drawing of a game that goes from step to step: each element is drawn once and shown at the steps that have it.
/// Made for pages: a step shows and hides elements, and a live page receives each new step as a [`Patch`].
///
/// Elements are numbered in order of first appearance. In a sheet with all steps each has its number, `data-i`, and
/// `data-s`, the steps at which it appears, disappears, appears again: it is visible if an odd number of these are at
/// or before the step, and otherwise has `visibility="hidden"`. The layers are `<g data-l="NAME">`. Colours are
/// attributes, which any rule of a style sheet overrides: the classes are `f-NAME` for the fill and `s-NAME` for the
/// stroke.
pub struct Steps {
    lang: Lang,
    timeline: Timeline,
    /// In order of first use.
    looks: Vec<(String, String)>,
    /// The scene whose board was drawn last, and the numbers of the board's elements.
    board: Option<(Scene, Vec<usize>)>,
    bounds: Option<Bounds>,
    label_size: i64,
    tray: Tray,
    /// The scene of the step before.
    before: Option<Scene>,
}

/// What a step changes in the sheet and the tray of the preceding steps.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Patch {
    /// The step, from 0.
    pub step: usize,
    /// New looks: their ids and bodies. They are appended to the `defs`.
    pub looks: Vec<(String, String)>,
    /// New elements, each with the name of the layer to which it is appended. Their numbers follow those of earlier
    /// elements.
    pub add: Vec<(&'static str, String)>,
    /// Elements that reappear.
    pub on: Vec<usize>,
    /// Elements that disappear.
    pub off: Vec<usize>,
    /// The `viewBox` of the sheet, if it changed; within a game that never happens after the first step.
    pub view: Option<String>,
    /// The `viewBox` of the tray, if it changed.
    pub tray: Option<String>,
}

impl Steps {
    /// A drawing without any steps; names are spoken in `lang`.
    pub fn new(lang: Lang) -> Steps {
        let (timeline, looks, tray) = (Timeline::default(), Vec::new(), Tray::default());
        Steps { lang, timeline, looks, board: None, bounds: None, label_size: 30, tray, before: None }
    }

    /// The number of steps.
    pub fn count(&self) -> usize {
        self.timeline.steps()
    }

    /// Adds the step that shows this scene.
    pub fn push(&mut self, scene: &Scene) -> Patch {
        let (step, old) = (self.timeline.steps(), self.timeline.elements().len());
        let (view, tray) = (self.view(), self.tray);
        let mut shown = self.board(scene);
        let mut scene = scene.clone();
        if let Some(before) = &self.before {
            scene.follow(before);
        }
        let mut picture = Picture {
            bounds: Bounds::around(50, 50, 50, 50),
            label_size: self.label_size,
            elements: Vec::new(),
            looks: BTreeMap::new(),
            tray: Tray::default(),
        };
        picture.play(&scene, None, &[]);
        self.before = Some(scene);
        shown.extend(picture.elements.into_iter().map(|(layer, drawn)| self.timeline.number(layer, drawn)));
        self.tray = self.tray.with(picture.tray);
        let looks: Vec<_> = picture.looks.into_iter().filter(|look| !self.looks.contains(look)).collect();
        self.looks.extend_from_slice(&looks);
        let Turned { on, off } = self.timeline.step(shown);
        let add = self.timeline.elements()[old..].iter();
        Patch {
            step,
            looks,
            add: add.map(|new| (new.layer.name(), new.drawn.clone())).collect(),
            on,
            off,
            view: (step == 0 || self.view() != view).then(|| self.view()),
            tray: self.tray.bounds().filter(|_| self.tray != tray).map(Bounds::view),
        }
    }

    /// The numbers of the board's elements; the board is redrawn only if it changed.
    fn board(&mut self, scene: &Scene) -> BTreeSet<usize> {
        if let Some((drawn, numbers)) = &self.board
            && is_same_board(drawn, scene)
        {
            return numbers.iter().copied().collect();
        }
        let mut picture = Picture::board(scene);
        if self.bounds.is_none() {
            self.label_size = picture.label_size;
        }
        self.bounds = Some(self.bounds.map_or(picture.bounds, |bounds| bounds.with(picture.bounds)));
        picture.elements.sort_by_key(|(layer, _)| *layer);
        let mut numbers = Vec::new();
        for layer in picture.elements.chunk_by(|a, b| a.0 == b.0) {
            let drawn: String = layer.iter().flat_map(|(_, element)| [element, "\n"]).collect();
            numbers.push(self.timeline.number(layer[0].0, format!("<g>\n{drawn}</g>")));
        }
        let board = Scene { pieces: Vec::new(), marks: Vec::new(), tray: Vec::new(), ..scene.clone() };
        let shown = numbers.iter().copied().collect();
        self.board = Some((board, numbers));
        shown
    }

    /// The bounds of the board with its coordinates.
    pub(crate) fn bounds(&self) -> Bounds {
        self.bounds.unwrap_or(Bounds::around(50, 50, 50, 50))
    }

    /// Whether the board is much wider than it is high.
    pub fn is_wide(&self) -> bool {
        let bounds = self.bounds();
        bounds.width() * 4 > bounds.height() * 5
    }

    fn view(&self) -> String {
        Sheet::new(self.bounds(), false, 0).bounds().view()
    }

    pub(crate) fn elements(&self) -> &[Element] {
        self.timeline.elements()
    }

    pub(crate) fn looks(&self) -> &[(String, String)] {
        &self.looks
    }

    pub(crate) fn label_size(&self) -> i64 {
        self.label_size
    }

    /// The largest tray of any step so far.
    pub(crate) fn in_hand(&self) -> Tray {
        self.tray
    }

    /// The board at a step as an `svg` element for a page, on the page's own background. `all`: includes what other
    /// steps show, hidden.
    pub fn sheet(&self, at: usize, all: bool) -> String {
        let bounds = Sheet::new(self.bounds(), false, 0).bounds();
        self.document(at, all, bounds, BOARD, &Layer::BOARD, Some(&self.looks))
    }

    /// The pieces in hand at a step, as a separate drawing to put beside the board; `None` if nothing ever was in hand.
    /// It uses the looks of the sheet on the same page.
    pub fn tray(&self, at: usize, all: bool) -> Option<String> {
        let name = Words::new("in hand", "待落");
        self.tray.bounds().map(|bounds| self.document(at, all, bounds, name, &[Layer::Tray], None))
    }

    fn document(
        &self,
        at: usize,
        all: bool,
        bounds: Bounds,
        name: Words,
        layers: &[Layer],
        looks: Option<&[(String, String)]>,
    ) -> String {
        let of_these = self.elements().iter().enumerate().filter(|(_, it)| layers.contains(&it.layer));
        let elements = of_these
            .filter(|(_, it)| all || it.is_on(at))
            .map(|(number, it)| (it.layer, if all { it.marked(Some(number), at) } else { it.drawn.clone() }));
        Document {
            bounds,
            lang: self.lang,
            title: name.to(self.lang),
            desc: "",
            css: "",
            script: "",
            looks,
            label_size: self.label_size,
            layers: Some(layers),
            tray: None,
            elements: elements.collect(),
        }
        .write()
    }

    /// The rules of a style sheet that make a sheet with all its steps, and its tray, show the step given by the custom
    /// property `--at`, without script.
    pub fn rules(&self) -> String {
        let mut rules = String::from("[data-s]{visibility:visible}\n");
        let mut known = BTreeSet::new();
        for element in self.elements().iter().filter(|element| !element.stays()) {
            let steps = element.steps();
            if known.contains(&steps) {
                continue;
            }
            // An opacity below 0 counts as 0, and one above 1 as 1.
            let runs = element.runs().map(|(from, until)| match until {
                None => format!("var(--at) - {from} + 1"),
                Some(until) => format!("min(var(--at) - {from} + 1,{until} - var(--at))"),
            });
            let runs: Vec<_> = runs.collect();
            let shown = if runs.len() == 1 { runs.concat() } else { format!("max({})", runs.join(",")) };
            let _ = writeln!(rules, "[data-s=\"{steps}\"]{{opacity:calc({shown})}}");
            known.insert(steps);
        }
        rules
    }
}

/// Whether the parts that do not change during a game are equal.
fn is_same_board(one: &Scene, other: &Scene) -> bool {
    one.ground == other.ground
        && (one.width, one.height) == (other.width, other.height)
        && one.places == other.places
        && one.strokes == other.strokes
        && one.labels == other.labels
}
