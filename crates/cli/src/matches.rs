//! `leitai match`: many games between two players.

mod args;
pub(crate) mod folder;
mod games_file;
pub(crate) mod lines;
mod machine;
mod names;
pub(crate) mod openings;
mod pairing;
mod prepared;
mod referee;
mod restart;
mod resumed;
mod robin;
mod settings;
mod shown;
pub(crate) mod tally_text;

use crate::failure::Failure;
use crate::language::note;
use crate::players::Workshop;
pub(crate) use args::Args;
use folder::{MatchFolder, Plan};
use leitai_core::{Lang, sentence};
use pairing::{Pairing, paired};
use prepared::prepared;

/// Plays a match; `typed` parses the command line that began a match to be resumed.
pub(crate) fn run(args: Args, typed: fn(&[String]) -> Option<Args>, lang: Lang) -> Result<(), Failure> {
    match args.resume.clone() {
        Some(folder) => {
            let (args, begun) = resumed::resumed(args, &folder, typed)?;
            play(&args, Some(&begun), lang)
        }
        None => play(&args, None, lang),
    }
}

/// Plays a match, or the rest of one that was begun.
fn play(args: &Args, begun: Option<&Plan>, lang: Lang) -> Result<(), Failure> {
    robin::suits(args)?;
    if let (Some(talk), None) = (&args.talk, begun) {
        folder::is_free_for_talk(talk)?;
    }
    if let (Some(file), None) = (&args.games_file, begun) {
        games_file::is_free(file)?;
    }
    let mut workshop = Workshop::open()?;
    let prepared = prepared(args, &mut workshop, begun)?;
    let plan = prepared.plan.clone();
    let folder = args.out.as_ref().map(|out| MatchFolder::open(out, begun, &plan)).transpose()?;
    let played = if prepared.players.len() > 2 {
        robin::play(args, &prepared, begun.is_some(), lang)
    } else {
        let (out, goes_on) = (args.out.clone(), begun.is_some());
        let pairing = Pairing {
            prepared: &prepared,
            players: [0, 1],
            plan,
            out,
            folder,
            goes_on,
            is_one_of_many: false,
        };
        paired(args, &pairing, lang)?.1
    };
    if let (Err(Failure::Interrupted | Failure::No), Some(out)) = (&played, &args.out) {
        let out = out.display();
        note(&sentence!(
            "continue with: `leitai match --resume {out}`",
            "继续：`leitai match --resume {out}`"
        ));
    }
    played
}
