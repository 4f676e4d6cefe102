//! Arranging a secret layout with the arrow keys.

use super::local_game::LocalGame;
use crate::failure::Failure;
use crate::keys::{Key, Keys};
use crate::screen::{Screen, fitted};
use crate::stop;
use leitai_core::{
    Act, Actor, Lang, Mark, MarkKind, Outbox, Place, Scene, Seat, Span, Spot, Table, Viewer, say,
};
use std::time::Duration;

/// How long a single wait for a key lasts.
const GLANCE: Duration = Duration::from_millis(200);

/// One piece of a layout: how it is picked, and the place where it is laid.
struct Laid {
    piece: Vec<Spot>,
    at: u16,
}

/// A legal layout, as acts and as its owner sees it.
struct Draft {
    acts: Vec<String>,
    scene: Scene,
}

/// Lets a seat that has laid nothing yet change a layout suggested by a player. `None` if the person left without
/// laying, or there is nothing to arrange here.
pub(super) fn arranged(local: &LocalGame, seat: Seat) -> Result<Option<Vec<String>>, Failure> {
    let lang = local.lang;
    let past = local.past.borrow();
    let fresh = || past.fresh();
    let begun = past.played_for(seat).filter(|_| !past.has_acted(seat));
    let Some(mut pieces) = begun.and_then(|acts| read(&mut *fresh(), seat, &acts)) else { return Ok(None) };
    let Some(mut draft) = laid(&mut *fresh(), seat, &pieces) else { return Ok(None) };
    let (mut cursor, mut held, mut said) = (0, None, String::new());
    let mut screen = Screen::new(true);
    let mut keys = Keys::open()?;
    loop {
        let at = pieces[cursor].at;
        let scene = marked(&draft.scene, at, held.map(|held: usize| pieces[held].at));
        let how = say!(
            lang,
            "Arrows: move   Space: pick up a piece, then swap it   Enter: lay all   q: not yet",
            "方向键移动   空格：拿起一枚，再与另一枚对换   回车：布阵完毕   q：返回"
        );
        let foot = if said.is_empty() { format!("{how}\n") } else { format!("{said}\n{how}\n") };
        screen.scroll(&fitted(&scene, false, lang, 4), 0, &foot, lang);
        let key = loop {
            if stop::is_raised() {
                return Ok(None);
            }
            if let Some(key) = keys.next(GLANCE) {
                break key;
            }
        };
        said.clear();
        match key {
            Key::Quit => return Ok(None),
            Key::Enter => return Ok(Some(draft.acts)),
            Key::Left => cursor = beside(&draft.scene.places, &pieces, cursor, (-1, 0)),
            Key::Right => cursor = beside(&draft.scene.places, &pieces, cursor, (1, 0)),
            Key::Up => cursor = beside(&draft.scene.places, &pieces, cursor, (0, -1)),
            Key::Down => cursor = beside(&draft.scene.places, &pieces, cursor, (0, 1)),
            Key::Space => match held.take() {
                None => held = Some(cursor),
                Some(other) => {
                    swap(&mut pieces, cursor, other);
                    if let Some(next) = laid(&mut *fresh(), seat, &pieces) {
                        draft = next;
                        // The cursor stays in place, where the other piece now is.
                        cursor = other;
                    } else {
                        swap(&mut pieces, cursor, other);
                        held = Some(other);
                        said = refused(lang);
                    }
                }
            },
            _ => {}
        }
    }
}

fn refused(lang: Lang) -> String {
    say!(lang, "these two may not change places", "规则不允许这两枚对换")
}

fn swap(pieces: &mut [Laid], one: usize, other: usize) {
    let at = pieces[one].at;
    pieces[one].at = std::mem::replace(&mut pieces[other].at, at);
}

fn play(table: &mut dyn Table, seat: Seat, act: &str) -> Option<()> {
    let act = Act::Play { by: Actor::Seat(seat), acts: &[act], span: Span::Part };
    table.act(act, Duration::ZERO, [None; 2], &mut Outbox::default()).ok()
}

/// Reads the pieces of a layout; `None` if they are not laid on places one by one.
fn read(table: &mut dyn Table, seat: Seat, acts: &[String]) -> Option<Vec<Laid>> {
    let mut pieces = Vec::new();
    for act in acts {
        let choice = table.choices(seat).into_iter().find(|choice| choice.text == *act)?;
        let (Spot::Point(at), piece) = choice.path.split_last()? else { return None };
        pieces.push(Laid { piece: piece.to_vec(), at: *at });
        play(table, seat, act)?;
    }
    (pieces.len() > 1).then_some(pieces)
}

/// Lays the pieces on a table; `None` if a rule forbids it.
fn laid(table: &mut dyn Table, seat: Seat, pieces: &[Laid]) -> Option<Draft> {
    let mut acts = Vec::new();
    for Laid { piece, at } in pieces {
        let is_meant = |path: &[Spot]| path.split_last() == Some((&Spot::Point(*at), piece.as_slice()));
        let choice = table.choices(seat).into_iter().find(|choice| is_meant(&choice.path))?;
        play(table, seat, &choice.text)?;
        acts.push(choice.text);
    }
    Some(Draft { acts, scene: table.scene(Viewer::Seat(seat)) })
}

/// The scene with the cursor and the piece that is picked up as its only marks.
fn marked(scene: &Scene, cursor: u16, held: Option<u16>) -> Scene {
    let held = held.map(|at| Mark { at, kind: MarkKind::Able });
    let cursor = Mark { at: cursor, kind: MarkKind::Last };
    Scene { marks: held.into_iter().chain([cursor]).collect(), says: Vec::new(), ..scene.clone() }
}

/// The nearest piece in a direction; `from` itself if there is none.
fn beside(places: &[Place], pieces: &[Laid], from: usize, (right, down): (i32, i32)) -> usize {
    let spot = |piece: usize| &places[usize::from(pieces[piece].at)];
    let far = |piece: usize| {
        let (x, y) = (spot(piece).x - spot(from).x, spot(piece).y - spot(from).y);
        let (along, aside) = if right == 0 { (y * down, x.abs()) } else { (x * right, y.abs()) };
        // Straight ahead counts more than near.
        (along > 0).then_some(along + 3 * aside)
    };
    let ahead = (0..pieces.len()).filter_map(|piece| Some((far(piece)?, piece)));
    ahead.min().map_or(from, |(_, piece)| piece)
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::{Shape, Tone};

    #[test]
    fn arrows_go_straight_on_first() {
        let place = |x, y| Place { name: String::new(), x, y, shape: Shape::Station, tone: Tone::Plain };
        let places = [place(0, 0), place(100, 0), place(200, 0), place(100, 80), place(0, 160)];
        let pieces: Vec<_> = (0..5).map(|at| Laid { piece: Vec::new(), at }).collect();
        let goes = |from, way| beside(&places, &pieces, from, way);
        assert_eq!([goes(0, (1, 0)), goes(1, (1, 0)), goes(2, (1, 0))], [1, 2, 2]);
        // Below the first, one piece is straight ahead, though another is nearer.
        assert_eq!([goes(0, (0, 1)), goes(1, (0, 1)), goes(4, (0, -1))], [4, 3, 0]);
        assert_eq!(goes(0, (-1, 0)), 0);
    }
}
