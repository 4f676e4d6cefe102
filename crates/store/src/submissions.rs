//! Submissions in a database: received in one transaction with their source, then moved from state to state by the
//! holder of a lease. The state changes only under a valid lease, so if two work on one submission, only one gets on.

use crate::blob::PUT;
use crate::error::id;
use crate::statement::{Arg, QUEUE_UP, Sql};
use crate::{
    Database, HandedIn, HeldSubmission, LeaseTerms, Received, Role, StoreError, Submission, SubmissionLimits,
    SubmissionState,
};
use Arg::{Int, Maybe, Text};
use leitai_core::{ContentHash, sentence};
use std::collections::BTreeMap;

/// The lock that serialises submissions: numbers have no gaps, and an interval is measured from the stored submissions.
const DOOR: &str = "submissions";
const LAST: Sql = Sql::same("SELECT COALESCE(MAX(id), 0) FROM submissions");
const LATEST: Sql = Sql::same("SELECT MAX(at_ms) FROM submissions WHERE event = $1 AND entry = $2");
const LAST_OF_ENTRY: Sql = Sql::same(
    "SELECT id, name, standard, sha256, state FROM submissions WHERE event = $1 AND entry = $2 ORDER BY id DESC LIMIT 1",
);
const UNSETTLED: Sql = Sql::same(
    "SELECT COUNT(*) FROM submissions WHERE event = $1 AND entry = $2 AND state NOT IN ('accepted', 'refused')",
);
const RECEIVE: Sql = Sql::same(
    "INSERT INTO submissions
       (id, event, entry, account, name, standard, sha256, bytes, at_ms, state, changed_ms, fence)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'received', $9, 0)",
);
/// Selects submissions that meet a condition.
macro_rules! select {
    ($condition:literal) => {
        concat!(
            "SELECT id, event, entry, account, name, standard, sha256, bytes, at_ms, state, changed_ms, note, log,
               findings, fence
             FROM submissions ",
            $condition
        )
    };
}
/// Selects the oldest unsettled submission of an event that nobody holds; submissions of one entry go in order.
macro_rules! free {
    ($lock:literal) => {
        concat!(
            select!(
                "WHERE event = $2 AND state NOT IN ('accepted', 'refused')
                   AND (until_ms IS NULL OR until_ms < $1)
                   AND NOT EXISTS (SELECT 1 FROM submissions earlier
                     WHERE earlier.event = submissions.event AND earlier.entry = submissions.entry
                       AND earlier.id < submissions.id AND earlier.state NOT IN ('accepted', 'refused'))
                 ORDER BY id LIMIT 1"
            ),
            $lock
        )
    };
}
const FREE: Sql = Sql { sqlite: free!(""), postgres: free!(" FOR UPDATE SKIP LOCKED") };
const ANY_FREE: Sql = Sql::same(free!(""));
const ONE: Sql = Sql::same(select!("WHERE id = $1"));
const OF_EVENT: Sql = Sql::same(select!("WHERE event = $1 ORDER BY id"));
const OF_ENTRY: Sql = Sql::same(select!("WHERE event = $1 AND entry = $2 ORDER BY id"));
const IN_FORCE: Sql = Sql::same(
    "SELECT entry, account, at_ms FROM submissions
     WHERE event = $1 AND state = 'accepted' AND changed_ms <= $2 ORDER BY id",
);
const HOLD: Sql = Sql::same("UPDATE submissions SET fence = fence + 1, until_ms = $2 WHERE id = $1");
const BEAT: Sql = Sql::same("UPDATE submissions SET until_ms = $3 WHERE id = $1 AND fence = $2");
const BURY: Sql =
    Sql::same("UPDATE submissions SET until_ms = NULL WHERE event = $1 AND until_ms IS NOT NULL");
const GO_ON: Sql = Sql::same(
    "UPDATE submissions SET state = $3, changed_ms = $4, until_ms = $5, note = COALESCE($6, note),
       log = COALESCE($7, log), findings = COALESCE($8, findings)
     WHERE id = $1 AND fence = $2 AND state NOT IN ('accepted', 'refused')",
);

type Row = (
    i64,
    String,
    String,
    Option<String>,
    String,
    Option<String>,
    String,
    i64,
    i64,
    String,
    i64,
    Option<String>,
    Option<String>,
    Option<String>,
    i64,
);

