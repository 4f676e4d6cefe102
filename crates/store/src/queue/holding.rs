//! What the holder of a lease reports: a heartbeat, the result, or that it gives the game back. Each works for many
//! leases at once, in one transaction.

use super::Queue;
use super::sql::{BEAT_ALL, BEAT_AND_REPORT, END_ALL, FORGET, GIVE_BACK_ALL, STATE, WANTED, mine};
use crate::crew_report::{CrewReport, FORGOTTEN};
use crate::database::Tx;
use crate::doors::{BEAT_DOOR, END_DOOR, FAIL_DOOR, GIVE_BACK_DOOR, SIGN_OFF_DOOR, STATE_DOOR, WANTED_DOOR};
use crate::error::id;
use crate::packed::pack;
use crate::statement::{Arg, Sql};
use crate::worker_id::name_of;
use crate::{CrewOrder, Dropped, Finished, Lease, Release, Standing, StoreError};
use Arg::{Bytes, Int, Text};
use serde_json::{Value, json};
use std::fmt::Write;

const BEAT: Sql = Sql::same(
    "UPDATE jobs SET until_ms = $5
     WHERE event = $1 AND game = $2 AND fence = $3 AND worker = $4 AND state = 'running' RETURNING cancel,
       (SELECT COUNT(*) FROM watched w WHERE w.event = jobs.event AND w.game = jobs.game AND w.until_ms >= $6)",
);
const END: Sql = Sql::same(
    "UPDATE jobs SET until_ms = NULL, state = CASE WHEN cancel = 1 THEN 'cancelled' ELSE 'done' END
     WHERE event = $1 AND game = $2 AND fence = $3 AND worker = $4 AND state = 'running' RETURNING state",
);
const RESULT: Sql = Sql::same(
    "INSERT INTO results (event, game, fence, worker, at_ms, body, packed) VALUES ($1, $2, $3, $4, $5, '', $6)",
);
const GIVE_BACK: Sql = Sql::same(
    "UPDATE jobs SET until_ms = NULL, attempts = attempts - 1,
       state = CASE WHEN cancel = 1 THEN 'cancelled' ELSE 'waiting' END
     WHERE event = $1 AND game = $2 AND fence = $3 AND worker = $4 AND state = 'running'",
);
/// Lets go of a game that is then blamed on its holder.
const FAIL: Sql = Sql::same(
    "UPDATE jobs SET until_ms = NULL WHERE event = $1 AND game = $2 AND fence = $3 AND worker = $4 AND state = 'running'",
);
/// Forgets who watches a game, which will not be played again.
const NOBODY_WATCHES: Sql = Sql::same("DELETE FROM watched WHERE event = $1 AND game = $2");

const SIGN_OFF: Sql = Sql::same("DELETE FROM crews WHERE id = $1");

/// The answer to a heartbeat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beat {
    pub(crate) standing: Standing,
    pub(crate) is_watched: bool,
}

const LOST: Beat = Beat { standing: Standing::Lost, is_watched: false };

impl Beat {
    fn of(cancel: i64, watched: i64) -> Beat {
        let standing = if cancel == 0 { Standing::Mine } else { Standing::Cancelled };
        Beat { standing, is_watched: watched > 0 }
    }
}

/// A game that its worker has played.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub(crate) lease: Lease,
    /// Its result, as it is stored.
    pub(crate) packed: Vec<u8>,
}

impl Played {
    pub(crate) fn of(lease: &Lease, result: &Value) -> Played {
        Played { lease: lease.clone(), packed: pack(&result.to_string()) }
    }
}

impl Queue {
    /// Reports that the worker is alive, and extends the lease. Returns whether it still holds the job.
    pub async fn heartbeat(&self, lease: &Lease) -> Result<Standing, StoreError> {
        let beats = self.beat(std::slice::from_ref(lease)).await?;
        Ok(beats.first().map_or(Standing::Lost, |beat| beat.standing))
    }

    /// As [`Queue::heartbeat`], for many leases; returns one answer for each, in order.
    pub(crate) async fn beat(&self, leases: &[Lease]) -> Result<Vec<Beat>, StoreError> {
        let lasting = self.terms.lease().as_millis() as i64;
        let mut beats = vec![LOST; leases.len()];
        if self.database.is_sqlite() {
            let mut tx = self.database.begin().await?;
            let now = tx.now().await?;
            self.beat_each(&mut tx, now, leases, &mut beats).await?;
            tx.commit().await?;
        } else {
            let given = list(leases.iter().map(|lease| (lease, None)));
            let rows: Vec<(i64, i64, i64)> =
                self.database.rows(BEAT_ALL, &[Text(&given), Int(lasting)]).await?;
            for (n, cancel, watched) in rows {
                beats[n as usize] = Beat::of(cancel, watched);
            }
        }
        Ok(beats)
    }

