//! A match that is about to be played.

use super::args::Args;
use crate::args::{SetupArgs, Speech, takes_folder};
use crate::engine;
use crate::failure::Failure;
use crate::players::Workshop;
use crate::version::version;
use leitai_arena::{Calibration, Player};
use leitai_bout::{Contestant, Demand, Match, Openings, Origin, Plan, Setting, Unsuited};
use leitai_check::ExaminationTerms;
use leitai_core::{DialectName, Level, Sentence, sentence};

/// Reads the command line: the game, its openings, its players and what they may use.
pub(super) fn prepared(
    args: &Args,
    workshop: &mut Workshop,
    begun: Option<&Plan>,
) -> Result<(Match, Plan), Failure> {
    let (Some(name), Some(a), Some(b)) = (args.game, &args.a, &args.b) else {
        return Err(Failure::Usage(sentence!(
            "a game and two players are needed: `leitai match GAME A B`",
            "请写明棋种与两个棋手：`leitai match 棋种 A B`"
        )));
    };
    let (game, clock) = args.setup.resolve(name)?;
    SetupArgs::needs_no_referee(&*game)?;
    args.out.as_deref().map_or(Ok(()), |out| takes_folder("--out", out))?;
    args.talk.as_deref().map_or(Ok(()), |talk| takes_folder("--talk", talk))?;
    let mut conditions = args.conditions.resolve(name, &args.setup)?;
    conditions.calibration = Some(Calibration::once());
    args.referee.apply(&mut conditions);
    let seed = args.seed.or(begun.map(|begun| begun.seed)).unwrap_or_else(|| engine::random_seed() >> 11);
    let openings = args.openings(&*game, begun, seed)?;
    let mut allowances = args.own.resolve(clock)?;
    for (allowance, stays) in allowances.iter_mut().zip(args.restart.stay()) {
        allowance.stays = stays;
    }
    let mut players = Vec::new();
    let named: Vec<&String> = [a, b].into_iter().chain(&args.more).collect();
    for (number, named) in named.iter().enumerate() {
        let clock = allowances[number.min(1)].clock;
        let own = [args.dialect_a, args.dialect_b].get(number).copied().flatten();
        let terms = ExaminationTerms { game: &*game, clock, conditions: &conditions };
        players.push(workshop.player(named, &terms, args.speech(named, own, &openings))?);
    }
    args.own.suits(&players)?;
    args.names.apply(&named, begun, &mut players);
    let contestant = |((named, player), settings): ((&String, Player), _)| Contestant {
        named: named.clone(),
        player,
        settings,
    };
    let settings = args.settings.resolve(players.len())?;
    let prepared = Match {
        games: args.most_games(&openings),
        game,
        openings,
        players: named.into_iter().zip(players).zip(settings).map(contestant).collect(),
        is_gauntlet: args.robin.gauntlet,
        allowances,
        conditions,
        test: args.sprt,
        seed,
        is_seeded: begun.map_or(args.seed.is_some(), |begun| begun.seeded),
    };
    prepared.suits().map_err(|error| args.unsuited(&error))?;
    args.referee.warn(&prepared);
    let plan = prepared.plan(origin());
    Ok((prepared, plan))
}

/// How a match is begun that this command plays.
pub(crate) fn origin() -> Origin {
    Origin {
        version: version().to_owned(),
        args: std::env::args_os().map(|arg| arg.to_string_lossy().into_owned()).collect(),
        folder: std::env::current_dir().unwrap_or_default(),
    }
}

impl Args {
    /// The dialect for a player: as asked, else native for a built-in player that needs words for openings, or for
    /// what it expects.
    fn speech(&self, named: &str, own: Option<Speech>, openings: &Openings) -> Option<Speech> {
        let talks = self.referee.hears_scores() || openings.count().is_some();
        let is_own = talks && named.parse::<Level>().is_ok();
        own.or(self.dialect).or(is_own.then_some(Speech::Named(DialectName::Native)))
    }

    /// The option that demands what the match cannot have.
    fn unsuited(&self, error: &Unsuited) -> Failure {
        let of = |(name, value): &Setting| Sentence::quoted(format!("{name}={value}"));
        let none = Sentence::default();
        let (option, advice) = match error {
            Unsuited::Dialect { demand, .. } | Unsuited::NoDialect { demand, .. } => match demand {
                Demand::Opening(_) if self.position.is_some() => (Sentence::quoted("--position"), none),
                Demand::Opening(_) => (Sentence::quoted("--openings"), none),
                Demand::Stays => (Sentence::quoted("--restart off"), none),
                Demand::Setting(setting) => (
                    of(setting),
                    sentence!(
                        ". Or give them on its command line: 'cmd:PROGRAM ARGUMENTS'",
                        "。也可写在命令行里：'cmd:程序 参数'"
                    ),
                ),
            },
            Unsuited::BuiltIn { setting, .. } => (
                of(setting),
                sentence!(
                    "; its level, --nodes-a and --memory-a control how it plays",
                    "；棋力由级别、--nodes-a 与 --memory-a 决定"
                ),
            ),
            Unsuited::Ponders => {
                (sentence!("--restart off needs --ponder off", "--restart off 需要 --ponder off"), none)
            }
            Unsuited::CountsNothing { .. } => (
                Sentence::quoted("--max-plies"),
                sentence!("; without `count` such a game is a draw", "；不写“count”则为和棋"),
            ),
        };
        Failure::Usage(sentence!("{option}: {error}", "{option}：{error}"; option, error).then(&advice))
    }
}
