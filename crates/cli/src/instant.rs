//! Programs that answer at once, for the benchmarks: what is measured is the stage.

use crate::failure::Failure;
use std::io::{BufRead, Write};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// What it does
    role: Role,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Role {
    /// Answers every line with a line.
    Echo,
    /// A lone king in draughts, judge dialect: to and fro for ever.
    King,
}

/// The two lone kings' position, black to move: they can neither meet nor be blocked.
pub(crate) const KINGS: &str = "1W6/8/8/8/8/8/8/B7 b 0";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut stdin = std::io::stdin().lock();
    let mut stdout = std::io::stdout().lock();
    let mut line = Vec::new();
    let mut moves: [&[u8]; 2] = [b"2 7,0 6,1\n", b"2 6,1 7,0\n"];
    loop {
        line.clear();
        if stdin.read_until(b'\n', &mut line).map_or(0, |count| count) == 0 {
            return Ok(());
        }
        let answer: &[u8] = match (args.role, line.as_slice()) {
            (Role::Echo, _) => b"pong\n",
            (Role::King, b"TURN\n") => {
                moves.swap(0, 1);
                moves[1]
            }
            (Role::King, b"START 2\n") => {
                moves = [b"2 0,1 1,0\n", b"2 1,0 0,1\n"];
                b"OK\n"
            }
            (Role::King, b"START 1\n") => b"OK\n",
            (Role::King, _) => continue,
        };
        if stdout.write_all(answer).and_then(|()| stdout.flush()).is_err() {
            return Ok(());
        }
    }
}
