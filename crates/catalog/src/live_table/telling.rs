//! What people are told about acts at the table: why some were refused, and how others are written in a dialect.

use super::{LiveTable, text};
use crate::atomic_turn::AtomicTurn;
use leitai_core::{
    Actor, DialectName, Eye, Game, Illegal, Lines, MoveOf, Phrase, Place, Position, Reading, Said, Seat,
    Seen, Sentence, Span, State, Table, Turn, ViewOf, sentence,
};
use leitai_protocol::printable;

/// The most acts of a turn that is completed for an example.
const LONGEST: usize = 128;

impl<G: Game> LiveTable<G> {
    /// Why a seat loses by acts that were refused on what it knows: the act that broke the rule, when, and at which
    /// place. Must be called in the position that refused them.
    pub(super) fn blame(&self, seat: Seat, acts: &[MoveOf<G>], why: Illegal) -> Sentence {
        let Some(m) = acts.get(why.at) else { return why.reason() };
        let (act, when, rule) = (text::<G>(m), self.when(), *why.rule);
        let place = self.wrong_place(seat, acts, why).map(|place| sentence!(" ({place})", "（{place}）"));
        let place = place.unwrap_or_default();
        let said = sentence!(
            "illegal move {act} {when}: {rule}{place}",
            "{when}违规着法“{act}”：{rule}{place}"; act, when, rule, place
        );
        let talk = self.talks[seat.index()].as_ref();
        match talk.and_then(|talk| talk.dialect.explain(acts, &why)) {
            Some(more) => said.and(&more),
            None => said,
        }
    }

    /// The same for a turn that breaks a rule by how it is spelt: `said` is its line, made printable.
    pub(super) fn blame_spelling(&self, said: &str, why: Illegal) -> Sentence {
        let (when, rule) = (self.when(), *why.rule);
        sentence!("illegal move `{said}` {when}: {rule}", "{when}违规着法“{said}”：{rule}"; said, when, rule)
    }

    /// When the refused act came. In a secret turn, which seat is at which ply depends on chance, so no ply is given.
    pub(super) fn when(&self) -> Sentence {
        match self.position.turn() {
            Turn::Secret(_) => Sentence::new("in the layout", "布阵时"),
            _ => sentence!("at ply {}", "第 {} 手", self.plies() + 1),
        }
    }

    /// The first place of a refused act at which it departs from every legal act; `None` where the act is that place
    /// alone.
    fn wrong_place(&self, seat: Seat, acts: &[MoveOf<G>], why: Illegal) -> Option<String> {
        let view = self.view_after(seat, &acts[..why.at])?;
        let places = G::scene(Seen::Eye(Eye::Seat(seat), &view), &[]).places;
        let refused = text::<G>(&acts[why.at]);
        let (path, rest) = parted(&refused, &places);
        let mut moves = Vec::new();
        view.moves(Actor::Seat(seat), &mut moves);
        let moves: Vec<String> = moves.iter().map(text::<G>).collect();
        // Acts that differ in more than their places are not compared place by place.
        let alike = moves.iter().map(|m| parted(m, &places)).filter(|(_, other)| *other == rest);
        let shared = alike.map(|(other, _)| path.iter().zip(&other).take_while(|(a, b)| a == b).count());
        let place = *path.get(shared.max()?)?;
        (!refused.eq_ignore_ascii_case(place)).then(|| place.to_owned())
    }

    /// What the seat knows after these acts of its own; `None` where one of them is refused.
    fn view_after(&self, seat: Seat, acts: &[MoveOf<G>]) -> Option<ViewOf<G>> {
        if acts.is_empty() {
            return Some(self.views[seat.index()].clone());
        }
        Some(self.tried(seat, acts)?.position.view(Eye::Seat(seat)))
    }

    fn tried(&self, seat: Seat, acts: &[MoveOf<G>]) -> Option<AtomicTurn<G::Position>> {
        AtomicTurn::of::<G>(&self.position, &self.views, Actor::Seat(seat), acts, Span::Part).ok()
    }

    /// These acts in the game's notation and in the seat's dialect, if the seat may play them as far as it knows.
    pub(super) fn spelt(&self, seat: Seat, acts: &[MoveOf<G>]) -> Option<Phrase> {
        let talk = self.talks[seat.index()].as_ref()?;
        if acts.is_empty() || self.tried(seat, acts).is_none() {
            return None;
        }
        let mut lines = Lines::default();
        talk.dialect.spell(&self.views[seat.index()], acts, &mut lines);
        let said = lines.bytes().split(|byte| *byte == b'\n').map(|line| printable(line.trim_ascii()));
        let said: Vec<String> = said.filter(|line| !line.is_empty()).collect();
        Some(Phrase { acts: acts.iter().map(text::<G>).collect(), said: said.join(" ") })
    }

    /// What a line would mean if the seat's program said it now in that dialect.
    pub(super) fn reading(&self, seat: Seat, name: DialectName, line: &str) -> Option<Reading> {
        if let Ok(Said::Acts(acts, span)) = self.heard_in(seat, name, true, line.as_bytes())? {
            AtomicTurn::of::<G>(&self.position, &self.views, Actor::Seat(seat), &acts, span).ok()?;
            return self.spelt(seat, &acts).map(Reading::Turn);
        }
        let word = |text: &str| text.split_whitespace().next().map(str::to_ascii_lowercase);
        let greets = word(line).is_some() && word(&self.greeting(seat, name)?) == word(line);
        greets.then_some(Reading::Greeting)
    }

    /// A whole turn that begins with an act. Only that act if the seat gets answers in the middle of the turn: the rest
    /// would reveal what it does not know.
    pub(super) fn turn_from(&self, seat: Seat, first: MoveOf<G>) -> Option<Vec<MoveOf<G>>> {
        let is_foreseen = !G::FACTS.hidden || matches!(self.position.turn(), Turn::Secret(_));
        let mut acts = vec![first];
        while is_foreseen && acts.len() < LONGEST {
            let tried = self.tried(seat, &acts)?;
            if !tried.goes_on {
                break;
            }
            let mut next = Vec::new();
            tried.position.view(Eye::Seat(seat)).moves(Actor::Seat(seat), &mut next);
            acts.push(next.into_iter().next()?);
        }
        Some(acts)
    }
}

/// The names of places in the text of an act, in order, and the rest of that text.
fn parted<'a>(act: &str, places: &'a [Place]) -> (Vec<&'a str>, String) {
    let (mut names, mut others, mut rest) = (Vec::new(), String::new(), act);
    while let Some(c) = rest.chars().next() {
        let begins = |name: &&str| {
            !name.is_empty() && rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
        };
        let name =
            places.iter().map(|place| place.name.as_str()).filter(begins).max_by_key(|name| name.len());
        match name {
            Some(name) => names.push(name),
            None => others.push(c),
        }
        rest = &rest[name.map_or(c.len_utf8(), str::len)..];
    }
    (names, others)
}
