//! The other machine of a rehearsal: a built-in player at a board of its own, and the operator before it. In a game with secrets its
//! board is what the desk should show, and the referee says what comes of each act.

use super::truth::{TrueAct, Truth};
use crate::desk::DeskSetup;
use leitai_catalog::{RuledGame, Setup};
use leitai_core::{
    Act, Actor, Level, Means, Outbox, Relayed, Rng, SEEN, Seat, Sentence, Span, Spot, Staging, Table, Turn,
};
use std::collections::VecDeque;
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
    /// What the referee sees, in a game with secrets.
    truth: Option<Truth>,
    /// What follows from it and has not been said yet.
    words: VecDeque<Relayed<String>>,
}

impl OtherMachine {
    pub(super) fn new(setup: &DeskSetup, level: Level, seat: Seat) -> Result<OtherMachine, Sentence> {
        let truth = Truth::is_needed(setup).then(|| Truth::new(setup, seat.other())).transpose()?;
        let mut options = setup.options.clone();
        options.extend(truth.is_some().then(|| (SEEN.to_owned(), seat.other().to_string())));
        let game =
            setup.game.open(&Setup { options, ..Setup::default() }).map_err(|why| Sentence::of(&why))?;
        let table = fresh(&*game);
        Ok(OtherMachine { game, level, seat, played: Vec::new(), table, truth, words: VecDeque::new() })
    }

    /// Whether a referee speaks here.
    pub(super) fn is_refereed(&self) -> bool {
        self.truth.is_some()
    }

    /// What really was played, in a game with secrets.
    pub(super) fn truth(&self) -> &[TrueAct] {
        self.truth.as_ref().map_or(&[], Truth::played)
    }

    /// Stands as the desk does, up to where that is what was kept of the truth. Returns false if nothing of it is, though the
    /// referee has heard of more than what the desk's own side did: that he is told again.
    pub(super) fn stand(&mut self, desk: &[Played], truth: &[TrueAct]) -> bool {
        let known = (0..=desk.len()).rev().find(|known| {
            self.played = desk[..*known].to_vec();
            self.see_again(truth)
        });
        self.rewind(known.unwrap_or(0));
        let own = Actor::Seat(self.seat.other());
        known.is_some_and(|known| known > 0) || desk.iter().all(|(by, _)| *by == own)
    }

    /// The referee sees these acts, as far as they began before what was entered by now, and has said what was entered.
    fn see_again(&mut self, acts: &[TrueAct]) -> bool {
        let Some(truth) = &mut self.truth else { return true };
        truth.begin_anew();
        self.words.clear();
        let mut acts = acts.iter().take_while(|one| one.begins < self.played.len()).peekable();
        let own = Actor::Seat(self.seat.other());
        for (at, (by, act)) in self.played.iter().enumerate() {
            while let Some(one) = acts.next_if(|one| one.begins <= at) {
                let Some(words) = truth.play(one.begins, one.by, &one.act) else { return false };
                self.words = words.into();
            }
            if *by == own {
                let is_seen = truth.played().last().is_some_and(|one| one.begins == at && one.act == *act);
                if is_seen {
                    continue;
                }
                return false;
            }
            // What is not there was left out.
            loop {
                match self.words.pop_front() {
                    Some(word) if word.by == *by && word.m == *act => break,
                    Some(word) if word.if_open => {}
                    _ => return false,
                }
            }
        }
        true
    }

    /// Takes the next word of this hand, unless it is not open; returns it.
    fn word_of(&mut self, by: Actor) -> Option<String> {
        while let Some(word) = self.words.front() {
            if word.by != by {
                return None;
            }
            let word = self.words.pop_front()?;
            if play(&mut *self.table, by, &word.m) {
                self.played.push((by, word.m.clone()));
                return Some(word.m);
            }
        }
        None
    }

    /// The referee says the next that follows from what was played.
    pub(super) fn ruling(&mut self) -> Option<String> {
        self.word_of(Actor::Arbiter)
    }

