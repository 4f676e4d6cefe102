//! The look of the board: crossings of lines on wood, five of them marked. A seat sees its own stones and
//! what it was refused in this turn; the referee sees everything, and so does everyone once play has ended.

use crate::known::Report;
use crate::notation::GRID;
use crate::{Board, Phase, areas};
use leitai_board::{Point, Points, stone};
use leitai_core::{Button, Lang, Mark, MarkKind, Say, Scene, Seat, Seen, State, Words};

const SIDES: [Words; 2] = [Words::new("black", "黑方"), Words::new("white", "白方")];

pub(crate) fn draw(seen: &Seen<'_, Board>, last: &[Report]) -> Scene {
    let (board, counts) = match seen {
        Seen::Truth(board) => (*board, Seat::BOTH.map(|seat| board.stones(seat).len())),
        Seen::Eye(_, view) => (view.board(), Seat::BOTH.map(|seat| view.count(seat).into())),
    };
    let stones = |seat| board.stones(seat).iter().map(move |point| stone(seat, place_of(point)));
    Scene {
        pieces: Seat::BOTH.into_iter().flat_map(stones).collect(),
        marks: marks(board, last),
        buttons: buttons(board.phase()),
        says: refused(board, last).into_iter().chain(says(board, counts)).collect(),
        ..GRID.wood(|x, y| matches!((x, y), (2 | 6, 2 | 6) | (4, 4)))
    }
}

/// The place of a point: row by row from the top left.
pub(crate) const fn place_of(point: Point) -> u16 {
    GRID.index(point.x(), Point::SIDE - 1 - point.y())
}

/// Marks what was refused in this turn, the last stone and what it captured; at the end, the dead stones.
fn marks(board: &Board, last: &[Report]) -> Vec<Mark> {
    let mark = |points: Points, kind| points.iter().map(move |point| Mark { at: place_of(point), kind });
    let mut marks: Vec<_> = mark(board.refused(), MarkKind::Refused).collect();
    for report in last {
        match report {
            Report::Accepted(point) => marks.extend(mark(Points::of(*point), MarkKind::Last)),
            Report::Captured(_, taken) => marks.extend(mark(*taken, MarkKind::Taken)),
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

/// The answer to the last try; earlier refused tries are marked on the board.
fn refused(board: &Board, last: &[Report]) -> Option<Say> {
    let tried = last.iter().find_map(|report| match report {
        Report::Refused(point) if board.refused().has(*point) => Some(point),
        _ => None,
    });
    tried.map(|point| Say {
        en: format!("{point} is refused: no stone can stand there, and the turn goes on"),
        zh: format!("{point} 被拒：不能落子，请改下别处"),
    })
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
        let [black, white] = Seat::BOTH.map(|seat| (board.stones(seat) & board.dead()).len());
        says.extend((black + white > 0).then(|| Say {
            en: format!("crossed out are the dead, taken off before the count: black {black}, white {white}"),
            zh: format!("打叉的是死子，数子前提走：黑 {black}，白 {white}"),
        }));
    }
    says
}
