//! How a board looks, independent of how it is drawn: terminal, SVG file and web page show the same scene.
//!
//! Lengths are in hundredths of a cell; x grows to the right, y downwards; (0, 0) is the top-left corner of
//! the board's field. The field encloses every place and stroke; coordinate labels may lie outside it.

use crate::Words;

/// A board as one viewer may see it, with everything that can be clicked.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Width of the field.
    pub width: i32,
    /// Height of the field.
    pub height: i32,
    /// The field's material.
    pub ground: Ground,
    /// Which tone each seat plays now, First before Second.
    pub seats: [Tone; 2],
    /// Every place; [`Spot::Point(i)`](crate::Spot::Point) is `places[i]`.
    pub places: Vec<Place>,
    /// Lines of the board itself, under the pieces.
    pub strokes: Vec<Stroke>,
    /// Coordinates.
    pub labels: Vec<Label>,
    /// Pieces on places, in drawing order.
    pub pieces: Vec<Piece>,
    /// Marks on places, over the pieces.
    pub marks: Vec<Mark>,
    /// The path of the last move, drawn under the pieces: thick strokes were travelled by a piece, thin ones by
    /// what it shot, or they join what was placed in one turn.
    pub way: Vec<Stroke>,
    /// Pieces beside the board that can be picked up; [`Spot::Tray(i)`](crate::Spot::Tray) is `tray[i]`.
    pub tray: Vec<Piece>,
    /// Buttons beside the board.
    pub buttons: Vec<Button>,
    /// Numbers that may be chosen, inclusive, if any.
    pub numbers: Option<(u16, u16)>,
    /// What each seat has won so far, First before Second, where that is drawn above the board.
    pub score: Option<[u32; 2]>,
    /// The state of the game, in sentences: phase, score, dice.
    pub says: Vec<Say>,
}

/// A sentence about the state, in both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Say {
    /// English.
    pub en: String,
    /// Chinese.
    pub zh: String,
}

/// What the field is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Wood, played on the crossings of lines.
    Wood,
    /// Two-tone squares.
    Squares,
    /// Plain paper.
    Paper,
}

/// Somewhere a piece can stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The canonical coordinate (`H8`).
    pub name: String,
    /// Centre.
    pub x: i32,
    /// Centre.
    pub y: i32,
    /// Its outline.
    pub shape: Shape,
    /// The tone of its ground, for two-tone boards.
    pub tone: Tone,
}

/// The outline of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A crossing of lines.
    Crossing,
    /// A crossing marked with a dot.
    Star,
    /// A square cell, one cell wide.
    Square,
    /// A hexagonal cell, pointed on top.
    Hexagon,
    /// An edge, horizontal, one cell long. It is drawn with the dots at its two ends, which are not places.
    Across,
    /// An edge, vertical, one cell long. It is drawn with the dots at its two ends, which are not places.
    Upright,
    /// A station on roads: a horizontal rectangle, a little wider than a cell. On a board with stations, thick
    /// strokes are rails.
    Station,
    /// A rounded station (camp), larger than the others.
    Round,
    /// An arched station (headquarters).
    Arch,
}

/// The colour of a thing. Drawing adds shape or hatching: colour is never the only distinction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// Nobody's.
    Plain,
    /// Dark ground, for squares.
    Shaded,
    /// Black.
    Black,
    /// White.
    White,
    /// Red.
    Red,
    /// Blue.
    Blue,
}

/// A line of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// The corners it goes through.
    pub points: Vec<(i32, i32)>,
    /// A thick line (rails, outer edges).
    pub thick: bool,
    /// Its owner: a thick stroke with an owner is a border of the board that the owner has to reach. A shaded stroke
    /// is of the board's second kind of lines and has a colour of its own.
    pub tone: Tone,
    /// The centre around which it bends, as circular arcs, clockwise on screen, from each point to the next;
    /// straight if `None`.
    pub around: Option<(i32, i32)>,
}

/// A text on the board: a coordinate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The text.
    pub text: String,
    /// Centre.
    pub x: i32,
    /// Centre.
    pub y: i32,
}

/// Something standing on a place or waiting in the tray.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Index of the place; in the tray, ignored.
    pub at: u16,
    /// Whose it is.
    pub tone: Tone,
    /// What it is.
    pub form: Form,
    /// Its spoken name ("black stone").
    pub name: Words,
}

/// What a piece looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A round stone.
    Stone,
    /// A draughtsman.
    Man,
    /// A crowned draughtsman.
    King,
    /// A cross drawn by hand.
    Cross,
    /// A nought drawn by hand.
    Nought,
    /// A drawn edge, along an [`Across`](Shape::Across) or [`Upright`](Shape::Upright) place.
    Bar,
    /// An owned box: its [`Square`](Shape::Square) in the owner's tint, with the owner's initial.
    Box,
    /// A crowned amazon.
    Amazon,
    /// A square burnt by an arrow; nobody's.
    Arrow,
    /// A cube that bears this number.
    Cube(u8),
    /// A die showing this number; 0 if it has not been rolled. It is part of the tray, cannot be picked up, and lies
    /// beside the board near whoever rolled it. A game with a die has it in every scene.
    Die(u8),
    /// A tablet. `zh` is the character written on it; `en` is a code of one or two ASCII letters or digits for text
    /// output. If both are empty, it is seen from behind.
    Tablet(Words),
}

