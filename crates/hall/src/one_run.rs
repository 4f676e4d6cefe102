//! One run of an event, wherever its games are played: what is due is handed out, what came back is stored on top of
//! all that others decided, and their rulings are heard.

use crate::assignment::Assignment;
use crate::error::HallError;
use crate::event_observer::{EventChange, EventObserver};
use crate::records::clear_away;
use crate::ruling::broken_off;
use crate::run::Hall;
use crate::run_file::RunningGame;
use crate::stop::Stop;
use crate::venue::{Came, Given, Opening, Stands};
use leitai_arena::Affinity;
use leitai_core::sentence;
use leitai_tournament::{Due, GameId};
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::Ordering;
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

/// How often it is looked at what others have decided.
const LOOK: Duration = Duration::from_millis(100);

impl Hall {
    /// Plays until no game is due (the event is over or needs a ruling), or it is stopped. On this machine `jobs` games
    /// run in parallel, and a stop waits for them. Workers of a store go on with what is ordered, and the process that
    /// resumes the event stores the results.
    pub fn run(
        &mut self,
        jobs: usize,
        affinity: Affinity,
        stop: &Stop,
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        // The draw waits until submissions are closed: entries have submitted by then, or are out.
        if self.file.begins_closed() && !self.event.is_closed() {
            return Ok(());
        }
        // Others play its games, at the tables of a hall, and bring the results.
        if self.file.at_tables {
            return Ok(());
        }
        // Only done by the process that runs it: others may only look at it.
        clear_away(&self.folder.join("games"));
        // The process that stored a disturbed game may have been killed before it marked it as questionable.
        for game in self.details.keys().copied().collect::<Vec<_>>() {
            self.question(game, see)?;
        }
        thread::scope(|scope| {
            let doors = Doors(self);
            OneRun::open(doors.0, (jobs, affinity), stop, scope, see)?.until_it_ends(stop)
        })
    }
}

/// Closes the venue when dropped, so that its threads end also if this one panics.
struct Doors<'a>(&'a mut Hall);

impl Drop for Doors<'_> {
    fn drop(&mut self) {
        self.0.venue.close();
        self.0.running.set(BTreeMap::new());
    }
}

/// An event whose venue is open.
pub(crate) struct OneRun<'a> {
    pub(crate) hall: &'a mut Hall,
    see: &'a mut dyn EventObserver,
    /// The games that the venue has.
    pub(crate) given: BTreeMap<GameId, Given>,
    /// Due games that it is to have next.
    due: VecDeque<(Due, Assignment)>,
    /// Whether others may be due.
    is_more_due: bool,
    /// When it was last looked at what others have decided.
    looked: Option<Instant>,
}

