//! What the board looks like: crossings of lines on wood, five of them marked; to a seat its own stones and
//! what it was refused in this turn, to the referee everything, to all everything when play has ended.

use crate::known::Report;
use crate::notation::{column, write_point};
use crate::{Board, Phase, Point, Points, areas};
use leitai_core::{
    Button, Form, Ground, Label, Lang, Mark, MarkKind, Piece, Place, Say, Scene, Seat, Seen, Shape, State,
    Stroke, Tone, Words,
};

const TONES: [Tone; 2] = [Tone::Black, Tone::White];
const STONES: [Words; 2] = [Words::new("black stone", "黑子"), Words::new("white stone", "白子")];
const SIDES: [Words; 2] = [Words::new("black", "黑方"), Words::new("white", "白方")];
/// Width and height of the field.
const FIELD: i32 = 100 * Point::SIDE as i32;

pub(crate) fn draw(seen: &Seen<'_, Board>, last: &[Report]) -> Scene {
    let (board, counts) = match seen {
        Seen::Truth(board) => (*board, Seat::BOTH.map(|seat| board.stones(seat).len())),
        Seen::Eye(_, view) => (view.board(), Seat::BOTH.map(|seat| view.count(seat).into())),
    };
    let stones = |seat: Seat| {
        board.stones(seat).iter().map(move |point| Piece {
            at: place_of(point),
            tone: TONES[seat.index()],
            form: Form::Stone,
            name: STONES[seat.index()],
        })
    };
    Scene {
        width: FIELD,
        height: FIELD,
        ground: Ground::Wood,
        seats: TONES,
        places: (0..Point::SIDE).rev().flat_map(row).collect(),
        strokes: (0..Point::SIDE).flat_map(strokes).collect(),
        labels: (0..Point::SIDE).flat_map(labels).collect(),
        pieces: Seat::BOTH.into_iter().flat_map(stones).collect(),
        marks: marks(board, last),
        tray: Vec::new(),
        buttons: buttons(board.phase()),
        numbers: None,
        says: says(board, counts),
    }
}

/// The place of a point: row by row from the top left.
pub(crate) const fn place_of(point: Point) -> u16 {
    (Point::SIDE * (Point::SIDE - 1 - point.y()) + point.x()) as u16
}

/// The centre of a column.
const fn across(x: u8) -> i32 {
    100 * x as i32 + 50
}

/// The centre of a row.
const fn down(y: u8) -> i32 {
    across(Point::SIDE - 1 - y)
}

fn row(y: u8) -> impl Iterator<Item = Place> {
    (0..Point::SIDE).filter_map(move |x| Point::new(x, y)).map(place)
}

fn place(point: Point) -> Place {
    let mut name = String::new();
    write_point(point, &mut name);
    let is_star = matches!((point.x(), point.y()), (2 | 6, 2 | 6) | (4, 4));
    let shape = if is_star { Shape::Star } else { Shape::Crossing };
    Place { name, x: across(point.x()), y: down(point.y()), shape, tone: Tone::Plain }
}

fn strokes(line: u8) -> [Stroke; 2] {
    let end = Point::SIDE - 1;
    let stroke = |from: (i32, i32), to: (i32, i32)| Stroke {
        points: vec![from, to],
        thick: line == 0 || line == end,
        tone: Tone::Plain,
        around: None,
    };
    let at = across(line);
    [stroke((at, across(0)), (at, across(end))), stroke((across(0), at), (across(end), at))]
}

fn labels(line: u8) -> [Label; 2] {
    [
        Label { text: column(line).to_string(), x: across(line), y: FIELD + 50 },
        Label { text: (line + 1).to_string(), x: -50, y: down(line) },
    ]
}

/// What was refused in this turn, the last stone, what it took; at the end, the dead.
fn marks(board: &Board, last: &[Report]) -> Vec<Mark> {
    let mark = |points: Points, kind| points.iter().map(move |point| Mark { at: place_of(point), kind });
    let mut marks: Vec<_> = mark(board.refused(), MarkKind::Refused).collect();
    for report in last {
        match report {
            Report::Accepted(point) => marks.extend(mark(Points::of(*point), MarkKind::Last)),
            Report::Captured(_, taken) => marks.extend(mark(*taken, MarkKind::Trail)),
            _ => {}
        }
    }
    marks.extend(mark(board.dead(), MarkKind::Dead));
    marks
}

fn buttons(phase: Phase) -> Vec<Button> {
    match phase {
        Phase::Playing => vec![Button { id: "pass", label: Words::new("pass", "停一手") }],
        Phase::Marking => vec![Button { id: "count", label: Words::new("count", "数子") }],
        Phase::Over(_) => Vec::new(),
    }
}

fn says(board: &Board, [black, white]: [u32; 2]) -> Vec<Say> {
    let stones = Say {
        en: format!("stones on the board: black {black}, white {white}"),
        zh: format!("盘上棋子：黑 {black}，白 {white}"),
    };
    let state = match board.phase() {
        Phase::Playing => {
            let side = SIDES[board.mover().index()];
            Say { en: format!("{} to move", side.en), zh: format!("轮到{}", side.zh) }
        }
        Phase::Marking => Words::new("the referee marks the dead stones", "裁判标示死子").into(),
        Phase::Over(winner) => {
            let side = SIDES[winner.index()];
            let why = board.turn().outcome().map(|outcome| outcome.why);
            Say {
                en: format!("{}: {}", side.en, why.map_or("", |why| why.text(Lang::En))),
                zh: format!("{}胜：{}", side.zh, why.map_or("", |why| why.text(Lang::Zh))),
            }
        }
    };
    let mut says = vec![state, stones];
    if board.phase() == Phase::Playing && board.passes() > 0 {
        let side = SIDES[board.mover().other().index()];
        says.push(Say { en: format!("{} has passed", side.en), zh: format!("{}已停一手", side.zh) });
    }
    if board.phase() != Phase::Playing {
        let [black, white] =
            areas(Seat::BOTH.map(|seat| board.stones(seat)), board.dead()).map(|half| f64::from(half) / 2.0);
        says.push(Say {
            en: format!("area: black {black}, white {white}"),
            zh: format!("数子：黑 {black}，白 {white}"),
        });
    }
    says
}
