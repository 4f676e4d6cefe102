//! The identity of a match: everything that determines its games, as its folder keeps it.

use crate::contestant::{Contestant, Setting};
use leitai_arena::{Allowance, Conditions};
use leitai_core::{ContentHash, DialectName, GameName, Sentence, errors, sentence, write_time};
use leitai_sandbox::replace;
use leitai_sandbox::system::files;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The file that identifies the match of a folder.
pub const MATCH_FILE: &str = "match.json";

/// The identity of a match.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Plan {
    pub(crate) r#type: String,
    /// The version of the stage that began it.
    pub version: String,
    /// The game.
    pub game: GameName<'static>,
    /// Every option with its value.
    pub options: BTreeMap<String, String>,
    /// Who plays.
    pub players: Vec<Entrant>,
    /// Clock and limits, by name.
    pub conditions: BTreeMap<String, String>,
    /// The opening lines of the games.
    #[serde(default)]
    pub openings: Vec<String>,
    /// How many games there are at most.
    pub games: u32,
    /// The test that may end it before.
    #[serde(default)]
    pub sprt: Option<String>,
    /// The seed of built-in players.
    pub seed: u64,
    /// Whether the dice follow from the seed.
    pub seeded: bool,
    /// The command line that began it.
    pub args: Vec<String>,
    /// The folder in which that was given.
    pub folder: PathBuf,
}

/// A player of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entrant {
    /// As it was named by whoever began the match.
    pub player: String,
    /// As records name it.
    pub name: String,
    /// What it speaks.
    pub dialect: DialectName,
    /// The hash of its files' contents, if files were named.
    #[serde(default)]
    pub program: Option<ContentHash>,
    /// The settings sent to its own program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<Setting>,
}

errors! {
    /// The file of a match that does not say which match it is.
    #[derive(Debug)]
    pub struct UnreadPlan {
        /// The file.
        pub file: PathBuf,
        /// Why.
        pub error: serde_json::Error,
    } =>
        "{file}: it does not say which match this is ({error})",
        "{file}：看不出是哪场比赛（{error}）", error = error.to_string();
}

impl Entrant {
    /// The entrant for a player, identified by the contents of the files that its name mentions.
    pub(crate) fn new(contestant: &Contestant) -> Entrant {
        let Contestant { named, player, settings } = contestant;
        let mut contents = Vec::new();
        for file in named_paths(named).iter().filter(|file| file.is_file()) {
            contents.extend(fs::read(file).unwrap_or_default());
        }
        let program = Some(ContentHash::of(&contents)).filter(|_| !contents.is_empty());
        Entrant {
            player: named.clone(),
            name: player.name.clone(),
            dialect: player.dialect,
            program,
            settings: settings.clone(),
        }
    }
}

/// The files and folders that a player's name mentions, those that exist: its own path, or words of its command.
pub fn named_paths(named: &str) -> Vec<PathBuf> {
    let words = named.strip_prefix("cmd:").map(|line| shlex::split(line).unwrap_or_default());
    let words = words.unwrap_or_else(|| vec![named.to_owned()]);
    words.into_iter().map(PathBuf::from).filter(|path| path.exists()).collect()
}

/// Clock and limits by name, for later comparison. What the machine can enforce is left out: every record states
/// that.
pub(crate) fn listed(allowances: &[Allowance; 2], conditions: &Conditions) -> BTreeMap<String, String> {
    let Conditions { limits, ponder, cpu_turn, cpu_game, .. } = conditions;
    let mut listed = BTreeMap::from([
        ("memory", limits.memory.to_string()),
        ("processes", limits.processes.to_string()),
        ("scratch", limits.scratch.to_string()),
        ("output-line", limits.output.line.to_string()),
        ("output-turn", limits.output.turn.to_string()),
        ("log", limits.output.log.to_string()),
        ("ponder", ponder.to_string()),
        ("tell", conditions.disclosure.name().to_owned()),
    ]);
    if !conditions.margin.is_zero() {
        listed.insert("margin", write_time(conditions.margin));
    }
    if conditions.adjudication.is_asked_for() {
        listed.insert("adjudicate", conditions.adjudication.to_string());
    }
    listed.extend(cpu_turn.map(|limit| ("cpu-move", write_time(limit))));
    listed.extend(cpu_game.map(|limit| ("cpu-game", write_time(limit))));
    let mut listed: BTreeMap<_, _> =
        listed.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    for (side, own) in ["a", "b"].into_iter().zip(allowances) {
        listed.insert(format!("clock-{side}"), own.clock.to_string());
        listed.extend(own.memory.map(|memory| (format!("memory-{side}"), memory.to_string())));
        listed.extend(own.nodes.map(|nodes| (format!("nodes-{side}"), nodes.to_string())));
        listed.extend(own.stays.then(|| (format!("restart-{side}"), "off".to_owned())));
    }
    listed
}

impl Plan {
    /// Reads the match of a folder; `None` if the folder has no match file.
    pub fn of(folder: &Path) -> Option<Result<Plan, UnreadPlan>> {
        let file = folder.join(MATCH_FILE);
        let text = fs::read_to_string(&file).ok()?;
        Some(serde_json::from_str(&text).map_err(|error| UnreadPlan { file, error }))
    }

    /// The first difference between this match and `now`; `None` if there is none. The number of games is none.
    pub(crate) fn differs(&self, now: &Plan) -> Option<Sentence> {
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
                    let settings = pairs_text(it.settings.iter().map(|(name, value)| (name, value)));
                    format!("{} ({}) {settings}", it.player, it.dialect).trim_end().to_owned()
                };
                changed(sentence!("a player", "一方棋手"), &said(then), &said(now))
            })
        };
        let count = |plan: &Plan| plan.players.len().to_string();
        let of_each = |text: &dyn Fn(&Plan) -> String| [text(self), text(now)];
        let rest: [(Sentence, [String; 2]); 3] = [
            (sentence!("the openings", "开局"), of_each(&|plan| plan.openings.join(" / "))),
            (sentence!("the test", "检验"), of_each(&|plan| plan.sprt.clone().unwrap_or_default())),
            (sentence!("the seed", "种子"), of_each(&|plan| plan.seed.to_string())),
        ];
        changed(sentence!("the game", "棋种"), &self.game, &now.game)
            .or_else(|| {
                let [then, now] = of_each(&|plan| pairs_text(&plan.options));
                changed(sentence!("what the rules are", "规则"), &then, &now)
            })
            .or_else(|| changed(sentence!("the number of players", "棋手数"), &count(self), &count(now)))
            .or_else(players)
            .or_else(|| {
                let [then, now] = of_each(&|plan| pairs_text(&plan.conditions));
                changed(sentence!("clock and limits", "时限与限额"), &then, &now)
            })
            .or_else(|| rest.into_iter().find_map(|(what, [then, now])| changed(what, &then, &now)))
    }

    /// Writes the file atomically.
    pub(crate) fn write(&self, folder: &Path) -> io::Result<()> {
        let (new, file) = (folder.join(".match.json.new"), folder.join(MATCH_FILE));
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        let mut written = File::create(&new)?;
        written.write_all(text.as_bytes())?;
        written.sync_all()?;
        replace(&new, &file)?;
        files::sync_folder(folder)
    }
}

/// Names with their values, on one line.
fn pairs_text<'a>(pairs: impl IntoIterator<Item = (&'a String, &'a String)>) -> String {
    pairs.into_iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}
