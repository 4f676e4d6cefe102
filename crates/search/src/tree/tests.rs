//! Tests trees against plain minimax, over games made up from numbers.

use super::*;
use crate::Walk;
use leitai_core::{Actor, Illegal, Outcome, Position, State, Turn, Words, illegal, open_information};

/// A game of up to six acts in which a number determines who acts next, how many acts there are and how the game ends:
/// turns of several acts, draws and early ends occur.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Made {
    number: u64,
    acts: u32,
}

static MADE_UP: Words = Words::new("made up", "虚构");

impl Made {
    fn of(number: u64) -> Made {
        Made { number, acts: 0 }
    }

    fn lot(&self, salt: u64, n: u64) -> u64 {
        Rng::new(self.number ^ salt).next() % n
    }

    fn breadth(&self) -> u64 {
        1 + self.lot(3, 4)
    }

    fn minimax(&self) -> f32 {
        let mut made = *self;
        let seat = match self.hand() {
            Hand::Over(result) => return result,
            Hand::Seat(seat) => seat,
            Hand::Dice => unreachable!("there are no dice"),
        };
        let mut acts = Vec::new();
        made.acts(Which::All, &mut acts);
        let after = acts.into_iter().map(|act| {
            let mut after = *self;
            after.make(act);
            after.minimax()
        });
        let better = |one: f32, next: f32| if seen_by(seat, next) > seen_by(seat, one) { next } else { one };
        after.reduce(better).expect("there is an act")
    }
}

impl Walk for Made {
    type Act = u8;
    type Undo = Made;

    fn hand(&self) -> Hand {
        if self.acts == 6 || (self.acts > 2 && self.lot(1, 8) == 0) {
            Hand::Over([0.0, 1.0, 0.5][self.lot(2, 3) as usize])
        } else {
            Hand::Seat(Seat::BOTH[self.lot(4, 2) as usize])
        }
    }

    fn key(&self) -> u64 {
        self.number
    }

    fn acts(&mut self, _: Which, out: &mut Vec<u8>) {
        out.extend(0..self.breadth() as u8);
    }

    fn make(&mut self, act: u8) -> Made {
        let before = *self;
        self.number = Rng::new(self.number.wrapping_mul(7) ^ u64::from(act)).next();
        self.acts += 1;
        before
    }

    fn take_back(&mut self, _: u8, undo: Made) {
        *self = undo;
    }
}

impl Playout for Made {
    fn play_out(&mut self, rng: &mut Rng, seen: &mut Vec<(Seat, u8)>) -> f32 {
        let mut made = *self;
        loop {
            match made.hand() {
                Hand::Over(result) => return result,
                Hand::Seat(seat) => {
                    let act = rng.below(made.breadth() as usize) as u8;
                    seen.push((seat, act));
                    made.make(act);
                }
                Hand::Dice => unreachable!("there are no dice"),
            }
        }
    }

    fn slot(&self, act: u8) -> usize {
        usize::from(act)
    }

    const SLOTS: usize = 4;
}

impl State for Made {
    type Move = u8;

    fn turn(&self) -> Turn {
        match self.hand() {
            Hand::Over(result) => {
                Turn::Over(Outcome { winner: winner(result), ..Outcome::won(Seat::First, &MADE_UP) })
            }
            Hand::Seat(seat) => Turn::Of(Actor::Seat(seat)),
            Hand::Dice => unreachable!("there are no dice"),
        }
    }

    fn moves(&self, by: Actor, out: &mut Vec<u8>) {
        if self.turn().owes(by) {
            out.extend(0..self.breadth() as u8);
        }
    }

    fn check(&self, by: Actor, m: &u8) -> Result<(), Illegal> {
        if self.turn().owes(by) && u64::from(*m) < self.breadth() { Ok(()) } else { illegal(&MADE_UP) }
    }
}

impl Position for Made {
    type Rules = ();
    type Effect = ();
    open_information!();

    fn initial((): &()) -> Made {
        Made::default()
    }

    fn play(&mut self, _: Actor, m: &u8) {
        self.make(*m);
    }
}

impl Open for Made {}

const PLAN: Plan = Plan { playouts: Some(3000), explore: 0.7, untried: 1.0, aside: 300.0, list_after: 1 };

fn tree(plan: Plan, memory: u64) -> Tree<Made, Made> {
    let means = Means { memory, ..Means::seeded(5) };
    Tree::new(plan, &means, |made| *made, |_, act| act)
}

fn turn(tree: &mut Tree<Made, Made>, made: &Made, budget: &Budget<'_>) -> (Vec<u8>, Option<Info<u8>>) {
    let Hand::Seat(me) = made.hand() else { panic!("the game is over") };
    let (mut turn, mut said) = (Vec::new(), None);
    tree.think(me, made, budget, &mut |info| said = said.take().or(Some(info)), &mut turn);
    (turn, said)
}

#[test]
fn a_thousand_positions_are_proved_and_their_values_are_those_of_minimax() {
    let mut proved = 0;
    for number in 0..1000 {
        let made = Made::of(number);
        let Hand::Seat(me) = made.hand() else { continue };
        let (turn, said) = turn(&mut tree(PLAN, Means::MEMORY), &made, &Budget::UNTIMED);
        let value = made.minimax();
        if let Some(proof) = said.as_ref().and_then(|info| info.proved) {
            proved += 1;
            assert_eq!(proof.winner, winner(value), "{made:?}");
            assert!((said.expect("said").expected - seen_by(me, value)).abs() < 1e-6);
        }
        let mut after = made;
        for (i, act) in turn.iter().enumerate() {
            assert_eq!(after.hand(), Hand::Seat(me), "act {i} of {turn:?}");
            after.make(*act);
        }
        assert_ne!(after.hand(), Hand::Seat(me), "the turn is whole");
        assert_eq!(after.minimax().to_bits(), value.to_bits(), "{turn:?} at {made:?}");
    }
    assert!(proved > 600, "{proved}");
}

