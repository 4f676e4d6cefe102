//! Resuming a match.

use super::args::Args;
use crate::failure::Failure;
use leitai_bout::{MATCH_FILE, Plan};
use leitai_core::sentence;
use std::fs;
use std::path::Path;

/// The match of a folder, and the arguments to resume it with: as it was begun, unless a game is named again.
pub(super) fn resumed(
    mut args: Args,
    folder: &Path,
    typed: fn(&[String]) -> Option<Args>,
) -> Result<(Args, Plan), Failure> {
    let shown = folder.display();
    let plan = Plan::of(folder).ok_or_else(|| {
        Failure::Usage(sentence!(
            "--resume takes the folder of a match, which {MATCH_FILE} in it describes; {shown} has none",
            "--resume 需要一场比赛的文件夹，其中的 {MATCH_FILE} 说明是哪场比赛；{shown} 中没有"
        ))
    })?;
    let plan = plan.map_err(|error| Failure::usage(&error))?;
    if args.game.is_some() {
        args.out = Some(folder.to_owned());
        return Ok((args, plan));
    }
    let Some(begun) = typed(&plan.args) else {
        return Err(Failure::Usage(sentence!(
            "{shown}: this version does not understand the command that began the match: {}",
            "{shown}：本版本看不懂开始这场比赛的命令：{}",
            plan.args.join(" ")
        )));
    };
    let out = fs::canonicalize(folder).map_err(|error| Failure::file(folder, &error))?;
    // The paths in its command line are relative to that folder.
    let is_here = std::env::current_dir().is_ok_and(|here| here == plan.folder);
    if !is_here {
        std::env::set_current_dir(&plan.folder).map_err(|error| Failure::file(&plan.folder, &error))?;
    }
    let out = if is_here { folder.to_owned() } else { out };
    let begun = Args {
        games: args.games.or(begun.games),
        jobs: args.jobs.or(begun.jobs),
        json: args.json || begun.json,
        quiet: args.quiet || begun.quiet,
        openings: None,
        out: Some(out),
        ..begun
    };
    Ok((begun, plan))
}
