//! The look of the board: 60 places with the same indices as the points; tablets, seen from behind if their
//! rank is unknown; and, during the layout, a tray of the pieces still to be laid.

use crate::notation::name;
use crate::word_buttons::{buttons, flag_points, questions};
use crate::{Act, Board, End, Fight, Phase, Point, Rank, Report};
use leitai_board::letter;
use leitai_core::{
    Eye, Form, Ground, Label, Lang, Mark, MarkKind, Piece, Place, Say, Scene, Seat, Seen, Shape, State,
    Stroke, Tone, Words,
};

const TONES: [Tone; 2] = [Tone::Red, Tone::Black];
const SIDES: [Words; 2] = [Words::new("red", "红方"), Words::new("black", "黑方")];
const UNKNOWN: [Words; 2] = [Words::new("red tablet", "红方棋子"), Words::new("black tablet", "黑方棋子")];
const NAMES: [[Words; 12]; 2] = [
    [
        Words::new("red field marshal", "红方司令"),
        Words::new("red general", "红方军长"),
        Words::new("red major general", "红方师长"),
        Words::new("red brigadier", "红方旅长"),
        Words::new("red colonel", "红方团长"),
        Words::new("red major", "红方营长"),
        Words::new("red captain", "红方连长"),
        Words::new("red lieutenant", "红方排长"),
        Words::new("red engineer", "红方工兵"),
        Words::new("red mine", "红方地雷"),
        Words::new("red bomb", "红方炸弹"),
        Words::new("red flag", "红方军旗"),
    ],
    [
        Words::new("black field marshal", "黑方司令"),
        Words::new("black general", "黑方军长"),
        Words::new("black major general", "黑方师长"),
        Words::new("black brigadier", "黑方旅长"),
        Words::new("black colonel", "黑方团长"),
        Words::new("black major", "黑方营长"),
        Words::new("black captain", "黑方连长"),
        Words::new("black lieutenant", "黑方排长"),
        Words::new("black engineer", "黑方工兵"),
        Words::new("black mine", "黑方地雷"),
        Words::new("black bomb", "黑方炸弹"),
        Words::new("black flag", "黑方军旗"),
    ],
];

pub(crate) fn draw(seen: &Seen<'_, Board>, last: &[Report]) -> Scene {
    let board = match seen {
        Seen::Truth(board) => *board,
        Seen::Eye(_, view) => view.board(),
    };
    // A move that waits for the referee's word is the last one, though nobody has been told of it.
    let waits = if let Phase::Judging(judged) = board.phase() {
        let (from, to) = judged.way();
        Some([Report::Went(from, to, None, None)])
    } else {
        None
    };
    let last = waits.as_ref().map_or(last, |waits| waits.as_slice());
    let pieces = Point::all().filter_map(|point| {
        let (seat, home) = board.piece(point)?;
        let shown = board.shown_flag(seat) == Some(point);
        Some(tablet(seat, if shown { Some(Rank::Flag) } else { board.rank(seat, home) }, point.index()))
    });
    let rows = (0..Point::ROWS).map(|row| Label {
        text: letter(row).to_string(),
        x: -35,
        y: centre(i32::from(row), 0).1,
    });
    let columns = (0..5).map(|column| Label { text: column.to_string(), x: centre(0, column).0, y: 1075 });
    Scene {
        width: 5 * COLUMN,
        height: 1040,
        ground: Ground::Paper,
        seats: TONES,
        places: Point::all().map(place).collect(),
        strokes: strokes(),
        labels: rows.chain(columns).collect(),
        pieces: pieces.collect(),
        marks: marks(board, seen, last),
        way: last.iter().filter_map(way).collect(),
        tray: tray(board, seen),
        buttons: buttons(board, seen),
        numbers: None,
        score: None,
        says: fights(board, last).chain(flags(last)).chain(says(board)).collect(),
    }
}

fn tablet(seat: Seat, rank: Option<Rank>, at: usize) -> Piece {
    let side = seat.index();
    Piece {
        at: at as u16,
        tone: TONES[side],
        form: Form::Tablet(rank.map_or(Words::new("", ""), Rank::code)),
        name: rank.map_or(UNKNOWN[side], |rank| NAMES[side][rank.index()]),
    }
}

/// The width of a column; twice the height of a row would make the board a square.
const COLUMN: i32 = 150;

/// The centre of a point: 80 per row, with an extra row for the mountains.
const fn centre(row: i32, column: i32) -> (i32, i32) {
    (COLUMN * column + COLUMN / 2, 80 * (if row > 5 { row + 1 } else { row }) + 40)
}