#[test]
fn a_tree_that_must_forget_still_plays_the_value() {
    let plan = Plan { playouts: Some(20_000), ..PLAN };
    let size = |number| {
        let (mut whole, made) = (tree(plan, Means::MEMORY), Made::of(number));
        let mut rng = Rng::new(number);
        let Hand::Seat(me) = made.hand() else { return 0 };
        whole.nodes.list(ROOT, me, &mut made.clone(), &mut rng);
        whole.search(&made, me, 20_000, &Budget::UNTIMED, &mut rng);
        whole.nodes.all.len()
    };
    let mut cut = 0;
    for number in 0..200 {
        let made = Made::of(number);
        let mut small = tree(plan, 0);
        small.nodes.most = 512 + 100;
        let (turn, _) = turn(&mut small, &made, &Budget::UNTIMED);
        cut += u32::from(size(number) > 100);
        let mut after = made;
        for act in &turn {
            after.make(*act);
        }
        assert_eq!(after.minimax().to_bits(), made.minimax().to_bits(), "{turn:?} at {made:?}");
    }
    assert!(cut > 5, "{cut}");
}

#[test]
fn the_same_seed_and_playouts_choose_the_same_whatever_was_thought_before() {
    let plan = Plan { playouts: Some(40), ..PLAN };
    let mut old = tree(plan, Means::MEMORY);
    for number in 0..200 {
        let made = Made::of(number);
        let fresh = turn(&mut tree(plan, Means::MEMORY), &made, &Budget::UNTIMED);
        assert_eq!(turn(&mut old, &made, &Budget::UNTIMED), fresh);
        if let Some(info) = &fresh.1 {
            assert!(info.nodes <= 40 && (0.0..=1.0).contains(&info.expected), "{info:?}");
        }
    }
}

/// A single act is tried too: with a tenth of the games if somebody waits.
#[test]
fn a_single_act_is_tried_before_anything_is_said_of_it() {
    let plan = Plan { playouts: Some(40), ..PLAN };
    let mut whole = 0;
    for number in (0..1000).filter(|number| Made::of(*number).breadth() == 1) {
        let made = Made::of(number);
        if !matches!(made.hand(), Hand::Seat(_)) {
            continue;
        }
        let games = |is_awaited| {
            let budget = Budget { is_awaited, ..Budget::UNTIMED };
            turn(&mut tree(plan, Means::MEMORY), &made, &budget).1.expect("it says something").nodes
        };
        assert!((1..=4).contains(&games(true)), "{}", games(true));
        whole += u32::from(games(false) > 4);
    }
    assert!(whole > 20, "{whole}");
}

/// A clock that advances a tenth of a millisecond at every look; each act of a turn needs one look.
fn ticking(aim: u64, never: u64, use_it: impl FnOnce(&Budget<'_>)) {
    let ticks = std::cell::Cell::new(0);
    let elapsed = || {
        ticks.set(ticks.get() + 1);
        Duration::from_micros(100 * ticks.get())
    };
    let [aim, never] = [aim, never].map(Duration::from_micros);
    use_it(&Budget { aim, never, elapsed: &elapsed, ..Budget::UNTIMED });
    assert!(elapsed() <= never + Duration::from_micros(700), "{:?} of {never:?}", elapsed());
}

#[test]
fn a_clock_is_never_passed_and_no_time_at_all_still_gives_a_turn() {
    let plan = Plan { playouts: None, ..PLAN };
    for (aim, never) in [(0, 0), (100, 200), (1000, 1000), (3000, 9000)] {
        let mut tree = tree(plan, Means::MEMORY);
        for number in 0..20 {
            let made = Made::of(number);
            ticking(aim, never.max(300), |budget| {
                assert!(!turn(&mut tree, &made, budget).0.is_empty());
            });
        }
    }
}

/// Where the time is lost otherwise, a search goes on when its choice stands, for the turns to come.
#[test]
fn time_that_is_lost_is_thought_through() {
    let plan = Plan { playouts: None, ..PLAN };
    let mut games = [0, 0];
    for number in 0..100 {
        let made = Made::of(number);
        for (is_saved, games) in [true, false].into_iter().zip(&mut games) {
            ticking(1500, 2500, |budget| {
                let budget = Budget { is_saved, ..*budget };
                let said = turn(&mut tree(plan, Means::MEMORY), &made, &budget).1;
                *games += said.map_or(0, |info| info.nodes);
            });
        }
    }
    assert!(games[1] > games[0], "{games:?}");
}

#[test]
fn the_tree_is_kept_from_turn_to_turn() {
    let plan = Plan { playouts: None, ..PLAN };
    let mut found = 0;
    for number in 0..200 {
        let mut made = Made::of(number);
        let Hand::Seat(me) = made.hand() else { continue };
        let mut tree = tree(plan, Means::MEMORY);
        ticking(400, 800, |budget| {
            for act in turn(&mut tree, &made, budget).0 {
                made.make(act);
            }
        });
        while let Hand::Seat(seat) = made.hand()
            && seat != me
        {
            made.make(0);
        }
        if made.hand() == Hand::Seat(me) {
            tree.settle(&made);
            found += u32::from(tree.nodes.scores[ROOT].visits > 0);
        }
    }
    assert!(found > 20, "{found}");
}
