//! What the desktop platform's dialect promises beyond its transcripts.

use leitai_core::{Actor, DialectName, Eye, Game, Lines, Options, Position, Said, Seat, Span, View};
use phantomgo::{Act, Board, PhantomGo, Rules};

// after 162 refusals in one turn the turn is a pass (decided: every game ends)
#[test]
fn after_162_refusals_in_one_turn_the_turn_is_a_pass() {
    let mut board = Board::initial(&Rules::default());
    let mut view = Board::first_view(&Rules::default(), Eye::Seat(Seat::First));
    let mut sau = PhantomGo::dialect(DialectName::Sau, &Options::default()).expect("it speaks it");
    let mut lines = Lines::default();
    sau.open(Seat::First, &Rules::default(), &mut lines);
    sau.hear(&view, b"name x").expect("a name");
    // The stone on E5 stands; in its next turn, the program tries E5 again and again.
    let mut play = |by, act| {
        let effect = board.play(Actor::Seat(by), &act);
        let mut reports = Vec::new();
        board.tell(Actor::Seat(by), &act, &effect, Eye::Seat(Seat::First), &mut reports);
        for report in reports {
            view.learn(&report);
            sau.report(&view, &report, false, &mut lines);
        }
        lines.clear();
        view
    };
    let act = PhantomGo::read("E5").expect("a point");
    play(Seat::First, act);
    let view = play(Seat::Second, Act::Pass);
    for _ in 1..162 {
        assert_eq!(sau.hear(&view, b"move EE"), Ok(Said::Query("refuse".to_owned())));
    }
    assert_eq!(sau.hear(&view, b"move EE"), Ok(Said::Acts(vec![Act::Pass], Span::Part)));
    let mut after = view;
    let passed = phantomgo::Report::Passed(Seat::First);
    after.learn(&passed);
    sau.report(&after, &passed, false, &mut lines);
    assert_eq!(lines.bytes(), b"refuse\n", "its last try is answered like the others");
}
