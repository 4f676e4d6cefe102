//! The end of a program's process: awaited, brought about, and cleared away after.

use super::{LAST_WORDS, Process};
use crate::exit::Exit;
use crate::undertaker;
use leitai_sandbox::orphans;
use leitai_sandbox::system::{PollFd, PollFlags, Timespec, poll, signal_of};
use std::time::{Duration, Instant};

/// How long the end of a killed program is waited for, at most.
const DYING: Duration = Duration::from_secs(1);

impl Process {
    /// How it exited, if it does so within `patience`.
    pub(crate) fn exit(&mut self, patience: Duration) -> Option<Exit> {
        let until = Instant::now() + patience;
        while self.left.is_none() {
            if self.cell.has_exited() {
                self.reap();
                break;
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            self.wait(left);
        }
        self.left
    }

    /// Waits for its end, at most `patience`; reads its log meanwhile, so that a long farewell does not keep it from
    /// exiting.
    fn wait(&mut self, patience: Duration) {
        let Some(life) = &self.life else {
            // A kernel without pidfds: check again soon.
            self.drain_log();
            return std::thread::sleep(patience.min(Duration::from_millis(1)));
        };
        let mut fds = vec![PollFd::new(life, PollFlags::IN)];
        fds.extend(self.stderr.as_ref().map(|stderr| PollFd::new(stderr, PollFlags::IN)));
        let _ = poll(&mut fds, Timespec::try_from(patience).ok().as_ref());
        self.drain_log();
    }

    /// Kills it as a crash would: whoever waits for it finds it gone.
    pub(crate) fn strike(&self) {
        self.cell.kill();
    }

    /// Kills it, and waits for its end a moment.
    fn kill(&mut self) {
        // Of a namespace that is ended from outside the system reports only what its first process used.
        let used = self.used.cpu + self.cell.cpu();
        // It may have left its process group.
        self.cell.kill();
        self.cell.let_die();
        self.exit(DYING);
        self.used.cpu = self.used.cpu.max(used);
    }

    /// Kills its group and records how it exited. Until it is reaped no other process can have its id, so only its own
    /// are killed.
    fn reap(&mut self) {
        self.cell.kill_group();
        let ended = self.cell.reap();
        self.left = Some(match ended.as_ref().map(|(status, _)| (status.code(), signal_of(*status))) {
            Ok((_, Some(signal))) => Exit::Signal(signal),
            Ok((code, None)) => code.map_or(Exit::Signal(0), Exit::Code),
            // Another part of the process has reaped it.
            Err(_) => Exit::Killed,
        });
        if let Ok((_, used)) = ended {
            self.used.cpu += used.cpu;
            self.used.resident = self.used.resident.max(used.resident);
        }
    }

    /// Lets it exit on its own within `grace`, then kills it and everything it started. Nothing of it remains. Without
    /// grace it is killed before it can see its input close, so that how it exited does not depend on its speed.
    pub(crate) fn end(&mut self, grace: Duration) -> Exit {
        // Its process id may have been reused.
        if let (true, Some(exit)) = (self.ended, self.left) {
            return exit;
        }
        if !grace.is_zero() {
            self.stdin.flush();
            self.stdin.close();
        }
        let exit = self.exit(grace).unwrap_or_else(|| {
            self.kill();
            Exit::Killed
        });
        self.stdin.close();
        let is_gone = self.left.replace(exit).is_some();
        if is_gone {
            if !self.cell.is_isolated() {
                orphans::sweep(self.pid, &self.mark);
            }
            orphans::forget(self.pid);
            self.cell.close();
        } else {
            undertaker::bury(self.pid, self.cell.hand_over(), self.mark.clone());
        }
        self.ended = true;
        // No writer is left: the pipe contains the rest.
        for _ in 0..LAST_WORDS {
            self.drain_log();
        }
        exit
    }
}
