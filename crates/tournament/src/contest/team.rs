//! A team that signs up.

use super::terms::ContestTerms;
use crate::{Sentence, Unreadable};
use leitai_core::{GameName, Name, Tell, Words, sentence};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// A team's place in the order of sign-up, from 0. Text: `t0`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TeamId(pub u32);

impl fmt::Display for TeamId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

impl FromStr for TeamId {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<TeamId, Unreadable> {
        let number = text.strip_prefix('t').and_then(|number| number.parse().ok());
        let team = number.map(TeamId).filter(|team| team.to_string() == text);
        team.ok_or_else(|| {
            Unreadable::new(text, Words::new("a team's number, such as t3", "队伍编号，例如 t3"))
        })
    }
}

impl TryFrom<String> for TeamId {
    type Error = Unreadable;

    fn try_from(text: String) -> Result<TeamId, Unreadable> {
        text.parse()
    }
}

impl From<TeamId> for String {
    fn from(team: TeamId) -> String {
        team.to_string()
    }
}

/// A member of a team.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Member {
    /// The name.
    pub name: String,
    /// The student number; empty if none was given.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub number: String,
    /// The class; empty if none was given.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub class: String,
}

/// What a team writes on its form of sign-up.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TeamForm {
    /// The team's name, unlike all others.
    pub name: String,
    /// The school; within one school its name, or empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub school: String,
    /// The college (学院) or class.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub college: String,
    /// The games that it plays, by id.
    pub games: BTreeSet<GameName<'static>>,
    /// The leader (领队), who objects for it; empty if it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub leader: String,
    /// The members; the first is the captain.
    pub members: Vec<Member>,
    /// The teachers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teachers: Vec<String>,
    /// How its people are reached; only organisers see it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub contact: String,
}

/// A team that has signed up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Team {
    /// Its place in the order of sign-up.
    pub id: TeamId,
    /// What it says of itself.
    pub form: TeamForm,
    /// The account that signed it up, and may change it until sign-up closes; `None` if an organiser did.
    pub account: Option<String>,
    /// When it signed up, in milliseconds since 1970-01-01 UTC.
    pub signed_ms: i64,
    /// The hash of the program's description, if it was handed in.
    pub description: Option<String>,
    /// Why it was withdrawn, if it was.
    pub withdrawn: Option<String>,
}

/// Something wrong in a team's form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TeamTrouble {
    /// The field: `name`, `members[1].name`.
    pub at: String,
    /// What is wrong, and what to do.
    pub what: Sentence,
}

/// Longest text of a field, in characters.
const LONGEST: usize = 60;

impl TeamForm {
    /// The form with each name in the form in which it is kept, or all that is wrong with it alone and under these terms.
    pub fn read(mut self, terms: &ContestTerms) -> Result<TeamForm, Vec<TeamTrouble>> {
        let mut troubles = Vec::new();
        let trouble = |troubles: &mut Vec<TeamTrouble>, at: &str, what: Sentence| {
            troubles.push(TeamTrouble { at: at.to_owned(), what });
        };
        self.members.retain(|member| !member.name.trim().is_empty() || !member.number.trim().is_empty());
        self.teachers.retain(|teacher| !teacher.trim().is_empty());
        let mut named = |at: String, text: &mut String, is_needed: bool| {
            if text.trim().is_empty() && !is_needed {
                text.clear();
                return;
            }
            let long = text.chars().count() > LONGEST;
            match Name::read(text) {
                Ok(_) if long => trouble(&mut troubles, &at, too_long()),
                Ok(name) => text.replace_range(.., name.text()),
                Err(error) => trouble(&mut troubles, &at, Sentence::of(&error)),
            }
        };
        named("name".to_owned(), &mut self.name, true);
        named("school".to_owned(), &mut self.school, false);
        named("college".to_owned(), &mut self.college, false);
        named("leader".to_owned(), &mut self.leader, false);
        for (at, member) in self.members.iter_mut().enumerate() {
            named(format!("members[{at}].name"), &mut member.name, true);
            named(format!("members[{at}].number"), &mut member.number, false);
            named(format!("members[{at}].class"), &mut member.class, false);
        }
        for (at, teacher) in self.teachers.iter_mut().enumerate() {
            named(format!("teachers[{at}]"), teacher, true);
        }
        self.contact = self.contact.trim().chars().take(2 * LONGEST).collect();
        if self.games.is_empty() {
            trouble(&mut troubles, "games", Sentence::new("choose at least one game", "请至少选择一个棋种"));
        }
        if let Some(game) = self.games.iter().find(|game| !terms.has(game)) {
            let what = sentence!("this contest has no {game}", "本次比赛没有 {game}");
            trouble(&mut troubles, "games", what);
        }
        if self.members.is_empty() {
            let what =
                Sentence::new("a team has at least one member, its captain", "每队至少一名队员，即队长");
            trouble(&mut troubles, "members", what);
        }
        let (members, most) = (self.members.len(), terms.team.members);
        if members > usize::from(most) {
            let what = sentence!(
                "a team has at most {most} members, and this one has {members}",
                "每队至多 {most} 名队员，此处有 {members} 名"
            );
            trouble(&mut troubles, "members", what);
        }
        let (teachers, most) = (self.teachers.len(), terms.team.teachers);
        if teachers > usize::from(most) {
            let what = sentence!(
                "a team has at most {most} teachers, and this one has {teachers}",
                "每队至多 {most} 名指导教师，此处有 {teachers} 名"
            );
            trouble(&mut troubles, "teachers", what);
        }
        let least = terms.team.least_teachers;
        if teachers < usize::from(least) {
            let what = sentence!(
                "a team has {least} to {most} teachers, and this one has {teachers}",
                "每队 {least} 至 {most} 名指导教师，此处有 {teachers} 名"
            );
            trouble(&mut troubles, "teachers", what);
        }
        for (at, member) in self.members.iter().enumerate() {
            let is_same = |other: &Member| {
                if member.number.is_empty() {
                    other.name == member.name && other.number.is_empty()
                } else {
                    other.number == member.number
                }
            };
            if self.members[..at].iter().any(is_same) {
                let name = &member.name;
                let what = sentence!("{name} is listed twice", "{name} 列了两次");
                trouble(&mut troubles, &format!("members[{at}].name"), what);
            }
        }
        if troubles.is_empty() { Ok(self) } else { Err(troubles) }
    }

    /// The captain: the first member.
    pub fn captain(&self) -> Option<&Member> {
        self.members.first()
    }
}

fn too_long() -> Sentence {
    sentence!("at most {LONGEST} characters", "至多 {LONGEST} 个字符")
}

impl Tell for TeamId {
    fn told(&self, _: crate::Lang) -> String {
        self.to_string()
    }
}

impl TeamForm {
    /// Whether a student is in both teams: the same number, or the same name where one has none.
    pub(super) fn shares_with(&self, other: &TeamForm) -> Option<&str> {
        let is_same = |one: &&Member| {
            other.members.iter().any(|two| match (one.number.is_empty(), two.number.is_empty()) {
                (false, false) => one.number == two.number,
                _ => one.name == two.name && one.class == two.class,
            })
        };
        self.members.iter().find(is_same).map(|member| member.name.as_str())
    }
}
