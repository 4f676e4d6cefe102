//! The commands that were asked for.

use clap::Command;

/// The commands that were named, each a subcommand of the one before; the program itself is the first.
pub(crate) fn named_commands(leitai: &Command) -> Vec<Command> {
    let mut named = vec![leitai.clone()];
    for arg in std::env::args_os().skip(1) {
        let next = named.last().and_then(|command| command.find_subcommand(&arg)).cloned();
        named.extend(next);
    }
    named
}
