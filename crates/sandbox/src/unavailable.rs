//! Why a level is not there.

use crate::sandbox_level::SandboxLevel;
use leitai_lang::{Sentence, errors};

errors! {
    /// Why a level is not available on this machine.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Unavailable {
        /// The level.
        pub level: SandboxLevel,
        /// What failed, with the system's reason.
        pub why: Sentence,
    } => "level {level} of the sandbox cannot be set up here: {why}", "本机无法建立 {level} 级沙箱：{why}";
}
