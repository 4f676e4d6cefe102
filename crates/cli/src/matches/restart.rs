//! Whether programs are restarted for every game, as given on the command line.

use crate::failure::Failure;
use leitai_arena::{Allowance, Conditions, Player, Ponder};
use leitai_catalog::RuledGame;
use leitai_core::{DialectName, Sentence, sentence};

/// When programs are started.
#[derive(clap::Args)]
pub(super) struct RestartArgs {
    /// Restart programs for every game: on, or off for programs that keep running and are told of the next game; after
    /// a fault they are restarted all the same
    #[arg(long, value_name = "ON|OFF", default_value = "on", value_parser = restart)]
    restart: Restart,
    /// The same for A only
    #[arg(long, value_name = "ON|OFF", value_parser = restart)]
    restart_a: Option<Restart>,
    /// The same for B only
    #[arg(long, value_name = "ON|OFF", value_parser = restart)]
    restart_b: Option<Restart>,
}

/// When a program is started.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Restart {
    /// For every game.
    On,
    /// Once, and again after a fault.
    Off,
}

/// Reads `--restart`.
fn restart(text: &str) -> Result<Restart, Sentence> {
    match text {
        "on" => Ok(Restart::On),
        "off" => Ok(Restart::Off),
        _ => Err(sentence!("it takes on or off", "应为 on 或 off")),
    }
}

impl RestartArgs {
    /// Whether an option applies to one player alone.
    pub(super) fn names_one(&self) -> bool {
        self.restart_a.is_some() || self.restart_b.is_some()
    }

    /// Sets in the allowances of A and B whether their programs stay. Errors if one cannot.
    pub(super) fn apply(
        &self,
        game: &dyn RuledGame,
        players: &[Player],
        conditions: &Conditions,
        allowances: &mut [Allowance; 2],
    ) -> Result<(), Failure> {
        let own = [self.restart_a, self.restart_b].map(|own| own.unwrap_or(self.restart) == Restart::Off);
        for (allowance, stays) in allowances.iter_mut().zip(own) {
            allowance.stays = stays;
        }
        let staying = players.iter().enumerate().filter(|(number, _)| own[(*number).min(1)]);
        for (_, player) in staying {
            can_stay(game, player)?;
            if conditions.ponder == Ponder::On {
                return Err(Failure::Usage(sentence!(
                    "--restart off needs --ponder off: a program that keeps running must not work between games",
                    "--restart off 需要 --ponder off：常驻的程序在两局之间不得工作"
                )));
            }
        }
        Ok(())
    }
}

/// Refuses a player whose dialect cannot announce another game.
fn can_stay(game: &dyn RuledGame, Player { name, dialect, .. }: &Player) -> Result<(), Failure> {
    if game.may_stay(*dialect) {
        return Ok(());
    }
    let able = |name: &&DialectName| game.speaks(**name) && game.may_stay(**name);
    let able: Vec<String> = game.facts().dialects.iter().filter(able).map(ToString::to_string).collect();
    let id = game.facts().id;
    Err(Failure::Usage(if able.is_empty() {
        sentence!(
            "--restart off: {name} speaks {dialect}, which cannot start another game in one process, nor can any other \
             dialect of {id} under these rules",
            "--restart off：{name} 使用协议 {dialect}，它无法在同一进程中再开一局；在这种规则下，{id} 的其他协议也不能"
        )
    } else {
        let able = able.join(", ");
        sentence!(
            "--restart off: {name} speaks {dialect}, which cannot start another game in one process; of the dialects \
             of {id}, these can: {able}",
            "--restart off：{name} 使用协议 {dialect}，它无法在同一进程中再开一局；{id} 的协议中可用：{able}"
        )
    }))
}
