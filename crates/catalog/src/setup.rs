//! How a game is set up.

use leitai_core::{About, BadOption, COMMON_OPTIONS, Game, Garbled, Options, RulesOf, errors};

/// A requested set-up of a game; [`ErasedGame::open`](crate::ErasedGame::open) checks it.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// Options given, as (name, value); the rest are defaults.
    pub options: Vec<(String, String)>,
    /// A starting position other than the game's own, in its position text.
    pub position: Option<String>,
}

impl Setup {
    /// A set-up with these options, from the game's own start.
    pub fn with<'a>(options: impl IntoIterator<Item = (&'a str, &'a str)>) -> Setup {
        let options = options.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
        Setup { options: options.collect(), position: None }
    }

    /// The set-up in the first line of a record.
    pub fn of(about: &About<'_>) -> Setup {
        let options = about.options.iter().map(|(name, value)| (&**name, &**value));
        Setup { position: about.position.as_ref().map(ToString::to_string), ..Setup::with(options) }
    }

    /// The options completed with defaults, and the rules that they select.
    pub(crate) fn rules<G: Game>(&self) -> Result<(Options, RulesOf<G>), BadOption> {
        let given = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let options = Options::parse(COMMON_OPTIONS.iter().chain(G::FACTS.options), given)?;
        let rules = G::rules(&options)?;
        Ok((options, rules))
    }
}

errors! {
    /// Why a set-up is not accepted.
    #[derive(Clone, PartialEq, Debug)]
    pub enum SetupError {
        /// An option is unknown or its value not accepted.
        Option(error: BadOption) from;
        /// The position text is wrong.
        Position(error: Garbled) from => "position: {error}", "局面：{error}";
    }
}
