//! `leitai watch`: builds, checks and tries a program each time it is saved.

mod round_text;
mod saved;

use crate::args::{SetupArgs, whole};
use crate::engine::random_seed;
use crate::failure::Failure;
use crate::language::{shown, spoken};
use crate::matches::origin;
use crate::named_game::NamedGame;
use crate::players::Workshop;
use crate::progress_bar::progress_bar;
use crate::terms_args::{Terms, TermsArgs};
use crate::{check, out, stop};
use leitai_arena::{Affinity, Allowance, Calibration, Player, now_ms};
use leitai_bout::{Contestant, Match, MatchEnd, MatchEvent, Openings, Play, Round, Tally, tell_apart};
use leitai_check::{ExaminationTerms, Finding, Mark, of_program};
use leitai_core::{Lang, Noun, Sentence, say};
use leitai_hall::{RoundEnds, WatchLine};
use round_text::{changed, line, result};
use saved::{LOOK, SavedFiles};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Most games of a round.
const MOST: u32 = 1_000;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A source file, a folder or an executable, or 'cmd:program arguments' with a file in it
    program: String,
    /// The game
    #[arg(long)]
    game: NamedGame,
    /// Whom it plays: a level, or another program; default: the weakest level
    #[arg(long, value_name = "PLAYER")]
    against: Option<String>,
    /// How many games it plays each time, swapping seats with every game
    #[arg(long, value_name = "GAMES", default_value_t = 20, value_parser = whole(1, MOST))]
    games: u32,
    /// How many games run at once; default: the number of free cores
    #[arg(long, value_name = "GAMES", value_parser = whole(1, MOST))]
    jobs: Option<u32>,
    /// Write the records of each round into a folder of its own in this one
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The seed of built-in players, the same in every round; default: a new one each time this command starts
    #[arg(long)]
    seed: Option<u64>,
    /// Check and try it once, and end: with exit code 1 if it has a fault
    #[arg(long)]
    once: bool,
    #[command(flatten)]
    terms: TermsArgs,
    /// One JSON object per line: each round, its findings and its games
    #[arg(long)]
    json: bool,
}

/// What every round has in common.
struct Course<'a> {
    args: &'a Args,
    terms: Terms,
    against: String,
    seed: u64,
    lang: Lang,
}

/// How a round ended.
enum RoundEnd {
    /// With its games.
    Played(Round, Box<Tally>),
    /// The check found a fault, so that games would show nothing more.
    Faulty,
    /// It was saved again, or the command is to end.
    BrokenOff,
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let terms = args.terms.resolve(args.game, None)?;
    SetupArgs::needs_no_referee(&*terms.game)?;
    let files = SavedFiles::of(&args.program)?;
    let weakest = args.game.facts().levels[0].name();
    let against = args.against.clone().unwrap_or_else(|| weakest.to_owned());
    // JSON readers know whole numbers to 2^53.
    let seed = args.seed.unwrap_or_else(|| random_seed() >> 11);
    let course = Course { args, terms, against, seed, lang };
    let stop = stop::flag();
    if args.json {
        leitai_arena::tell_of_waiting(waits);
    }
    if !args.json && !args.once {
        let (program, against, games) = (&args.program, &course.against, Noun::GAMES.of(args.games));
        out::line(&say!(
            lang,
            "{program}: checked, and tried in {games} against {against}, each time it is saved; Ctrl-C ends",
            "{program}：每次保存后检查，并与 {against} 试下 {games} 局；按 Ctrl-C 结束"; program, against, games
        ));
    }
    let (mut last, mut before): (_, Option<Round>) = (None, None);
    for number in 1.. {
        let Some(saved) = files.next(last.as_ref(), &stop) else { return Err(Failure::Interrupted) };
        // Raised by Ctrl-C, and by the next save.
        let (over, done) = (AtomicBool::new(false), AtomicBool::new(false));
        let ended = thread::scope(|scope| {
            let watcher = scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    if stop::raised(&stop) || !files.are_as(&saved) {
                        over.store(true, Ordering::Relaxed);
                    }
                    thread::park_timeout(LOOK);
                }
            });
            let ended = course.round(number, before.as_ref(), &over);
            done.store(true, Ordering::Relaxed);
            watcher.thread().unpark();
            ended
        });
        if args.json {
            let (how, why) = ends(&ended, lang);
            out::json(&WatchLine::Ends { round: number, how, why });
        }
        let is_sound = match ended {
            Ok(RoundEnd::Played(round, tally)) => {
                before = Some(round);
                tally.faults[0].is_empty()
            }
            Ok(RoundEnd::Faulty) => false,
            Ok(RoundEnd::BrokenOff) if stop::raised(&stop) => return Err(Failure::Interrupted),
            Ok(RoundEnd::BrokenOff) => {
                if !args.json {
                    out::line(&say!(lang, "  saved again: from the beginning", "  又已保存：重新开始"));
                }
                true
            }
            Err(failure) if args.once => return Err(failure),
            Err(failure) => {
                // It does not compile, say: the next save may mend that.
                failure.report(lang);
                false
            }
        };
        if args.once {
            return if is_sound { Ok(()) } else { Err(Failure::No) };
        }
        last = Some(saved);
    }
    Ok(())
}

/// What games wait for, for programs.
fn waits(why: Option<&Sentence>) {
    out::json(&WatchLine::Waits { why: why.map(|why| shown(why, spoken())) });
}

/// How a round ended, for programs.
fn ends(ended: &Result<RoundEnd, Failure>, lang: Lang) -> (RoundEnds, Option<String>) {
    match ended {
        Ok(RoundEnd::Played(..)) => (RoundEnds::Played, None),
        Ok(RoundEnd::Faulty) => (RoundEnds::Faulty, None),
        Ok(RoundEnd::BrokenOff) => (RoundEnds::BrokenOff, None),
        Err(failure) => (RoundEnds::Failed, failure.said().map(|said| said.to(lang).to_owned())),
    }
}

