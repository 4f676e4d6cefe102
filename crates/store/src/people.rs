//! The people of a site: the roster, and how each person signs in.

use crate::actor::{Actor, Right, below, read_role};
use crate::audit::{Deed, note};
use crate::database::Tx;
use crate::error::id;
use crate::statement::{Arg, QUEUE_UP, Sql};
use crate::{CredentialsVersion, Database, Opener, Person, Role, RosterEntry, RosterLine, StoreError};
use Arg::{Int, Maybe, Text};
use leitai_core::ContentHash;
use serde_json::json;
use std::collections::HashMap;

macro_rules! person {
    ($rest:literal) => {
        concat!(
            "SELECT people.number, name, class, team, seed_score, role, nickname,
             CAST(CASE WHEN hash IS NULL THEN 0 ELSE 1 END AS BIGINT), opener, opens_until_ms, signed_in_ms, closed_ms, removed_ms, version
             FROM people ",
            $rest
        )
    };
}
pub(crate) use person;

const ALL: Sql = Sql::same(person!("ORDER BY class, team, people.number"));
const ONE: Sql = Sql::same(person!("WHERE people.number = $1"));
const INSERT: Sql = Sql::same(
    "INSERT INTO people (number, name, class, team, seed_score, role, opener, opens_until_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, CAST($8 AS BIGINT))",
);
const UPDATE: Sql =
    Sql::same("UPDATE people SET name = $2, class = $3, team = $4, seed_score = $5 WHERE number = $1");
const SET_ROLE: Sql = Sql::same("UPDATE people SET role = $2 WHERE number = $1");
const OPEN_WITH: Sql = Sql::same(
    "UPDATE people SET hash = NULL, opener = $2, opens_until_ms = $3, version = version + 1
     WHERE number = $1 AND closed_ms IS NULL",
);
/// Printing slips never replaces a password that a person has chosen.
const SLIP: Sql = Sql::same(concat!(
    "UPDATE people SET opener = $2, opens_until_ms = $3, version = version + 1
     WHERE number = $1 AND hash IS NULL AND closed_ms IS NULL AND $4 > ",
    below!()
));
/// Leaves codes alone, which keep their own end.
const UNTIL: Sql = Sql::same(concat!(
    "UPDATE people SET opens_until_ms = $1, version = version + 1
     WHERE hash IS NULL AND opener NOT LIKE 'code %' AND $2 > ",
    below!()
));
const CLOSE: Sql = Sql::same(
    "UPDATE people SET closed_ms = $2, version = version + 1 WHERE number = $1 AND closed_ms IS NULL",
);
const OPEN: Sql = Sql::same(
    "UPDATE people SET closed_ms = NULL, version = version + 1
     WHERE number = $1 AND closed_ms IS NOT NULL AND removed_ms IS NULL",
);
/// Brings back a person who was removed.
const RETURN: Sql = Sql::same(
    "UPDATE people SET closed_ms = NULL, removed_ms = NULL, nickname = NULL, nickname_key = NULL,
     version = version + 1 WHERE number = $1 AND removed_ms IS NOT NULL",
);
pub(crate) const END_TOKENS: Sql = Sql::same("DELETE FROM tokens WHERE number = $1");
pub(crate) const END_SESSIONS: Sql = Sql::same("DELETE FROM sessions WHERE number = $1");

/// The effect of importing a roster.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Imported {
    /// The numbers of those who are new.
    pub added: Vec<String>,
    /// How many were known and have changed.
    pub changed: usize,
    /// How many are unchanged.
    pub same: usize,
    /// The numbers of those who differ and stay as they are: the actor may not change them.
    pub skipped: Vec<String>,
}

/// What importing a line of a roster does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RosterEffect {
    /// The person is new.
    Added,
    /// The person's details change.
    Changed,
    /// Nothing: the details are the same, or the person was removed.
    Same,
    /// Nothing: whoever imports the roster may not change this person.
    Skipped,
}