fn place(point: Point) -> Place {
    let (x, y) = centre(i32::from(point.row()), i32::from(point.column()));
    let shape = if point.is_camp() {
        Shape::Round
    } else if point.is_headquarters() {
        Shape::Arch
    } else {
        Shape::Station
    };
    Place { name: name(point), x, y, shape, tone: Tone::Plain }
}

/// Roads, then rails, then the mountains in the gap.
fn strokes() -> Vec<Stroke> {
    let stroke =
        |points: &[_], thick| Stroke { points: points.to_vec(), thick, tone: Tone::Plain, around: None };
    let is_camp = |row: i32, column: i32| {
        u8::try_from(row)
            .ok()
            .zip(u8::try_from(column).ok())
            .and_then(|(r, c)| Point::new(r, c))
            .is_some_and(Point::is_camp)
    };
    let mut strokes = Vec::new();
    for (row, column) in (0..12).flat_map(|row| (0..5).map(move |column| (row, column))) {
        let from = centre(row, column);
        if column < 4 && !matches!(row, 1 | 5 | 6 | 10) {
            strokes.push(stroke(&[from, centre(row, column + 1)], false));
        }
        let rail = column % 4 == 0 && (1..10).contains(&row) || (row, column) == (5, 2);
        if row < 11 && !rail && !(row == 5 && column % 2 == 1) {
            strokes.push(stroke(&[from, centre(row + 1, column)], false));
        }
        if is_camp(row, column) {
            for (down, right) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
                let (row, column) = (row + down, column + right);
                // A road between two camps is drawn only once.
                if !is_camp(row, column) || down > 0 {
                    strokes.push(stroke(&[from, centre(row, column)], false));
                }
            }
        }
    }
    strokes.extend([1, 5, 6, 10].map(|row| stroke(&[centre(row, 0), centre(row, 4)], true)));
    for (column, from, to) in [(0, 1, 10), (4, 1, 10), (2, 5, 6)] {
        strokes.push(stroke(&[centre(from, column), centre(to, column)], true));
    }
    for x in [3 * COLUMN / 2, 7 * COLUMN / 2] {
        strokes.push(stroke(&[(x - 40, 545), (x, 495), (x + 40, 545)], false));
        let snow = [(x - 13, 511), (x - 6, 519), (x, 512), (x + 6, 519), (x + 13, 511)];
        strokes.push(stroke(&snow, false));
    }
    strokes
}

/// Marks the last move, and the pieces that may move now as far as the viewer knows.
fn marks(board: &Board, seen: &Seen<'_, Board>, last: &[Report]) -> Vec<Mark> {
    let mark = |point: Point, kind| Mark { at: point.index() as u16, kind };
    let mut marks = Vec::new();
    if let Phase::Moving(seat) = board.phase()
        && is_shown(seen, seat)
    {
        let mut acts = Vec::new();
        board.acts(seat, &mut acts);
        let mut from: Vec<_> =
            acts.iter().filter_map(|m| if let Act::Go(from, _) = m { Some(*from) } else { None }).collect();
        from.dedup();
        marks.extend(from.into_iter().map(|from| mark(from, MarkKind::Able)));
    }
    marks.extend(flag_points(board, seen).into_iter().map(|point| mark(point, MarkKind::Able)));
    for report in last {
        match report {
            Report::Went(from, to, ..) => {
                marks.extend([mark(*from, MarkKind::Trail), mark(*to, MarkKind::Last)]);
            }
            // A completed layout has no last piece.
            Report::Laid(_, at, _) if board.phase() == Phase::Laying => {
                marks.retain(|mark| mark.kind != MarkKind::Last);
                marks.push(mark(*at, MarkKind::Last));
            }
            Report::Laid(..) | Report::Ready(_) | Report::Flag(..) => {}
        }
    }
    if let (Phase::Over(End::FlagFell(_)), Some(Report::Went(_, to, ..))) = (board.phase(), last.last()) {
        marks.push(mark(*to, MarkKind::Win));
    }
    marks
}

/// A straight line, since the rails by which an engineer went around corners are not reported.
fn way(report: &Report) -> Option<Stroke> {
    let Report::Went(from, to, ..) = report else { return None };
    let at = |point: &Point| centre(i32::from(point.row()), i32::from(point.column()));
    let straight = from.row() == to.row() || from.column() == to.column() || !is_far(from, to);
    Some(Stroke { points: vec![at(from), at(to)], thick: straight, tone: Tone::Plain, around: None })
}

fn is_far(a: &Point, b: &Point) -> bool {
    a.row().abs_diff(b.row()) > 1 || a.column().abs_diff(b.column()) > 1
}

/// What the referee says aloud: the outcome of a fight, a flag that is shown, that the other side's pieces stand.
pub(crate) fn announced(board: &Board, seat: Seat, told: &[Report]) -> Vec<Say> {
    let is_ready = told.contains(&Report::Ready(seat.other()));
    let ready = is_ready.then(|| layout(board, seat.other()));
    ready.into_iter().chain(fights(board, told)).chain(flags(told)).collect()
}

