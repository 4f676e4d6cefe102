//! A process between two games, for a program that stays: it is stopped, and what it prints there is discarded.

use super::{Earlier, LAST_WORDS, Permission, Process};
use crate::bounded_log::BoundedLog;
use crate::inbox::{Fill, Inbox};
use std::time::{Duration, Instant};

/// How long a program may go on computing after a game before it is stopped, and how often it is checked in the
/// meantime. One that waits for the core has its processor time counted instead, up to so many times as long.
const BEHIND_A_GAME: Duration = Duration::from_millis(250);
const STARVED: u32 = 20;
const PEEP: Duration = Duration::from_micros(200);
/// How much it may have used while stopped: as in a turn of its opponent's.
const STOLEN: Duration = Duration::from_millis(50);

/// Maximum number of reads of its output: the largest pipe that the system lets a program have.
const FULL_PIPE: u32 = 64;

impl Process {
    /// Called when the game is over and its program is to stay: it may read what it was sent and come to rest, and is
    /// then stopped. What it prints in the meantime is discarded. Returns false if it exited or did not read in time,
    /// and so is not fit for another game.
    pub(crate) fn pause(&mut self) -> bool {
        self.cell.go();
        let (begun, before) = (Instant::now(), self.cell.cpu());
        let has_read = loop {
            self.stdin.flush();
            self.drain_log();
            let fill = self.drop_said();
            if fill == Fill::Closed || self.exit(Duration::ZERO).is_some() {
                return false;
            }
            let has_read = !self.stdin.has_unread();
            let is_idle = fill == Fill::Nothing && self.cell.sleeps();
            let passed = begun.elapsed();
            // On a busy machine it may not have had its time: what it had begun to say would be heard in the next game.
            let had_its_time = passed >= BEHIND_A_GAME
                && (is_idle
                    || passed >= BEHIND_A_GAME * STARVED
                    || self.cell.cpu().saturating_sub(before) >= BEHIND_A_GAME);
            if (has_read && is_idle) || had_its_time {
                break has_read;
            }
            std::thread::sleep(PEEP);
        };
        self.cell.hold();
        self.paused = Some(self.cell.cpu());
        // A full pipe, and no more, since nobody is writing to it.
        for _ in 0..LAST_WORDS {
            self.drain_log();
        }
        has_read
    }

    /// Whether it can play another game. False if it has exited in the meantime, or computed although it was stopped.
    pub(crate) fn is_fit(&mut self) -> bool {
        let Some(paused) = self.paused else { return false };
        self.exit(Duration::ZERO).is_none() && self.cell.cpu().saturating_sub(paused) <= STOLEN
    }

    /// Begins another game: everything counted per game starts over. The program is resumed when it is next
    /// [permitted](Process::execute).
    pub(crate) fn renew(&mut self) {
        // Discards its output so far; anything written later is heard in the next game.
        let _ = (0..FULL_PIPE).find(|_| self.drop_said() != Fill::Some);
        self.log = BoundedLog::new(self.job.limits.output.log);
        let games = self.earlier.games + 1;
        self.earlier = Earlier { games, cpu: self.cell.cpu() };
        self.permission = Permission::Unasked;
    }

    /// The resources it had used when the game began for it.
    pub(crate) fn earlier(&self) -> Earlier {
        self.earlier
    }

    /// Its processor time in this game.
    pub(crate) fn cpu_of_game(&mut self) -> Duration {
        let running = if self.left.is_some() { Duration::ZERO } else { self.cell.cpu() };
        (self.used.cpu + running).saturating_sub(self.earlier.cpu)
    }

    /// Everything that it has used of the processor, in all its starts, by two accounts of the kernel's; `None` where that
    /// is [not known](leitai_sandbox::Cell::whole_cpu).
    pub(crate) fn whole_cpu(&mut self) -> Option<[Duration; 2]> {
        let running = if self.left.is_some() { [Duration::ZERO; 2] } else { self.cell.whole_cpu()? };
        Some(running.map(|running| self.used.cpu + running))
    }

    /// Resumes it if it is stopped between two games.
    pub(crate) fn go_on(&mut self) {
        if self.paused.take().is_some() {
            self.cell.go();
        }
    }

    /// Reads its output, once, and discards it.
    fn drop_said(&mut self) -> Fill {
        let fill = self.listen();
        self.inbox = Inbox::default();
        fill
    }
}