impl<'a> OneRun<'a> {
    /// Opens the venue.
    pub(crate) fn open<'scope>(
        hall: &'a mut Hall,
        (jobs, affinity): (usize, Affinity),
        stop: &'scope Stop,
        scope: &'scope Scope<'scope, '_>,
        see: &'a mut dyn EventObserver,
    ) -> Result<OneRun<'a>, HallError> {
        hall.stuck.clear();
        let opening = Opening {
            begun: &hall.begun,
            details: &hall.details,
            jobs,
            affinity,
            spectators: &hall.spectators,
            ahead: hall.ahead,
            awaits_operator: hall.awaits_operator,
        };
        hall.venue.open(&opening, stop, scope, see)?;
        let (given, due) = (BTreeMap::new(), VecDeque::new());
        Ok(OneRun { hall, see, given, due, is_more_due: true, looked: None })
    }

    fn until_it_ends(mut self, stop: &Stop) -> Result<(), HallError> {
        let mut failed = None;
        loop {
            let is_stopped = failed.is_some() || stop.is_set();
            if is_stopped {
                if self.hall.venue.is_elsewhere() {
                    self.given.clear();
                } else if stop.abandon.load(Ordering::Relaxed) {
                    self.call_off(|_| true)?;
                }
                if self.is_idle() {
                    return failed.map_or(Ok(()), Err);
                }
            }
            let went_on = match failed {
                None => self.step(is_stopped),
                // What still runs is stored if that is possible.
                Some(_) => self.settle().map(|()| false),
            };
            match went_on {
                Ok(true) => return Ok(()),
                Ok(false) => {}
                Err(error) => failed = failed.or(Some(error)),
            }
        }
    }

    /// Returns whether nothing more is to be played.
    pub(crate) fn step(&mut self, is_stopped: bool) -> Result<bool, HallError> {
        self.look_around()?;
        if !is_stopped {
            let is_paused = self.hall.paused.load(Ordering::Relaxed);
            if is_paused {
                // What nobody has begun is handed out again when the event goes on.
                self.call_off(|given| given.stands == Stands::Waits)?;
            } else {
                self.hand_out()?;
            }
            let waits_for_operator = self.hall.awaits_operator && !self.given.is_empty();
            if self.is_idle() && (is_paused || !waits_for_operator && !self.hall.venue.awaits()?) {
                return self.ends(is_paused);
            }
        }
        self.settle()?;
        Ok(false)
    }

    /// Whether none of the venue's games will come back by itself.
    fn is_idle(&self) -> bool {
        self.given.values().all(|given| given.stands == Stands::Stuck)
    }

    /// Hears what others have decided, once in a while, and calls off games that are no longer due, or now due between
    /// others.
    fn look_around(&mut self) -> Result<(), HallError> {
        let hall = &mut *self.hall;
        if self.looked.is_none_or(|at| at.elapsed() >= LOOK) {
            self.looked = Some(Instant::now());
            // Whoever waited with a ruling has made it by the time at which nothing is held back for it any more.
            if hall.venue.tend(&hall.details, self.see)? {
                self.due.clear();
                self.is_more_due = true;
            }
            hall.hear(self.see)?;
        }
        if std::mem::take(&mut hall.news) { self.call_off_void() } else { Ok(()) }
    }

    pub(crate) fn call_off_void(&mut self) -> Result<(), HallError> {
        let games = self.given.values().map(|given| RunningGame::from(&given.due));
        let off = broken_off(&self.hall.event, games);
        self.call_off(|given| off.contains(&given.due.id))
    }

    fn call_off(&mut self, is_off: impl Fn(&Given) -> bool) -> Result<(), HallError> {
        // What is due was worked out before.
        self.due.clear();
        self.is_more_due = true;
        let off = self.given.values().filter(|given| is_off(given));
        let off: Vec<GameId> = off.map(|given| given.due.id).collect();
        self.hall.venue.call_off(&off)?;
        if self.hall.venue.is_elsewhere() {
            for game in off {
                self.given.remove(&game);
                self.hall.stuck.remove(game);
            }
        }
        Ok(())
    }

    /// Hands out due games, as far as there is room.
    pub(crate) fn hand_out(&mut self) -> Result<(), HallError> {
        let (hall, given) = (&mut *self.hall, &mut self.given);
        let room = hall.venue.room(given.values().filter(|given| given.stands == Stands::Waits).count());
        if self.is_more_due && self.due.len() < room {
            let (state, most) = (hall.event.state(), room.max(hall.venue.batch()));
            let due = state.due().filter(|due| !given.contains_key(&due.id) && !hall.venue.holds(due));
            let due = due.take(most).map(|due| Ok((due, hall.assignment(&due, &state)?)));
            self.due = due.collect::<Result<_, HallError>>()?;
            self.is_more_due = self.due.len() == most;
        }
        let some = self.due.drain(..room.min(self.due.len()));
        let (due, assignments): (Vec<_>, Vec<_>) = some.unzip();
        if due.is_empty() {
            return Ok(());
        }
        hall.venue.take(assignments)?;
        given.extend(due.into_iter().map(|due| (due.id, Given { due, stands: Stands::Waits })));
        Ok(())
    }

    /// Stores and tells what became of games.
    pub(crate) fn settle(&mut self) -> Result<(), HallError> {
        let (hall, given) = (&mut *self.hall, &mut self.given);
        let came = hall.venue.came(given, self.see)?;
        let runs = given.values().filter(|given| given.stands == Stands::Runs);
        hall.running.set(runs.map(|given| (given.due.id, given.due)).collect());
        let (mut played, mut failed) = (Vec::new(), Ok(()));
        for (game, came) in came {
            let is_gone = matches!(came, Came::Played(_) | Came::Back | Came::Failed(_));
            let Some(known) = given.get_mut(&game) else { continue };
            match came {
                Came::Started => self.see.happened(&hall.event, &EventChange::Started(&known.due)),
                Came::Played(one) => played.push(one),
                Came::Back => self.due.clear(),
                Came::Stuck(why) => {
                    known.stands = Stands::Stuck;
                    hall.stuck.insert(game, why.clone());
                    self.see.is_stuck(game, &why);
                }
                Came::Renewed => {
                    hall.stuck.remove(game);
                    self.see.is_renewed(game);
                }
                Came::Failed(error) => failed = Err(error),
            }
            if is_gone {
                given.remove(&game);
                self.is_more_due = true;
            }
        }
        if !played.is_empty() {
            hall.keep_all(played, self.see)?;
        }
        failed
    }

    fn ends(&mut self, is_paused: bool) -> Result<bool, HallError> {
        let hall = &mut *self.hall;
        // Somebody may have ruled just now, and there may be more to play.
        hall.hear(self.see)?;
        if hall.news {
            return Ok(false);
        }
        hall.venue.end(self.see)?;
        let stuck = hall.stuck.now();
        if is_paused || stuck.is_empty() {
            return Ok(true);
        }
        let stuck = stuck.iter().map(|(game, why)| sentence!("{game}: ", "{game}：").then(why));
        Err(HallError::Stuck(stuck.collect()))
    }
}

#[cfg(test)]
mod tests;
