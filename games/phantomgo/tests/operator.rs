//! What an operator has before him at a table that knows one side's stones only: what can be clicked, what is asked, and the
//! sheet afterwards.

use crate::refereed::{SeenFirst, SeenSecond};
use leitai_core::{
    Actor, Eye, Game, Heading, MarkKind, Position, Rng, Scene, Seat, Seen, SheetName, Spot, State, Turn, View,
};
use leitai_testkit::{must_be_chinese, walk};
use phantomgo::{Act, Board, Effect, PhantomGo, Rules};

fn rules(seen: Seat) -> Rules {
    Rules { seen: Some(seen), ..Rules::default() }
}

fn after(seen: Seat, acts: &str) -> Board {
    let mut board = Board::new(rules(seen));
    for word in acts.split_whitespace() {
        let by = board.turn().next().expect("not over");
        let m = PhantomGo::read(word).expect(word);
        board.try_play(by, &m).unwrap_or_else(|why| panic!("{word}: {}", why.rule.en));
    }
    board
}

fn scene(board: &Board) -> Scene {
    PhantomGo::scene(Seen::Truth(board), &[])
}

/// On the board of the operator everything that may be said can be clicked, by the known side, the other and the referee.
fn everything_can_be_clicked<G: Game<Position = Board>>() {
    let mut clicked = [0; 3];
    for seed in 0..30 {
        walk::<G>(&mut Rng::new(seed), |step| {
            let (at, scene) = (&step.before, scene(&step.before));
            let mut moves = Vec::new();
            at.moves(step.by, &mut moves);
            let mut paths: Vec<_> = moves.iter().map(|m| G::clicks(&at.rules(), m)).collect();
            for spot in paths.iter().flatten() {
                let is_there = match spot {
                    Spot::Point(at) => usize::from(*at) < scene.places.len(),
                    Spot::Button(id) => scene.buttons.iter().any(|button| button.id == *id),
                    Spot::Tray(_) | Spot::Number(_) => false,
                };
                assert!(is_there, "{spot:?} at {at:?}");
            }
            paths.sort_by_key(|path| format!("{path:?}"));
            for pair in paths.windows(2) {
                assert!(!pair[1].starts_with(&pair[0]), "{pair:?} at {at:?}");
            }
            for button in &scene.buttons {
                assert!(paths.contains(&vec![Spot::Button(button.id)]), "{button:?} does nothing at {at:?}");
            }
            for say in &scene.says {
                must_be_chinese(&say.zh, "a scene of an operator");
            }
            clicked[match step.by {
                Actor::Seat(seat) => seat.index(),
                _ => 2,
            }] += 1;
        });
    }
    assert!(clicked.iter().all(|count| *count > 30), "{clicked:?}");
}

#[test]
fn everything_that_may_be_said_can_be_clicked() {
    everything_can_be_clicked::<SeenFirst>();
    everything_can_be_clicked::<SeenSecond>();
}

fn buttons(board: &Board) -> Vec<&'static str> {
    scene(board).buttons.iter().map(|button| button.label.zh).collect()
}

#[test]
fn the_operator_sees_what_is_asked() {
    let tried = after(Seat::First, "C3 legal stone D4");
    assert_eq!(buttons(&tried), ["合法", "非法"]);
    let shown = scene(&tried);
    assert!(shown.says[0].zh.starts_with("裁判：黑方下 D4，合法吗"), "{:?}", shown.says);
    let last: Vec<_> = shown.marks.iter().filter(|mark| mark.kind == MarkKind::Last).collect();
    assert_eq!(shown.places[usize::from(last[0].at)].name, "D4");
    // White's turn is heard of.
    assert_eq!(buttons(&after(Seat::First, "C3 legal")), ["落子", "落子提子", "试下非法", "停一手"]);
    let taking = after(Seat::First, "A1 legal stone C5 legal takes");
    assert_eq!(buttons(&taking), ["非法", "未提子"]);
    let taken = after(Seat::First, "A1 legal stone C5 legal takes taken:A1");
    assert_eq!(buttons(&taken), ["完毕"]);
    assert_eq!(scene(&taken).marks.iter().filter(|mark| mark.kind == MarkKind::Taken).count(), 1);
    let ended = after(Seat::First, "C3 legal stone pass pass");
    assert!(scene(&ended).says.iter().any(|say| say.en.contains("may be shown first")));
    // Whoever watches is told no more than that play has ended.
    let view = ended.view(Eye::Public);
    let watched = PhantomGo::scene(Seen::Eye(Eye::Public, &view), &[]);
    assert_eq!(watched.says[0].en, "play has ended: the referee counts, and names the winner");
    assert!(watched.buttons.is_empty(), "{:?}", watched.buttons);
    let ended = after(Seat::First, "C3 legal stone pass pass shown:E5");
    assert_eq!(buttons(&ended), ["黑胜", "白胜"]);
    assert_eq!(scene(&ended).pieces.len(), 2);
}

/// What a sheet has of these acts: neither a try that the referee refused nor his word on it, but the pass that the last of them
/// became; and not what he shows after the last ply.
fn on_a_sheet(rules: Rules, acts: &[(Actor, Act)]) -> Vec<(Actor, Act)> {
    let (mut board, mut kept) = (Board::new(rules), Vec::new());
    for &(by, m) in acts {
        match board.play(by, &m) {
            Effect::Fails { seat, exhausted, .. } => {
                if m == Act::Illegal {
                    kept.pop();
                }
                kept.extend(exhausted.then_some((Actor::Seat(seat), Act::Pass)));
            }
            _ if matches!(m, Act::Shown(_)) => {}
            _ => kept.push((by, m)),
        }
    }
    kept
}

