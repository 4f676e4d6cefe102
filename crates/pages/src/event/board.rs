//! The score board of an event: who stands where, who moved, and who handed in when.

use crate::event::computed_event::{ComputedEvent, sections};
use crate::event::links::{Form, To, exported, exports};
use crate::event::speech::Speech;
use crate::event::typed_table::{Cell, Column, TypedTable};
use crate::event::view::EventView;
use crate::html::Html;
use leitai_core::{Words, sentence};
use leitai_tournament::{EntryId, Section, Sentence, Verdict};
use std::collections::BTreeMap;
use std::time::Duration;

/// What a score board shows besides the contents of the event's journal.
pub struct BoardFacts<'a> {
    /// The places at the previous publication; entries that had none are absent.
    pub before: &'a BTreeMap<EntryId, u32>,
    /// When each entry's program in force was submitted, in milliseconds since 1970-01-01 UTC.
    pub handed_in: &'a BTreeMap<EntryId, i64>,
    /// The people of an entry, each as number, name and class. Given to organisers only.
    pub people: Option<&'a dyn Fn(EntryId) -> Vec<[String; 3]>>,
    /// The columns that organisers added; unpublished ones are shown only where `people` is given.
    pub columns: &'a [BoardColumn],
    /// The time between two publications; `None` publishes at once.
    pub every: Option<Duration>,
    /// The time of the publication shown; `None` shows the current state.
    pub at: Option<i64>,
    /// Whether the board is frozen.
    pub is_frozen: bool,
}

/// A column that organisers added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardColumn {
    /// Its number, which names it in CSV and JSON.
    pub id: i64,
    /// Its title.
    pub title: Sentence,
    /// Whether everybody sees it.
    pub is_published: bool,
    /// Its cells, by entry.
    pub cells: BTreeMap<EntryId, String>,
}

/// How many matches an entry has won, drawn and lost.
#[derive(Clone, Copy, Default)]
struct Matches([u32; 3]);

fn matches(event: &ComputedEvent<'_>) -> BTreeMap<EntryId, Matches> {
    let mut all: BTreeMap<EntryId, Matches> = BTreeMap::new();
    for it in sections(&event.state).flat_map(Section::matches) {
        for side in it.sides {
            let at = match it.verdict {
                Verdict::Won(winner) if winner == side => 0,
                Verdict::Drawn => 1,
                Verdict::Won(_) | Verdict::Nobody => 2,
                Verdict::Open => continue,
            };
            all.entry(side).or_default().0[at] += 1;
        }
    }
    all
}

/// Whether each entry completed all its games properly, won or lost.
fn completed(event: &ComputedEvent<'_>) -> BTreeMap<EntryId, bool> {
    let mut all: BTreeMap<EntryId, bool> = BTreeMap::new();
    for game in sections(&event.state).flat_map(Section::matches).flat_map(|it| it.games) {
        for side in [game.first, game.second] {
            if let Some(completed) = game.completed(side) {
                *all.entry(side).or_insert(true) &= completed;
            }
        }
    }
    all
}

/// The score board as a table.
pub fn board_table(view: &EventView<'_>, facts: &BoardFacts<'_>) -> TypedTable {
    let event = ComputedEvent::new(view, Speech::Both);
    let matches = matches(&event);
    let column = |id: &'static str, en, zh| Column::new(id, Words::new(en, zh));
    let mut columns = vec![
        column("place", "rank", "名次").blank("–"),
        column("place_change", "change", "升降"),
        column("name", "name", "名称").names_row(),
    ];
    if facts.people.is_some() {
        columns.push(column("numbers", "numbers", "学号"));
        columns.push(column("people", "people", "姓名"));
        columns.push(column("classes", "classes", "班级"));
    }
    columns.extend([
        column("points", "total", "总分"),
        column("matches", "matches", "场数"),
        column("won", "won", "胜"),
        column("drawn", "drawn", "和"),
        column("lost", "lost", "负"),
        column("handed_in", "last submission", "最近提交"),
    ]);
    let completed = facts.people.map(|_| completed(&event));
    if completed.is_some() {
        columns.push(column("completed", "completed", "完成"));
    }
    let added: Vec<_> =
        facts.columns.iter().filter(|column| column.is_published || facts.people.is_some()).collect();
    columns.extend(added.iter().map(|it| Column::new(format!("column_{}", it.id), it.title.clone())));
    let rows = event.ranking.iter().map(|ranked| {
        let moved = ranked
            .place
            .zip(facts.before.get(&ranked.entry))
            .map(|(is, was)| i64::from(*was) - i64::from(is));
        let mut row = vec![
            Cell::some(ranked.place, Cell::number),
            Cell::some(moved.filter(|moved| *moved != 0), Cell::Change),
            event.entry(ranked.entry),
        ];
        if let Some(people) = facts.people {
            let people = people(ranked.entry);
            let each = |at: usize| people.iter().map(|one| one[at].as_str()).collect::<Vec<_>>().join("; ");
            row.extend([0, 1, 2].map(|at| Cell::Name(each(at), None)));
        }
        let Matches(counts) = matches.get(&ranked.entry).copied().unwrap_or_default();
        row.push(Cell::some(ranked.points, Cell::number));
        row.push(Cell::number(counts.iter().sum::<u32>()));
        row.extend(counts.map(Cell::number));
        row.push(Cell::some(facts.handed_in.get(&ranked.entry), |at| Cell::Moment(view.zone.at(*at), None)));
        row.extend(completed.as_ref().map(|all| Cell::some(all.get(&ranked.entry).copied(), Cell::Truth)));
        row.extend(added.iter().map(|it| Cell::some(it.cells.get(&ranked.entry).cloned(), Cell::Text)));
        row
    });
    let rows = rows.collect();
    TypedTable::new("board", columns, rows)
}

/// How often the board is published, and the time of the publication shown.
pub fn board_words(view: &EventView<'_>, facts: &BoardFacts<'_>) -> Sentence {
    let at = facts.at.map(|at| view.zone.at(at).said()).unwrap_or_default();
    if facts.is_frozen {
        return sentence!(
            "Frozen since {at}: what was played since then is shown when it is revealed.",
            "{at} 起封榜：此后的成绩在揭榜时公布。"; at
        );
    }
    match facts.every {
        Some(every) if facts.at.is_some() => {
            let every = leitai_core::write_time(every);
            sentence!("Published every {every}; as of {at}.", "每 {every} 公布一次，截至 {at}。"; every, at)
        }
        _ => sentence!("Every result is shown at once.", "成绩即时公布。"),
    }
}

/// The body of the score board's page.
pub fn board(view: &EventView<'_>, facts: &BoardFacts<'_>, speech: Speech) -> Html {
    let table = board_table(view, facts);
    let name = speech.name(&view.history.begun.name);
    let href = view.links.address(To::Event(view.id)).unwrap_or_default();
    // With numbers and names it is for organisers, and so are its files.
    let exports = match facts.people {
        Some(_) => exported(|form| Some(format!("/organise/{}/board.{}", view.id, form.ending()))),
        None => exports(view.links, To::Event(view.id), "board"),
    };
    let (title, words) = (Sentence::new("Score board", "成绩榜"), board_words(view, facts));
    html! {
        h1 { (speech.said(&title)) }
        (exports)
        p { a href=(href) { (name) } }
        p class="soft" { (speech.said(&words)) }
        (table.html(speech, "places", &title))
    }
}

/// The form asked for, if a file name is that of the board's table: `board.csv`.
pub fn is_board(file: &str) -> Option<Form> {
    Form::of(file).filter(|(name, _)| *name == "board").map(|(_, form)| form)
}
