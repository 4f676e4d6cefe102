//! A game under its rules: its options are read once, and nothing after that can fail because of them.

use crate::analyst::{Analyst, PlayerAnalyst};
use crate::interpreter::{GameInterpreter, Interpreter};
use crate::listed::{ListedGame, RuledGame};
use crate::live_table::{LiveTable, text};
use crate::opening::{Opening, OpeningError, acts};
use crate::program::{EngineProgram, OWN, Program};
use crate::setup::{Setup, SetupError};
use crate::sheets::{ReadSheet, read_sheet};
use leitai_core::{
    About, Clock, DialectName, Dice, Game, GameName, Garbled, Level, Means, Openings, Options, Position,
    Relayed, RulesOf, Seat, SheetError, SheetForm, Staging, Table, divide,
};
use std::sync::Arc;

/// The only implementation of [`RuledGame`].
pub(crate) struct Ruled<G: Game> {
    game: ListedGame,
    given: Vec<(String, String)>,
    options: Options,
    rules: RulesOf<G>,
    /// The opening, if the game does not begin from its own start.
    opening: Option<Opening<G>>,
}

impl<G: Game> Ruled<G> {
    pub(crate) fn open(game: ListedGame, setup: &Setup) -> Result<Ruled<G>, SetupError> {
        let (options, rules) = setup.rules::<G>()?;
        let start = setup.position.as_ref().map(|text| G::read_position(text, &rules)).transpose()?;
        let opening = start.map(Opening::Position);
        Ok(Ruled { game, given: setup.options.clone(), options, rules, opening })
    }

    fn position(&self) -> G::Position {
        match &self.opening {
            Some(Opening::Position(position)) => position.clone(),
            Some(Opening::Acts(_)) | None => G::Position::initial(&self.rules),
        }
    }
}

impl<G: Game> RuledGame for Ruled<G> {
    fn game(&self) -> ListedGame {
        self.game
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

    fn begun(&self, line: &str) -> Result<Arc<dyn RuledGame>, OpeningError> {
        let Ruled { game, given, options, rules, .. } = self;
        let opening = Some(Opening::read(line, rules)?);
        let (given, options, rules) = (given.clone(), options.clone(), rules.clone());
        Ok(Arc::new(Ruled::<G> { game: *game, given, options, rules, opening }))
    }

    fn opening(&self) -> Option<String> {
        self.opening.as_ref().map(Opening::text)
    }

    fn tells_opening(&self, name: DialectName) -> bool {
        let needs = self.opening.as_ref().map_or(Openings::None, Opening::needs);
        G::dialect(name, &self.options).is_some_and(|dialect| dialect.openings() >= needs)
    }

    fn tells_again(&self, name: DialectName) -> bool {
        G::dialect(name, &self.options).is_some_and(|dialect| dialect.openings() >= Openings::Acts)
    }

    fn has_thoughts(&self, name: DialectName) -> bool {
        G::dialect(name, &self.options).is_some_and(|dialect| dialect.has_thoughts())
    }

    fn counts(&self) -> bool {
        self.position().tally().is_some()
    }

    fn has_settings(&self, name: DialectName) -> bool {
        G::dialect(name, &self.options).is_some_and(|dialect| dialect.has_settings())
    }

    fn may_stay(&self, name: DialectName) -> bool {
        G::dialect(name, &self.options).is_some_and(|dialect| dialect.may_stay())
    }

    fn relayed(
        &self,
        seen: Seat,
        by: Seat,
        told: &[String],
        winner: Option<Seat>,
    ) -> Result<Vec<Relayed<String>>, Garbled> {
        let told: Vec<_> = told.iter().map(|report| G::read_report(report)).collect::<Result<_, _>>()?;
        let words = G::relayed(seen, by, &told, winner).into_iter();
        Ok(words.map(|Relayed { by, m, if_open }| Relayed { by, m: text::<G>(&m), if_open }).collect())
    }

    fn table(&self, staging: Staging<'static>, dice: Option<Dice>) -> Box<dyn Table> {
        let (position, acts) = match &self.opening {
            Some(opening @ Opening::Position(_)) => (Some(opening.text().into()), Vec::new()),
            Some(Opening::Acts(acts)) => (None, acts.clone()),
            None => (None, Vec::new()),
        };
        let dice = dice.filter(|_| G::needs_dice(&self.rules));
        let leitai = staging.version();
        let Staging { clock, seats, started, stage } = staging;
        let about = About {
            leitai,
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
        Box::new(LiveTable::<G>::new(options, rules, self.position(), acts, dice, &about))
    }

    fn perft(&self, depth: u32) -> Vec<(String, u64)> {
        divide(&self.position(), depth).iter().map(|(m, nodes)| (text::<G>(m), *nodes)).collect()
    }

    fn read_sheet(&self, form: SheetForm, text: &str) -> Option<Result<ReadSheet, SheetError>> {
        read_sheet::<G>(&self.rules, form, text)
    }

    fn acts_of(&self, line: &str) -> Result<ReadSheet, OpeningError> {
        let acts = acts::<G>(line, &self.rules)?.0.iter().map(|(by, m)| (*by, text::<G>(m))).collect();
        Ok(ReadSheet { acts, lines: 1, ..ReadSheet::default() })
    }

    fn program(&self, level: Level, dialect: DialectName, means: &Means<'_>) -> Option<Box<dyn Program>> {
        let rules = (!self.given.is_empty()).then(|| self.rules.clone());
        let client = G::client(dialect)?;
        let engine = G::engine(level, means)?;
        Some(Box::new(EngineProgram::<G>::new(client, engine, rules, format!("{OWN}{level}"))))
    }

    fn interpreter(&self, dialect: DialectName, clock: &Clock) -> Option<Box<dyn Interpreter>> {
        Some(Box::new(GameInterpreter::<G>::new(dialect, *clock)?))
    }

    fn analyst(&self, level: Level, means: &Means<'_>) -> Option<Box<dyn Analyst>> {
        Some(Box::new(PlayerAnalyst::<G>::new(self.position(), level, means)?))
    }
}