impl RosterEffect {
    /// The effect of an entry on the person who `was` there under its number.
    pub fn of(entry: &RosterEntry, was: Option<&Person>, right: Right) -> RosterEffect {
        match was {
            None => RosterEffect::Added,
            // A roster does not bring back a person who was removed.
            Some(was) if was.removed_ms.is_some() || was.line == entry.over(Some(&was.line)) => {
                RosterEffect::Same
            }
            Some(was) if !right.covers(was.role) => RosterEffect::Skipped,
            Some(_) => RosterEffect::Changed,
        }
    }
}

/// The people of a site, in a [`Database`]. Each change is written to the [audit list](crate::Audit) in the same
/// transaction; `by` is who makes it.
pub struct People {
    pub(crate) database: Database,
}

pub(crate) type Row = (
    String,
    String,
    String,
    String,
    String,
    String,
    Option<String>,
    i64,
    Option<String>,
    Option<i64>,
    Option<i64>,
    Option<i64>,
    Option<i64>,
    i64,
);

impl People {
    /// The people of a database.
    pub fn new(database: Database) -> People {
        People { database }
    }

    /// Everybody, by class, team and number.
    pub async fn all(&self) -> Result<Vec<Person>, StoreError> {
        let rows: Vec<Row> = self.database.rows(ALL, &[]).await?;
        rows.into_iter().map(|row| self.person(row)).collect()
    }

    /// As [`People::all`], read by somebody outside the site, which leaves a line in the audit list.
    pub async fn listed(&self, by: Actor<'_>) -> Result<Vec<Person>, StoreError> {
        let mut tx = self.database.begin().await?;
        note(&mut tx, &self.database, by, Deed::ReadPeople, "", &json!({})).await?;
        tx.commit().await?;
        self.all().await
    }

    /// The person with this number.
    pub async fn find(&self, number: &str) -> Result<Option<Person>, StoreError> {
        let rows: Vec<Row> = self.database.rows(ONE, &[Text(number)]).await?;
        rows.into_iter().next().map(|row| self.person(row)).transpose()
    }

