//! What the referee says at a table that knows one side's stones only: his true words are accepted and lead where the rules
//! would, and others are refused by a rule that they break.

use leitai_core::{Actor, Eye, Game, Illegal, Options, Position, Rng, Seat, State, Turn};
use phantomgo::{Act, Asked, Board, Effect, Known, PhantomGo, Phase, Points, Report, Rules};

fn act(text: &str) -> Act {
    PhantomGo::read(text).expect(text)
}

fn text(board: &Board) -> String {
    let mut text = String::new();
    PhantomGo::write_position(board, &mut text);
    text
}

fn start(seen: Option<Seat>) -> Board {
    Board::new(Rules { seen, ..Rules::default() })
}

/// Plays the acts, each by whoever owes one, and requires that the position reads back after each.
fn play(board: &mut Board, acts: &str) {
    for word in acts.split_whitespace() {
        let by = board.turn().next().expect("not over");
        board.try_play(by, &act(word)).unwrap_or_else(|why| panic!("{word}: {}", why.rule.en));
        assert_eq!(PhantomGo::read_position(&text(board), &board.rules()).as_ref(), Ok(&*board), "{word}");
    }
}

/// A table that sees black's stones, after these acts.
fn after(acts: &str) -> Board {
    let mut board = start(Some(Seat::First));
    play(&mut board, acts);
    board
}

/// What the words of a person at a table that sees the stones of `own` are, after this act of the truth.
fn words(own: Seat, by: Seat, m: Act, effect: Effect) -> Vec<Act> {
    let chains = |taken: Points| taken.parts().filter_map(|chain| chain.nth(0)).map(Act::Taken);
    let ended = |first: Act, taken: Points| {
        let named = chains(taken);
        [first].into_iter().chain(named).chain([Act::Done]).collect()
    };
    match (effect, by == own) {
        (Effect::Accepted(taken), true) if taken.is_empty() => vec![m, Act::Legal],
        (Effect::Accepted(taken), true) => ended(m, taken),
        (Effect::Accepted(taken), false) if taken.is_empty() => vec![Act::Stone],
        (Effect::Accepted(taken), false) => ended(Act::Takes, taken),
        (Effect::Refused { .. }, true) => vec![m, Act::Illegal],
        (Effect::Refused { .. }, false) => vec![Act::Refused],
        _ => vec![Act::Pass],
    }
}

/// A view of a refereed table as it would be if the table knew all stones.
fn as_if_known(view: &Known) -> String {
    format!("{view:?}").replace("seen: Some(First)", "seen: None").replace("seen: Some(Second)", "seen: None")
}

/// Plays a random game in which the rules know all stones, and tells the referee's words to tables that know one side's.
fn told_from_the_truth(seed: u64, max_plies: u16) -> usize {
    let mut rng = Rng::new(seed);
    let rules = |seen| Rules { max_plies, seen, ..Rules::default() };
    let mut truth = Board::new(rules(None));
    let mut tables = Seat::BOTH.map(|own| (own, Board::new(rules(Some(own)))));
    let (mut said, mut moves) = (0, Vec::new());
    // Some sides capture what they can; others play anywhere.
    let is_keen = [rng.below(2) == 0, rng.below(2) == 0];
    while let Turn::Of(by @ Actor::Seat(mover)) = truth.turn() {
        moves.clear();
        truth.moves(by, &mut moves);
        let captures = |m: &Act| matches!(m, Act::Try(point) if truth.attempt(*point).is_some_and(|taken| !taken.is_empty()));
        let eager: Vec<Act> = moves.iter().copied().filter(captures).collect();
        let open = if is_keen[mover.index()] && !eager.is_empty() { &eager } else { &moves };
        let m = open[rng.below(open.len())];
        let effect = truth.play(by, &m);
        let told = |eye| {
            let mut told = Vec::new();
            truth.tell(by, &m, &effect, eye, &mut told);
            told
        };
        for (own, table) in &mut tables {
            let own = *own;
            let eyes = [Eye::Seat(own), Eye::Public];
            let mut heard = eyes.map(|_| Vec::new());
            let mut hear = |table: &mut Board, word: Act| {
                let by = table.turn().next().expect("the game is not over");
                let effect = table.try_play(by, &word);
                let effect = effect.unwrap_or_else(|why| panic!("{word:?}: {} at {table:?}", why.rule.en));
                for (eye, heard) in eyes.iter().zip(&mut heard) {
                    table.tell(by, &word, &effect, *eye, heard);
                }
                said += 1;
            };
            for word in words(own, mover, m, effect) {
                hear(table, word);
            }
            if let Phase::Over(winner) = truth.phase() {
                assert_eq!(table.phase(), Phase::Counting);
                let unknown = truth.stones(own.other()) - table.stones(own.other());
                for point in unknown.iter() {
                    hear(table, Act::Shown(point));
                }
                hear(table, Act::Won(winner));
                assert_eq!(table.turn().outcome().and_then(|outcome| outcome.winner), Some(winner));
                assert_eq!(
                    Seat::BOTH.map(|seat| table.stones(seat)),
                    Seat::BOTH.map(|seat| truth.stones(seat))
                );
            }
            assert_eq!(heard, eyes.map(told), "{own} hears of {m:?}");
            if truth.phase() == Phase::Playing {
                // To write views and positions takes long.
                for eye in eyes.into_iter().filter(|_| said % 16 == 0) {
                    assert_eq!(as_if_known(&table.view(eye)), format!("{:?}", truth.view(eye)));
                }
                let (known, hidden) = (table.stones(own.other()), truth.stones(own.other()));
                assert!((known - hidden).is_empty(), "{own} takes {known:?} for known at {truth:?}");
                assert_eq!(table.count_of(own.other()), hidden.len());
                assert_eq!(table.refusals(own), truth.refusals(own));
                let mut offered = Vec::new();
                moves.clear();
                truth.view(eyes[0]).moves(Actor::Seat(own), &mut moves);
                table.view(eyes[0]).moves(Actor::Seat(own), &mut offered);
                assert_eq!(moves, offered);
            }
            if said % 16 == 0 {
                let again = PhantomGo::read_position(&text(table), &table.rules());
                assert_eq!(again.as_ref(), Ok(&*table), "{}", text(table));
            }
        }
    }
    said
}

