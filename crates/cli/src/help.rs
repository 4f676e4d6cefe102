//! Help in Chinese: every sentence of the argument parser, keyed by its command and argument.

mod contest;
mod desk;
mod hearing;
mod matches;
mod operate;

use crate::called;
use crate::decision_args;
use clap::{Arg, ArgAction, Command};
use leitai_core::Lang;
use std::borrow::Cow;

/// Display position of the arguments that every command has.
const LAST: usize = 900;

/// `command` or `command argument`, and its help; `*` stands for every command that has the argument.
const ZH: &[(&str, &str)] = &[
    ("", "擂台：让程序在棋盘上对弈的平台"),
    ("lang", "输出语言：en 或 zh（默认随环境）"),
    ("games", "列出全部棋种及其选项、时限、协议与内置棋手"),
    ("games game", "只看某一棋种的详情"),
    ("games json", "每个棋种一个 JSON 对象"),
    ("* sandbox", "程序如何隔离：auto（本机能建立的最强等级）、F、R、N、P 或 off"),
    ("* memory", "一个程序连同其全部进程的内存，例如 64MB；默认随预设（未指定时为该棋种的第一个），否则 1GB"),
    ("* processes", "一个程序同时可有的进程数"),
    ("* scratch", "程序 /tmp 的空间，例如 16MB，计入内存；不写则没有"),
    ("* output_line", "程序每行输出的上限，例如 8KB；默认 64KB"),
    ("* output_turn", "程序在两次询问之间输出的上限，例如 64KB；默认 1MB"),
    ("* log", "程序日志（stderr）保留多少，首尾各半；默认 32KB"),
    ("* ponder", "程序可否在对方的时间里思考：on 或 off"),
    ("* tell", "告知程序什么：all 为全部，least 为最少：不说时间、贴目，不问名字"),
    ("* cpu", "钟表之外的处理器时间限额，例如 move=2s,game=90s"),
    ("play", "下一局棋，棋盘显示在终端"),
    ("play game", "棋种"),
    ("play a", "先手：human、棋手级别、'cmd:…'、源文件、文件夹或可执行文件"),
    ("play b", "后手，写法同上；默认一秒内应答的最强内置棋手"),
    ("play options", "规则选项，写作 名称=值（用 `leitai games 棋种` 查看）"),
    ("play preset", "以来源命名的一组选项、时限与内存（用 `leitai games 棋种` 查看；未指定时为第一个）"),
    (
        "play clock",
        "时限，例如 start=5s,move=2s,game=90s,inc=1s（每手加时），或 40/60+0.6（每 40 手 60 秒）；未写的不变，none 表示取消",
    ),
    ("play dialect", "程序所用协议，auto 为自动识别；默认为该棋种常用的协议"),
    ("play position", "从此开始：以该棋种写法写出的着法或局面，写成一段"),
    ("play record", "把对局记录保存到此文件"),
    ("play resume", "按此记录的规则与棋手把这局下完；不适用于有隐藏信息或骰子的棋种"),
    ("play seed", "内置棋手的随机种子"),
    ("play web", "在本机浏览器中对弈：启动“leitai-site”中的网站，并打开这种棋的对弈页面"),
    ("play pause", "程序对弈时每手之后的停顿（毫秒）；无人观看时为零"),
    ("tournament", "赛事：从赛事文件到评奖"),
    ("tournament run", "开始一场赛事并进行比赛"),
    ("tournament run file", "描述赛事的文件"),
    ("tournament run out", "存放日志与记录的文件夹；默认在赛事文件旁，与其同名"),
    ("tournament run jobs", "同时进行的局数；默认为可用核心数"),
    ("tournament run json", "每局一个 JSON 对象，最后为名次"),
    ("tournament run quiet", "只显示最后名次"),
    (
        "tournament run store",
        "存放日志的数据库，由其 `leitai worker` 进行对局：postgres://用户@主机/库名，或 sqlite:路径",
    ),
    ("tournament resume", "继续已停止的赛事"),
    ("tournament resume file", "描述赛事的文件"),
    ("tournament resume out", "存放日志与记录的文件夹；默认在赛事文件旁，与其同名"),
    ("tournament resume jobs", "同时进行的局数；默认为可用核心数"),
    ("tournament resume json", "每局一个 JSON 对象，最后为名次"),
    ("tournament resume quiet", "只显示最后名次"),
    (
        "tournament resume store",
        "存放日志的数据库，由其 `leitai worker` 进行对局：postgres://用户@主机/库名，或 sqlite:路径",
    ),
    ("tournament standings", "当前名次及理由"),
    ("tournament standings file", "描述赛事的文件"),
    ("tournament standings out", "存放日志与记录的文件夹（不在赛事文件旁时）"),
    ("tournament standings store", "进行赛事的存储：postgres://用户@主机/库名，或 sqlite:路径"),
    ("tournament standings json", "每行一个 JSON 对象"),
    ("tournament report", "生成可阅读、可打印的报告：名次、签表、回放、奖项"),
    ("tournament report file", "描述赛事的文件"),
    ("tournament report out", "存放日志与记录的文件夹（不在赛事文件旁时）"),
    ("tournament report store", "进行赛事的存储：postgres://用户@主机/库名，或 sqlite:路径"),
    ("tournament report to", "报告写入此文件夹；默认为日志旁的 report"),
    ("tournament rule", "登记裁决，无论赛事是否正在运行"),
    ("tournament rule file", "描述赛事的文件"),
    ("tournament rule out", "存放日志与记录的文件夹（不在赛事文件旁时）"),
    ("tournament rule store", "进行赛事的存储：postgres://用户@主机/库名，或 sqlite:路径"),
    (
        "tournament rule by",
        "由谁裁决：leader 领队、captain 队长、referee 裁判、chief-referee 裁判长、arbitration-panel 仲裁组、organiser 组委会",
    ),
    ("tournament rule reason", "理由，与成绩一并保存"),
    (
        "tournament rule replay_following",
        "即使已赛的后续对局因对阵改变而不再计入，也作此裁决：由新的双方重赛",
    ),
    (
        "tournament rule after_running",
        "本机正在进行的赛事：等待相关的进行中对局结束后再生效；否则立即生效并中断这些对局",
    ),
    ("tournament bring", "提交在赛场棋桌上进行的对局的成绩"),
    ("tournament bring file", "描述赛事的文件"),
    (
        "tournament bring records",
        "棋桌保存的记录，每份一局；属于哪一局由双方名称确定。代录的对局给出双方的两份记录，将逐手核对",
    ),
    ("tournament bring code", "终局时对方显示的局面码，将与记录核对"),
    ("tournament bring plies", "对方在局面码旁显示的手数"),
    ("tournament bring game", "对局编号，例如 0.0.e0-e1.g0：名称不能确定时，或没有记录时"),
    (
        "tournament bring winner",
        "没有记录时：按签字成绩单的胜者，写名称或编号；和棋写 draw，双方均不得分写 nobody",
    ),
    (
        "tournament bring how",
        "没有记录时的终局方式：`rules`、`resigned`、`agreed`、`time`、`crash` 或 `ruled`",
    ),
    ("tournament bring reason", "没有记录时：裁判的说明"),
    ("tournament bring table", "棋桌，按赛场的叫法"),
    ("tournament bring referee", "负责的裁判"),
    ("tournament bring json", "每份成绩一个 JSON 对象"),
    ("tournament bring out", "存放日志与记录的文件夹，若不在文件旁"),
    ("tournament bring store", "进行赛事的存储：postgres://用户@主机/库名，或 sqlite:路径"),
    ("tournament renew", "重试多次失败的对局：赛事在存储中进行"),
    ("tournament renew file", "描述赛事的文件；原因在文件时先改好"),
    ("tournament renew games", "对局，编号见报告；默认为全部多次失败的对局"),
    ("tournament renew out", "存放记录的文件夹；默认在赛事文件旁，与其同名"),
    ("tournament renew store", "进行赛事的存储：postgres://用户@主机/库名，或 sqlite:路径"),
    ("tournament check", "赛事文件说明了什么：赛程、首批对阵、程序能否就绪；不开始比赛"),
    ("tournament check file", "描述赛事的文件"),
    ("tournament check store", "进行赛事的存储：postgres://用户@主机/库名，或 sqlite:路径"),
    ("* class", "机器类别：赛事的对局只交给同类的机器"),
    ("* heartbeat", "机器每隔多少秒报到一次；三次不到，其对局转给他人；共用数据库者须一致"),
    ("worker", "替数据库中的赛事进行对局，可在任何机器上运行"),
    ("workers", "查看、暂停、收工或禁用替数据库进行对局的机器"),
    (
        "workers order",
        "要它做什么：`resume`（恢复）、`pause`（暂停）、`drain`（下完后退出）、`bar`（禁用）；或 `admit`（为此名称的对局机创建令牌）、`limit`（设定它可持有的局数）、`revoke`（撤销令牌）；不写则列出",
    ),
    (
        "workers most",
        "已准入的对局机的全部进程合计同时持有的局数；默认为其自报同时进行的局数，每个进程另加 128 局，合计至多 512 局",
    ),
    ("workers admitted_only", "`on`：只发给已准入的对局机，无论他人如何领取；`off`：发给所有对局机"),
    ("workers event", "`--admitted-only` 只针对此赛事；默认针对所有赛事"),
    ("workers machine", "机器，即列表中的名称"),
    ("workers class", "只列出此类别的对局机，或准入（`admit`）此类别；默认列出全部，准入 `default`"),
    ("workers server", "它们为之对局的数据库：postgres://用户@主机/库名，或本机的 sqlite:路径"),
    ("workers json", "每个进程、每台被暂停或禁用的机器、每局两机不一致的对局各一个 JSON 对象"),
    ("worker server", "各赛事共用的数据库：postgres://用户@主机/库名，或本机的 sqlite:路径"),
    ("worker jobs", "同时进行的局数；默认为可用核心数"),
    ("worker machine", "机器名称，供人辨认，存储也以此区分机器；默认为主机名"),
    (
        "worker admitted_only",
        "只以已准入的对局机身份（`leitai workers admit`）进行，绝不使用可做任何事的密码",
    ),
    (
        "worker grace",
        "收到第一个信号后，进行中的对局还有这么多秒，到时退回；默认等到下完；应略短于终止本进程者的等待时间",
    ),
    ("worker json", "每接一局及其结果各一个 JSON 对象"),
    ("serve", "网站：人人可在浏览器中观看赛事与对局"),
    ("serve listen", "监听地址；未加 --lan 时只有本机可访问；默认为 127.0.0.1:8080"),
    ("serve data", "网站的文件夹：赛事（events/*.toml）及其数据库与记录"),
    ("serve demo", "演示：一场进行到一半的赛事，以及不停进行的表演局"),
    ("serve home", "与在终端单独运行 `leitai` 相同：演示网站与自己的程序，仅限本机，并在浏览器中打开"),
    ("serve exhibition", "由内置棋手不停对弈的棋盘数；默认没有，有 --demo 时为 4，有 --home 时为 1"),
    ("serve play_jobs", "网站上可同时进行的真人对局数，0 表示不开放；默认为 16"),
    ("serve lan", "在本机的所有网络上监听，并显示各地址"),
    ("serve zone", "网站的时区：名称（`Asia/Shanghai`）或与 UTC 之差（+08:00）；默认为本机的"),
    ("serve jobs", "本机同时进行的赛事局数，0 表示全部交给其他机器；默认每核一局，减去留给观看者的部分"),
    ("serve store", "赛事的数据库：sqlite:路径 或 postgres://用户@主机/库名；默认为网站文件夹中的一个文件"),
    ("people", "网站人员：名单、角色、重置码"),
    ("people import", "导入学校导出的名单：含学号、姓名的表格，可有班级、队伍、种子分"),
    ("people import file", "名单文件：CSV、Excel 工作簿（.xlsx）等"),
    (
        "people import columns",
        "各列的含义（无法自动判断时）：`number`（学号）、`name`（姓名）、`class`（班级）、`team`（队伍）、`seed`（种子分），`-` 表示忽略",
    ),
    ("people import header", "列名所在的行（与 --columns 合用）；没有列名则为 0"),
    ("people import first", "初始密码：`number`（学号），或 `random`（随机，以 CSV 输出）"),
    ("people import until", "初始密码截止日（当日 24:00）；默认 14 天后"),
    ("people add", "添加一人并授予角色，输出可登录一次的码"),
    ("people add number", "登录所用的学号或工号"),
    ("people add name", "姓名"),
    ("people add role", "`student` 学生、`captain` 队长、`organiser` 组织者、`administrator` 管理员"),
    ("people code", "发放可登录一次的重置码，代替忘记的密码"),
    ("people code number", "学号或工号"),
    ("people list", "列出全部人员"),
    ("people list waiting", "只列尚未设置密码的人"),
    ("people list json", "每人一个 JSON 对象"),
    ("* data", "网站的文件夹"),
    ("* store", "网站的数据库（不在其文件夹中时）：sqlite:路径 或 postgres://用户@主机/库名"),
    ("submit", "向网站的赛事提交程序"),
    ("submit file", "程序：一个源文件，不超过 1 MB"),
    ("submit event", "赛事名称"),
    ("submit entry", "提交者在赛事中的名称；用 --server 时即令牌所属的人"),
    ("submit server", "网站地址，例如 `http://10.0.0.1:8080`，凭令牌从其他机器提交"),
    ("submit token_file", "存放令牌的文件；默认取环境变量 LEITAI_TOKEN，否则当场输入"),
    ("submit store", "赛事的数据库，若不在该文件夹中：sqlite:路径 或 postgres://用户@主机/库名"),
    ("submit standard", "语言标准，例如 c++20；默认取首行所选，否则为常用标准"),
    ("submit enter", "新参赛者先加入赛事"),
    ("submit tried", "不提交，只与此对手进行不计成绩的测试对局：内置级别，或 `entry:名称`（须其作者允许）"),
    ("submit games", "测试对局的局数，1 到 10"),
    ("submit side", "测试对局中所执的一方：`both`（轮换）、`first`（先手）或 `second`（后手）"),
    ("submit opening", "每局测试的开局：以空格分隔的着法，或一个局面"),
    ("submit wait", "等到通过或未通过；未通过时退出代码为 1"),
    ("submit json", "每一步输出一个 JSON 对象"),
    ("join", "让本机的程序到网站的对局台对弈"),
    ("join address", "邀请者所得的程序座位地址（`http://…/play/ID/KEY`）；或网站地址，在那里开局"),
    ("join program", "程序：级别、'cmd:程序 参数'、源文件、文件夹或可执行文件"),
    ("join game", "要开的棋种"),
    ("join rival", "对手：内置级别，或 `person`（人）、`program`（程序），由收到所显示地址的人担任"),
    ("join seat", "座位：`first`（先手）、`second`（后手）或 `any`（任意）"),
    ("join preset", "该棋种的一组规则"),
    ("join options", "规则选项，写作 名称=值"),
    ("join dialect", "程序所用协议，auto 为自动识别；默认为该棋种常用的协议"),
    ("join token_file", "存放令牌的文件；默认取环境变量 LEITAI_TOKEN，否则当场输入"),
    ("join memory", "程序连同其全部进程的内存，例如 64MB；默认 1GB"),
    ("join json", "每一步输出一个 JSON 对象"),
    ("backup", "把网站备份成一个文件，运行时也可"),
    ("backup file", "要生成的备份文件（.tar.gz）"),
    ("backup files", "只备份文件；数据库已先用 PostgreSQL 的 `pg_dump` 备份"),
    ("backup json", "输出一个 JSON 对象，说明备份了什么"),
    ("restore", "从备份文件恢复网站"),
    ("restore file", "由 `leitai backup` 生成的备份文件"),
    ("restore data", "恢复到此文件夹：新文件夹或空文件夹"),
    ("restore replace", "把该文件夹中原有的内容移到其中另一个文件夹"),
    ("restore check", "只检查备份文件是否完好，不写入任何内容"),
    ("restore json", "输出一个 JSON 对象，说明备份中有什么"),
    ("likeness", "查找程序之间相同的段落"),
    ("likeness what", "文件夹（其中每位作者一个源文件或文件夹），或网站上的赛事名称"),
    ("likeness mother", "已知程序的文件或文件夹，与所有人比较"),
    ("likeness handed_out", "发给大家的文件或文件夹，其中内容不计；赛事的起步程序自动不计"),
    ("likeness least", "一方至少有百分之多少出现在另一方中"),
    ("likeness out", "把每一对并排写成网页，存入此文件夹"),
    ("likeness json", "每一对输出一个 JSON 对象，最后一个为汇总"),
    ("perft", "统计到某一深度的着法序列数"),
    ("perft game", "棋种"),
    ("perft depth", "深度（着数）"),
    ("perft position", "从此局面而非初始局面开始"),
    ("perft options", "规则选项，写作 名称=值"),
    ("perft divide", "同时列出每个首着之下的数目"),
    ("perft json", "输出一个 JSON 对象"),
    ("replay", "逐步回放对局记录，或画成图"),
    ("replay file", "记录文件，或对局文本文件；在终端中也可以是存有记录的文件夹"),
    ("replay game", "对局文本文件中的第几局，从 1 起"),
    ("replay svg", "把每个局面画成 SVG 写入此文件夹"),
    ("replay film", "把整局画成一个动画 SVG 文件"),
    ("replay page", "把整局写成一个网页文件：可逐步看、播放，附双方日志，可打印成一页"),
    ("replay numbers", "在图中和打印页上给棋子标手数"),
    ("replay seconds", "动画中每个局面停留的秒数"),
    ("replay at", "只显示走过这么多步之后的局面"),
    ("replay eye", "只显示某一方所得知的：first 先手、second 后手、public 公众"),
    ("replay json", "逐行输出其所得知的内容，每行一个 JSON 对象"),
    ("analyze", "逐手评估一局对局：每手价值、转折点与准确度"),
    ("analyze file", "对局记录"),
    ("analyze level", "由哪一级别评估；默认为该棋种最强的内置棋手"),
    ("analyze nodes", "每手搜索的节点数；同样的节点数得出同样的数字"),
    ("analyze truth", "有隐藏信息的棋种：按真实局面评估，即从实际局面续下若干局的平均结果"),
    ("analyze svg", "把各手的期望得分画成 SVG 文件"),
    ("analyze json", "每手一个 JSON 对象，最后一个为全局"),
    ("verify", "重新推演记录，核对局面与判决"),
    ("verify files", "记录文件；或赛事文件：其全部记录连同日志一并核对"),
    ("verify out", "赛事的日志与记录所在的文件夹（不在赛事文件旁时）"),
    ("verify store", "进行赛事的存储：postgres://用户@主机/库名，或 sqlite:路径"),
    ("verify json", "每个文件一个 JSON 对象"),
    ("verify quiet", "只显示未通过的记录与总数"),
    ("verify digested", "输出一个通过校验的记录中计入摘要的各行"),
    ("export", "把对局记录写成其他程序可读的棋谱"),
    ("export file", "记录文件"),
    ("export form", "格式：national（全国赛文本棋谱）或 sgf"),
    ("export out", "写入此文件夹（文件名按赛事规定），或写入此文件；不写则直接输出"),
    ("export place", "比赛地点，写在棋谱开头"),
    ("export event", "赛事名称，写在棋谱开头"),
    ("export encoding", "编码：utf-8 或 gb18030"),
    ("import", "把其他程序的棋谱读成对局记录"),
    ("import file", "棋谱文件：全国赛文本棋谱、SGF，或该棋种其他程序的文件"),
    ("import encoding", "无法判断时的文件编码：`gb18030`、`big5`、`windows-1252`"),
    ("import game", "棋种（开头未写明时）"),
    ("import options", "规则选项，写作 名称=值（棋谱中不含规则）"),
    ("import out", "把对局记录写入此文件；不写则直接输出"),
    ("engine", "把内置棋手作为程序运行，可用于任何平台"),
    ("engine game", "棋种"),
    ("engine level", "强度（用 `leitai games 棋种` 查看）"),
    ("engine dialect", "所用协议；默认为该棋种常用的协议"),
    ("engine options", "规则选项（供无法传达选项的协议），写作 名称=值"),
    ("engine stay", "在每回合重启程序的协议（botzone）中保持运行"),
    ("engine seed", "随机种子；不写则每次新抽"),
    ("engine clock", "协议不告知时间时自行遵守的时限，例如 move=2s,game=90s,inc=1s（每手加时）"),
    ("engine nodes", "每回合至多搜索的节点数；未给时限时仅以此为限"),
    ("engine memory", "自建表格可用的内存（MB）；默认 128"),
    ("tables", "内置棋手的表格：查看、生成、核对、删除"),
    ("tables list", "列出表格及其大小与状态"),
    ("tables build", "生成缺失或已损坏的表格"),
    ("tables check", "逐字节核对表格"),
    ("tables remove", "删除表格；未指定棋种时连同旧版本与未完成的文件"),
    ("* of", "棋种；不写则为全部"),
    ("* table", "表格名称；不写则为该棋种的全部"),
    ("* tables_json", "每个表格一个 JSON 对象"),
    ("new", "新建一个起步程序，放在单独的文件夹中"),
    ("new game", "棋种"),
    (
        "new lang",
        "编程语言（例如 c），或某个起步程序的文件名（例如 `chess.cpp`）；输出语言写在命令之前：`leitai --lang zh new …`",
    ),
    ("new out", "文件夹；默认为 棋种-语言"),
    ("check", "检查程序是否遵守协议，用通俗的话说明"),
    ("check program", "'cmd:程序 参数'、源文件、文件夹或可执行文件"),
    ("check game", "棋种"),
    ("check dialect", "所用协议，auto 为自动识别；默认为该棋种常用的协议"),
    ("check options", "规则选项，写作 名称=值"),
    ("check preset", "以来源命名的一组选项、时限与内存；未指定时为第一个"),
    (
        "check clock",
        "时限，例如 start=5s,move=2s,game=90s,inc=1s（每手加时），或 40/60+0.6（每 40 手 60 秒）",
    ),
    ("check json", "每项结论一个 JSON 对象"),
    ("watch", "每次保存程序后检查并试下若干局，说明变化"),
    ("watch program", "源文件、文件夹或可执行文件，或命令行中含有文件的 'cmd:程序 参数'"),
    ("watch game", "棋种"),
    ("watch against", "对手：级别或另一个程序；默认为最弱的级别"),
    ("watch games", "每轮下多少局，逐局交换先后手"),
    ("watch jobs", "同时进行的局数；默认为空闲的核数"),
    ("watch out", "把各轮的棋谱写入此文件夹，每轮一个子文件夹"),
    ("watch seed", "内置棋手的种子，各轮相同；默认为每次启动时新取"),
    ("watch once", "只检查并试下一次；程序有违规时以代码 1 退出"),
    ("watch dialect", "所用协议，auto 为自动识别；默认为该棋种常用的协议"),
    ("watch options", "规则选项，写作 名称=值"),
    ("watch preset", "以来源命名的一组选项、时限与内存；未指定时为第一个"),
    (
        "watch clock",
        "时限，例如 start=5s,move=2s,game=90s,inc=1s（每手加时），或 40/60+0.6（每 40 手 60 秒）",
    ),
    ("watch json", "每项结论、每轮各一个 JSON 对象"),
    ("doctor", "实测本机具备的条件与能力"),
    ("doctor level", "要检验的沙箱等级：F、R、N、P 或 off；默认为本机能建立的最强等级"),
    ("doctor require", "本机达不到该等级时以代码 1 退出：F、R、N 或 P"),
    ("doctor json", "每项结论一个 JSON 对象"),
    ("bench", "固定工作量及其校验和；`bench stage` 测量擂台开销"),
    ("bench what", "测量什么：“nodes”（规则的固定工作量）、“players”（内置棋手的固定搜索）或“stage”（擂台）"),
    ("bench calibration", "只测此棋种：最强棋手的期望与其中级棋手对局结果之比（players）"),
    ("bench between", "这些对局改由此级别的棋手进行（players）"),
    ("bench positions", "评估这些对局中的多少个局面"),
    ("bench games", "擂台测量的局数"),
    ("bench json", "每行一个 JSON 对象"),
    ("completions", "供 shell 使用的命令补全：bash、zsh 或 fish"),
    ("completions shell", "bash、zsh 或 fish"),
    ("man", "供 `man` 使用的手册页"),
    ("man folder", "把全部命令的手册页写入此文件夹；不写则输出 `leitai` 的手册页"),
];