/// What a step adds to a submission; `None` leaves a field as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Added<'a> {
    /// Why it is refused; opaque to the store.
    pub note: Option<&'a str>,
    /// The compiler's output.
    pub log: Option<&'a str>,
    /// The findings of the check; opaque to the store.
    pub findings: Option<&'a str>,
}

/// The submissions in a [`Database`]. Times are by the database's own clock.
pub struct Submissions {
    database: Database,
    terms: LeaseTerms,
}

impl Submissions {
    /// The submissions of a database. All users must pass the same terms.
    pub fn new(database: Database, terms: LeaseTerms) -> Submissions {
        Submissions { database, terms }
    }

    /// Who handed in the newest accepted submission of each entry of an event, and when (in milliseconds since
    /// 1970-01-01 UTC), by the entry's registered name. Given a moment, as it was then.
    pub async fn in_force(
        &self,
        event: &str,
        at: Option<i64>,
    ) -> Result<BTreeMap<String, (Option<String>, i64)>, StoreError> {
        let values = [Text(event), Int(at.unwrap_or(i64::MAX))];
        let rows: Vec<(String, Option<String>, i64)> = self.database.rows(IN_FORCE, &values).await?;
        // Later submissions of an entry replace earlier ones.
        Ok(rows.into_iter().map(|(entry, account, at)| (entry, (account, at))).collect())
    }

