//! Arcs around the corners of a board, drawn as loops of straight parts beside it.

use crate::canvas::{Canvas, Ink};
use crate::grid::Grid;
use leitai_core::Scene;

/// Columns between neighbouring loops.
const APART: i64 = 3;

/// Draws every arc with one end straight above or below its centre and the other straight beside it. Loops around the
/// same corner are nested.
pub(crate) fn loops(scene: &Scene, grid: &Grid, canvas: &mut Canvas) {
    let ink = Ink::text(244);
    let mut arcs = Vec::new();
    for stroke in &scene.strokes {
        let (Some(centre), [a, b]) = (stroke.around, stroke.points.as_slice()) else { continue };
        // The end from which the loop starts sideways, and the one from which it starts up or down.
        let (side, end) = if a.0 == centre.0 { (*a, *b) } else { (*b, *a) };
        if side.0 == centre.0 && end.1 == centre.1 {
            arcs.push((centre, (side.1 - centre.1).abs(), side, end));
        }
    }
    for (centre, radius, side, end) in &arcs {
        let within = arcs.iter().filter(|other| other.0 == *centre && other.1 <= *radius).count() as i64;
        let outwards = |of: i32, size: i32| if of < size / 2 { -1 } else { 1 };
        let (right, down) = (outwards(centre.0, scene.width), outwards(centre.1, scene.height));
        let (side, end) = (grid.spot(side.0, side.1), grid.spot(end.0, end.1));
        let corner = (end.0 + down * within, side.1 + right * APART * within);
        let (bend, other) = if right == down { ("/", "\\") } else { ("\\", "/") };
        for column in between(side.1 + right, corner.1) {
            canvas.write(side.0, column, "-", ink);
        }
        for row in between(end.0, corner.0) {
            canvas.write(row, end.1, "|", ink);
        }
        for row in between(side.0, corner.0) {
            canvas.write(row, corner.1, "|", ink);
        }
        for column in between(end.1, corner.1) {
            canvas.write(corner.0, column, "-", ink);
        }
        canvas.write(corner.0, corner.1, bend, ink);
        canvas.write(side.0, corner.1, other, ink);
        canvas.write(corner.0, end.1, other, ink);
    }
}

/// The numbers strictly between the two.
fn between(a: i64, b: i64) -> std::ops::Range<i64> {
    a.min(b) + 1..a.max(b)
}
