//! A board as text. Only characters whose width is certain are used: `●` takes one column in some terminals
//! and two in others, and one such stone bends the board.

use crate::canvas::{Canvas, Ink};
use crate::text::{clean, pad, width};
use leitai_core::{Form, Ground, Label, Lang, MarkKind, Piece, Place, Scene, Shape, Stroke, Tone, Words};
use std::collections::BTreeMap;

/// How a board is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terminal {
    /// With 256-colour escapes. Without, the text has none; what it says is the same.
    pub color: bool,
    /// The language of what stands under the board.
    pub lang: Lang,
    /// Empty places show their names.
    pub names: bool,
}

/// The board with its coordinates, what its pieces are called, what is in hand, the sentences and the
/// buttons. `[X]` was played last, `(X)` is part of the winning line, `:` was left or crossed. Every line ends
/// with a line feed.
pub fn terminal(scene: &Scene, style: Terminal) -> String {
    let mut board = Board { scene, style, grid: Grid::of(scene, style), canvas: Canvas::default() };
    board.ground();
    board.strokes();
    board.places();
    board.labels();
    let mut out = board.canvas.lines(style.color);
    beside(scene, style.lang, &mut out);
    out
}

const CINNABAR: u8 = 124;
const JADE: u8 = 29;
const WOOD: u8 = 179;
const GRAIN: u8 = 94;

struct Board<'a> {
    scene: &'a Scene,
    style: Terminal,
    grid: Grid,
    canvas: Canvas,
}

impl Board<'_> {
    fn ground(&mut self) {
        if self.scene.ground != Ground::Wood {
            return;
        }
        let spots = || self.scene.places.iter().map(|place| self.grid.spot(place.x, place.y));
        let rows = span(spots().map(|(row, _)| row));
        let (left, right) = span(spots().map(|(_, column)| column));
        let blank = " ".repeat((right - left + 3) as usize);
        for row in rows.0..=rows.1 {
            self.canvas.write(row, left - 1, &blank, Ink::default().on(WOOD));
        }
    }

    fn strokes(&mut self) {
        if !self.grid.ruled {
            return;
        }
        let mixed = self.scene.strokes.iter().any(|stroke| stroke.thick != self.scene.strokes[0].thick);
        let mut cells = BTreeMap::new();
        for stroke in &self.scene.strokes {
            self.grid.trace(stroke, mixed && stroke.thick, &mut cells);
        }
        let ink = if self.scene.ground == Ground::Wood { Ink::text(GRAIN) } else { Ink::text(244) };
        for ((row, column), ink_cell) in cells {
            if let Some(glyph) = ink_cell.glyph() {
                self.canvas.write(row, column, glyph, ink);
            }
        }
    }

    fn places(&mut self) {
        // A lone tone needs dots to be seen without colours; two tones show as dots and blanks.
        let scene = self.scene;
        let two_tone = scene.places.iter().any(|place| place.tone == Tone::Shaded);
        let mut pieces: BTreeMap<u16, &Piece> = BTreeMap::new();
        pieces.extend(scene.pieces.iter().map(|piece| (piece.at, piece)));
        for (index, place) in scene.places.iter().enumerate() {
            let index = index as u16;
            let (row, column) = self.grid.spot(place.x, place.y);
            let ground = self.tint(place);
            self.dots(place);
            if !matches!(place.shape, Shape::Across | Shape::Upright) {
                let blank = if self.scene.ground == Ground::Wood { Ink::default() } else { ground };
                self.canvas.write(row, column - 1, "   ", blank);
            }
            let marked = |kind| scene.marks.iter().any(|mark| mark.at == index && mark.kind == kind);
            match pieces.get(&index) {
                Some(piece) => self.piece(place, piece),
                None => self.empty(place, two_tone, marked(MarkKind::Trail)),
            }
            let brackets = if marked(MarkKind::Last) {
                Some(("[", "]", CINNABAR))
            } else if marked(MarkKind::Win) {
                Some(("(", ")", JADE))
            } else {
                None
            };
            if let Some((open, close, colour)) = brackets {
                // On a bare terminal the dark tones would drown.
                let bare = self.scene.ground == Ground::Paper;
                let ink = Ink::text(if bare { colour + 43 } else { colour }).bold();
                self.canvas.write(row, column - 1, open, ink);
                self.canvas.write(row, column + 1, close, ink);
            }
        }
    }

    /// The ground of one place in colours.
    fn tint(&self, place: &Place) -> Ink {
        match (self.scene.ground, place.shape) {
            (Ground::Squares, _) if place.tone == Tone::Shaded => Ink::default().on(65),
            (Ground::Squares, _) => Ink::default().on(230),
            (_, Shape::Hexagon) => Ink::default().on(187),
            _ => Ink::default(),
        }
    }

    /// The dots between which an edge lies.
    fn dots(&mut self, place: &Place) {
        let (across, upright) = match place.shape {
            Shape::Across => (50, 0),
            Shape::Upright => (0, 50),
            _ => return,
        };
        for side in [-1, 1] {
            let (row, column) = self.grid.spot(place.x + side * across, place.y + side * upright);
            self.canvas.write(row, column, "+", Ink::default());
        }
    }

    fn empty(&mut self, place: &Place, two_tone: bool, trail: bool) {
        let (row, column) = self.grid.spot(place.x, place.y);
        let bare = self.scene.ground == Ground::Paper && place.shape != Shape::Hexagon;
        let ink = if bare { Ink::text(244) } else { Ink::text(GRAIN) };
        let name = clean(&place.name);
        if self.style.names {
            let left = column - (width(&name) as i64 - 1) / 2;
            return self.canvas.write(row, left, &name, ink);
        }
        let dot = match place.shape {
            _ if trail => ":",
            Shape::Star => "+",
            Shape::Crossing | Shape::Hexagon => ".",
            Shape::Round => return self.canvas.write(row, column - 1, "( )", ink),
            Shape::Arch => return self.canvas.write(row, column - 1, "{ }", ink),
            Shape::Square if two_tone && !self.style.color && place.tone == Tone::Shaded => ".",
            Shape::Square | Shape::Across | Shape::Upright => return,
        };
        self.canvas.write(row, column, dot, ink);
    }

    fn piece(&mut self, place: &Place, piece: &Piece) {
        let (row, column) = self.grid.spot(place.x, place.y);
        let bare = self.scene.ground == Ground::Paper && place.shape != Shape::Hexagon;
        let ink = match piece.tone {
            _ if bare => bare_ink(piece.tone),
            Tone::Black => Ink::text(231).on(16),
            Tone::White => Ink::text(16).on(231),
            Tone::Red => Ink::text(231).on(CINNABAR),
            Tone::Blue => Ink::text(231).on(25),
            Tone::Plain | Tone::Shaded => Ink::text(16).on(250),
        };
        match place.shape {
            Shape::Across => self.canvas.write(row, column - 1, "---", ink.bold()),
            Shape::Upright => self.canvas.write(row, column, "|", ink.bold()),
            _ => {
                // Two columns by one row are as good as round; the third keeps neighbours apart.
                self.canvas.write(row, column, glyph(piece), ink.bold());
                self.canvas.write(row, column + 1, " ", ink);
            }
        }
    }

    fn labels(&mut self) {
        let rows = self.canvas.height().unwrap_or((0, 0));
        let spots = self.scene.places.iter().map(|place| place.y);
        let (top, bottom) = span(spots.map(i64::from));
        let written: Vec<(i64, i64, &Label)> = self
            .scene
            .labels
            .iter()
            .map(|label| {
                let (row, column) = self.grid.spot(label.x, label.y);
                let wide = width(&clean(&label.text)) as i64;
                let centred = column - (wide - 1) / 2;
                if i64::from(label.y) <= top - 30 {
                    return (rows.0 - 1, centred, label);
                }
                if i64::from(label.y) >= bottom + 30 {
                    return (rows.1 + 1, centred, label);
                }
                let (left, right) = self.canvas.width(row).unwrap_or((column + 1, column + 1));
                if column <= left {
                    (row, centred.min(left - 1 - wide), label)
                } else if column >= right {
                    (row, centred.max(right + 2), label)
                } else {
                    (row, centred, label)
                }
            })
            .collect();
        for (row, column, label) in written {
            self.canvas.write(row, column, &label.text, Ink::text(244));
        }
    }
}

