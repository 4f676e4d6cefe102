//! The other machine of a rehearsal: a built-in player at a board of its own, and the operator before it.

use crate::desk::DeskSetup;
use leitai_catalog::{RuledGame, Setup};
use leitai_core::{Act, Actor, Level, Means, Outbox, Rng, Seat, Sentence, Span, Spot, Staging, Table};
use std::sync::Arc;
use std::time::Duration;

/// Who acted, and the act.
pub(super) type Played = (Actor, String);

/// The other machine, whose program has this seat.
pub(super) struct OtherMachine {
    game: Arc<dyn RuledGame>,
    level: Level,
    seat: Seat,
    played: Vec<Played>,
    table: Box<dyn Table>,
}

impl OtherMachine {
    pub(super) fn new(setup: &DeskSetup, level: Level, seat: Seat) -> Result<OtherMachine, Sentence> {
        let rules = Setup { options: setup.options.clone(), ..Setup::default() };
        let game = setup.game.open(&rules).map_err(|why| Sentence::of(&why))?;
        let table = fresh(&*game);
        Ok(OtherMachine { game, level, seat, played: Vec::new(), table })
    }

    /// What was played there, in order.
    pub(super) fn played(&self) -> &[Played] {
        &self.played
    }

    /// The position code on its screen.
    pub(super) fn code(&self) -> String {
        self.table.code()
    }

    /// Whether that hand is to act there.
    pub(super) fn owes(&self, hand: Actor) -> bool {
        self.table.turn().owes(hand)
    }

    /// Plays an act there; returns false, and changes nothing, if it cannot be played.
    pub(super) fn take(&mut self, by: Actor, act: &str) -> bool {
        let done = play(&mut *self.table, by, act);
        if done {
            self.played.push((by, act.to_owned()));
        }
        done
    }

    /// Goes back to where only so many acts had been played.
    pub(super) fn go_back(&mut self, acts: usize) {
        self.played.truncate(acts);
        self.table = fresh(&*self.game);
        for (by, act) in &self.played {
            // It could be played there before.
            play(&mut *self.table, *by, act);
        }
    }

    /// Lets its program play its turn; returns the acts.
    pub(super) fn answer(&mut self, random: &mut Rng) -> Vec<String> {
        let by = Actor::Seat(self.seat);
        let Some(mut analyst) = self.game.analyst(self.level, &Means::seeded(random.next())) else {
            return Vec::new();
        };
        for (by, act) in &self.played {
            if analyst.play(*by, act).is_err() {
                return Vec::new();
            }
        }
        let turn = analyst.turn_of(self.seat);
        turn.into_iter().take_while(|act| self.take(by, act)).collect()
    }

    /// Throws the dice; returns what they show.
    pub(super) fn throw(&mut self, random: &mut Rng) -> Option<String> {
        let choices = self.table.rulings();
        let thrown = choices.get(random.below(choices.len().max(1)))?.text.clone();
        self.take(Actor::Chance, &thrown).then_some(thrown)
    }

    /// Another act that this hand could play now instead of `act`: one that names a place, as people mistake places.
    pub(super) fn instead(&self, seat: Seat, act: &str, random: &mut Rng) -> Option<String> {
        let mut choices = self.table.choices(seat);
        let names_place = |path: &[Spot]| path.iter().any(|spot| matches!(spot, Spot::Point(_)));
        choices.retain(|choice| choice.text != act && names_place(&choice.path));
        Some(choices.get(random.below(choices.len().max(1)))?.text.clone())
    }
}

fn fresh(game: &dyn RuledGame) -> Box<dyn Table> {
    let mut table = game.table(Staging::default(), None);
    table.begin([None; 2], &mut Outbox::default());
    table
}

fn play(table: &mut dyn Table, by: Actor, act: &str) -> bool {
    let act = Act::Play { by, acts: &[act], span: Span::Part };
    table.act(act, Duration::ZERO, [None; 2], &mut Outbox::default()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::DeskGames;
    use leitai_arena::{Launch, Player};
    use leitai_catalog::ListedGame;
    use leitai_core::{Clock, DialectName};

    fn setup(game: ListedGame) -> DeskSetup {
        let options = game.facts().usual().options.iter();
        DeskSetup {
            options: options.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
            program: Player {
                name: "ours".to_owned(),
                launch: Launch::built_in("leitai".into(), Level::Easy),
                dialect: DialectName::Native,
            },
            game,
            seat: Seat::First,
            teams: ["We".to_owned(), "They".to_owned()],
            operator: String::new(),
            clock: Clock::default(),
            by_hand: false,
            games: DeskGames::Swapped(2),
            rehearsal: Some(Level::Easy),
        }
    }

    #[test]
    fn two_machines_that_follow_each_other_finish_every_game_that_can_be_rehearsed() {
        for game in leitai_catalog::GAMES.iter().copied() {
            let facts = game.facts();
            if facts.hidden && !facts.chance {
                continue;
            }
            let level = facts.levels[0];
            let mut machines =
                Seat::BOTH.map(|seat| OtherMachine::new(&setup(game), level, seat).expect("opens"));
            let mut random = Rng::new(9);
            for _ in 0..2000 {
                let before = machines[0].played().len();
                if machines[0].owes(Actor::Chance) {
                    let thrown = machines[0].throw(&mut random).expect("a die");
                    assert!(machines[1].take(Actor::Chance, &thrown), "{}: {thrown}", facts.id);
                } else {
                    let Some(seat) = Seat::BOTH.into_iter().find(|seat| machines[0].owes(Actor::Seat(*seat)))
                    else {
                        break;
                    };
                    for act in machines[seat.index()].answer(&mut random) {
                        let other = &mut machines[seat.other().index()];
                        assert!(other.take(Actor::Seat(seat), &act), "{}: {act}", facts.id);
                    }
                }
                assert!(machines[0].played().len() > before, "{}: {:?}", facts.id, machines[0].played());
                assert_eq!(machines[0].code(), machines[1].code(), "{}", facts.id);
            }
            let over = Seat::BOTH.into_iter().all(|seat| !machines[0].owes(Actor::Seat(seat)));
            assert!(over, "{}: {:?}", facts.id, machines[0].played());
        }
    }
}
