//! How programs run, as given on the command line.

use crate::args::SetupArgs;
use crate::failure::Failure;
use crate::language::note;
use crate::named_game::NamedGame;
use leitai_arena::{Allowance, Conditions, Disclosure, Launch, Player, Ponder};
use leitai_core::{Clock, Sentence, Tell, sentence};
use leitai_sandbox::system::own_file;
use leitai_sandbox::{Output, Sandbox, SandboxLevel, Size, broken_devices};
use std::num::NonZeroU64;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Sandbox and limits of the programs.
#[derive(clap::Args)]
pub(crate) struct ConditionArgs {
    /// How programs are confined: auto (the strongest level this machine can set up), F, R, N, P or off
    #[arg(long, default_value = "auto", value_parser = wanted)]
    sandbox: WantedLevel,
    /// Memory of a program with all its processes, e.g. 64MB; default: the preset's, or that of the game's first
    /// preset, else 1GB
    #[arg(long, value_parser = read::<Size>)]
    memory: Option<Size>,
    /// Processes a program may have at one time
    #[arg(long)]
    processes: Option<u32>,
    /// Space for files in the program's /tmp, e.g. 16MB; it counts as memory; default: none
    #[arg(long, value_parser = read::<Size>)]
    scratch: Option<Size>,
    /// Longest line a program may print, e.g. 8KB; default: 64KB
    #[arg(long, value_name = "SIZE", value_parser = within(Output::LINE))]
    output_line: Option<Size>,
    /// Most that a program may print between two requests, e.g. 64KB; default: 1MB
    #[arg(long, value_name = "SIZE", value_parser = within(Output::TURN))]
    output_turn: Option<Size>,
    /// How much of a program's log (stderr) is kept, half from its beginning, half from its end; default: 32KB
    #[arg(long, value_name = "SIZE", value_parser = within(Output::LOG))]
    log: Option<Size>,
    /// Whether programs may think in the opponent's time: on or off
    #[arg(long, default_value = "off", value_parser = ponder)]
    ponder: Ponder,
    /// What programs are told: all, or least (no times, no komi, and they are not asked for their names)
    #[arg(long, default_value = "all", value_name = "TELL", value_parser = disclosure)]
    tell: Disclosure,
    /// Limits of processor time besides the clock, e.g. move=2s,game=90s
    #[arg(long, value_name = "LIMITS")]
    cpu: Option<String>,
}

/// What one player alone is allowed.
#[derive(clap::Args)]
pub(crate) struct OwnArgs {
    /// Limits for A only, written as for --clock
    #[arg(long, value_name = "CLOCK")]
    clock_a: Option<String>,
    /// Limits for B only
    #[arg(long, value_name = "CLOCK")]
    clock_b: Option<String>,
    /// Memory of A's program only
    #[arg(long, value_name = "SIZE", value_parser = read::<Size>)]
    memory_a: Option<Size>,
    /// Memory of B's program only
    #[arg(long, value_name = "SIZE", value_parser = read::<Size>)]
    memory_b: Option<Size>,
    /// Most nodes that built-in players search per turn
    #[arg(long)]
    nodes: Option<NonZeroU64>,
    /// Nodes for A only, if it is a built-in player
    #[arg(long, value_name = "NODES")]
    nodes_a: Option<NonZeroU64>,
    /// Nodes for B only, if it is a built-in player
    #[arg(long, value_name = "NODES")]
    nodes_b: Option<NonZeroU64>,
}

impl OwnArgs {
    /// Whether an option applies to one player alone.
    pub(crate) fn names_one(&self) -> bool {
        self.clock_a.is_some()
            || self.clock_b.is_some()
            || self.memory_a.is_some()
            || self.memory_b.is_some()
            || self.nodes_a.is_some()
            || self.nodes_b.is_some()
    }

    /// Refuses a node limit for a player that is not built in.
    pub(crate) fn suits(&self, players: &[Player]) -> Result<(), Failure> {
        let named = [("--nodes-a", self.nodes_a), ("--nodes-b", self.nodes_b)];
        let mut named = named.into_iter().zip(players).filter(|((_, nodes), _)| nodes.is_some());
        match named.find(|(_, player)| !matches!(player.launch, Launch::BuiltIn { .. })) {
            Some(((option, _), Player { name, .. })) => Err(Failure::Usage(sentence!(
                "{option}: {name} is not a built-in player; only those can be told how many nodes to search",
                "{option}：{name} 不是内置棋手，无法规定其搜索的节点数"
            ))),
            None => Ok(()),
        }
    }

    /// The allowances of A and B, whose options modify this common clock.
    pub(crate) fn resolve(&self, clock: Clock) -> Result<[Allowance; 2], Failure> {
        let own = |text: &Option<String>, memory, nodes: Option<NonZeroU64>| {
            let clock = clock.with(text.as_deref().unwrap_or_default());
            let clock = clock.map_err(|error| Failure::usage(&error))?;
            Ok(Allowance { memory, nodes: nodes.or(self.nodes), ..clock.into() })
        };
        Ok([
            own(&self.clock_a, self.memory_a, self.nodes_a)?,
            own(&self.clock_b, self.memory_b, self.nodes_b)?,
        ])
    }
}

