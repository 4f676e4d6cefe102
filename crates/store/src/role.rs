//! The roles of people at a site.

use leitai_core::{Lang, Tell, Words};
use std::fmt;
use std::str::FromStr;

/// A person's role at a site. Each role may do everything that the ones before it may.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// Hands in programs.
    Student,
    /// Hands in programs for a team.
    Captain,
    /// Looks after people and events.
    Organiser,
    /// Appoints organisers.
    Administrator,
}

impl Role {
    /// Every role, the least first.
    pub const ALL: [Role; 4] = [Role::Student, Role::Captain, Role::Organiser, Role::Administrator];

    /// Its name in the store, in addresses and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Student => "student",
            Role::Captain => "captain",
            Role::Organiser => "organiser",
            Role::Administrator => "administrator",
        }
    }

    /// Its name for people.
    pub const fn words(self) -> Words {
        match self {
            Role::Student => Words::new("student", "学生"),
            Role::Captain => Words::new("captain", "队长"),
            Role::Organiser => Words::new("organiser", "组织者"),
            Role::Administrator => Words::new("administrator", "管理员"),
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Role {
    type Err = ();

    fn from_str(text: &str) -> Result<Role, ()> {
        Role::ALL.into_iter().find(|role| role.name() == text).ok_or(())
    }
}

impl Tell for Role {
    fn told(&self, lang: Lang) -> String {
        self.words().told(lang)
    }
}
