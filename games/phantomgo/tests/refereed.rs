//! The kit on tables that know one side's stones only. Three of its promises hold there between the referee's words: while
//! one is owed, a view stays where the last report left it.

use leitai_core::{
    Actor, BadOption, BuiltIn, Eye, Facts, Game, Garbled, MoveOf, Options, Position, Report as ReportOf, Rng,
    RulesOf, Sample, Scene, Seat, Seen, SpokenDialect, Spot, State, Turn, ViewOf, Words,
};
use leitai_testkit::{Pair, walk};
use phantomgo::{Act, Board, PhantomGo, Rules};

/// The game as such a table has it by default.
macro_rules! refereed {
    ($game:ident, $seen:ident, $kit:ident) => {
        pub(crate) struct $game;

        impl Game for $game {
            type Position = Board;
            const FACTS: Facts = PhantomGo::FACTS;
            const SPOKEN: &'static [SpokenDialect<Board>] = PhantomGo::SPOKEN;
            const PLAYERS: &'static [BuiltIn<Board>] = PhantomGo::PLAYERS;

            fn rules(options: &Options) -> Result<Rules, BadOption> {
                PhantomGo::rules(options).map(|rules| Rules { seen: Some(Seat::$seen), ..rules })
            }
            fn most_plies(rules: &RulesOf<Self>) -> u32 {
                PhantomGo::most_plies(rules)
            }
            fn is_refereed(rules: &RulesOf<Self>) -> bool {
                PhantomGo::is_refereed(rules)
            }
            fn write(m: &MoveOf<Self>, out: &mut String) {
                PhantomGo::write(m, out);
            }
            fn read(text: &str) -> Result<MoveOf<Self>, Garbled> {
                PhantomGo::read(text)
            }
            fn write_position(position: &Board, out: &mut String) {
                PhantomGo::write_position(position, out);
            }
            fn read_position(text: &str, rules: &RulesOf<Self>) -> Result<Board, Garbled> {
                PhantomGo::read_position(text, rules)
            }
            fn write_report(report: &ReportOf<Board>, out: &mut String) {
                PhantomGo::write_report(report, out);
            }
            fn read_report(text: &str) -> Result<ReportOf<Board>, Garbled> {
                PhantomGo::read_report(text)
            }
            fn clicks(rules: &RulesOf<Self>, m: &MoveOf<Self>) -> Vec<Spot> {
                PhantomGo::clicks(rules, m)
            }
            fn meant(
                known: &ViewOf<Self>,
                seat: Seat,
                places: &[u16],
            ) -> Result<MoveOf<Self>, &'static Words> {
                PhantomGo::meant(known, seat, places)
            }
            fn scene(seen: Seen<'_, Board>, last: &[ReportOf<Board>]) -> Scene {
                PhantomGo::scene(seen, last)
            }
        }

        mod $kit {
            use super::$game;
            use leitai_core::Seat;

            leitai_testkit::conformance!($game:
                every_game_ends,
                moves_are_what_check_accepts,
                a_random_move_is_one_of_the_moves,
                chances_are_what_chance_may_do,
                perft_counts_moves,
                views_are_the_fold_of_reports,
                moves_positions_and_reports_read_back,
                clicks_lead_to_one_move,
                any_bytes_are_heard,
                secret_acts_commute,
                secret_acts_are_not_told,
                what_is_no_secret_is_known_to_all,
            );

            #[test]
            fn between_words_views_offer_and_judge_as_the_truth_does() {
                crate::refereed::views_agree_between_words::<$game>();
            }

            #[test]
            fn what_is_not_told_changes_nothing() {
                crate::refereed::untold_changes_nothing::<$game>(Seat::$seen);
            }
        }
    };
}

refereed!(SeenFirst, First, first);
refereed!(SeenSecond, Second, second);

/// Whichever side is seen, texts are the same.
#[test]
fn any_text_is_read_or_refused() {
    leitai_testkit::any_text_is_read_or_refused::<SeenSecond>();
}

fn moves(state: &impl State<Move = Act>, seat: Seat) -> Vec<Act> {
    let mut moves = Vec::new();
    state.moves(Actor::Seat(seat), &mut moves);
    moves
}

/// Views offer what the rules allow and refuse what they refuse by the same rule; samples look to their eye like the
/// truth.
fn views_agree_between_words<G: Game<Position = Board>>() {
    let (mut pool, mut rng, mut compared) = (Vec::new(), Rng::new(29), 0);
    for seed in 0..60 {
        walk::<G>(&mut Rng::new(seed), |step| {
            pool.push(step.m);
            let at = &step.before;
            let rules = at.rules();
            let is_between = at.turn() != Turn::Of(Actor::Arbiter);
            for eye in Eye::ALL {
                let view = at.view(eye);
                let sampled = Board::sample(&view, &mut rng);
                assert_eq!(sampled.view(eye), view, "{eye:?} at {at:?}");
                let mut text = String::new();
                G::write_position(&sampled, &mut text);
                assert_eq!(G::read_position(&text, &rules).as_ref(), Ok(&sampled), "position {text}");
                let Some(seat) = Seat::BOTH.into_iter().find(|seat| is_between && eye == Eye::Seat(*seat))
                else {
                    continue;
                };
                compared += 1;
                assert_eq!(view.turn(), at.turn(), "{eye:?} at {at:?}");
                assert_eq!(moves(&view, seat), moves(at, seat), "{eye:?} at {at:?}");
                assert_eq!(moves(&sampled, seat), moves(at, seat), "{eye:?} at {at:?}");
                for _ in 0..20 {
                    let m = &pool[rng.below(pool.len())];
                    let [known, truth] = [view.check(Actor::Seat(seat), m), at.check(Actor::Seat(seat), m)];
                    assert_eq!(known, truth, "{m:?} by {seat} at {at:?}");
                }
            }
        });
    }
    assert!(compared > 1_000, "{compared}");
}

/// Two truths that differ in what the known seat, or the public, was not told look the same to it. The other seat is played
/// by whoever hears it, and knows what the referee said.
fn untold_changes_nothing<G: Game<Position = Board>>(own: Seat) {
    for eye in [Eye::Seat(own), Eye::Public] {
        let mut compared = 0;
        for seed in 0..60 {
            let mut pair = Pair::<G>::new(eye, seed);
            while let Some(grown) = pair.grow() {
                let [one, other] = pair.truths().each_ref().map(|truth| truth.view(eye));
                assert_eq!(one, other, "{eye:?} tells {:?} apart", pair.truths());
                let [one, other] = [&one, &other].map(|view| G::scene(Seen::Eye(eye, view), &grown.told));
                assert_eq!(one, other);
                let [one, other] = pair.truths().each_ref().map(|truth| moves(truth, own));
                assert!(eye == Eye::Public || one == other, "{own} at {:?}", pair.truths());
                compared += usize::from(pair.differs());
            }
        }
        assert!(compared > 200, "{eye:?}: {compared}");
    }
}
