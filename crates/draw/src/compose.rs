//! Composes the picture of a scene: the board, then the pieces on it, then marks and the tray.

use crate::look::look;
use crate::mark::spoken;
use crate::palette::{self, fill};
use crate::picture::{Bounds, Layer, Picture, Tray};
use crate::text::width;
use crate::{field, mark};
use leitai_core::{Form, Ground, Lang, Piece, Place, Scene, Shape};
use std::collections::BTreeMap;

/// The height of the score's middle, in the field's coordinates.
const ABOVE: i32 = -65;

const fn is_die(piece: &Piece) -> bool {
    matches!(piece.form, Form::Die(_))
}

/// The column in which the die lies, to the right of the board.
const fn beside(scene: &Scene) -> i32 {
    scene.width + 85
}

impl Picture {
    /// Draws a scene, with spoken names in `lang` if one is given; `numbers` gives places whose pieces bear a number.
    pub(crate) fn of(scene: &Scene, lang: Option<Lang>, numbers: &[(u16, u32)]) -> Picture {
        let mut picture = Picture::board(scene);
        picture.play(scene, lang, numbers);
        picture
    }

    /// The board alone: ground, places, lines and coordinates, which stay while a game is played.
    pub(crate) fn board(scene: &Scene) -> Picture {
        let board = field::outline(scene);
        // On a phone, 320 points wide, no letter is smaller than 8.
        let label_size = (board.width().max(board.height()) / 34).clamp(34, 54);
        let (elements, looks, tray) = (Vec::new(), BTreeMap::new(), Tray::default());
        let mut picture = Picture { bounds: board, label_size, elements, looks, tray };
        field::draw(scene, board, &mut picture);
        if scene.tray.iter().any(is_die) {
            picture.bounds.right = picture.bounds.right.max(i64::from(beside(scene)) + 45);
        }
        if scene.score.is_some() {
            picture.bounds.top = picture.bounds.top.min(i64::from(ABOVE) - 26);
        }
        for label in &scene.labels {
            let half = width(&label.text) as i64 * label_size * 3 / 10;
            picture.bounds = picture.bounds.with(Bounds::around(label.x, label.y, half, label_size / 2));
            picture.text(Layer::Labels, (label.x.into(), label.y.into()), label_size, &label.text);
        }
        picture
    }

    /// The changing parts: pieces, marks and the tray, drawn on a board or on nothing.
    pub(crate) fn play(&mut self, scene: &Scene, lang: Option<Lang>, numbers: &[(u16, u32)]) {
        for piece in &scene.pieces {
            if let Some(place) = scene.places.get(usize::from(piece.at)) {
                self.piece(piece, place, lang);
            }
        }
        mark::draw(scene, numbers, lang, self);
        self.tray(scene, lang);
        for piece in scene.tray.iter().filter(|piece| is_die(piece)) {
            self.die(scene, piece, lang);
        }
        self.score(scene);
    }

    /// A die lies on the side of whoever rolled it: the first above, the second below.
    fn die(&mut self, scene: &Scene, die: &Piece, lang: Option<Lang>) {
        let y = match scene.seats.iter().position(|tone| *tone == die.tone) {
            Some(0) => 50,
            Some(_) => scene.height - 50,
            None => scene.height / 2,
        };
        let name = spoken(lang, |lang| die.name.to(lang).to_owned());
        let look = look(die.tone, die.form, Shape::Square);
        self.add(
            Layer::Pieces,
            format!(r##"<use href="#{}" x="{}" y="{y}"{name}/>"##, look.id, beside(scene)),
        );
        self.looks.insert(look.id, look.body);
    }

    /// What each seat has won, above the board. The sentences say the same.
    fn score(&mut self, scene: &Scene) {
        for (seat, won) in scene.score.into_iter().flatten().enumerate() {
            let tone = scene.seats[seat];
            let look = look(tone, Form::Box, Shape::Square);
            let inwards = |by: i32| if seat == 0 { by } else { scene.width - by };
            let (chip, x) = (inwards(24), inwards(90));
            let (ink, y) = (fill(palette::piece(tone)[0]), ABOVE + 17);
            self.add(
                Layer::Pieces,
                format!(
                    r##"<g aria-hidden="true"><use href="#{}" transform="translate({chip} {ABOVE}) scale(.6)"/><text x="{x}" y="{y}" font-size="48" font-weight="600"{ink}>{won}</text></g>"##,
                    look.id
                ),
            );
            self.looks.insert(look.id, look.body);
        }
    }

    fn piece(&mut self, piece: &Piece, place: &Place, lang: Option<Lang>) {
        let name = spoken(lang, |lang| match lang {
            Lang::En => format!("{} at {}", piece.name.en, place.name),
            Lang::Zh => format!("{} {}", place.name, piece.name.zh),
        });
        // Handwriting varies: the lean follows from the place, so that a drawing stays the same.
        let lean = if matches!(piece.form, Form::Cross | Form::Nought) {
            [-6, 5, 0, 8, -3, 3, -8][usize::from(piece.at) % 7]
        } else {
            0
        };
        let look = look(piece.tone, piece.form, place.shape);
        let (x, y) = (place.x, place.y);
        let turn = if lean == 0 { String::new() } else { format!(r#" transform="rotate({lean} {x} {y})""#) };
        self.add(Layer::Pieces, format!(r##"<use href="#{}" x="{x}" y="{y}"{turn}{name}/>"##, look.id));
        self.looks.insert(look.id, look.body);
    }

    /// Pieces in hand form rows as wide as the board, and are smaller than on it so as not to take room from it.
    fn tray(&mut self, scene: &Scene, lang: Option<Lang>) {
        let shape = if scene.ground == Ground::Wood { Shape::Crossing } else { Shape::Square };
        for (i, piece) in (0..).zip(scene.tray.iter().filter(|piece| !is_die(piece))) {
            let (percent, wide, high) = match piece.form {
                Form::Tablet(_) => (70, 86, 48),
                _ => (50, 50, 50),
            };
            let columns = (i64::from(scene.width) / wide).max(1);
            let (row, column) = (i / columns, i % columns);
            let name = spoken(lang, |lang| piece.name.to(lang).to_owned());
            let look = look(piece.tone, piece.form, shape);
            let (x, y) = (wide * column + wide / 2, high * row + high / 2);
            let size = percent / 10;
            let at = format!(
                r##"<use href="#{}" transform="translate({x} {y}) scale(.{size})"{name}/>"##,
                look.id
            );
            self.add(Layer::Tray, at);
            self.looks.insert(look.id, look.body);
            self.tray = self.tray.with(Tray { width: wide * (column + 1), height: high * (row + 1) });
        }
    }
}