    /// Imports a roster. Known people keep their password, nickname and role; new ones become students whom `opener`
    /// lets in until `until_ms`. What the roster says nothing about stays as it is. People missing from the roster stay, and so do those whom the actor may not change.
    /// Each number may occur only once. After an error nobody was imported.
    pub async fn import(
        &self,
        by: Actor<'_>,
        entries: &[RosterEntry],
        opener: Option<Opener>,
        until_ms: Option<i64>,
    ) -> Result<Imported, StoreError> {
        let mut tx = self.database.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Text("people")]).await?;
        let right = by.right(&mut tx).await?;
        let rows: Vec<Row> = tx.rows(ALL, &[]).await?;
        let there: HashMap<String, Person> = rows
            .into_iter()
            .map(|row| Ok((row.0.clone(), self.person(row)?)))
            .collect::<Result<_, StoreError>>()?;
        let mut imported = Imported::default();
        for entry in entries {
            let was = there.get(&entry.number);
            let line = &entry.over(was.map(|was| &was.line));
            match RosterEffect::of(entry, was, right) {
                RosterEffect::Added => {
                    insert(&mut tx, line, Role::Student, opener, until_ms).await?;
                    imported.added.push(line.number.clone());
                }
                RosterEffect::Changed => {
                    update(&mut tx, line).await?;
                    imported.changed += 1;
                }
                RosterEffect::Same => imported.same += 1,
                RosterEffect::Skipped => imported.skipped.push(line.number.clone()),
            }
        }
        let details = json!({
            "added": imported.added.len(), "changed": imported.changed, "same": imported.same,
            "skipped": imported.skipped,
        });
        note(&mut tx, &self.database, by, Deed::Import, "", &details).await?;
        tx.commit().await?;
        Ok(imported)
    }

    /// Adds one person in a role below the actor's own, with a code that lets them in once. If the person exists, the
    /// role and description are replaced, and the code takes the place of a password.
    pub async fn add(
        &self,
        by: Actor<'_>,
        line: &RosterLine,
        role: Role,
        code: ContentHash,
        until_ms: i64,
    ) -> Result<(), StoreError> {
        id(&line.number)?;
        let mut tx = self.database.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Text("people")]).await?;
        if !by.right(&mut tx).await?.covers(role) {
            return Err(StoreError::Above(line.number.clone()));
        }
        let opener = Some(Opener::Code(code));
        if by.manages(&mut tx, &line.number).await? {
            update(&mut tx, line).await?;
            tx.run(SET_ROLE, &[Text(&line.number), Text(role.name())]).await?;
            tx.run(RETURN, &[Text(&line.number)]).await?;
            tx.run(OPEN, &[Text(&line.number)]).await?;
            open_with(&mut tx, &line.number, code, until_ms).await?;
        } else {
            insert(&mut tx, line, role, opener, Some(until_ms)).await?;
        }
        let details = json!({ "role": role.name() });
        note(&mut tx, &self.database, by, Deed::Add, &line.number, &details).await?;
        tx.commit().await
    }

    /// Gives first passwords to people who have chosen none and whom the actor may change, replacing earlier ones and
    /// ending the sessions begun with them. Returns the numbers of those who got one.
    pub async fn slips(
        &self,
        by: Actor<'_>,
        slips: &[(String, ContentHash)],
        until_ms: Option<i64>,
    ) -> Result<Vec<String>, StoreError> {
        let mut tx = self.database.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Text("people")]).await?;
        let right = by.right(&mut tx).await?;
        let until = until_ms.unwrap_or(i64::MAX);
        let mut given = Vec::new();
        for (number, slip) in slips {
            let opener = Opener::Slip(*slip).text();
            if tx.run(SLIP, &[Text(number), Text(&opener), Int(until), Int(right.roles())]).await? == 1 {
                tx.run(END_SESSIONS, &[Text(number)]).await?;
                given.push(number.clone());
            }
        }
        note(&mut tx, &self.database, by, Deed::Slips, "", &json!({ "people": given.len() })).await?;
        tx.commit().await?;
        Ok(given)
    }

    /// Sets when first passwords expire, for everybody who has chosen none and whom the actor may change, and returns how
    /// many people that is.
    pub async fn opens_until(&self, by: Actor<'_>, until_ms: i64) -> Result<u64, StoreError> {
        let mut tx = self.database.begin().await?;
        let right = by.right(&mut tx).await?;
        let people = tx.run(UNTIL, &[Int(until_ms), Int(right.roles())]).await?;
        let details = json!({ "until_ms": until_ms, "people": people });
        note(&mut tx, &self.database, by, Deed::Until, "", &details).await?;
        tx.commit().await?;
        Ok(people)
    }

    /// Replaces a forgotten or leaked password with a code; the password, sessions and tokens become invalid. Returns
    /// false if there is no such account, or it is closed.
    pub async fn give_code(
        &self,
        by: Actor<'_>,
        number: &str,
        code: ContentHash,
        until_ms: i64,
    ) -> Result<bool, StoreError> {
        let mut tx = self.database.begin().await?;
        let given = by.manages(&mut tx, number).await? && open_with(&mut tx, number, code, until_ms).await?;
        if given {
            note(&mut tx, &self.database, by, Deed::Code, number, &json!({})).await?;
        }
        tx.commit().await?;
        Ok(given)
    }

    /// Closes an account and ends its sessions and tokens; returns false if nothing changed.
    pub async fn close(&self, by: Actor<'_>, number: &str) -> Result<bool, StoreError> {
        let mut tx = self.database.begin().await?;
        let now = tx.now().await?;
        let closed =
            by.manages(&mut tx, number).await? && tx.run(CLOSE, &[Text(number), Int(now)]).await? == 1;
        if closed {
            tx.run(END_SESSIONS, &[Text(number)]).await?;
            tx.run(END_TOKENS, &[Text(number)]).await?;
            note(&mut tx, &self.database, by, Deed::Close, number, &json!({})).await?;
        }
        tx.commit().await?;
        Ok(closed)
    }

    /// Opens a closed account again; returns false if nothing changed.
    pub async fn reopen(&self, by: Actor<'_>, number: &str) -> Result<bool, StoreError> {
        let mut tx = self.database.begin().await?;
        let opened = by.manages(&mut tx, number).await? && tx.run(OPEN, &[Text(number)]).await? == 1;
        if opened {
            note(&mut tx, &self.database, by, Deed::Open, number, &json!({})).await?;
        }
        tx.commit().await?;
        Ok(opened)
    }

    /// Gives a person another role, which is below the actor's own; returns false if there is no such person.
    pub async fn give_role(&self, by: Actor<'_>, number: &str, role: Role) -> Result<bool, StoreError> {
        let mut tx = self.database.begin().await?;
        if !by.right(&mut tx).await?.covers(role) {
            return Err(StoreError::Above(number.to_owned()));
        }
        let given = by.manages(&mut tx, number).await?
            && tx.run(SET_ROLE, &[Text(number), Text(role.name())]).await? == 1;
        if given {
            note(&mut tx, &self.database, by, Deed::Role, number, &json!({ "role": role.name() })).await?;
        }
        tx.commit().await?;
        Ok(given)
    }

    pub(crate) fn person(&self, row: Row) -> Result<Person, StoreError> {
        let line = line(&row);
        let (
            number,
            _,
            _,
            _,
            _,
            role,
            nickname,
            has_password,
            opener,
            opens_until_ms,
            signed_in_ms,
            closed_ms,
            removed_ms,
            version,
        ) = row;
        let role = read_role(self.database.place(), &number, &role)?;
        let opener = opener.and_then(|text| Opener::read(&text));
        Ok(Person {
            line,
            role,
            nickname,
            has_password: has_password != 0,
            opener,
            opens_until_ms,
            signed_in_ms,
            closed_ms,
            removed_ms,
            version: CredentialsVersion(version),
        })
    }
}

