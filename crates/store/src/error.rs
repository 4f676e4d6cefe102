//! Errors of a store.

use crate::digest::Digest;
use crate::refusal::{Refusal, is_passing};
use leitai_core::{Lang, Sentence};
use std::io;
use std::path::Path;

/// Why a store could not do what was asked. Operations are atomic: after an error all of it was done or none. `Display`
/// is English, [`StoreError::zh`] the same in Chinese.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The disk is full, or a quota or the database's size limit is reached.
    #[error("{0}: the disk is full; nothing was written; make room and try again")]
    Full(String),
    /// The place is read-only.
    #[error("{0}: is read-only; nothing was written; choose another place or change its rights")]
    ReadOnly(String),
    /// SQLite could not open or create the file, without a reason.
    #[error("{0}: cannot be opened; see that its folder is there and may be written to")]
    Closed(String),
    /// Another process has the journal open for writing.
    #[error("{place}: in use by {holder}; wait for its end, or end it")]
    InUse {
        /// The journal.
        place: String,
        /// The process, as well as it can be told.
        holder: Sentence,
    },
    /// A line before the last is damaged.
    #[error("{place}:{line}: {why}; restore the file from a copy, the lines before it are whole")]
    Garbled {
        /// The journal.
        place: String,
        /// From 1.
        line: u64,
        /// What is wrong with it.
        why: Sentence,
    },
    /// The file is the journal of another event.
    #[error("{place}: is the journal of \"{found}\", not of \"{wanted}\"; choose another file")]
    OtherEvent {
        /// The journal.
        place: String,
        /// Whose it is.
        found: String,
        /// Whose it should be.
        wanted: String,
    },
    /// After an earlier write error it is unknown what is on the disk.
    #[error("{0}: an earlier write failed and it is not known what is on the disk; open it again")]
    Uncertain(String),
    /// An id that cannot be stored: empty, or with a NUL.
    #[error("\"{0}\": an id is a text that is not empty and holds no NUL; choose another")]
    Id(String),
    /// Not a valid store address.
    #[error("\"{0}\": a store is sqlite:PATH or postgres://USER@HOST/NAME; {1}")]
    Address(String, Sentence),
    /// The database was written by a newer version.
    #[error("{0}: was written by a newer version of this program; install that version")]
    Newer(String),
    /// A file could not be read or written; its path comes first.
    #[error("{0}: {1}")]
    Io(String, #[source] io::Error),
    /// The database reported an error or is unavailable.
    #[error("{0}: {1}")]
    Database(String, #[source] Refusal),
    /// This binary was built without databases.
    #[error(
        "{0}: this binary was built without databases; build it with the feature `databases`, the default"
    )]
    Without(String),
    /// A row has contents that this program does not write.
    #[error("{0}: {1}; restore the database from a copy")]
    Row(String, Sentence),
    /// Stored contents are missing or damaged.
    #[error("{place}: the contents of SHA-256 {digest} {}; `resume` of the event writes them anew", .what.words()[0])]
    Blob {
        /// The database.
        place: String,
        /// Their hash.
        digest: Digest,
        /// What is wrong.
        what: BlobFault,
    },
}

/// What is wrong with stored contents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlobFault {
    /// They are missing.
    Missing,
    /// They have another hash.
    Garbled,
}

impl BlobFault {
    /// In English and in Chinese.
    pub(crate) fn words(self) -> [&'static str; 2] {
        match self {
            BlobFault::Missing => ["are not there", "不存在"],
            BlobFault::Garbled => ["were changed", "已损坏"],
        }
    }
}

impl StoreError {
    /// The same sentence in Chinese; what the system itself said stays as it is.
    pub fn zh(&self) -> String {
        match self {
            StoreError::Full(place) => format!("{place}：磁盘已满，未写入任何内容；请腾出空间后重试"),
            StoreError::ReadOnly(place) => format!("{place}：只读，未写入任何内容；请换个位置或修改权限"),
            StoreError::Closed(place) => format!("{place}：无法打开；请确认所在文件夹存在且可写"),
            StoreError::InUse { place, holder } => {
                format!("{place}：正被{}使用；请等它结束，或将其终止", holder.to(Lang::Zh))
            }
            StoreError::Garbled { place, line, why } => {
                format!("{place}:{line}：内容损坏（{}）；此前各行完好，请用备份恢复该文件", why.to(Lang::Zh))
            }
            StoreError::OtherEvent { place, found, wanted } => {
                format!("{place}：是“{found}”的日志，不是“{wanted}”的；请换一个文件")
            }
            StoreError::Uncertain(place) => {
                format!("{place}：先前的写入失败，磁盘上的内容不确定；请重新打开")
            }
            StoreError::Id(id) => format!("“{id}”：标识不能为空，也不能含 NUL 字符；请换一个"),
            StoreError::Address(address, why) => {
                format!(
                    "“{address}”：存储地址应为 sqlite:路径 或 postgres://用户@主机/库名；{}",
                    why.to(Lang::Zh)
                )
            }
            StoreError::Without(address) => {
                format!("{address}：本程序编译时未包含数据库；请启用默认的 `databases` 特性重新编译")
            }
            StoreError::Newer(place) => format!("{place}：由更新版本的程序写成；请安装该版本"),
            StoreError::Io(place, error) => format!("{place}：{error}"),
            StoreError::Database(place, error) => format!("{place}：数据库错误：{error}"),
            StoreError::Blob { place, digest, what } => {
                format!("{place}：SHA-256 为 {digest} 的内容{}；`resume` 该赛事会重新写入", what.words()[1])
            }
            StoreError::Row(place, why) => format!("{place}：{}；请用备份恢复数据库", why.to(Lang::Zh)),
        }
    }

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
