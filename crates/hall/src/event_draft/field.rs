//! The fields of an event's file, described for a form.

use FieldKind::{Choice, Entries, Game, Moment, Number, Pairs, Part, Text, Truth};
use leitai_core::Words;

/// Most characters in a single-line field.
pub(crate) const LONGEST: usize = 200;

/// How a field is filled in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldKind {
    /// One line of text.
    Text,
    /// A whole number.
    Number,
    /// `true` or `false`.
    Truth,
    /// One of these.
    Choice(&'static [&'static str]),
    /// The id of a game.
    Game,
    /// A date and a time, with their zone or in the reader's.
    Moment,
    /// Lines of the form `name = value`.
    Pairs,
    /// A part of the file, verbatim, beginning with its own heading.
    Part,
    /// One entry a line: name, program, class, seed score, members, teachers, school, group.
    Entries,
}

impl FieldKind {
    /// Whether it has several lines.
    pub const fn has_lines(self) -> bool {
        matches!(self, Pairs | Part | Entries)
    }
}

/// A field of an event's file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileField {
    /// Its path in the file: `name`, `sandbox.memory`.
    pub path: &'static str,
    /// How it is filled in.
    pub kind: FieldKind,
    /// Its title.
    pub title: Words,
    /// Its meaning, and its default.
    pub what: Words,
}

const fn field(path: &'static str, kind: FieldKind, title: Words, what: Words) -> FileField {
    FileField { path, kind, title, what }
}

