//! `leitai dossier`: what a committee needs to admit the platform to a contest, as a folder or one archive.

use crate::args::takes_folder;
use crate::conditions::SELF;
use crate::contest::{SiteArgs, refused};
use crate::event_zone::zone_of;
use crate::export::save;
use crate::failure::Failure;
use crate::named_game::NamedGame;
use crate::out;
use crate::version::version;
use leitai_catalog::{GAMES, ListedGame, Setup};
use leitai_core::{Clock, ContentHash, Lang, Noun, Sentence, Words, say, sentence};
use leitai_hall::{EventFile, Zone};
use leitai_pages::{
    Dossier, DossierBinary, DossierContest, DossierFile, DossierGame, DossierMachine, archive,
};
use leitai_sandbox::Sandbox;
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

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

/// What the dossier is for: a contest if one is named, its games, and the zone of its times.
struct Subject {
    contest: Option<DossierContest>,
    games: Vec<DossierGame>,
    zone: Zone,
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
    let Subject { contest, games, zone } = subject(args)?;
    let dossier = Dossier {
        contest,
        games,
        zone: &zone,
        version: version(),
        binary: binary()?,
        machine: DossierMachine { system: system(), strongest: Sandbox::strongest(SELF.as_ref()).level() },
    };
    let files = dossier.files();
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

/// What the arguments name.
fn subject(args: &Args) -> Result<Subject, Failure> {
    let is_wanted = |game: &ListedGame| args.games.is_empty() || args.games.iter().any(|one| one.0 == *game);
    let mut subject = match &args.contest {
        None => {
            let games = GAMES.iter().copied().filter(is_wanted);
            let games = games.map(|game| as_usual(game, None)).collect::<Result<_, _>>()?;
            Subject { contest: None, games, zone: Zone::of_machine() }
        }
        Some(file) if Path::new(file).is_file() => of_event(Path::new(file))?,
        Some(name) => of_contest(name, args)?,
    };
    subject.games.retain(|own| is_wanted(&own.ruled.game()));
    if subject.games.is_empty() {
        return Err(Failure::Usage(Sentence::new("none of these games belongs to it", "其中没有所列的棋种")));
    }
    Ok(subject)
}

/// An event in one game, as its file has it.
fn of_event(path: &Path) -> Result<Subject, Failure> {
    let file = EventFile::look(path).map_err(|error| Failure::usage(&error))?;
    let clock = file.clock_of(file.plan.stages[0].side_ms);
    let contest = DossierContest {
        name: file.name.clone(),
        place: file.place.clone().unwrap_or_default(),
        begins: None,
    };
    let games = vec![DossierGame { ruled: file.game.clone(), clock }];
    Ok(Subject { contest: Some(contest), games, zone: zone_of(path)? })
}

/// A contest of the site, with the times of its games.
fn of_contest(name: &str, args: &Args) -> Result<Subject, Failure> {
    let (store, zone) = args.site.open()?;
    let kept = store.contest(name).map_err(|error| refused(error, name))?;
    let terms = kept.contest.terms();
    let games = terms.games.iter().map(|own| {
        let game: ListedGame = own.game.parse().map_err(|error| Failure::usage(&error))?;
        as_usual(game, Some(Duration::from_millis(own.side_ms)))
    });
    let contest = DossierContest {
        name: terms.name.clone(),
        place: terms.place.clone(),
        begins: terms.hours.first().map(|hours| hours.from),
    };
    Ok(Subject { contest: Some(contest), games: games.collect::<Result<_, _>>()?, zone })
}

/// A game as contests usually play it, with this time for each side if one is set.
fn as_usual(game: ListedGame, side: Option<Duration>) -> Result<DossierGame, Failure> {
    let facts = game.facts();
    let preset = facts.preset("school").unwrap_or_else(|| facts.usual());
    let ruled = game.open(&Setup::with(preset.options.iter().copied()));
    let ruled = ruled.map_err(|error| Failure::usage(&error))?;
    let clock = side.map_or(preset.clock, |side| Clock { game: Some(side), turn: None, ..preset.clock });
    Ok(DossierGame { ruled, clock })
}

/// The file of this program.
fn binary() -> Result<DossierBinary, Failure> {
    let contents = fs::read(SELF).map_err(|error| {
        Failure::system(&Words::new("this program's own file", "本程序自身的文件"), &error)
    })?;
    Ok(DossierBinary { sha256: ContentHash::of(&contents), bytes: contents.len() as u64 })
}

fn system() -> String {
    let system = rustix::system::uname();
    let parts = [system.sysname(), system.release(), system.machine()];
    parts.map(|part| part.to_string_lossy().into_owned()).join(" ")
}
