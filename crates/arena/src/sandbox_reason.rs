//! Failures of the sandbox as sentences of the stage.

use leitai_core::Sentence;
use leitai_protocol::printable;
use leitai_sandbox::Reason;
use std::io;

/// A reason of the sandbox's, to be told.
pub(crate) fn said(reason: &Reason) -> Sentence {
    let plain = |text: &str| printable(text.trim_end_matches('\n').as_bytes());
    Sentence::new(plain(&reason.to_string()), plain(reason.zh()))
}

/// What the sandbox says of its failure, to be told in both languages.
pub(crate) fn told(error: io::Error) -> io::Error {
    if !error.get_ref().is_some_and(<dyn std::error::Error + Send + Sync>::is::<Reason>) {
        return error;
    }
    io::Error::new(error.kind(), said(&Reason::of(&error)))
}
