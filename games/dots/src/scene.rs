//! Draws the board: dots on paper, edges drawn between them, boxes owned.

use crate::notation;
use crate::position::{EQUAL_BOXES, MORE_BOXES, OVER_HALF};
use crate::{Board, Boxes, Edge, Rules, Way};
use leitai_board::small_letter;
use leitai_core::{
    Actor, Form, Ground, Label, Mark, MarkKind, Piece, Place, Played, Say, Scene, Seat, Shape, State, Tone,
    Turn, Why, Words,
};

const TONES: [Tone; 2] = [Tone::Red, Tone::Blue];
const EDGE: Words = Words::new("edge", "边");
const EDGES: [Words; 2] = [Words::new("red edge", "红边"), Words::new("blue edge", "蓝边")];
const RED_BOX: Words = Words::new("red box", "红格");
const BLUE_BOX: Words = Words::new("blue box", "蓝格");

pub(crate) fn draw(board: &Board, last: &[Played<Edge>]) -> Scene {
    let rules = board.rules();
    let drawn = board.drawn().iter().map(|edge| {
        // In ink if the board does not know who drew it. A game played step by step keeps the tone from the turn
        // before.
        let by = last.iter().find_map(|played| match played.by {
            Actor::Seat(seat) if played.m == edge => Some(seat.index()),
            _ => None,
        });
        let (tone, name) = by.map_or((Tone::Black, EDGE), |seat| (TONES[seat], EDGES[seat]));
        Piece { at: place_of(rules, edge), tone, form: Form::Bar, name }
    });
    let owned = (0..).zip(boxes(rules)).filter_map(|(at, (x, y))| {
        let (tone, name) = match board.owner(x, y)? {
            Seat::First => (Tone::Red, RED_BOX),
            Seat::Second => (Tone::Blue, BLUE_BOX),
        };
        Some(Piece { at, tone, form: Form::Box, name })
    });
    let marks = last.iter().map(|played| Mark { at: place_of(rules, played.m), kind: MarkKind::Last });
    let ripe = (0..).zip(boxes(rules)).filter(|(_, (x, y))| Boxes::is_ripe(*x, *y, board.drawn()));
    let marks = ripe.map(|(at, _)| Mark { at, kind: MarkKind::Ripe }).chain(marks);
    Scene {
        width: 100 * i32::from(rules.columns()),
        height: 100 * i32::from(rules.rows()),
        ground: Ground::Paper,
        seats: TONES,
        places: places(rules),
        strokes: Vec::new(),
        labels: labels(rules),
        pieces: owned.chain(drawn).collect(),
        marks: marks.collect(),
        way: Vec::new(),
        tray: Vec::new(),
        buttons: Vec::new(),
        numbers: None,
        score: Some(Seat::BOTH.map(|seat| board.boxes(seat).len())),
        says: says(board),
    }
}

/// The boxes of the board, row by row from the bottom.
fn boxes(rules: Rules) -> impl Iterator<Item = (u8, u8)> {
    (0..rules.rows()).flat_map(move |y| (0..rules.columns()).map(move |x| (x, y)))
}

/// The boxes of the board, then its edges by their indices, so that edges lie over the boxes they border.
fn places(rules: Rules) -> Vec<Place> {
    let edges = rules.edges().iter().map(|edge| edge_place(rules, edge));
    boxes(rules).map(|(x, y)| box_place(rules, x, y)).chain(edges).collect()
}

/// The index of an edge of the board among the places.
pub(crate) fn place_of(rules: Rules, edge: Edge) -> u16 {
    let before = rules.edges().iter().take_while(|before| *before < edge).count();
    (rules.boxes() + before as u32) as u16
}

fn edge_place(rules: Rules, edge: Edge) -> Place {
    let mut name = String::new();
    notation::write(edge, &mut name);
    let (x, y) = dot(rules, edge.x(), edge.y());
    let (x, y, shape) = match edge.way() {
        Way::Across => (x + 50, y, Shape::Across),
        Way::Upright => (x, y - 50, Shape::Upright),
    };
    Place { name, x, y, shape, tone: Tone::Plain }
}

fn box_place(rules: Rules, x: u8, y: u8) -> Place {
    let name = format!("{}{}", small_letter(x), y + 1);
    let (x, y) = dot(rules, x, y);
    Place { name, x: x + 50, y: y - 50, shape: Shape::Square, tone: Tone::Plain }
}

fn dot(rules: Rules, x: u8, y: u8) -> (i32, i32) {
    (100 * i32::from(x), 100 * i32::from(rules.rows() - y))
}

fn labels(rules: Rules) -> Vec<Label> {
    let columns = (0..=rules.columns()).map(|x| {
        let (x_at, y_at) = dot(rules, x, 0);
        Label { text: small_letter(x).to_string(), x: x_at, y: y_at + 45 }
    });
    let rows = (0..=rules.rows()).map(|y| {
        let (x_at, y_at) = dot(rules, 0, y);
        Label { text: (y + 1).to_string(), x: x_at - 45, y: y_at }
    });
    columns.chain(rows).collect()
}

fn says(board: &Board) -> Vec<Say> {
    let [red, blue] = Seat::BOTH.map(|seat| board.boxes(seat).len());
    let score = Say { en: format!("red {red}, blue {blue}"), zh: format!("红 {red} 格，蓝 {blue} 格") };
    let state = match board.turn() {
        Turn::Over(outcome) if outcome.winner.is_none() => EQUAL_BOXES,
        Turn::Over(outcome) if outcome.why == Why::Law(&OVER_HALF) => OVER_HALF,
        Turn::Over(_) => MORE_BOXES,
        _ if board.mover() == Seat::First => Words::new("red draws an edge", "红方占边"),
        _ => Words::new("blue draws an edge", "蓝方占边"),
    };
    vec![score, state.into()]
}
