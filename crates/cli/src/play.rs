//! `leitai play`: one game, the board in the terminal.

mod thoughts;

use crate::args::{GameName, SetupArgs, Speech, speech};
use crate::conditions::ConditionArgs;
use crate::failure::Failure;
use crate::players::{Contestant, Workshop};
use crate::screen::Screen;
use crate::{engine, out, stop};
use leitai_arena::{
    Calibration, Ended, Launch, Person, Player, RecordFile, Seating, Seen, Sitter, Typed, Watch, dice,
    staging,
};
use leitai_catalog::RuledGame;
use leitai_check::{Terms, read_acts};
use leitai_core::{
    Actor, Clock, DialectName, Facts, Lang, Noun, Refusal, Seat, Spoken, Spot, Table, Tell, Turn, Viewer,
    Words, say,
};
use leitai_draw::{Terminal, terminal};
use std::io::IsTerminal;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::PathBuf;
use std::time::Duration;
use thoughts::Thoughts;

/// So many moves are listed to a person who asks for help; of more there are examples.
const SHOWN: usize = 100;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    game: GameName,
    /// First: human, a level, 'cmd:…', a source file, a folder or an executable
    #[arg(default_value = "human")]
    a: String,
    /// Second, named alike; default: the strongest built-in player that answers within a second
    b: Option<String>,
    #[command(flatten)]
    setup: SetupArgs,
    /// What programs speak, or auto to find out; default: the game's usual dialect
    #[arg(long, value_parser = speech)]
    dialect: Option<Speech>,
    #[command(flatten)]
    conditions: ConditionArgs,
    /// Keep the record in this file
    #[arg(long)]
    record: Option<PathBuf>,
    /// What built-in players' random choices follow from
    #[arg(long)]
    seed: Option<u64>,
    /// Pause after each move of a game between programs, in milliseconds; default: none where it is not watched
    #[arg(long)]
    pause: Option<u64>,
}

pub(crate) fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let (game, clock) = args.setup.resolve(args.game)?;
    let facts = args.game.facts();
    let lots =
        dice(args.seed, 0).map_err(|e| Failure::system(&Words::new("random numbers", "随机数"), &e))?;
    let b = args.b.clone().unwrap_or_else(|| facts.quick_level().name().to_owned());
    let mut workshop = Workshop::open()?;
    let mut conditions = args.conditions.resolve(args.game, &args.setup)?;
    conditions.calibration = args.record.as_ref().map(|_| Calibration::once());
    let terms = Terms { game: &*game, clock, conditions: &conditions };
    let mut sides =
        [workshop.contestant(&args.a, &terms, args.dialect)?, workshop.contestant(&b, &terms, args.dialect)?];
    for side in &mut sides {
        if let (Contestant::Program(player), None) = (side, args.dialect) {
            speak_freely(player, &*game);
        }
    }
    let humans = Seat::BOTH.map(|seat| matches!(sides[seat.index()], Contestant::Human));
    if humans == [false, false] {
        SetupArgs::needs_no_referee(&*game)?;
    }
    let seats = [0, 1].map(|i| match &sides[i] {
        Contestant::Human => (say!(lang, "you", "你"), Spoken::Person),
        Contestant::Program(player) => (player.name.clone(), Spoken::In(player.dialect)),
    });
    let names = seats.clone().map(|(name, _)| name);
    // A person plays without a clock unless one was asked for; a program always has its own.
    let limits =
        humans.map(|human| if human && !args.setup.names_a_clock() { Clock::default() } else { clock });
    let mut table = game.table(staging(clock, &conditions, seats), Some(lots));
    let mut record = RecordFile::create(args.record.as_deref()).map_err(|e| Failure::usage(&e))?;
    let stop = stop::flag();
    let mut persons =
        Seat::BOTH.map(|_| Keyboard { lang, stdin: std::io::stdin(), prompt: String::new(), told: false });
    let mut persons = persons.iter_mut();
    let sitters = sides.each_ref().map(|side| match (side, persons.next()) {
        (Contestant::Program(player), _) => Sitter::Program(player),
        (Contestant::Human, Some(person)) => Sitter::Person(person),
        (Contestant::Human, None) => unreachable!("there is a keyboard for each seat"),
    });
    let heard = sides.each_ref().map(|side| match side {
        Contestant::Program(player) => matches!(player.launch, Launch::BuiltIn { .. }),
        Contestant::Human => false,
    });
    let mut watch = Board::new(humans, names.clone(), lang, args.pause, Thoughts::of(heard));
    let seed = args.seed.unwrap_or_else(engine::random_seed);
    let seating = Seating { game: &*game, sitters, limits, seed, conditions: &conditions };
    let ended = seating.play(&mut *table, &mut record, &stop, &mut watch);
    let Some(ended) = ended.map_err(|e| Failure::stage(&e))? else {
        if stop::raised(&stop) {
            return Err(Failure::Interrupted);
        }
        out::line(&say!(lang, "the game was abandoned", "对局已放弃"));
        return Ok(());
    };
    record.keep().map_err(|e| Failure::stage(&e))?;
    out::line(&result(&ended, &sided(names, facts, lang), humans, lang));
    if let Some(path) = &args.record {
        out::line(&say!(lang, "record: {}", "记录：{}", path.display()));
    }
    Ok(())
}

