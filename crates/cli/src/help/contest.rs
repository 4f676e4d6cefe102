//! Help in Chinese for `leitai contest`.

/// `command argument`, and its help.
pub(super) const ZH: &[(&str, &str)] = &[
    ("contest", "多棋种比赛：报名、抽签、棋桌"),
    ("contest new", "新建比赛：棋种、日程、地点与棋桌"),
    ("contest new name", "比赛名称"),
    ("contest new preset", "依据的规程：school 校内赛，national 全国赛"),
    ("contest new games", "棋种代号，以逗号分隔；默认为校内赛十个棋种"),
    ("contest new place", "比赛地点"),
    ("contest new opens", "报名开始时间；默认立即开始"),
    ("contest new closes", "报名截止时间，例如“2025-10-22 24:00”；默认由组织者手动截止"),
    ("contest new hours", "赛场开放时间，例如“2025-11-12 14:00 – 17:30”；可多次给出"),
    ("contest new tables", "棋桌数"),
    ("contest list", "列出网站的全部比赛"),
    ("contest list json", "每场比赛一个 JSON 对象"),
    ("contest show", "查看一场比赛：报名、棋种、队伍、棋桌"),
    ("contest show name", "比赛名称"),
    ("contest show json", "一个 JSON 对象"),
    ("contest teams", "输出参赛队伍的全部信息，或导入队伍"),
    ("contest teams name", "比赛名称"),
    ("contest teams csv", "输出 CSV，可用于报名登记"),
    ("contest teams json", "一个 JSON 对象"),
    ("contest teams import", "导入此文件中的队伍，每行一队；只要有一行有误，就都不导入"),
    ("contest draw", "报名截止后为一个棋种抽签，其赛事随即开始"),
    ("contest draw name", "比赛名称"),
    ("contest draw game", "棋种代号"),
];
