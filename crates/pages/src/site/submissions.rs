//! Lists of submissions: everybody's, without their authors' private data, and the reader's own.

use crate::event::{Cell, Column, Said, Speech, TypedTable};
use crate::html::Html;
use crate::site::events::ways;
use crate::site::frame::{facts, frame};
use crate::site::texts::Texts;
use crate::{Nav, Reader};
use leitai_core::{Sentence, Words, sentence};
use leitai_hall::LocalTime;

/// A submission in a list.
pub struct SubmissionRow {
    /// Its number.
    pub number: i64,
    /// Whose it is.
    pub who: String,
    /// When it was received.
    pub at: LocalTime,
    /// Language and standard.
    pub language: String,
    /// The size of its source in bytes.
    pub bytes: u64,
    /// Its state.
    pub stands: Sentence,
    /// Its page, for its author.
    pub href: Option<String>,
}

/// Everybody's submissions as a table, newest first: never code, logs or hashes.
pub fn submissions_table(rows: &[SubmissionRow]) -> TypedTable {
    let columns = vec![
        Column::new("number", Words::new("Number", "编号")),
        Column::new("who", Words::new("Who", "提交者")).names_row(),
        Column::new("at", Words::new("When", "时间")),
        Column::new("language", Words::new("Language", "语言")),
        Column::new("bytes", Words::new("Bytes", "字节")),
        Column::new("stands", Words::new("Result", "结果")).said(Said::InBoth),
    ];
    let cells = |row: &SubmissionRow| {
        let number = row.number.to_string();
        vec![
            row.href.clone().map_or(Cell::number(&number), |href| Cell::Name(number.clone(), Some(href))),
            Cell::Name(row.who.clone(), None),
            Cell::Moment(row.at.clone(), None),
            Cell::Text(row.language.clone()),
            Cell::number(row.bytes),
            Cell::Said(row.stands.clone()),
        ]
    };
    TypedTable::new("submissions", columns, rows.iter().rev().map(cells).collect())
}

/// `/events/ID/submissions`.
pub fn submissions(reader: &Reader<'_>, id: &str, event: &str, rows: &[SubmissionRow]) -> Html {
    let t = Texts(reader.lang);
    let body = html! {
        h1 { (t.submissions()) }
        (ways(id, event, &[("submit", t.submit())]))
        @if rows.is_empty() {
            p { (t.no_submissions()) }
        } @else {
            (submissions_table(rows).html(Speech::Only(reader.lang), "", &sentence!("All submissions", "全部提交")))
            p class="exports" {
                a href={ "/events/" (id) "/submissions.csv" } { "CSV" } " · "
                a href={ "/events/" (id) "/submissions.json" } { "JSON" }
            }
        }
    };
    frame(reader, &format!("{} · {event}", t.submissions()), Nav::Events, &body)
}

/// A game of the reader's own program.
pub struct OwnGameRow {
    /// The opponent.
    pub opponent: String,
    /// The program's seat.
    pub seat: Words,
    /// The result for the program.
    pub result: Words,
    /// The reason.
    pub reason: Sentence,
    /// The time that the program used, in seconds.
    pub used: Option<String>,
    /// When it ended, if it has.
    pub at: Option<LocalTime>,
    /// Its page.
    pub href: Option<String>,
    /// The program's log of it.
    pub log: Option<String>,
}

/// Results against one opponent.
pub struct OpponentRow {
    /// Who.
    pub name: String,
    /// The address of the page of the two against each other.
    pub href: String,
    /// Games won, drawn and lost.
    pub games: [usize; 3],
}

/// The reader's own programs in an event.
pub struct MineView<'a> {
    /// The event's address.
    pub id: &'a str,
    /// Its name.
    pub event: &'a str,
    /// The entry, as name and address; `None` if the reader does not take part.
    pub entry: Option<(&'a str, &'a str)>,
    /// The entry's standing.
    pub facts: &'a [(Words, Sentence)],
    /// The submissions.
    pub versions: &'a [SubmissionRow],
    /// The results by opponent.
    pub opponents: &'a [OpponentRow],
    /// The games, newest first.
    pub games: &'a [OwnGameRow],
}

