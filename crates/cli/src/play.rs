//! `leitai play`: one game, with the board in the terminal.

mod arranging;
mod board;
pub(crate) mod choices;
#[cfg(feature = "web")]
mod in_browser;
#[cfg(not(feature = "web"))]
#[path = "play/without_browser.rs"]
mod in_browser;
mod keyboard;
mod local_game;
mod past;
mod thoughts;

use crate::args::{SetupArgs, has_folder};
use crate::export::save;
use crate::failure::Failure;
use crate::named_game::NamedGame;
use crate::players::{Contestant, Workshop};
use crate::screen::at_a_terminal;
use crate::terms_args::TermsArgs;
use crate::{called, engine, out, stop};
use board::Board;
use keyboard::Keyboard;
use leitai_arena::{Allowance, Calibration, Ended, Launch, RecordFile, Seating, Sitter, dice, staging};
use leitai_bout::{begins_elsewhere, read_record, tells_opening};
use leitai_catalog::{RuledGame, Setup};
use leitai_check::ExaminationTerms;
use leitai_core::{Clock, Facts, Lang, Record, Seat, Sentence, SpentTime, Spoken, Words, say, sentence};
use local_game::LocalGame;
use past::Past;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thoughts::Thoughts;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    #[arg(required_unless_present_any = ["resume", "web"])]
    game: Option<NamedGame>,
    /// First: human, a level, 'cmd:…', a source file, a folder or an executable
    a: Option<String>,
    /// Second, written in the same way; default: the strongest built-in player that answers within a second
    b: Option<String>,
    #[command(flatten)]
    terms: TermsArgs,
    /// Start here: acts or a position in the game's notation, as one argument
    #[arg(long, value_name = "TEXT", conflicts_with = "resume")]
    position: Option<String>,
    /// Save the record to this file
    #[arg(long)]
    record: Option<PathBuf>,
    /// Continue the game of this record, with its rules and players; not if it has hidden information or dice
    #[arg(long, value_name = "RECORD", conflicts_with_all = ["options", "preset"])]
    resume: Option<PathBuf>,
    /// Seed of built-in players' random choices
    #[arg(long)]
    seed: Option<u64>,
    /// Play in a browser of this machine: serves the site in leitai-site and opens its page for this game
    #[arg(long, conflicts_with_all = [
        "a", "b", "dialect", "record", "resume", "seed", "pause", "clock", "preset",
    ])]
    web: bool,
    /// Pause after each move of a game between programs, in milliseconds; default: none if nobody watches
    #[arg(long)]
    pause: Option<u64>,
}

/// What is played, from which position, and by whom by default.
struct Start {
    name: NamedGame,
    /// The game from its beginning.
    game: Arc<dyn RuledGame>,
    clock: Clock,
    past: Past,
    /// The game as it is to continue.
    begun: Arc<dyn RuledGame>,
    sides: [String; 2],
}

impl Start {
    fn of(args: &Args) -> Result<Start, Failure> {
        if let Some(path) = &args.resume {
            return Start::resumed(args, path);
        }
        let name = args.game.ok_or_else(|| Failure::Usage(sentence!("name a game", "请写明棋种")))?;
        let (game, clock) = args.terms.setup.resolve(name)?;
        let begun = args.position.as_ref().map_or(Ok(Arc::clone(&game)), |line| game.begun(line));
        let begun = begun.map_err(|error| Failure::option("--position", &error))?;
        // Given acts are part of what was played; a position is where the game began.
        let past = Past::of(Arc::clone(if begins_elsewhere(&*begun) { &begun } else { &game }));
        let sides = ["human".to_owned(), name.facts().quick_level().name().to_owned()];
        Ok(Start { name, game, clock, past, begun, sides })
    }

