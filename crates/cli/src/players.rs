//! Players named on the command line.

use crate::args::{Speech, dialect, speakable};
use crate::command_name::name_of;
use crate::failure::Failure;
use crate::language::note;
use leitai_arena::{Built, Exit, Launch, Player, TriedDialect, build_told, locate, recognise};
use leitai_check::ExaminationTerms;
use leitai_core::{DialectName, Facts, Level, Sentence, Words, nearest, sentence};
use leitai_protocol::printable;
use leitai_sandbox::PassingFolder;
use leitai_sandbox::system::own_file;
use std::ffi::OsStr;
use std::io;
use std::path::Path;

/// The name of a person at the terminal.
const HUMAN: &str = "human";

/// A player that was named.
pub(crate) enum Contestant {
    /// The person at this terminal.
    Human,
    /// A program.
    Program(Player),
}

/// The folder where sources are compiled; removed when the command ends.
pub(crate) struct Workshop {
    folder: PassingFolder,
    built: usize,
}

impl Workshop {
    pub(crate) fn open() -> Result<Workshop, Failure> {
        let folder = PassingFolder::make(own_file(), "leitai-")
            .map_err(|e| Failure::system(&Words::new("temporary folder", "临时文件夹"), &e))?;
        Ok(Workshop { folder, built: 0 })
    }

    /// Reads a player: `human`, a level, `cmd:…`, a source file, a folder or an executable.
    pub(crate) fn contestant(
        &mut self,
        text: &str,
        terms: &ExaminationTerms<'_>,
        speech: Option<Speech>,
    ) -> Result<Contestant, Failure> {
        if text.eq_ignore_ascii_case(HUMAN) {
            return Ok(Contestant::Human);
        }
        // Only here may a person play.
        let names = terms.game.facts().levels.iter().map(|level| level.name()).chain([HUMAN]);
        if nearest(text, names) == Some(HUMAN) && !Path::new(text).exists() {
            return Err(Failure::Usage(sentence!(
                "there is no player `{text}`; did you mean {HUMAN}?",
                "没有棋手“{text}”；是不是 {HUMAN}？"
            )));
        }
        self.player(text, terms, speech).map(Contestant::Program)
    }

    /// Reads a player that is a program, and checks that its dialect can express a game of these terms. Without
    /// `--dialect` it is the usual dialect: what a match does follows from its command line alone, and a program is
    /// started to detect its dialect only on request.
    pub(crate) fn player(
        &mut self,
        text: &str,
        terms: &ExaminationTerms<'_>,
        speech: Option<Speech>,
    ) -> Result<Player, Failure> {
        let name = match speech {
            Some(Speech::Named(name)) => Some(name),
            Some(Speech::Auto) | None => None,
        };
        let mut player = self.named(text, terms, dialect(terms.game.facts(), name)?)?;
        if speech == Some(Speech::Auto) && matches!(player.launch, Launch::Command { .. }) {
            player.dialect = recognised(&player, terms)?;
        }
        speakable(terms.game, player.dialect)?;
        Ok(player)
    }

    fn named(
        &mut self,
        text: &str,
        terms: &ExaminationTerms<'_>,
        dialect: DialectName,
    ) -> Result<Player, Failure> {
        if let Some(line) = text.strip_prefix("cmd:") {
            return command(line, dialect);
        }
        if let Ok(level) = text.parse::<Level>() {
            return built_in(level, terms.game.facts(), dialect);
        }
        let path = Path::new(text);
        if !path.exists() {
            // Levels may be in capitals, if no file has that name.
            if let Ok(level) = text.to_lowercase().parse::<Level>() {
                return built_in(level, terms.game.facts(), dialect);
            }
            return Err(no_player(text, terms.game.facts()));
        }
        self.built += 1;
        let workshop = self.folder.path().join(self.built.to_string());
        std::fs::create_dir(&workshop)
            .map_err(|e| Failure::system(&Words::new("temporary folder", "临时文件夹"), &e))?;
        let sandbox = &terms.conditions.sandbox;
        let Built { launch, notes, .. } =
            build_told(path, &workshop, sandbox).map_err(|e| Failure::usage(&e))?;
        let name = file_name(path);
        for said in &notes {
            // Not on stdout with the results, which a program may read.
            note(&sentence!("{name}: {said}", "{name}：{said}"; name = &name, said));
        }
        Ok(Player { name, launch, dialect })
    }
}

/// Detects the dialect in which the program answers, and prints it on the terminal.
fn recognised(player: &Player, terms: &ExaminationTerms<'_>) -> Result<DialectName, Failure> {
    let name = &player.name;
    let found =
        recognise(terms.game, player, terms.clock, terms.conditions).map_err(|e| Failure::stage(&e))?;
    let Some(dialect) = found.spoken else {
        let mut said = sentence!(
            "the protocol of {name} was not detected; name it with --dialect. Tried:",
            "无法识别 {name} 所用的协议，请用 --dialect 指定。已尝试："
        );
        for tried in &found.tried {
            said = said.then(&Sentence::quoted("\n  ")).then(&answered(tried));
        }
        let listed = |dialect: &&DialectName| !found.tried.iter().any(|tried| tried.dialect == **dialect);
        let silent: Vec<_> =
            terms.game.facts().dialects.iter().filter(listed).map(|name| name.name()).collect();
        if !silent.is_empty() {
            let silent = silent.join(", ");
            said = said.then(&sentence!(
                "\nCannot be detected, because nothing is said before the game: {silent}",
                "\n对局前双方都不说话，因而无法识别：{silent}"
            ));
        }
        return Err(Failure::Usage(said));
    };
    // Not on stdout with the results, which a program may read.
    note(&sentence!("{name} speaks {dialect}", "{name} 使用协议 {dialect}"));
    Ok(dialect)
}

