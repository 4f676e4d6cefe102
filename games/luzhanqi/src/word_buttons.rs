//! What a table that knows one side's pieces only shows of the referee: what is asked, and the words to answer with.

use crate::judged::Doubt;
use crate::notation::{fixed, name};
use crate::{Act, Board, End, Judged, Phase, Point, Word};
use leitai_core::{Button, Eye, Say, Seat, Seen, Words};

/// What a button says, for each word of the referee that is not a point on the board.
const LABELS: [(Act, Words); 10] = [
    (Act::Said(Word::Stands), Words::new("the move stands", "着法成立")),
    (Act::Said(Word::Fell(Some(Seat::First))), Words::new("red falls", "红方棋子阵亡")),
    (Act::Said(Word::Fell(Some(Seat::Second))), Words::new("black falls", "黑方棋子阵亡")),
    (Act::Said(Word::Fell(None)), Words::new("both fall", "同归于尽")),
    (
        Act::Said(Word::Ended(End::FlagFell(Seat::First))),
        Words::new("red's flag is gone: black wins", "红方军旗已失：黑方胜"),
    ),
    (
        Act::Said(Word::Ended(End::FlagFell(Seat::Second))),
        Words::new("black's flag is gone: red wins", "黑方军旗已失：红方胜"),
    ),
    (
        Act::Said(Word::Ended(End::Stuck(Seat::First))),
        Words::new("red cannot move: black wins", "红方无棋可走：黑方胜"),
    ),
    (
        Act::Said(Word::Ended(End::Stuck(Seat::Second))),
        Words::new("black cannot move: red wins", "黑方无棋可走：红方胜"),
    ),
    (
        Act::Said(Word::Ended(End::NobodyMoves)),
        Words::new("neither side can move: a draw", "双方无棋可走：和棋"),
    ),
    (Act::Said(Word::Done), Words::new("nothing more", "无其他情况")),
];

/// What the button says by which a side's layout is reported.
const READY: [Words; 2] = [
    Words::new("red's layout is complete", "红方布阵完毕"),
    Words::new("black's layout is complete", "黑方布阵完毕"),
];

/// What the viewer may be asked beside the moves: the word that a layout is complete, or the referee's.
fn asked(board: &Board, seen: &Seen<'_, Board>) -> Vec<Act> {
    let mut acts = Vec::new();
    match (board.phase(), board.rules.hidden()) {
        (Phase::Laying, Some(hidden)) if sees(seen, hidden) => board.acts(hidden, &mut acts),
        (Phase::Judging(_), _) => board.words(&mut acts),
        _ => {}
    }
    acts
}

fn sees(seen: &Seen<'_, Board>, seat: Seat) -> bool {
    match seen {
        Seen::Truth(_) => true,
        Seen::Eye(eye, _) => *eye == Eye::Seat(seat),
    }
}

/// The buttons beside the board.
pub(crate) fn buttons(board: &Board, seen: &Seen<'_, Board>) -> Vec<Button> {
    let labelled = |act: &Act| {
        let label = match act {
            Act::Ready => READY[board.rules.hidden()?.index()],
            act => LABELS.iter().find(|(labelled, _)| labelled == act)?.1,
        };
        Some(Button { id: fixed(act), label })
    };
    asked(board, seen).iter().filter_map(labelled).collect()
}

/// The points where the flag may be shown that the referee is asked for.
pub(crate) fn flag_points(board: &Board, seen: &Seen<'_, Board>) -> Vec<Point> {
    let flag = |act| if let Act::Said(Word::Flag(point)) = act { Some(point) } else { None };
    asked(board, seen).into_iter().filter_map(flag).collect()
}

/// What the referee is asked about a move.
pub(crate) fn questions(board: &Board, judged: &Judged, side: impl Fn(Seat) -> Words) -> Vec<Say> {
    let [from, to] = [judged.from, judged.to].map(name);
    let mover = side(judged.mover);
    let mut says = vec![Say {
        en: format!("{} went from {from} to {to}", mover.en),
        zh: format!("{}走 {from}–{to}", mover.zh),
    }];
    let mut words = Vec::new();
    board.words(&mut words);
    let can_be =
        |asked: fn(&Word) -> bool| words.iter().any(|act| matches!(act, Act::Said(word) if asked(word)));
    if judged.doubt == Doubt::Open {
        says.push(Say {
            en: "by its fights this piece cannot have moved so: take the move back if it was mistyped"
                .to_owned(),
            zh: "据此前的碰子结果，该子不可能这样走：若系误录，请悔回".to_owned(),
        });
    } else if can_be(|word| matches!(word, Word::Fell(_))) {
        says.push(Say {
            en: format!("fight at {to}: the referee says which side falls"),
            zh: format!("{to} 交战：由裁判宣布哪一方阵亡"),
        });
    } else {
        let hidden = board.rules.hidden().map_or(mover, side);
        if can_be(|word| matches!(word, Word::Flag(_))) {
            says.push(Say {
                en: format!(
                    "if the field marshal of {} has fallen: click the point where its flag stands",
                    hidden.en
                ),
                zh: format!("若{}司令阵亡：点选其军旗所在的点", hidden.zh),
            });
        }
        says.push(Say {
            en: "the referee says whether anything else follows".to_owned(),
            zh: "由裁判宣布是否还有其他情况".to_owned(),
        });
    }
    says
}
