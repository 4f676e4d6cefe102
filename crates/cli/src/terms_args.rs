//! What a program plays under, as given on the command line: rules and clock, its dialect, the conditions it runs in.

use crate::args::{SetupArgs, Speech, speech};
use crate::conditions::ConditionArgs;
use crate::failure::Failure;
use crate::named_game::NamedGame;
use leitai_arena::{Conditions, Launch, Player};
use leitai_catalog::RuledGame;
use leitai_core::{Clock, DialectName, Preset};
use std::sync::Arc;

/// Rules and clock, the dialect, sandbox and limits.
#[derive(clap::Args)]
pub(crate) struct TermsArgs {
    #[command(flatten)]
    pub(crate) setup: SetupArgs,
    /// The dialect programs speak, or auto to detect it; default: the game's usual dialect
    #[arg(long, value_parser = speech)]
    pub(crate) dialect: Option<Speech>,
    #[command(flatten)]
    conditions: ConditionArgs,
}

/// What they come to for a game on this machine.
pub(crate) struct Terms {
    pub(crate) game: Arc<dyn RuledGame>,
    pub(crate) clock: Clock,
    pub(crate) conditions: Conditions,
    /// The preset of the rules; the game's usual one where none was named.
    pub(crate) preset: &'static Preset,
}

impl TermsArgs {
    /// What they come to for this game; `usual` is the preset if none was named and the game has it. Refuses what the game or
    /// the machine does not have.
    pub(crate) fn resolve(&self, name: NamedGame, usual: Option<&str>) -> Result<Terms, Failure> {
        let usual = usual.map(|usual| self.setup.or_preset(name, usual));
        let setup = usual.as_ref().unwrap_or(&self.setup);
        let (game, clock) = setup.resolve(name)?;
        let preset = setup.chosen(name).unwrap_or_else(|| name.facts().usual());
        Ok(Terms { game, clock, conditions: self.conditions.resolve(name, setup)?, preset })
    }

    /// The conditions alone, for a game whose rules are known already.
    pub(crate) fn conditions(&self, name: NamedGame) -> Result<Conditions, Failure> {
        self.conditions.resolve(name, &self.setup)
    }

    /// Without a requested dialect, a built-in player speaks the one that can carry its thoughts.
    pub(crate) fn speak_freely(&self, player: &mut Player, game: &dyn RuledGame) {
        let is_free = self.dialect.is_none() && matches!(player.launch, Launch::BuiltIn { .. });
        if is_free && game.speaks(DialectName::Native) {
            player.dialect = DialectName::Native;
        }
    }
}
