//! The program of a submission.

use leitai_core::ContentHash;
use serde::{Deserialize, Serialize};

/// The program of a submission: with it the journal alone shows who played with which program.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum SubmittedProgram {
    /// One submitted source file; the event's store keeps it under its hash.
    Source {
        /// The file name under which it is compiled: its extension determines the language. Never a name typed by a
        /// person.
        name: String,
        /// The language standard chosen with it; `None` if its first line names one, or the language's default
        /// applies.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        standard: Option<String>,
        /// The hash of its bytes.
        sha256: ContentHash,
    },
    /// What the event's file named at that time.
    OfTheFile {
        /// As named there: a level, a command, the name of a file or folder.
        name: String,
        /// The hash of the file, or of the folder's archive; `None` if it is not a file.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sha256: Option<ContentHash>,
    },
}
