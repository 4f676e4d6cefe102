//! Reporting to a person that a store does not answer, and that it answers again.

use crate::StoreError;
use leitai_core::Sentence;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// How long a call may fail, or go unanswered, before an outage is reported.
const TOLD: Duration = Duration::from_secs(1);

/// What is reported about a store.
#[derive(Clone, Debug)]
pub enum Outage {
    /// It has not answered for a second; with the reason, if known.
    Away(Option<Sentence>),
    /// It answers again, after this long.
    Back(Duration),
}

type Tell = Box<dyn Fn(Outage) + Send + Sync>;

static TELL: OnceLock<Tell> = OnceLock::new();
static STATE: Mutex<Unanswered> = Mutex::new(Unanswered { since: None, is_told: false });

/// Whether calls of this process go unanswered, and since when.
struct Unanswered {
    since: Option<Instant>,
    is_told: bool,
}

/// Calls `tell` from now on for outages of this process's store, within two seconds of their beginning, on whatever
/// thread waits for the store. Only the first call of this function has an effect.
pub fn tell_of_outages(tell: impl Fn(Outage) + Send + Sync + 'static) {
    let _ = TELL.set(Box::new(tell));
}

/// Awaits a call, and reports an outage if the answer takes long.
pub(crate) async fn watched<T>(ask: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    let mut ask = std::pin::pin!(ask);
    let begun = Instant::now();
    let answer = loop {
        match timeout(TOLD, &mut ask).await {
            Ok(answer) => break answer,
            Err(_) => STATE.lock().unwrap_or_else(PoisonError::into_inner).fail(begun, None, say),
        }
    };
    let mut state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
    match &answer {
        Ok(_) => state.succeed(say),
        Err(error) if error.is_passing() => state.fail(begun, Some(error), say),
        Err(_) => {}
    }
    answer
}

fn say(outage: Outage) {
    if let Some(tell) = TELL.get() {
        tell(outage);
    }
}

impl Unanswered {
    /// Notes that a call that began at `begun` has failed, or has not been answered yet.
    fn fail(&mut self, begun: Instant, error: Option<&StoreError>, say: impl FnOnce(Outage)) {
        let since = *self.since.get_or_insert(begun);
        if !self.is_told && since.elapsed() >= TOLD {
            self.is_told = true;
            say(Outage::Away(error.map(Sentence::of)));
        }
    }

    fn succeed(&mut self, say: impl FnOnce(Outage)) {
        if let Some(since) = self.since.take()
            && std::mem::take(&mut self.is_told)
        {
            say(Outage::Back(since.elapsed()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outage_is_told_once_and_so_is_its_end() {
        let said = std::cell::RefCell::new(Vec::new());
        let say = |outage| said.borrow_mut().push(matches!(outage, Outage::Away(_)));
        let mut state = Unanswered { since: None, is_told: false };
        // A short failure is not reported.
        state.fail(Instant::now(), None, say);
        state.succeed(say);
        assert!(said.borrow().is_empty());
        let long_ago = Instant::now().checked_sub(TOLD).expect("the machine runs for longer");
        state.fail(long_ago, None, say);
        state.fail(long_ago, None, say);
        state.succeed(say);
        state.succeed(say);
        assert_eq!(*said.borrow(), [true, false]);
    }

    /// A hanging connection fails no call, so silence must be reported in time as well. The control sleeps beside it, and
    /// wakes as late as this machine wakes anybody.
    #[test]
    fn a_call_that_is_not_answered_is_told_within_two_seconds() {
        static TOLD_AT: Mutex<Vec<(bool, Instant)>> = Mutex::new(Vec::new());
        tell_of_outages(|outage| {
            let is_away = matches!(outage, Outage::Away(_));
            TOLD_AT.lock().expect("whole").push((is_away, Instant::now()));
        });
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let begun = Instant::now();
        let hangs = async {
            tokio::time::sleep(Duration::from_millis(1_300)).await;
            Ok(())
        };
        let sleeper = std::thread::spawn(move || {
            std::thread::sleep(TOLD);
            begun.elapsed()
        });
        runtime.block_on(watched(hangs)).expect("it is answered at last");
        let slept = sleeper.join().expect("no panic");
        let told_at = TOLD_AT.lock().expect("whole");
        assert_eq!(told_at.iter().map(|(is_away, _)| *is_away).collect::<Vec<_>>(), [true, false]);
        let took = told_at[0].1 - begun;
        assert!(took < slept + Duration::from_secs(1), "{took:?}, and {slept:?} for a sleeper");
    }
}