    fn resumed(args: &Args, path: &Path) -> Result<Start, Failure> {
        let refused = |why: &Sentence| Failure::file(path, why);
        let record: Record = read_record(path).map_err(|why| Failure::file(path, &why))?;
        let listed: leitai_catalog::ListedGame =
            record.about.game.parse().map_err(|error| refused(&Sentence::of(&error)))?;
        let name = NamedGame(listed);
        if args.game.is_some_and(|named| named.facts().id != name.facts().id) {
            let of = name.facts().name;
            return Err(refused(&sentence!("this is a game of {of}", "这是一局{of}"; of)));
        }
        if record.end.is_some() {
            return Err(refused(&sentence!(
                "this game is over; `leitai replay` shows it",
                "这局已经结束；可用 `leitai replay` 观看"
            )));
        }
        let game = name.0.open(&Setup::of(&record.about)).map_err(|error| refused(&Sentence::of(&error)))?;
        let clock = args.terms.setup.clock(record.about.clock)?;
        let past = Past::recorded(Arc::clone(&game), &record);
        let begun = past.whole().map_err(|why| refused(&why))?;
        let sides = record.about.seats.map(|seat| match seat.dialect {
            Spoken::Person | Spoken::Relay => "human".to_owned(),
            Spoken::In(_) => seat.name.into_owned(),
        });
        Ok(Start { name, game, clock, past, begun, sides })
    }
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    if args.web {
        return in_browser::play(args.game, args.position.as_deref(), &args.terms.setup, lang);
    }
    let Start { name, game, clock, past, begun, sides } = Start::of(args)?;
    let facts = name.facts();
    let lots =
        dice(args.seed, 0).map_err(|e| Failure::system(&Words::new("random numbers", "随机数"), &e))?;
    let named = [args.a.as_ref(), args.b.as_ref()];
    let mut workshop = Workshop::open()?;
    let mut conditions = args.terms.conditions(name)?;
    args.record.as_deref().map_or(Ok(()), has_folder)?;
    conditions.calibration = args.record.as_ref().map(|_| Calibration::once());
    let terms = ExaminationTerms { game: &*game, clock, conditions: &conditions };
    let mut contestant =
        |i: usize| workshop.contestant(named[i].unwrap_or(&sides[i]), &terms, args.terms.dialect);
    let mut sides = [contestant(0)?, contestant(1)?];
    for side in &mut sides {
        if let Contestant::Program(player) = side {
            args.terms.speak_freely(player, &*game);
            if args.position.is_some() {
                tells_opening(&*begun, player).map_err(|error| Failure::option("--position", &error))?;
            }
        }
    }
    let humans = Seat::BOTH.map(|seat| matches!(sides[seat.index()], Contestant::Human));
    if humans == [false, false] {
        SetupArgs::needs_no_referee(&*game)?;
    }
    let seats = sides.each_ref().map(|side| match side {
        Contestant::Human => (say!(lang, "you", "你"), Spoken::Person),
        Contestant::Program(player) => (player.name.clone(), Spoken::In(player.dialect)),
    });
    let names = seats.clone().map(|(name, _)| name);
    are_told(&*begun, &sides)?;
    // A person plays without a clock unless one was asked for; a program always has one.
    let limits =
        humans.map(|human| if human && !args.terms.setup.names_a_clock() { Clock::default() } else { clock });
    let heard = sides.each_ref().map(|side| match side {
        Contestant::Program(player) => matches!(player.launch, Launch::BuiltIn { .. }),
        Contestant::Human => false,
    });
    let stop = stop::flag();
    let local = LocalGame::of(lang, names.clone(), humans, &*begun, past);
    let mut persons = Seat::BOTH.map(|_| Keyboard::new(&local));
    let mut table = begun.table(staging(clock, &conditions, seats), Some(lots));
    let mut record = RecordFile::create(args.record.as_deref()).map_err(|e| Failure::usage(&e))?;
    let mut keyboards = persons.iter_mut();
    let sitters = sides.each_ref().map(|side| match (side, keyboards.next()) {
        (Contestant::Program(player), _) => Sitter::Program(player),
        (Contestant::Human, Some(person)) => Sitter::Person(person),
        (Contestant::Human, None) => unreachable!("there is a keyboard for each seat"),
    });
    let mut watch = Board::new(&local, args.pause, Thoughts::of(heard));
    local.past.borrow_mut().begin();
    let seating = Seating {
        game: &*begun,
        sitters,
        allowances: limits.map(Allowance::from),
        seed: args.seed.unwrap_or_else(engine::random_seed),
        spent: SpentTime::default(),
        mends: false,
        conditions: &conditions,
    };
    let ended = seating.play(&mut *table, &mut record, &stop, &mut watch);
    if let Some(ended) = ended.map_err(|e| Failure::stage(&e))? {
        record.keep().map_err(|e| Failure::stage(&e))?;
        out::line(&result(&ended, &sided(names, facts, lang), humans, lang));
        if let Some(path) = &args.record {
            out::line(&say!(lang, "record: {}", "记录：{}", path.display()));
        }
        return Ok(());
    }
    drop(record);
    if let Some(path) = local.keeps.take() {
        return keep(&local, &path);
    }
    let broken_off = stop::raised(&stop);
    // A person who types `quit` wants nothing saved that was not asked for.
    let is_lost = broken_off && humans != [false; 2] && at_a_terminal();
    let fragment = || (is_lost && local.past.borrow().has_begun()).then(|| fragment(facts.id));
    if let Some(path) = args.record.clone().or_else(fragment) {
        keep(&local, &path)?;
    }
    if broken_off {
        return Err(Failure::Interrupted);
    }
    out::line(&say!(lang, "the game was abandoned", "对局已放弃"));
    Ok(())
}