/// Colours that read on a light terminal and on a dark one.
fn bare_ink(tone: Tone) -> Ink {
    match tone {
        Tone::Red => Ink::text(167),
        Tone::Blue => Ink::text(68),
        _ => Ink::default(),
    }
}

/// Sides differ by letter; a crowned man is the capital of its side.
fn glyph(piece: &Piece) -> &'static str {
    match (piece.form, piece.tone) {
        (Form::Cross, _) | (Form::Stone, Tone::Black) => "X",
        (Form::Nought, _) | (Form::Stone, Tone::White) => "O",
        (Form::Stone | Form::King, Tone::Red) => "R",
        (Form::Stone | Form::King, Tone::Blue) | (Form::King, Tone::Black) => "B",
        (Form::Man, Tone::Black | Tone::Blue) => "b",
        (Form::Man, Tone::White) => "w",
        (Form::King, Tone::White) => "W",
        (Form::Man, Tone::Red) => "r",
        (Form::Stone, Tone::Plain | Tone::Shaded) => "#",
        (Form::Man, Tone::Plain | Tone::Shaded) => "o",
        (Form::King, Tone::Plain | Tone::Shaded) => "K",
    }
}

const IN_HAND: Words = Words::new("In hand:", "待落：");
const NUMBER: Words = Words::new("Number:", "数字：");