/// All fields, in the order of the file.
pub const FIELDS: &[FileField] = &[
    field(
        "name",
        Text,
        Words::new("Name", "名称"),
        Words::new(
            "What the event is called; no other event of this site may have the same name.",
            "赛事名称，不得与本站其他赛事相同。",
        ),
    ),
    field("game", Game, Words::new("Game", "棋种"), Words::new("What is played.", "比赛的棋种。")),
    field(
        "preset",
        Choice(&["school", "course", "judge"]),
        Words::new("Preset", "预设"),
        Words::new(
            "Plan, points, tie-breaks, clock and options of one of three kinds: `school` is a double round robin, `course` a knock-out in classes, `judge` a score board on which everybody's newest program meets everybody else's.",
            "三类赛事之一的赛程、记分、破同分、时限与选项：`school` 为双循环，`course` 为分班淘汰赛，`judge` 为最新程序两两相遇的评测榜。",
        ),
    ),
    field(
        "seed",
        Text,
        Words::new("Seed", "种子"),
        Words::new(
            "One line from which every lot is drawn. Secret until the event is over. Default: chosen at random.",
            "一行文字，所有抽签由它决定；赛事结束前保密。不填则随机产生。",
        ),
    ),
    field(
        "clock",
        Text,
        Words::new("Clock", "时限"),
        Words::new(
            "Such as `start=5s,move=2s,game=90s,inc=1s`. Default: the preset's.",
            "例如 `start=5s,move=2s,game=90s,inc=1s`。不填则按预设。",
        ),
    ),
    field(
        "dialect",
        Text,
        Words::new("Protocol", "协议"),
        Words::new(
            "What all programs speak. Default: the game's usual one.",
            "所有程序使用的协议。不填则为该棋种的常用协议。",
        ),
    ),
    field(
        "games",
        Number,
        Words::new("Games of a match", "每场局数"),
        Words::new("For `judge`: an even number. Default: 2.", "用于 `judge`：须为偶数。不填则为 2。"),
    ),
    field(
        "second-stage",
        Number,
        Words::new("Second stage", "第二阶段人数"),
        Words::new(
            "For `course`: how many play it. Default: 32.",
            "用于 `course`：进入第二阶段的数目。不填则为 32。",
        ),
    ),
    field(
        "twice",
        Text,
        Words::new("Played twice", "复核比例"),
        Words::new(
            "The share of games that is played again on another machine and compared, such as 0.05. Default: none.",
            "在另一台机器上重赛并比对的对局比例，例如 0.05。不填则不复核。",
        ),
    ),
    field(
        "at-tables",
        Truth,
        Words::new("Played at tables", "棋桌对局"),
        Words::new(
            "`true`: the games are played at tables of a hall, and their results are brought. Default: `false`.",
            "`true` 为在赛场棋桌上进行，成绩由棋桌提交。不填则为 `false`。",
        ),
    ),
    field(
        "date",
        Text,
        Words::new("Date", "日期"),
        Words::new("As shown on its pages.", "按原样显示在赛事页面上。"),
    ),
    field(
        "place",
        Text,
        Words::new("Place", "地点"),
        Words::new("As shown on its pages.", "按原样显示在赛事页面上。"),
    ),
    field(
        "options",
        Pairs,
        Words::new("Options of the rules", "规则选项"),
        Words::new(
            "One per line, such as `size = 9`; the page of the game lists them. Default: the preset's, then the game's.",
            "每行一项，例如 `size = 9`；见该棋种的页面。不填则按预设，再按棋种默认。",
        ),
    ),
    field(
        "team.members",
        Number,
        Words::new("Members of a team", "每队队员"),
        Words::new(
            "At most so many. Default: 3 for `school`, else any number.",
            "至多人数。不填：`school` 为 3，其余不限。",
        ),
    ),
    field(
        "team.teachers",
        Number,
        Words::new("Teachers of a team", "每队指导教师"),
        Words::new(
            "At most so many. Default: 2 for `school`, else any number.",
            "至多人数。不填：`school` 为 2，其余不限。",
        ),
    ),
    field(
        "awards.first",
        Number,
        Words::new("First prizes, %", "一等奖（%）"),
        Words::new(
            "At most this share of the entries, rounded down. Default: 10 for `school`, else none.",
            "占参赛者的最高比例，向下取整。不填：`school` 为 10，其余不设。",
        ),
    ),
    field(
        "awards.second",
        Number,
        Words::new("Second prizes, %", "二等奖（%）"),
        Words::new("The same; 20 for `school`.", "同上；`school` 为 20。"),
    ),
    field(
        "awards.third",
        Number,
        Words::new("Third prizes, %", "三等奖（%）"),
        Words::new("The same; 30 for `school`.", "同上；`school` 为 30。"),
    ),
    field(
        "awards.notice-hours",
        Number,
        Words::new("Hours of notice", "公示时长（小时）"),
        Words::new(
            "How long after the last game the list of prizes is provisional. Default: 72.",
            "末局之后，获奖名单在此期间为暂定。不填则为 72。",
        ),
    ),
    field(
        "submit.opens",
        Moment,
        Words::new("Submissions open", "开放提交"),
        Words::new(
            "For `judge` and `course`: a date and a time, such as `2026-10-08 08:00`; in another time zone with it, such as `+09:00`. Default: at once.",
            "用于 `judge` 与 `course`：日期与时间，例如 2026年10月8日 8:00；若为其他时区请注明，例如 `+09:00`。不填则立即开放。",
        ),
    ),
    field(
        "submit.closes",
        Moment,
        Words::new("Submissions close", "截止提交"),
        Words::new(
            "The same, such as `2026-10-22 24:00`: from this moment on nothing is accepted, and the games of a `course` begin. Default: never.",
            "同上，例如 2026年10月22日 24:00：从此刻起不再接受，`course` 的对局随之开始。不填则不截止。",
        ),
    ),
    field(
        "submit.interval",
        Text,
        Words::new("Time between submissions", "提交间隔"),
        Words::new(
            "Minimum time between two submissions of an entry, such as `10m`. Default: none.",
            "同一参赛者两次提交的最短间隔，例如 `10m`。不填则不限。",
        ),
    ),
    field(
        "submit.day-time",
        Text,
        Words::new("Time used per day", "每日用时"),
        Words::new(
            "How much time the programs of an entry may have used in 24 hours if it is to submit another, such as `2h`. Default: no limit.",
            "同一参赛者的程序 24 小时内的用时上限，超过则不能再提交，例如 `2h`。不填则不限。",
        ),
    ),
    field(
        "submit.size",
        Text,
        Words::new("Source size", "源文件大小"),
        Words::new(
            "The maximum, such as `64KB`; never more than `1MB`. Default: `1MB`.",
            "上限，例如 `64KB`，不超过 `1MB`。不填则为 `1MB`。",
        ),
    ),
    field(
        "sandbox.level",
        Choice(&["auto", "F", "R", "N"]),
        Words::new("Sandbox", "沙箱级别"),
        Words::new(
            "How programs are confined. `auto` is the strongest level that a machine can set up; events opened here always confine them.",
            "程序的隔离级别。`auto` 为各机器能建立的最强级别；在此新建的赛事总是启用隔离。",
        ),
    ),
    field(
        "sandbox.at-least",
        Choice(&["auto", "F", "R", "N"]),
        Words::new("Sandbox at least", "最低沙箱级别"),
        Words::new(
            "A machine that cannot set up this level plays nothing. Default: `N`, or the level above if that is lower.",
            "达不到此级别的机器不参与对局。不填则为 `N`；若上项更低则随之。",
        ),
    ),
    field(
        "sandbox.memory",
        Text,
        Words::new("Memory", "内存"),
        Words::new("Of each program, such as `256MB`.", "每个程序的内存，例如 `256MB`。"),
    ),
    field(
        "sandbox.scratch",
        Text,
        Words::new("Scratch space", "临时空间"),
        Words::new("Of each program, such as `64MB`.", "每个程序的临时空间，例如 `64MB`。"),
    ),
    field(
        "sandbox.processes",
        Number,
        Words::new("Processes", "进程数"),
        Words::new("Processes and threads of each program.", "每个程序的进程与线程数。"),
    ),
    field(
        "sandbox.output-line",
        Text,
        Words::new("Longest line", "单行输出"),
        Words::new("That a program may print. Default: `64KB`.", "程序输出一行的上限。不填则为 `64KB`。"),
    ),
    field(
        "sandbox.output-turn",
        Text,
        Words::new("Output of a turn", "每回合输出"),
        Words::new(
            "The most a program may print between two requests. Default: `1MB`.",
            "两次请求之间的输出上限。不填则为 `1MB`。",
        ),
    ),
    field(
        "sandbox.log",
        Text,
        Words::new("Log", "日志"),
        Words::new(
            "How much of a program's log is kept. Default: `32KB`.",
            "程序日志的保留量。不填则为 `32KB`。",
        ),
    ),
    field(
        "sandbox.ponder",
        Truth,
        Words::new("Compute in the opponent's time", "对方思考时继续运算"),
        Words::new("Default: `true` for `judge`, else `false`.", "不填：`judge` 为 `true`，其余为 `false`。"),
    ),
    field(
        "sandbox.tell",
        Choice(&["all", "least"]),
        Words::new("What programs are told", "告知程序的内容"),
        Words::new(
            "`least`: no more than they need; see the page on programs. Default: `all`.",
            "`least` 为只告知必要内容，见程序文档。不填则为 `all`。",
        ),
    ),
    field(
        "show.pace",
        Text,
        Words::new("Pace", "展示间隔"),
        Words::new(
            "Minimum time between two plies for spectators, such as `700ms`; at most `10s`. Default: none.",
            "观众看到的两手之间的最短间隔，例如 `700ms`，至多 `10s`。不填则不限。",
        ),
    ),
    field(
        "watch.hidden",
        Text,
        Words::new("Games with secrets", "暗棋公开方式"),
        Words::new(
            "When the public sees the truth: `after` the secrets end, never (`public`), or `delayed 10m`.",
            "公众何时看到真相：`after` 为不再有隐瞒时，`public` 为始终不公开，或 `delayed 10m`。",
        ),
    ),
    field(
        "board.publish",
        Text,
        Words::new("Publication", "成绩公布"),
        Words::new(
            "When the standings are published: `at-once`, or at an interval, such as `10m`. Default: at once.",
            "公众何时看到成绩：`at-once` 为即时，或每隔一段时间，例如 `10m`。不填则为即时。",
        ),
    ),
    field(
        "plan",
        Part,
        Words::new("Changes to the plan", "修改赛程"),
        Words::new(
            "As in the file, beginning with `[plan]` or `[plan.stages.1]`: see the page on events.",
            "按文件写法，以 `[plan]` 或 `[plan.stages.1]` 开头，详见赛事文档。",
        ),
    ),
    field(
        "entries",
        Entries,
        Words::new("Entries", "参赛者"),
        Words::new(
            "One per line: name, program, class, seed score, members, teachers, school, group; everything after the name may be omitted, several names are separated by semicolons. A program is a level of the game, or a file in the folder of events; without one, the entry plays with what it hands in. People enter a `judge` event by themselves.",
            "每行一个：名称，程序，班级，种子分，队员，指导教师，学校，组别；名称之后可省略，多个姓名以分号隔开。程序为该棋种的级别，或赛事目录中的文件；不填则以其提交的程序参赛。`judge` 赛事可自行加入。",
        ),
    ),
];
