//! Who does a deed, and by what right.

use crate::database::Tx;
use crate::statement::{Arg, Sql};
use crate::{Role, StoreError};
use Arg::{Int, Text};
use leitai_core::{ContentHash, sentence};

/// Locks a person against concurrent changes.
const HOLD: Sql = Sql {
    sqlite: "SELECT role, closed_ms FROM people WHERE number = $1",
    postgres: "SELECT role, closed_ms FROM people WHERE number = $1 FOR UPDATE",
};
const SESSION: Sql = Sql::same("SELECT number FROM sessions WHERE token = $1 AND number = $2");
const TOKEN: Sql = Sql::same("SELECT number FROM tokens WHERE token = $1 AND number = $2 AND ends_ms > $3");

/// Who does a deed. What was found out about a person when a request arrived may have changed by the time the deed is
/// written, so it is asked again in the deed's own transaction: one whose session has ended in the meantime changes
/// nothing ([`StoreError::Ended`]), and nobody changes a person of the same or a higher role
/// ([`StoreError::Above`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor<'a> {
    /// Whoever controls the site's machine, under this name: may change everybody.
    Console(&'a str),
    /// A person who has signed in.
    Person {
        /// The person's number.
        number: &'a str,
        /// The hash of the session's token.
        session: ContentHash,
    },
    /// A program of a person, which has a token of theirs.
    Program {
        /// The person's number.
        number: &'a str,
        /// The hash of the token.
        token: ContentHash,
    },
}

/// Whom somebody may change: nobody changes a person of their own role or a higher one, in whatever way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Right {
    /// Everybody.
    All,
    /// Those below this role.
    Below(Role),
}

impl Right {
    /// Whether people of this role may be changed, and the role be given.
    pub fn covers(self, role: Role) -> bool {
        match self {
            Right::All => true,
            Right::Below(own) => role < own,
        }
    }

    /// How many of the roles, from the least on, it covers.
    pub(crate) fn roles(self) -> i64 {
        Role::ALL.into_iter().filter(|role| self.covers(*role)).count() as i64
    }
}

/// In a statement: how many roles are below that of a person.
macro_rules! below {
    () => {
        "CASE role WHEN 'student' THEN 0 WHEN 'captain' THEN 1 WHEN 'organiser' THEN 2 ELSE 3 END"
    };
}
pub(crate) use below;

impl Actor<'static> {
    /// Whoever uses the command line.
    pub const CONSOLE: Actor<'static> = Actor::Console("console");
}

impl<'a> Actor<'a> {
    /// The name under which the deed is written down.
    pub const fn name(self) -> &'a str {
        match self {
            Actor::Console(name) => name,
            Actor::Person { number, .. } | Actor::Program { number, .. } => number,
        }
    }

    /// The number of the person who does it; `None` at the console.
    pub const fn account(self) -> Option<&'a str> {
        match self {
            Actor::Console(_) => None,
            Actor::Person { number, .. } | Actor::Program { number, .. } => Some(number),
        }
    }

    /// What the actor may do to others, if what was checked of the actor is still in force. Locks the actor against
    /// concurrent changes.
    pub(crate) async fn right(self, tx: &mut Tx<'_>) -> Result<Right, StoreError> {
        Ok(self.role(tx).await?.map_or(Right::All, Right::Below))
    }

    /// An error unless the actor has this role or a higher one, and what was checked of the actor is still in force.
    /// Locks the actor against concurrent changes.
    pub(crate) async fn is_at_least(self, tx: &mut Tx<'_>, least: Role) -> Result<(), StoreError> {
        match self.role(tx).await? {
            Some(role) if role < least => Err(StoreError::Ended(self.name().to_owned())),
            _ => Ok(()),
        }
    }

    /// The role of a person whose session or token is in force; `None` at the console.
    async fn role(self, tx: &mut Tx<'_>) -> Result<Option<Role>, StoreError> {
        let Some(number) = self.account() else { return Ok(None) };
        let ended = || StoreError::Ended(number.to_owned());
        let (role, closed) = held(tx, number).await?.ok_or_else(ended)?;
        let in_force: Vec<(String,)> = match self {
            Actor::Console(_) => return Ok(None),
            Actor::Person { session, .. } => {
                tx.rows(SESSION, &[Text(&session.to_string()), Text(number)]).await?
            }
            Actor::Program { token, .. } => {
                let now = tx.now().await?;
                tx.rows(TOKEN, &[Text(&token.to_string()), Text(number), Int(now)]).await?
            }
        };
        if closed.is_some() || in_force.is_empty() {
            return Err(ended());
        }
        Ok(Some(role))
    }

    /// Whether there is a person of this number, whom the actor then manages; an error if the actor may not. Nobody
    /// manages their own account. Locks both against concurrent changes.
    pub(crate) async fn manages(self, tx: &mut Tx<'_>, number: &str) -> Result<bool, StoreError> {
        let right = self.right(tx).await?;
        let Some((role, _)) = held(tx, number).await? else { return Ok(false) };
        if right.covers(role) { Ok(true) } else { Err(StoreError::Above(number.to_owned())) }
    }

    /// As [`Actor::manages`], but for what everybody may also do to their own account.
    pub(crate) async fn is_or_manages(self, tx: &mut Tx<'_>, number: &str) -> Result<bool, StoreError> {
        match self {
            Actor::Person { number: own, .. } | Actor::Program { number: own, .. } if own == number => {
                self.right(tx).await.map(|_| true)
            }
            _ => self.manages(tx, number).await,
        }
    }
}

async fn held(tx: &mut Tx<'_>, number: &str) -> Result<Option<(Role, Option<i64>)>, StoreError> {
    let rows: Vec<(String, Option<i64>)> = tx.rows(HOLD, &[Text(number)]).await?;
    let Some((role, closed)) = rows.into_iter().next() else { return Ok(None) };
    Ok(Some((read_role(tx.place(), number, &role)?, closed)))
}

/// A role as stored.
pub(crate) fn read_role(place: &str, number: &str, text: &str) -> Result<Role, StoreError> {
    text.parse().map_err(|()| {
        let why = sentence!("unknown role of {number}: {text}", "{number} 的角色无效：{text}");
        StoreError::Row(place.to_owned(), why)
    })
}
