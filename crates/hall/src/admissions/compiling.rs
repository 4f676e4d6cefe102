//! Compiling a submission. The compiler's output is stored as it appears, so that the author can read it and it
//! survives a restart of the server.

use super::beat::while_held;
use super::{Admissions, log};
use crate::stop::Stop;
use leitai_arena::{BuildError, Built, Hearing, Parcel};
use leitai_sandbox::Sandbox;
use leitai_store::{HeldSubmission, SubmissionState};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often new output is stored.
const KEEP: Duration = Duration::from_millis(500);

impl Admissions {
    /// Compiles in a folder; returns `None` if it was stopped, or if somebody else has taken the submission.
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
            // If the store is unavailable, this output is stored with what follows, or with the final output.
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
