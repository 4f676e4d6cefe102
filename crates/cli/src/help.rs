//! Help in Chinese: every sentence of the argument parser beside its command and argument.

use clap::{Arg, ArgAction, Command};
use leitai_core::Lang;

/// Where the arguments stand that every command has.
const LAST: usize = 900;

/// `command` or `command argument`, and what it says.
const ZH: &[(&str, &str)] = &[
    ("", "擂台：让程序在棋盘上对弈的平台"),
    ("lang", "输出语言：en 或 zh（默认随环境）"),
    ("games", "列出全部游戏及其选项、时限、协议与内置棋手"),
    ("games game", "只看某一游戏的详情"),
    ("games json", "每个游戏一个 JSON 对象"),
    ("play", "下一局棋，棋盘显示在终端"),
    ("play game", "游戏"),
    ("play a", "先手：human、棋手级别、'cmd:…'、源文件、文件夹或可执行文件"),
    ("play b", "后手，写法同上；默认最强的内置棋手"),
    ("play options", "规则选项，写作 名称=值（用 `leitai games 游戏` 查看）"),
    ("play preset", "以来源命名的一组选项与时限（用 `leitai games 游戏` 查看）"),
    ("play clock", "时限，例如 start=5s,move=2s,game=90s；未写的不变，none 表示取消"),
    ("play dialect", "程序所用协议，auto 为自动识别；默认为该游戏常用协议"),
    ("play record", "把对局记录保存到此文件"),
    ("play seed", "内置棋手的随机种子"),
    ("play pause", "程序对弈时每手之后的停顿（毫秒）；无人观看时为零"),
    ("match", "两个棋手对弈多局并统计"),
    ("match game", "游戏"),
    ("match a", "棋手级别、'cmd:程序 参数'、源文件、文件夹或可执行文件"),
    ("match b", "另一方，写法同上"),
    ("match games", "局数，每局交换先后手；默认 2，用 --sprt 时直到判定为止"),
    ("match sprt", "何时可判定 A 更强便何时停止，例如 elo0=0,elo1=10[,alpha=0.05,beta=0.05]"),
    ("match jobs", "同时进行的局数；默认为可用核心数"),
    ("match options", "规则选项，写作 名称=值"),
    ("match preset", "以来源命名的一组选项与时限"),
    ("match clock", "时限，例如 start=5s,move=2s,game=90s"),
    ("match dialect", "双方程序所用协议，auto 为自动识别；默认为该游戏常用协议"),
    ("match dialect_a", "A 所用协议，或 auto"),
    ("match dialect_b", "B 所用协议，或 auto"),
    ("match out", "把每局记录写入此文件夹"),
    ("match seed", "内置棋手的随机种子；不写则每次新抽"),
    ("match affinity", "核心分配：auto（一局一核）或 none"),
    ("match json", "每局一个 JSON 对象，最后一个总结"),
    ("match quiet", "只显示结果"),
    ("worker", "为其他机器上举行的赛事进行对局"),
    ("worker server", "赛事共用的存储：postgres://用户@主机/库名，或本机的 sqlite:路径"),
    ("worker class", "机器类别：赛事的对局只交给同类别的机器"),
    ("worker heartbeat", "每隔多少秒报告一次仍在工作；连续缺三次，其对局即转交他人。共用同一存储者须一致"),
    ("worker jobs", "同时进行的局数；默认为可用核心数"),
    ("worker json", "每接到一局及其结果各输出一个 JSON 对象"),
    ("perft", "统计到某一深度的着法序列数"),
    ("perft game", "游戏"),
    ("perft depth", "深度（着数）"),
    ("perft position", "从此局面而非初始局面开始"),
    ("perft options", "规则选项，写作 名称=值"),
    ("perft divide", "同时列出每个首着之下的数目"),
    ("perft json", "输出一个 JSON 对象"),
    ("replay", "逐步回放对局记录，或画成图"),
    ("replay file", "记录文件"),
    ("replay svg", "把每个局面画成 SVG 写入此文件夹"),
    ("replay film", "把整局画成一个动画 SVG 文件"),
    ("replay seconds", "动画中每个局面停留的秒数"),
    ("replay at", "只显示走过这么多步之后的局面"),
    ("replay eye", "只显示某一方所得知的：first 先手、second 后手、public 公众"),
    ("replay json", "逐行输出其所得知的内容，每行一个 JSON 对象"),
    ("verify", "重新推演记录，核对局面与判决"),
    ("verify files", "记录文件"),
    ("verify json", "每个文件一个 JSON 对象"),
    ("verify quiet", "只显示未通过的记录与总数"),
    ("export", "把对局记录写成其他程序可读的棋谱"),
    ("export file", "记录文件"),
    ("export form", "格式：national（全国赛文本棋谱）或 sgf"),
    ("export out", "写入此文件夹（文件名按赛事规定），或写入此文件；不写则直接输出"),
    ("export place", "比赛地点，写在棋谱开头"),
    ("export event", "赛事名称，写在棋谱开头"),
    ("export encoding", "编码：utf-8 或 gb18030"),
    ("import", "把其他程序的棋谱读成对局记录"),
    ("import file", "棋谱文件：全国赛文本棋谱或 SGF，UTF-8 或 GB18030 编码"),
    ("import game", "棋种（开头未写明时）"),
    ("import options", "规则选项，写作 名称=值（棋谱中不含规则）"),
    ("import out", "把对局记录写入此文件；不写则直接输出"),
    ("engine", "把内置棋手作为程序运行，可用于任何平台"),
    ("engine game", "游戏"),
    ("engine level", "强度（用 `leitai games 游戏` 查看）"),
    ("engine dialect", "所用协议；默认为该游戏常用协议"),
    ("engine options", "规则选项（供无法传达选项的协议），写作 名称=值"),
    ("engine stay", "在每回合重启程序的协议（botzone）中保持运行"),
    ("engine seed", "随机种子；不写则每次新抽"),
    ("new", "新建一个起步程序，放在单独的文件夹中"),
    ("new game", "游戏"),
    ("new lang", "编程语言，例如 c（输出语言写在命令之前：`leitai --lang zh new …`）"),
    ("new out", "文件夹；默认为 游戏-语言"),
    ("check", "检查程序是否遵守协议，用通俗的话说明"),
    ("check program", "'cmd:程序 参数'、源文件、文件夹或可执行文件"),
    ("check game", "游戏"),
    ("check dialect", "所用协议，auto 为自动识别；默认为该游戏常用协议"),
    ("check options", "规则选项，写作 名称=值"),
    ("check preset", "以来源命名的一组选项与时限"),
    ("check clock", "时限，例如 start=5s,move=2s,game=90s"),
    ("check json", "每项结论一个 JSON 对象"),
    ("doctor", "实测本机具备的条件与能力"),
    ("doctor level", "要检验的沙箱等级：F、R、N、P 或 off；默认为本机能建立的最强等级"),
    ("doctor require", "本机达不到该等级时以代码 1 退出：F、R、N 或 P"),
    ("doctor json", "每项结论一个 JSON 对象"),
    ("bench", "固定工作量及其校验和；`bench stage` 测量擂台开销"),
    ("bench what", "测量什么：nodes（固定工作量）或 stage（擂台）"),
    ("bench games", "擂台测量的局数"),
    ("bench json", "每行一个 JSON 对象"),
];

