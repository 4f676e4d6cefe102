//! A game of the list, its type erased.

use crate::live::{Live, text};
use crate::program::{Program, Seated};
use crate::sheets::{ImportError, Scored, Written};
use leitai_core::{
    About, BadOption, COMMON_OPTIONS, Client, DialectName, Dice, Facts, Game, Garbled, Heading, Lang, Level,
    Options, Position, Record, RecordError, RulesOf, Sentence, SheetName, Table, Tell, divide,
};
use leitai_protocol::{Native, NativeClient};
use std::marker::PhantomData;

/// How a game is set up.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// Options given, as (name, value); the rest are defaults.
    pub options: Vec<(String, String)>,
    /// A starting position other than the game's own, in its position text.
    pub position: Option<String>,
    /// What a game with dice draws from; without them chance is played by hand.
    pub dice: Option<Dice>,
}

impl Setup {
    /// As the first line of a record says; its dice are not told before its end.
    pub fn of(about: &About<'_>) -> Setup {
        let options = about.options.iter().map(|(name, value)| (name.to_string(), value.to_string()));
        let position = about.position.as_ref().map(ToString::to_string);
        Setup { options: options.collect(), position, dice: None }
    }
}

/// Why a game cannot be set up so.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SetupError {
    /// An option is unknown or its value not accepted.
    #[error(transparent)]
    Option(#[from] BadOption),
    /// The position text is wrong.
    #[error("position: {0}")]
    Position(#[from] Garbled),
}

impl SetupError {
    /// It in both languages.
    pub fn sentence(self) -> Sentence {
        match self {
            SetupError::Option(BadOption(said)) => said,
            SetupError::Position(Garbled(said)) => Sentence::new("position: ", "局面：").then(&said),
        }
    }
}

impl Tell for SetupError {
    fn told(&self, lang: Lang) -> String {
        self.clone().sentence().told(lang)
    }
}

/// A game of the list.
pub trait Entry: Sync {
    /// Its facts.
    fn facts(&self) -> &'static Facts;

    /// Every option it takes with the value that `setup` gives it, as recorded.
    fn options(&self, setup: &Setup) -> Result<Vec<(&'static str, String)>, SetupError>;

    /// Most plies that a game so set up can have, from its own start.
    fn most_plies(&self, setup: &Setup) -> Result<u32, SetupError>;

    /// Does a game so set up ask for a referee's hand? Programs alone cannot end it.
    fn is_refereed(&self, setup: &Setup) -> Result<bool, SetupError>;

    /// Opens a table for one game. `about` is completed with the game, its options and position, and becomes
    /// the first line of the record.
    fn table(&self, setup: &Setup, about: About<'static>) -> Result<Box<dyn Table>, SetupError>;

    /// Can a game of this set-up be said in `dialect`?
    fn speaks(&self, setup: &Setup, dialect: DialectName) -> Result<bool, SetupError>;

    /// The numbers of sequences of `depth` acts, by first act.
    fn perft(&self, setup: &Setup, depth: u32) -> Result<Vec<(String, u64)>, SetupError>;

    /// Is this text a sheet of this game in that form?
    fn knows_sheet(&self, name: SheetName, text: &str) -> bool;

    /// The forms of sheet the game is kept in.
    fn sheets(&self) -> Vec<SheetName>;

    /// The game of a record as a sheet; none if it has no such form. The record is taken to be sound.
    fn write_sheet(
        &self,
        record: &Record,
        name: SheetName,
        heading: &Heading,
    ) -> Option<Result<Written, RecordError>>;

    /// Reads a sheet under the options of `setup`; none if the game has no such form.
    fn read_sheet(&self, setup: &Setup, name: SheetName, text: &str) -> Option<Result<Scored, ImportError>>;

    /// A built-in player as a program that speaks `dialect`; none if the game has no such level or dialect.
    /// Options of `setup` are for dialects that cannot say them; a dialect that can overrules the defaults.
    fn program(
        &self,
        setup: &Setup,
        level: Level,
        dialect: DialectName,
        seed: u64,
    ) -> Result<Option<Box<dyn Program>>, SetupError>;
}

/// The one implementation.
pub(crate) struct Of<G>(PhantomData<fn() -> G>);

impl<G: Game> Of<G> {
    pub(crate) const NEW: Self = Of(PhantomData);

    pub(crate) fn read(setup: &Setup) -> Result<(Options, RulesOf<G>), SetupError> {
        let given = setup.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let options = Options::parse(COMMON_OPTIONS.iter().chain(G::FACTS.options), given)?;
        let rules = G::rules(&options)?;
        Ok((options, rules))
    }

    fn start(setup: &Setup, rules: &RulesOf<G>) -> Result<G::Position, SetupError> {
        Ok(match &setup.position {
            Some(text) => G::read_position(text, rules)?,
            None => G::Position::initial(rules),
        })
    }
}

impl<G: Game> Entry for Of<G> {
    fn facts(&self) -> &'static Facts {
        const { &G::FACTS }
    }

    fn options(&self, setup: &Setup) -> Result<Vec<(&'static str, String)>, SetupError> {
        Ok(Self::read(setup)?.0.texts().collect())
    }

    fn most_plies(&self, setup: &Setup) -> Result<u32, SetupError> {
        Ok(G::most_plies(&Self::read(setup)?.1))
    }

    fn is_refereed(&self, setup: &Setup) -> Result<bool, SetupError> {
        Ok(G::is_refereed(&Self::read(setup)?.1))
    }

    fn table(&self, setup: &Setup, mut about: About<'static>) -> Result<Box<dyn Table>, SetupError> {
        let (options, rules) = Self::read(setup)?;
        let position = Self::start(setup, &rules)?;
        about.leitai = leitai_core::VERSION;
        about.game = G::FACTS.id.into();
        about.options = options.texts().map(|(name, value)| (name.into(), value.into())).collect();
        about.position = setup.position.as_ref().map(|_| {
            let mut text = String::new();
            G::write_position(&position, &mut text);
            text.into()
        });
        let dice = setup.dice.clone().filter(|_| G::needs_dice(&rules));
        about.dice = dice.as_ref().map(|dice| dice.commitment().into());
        Ok(Box::new(Live::<G>::new(options, rules, position, dice, &about)))
    }

    fn speaks(&self, setup: &Setup, name: DialectName) -> Result<bool, SetupError> {
        let (options, rules) = Self::read(setup)?;
        Ok(dialect::<G>(name, &options).is_some_and(|dialect| dialect.speaks(&rules)))
    }

    fn perft(&self, setup: &Setup, depth: u32) -> Result<Vec<(String, u64)>, SetupError> {
        let (_, rules) = Self::read(setup)?;
        let position = Self::start(setup, &rules)?;
        Ok(divide(&position, depth).iter().map(|(m, nodes)| (text::<G>(m), *nodes)).collect())
    }

    fn knows_sheet(&self, name: SheetName, text: &str) -> bool {
        G::sheet(name).is_some_and(|sheet| sheet.knows(text))
    }

    fn sheets(&self) -> Vec<SheetName> {
        SheetName::ALL.into_iter().filter(|name| G::sheet(*name).is_some()).collect()
    }

    fn write_sheet(
        &self,
        record: &Record,
        name: SheetName,
        heading: &Heading,
    ) -> Option<Result<Written, RecordError>> {
        Self::sheet_of(record, name, heading)
    }

    fn read_sheet(&self, setup: &Setup, name: SheetName, text: &str) -> Option<Result<Scored, ImportError>> {
        Self::of_sheet(setup, name, text)
    }

    fn program(
        &self,
        setup: &Setup,
        level: Level,
        dialect: DialectName,
        seed: u64,
    ) -> Result<Option<Box<dyn Program>>, SetupError> {
        let (_, rules) = Self::read(setup)?;
        let rules = (!setup.options.is_empty()).then_some(rules);
        let client = match dialect {
            DialectName::Native => Some(Box::new(NativeClient::<G>::default()) as Box<dyn Client<_>>),
            other => G::client(other),
        };
        let name = format!("Leitai {level}");
        let seated =
            |(client, engine)| Box::new(Seated::<G>::new(client, engine, rules, name)) as Box<dyn Program>;
        Ok(client.zip(G::engine(level, seed)).map(seated))
    }
}

/// The platform's side of a dialect that the game speaks.
pub(crate) fn dialect<G: Game>(
    name: DialectName,
    options: &Options,
) -> Option<Box<dyn leitai_core::Dialect<G::Position>>> {
    if name == DialectName::Native {
        Some(Box::new(Native::<G>::new(options.clone())))
    } else {
        G::dialect(name)
    }
}