/// The command with its help in that language.
pub(crate) fn in_language(command: Command, lang: Lang) -> Command {
    match lang {
        Lang::En => command,
        Lang::Zh => chinese(command),
    }
}

/// Help as the parser rendered it, with the parser's own additions in that language.
pub(crate) fn rendered(text: &str, lang: Lang) -> String {
    const OWN: [(&str, &str); 4] =
        [("[OPTIONS]", "[选项]"), ("命令:", "命令："), ("参数:", "参数："), ("选项:", "选项：")];
    let text = called::advice(text).into_owned();
    match lang {
        Lang::En => text,
        Lang::Zh => OWN.iter().fold(text, |text, (own, said)| text.replace(own, said)),
    }
}

fn chinese(command: Command) -> Command {
    let command = said(command, "");
    let version = Arg::new("version").short('V').long("version").action(ArgAction::Version);
    command.disable_version_flag(true).arg(version.help("显示版本").display_order(LAST).help_heading("选项"))
}

fn said(command: Command, path: &str) -> Command {
    let mut command = if let Some(text) = find(path) { command.about(text) } else { command };
    let prefix = if path.is_empty() { String::new() } else { format!("{path} ") };
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    if !names.is_empty() {
        command = command.subcommand_help_heading("命令").subcommand_value_name("命令");
    }
    for name in names {
        command = command.mut_subcommand(&name, |sub| said(sub, &format!("{prefix}{name}")));
    }
    // Otherwise the parser would add a command of that name, in English.
    let command = command.disable_help_subcommand(true);
    let mut order = 0;
    let command = command.mut_args(|arg| {
        // An argument under a heading of its own would lose its place.
        order += 1;
        let heading = if arg.is_positional() { "参数" } else { "选项" };
        let text = find_argument(path, arg.get_id().as_str()).unwrap_or_default();
        // The sentence itself gives the default, which the parser would add in English.
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

/// Every sentence.
fn all() -> impl Iterator<Item = (Cow<'static, str>, &'static str)> {
    let fixed = ZH
        .iter()
        .chain(contest::ZH)
        .chain(desk::ZH)
        .chain(hearing::ZH)
        .chain(matches::ZH)
        .chain(operate::ZH)
        .map(|(path, text)| (Cow::Borrowed(*path), *text));
    fixed.chain(decision_args::said_in_chinese().map(|(path, text)| (path.into(), text)))
}

fn find(path: &str) -> Option<&'static str> {
    all().find(|(key, _)| *key == path).map(|(_, text)| text)
}

fn find_argument(command: &str, argument: &str) -> Option<&'static str> {
    let own = if command.is_empty() { find(argument) } else { find(&format!("{command} {argument}")) };
    own.or_else(|| find(&format!("* {argument}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use std::collections::BTreeSet;

    #[test]
    fn the_parser_accepts_the_chinese_help() {
        chinese(crate::Cli::command()).debug_assert();
    }

    /// Collects the paths of all commands and arguments below a command.
    fn paths(command: &clap::Command, path: &str, all: &mut BTreeSet<String>) {
        let prefix = if path.is_empty() { String::new() } else { format!("{path} ") };
        for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
            let path = format!("{prefix}{}", sub.get_name());
            all.extend(sub.get_arguments().map(|arg| format!("{path} {}", arg.get_id())));
            paths(sub, &path, all);
            all.insert(path);
        }
    }

    #[test]
    fn every_command_and_argument_is_said_in_chinese() {
        let mut there = BTreeSet::from([String::new(), "lang".to_owned()]);
        paths(&crate::Cli::command(), "", &mut there);
        let said: BTreeSet<_> = all().map(|(path, _)| path.into_owned()).collect();
        // Arguments that several commands share are described once, under `*`.
        let shared = |path: &str| path.rsplit_once(' ').map(|(_, argument)| format!("* {argument}"));
        let is_said =
            |path: &&String| said.contains(*path) || shared(path).is_some_and(|path| said.contains(&path));
        let of_some = |path: &&String| {
            let argument = path.strip_prefix("* ");
            there.contains(*path)
                || there
                    .iter()
                    .any(|known| argument.is_some() && known.rsplit_once(' ').map(|(_, id)| id) == argument)
        };
        assert_eq!(
            there.iter().filter(|path| !is_said(path)).collect::<Vec<_>>(),
            Vec::<&String>::new(),
            "not said"
        );
        assert_eq!(
            said.iter().filter(|path| !of_some(path)).collect::<Vec<_>>(),
            Vec::<&String>::new(),
            "said of nothing"
        );
        assert_eq!(said.len(), all().count(), "nothing is said twice");
    }
}
