//! A game under its rules: options are read once, and nothing after that can fail for them.

use crate::listed::{ListedGame, Setup, SetupError};
use crate::live_table::{LiveTable, text};
use crate::program::{EngineProgram, Program};
use crate::sheets::ReadSheet;
use leitai_core::{
    About, COMMON_OPTIONS, DialectName, Dice, Facts, Game, GameName, Level, Options, Position, RulesOf,
    SheetError, SheetName, Staging, Table, VERSION, divide,
};

/// A game of the list under checked rules, from a checked start: what tables, programs and counts are made of.
/// One serves any number of games, side by side.
pub trait RuledGame: Send + Sync {
    /// The game.
    fn game(&self) -> ListedGame;

    /// Its facts.
    fn facts(&self) -> &'static Facts {
        self.game().facts()
    }

    /// Every option it takes with its value, as recorded.
    fn options(&self) -> Vec<(&'static str, String)>;

    /// The options that were given, as they were: a program that is told them has the same rules.
    fn given(&self) -> &[(String, String)];

    /// Most plies that a game can have, from the game's own start.
    fn most_plies(&self) -> u32;

    /// Does a game ask for a referee's hand? Programs alone cannot end it.
    fn is_refereed(&self) -> bool;

    /// Can a game be said in `dialect`?
    fn speaks(&self, dialect: DialectName) -> bool;

    /// Opens a table for one game. `staging`, the game, its options and position become the first line of the record.
    /// Where dice are needed and none are given, chance is played by hand.
    fn table(&self, staging: Staging<'static>, dice: Option<Dice>) -> Box<dyn Table>;

    /// The numbers of sequences of `depth` acts from the start, by first act.
    fn perft(&self, depth: u32) -> Vec<(String, u64)>;

    /// Reads a sheet under these rules; none if the game has no such form.
    fn read_sheet(&self, name: SheetName, text: &str) -> Option<Result<ReadSheet, SheetError>>;

    /// A built-in player as a program that speaks `dialect`; none if the game has no such level or dialect.
    /// The options given are for dialects that cannot say them; a dialect that can overrules the defaults.
    fn program(&self, level: Level, dialect: DialectName, seed: u64) -> Option<Box<dyn Program>>;
}

/// The one implementation.
pub(crate) struct Ruled<G: Game> {
    given: Vec<(String, String)>,
    options: Options,
    pub(crate) rules: RulesOf<G>,
    /// Another start than the game's own.
    start: Option<G::Position>,
}

impl<G: Game> Ruled<G> {
    pub(crate) fn open(setup: &Setup) -> Result<Ruled<G>, SetupError> {
        let given = setup.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let options = Options::parse(COMMON_OPTIONS.iter().chain(G::FACTS.options), given)?;
        let rules = G::rules(&options)?;
        let start = setup.position.as_ref().map(|text| G::read_position(text, &rules)).transpose()?;
        Ok(Ruled { given: setup.options.clone(), options, rules, start })
    }

    fn position(&self) -> G::Position {
        self.start.clone().unwrap_or_else(|| G::Position::initial(&self.rules))
    }
}

impl<G: Game> RuledGame for Ruled<G> {
    fn game(&self) -> ListedGame {
        ListedGame::of::<G>()
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        self.options.texts().collect()
    }

    fn given(&self) -> &[(String, String)] {
        &self.given
    }

    fn most_plies(&self) -> u32 {
        G::most_plies(&self.rules)
    }

    fn is_refereed(&self) -> bool {
        G::is_refereed(&self.rules)
    }

    fn speaks(&self, name: DialectName) -> bool {
        G::dialect(name, &self.options).is_some_and(|dialect| dialect.speaks(&self.rules))
    }

    fn table(&self, staging: Staging<'static>, dice: Option<Dice>) -> Box<dyn Table> {
        let position = self.start.as_ref().map(|position| {
            let mut text = String::new();
            G::write_position(position, &mut text);
            text.into()
        });
        let dice = dice.filter(|_| G::needs_dice(&self.rules));
        let Staging { clock, seats, started, stage } = staging;
        let about = About {
            leitai: VERSION,
            game: const { GameName::given(G::FACTS.id) },
            options: self.options.texts().map(|(name, value)| (name.into(), value.into())).collect(),
            position,
            dice: dice.as_ref().map(|dice| dice.commitment().into()),
            clock,
            seats,
            started,
            stage,
        };
        let (options, rules) = (self.options.clone(), self.rules.clone());
        Box::new(LiveTable::<G>::new(options, rules, self.position(), dice, &about))
    }

    fn perft(&self, depth: u32) -> Vec<(String, u64)> {
        divide(&self.position(), depth).iter().map(|(m, nodes)| (text::<G>(m), *nodes)).collect()
    }

    fn read_sheet(&self, name: SheetName, text: &str) -> Option<Result<ReadSheet, SheetError>> {
        self.of_sheet(name, text)
    }

    fn program(&self, level: Level, dialect: DialectName, seed: u64) -> Option<Box<dyn Program>> {
        let rules = (!self.given.is_empty()).then(|| self.rules.clone());
        let client = G::client(dialect)?;
        let engine = G::engine(level, seed)?;
        Some(Box::new(EngineProgram::<G>::new(client, engine, rules, format!("Leitai {level}"))))
    }
}
