//! What a submission hands in.

use leitai_core::ContentHash;
use serde::{Deserialize, Serialize};

/// The program of a submission: with it the journal alone says who played with what.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum SubmittedProgram {
    /// One source that was handed in; the event's store keeps it under its hash.
    Source {
        /// What it is compiled as: the ending tells the language. Never a name that somebody typed.
        name: String,
        /// The standard that was chosen beside it; none: its first line says, or the language's usual one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        standard: Option<String>,
        /// The hash of its bytes.
        sha256: ContentHash,
    },
    /// What the event's file named then.
    OfTheFile {
        /// As it is named there: a level, a command, the name of a file or folder.
        name: String,
        /// The hash of the file, or of the folder's archive; none of what is no file.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sha256: Option<ContentHash>,
    },
}
