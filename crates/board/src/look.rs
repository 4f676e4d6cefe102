//! The look of a grid: crossings of lines on wood, or squares of two tones.

use crate::Grid;
use leitai_core::{Form, Ground, Label, Piece, Place, Scene, Seat, Shape, Stroke, Tone, Words};

/// The tones of stones: First plays black.
pub const BLACK_AND_WHITE: [Tone; 2] = [Tone::Black, Tone::White];

/// The names of black and white stones.
pub const STONES: [Words; 2] = [Words::new("black stone", "黑子"), Words::new("white stone", "白子")];

/// A seat's stone, black or white, on a place.
pub const fn stone(seat: Seat, at: u16) -> Piece {
    let side = seat.index();
    Piece { at, tone: BLACK_AND_WHITE[side], form: Form::Stone, name: STONES[side] }
}

/// The width of a column and the height of a row.
const PITCH: i32 = 100;

impl Grid {
    /// The centre of a column or a row.
    pub const fn centre(n: u8) -> i32 {
        PITCH * n as i32 + PITCH / 2
    }

    /// An empty wooden board, played on the crossings of its lines; the outermost lines are thick. Places are
    /// numbered by [`index`](Grid::index); those whose column and row satisfy `is_star` are marked with a dot.
    pub fn wood(self, is_star: impl Fn(u8, u8) -> bool) -> Scene {
        let shape = |x, y| if is_star(x, y) { Shape::Star } else { Shape::Crossing };
        let places = self.places(|x, y| (shape(x, y), Tone::Plain));
        let [right, bottom] = [self.columns - 1, self.rows - 1];
        let line = |n, last, ends: [(u8, u8); 2]| Stroke {
            points: ends.map(|(x, y)| (Grid::centre(x), Grid::centre(y))).to_vec(),
            thick: n == 0 || n == last,
            tone: Tone::Plain,
            around: None,
        };
        let across = (0..self.rows).map(|y| line(y, bottom, [(0, y), (right, y)]));
        let upright = (0..self.columns).map(|x| line(x, right, [(x, 0), (x, bottom)]));
        let strokes = across.chain(upright).collect();
        Scene { strokes, labels: self.labels(50), ..self.empty(Ground::Wood, places) }
    }

    /// An empty board of squares in two tones, the top left one light. Places are numbered by
    /// [`index`](Grid::index).
    pub fn squares(self) -> Scene {
        let tone = |x: u8, y: u8| if (x + y).is_multiple_of(2) { Tone::Plain } else { Tone::Shaded };
        let places = self.places(|x, y| (Shape::Square, tone(x, y)));
        Scene { labels: self.labels(35), ..self.empty(Ground::Squares, places) }
    }

    fn places(self, look: impl Fn(u8, u8) -> (Shape, Tone)) -> Vec<Place> {
        let place = |x, y| {
            let (shape, tone) = look(x, y);
            Place { name: self.name(x, y), x: Grid::centre(x), y: Grid::centre(y), shape, tone }
        };
        let place = &place;
        (0..self.rows).flat_map(|y| (0..self.columns).map(move |x| place(x, y))).collect()
    }

    /// Letters below and numbers to the left, `gap` away from the board.
    fn labels(self, gap: i32) -> Vec<Label> {
        let below = PITCH * i32::from(self.rows) + gap;
        let columns = (0..self.columns).map(|x| (self.column(x).to_string(), Grid::centre(x), below));
        let rows = (0..self.rows).map(|y| ((self.counted(y) + 1).to_string(), -gap, Grid::centre(y)));
        columns.chain(rows).map(|(text, x, y)| Label { text, x, y }).collect()
    }

    fn empty(self, ground: Ground, places: Vec<Place>) -> Scene {
        Scene {
            width: PITCH * i32::from(self.columns),
            height: PITCH * i32::from(self.rows),
            ground,
            seats: BLACK_AND_WHITE,
            places,
            strokes: Vec::new(),
            labels: Vec::new(),
            pieces: Vec::new(),
            marks: Vec::new(),
            way: Vec::new(),
            tray: Vec::new(),
            buttons: Vec::new(),
            numbers: None,
            score: None,
            says: Vec::new(),
        }
    }
}
