//! Composes the picture of a scene: the board, then the pieces on it, then marks and the tray.

use crate::look::look;
use crate::mark::spoken;
use crate::picture::{Bounds, Layer, Picture, Tray};
use crate::text::width;
use crate::{field, mark};
use leitai_core::{Form, Ground, Lang, Piece, Place, Scene, Shape};
use std::collections::BTreeMap;

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

    /// Pieces in hand form rows as wide as the board, and are smaller than on it so as not to take room from it. A die
    /// stays there during play and is as tall as the pieces laid out before.
    fn tray(&mut self, scene: &Scene, lang: Option<Lang>) {
        let shape = if scene.ground == Ground::Wood { Shape::Crossing } else { Shape::Square };
        for (i, piece) in (0..).zip(&scene.tray) {
            let (percent, wide, high) = match piece.form {
                Form::Die(_) => (100, 100, 100),
                Form::Tablet(_) => (70, 70, 46),
                _ => (50, 50, 50),
            };
            let columns = (i64::from(scene.width) / wide).max(1);
            let (row, column) = (i / columns, i % columns);
            let name = spoken(lang, |lang| piece.name.to(lang).to_owned());
            let look = look(piece.tone, piece.form, shape);
            let (x, y) = (wide * column + wide / 2, high * row + high / 2);
            let size = if percent == 100 { String::new() } else { format!(" scale(.{})", percent / 10) };
            let at = format!(r##"<use href="#{}" transform="translate({x} {y}){size}"{name}/>"##, look.id);
            self.add(Layer::Tray, at);
            self.looks.insert(look.id, look.body);
            self.tray = self.tray.with(Tray { width: wide * (column + 1), height: high * (row + 1) });
        }
    }
}
