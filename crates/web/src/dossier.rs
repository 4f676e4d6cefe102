//! Dossiers: the command line writes them, and organisers load that of a contest from the site. Both are made here, so that they
//! are the same.

use leitai_catalog::{ListedGame, Setup};
use leitai_core::{Clock, ContentHash, Sentence};
use leitai_hall::Zone;
use leitai_pages::{Dossier, DossierBinary, DossierContest, DossierFile, DossierGame, DossierMachine};
use leitai_sandbox::Sandbox;
use leitai_tournament::contest::ContestTerms;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What a dossier says of the platform itself.
#[derive(Clone, Debug)]
pub struct Platform {
    /// Its version.
    pub version: String,
    /// Its own program file.
    pub binary: PathBuf,
}

/// What a dossier is for: a contest if one is named, and its games.
pub struct DossierSubject {
    /// The contest or event.
    pub contest: Option<DossierContest>,
    /// The games, in the order in which they are listed.
    pub games: Vec<DossierGame>,
}

impl DossierSubject {
    /// A contest, with the times of its games. Errors if this version does not have one of them.
    pub fn of_contest(terms: &ContestTerms) -> Result<DossierSubject, Sentence> {
        let games = terms.games.iter().map(|own| {
            let game: ListedGame = own.game.parse().map_err(|error| Sentence::of(&error))?;
            as_usual(game, Some(Duration::from_millis(own.side_ms)))
        });
        let games = games.collect::<Result<_, _>>()?;
        let contest = DossierContest {
            name: terms.name.clone(),
            place: terms.place.clone(),
            begins: terms.hours.first().map(|hours| hours.from),
        };
        Ok(DossierSubject { contest: Some(contest), games })
    }

    /// The platform with these games as contests usually play them.
    pub fn of_games(games: impl Iterator<Item = ListedGame>) -> Result<DossierSubject, Sentence> {
        let games = games.map(|game| as_usual(game, None)).collect::<Result<_, _>>()?;
        Ok(DossierSubject { contest: None, games })
    }

    /// The files of the dossier. Errors if the platform's own file cannot be read.
    pub fn files(self, platform: &Platform, zone: &Zone) -> io::Result<Vec<DossierFile>> {
        let contents = fs::read(&platform.binary)?;
        let dossier = Dossier {
            contest: self.contest,
            games: self.games,
            zone,
            version: &platform.version,
            binary: DossierBinary { sha256: ContentHash::of(&contents), bytes: contents.len() as u64 },
            machine: DossierMachine { system: system(), strongest: strongest(&platform.binary) },
        };
        Ok(dossier.files())
    }
}

/// A game as contests usually play it, with this time for each side if one is set.
fn as_usual(game: ListedGame, side: Option<Duration>) -> Result<DossierGame, Sentence> {
    let facts = game.facts();
    let preset = facts.preset("school").unwrap_or_else(|| facts.usual());
    let ruled = game.open(&Setup::with(preset.options.iter().copied()));
    let ruled = ruled.map_err(|error| Sentence::of(&error))?;
    let clock = side.map_or(preset.clock, |side| Clock { game: Some(side), turn: None, ..preset.clock });
    Ok(DossierGame { ruled, clock })
}

fn strongest(binary: &Path) -> leitai_sandbox::SandboxLevel {
    Sandbox::strongest(binary).level()
}

fn system() -> String {
    leitai_sandbox::system::name().system.join(" ")
}
