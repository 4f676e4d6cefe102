//! The test games of an order, as who ordered them sees them.

use super::order::TrialTerms;
use crate::admissions::{GameStands, settled_as};
use crate::error::HallError;
use crate::game_order::GameAnswer;
use crate::note;
use crate::shared_store::SharedStore;
use crate::trial_id::{trial_key, trial_of};
use leitai_core::{Seat, Sentence, sentence};
use leitai_store::{GameKey, Progress, Settled, Trial, Trials, patiently};
use leitai_tournament::{CountedOutcome, GameId};
use std::collections::BTreeMap;

/// A test game.
#[derive(Clone, PartialEq, Debug)]
pub struct TrialGame {
    /// Its id, which no game of the event has.
    pub id: GameId,
    /// The seat of the program under test.
    pub seat: Seat,
    /// Its state.
    pub stands: GameStands,
}

/// The games of an order.
#[derive(Clone, PartialEq, Debug)]
pub struct TrialGames {
    /// The opponent's name.
    pub opponent: String,
    /// How each game begins; `None` for the rules' start.
    pub opening: Option<String>,
    /// The games in order.
    pub games: Vec<TrialGame>,
    /// Wins, draws and losses of the program under test so far.
    pub score: [u32; 3],
    /// How many games are ahead of the first that waits; `None` if none waits.
    pub ahead: Option<u64>,
}

impl TrialGames {
    /// Whether nothing is still to be played.
    pub fn are_over(&self) -> bool {
        let is_over = |game: &TrialGame| matches!(game.stands, GameStands::Played(_) | GameStands::Off(_));
        self.games.iter().all(is_over)
    }
}

impl SharedStore {
    /// An order of test games; `None` if there is none with this number, or no longer.
    pub fn trial(&self, number: i64) -> Result<Option<Trial>, HallError> {
        let queue = self.queue();
        let ask = async || Trials::new(&queue).get(number).await;
        Ok(self.runtime.wait(patiently(self.terms, ask))?)
    }

    /// A person's orders for an event, the newest first.
    pub fn trials(&self, event: &str, account: &str) -> Result<Vec<Trial>, HallError> {
        let queue = self.queue();
        let ask = async || Trials::new(&queue).of(event, account).await;
        Ok(self.runtime.wait(patiently(self.terms, ask))?)
    }

    /// The games of an order, with their current states.
    pub fn trial_games(&self, trial: &Trial) -> Result<TrialGames, HallError> {
        let terms = TrialTerms::of(trial).ok_or_else(|| {
            HallError::System(
                leitai_core::Words::new("test games", "测试对局"),
                std::io::Error::other(trial.terms.clone()),
            )
        })?;
        let all: Vec<(GameId, Seat)> = terms.games(trial.id).collect();
        let keys = all.iter().map(|(id, _)| trial_key(*id)).collect::<Result<Vec<_>, _>>()?;
        let queue = self.queue();
        let ask = async || queue.progress(&trial.event, &keys).await;
        let Progress { running, settled } = self.runtime.wait(patiently(self.terms, ask))?;
        let mut settled: BTreeMap<GameKey, Settled> =
            settled.into_iter().map(|one| (one.game.clone(), one)).collect();
        let (mut games, mut score, mut waiting) = (Vec::new(), [0; 3], None);
        for ((id, seat), key) in all.into_iter().zip(&keys) {
            let stands = if running.iter().any(|one| one.game == *key) {
                GameStands::Running
            } else if let Some(settled) = settled.remove(key) {
                match settled.result {
                    Some(result) => {
                        let played = GameAnswer::read(id, result)?.played;
                        score[match played.result.outcome {
                            CountedOutcome::Win(winner) if winner == seat => 0,
                            CountedOutcome::Draw => 1,
                            _ => 2,
                        }] += 1;
                        GameStands::Played(came_to(&played.details.reason, played.result.outcome, seat))
                    }
                    None => settled_as(settled.state, settled.note.as_deref().map(note::read)),
                }
            } else {
                waiting = waiting.or(Some(key));
                GameStands::Waiting
            };
            games.push(TrialGame { id, seat, stands });
        }
        let ahead = match waiting {
            Some(key) => {
                self.runtime.wait(patiently(self.terms, async || queue.ahead(&trial.event, key).await))?
            }
            None => None,
        };
        Ok(TrialGames { opponent: terms.opponent, opening: terms.opening, games, score, ahead })
    }

    /// The source of the program that was tested.
    pub fn trial_source(&self, trial: &Trial) -> Result<Vec<u8>, HallError> {
        Ok(self.get(trial.sha256)?)
    }

    /// The times in milliseconds that the programs a person tested used in test games that ended after a moment, each with
    /// the end of its game.
    pub(super) fn trial_uses(
        &self,
        event: &str,
        account: &str,
        since: i64,
    ) -> Result<Vec<(i64, u64)>, HallError> {
        let mut uses = Vec::new();
        for trial in self.trials(event, account)? {
            let Some(terms) = TrialTerms::of(&trial) else { continue };
            let keys = terms.games(trial.id).map(|(id, _)| trial_key(id)).collect::<Result<Vec<_>, _>>()?;
            let queue = self.queue();
            let ask = async || queue.progress(event, &keys).await;
            let settled = self.runtime.wait(patiently(self.terms, ask))?.settled;
            let mut results: BTreeMap<GameKey, _> =
                settled.into_iter().filter_map(|one| Some((one.game, one.result?))).collect();
            for ((id, seat), key) in terms.games(trial.id).zip(&keys) {
                let Some(result) = results.remove(key) else { continue };
                let details = GameAnswer::read(id, result)?.played.details;
                let used = details.used_ms.map(|used| used[seat.index()]);
                uses.extend(used.filter(|_| details.ended > since).map(|used| (details.ended, used)));
            }
        }
        Ok(uses)
    }

    /// The record of a test game; `None` if it is another game, or has not been played.
    pub fn trial_record(&self, event: &str, game: GameId) -> Result<Option<String>, HallError> {
        if trial_of(game).is_none() {
            return Ok(None);
        }
        let (queue, keys) = (self.queue(), [trial_key(game)?]);
        let ask = async || queue.progress(event, &keys).await;
        let mut settled = self.runtime.wait(patiently(self.terms, ask))?.settled;
        let result = settled.pop().and_then(|settled| settled.result);
        let answer = result.map(|result| GameAnswer::read(game, result)).transpose()?;
        Ok(answer.map(|answer| answer.record))
    }
}

fn came_to(reason: &Sentence, outcome: CountedOutcome, seat: Seat) -> Sentence {
    let how = match outcome {
        CountedOutcome::Win(winner) if winner == seat => Sentence::new("won", "胜"),
        CountedOutcome::Win(_) => Sentence::new("lost", "负"),
        CountedOutcome::Draw => Sentence::new("drawn", "和棋"),
        CountedOutcome::Nobody => Sentence::new("lost by both", "双方皆负"),
    };
    sentence!("{how}: {reason}", "{how}：{reason}"; how, reason)
}