/// `/events/ID/mine`.
pub fn mine(reader: &Reader<'_>, view: &MineView<'_>) -> Html {
    let (t, lang, id) = (Texts(reader.lang), reader.lang, view.id);
    let tables = [
        (submissions_table(view.versions), sentence!("Versions", "版本")),
        (opponents(view.opponents), sentence!("By opponent", "按对手")),
        (own_games(view.games), sentence!("Games", "对局")),
    ];
    let body = html! {
        h1 { (t.my_programs()) }
        (ways(id, view.event, &[("submit", t.submit()), ("submissions", t.submissions()), ("questions", t.questions())]))
        p {
            @if let Some((name, href)) = view.entry {
                (t.takes_part_as()) " " a href=(href) { bdi { (name) } }
            } @else {
                (t.takes_no_part())
            }
        }
        @if !view.facts.is_empty() { (facts(view.facts.iter().map(|(name, said)| (name.to(lang), said.to(lang))))) }
        @for (table, caption) in tables.iter().filter(|(table, _)| !table.rows.is_empty()) {
            (table.html(Speech::Only(lang), "", caption))
        }
        @if !view.games.is_empty() || !view.versions.is_empty() {
            p class="exports" { a href={ "/events/" (id) "/mine/logs.zip" } { (t.all_logs()) } }
        }
    };
    frame(reader, &format!("{} · {}", t.my_programs(), view.event), Nav::Account, &body)
}

fn opponents(rows: &[OpponentRow]) -> TypedTable {
    let columns = vec![
        Column::new("opponent", Words::new("Opponent", "对手")).names_row(),
        Column::new("won", Words::new("Won", "胜")),
        Column::new("drawn", Words::new("Drawn", "和")),
        Column::new("lost", Words::new("Lost", "负")),
    ];
    let cells = |row: &OpponentRow| {
        let mut cells = vec![Cell::Name(row.name.clone(), Some(row.href.clone()))];
        cells.extend(row.games.iter().map(Cell::number));
        cells
    };
    TypedTable::new("opponents", columns, rows.iter().map(cells).collect())
}

fn own_games(rows: &[OwnGameRow]) -> TypedTable {
    let columns = vec![
        Column::new("opponent", Words::new("Opponent", "对手")).names_row(),
        Column::new("seat", Words::new("Seat", "先后手")).said(Said::InBoth),
        Column::new("result", Words::new("Result", "结果")).said(Said::InBoth),
        Column::new("reason", Words::new("Reason", "原因")).said(Said::InBoth),
        Column::new("used_s", Words::new("Used, s", "用时（秒）")),
        Column::new("at", Words::new("When", "时间")),
        Column::new("game", Words::new("Game", "对局")),
        Column::new("log", Words::new("Log", "日志")),
    ];
    let file = |href: &Option<String>, en: &str, zh: &str| {
        Cell::some(href.clone(), |href| Cell::File(href, Sentence::new(en, zh)))
    };
    let cells = |row: &OwnGameRow| {
        vec![
            Cell::Name(row.opponent.clone(), None),
            Cell::Said(row.seat.into()),
            Cell::Said(row.result.into()),
            Cell::Said(row.reason.clone()),
            Cell::some(row.used.clone(), Cell::Number),
            Cell::some(row.at.clone(), |at| Cell::Moment(at, None)),
            file(&row.href, "board", "棋盘"),
            file(&row.log, "log", "日志"),
        ]
    };
    TypedTable::new("own_games", columns, rows.iter().map(cells).collect())
}

/// An event that takes programs, in the reader's list.
pub struct LadderRow {
    /// The event's address.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The name under which the reader takes part; `None` if they do not.
    pub entry: Option<String>,
}

/// `/mine`: the events that take programs.
pub fn mine_all(reader: &Reader<'_>, rows: &[LadderRow]) -> Html {
    let t = Texts(reader.lang);
    let listed = |LadderRow { id, name, entry }: &LadderRow| {
        html! {
            li class="row" {
                span {
                    bdi { (name) }
                    br;
                    span class="soft" {
                        @if let Some(entry) = entry {
                            (t.takes_part_as()) " " bdi { (entry) }
                        } @else {
                            (t.takes_no_part())
                        }
                    }
                }
                span {
                    a href={ "/events/" (id) "/mine" } { (t.my_programs()) } " · "
                    a href={ "/events/" (id) "/submit" } { (t.submit()) }
                }
            }
        }
    };
    let body = html! {
        h1 { (t.my_programs()) }
        @if rows.is_empty() {
            p { (t.no_ladders()) }
        } @else {
            ul class="rows" { @for row in rows { (listed(row)) } }
        }
        p { a href="/account" { (t.account()) } }
    };
    frame(reader, t.my_programs(), Nav::Account, &body)
}
