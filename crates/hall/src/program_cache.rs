//! A bounded cache of programs that are ready to start; the least recently used is evicted.

use crate::program::Program;
use crate::program_error::ProgramError;
use leitai_arena::Launch;
use leitai_core::Sentence;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tempfile::TempDir;

/// A program that is ready to start, as long as somebody holds it.
pub(crate) struct Ready {
    pub(crate) launch: Launch,
    /// Set if it cannot be started and its source is to blame: the compiler's full output.
    pub(crate) unbuilt: Option<Sentence>,
    /// The compiled program.
    pub(crate) _folder: TempDir,
}

impl Ready {
    /// A program that cannot be built, for this reason.
    pub(crate) fn unbuilt(why: Sentence) -> Result<Arc<Ready>, ProgramError> {
        let folder = tempfile::tempdir().map_err(|error| ProgramError::Io(std::env::temp_dir(), error))?;
        let launch = Launch::Unbuilt { why: why.clone() };
        Ok(Arc::new(Ready { launch, unbuilt: Some(why), _folder: folder }))
    }
}

/// A program's slot: the first caller to find it empty compiles the program, the others wait for that.
type Slot = Arc<Mutex<Option<Arc<Ready>>>>;

/// Programs made ready, each only once while cached. The least recently used one is evicted.
pub(crate) struct ProgramCache {
    room: usize,
    places: Mutex<Places>,
}

#[derive(Default)]
struct Places {
    /// Number of requests so far.
    asked: u64,
    /// Each program with the number of its last request.
    programs: HashMap<Program, (u64, Slot)>,
}

impl ProgramCache {
    /// A cache with room for this many programs.
    pub(crate) fn new(room: usize) -> ProgramCache {
        ProgramCache { room, places: Mutex::default() }
    }

    /// Returns the program, making it ready if it is not. After a failure the next request tries again: by then the
    /// disk may have room, or the store be available.
    pub(crate) fn ready<E>(
        &self,
        program: &Program,
        make: impl FnOnce() -> Result<Ready, E>,
    ) -> Result<Arc<Ready>, E> {
        let place = self.place(program);
        let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ready) = &*place {
            return Ok(Arc::clone(ready));
        }
        let ready = Arc::new(make()?);
        *place = Some(Arc::clone(&ready));
        Ok(ready)
    }

    /// Forgets a program that has changed.
    pub(crate) fn forget(&self, program: &Program) {
        self.places.lock().unwrap_or_else(PoisonError::into_inner).programs.remove(program);
    }

    fn place(&self, program: &Program) -> Slot {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let Places { asked, programs } = &mut *places;
        *asked += 1;
        if !programs.contains_key(program)
            && programs.len() >= self.room
            && let Some(oldest) = programs.iter().min_by_key(|(_, (when, _))| *when)
        {
            let oldest = oldest.0.clone();
            programs.remove(&oldest);
        }
        let (when, place) = programs.entry(program.clone()).or_default();
        *when = *asked;
        Arc::clone(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    fn program(name: &str) -> Program {
        Program::Path(name.into())
    }

    fn made(count: &Cell<u32>) -> Result<Ready, std::io::Error> {
        count.set(count.get() + 1);
        let launch = Launch::typed("/bin/true".into(), Vec::new());
        Ok(Ready { launch, unbuilt: None, _folder: tempfile::tempdir()? })
    }

    #[test]
    fn what_was_not_asked_for_the_longest_makes_room_and_lasts_while_it_is_held() {
        let (programs, count) = (ProgramCache::new(2), Cell::new(0));
        let ask = |name| programs.ready(&program(name), || made(&count)).expect("room");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().to_owned();
        let make = || made(&count).map(|ready| Ready { _folder: folder, ..ready });
        let first = programs.ready(&program("a"), make).expect("room");
        ask("b");
        ask("a");
        assert_eq!(count.get(), 2);
        ask("c");
        ask("a");
        assert_eq!(count.get(), 3, "b made room, not a");
        ask("b");
        ask("c");
        assert_eq!(count.get(), 5, "c made room for b, and a for c");
        assert!(path.exists());
        drop(first);
        assert!(!path.exists());
    }

    #[test]
    fn what_failed_is_tried_again() {
        let (programs, count) = (ProgramCache::new(2), Cell::new(0));
        assert_eq!(programs.ready(&program("a"), || Err("no room")).err(), Some("no room"));
        programs.ready(&program("a"), || made(&count)).expect("room by now");
        assert_eq!(count.get(), 1);
    }

    #[test]
    fn many_who_ask_at_once_wait_for_one_who_makes_it() {
        let (programs, count) = (ProgramCache::new(2), Mutex::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let make = || {
                        *count.lock().expect("whole") += 1;
                        made(&Cell::new(0))
                    };
                    programs.ready(&program("a"), make).expect("room");
                });
            }
        });
        assert_eq!(count.into_inner().expect("whole"), 1);
    }
}
