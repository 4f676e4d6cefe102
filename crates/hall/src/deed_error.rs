//! Why a deed was not done.

use crate::error::HallError;
use leitai_core::{Sentence, Tell, errors};
use leitai_store::StoreError;

errors! {
    /// Why something that a person asked of an event was not done. Nothing was changed.
    #[derive(Debug)]
    pub enum DeedError {
        /// What was asked cannot be done as it is; whoever asked is shown this.
        Refused(why: Sentence);
        /// Somebody else has changed in the meantime what was shown; whoever asked is shown this, and what is there now.
        Meanwhile(why: Sentence);
        /// The event has nothing of that number or name.
        Nothing => "there is no such thing in this event", "本赛事中没有这一项";
        /// The event cannot be read or written, or whoever asked may not do this any more.
        Hall(error: HallError);
    }
}

impl From<HallError> for DeedError {
    fn from(error: HallError) -> DeedError {
        match error {
            HallError::Refused(refusal) => DeedError::Refused(refusal.why),
            HallError::NotAsShown => DeedError::Meanwhile(Sentence::of(&error)),
            error => DeedError::Hall(error),
        }
    }
}

impl From<StoreError> for DeedError {
    fn from(error: StoreError) -> DeedError {
        DeedError::Hall(HallError::Store(error))
    }
}

impl DeedError {
    /// A refusal for the reason that an error gives.
    pub(crate) fn because(why: &impl Tell) -> DeedError {
        DeedError::Refused(Sentence::of(why))
    }
}

impl DeedError {
    /// For the words of a refusal.
    pub fn refused(&self) -> Option<&Sentence> {
        match self {
            DeedError::Refused(why) | DeedError::Meanwhile(why) => Some(why),
            _ => None,
        }
    }
}
