//! `leitai tournament rule`: decisions of people, whether the event runs or not.

mod here;
mod messages;

use super::begun_event::{BegunEvent, EventLocation};
use crate::called;
use crate::decision_args::{Ruled, argument};
use crate::event_zone::zone_of;
use crate::failure::Failure;
use leitai_arena::now_ms;
use leitai_core::{ContentHash, Lang, Sentence, say, sentence};
use leitai_hall::{Effect, Following, RulingRequest};
use leitai_tournament::{EntryId, Event, Finding, GameId, HandLot, Part, Parts, Role};
use messages::{failed, tell, what_is_next};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The file that describes the event
    file: PathBuf,
    #[command(subcommand)]
    what: Ruled,
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

fn role(text: &str) -> Result<Role, Sentence> {
    text.parse().map_err(|()| {
        let names = Role::ALL.map(Role::name).join(", ");
        sentence!("the roles are: {names}", "可用：{names}")
    })
}

pub(super) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let found = BegunEvent::of(&args.file, &args.location)?;
    let decision = args.what.kind.decision(&Typed(&args.what, &found.history.event))?;
    let deadline = (now_ms(), &zone_of(&args.file)?);
    if let Some(why) = found.history.too_late(&decision, found.file.prizes.as_ref(), deadline) {
        return Err(Failure::Usage(why));
    }
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
    let name = &found.file.name;
    let seq = store.rule(name, decision, *role, reason, *following).map_err(|e| failed(&e))?;
    let after = store.history_until(name, seq).map_err(|e| failed(&e))?;
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

/// The parts of a decision about an event, as typed.
struct Typed<'a>(&'a Ruled, &'a Event);

impl Typed<'_> {
    fn typed(&self, part: Part) -> &str {
        self.0.typed.get_one::<String>(argument(part)).map_or("", String::as_str)
    }

    fn names(&self, part: Part) -> Result<Vec<EntryId>, Failure> {
        let names = self.0.typed.get_many::<String>(argument(part)).into_iter().flatten();
        names.map(|name| entry(self.1, name)).collect()
    }
}

impl Parts for Typed<'_> {
    type Error = Failure;

    fn entry(&self) -> Result<EntryId, Failure> {
        entry(self.1, self.typed(Part::Entry))
    }

    fn entries(&self) -> Result<Vec<EntryId>, Failure> {
        self.names(Part::Entries)
    }

    fn game(&self) -> Result<GameId, Failure> {
        game(self.typed(Part::Game))
    }

    fn game_if_any(&self) -> Result<Option<GameId>, Failure> {
        match self.typed(Part::GameIfAny) {
            "" => Ok(None),
            text => game(text).map(Some),
        }
    }

    fn sides(&self) -> Result<Vec<EntryId>, Failure> {
        self.names(Part::Sides)
    }

    fn side(&self) -> Result<EntryId, Failure> {
        entry(self.1, self.typed(Part::Side))
    }

    fn restorers(&self) -> Result<Vec<EntryId>, Failure> {
        self.names(Part::Restorers)
    }

    fn outcome(&self) -> Result<Finding, Failure> {
        Ok(match self.typed(Part::Outcome) {
            "draw" => Finding::Drawn,
            "nobody" => Finding::Nobody,
            name => Finding::Won(entry(self.1, name)?),
        })
    }

    fn text(&self, part: Part) -> String {
        self.typed(part).to_owned()
    }

    fn is_set(&self, part: Part) -> bool {
        self.0.typed.get_flag(argument(part))
    }

    fn lots(&self) -> Result<Vec<HandLot>, Failure> {
        let lots = self.0.typed.get_many::<String>(argument(Part::Lots)).into_iter().flatten();
        lots.map(|text| lot(self.1, text)).collect()
    }

    fn document(&self) -> Result<Option<ContentHash>, Failure> {
        match self.typed(Part::Document) {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|_| {
                Failure::Usage(sentence!(
                    "`{text}` is not a SHA-256; `sha256sum FILE` prints one",
                    "“{text}”不是 SHA-256；可用 `sha256sum 文件` 求得"
                ))
            }),
        }
    }

    fn ruling(&self, part: Part) -> Result<u32, Failure> {
        Ok(self.0.typed.get_one(argument(part)).copied().unwrap_or_default())
    }
}

/// Reads the name of a game in the event.
pub(super) fn game(text: &str) -> Result<GameId, Failure> {
    text.parse().map_err(|_| {
        Failure::Usage(sentence!(
            "`{text}` is not the name of a game; games are named as in the report: 0.0.e0-e1.g0",
            "“{text}”不是对局编号；编号见报告与赛事进度，例如 0.0.e0-e1.g0"
        ))
    })
}

/// A lot drawn by hand, as `LOT=NAME`.
fn lot(event: &Event, text: &str) -> Result<HandLot, Failure> {
    let unreadable = || {
        Failure::Usage(sentence!(
            "`{text}` is no lot: write GROUP=NAME (`B=Team 7`, `B3=Team 7`), or PLACE=NAME in a stage without groups",
            "“{text}”不是一个签：请写 组=名称（`B=七队`、`B3=七队`）；不分组时写 签号=名称"
        ))
    };
    let (drawn, name) = text.split_once('=').ok_or_else(unreadable)?;
    HandLot::read(entry(event, name.trim())?, drawn, event.plan().is_divided()).ok_or_else(unreadable)
}

/// An entry by its registered name, or by its number in the names of games: `e4`.
pub(super) fn entry(event: &Event, text: &str) -> Result<EntryId, Failure> {
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