/// Where nobody asked for a dialect a built-in player speaks the one that has room for what it thinks.
fn speak_freely(player: &mut Player, game: &dyn RuledGame) {
    if matches!(player.launch, Launch::BuiltIn { .. }) && game.speaks(DialectName::Native) {
        player.dialect = DialectName::Native;
    }
}

/// The names, with their sides where nothing else tells them apart.
pub(crate) fn sided(names: [String; 2], facts: &Facts, lang: Lang) -> [String; 2] {
    if names[0] != names[1] {
        return names;
    }
    Seat::BOTH.map(|seat| format!("{} ({})", names[seat.index()], facts.seat(seat).to(lang)))
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

/// Draws the board after every turn.
struct Board {
    viewer: Viewer,
    names: [String; 2],
    lang: Lang,
    pause: Duration,
    ply: Option<u32>,
    screen: Screen,
    thoughts: Thoughts,
}

impl Board {
    fn new(
        humans: [bool; 2],
        names: [String; 2],
        lang: Lang,
        pause: Option<u64>,
        thoughts: Thoughts,
    ) -> Board {
        let viewer = match humans {
            [true, false] => Viewer::Seat(Seat::First),
            [false, true] => Viewer::Seat(Seat::Second),
            [true, true] => Viewer::Spectator,
            [false, false] => Viewer::Arbiter,
        };
        let watched = std::io::stdout().is_terminal() && humans == [false, false];
        let pause = Duration::from_millis(pause.unwrap_or(if watched { 200 } else { 0 }));
        Board { viewer, names, lang, pause, ply: None, screen: Screen::new(watched), thoughts }
    }
}

impl Watch for Board {
    fn changed(&mut self, table: &dyn Table) {
        let over = matches!(table.turn(), Turn::Over(_));
        // A turn of several acts is drawn once it is over; for a person each act is.
        if self.ply == Some(table.plies()) && !over && self.viewer == Viewer::Arbiter {
            return;
        }
        let scene = table.scene(self.viewer);
        // A board without coordinates at its edges tells a person how its points are called.
        let names = self.viewer != Viewer::Arbiter && scene.labels.is_empty();
        let board = terminal(&scene, Terminal { color: out::colored(), lang: self.lang, names });
        let facts = table.facts();
        let title = format!(
            "{} ({}) – {} ({})  {}",
            self.names[0],
            facts.seats[0].to(self.lang),
            self.names[1],
            facts.seats[1].to(self.lang),
            say!(self.lang, "ply {}", "第 {} 手", table.plies())
        );
        let mut thoughts = self.thoughts.take(&self.names, self.lang);
        // What a player expects while there are secrets is one of them.
        if self.viewer != Viewer::Arbiter && table.facts().hidden && !is_open(table) {
            thoughts.clear();
        }
        self.screen.show(&format!("{title}\n{board}\n{thoughts}"));
        if self.ply.is_some() && !over {
            std::thread::sleep(self.pause);
        }
        self.ply = Some(table.plies());
    }

    fn grew(&mut self, seen: &Seen<'_>) -> bool {
        self.thoughts.hear(seen.lines);
        true
    }
}

/// Does everybody know everything now?
fn is_open(table: &dyn Table) -> bool {
    table.scene(Viewer::Spectator) == table.scene(Viewer::Arbiter)
}

/// The person at this terminal.
struct Keyboard {
    lang: Lang,
    stdin: std::io::Stdin,
    prompt: String,
    /// Was it said how moves are written?
    told: bool,
}

impl Person for Keyboard {
    fn lines(&self) -> BorrowedFd<'_> {
        self.stdin.as_fd()
    }

    fn asked(&mut self, table: &dyn Table, seat: Seat) {
        let facts = table.facts();
        let (side, how) = (facts.seat(seat).to(self.lang), facts.notation.to(self.lang));
        if !std::mem::replace(&mut self.told, true) {
            out::line(&say!(
                self.lang,
                "A move is {how}. Also: help, resign, quit.",
                "着法写作{how}。另可输入：帮助、认输、退出。"
            ));
        }
        self.prompt = match table.turn() {
            Turn::Of(Actor::Arbiter) => say!(self.lang, "referee> ", "请你裁判> "),
            _ => match table.scene(Viewer::Seat(seat)).numbers {
                Some((least, most)) => say!(
                    self.lang,
                    "your move ({side}), a number from {least} to {most}> ",
                    "轮到你（{side}），请输入 {least} 到 {most} 的数> "
                ),
                None => say!(self.lang, "your move ({side})> ", "轮到你（{side}）> "),
            },
        };
        out::text(&self.prompt);
    }

    fn typed(&mut self, table: &dyn Table, seat: Seat, line: &[u8]) -> Typed {
        let text = leitai_protocol::printable(line);
        let text = text.trim();
        match text.to_lowercase().as_str() {
            "" => {}
            "help" | "?" | "h" | "帮助" => {
                let choices = match table.turn() {
                    Turn::Of(Actor::Arbiter) => table.rulings(),
                    _ => table.choices(seat),
                };
                let choices: Vec<_> = choices.into_iter().map(|choice| choice.text).collect();
                let (count, shown) = (choices.len(), choices[..choices.len().min(SHOWN)].join(" "));
                let moves = Noun::MOVES.of(count);
                out::line(&if count > SHOWN {
                    say!(self.lang, "{moves}, for example: {shown}", "可走 {moves} 种，例如：{shown}"; moves)
                } else {
                    say!(self.lang, "{moves}: {shown}", "可走 {moves} 种：{shown}"; moves)
                });
            }
            "resign" | "认输" => return Typed::Resign,
            "quit" | "q" | "exit" | "退出" => return Typed::Leave,
            _ => match read_acts(table, text).or_else(|why| numbered(table, seat, text).ok_or(why)) {
                Ok(acts) => return Typed::Acts(acts),
                Err(why) => {
                    out::line(&say!(
                        self.lang, "`{text}` is not a move; expected: {why}", "看不懂“{text}”，应为：{why}"; text, why
                    ));
                }
            },
        }
        out::text(&self.prompt);
        Typed::Nothing
    }

    fn refused(&mut self, refusal: &Refusal) {
        let why = match refusal {
            Refusal::Garbled(garbled) => garbled.told(self.lang),
            Refusal::Illegal(illegal) => illegal.rule.to(self.lang).to_owned(),
            Refusal::NotAsked => say!(self.lang, "it is not your turn", "未轮到你"),
        };
        out::line(&say!(self.lang, "Illegal: {why}", "不能这样走：{why}"));
        out::text(&self.prompt);
    }
}

/// The act that is the choice of that number, where numbers may be chosen.
fn numbered(table: &dyn Table, seat: Seat, text: &str) -> Option<Vec<String>> {
    let number = Spot::Number(text.parse().ok()?);
    let chosen = table.choices(seat).into_iter().find(|choice| choice.path == [number])?;
    Some(vec![chosen.text])
}

/// Is somebody at the keyboard?
pub(crate) fn at_a_terminal() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}