fn beside(scene: &Scene, lang: Lang, out: &mut String) {
    let mut below = Vec::new();
    let mut kinds: Vec<(&str, String)> = Vec::new();
    for piece in scene.pieces.iter().chain(&scene.tray) {
        let kind = (glyph(piece), clean(piece.name.to(lang)));
        // `X X` would say nothing.
        if kind.0 != kind.1 && !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds.sort();
    let wide = kinds.iter().map(|(_, name)| width(name)).max().unwrap_or(0) + 2;
    let legend: String = kinds.iter().map(|(glyph, name)| format!("{glyph} {}", pad(name, wide))).collect();
    below.push(legend.trim_end().to_owned());
    if !scene.tray.is_empty() {
        let glyphs: Vec<&str> = scene.tray.iter().map(glyph).collect();
        below.push(format!("{} {}", IN_HAND.to(lang), glyphs.join(" ")));
    }
    below.extend(scene.says.iter().map(|say| clean(if lang == Lang::Zh { &say.zh } else { &say.en })));
    if let Some((low, high)) = scene.numbers {
        below.push(format!("{} {low}-{high}", NUMBER.to(lang)));
    }
    let buttons: Vec<String> =
        scene.buttons.iter().map(|button| format!("[{}]", clean(button.label.to(lang)))).collect();
    below.push(buttons.join(" "));
    below.retain(|line| !line.is_empty());
    if !below.is_empty() {
        out.push('\n');
    }
    for line in below {
        out.push_str(&line);
        out.push('\n');
    }
}

/// From hundredths of a cell to rows and columns.
struct Grid {
    left: i64,
    top: i64,
    columns: i64,
    /// Hundredths of a cell a row.
    pitch: i64,
    /// Are the lines of the board drawn?
    ruled: bool,
}

impl Grid {
    fn of(scene: &Scene, style: Terminal) -> Grid {
        let has = |shapes: &[Shape]| scene.places.iter().any(|place| shapes.contains(&place.shape));
        let hexagons = has(&[Shape::Hexagon]);
        let ruled = has(&[Shape::Across, Shape::Upright, Shape::Round, Shape::Arch])
            || scene.ground == Ground::Paper && !scene.strokes.is_empty() && !hexagons;
        let names = scene.places.iter().filter(|_| style.names).map(|place| width(&place.name) as i64);
        // An even number where rows are shifted by half a cell and where a line runs between.
        let least = if ruled || hexagons { 4 } else { 3 };
        let columns = names.max().map_or(least, |name| least.max((name + 2) & !1));
        let mut ys: Vec<i64> = scene.places.iter().map(|place| i64::from(place.y)).collect();
        ys.sort_unstable();
        let steps = ys.windows(2).map(|pair| pair[1] - pair[0]).filter(|step| *step > 40);
        let pitch = if ruled { 50 } else { steps.min().unwrap_or(100) };
        let left = scene.places.iter().map(|place| i64::from(place.x)).min().unwrap_or(0);
        Grid { left, top: ys.first().copied().unwrap_or(0), columns, pitch, ruled }
    }

    /// The row and the column of a point.
    fn spot(&self, x: i32, y: i32) -> (i64, i64) {
        let round = |a: i64, b: i64| (2 * a + b).div_euclid(2 * b);
        (round(i64::from(y) - self.top, self.pitch), round((i64::from(x) - self.left) * self.columns, 100))
    }

    /// The cells a stroke goes through; slanting parts only where they go through corners of cells.
    fn trace(&self, stroke: &Stroke, thick: bool, cells: &mut BTreeMap<(i64, i64), Traced>) {
        let last = stroke.points.len().saturating_sub(2);
        for (i, pair) in stroke.points.windows(2).enumerate() {
            let [a, b] = [self.spot(pair[0].0, pair[0].1), self.spot(pair[1].0, pair[1].1)];
            let (rows, columns) = (b.0 - a.0, b.1 - a.1);
            let steps = if columns == 0 || rows != 0 { rows.abs() } else { columns.abs() };
            if steps == 0 || rows != 0 && columns % steps != 0 {
                continue;
            }
            for step in 0..=steps {
                let cell =
                    cells.entry((a.0 + rows / steps * step, a.1 + columns / steps * step)).or_default();
                let end = step == 0 && i == 0 || step == steps && i == last;
                match (rows, columns) {
                    (0, _) => cell.across |= true,
                    (_, 0) => cell.upright |= true,
                    _ if (rows < 0) == (columns < 0) => cell.falling |= true,
                    _ => cell.rising |= true,
                }
                cell.weight += if end { 1 } else { 2 };
                cell.thick |= thick;
            }
        }
    }
}

/// What goes through a cell.
#[derive(Default)]
struct Traced {
    across: bool,
    upright: bool,
    falling: bool,
    rising: bool,
    thick: bool,
    /// A loose end alone weighs 1 and is not drawn.
    weight: u32,
}

impl Traced {
    fn glyph(&self) -> Option<&'static str> {
        match (self.across, self.upright) {
            (true, true) => Some("+"),
            _ if self.weight < 2 => None,
            (true, false) => Some(if self.thick { "=" } else { "-" }),
            (false, true) => Some(if self.thick { "#" } else { "|" }),
            (false, false) if self.falling && self.rising => Some("x"),
            (false, false) => Some(if self.falling { "\\" } else { "/" }),
        }
    }
}

/// The least and the greatest; (0, 0) of none.
fn span(numbers: impl Iterator<Item = i64> + Clone) -> (i64, i64) {
    (numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0))
}
