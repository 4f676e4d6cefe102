//! From a scene to its picture: the board, then what stands on it, then marks and the tray.

use crate::look::look;
use crate::picture::{Bounds, Layer, Picture};
use crate::text::{escape, width};
use crate::{field, mark};
use leitai_core::{Ground, Lang, Piece, Place, Scene, Shape};
use std::collections::BTreeMap;

impl Picture {
    /// Draws a scene; `numbers` gives places whose pieces bear a number.
    pub(crate) fn of(scene: &Scene, lang: Lang, numbers: &[(u16, u32)]) -> Picture {
        let board = field::outline(scene);
        let label_size = (board.width().max(board.height()) / 40).clamp(30, 44);
        let mut picture = Picture { bounds: board, label_size, elements: Vec::new(), looks: BTreeMap::new() };
        field::draw(scene, board, &mut picture);
        for label in &scene.labels {
            let half = width(&label.text) as i64 * label_size * 3 / 10;
            picture.bounds = picture.bounds.with(Bounds::around(label.x, label.y, half, label_size / 2));
            picture.text(Layer::Labels, (label.x.into(), label.y.into()), label_size, &label.text);
        }
        for piece in &scene.pieces {
            if let Some(place) = scene.places.get(usize::from(piece.at)) {
                picture.piece(piece, place, lang);
            }
        }
        mark::draw(scene, numbers, lang, &mut picture);
        picture.tray(scene, lang);
        picture
    }

    fn piece(&mut self, piece: &Piece, place: &Place, lang: Lang) {
        let name = match lang {
            Lang::En => format!("{} at {}", piece.name.en, place.name),
            Lang::Zh => format!("{} {}", place.name, piece.name.zh),
        };
        // No two hands draw the same: the lean follows from the place, so a drawing stays the same.
        let lean = if matches!(piece.form, leitai_core::Form::Cross | leitai_core::Form::Nought) {
            [-6, 5, 0, 8, -3, 3, -8][usize::from(piece.at) % 7]
        } else {
            0
        };
        self.stand(Layer::Pieces, piece, place.shape, (place.x.into(), place.y.into()), lean, &name);
    }

    fn stand(&mut self, layer: Layer, piece: &Piece, shape: Shape, at: (i64, i64), lean: i32, name: &str) {
        let look = look(piece.tone, piece.form, shape);
        let turn = if lean == 0 {
            String::new()
        } else {
            format!(r#" transform="rotate({lean} {} {})""#, at.0, at.1)
        };
        let element = format!(
            r##"<use href="#{}" x="{}" y="{}"{turn} role="img" aria-label="{}"/>"##,
            look.id,
            at.0,
            at.1,
            escape(name)
        );
        self.looks.insert(look.id, look.body);
        self.add(layer, element);
    }

    /// Pieces in hand stand in rows under the board.
    fn tray(&mut self, scene: &Scene, lang: Lang) {
        if scene.tray.is_empty() {
            return;
        }
        let shape = if scene.ground == Ground::Wood { Shape::Crossing } else { Shape::Square };
        let left = self.bounds.left;
        let top = self.bounds.bottom + 70;
        let a_row = ((self.bounds.width() / 100).max(1)) as usize;
        for (i, piece) in scene.tray.iter().enumerate() {
            let at = (left + 50 + 100 * (i % a_row) as i64, top + 100 * (i / a_row) as i64);
            self.stand(Layer::Tray, piece, shape, at, 0, piece.name.to(lang));
            self.bounds.bottom = at.1 + 50;
        }
    }
}
