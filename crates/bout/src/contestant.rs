//! A player of a match, and whether the match can be put to it.

use leitai_arena::{Launch, Player};
use leitai_catalog::RuledGame;
use leitai_core::{DialectName, errors};

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

errors! {
    /// Why a match cannot be played as it is set up.
    #[derive(Clone, PartialEq, Debug)]
    pub enum Unsuited {
        /// A player's dialect cannot express how a game begins.
        Opening {
            /// The player's name.
            name: String,
            /// What it speaks.
            dialect: DialectName,
            /// How the game begins.
            line: String,
            /// The game.
            id: &'static str,
            /// The dialects that can.
            able: Vec<String>,
        } =>
            "{name} speaks {dialect}, which cannot tell a program that its game begins with `{line}`; of the dialects of \
             {id}, these can: {able}",
            "{name} 使用协议 {dialect}，它无法告知程序对局从“{line}”开始；{id} 的协议中可用：{able}",
            dialect = dialect.name();
        /// A player's dialect cannot express a setting.
        Setting {
            /// The player's name.
            name: String,
            /// What it speaks.
            dialect: DialectName,
            /// The setting.
            setting: Setting,
            /// The game.
            id: &'static str,
            /// The dialects that can.
            able: Vec<String>,
        } =>
            "{name} speaks {dialect}, which cannot tell a program its settings; of the dialects of {id}, these can: {able}",
            "{name} 使用协议 {dialect}，它无法告知程序自身的设置；{id} 的协议中可用：{able}",
            dialect = dialect.name(), setting = setting.0;
        /// A built-in player has no settings.
        BuiltIn {
            /// The player's name.
            name: String,
            /// The setting.
            setting: Setting,
        } => "{name} is a built-in player and has no settings", "{name} 是内置棋手，没有可设的项",
            setting = setting.0;
        /// A player's dialect cannot announce another game to a program that stays.
        Stays {
            /// The player's name.
            name: String,
            /// What it speaks.
            dialect: DialectName,
            /// The game.
            id: &'static str,
            /// The dialects that can.
            able: Vec<String>,
        } =>
            "{name} speaks {dialect}, which cannot start another game in one process; of the dialects of {id}, these can: \
             {able}",
            "{name} 使用协议 {dialect}，它无法在同一进程中再开一局；{id} 的协议中可用：{able}",
            dialect = dialect.name();
        /// No dialect of the game can.
        StaysNowhere {
            /// The player's name.
            name: String,
            /// What it speaks.
            dialect: DialectName,
            /// The game.
            id: &'static str,
        } =>
            "{name} speaks {dialect}, which cannot start another game in one process, nor can any other dialect of {id} \
             under these rules",
            "{name} 使用协议 {dialect}，它无法在同一进程中再开一局；在这种规则下，{id} 的其他协议也不能",
            dialect = dialect.name();
        /// A program that stays may think in the opponent's time.
        Ponders =>
            "a program that keeps running must not work between games",
            "常驻的程序在两局之间不得工作";
        /// The law counts nothing, and is to decide long games.
        CountsNothing {
            /// The game.
            id: &'static str,
        } => "the rules of {id} count nothing", "{id} 的规则没有可计数的内容";
    }
}

/// Errors if a player's dialect cannot express how the game begins.
pub fn tells_opening(game: &dyn RuledGame, player: &Player) -> Result<(), Unsuited> {
    let Some(line) = game.opening().filter(|_| !game.tells_opening(player.dialect)) else { return Ok(()) };
    let Player { name, dialect, .. } = player.clone();
    let able = able(game, &|dialect| game.tells_opening(dialect));
    Err(Unsuited::Opening { name, dialect, line, id: game.facts().id, able })
}

/// Errors if a player cannot be told its settings.
pub(crate) fn tells_settings(game: &dyn RuledGame, contestant: &Contestant) -> Result<(), Unsuited> {
    let Contestant { player, settings, .. } = contestant;
    let Some(setting) = settings.first().cloned() else { return Ok(()) };
    let (Player { name, dialect, .. }, id) = (player.clone(), game.facts().id);
    if matches!(player.launch, Launch::BuiltIn { .. }) {
        return Err(Unsuited::BuiltIn { name, setting });
    }
    if game.has_settings(dialect) {
        return Ok(());
    }
    let able = able(game, &|dialect| game.has_settings(dialect));
    Err(Unsuited::Setting { name, dialect, setting, id, able })
}

/// Errors if a player's program cannot stay from game to game.
pub(crate) fn may_stay(game: &dyn RuledGame, player: &Player) -> Result<(), Unsuited> {
    if game.may_stay(player.dialect) {
        return Ok(());
    }
    let (Player { name, dialect, .. }, id) = (player.clone(), game.facts().id);
    let able = able(game, &|dialect| game.may_stay(dialect));
    Err(if able.is_empty() {
        Unsuited::StaysNowhere { name, dialect, id }
    } else {
        Unsuited::Stays { name, dialect, id, able }
    })
}

/// The dialects that express the game under its rules and `can` do something besides.
fn able(game: &dyn RuledGame, can: &dyn Fn(DialectName) -> bool) -> Vec<String> {
    let dialects = game.facts().dialects.iter().filter(|name| game.speaks(**name) && can(**name));
    dialects.map(ToString::to_string).collect()
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
