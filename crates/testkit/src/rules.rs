//! What the rules of a game must guarantee.

use crate::long::looked_at_games;
use crate::walk::{default_rules, option_sets, walk, walk_from, walks};
use leitai_core::{Actor, Eye, Game, Position, Rng, RulesOf, Seat, State, Turn, View, ViewOf, perft};

/// Random games end by the rules, without help from the stage, and within the game's stated number of plies.
pub fn every_game_ends<G: Game>() {
    for seed in 0..looked_at_games(200) {
        ends::<G>(&default_rules::<G>(), seed);
    }
    for options in option_sets::<G>() {
        let rules = G::rules(&options).expect("presets are accepted");
        (0..20).for_each(|seed| ends::<G>(&rules, seed));
    }
}

fn ends<G: Game>(rules: &RulesOf<G>, seed: u64) {
    let mut plies = 0;
    let last = walk_from::<G>(G::Position::initial(rules), &mut Rng::new(seed), |step| {
        let goes_on = step.before.turn().goes_on(step.after.turn(), step.by);
        plies += u32::from(step.after.completed(step.by, step.before.ruling(), goes_on).is_some());
    });
    assert!(matches!(last.turn(), Turn::Over(_)));
    let most = G::most_plies(rules);
    assert!(plies <= most, "{plies} plies, at most {most} are promised");
}

/// `check` accepts a listed move and nothing else that the game ever offers (asides excepted), for any hand.
pub fn moves_are_what_check_accepts<G: Game>() {
    let mut pool = Vec::new();
    walks::<G>(20, |step| {
        if pool.len() < 4000 {
            pool.push(step.m.clone());
        }
    });
    let mut rng = Rng::new(7);
    walks::<G>(10, |step| {
        for by in [Actor::Seat(Seat::First), Actor::Seat(Seat::Second), Actor::Chance, Actor::Arbiter] {
            let mut moves = Vec::new();
            step.before.moves(by, &mut moves);
            assert_eq!(step.before.turn().owes(by), !moves.is_empty(), "{by:?} at {:?}", step.before);
            for m in &moves {
                assert_eq!(step.before.check(by, m), Ok(()), "{m:?} is offered at {:?}", step.before);
            }
            if let Actor::Seat(seat) = by {
                step.before.asides(seat, &mut moves);
            }
            for _ in 0..20 {
                let m = &pool[rng.below(pool.len())];
                let accepted = step.before.check(by, m).is_ok();
                assert_eq!(accepted, moves.contains(m), "{m:?} by {by:?} at {:?}", step.before);
            }
        }
    });
}

/// A move drawn at random is a listed one, and there is one if the list is not empty; both for the true position and
/// for what a seat knows.
pub fn a_random_move_is_one_of_the_moves<G: Game>() {
    let mut rng = Rng::new(3);
    walks::<G>(20, |step| {
        for by in [Actor::Seat(Seat::First), Actor::Seat(Seat::Second), Actor::Chance] {
            is_listed(&step.before, by, &mut rng);
        }
        for seat in Seat::BOTH {
            is_listed(&step.before.view(Eye::Seat(seat)), Actor::Seat(seat), &mut rng);
        }
    });
}

fn is_listed<S: State>(state: &S, by: Actor, rng: &mut Rng) {
    let mut moves = Vec::new();
    state.moves(by, &mut moves);
    let drawn = state.random_move(by, rng);
    let fits = drawn.as_ref().map_or(moves.is_empty(), |m| moves.contains(m));
    assert!(fits, "{drawn:?} was drawn by {by:?} at {state:?}");
}

/// Where chance is on turn, its weighted outcomes are exactly its moves, each with a positive weight.
pub fn chances_are_what_chance_may_do<G: Game>() {
    walks::<G>(20, |step| {
        if step.before.turn() == Turn::Of(Actor::Chance) {
            let (mut chances, mut moves) = (Vec::new(), Vec::new());
            step.before.chances(&mut chances);
            step.before.moves(Actor::Chance, &mut moves);
            assert!(chances.iter().all(|(_, weight)| *weight > 0));
            assert_eq!(chances.into_iter().map(|(m, _)| m).collect::<Vec<_>>(), moves);
        }
        assert!(G::FACTS.chance || step.by != Actor::Chance, "the facts say that there are no dice");
    });
}

/// Depth one counts the moves of the start, depth two their answers.
pub fn perft_counts_moves<G: Game>() {
    let start = G::Position::initial(&default_rules::<G>());
    let by = start.turn().next().expect("a game does not start ended");
    let mut moves = Vec::new();
    start.moves(by, &mut moves);
    assert_eq!(perft(&start, 0), 1);
    assert_eq!(perft(&start, 1), moves.len() as u64);
    let answers = moves.iter().map(|m| {
        let mut next = start.clone();
        next.play(by, m);
        perft(&next, 1)
    });
    assert_eq!(perft(&start, 2), answers.sum::<u64>());
}

/// What a seat is offered from its view is exactly what the rules allow. While the referee is asked, no seat is, and
/// none need know of that yet.
pub fn truth_and_view_offer_the_same<G: Game>() {
    walks::<G>(20, |step| {
        if step.before.turn() == Turn::Of(Actor::Arbiter) {
            return;
        }
        for seat in Seat::BOTH {
            let view = step.before.view(Eye::Seat(seat));
            let (mut truth, mut offered) = (Vec::new(), Vec::new());
            step.before.moves(Actor::Seat(seat), &mut truth);
            view.moves(Actor::Seat(seat), &mut offered);
            assert_eq!(truth, offered, "{seat} at {:?}", step.before);
            assert_eq!(view.turn(), step.before.turn(), "{seat} at {:?}", step.before);
        }
    });
}

/// Learning every report in order gives, after every act, the view made from scratch.
pub fn views_are_the_fold_of_reports<G: Game>() {
    let rules = default_rules::<G>();
    for seed in 0..50 {
        let mut views: [ViewOf<G>; 3] = Eye::ALL.map(|eye| G::Position::first_view(&rules, eye));
        walk::<G>(&mut Rng::new(seed), |step| {
            for eye in Eye::ALL {
                let view = &mut views[eye.index()];
                let mut reports = Vec::new();
                step.after.tell(step.by, &step.m, &step.effect, eye, &mut reports);
                for report in &reports {
                    assert!(view.admits(report), "{eye:?} is told {report:?} of {:?}", step.m);
                    view.learn(report);
                }
                assert_eq!(*view, step.after.view(eye), "{eye:?} after {:?}", step.m);
            }
        });
    }
}