/// The command with its help in that language.
pub(crate) fn in_language(command: Command, lang: Lang) -> Command {
    match lang {
        Lang::En => command,
        Lang::Zh => chinese(command),
    }
}

fn chinese(command: Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    let mut command = said(command, "").subcommand_help_heading("命令").subcommand_value_name("命令");
    for name in names {
        command = command.mut_subcommand(&name, |sub| said(sub, &name));
    }
    let version = Arg::new("version").short('V').long("version").action(ArgAction::Version);
    command.disable_version_flag(true).arg(version.help("显示版本").display_order(LAST).help_heading("选项"))
}

fn said(command: Command, path: &str) -> Command {
    let command = if let Some(text) = find(path) { command.about(text) } else { command };
    let prefix = if path.is_empty() { String::new() } else { format!("{path} ") };
    let mut order = 0;
    let command = command.mut_args(|arg| {
        // Under a heading of its own an argument would lose its place.
        order += 1;
        let heading = if arg.is_positional() { "参数" } else { "选项" };
        let text = find(&format!("{prefix}{}", arg.get_id())).unwrap_or_default();
        // What the parser would add in English is said in the sentence.
        let takes_value = arg.get_action().takes_values();
        let value = arg.get_default_values().first().filter(|_| takes_value).and_then(|value| value.to_str());
        let default = value.map_or(String::new(), |value| format!("（默认 {value}）"));
        arg.help(format!("{text}{default}"))
            .help_heading(heading)
            .display_order(order)
            .hide_default_value(takes_value)
            .hide_possible_values(takes_value)
    });
    let help = Arg::new("help")
        .short('h')
        .long("help")
        .action(ArgAction::Help)
        .help("显示本说明")
        .display_order(LAST);
    command
        .disable_help_flag(true)
        .arg(help.help_heading("选项"))
        .help_template("{about}\n\n用法：{usage}\n\n{all-args}{after-help}")
}

fn find(path: &str) -> Option<&'static str> {
    ZH.iter().find(|(key, _)| *key == path).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_parser_accepts_the_chinese_help() {
        chinese(crate::Cli::command()).debug_assert();
    }

    #[test]
    fn every_command_and_argument_is_said_in_chinese() {
        let command = crate::Cli::command();
        let mut missing = Vec::new();
        for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
            let name = sub.get_name();
            missing.extend(find(name).is_none().then(|| name.to_owned()));
            for arg in sub.get_arguments() {
                let path = format!("{name} {}", arg.get_id());
                missing.extend(find(&path).is_none().then_some(path));
            }
        }
        assert_eq!(missing, Vec::<String>::new());
        for (path, _) in ZH.iter().filter(|(path, _)| path.contains(' ')) {
            let (name, id) = path.split_once(' ').expect("just seen");
            let sub = command.find_subcommand(name).unwrap_or_else(|| panic!("no command {name}"));
            assert!(sub.get_arguments().any(|arg| arg.get_id() == id), "no argument {path}");
        }
    }
}
