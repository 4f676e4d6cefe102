//! Draws the board: 25 squares, so that a place has the index of its square; cubes with numbers; while
//! laying, the cubes still to be laid beside it.

use crate::notation::GRID;
use crate::{Act, Board, Number, Phase, Report, Square};
use leitai_core::{
    Eye, Form, Lang, Mark, MarkKind, Piece, Place, Say, Scene, Seat, Seen, State, Stroke, Tone, Words,
};

const TONES: [Tone; 2] = [Tone::Red, Tone::Blue];
const CUBES: [Words; 2] = [Words::new("red cube", "红方块"), Words::new("blue cube", "蓝方块")];
const DIE: Words = Words::new("die", "骰子");
const SIDES: [Words; 2] = [Words::new("red", "红方"), Words::new("blue", "蓝方")];

pub(crate) fn draw(seen: &Seen<'_, Board>, last: &[Report]) -> Scene {
    let (board, ready) = match seen {
        Seen::Truth(board) => (*board, Seat::BOTH.map(|seat| board.is_laid(seat))),
        Seen::Eye(_, view) => (view.board(), Seat::BOTH.map(|seat| view.is_ready(seat))),
    };
    let pieces = Square::all().filter_map(|square| {
        let (seat, number) = board.at(square)?;
        Some(cube(seat, number, square.index()))
    });
    let squares = GRID.squares();
    Scene {
        seats: TONES,
        pieces: pieces.collect(),
        marks: marks(board, last),
        way: way(last, &squares.places),
        tray: tray(board, seen),
        numbers: matches!(board.phase(), Phase::Rolling(_)).then_some((1, 6)),
        says: says(board, ready),
        ..squares
    }
}

fn cube(seat: Seat, number: Number, at: usize) -> Piece {
    Piece {
        at: at as u16,
        tone: TONES[seat.index()],
        form: Form::Cube(number.get()),
        name: CUBES[seat.index()],
    }
}

/// Marks the last move, the last die, and the stones that may move now.
fn marks(board: &Board, last: &[Report]) -> Vec<Mark> {
    let mark = |square: Square, kind| Mark { at: square.index() as u16, kind };
    let mut marks: Vec<_> = board.movable().map(|(_, _, square)| mark(square, MarkKind::Able)).collect();
    for report in last {
        match report {
            Report::Played(_, Act::Step(from, to)) => {
                marks.extend([mark(*from, MarkKind::Trail), mark(*to, MarkKind::Last)]);
            }
            // Stones of a layout revealed as a whole are not marked as last.
            Report::Played(_, Act::Lay(_, at)) if board.phase() == Phase::Laying => {
                marks.retain(|mark| mark.kind != MarkKind::Last);
                marks.push(mark(*at, MarkKind::Last));
            }
            Report::Played(..) | Report::Ready(_) => {}
        }
    }
    if let Phase::Over(winner) = board.phase() {
        let goal = Square::goal(winner);
        let arrived = board.at(goal).is_some_and(|(seat, _)| seat == winner);
        marks.extend(arrived.then(|| mark(goal, MarkKind::Win)));
    }
    marks
}

fn way(last: &[Report], places: &[Place]) -> Vec<Stroke> {
    let step = |report: &Report| match report {
        Report::Played(_, Act::Step(from, to)) => {
            Some(Stroke::way(places, [from, to].map(|at| at.index() as u16), true))
        }
        _ => None,
    };
    last.iter().filter_map(step).collect()
}

/// The cubes still to be laid, as far as the viewer may know, and the die.
fn tray(board: &Board, seen: &Seen<'_, Board>) -> Vec<Piece> {
    let die = |tone, shows| Piece { at: 0, tone, form: Form::Die(shows), name: DIE };
    let die = match board.phase() {
        Phase::Laying | Phase::Over(_) => die(Tone::Plain, 0),
        Phase::Rolling(seat) => die(TONES[seat.index()], 0),
        Phase::Moving(seat, number) => die(TONES[seat.index()], number.get()),
    };
    let shown = |seat: &Seat| match seen {
        Seen::Truth(_) => true,
        Seen::Eye(Eye::Seat(own), _) => own == seat,
        Seen::Eye(Eye::Public, _) => false,
    };
    let waiting = |seat: Seat| {
        let laid = board.living(seat);
        Number::ALL.into_iter().filter(move |number| !laid.has(*number)).map(move |n| cube(seat, n, 0))
    };
    let hands = Seat::BOTH.into_iter().filter(|seat| board.phase() == Phase::Laying && shown(seat));
    hands.flat_map(waiting).chain([die]).collect()
}

fn says(board: &Board, ready: [bool; 2]) -> Vec<Say> {
    let side = |seat: Seat| SIDES[seat.index()];
    match board.phase() {
        Phase::Laying => Seat::BOTH.map(|seat| layout(side(seat), ready[seat.index()])).to_vec(),
        Phase::Rolling(seat) => vec![Say {
            en: format!("the die is rolled for {}", side(seat).en),
            zh: format!("为{}掷骰子", side(seat).zh),
        }],
        Phase::Moving(seat, die) => vec![
            Say { en: format!("the die shows {}", die.get()), zh: format!("掷得 {} 点", die.get()) },
            Say { en: format!("{} to move", side(seat).en), zh: format!("{}走", side(seat).zh) },
        ],
        Phase::Over(winner) => board
            .turn()
            .outcome()
            .map(|outcome| Say {
                en: format!("{} {}", side(winner).en, outcome.why.text(Lang::En)),
                zh: format!("{}{}", side(winner).zh, outcome.why.text(Lang::Zh)),
            })
            .into_iter()
            .collect(),
    }
}

fn layout(side: Words, ready: bool) -> Say {
    if ready {
        Say { en: format!("{} has laid its stones", side.en), zh: format!("{}已布子", side.zh) }
    } else {
        Say {
            en: format!("{} lays its stones, 1 to 6", side.en),
            zh: format!("{}正在布子，依次为 1 至 6", side.zh),
        }
    }
}
