//! Players named on the command line.

use crate::args::{GameName, dialect};
use crate::failure::Failure;
use crate::language::{say, spoken};
use leitai_arena::{Launch, Player, build};
use leitai_core::{DialectName, Level};
use leitai_protocol::printable;
use std::path::Path;
use tempfile::TempDir;

/// Who was named.
pub(crate) enum Contestant {
    /// The person at this terminal.
    Human,
    /// A program.
    Program(Player),
}

/// Where sources are compiled; gone with the command.
pub(crate) struct Workshop {
    folder: TempDir,
    built: usize,
}

impl Workshop {
    pub(crate) fn open() -> Result<Workshop, Failure> {
        let folder =
            TempDir::with_prefix("leitai-").map_err(|e| Failure::Stage(format!("temporary folder: {e}")))?;
        Ok(Workshop { folder, built: 0 })
    }

    /// Reads a player: `human`, a level, `cmd:…`, a source file, a folder or an executable.
    pub(crate) fn contestant(
        &mut self,
        text: &str,
        game: GameName,
        name: Option<DialectName>,
    ) -> Result<Contestant, Failure> {
        if text == "human" {
            return Ok(Contestant::Human);
        }
        self.player(text, game, name).map(Contestant::Program)
    }

    /// Reads a player that is a program.
    pub(crate) fn player(
        &mut self,
        text: &str,
        game: GameName,
        name: Option<DialectName>,
    ) -> Result<Player, Failure> {
        let dialect = dialect(game, name)?;
        if let Some(line) = text.strip_prefix("cmd:") {
            return command(line, dialect);
        }
        if let Ok(level) = text.parse::<Level>() {
            return built_in(level, game, dialect);
        }
        let path = Path::new(text);
        if !path.exists() {
            return Err(Failure::Usage(say!(
                spoken(),
                "`{text}` is no player: write a level ({}), 'cmd:program arguments', or the path of a source \
                 file, a folder or an executable",
                "没有棋手“{text}”：请写级别（{}）、'cmd:程序 参数'，或源文件、文件夹、可执行文件的路径",
                levels(game)
            )));
        }
        self.built += 1;
        let workshop = self.folder.path().join(self.built.to_string());
        std::fs::create_dir(&workshop).map_err(|e| Failure::Stage(format!("temporary folder: {e}")))?;
        let launch = build(path, &workshop).map_err(|e| Failure::Usage(e.to_string()))?;
        Ok(Player { name: file_name(path), launch, dialect })
    }
}

fn command(line: &str, dialect: DialectName) -> Result<Player, Failure> {
    let words = shlex::split(line).filter(|words| !words.is_empty());
    let words = words.ok_or_else(|| {
        Failure::Usage(say!(spoken(), "cmd: `{line}` is not a command line", "cmd：“{line}”不是一条命令"))
    })?;
    Ok(Player {
        name: file_name(Path::new(&words[0])),
        launch: Launch::Command {
            program: words[0].clone().into(),
            args: words[1..].iter().map(Into::into).collect(),
            folder: None,
        },
        dialect,
    })
}

fn built_in(level: Level, game: GameName, dialect: DialectName) -> Result<Player, Failure> {
    if !game.facts().levels.contains(&level) {
        return Err(no_level(level, game));
    }
    let binary =
        std::env::current_exe().map_err(|e| Failure::Stage(format!("this program's own file: {e}")))?;
    Ok(Player { name: level.to_string(), launch: Launch::BuiltIn { binary, level }, dialect })
}

/// That level is not there; those that are.
pub(crate) fn no_level(level: Level, game: GameName) -> Failure {
    let (id, levels) = (game.facts().id, levels(game));
    Failure::Usage(say!(
        spoken(),
        "{id} has no level {level}; it has: {levels}",
        "{id} 没有级别 {level}；可用：{levels}"
    ))
}

fn levels(game: GameName) -> String {
    let names: Vec<_> = game.facts().levels.iter().map(|level| level.name()).collect();
    names.join(", ")
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    printable(name.as_encoded_bytes())
}
