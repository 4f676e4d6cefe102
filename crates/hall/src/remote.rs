//! The queue and blobs of a store whose workers play the games of an event.

use crate::event_file::EventFile;
use crate::shared_store::SharedStore;
use crate::wanted_conditions::WantedConditions;
use leitai_store::{Blobs, Queue};
use std::sync::Arc;

/// The store whose workers play an event's games.
#[derive(Clone)]
pub(crate) struct Remote {
    pub(crate) queue: Arc<Queue>,
    pub(crate) blobs: Arc<Blobs>,
    pub(crate) class: String,
    pub(crate) wanted: WantedConditions,
}

impl Remote {
    pub(crate) fn new(shared: &SharedStore, file: &EventFile) -> Remote {
        let (queue, blobs) = (Arc::new(shared.queue()), Arc::new(shared.blobs()));
        Remote { queue, blobs, class: shared.class.clone(), wanted: WantedConditions::of(file) }
    }
}
