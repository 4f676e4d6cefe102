//! Every game: as recorded, as it counts, and how it went.

use crate::event::computed_event::{Both, ComputedEvent};
use crate::event::typed_table::{Cell, Column, Said, Stands, TypedTable};
use crate::html::Html;
use leitai_core::{Noun, Sentence, Words, sentence};
use leitai_hall::Details;
use leitai_tournament::{Event, EventState, GameId, How, RecordedGame};

/// How many games the page lists; the exported table has all of them.
const LISTED: usize = 5_000;

impl Both<'_> {
    /// Why the game ended as it did; empty for a result awarded without play.
    pub(crate) fn reason(&self) -> Sentence {
        self.details.map_or_else(Sentence::default, |how| how.reason.clone())
    }

    /// The same reason without figures.
    pub(crate) fn plain_reason(&self) -> Option<Sentence> {
        self.details.and_then(plain_reason)
    }

    /// Whether people are likely to ask about the game.
    pub(crate) fn is_marked(&self) -> bool {
        let faulty = |game: RecordedGame| game.how != How::Played || game.faults != [0; 2];
        self.counted.is_none()
            || self.recorded != self.counted
            || self.game().is_some_and(faulty)
            || self.details.is_some_and(|how| how.replays > 0)
    }

    /// Remarks about the game beyond its result.
    pub(crate) fn notes(&self) -> Vec<Sentence> {
        let mut notes = Vec::new();
        match (self.recorded, self.counted) {
            (Some(_), None) => {
                notes.push(Sentence::new("does not count: in doubt, or replayed", "不计：存疑或已重赛"));
            }
            (Some(was), Some(is)) if was.outcome != is.outcome => {
                let (was, is) = (was.outcome.figures(), is.outcome.figures());
                notes.push(sentence!(
                    "recorded {was}, counts as {is} by a ruling",
                    "原成绩 {was}，裁决为 {is}"
                ));
            }
            (None, Some(_)) => notes.push(Sentence::new("not played", "未进行")),
            _ => {}
        }
        match self.game().map(|game| game.how) {
            Some(How::Fault) => notes.push(Sentence::new("lost by a fault", "违规负")),
            Some(How::Forfeit) => notes.push(Sentence::new("forfeited", "弃权")),
            Some(How::Overridden) => notes.push(Sentence::new("by a ruling", "改判")),
            Some(How::Ruled) => notes.push(Sentence::new("decided by a ruling", "裁判判定")),
            Some(How::Played) | None => {}
        }
        if let Some(replays) = self.details.map(|how| how.replays).filter(|replays| *replays > 0) {
            let times = Noun::TIMES.of(replays);
            notes.push(sentence!(
                "replayed {times}, because the machine disturbed it",
                "受机器干扰，已重赛 {times} 次";
                times
            ));
        }
        notes
    }
}

impl ComputedEvent<'_> {
    /// Every game, up to the number that a page lists.
    pub fn all_games(&self) -> Html {
        let count = self.games.len();
        let more = sentence!(
            "the first {LISTED} of {count}; games.csv has them all",
            "仅列前 {LISTED} 局，共 {count} 局，全部见 games.csv"
        );
        let table = self.games_table(self.games.iter().map(|(id, both)| (*id, both)).take(LISTED));
        html! {
            @if count > LISTED { p { (self.speech.said(&more)) } }
            (table.html(self.speech, "games", &Sentence::new("games", "对局")))
        }
    }

    /// These games as a table.
    pub(crate) fn games_table<'g>(&self, games: impl Iterator<Item = (GameId, &'g Both<'g>)>) -> TypedTable {
        let rows = games.filter_map(|(id, it)| self.game_cells(id, it)).collect();
        TypedTable::new("games", columns(), rows)
    }

    fn game_cells(&self, id: GameId, it: &Both<'_>) -> Option<Vec<Cell>> {
        let game = it.game()?;
        let is_open = self.view.is_open(id);
        let outcome =
            |game: Option<RecordedGame>| Cell::some(game, |game| Cell::Text(points(game.outcome).to_owned()));
        // A result awarded without play has no details.
        let went = |of: &dyn Fn(&Details) -> Cell| Cell::some(it.details, of);
        let open = |of: &dyn Fn(&Details) -> Cell| if is_open { went(of) } else { Cell::Nothing };
        let mut notes = it.notes();
        notes.extend(it.recorded.and_then(|game| not_confirmed(self.event, &self.state, &game)));
        let record = match self.record(id) {
            Some(href) => Cell::File(href, Sentence::new("record", "记录")),
            None if is_open => Cell::Nothing,
            None => Cell::Instead(Sentence::new("not public yet", "尚未公开")),
        };
        Some(vec![
            Cell::Game(id.to_string(), self.href(id)),
            self.entry(game.first),
            self.entry(game.second),
            Cell::Text(game.outcome.figures().to_owned()),
            outcome(it.recorded),
            outcome(it.counted),
            went(&|how| Cell::Text(how.verdict.to_string())),
            Cell::Noted(self.view.reason(id, it), notes.clone()),
            open(&|how| Cell::number(how.plies)),
            open(&|how| Cell::Number(format!("{:.3}", how.seconds))),
            went(&|how| Cell::number(how.replays)),
            went(&|how| Cell::Text(how.sandbox.to_string())),
            Cell::Notes(notes),
            record,
        ])
    }
}

/// Who has not confirmed a result that the other side has confirmed.
pub(crate) fn not_confirmed(event: &Event, state: &EventState<'_>, game: &RecordedGame) -> Option<Sentence> {
    match state.unconfirmed(game)[..] {
        [one] => {
            let name = event.name(one);
            Some(sentence!("not confirmed by {name}", "{name}尚未确认"))
        }
        _ => None,
    }
}

/// The reason in a verdict, without figures.
pub(crate) fn plain_reason(how: &Details) -> Option<Sentence> {
    how.verdict.laid().map(|why| Sentence::from(why.words()))
}

fn columns() -> Vec<Column> {
    let column = |id: &'static str, en, zh| Column::new(id, Words::new(en, zh));
    vec![
        column("game", "game", "对局").names_row(),
        column("first", "first", "先手"),
        column("second", "second", "后手"),
        column("result", "result", "结果").stands(Stands::InPages),
        column("recorded", "recorded", "原成绩").stands(Stands::InData),
        column("counts", "counts as", "计为").stands(Stands::InData),
        column("verdict", "verdict", "判决").stands(Stands::InData),
        column("reason", "reason", "原因").said(Said::InBoth),
        column("plies", "plies", "手数"),
        column("seconds", "seconds", "秒").stands(Stands::InData),
        column("replays", "played again", "重赛").stands(Stands::InData),
        column("sandbox", "sandbox", "沙箱").stands(Stands::InData),
        column("notes", "notes", "备注").stands(Stands::InData),
        column("record", "record", "记录"),
    ]
}

/// A score in a form that no spreadsheet program takes for a date.
pub(crate) fn points(outcome: leitai_tournament::CountedOutcome) -> &'static str {
    use leitai_tournament::{CountedOutcome, Seat};
    match outcome {
        CountedOutcome::Win(Seat::First) => "first",
        CountedOutcome::Win(Seat::Second) => "second",
        CountedOutcome::Draw => "draw",
        CountedOutcome::Nobody => "nobody",
    }
}
