//! The folder of a match. Its contents identify the match, so that nothing is overwritten and a match that was broken
//! off can be resumed.

use super::settings::{self, Setting};
use crate::failure::Failure;
use crate::language::note;
use leitai_arena::{Player, SeriesGame};
use leitai_bout::{Kept, KeptGame};
use leitai_core::{ContentHash, DialectName, Noun, Sentence, sentence};
use leitai_store::close_entries;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The file that identifies the match of a folder.
pub(super) const NAME: &str = "match.json";

/// The identity of a match: everything that determines its games.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Plan {
    pub(super) r#type: String,
    /// The version of the stage that began it.
    pub(super) version: String,
    pub(super) game: String,
    pub(super) options: BTreeMap<String, String>,
    pub(super) players: Vec<Entrant>,
    /// Clock and limits.
    pub(super) conditions: BTreeMap<String, String>,
    /// The opening lines of the games.
    #[serde(default)]
    pub(super) openings: Vec<String>,
    pub(super) games: u32,
    #[serde(default)]
    pub(crate) sprt: Option<String>,
    pub(super) seed: u64,
    /// Whether the dice follow from the seed.
    pub(super) seeded: bool,
    /// The command line that began it, and the folder in which it was given.
    pub(super) args: Vec<String>,
    pub(super) folder: PathBuf,
}

/// A player of a match.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Entrant {
    /// As it was named on the command line.
    pub(super) player: String,
    /// As records name it.
    pub(super) name: String,
    pub(super) dialect: DialectName,
    /// The hash of its files' contents, if files were named.
    #[serde(default)]
    pub(super) program: Option<ContentHash>,
    /// The settings sent to its own program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    settings: Vec<Setting>,
}

/// A folder that this process has locked to play a match into.
pub(super) struct MatchFolder {
    path: PathBuf,
    /// Released when the process ends, however it ends.
    _lock: File,
}

impl Entrant {
    /// The entrant for a player as named, identified by the contents of the files that its name mentions.
    pub(super) fn new(player: &str, seated: &Player, settings: &[Setting]) -> Entrant {
        let words = player.strip_prefix("cmd:").map(|line| shlex::split(line).unwrap_or_default());
        let files = words.unwrap_or_else(|| vec![player.to_owned()]);
        let mut contents = Vec::new();
        for file in files.iter().map(Path::new).filter(|file| file.is_file()) {
            contents.extend(fs::read(file).unwrap_or_default());
        }
        let program = Some(ContentHash::of(&contents)).filter(|_| !contents.is_empty());
        Entrant {
            player: player.to_owned(),
            name: seated.name.clone(),
            dialect: seated.dialect,
            program,
            settings: settings.to_vec(),
        }
    }
}

impl Plan {
    /// A match that begins now, still without most of what determines its games.
    pub(super) fn begun(seed: u64, seeded: bool) -> Plan {
        Plan {
            r#type: "match".to_owned(),
            version: crate::version::version().to_owned(),
            game: String::new(),
            options: BTreeMap::new(),
            players: Vec::new(),
            conditions: BTreeMap::new(),
            openings: Vec::new(),
            games: 0,
            sprt: None,
            seed,
            seeded,
            args: std::env::args_os().map(|arg| arg.to_string_lossy().into_owned()).collect(),
            folder: std::env::current_dir().unwrap_or_default(),
        }
    }

    /// Reads the match of a folder; `None` if the folder has no match file.
    pub(crate) fn of(folder: &Path) -> Option<Result<Plan, Sentence>> {
        let text = fs::read_to_string(folder.join(NAME)).ok()?;
        Some(serde_json::from_str(&text).map_err(|error| {
            let file = folder.join(NAME);
            sentence!(
                "{}: it does not say which match this is ({error})",
                "{}：看不出是哪场比赛（{error}）",
                file.display()
            )
        }))
    }

