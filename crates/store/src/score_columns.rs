//! Columns that organisers add to the score board of an event, such as style or an oral examination.

use crate::actor::Actor;
use crate::audit::{Deed, note};
use crate::error::id;
use crate::statement::{Arg, QUEUE_UP, Sql};
use crate::{Database, StoreError};
use Arg::{Int, Text};
use serde_json::json;
use std::collections::BTreeMap;

const COLUMNS: Sql =
    Sql::same("SELECT id, en, zh, published FROM score_columns WHERE event = $1 ORDER BY id");
const CELLS: Sql = Sql::same("SELECT column_id, entry, value FROM score_cells WHERE event = $1");
const LAST: Sql = Sql::same("SELECT COALESCE(MAX(id), 0) FROM score_columns WHERE event = $1");
const ADD: Sql =
    Sql::same("INSERT INTO score_columns (event, id, en, zh, published) VALUES ($1, $2, $3, $4, 0)");
const PUBLISH: Sql =
    Sql::same("UPDATE score_columns SET published = $3 WHERE event = $1 AND id = $2 AND published <> $3");
const IS_THERE: Sql = Sql::same("SELECT id FROM score_columns WHERE event = $1 AND id = $2");
const CELLS_OF: Sql = Sql::same("SELECT entry, value FROM score_cells WHERE event = $1 AND column_id = $2");
const CLEAR: Sql = Sql::same("DELETE FROM score_cells WHERE event = $1 AND column_id = $2 AND entry = $3");
const SET: Sql =
    Sql::same("INSERT INTO score_cells (event, column_id, entry, value) VALUES ($1, $2, $3, $4)");

/// A column that organisers added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreColumn {
    /// Its number in the event, from 1.
    pub id: i64,
    /// Its title, in English and in Chinese.
    pub titles: [String; 2],
    /// Whether everybody sees it.
    pub is_published: bool,
    /// Its contents, by the entry's registered name.
    pub cells: BTreeMap<String, String>,
}

/// Whether a column was filled in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Filled {
    /// It was.
    Done,
    /// It was not: one of these cells is not what it was any more.
    Meanwhile,
    /// The event has no such column.
    NoColumn,
}

/// The columns of the score boards of a site, in a [`Database`].
pub struct ScoreColumns {
    database: Database,
}

impl ScoreColumns {
    /// The columns of a database.
    pub fn new(database: Database) -> ScoreColumns {
        ScoreColumns { database }
    }

    /// The columns of an event, in the order in which they were added.
    pub async fn of(&self, event: &str) -> Result<Vec<ScoreColumn>, StoreError> {
        let rows: Vec<(i64, String, String, i64)> = self.database.rows(COLUMNS, &[Text(event)]).await?;
        let mut cells: BTreeMap<i64, BTreeMap<String, String>> = BTreeMap::new();
        let kept: Vec<(i64, String, String)> = self.database.rows(CELLS, &[Text(event)]).await?;
        for (column, entry, value) in kept {
            cells.entry(column).or_default().insert(entry, value);
        }
        let column = |(id, en, zh, published): (i64, String, String, i64)| ScoreColumn {
            id,
            titles: [en, zh],
            is_published: published != 0,
            cells: cells.remove(&id).unwrap_or_default(),
        };
        Ok(rows.into_iter().map(column).collect())
    }

    /// Adds a column, which only organisers see until it is published, and returns its number; `None` if the event has
    /// `most` columns already.
    pub async fn add(
        &self,
        by: Actor<'_>,
        event: &str,
        titles: [&str; 2],
        most: usize,
    ) -> Result<Option<i64>, StoreError> {
        let event = id(event)?;
        let mut tx = self.database.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Text("score_columns")]).await?;
        let last: Vec<(i64,)> = tx.rows(LAST, &[Text(event)]).await?;
        // A column is never removed, so the last number is how many there are.
        let (there, [en, zh]) = (self.database.single(last)?.0, titles);
        if there >= most as i64 {
            tx.commit().await?;
            return Ok(None);
        }
        let number = there + 1;
        tx.run(ADD, &[Text(event), Int(number), Text(en), Text(zh)]).await?;
        let details = json!({ "column": number, "en": en, "zh": zh });
        note(&mut tx, &self.database, by, Deed::AddColumn, event, &details).await?;
        tx.commit().await?;
        Ok(Some(number))
    }

    /// Fills in cells of a column that were so, all of them or none; an empty text leaves a cell empty. Cells that are
    /// not named stay.
    pub async fn fill(
        &self,
        by: Actor<'_>,
        event: &str,
        column: i64,
        was: &BTreeMap<String, String>,
        cells: &BTreeMap<String, String>,
    ) -> Result<Filled, StoreError> {
        let mut tx = self.database.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Text("score_columns")]).await?;
        let there: Vec<(i64,)> = tx.rows(IS_THERE, &[Text(event), Int(column)]).await?;
        if there.is_empty() {
            tx.commit().await?;
            return Ok(Filled::NoColumn);
        }
        let now: Vec<(String, String)> = tx.rows(CELLS_OF, &[Text(event), Int(column)]).await?;
        let now: BTreeMap<String, String> = now.into_iter().collect();
        let of = |all: &BTreeMap<String, String>, entry: &String| all.get(entry).cloned().unwrap_or_default();
        let changed: Vec<_> = cells.iter().filter(|(entry, value)| of(was, entry) != **value).collect();
        if changed.iter().any(|(entry, _)| of(&now, entry) != of(was, entry)) {
            tx.commit().await?;
            return Ok(Filled::Meanwhile);
        }
        for (entry, value) in &changed {
            tx.run(CLEAR, &[Text(event), Int(column), Text(entry)]).await?;
            if !value.is_empty() {
                tx.run(SET, &[Text(event), Int(column), Text(entry), Text(value)]).await?;
            }
        }
        // The values are grades, so the audit list records only how many there are.
        let details = json!({ "column": column, "cells": changed.len() });
        note(&mut tx, &self.database, by, Deed::FillColumn, event, &details).await?;
        tx.commit().await?;
        Ok(Filled::Done)
    }

    /// Shows a column to everybody, or only to organisers again. Returns false if nothing changed or there is no such
    /// column.
    pub async fn publish(
        &self,
        by: Actor<'_>,
        event: &str,
        column: i64,
        on: bool,
    ) -> Result<bool, StoreError> {
        let mut tx = self.database.begin().await?;
        let done = tx.run(PUBLISH, &[Text(event), Int(column), Int(on.into())]).await? == 1;
        if done {
            let deed = if on { Deed::PublishColumn } else { Deed::HideColumn };
            note(&mut tx, &self.database, by, deed, event, &json!({ "column": column })).await?;
        }
        tx.commit().await?;
        Ok(done)
    }
}