/// Which level was asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WantedLevel {
    /// The strongest level available, if it confines at all.
    Auto,
    /// This one.
    Level(SandboxLevel),
}

/// Reads a level of the sandbox, or a size.
pub(crate) fn read<T: FromStr<Err: Tell>>(text: &str) -> Result<T, Sentence> {
    text.parse().map_err(|error| Sentence::of(&error))
}

/// Reads `--ponder`.
fn ponder(text: &str) -> Result<Ponder, Sentence> {
    text.parse().map_err(|_: String| sentence!("it takes on or off", "应为 on 或 off"))
}

/// Reads `--tell`.
fn disclosure(text: &str) -> Result<Disclosure, Sentence> {
    text.parse().map_err(|_: String| sentence!("it takes all or least", "应为 all 或 least"))
}

/// Reads `--sandbox`.
pub(crate) fn wanted(text: &str) -> Result<WantedLevel, Sentence> {
    if text == "auto" {
        return Ok(WantedLevel::Auto);
    }
    read::<SandboxLevel>(text).map(WantedLevel::Level)
}

/// Reads a size in a range; the error states the range.
fn within(range: RangeInclusive<Size>) -> impl Fn(&str) -> Result<Size, Sentence> + Clone {
    move |text| {
        let size = read::<Size>(text)?;
        let (least, most) = (range.start(), range.end());
        let sentence =
            || sentence!("the size must be between {least} and {most}", "应为 {least} 到 {most} 的大小");
        Some(size).filter(|size| range.contains(size)).ok_or_else(sentence)
    }
}

impl ConditionArgs {
    /// Resolves the conditions on this machine. Refuses a sandbox level that cannot be set up, and warns about one
    /// that does not confine.
    pub(crate) fn resolve(&self, game: NamedGame, setup: &SetupArgs) -> Result<Conditions, Failure> {
        let mut conditions = Conditions::of(sandbox(self.sandbox)?);
        let limits = &mut conditions.limits;
        // The preset's own limit, even if no preset was named.
        if let Some(memory) = setup.chosen(game).unwrap_or_else(|| game.facts().usual()).memory {
            limits.memory = Size::MB(memory);
        }
        limits.memory = self.memory.unwrap_or(limits.memory);
        limits.processes = self.processes.unwrap_or(limits.processes).max(1);
        limits.scratch = self.scratch.unwrap_or(limits.scratch);
        limits.output.line = self.output_line.unwrap_or(limits.output.line);
        limits.output.turn = self.output_turn.unwrap_or(limits.output.turn);
        limits.output.log = self.log.unwrap_or(limits.output.log);
        conditions.ponder = self.ponder;
        conditions.disclosure = self.tell;
        if let Some(text) = &self.cpu {
            let cpu = Clock::default().with(text).map_err(|error| Failure::option("--cpu", &error))?;
            if cpu.start.is_some() || cpu.increment.is_some() || cpu.moves.is_some() {
                return Err(Failure::Usage(sentence!(
                    "--cpu: only move and game can be limited, not start or inc: {text}",
                    "--cpu：只有 move 与 game，没有 start 与 inc：{text}"
                )));
            }
            (conditions.cpu_turn, conditions.cpu_game) = (cpu.turn, cpu.game);
        }
        Ok(conditions)
    }
}

/// A sandbox of the wanted level, set up once to see that it works.
pub(crate) fn sandbox(wanted: WantedLevel) -> Result<Sandbox, Failure> {
    let sandbox = match wanted {
        WantedLevel::Level(level) => {
            Sandbox::at(level, own_file()).map_err(|error| Failure::stage(&error))?
        }
        WantedLevel::Auto => {
            let sandbox = Sandbox::strongest(own_file());
            if !sandbox.level().confines() && Sandbox::COULD_CONFINE {
                if !broken_devices().is_empty() {
                    // The weakest level that confines says which, and what to do.
                    Sandbox::at(SandboxLevel::Confined, own_file())
                        .map_err(|error| Failure::stage(&error))?;
                }
                return Err(Failure::Stage(sentence!(
                    "no sandbox can be set up here (`leitai doctor` says why); to run programs with your own \
                     rights all the same, add --sandbox off",
                    "本机无法建立沙箱（原因见 `leitai doctor`）；若仍要以你自己的权限运行程序，请加 --sandbox off"
                )));
            }
            sandbox
        }
    };
    warn(sandbox.level());
    Ok(sandbox)
}

/// Warns if programs are not confined.
pub(crate) fn warn(level: SandboxLevel) {
    if !level.confines() {
        note(&sentence!(
            "warning: sandbox {level}: programs run with YOUR rights; they can read and write your files and \
             use the network. Every record says so.",
            "警告：沙箱为 {level}：程序以你的权限运行，可以读写你的文件、使用网络。每份记录都会注明。"
        ));
    }
}