    /// The first difference between this match and `now`; `None` if there is none.
    fn differs(&self, now: &Plan) -> Option<Sentence> {
        let changed = |what: Sentence, then: &str, now: &str| {
            (then != now).then(|| {
                let [then, now] = [then, now].map(|text| if text.is_empty() { "–" } else { text });
                sentence!("{what} was {then} and is now {now}", "{what}原为 {then}，现为 {now}"; what, then, now)
            })
        };
        let players = || {
            let pairs = self.players.iter().zip(&now.players);
            pairs.into_iter().find_map(|(then, now)| {
                if (&then.name, &then.player) == (&now.name, &now.player) && then.program != now.program {
                    let name = &now.name;
                    return Some(sentence!("the program of {name} was changed", "{name} 的程序已改动"));
                }
                let said = |it: &Entrant| {
                    let Entrant { player, dialect, settings, .. } = it;
                    format!("{player} ({dialect}) {}", settings::listed(settings)).trim_end().to_owned()
                };
                changed(sentence!("a player", "一方棋手"), &said(then), &said(now))
            })
        };
        let listed = |map: &BTreeMap<String, String>| {
            map.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
        };
        let text = |sprt: &Option<String>| sprt.clone().unwrap_or_default();
        changed(sentence!("the game", "游戏"), &self.game, &now.game)
            .or_else(|| {
                changed(
                    sentence!("what the rules are", "规则"),
                    &listed(&self.options),
                    &listed(&now.options),
                )
            })
            .or_else(|| {
                let [then, now] = [self, now].map(|plan| plan.players.len().to_string());
                changed(sentence!("the number of players", "棋手数"), &then, &now)
            })
            .or_else(players)
            .or_else(|| {
                let (then, now) = (listed(&self.conditions), listed(&now.conditions));
                changed(sentence!("clock and limits", "时限与限额"), &then, &now)
            })
            .or_else(|| {
                changed(
                    sentence!("the openings", "开局"),
                    &self.openings.join(" / "),
                    &now.openings.join(" / "),
                )
            })
            .or_else(|| changed(sentence!("the test", "检验"), &text(&self.sprt), &text(&now.sprt)))
            .or_else(|| changed(sentence!("the seed", "种子"), &self.seed.to_string(), &now.seed.to_string()))
    }

    /// Writes the file atomically.
    fn write(&self, folder: &Path) -> io::Result<()> {
        let (new, file) = (folder.join(".match.json.new"), folder.join(NAME));
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        let mut written = File::create(&new)?;
        written.write_all(text.as_bytes())?;
        written.sync_all()?;
        fs::rename(&new, &file)?;
        File::open(folder)?.sync_all()
    }
}

impl MatchFolder {
    /// Opens a folder for a new match, or to resume the match `begun` there. Errors if it holds another match, or if
    /// a match is being played into it.
    pub(super) fn open(path: &Path, begun: Option<&Plan>, plan: &Plan) -> Result<MatchFolder, Failure> {
        let shown = path.display();
        let system = |error: io::Error| Failure::system(path, &error);
        fs::create_dir_all(path).map_err(system)?;
        let lock = File::open(path).map_err(system)?;
        if let Err(TryLockError::WouldBlock) = lock.try_lock() {
            return Err(Failure::Usage(sentence!(
                "a match is writing to {shown} now; name another folder",
                "正有一场比赛写入 {shown}；请换一个文件夹"
            )));
        }
        if let Some(begun) = begun {
            if let Some(why) = begun.differs(plan) {
                return Err(Failure::Usage(sentence!(
                    "{path} holds another match: {why}; nothing is overwritten, begin this one with --out and another \
                     folder",
                    "{path} 中是另一场比赛：{why}；不会覆盖，请用 --out 和另一个文件夹开始这一场"; path, why
                )));
            }
            if begun.games != plan.games {
                Plan { games: plan.games, ..begun.clone() }.write(path).map_err(system)?;
            }
        } else {
            if holds_records(path) {
                let again = if path.join(NAME).is_file() {
                    sentence!(
                        ", or continue that match: `leitai match --resume {shown}`",
                        "，或继续那场比赛：`leitai match --resume {shown}`"
                    )
                } else {
                    Sentence::default()
                };
                let said = sentence!(
                    "{shown} holds records of another match, and nothing is overwritten; name another folder with --out",
                    "{shown} 中有另一场比赛的记录，不会覆盖；请用 --out 另指定文件夹"
                );
                return Err(Failure::Usage(said.then(&again)));
            }
            plan.write(path).map_err(system)?;
        }
        close_entries(path, &is_of_match);
        Ok(MatchFolder { path: path.to_owned(), _lock: lock })
    }

