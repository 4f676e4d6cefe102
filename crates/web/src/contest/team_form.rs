//! A team's form as it was posted.

use crate::people::form::Posted;
use leitai_core::GameName;
use leitai_pages::FieldTrouble;
use leitai_tournament::contest::{ContestTerms, Member, TeamForm, TeamTrouble};

/// More rows than any page of the site shows are not read.
const MOST: usize = 20;

/// The form as typed.
pub(super) fn team_form(posted: &Posted, terms: &ContestTerms) -> TeamForm {
    let member = |at: usize| Member {
        name: posted.text(&format!("member-{at}-name")),
        number: posted.text(&format!("member-{at}-number")),
        class: posted.text(&format!("member-{at}-class")),
    };
    let members = (0..MOST).filter(|at| posted.has(&format!("member-{at}-name"))).map(member);
    let teachers = (0..MOST).map(|at| posted.text(&format!("teacher-{at}")));
    let is_chosen = |game: &GameName<'static>| posted.text(&format!("game-{game}")) == "on";
    TeamForm {
        name: posted.text("name"),
        school: posted.text("school"),
        college: posted.text("college"),
        games: terms.games.iter().map(|game| game.game.clone()).filter(is_chosen).collect(),
        leader: posted.text("leader"),
        members: members.filter(|member| *member != Member::default()).collect(),
        teachers: teachers.filter(|teacher| !teacher.is_empty()).collect(),
        contact: posted.text("contact"),
    }
}

/// What is wrong with a form, by the fields of its page.
pub(super) fn field_troubles(troubles: Vec<TeamTrouble>) -> Vec<FieldTrouble> {
    let field = |at: String| match at.strip_prefix("teachers[") {
        Some(number) => format!("teacher-{}", number.trim_end_matches(']')),
        None if at == "teachers" => "teachers".to_owned(),
        None => at,
    };
    troubles
        .into_iter()
        .map(|trouble| FieldTrouble { field: field(trouble.at), what: trouble.what })
        .collect()
}
