//! The audit list: who did what to whom. It only grows; nothing here changes or removes a line.

use crate::actor::Actor;
use crate::database::Tx;
use crate::statement::{Arg, QUEUE_UP, Sql};
use crate::{Database, Role, StoreError};
use Arg::{Int, Text};
use leitai_core::{Lang, Tell, Words, sentence};
use serde_json::{Value, json};

const NEXT: Sql = Sql::same("SELECT COALESCE(MAX(seq), 0) + 1 FROM audit");
const ADD: Sql =
    Sql::same("INSERT INTO audit (seq, at_ms, actor, deed, about, details) VALUES ($1, $2, $3, $4, $5, $6)");
const BEFORE: Sql = Sql::same(
    "SELECT seq, at_ms, actor, deed, about, details FROM audit WHERE seq < $1 ORDER BY seq DESC LIMIT $2",
);

const OF: Sql = Sql::same(
    "SELECT seq, at_ms, actor, deed, about, details FROM audit WHERE actor = $1 OR about = $1 ORDER BY seq",
);

type Row = (i64, i64, String, String, String, String);

macro_rules! deeds {
    ($($(#[$doc:meta])* $deed:ident: $name:literal, $en:literal, $zh:literal;)*) => {
        /// What was done.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Deed {
            $($(#[$doc])* $deed,)*
        }

        impl Deed {
            /// All deeds.
            pub const ALL: &[Deed] = &[$(Deed::$deed),*];

            /// Its name in the store.
            pub const fn name(self) -> &'static str {
                match self { $(Deed::$deed => $name,)* }
            }

            /// Its description for people.
            pub const fn words(self) -> Words {
                match self { $(Deed::$deed => Words::new($en, $zh),)* }
            }
        }
    };
}

deeds! {
    /// A roster was imported.
    Import: "import", "imported a roster", "导入名单";
    /// A single person was added or changed.
    Add: "add", "added or changed a person", "添加或修改人员";
    /// First passwords were printed.
    Slips: "slips", "printed first passwords", "打印初始密码";
    /// The expiry date of first passwords was set.
    Until: "until", "set when first passwords expire", "设定初始密码截止日";
    /// A reset code was issued for a forgotten password.
    Code: "code", "gave a code for a forgotten password", "发放密码重置码";
    /// An account was closed.
    Close: "close", "closed an account", "关闭账号";
    /// An account was opened again.
    Open: "open", "opened an account again", "重新开放账号";
    /// A role was given.
    Role: "role", "gave a role", "授予角色";
    /// Somebody signed in.
    SignIn: "sign-in", "signed in", "登录";
    /// A password was chosen.
    Password: "password", "chose a password", "设置密码";
    /// A nickname was chosen.
    Nickname: "nickname", "chose a nickname", "设置昵称";
    /// A token was made for the person's programs.
    Token: "token", "made a token", "创建令牌";
    /// A token was revoked.
    EndToken: "end-token", "revoked a token", "撤销令牌";
    /// The data stored about a person was exported.
    Export: "export", "downloaded the data of an account", "导出账号数据";
    /// The data stored about a person was removed.
    Remove: "remove", "removed an account", "删除账号";
    /// A session was ended from elsewhere.
    EndSession: "end-session", "ended a session", "使一台设备退出登录";
    /// An event was opened.
    OpenEvent: "open-event", "opened an event", "新建赛事";
    /// An event was paused.
    Pause: "pause", "paused an event", "暂停赛事";
    /// A paused event was resumed.
    Resume: "resume", "resumed an event", "恢复赛事";
    /// The public view of an event was frozen.
    Freeze: "freeze", "froze what the public sees of an event", "封榜";
    /// The public view of an event was unfrozen.
    Reveal: "reveal", "revealed an event to the public again", "揭榜";
    /// A column was added to a score board.
    AddColumn: "add-column", "added a column to a score board", "为成绩榜添加一列";
    /// A column of a score board was filled in.
    FillColumn: "fill-column", "filled in a column of a score board", "填写成绩榜的一列";
    /// A column of a score board was published.
    PublishColumn: "publish-column", "published a column of a score board", "公布成绩榜的一列";
    /// A column of a score board was hidden from the public.
    HideColumn: "hide-column", "hid a column of a score board", "隐藏成绩榜的一列";
    /// A report was handed in for an entry.
    Report: "report", "handed in a report", "提交报告";
    /// Others were allowed, or not any more, to play test games against an entry's program.
    Sparring: "sparring", "set whether others may test against a program", "设定是否允许他人与程序测试对局";
    /// The submission limits of an event (how often and until when) were changed.
    Limits: "limits", "changed what may be handed in", "修改提交限制";
    /// Fields of an event's file were changed.
    Edit: "edit-event", "changed an event", "修改赛事";
    /// A ruling was made.
    Rule: "rule", "made a ruling", "作出裁决";
    /// Something was done in a contest that is an organiser's.
    Contest: "contest", "did something in a contest", "处理比赛事务";
    /// A team did something for itself in a contest.
    ContestTeam: "contest-team", "signed up, changed or withdrew a team", "为队伍报名、修改或退出";
    /// A referee did something at a table of a contest.
    ContestTable: "contest-table", "did something at a table of a contest", "处理棋桌事务";
    /// Somebody with a duty in a contest made a ruling.
    RuleByDuty: "rule-by-duty", "made a ruling by a duty in a contest", "依比赛职务作出裁决";
    /// A team objected to a result or the schedule.
    Object: "object", "objected for a team", "代表队伍提出异议";
    /// The result of a game at a table of the hall was brought.
    BringResult: "bring-result", "brought the result of a game at a table", "提交棋桌对局的成绩";
    /// A referee brought the result of a game from his table.
    BringFromTable: "bring-from-table", "brought the result of a game from a table of theirs", "提交所辖棋桌的对局成绩";
    /// A notice was posted.
    Notice: "notice", "posted a notice", "发布通知";
    /// The workers of a machine were paused: they take no games for a while.
    PauseWorkers: "pause-workers", "paused the workers of a machine", "暂停一台机器的对局机";
    /// The workers of a machine were drained: they leave once their games end.
    DrainWorkers: "drain-workers", "drained the workers of a machine", "让一台机器的对局机收工";
    /// The workers of a machine were barred: they get no games.
    BarWorkers: "bar-workers", "barred the workers of a machine", "禁用一台机器的对局机";
    /// The workers of a machine were allowed to take games again.
    ResumeWorkers: "resume-workers", "let the workers of a machine work again", "恢复一台机器的对局机";
    /// A worker was admitted and given a token.
    AdmitWorker: "admit-worker", "admitted a worker", "准入一台对局机";
    /// The limit on the games that an admitted worker may hold at once was changed.
    LimitWorker: "limit-worker", "set how many games a worker may hold", "设定一台对局机可持有的局数";
    /// Games were restricted to admitted workers.
    DemandAdmitted: "demand-admitted", "restricted the games to admitted workers", "只让已准入的对局机进行对局";
    /// Games were opened to all workers again.
    AdmitAll: "admit-all", "let every worker play", "让所有对局机进行对局";
    /// A worker's token was revoked.
    RevokeWorker: "revoke-worker", "revoked a worker's token", "撤销一台对局机的令牌";
    /// Somebody else's source was read.
    ReadSource: "read-source", "read a source", "查看源代码";
    /// Somebody else's submission was read: what the compiler and the program wrote.
    ReadLog: "read-log", "read a submission and its logs", "查看提交及其日志";
    /// A report was read.
    ReadReport: "read-report", "read a report", "查看报告";
    /// People were listed, or their marks.
    ReadPeople: "read-people", "read a list of people", "查看人员名单";
    /// A question was asked.
    Ask: "ask", "asked a question", "提问";
    /// A question was answered.
    Answer: "answer", "answered a question", "回答提问";
    /// A notice was withdrawn.
    Withdraw: "withdraw-notice", "withdrew a notice", "撤回通知";
}

impl Deed {
    /// The least role of whoever does it; `None` where the deed itself asks, since it depends on whom it concerns.
    const fn least(self) -> Option<Role> {
        match self {
            Deed::Import
            | Deed::Add
            | Deed::Slips
            | Deed::Until
            | Deed::Code
            | Deed::Close
            | Deed::Open
            | Deed::Role
            | Deed::SignIn
            | Deed::Password
            | Deed::Nickname
            | Deed::Token
            | Deed::EndToken
            | Deed::Export
            | Deed::Remove
            | Deed::EndSession => None,
            Deed::Report
            | Deed::Ask
            | Deed::Sparring
            | Deed::ContestTeam
            | Deed::ContestTable
            | Deed::RuleByDuty
            | Deed::Object
            | Deed::BringFromTable => Some(Role::Student),
            _ => Some(Role::Organiser),
        }
    }
}

impl Tell for Deed {
    fn told(&self, lang: Lang) -> String {
        self.words().told(lang)
    }
}

/// A line of the list.
#[derive(Clone, PartialEq, Debug)]
pub struct AuditLine {
    /// Its number, from 1 without gaps.
    pub seq: u64,
    /// When it was written, by the database's clock, in milliseconds since 1970-01-01 UTC.
    pub at_ms: i64,
    /// Who did it: a person's number, or whatever name the caller gives.
    pub actor: String,
    /// What was done.
    pub deed: Deed,
    /// Whom or what it concerns, such as a person's number; empty if nothing in particular.
    pub about: String,
    /// Further details.
    pub details: Value,
}

/// In the details of a line of something that is about to be done.
const BEGUN: &str = "begun";

impl AuditLine {
    /// Whether it was only begun when this was written.
    pub fn is_begun(&self) -> bool {
        self.details[BEGUN] == true
    }
}

/// The audit list in a [`Database`].
pub struct Audit {
    database: Database,
}

impl Audit {
    /// The audit list of a database.
    pub fn new(database: Database) -> Audit {
        Audit { database }
    }

    /// Adds a line for a deed done outside this database; the line is on the disk once this returns.
    pub async fn add(
        &self,
        by: Actor<'_>,
        deed: Deed,
        about: &str,
        details: &Value,
    ) -> Result<(), StoreError> {
        let mut tx = self.database.begin().await?;
        note(&mut tx, &self.database, by, deed, about, details).await?;
        tx.commit().await
    }

    /// Adds a line for a deed outside this database that is about to be done. A line without another after it that
    /// says that it was done tells of one that was broken off, or refused.
    pub async fn begin(&self, by: Actor<'_>, deed: Deed, about: &str) -> Result<(), StoreError> {
        self.add(by, deed, about, &json!({ BEGUN: true })).await
    }

    /// At most `most` lines before the line `before`, the newest first; all lines are before [`u64::MAX`].
    pub async fn lines(&self, before: u64, most: u32) -> Result<Vec<AuditLine>, StoreError> {
        let before = i64::try_from(before).unwrap_or(i64::MAX);
        self.read(self.database.rows(BEFORE, &[Int(before), Int(most.into())]).await?)
    }

    /// All lines about what a person did or what was done to this person, the oldest first.
    pub async fn of(&self, number: &str) -> Result<Vec<AuditLine>, StoreError> {
        self.read(self.database.rows(OF, &[Text(number)]).await?)
    }

    fn read(&self, rows: Vec<Row>) -> Result<Vec<AuditLine>, StoreError> {
        let line = |(seq, at_ms, actor, deed, about, details): Row| {
            let known = Deed::ALL.iter().copied().find(|known| known.name() == deed);
            let details = serde_json::from_str(&details).ok();
            known
                .zip(details)
                .map(|(deed, details)| AuditLine { seq: seq as u64, at_ms, actor, deed, about, details })
                .ok_or_else(|| {
                    let why = sentence!(
                        "line {seq} of the audit list cannot be read",
                        "审计记录第 {seq} 条无法读取"
                    );
                    StoreError::Row(self.database.place().to_owned(), why)
                })
        };
        rows.into_iter().map(line).collect()
    }
}

/// Writes an audit line in the transaction of the deed it records: both are stored, or neither; and neither, if the
/// actor may not do such a deed at this moment. Transactions that write audit lines are serialised from here on.
pub(crate) async fn note(
    tx: &mut Tx<'_>,
    database: &Database,
    by: Actor<'_>,
    deed: Deed,
    about: &str,
    details: &Value,
) -> Result<(), StoreError> {
    if let Some(least) = deed.least() {
        by.is_at_least(tx, least).await?;
    }
    let _: Vec<(i32,)> = tx.rows(QUEUE_UP, &[Text("audit")]).await?;
    let next: Vec<(i64,)> = tx.rows(NEXT, &[]).await?;
    let (seq,) = database.single(next)?;
    let (now, details) = (tx.now().await?, details.to_string());
    let args = [Int(seq), Int(now), Text(by.name()), Text(deed.name()), Text(about), Text(&details)];
    tx.run(ADD, &args).await?;
    Ok(())
}