    /// The recorded games numbered below `plan.games`, as if they had just been played, each checked to be of this
    /// match. Unfinished ones are deleted, since they are played again; `in_full` reads reasons in both languages.
    pub(super) fn played(&self, plan: &Plan, in_full: bool) -> Result<Vec<SeriesGame>, Failure> {
        let (mut games, mut fragments) = (Vec::new(), 0);
        let files = fs::read_dir(&self.path).map_err(|error| Failure::system(&*self.path, &error))?;
        for file in files.flatten().map(|entry| entry.path()) {
            if file.extension().is_some_and(|ending| ending == "part") {
                fs::remove_file(&file).map_err(|error| Failure::system(&*file, &error))?;
                fragments += 1;
            }
            let Some(index) = number(&file).filter(|index| *index < plan.games) else { continue };
            match KeptGame::read(&file).and_then(|found| match found {
                Kept::Game(kept) if in_full => kept.in_full().map(|kept| Some(Box::new(kept))),
                Kept::Game(kept) => Ok(Some(kept)),
                Kept::Unfinished | Kept::Other => Ok(None),
            }) {
                Ok(Some(kept)) => games.push(of_this(*kept, index, plan)?),
                Ok(None) => set_aside(&file, &sentence!("it breaks off", "记录中断"))?,
                Err(why) => set_aside(&file, &Sentence::of(&why))?,
            }
        }
        let (count, all) = (games.len(), plan.games);
        // How many games a test will need is unknown.
        note(&if plan.sprt.is_some() {
            sentence!("{count} were played before", "此前已下 {count} 局"; count = Noun::GAMES.of(count))
        } else {
            sentence!("{count} of {all} were played before", "{all} 局中此前已下 {count} 局"; count, all = Noun::GAMES.of(all))
        });
        if fragments > 0 {
            note(&sentence!(
                "{fragments} had not ended: to be played again", "{fragments} 局未下完：重新开始";
                fragments = Noun::GAMES.of(fragments)
            ));
        }
        Ok(games)
    }
}

/// A game read back as a game of this match.
fn of_this(kept: KeptGame, index: u32, plan: &Plan) -> Result<SeriesGame, Failure> {
    let a_first = index.is_multiple_of(2);
    let mut names = [&plan.players[0].name, &plan.players[1].name];
    if !a_first {
        names.swap(0, 1);
    }
    let opening = (index as usize / 2).checked_rem(plan.openings.len());
    let start = opening.map(|opening| &plan.openings[opening]);
    if *kept.game != plan.game || kept.names.each_ref() != names || kept.start.as_ref() != start {
        let file = kept.file.display();
        return Err(Failure::Usage(sentence!(
            "{file} does not belong to this match; move it elsewhere",
            "{file} 不属于这场比赛；请移到别处"
        )));
    }
    Ok(kept.game_of(index, a_first, opening))
}

/// Renames a damaged record, to make room for the game that is played again.
fn set_aside(file: &Path, why: &Sentence) -> Result<(), Failure> {
    let aside = file.with_extension("jsonl.damaged");
    fs::rename(file, &aside).map_err(|error| Failure::system(file, &error))?;
    let aside = &*aside;
    note(&sentence!(
        "{file}: {why}; that game is played again, and the file is kept as {aside}",
        "{file}：{why}；该局重下，原文件保留为 {aside}"; file, why, aside
    ));
    Ok(())
}

/// Whether a file of that name in a match's folder is the match's.
fn is_of_match(name: &str) -> bool {
    name == NAME || name.starts_with("game-")
}

/// Whether the folder holds a match, or the remains of one.
fn holds_records(folder: &Path) -> bool {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files.map(|entry| entry.path()).any(|file| {
        file.file_name().is_some_and(|name| name == NAME)
            || file.extension().is_some_and(|ending| ending == "jsonl" || ending == "part")
    })
}

/// Refuses a folder that holds conversations already.
pub(super) fn is_free_for_talk(folder: &Path) -> Result<(), Failure> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names = files.map(|file| file.file_name().to_string_lossy().into_owned());
    if names.any(|name| name.ends_with(".talk.txt") || name == "1-2") {
        return Err(Failure::Usage(sentence!(
            "--talk: {folder} holds conversations of another match, and nothing is overwritten; name another folder",
            "--talk：{folder} 中有另一场比赛的对话，不会覆盖；请换一个文件夹"; folder
        )));
    }
    Ok(())
}

/// The number of a record's game in its match, from the file name.
pub(crate) fn number(file: &Path) -> Option<u32> {
    let name = file.file_name()?.to_str()?;
    let number = name.strip_prefix("game-")?.strip_suffix(".jsonl")?.parse().ok()?;
    // Exactly as a match writes it, so that no two files are the same game.
    (name == format!("game-{number:06}.jsonl")).then_some(number)
}