#[test]
fn true_words_are_accepted_and_lead_where_the_rules_lead() {
    let said: usize = (0..leitai_testkit::cases(200).into())
        .map(|seed| told_from_the_truth(seed, if seed % 2 == 0 { 120 } else { 400 }))
        .sum();
    assert!(said > 50_000, "{said}");
}

/// Requires that `word` is refused by that rule, and offered by nobody.
fn refused(board: &Board, word: &str, rule: &str) {
    let (mut after, by) = (*board, board.turn().next().expect("not over"));
    let why: Result<Effect, Illegal> = after.try_play(by, &act(word));
    assert_eq!(why.map_err(|why| why.rule.en), Err(rule), "{word}");
    assert_eq!(after, *board);
    let mut moves = Vec::new();
    board.moves(by, &mut moves);
    assert!(!moves.contains(&act(word)) && !moves.is_empty(), "{word} in {moves:?}");
}

#[test]
fn the_referee_answers_each_try_of_the_known_side() {
    let mut board = after("C3");
    assert_eq!((board.turn(), board.asked()), (Turn::Of(Actor::Arbiter), Asked::Try(act_point("C3"))));
    assert!(board.check(Actor::Seat(Seat::First), &act("D4")).is_err());
    assert!(board.check(Actor::Seat(Seat::Second), &act("stone")).is_err());
    play(&mut board, "legal");
    assert_eq!(board.turn(), Turn::Of(Actor::Seat(Seat::Second)));
    // Black's stone stands on the board of everybody who may see it.
    assert!(board.view(Eye::Seat(Seat::First)).board().stones(Seat::First).has(act_point("C3")));
    assert_eq!(board.view(Eye::Seat(Seat::Second)).board().stones(Seat::First), Points::NONE);
}

fn act_point(text: &str) -> phantomgo::Point {
    if let Act::Try(point) = act(text) { point } else { panic!("{text} is a point") }
}

fn points(text: &str) -> Points {
    text.split_whitespace().map(act_point).collect()
}

#[test]
fn an_illegal_try_leaves_the_turn_with_its_seat() {
    let board = after("C3 legal stone D4 illegal");
    assert_eq!(board.turn(), Turn::Of(Actor::Seat(Seat::First)));
    assert_eq!((board.ply(), board.refused(), board.refusals(Seat::First)), (2, points("D4"), 1));
    // With one stone, white can only stand there.
    assert_eq!(board.stones(Seat::Second), points("D4"));
    assert!(matches!(board.check(Actor::Seat(Seat::First), &act("D4")), Err(why) if why.free));
}

#[test]
fn nothing_is_refused_on_an_empty_board() {
    refused(&after("C3"), "illegal", "a stone can certainly stand there");
    refused(&start(Some(Seat::Second)), "refused", "there is no stone yet by which a try could be illegal");
    refused(&start(Some(Seat::Second)), "takes", "there is nothing to take");
}

