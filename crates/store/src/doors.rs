//! Calls to the doors of an admitted worker: database functions, and the only ones its role may call.

use crate::statement::Sql;

pub(crate) const LEASE_DOOR: Sql = Sql::postgres("SELECT * FROM leitai_worker.lease($1, $2, $3, $4, $5, $6)");
pub(crate) const SWEEP_DOOR: Sql = Sql::postgres("SELECT * FROM leitai_worker.sweep($1)");
pub(crate) const BEAT_DOOR: Sql =
    Sql::postgres("SELECT * FROM leitai_worker.beat($1, $2, $3, $4, $5, $6, $7, $8, $9)");
pub(crate) const WANTED_DOOR: Sql =
    Sql::postgres("SELECT * FROM leitai_worker.is_in_the_way($1, $2, $3, $4, $5)");
pub(crate) const END_DOOR: Sql = Sql::postgres("SELECT * FROM leitai_worker.finish($1)");
pub(crate) const STATE_DOOR: Sql = Sql::postgres("SELECT * FROM leitai_worker.state($1, $2, $3, $4)");
pub(crate) const GIVE_BACK_DOOR: Sql = Sql::postgres("SELECT * FROM leitai_worker.give_back($1)");
pub(crate) const FAIL_DOOR: Sql = Sql::postgres("SELECT * FROM leitai_worker.fail($1, $2, $3, $4, $5)");
pub(crate) const SIGN_OFF_DOOR: Sql = Sql::postgres("SELECT * FROM leitai_worker.sign_off($1)");
pub(crate) const GROW_DOOR: Sql =
    Sql::postgres("SELECT * FROM leitai_worker.grow($1, $2, $3, $4, $5, $6, $7, $8)");
pub(crate) const BLOB_DOOR: Sql = Sql::postgres("SELECT * FROM leitai_worker.blob($1)");

/// Returns a row if the signed-in role has access to nothing but doors: their version, which is a hash of their text.
#[cfg(feature = "databases")]
pub(crate) const IS_BEHIND_DOORS: Sql = Sql::postgres(
    "SELECT COALESCE(obj_description(oid, 'pg_namespace'), '') FROM pg_namespace
     WHERE nspname = 'leitai_worker' AND has_schema_privilege(oid, 'USAGE') AND NOT pg_has_role(nspowner, 'USAGE')",
);
/// The version of the doors, if there are any.
#[cfg(feature = "databases")]
pub(crate) const VERSION: Sql = Sql::postgres(
    "SELECT COALESCE(obj_description(oid, 'pg_namespace'), '') FROM pg_namespace WHERE nspname = 'leitai_worker'",
);
#[cfg(feature = "databases")]
pub(crate) const ME: Sql = Sql::postgres("SELECT * FROM leitai_worker.me()");
