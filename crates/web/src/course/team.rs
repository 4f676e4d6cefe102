//! The members of a team, and whether a program can speak its name.

use leitai_core::{Noun, Sentence, sentence};
use leitai_draw::width;
use leitai_hall::{Account, WIDEST_NAME, is_of_team};
use leitai_store::{Person, Role};
use leitai_tournament::Entry;

/// The people of an entry: its team, or the person whose number is its name; organisers belong to none.
pub(crate) fn people_of<'p>(entry: &Entry, people: &'p [Person]) -> Vec<&'p Person> {
    let is_of = |person: &&Person| {
        let line = &person.line;
        let account = Account { number: &line.number, team: &line.team, class: &line.class };
        let is_here = person.role < Role::Organiser && person.removed_ms.is_none();
        is_here && (line.number == entry.name || is_of_team(entry, account))
    };
    people.iter().filter(is_of).collect()
}

/// What is wrong with a name that is too wide for a program to speak in a course, and the consequence.
pub(crate) fn too_wide(name: &str) -> Option<Sentence> {
    let columns = width(name);
    (columns > WIDEST_NAME).then(|| {
        let columns = Noun::COLUMNS.of(columns);
        sentence!(
            "the name {name} is {columns} wide: a program that announces it gets no score; at most {WIDEST_NAME}, a Chinese character counting two",
            "名称“{name}”宽 {columns} 列：程序报此名则无成绩；至多 {WIDEST_NAME} 列，一个汉字算两列"; name, columns
        )
    })
}