/// A stone known to stand somewhere makes every other word about that point a contradiction.
#[test]
fn contradictory_words_are_refused() {
    let known = "C3 legal stone D4 illegal E5 legal pass D4";
    refused(&after(known), "legal", "a stone of the other side is known to stand there");
    refused(&after(known), "taken:D5", "a stone of the other side is known to stand there");
    play(&mut after(known), "illegal");
    // White stands on A1; black's next stone leaves it without a liberty, so it is taken.
    let known = "A2 legal stone A1 illegal C3 legal pass B1";
    refused(&after(known), "legal", "the unknown stones cannot stand so that this is true");
    refused(&after(known), "illegal", "a stone can certainly stand there");
    refused(&after(known), "done", "what was taken comes before done");
    let taken = after(&format!("{known} taken:A1"));
    refused(&taken, "illegal", "it has taken stones, so it is legal");
    refused(&taken, "legal", "stones were taken: done ends the word, not legal");
    refused(&taken, "taken:A1", "that chain was named already");
    let board = after(&format!("{known} taken:A1 done"));
    assert_eq!((board.count_of(Seat::Second), board.taken()), (0, points("A1")));
}

#[test]
fn only_what_can_have_been_taken_is() {
    let board = after("A2 legal stone B1");
    refused(&board, "taken:A2", "that point belongs to the side that played");
    refused(&board, "taken:B1", "that point belongs to the side that played");
    refused(&board, "taken:E5", "the stone just played does not enclose that point");
    // White has one stone, so the board around black's cannot be full of them.
    refused(&board, "taken:C3", "the stone just played does not enclose that point");
    play(&mut board.clone(), "taken:A1 done");
    // Of two chains in a corner only one can be a stone that was taken, if there was one.
    let two = after("A2 legal pass C2 legal pass C1 legal stone B2 illegal D1 legal pass B1");
    refused(&two, "taken:A1", "the unknown stones cannot stand so that this is true");
}

/// White takes a stone of black's; where it stood and what lies around it is known then.
#[test]
fn what_the_unknown_side_takes_is_named_by_chains() {
    let board = after("A1 legal stone C5 legal takes");
    assert_eq!((board.turn(), board.asked()), (Turn::Of(Actor::Arbiter), Asked::Stone));
    // C5 has four neighbours, and white two stones.
    refused(&board, "taken:C5", "the chain there cannot have lost its last liberty");
    refused(&board, "taken:B2", "none of the stones that can be taken stands there");
    refused(
        &board,
        "legal",
        "the referee says what the stone takes (taken:C3, then done), or that it is illegal",
    );
    let board = after("A1 legal stone C5 legal takes taken:A1");
    refused(&board, "taken:A1", "that chain was named already");
    refused(&board, "taken:C5", "the chain there cannot have lost its last liberty");
    refused(&board, "illegal", "it has taken stones, so it is legal");
    let board = after("A1 legal stone C5 legal takes taken:A1 done");
    assert_eq!(board.stones(Seat::Second), points("A2 B1"));
    assert_eq!((board.stones(Seat::First), board.taken()), (points("C5"), points("A1")));
    let told = [Report::Moved(Seat::Second), Report::Captured(Seat::First, points("A1"))];
    let mut before = after("A1 legal stone C5 legal takes taken:A1");
    let effect = before.play(Actor::Arbiter, &act("done"));
    for eye in Eye::ALL {
        let mut heard = Vec::new();
        before.tell(Actor::Arbiter, &act("done"), &effect, eye, &mut heard);
        assert_eq!(heard, told, "{eye:?}");
    }
    // The point is bare, and its neighbours are white's: a stone there is suicide, and nothing is taken.
    let board = after("A1 legal stone C5 legal takes taken:A1 done A1");
    refused(&board, "legal", "the unknown stones cannot stand so that this is true");
    // Whoever takes an empty point contradicts what is known.
    let board = after("A1 legal stone C5 legal takes taken:A1 done A3 legal pass");
    assert_eq!(board.taken(), Points::NONE);
    let bare = after("A1 legal stone C5 legal takes taken:A1 done B2");
    refused(&bare, "taken:A1", "that point is known to be empty");
}

/// A stone that turns out not to stand, or to have taken nothing.
#[test]
fn a_slip_of_the_operator_is_mended_by_the_referee() {
    let board = after("A1 legal takes illegal");
    assert_eq!((board.turn(), board.ply()), (Turn::Of(Actor::Seat(Seat::Second)), 1));
    assert_eq!(board.refusals(Seat::Second), 1);
    let board = after("A1 legal stone C5 legal takes done");
    assert_eq!((board.turn(), board.count_of(Seat::Second)), (Turn::Of(Actor::Seat(Seat::First)), 2));
}

/// A ko, as the side that may not retake sees it, and as the other does.
#[test]
fn no_ko_is_taken_back_at_once() {
    // White has stones on C1, D2 and C3, where black was refused: the stone that took C2 stands on B2.
    let mut board = after(
        "B1 legal stone C1 illegal A2 legal stone D2 illegal B3 legal stone C3 illegal C2 legal \
         takes taken:C2 done C2",
    );
    refused(&board, "taken:B2", "the ko forbids to take that stone now");
    refused(&board, "legal", "the unknown stones cannot stand so that this is true");
    play(&mut board, "illegal H8 legal");
    let mut board = start(Some(Seat::Second));
    play(&mut board, "stone C1 legal stone D2 legal stone C3 legal stone B2 taken:C2 done takes");
    refused(&board, "taken:B2", "the ko forbids to take that stone now");
    play(&mut board, "illegal pass H8 legal takes taken:B2 done");
}

