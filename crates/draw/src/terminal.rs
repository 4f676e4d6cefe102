//! A board as text. Only characters of unambiguous width are used: `●` takes one column in some terminals and two in
//! others, and a single such stone would distort the board.

use crate::canvas::{Canvas, Ink};
use crate::glyph::{glyph, initial};
use crate::grid::Grid;
use crate::legend::{beside, notice};
use crate::loops::loops;
use crate::terminal_style::Terminal;
use crate::text::{clean, width};
use leitai_core::{Form, Ground, Label, MarkKind, Piece, Place, Scene, Shape, Tone};
use std::collections::BTreeMap;

/// The board with its coordinates, what its pieces are called, what is in hand, the sentences and the buttons. `[X]`
/// was played last, `(X)` is part of the winning line, `<X>` may move, `:` was left, crossed or captured, `x` is
/// forbidden, `!` was refused, letters are offered stones, small `r` and `b` around hexagons are the borders of red and
/// blue. An arc around a corner is a loop of straight parts beside the board. Every line ends with a line feed.
pub fn terminal(scene: &Scene, style: Terminal) -> String {
    let mut board = Board { scene, style, grid: Grid::of(scene, style), canvas: Canvas::default() };
    board.ground();
    board.strokes();
    loops(scene, &board.grid, &mut board.canvas);
    board.places();
    board.borders();
    board.labels();
    let mut out = board.canvas.lines(style.color);
    beside(scene, style, &mut out);
    out
}