    /// Accepts a submission and its source, both or neither, if the limits allow it at this moment. They are on the
    /// disk once this returns. What is sent twice, by mistake or because the answer was lost, counts once. The source is
    /// kept as long as the submission, whatever becomes of its event.
    pub async fn receive(
        &self,
        what: &HandedIn<'_>,
        limits: SubmissionLimits,
    ) -> Result<Received, StoreError> {
        let (event, entry, name) = (id(what.event)?, id(what.entry)?, id(what.name)?);
        let sha256 = ContentHash::of(what.contents).to_string();
        let mut tx = self.database.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Text(DOOR)]).await?;
        let now = tx.now().await?;
        let last: Vec<(i64, String, Option<String>, String, String)> =
            tx.rows(LAST_OF_ENTRY, &[Text(event), Text(entry)]).await?;
        if let Some((number, its_name, standard, hash, state)) = last.first()
            && (its_name.as_str(), standard.as_deref(), hash) == (name, what.standard, &sha256)
            && state != SubmissionState::Refused.name()
        {
            return tx.commit().await.map(|()| Received::Again(*number));
        }
        if limits.closes_ms.is_some_and(|closes| now >= closes) {
            return tx.commit().await.map(|()| Received::Closed);
        }
        if let Some(early) = limits.opens_ms.map(|opens| opens - now).filter(|early| *early > 0) {
            return tx.commit().await.map(|()| Received::TooEarly(early));
        }
        let latest: Vec<(Option<i64>,)> = tx.rows(LATEST, &[Text(event), Text(entry)]).await?;
        // If the clock was set back, nobody is shut out for longer than the interval.
        let since = self.database.single(latest)?.0.map_or(i64::MAX, |latest| (now - latest).max(0));
        if since < limits.least_ms {
            return tx.commit().await.map(|()| Received::TooSoon(limits.least_ms - since));
        }
        let unsettled: Vec<(i64,)> = tx.rows(UNSETTLED, &[Text(event), Text(entry)]).await?;
        let (unsettled,) = self.database.single(unsettled)?;
        if limits.most_unsettled.is_some_and(|most| unsettled >= most) {
            return tx.commit().await.map(|()| Received::TooMany(unsettled));
        }
        let last: Vec<(i64,)> = tx.rows(LAST, &[]).await?;
        let number = self.database.single(last)?.0 + 1;
        what.by.is_at_least(&mut tx, Role::Student).await?;
        tx.run(PUT, &[Text(&sha256), Arg::Bytes(what.contents)]).await?;
        let args = [
            Int(number),
            Text(event),
            Text(entry),
            Maybe(what.by.account()),
            Text(name),
            Maybe(what.standard),
            Text(&sha256),
            Int(what.contents.len() as i64),
            Int(now),
        ];
        tx.run(RECEIVE, &args).await?;
        tx.commit().await?;
        Ok(Received::Taken(number))
    }

    /// The clock by which limits are enforced: milliseconds since 1970-01-01 UTC.
    pub async fn now(&self) -> Result<i64, StoreError> {
        self.database.now().await
    }

    /// Leases the oldest unsettled submission of an event that nobody holds; returns `None` if there is none.
    /// Submissions of one entry are processed one after the other. The submission may have been worked on before: its
    /// state shows how far it got.
    pub async fn take(&self, event: &str) -> Result<Option<HeldSubmission>, StoreError> {
        // This is called often when there is nothing to do: then it takes no lock and writes nothing.
        let now = self.database.now().await?;
        let rows: Vec<Row> = self.database.rows(ANY_FREE, &[Int(now), Text(event)]).await?;
        if rows.is_empty() {
            return Ok(None);
        }
        let mut tx = self.database.begin().await?;
        let now = tx.now().await?;
        let rows: Vec<Row> = tx.rows(FREE, &[Int(now), Text(event)]).await?;
        let Some((submission, fence)) = rows.into_iter().next().map(|row| self.read(row)).transpose()? else {
            return tx.commit().await.map(|()| None);
        };
        tx.run(HOLD, &[Int(submission.id), Int(self.until(now))]).await?;
        tx.commit().await?;
        Ok(Some(HeldSubmission { submission, fence: fence + 1 }))
    }

    /// Ends all leases of an event's submissions, for the successor of a process that has died. If the holder is alive
    /// after all, it may go on until somebody else takes the submission.
    pub async fn bury(&self, event: &str) -> Result<(), StoreError> {
        let mut tx = self.database.begin().await?;
        tx.run(BURY, &[Text(event)]).await?;
        tx.commit().await
    }

    /// Extends the lease; returns false if somebody else has taken it.
    pub async fn hold_on(&self, held: &HeldSubmission) -> Result<bool, StoreError> {
        let mut tx = self.database.begin().await?;
        let until = self.until(tx.now().await?);
        let changed = tx.run(BEAT, &[Int(held.submission.id), Int(held.fence), Int(until)]).await?;
        tx.commit().await?;
        Ok(changed > 0)
    }

    /// Moves a submission to a state, adds what was found on the way, and extends the lease. Returns false, and changes
    /// nothing, if somebody else has taken it or it is settled.
    pub async fn go_on(
        &self,
        held: &HeldSubmission,
        to: SubmissionState,
        added: Added<'_>,
    ) -> Result<bool, StoreError> {
        let mut tx = self.database.begin().await?;
        let now = tx.now().await?;
        let args = [
            Int(held.submission.id),
            Int(held.fence),
            Text(to.name()),
            Int(now),
            Int(self.until(now)),
            Maybe(added.note),
            Maybe(added.log),
            Maybe(added.findings),
        ];
        let changed = tx.run(GO_ON, &args).await?;
        tx.commit().await?;
        Ok(changed > 0)
    }

    /// A submission; `None` if there is none with this number.
    pub async fn get(&self, number: i64) -> Result<Option<Submission>, StoreError> {
        let rows: Vec<Row> = self.database.rows(ONE, &[Int(number)]).await?;
        Ok(rows.into_iter().next().map(|row| self.read(row)).transpose()?.map(|(submission, _)| submission))
    }

    /// The submissions of an event, or of one of its entries, in the order in which they were received.
    pub async fn list(&self, event: &str, entry: Option<&str>) -> Result<Vec<Submission>, StoreError> {
        let rows: Vec<Row> = match entry {
            Some(entry) => self.database.rows(OF_ENTRY, &[Text(event), Text(entry)]).await?,
            None => self.database.rows(OF_EVENT, &[Text(event)]).await?,
        };
        rows.into_iter().map(|row| Ok(self.read(row)?.0)).collect()
    }

    fn until(&self, now: i64) -> i64 {
        now + self.terms.lease().as_millis() as i64
    }

    fn read(&self, row: Row) -> Result<(Submission, i64), StoreError> {
        let (
            id,
            event,
            entry,
            account,
            name,
            standard,
            sha256,
            bytes,
            at_ms,
            state,
            changed_ms,
            note,
            log,
            findings,
            fence,
        ) = row;
        let known = SubmissionState::ALL.into_iter().find(|known| known.name() == state);
        let (Some(state), Ok(sha256)) = (known, sha256.parse()) else {
            let why = sentence!("submission {id} is not readable", "第 {id} 号提交无法读取");
            return Err(StoreError::Row(self.database.place().to_owned(), why));
        };
        let bytes = bytes as u64;
        let submission = Submission {
            id,
            event,
            entry,
            account,
            name,
            standard,
            sha256,
            bytes,
            at_ms,
            state,
            changed_ms,
            note,
            log,
            findings,
        };
        Ok((submission, fence))
    }
}
