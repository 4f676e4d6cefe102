//! What a match is: everything that determines its games.

use crate::contestant::{Contestant, Unsuited, may_stay, tells_opening, tells_settings};
use crate::openings::Openings;
use crate::plan::{Entrant, Plan, listed};
use leitai_arena::{Allowance, Conditions, Ponder};
use leitai_catalog::RuledGame;
use leitai_core::GameName;
use leitai_tournament::rating::Sprt;
use std::path::PathBuf;
use std::sync::Arc;

/// A match between two players, or between every two of several.
#[derive(Clone)]
pub struct Match {
    /// The game under its rules, from its normal start.
    pub game: Arc<dyn RuledGame>,
    /// How games begin; each opening is played twice, with seats swapped.
    pub openings: Openings,
    /// Who plays; at least two.
    pub players: Vec<Contestant>,
    /// Whether only the first plays the others.
    pub is_gauntlet: bool,
    /// What A and B may use. Of more than two players the first counts as A and each other one as B.
    pub allowances: [Allowance; 2],
    /// How programs run.
    pub conditions: Conditions,
    /// The most games of each pair of players.
    pub games: u32,
    /// The test that may end the games of two players before.
    pub test: Option<Sprt>,
    /// The seed of built-in players.
    pub seed: u64,
    /// Whether the dice follow from the seed.
    pub is_seeded: bool,
}

/// How a match was begun: the folder in which a command line was given, by a version of the stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The version.
    pub version: String,
    /// The command line.
    pub args: Vec<String>,
    /// The folder.
    pub folder: PathBuf,
}

impl Match {
    /// Errors if a player's dialect cannot express what the match demands of it, or the rules cannot count what is to
    /// be counted.
    pub fn suits(&self) -> Result<(), Unsuited> {
        let game = &*self.game;
        for opening in self.openings.games() {
            self.players.iter().try_for_each(|contestant| tells_opening(&**opening, &contestant.player))?;
        }
        for (number, contestant) in self.players.iter().enumerate() {
            if self.allowances[number.min(1)].stays {
                may_stay(game, &contestant.player)?;
                if self.conditions.ponder == Ponder::On {
                    return Err(Unsuited::Ponders);
                }
            }
            tells_settings(game, contestant)?;
        }
        if self.conditions.adjudication.longest.is_some_and(|rule| rule.counts) && !game.counts() {
            return Err(Unsuited::CountsNothing { id: game.facts().id });
        }
        Ok(())
    }

    /// Its identity, if it was begun like this.
    pub fn plan(&self, origin: Origin) -> Plan {
        let Origin { version, args, folder } = origin;
        let mut conditions = listed(&self.allowances, &self.conditions);
        conditions.extend(self.is_gauntlet.then(|| ("gauntlet".to_owned(), "yes".to_owned())));
        Plan {
            r#type: "match".to_owned(),
            version,
            game: GameName::given(self.game.facts().id),
            options: self.game.options().into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            players: self.players.iter().map(Entrant::new).collect(),
            conditions,
            openings: self.openings.lines().to_vec(),
            games: self.games,
            sprt: self.test.map(|sprt| sprt.to_string()),
            seed: self.seed,
            seeded: self.is_seeded,
            args,
            folder,
        }
    }

    /// Who meets whom, by their numbers.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        let pairs = (0..self.players.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
        pairs.filter(|[a, _]| *a == 0 || !self.is_gauntlet)
    }
}
