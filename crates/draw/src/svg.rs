//! A board as an SVG file.

use crate::mark::LAST;
use crate::meaning::says;
use crate::picture::{Layer, Picture};
use crate::sheet::{Document, Sheet};
use leitai_core::{Lang, MarkKind, Scene, Words};

/// How a board is drawn. Light theme; every look and font fallback is contained in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Svg<'a> {
    /// The language of names and sentences.
    pub lang: Lang,
    /// The heading above the board, and its spoken name; any text.
    pub title: Option<&'a str>,
    /// The text under the board.
    pub caption: Caption<'a>,
    /// Numbers on the pieces of these places (index of the place, number). The number of the last move is red.
    pub numbers: &'a [(u16, u32)],
}

/// The text under a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Caption<'a> {
    /// The scene's own sentences.
    #[default]
    Says,
    /// A single line of any text.
    Text(&'a str),
    /// One line of any text, then those of the scene's own sentences that do not repeat how the line ends.
    Over(&'a str),
    /// Nothing.
    None,
}

impl Caption<'_> {
    /// The lines for one scene.
    pub(crate) fn lines(self, scene: &Scene, lang: Lang) -> Vec<String> {
        match self {
            Caption::Says => said(scene, lang).collect(),
            Caption::Text(text) => vec![text.to_owned()],
            Caption::Over(text) => {
                // What follows the name of the winner, if that is what the line says.
                let reason = text.rsplit([':', '：']).next().unwrap_or(text).trim_start();
                let is_new = |said: &String| !text.ends_with(said.as_str()) && !said.ends_with(reason);
                [text.to_owned()].into_iter().chain(said(scene, lang).filter(is_new)).collect()
            }
            Caption::None => Vec::new(),
        }
    }
}

/// A self-contained SVG file, crisp at any size. Its units are hundredths of a cell; (0, 0) is the corner of the field,
/// so overlays need no measuring.
pub fn svg(scene: &Scene, style: Svg<'_>) -> String {
    let mut picture = Picture::of(scene, Some(style.lang), style.numbers);
    let (tray, bounds) = picture.tray.under(picture.bounds);
    let caption = Sheet::wrapped(bounds, &style.caption.lines(scene, style.lang));
    let sheet = Sheet::new(bounds, style.title.is_some(), caption.len());
    if let Some(title) = style.title {
        picture.add(Layer::Text, sheet.title(title));
    }
    for (i, line) in caption.iter().enumerate() {
        picture.add(Layer::Text, sheet.caption(i, line));
    }
    Document {
        bounds: sheet.bounds(),
        lang: style.lang,
        title: style.title.unwrap_or(BOARD.to(style.lang)),
        desc: &desc(scene, style.lang),
        css: "",
        script: "",
        looks: Some(&picture.looks.into_iter().collect::<Vec<_>>()),
        label_size: picture.label_size,
        layers: None,
        tray: Some(tray),
        elements: picture.elements,
    }
    .write()
}

pub(crate) const BOARD: Words = Words::new("board", "棋盘");

/// The sentences of a scene and its legend in one language.
fn said(scene: &Scene, lang: Lang) -> impl Iterator<Item = String> {
    says(scene).into_iter().map(move |say| if lang == Lang::Zh { say.zh } else { say.en })
}

/// The last move and the sentences, for those who cannot see the board.
pub(crate) fn desc(scene: &Scene, lang: Lang) -> String {
    let marked = scene.marks.iter().filter(|mark| mark.kind == MarkKind::Last);
    let names: Vec<&str> = marked
        .filter_map(|mark| scene.places.get(usize::from(mark.at)).map(|place| place.name.as_str()))
        .collect();
    let last = (!names.is_empty()).then(|| format!("{} {}", LAST.to(lang), names.join(" ")));
    let sentences: Vec<String> = last.into_iter().chain(said(scene, lang)).collect();
    sentences.join(if lang == Lang::Zh { "；" } else { "; " })
}
