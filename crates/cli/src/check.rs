//! `leitai check`: checks whether a program speaks its protocol.

use crate::args::{SetupArgs, Speech};
use crate::course::Course;
use crate::failure::Failure;
use crate::named_game::NamedGame;
use crate::players::Workshop;
use crate::terms_args::{Terms, TermsArgs};
use crate::{out, stop};
use leitai_check::{ExaminationTerms, Finding, Step, check, of_program};
use leitai_core::{DialectName, Lang, Seat, say};
use leitai_hall::WatchLine;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// 'cmd:program arguments', a source file, a folder or an executable
    program: String,
    /// The game
    #[arg(long)]
    game: NamedGame,
    #[command(flatten)]
    terms: TermsArgs,
    /// One JSON object per finding
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let Terms { game, clock, conditions, .. } = args.terms.resolve(args.game, None)?;
    SetupArgs::needs_no_referee(&*game)?;
    let mut workshop = Workshop::open()?;
    // Reported before compiling, which such findings may make fail.
    for finding in of_program(&args.program, lang) {
        tell(&finding, args.json, lang);
    }
    let terms = ExaminationTerms { game: &*game, clock, conditions: &conditions };
    let player = workshop.player(&args.program, &terms, args.terms.dialect)?;
    let weakest = args.game.facts().levels[0].name();
    // The native dialect can express every game and setup.
    let opponent = workshop.player(weakest, &terms, Some(Speech::Named(DialectName::Native)))?;
    let stop = stop::flag();
    if !args.json {
        out::line(&say!(lang, "{} speaks {}?", "{} 是否遵守 {} 协议？", player.name, player.dialect));
    }
    let mut course = Course::new();
    let mut see = |step: &Step<'_>| {
        match step {
            Step::Moved(progress) => course.tell(progress, lang),
            _ => course.clear(),
        }
        if let (false, Step::Begins(seat)) = (args.json, step) {
            let side = args.game.facts().seat(*seat).to(lang);
            out::line(&match seat {
                Seat::First => say!(lang, " as First ({side}):", " 执先手（{side}）："),
                Seat::Second => say!(lang, " as Second ({side}):", " 执后手（{side}）："),
            });
        }
        step.findings(lang).iter().for_each(|finding| tell(finding, args.json, lang));
    };
    match check(&terms, [&player, &opponent], &stop, &mut see).map_err(|e| Failure::stage(&e))? {
        None => Err(Failure::Interrupted),
        Some(true) => Ok(()),
        Some(false) => Err(Failure::No),
    }
}

/// Prints a finding: one JSON object, or some lines of text.
pub(crate) fn tell(finding: &Finding, json: bool, lang: Lang) {
    if json {
        return out::json(&WatchLine::Finding(finding.clone().into()));
    }
    let Finding { mark, what, found, shown, advice, option, .. } = finding;
    let mark = mark.words();
    let mark = mark.to(lang);
    out::line(&say!(lang, "  {mark} {what}: {found}", "  {mark} {what}：{found}"));
    for line in shown {
        out::line(&format!("         {line}"));
    }
    for advice in advice.iter().chain(option) {
        out::line(&format!("       → {advice}"));
    }
}
