//! What a column is, by the words with which schools and judges head it.

use leitai_core::Words;

/// What a column of a roster says about a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// The number by which the person signs in.
    Number,
    /// The name known to teachers.
    Name,
    /// The class.
    Class,
    /// The team.
    Team,
    /// The seed score.
    SeedScore,
    /// A password: never read.
    Password,
    /// Anything else: never read.
    Ignored,
}

/// The words that head each column, in the form of [`key`]. Of two columns of the same kind the one whose word comes
/// first is taken.
const HEADS: [(Column, &[&str]); 7] = [
    (
        Column::Number,
        &[
            "学号",
            "學號",
            "学生学号",
            "studentnumber",
            "studentid",
            "studentno",
            "sid",
            "考号",
            "考生号",
            "准考证号",
            "学籍号",
            "工号",
            "账号",
            "帐号",
            "帳號",
            "登录名",
            "用户名",
            "username",
            "login",
            "account",
            "number",
            "userid",
            "uid",
            "编号",
            "編號",
            "座號",
            "id",
            "no",
        ],
    ),
    (
        Column::Name,
        &[
            "姓名",
            "学生姓名",
            "學生姓名",
            "真实姓名",
            "中文姓名",
            "考生姓名",
            "学员姓名",
            "名字",
            "realname",
            "fullname",
            "studentname",
            "name",
            "displayname",
        ],
    ),
    (
        Column::Class,
        &[
            "行政班",
            "行政班级",
            "行政班名称",
            "班级",
            "班級",
            "班级名称",
            "班級名稱",
            "所在班级",
            "所属班级",
            "自然班",
            "班",
            "班号",
            "班名",
            "class",
            "classname",
            "教学班",
            "教学班名称",
            "section",
        ],
    ),
    (
        Column::Team,
        &[
            "队伍",
            "隊伍",
            "队伍名称",
            "队名",
            "隊名",
            "所属队伍",
            "参赛队",
            "参赛队伍",
            "队",
            "team",
            "teamname",
            "小组",
            "组",
            "组别",
        ],
    ),
    (
        Column::SeedScore,
        &["种子分", "種子分", "seedscore", "seed", "score", "成绩", "成績", "分数", "總分", "总分", "grade"],
    ),
    (
        Column::Password,
        &["密码", "密碼", "初始密码", "口令", "password", "passwd", "pwd", "pass", "initialpassword"],
    ),
    (
        Column::Ignored,
        &[
            "序号",
            "序號",
            "行号",
            "性别",
            "性別",
            "学院",
            "學院",
            "院系",
            "系",
            "系别",
            "专业",
            "專業",
            "专业名称",
            "年级",
            "年級",
            "学年",
            "学期",
            "学校",
            "學校",
            "单位",
            "邮箱",
            "电子邮箱",
            "電子郵件",
            "邮件",
            "email",
            "mail",
            "emailaddress",
            "电话",
            "手机",
            "手机号",
            "联系电话",
            "phone",
            "mobile",
            "备注",
            "備註",
            "说明",
            "签名",
            "签到",
            "remark",
            "remarks",
            "note",
            "notes",
            "gender",
            "sex",
            "school",
            "department",
            "major",
            "institution",
            "organization",
            "country",
            "nickname",
            "昵称",
            "身份证号",
            "民族",
            "学籍状态",
            "修读类型",
            "选课状态",
            "课程",
            "教师",
            "任课教师",
            "type",
            "ip",
            "role",
            "teamid",
            "externalid",
            "groupid",
            "index",
            "#",
        ],
    ),
];

impl Column {
    /// Every kind of column, in the order of a roster without a header.
    pub const ALL: [Column; 7] = [
        Column::Number,
        Column::Name,
        Column::Class,
        Column::Team,
        Column::SeedScore,
        Column::Password,
        Column::Ignored,
    ];

    /// The name in forms and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Column::Number => "number",
            Column::Name => "name",
            Column::Class => "class",
            Column::Team => "team",
            Column::SeedScore => "seed",
            Column::Password => "password",
            Column::Ignored => "-",
        }
    }

    /// The column with this name.
    pub fn read(name: &str) -> Option<Column> {
        Column::ALL.into_iter().find(|column| column.name() == name)
    }

    /// What people read.
    pub const fn words(self) -> Words {
        match self {
            Column::Number => Words::new("number", "学号"),
            Column::Name => Words::new("name", "姓名"),
            Column::Class => Words::new("class", "班级"),
            Column::Team => Words::new("team", "队伍"),
            Column::SeedScore => Words::new("seed score", "种子分"),
            Column::Password => Words::new("password", "密码"),
            Column::Ignored => Words::new("ignored", "忽略"),
        }
    }

    /// What a head says, and how well: 0 is best. `None` if it is not a usual one.
    pub(crate) fn of(head: &str) -> Option<(Column, usize)> {
        // Most cells are no heads.
        if head.len() > 80 {
            return None;
        }
        // "学号/工号", "学号（必填）", "Student ID*".
        head.split(['/', '／', '(', '（', '[', '【']).map(key).filter(|key| !key.is_empty()).find_map(|key| {
            HEADS
                .iter()
                .find_map(|(column, heads)| Some((*column, heads.iter().position(|head| *head == key)?)))
        })
    }
}

/// A head without what distinguishes `Student ID`, `student_id` and `ＳＴＵＤＥＮＴ－ＩＤ*`.
fn key(head: &str) -> String {
    let kept = head.chars().map(crate::entry::narrow).filter(|c| c.is_alphanumeric() || *c == '#');
    kept.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_heads_are_known_however_they_are_written() {
        let of = |head| Column::of(head).map(|(column, _)| column);
        for head in [
            "学号",
            "学 号",
            "學號",
            "Student ID",
            "student_id",
            "ＳＩＤ",
            "No.",
            "学号（必填）",
            "账号",
            "username*",
        ] {
            assert_eq!(of(head), Some(Column::Number), "{head}");
        }
        for (head, column) in [
            ("真实姓名", Column::Name),
            ("Real Name", Column::Name),
            ("班级名称", Column::Class),
            ("行政班", Column::Class),
            ("队伍/Team", Column::Team),
            ("Seed score", Column::SeedScore),
            ("初始密码", Column::Password),
            ("序号", Column::Ignored),
            ("E-mail", Column::Ignored),
        ] {
            assert_eq!(of(head), Some(column), "{head}");
        }
        for none in ["", "()", "2023402101", "徐杰", "学号：2023", "Ann"] {
            assert_eq!(of(none), None, "{none}");
        }
        for column in Column::ALL {
            assert_eq!(Column::read(column.name()), Some(column));
        }
    }
}