    async fn beat_each(
        &self,
        tx: &mut Tx<'_>,
        now: i64,
        leases: &[Lease],
        beats: &mut [Beat],
    ) -> Result<(), StoreError> {
        let lasting = self.terms.lease().as_millis() as i64;
        for (lease, beat) in leases.iter().zip(beats) {
            let mut args = mine(lease).to_vec();
            args.extend([Int(now + lasting), Int(now)]);
            let rows: Vec<(i64, i64)> = tx.rows(BEAT, &args).await?;
            *beat = rows.first().map_or(LOST, |(cancel, watched)| Beat::of(*cancel, *watched));
        }
        Ok(())
    }

    /// As [`Queue::beat`], but also writes what a process reports about itself, in the same round trip, and returns its
    /// order.
    pub(crate) async fn beat_and_report(
        &self,
        leases: &[Lease],
        crew: &CrewReport<'_>,
    ) -> Result<(CrewOrder, Vec<Beat>), StoreError> {
        let mut beats = vec![LOST; leases.len()];
        if self.database.is_sqlite() {
            let mut tx = self.database.begin().await?;
            let now = tx.now().await?;
            self.beat_each(&mut tx, now, leases, &mut beats).await?;
            let order = crew.write(&mut tx, &self.database, now).await?;
            tx.commit().await?;
            return Ok((order, beats));
        }
        let given = list(leases.iter().map(|lease| (lease, None)));
        let about = crew.about.to_string();
        let args = [
            Text(&given),
            Int(self.terms.lease().as_millis() as i64),
            Text(id(crew.id)?),
            Text(name_of(crew.id)),
            Text(crew.class),
            Int(crew.seats as i64),
            Text(&about),
            Int(FORGOTTEN.as_millis() as i64),
            Int(crew.leaves()),
        ];
        let rows: Vec<(i64, i64, i64)> =
            self.database.rows(self.database.through(BEAT_AND_REPORT, BEAT_DOOR), &args).await?;
        let mut order = CrewOrder::Work;
        for (n, cancel, watched) in rows {
            match usize::try_from(n) {
                Ok(n) => beats[n] = Beat::of(cancel, watched),
                Err(_) => order = CrewOrder::of(cancel, watched),
            }
        }
        Ok((order, beats))
    }

    /// Stores the result if the lease is still held, in one transaction. May be repeated with the same lease if the
    /// answer was lost, and then returns the same answer.
    pub async fn finish(&self, lease: &Lease, result: &Value) -> Result<Finished, StoreError> {
        let ends = self.end(&[Played::of(lease, result)]).await?;
        Ok(ends.into_iter().next().unwrap_or(Finished::Dropped(Dropped::Late)))
    }

    /// As [`Queue::finish`], for many games, each listed once, all or none; returns one answer for each, in order.
    pub async fn finish_many(&self, games: &[(Lease, Value)]) -> Result<Vec<Finished>, StoreError> {
        let games: Vec<_> = games.iter().map(|(lease, result)| Played::of(lease, result)).collect();
        self.end(&games).await
    }

    pub(crate) async fn end(&self, games: &[Played]) -> Result<Vec<Finished>, StoreError> {
        let mut states: Vec<Option<String>> = vec![None; games.len()];
        if self.database.is_sqlite() {
            let mut tx = self.database.begin().await?;
            for (Played { lease, packed }, state) in games.iter().zip(&mut states) {
                let ended: Vec<(String,)> = tx.rows(END, &mine(lease)).await?;
                let Some((ended,)) = ended.into_iter().next() else { continue };
                tx.run(FORGET, &mine(lease)[..2]).await?;
                tx.run(NOBODY_WATCHES, &mine(lease)[..2]).await?;
                if ended == "done" {
                    let now = tx.now().await?;
                    let mut args = mine(lease).to_vec();
                    args.extend([Int(now), Bytes(packed)]);
                    tx.run(RESULT, &args).await?;
                }
                *state = Some(ended);
            }
            tx.commit().await?;
        } else {
            let given = list(games.iter().map(|played| (&played.lease, Some(&*played.packed))));
            let rows: Vec<(i64, String)> =
                self.database.rows(self.database.through(END_ALL, END_DOOR), &[Text(&given)]).await?;
            for (n, state) in rows {
                states[n as usize] = Some(state);
            }
        }
        let mut ends = Vec::with_capacity(games.len());
        for (Played { lease, .. }, mut state) in games.iter().zip(states) {
            if state.is_none() {
                // Already finished under this lease, if the first answer was lost.
                let rows: Vec<(String,)> =
                    self.database.rows(self.database.through(STATE, STATE_DOOR), &mine(lease)).await?;
                state = rows.into_iter().next().map(|(state,)| state);
            }
            ends.push(match state.as_deref() {
                Some("done") => Finished::Stands,
                Some("cancelled") => Finished::Dropped(Dropped::Cancelled),
                _ => Finished::Dropped(Dropped::Late),
            });
        }
        Ok(ends)
    }

