//! The look of the board: crossings of lines on wood, five of them marked. A seat sees its own stones and
//! what it was refused in this turn; the referee sees everything, and so does everyone once play has ended. Where the table
//! knows one side's stones only, the referee sees here what it knows, and is asked for what it does not.

use crate::act::{Act, Asked};
use crate::known::Report;
use crate::notation::GRID;
use crate::{Board, Phase, areas};
use leitai_board::{Point, Points, stone};
use leitai_core::{Actor, Button, Eye, Lang, Mark, MarkKind, Say, Scene, Seat, Seen, State, Turn, Words};

const SIDES: [Words; 2] = [Words::new("black", "黑方"), Words::new("white", "白方")];

const ENDED: Words =
    Words::new("play has ended: the referee counts, and names the winner", "行棋已结束：由裁判数子判定胜方");

pub(crate) fn draw(seen: &Seen<'_, Board>, last: &[Report]) -> Scene {
    let (board, counts) = match seen {
        Seen::Truth(board) => (*board, Seat::BOTH.map(|seat| board.count_of(seat))),
        Seen::Eye(_, view) => (view.board(), Seat::BOTH.map(|seat| view.count(seat).into())),
    };
    let stones = |seat| shown_stones(board, seat).iter().map(move |point| stone(seat, place_of(point)));
    Scene {
        pieces: Seat::BOTH.into_iter().flat_map(stones).collect(),
        marks: marks(board, last),
        buttons: buttons(seen),
        says: refused(board, last).into_iter().chain(says(board, counts)).collect(),
        ..GRID.wood(|x, y| matches!((x, y), (2 | 6, 2 | 6) | (4, 4)))
    }
}

/// The stones of a side, with those that the referee has shown so far.
fn shown_stones(board: &Board, seat: Seat) -> Points {
    let is_shown = board.phase() == Phase::Counting && board.rules().unseen() == Some(seat);
    board.stones(seat) | if is_shown { board.marked } else { Points::NONE }
}

/// The place of a point: row by row from the top left.
pub(crate) const fn place_of(point: Point) -> u16 {
    GRID.index(point.x(), Point::SIDE - 1 - point.y())
}

