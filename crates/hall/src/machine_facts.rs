//! What a worker reports about its machine, for the organiser.

use leitai_arena::{Calibration, available};
use leitai_sandbox::{Sandbox, SandboxLevel};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Facts about a machine.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MachineFacts {
    /// Cores that its workers may use.
    pub cores: usize,
    /// Its processor, as named by the system.
    pub processor: String,
    /// Rounds of a fixed workload per second on one core, as measured when the worker began.
    pub speed: u64,
    /// The strongest sandbox level that it can set up; `None` if unknown.
    pub level: Option<SandboxLevel>,
    /// The version of this program.
    pub version: String,
}

impl MachineFacts {
    /// The facts about this machine; measures for a moment the first time. `launcher` is the stage's own binary.
    pub fn of_this_machine(launcher: &Path) -> MachineFacts {
        let processors = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = processors.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
        MachineFacts {
            cores: available().len(),
            processor: model.map(|(_, model)| model.trim().to_owned()).unwrap_or_default(),
            speed: Calibration::once().speed,
            level: Some(Sandbox::strongest(launcher).level()),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// The form in which a store keeps it.
    pub(crate) fn to_value(&self) -> Value {
        // Cannot fail: there are only texts and numbers.
        serde_json::to_value(self).unwrap_or_default()
    }

    /// Reads the form kept in a store; missing fields are empty.
    pub fn of_value(value: &Value) -> MachineFacts {
        MachineFacts::deserialize(value).unwrap_or_default()
    }
}