fn line((number, name, class, team, seed_score, ..): &Row) -> RosterLine {
    let [number, name, class, team, seed_score] = [number, name, class, team, seed_score].map(String::clone);
    RosterLine { number, name, class, team, seed_score }
}

async fn insert(
    tx: &mut Tx<'_>,
    line: &RosterLine,
    role: Role,
    opener: Option<Opener>,
    until_ms: Option<i64>,
) -> Result<(), StoreError> {
    let RosterLine { number, name, class, team, seed_score } = line;
    let (opener, until) = (opener.map(Opener::text), until_ms.map(|until| until.to_string()));
    let texts = [id(number)?, name, class, team, seed_score, role.name()].map(Text);
    let rest = [Maybe(opener.as_deref()), Maybe(until.as_deref())];
    tx.run(INSERT, &[&texts[..], &rest].concat()).await?;
    Ok(())
}

async fn update(tx: &mut Tx<'_>, line: &RosterLine) -> Result<(), StoreError> {
    let RosterLine { number, name, class, team, seed_score } = line;
    tx.run(UPDATE, &[number, name, class, team, seed_score].map(|text| Text(text))).await?;
    Ok(())
}

/// Makes a code the only way into an account. Returns false if there is no such account, or it is closed.
async fn open_with(
    tx: &mut Tx<'_>,
    number: &str,
    code: ContentHash,
    until_ms: i64,
) -> Result<bool, StoreError> {
    let opener = Opener::Code(code).text();
    let opened = tx.run(OPEN_WITH, &[Text(number), Text(&opener), Int(until_ms)]).await? == 1;
    if opened {
        tx.run(END_SESSIONS, &[Text(number)]).await?;
        tx.run(END_TOKENS, &[Text(number)]).await?;
    }
    Ok(opened)
}