/// Marks what was refused in this turn, the last stone and what it captured; at the end, the dead stones. Where the
/// referee is asked, only what he is asked about, and what he has said so far.
fn marks(board: &Board, last: &[Report]) -> Vec<Mark> {
    let mark = |points: Points, kind| points.iter().map(move |point| Mark { at: place_of(point), kind });
    let mut marks: Vec<_> = mark(board.refused(), MarkKind::Refused).collect();
    if board.asked() != Asked::Nothing {
        let tried = if let Asked::Try(point) = board.asked() { Points::of(point) } else { Points::NONE };
        marks.extend(mark(tried, MarkKind::Last).chain(mark(board.marked, MarkKind::Taken)));
        return marks;
    }
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

/// The referee has a button for each word that he may say without a point, and so has the seat of which the table only
/// hears.
fn buttons(seen: &Seen<'_, Board>) -> Vec<Button> {
    let (board, unseen) = match seen {
        Seen::Truth(board) => (*board, board.rules().unseen()),
        Seen::Eye(eye, view) => {
            (view.board(), view.board().rules().unseen().filter(|seat| *eye == Eye::Seat(*seat)))
        }
    };
    let by = match (unseen, board.turn()) {
        (Some(_), Turn::Of(Actor::Arbiter)) => Actor::Arbiter,
        (Some(seat), turn) if turn.owes(Actor::Seat(seat)) => Actor::Seat(seat),
        (None, _) if board.phase() == Phase::Marking => {
            return button(&Act::Count, false).into_iter().collect();
        }
        _ if board.phase() == Phase::Playing && !board.is_played_out() => {
            return button(&Act::Pass, false).into_iter().collect();
        }
        _ => return Vec::new(),
    };
    let mut acts = Vec::new();
    match seen {
        Seen::Truth(board) => board.moves(by, &mut acts),
        Seen::Eye(_, view) => view.moves(by, &mut acts),
    }
    acts.iter().filter_map(|m| button(m, !board.marked.is_empty())).collect()
}

/// The button of an act without a point; `is_named`: the referee has said of some stones that they were taken.
fn button(m: &Act, is_named: bool) -> Option<Button> {
    let label = match m {
        Act::Pass => Words::new("pass", "停一手"),
        Act::Stone => Words::new("a stone stands", "落子"),
        Act::Takes => Words::new("a stone takes", "落子提子"),
        Act::Refused => Words::new("a try is illegal", "试下非法"),
        Act::Legal => Words::new("legal", "合法"),
        Act::Illegal => Words::new("illegal", "非法"),
        Act::Done if is_named => Words::new("done", "完毕"),
        Act::Done => Words::new("nothing taken", "未提子"),
        Act::Won(Seat::First) => Words::new("black has won", "黑胜"),
        Act::Won(Seat::Second) => Words::new("white has won", "白胜"),
        Act::Count => Words::new("count", "数子"),
        Act::Try(_) | Act::Dead(_) | Act::Taken(_) | Act::Shown(_) => return None,
    };
    Some(Button { id: id_of(m)?, label })
}

/// The name of an act's button, if it has one.
pub(crate) const fn id_of(m: &Act) -> Option<&'static str> {
    Some(match m {
        Act::Try(_) | Act::Dead(_) | Act::Taken(_) | Act::Shown(_) => return None,
        Act::Pass => "pass",
        Act::Count => "count",
        Act::Stone => "stone",
        Act::Takes => "takes",
        Act::Refused => "refused",
        Act::Legal => "legal",
        Act::Illegal => "illegal",
        Act::Done => "done",
        Act::Won(Seat::First) => "won-first",
        Act::Won(Seat::Second) => "won-second",
    })
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

/// Who is to move, or what the referee is asked.
fn to_say(board: &Board) -> Say {
    let side = SIDES[board.mover().index()];
    let is_named = !board.marked.is_empty();
    match board.asked() {
        // What the referee says afterwards, an eye is not told before he has named the winner.
        _ if board.is_played_out() => ENDED.into(),
        Asked::Nothing => Say { en: format!("{} to move", side.en), zh: format!("轮到{}", side.zh) },
        _ if is_named => Say {
            en: "the referee: what else was taken? click a stone of each chain, then done".to_owned(),
            zh: "裁判：还提了何子？每块点一子，然后按“完毕”".to_owned(),
        },
        Asked::Try(point) => Say {
            en: format!(
                "the referee: is {} at {point} legal? if it takes stones, click one of each chain",
                side.en
            ),
            zh: format!("裁判：{}下 {point}，合法吗？若提子，每块点一子", side.zh),
        },
        Asked::Stone => Say {
            en: format!("the referee: what does the stone of {} take? click a stone of each chain", side.en),
            zh: format!("裁判：{}此子提了何子？每块点一子", side.zh),
        },
    }
}

fn says(board: &Board, [black, white]: [u32; 2]) -> Vec<Say> {
    let stones = Say {
        en: format!("stones on the board: black {black}, white {white}"),
        zh: format!("盘上棋子：黑 {black}，白 {white}"),
    };
    let state = match board.phase() {
        Phase::Playing => to_say(board),
        Phase::Marking => Words::new("the referee marks the dead stones", "裁判标示死子").into(),
        Phase::Counting => ENDED.into(),
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
    let is_whole = Seat::BOTH.iter().all(|seat| board.stones(*seat).len() == [black, white][seat.index()]);
    if board.phase() == Phase::Counting && !is_whole {
        says.push(
            Words::new(
                "the unknown stones may be shown first: click where they stand",
                "此前可摆出未知的棋子：点击其所在之处",
            )
            .into(),
        );
    }
    if board.phase() == Phase::Playing && board.passes() > 0 {
        let side = SIDES[board.mover().other().index()];
        says.push(Say { en: format!("{} has passed", side.en), zh: format!("{}已停一手", side.zh) });
    }
    if board.phase() != Phase::Playing && is_whole {
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
