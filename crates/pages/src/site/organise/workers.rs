//! The processes that play the games of a site, its own and the workers on other machines, and their orders.

use super::form::{button, form, speech};
use crate::event::{Cell, Column, Said, TypedTable};
use crate::html::Html;
use crate::site::frame::{frame, messages};
use crate::{Nav, Reader};
use leitai_core::{Sentence, Words, sentence};
use leitai_hall::LocalTime;
use leitai_sandbox::SandboxLevel;

/// A process that plays games.
pub struct WorkerRow {
    /// Its machine.
    pub machine: String,
    /// Its order.
    pub order: Words,
    /// How many games it holds.
    pub playing: u64,
    /// How many games it plays at once, at most.
    pub seats: u64,
    /// How many cores it may use.
    pub cores: usize,
    /// The machine's processor.
    pub processor: String,
    /// Rounds of fixed work per second, in millions.
    pub speed: u64,
    /// The strongest sandbox level there; `None` if unknown.
    pub level: Option<SandboxLevel>,
    /// The version of the program.
    pub version: String,
    /// The class of machines.
    pub class: String,
    /// When it last reported.
    pub seen: LocalTime,
    /// How long it has been silent, if it is.
    pub silent: Option<Sentence>,
}

/// A machine, and the orders that it can be given.
pub struct MachineRow {
    /// Its name.
    pub name: String,
    /// The order of its workers.
    pub order: Words,
    /// Who gave the order and why, if somebody did.
    pub by: Option<Sentence>,
    /// The orders available: the name of each in the address, and the text of its button.
    pub orders: Vec<(&'static str, Words)>,
}

/// All processes and machines that play.
pub struct WorkersView<'a> {
    /// The token of the reader's forms.
    pub token: &'a str,
    /// Every process.
    pub workers: &'a [WorkerRow],
    /// Every machine that plays or is held back.
    pub machines: &'a [MachineRow],
    /// Games that two machines played differently, in words.
    pub differing: &'a [Sentence],
    /// The address of the store that workers are given.
    pub place: &'a str,
    /// What was done.
    pub done: Option<&'a Sentence>,
}

fn table(rows: &[WorkerRow]) -> TypedTable {
    let columns = vec![
        Column::new("machine", Words::new("Machine", "机器")).names_row(),
        Column::new("order", Words::new("State", "状态")).said(Said::InBoth),
        Column::new("playing", Words::new("Playing", "对局中")),
        Column::new("seats", Words::new("At once", "同时局数")),
        Column::new("cores", Words::new("Cores", "核心")),
        Column::new("processor", Words::new("Processor", "处理器")),
        Column::new("speed", Words::new("Speed", "速度")),
        Column::new("level", Words::new("Sandbox", "沙箱")),
        Column::new("version", Words::new("Version", "版本")),
        Column::new("class", Words::new("Class", "类别")),
        Column::new("seen", Words::new("Last heard of", "最近报到")),
        Column::new("silent", Words::new("Silent", "失联")).said(Said::InBoth),
    ];
    let name = |text: &str| if text.is_empty() { Cell::Nothing } else { Cell::Name(text.to_owned(), None) };
    let cells = |row: &WorkerRow| {
        vec![
            name(&row.machine),
            Cell::Said(row.order.into()),
            Cell::number(row.playing),
            Cell::number(row.seats),
            Cell::number(row.cores),
            name(&row.processor),
            Cell::number(row.speed),
            Cell::some(row.level, |level| Cell::Text(level.to_string())),
            name(&row.version),
            name(&row.class),
            Cell::Moment(row.seen.clone(), None),
            Cell::some(row.silent.clone(), Cell::Said),
        ]
    };
    TypedTable::new("workers", columns, rows.iter().map(cells).collect())
}

/// `/workers`.
pub fn workers(reader: &Reader<'_>, view: &WorkersView<'_>) -> Html {
    let s = speech(reader);
    let title = Words::new("Workers", "对局机").to(reader.lang);
    let what = s.both(
        "Every process that takes games from this site's store. To add another machine, run this command on it:",
        "从本站存储领取对局的全部进程。其他机器可用以下命令加入",
    );
    let order = |machine: &MachineRow, order: &str, words: Words| {
        let inside = html! {
            input type="hidden" name="machine" value=(machine.name);
            (button("quiet", order, &s.words(words)))
        };
        form(&format!("/workers/{order}"), view.token, &inside)
    };
    let body = html! {
        h1 { (title) }
        (messages(reader, None, view.done))
        p { (what) " " code { "leitai worker --server " (view.place) } }
        @if !view.differing.is_empty() {
            h2 { (s.both("Played differently", "两机不一致")) }
            ul class="differing" { @for what in view.differing { li { (s.said(what)) } } }
        }
        @if view.workers.is_empty() {
            p class="soft" { (s.both("Nobody has taken games within a day.", "一天内没有进程领取对局。")) }
        } @else {
            (table(view.workers).html(s, "", &sentence!("Workers", "对局机")))
        }
        @for machine in view.machines {
            h2 { (s.name(&machine.name)) ": " (s.words(machine.order)) }
            @if let Some(by) = &machine.by { p class="soft" { (s.said(by)) } }
            @for (name, words) in &machine.orders { (order(machine, name, *words)) }
        }
    };
    frame(reader, title, Nav::Account, &body)
}
