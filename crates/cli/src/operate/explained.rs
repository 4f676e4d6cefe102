//! The commands of a desk, as they are explained.

use leitai_core::Words;

/// The commands of an operator.
pub(super) const OPERATORS: &[Words] = &[
    Words::new(
        "an act in any notation of the game: what the other side played, or what the die shows",
        "该棋种任一写法的着法：对方所走的着，或骰子点数",
    ),
    Words::new(
        "(Enter alone) does what is asked for now: begin, start the clock, start the program again",
        "（直接回车）执行当前所要求的操作：开始、开钟、重启程序",
    ),
    Words::new("begin, next: begins the game that is due", "开始、下一局：开始应下的一局"),
    Words::new("start: starts the other side's clock", "开钟：启动对方的钟"),
    Words::new("stop REASON; go: stops both clocks; lets them go on", "停表 理由；继续：双方停表；继续计时"),
    Words::new(
        "charge SIDE TIME REASON: adds to the time used, e.g. charge theirs 4m slip",
        "罚时 某方 时间 理由：计入已用时间，例如 罚时 对方 4m 输错",
    ),
    Words::new(
        "set SIDE TIME REASON: sets the time left of the game",
        "设时 某方 时间 理由：设定本局剩余时间",
    ),
    Words::new(
        "back PLY [ours|theirs [TIME]] REASON: back to where so many plies were complete; whose slip it was pays 4m, or TIME",
        "退回 手数 [我方|对方 [时间]] 理由：退回到走完这么多手之时；失误方罚 4 分钟，或所写时间",
    ),
    Words::new(
        "back die [SIDE [TIME]] REASON: the die alone is entered anew",
        "退回 骰子 [某方 [时间]] 理由：只重新输入骰子点数",
    ),
    Words::new(
        "back … consent REASON: a second correction of that side, to which the referee has consented expressly",
        "退回 … 同意 理由：该方第二次复盘，裁判已明确同意",
    ),
    Words::new(
        "lost [SIDE]: the referee decides so, once the time of a correction is over",
        "判负 [某方]：复盘超时后裁判如此判定",
    ),
    Words::new("restart: starts our program again", "重启：重新启动我方程序"),
    Words::new("resigned: the other side gives up", "对方认输：对方认输"),
    Words::new(
        "rule SIDE|draw REASON: the referee decides the game",
        "裁定 某方|和棋 理由：裁判裁定本局结果",
    ),
    Words::new(
        "code, moves, help [BEGINNING]: the position code, what was played, this",
        "局面码、着法、帮助 [开头]：局面码、已走着法、本说明",
    ),
    Words::new(
        "quit: the game rests, and goes on when this is started again",
        "退出：对局暂停，再次启动即可接着下",
    ),
];

/// The commands of a referee.
pub(super) const REFEREES: &[Words] = &[
    Words::new(
        "an act in any notation of the game: what the side that is asked for plays, or what the die shows",
        "该棋种任一写法的着法：所要求一方的着，或骰子点数",
    ),
    Words::new(
        "(Enter alone) does what is asked for now: begin, start the clock",
        "（直接回车）执行当前所要求的操作：开始、开钟",
    ),
    Words::new("begin, next: begins the game that is due", "开始、下一局：开始应下的一局"),
    Words::new("start: starts the clock of the side that is to play", "开钟：启动应走一方的钟"),
    Words::new("stop REASON; go: stops both clocks; lets them go on", "停表 理由；继续：双方停表；继续计时"),
    Words::new(
        "charge SIDE TIME REASON: adds to the time used, e.g. charge black 4m slip",
        "罚时 某方 时间 理由：计入已用时间，例如 罚时 黑 4m 输错",
    ),
    Words::new(
        "set SIDE TIME REASON: sets the time left of the game",
        "设时 某方 时间 理由：设定本局剩余时间",
    ),
    Words::new(
        "back PLY [SIDE [TIME]] REASON: back to where so many plies were complete; whose slip it was pays 4m, or TIME",
        "退回 手数 [某方 [时间]] 理由：退回到走完这么多手之时；失误方罚 4 分钟，或所写时间",
    ),
    Words::new(
        "back die [SIDE [TIME]] REASON: the die alone is entered anew",
        "退回 骰子 [某方 [时间]] 理由：只重新输入骰子点数",
    ),
    Words::new(
        "back … consent REASON: a second correction of that side, to which you have consented expressly",
        "退回 … 同意 理由：该方第二次复盘，裁判已明确同意",
    ),
    Words::new(
        "lost [SIDE]: you decide so, once the time of a correction is over",
        "判负 [某方]：复盘超时后裁判如此判定",
    ),
    Words::new(
        "propose draw|count [SIDE]; accept SIDE; decline SIDE: an end by consent of both",
        "提议 和棋|数子 [某方]；接受 某方；拒绝 某方：经双方同意结束本局",
    ),
    Words::new(
        "look SIDE|all|cover: the board as that side sees it, with everything, or as everybody may see it",
        "看 某方|全部|遮盖：显示该方可见的棋盘、全部，或公开内容",
    ),
    Words::new("resigns SIDE: that side gives up", "认输 某方：该方认输"),
    Words::new("rule SIDE|draw REASON: you decide the game", "裁定 某方|和棋 理由：裁判裁定本局结果"),
    Words::new(
        "confirm [SIDE]: that side confirms the result of the game that is over, or you do for both",
        "确认 [某方]：该方确认已结束一局的结果；不写某方为裁判确认",
    ),
    Words::new(
        "code, moves, help [BEGINNING]: the position code, what was played, this",
        "局面码、着法、帮助 [开头]：局面码、已走着法、本说明",
    ),
    Words::new(
        "quit: the game rests, and goes on when this is started again",
        "退出：对局暂停，再次启动即可接着下",
    ),
];
