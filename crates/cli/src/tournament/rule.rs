//! `leitai tournament rule`: decisions of people, whether the event runs or not.

mod here;
mod told;

use super::found::{EventLocation, Found};
use crate::called;
use crate::failure::Failure;
use leitai_core::{Lang, Sentence, say, sentence};
use leitai_hall::{Effect, Following, RulingRequest};
use leitai_tournament::{Decision, EntryId, Event, Finding, GameId, Role};
use std::path::PathBuf;
use told::{failed, tell, what_is_next};

#[derive(clap::Args)]
pub(super) struct Args {
    /// The file that describes the event
    file: PathBuf,
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    location: EventLocation,
    /// Who decides: leader, captain, referee, chief-referee, arbitration-panel or organiser
    #[arg(long, value_name = "ROLE", global = true, value_parser = role)]
    by: Option<Role>,
    /// Why, in plain words; it is kept with the result
    #[arg(long, value_name = "TEXT", global = true)]
    reason: Option<String>,
    /// Rule even if games already played no longer count because their pairings change: these are played again
    #[arg(long, global = true)]
    replay_following: bool,
    /// For an event that runs on this machine: wait until the running games that it concerns have ended. Otherwise it
    /// counts at once, and they are broken off
    #[arg(long, global = true)]
    after_running: bool,
}

#[derive(clap::Subcommand)]
enum What {
    /// Withdraw an entry: its games not yet played are forfeited
    Withdraw {
        /// The entry
        name: String,
        /// With the chief referee's permission; without it the entry is barred next year
        #[arg(long)]
        leave: bool,
    },
    /// Disqualify entries, which are not ranked
    Disqualify {
        /// The entries
        #[arg(required = true)]
        names: Vec<String>,
    },
    /// Remove a team that was late as a whole
    Late {
        /// The entry
        name: String,
    },
    /// Excuse a delay
    Excuse {
        /// The entry
        name: String,
    },
    /// Declare a game forfeited
    Forfeit {
        /// The game
        game: String,
        /// Who forfeits it; both if neither came
        #[arg(required = true)]
        names: Vec<String>,
    },
    /// Punish changing a program or meddling with its run: the game is lost, and the second time the entry is out
    Meddling {
        /// The game
        game: String,
        /// The entry
        name: String,
    },
    /// Replace a recorded result; the original is kept with it
    Override {
        /// The game
        game: String,
        /// Who won, or draw, or nobody
        result: String,
    },
    /// Question a result: it waits for `uphold`, `replay` or `override`
    Question {
        /// The game
        game: String,
    },
    /// Let a game in doubt count as recorded
    Uphold {
        /// The game
        game: String,
    },
    /// Have a recorded game played again
    Replay {
        /// The game
        game: String,
        /// Who consented
        #[arg(long, value_name = "WHO")]
        consent: String,
    },
    /// Confirm a result for one side
    Confirm {
        /// The game
        game: String,
        /// The entry
        name: String,
    },
    /// Give an entry a new program: what the event's file names now
    Submit {
        /// The entry
        name: String,
        /// It does not compile or failed its validation: it is listed, and the one in force stays
        #[arg(long)]
        invalid: bool,
    },
    /// Close submissions
    Close,
    /// Take back an earlier ruling
    Revoke {
        /// Its number, from 0
        number: u32,
    },
}

fn role(text: &str) -> Result<Role, Sentence> {
    text.parse().map_err(|()| {
        let names = Role::ALL.map(Role::name).join(", ");
        sentence!("the roles are: {names}", "可用：{names}")
    })
}

