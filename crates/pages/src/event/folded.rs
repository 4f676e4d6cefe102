//! What a page shows of an event that has too many games to list: the newest, those that people ask about, and the
//! games of one entry at a time.

use crate::event::chronicle::Score;
use crate::event::computed_event::{Both, ComputedEvent, sections};
use crate::event::links::To;
use crate::event::speech::Speech;
use crate::html::Html;
use leitai_core::{Noun, Sentence, sentence};
use leitai_tournament::{EntryId, GameId, Seat, Section};
use std::cmp::Reverse;

/// A page lists at most this many games.
const LISTED: usize = 200;
/// How many of the newest games are shown above those of one entry.
const NEWEST: usize = 20;
/// How many of the games that people are likely to ask about.
const MARKED: usize = 40;

/// A game with its id.
type Listed<'g> = (GameId, &'g Both<'g>);

impl ComputedEvent<'_> {
    /// Whether a page folds its games by entry. Files list them all.
    pub(crate) fn is_folded(&self) -> bool {
        self.speech != Speech::Both && self.games.len() > LISTED
    }

    /// The games as a page shows them.
    pub(crate) fn shown_games(&self) -> Html {
        if !self.is_folded() {
            return html! { (self.faults()) (self.all_games()) };
        }
        let all = self.games.len();
        let all = sentence!(
            "{all} games; games.csv has them all. Open an entry to see its games, and whom it met and why.",
            "共 {all} 局，全部见 games.csv。点开参赛者可见其对局、对手与对阵理由。"
        );
        let marked =
            Sentence::new("the newest faults, forfeits and disturbed games", "最近的违规、弃权与受扰对局");
        let mut scores = vec![Score::default(); self.event.entries().len()];
        for game in self.games.values().filter_map(|both| both.counted) {
            for seat in Seat::BOTH {
                scores[game.at(seat).index()].count_one(&game, seat);
            }
        }
        html! {
            p { (self.speech.said(&all)) }
            ul { @for place in &self.ranking { (self.line(place.entry, scores[place.entry.index()])) } }
            (self.newest(NEWEST, |_| true, &Sentence::new("the newest games", "最近的对局")))
            (self.newest(MARKED, |(_, both)| both.is_marked(), &marked))
        }
    }

    /// The newest of these games as a table; empty if there are none.
    fn newest(&self, most: usize, is_wanted: impl Fn(&Listed<'_>) -> bool, caption: &Sentence) -> Html {
        let mut games: Vec<Listed<'_>> =
            self.games.iter().map(|(id, both)| (*id, both)).filter(|game| is_wanted(game)).collect();
        games.sort_by_key(|(_, both)| Reverse(both.details.map(|how| how.ended)));
        games.truncate(most);
        if games.is_empty() {
            return Html::default();
        }
        self.games_table(games.into_iter()).html(self.speech, "games", caption)
    }

    /// An entry with its figures; its games and matches below it, if it is the one that is unfolded.
    fn line(&self, entry: EntryId, score: Score) -> Html {
        let Score { won, drawn, lost, .. } = score;
        let games = Noun::GAMES.of(score.games());
        let said = sentence!(
            "{games}: {won} won, {drawn} drawn, {lost} lost",
            "{games} 局：{won} 胜，{drawn} 和，{lost} 负"; games, won, drawn, lost
        );
        let here = self.view.links.address(To::Event(self.view.id)).unwrap_or_default();
        let is_open = self.view.unfolded == Some(entry);
        let href = if is_open { format!("{here}#games") } else { format!("{here}?entry={entry}#{entry}") };
        html! {
            li id=(entry) {
                a href=(href) aria-expanded=(is_open) { (self.speech.name(self.event.name(entry))) }
                " " span class="faded" { (self.speech.said(&said)) }
                @if is_open { (self.games_of(entry)) (self.matches_of(entry)) }
            }
        }
    }

    fn games_of(&self, entry: EntryId) -> Html {
        let is_its = |(_, both): &Listed<'_>| both.game().is_some_and(|game| game.seat_of(entry).is_some());
        let name = Sentence::quoted(self.event.name(entry));
        self.newest(LISTED, is_its, &sentence!("games of {name}", "{name} 的对局"; name))
    }

    fn matches_of(&self, entry: EntryId) -> Html {
        let matches = sections(&self.state).flat_map(Section::matches);
        let table = self.rounds_table(matches.filter(|it| it.sides.contains(&entry)).take(LISTED));
        if table.rows.is_empty() {
            return Html::default();
        }
        let name = Sentence::quoted(self.event.name(entry));
        table.html(self.speech, "rounds", &sentence!("matches of {name}", "{name} 的对阵"; name))
    }
}
