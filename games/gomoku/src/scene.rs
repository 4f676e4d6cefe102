//! Draws the board: crossings of 15 lines each way, five of them marked.

use crate::notation::{GRID, write_point};
use crate::phase::{End, Phase, Side};
use crate::{Bans, Board, Move, Point, Start, forbidden_points};
use leitai_board::{BLACK_AND_WHITE, STONES};
use leitai_core::{Actor, Button, Form, Mark, MarkKind, Piece, Played, Say, Scene, Seat, State, Tone, Words};

const BUTTONS: [Button; 4] = [
    Button { id: "keep", label: Words::new("keep sides", "不交换") },
    Button { id: "swap", label: Words::new("swap sides", "交换") },
    Button { id: "pass", label: Words::new("pass", "放弃行棋权") },
    Button { id: "claim", label: Words::new("claim a forbidden move", "指出禁手") },
];

pub(crate) fn draw(board: &Board, last: &[Played<Move>]) -> Scene {
    let pieces = Point::all().filter_map(|point| {
        let side = board.at(point)? as usize;
        let (tone, name) = (BLACK_AND_WHITE[side], STONES[side]);
        Some(Piece { at: point.index(), tone, form: Form::Stone, name })
    });
    let moves = legal(board);
    let is_offered = |id| moves.iter().any(|m| button(*m) == Some(id));
    Scene {
        seats: Seat::BOTH.map(|seat| BLACK_AND_WHITE[board.side(seat) as usize]),
        pieces: pieces.collect(),
        marks: marks(board, last),
        buttons: BUTTONS.into_iter().filter(|button| is_offered(button.id)).collect(),
        numbers: matches!(board.phase(), Phase::Announce).then(|| (1, u16::from(board.rules().max_offers))),
        says: says(board),
        ..GRID.wood(|x, y| (x, y) == (7, 7) || [x, y].into_iter().all(|n| matches!(n, 3 | 11)))
    }
}

/// Marks the winning line, the last stones, the stones offered and, when black is to move, its forbidden points.
fn marks(board: &Board, last: &[Played<Move>]) -> Vec<Mark> {
    let mark = |kind| move |point: Point| Mark { at: point.index(), kind };
    let stones: Vec<Point> = last.iter().filter_map(|played| stone(played.m)).collect();
    let mut marks: Vec<Mark> = stones.iter().copied().map(mark(MarkKind::Last)).collect();
    let numbers = (1..=u32::from(board.placed())).rev().zip(stones.into_iter().rev());
    marks.extend(numbers.map(|(number, point)| mark(MarkKind::Numbered(number))(point)));
    match board.phase() {
        Phase::Over(End::Five(side)) => marks.extend(board.fives(*side).iter().map(mark(MarkKind::Win))),
        Phase::Offer(_, offers) | Phase::Choose(offers) => {
            let lettered = (0..).zip(offers.iter());
            marks.extend(lettered.map(|(i, point)| Mark { at: point.index(), kind: MarkKind::Offered(i) }));
        }
        Phase::Play(play) if play.side == Side::Black && board.rules().bans != Bans::Off => {
            let (black, white) = (board.stones(Side::Black), board.stones(Side::White));
            let forbidden = forbidden_points(black, white).map(|(point, _)| point);
            marks.extend(forbidden.map(mark(MarkKind::Forbidden(Tone::Black))));
        }
        _ => {}
    }
    marks
}

/// The button for an act.
pub(crate) const fn button(m: Move) -> Option<&'static str> {
    match m {
        Move::Swap(false) => Some("keep"),
        Move::Swap(true) => Some("swap"),
        Move::Pass => Some("pass"),
        Move::Claim => Some("claim"),
        Move::Place(_) | Move::Announce(_) | Move::Offer(_) | Move::Choose(_) => None,
    }
}

/// The point where an act leaves a stone.
const fn stone(m: Move) -> Option<Point> {
    match m {
        Move::Place(point) | Move::Choose(point) => Some(point),
        Move::Offer(_) | Move::Announce(_) | Move::Swap(_) | Move::Pass | Move::Claim => None,
    }
}

/// All acts that are legal now for either seat, including claims out of turn.
fn legal(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    for seat in Seat::BOTH {
        board.moves(Actor::Seat(seat), &mut moves);
        board.asides(seat, &mut moves);
    }
    moves
}

fn says(board: &Board) -> Vec<Say> {
    let opening = board.opening().map(|opening| {
        let name = opening.name();
        Say { en: format!("opening: {} {}", name.zh, name.en), zh: format!("开局：{}", name.zh) }
    });
    opening.into_iter().chain(phase(board)).collect()
}

fn phase(board: &Board) -> Vec<Say> {
    let say = |en: String, zh: String| vec![Say { en, zh }];
    match board.phase() {
        Phase::Show(_) if board.rules().start == Start::Laid => {
            say("the lot lays the opening".to_owned(), "抽签摆出开局".to_owned())
        }
        Phase::Show(shown) => {
            let (en, zh) = match shown {
                0 => ("black on H8", "黑子，落在天元"),
                1 => ("white next to H8", "白子，与天元相邻"),
                _ => ("black within two lines of H8", "黑子，距天元两线之内"),
            };
            let number = shown + 1;
            say(
                format!("first shows stone {number} of 3: {en}"),
                format!("先手摆开局第 {number} 子，共 3 子：{zh}"),
            )
        }
        Phase::Announce => say(
            "first says how many fifth stones black will offer: more are better for white".to_owned(),
            "先手给出五手打点数量，即黑方须给出的打点数：越多越有利于白方".to_owned(),
        ),
        Phase::Swap(n) => say(
            format!("fifth stones to be offered: {n}; second keeps white, or swaps and takes black"),
            format!("打点数量 {n}；后手决定：不换则执白，交换则执黑"),
        ),
        Phase::Fourth(n) => say(
            format!("white places the fourth stone anywhere; black will then offer fifth stones: {n}"),
            format!("白方下第四手，落点不限；此后黑方打点，数量 {n}"),
        ),
        Phase::Offer(n, offers) => {
            let left = n - offers.len();
            say(
                format!(
                    "black offers fifth stones, no two symmetrical; white keeps one: {left} of {n} to come"
                ),
                format!("黑方给出五手打点，不得同形，白方将留下一子：共 {n} 点，还需 {left} 点"),
            )
        }
        Phase::Choose(offers) => {
            let mut points = String::new();
            for offer in offers.iter() {
                points.push(' ');
                write_point(offer, &mut points);
            }
            say(
                format!("white keeps one of the fifth stones offered:{points}"),
                format!("白方在打点中留下一子：{}", points.trim_start()),
            )
        }
        Phase::Play(play) => {
            let mut says = vec![match play.side {
                Side::Black => Words::new("black to move", "轮到黑方").into(),
                Side::White => Words::new("white to move", "轮到白方").into(),
            }];
            if play.passed {
                says.push(
                    Words::new(
                        "the last turn was a pass; another is a draw",
                        "上一手放弃行棋权，再放弃即和棋",
                    )
                    .into(),
                );
            }
            says
        }
        Phase::Over(end) => vec![(*end.words()).into()],
    }
}
