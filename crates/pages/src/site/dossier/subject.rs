//! What a dossier is made from and of.

use crate::html::Html;
use crate::site::docs::{Rendering, document_part, named};
use leitai_catalog::RuledGame;
use leitai_core::{Clock, ContentHash, DialectName, Lang, Words};
use leitai_hall::Zone;
use leitai_sandbox::SandboxLevel;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The languages of the dossier.
pub(super) const LANGUAGES: [Lang; 2] = [Lang::Zh, Lang::En];
/// The documents on what is guaranteed, and how it was examined.
pub(super) const ASSURANCES: [&str; 3] = ["record", "security", "cores"];
/// The guide for those who write programs.
pub(super) const GUIDES: [&str; 2] = ["programs", "join"];

/// What a dossier is made from.
pub struct Dossier<'a> {
    /// The contest or event that it is for; `None` for whoever wants to know the platform.
    pub contest: Option<DossierContest>,
    /// The games, in the order in which they are listed.
    pub games: Vec<DossierGame>,
    /// The zone of the times that people read.
    pub zone: &'a Zone,
    /// The version of the platform.
    pub version: &'a str,
    /// The program that wrote the dossier.
    pub binary: DossierBinary,
    /// The machine on which it was written.
    pub machine: DossierMachine,
}

/// The contest that a dossier is for.
pub struct DossierContest {
    /// Its name.
    pub name: String,
    /// Where it takes place; empty if that is still to be said.
    pub place: String,
    /// When it begins, milliseconds since 1970-01-01 UTC, if that is known.
    pub begins: Option<i64>,
}

/// A game as it is to be played.
pub struct DossierGame {
    /// The game with its options.
    pub ruled: Arc<dyn RuledGame>,
    /// The time of the sides.
    pub clock: Clock,
}

/// The program file of the platform.
pub struct DossierBinary {
    /// Its hash.
    pub sha256: ContentHash,
    /// Its size in bytes.
    pub bytes: u64,
}

/// What the machine has.
pub struct DossierMachine {
    /// Its system and processor, as the machine names them.
    pub system: String,
    /// The strongest sandbox that can be set up there.
    pub strongest: SandboxLevel,
}

/// A file of the dossier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DossierFile {
    /// Its path in the folder or archive.
    pub path: String,
    /// What it holds.
    pub contents: Vec<u8>,
}

impl DossierFile {
    pub(super) fn new(path: String, contents: impl Into<Vec<u8>>) -> DossierFile {
        DossierFile { path, contents: contents.into() }
    }

    /// The hash of its contents.
    pub fn sha256(&self) -> ContentHash {
        ContentHash::of(&self.contents)
    }
}

impl Dossier<'_> {
    /// The pages of all protocols in which programs of these games may speak, by name.
    pub(super) fn protocols(&self) -> BTreeSet<&'static str> {
        let spoken = self.games.iter().flat_map(|own| self.spoken(own));
        spoken.map(|name| name.name().trim_end_matches("-simple")).collect()
    }

    /// The protocols in which programs of a game may speak: with the contest's options, or at all where there is no contest.
    pub(super) fn spoken(&self, own: &DossierGame) -> Vec<DialectName> {
        let all = own.ruled.facts().dialects.iter().copied();
        all.filter(|name| self.contest.is_none() || own.ruled.speaks(*name)).collect()
    }

    /// The day on which the contest begins, `2026-11-28`.
    pub(super) fn day(&self) -> Option<String> {
        let begins = self.contest.as_ref().and_then(|contest| contest.begins)?;
        self.zone.at(begins).stamp().get(..10).map(str::to_owned)
    }

    /// A document as a part of the page. Links lead to the other documents there, or to other sites.
    pub(super) fn part(&self, slug: &str, lang: Lang) -> Option<Html> {
        let address = |dest: &str| self.address(dest);
        let ids = format!("{slug}-");
        let how = Rendering { ids: &ids, lowered: 2, address: &address };
        named(slug).map(|document| document_part(document.text(lang), &how))
    }

    /// A sentence or two as a part of the page.
    pub(super) fn sentences(&self, text: &str, ids: &str) -> Html {
        let address = |dest: &str| self.address(dest);
        document_part(text, &Rendering { ids, lowered: 3, address: &address })
    }

    fn address(&self, dest: &str) -> Option<String> {
        if dest.starts_with("https://") || dest.starts_with("http://") {
            return Some(dest.to_owned());
        }
        let stem = dest.split('#').next()?.strip_suffix(".md")?.trim_end_matches(".zh-CN");
        let slug = stem.rsplit('/').next()?;
        let is_here = ASSURANCES.contains(&slug) || GUIDES.contains(&slug) || self.protocols().contains(slug);
        is_here.then(|| format!("#{slug}"))
    }
}

/// The language in the name of a page, and on it.
pub(super) fn suffix(lang: Lang) -> &'static str {
    if lang == Lang::Zh { "zh-CN" } else { "en" }
}

/// A text in the language of the page.
pub(super) fn said(lang: Lang, en: &'static str, zh: &'static str) -> &'static str {
    Words::new(en, zh).to(lang)
}