/// A sheet of such a game has what was said of the plies, and reads back.
#[test]
fn a_sheet_has_the_words_of_the_referee() {
    let (mut refused, mut shown) = (0, 0);
    for name in SheetName::ALL {
        let sheet = PhantomGo::sheet(name).expect("the game has both");
        for seed in 0..20 {
            let mut played = Vec::new();
            walk::<SeenFirst>(&mut Rng::new(seed), |step| played.push((step.by, step.m)));
            let text = sheet.write(&Heading::default(), &rules(Seat::First), &played);
            let read = sheet.read(&rules(Seat::First), &text).unwrap_or_else(|why| panic!("{why}: {text}"));
            let kept = on_a_sheet(rules(Seat::First), &played);
            assert_eq!(read.acts, kept, "{text}");
            assert_eq!(sheet.write(&Heading::default(), &rules(Seat::First), &kept), text);
            refused += played.iter().filter(|(_, m)| matches!(m, Act::Illegal | Act::Refused)).count();
            shown += played.iter().filter(|(_, m)| matches!(m, Act::Shown(_))).count();
        }
    }
    assert!(refused > 100 && shown > 10, "{refused} refused, {shown} shown");
    let played = ["E5", "legal", "stone", "E4", "illegal", "E3", "legal", "refused", "stone"];
    let mut board = Board::new(rules(Seat::First));
    let played: Vec<_> = played
        .iter()
        .map(|word| {
            let (by, m) = (board.turn().next().expect("not over"), PhantomGo::read(word).expect("an act"));
            board.play(by, &m);
            (by, m)
        })
        .collect();
    let sheet = PhantomGo::sheet(SheetName::National).expect("the game has one");
    let text = sheet.write(&Heading::default(), &rules(Seat::First), &played);
    assert!(text.contains("B[E5];<legal>;<stone>;B[E3];<legal>;<stone>"), "{text}");
}

/// The README's position, in which the referee is asked about black's E5, reads back.
#[test]
fn a_position_tells_what_the_referee_is_asked() {
    let text = "9/9/9/9/9/9/2x6/9/9 play 2 0 - - - - - - 0 0 0 1 E5 0";
    let board = PhantomGo::read_position(text, &rules(Seat::First)).expect("a position");
    assert_eq!(board, after(Seat::First, "C3 legal stone E5"));
    assert_eq!(board.turn(), Turn::Of(Actor::Arbiter));
    for wrong in [
        // More stones than there is room, an own stone tried, the other side asked, nothing to take, no referee.
        "9/9/9/9/9/9/2x6/9/9 play 2 0 - - - - - - 0 0 0 80 E5 0",
        "9/9/9/9/9/9/2x6/9/9 play 2 0 - - - - - - 0 0 0 1 C3 0",
        "9/9/9/9/9/9/2x6/9/9 play 2 0 - - - - - - 0 0 0 1 stone 0",
        "9/9/9/9/9/9/2x6/9/9 play 2 0 - - - - - A1 0 0 0 1 E5 0",
        "9/9/9/9/9/9/2x6/9/9 play 2 0 - - - - - - 0 0 0 1 E5 3",
        "9/9/9/9/9/9/2x6/9/9 count 2 0 - - - - - - 0 0 0 1 - 0",
        "9/9/9/9/9/9/2x6/9/9 play 2 0 - - - - - - 0 0 0",
    ] {
        assert!(PhantomGo::read_position(wrong, &rules(Seat::First)).is_err(), "{wrong}");
    }
    assert!(PhantomGo::read_position(text, &Rules::default()).is_err());
}

/// Whatever is said, as long as it is let through, there is something to say next, however full the board is; what every
/// eye knows is what it was told.
#[test]
fn there_is_always_a_next_word() {
    let (mut fullest, mut taken) = (0, 0);
    for seed in 0..leitai_testkit::cases(60).into() {
        let mut rng = Rng::new(seed);
        let seen = Seat::BOTH[seed as usize % 2];
        let mut board = Board::new(Rules { max_plies: 240, ..rules(seen) });
        let mut views = Eye::ALL.map(|eye| Board::first_view(&board.rules(), eye));
        while let Some(by) = board.turn().next() {
            let (mut moves, mut told) = (Vec::new(), Vec::new());
            board.moves(by, &mut moves);
            assert!(!moves.is_empty(), "{by:?} owes an act and has none: {board:?}");
            // Passes and refusals would end the game on an empty board.
            let is_busy = |m: &&Act| !matches!(m, Act::Pass | Act::Refused | Act::Illegal | Act::Takes);
            let busy: Vec<Act> = moves.iter().filter(is_busy).copied().collect();
            let among = if busy.is_empty() || rng.below(8) == 0 { &moves } else { &busy };
            let m = among[rng.below(among.len())];
            let effect = board.try_play(by, &m).unwrap_or_else(|why| panic!("{m:?}: {}", why.rule.en));
            for (eye, view) in Eye::ALL.into_iter().zip(&mut views) {
                told.clear();
                board.tell(by, &m, &effect, eye, &mut told);
                for report in &told {
                    assert!(view.admits(report), "{eye:?} is told {report:?} of {m:?}");
                    view.learn(report);
                }
                assert_eq!(*view, board.view(eye), "{eye:?} after {m:?}");
            }
            let mut text = String::new();
            PhantomGo::write_position(&board, &mut text);
            assert_eq!(PhantomGo::read_position(&text, &board.rules()).as_ref(), Ok(&board), "{text}");
            fullest = fullest.max(board.count_of(Seat::First) + board.count_of(Seat::Second));
            taken += board.taken().len();
        }
    }
    assert!(fullest > 70 && taken > 500, "{fullest} stones at most, {taken} taken");
}