pub(super) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let found = Found::of(&args.file, &args.location)?;
    let decision = args.what.decision(&found.history.event)?;
    let by = args
        .by
        .ok_or_else(|| Failure::Usage(sentence!("--by is needed: who decides", "缺少 --by：由谁裁决")))?;
    let request = RulingRequest {
        decision,
        role: by,
        reason: args.reason.clone().unwrap_or_default(),
        following: if args.replay_following { Following::PlayedAgain } else { Following::Stands },
        effect: if args.after_running { Effect::AfterRunning } else { Effect::AtOnce },
    };
    let Some(store) = &found.store else { return here::run(&args.file, &found, request, lang) };
    if args.after_running {
        return Err(Failure::Usage(Sentence::new(
            "--after-running is for an event that runs on this machine; in a store a ruling counts at once",
            "--after-running 只用于在本机进行的赛事；在存储中裁决立即生效",
        )));
    }
    let RulingRequest { decision, role, reason, following, .. } = &request;
    let after = store.rule(&found.file.name, decision, *role, reason, *following).map_err(|e| failed(&e))?;
    tell(&found.history.event, &after.event, lang);
    let leitai = called::name();
    let taker = say!(
        lang,
        "the process that runs the event takes up the ruling; if none runs: {leitai} tournament resume {} --store …",
        "正在主持赛事的进程会采纳此裁决；若没有，请运行：{leitai} tournament resume {} --store …",
        args.file.display()
    );
    what_is_next(&after.event, &taker, lang);
    Ok(())
}

impl What {
    fn decision(&self, event: &Event) -> Result<Decision, Failure> {
        let one = |name: &String| entry(event, name);
        let game = |text: &String| game(text);
        let all = |names: &[String]| names.iter().map(one).collect::<Result<Vec<_>, _>>();
        Ok(match self {
            What::Withdraw { name, leave } => Decision::Withdraw { entry: one(name)?, leave: *leave },
            What::Disqualify { names } => Decision::Disqualify { entries: all(names)? },
            What::Late { name } => Decision::Absent { entry: one(name)? },
            What::Excuse { name } => Decision::Excuse { entry: one(name)? },
            What::Forfeit { game: id, names } => Decision::Forfeit { game: game(id)?, by: all(names)? },
            What::Meddling { game: id, name } => Decision::Meddling { game: game(id)?, by: one(name)? },
            What::Override { game: id, result } => {
                let finding = match result.as_str() {
                    "draw" => Finding::Drawn,
                    "nobody" => Finding::Nobody,
                    _ => Finding::Won(one(result)?),
                };
                Decision::Override { game: game(id)?, finding }
            }
            What::Question { game: id } => Decision::Question { game: game(id)? },
            What::Uphold { game: id } => Decision::Uphold { game: game(id)? },
            What::Replay { game: id, consent } => {
                Decision::Replay { game: game(id)?, consent: consent.clone() }
            }
            What::Confirm { game: id, name } => Decision::Confirm { game: game(id)?, by: one(name)? },
            What::Submit { name, invalid } => {
                Decision::Submit { entry: one(name)?, accepted: !invalid, program: None }
            }
            What::Close => Decision::Close,
            What::Revoke { number } => Decision::Revoke { ruling: *number },
        })
    }
}

/// Reads the name of a game in the event.
pub(super) fn game(text: &str) -> Result<GameId, Failure> {
    text.parse().map_err(|_| {
        Failure::Usage(sentence!(
            "`{text}` is not the name of a game; games are named as in the report: 0.0.e0-e1.g0",
            "“{text}”不是对局编号；编号见报告与赛事进程，例如 0.0.e0-e1.g0"
        ))
    })
}

/// An entry by its registered name, or by its number in the names of games: `e4`.
fn entry(event: &Event, text: &str) -> Result<EntryId, Failure> {
    let numbered = || {
        let number = text.strip_prefix('e')?.parse().ok().map(EntryId)?;
        event.entries().get(number.index()).map(|_| number)
    };
    let named = event.entries().iter().find(|entry| entry.name == text).map(|entry| entry.id);
    named.or_else(numbered).ok_or_else(|| {
        let names: Vec<_> = event.entries().iter().take(40).map(|entry| entry.name.as_str()).collect();
        let names = names.join(", ");
        Failure::Usage(sentence!(
            "no entry is called `{text}`; known: {names}",
            "没有参赛者“{text}”；有：{names}"
        ))
    })
}
