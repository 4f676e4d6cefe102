//! What built-in players must guarantee.

use crate::walk::{default_rules, rules};
use leitai_core::{
    Actor, Budget, Engine, Eye, Game, Info, Level, Means, Outcome, Position, Rng, Seat, State, Turn,
};
use std::time::{Duration, Instant};

/// The most nodes per turn of a level that would otherwise use the clock.
const NODES: u64 = 200;
/// The most nodes that a level may have searched if its time was up from the start: the minimum for any answer.
const AT_ONCE: u64 = 4_000;

/// Every level plays a game against random play with legal acts only, and in whole turns if there are no secrets.
pub fn built_in_players_play_whole_legal_turns<G: Game>() {
    for level in G::FACTS.levels {
        for me in Seat::BOTH {
            let levels = Seat::BOTH.map(|seat| if seat == me { *level } else { Level::Random });
            game::<G>(
                G::Position::initial(&default_rules::<G>()),
                levels.map(|level| player::<G>(level, 5)),
                &mut Rng::new(11),
                [NODES; 2],
            );
        }
    }
}

/// A level whose time is up immediately answers with a legal act, however many nodes it may search; it reports no more
/// nodes than pass before it looks at the clock.
pub fn built_in_players_answer_when_the_time_is_up<G: Game>() {
    let no_time = Budget { aim: Duration::ZERO, never: Duration::ZERO, ..Budget::UNTIMED };
    let mut rng = Rng::new(7);
    for acts in [0, 4, 12, 30, 60] {
        let mut position = G::Position::initial(&default_rules::<G>());
        random_acts(&mut position, acts, &mut rng);
        let Some(Actor::Seat(seat)) = position.turn().next() else { continue };
        for level in G::FACTS.levels {
            let (mut searched, mut turn) = (0, Vec::new());
            // A position that is solved as a whole needs no search.
            let mut say = |info: Info<_>| searched = if info.proved.is_some() { 0 } else { info.nodes };
            let view = position.view(Eye::Seat(seat));
            player::<G>(*level, 5).think(seat, &view, &no_time, &mut say, &mut turn);
            let first = turn.first().expect("a player has to move");
            assert_eq!(position.check(Actor::Seat(seat), first), Ok(()), "{level:?}: {turn:?}");
            assert!(searched <= AT_ONCE, "{level:?} searched {searched} nodes after {acts} acts");
        }
    }
}

/// Under these options `easy` wins at least `least` of `games` games against `random`, with the seats alternating.
pub fn easy_beats_random<G: Game>(options: &[(&str, &str)], games: u64, least: usize) {
    let score = score::<G>(options, [Level::Easy, Level::Random], games, NODES);
    assert!(score.wins >= least, "{score:?} of {games} under {options:?}");
}

/// The results of a player against another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// The number of games that it won.
    pub wins: usize,
    /// The number of drawn games.
    pub draws: usize,
}

/// The results of the first of two levels in `games` games against the second under these options, with the seats
/// alternating. Each may search `nodes` nodes per turn.
pub fn score<G: Game>(options: &[(&str, &str)], levels: [Level; 2], games: u64, nodes: u64) -> Score {
    score_within::<G>(options, levels, games, [nodes; 2])
}

/// The main function of a bench that prints the results of one level against another: `LEVEL LEVEL GAMES NODES NODES`,
/// with the nodes per turn of each.
#[expect(clippy::print_stdout, reason = "it says what it measured")]
pub fn ladder<G: Game>() {
    let said: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let [one, other, games, nodes, others] = &said[..] else {
        println!("say LEVEL LEVEL GAMES NODES NODES");
        return;
    };
    let level = |name: &String| name.parse::<Level>().expect("a level");
    let number = |text: &String| text.parse::<u64>().expect("a number");
    let started = Instant::now();
    let score = score_within::<G>(&[], [one, other].map(level), number(games), [nodes, others].map(number));
    println!("{score:?} of {games} games in {:.1} s", started.elapsed().as_secs_f32());
}

/// Like [`score`], but each of the two has its own number of nodes per turn.
pub fn score_within<G: Game>(
    options: &[(&str, &str)],
    levels: [Level; 2],
    games: u64,
    nodes: [u64; 2],
) -> Score {
    score_after::<G>(0, options, levels, games, nodes)
}

/// Like [`score_within`], but `opening` random acts come first, and each beginning is played twice with the seats
/// swapped: deterministic players would play the same game over and over.
pub fn score_after<G: Game>(
    opening: usize,
    options: &[(&str, &str)],
    levels: [Level; 2],
    games: u64,
    nodes: [u64; 2],
) -> Score {
    let rules = rules::<G>(options).unwrap_or_else(|error| panic!("{error}"));
    let mut score = Score::default();
    for seed in 0..games {
        let first = Seat::BOTH[seed as usize % 2];
        let of = |seat| usize::from(seat != first);
        let players = Seat::BOTH.map(|seat| player::<G>(levels[of(seat)], seed));
        let nodes = Seat::BOTH.map(|seat| nodes[of(seat)]);
        let mut start = G::Position::initial(&rules);
        random_acts(&mut start, opening, &mut Rng::new(seed / 2));
        match game::<G>(start, players, &mut Rng::new(seed), nodes).winner {
            Some(winner) => score.wins += usize::from(winner == first),
            None => score.draws += 1,
        }
    }
    score
}

fn player<G: Game>(level: Level, seed: u64) -> Box<dyn Engine<G::Position>> {
    G::engine(level, &Means::seeded(seed)).unwrap_or_else(|| panic!("{} has no {level}", G::FACTS.id))
}

/// Plays `acts` random acts, or fewer if the game ends before.
fn random_acts<P: Position>(position: &mut P, acts: usize, rng: &mut Rng) {
    for _ in 0..acts {
        let Some(by) = position.turn().next() else { return };
        let Some(m) = position.random_move(by, rng) else { return };
        position.play(by, &m);
    }
}

/// A game between two players; chance draws from `rng`.
fn game<G: Game>(
    mut position: G::Position,
    mut players: [Box<dyn Engine<G::Position>>; 2],
    rng: &mut Rng,
    nodes: [u64; 2],
) -> Outcome {
    // No clock: every search ends at its depth or its nodes, so that the games are the same everywhere.
    loop {
        let by = match position.turn() {
            Turn::Over(outcome) => return outcome,
            turn => turn.next().expect("somebody owes an act"),
        };
        let mut turn = Vec::new();
        if let Actor::Seat(seat) = by {
            let view = position.view(Eye::Seat(seat));
            let budget = Budget { is_awaited: true, nodes: Some(nodes[seat.index()]), ..Budget::UNTIMED };
            let mut legal = Vec::new();
            view.moves(by, &mut legal);
            let mut say = |info: Info<_>| {
                let is_known = legal.len() > 1 || info.depth > 0;
                assert!(is_known, "the only act was not searched, and is said to be worth {}", info.expected);
            };
            players[seat.index()].think(seat, &view, &budget, &mut say, &mut turn);
            assert!(!turn.is_empty(), "a player has to move");
        } else {
            turn.extend(position.random_move(by, rng));
        }
        let mut before = position.turn();
        for (i, m) in turn.iter().enumerate() {
            assert_eq!(position.check(by, m), Ok(()), "act {i} of {turn:?}");
            before = position.turn();
            position.play(by, m);
        }
        let whole = !before.goes_on(position.turn(), by);
        let hidden = G::FACTS.hidden || !matches!(by, Actor::Seat(_));
        assert!(hidden || whole, "{turn:?} is not a whole turn");
    }
}
