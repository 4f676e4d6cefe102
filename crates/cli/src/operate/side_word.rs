//! The sides of a game, as they are named at a desk.

use leitai_core::{Facts, Lang, Seat, Sentence, sentence};
use leitai_hall::{Desk, DeskShown};

/// The sides of the game that is shown at a desk.
pub(super) struct Sides<'a> {
    pub(super) facts: &'a Facts,
    /// The seat of this machine's program; `None` at a referee's desk.
    pub(super) own: Option<Seat>,
    /// The teams in the seats.
    pub(super) teams: &'a [String; 2],
}

impl Sides<'_> {
    /// The seat that a word names: by whose it is, by its order, by the game's name for it in either language, or by its team.
    pub(super) fn of(&self, word: &str) -> Result<Seat, Sentence> {
        match (word.to_lowercase().as_str(), self.own) {
            ("ours" | "我方" | "us" | "本方" | "we", Some(own)) => return Ok(own),
            ("theirs" | "them" | "they" | "对方", Some(own)) => return Ok(own.other()),
            ("first" | "先手", _) => return Ok(Seat::First),
            ("second" | "后手", _) => return Ok(Seat::Second),
            _ => {}
        }
        let is_meant = |seat: &Seat| {
            let name = self.facts.seat(*seat);
            let is_name = |name: &str| name.eq_ignore_ascii_case(word) || name == word.trim_end_matches('方');
            [Lang::En, Lang::Zh].into_iter().any(|lang| is_name(name.to(lang)))
        };
        let by_team = || Seat::BOTH.into_iter().find(|seat| self.teams[seat.index()] == word);
        Seat::BOTH.into_iter().find(is_meant).or_else(by_team).ok_or_else(|| {
            if self.own.is_some() {
                return sentence!(
                    "`{word}` is no side: write ours or theirs",
                    "看不懂“{word}”：请写“我方”或“对方”"
                );
            }
            let [a, b] = Seat::BOTH.map(|seat| self.facts.seat(seat));
            sentence!("`{word}` is no side: write {a} or {b}", "看不懂“{word}”：请写“{a}”或“{b}”"; word, a, b)
        })
    }
}

/// The first word of a line, and what follows it.
pub(super) fn split(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

/// The sides as the terminal calls them, First and Second.
pub(super) fn called(desk: &Desk, shown: &DeskShown) -> [Sentence; 2] {
    if desk.setup().is_referees() {
        return Seat::BOTH.map(|seat| Sentence::of(desk.setup().team(seat, shown.seat)));
    }
    let own = |seat| seat == shown.seat;
    Seat::BOTH.map(|seat| if own(seat) { sentence!("ours", "我方") } else { sentence!("theirs", "对方") })
}
