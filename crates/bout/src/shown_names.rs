//! What the players of a match are called where people read it.

use crate::contestant::Contestant;
use leitai_arena::{Launch, SeriesGame};
use leitai_core::{Seat, shown_name};

/// The names of the players of a match for people: what the program of each announced, and the name that somebody gave
/// it. What it is called after its file or its command gives way to what it announced.
#[derive(Clone, Debug)]
pub struct ShownNames {
    players: Vec<Shown>,
}

#[derive(Clone, Debug)]
struct Shown {
    known: String,
    /// Whether somebody gave it that name.
    is_given: bool,
    announced: Option<String>,
}

impl ShownNames {
    /// Of these players, whose programs have not announced anything yet.
    pub fn of(players: &[Contestant]) -> ShownNames {
        let shown = players.iter().map(|Contestant { named, player, .. }| {
            let bare = player.name.split_once(" (").map_or(&*player.name, |(name, _)| name);
            let is_given = matches!(player.launch, Launch::BuiltIn { .. }) || !named.contains(bare);
            // A built-in player is called by its level, or as somebody named it.
            let is_ours = matches!(player.launch, Launch::BuiltIn { .. });
            Shown { known: player.name.clone(), is_given, announced: is_ours.then(String::new) }
        });
        ShownNames { players: shown.collect() }
    }

    /// Takes over what the programs of these two announced in a game.
    pub fn hear(&mut self, players: [usize; 2], game: &SeriesGame) {
        for seat in Seat::BOTH {
            let heard = game.announced[seat.index()].as_ref();
            if let (Some(shown), Some(heard)) = (self.players.get_mut(players[game.player(seat)]), heard) {
                shown.announced.get_or_insert_with(|| heard.clone());
            }
        }
    }

    /// Of all players, told apart by a letter where two announced the same.
    pub fn all(&self) -> Vec<String> {
        let names: Vec<String> = self.players.iter().map(Shown::name).collect();
        let is_twice = |name: &String| names.iter().filter(|other| *other == name).count() > 1;
        let told = names.iter().enumerate().map(|(number, name)| match u8::try_from(number) {
            Ok(letter @ ..26) if is_twice(name) => format!("{name} ({})", char::from(b'A' + letter)),
            _ if is_twice(name) => format!("{name} ({})", number + 1),
            _ => name.clone(),
        });
        told.collect()
    }

    /// Of two of them.
    pub fn pair(&self, players: [usize; 2]) -> [String; 2] {
        let all = self.all();
        players.map(|player| all[player].clone())
    }
}

impl Shown {
    fn name(&self) -> String {
        match self.announced.as_deref().filter(|announced| !announced.is_empty()) {
            Some(announced) if !self.is_given => announced.to_owned(),
            announced => shown_name(&self.known, announced),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{ended, script};
    use leitai_core::{Fault, Outcome};

    #[test]
    fn what_a_program_announced_stands_for_its_file_and_beside_a_name_that_was_given() {
        let player = |named: &str, name: &str| {
            let player = script(name, "", &[]);
            Contestant { named: named.to_owned(), ..player }
        };
        let players = [
            player("bots/hex", "hex"),
            player("cmd:python3 hex.py", "甲队"),
            player("a.py", "a.py (C)"),
            player("b/a.py", "a.py (D)"),
        ];
        let mut names = ShownNames::of(&players);
        assert_eq!(names.all(), ["hex", "甲队", "a.py (C)", "a.py (D)"]);
        let mut game = ended(1, Outcome::fault(Seat::First, Fault::Crash));
        game.announced = ["Second".to_owned(), "First".to_owned()].map(Some);
        names.hear([0, 1], &game);
        assert_eq!(names.pair([0, 1]), ["First", "Second / 甲队"], "B had the first seat");
        game.announced = [None, Some("Twin".to_owned())];
        names.hear([2, 0], &game);
        game.announced = [Some("Twin".to_owned()), Some("other".to_owned())];
        names.hear([1, 3], &game);
        assert_eq!(names.all(), ["First", "Second / 甲队", "Twin (C)", "Twin (D)"]);
    }
}
