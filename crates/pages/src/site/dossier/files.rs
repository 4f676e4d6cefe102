//! The files of a dossier.

use super::cover::page;
use super::subject::{ASSURANCES, Dossier, DossierFile, GUIDES, LANGUAGES, suffix};
use crate::site::docs::{PUBLISHED, named, rule_list};
use leitai_core::Lang;

impl Dossier<'_> {
    /// Every file, sorted by path: the page in both languages, the documents, rules and starters that it names, and
    /// `SHA256SUMS`, in which `sha256sum -c` finds all others.
    pub fn files(&self) -> Vec<DossierFile> {
        let mut files = self.documents();
        sort(&mut files);
        let pages = LANGUAGES.map(|lang| {
            let page = page(self, &files, lang);
            DossierFile::new(format!("dossier.{}.html", suffix(lang)), page.into_string())
        });
        files.extend(pages);
        sort(&mut files);
        let sums: Vec<_> = files.iter().map(|file| format!("{}  {}\n", file.sha256(), file.path)).collect();
        files.push(DossierFile::new("SHA256SUMS".to_owned(), sums.concat()));
        sort(&mut files);
        files
    }

    /// What the page names: rules, protocols, guides, what is guaranteed, and the starters.
    fn documents(&self) -> Vec<DossierFile> {
        let mut files = Vec::new();
        let in_folder = |folder: &'static str| move |slug: &'static str| (folder, slug);
        let named_here = ASSURANCES
            .into_iter()
            .map(in_folder("guarantees"))
            .chain(GUIDES.into_iter().map(in_folder("guide")))
            .chain(self.protocols().into_iter().map(in_folder("protocols")))
            .chain(self.games.iter().map(|own| own.ruled.facts().id).map(in_folder("rules")));
        for (folder, slug) in named_here {
            let Some(document) = named(slug) else { continue };
            for lang in LANGUAGES {
                let ending = if lang == Lang::Zh { ".zh-CN.md" } else { ".md" };
                files.push(DossierFile::new(format!("{folder}/{slug}{ending}"), document.text(lang)));
            }
        }
        files.push(DossierFile::new("protocols/published.txt".to_owned(), PUBLISHED));
        for own in &self.games {
            let id = own.ruled.facts().id;
            let list = rule_list(id).unwrap_or_default();
            files.push(DossierFile::new(format!("rules/{id}.toml"), list));
            for starter in own.ruled.game().starters() {
                files.push(DossierFile::new(format!("starters/{id}/{}", starter.file), starter.text));
            }
        }
        files
    }
}

fn sort(files: &mut [DossierFile]) {
    files.sort_by(|a, b| a.path.cmp(&b.path));
}
