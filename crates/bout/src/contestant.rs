//! A player of a match, and whether the match can be put to it.

use leitai_arena::{Launch, Player};
use leitai_catalog::RuledGame;
use leitai_core::{DialectName, Lang, Tell, errors, say};

/// A setting of a player's own program: its name and its value.
pub type Setting = (String, String);

/// A player of a match.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// As it was named by whoever began the match.
    pub named: String,
    /// The player.
    pub player: Player,
    /// The settings sent to its own program.
    pub settings: Vec<Setting>,
}

/// What a match demands of the dialect of a player.
#[derive(Clone, PartialEq, Debug)]
pub enum Demand {
    /// To express how a game begins.
    Opening(String),
    /// To express a setting.
    Setting(Setting),
    /// To announce another game to a program that stays.
    Stays,
}

impl Tell for Demand {
    fn told(&self, lang: Lang) -> String {
        match self {
            Demand::Opening(line) => {
                say!(lang, "tell a program that its game begins with `{line}`", "告知程序对局从“{line}”开始")
            }
            Demand::Setting(_) => say!(lang, "tell a program its settings", "告知程序自身的设置"),
            Demand::Stays => say!(lang, "start another game in one process", "在同一进程中再开一局"),
        }
    }
}

errors! {
    /// Why a match cannot be played as it is set up.
    #[derive(Clone, PartialEq, Debug)]
    pub enum Unsuited {
        /// A player's dialect cannot express what is demanded.
        Dialect {
            /// The player's name.
            name: String,
            /// What it speaks.
            dialect: DialectName,
            /// What is demanded.
            demand: Demand,
            /// The game.
            id: &'static str,
            /// The dialects of the game that can.
            able: Vec<String>,
        } =>
            "{name} speaks {dialect}, which cannot {demand}; of the dialects of {id}, these can: {able}",
            "{name} 使用协议 {dialect}，它无法{demand}；{id} 的协议中可用：{able}",
            dialect = dialect.name();
        /// Nor can any other dialect of the game.
        NoDialect {
            /// The player's name.
            name: String,
            /// What it speaks.
            dialect: DialectName,
            /// What is demanded.
            demand: Demand,
            /// The game.
            id: &'static str,
        } =>
            "{name} speaks {dialect}, which cannot {demand}, nor can any other dialect of {id} under these rules",
            "{name} 使用协议 {dialect}，它无法{demand}；在这种规则下，{id} 的其他协议也不能",
            dialect = dialect.name();
        /// A built-in player has no settings.
        BuiltIn {
            /// The player's name.
            name: String,
            /// The setting.
            setting: Setting,
        } => "{name} is a built-in player and has no settings", "{name} 是内置棋手，没有可设的项",
            setting = setting.0;
        /// A program that stays may think in the opponent's time.
        Ponders =>
            "a program that keeps running must not work between games",
            "常驻的程序在两局之间不得工作";
        /// The rules count nothing, and are to decide long games.
        CountsNothing {
            /// The game.
            id: &'static str,
        } => "the rules of {id} count nothing", "{id} 的规则没有可计数的内容";
    }
}

/// Errors if a player's dialect cannot express how the game begins.
pub fn tells_opening(game: &dyn RuledGame, player: &Player) -> Result<(), Unsuited> {
    let Some(line) = game.opening() else { return Ok(()) };
    suits(game, player, Demand::Opening(line), &|dialect| game.tells_opening(dialect))
}

/// Errors if a player cannot be told its settings.
pub(crate) fn tells_settings(game: &dyn RuledGame, contestant: &Contestant) -> Result<(), Unsuited> {
    let Contestant { player, settings, .. } = contestant;
    let Some(setting) = settings.first().cloned() else { return Ok(()) };
    if matches!(player.launch, Launch::BuiltIn { .. }) {
        return Err(Unsuited::BuiltIn { name: player.name.clone(), setting });
    }
    suits(game, player, Demand::Setting(setting), &|dialect| game.has_settings(dialect))
}

/// Errors if a player's program cannot stay from game to game.
pub(crate) fn may_stay(game: &dyn RuledGame, player: &Player) -> Result<(), Unsuited> {
    suits(game, player, Demand::Stays, &|dialect| game.may_stay(dialect))
}

/// Errors if a player's dialect is none of those that `can` do what is demanded.
fn suits(
    game: &dyn RuledGame,
    player: &Player,
    demand: Demand,
    can: &dyn Fn(DialectName) -> bool,
) -> Result<(), Unsuited> {
    if can(player.dialect) {
        return Ok(());
    }
    let (Player { name, dialect, .. }, id) = (player.clone(), game.facts().id);
    let able = game.facts().dialects.iter().filter(|name| game.speaks(**name) && can(**name));
    let able: Vec<String> = able.map(ToString::to_string).collect();
    Err(if able.is_empty() {
        Unsuited::NoDialect { name, dialect, demand, id }
    } else {
        Unsuited::Dialect { name, dialect, demand, id, able }
    })
}

/// Adds a distinguishing letter to players of the same name.
pub fn tell_apart(players: &mut [Player]) {
    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    for (number, player) in players.iter_mut().enumerate() {
        if names.iter().filter(|name| **name == names[number]).count() > 1 {
            player.name += &match u8::try_from(number).ok().filter(|number| *number < 26) {
                Some(number) => format!(" ({})", char::from(b'A' + number)),
                None => format!(" ({})", number + 1),
            };
        }
    }
}
