//! Detects which dialect a program speaks, starting the program once for each candidate.

use crate::conditions::Conditions;
use crate::error::StageError;
use crate::exit::Exit;
use crate::inbox::Fill;
use crate::player::Player;
use crate::poll::{self, Cause};
use crate::process::Process;
use crate::staging::staging;
use leitai_catalog::RuledGame;
use leitai_core::{Clock, DialectName, Heard, Outbox, Seat, Spoken, Table};
use leitai_protocol::{cut, printable};
use std::time::{Duration, Instant};

/// How long a program may take to answer a dialect's opening words.
const PATIENCE: Duration = Duration::from_millis(1500);
/// How many lines of a program's answer to a dialect are kept, and how many bytes of each.
const LINES: usize = 3;
const QUOTED: usize = 60;

/// The result of detecting a program's dialect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recognition {
    /// The first dialect whose opening it answered correctly; `None` if there was no such dialect.
    pub spoken: Option<DialectName>,
    /// The dialects tried without success, in order.
    pub tried: Vec<TriedDialect>,
}

/// A dialect that a program did not answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TriedDialect {
    /// The dialect.
    pub dialect: DialectName,
    /// The first lines of its answer, printable.
    pub said: Vec<String>,
    /// How the program ended, if it did.
    pub left: Option<Exit>,
}

/// Tries the dialects of the game, the default one first; but dialects in which the program speaks first come before
/// all others, so that it never receives a line it does not understand. Dialects whose programs say nothing before the
/// game cannot be told from silence and are not tried. `player.dialect` is ignored. All processes are killed.
pub fn recognise(
    game: &dyn RuledGame,
    player: &Player,
    clock: Clock,
    conditions: &Conditions,
) -> Result<Recognition, StageError> {
    let mut openings = Vec::new();
    for &dialect in game.facts().dialects {
        let nobody = || (String::new(), Spoken::In(dialect));
        let mut table = game.table(staging(clock, conditions, [nobody(), nobody()]), None);
        let mut outbox = Outbox::default();
        match table.sit(Seat::First, dialect, &clock, &mut outbox) {
            Some(lifecycle) if !lifecycle.says_nothing_first => openings.push((dialect, table, outbox)),
            _ => {}
        }
    }
    openings.sort_by_key(|(_, _, outbox)| !outbox.lines[0].is_empty());
    let patience = clock.start.map_or(PATIENCE, |start| start.min(PATIENCE));
    let mut tried = Vec::new();
    for (dialect, mut table, outbox) in openings {
        let player = Player { dialect, ..player.clone() };
        let process = player
            .job(game, 0, &clock.into(), conditions.limits)
            .and_then(|job| Ok(Process::start(&conditions.sandbox, job)?))
            .map_err(|error| StageError::Io(player.name.clone(), error))?;
        match answer(&mut *table, process, outbox, patience) {
            None => return Ok(Recognition { spoken: Some(dialect), tried }),
            Some((said, left)) => tried.push(TriedDialect { dialect, said, left }),
        }
    }
    Ok(Recognition { spoken: None, tried })
}

/// Returns `None` if the program got ready; otherwise its output, and how it exited if it did.
fn answer(
    table: &mut dyn Table,
    mut process: Process,
    mut outbox: Outbox,
    patience: Duration,
) -> Option<(Vec<String>, Option<Exit>)> {
    let started = Instant::now();
    let mut said = Vec::new();
    loop {
        let left = patience.saturating_sub(started.elapsed());
        process.stdin.send(outbox.lines[0].bytes());
        outbox.lines[0].clear();
        if left.is_zero() {
            keep_half(&mut said, &process);
            return Some((said, None));
        }
        let [woken] = poll::wait([process.causes()], left);
        process.look_at_launch();
        process.stdin.flush();
        process.drain_log();
        let gone = woken.by(Cause::Gone);
        let fill = if woken.by(Cause::Said) || gone { process.listen() } else { Fill::Nothing };
        loop {
            if process.flood().is_some() {
                return Some((said, None));
            }
            let Some(line) = process.inbox.line() else { break };
            if said.len() < LINES {
                said.push(cut(&printable(line), QUOTED).to_owned());
            }
            match table.hear(Seat::First, line, started.elapsed(), [None; 2], &mut outbox) {
                Heard::Ready => return None,
                Heard::Over(_) => return Some((said, None)),
                _ => {}
            }
        }
        if fill == Fill::Closed || (gone && fill == Fill::Nothing) {
            keep_half(&mut said, &process);
            return Some((said, Some(process.end(patience))));
        }
    }
}

/// Keeps an unfinished line too, since a missing line end is a common slip.
fn keep_half(said: &mut Vec<String>, process: &Process) {
    let half = process.inbox.half();
    if !half.is_empty() && said.len() < LINES {
        said.push(printable(&half[..half.len().min(QUOTED)]));
    }
}
