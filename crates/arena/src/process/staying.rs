//! A process between two games, for a program that stays: it is stopped, and what it prints there is nobody's.

use super::{Earlier, LAST_WORDS, Process};
use crate::bounded_log::BoundedLog;
use crate::inbox::{Fill, Inbox};
use std::time::{Duration, Instant};

/// How long a program may go on working behind a game before it is stopped, and how often it is looked at meanwhile.
const BEHIND_A_GAME: Duration = Duration::from_millis(250);
const PEEP: Duration = Duration::from_micros(200);
/// What it may have used although it was stopped: as in a turn of its opponent's.
const STOLEN: Duration = Duration::from_millis(50);

/// Most reads of what was said: the fullest pipe that the system lets a program have.
const FULL_PIPE: u32 = 64;

impl Process {
    /// The game is over, and its program is to stay: it may read what it was sent and come to rest, and is stopped then. What
    /// it prints meanwhile is dropped. False: it left, or did not read in time, and is fit for no other game.
    pub(crate) fn pause(&mut self) -> bool {
        self.cell.go();
        let until = Instant::now() + BEHIND_A_GAME;
        let has_read = loop {
            self.stdin.flush();
            self.drain_log();
            let fill = self.drop_said();
            if fill == Fill::Closed || self.exit(Duration::ZERO).is_some() {
                return false;
            }
            let has_read = !self.stdin.has_unread();
            let rests = has_read && fill == Fill::Nothing && self.cell.sleeps();
            if rests || Instant::now() >= until {
                break has_read;
            }
            std::thread::sleep(PEEP);
        };
        self.cell.hold();
        self.paused = Some(self.cell.cpu());
        // A full pipe, and no more: nobody writes to it.
        for _ in 0..LAST_WORDS {
            self.drain_log();
        }
        has_read
    }

    /// Can it play another game? Not if it left meanwhile, or worked although it was stopped.
    pub(crate) fn is_fit(&mut self) -> bool {
        let Some(paused) = self.paused else { return false };
        self.exit(Duration::ZERO).is_none() && self.cell.cpu().saturating_sub(paused) <= STOLEN
    }

    /// Another game begins for it: all that is counted of a game is counted anew. It goes on when it is next
    /// [wanted](Process::execute).
    pub(crate) fn renew(&mut self) {
        // What it had said by then; whoever still writes is heard in the next game.
        let _ = (0..FULL_PIPE).find(|_| self.drop_said() != Fill::Some);
        self.log = BoundedLog::new(self.job.limits.output.log);
        let games = self.earlier.games + 1;
        self.earlier = Earlier { games, cpu: self.cell.cpu(), delay: self.cell.delay() };
        self.wanted = false;
    }

    /// What it had used when the game began for it.
    pub(crate) fn earlier(&self) -> Earlier {
        self.earlier
    }

    /// Its processor time in this game.
    pub(crate) fn cpu_of_game(&mut self) -> Duration {
        let all = if self.left.is_some() { self.used.cpu } else { self.cell.cpu() };
        all.saturating_sub(self.earlier.cpu)
    }

    /// Goes on, if it is stopped between two games.
    pub(crate) fn go_on(&mut self) {
        if self.paused.take().is_some() {
            self.cell.go();
        }
    }

    /// Reads what it said, once, and drops it.
    fn drop_said(&mut self) -> Fill {
        let fill = self.listen();
        self.inbox = Inbox::default();
        fill
    }
}
