//! Lends the core to other games while nobody in this game needs it. The game's programs are stopped in the meantime,
//! except for one that sleeps while it owes an answer, which may wake up and answer. If it computes instead, it is
//! stopped too, and its game lends nothing any more while it is to answer. Sleep counts as the program's time; waiting
//! for the core does not.

use super::resting::SETTLING;
use super::{GameProgress, RunningGame};
use crate::chair::Chair;
use crate::inbox::Fill;
use crate::intervals::{LOOK, STOP_CHECK};
use crate::process::Process;
use crate::time_slice::TimeSlice;
use crate::watch::Watch;
use leitai_core::Seat;
use std::time::{Duration, Instant};

/// How long a game without time limits keeps its core.
const UNLIMITED: Duration = Duration::from_secs(1);
/// How often a sleeping program is checked while the core is lent.
const DOZE: Duration = Duration::from_millis(10);
/// The shortest loan worth making.
const NOTHING: Duration = Duration::from_nanos(1);

impl RunningGame<'_> {
    /// Called before anybody is asked: where other games share the core, waits until it is this game's turn. No clock
    /// is running at this point.
    pub(super) fn take_turn(&mut self) {
        if self.clocks.is_running()
            || self.seats.iter().any(|state| state.unexecuted.is_some())
            || self.over().is_some()
        {
            return;
        }
        if self.slice.as_ref().is_some_and(TimeSlice::is_over) {
            self.lend([false; 2]);
            for seat in Seat::BOTH {
                if !self.is_at_rest(seat) {
                    self.go_on(seat);
                }
            }
        }
    }

    /// Called between two plies: while spectators look at the last one, nobody in this game computes, and no clock
    /// runs. Other games may use the core until this game [takes its turn](RunningGame::take_turn). `woke` is when the
    /// stage received the ply.
    pub(super) fn keep_pace(&mut self, woke: Instant) {
        let Some(pace) = self.conditions.pace else { return };
        if self.clocks.is_running() || self.over().is_some() {
            return;
        }
        self.step_aside([false; 2], |game, slice| {
            slice.rest_until(woke + pace, || {
                let patience = game.look_from_aside();
                game.over().is_none().then_some(patience)
            });
        });
    }

    /// Leaves the core to others for as long as `wait` takes, with every program stopped except those that are
    /// `awaited`. Does nothing if the core is never shared.
    fn step_aside(&mut self, awaited: [bool; 2], wait: impl FnOnce(&mut Self, &mut TimeSlice<'_>)) {
        let Some(mut slice) = self.slice.take() else { return };
        for seat in Seat::BOTH.into_iter().filter(|seat| !awaited[*seat]) {
            self.hold(seat);
        }
        self.waits = true;
        wait(self, &mut slice);
        self.waits = false;
        self.looked = Instant::now();
        // The turn that follows is compared with this, and not with what was read before the rest.
        self.core_watch.look(&mut self.seats, self.looked);
        self.slice = Some(slice);
        self.progress = None;
    }

    /// Checks the programs while others have the core; returns how long until the next check is due.
    fn look_from_aside(&mut self) -> Duration {
        let patience = if self.is_restless() { LOOK } else { STOP_CHECK };
        self.look(Instant::now());
        patience
    }

    /// Lets other games compute while nobody in this game does. The game then waits for its next turn at the core like
    /// one that is about to ask; a game without any limit does so at intervals, whatever it is doing.
    pub(super) fn share(&mut self, now: Instant, watch: &mut dyn Watch) {
        let Some(since) = self.slice.as_ref().and_then(TimeSlice::kept_from_others) else { return };
        let launches = self.seats.iter().any(|state| state.program().is_some_and(Process::is_launching));
        if self.over().is_some() || launches {
            self.progress = None;
            return;
        }
        let progress =
            GameProgress { cpu: Seat::BOTH.map(|seat| self.seats[seat].cpu()), plies: self.table.plies() };
        let is_idle = self.progress.replace(progress) == Some(progress) && self.sleeps();
        let is_endless = self.next_deadline().is_none() && now.saturating_duration_since(since) > UNLIMITED;
        // A program that would have to be stopped as soon as it works, or must not be.
        let keeps = |seat: Seat| {
            self.is_awaited(seat) && (self.seats[seat].rest.suspect || self.may_be_starting(seat))
        };
        if is_endless || (is_idle && !Seat::BOTH.into_iter().any(keeps)) {
            while self.rest_aside(watch) && is_idle {}
            self.progress = None;
        }
    }

    /// Lends the core once. Returns true if every sleeper is still asleep and others want the core again.
    fn rest_aside(&mut self, watch: &mut dyn Watch) -> bool {
        let free = Seat::BOTH.map(|seat| self.seats[seat].rest.is_free());
        let awaited = Seat::BOTH.map(|seat| free[seat] && self.is_awaited(seat));
        // What other games of this stage take is not the machine's doing.
        for seat in Seat::BOTH.into_iter().filter(|seat| awaited[*seat]) {
            self.settle_time(seat, Instant::now());
            self.core_watch.turns[seat].lend();
        }
        let awoke = self.lend(awaited);
        let back = Instant::now();
        if awaited != [false; 2] {
            let readings = self.core_watch.read(&mut self.seats);
            for seat in Seat::BOTH.into_iter().filter(|seat| awaited[*seat]) {
                self.core_watch.turns[seat].start_over(back, readings[seat]);
            }
        }
        for seat in Seat::BOTH {
            if free[seat] && (awaited[seat] || !self.is_at_rest(seat)) {
                self.go_on(seat);
            }
            if let Some(since) = awoke[seat] {
                self.excuse(seat, back.saturating_duration_since(since));
                // Its output so far counts as received at that time; a moment later might be too late.
                self.check_time(seat, back);
                self.hear_lines(seat, back, watch);
            }
        }
        let is_back = self.over().is_none() && awoke == [None; 2];
        is_back && self.slice.as_ref().and_then(TimeSlice::kept_from_others).is_some()
    }

    /// Lets others compute until it is this game's turn again, or until the game is over: a program that is `awaited`
    /// loses if it sleeps past its deadline. Returns when each awaited program was seen awake and was stopped.
    fn lend(&mut self, awaited: [bool; 2]) -> [Option<Instant>; 2] {
        let mut awoke = [None; 2];
        self.step_aside(awaited, |game, slice| {
            let before = Seat::BOTH.map(|seat| game.seats[seat].cpu());
            let mut asleep = [Instant::now(); 2];
            slice.let_go();
            slice.wait(|| {
                let mut patience = game.look_from_aside();
                for seat in Seat::BOTH.into_iter().filter(|seat| awaited[*seat]) {
                    if awoke[seat].is_some() || game.over().is_some() {
                        continue;
                    }
                    let now = Instant::now();
                    let deadline = game.start_deadline(seat).or_else(|| game.clocks.deadline(seat));
                    let worked = game.seats[seat].cpu().saturating_sub(before[seat]) > SETTLING;
                    if worked || game.has_spoken(seat) {
                        if worked {
                            game.seats[seat].rest.suspect = true;
                        }
                        // Output found at this check may have been written in time: nobody can tell if the machine kept
                        // the stage from checking for longer than is tolerated.
                        let unheard = now.saturating_duration_since(asleep[seat]);
                        let is_tolerable = unheard <= game.conditions.tolerance.max(DOZE);
                        let heard = deadline
                            .filter(|at| now >= *at && asleep[seat] < *at && is_tolerable)
                            .map_or(now, |at| at.checked_sub(NOTHING).unwrap_or(at));
                        awoke[seat] = Some(heard);
                        game.hold(seat);
                        continue;
                    }
                    asleep[seat] = now;
                    game.check_time(seat, now);
                    let left = deadline.map_or(DOZE, |deadline| deadline.saturating_duration_since(now));
                    patience = patience.min(DOZE).min(left);
                }
                game.over().is_none().then_some(patience)
            });
        });
        awoke
    }

    /// Whether the game is waiting for this seat's program to answer or to get ready.
    fn is_awaited(&self, seat: Seat) -> bool {
        self.owes(seat) || (!self.seats[seat].is_ready && self.since(seat).is_some())
    }

    /// Extends the seat's time by a span in which the stage or the machine kept its program from working.
    pub(super) fn excuse(&mut self, seat: Seat, time: Duration) {
        self.clocks.excuse(seat, time);
        if !self.seats[seat].is_ready {
            match &mut self.seats[seat].chair {
                Chair::Program(process) => process.excuse(time),
                Chair::Far(far) => far.excuse(time),
                Chair::Person(_) => {}
            }
        }
    }

    /// Whether all programs of the game that are not stopped are asleep.
    fn sleeps(&mut self) -> bool {
        self.seats.iter_mut().all(|state| {
            let is_held = !state.rest.is_free();
            state.program_mut().is_none_or(|process| {
                is_held || process.has_ended() || !process.was_executed() || process.cell.sleeps()
            })
        })
    }

    /// Whether a program has sent something new, or closed its output.
    fn has_spoken(&mut self, seat: Seat) -> bool {
        let Some(process) = self.seats[seat].program_mut() else { return false };
        process.listen() != Fill::Nothing || process.has_more()
    }
}
