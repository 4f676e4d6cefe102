//! Workers that prove their identity: each has its own role at the server, and its token is that role's password.

use crate::actor::Actor;
use crate::audit::{Deed, note};
use crate::database::Database;
use crate::error::id;
use crate::statement::{Arg, QUEUE_UP, Sql};
use crate::{LeaseTerms, Queue, StoreError};
use Arg::{Bytes, Int, Text};
use hmac::{Hmac, KeyInit, Mac};
use leitai_core::sentence;
use serde_json::json;
use sha2::{Digest, Sha256};

/// Longest name of a role at the server, in bytes.
const LONGEST_ROLE: usize = 63;
/// Number of hash iterations for a password. A token has 256 random bits, so it cannot be guessed however fast the hash
/// is.
const ROUNDS: u32 = 4096;

const MAY_MAKE_ROLES: Sql =
    Sql::postgres("SELECT rolcreaterole OR rolsuper FROM pg_roles WHERE rolname = current_user");
const ROLE: Sql = Sql::postgres("SELECT CAST(current_database() AS TEXT) || '.' || $1");
const KEEP: Sql = Sql::postgres(
    "INSERT INTO admitted (name, role, class, by_whom, at_ms) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (name) DO UPDATE SET class = $3, by_whom = $4, at_ms = $5, revoked_ms = NULL",
);
const LIMIT: Sql = Sql::postgres("UPDATE admitted SET most = $2 WHERE name = $1 AND revoked_ms IS NULL");
const UNLIMIT: Sql = Sql::postgres("UPDATE admitted SET most = NULL WHERE name = $1 AND revoked_ms IS NULL");
const OPEN: Sql = Sql::postgres("SELECT 1 FROM leitai_worker.admit($1, $2, $3, $4)");
const REVOKE: Sql = Sql::postgres(
    "UPDATE admitted SET revoked_ms = $2 WHERE name = $1 AND revoked_ms IS NULL RETURNING role",
);
const CLOSE: Sql = Sql::postgres("SELECT 1 FROM leitai_worker.revoke($1)");
const SEND_AWAY: Sql = Sql::postgres("SELECT leitai_worker.send_away($1)");
const LIST: Sql = Sql::same(
    "SELECT name, role, class, by_whom, at_ms, most FROM admitted WHERE revoked_ms IS NULL ORDER BY name",
);

/// A worker that may sign in with a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AdmittedWorker {
    /// Its name, under which it is listed.
    pub name: String,
    /// The role that it signs in as.
    pub role: String,
    /// The class of machines whose games it plays.
    pub class: String,
    /// Who admitted it.
    pub by: String,
    /// When, in milliseconds since 1970-01-01 UTC.
    pub at_ms: i64,
    /// Most games that its processes may hold at once, taken together. `None`: the seats they report plus 128 for each
    /// process, but at most 512 in all.
    pub most: Option<u64>,
}

/// The admitted workers of a [`Database`]. It must be a server: anyone who can write to a file can change all of it.
pub struct AdmittedWorkers {
    database: Database,
    queue: Queue,
}

type Row = (String, String, String, String, i64, Option<i64>);

impl AdmittedWorkers {
    /// The admitted workers of a database.
    pub fn new(database: Database, terms: LeaseTerms) -> AdmittedWorkers {
        AdmittedWorkers { database: database.clone(), queue: Queue::new(database, terms) }
    }

    /// All workers that have not been revoked, by name.
    pub async fn list(&self) -> Result<Vec<AdmittedWorker>, StoreError> {
        let rows: Vec<Row> = self.database.rows(LIST, &[]).await?;
        let worker = |(name, role, class, by, at_ms, most): Row| {
            let most = most.map(|most| most.max(0) as u64);
            AdmittedWorker { name, role, class, by, at_ms, most }
        };
        Ok(rows.into_iter().map(worker).collect())
    }

