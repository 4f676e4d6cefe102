//! A submission's compiler, whose words are kept while they come: its author reads them, and they outlast the server.

use super::beat::while_held;
use super::{Admissions, log};
use crate::run::Stop;
use leitai_arena::{BuildError, Built, Hearing, Parcel};
use leitai_sandbox::Sandbox;
use leitai_store::{HeldSubmission, SubmissionState};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often what it says is kept, where it says more.
const KEEP: Duration = Duration::from_millis(500);

impl Admissions {
    /// Compiles in a folder; none if it was stopped, or if somebody else has the submission by now.
    pub(super) fn compile(
        &self,
        held: &HeldSubmission,
        parcel: Parcel,
        folder: &Path,
        sandbox: &Sandbox,
        stop: &Stop,
    ) -> Option<Result<Built, BuildError>> {
        let (shared, told) = (&*self.shared, &*self.told);
        let said = Mutex::new(String::new());
        let hear = |words: &str| {
            let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
            if *said != words {
                words.clone_into(&mut said);
            }
        };
        let (mut kept, mut last) = (String::new(), Instant::now());
        let keep = || {
            if last.elapsed() < KEEP {
                return;
            }
            let words = said.lock().unwrap_or_else(PoisonError::into_inner).clone();
            if words.trim().is_empty() || words == kept {
                return;
            }
            last = Instant::now();
            let all = shared.submissions();
            let went = shared.runtime.wait(all.go_on(held, SubmissionState::Compiling, log(&words)));
            // Where the store is away they come again with those that follow, or with the last.
            if matches!(went, Ok(true)) {
                kept = words;
                told(&held.submission.event);
            }
        };
        while_held(shared, held, stop, keep, |broken| {
            let built = parcel.build_anew(folder, sandbox, &Hearing { told: &hear, stop: broken });
            (!broken.load(Ordering::Relaxed)).then_some(built)
        })
    }
}
