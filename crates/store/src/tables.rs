//! The tables of a store, and the migration steps that create them.

use crate::StoreError;
use crate::statement::Sql;
use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// The migrator that brings the tables of any earlier version to this one.
pub(crate) fn migrator() -> Migrator {
    let step = |version, name: &'static str, text: &'static str| {
        Migration::new(version, name.into(), MigrationType::Simple, text.into_sql_str(), false)
    };
    Migrator::with_migrations(vec![
        step(1, "journal and queue", include_str!("../migrations/0001_journal_and_queue.sql")),
        step(2, "blobs", include_str!("../migrations/0002_blobs.sql")),
        step(3, "needs", include_str!("../migrations/0003_needs.sql")),
        step(4, "live games", include_str!("../migrations/0004_live_games.sql")),
        step(5, "people", include_str!("../migrations/0005_people.sql")),
        step(6, "submissions", include_str!("../migrations/0006_submissions.sql")),
        step(7, "packed results", include_str!("../migrations/0007_packed_results.sql")),
        step(9, "organise", include_str!("../migrations/0009_organise.sql")),
        step(10, "tokens", include_str!("../migrations/0010_tokens.sql")),
        step(12, "queue indexes", include_str!("../migrations/0012_queue_indexes.sql")),
        step(14, "workers", include_str!("../migrations/0014_workers.sql")),
        step(13, "reports", include_str!("../migrations/0013_reports.sql")),
        step(15, "second playings", include_str!("../migrations/0015_second_playings.sql")),
        step(17, "admitted", include_str!("../migrations/0017_admitted.sql")),
        step(19, "lease caps", include_str!("../migrations/0019_lease_caps.sql")),
        step(21, "credentials version", include_str!("../migrations/0021_credentials_version.sql")),
        step(26, "failed", include_str!("../migrations/0026_failed.sql")),
        step(27, "trials", include_str!("../migrations/0027_trials.sql")),
        step(28, "questions", include_str!("../migrations/0028_questions.sql")),
    ])
}

/// Returns a row only on a standby server: 1 if it has any tables, otherwise 0.
pub(crate) const OF_A_STANDBY: Sql = Sql::same(
    "SELECT CAST(CASE WHEN to_regclass('_sqlx_migrations') IS NULL THEN 0 ELSE 1 END AS BIGINT)
     WHERE pg_is_in_recovery()",
);
/// The steps already applied.
pub(crate) const STEPS: Sql = Sql::same("SELECT version FROM _sqlx_migrations WHERE success");

/// Checks that a standby has every step, and none of a later version.
pub(crate) fn are_whole(place: &str, known: &[i64]) -> Result<(), StoreError> {
    let migrator = migrator();
    let ours: Vec<i64> = migrator.iter().map(|step| step.version).collect();
    let place = || place.to_owned();
    if known.iter().any(|step| !ours.contains(step)) {
        Err(StoreError::Newer(place()))
    } else if ours.iter().any(|step| !known.contains(step)) {
        Err(StoreError::Behind(place()))
    } else {
        Ok(())
    }
}
