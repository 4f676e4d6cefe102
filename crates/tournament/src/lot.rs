//! Lots that anybody can draw again.

use leitai_core::sentence;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::Sentence;

/// The text from which every lot of an event is drawn. A commitment to it may be published before sign-up closes
/// ([`Seed::commitment`]), and the text itself afterwards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seed(String);

/// One drawing of lots: an order, and how to repeat the draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lot<T> {
    /// The order drawn, first to last.
    pub order: Vec<T>,
    /// What was drawn for, and the result. The seed is not included: it is secret until the event is over.
    pub why: Sentence,
}

impl Seed {
    /// A seed; any text without line breaks will do.
    pub fn new(text: impl Into<String>) -> Self {
        Seed(text.into())
    }

    /// The text itself.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// SHA-256 of the text, in lower-case hexadecimal: publish it before the draw, the seed after it.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0.as_bytes()))
    }

    /// The figure of a name in the lot of a label: the SHA-256 of `SEED|LABEL|NAME`, in lower-case hexadecimal.
    pub fn figure(&self, label: &str, name: &str) -> String {
        hex(&self.digest(label, name))
    }

    fn digest(&self, label: &str, name: &str) -> [u8; 32] {
        Sha256::digest(format!("{}|{label}|{name}", self.0).as_bytes()).into()
    }

    /// Draws lots among `items`, each named by `name`; names must differ. For each item the SHA-256 of
    /// `SEED|LABEL|NAME` is written in hexadecimal, and the smallest comes first, so that `printf %s
    /// 'SEED|LABEL|NAME' | sha256sum` for every name, followed by `sort`, gives the same order. The order of
    /// `items` does not matter.
    pub fn draw<T>(
        &self,
        label: &str,
        items: impl IntoIterator<Item = T>,
        name: impl Fn(&T) -> String,
    ) -> Lot<T> {
        let mut drawn: Vec<_> = items
            .into_iter()
            .map(|item| {
                let name = name(&item);
                (self.digest(label, &name), name, item)
            })
            .collect();
        drawn.sort_unstable_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
        let names: Vec<String> = drawn.iter().map(|(_, name, _)| name.clone()).collect();
        let why = sentence!("lot \"{label}\": {names}", "抽签“{label}”：{names}"; label, names);
        Lot { order: drawn.into_iter().map(|(_, _, item)| item).collect(), why }
    }
}

fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from(b"0123456789abcdef"[half as usize]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figures obtained from `printf %s '…' | sha256sum`.
    #[test]
    fn an_outsider_draws_the_same() {
        let seed = Seed::new("2025-11-12");
        assert_eq!(seed.commitment(), "68333e5681ba2568429af7a6d5301923cd78196165b7ed3046f3657554862c4d");
        let lot = seed.draw("final seats", ["e4", "e9", "e11"], ToString::to_string);
        assert_eq!(lot.order, ["e9", "e11", "e4"]);
        let said = "lot \"final seats\": e9, e11, e4";
        assert_eq!(lot.why.to(crate::Lang::En), said);
        assert_eq!(seed.draw("final seats", ["e11", "e9", "e4"], ToString::to_string), lot);
    }
}
