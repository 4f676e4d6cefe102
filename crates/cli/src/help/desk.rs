//! Help in Chinese for `leitai desk`.

/// `command argument`, and its help.
pub(super) const ZH: &[(&str, &str)] = &[
    ("desk", "裁判席：裁判在一台电脑上录入双方着法，不用程序，不用网络"),
    ("desk game", "棋种，或从比赛取走棋桌的文件"),
    ("desk table", "文件中的哪张棋桌"),
    ("desk options", "规则选项，写作 名称=值（用 `leitai games 棋种` 查看）；裁判席另有默认值的选项从裁判席"),
    ("desk preset", "以来源命名的一组选项与时限；默认 school（没有时为第一个）"),
    (
        "desk clock",
        "时限，例如 game=15m,inc=1s（每手加时），或 40/60+0.6（每 40 手 60 秒）；未写的不变，none 表示取消",
    ),
    ("desk go_ahead", "每方棋钟须待裁判示意才走；需由裁判宣布结果的棋种默认为 on"),
    ("desk games", "局数，每局交换先后手；默认 2 局，预设规定先胜四局时从其规定"),
    ("desk first", "首局先手的队名"),
    ("desk second", "首局后手的队名"),
    ("desk referee", "裁判姓名，记入记录"),
    ("desk folder", "本场比赛的文件夹；默认 `desk/棋种-N`，即最近未下完的一场"),
    ("desk new", "另开一场，用下一个文件夹"),
    ("desk json", "与 --terminal 同用：每行一个 JSON 对象"),
    ("desk terminal", "全部在本终端进行，不用浏览器"),
    (
        "desk listen",
        "其他屏幕可访问的地址，例如赛场内网的 192.168.1.20:8090；裁判页面只在本机；默认 127.0.0.1，端口同上次，否则任取",
    ),
    ("desk no_browser", "只显示页面地址，不打开浏览器"),
];
