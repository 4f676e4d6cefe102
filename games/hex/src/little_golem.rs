//! Files of Little Golem: trees of SGF that do not say which game they are of, except in the name of the event.

use crate::habits::is_of_little_golem;
use crate::sheet::Words;
use crate::{Board, Rules};
use leitai_core::{Foreign, Sheet, SheetError, SheetGame, SheetName};
use leitai_sheet::{Tree, stone_sheet};

/// The files.
pub(crate) struct LittleGolem;

fn tree() -> Box<dyn Sheet<Board>> {
    stone_sheet::<Words>(SheetName::Sgf)
}

impl Foreign<Board> for LittleGolem {
    fn name(&self) -> &'static str {
        "littlegolem"
    }

    fn knows(&self, text: &str) -> bool {
        text.trim_start().starts_with('(') && is_of_little_golem(&Tree::root_of(text))
    }

    fn options(&self, text: &str) -> Vec<(&'static str, String)> {
        tree().options(text)
    }

    fn read(&self, rules: &Rules, text: &str) -> Result<SheetGame<Board>, SheetError> {
        tree().read(rules, text)
    }
}
