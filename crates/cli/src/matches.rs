//! `leitai match`: many games between two players.

mod args;
pub(crate) mod lines;
mod machine;
mod names;
mod prepared;
mod referee;
mod restart;
mod resumed;
mod settings;
mod shown;
pub(crate) mod tally_text;

use crate::failure::Failure;
use crate::language::note;
use crate::players::Workshop;
use crate::stop;
pub(crate) use args::Args;
use leitai_bout::{MATCH_FILE, MatchEnd, Plan, Play};
use leitai_core::{Lang, sentence};
pub(crate) use prepared::origin;
use prepared::prepared;
use shown::Shown;

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
    args.suit_each_other()?;
    if begun.is_none() {
        args.are_free()?;
    }
    let mut workshop = Workshop::open()?;
    let (prepared, plan) = prepared(args, &mut workshop, begun)?;
    let (stop, mut shown) = (stop::flag(), Shown::new(args, &prepared, lang));
    let how = Play {
        jobs: args.jobs.map(|jobs| jobs as usize),
        affinity: args.affinity,
        out: args.out.clone(),
        talk: args.talk.clone(),
        games_file: args.games_file.clone(),
        stops_on_fault: args.stop_on_fault,
        in_full: shown.needs_reasons(),
        stop: &stop,
    };
    let end = prepared.play(&plan, begun, &how, &mut |pairing, event| shown.see(pairing, event));
    shown.end();
    let ended = match end {
        Ok(MatchEnd::Complete) => return Ok(()),
        Ok(MatchEnd::Stopped) => Failure::Interrupted,
        Ok(MatchEnd::Fault { game }) => {
            note(&sentence!(
                "game {game} was lost by a fault: the match ends with it (--stop-on-fault)",
                "第 {game} 局因违规告负，比赛就此结束（--stop-on-fault）"; game = game + 1
            ));
            Failure::No
        }
        // What was played is kept, and what the machine lacked may be there later.
        Err(error) => match Failure::of_match(&error) {
            Failure::Stage(why) => Failure::Stage(why),
            refused => return Err(refused),
        },
    };
    if let Some(out) = args.out.as_deref().filter(|out| out.join(MATCH_FILE).is_file()) {
        let out = out.display();
        note(&sentence!(
            "continue with: `leitai match --resume {out}`",
            "继续：`leitai match --resume {out}`"
        ));
    }
    Err(ended)
}
