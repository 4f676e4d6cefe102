//! The matrix of a score board: everyone against everyone.

use crate::event::chronicle::{Chronicle, Line, Score};
use crate::event::ladder_standing::Standing;
use crate::event::links::To;
use crate::event::speech::Speech;
use crate::event::typed_table::{Cell, Column, TypedTable};
use crate::html::Html;
use leitai_core::{Words, sentence};
use leitai_tournament::{EntryId, Seat, Sentence};
use std::collections::BTreeMap;

/// How many of the best names the matrix of a page shows, however many there are: at most 200 kB before
/// compression. The exported table has every pair, of which there are 19,900 among 200 names.
const WIDEST: usize = 40;

/// The score of each two names that met, keyed by their places on the board, the higher first.
pub(super) struct Met<'c>(BTreeMap<(usize, usize), Pair<'c>>);

/// Two names that met.
struct Pair<'c> {
    /// From the higher-placed side.
    score: Score,
    /// Their last game, and the seat of the higher-placed name in it.
    last: Line<'c>,
    seat: Seat,
}

impl<'c> Met<'c> {
    /// Counts games, which must be in order, between names on the board.
    pub(super) fn of(lines: &[Line<'c>], standings: &[Standing<'_>]) -> Met<'c> {
        let places: BTreeMap<&str, usize> =
            standings.iter().enumerate().map(|(at, standing)| (standing.name, at)).collect();
        let mut met: BTreeMap<(usize, usize), Pair<'c>> = BTreeMap::new();
        for line in lines {
            let [first, second] = Seat::BOTH.map(|seat| places.get(line.name(seat)).copied());
            let (Some(first), Some(second)) = (first, second) else { continue };
            let seat = if first <= second { Seat::First } else { Seat::Second };
            let new = || Pair { score: Score::default(), last: *line, seat };
            let pair = met.entry((first.min(second), first.max(second))).or_insert_with(new);
            pair.score.count(*line, seat);
            (pair.last, pair.seat) = (*line, seat);
        }
        Met(met)
    }
}

impl Pair<'_> {
    /// Won–drawn–lost, from the side of the higher-placed name or of the other.
    fn figures(&self, is_higher: bool) -> String {
        let Score { won, drawn, lost, .. } = self.score;
        let (won, lost) = if is_higher { (won, lost) } else { (lost, won) };
        format!("{won}–{drawn}–{lost}")
    }

    /// Both names, as entries of the event in which they last met.
    fn both(&self, is_higher: bool) -> [(&str, EntryId); 2] {
        let seat = if is_higher { self.seat } else { self.seat.other() };
        let (event, game) = (self.last.past.id, self.last.game);
        [(event, game.at(seat)), (event, game.at(seat.other()))]
    }
}

impl Chronicle<'_> {
    /// The best against each other, each cell linking to the games of the two; empty if nobody met.
    pub(super) fn matrix(
        &self,
        met: &Met<'_>,
        standings: &[Standing<'_>],
        of: To<'_>,
        pairs: &TypedTable,
        speech: Speech,
    ) -> Html {
        let (all, shown) = (standings.len(), standings.len().min(WIDEST));
        if met.0.is_empty() {
            return Html::default();
        }
        let rows = standings.iter().take(shown).enumerate().map(|(at, standing)| {
            let mut row = vec![
                Cell::number(at + 1),
                self.entry(standing.last.past, standing.last.game.at(standing.seat)),
            ];
            row.extend((0..shown).map(|other| {
                if other == at {
                    return Cell::Itself;
                }
                let (is_higher, pair) = (at < other, met.0.get(&(at.min(other), at.max(other))));
                Cell::some(pair, |pair| {
                    let href = self.links.address(To::Against(pair.both(is_higher)));
                    Cell::Game(pair.figures(is_higher), href)
                })
            }));
            row
        });
        let mut columns = vec![
            Column::new("row", Words::new("no.", "序号")),
            Column::new("name", Words::new("name", "名称")).names_row(),
        ];
        let numbers = (1..=shown).map(|number| number.to_string());
        columns.extend(numbers.map(|number| Column::new(number.clone(), Sentence::quoted(number))));
        let table = TypedTable::new("matrix", columns, rows.collect());
        let title = Sentence::new("Head-to-head", "交锋");
        let said = Sentence::new(
            "Won–drawn–lost by the row against the column; a cell leads to their games.",
            "各行对各列的胜–和–负；点击可看双方的全部对局。",
        );
        let said = if shown < all {
            sentence!(
                "{said} The first {shown} of {all} stand here; CSV and JSON have every pair.",
                "{said}此处仅列前 {shown} 名，共 {all} 名；CSV 与 JSON 含全部交锋。";
                said, shown, all
            )
        } else {
            said
        };
        html! {
            h2 { (speech.said(&title)) }
            (self.exports(of, pairs))
            (table.html(speech, "cross", &title))
            p class="faded" { (speech.said(&said)) }
        }
    }

    /// All pairs that met, the higher first, each pair once.
    pub(super) fn pairs_table(&self, met: &Met<'_>, standings: &[Standing<'_>]) -> TypedTable {
        let column = |id: &'static str, en, zh| Column::new(id, Words::new(en, zh));
        let columns = vec![
            column("name", "name", "名称").names_row(),
            column("opponent", "opponent", "对手"),
            column("games", "games", "局数"),
            column("won", "won", "胜"),
            column("drawn", "drawn", "和"),
            column("lost", "lost", "负"),
            column("points", "points", "积分"),
        ];
        let entry = |at: usize| {
            let standing = &standings[at];
            self.entry(standing.last.past, standing.last.game.at(standing.seat))
        };
        let rows = met.0.iter().map(|((higher, lower), pair)| {
            let mut row = vec![entry(*higher), entry(*lower)];
            row.extend(pair.score.cells());
            row
        });
        TypedTable::new("matrix", columns, rows.collect())
    }
}
