//! The dossier: what a committee needs to admit the platform to a contest, as a page to print and as one archive.
//!
//! The general rules of the national contest admit a platform that is applied for beforehand, tried by the teams and
//! approved by experts, and whose protocol and guide were published two months ahead. The dossier holds what such a
//! decision rests on. It is a pure function of what it is made for: equal input, equal bytes.

mod archive;
mod assurance;
mod cover;
mod files;
mod for_game;
mod publication;
mod rule_sentence;
mod subject;

pub use archive::archive;
pub use publication::{Publication, publications};
pub use rule_sentence::{RuleSentence, rule_sentences};
pub use subject::{Dossier, DossierBinary, DossierContest, DossierFile, DossierGame, DossierMachine};
