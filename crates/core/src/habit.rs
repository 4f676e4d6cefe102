//! In which form a program wants to be told a platform's words: found out when it gets ready, kept for its next games.

/// A form of a platform's words.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Habit {
    /// As platforms usually say them.
    #[default]
    Usual,
    /// Its lines end in the other way: by LF alone where CR LF is usual, by CR LF where LF is.
    OtherEnd,
    /// Without the words that no game needs.
    Bare,
}

/// The forms that a conversation tries until a program gets ready.
#[derive(Clone, Debug)]
pub struct Habits {
    now: Habit,
    untried: Vec<Habit>,
}

impl Habits {
    /// These forms, in the order in which they are tried.
    pub fn new(all: &[Habit]) -> Habits {
        let mut untried = all.to_vec();
        let now = if untried.is_empty() { Habit::Usual } else { untried.remove(0) };
        Habits { now, untried }
    }

    /// The form in which the platform speaks now.
    pub fn now(&self) -> Habit {
        self.now
    }

    /// Turns to a form, if it has not been tried yet.
    pub fn turn_to(&mut self, habit: Habit) -> bool {
        let Some(at) = self.untried.iter().position(|untried| *untried == habit) else { return false };
        self.now = self.untried.remove(at);
        true
    }

    /// Turns to the next form; returns false if all were tried.
    pub fn turn_on(&mut self) -> bool {
        self.untried.first().copied().is_some_and(|next| self.turn_to(next))
    }

    /// Begins with the form that worked in an earlier game; the others are tried after it.
    pub fn recall(&mut self, habit: Habit) {
        let before = self.now;
        if self.turn_to(habit) {
            self.untried.insert(0, before);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_form_is_tried_once_beginning_with_the_one_that_worked() {
        let all = [Habit::Usual, Habit::OtherEnd, Habit::Bare];
        for (recalled, order) in [
            (Habit::Usual, all),
            (Habit::OtherEnd, [Habit::OtherEnd, Habit::Usual, Habit::Bare]),
            (Habit::Bare, [Habit::Bare, Habit::Usual, Habit::OtherEnd]),
        ] {
            let mut habits = Habits::new(&all);
            habits.recall(recalled);
            let mut tried = vec![habits.now()];
            while habits.turn_on() {
                tried.push(habits.now());
            }
            assert_eq!(tried, order);
            assert!(!habits.turn_to(Habit::Usual));
        }
    }
}
