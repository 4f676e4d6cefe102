//! Whether programs are restarted for every game, as given on the command line.

use leitai_core::{Sentence, sentence};

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

    /// Whether the programs of A and of B stay.
    pub(super) fn stay(&self) -> [bool; 2] {
        [self.restart_a, self.restart_b].map(|own| own.unwrap_or(self.restart) == Restart::Off)
    }
}
