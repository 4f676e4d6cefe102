//! Errors of a store.

use crate::driver_error::{DriverError, is_passing};
use leitai_core::{ContentHash, Lang, Sentence, Tell, Words, errors};
use std::io;
use std::path::Path;

errors! {
    /// Why an operation of a store failed. Operations are atomic: after an error, either all of it was done or none.
    #[derive(Debug)]
    pub enum StoreError {
        /// The disk is full, or a quota or the database's size limit is reached.
        Full(place: String) =>
            "{place}: the disk is full; nothing was written; free some space and try again",
            "{place}：磁盘已满，未写入任何内容；请腾出空间后重试";
        /// The place is read-only.
        ReadOnly(place: String) =>
            "{place}: read-only; nothing was written; use another place or change its permissions",
            "{place}：只读，未写入任何内容；请换个位置或修改权限";
        /// SQLite could not open or create the file, and gave no reason.
        Closed(place: String) =>
            "{place}: cannot be opened; check that its folder exists and is writable",
            "{place}：无法打开；请确认所在文件夹存在且可写";
        /// Another process has the journal open for writing.
        InUse {
            /// The journal.
            place: String,
            /// The process, as far as it can be identified.
            holder: Sentence,
        } => "{place}: in use by {holder}; wait until it ends, or stop it", "{place}：正被{holder}使用；请等它结束，或将其终止";
        /// A line before the last is damaged.
        Garbled {
            /// The journal.
            place: String,
            /// From 1.
            line: u64,
            /// What is wrong with it.
            why: Sentence,
        } =>
            "{place}:{line}: {why}; the lines before it are intact; restore the file from a backup",
            "{place}:{line}：内容损坏（{why}）；此前各行完好，请用备份恢复该文件";
        /// The file is the journal of another event.
        OtherEvent {
            /// The journal.
            place: String,
            /// The event it belongs to.
            found: String,
            /// The event it should belong to.
            wanted: String,
        } =>
            "{place}: this is the journal of \"{found}\", not of \"{wanted}\"; use another file",
            "{place}：是“{found}”的日志，不是“{wanted}”的；请换一个文件";
        /// An earlier write failed, so what is on the disk is unknown.
        Uncertain(place: String) =>
            "{place}: an earlier write failed, so what is on the disk is unknown; open it again",
            "{place}：先前的写入失败，磁盘上的内容不确定；请重新打开";
        /// An id that cannot be stored: empty, or with a NUL.
        Id(id: String) =>
            "\"{id}\": an id must not be empty or contain a NUL byte", "“{id}”：标识不能为空，也不能含 NUL 字符；请换一个";
        /// Not a valid store address.
        Address(address: String, why: Sentence) =>
            "\"{address}\": the address of a store is sqlite:PATH or postgres://USER@HOST/NAME; {why}",
            "“{address}”：存储地址应为 sqlite:路径 或 postgres://用户@主机/库名；{why}";
        /// The database was written by a newer version.
        Newer(place: String) =>
            "{place}: written by a newer version of this program; install that version",
            "{place}：由更新版本的程序写成；请安装该版本";
        /// A standby server lacks the tables of this version.
        Behind(place: String) =>
            "{place}: this standby lacks the tables of this version; let this version use its primary once, and try again",
            "{place}：这台备机尚无本版本的数据表；请先用本版本访问一次主服务器，再重试";
        /// A file could not be read or written; its path comes first.
        Io(place: String, error: io::Error) => "{place}: {error}", "{place}：{error}";
        /// The database reported an error or is unavailable.
        Database(place: String, error: DriverError) =>
            "{place}: {error}", "{place}：数据库错误：{error}", error = error.to_string();
        /// The connection cannot be encrypted, or the server cannot prove its name.
        Encryption(place: String, error: Box<dyn std::error::Error + Send + Sync>) =>
            "{place}: the connection cannot be encrypted safely: {error}; give the authority's certificate with \
             `?sslrootcert=FILE`, or, in a network of your own only, `?sslmode=disable`",
            "{place}：无法安全地加密连接（{error}）；请用 `?sslrootcert=文件` 给出签发机构的证书，仅限自有网络时可用 `?sslmode=disable`",
            error = error.to_string();
        /// This binary was built without databases.
        Without(address: String) =>
            "{address}: this binary was built without databases; build it with the feature `databases`, the default",
            "{address}：本程序编译时未包含数据库；请启用默认的 `databases` 特性重新编译";
        /// What was checked of a person when the call was asked for no longer holds: the session has ended, or the
        /// account was closed.
        Ended(number: String) =>
            "{number}: this sign-in is no longer valid; nothing was changed; sign in again",
            "{number}：登录已失效，未做任何改动；请重新登录";
        /// A change of a person by somebody whose role is not above that person's.
        Above(number: String) =>
            "{number}: only somebody in a higher role may change this account; nothing was changed; ask an administrator",
            "{number}：只有角色更高的人才能修改此账号，未做任何改动；请联系管理员";
        /// A worker that is not admitted to a store, or cannot be; its name or the store comes first.
        Worker(who: String, why: Sentence) => "{who}: {why}", "{who}：{why}";
        /// A row has contents that this program never writes.
        Row(place: String, why: Sentence) =>
            "{place}: {why}; restore the database from a backup", "{place}：{why}；请用备份恢复数据库";
        /// Stored contents are missing or damaged.
        Blob {
            /// The database.
            place: String,
            /// Their hash.
            digest: ContentHash,
            /// What is wrong.
            what: BlobFault,
        } =>
            "{place}: the contents with SHA-256 {digest} {what}; `resume` of the event writes them again",
            "{place}：SHA-256 为 {digest} 的内容{what}；`resume` 该赛事会重新写入";
    }
}

/// What is wrong with stored contents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlobFault {
    /// They are missing.
    Missing,
    /// They have another hash.
    Garbled,
}

impl Tell for BlobFault {
    fn told(&self, lang: Lang) -> String {
        match self {
            BlobFault::Missing => Words::new("are missing", "不存在"),
            BlobFault::Garbled => Words::new("were changed", "已损坏"),
        }
        .told(lang)
    }
}

impl StoreError {
    /// Whether the same call may succeed if repeated: the database is restarting, the connection broke, or another
    /// writer was active.
    pub fn is_passing(&self) -> bool {
        matches!(self, StoreError::Database(_, error) if is_passing(error))
    }

    pub(crate) fn io(place: &Path, error: io::Error) -> StoreError {
        let place = place.display().to_string();
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
                StoreError::Full(place)
            }
            io::ErrorKind::ReadOnlyFilesystem => StoreError::ReadOnly(place),
            _ => StoreError::Io(place, error),
        }
    }
}

/// An id as a store can keep it.
pub(crate) fn id(text: &str) -> Result<&str, StoreError> {
    if text.is_empty() || text.contains('\0') {
        return Err(StoreError::Id(text.escape_debug().to_string()));
    }
    Ok(text)
}