#[test]
fn after_the_last_ply_the_referee_names_the_winner() {
    let mut board = after("C3 legal stone pass pass");
    assert_eq!((board.phase(), board.turn()), (Phase::Counting, Turn::Of(Actor::Arbiter)));
    refused(&board, "legal", SAY_WINNER);
    refused(&board, "count", SAY_WINNER);
    refused(&board, "shown:C3", "a stone of the other side is known to stand there");
    let quick = after("C3 legal stone pass pass won:second");
    let outcome = quick.turn().outcome().expect("over");
    assert_eq!(
        (outcome.winner, outcome.why.words().en),
        (Some(Seat::Second), "the referee has counted and named the winner")
    );
    play(&mut board, "shown:D4");
    refused(&board, "shown:E5", "all stones of that side are shown");
    play(&mut board, "shown:D4 shown:E5 won:first");
    assert_eq!(board.stones(Seat::Second), points("E5"));
    // Nobody is shown what nobody has shown.
    for (board, told) in [(quick, 0), (board, 1)] {
        let effect = Effect::Named { shown: told == 1 };
        let mut heard = Vec::new();
        board.tell(Actor::Arbiter, &act("won:first"), &effect, Eye::Public, &mut heard);
        assert_eq!(heard.len(), told);
    }
}

const SAY_WINNER: &str = "play has ended: the referee names the winner (won:first), and may show the unknown stones \
                          before (shown:C3)";

#[test]
fn stones_are_shown_all_or_none() {
    let board = after("C3 legal stone D4 legal stone pass pass");
    let some = {
        let mut board = board;
        play(&mut board, "shown:A1");
        board
    };
    refused(&some, "won:first", "some unknown stones are shown: show all of them, or none");
    play(&mut some.clone(), "shown:A1 won:first");
    // In the corner, black's stones leave two white ones no liberty.
    let mut dead = after("A2 legal stone B2 legal stone C1 legal pass pass");
    play(&mut dead, "shown:A1 shown:B1");
    refused(&dead, "won:first", "a chain shown so has no liberty");
}

/// The referee may show stones and take them away again, but not for ever.
#[test]
fn after_162_stones_shown_the_winner_is_due() {
    let mut board = after("C3 legal stone D4 legal stone pass pass");
    for _ in 0..162 {
        play(&mut board, "shown:A1");
    }
    refused(&board, "shown:A1", "the referee has shown stones 162 times and must name the winner");
    play(&mut board, "won:first");
}

#[test]
fn each_side_acts_as_it_is_known() {
    let board = start(Some(Seat::First));
    for word in ["stone", "takes", "refused", "legal", "won:first"] {
        refused(&board, word, "this side tries a point or passes");
    }
    let board = after("C3 legal");
    for word in ["C3", "legal", "done", "taken:C3", "dead:C3"] {
        refused(&board, word, "this side's points are not known here: stone, takes, refused or pass");
    }
    // Where the rules know all stones, they judge.
    let board = start(None);
    refused(&board, "stone", "this side tries a point or passes");
    assert!(board.check(Actor::Arbiter, &act("legal")).is_err());
}

/// A side refused on every point without its own stones has passed, though its points are not known.
#[test]
fn the_unknown_side_passes_when_every_point_is_refused() {
    let mut board = after("C3 legal");
    for _ in 0..80 {
        play(&mut board, "refused");
    }
    assert_eq!(board.mover(), Seat::Second);
    let effect = board.play(Actor::Seat(Seat::Second), &act("refused"));
    assert_eq!(effect, Effect::Fails { seat: Seat::Second, at: None, exhausted: true });
    assert_eq!((board.mover(), board.passes()), (Seat::First, 1));
}

#[test]
fn a_referee_who_counts_marks_nothing() {
    let rules = |given: &[(&str, &str)]| {
        let options =
            Options::parse(PhantomGo::FACTS.options.iter(), given.iter().copied()).expect("options");
        PhantomGo::rules(&options)
    };
    assert!(rules(&[("seen", "first"), ("marking", "arbiter")]).is_err());
    let seen = ["both", "first", "second"].map(|seen| rules(&[("seen", seen)]).expect("rules").seen);
    assert_eq!(seen, [None, Some(Seat::First), Some(Seat::Second)]);
    for seen in seen {
        let rules = Rules { seen, ..Rules::default() };
        assert_eq!(PhantomGo::is_refereed(&rules), seen.is_some());
    }
}