/// A mark over a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Index of the place.
    pub at: u16,
    /// What it means.
    pub kind: MarkKind,
}

/// The meaning of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// Played in the last turn.
    Last,
    /// A place the last move left or crossed.
    Trail,
    /// The last move took the piece that stood there.
    Taken,
    /// Part of the winning line.
    Win,
    /// The rules forbid the side of this tone, which is to move, to play there.
    Forbidden(Tone),
    /// One of several stones offered to choose from: 0 is lettered A, 25 Z.
    Offered(u8),
    /// The referee has refused an act here in this turn.
    Refused,
    /// The piece there may move now.
    Able,
    /// The piece there is dead: it is removed before the board is counted.
    Dead,
    /// The stone there was the one with this number in its game, and is one of the last few.
    Numbered(u32),
    /// Three sides of this box are drawn: the next edge there takes it.
    Ripe,
}

/// Something to press beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// Its name in click paths.
    pub id: &'static str,
    /// Its label.
    pub label: Words,
}

/// Something on the scene that can be clicked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Spot {
    /// `scene.places[i]`.
    Point(u16),
    /// `scene.tray[i]`.
    Tray(u16),
    /// The button with this id.
    Button(&'static str),
    /// A number within `scene.numbers`.
    Number(u16),
}

/// How many of the last stones bear their numbers.
const NUMBERED: u32 = 5;

impl Scene {
    /// The name by which a spot is chosen: read aloud, and shown where it was chosen. `None` if the scene has no such spot.
    pub fn called(&self, spot: Spot) -> Option<Say> {
        let both = |name: String| Say { en: name.clone(), zh: name };
        let of = |words: Words| Say { en: words.en.to_owned(), zh: words.zh.to_owned() };
        Some(match spot {
            Spot::Point(at) => both(self.places.get(usize::from(at))?.name.clone()),
            Spot::Tray(at) => {
                let piece = self.tray.get(usize::from(at))?;
                let Say { en, zh } = of(piece.name);
                match piece.form {
                    Form::Cube(number) => Say { en: format!("{en} {number}"), zh: format!("{zh} {number}") },
                    _ => Say { en, zh },
                }
            }
            Spot::Button(id) => of(self.buttons.iter().find(|button| button.id == id)?.label),
            Spot::Number(number) => {
                self.numbers.filter(|(least, most)| (least..=most).contains(&&number))?;
                both(number.to_string())
            }
        })
    }

    /// Adds what the scene of the step before knew and a position does not: who drew each edge, the numbers of the
    /// last few stones, and what the die shows until it is rolled again. `before` has itself followed its own.
    pub fn follow(&mut self, before: &Scene) {
        let is_owned = |piece: &Piece| piece.form == Form::Bar && piece.tone != Tone::Black;
        for edge in
            self.pieces.iter_mut().filter(|piece| piece.form == Form::Bar && piece.tone == Tone::Black)
        {
            if let Some(known) = before.pieces.iter().find(|known| known.at == edge.at && is_owned(known)) {
                *edge = known.clone();
            }
        }
        let newest = |scene: &Scene| scene.marks.iter().filter_map(Mark::number).max();
        let newest = newest(self).max(newest(before)).unwrap_or(0);
        let is_known = |mark: &Mark| {
            mark.number().is_some_and(|number| number + NUMBERED > newest)
                && self.pieces.iter().any(|piece| piece.at == mark.at)
                && !self.marks.iter().any(|own| own.at == mark.at && own.number().is_some())
        };
        let known: Vec<Mark> = before.marks.iter().filter(|mark| is_known(mark)).cloned().collect();
        self.marks.extend(known);
        let rolled = before.tray.iter().find(|piece| matches!(piece.form, Form::Die(1..)));
        if let Some((die, rolled)) = self.tray.iter_mut().find(|it| it.form == Form::Die(0)).zip(rolled) {
            *die = rolled.clone();
        }
    }
}

impl Mark {
    /// The number of a stone, if that is what is marked.
    pub const fn number(&self) -> Option<u32> {
        if let MarkKind::Numbered(number) = self.kind { Some(number) } else { None }
    }
}

impl Stroke {
    /// A stroke through the centres of these places; thin if only an arrow passed there.
    pub fn way(places: &[Place], through: impl IntoIterator<Item = u16>, thick: bool) -> Stroke {
        let points = through.into_iter().filter_map(|at| places.get(usize::from(at)).map(|it| (it.x, it.y)));
        Stroke { points: points.collect(), thick, tone: Tone::Plain, around: None }
    }
}

impl From<Words> for Say {
    fn from(words: Words) -> Say {
        Say { en: words.en.to_owned(), zh: words.zh.to_owned() }
    }
}
