//! A match that is about to be played.

use super::args::Args;
use super::folder::{Entrant, Plan};
use super::openings::Openings;
use super::settings::Setting;
use crate::args::{SetupArgs, Speech, takes_folder};
use crate::engine;
use crate::failure::Failure;
use crate::named_game::NamedGame;
use crate::players::Workshop;
use leitai_arena::{Allowance, Calibration, Conditions, Player};
use leitai_catalog::RuledGame;
use leitai_check::Terms;
use leitai_core::sentence;
use std::sync::Arc;

/// A match whose command line was parsed: everything that determines its games.
pub(super) struct Prepared {
    pub(super) name: NamedGame,
    pub(super) game: Arc<dyn RuledGame>,
    pub(super) openings: Openings,
    pub(super) players: Vec<Player>,
    pub(super) allowances: [Allowance; 2],
    /// The settings sent to each player's own program.
    pub(super) settings: Vec<Vec<Setting>>,
    pub(super) conditions: Conditions,
    pub(super) plan: Plan,
}

/// Reads the command line: the game, its openings, its players and what they may use.
pub(super) fn prepared(
    args: &Args,
    workshop: &mut Workshop,
    begun: Option<&Plan>,
) -> Result<Prepared, Failure> {
    let (Some(name), Some(a), Some(b)) = (args.game, &args.a, &args.b) else {
        return Err(Failure::Usage(sentence!(
            "a game and two players are needed: `leitai match GAME A B`",
            "需要一种棋与两个棋手：`leitai match 游戏 A B`"
        )));
    };
    let (game, clock) = args.setup.resolve(name)?;
    SetupArgs::needs_no_referee(&*game)?;
    args.out.as_deref().map_or(Ok(()), |out| takes_folder("--out", out))?;
    args.talk.as_deref().map_or(Ok(()), |talk| takes_folder("--talk", talk))?;
    let mut conditions = args.conditions.resolve(name, &args.setup)?;
    conditions.calibration = Some(Calibration::once());
    args.referee.apply(&*game, &mut conditions)?;
    let seed = args.seed.or(begun.map(|begun| begun.seed)).unwrap_or_else(|| engine::random_seed() >> 11);
    let openings = args.openings(&*game, begun, seed)?;
    let talks = args.referee.hears_scores();
    let speech = |named: &str, own: Option<Speech>| openings.speech(named, own.or(args.dialect), talks);
    let mut allowances = args.own.resolve(clock)?;
    let mut players = Vec::new();
    let typed: Vec<&String> = [a, b].into_iter().chain(&args.more).collect();
    for (number, named) in typed.iter().enumerate() {
        let clock = allowances[number.min(1)].clock;
        let own = [args.dialect_a, args.dialect_b].get(number).copied().flatten();
        let terms = Terms { game: &*game, clock, conditions: &conditions };
        players.push(workshop.player(named, &terms, speech(named, own))?);
    }
    openings.are_told(&players, if args.position.is_some() { "--position" } else { "--openings" })?;
    args.own.suits(&players)?;
    args.restart.apply(&*game, &players, &conditions, &mut allowances)?;
    args.referee.warn(&*game, &players);
    let settings = args.settings.resolve(&*game, &players)?;
    args.names.apply(&typed, begun, &mut players);
    let plan = Plan {
        game: game.facts().id.to_owned(),
        options: game.options().into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        players: typed
            .iter()
            .zip(&players)
            .zip(&settings)
            .map(|((typed, player), settings)| Entrant::new(typed, player, settings))
            .collect(),
        conditions: args.listed(&allowances, &conditions),
        openings: openings.lines().to_vec(),
        games: args.most_games(&openings),
        sprt: args.sprt.map(|sprt| sprt.to_string()),
        ..Plan::begun(seed, begun.map_or(args.seed.is_some(), |begun| begun.seeded))
    };
    Ok(Prepared { name, game, openings, players, allowances, settings, conditions, plan })
}