    /// Whether a job waits that comes before this one by its priority, and that its worker would get if it gave this one
    /// back. An admitted worker learns no more than this of what it has not taken.
    pub async fn is_in_the_way(&self, lease: &Lease) -> Result<bool, StoreError> {
        let mut args = mine(lease).to_vec();
        args.push(Text(name_of(&lease.worker)));
        let rows: Vec<(i64,)> = self.database.rows(self.database.through(WANTED, WANTED_DOOR), &args).await?;
        Ok(!rows.is_empty())
    }

    /// Returns the job without a result; false if the lease was no longer held.
    pub async fn release(&self, lease: &Lease, why: &Release) -> Result<bool, StoreError> {
        if self.database.admitted().is_some() {
            let (mut args, given) = (mine(lease).to_vec(), list([(lease, None)].into_iter()));
            let rows: Vec<(i64, i64)> = match why {
                Release::GivenBack => self.database.rows(GIVE_BACK_DOOR, &[Text(&given)]).await?,
                Release::Failed(why) => {
                    args.push(Text(why));
                    self.database.rows(FAIL_DOOR, &args).await?
                }
            };
            return Ok(rows.first().is_some_and(|(ended, _)| *ended > 0));
        }
        let (args, is_failed) = (mine(lease), matches!(why, Release::Failed(_)));
        let mut tx = self.database.begin().await?;
        let changed = tx.run(if is_failed { FAIL } else { GIVE_BACK }, &args).await?;
        if changed > 0 {
            if let Release::Failed(why) = why {
                self.blame(&mut tx, [&lease.job.event, &lease.job.game], name_of(&lease.worker), why).await?;
            }
            tx.run(FORGET, &args[..2]).await?;
            tx.tell_of_work(&lease.job.class).await?;
        }
        tx.commit().await?;
        Ok(changed > 0)
    }

    /// Returns many jobs that nobody has begun, and reports how many were still held; the others are left unchanged.
    pub(crate) async fn give_back(&self, leases: &[Lease]) -> Result<u64, StoreError> {
        if self.database.is_sqlite() {
            let mut back = 0;
            for lease in leases {
                back += u64::from(self.release(lease, &Release::GivenBack).await?);
            }
            return Ok(back);
        }
        let given = list(leases.iter().map(|lease| (lease, None)));
        let rows: Vec<(i64, i64)> =
            self.database.rows(self.database.through(GIVE_BACK_ALL, GIVE_BACK_DOOR), &[Text(&given)]).await?;
        Ok(rows.first().map_or(0, |(back, _)| *back as u64))
    }

    /// Removes a process that has ended from the list.
    pub(crate) async fn sign_off(&self, id: &str) -> Result<(), StoreError> {
        if self.database.admitted().is_some() {
            let _: Vec<(i64,)> = self.database.rows(SIGN_OFF_DOOR, &[Text(id)]).await?;
            return Ok(());
        }
        let mut tx = self.database.begin().await?;
        tx.run(SIGN_OFF, &[Text(id)]).await?;
        tx.commit().await
    }
}

/// Leases as one argument: a statement can have few, and there may be many leases. Bytes are sent as hexadecimal
/// digits.
fn list<'a>(leases: impl Iterator<Item = (&'a Lease, Option<&'a [u8]>)>) -> String {
    let rows = leases.enumerate().map(|(n, (lease, packed))| {
        let packed = packed.map(|packed| {
            packed.iter().fold(String::with_capacity(packed.len() * 2), |mut text, byte| {
                // Writing to a string cannot fail.
                let _ = write!(text, "{byte:02x}");
                text
            })
        });
        let (event, game, worker) = (&lease.job.event, &*lease.job.game, &lease.worker);
        json!({ "n": n, "event": event, "game": game, "fence": lease.fence, "worker": worker, "packed": packed })
    });
    Value::Array(rows.collect()).to_string()
}
