//! Help in Chinese for `leitai hearing` and `leitai dossier`.

/// `command argument`, and its help.
pub(super) const ZH: &[(&str, &str)] = &[
    ("hearing", "审查有疑问的程序：当场编译、比对，并重下其对局"),
    ("hearing event", "赛事：其文件，或网站上的赛事名称"),
    ("hearing name", "被质疑的程序：参赛者名称"),
    ("hearing against", "只与这一参赛者比较相似度"),
    ("hearing source", "该队出示的程序：源文件、文件夹或可执行文件；默认为赛事所存的程序"),
    ("hearing dialect", "其程序的协议，记录未写明时使用；默认随赛事"),
    ("hearing games", "重下其最近的多少局"),
    ("hearing least", "一方至少有百分之多少出现在另一方中"),
    ("hearing sheet", "把审查表写入此文件供打印：比较结果、提问、裁决"),
    ("hearing data", "网站文件夹"),
    ("hearing store", "赛事所在的存储：sqlite:路径 或 postgres://用户@主机/库名"),
    ("hearing out", "存放日志与记录的文件夹（不在赛事文件旁时）"),
    ("hearing json", "每项结果一个 JSON 对象，最后一个为结论"),
    ("dossier", "写出评审平台所需的材料：规则、测试、协议"),
    ("dossier contest", "网站上的比赛，或赛事文件；默认为平台及其全部棋种"),
    ("dossier games", "只列这些棋种，以逗号分隔"),
    ("dossier to", "写到何处：新文件夹，或以“.zip”结尾的文件"),
    ("dossier json", "每个文件一个 JSON 对象，含其 SHA-256"),
];