/// Refuses programs that cannot be told how the game begins.
fn are_told(begun: &dyn RuledGame, sides: &[Contestant; 2]) -> Result<(), Failure> {
    let mut dialects = sides.iter().filter_map(|side| match side {
        Contestant::Program(player) => Some(player.dialect),
        Contestant::Human => None,
    });
    dialects.find(|dialect| !begun.tells_opening(*dialect)).map_or(Ok(()), |dialect| {
        Err(Failure::Usage(sentence!(
            "--resume: a program that speaks {dialect} cannot be told what was played before",
            "--resume：协议“{dialect}”无法把此前的着法告诉程序"
        )))
    })
}

/// The file for an interrupted game that has none: in this folder, next to earlier ones.
fn fragment(game: &str) -> PathBuf {
    let named = |number: u32| match number {
        1 => PathBuf::from(format!("{game}.part")),
        _ => PathBuf::from(format!("{game}-{number}.part")),
    };
    (1..=u32::MAX).map(named).find(|path| !path.exists()).unwrap_or_default()
}

/// Saves an interrupted game, and prints how to continue or watch it.
fn keep(local: &LocalGame, path: &Path) -> Result<(), Failure> {
    let past = local.past.borrow();
    save(path, past.record())?;
    let (file, leitai) = (path.display().to_string(), called::name());
    // Quoted for a shell; a name that cannot be quoted is printed as it is.
    let word = shlex::try_quote(&file).unwrap_or((&file).into());
    out::line(&match past.whole() {
        Ok(_) => say!(
            local.lang,
            "saved to {file}; continue with: {leitai} play --resume {word}",
            "已保存到 {file}；继续：{leitai} play --resume {word}"
        ),
        Err(_) => say!(
            local.lang,
            "saved to {file}; to watch it: {leitai} replay {word}",
            "已保存到 {file}；观看：{leitai} replay {word}"
        ),
    });
    Ok(())
}

/// The names, with their sides if the names are equal.
pub(crate) fn sided(names: [String; 2], facts: &Facts, lang: Lang) -> [String; 2] {
    if names[0] != names[1] {
        return names;
    }
    Seat::BOTH.map(|seat| {
        let (name, side) = (&names[seat.index()], facts.seat(seat).to(lang));
        say!(lang, "{name} ({side})", "{name}（{side}）")
    })
}

fn result(ended: &Ended, names: &[String; 2], humans: [bool; 2], lang: Lang) -> String {
    let reason = ended.reason.to(lang);
    match ended.outcome.winner {
        Some(seat) if humans[seat.index()] && humans != [true; 2] => {
            say!(lang, "you win: {reason}", "你获胜：{reason}")
        }
        Some(seat) => say!(lang, "{} wins: {reason}", "{} 获胜：{reason}", names[seat.index()]),
        None => say!(lang, "draw: {reason}", "和棋：{reason}"),
    }
}
