//! The queue and blobs of a store whose workers play the games of an event.

use crate::event_file::EventFile;
use crate::shared_store::SharedStore;
use crate::wanted_conditions::WantedConditions;
use leitai_store::{Blobs, Crews, Queue, SecondPlayings};
use std::sync::Arc;

/// The store whose workers play an event's games.
#[derive(Clone)]
pub(crate) struct Remote {
    pub(crate) queue: Arc<Queue>,
    pub(crate) blobs: Arc<Blobs>,
    pub(crate) crews: Arc<Crews>,
    pub(crate) seconds: Arc<SecondPlayings>,
    pub(crate) class: String,
    pub(crate) wanted: WantedConditions,
}

impl Remote {
    pub(crate) fn new(shared: &SharedStore, file: &EventFile) -> Remote {
        let (queue, blobs) = (Arc::new(shared.queue()), Arc::new(shared.blobs()));
        let crews = Arc::new(Crews::new(shared.database.clone(), shared.terms));
        let seconds = Arc::new(SecondPlayings::new(shared.database.clone()));
        Remote {
            queue,
            blobs,
            crews,
            seconds,
            class: shared.class.clone(),
            wanted: WantedConditions::of(file),
        }
    }
}