    /// Admits a worker of this name to the games of a class, with this token as its password, and returns the role
    /// under which it signs in. The server stores only the token's hash, and does not see the token before it is used.
    /// Admitting a worker again gives it a new token and invalidates the old one. Needs the right to create roles
    /// (`CREATEROLE`).
    pub async fn admit(
        &self,
        by: Actor<'_>,
        name: &str,
        class: &str,
        token: &str,
    ) -> Result<String, StoreError> {
        self.is_a_server()?;
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
        {
            let why = sentence!(
                "a worker's name may contain only letters, digits, - and _",
                "对局机名称只能含字母、数字、- 与 _"
            );
            return Err(StoreError::Worker(name.to_owned(), why));
        }
        let may: Vec<(bool,)> = self.database.rows(MAY_MAKE_ROLES, &[]).await?;
        if !self.database.single(may)?.0 {
            let why = sentence!(
                "the owner of the store may not create roles; the server's administrator can allow it: ALTER ROLE … CREATEROLE",
                "存储的所有者无权创建角色；可由服务器管理员授予：ALTER ROLE … CREATEROLE"
            );
            return Err(StoreError::Worker(self.database.place().to_owned(), why));
        }
        let mut tx = self.database.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Text("crews")]).await?;
        tx.build_doors().await?;
        let role: Vec<(String,)> = tx.rows(ROLE, &[Text(name)]).await?;
        let (role,) = self.database.single(role)?;
        if role.len() > LONGEST_ROLE {
            let why = sentence!(
                "its role at the server would be called {role}, and a role's name has at most {LONGEST_ROLE} bytes",
                "其数据库角色名将为 {role}，而角色名至多 {LONGEST_ROLE} 字节"
            );
            return Err(StoreError::Worker(name.to_owned(), why));
        }
        let Verifier { salt, stored, server } = Verifier::of(token);
        let _: Vec<(i32,)> =
            tx.rows(OPEN, &[Text(&role), Bytes(&salt), Bytes(&stored), Bytes(&server)]).await?;
        let now = tx.now().await?;
        tx.run(KEEP, &[Text(name), Text(&role), Text(id(class)?), Text(by.name()), Int(now)]).await?;
        note(&mut tx, &self.database, by, Deed::AdmitWorker, name, &json!({ "class": class })).await?;
        tx.commit().await?;
        Ok(role)
    }

    /// Sets the most games that an admitted worker's processes may hold at once, taken together; for `None` see
    /// [`AdmittedWorker::most`]. The server enforces it, whatever they report. Games already held above the limit are
    /// kept. Returns false if there is no worker of that name.
    pub async fn limit(&self, by: Actor<'_>, name: &str, most: Option<u32>) -> Result<bool, StoreError> {
        self.is_a_server()?;
        let mut tx = self.database.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Text("crews")]).await?;
        let limited = match most {
            Some(most) => tx.run(LIMIT, &[Text(name), Int(most.into())]).await?,
            None => tx.run(UNLIMIT, &[Text(name)]).await?,
        } > 0;
        if limited {
            note(&mut tx, &self.database, by, Deed::LimitWorker, name, &json!({ "most": most })).await?;
        }
        tx.commit().await?;
        Ok(limited)
    }

    /// Revokes a worker's token: from now on it can neither take games nor hand in results, the games it holds go to
    /// others, and its connections are closed. Returns false if there is no worker of that name.
    pub async fn revoke(&self, by: Actor<'_>, name: &str) -> Result<bool, StoreError> {
        self.is_a_server()?;
        let mut tx = self.database.begin().await?;
        let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Text("crews")]).await?;
        let now = tx.now().await?;
        let role: Vec<(String,)> = tx.rows(REVOKE, &[Text(name), Int(now)]).await?;
        let Some((role,)) = role.into_iter().next() else { return Ok(false) };
        let _: Vec<(i32,)> = tx.rows(CLOSE, &[Text(&role)]).await?;
        self.queue.take_all_back(&mut tx, name).await?;
        note(&mut tx, &self.database, by, Deed::RevokeWorker, name, &json!({})).await?;
        tx.commit().await?;
        // Sessions opened earlier can do nothing since the commit; this closes their connections as well.
        let _: Vec<(i64,)> = self.database.rows(SEND_AWAY, &[Text(&role)]).await?;
        Ok(true)
    }

    fn is_a_server(&self) -> Result<(), StoreError> {
        if self.database.is_sqlite() {
            let why = sentence!(
                "anybody who can open an SQLite file can write all of it; only a PostgreSQL server tells workers apart",
                "能打开 SQLite 文件者即可改写全部内容；只有 PostgreSQL 能区分各对局机"
            );
            return Err(StoreError::Worker(self.database.place().to_owned(), why));
        }
        Ok(())
    }
}

/// What a server stores of a password (RFC 5802): enough to check it, but not to sign in with it.
struct Verifier {
    salt: [u8; 16],
    stored: [u8; 32],
    server: [u8; 32],
}

impl Verifier {
    fn of(token: &str) -> Verifier {
        let mut salt = [0; 16];
        // Tokens are random and never reused, so a salt derived from the token is as good as any.
        salt.copy_from_slice(&Sha256::digest(format!("salt {token}"))[..16]);
        let mut block = keyed(token.as_bytes(), &[&salt[..], &1u32.to_be_bytes()].concat());
        let mut salted = block;
        for _ in 1..ROUNDS {
            block = keyed(token.as_bytes(), &block);
            salted.iter_mut().zip(block).for_each(|(all, one)| *all ^= one);
        }
        let stored = Sha256::digest(keyed(&salted, b"Client Key")).into();
        Verifier { salt, stored, server: keyed(&salted, b"Server Key") }
    }
}

/// HMAC-SHA-256.
fn keyed(key: &[u8], text: &[u8]) -> [u8; 32] {
    // HMAC takes keys of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return [0; 32] };
    mac.update(text);
    mac.finalize().into_bytes().into()
}
