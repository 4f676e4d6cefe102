//! Random games, act by act.

use leitai_core::{
    Actor, BadOption, COMMON_OPTIONS, Game, MoveOf, Options, Position, Rng, RulesOf, Seat, State, Turn,
};

/// The most acts in any game of ours.
const LONGEST: usize = 100_000;

/// One act of a random game.
pub struct Step<G: Game> {
    /// The true position before the act.
    pub before: G::Position,
    /// The hand that acts.
    pub by: Actor,
    /// The act.
    pub m: MoveOf<G>,
    /// The true position after the act.
    pub after: G::Position,
    /// The true effect of the act.
    pub effect: <G::Position as Position>::Effect,
}

/// The default rules of a game.
pub(crate) fn default_rules<G: Game>() -> RulesOf<G> {
    rules::<G>(&[]).expect("the default options are accepted")
}

/// The rules of a game with these options, and its defaults for the rest.
pub(crate) fn rules<G: Game>(given: &[(&str, &str)]) -> Result<RulesOf<G>, BadOption> {
    G::rules(&options::<G>(given)?)
}

/// The default options of a game, the common ones included.
pub(crate) fn default_options<G: Game>() -> Options {
    options::<G>(&[]).expect("there are defaults")
}

fn options<G: Game>(given: &[(&str, &str)]) -> Result<Options, BadOption> {
    Options::parse(COMMON_OPTIONS.iter().chain(G::FACTS.options), given.iter().copied())
}

/// The default options of a game, and those of each preset.
pub(crate) fn option_sets<G: Game>() -> Vec<Options> {
    let specs = || COMMON_OPTIONS.iter().chain(G::FACTS.options);
    let presets = G::FACTS
        .presets
        .iter()
        .map(|preset| Options::parse(specs(), preset.options.iter().copied()).expect(preset.name));
    std::iter::once(default_options::<G>()).chain(presets).collect()
}

/// Plays one random game under default rules with uniformly drawn acts and shows every step; returns the last position.
pub fn walk<G: Game>(rng: &mut Rng, see: impl FnMut(&Step<G>)) -> G::Position {
    walk_from(G::Position::initial(&default_rules::<G>()), rng, see)
}

/// Plays on from a position with uniformly drawn acts and shows every step; returns the last position.
pub(crate) fn walk_from<G: Game>(
    mut position: G::Position,
    rng: &mut Rng,
    mut see: impl FnMut(&Step<G>),
) -> G::Position {
    let mut moves = Vec::new();
    for _ in 0..LONGEST {
        let Some(by) = hand(position.turn(), rng) else { return position };
        moves.clear();
        position.moves(by, &mut moves);
        assert!(!moves.is_empty(), "{by:?} owes an act and has none: {position:?}");
        let m = moves[rng.below(moves.len())].clone();
        let before = position.clone();
        let effect = position.play(by, &m);
        let step = Step { before, by, m, after: position.clone(), effect };
        see(&step);
    }
    panic!("a random game did not end within {LONGEST} acts");
}

/// The hand that acts next: if both seats owe an act in secret, either may be the quicker.
pub(crate) fn hand(turn: Turn, rng: &mut Rng) -> Option<Actor> {
    if turn == Turn::Secret([true; 2]) { Some(Actor::Seat(Seat::BOTH[rng.below(2)])) } else { turn.next() }
}

/// Shows every step of `games` random games.
pub(crate) fn walks<G: Game>(games: u64, mut see: impl FnMut(&Step<G>)) {
    for seed in 0..games {
        walk::<G>(&mut Rng::new(seed), &mut see);
    }
}
