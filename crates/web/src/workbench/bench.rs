//! The workbench as it is served: where, to whom, and what was tried last.

use crate::assets::Assets;
use crate::local_door::LocalDoor;
use leitai_core::{Lang, Sentence};
use leitai_hall::{Workbench, Zone};
use std::sync::{Arc, Mutex};
use tokio::sync::watch;

/// The workbench as it is served.
pub(super) struct Bench {
    pub(super) door: LocalDoor,
    pub(super) workbench: Arc<Workbench>,
    /// The address of this machine's site.
    pub(super) site: String,
    /// The language where the browser names none.
    pub(super) lang: Lang,
    pub(super) zone: Zone,
    pub(super) assets: Assets,
    /// Why what was asked for last was not done, until it is shown.
    pub(super) trouble: Mutex<Option<Sentence>>,
    pub(super) closing: watch::Sender<bool>,
}
