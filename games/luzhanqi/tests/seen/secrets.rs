//! What the seen side hides stays hidden from everybody else, and what fits a view looks like it.

use super::{FirstIsSeen, SecondIsSeen};
use leitai_core::{Actor, Eye, Game, Position, Rng, Sample, Seat, Seen, State};
use leitai_testkit::Pair;
use luzhanqi::{Board, Luzhanqi, Rules};

/// Two tables that differ only in the ranks of the seen side show the same to whoever relays the other side's acts and to
/// the public.
fn ranks_of_the_seen_side_change_nothing<G: Game<Position = Board>>(hidden: Seat) {
    for eye in [Eye::Seat(hidden), Eye::Public] {
        let mut compared = 0;
        for seed in 0..60 {
            let mut pair = Pair::<G>::new(eye, seed);
            while let Some(grown) = pair.grow() {
                let [one, other] = pair.truths().each_ref().map(|truth| {
                    let view = truth.view(eye);
                    let mut open = Vec::new();
                    view.moves(Actor::Seat(hidden), &mut open);
                    let scene = G::scene(Seen::Eye(eye, &view), &grown.told);
                    (view, open, scene)
                });
                assert_eq!(one, other, "{eye} tells them apart");
                compared += usize::from(!grown.secret && pair.differs());
            }
        }
        assert!(compared > 300, "{eye}: only {compared} acts were compared");
    }
}

#[test]
fn red_is_seen_here_and_by_nobody_else() {
    ranks_of_the_seen_side_change_nothing::<FirstIsSeen>(Seat::Second);
}

#[test]
fn black_is_seen_here_and_by_nobody_else() {
    ranks_of_the_seen_side_change_nothing::<SecondIsSeen>(Seat::First);
}

/// To the seen side and to the public a sample is a position of the usual game, to the other side one of this.
#[test]
fn samples_look_like_what_is_known() {
    samples_look_so::<FirstIsSeen>(Seat::First);
    samples_look_so::<SecondIsSeen>(Seat::Second);
}

fn samples_look_so<G: Game<Position = Board>>(here: Seat) {
    let mut rng = Rng::new(31);
    for seed in 0..10 {
        leitai_testkit::walk::<G>(&mut Rng::new(seed), |step| {
            for eye in Eye::ALL {
                let view = step.after.view(eye);
                let sampled = Board::sample(&view, &mut rng);
                assert_eq!(sampled.view(eye), view, "{eye} at {:?}", step.after);
                let seen = (eye == Eye::Seat(here.other())).then_some(here);
                let rules = Rules { seen, ..Rules::default() };
                let mut text = String::new();
                Luzhanqi::write_position(&sampled, &mut text);
                assert_eq!(Luzhanqi::read_position(&text, &rules), Ok(sampled), "{text}");
            }
        });
    }
}
