//! What games with secrets must guarantee in addition.

use crate::pair::Pair;
use crate::texts::write;
use crate::walk::{Step, default_rules, walks};
use leitai_core::{Actor, Eye, Game, MoveOf, Position, Report, Rng, Sample, Seat, Seen, State, Turn};

/// The number of pairs of true games grown for each eye.
const PAIRS: u64 = 30;

/// A run of secret turns: where it began, what each seat did, and where it ended.
struct Stretch<G: Game> {
    before: G::Position,
    acts: [Vec<MoveOf<G>>; 2],
    after: G::Position,
}

/// The secret stretches of some random games.
fn stretches<G: Game>(games: u64) -> Vec<Stretch<G>> {
    let mut done = Vec::new();
    let mut open: Option<Stretch<G>> = None;
    walks::<G>(games, |Step { before, by, m, after, .. }| {
        if let (Turn::Secret(_), Actor::Seat(seat)) = (before.turn(), *by) {
            let stretch = open.get_or_insert_with(|| Stretch {
                before: before.clone(),
                acts: [Vec::new(), Vec::new()],
                after: after.clone(),
            });
            stretch.acts[seat.index()].push(m.clone());
            stretch.after = after.clone();
        }
        if !matches!(after.turn(), Turn::Secret(_)) {
            done.extend(open.take());
        }
    });
    done
}

/// Secret acts commute: whichever seat is quicker, the resulting position is the same, for every eye.
pub fn secret_acts_commute<G: Game>() {
    let mut rng = Rng::new(23);
    for Stretch { before, acts, after } in stretches::<G>(20) {
        // First's acts first, Second's first, and some mixtures.
        for order in 0..6 {
            let mut position = before.clone();
            let mut rest = acts.each_ref().map(|acts| acts.iter());
            while rest.iter().any(|acts| acts.len() > 0) {
                let seat = if order < 2 { Seat::BOTH[order] } else { Seat::BOTH[rng.below(2)] };
                let seat = if rest[seat.index()].len() > 0 { seat } else { seat.other() };
                let m = rest[seat.index()].next().expect("it has one left");
                assert_eq!(position.check(Actor::Seat(seat), m), Ok(()), "{m:?} in another order");
                position.play(Actor::Seat(seat), m);
            }
            assert_eq!(position, after);
            for eye in Eye::ALL {
                assert_eq!(position.view(eye), after.view(eye), "{eye:?}");
            }
        }
    }
}

fn reports_of<P: Position>(
    after: &P,
    by: Actor,
    m: &P::Move,
    effect: &P::Effect,
    eye: Eye,
) -> Vec<Report<P>> {
    let mut reports = Vec::new();
    after.tell(by, m, effect, eye, &mut reports);
    reports
}

/// While the turn is secret, what others are told of an act is the same for every act that could have been made
/// instead.
pub fn secret_acts_are_not_told<G: Game>() {
    let mut moves = Vec::new();
    walks::<G>(10, |step| {
        if !matches!((step.before.turn(), step.after.turn()), (Turn::Secret(_), Turn::Secret(_))) {
            return;
        }
        moves.clear();
        step.before.moves(step.by, &mut moves);
        for eye in Eye::ALL.into_iter().filter(|eye| !is_of(*eye, step.by)) {
            let reports = reports_of(&step.after, step.by, &step.m, &step.effect, eye);
            for m in &moves {
                let mut other = step.before.clone();
                let effect = other.play(step.by, m);
                if other.turn() == step.after.turn() {
                    assert_eq!(
                        reports_of(&other, step.by, m, &effect, eye),
                        reports,
                        "{eye:?} is told of {m:?}"
                    );
                }
            }
        }
    });
}

fn is_of(eye: Eye, by: Actor) -> bool {
    matches!((eye, by), (Eye::Seat(own), Actor::Seat(seat)) if own == seat)
}

/// Two true games that differ only in what an eye was not told look the same to it: view, offers, refusals and scene.
/// They are made by acting differently where the eye does not see, and followed as long as it is told the same. For
/// each eye at least `least` acts outside secret turns must be compared while the games differ: 0 if nothing is hidden
/// any more once secret turns are over.
pub fn what_is_not_told_changes_nothing<G: Game>(least: usize) {
    let pool = acts::<G>();
    for eye in Eye::ALL {
        let (mut in_secret, mut in_turn) = (0, 0);
        for seed in 0..PAIRS {
            let mut pair = Pair::<G>::new(eye, seed);
            let mut rng = Rng::new(seed);
            while let Some(grown) = pair.grow() {
                looks_the_same::<G>(pair.truths(), eye, &grown.told, &pool, &mut rng);
                *(if grown.secret { &mut in_secret } else { &mut in_turn }) += usize::from(pair.differs());
            }
        }
        assert!(
            in_secret + in_turn >= 100,
            "{eye:?}: {in_secret} acts compared in secret, {in_turn} in turn"
        );
        assert!(in_turn >= least, "{eye:?}: only {in_turn} acts were compared outside secret turns");
    }
}