    /// Another word that the referee could have said last, and that would not have ended the game.
    pub(super) fn other_ruling(&mut self, random: &mut Rng) -> Option<String> {
        let (by, right) = self.played.last().cloned()?;
        let before = self.played.len() - 1;
        self.rewind(before);
        let mut choices = self.table.rulings();
        choices.retain(|choice| choice.text != right && !choice.path.iter().any(names_place));
        let wrong = choices.get(random.below(choices.len().max(1))).map(|choice| choice.text.clone());
        let goes_on = wrong
            .filter(|wrong| play(&mut *self.table, by, wrong) && !matches!(self.table.turn(), Turn::Over(_)));
        self.rewind(before);
        play(&mut *self.table, by, &right);
        self.played.push((by, right));
        goes_on
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

    /// Whether what is played there next is a secret of whoever plays it.
    pub(super) fn is_in_secret(&self) -> bool {
        matches!(self.table.turn(), Turn::Secret(_))
    }

    /// Plays an act there; returns false, and changes nothing, if it cannot be played.
    pub(super) fn take(&mut self, by: Actor, act: &str) -> bool {
        let done = play(&mut *self.table, by, act);
        if done {
            if let (Some(truth), Actor::Seat(seat)) = (&mut self.truth, by)
                && seat != self.seat
            {
                // What is left of an earlier act was not open.
                self.words = truth.play(self.played.len(), seat, act).unwrap_or_default().into();
            }
            self.played.push((by, act.to_owned()));
        }
        done
    }

    /// Goes back to where only so many acts had been played.
    pub(super) fn go_back(&mut self, acts: usize) {
        self.rewind(acts);
        let truth = self.truth().to_vec();
        // Nothing is left of what was seen later.
        self.see_again(&truth);
    }

    /// Sets its board back.
    fn rewind(&mut self, acts: usize) {
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
        if self.truth.is_some() {
            return self.answer_in_secret(random);
        }
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

    /// Lets its program play where only the referee sees it; returns what everybody hears of that.
    fn answer_in_secret(&mut self, random: &mut Rng) -> Vec<String> {
        let Some(truth) = &mut self.truth else { return Vec::new() };
        self.words.clear();
        while self.words.is_empty() && truth.owes(self.seat) {
            let turn = truth.answer(self.level, random);
            if turn.is_empty() {
                return Vec::new();
            }
            for act in turn {
                let Some(words) = truth.play(self.played.len(), self.seat, &act) else { break };
                self.words.extend(words);
            }
        }
        std::iter::from_fn(|| self.word_of(Actor::Seat(self.seat))).collect()
    }

    /// Throws the dice; returns what they show.
    pub(super) fn throw(&mut self, random: &mut Rng) -> Option<String> {
        let choices = self.table.rulings();
        let thrown = choices.get(random.below(choices.len().max(1)))?.text.clone();
        self.take(Actor::Chance, &thrown).then_some(thrown)
    }

    /// Another act that its side could have played last: one that names a place, as people mistake places.
    pub(super) fn instead_of_last(&mut self, random: &mut Rng) -> Option<String> {
        let (by, last) = self.played.last().cloned()?;
        self.rewind(self.played.len() - 1);
        let wrong = self.instead(self.seat, &last, random);
        play(&mut *self.table, by, &last);
        self.played.push((by, last));
        wrong
    }

    /// Another act that this hand could play now instead of `act`: one that names a place, as people mistake places.
    pub(super) fn instead(&self, seat: Seat, act: &str, random: &mut Rng) -> Option<String> {
        let mut choices = self.table.choices(seat);
        choices.retain(|choice| choice.text != act && choice.path.iter().any(names_place));
        Some(choices.get(random.below(choices.len().max(1)))?.text.clone())
    }
}

fn names_place(spot: &Spot) -> bool {
    matches!(spot, Spot::Point(_))
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
            program: Some(Player {
                name: "ours".to_owned(),
                launch: Launch::built_in("leitai".into(), Level::Easy),
                dialect: DialectName::Native,
            }),
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
            if Truth::is_needed(&setup(game)) {
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

    /// A program that has acted before the referee first looked is no loss; what he said then cannot be known again.
    #[test]
    fn what_the_own_side_did_before_the_referee_looked_is_told_him() {
        for id in ["phantomgo", "luzhanqi"] {
            let setup = setup(leitai_catalog::find(id).expect("listed"));
            let open = || OtherMachine::new(&setup, Level::Random, Seat::Second).expect("opens");
            let mut desk = open();
            while desk.owes(Actor::Seat(Seat::First)) {
                let act = desk.table.choices(Seat::First)[0].text.clone();
                assert!(desk.take(Actor::Seat(Seat::First), &act), "{id}: {act}");
            }
            let mut late = open();
            assert!(late.stand(desk.played(), &[]) && late.played().is_empty(), "{id}");
            for (by, act) in desk.played() {
                assert!(late.take(*by, act), "{id}: {act}");
            }
            assert_eq!((late.truth(), late.code()), (desk.truth(), desk.code()), "{id}");
            let said = desk.ruling().or_else(|| desk.answer(&mut Rng::new(1)).pop());
            assert!(said.is_some() && !open().stand(desk.played(), &[]), "{id}: {said:?}");
        }
    }

    /// A desk that enters what it hears and what the referee says, and a player that sees nothing else, finish their game; going
    /// back and standing again change nothing of what is true.
    #[test]
    fn games_with_secrets_are_refereed_to_their_end() {
        for (id, games) in [("phantomgo", 6), ("luzhanqi", 4)] {
            let listed = leitai_catalog::find(id).expect("listed");
            for seed in 0..games {
                let own = Seat::BOTH[seed as usize % 2];
                let setup = setup(listed);
                let level = Level::Random;
                let mut other = OtherMachine::new(&setup, level, own.other()).expect("opens");
                let mut random = Rng::new(seed);
                let (mut backs, mut acts) = (0, 0);
                while !matches!(other.table.turn(), Turn::Over(_)) {
                    acts += 1;
                    assert!(acts < 20_000, "{id} {seed}");
                    let before = other.played.len();
                    if other.owes(Actor::Arbiter) {
                        assert!(other.ruling().is_some(), "{id} {seed}: {:?}", other.words);
                    } else if other.owes(Actor::Seat(own)) {
                        let choices = other.table.choices(own);
                        let act = choices[random.below(choices.len())].text.clone();
                        assert!(other.take(Actor::Seat(own), &act), "{id} {seed}: {act}");
                    } else {
                        assert!(!other.answer(&mut random).is_empty(), "{id} {seed}: {:?}", other.words);
                    }
                    assert!(other.played.len() > before, "{id} {seed}");
                    let is_laid = !matches!(other.table.turn(), Turn::Secret(_));
                    if is_laid && random.below(100) == 0 {
                        let (desk, truth) = (other.played.clone(), other.truth().to_vec());
                        let (words, code) = (other.words.clone(), other.code());
                        let mut again = OtherMachine::new(&setup, level, own.other()).expect("opens");
                        assert!(again.stand(&desk, &truth), "{id} {seed}");
                        assert_eq!((&again.words, again.code()), (&words, code), "{id} {seed}");
                        let laid =
                            desk.iter().take_while(|(_, act)| act.contains('=') || act == "ready").count();
                        other.go_back((desk.len() - random.below(4).min(desk.len())).max(laid));
                        backs += 1;
                    }
                }
                assert!(other.words.iter().all(|word| word.if_open) && backs > 0, "{id} {seed}: {backs}");
            }
        }
    }
}
