//! Help in Chinese for `leitai operate`.

/// `command argument`, and its help.
pub(super) const ZH: &[(&str, &str)] = &[
    ("operate", "操作席：为己方程序坐在棋盘前，由操作员转达双方着法"),
    ("operate game", "棋种"),
    ("operate program", "己方程序：棋手级别、'cmd:程序 参数'、源文件、文件夹或可执行文件"),
    ("operate second", "首局己方程序执后手"),
    ("operate options", "规则选项，写作 名称=值（用 `leitai games 棋种` 查看）"),
    ("operate preset", "以来源命名的一组选项、时限与内存；默认 school（没有时为第一个）"),
    (
        "operate clock",
        "时限，例如 start=5s,move=2s,game=90s,inc=1s（每手加时），或 40/60+0.6（每 40 手 60 秒）；未写的不变，none 表示取消",
    ),
    ("operate dialect", "己方程序所用协议，auto 为自动识别；默认为该棋种常用的协议"),
    ("operate clock_by_hand", "对方的钟由手动启动，而不是在己方程序走出后立即启动"),
    ("operate games", "局数，每局交换先后手；默认 2 局，预设规定先胜四局时从其规定"),
    ("operate team", "己方队名；默认为程序的名称"),
    ("operate other", "对方队名"),
    ("operate operator", "操作员姓名，记入记录"),
    ("operate folder", "本场比赛的文件夹；默认 `operate/棋种-N`，即最近未下完的一场"),
    ("operate new", "另开一场，用下一个文件夹"),
    ("operate rehearse", "与此级别的内置棋手预演，途中会出现输错与崩溃"),
    ("operate seed", "预演中意外情况的随机种子"),
    ("operate check", "列出赛前应确认的各项后结束；有任何一项需要处理时以代码 1 退出"),
    ("operate json", "与 --check 或 --terminal 同用：每行一个 JSON 对象"),
    ("operate terminal", "全部在本终端进行，不用浏览器"),
    ("operate listen", "页面的本机地址；默认 127.0.0.1，端口同上次，否则任取"),
    ("operate no_browser", "只显示页面地址，不打开浏览器"),
];
