//! `leitai dossier`: what a committee needs to admit the platform to a contest, as a folder or one archive.

use crate::args::takes_folder;
use crate::contest::{SiteArgs, refused};
use crate::event_zone::zone_of;
use crate::export::save;
use crate::failure::Failure;
use crate::named_game::NamedGame;
use crate::out;
use crate::version::version;
use leitai_catalog::{GAMES, ListedGame};
use leitai_core::{Lang, Noun, Sentence, Words, say, sentence};
use leitai_hall::{EventFile, Zone};
use leitai_pages::{DossierContest, DossierFile, DossierGame, archive};
use leitai_sandbox::system::own_file;
use leitai_web::{DossierSubject, Platform};
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A contest of the site, or an event's file; default: the platform with all its games
    contest: Option<String>,
    /// Only these games, separated by commas
    #[arg(long, value_name = "GAMES", value_delimiter = ',')]
    games: Vec<NamedGame>,
    /// Where to write it: a new folder, or a file that ends in .zip
    #[arg(long, value_name = "DIR|FILE.zip")]
    to: PathBuf,
    /// One JSON object per file, with its SHA-256
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    site: SiteArgs,
}

/// A file of the dossier, in JSON.
#[derive(Serialize)]
struct FileLine<'a> {
    r#type: &'static str,
    path: &'a str,
    bytes: usize,
    sha256: String,
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let is_archive = args.to.extension().is_some_and(|ending| ending == "zip");
    if !is_archive {
        takes_folder("--to", &args.to)?;
        let is_empty = fs::read_dir(&args.to).map_or(true, |mut inside| inside.next().is_none());
        if !is_empty {
            let to = args.to.display();
            return Err(Failure::Usage(sentence!("{to} is not empty", "{to} 不是空文件夹")));
        }
    }
    let (subject, zone) = subject(args)?;
    let platform = Platform { version: version().to_owned(), binary: own_file().into() };
    let files = subject.files(&platform, &zone).map_err(|error| {
        Failure::system(&Words::new("this program's own file", "本程序自身的文件"), &error)
    })?;
    if is_archive {
        let bytes = archive(&files).map_err(|error| Failure::system(&args.to, &error))?;
        save(&args.to, &bytes)?;
    } else {
        write(&args.to, &files)?;
    }
    if args.json {
        for file in &files {
            let (path, bytes, sha256) = (&*file.path, file.contents.len(), file.sha256().to_string());
            out::json(&FileLine { r#type: "file", path, bytes, sha256 });
        }
        return Ok(());
    }
    let (count, to) = (Noun::FILES.of(files.len()), args.to.display());
    let page = if lang == Lang::Zh { "dossier.zh-CN.html" } else { "dossier.en.html" };
    out::line(&say!(
        lang,
        "dossier with {count}: {to}; print {page} from a browser",
        "申报材料（{count}）：{to}；请用浏览器打印 {page}"
    ));
    Ok(())
}

fn write(folder: &Path, files: &[DossierFile]) -> Result<(), Failure> {
    for file in files {
        let path = folder.join(&file.path);
        let within = path.parent().unwrap_or(folder);
        fs::create_dir_all(within).map_err(|error| Failure::system(within, &error))?;
        save(&path, &file.contents)?;
    }
    Ok(())
}

/// What the arguments name, with the zone of its times.
fn subject(args: &Args) -> Result<(DossierSubject, Zone), Failure> {
    let is_wanted = |game: &ListedGame| args.games.is_empty() || args.games.iter().any(|one| one.0 == *game);
    let (mut subject, zone) = match &args.contest {
        None => {
            let games = GAMES.iter().copied().filter(is_wanted);
            (DossierSubject::of_games(games).map_err(Failure::Usage)?, Zone::of_machine())
        }
        Some(file) if Path::new(file).is_file() => of_event(Path::new(file))?,
        Some(name) => {
            let (store, zone) = args.site.open()?;
            let kept = store.contest(name).map_err(|error| refused(error, name))?;
            (DossierSubject::of_contest(kept.contest.terms()).map_err(Failure::Usage)?, zone)
        }
    };
    subject.games.retain(|own| is_wanted(&own.ruled.game()));
    if subject.games.is_empty() {
        return Err(Failure::Usage(Sentence::new("none of these games belongs to it", "其中没有所列的棋种")));
    }
    Ok((subject, zone))
}

/// An event in one game, as its file has it.
fn of_event(path: &Path) -> Result<(DossierSubject, Zone), Failure> {
    let file = EventFile::look(path).map_err(|error| Failure::usage(&error))?;
    let clock = file.clock_of(file.plan.stages[0].side_ms);
    let contest = DossierContest {
        name: file.name.clone(),
        place: file.place.clone().unwrap_or_default(),
        begins: None,
    };
    let games = vec![DossierGame { ruled: file.game.clone(), clock }];
    Ok((DossierSubject { contest: Some(contest), games }, zone_of(path)?))
}