/// The answer of a program to a dialect that it does not speak.
fn answered(tried: &TriedDialect) -> Sentence {
    let dialect = tried.dialect;
    let said = if tried.said.is_empty() {
        sentence!("{dialect}: it said nothing", "{dialect}：没有输出")
    } else {
        let said: Vec<_> = tried.said.iter().map(|line| format!("`{line}`")).collect();
        sentence!("{dialect}: it said {}", "{dialect}：它输出 {}", said.join(" "))
    };
    match tried.left {
        Some(Exit::Code(code)) => {
            said.then(&sentence!(", then exited with code {code}", "，随后退出（返回码 {code}）"))
        }
        Some(left) => said.then(&sentence!(", then {left}", "，随后{left}"; left)),
        None => said,
    }
}

fn command(line: &str, dialect: DialectName) -> Result<Player, Failure> {
    let words = shlex::split(line).filter(|words| !words.is_empty());
    let words = words.ok_or_else(|| {
        Failure::Usage(sentence!("cmd: `{line}` is not a command line", "cmd：“{line}”不是一条命令"))
    })?;
    locate(OsStr::new(&words[0])).map_err(|error| not_there(&words[0], &error))?;
    Ok(Player {
        name: name_of(&words),
        launch: Launch::typed(words[0].clone().into(), words[1..].iter().map(Into::into).collect()),
        dialect,
    })
}

/// Reported before any game: a missing program would lose each of them.
fn not_there(program: &str, error: &io::Error) -> Failure {
    let is_path = program.contains('/');
    Failure::Usage(match error.kind() {
        io::ErrorKind::PermissionDenied => sentence!(
            "cmd: `{program}` is not executable (chmod +x makes it so)",
            "cmd：“{program}”不是可执行的文件（可用 chmod +x 设置）"
        ),
        io::ErrorKind::NotFound if is_path => {
            sentence!("cmd: there is no file `{program}`", "cmd：没有文件“{program}”")
        }
        io::ErrorKind::NotFound => sentence!(
            "cmd: there is no program `{program}` on the search path; a file in this folder is ./{program}",
            "cmd：搜索路径中没有程序“{program}”；若是当前文件夹中的文件，请写 ./{program}"
        ),
        _ => sentence!("cmd: `{program}`: {error}", "cmd：“{program}”：{error}"; program, error),
    })
}

/// No player has that name. A path, a command or a level may have been meant.
fn no_player(text: &str, facts: &Facts) -> Failure {
    let path = Path::new(text);
    let words = shlex::split(text).unwrap_or_default();
    Failure::Usage(if words.len() > 1 {
        sentence!(
            "`{text}` looks like a command; write 'cmd:{text}'",
            "“{text}”看起来是一条命令，请写成 'cmd:{text}'"
        )
    } else if text.contains(['/', '.']) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let files = std::fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten().flatten();
        let files = files.map(|file| file_name(Path::new(&file.file_name())));
        match nearest(&file_name(path), files) {
            Some(near) => {
                sentence!("no such file: {text}; did you mean {near}?", "找不到文件 {text}；是不是 {near}？")
            }
            None => sentence!("no such file: {text}", "找不到文件 {text}"),
        }
    } else if let Some(near) = nearest(text, facts.levels.iter().map(|level| level.name())) {
        sentence!("there is no player `{text}`; did you mean {near}?", "没有棋手“{text}”；是不是 {near}？")
    } else {
        let levels = levels(facts);
        sentence!(
            "there is no player `{text}`: write a level ({levels}), 'cmd:program arguments', or the path of a source \
             file, a folder or an executable",
            "没有棋手“{text}”：请写级别（{levels}）、'cmd:程序 参数'，或源文件、文件夹、可执行文件的路径"
        )
    })
}

fn built_in(level: Level, facts: &Facts, dialect: DialectName) -> Result<Player, Failure> {
    if !facts.levels.contains(&level) {
        return Err(no_level(level, facts));
    }
    let binary = std::env::current_exe()
        .map_err(|e| Failure::system(&Words::new("this program's own file", "本程序自身的文件"), &e))?;
    Ok(Player { name: level.to_string(), launch: Launch::built_in(binary, level), dialect })
}

/// The game does not have that level; lists those it has.
pub(crate) fn no_level(level: Level, facts: &Facts) -> Failure {
    let (id, levels) = (facts.id, levels(facts));
    Failure::Usage(sentence!(
        "{id} has no level {level}; it has: {levels}",
        "{id} 没有级别 {level}；可用：{levels}"
    ))
}

fn levels(facts: &Facts) -> String {
    let names: Vec<_> = facts.levels.iter().map(|level| level.name()).collect();
    names.join(", ")
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    printable(name.as_encoded_bytes())
}