const CINNABAR: u8 = 124;
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
        if !self.grid.is_ruled() {
            return;
        }
        let mixed = self.scene.strokes.iter().any(|stroke| stroke.thick != self.scene.strokes[0].thick);
        let mut cells = BTreeMap::new();
        for stroke in &self.scene.strokes {
            self.grid.trace(stroke, mixed && stroke.thick, &mut cells);
        }
        let ink = if self.scene.ground == Ground::Wood { Ink::text(GRAIN) } else { Ink::text(244) };
        for ((row, column), traced) in cells {
            if let Some(glyph) = traced.glyph() {
                self.canvas.write(row, column, glyph, ink);
            }
        }
    }

    fn places(&mut self) {
        // With a single tone, empty places need dots to be visible without colours; two tones appear as dots and
        // blanks.
        let scene = self.scene;
        let two_tone = scene.places.iter().any(|place| place.tone == Tone::Shaded);
        let mut pieces: BTreeMap<u16, &Piece> = BTreeMap::new();
        pieces.extend(scene.pieces.iter().map(|piece| (piece.at, piece)));
        let mut noticed = BTreeMap::new();
        for mark in scene.marks.iter().filter(|mark| !matches!(mark.kind, MarkKind::Able | MarkKind::Dead)) {
            noticed.extend(notice(mark.kind).map(|sign| (mark.at, sign)));
        }
        for (index, place) in scene.places.iter().enumerate() {
            let index = index as u16;
            let (row, column) = self.grid.spot(place.x, place.y);
            let ground = self.tint(place);
            self.dots(place);
            // A crossing of roads shows the roads that cross there.
            let crossed =
                matches!(place.shape, Shape::Square | Shape::Station) && self.canvas.is_written(row, column);
            if !crossed && !matches!(place.shape, Shape::Across | Shape::Upright) {
                let blank = if self.scene.ground == Ground::Wood { Ink::default() } else { ground };
                // Hexagons touch; the blank between squares belongs to neither.
                let wide = match place.shape {
                    Shape::Hexagon => self.grid.columns(),
                    _ if self.grid.is_ruled() => 3,
                    _ => 3.max(self.grid.columns() - 1),
                };
                self.canvas.write(row, column - 1, &" ".repeat(wide as usize), blank);
            }
            let marked = |kind| scene.marks.iter().any(|mark| mark.at == index && mark.kind == kind);
            let (left, right) = if let Some(piece) = pieces.get(&index) {
                self.piece(place, piece)
            } else {
                self.empty(place, two_tone, marked(MarkKind::Trail) || marked(MarkKind::Taken));
                (column, column)
            };
            if let Some(said) = noticed.get(&index) {
                self.canvas.write(row, column, said, Ink::text(CINNABAR).bold());
            }
            let brackets = if marked(MarkKind::Last) {
                Some(("[", "]", 160, 167))
            } else if marked(MarkKind::Win) {
                Some(("(", ")", 29, 72))
            } else if marked(MarkKind::Able) {
                Some(("<", ">", 16, 178))
            } else if marked(MarkKind::Dead) {
                Some(("{", "}", CINNABAR, CINNABAR))
            } else {
                None
            };
            if let Some((open, close, colour, bare_colour)) = brackets {
                // On a dark terminal, deep tones would be lost.
                let bare = self.scene.ground == Ground::Paper;
                let ink = Ink::text(if bare { bare_colour } else { colour }).bold();
                self.canvas.write(row, left - 1, open, ink);
                self.canvas.write(row, right + 1, close, ink);
            }
        }
    }

    /// The background colour of one place.
    fn tint(&self, place: &Place) -> Ink {
        match (self.scene.ground, place.shape) {
            (Ground::Squares, _) if place.tone == Tone::Shaded => Ink::default().on(65),
            (Ground::Squares, _) | (_, Shape::Hexagon) => Ink::default().on(187),
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
        let ink = match self.scene.ground {
            Ground::Paper if place.shape != Shape::Hexagon => Ink::text(244),
            Ground::Squares => Ink::text(16),
            _ => Ink::text(GRAIN),
        };
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
            Shape::Square | Shape::Station | Shape::Across | Shape::Upright => return,
        };
        self.canvas.write(row, column, dot, ink);
    }

    /// Writes a piece and returns its first and last column.
    fn piece(&mut self, place: &Place, piece: &Piece) -> (i64, i64) {
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
        match (piece.form, place.shape) {
            (Form::Bar, Shape::Upright) => self.canvas.write(row, column, "|", ink.bold()),
            (Form::Bar, _) => self.canvas.write(row, column - 1, "---", ink.bold()),
            _ => {
                let glyph = glyph(piece);
                let wide = width(&glyph) as i64;
                let left = column - (wide - 1) / 2;
                self.canvas.write(row, left, &glyph, ink.bold());
                // Two columns by one row look almost round; the third keeps neighbours apart.
                if !bare && wide == 1 {
                    self.canvas.write(row, left + 1, " ", ink);
                }
                return (left, left + wide - 1);
            }
        }
        (column, column)
    }

    /// The owned borders of a board of hexagons, where their corners protrude from its rows.
    fn borders(&mut self) {
        let scene = self.scene;
        if !scene.places.iter().any(|place| place.shape == Shape::Hexagon) {
            return;
        }
        let mut rows: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
        for place in &scene.places {
            let (row, column) = self.grid.spot(place.x, place.y);
            let ends = rows.entry(row).or_insert((column, column));
            *ends = (ends.0.min(column), ends.1.max(column));
        }
        for stroke in scene.strokes.iter().filter(|stroke| stroke.tone != Tone::Plain) {
            let sign = initial(stroke.tone).to_string();
            for (x, y) in &stroke.points {
                let (row, column) = self.grid.spot(*x, *y);
                if rows.get(&row).is_none_or(|ends| column < ends.0 || column > ends.1) {
                    self.canvas.write(row, column, &sign, bare_ink(stroke.tone).bold());
                }
            }
        }
    }

    fn labels(&mut self) {
        let rows = self.canvas.height().unwrap_or((0, 0));
        let spots = self.scene.places.iter().map(|place| place.y);
        let (top, bottom) = span(spots.map(i64::from));
        let columns = span(self.scene.places.iter().map(|place| self.grid.spot(place.x, place.y).1));
        let written: Vec<(i64, i64, &Label)> = self
            .scene
            .labels
            .iter()
            .map(|label| {
                let (row, column) = self.grid.spot(label.x, label.y);
                // A stray label would stretch every line.
                let column = column.clamp(columns.0 - 8, columns.1 + 8);
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
                    // Beside the board, however far away the field ends.
                    (row, centred.clamp(left - 3 - wide, left - 1 - wide), label)
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

/// Colours that are readable on both light and dark terminals.
fn bare_ink(tone: Tone) -> Ink {
    match tone {
        Tone::Red => Ink::text(167),
        Tone::Blue => Ink::text(68),
        _ => Ink::default(),
    }
}

/// The smallest and the largest number; (0, 0) if there are none.
fn span(numbers: impl Iterator<Item = i64> + Clone) -> (i64, i64) {
    (numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0))
}
