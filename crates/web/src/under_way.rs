//! Answers that are under way, and connections that outlive theirs.

use crate::connections::{Answering, Place};
use crate::patient::Turns;
use std::sync::Arc;

/// The answer to a request, from its beginning to the end of its body.
pub(crate) struct UnderWay {
    _answering: Answering,
    turns: Turns,
}

impl UnderWay {
    /// An answer that has begun: it is this side's turn.
    pub(crate) fn new(answering: Answering, turns: Turns) -> UnderWay {
        UnderWay { _answering: answering, turns }
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.turns.pass();
    }
}

/// What keeps a connection whose answer turns it into something else: from then on it is this side's turn.
#[derive(Clone)]
pub(crate) struct Kept {
    place: Arc<Place>,
    turns: Turns,
}

impl Kept {
    pub(crate) fn new(place: Arc<Place>, turns: Turns) -> Kept {
        Kept { place, turns }
    }

    /// Keeps the connection until this is dropped; `None` if it has been sent away.
    pub(crate) fn hold(&self) -> Option<UnderWay> {
        let answering = self.place.begin()?;
        self.turns.pass();
        Some(UnderWay::new(answering, self.turns.clone()))
    }
}
