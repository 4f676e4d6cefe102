//! Who holds a contest.

use leitai_core::Words;
use serde::{Deserialize, Serialize};

/// Who holds a contest, runs it and helps to run it, as on its certificates; each empty if that is not said (the school's text, 二).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Hosts {
    /// 主办单位
    pub host: String,
    /// 承办单位
    pub organiser: String,
    /// 协办单位
    pub co_organiser: String,
}

impl Hosts {
    /// Whether nobody is named.
    pub fn is_empty(&self) -> bool {
        self.named().next().is_none()
    }

    /// Who is named, each with the word for it.
    pub fn named(&self) -> impl Iterator<Item = (Words, &str)> {
        let all = [
            (Words::new("Held by", "主办单位"), self.host.as_str()),
            (Words::new("Run by", "承办单位"), self.organiser.as_str()),
            (Words::new("With the help of", "协办单位"), self.co_organiser.as_str()),
        ];
        all.into_iter().filter(|(_, who)| !who.is_empty())
    }

    /// The same, without blanks around names, each cut to what fits on a line.
    #[must_use]
    pub fn trimmed(&self) -> Hosts {
        let line = |who: &str| who.trim().chars().take(200).collect();
        Hosts {
            host: line(&self.host),
            organiser: line(&self.organiser),
            co_organiser: line(&self.co_organiser),
        }
    }
}