impl Course<'_> {
    /// Builds and checks the program as it is now, and plays its games unless it has a fault.
    fn round(&self, number: u32, before: Option<&Round>, over: &AtomicBool) -> Result<RoundEnd, Failure> {
        let (args, lang) = (self.args, self.lang);
        if args.json {
            out::json(&WatchLine::Begins { round: number, at_ms: now_ms() });
        } else {
            out::line(&round_text::begins(number, lang));
        }
        // A workshop of its own: what was built before is out of date.
        let mut workshop = Workshop::open()?;
        let findings = of_program(&args.program, lang);
        let Terms { game, clock, conditions, .. } = &self.terms;
        let terms = ExaminationTerms { game: &**game, clock: *clock, conditions };
        let player = workshop.player(&args.program, &terms, args.terms.dialect)?;
        let mut opponent = workshop.player(&self.against, &terms, None)?;
        args.terms.speak_freely(&mut opponent, &**game);
        if !self.is_sound(findings, &terms, [&player, &opponent], over)? {
            return Ok(if stop::raised(over) { RoundEnd::BrokenOff } else { RoundEnd::Faulty });
        }
        self.games(number, before, vec![player, opponent], over)
    }

    /// Whether the check finds no fault, without one of which a program can play; says what it found.
    fn is_sound(
        &self,
        mut findings: Vec<Finding>,
        terms: &ExaminationTerms<'_>,
        players: [&Player; 2],
        over: &AtomicBool,
    ) -> Result<bool, Failure> {
        let (json, lang) = (self.args.json, self.lang);
        let mut course = crate::course::Course::new();
        let sound = leitai_check::check(terms, players, over, &mut |step| {
            if let leitai_check::Step::Moved(progress) = step {
                course.tell(progress, lang);
            } else {
                course.clear();
            }
            findings.extend(step.findings(lang));
        });
        drop(course);
        let sound = sound.map_err(|error| Failure::stage(&error))?;
        if sound.is_none() {
            return Ok(false);
        }
        let of_mark = |mark| findings.iter().filter(move |finding| finding.mark == mark);
        if json {
            for finding in &findings {
                check::tell(finding, json, lang);
            }
        } else {
            // Both seats mostly show the same.
            let mut told: Vec<[&str; 2]> = Vec::new();
            for finding in of_mark(Mark::Bad).chain(of_mark(Mark::Remark)) {
                let says = [finding.what.as_str(), finding.found.as_str()];
                if !told.contains(&says) {
                    told.push(says);
                    check::tell(finding, json, lang);
                }
            }
            let (good, dialect) = (of_mark(Mark::Good).count(), players[0].dialect);
            out::line(&say!(
                lang,
                "  check: it speaks {dialect}; {good} of {} findings ok",
                "  检查：使用协议 {dialect}；{} 项结论中 {good} 项通过",
                findings.len()
            ));
        }
        Ok(sound == Some(true))
    }

    /// The games of a round.
    fn games(
        &self,
        number: u32,
        before: Option<&Round>,
        mut players: Vec<Player>,
        over: &AtomicBool,
    ) -> Result<RoundEnd, Failure> {
        let (args, lang) = (self.args, self.lang);
        tell_apart(&mut players);
        let names = [players[0].name.clone(), players[1].name.clone()];
        let named = [args.program.clone(), self.against.clone()];
        let contestants = named.into_iter().zip(players);
        let mut conditions = self.terms.conditions.clone();
        conditions.calibration = Some(Calibration::once());
        let of = Match {
            game: self.terms.game.clone(),
            openings: Openings::default(),
            players: contestants
                .map(|(named, player)| Contestant { named, player, settings: Vec::new() })
                .collect(),
            is_gauntlet: false,
            allowances: [Allowance::from(self.terms.clock), Allowance::from(self.terms.clock)],
            conditions,
            games: args.games,
            test: None,
            seed: self.seed,
            is_seeded: true,
        };
        of.suits().map_err(|error| Failure::usage(&error))?;
        let plan = of.plan(origin());
        let how = Play {
            jobs: args.jobs.map(|jobs| jobs as usize),
            affinity: Affinity::Auto,
            out: args.out.as_ref().map(|out| out.join(format!("round-{number}"))),
            talk: None,
            games_file: None,
            stops_on_fault: false,
            in_full: false,
            stop: over,
        };
        let bar = progress_bar(Some(args.games.into()), "  {wide_bar} {pos}/{len}", args.json, lang);
        let (mut round, mut whole) = (Round::default(), Tally::default());
        let end = of.play(&plan, None, &how, &mut |_, event| {
            if let MatchEvent::Played { game, .. } = event {
                round.add(game);
                whole.add(game);
                bar.inc(1);
                if args.json {
                    out::json(&WatchLine::Progress { games: bar.position() as u32, of: args.games });
                }
            }
        });
        bar.finish_and_clear();
        if end.map_err(|error| Failure::of_match(&error))? != MatchEnd::Complete {
            return Ok(RoundEnd::BrokenOff);
        }
        let change = before.map(|before| round.since(before));
        if args.json {
            out::json(&WatchLine::Round(line(number, &whole, change.as_ref(), how.out.as_deref())));
        } else {
            out::text(&result(&whole, &names, lang));
            out::text(&change.map(|change| changed(&change, lang)).unwrap_or_default());
            if let Some(out) = &how.out {
                out::line(&say!(lang, "  records: {}", "  记录：{}", out.display()));
            }
        }
        Ok(RoundEnd::Played(round, Box::new(whole)))
    }
}
