//! The sources that are compared, from folders or from an event of a site.

use crate::failure::Failure;
use leitai_arena::Language;
use leitai_catalog::ListedGame;
use leitai_core::{Starter, sentence};
use leitai_web::{Wishes, open_store};
use std::fs;
use std::path::{Path, PathBuf};

/// A larger file is not a program that somebody wrote.
const LARGEST: u64 = 4 << 20;

/// One source.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub(crate) author: String,
    pub(crate) file: String,
    pub(crate) text: Vec<u8>,
}

impl Source {
    fn compared(&self) -> leitai_likeness::Source<'_> {
        leitai_likeness::Source { author: &self.author, name: &self.file, text: &self.text }
    }

    /// The label by which a person knows it.
    pub(crate) fn called(&self) -> String {
        format!("{} ({})", self.author, self.file)
    }
}

/// Sources, and the names of the files that are none.
#[derive(Default)]
pub(crate) struct Gathered {
    pub(crate) files: Vec<Source>,
    pub(crate) left_out: Vec<PathBuf>,
}

impl Gathered {
    pub(crate) fn sources(&self) -> Vec<leitai_likeness::Source<'_>> {
        self.files.iter().map(Source::compared).collect()
    }

    /// Joins both.
    pub(crate) fn and(mut self, other: Gathered) -> Gathered {
        self.files.extend(other.files);
        self.left_out.extend(other.left_out);
        self
    }

    fn take(&mut self, path: &Path, author: &str, name: &Path) -> Result<(), Failure> {
        let failed = |error: std::io::Error| Failure::system(path, &error);
        let known = fs::metadata(path).map_err(failed)?;
        if known.is_dir() {
            let mut entries = fs::read_dir(path)
                .and_then(std::iter::Iterator::collect::<Result<Vec<_>, _>>)
                .map_err(failed)?;
            entries.sort_by_key(fs::DirEntry::file_name);
            // A link may lead anywhere, even to the folder that contains it.
            for entry in entries.iter().filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_symlink()))
            {
                self.take(&entry.path(), author, &name.join(entry.file_name()))?;
            }
            return Ok(());
        }
        let is_header =
            path.extension().is_some_and(|ending| ["h", "hpp", "hh"].iter().any(|known| ending == *known));
        if !known.is_file() || known.len() > LARGEST || !(is_header || Language::of(path).is_some()) {
            self.left_out.push(name.to_owned());
            return Ok(());
        }
        let text = fs::read(path).map_err(failed)?;
        self.files.push(Source { author: author.to_owned(), file: name.display().to_string(), text });
        Ok(())
    }
}

/// The starters of a game, which everybody was given.
pub(crate) fn starters(game: ListedGame) -> Gathered {
    let starter = |starter: &Starter| {
        let (author, file) = (String::new(), starter.file.to_owned());
        Source { author, file, text: starter.text.as_bytes().to_vec() }
    };
    Gathered { files: game.starters().iter().map(starter).collect(), left_out: Vec::new() }
}

/// The sources of one author, in a file or a folder.
pub(crate) fn of_author(author: &str, path: &Path) -> Result<Gathered, Failure> {
    let mut gathered = Gathered::default();
    gathered.take(path, author, &PathBuf::from(path.file_name().unwrap_or(path.as_os_str())))?;
    Ok(gathered)
}

/// The sources of some files and folders. With `by_author`, each entry directly in a folder is one author's.
pub(crate) fn of_paths(paths: &[PathBuf], by_author: bool) -> Result<Gathered, Failure> {
    let mut gathered = Gathered::default();
    for path in paths {
        let name = PathBuf::from(path.file_name().unwrap_or(path.as_os_str()));
        if !by_author {
            gathered.take(path, &name.display().to_string(), &name)?;
            continue;
        }
        let failed = |error: std::io::Error| Failure::system(path, &error);
        let mut entries =
            fs::read_dir(path).and_then(std::iter::Iterator::collect::<Result<Vec<_>, _>>).map_err(failed)?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let name = PathBuf::from(entry.file_name());
            // A file's name without its extension is its author's.
            let author = if entry.path().is_dir() {
                name.as_path()
            } else {
                Path::new(name.file_stem().unwrap_or_default())
            };
            gathered.take(&entry.path(), &author.display().to_string(), &name)?;
        }
    }
    Ok(gathered)
}

/// Everything that was submitted to an event, and the starters of its game.
pub(crate) fn of_event(
    event: &str,
    data: &Path,
    store: Option<&str>,
) -> Result<(Gathered, Gathered), Failure> {
    let store = match store {
        Some(store) => Some(store.to_owned()),
        None => Wishes::read(data).map_err(Failure::Usage)?.store,
    };
    if store.is_none() && !data.join("store.sqlite").is_file() {
        let data = data.display();
        return Err(Failure::Usage(sentence!(
            "`{event}` is not a folder, and {data} is not a site; name a folder, or the event and its site (--data)",
            "“{event}”不是文件夹，{data} 也不是网站；请给出文件夹，或赛事名称及其网站（--data）"
        )));
    }
    let shared = open_store(data, store.as_deref()).map_err(|error| Failure::hall(&error))?;
    let (history, _) = shared.history(event).map_err(|error| Failure::hall(&error))?;
    let mut all = Gathered::default();
    let submitted = shared.sources(leitai_store::Actor::CONSOLE, event);
    for (one, text) in submitted.map_err(|error| Failure::hall(&error))? {
        let file = format!("{}-{}", one.id, one.name);
        all.files.push(Source { author: one.entry, file, text });
    }
    Ok((all, starters(history.begun.game)))
}