/// The outcome of the last move's fight.
fn fights(board: &Board, last: &[Report]) -> impl Iterator<Item = Say> {
    let fight = last.iter().find_map(|report| match report {
        Report::Went(_, to, Some(fight), _) => Some((*to, *fight)),
        _ => None,
    });
    let said = fight.map(|(to, fight)| {
        let at = name(to);
        let stands = board.piece(to).map(|(seat, _)| SIDES[seat.index()]);
        match (fight, stands) {
            (Fight::Won, Some(side)) => Say {
                en: format!("fight at {at}: {} took the piece it attacked", side.en),
                zh: format!("{at} 交战：{}进攻，吃掉对方", side.zh),
            },
            (Fight::Lost, Some(side)) => Say {
                en: format!("fight at {at}: the attacker is gone, the piece of {} stays", side.en),
                zh: format!("{at} 交战：进攻方被消灭，{}棋子仍在", side.zh),
            },
            _ => Say {
                en: format!("fight at {at}: both pieces are gone"),
                zh: format!("{at} 交战：双方棋子同归于尽"),
            },
        }
    });
    said.into_iter()
}

/// The flags revealed by the last move.
fn flags(last: &[Report]) -> impl Iterator<Item = Say> {
    last.iter().filter_map(|report| match report {
        Report::Flag(seat, at) => {
            let (side, at) = (SIDES[seat.index()], name(*at));
            Some(Say {
                en: format!("the field marshal of {} has fallen: its flag stands on {at}", side.en),
                zh: format!("{}司令阵亡，亮出军旗：{at}", side.zh),
            })
        }
        _ => None,
    })
}

/// Whether the viewer may see that side's ranks.
fn is_shown(seen: &Seen<'_, Board>, seat: Seat) -> bool {
    match seen {
        Seen::Truth(_) => true,
        Seen::Eye(eye, _) => *eye == Eye::Seat(seat),
    }
}

/// The pieces still to be laid, the next one first, as far as the viewer may know.
fn tray(board: &Board, seen: &Seen<'_, Board>) -> Vec<Piece> {
    if board.phase() != Phase::Laying {
        return Vec::new();
    }
    let waiting = |seat: Seat| {
        let laid = board.stands[seat.index()].count_ones() as usize;
        Rank::ORDER.into_iter().skip(laid).map(move |rank| tablet(seat, Some(rank), 0))
    };
    let is_known = |seat: &Seat| is_shown(seen, *seat) && !board.rules.hides(*seat);
    Seat::BOTH.into_iter().filter(is_known).flat_map(waiting).collect()
}

fn says(board: &Board) -> Vec<Say> {
    let side = |seat: Seat| SIDES[seat.index()];
    match board.phase() {
        Phase::Laying => Seat::BOTH.map(|seat| layout(board, seat)).to_vec(),
        Phase::Judging(judged) => questions(board, &judged, side),
        Phase::Moving(seat) => vec![
            Say { en: format!("{} to move", side(seat).en), zh: format!("{}走", side(seat).zh) },
            Say {
                en: format!("plies without contact: {} of {}", board.plain(), board.rules.no_contact_plies),
                zh: format!("无接触步数：{}，限 {}", board.plain(), board.rules.no_contact_plies),
            },
        ],
        Phase::Over(_) => {
            let outcome = board.turn().outcome();
            let say = outcome.map(|outcome| {
                let (en, zh) = (outcome.why.text(Lang::En), outcome.why.text(Lang::Zh));
                match outcome.winner {
                    Some(winner) => Say {
                        en: format!("{} wins: {en}", side(winner).en),
                        zh: format!("{}胜：{zh}", side(winner).zh),
                    },
                    None => Say { en: format!("a draw: {en}"), zh: format!("和棋：{zh}") },
                }
            });
            say.into_iter().collect()
        }
    }
}

fn layout(board: &Board, seat: Seat) -> Say {
    let side = SIDES[seat.index()];
    if board.is_laid(seat) {
        Say { en: format!("{} has laid its pieces", side.en), zh: format!("{}已布阵", side.zh) }
    } else if board.rules.hides(seat) {
        Say {
            en: format!("{} lays its pieces, unseen at this table", side.en),
            zh: format!("{}正在布阵，本台不可见", side.zh),
        }
    } else {
        Say {
            en: format!("{} lays its pieces: flag, mines, bombs, then from the commander down", side.en),
            zh: format!("{}正在布阵：依次为军旗、地雷、炸弹，然后自司令而下", side.zh),
        }
    }
}
