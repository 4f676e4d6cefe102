//! The reader of a page.

use leitai_core::Lang;
use leitai_hall::Zone;

/// What every page needs to know about its reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reader<'a> {
    /// The language of the page.
    pub lang: Lang,
    /// The colours.
    pub theme: Theme,
    /// The zone of all times.
    pub zone: &'a Zone,
    /// Path and query of the page, for links to the same page in the other language and in other colours.
    pub here: &'a str,
    /// Scheme and host of the site, as others type them; empty if they are not known.
    pub address: &'a str,
}

/// The colours of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// As set in the reader's system.
    #[default]
    System,
    /// Ink on paper.
    Light,
    /// Chalk at night.
    Dark,
}

impl Theme {
    /// Its name in addresses and cookies.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::System => "system",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    /// The theme of that name.
    pub fn named(name: &str) -> Option<Theme> {
        [Theme::System, Theme::Light, Theme::Dark].into_iter().find(|theme| theme.name() == name)
    }

    /// What a press of the button selects next; all three come in turn.
    pub(crate) const fn next(self) -> Theme {
        match self {
            Theme::System => Theme::Dark,
            Theme::Dark => Theme::Light,
            Theme::Light => Theme::System,
        }
    }
}

/// Which part of the site a page belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nav {
    /// `/`.
    Hall,
    /// `/play` and below.
    Play,
    /// `/events` and below.
    Events,
    /// `/ladders` and `/programs`.
    Ladders,
    /// `/docs`.
    Docs,
    /// Pages for those who have signed in.
    Account,
    /// None of them.
    None,
}

impl Reader<'_> {
    /// This page in the other language.
    pub(crate) fn other_language(&self) -> String {
        let lang = if self.lang == Lang::Zh { Lang::En } else { Lang::Zh };
        let (path, query) = self.here.split_once('?').unwrap_or((self.here, ""));
        let kept = query.split('&').filter(|part| !part.is_empty() && !part.starts_with("lang="));
        let kept: String = kept.flat_map(|part| ["&", part]).collect();
        format!("{path}?lang={lang}{kept}")
    }

    /// The address that switches to the next colours.
    pub(crate) fn other_theme(&self) -> String {
        // A query may contain a path unencoded.
        let back = percent_encoded(self.here).replace("%2F", "/");
        format!("/set?theme={}&back={back}", self.theme.next().name())
    }
}

/// A text in which everything but letters, digits and `-._~` is encoded as the `%XX` of its bytes, as in addresses
/// and headers.
pub fn percent_encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                encoded.push(char::from(byte));
            }
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}
