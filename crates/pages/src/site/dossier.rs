//! The dossier: what a committee needs to admit the platform to a contest, as a page to print and as one archive.
//!
//! The general rules of the national contest admit a platform that is applied for beforehand, tried by the teams and
//! approved by experts, and whose protocol and guide were published two months ahead. The dossier holds what such a
//! decision rests on. It is a pure function of what it is made for: equal input, equal bytes.

mod archive;
mod assurance;
mod cover;
mod for_game;
mod publication;
mod rule_sentence;

use crate::html::Html;
use crate::site::docs::{Document, PUBLISHED, Rendering, document_part, named};
pub use archive::archive;
use leitai_catalog::RuledGame;
use leitai_core::{Clock, ContentHash, Lang, Words};
use leitai_hall::Zone;
use leitai_sandbox::SandboxLevel;
pub use publication::{Publication, publications};
pub use rule_sentence::{RuleSentence, rule_sentences};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The languages of the dossier.
const LANGUAGES: [Lang; 2] = [Lang::Zh, Lang::En];
/// The documents on what is guaranteed, and how it was examined.
const ASSURANCES: [&str; 3] = ["record", "security", "cores"];
/// The guide for those who write programs.
const GUIDES: [&str; 2] = ["programs", "join"];

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
    fn new(path: String, contents: impl Into<Vec<u8>>) -> DossierFile {
        DossierFile { path, contents: contents.into() }
    }

    /// The hash of its contents.
    pub fn sha256(&self) -> ContentHash {
        ContentHash::of(&self.contents)
    }
}

impl Dossier<'_> {
    /// Every file, sorted by path: the page in both languages, the documents, rules and starters that it names, and
    /// `SHA256SUMS`, in which `sha256sum -c` finds all others.
    pub fn files(&self) -> Vec<DossierFile> {
        let mut files = self.documents();
        sort(&mut files);
        let pages = LANGUAGES.map(|lang| {
            let page = cover::page(self, &files, lang);
            DossierFile::new(format!("dossier.{}.html", suffix(lang)), page.into_string())
        });
        files.extend(pages);
        sort(&mut files);
        let sums: String = files.iter().map(|file| format!("{}  {}\n", file.sha256(), file.path)).collect();
        files.push(DossierFile::new("SHA256SUMS".to_owned(), sums));
        sort(&mut files);
        files
    }

    /// What the page names: rules, protocols, guides, what is guaranteed, and the starters.
    fn documents(&self) -> Vec<DossierFile> {
        let mut files = Vec::new();
        let mut add = |folder: &str, slug: &str, document: &Document| {
            for lang in LANGUAGES {
                let ending = if lang == Lang::Zh { ".zh-CN.md" } else { ".md" };
                files.push(DossierFile::new(format!("{folder}/{slug}{ending}"), document.text(lang)));
            }
        };
        for slug in ASSURANCES {
            named(slug).into_iter().for_each(|document| add("guarantees", slug, document));
        }
        for slug in GUIDES {
            named(slug).into_iter().for_each(|document| add("guide", slug, document));
        }
        for slug in self.protocols() {
            named(slug).into_iter().for_each(|document| add("protocols", slug, document));
        }
        for own in &self.games {
            let id = own.ruled.facts().id;
            named(id).into_iter().for_each(|document| add("rules", id, document));
        }
        files.push(DossierFile::new("protocols/published.txt".to_owned(), PUBLISHED));
        for own in &self.games {
            let id = own.ruled.facts().id;
            let list = crate::site::docs::rule_list(id).unwrap_or_default();
            files.push(DossierFile::new(format!("rules/{id}.toml"), list));
            for starter in own.ruled.game().starters() {
                files.push(DossierFile::new(format!("starters/{id}/{}", starter.file), starter.text));
            }
        }
        files
    }

    /// The pages of all protocols in which programs of these games may speak, by name.
    fn protocols(&self) -> BTreeSet<&'static str> {
        self.games.iter().flat_map(DossierGame::protocols).collect()
    }

    /// The day on which the contest begins, `2026-11-28`.
    fn day(&self) -> Option<String> {
        let begins = self.contest.as_ref().and_then(|contest| contest.begins)?;
        self.zone.at(begins).stamp().get(..10).map(str::to_owned)
    }

    /// A document as a part of the page. Links lead to the other documents there, or to other sites.
    fn part(&self, slug: &str, lang: Lang) -> Option<Html> {
        let address = |dest: &str| self.address(dest);
        let ids = format!("{slug}-");
        let how = Rendering { ids: &ids, lowered: 2, address: &address };
        named(slug).map(|document| document_part(document.text(lang), &how))
    }

    /// A sentence or two as a part of the page.
    fn sentences(&self, text: &str, ids: &str) -> Html {
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

impl DossierGame {
    fn protocols(&self) -> impl Iterator<Item = &'static str> {
        let facts = self.ruled.facts();
        let spoken = facts.dialects.iter().filter(|name| self.ruled.speaks(**name));
        spoken.map(|name| name.name().trim_end_matches("-simple"))
    }
}

fn suffix(lang: Lang) -> &'static str {
    if lang == Lang::Zh { "zh-CN" } else { "en" }
}

fn sort(files: &mut [DossierFile]) {
    files.sort_by(|a, b| a.path.cmp(&b.path));
}

/// A text in the language of the page.
fn said(lang: Lang, en: &'static str, zh: &'static str) -> &'static str {
    Words::new(en, zh).to(lang)
}
