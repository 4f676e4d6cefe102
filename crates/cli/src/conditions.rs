//! How programs run, as the command line says it.

use crate::args::{GameName, SetupArgs};
use crate::failure::Failure;
use crate::language::{say, spoken};
use leitai_arena::{Conditions, Ponder};
use leitai_core::{Clock, Lang, Tell};
use leitai_sandbox::{Level, Output, Reason, Sandbox, Size, Unavailable};
use std::io::{self, Write};
use std::ops::RangeInclusive;

/// The file of this process, also after it was replaced on disk: it is its own launcher.
pub(crate) const SELF: &str = "/proc/self/exe";

/// Sandbox and limits of the programs.
#[derive(clap::Args)]
pub(crate) struct ConditionArgs {
    /// How programs are confined: auto (the strongest level this machine can set up), F, R, N, P or off
    #[arg(long, default_value = "auto", value_parser = wanted)]
    sandbox: WantedLevel,
    /// Memory of a program with all its processes, e.g. 64MB; the preset's own, the game's first if none is named, else 1GB
    #[arg(long, value_parser = size)]
    memory: Option<Size>,
    /// Processes a program may be at one time
    #[arg(long)]
    processes: Option<u32>,
    /// Room for files in the program's /tmp, e.g. 16MB; it counts as memory; none if not said
    #[arg(long, value_parser = size)]
    scratch: Option<Size>,
    /// Longest line a program may print, e.g. 8KB; 64KB if not said
    #[arg(long, value_name = "SIZE", value_parser = within(Output::LINE))]
    output_line: Option<Size>,
    /// Most that a program may print between two requests, e.g. 64KB; 1MB if not said
    #[arg(long, value_name = "SIZE", value_parser = within(Output::TURN))]
    output_turn: Option<Size>,
    /// How much of a program's log (stderr) is kept, half from its beginning, half from its end; 32KB if not said
    #[arg(long, value_name = "SIZE", value_parser = within(Output::LOG))]
    log: Option<Size>,
    /// May programs think in the opponent's time? on or off
    #[arg(long, default_value = "off", value_parser = ponder)]
    ponder: Ponder,
    /// Limits of processor time beside the clock, e.g. move=2s,game=90s
    #[arg(long, value_name = "LIMITS")]
    cpu: Option<String>,
}

/// Which level was asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WantedLevel {
    /// The strongest there is, if it confines at all.
    Auto,
    /// This one.
    Level(Level),
}

/// Reads a level of the sandbox.
pub(crate) fn level(text: &str) -> Result<Level, String> {
    text.parse().map_err(|error: leitai_sandbox::UnknownLevel| {
        say!(
            spoken(),
            "{error}",
            "没有沙箱级别“{text}”；可用：F（完全）、R（无需 root）、N（无名字空间）、P（普通）、off（关闭）"
        )
    })
}

/// Reads a size.
fn size(text: &str) -> Result<Size, String> {
    text.parse().map_err(|error: leitai_sandbox::BadSize| {
        say!(spoken(), "{error}", "看不懂大小“{text}”；请写作例如 64MB、1GB 或 512KB")
    })
}

/// Reads `--ponder`.
fn ponder(text: &str) -> Result<Ponder, String> {
    text.parse().map_err(|error: String| say!(spoken(), "{error}", "应为 on 或 off"))
}

/// A reason of the sandbox's, in the person's language.
pub(crate) fn reason(why: &Reason, lang: Lang) -> String {
    match lang {
        Lang::En => why.to_string(),
        Lang::Zh => why.zh().to_owned(),
    }
}

/// A level cannot be set up.
pub(crate) fn unavailable(error: &Unavailable) -> Failure {
    let (level, lang) = (error.level, spoken());
    let why = reason(&error.why, lang);
    Failure::Stage(say!(
        lang,
        "level {level} of the sandbox cannot be set up here: {why}",
        "本机无法建立 {level} 级沙箱：{why}"
    ))
}

/// Reads `--sandbox`.
pub(crate) fn wanted(text: &str) -> Result<WantedLevel, String> {
    if text == "auto" {
        return Ok(WantedLevel::Auto);
    }
    level(text).map(WantedLevel::Level)
}

/// Reads a size in a range, and says the range when it is outside.
fn within(range: RangeInclusive<Size>) -> impl Fn(&str) -> Result<Size, String> + Clone {
    move |text| {
        let size = size(text)?;
        let (least, most) = (range.start(), range.end());
        let sentence =
            || say!(spoken(), "it is a size from {least} to {most}", "应为 {least} 到 {most} 的大小");
        Some(size).filter(|size| range.contains(size)).ok_or_else(sentence)
    }
}

impl ConditionArgs {
    /// The conditions on this machine; a level that it cannot set up is refused, one that does not confine is
    /// said aloud.
    pub(crate) fn resolve(&self, game: GameName, setup: &SetupArgs) -> Result<Conditions, Failure> {
        let mut conditions = Conditions::of(sandbox(self.sandbox)?);
        let limits = &mut conditions.limits;
        // The source's own, also where nobody named it.
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
        if let Some(text) = &self.cpu {
            let cpu = Clock::default()
                .with(text)
                .map_err(|e| Failure::Usage(say!(spoken(), "--cpu: {}", "--cpu：{}", e.told(spoken()))))?;
            if cpu.start.is_some() || cpu.increment.is_some() {
                return Err(Failure::Usage(say!(
                    spoken(),
                    "--cpu: it limits move and game, not start or inc: {text}",
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
            Sandbox::at(level, SELF.as_ref()).map_err(|error| unavailable(&error))?
        }
        WantedLevel::Auto => {
            let sandbox = Sandbox::strongest(SELF.as_ref());
            if !sandbox.level().confines() {
                return Err(Failure::Stage(say!(
                    spoken(),
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

/// Says aloud that programs are not confined.
pub(crate) fn warn(level: Level) {
    if !level.confines() {
        let text = say!(
            spoken(),
            "warning: sandbox {level}: programs run with YOUR rights; they can read and write your files and \
             use the network. Every record says so.",
            "警告：沙箱为 {level}：程序以你的权限运行，可以读写你的文件、使用网络。每份记录都会注明。"
        );
        // Nobody is left to tell if stderr is gone.
        let _ = writeln!(io::stderr(), "{text}");
    }
}