fn looks_the_same<G: Game>(
    truths: &[G::Position; 2],
    eye: Eye,
    last: &[Report<G::Position>],
    pool: &[MoveOf<G>],
    rng: &mut Rng,
) {
    let views = truths.each_ref().map(|truth| truth.view(eye));
    assert_eq!(views[0], views[1], "{eye:?} tells {truths:?} apart");
    let [scene, other] = views.each_ref().map(|view| G::scene(Seen::Eye(eye, view), last));
    assert_eq!(scene, other);
    let Eye::Seat(seat) = eye else { return };
    let offers = truths.each_ref().map(|truth| {
        let mut moves = Vec::new();
        truth.moves(Actor::Seat(seat), &mut moves);
        truth.asides(seat, &mut moves);
        moves.iter().map(write::<G>).collect::<Vec<_>>()
    });
    assert_eq!(offers[0], offers[1], "{seat} at {truths:?}");
    for _ in 0..20 {
        let m = &pool[rng.below(pool.len())];
        let [one, other] = truths.each_ref().map(|truth| truth.check(Actor::Seat(seat), m));
        assert_eq!(one, other, "{m:?} by {seat} at {truths:?}");
    }
}

/// A position that keeps no secrets looks to every eye as it is, and so do those after it.
pub fn what_is_no_secret_is_known_to_all<G: Game>() {
    let (mut kept, mut told) = (0, 0);
    walks::<G>(10, |step| {
        assert!(step.before.keeps_secrets() || !step.after.keeps_secrets(), "secret again: {:?}", step.after);
        kept += u32::from(step.before.keeps_secrets());
        if step.after.keeps_secrets() {
            return;
        }
        told += 1;
        for eye in Eye::ALL {
            let (view, mut known, mut true_acts) = (step.after.view(eye), Vec::new(), Vec::new());
            assert_eq!(
                G::scene(Seen::Eye(eye, &view), &[]),
                G::scene(Seen::Truth(&step.after), &[]),
                "{eye:?}"
            );
            for seat in Seat::BOTH {
                view.moves(Actor::Seat(seat), &mut known);
                step.after.moves(Actor::Seat(seat), &mut true_acts);
            }
            assert_eq!(known, true_acts, "{eye:?}");
        }
    });
    assert!(kept > 10, "{told} positions without secrets, and only {kept} with them");
}

/// The acts of random games, by every hand.
fn acts<G: Game>() -> Vec<MoveOf<G>> {
    let mut pool = Vec::new();
    walks::<G>(10, |step| pool.push(step.m.clone()));
    pool
}

/// A seat's view refuses what the true position refuses, by the same rule: a refusal reveals nothing more. While the
/// referee is asked, no seat is, and none need know of that yet.
pub fn a_view_judges_as_the_truth_does<G: Game>() {
    let pool = acts::<G>();
    let mut rng = Rng::new(29);
    walks::<G>(20, |step| {
        if step.before.turn() == Turn::Of(Actor::Arbiter) {
            return;
        }
        for seat in Seat::BOTH {
            let view = step.before.view(Eye::Seat(seat));
            for _ in 0..20 {
                let m = &pool[rng.below(pool.len())];
                let (known, truth) =
                    (view.check(Actor::Seat(seat), m), step.before.check(Actor::Seat(seat), m));
                assert_eq!(known, truth, "{m:?} by {seat} at {:?}", step.before);
            }
        }
    });
}

/// A sampled position looks to its eye like the real one, is a position of the game, and offers the same acts.
pub fn samples_fit_what_is_known<G: Game>()
where
    G::Position: Sample,
{
    let rules = default_rules::<G>();
    let mut rng = Rng::new(31);
    walks::<G>(20, |step| {
        for eye in Eye::ALL {
            let view = step.after.view(eye);
            let sampled = G::Position::sample(&view, &mut rng);
            assert_eq!(sampled.view(eye), view, "{eye:?} at {:?}", step.after);
            let mut text = String::new();
            G::write_position(&sampled, &mut text);
            assert_eq!(G::read_position(&text, &rules).as_ref(), Ok(&sampled), "position {text}");
            if let Eye::Seat(seat) = eye {
                let (mut real, mut offered) = (Vec::new(), Vec::new());
                step.after.moves(Actor::Seat(seat), &mut real);
                sampled.moves(Actor::Seat(seat), &mut offered);
                assert_eq!(real, offered, "{seat} at {:?}", step.after);
            }
        }
    });
}
