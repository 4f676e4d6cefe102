//! The table of the pages' texts: every fixed text in English and Chinese.

use leitai_core::Lang;

/// The texts of one language.
#[derive(Clone, Copy)]
pub(crate) struct Texts(pub(crate) Lang);

macro_rules! texts {
    ($($name:ident: $en:literal, $zh:literal;)*) => {
        impl Texts {
            $(pub(crate) const fn $name(self) -> &'static str {
                match self.0 {
                    Lang::En => $en,
                    Lang::Zh => $zh,
                }
            })*

            /// Every text of the table: its name, English, Chinese.
            #[cfg(test)]
            const ALL: &[(&str, &str, &str)] = &[$((stringify!($name), $en, $zh)),*];
        }
    };
}

texts! {
    // Playing in the browser.
    play_title: "Play", "对弈";
    play_what: "Play against a built-in player, or against a person whom you send a link. Choose a game:", "与内置棋手对弈，或把链接发给对方，两人对弈。请选择棋种：";
    play_how: "Click on the board, or type a move.", "在棋盘上点击，或输入着法。";
    play_other: "Other games", "其他棋种";
    play_any: "drawn by lot", "抽签决定";
    play_partners: "Programs of the site's events", "本站比赛的程序";
    play_person: "a person, by a link", "一个人（发送链接）";
    play_program: "a program on somebody's machine (leitai join)", "自己或他人机器上的程序（leitai join）";
    play_program_how: "This seat waits for a program on its author's machine, yours or somebody else's. There this command joins it:", "此座位等待一个在其作者机器上运行的程序，您的或别人的皆可。请在那台机器上运行：";
    play_program_what: "./my-program stands for the program: a file, a folder, or a level; the file token holds a token of its author's account with the scope play. How it works:", "./my-program 代表程序，可为文件、文件夹或级别；token 文件中是作者账号的令牌，权限为 play。说明：";
    play_program_token: "make a token", "申请令牌";
    play_side: "You play", "您执";
    play_rules: "Rules", "规则";
    play_begin: "Begin", "开始对弈";
    play_starts: "The opponent gets ready …", "对方正在准备……";
    play_choose: "Choose a move", "选择着法";
    play_whole: "Whole board", "整个棋盘";
    play_beside: "What else can be chosen", "棋盘以外可选的";
    play_type: "Or type it", "或输入着法";
    play_move: "Play this move", "走这一步";
    play_resign: "Resign", "认输";
    play_leave: "Leave; the game does not count", "离开（不计结果）";
    play_back: "Take my turn back", "悔棋";
    play_draw: "Offer a draw", "提和";
    play_agree: "Agree", "同意";
    play_decline: "Decline", "不同意";
    play_withdraw: "Withdraw it", "撤回";
    play_replay: "Replay it", "回放";
    play_layout: "Lay my pieces out for me", "代我布阵";
    play_from_here: "Play on from here", "从此处续下";
    play_share: "To show it to others:", "分享此局：";
    play_analysis: "Evaluation and turning points", "评估与转折点";
    analysis_title: "Evaluation", "评估";
    analysis_back: "Replay", "回放";
    analysis_turns: "Turning points", "转折点";
    play_again: "Play again", "再下一局";
    play_swap: "Play again with sides swapped", "换边再下一局";
    play_next: "The other side plays again: sit down", "对方再下一局：入座";
    play_choose_anew: "Choose another game", "另选对局";
    play_claim: "Claim the game", "判对方负";
    play_oneself: "yourself: you play both sides", "自己（双方都由您走）";
    play_clock: "Clock", "时限";
    play_no_clock: "none", "不计时";
    play_own_clock: "another clock, in writing", "自写时限";
    play_clock_how: "For example game=5m,inc=3s: five minutes for the game, three seconds back after each move; or move=20s. The clock is for people: built-in players think for a second at most.", "例如 game=5m,inc=3s：全局五分钟，每手加三秒；或 move=20s。时限只对人；内置棋手每手至多思考一秒。";
    play_set_up: "Set up a position", "设置局面";
    play_opening: "Moves from the start, or a position as text", "从头开始的着法，或局面文字";
    play_sound: "Sound when time runs low", "时间不足时提示音";
    play_wait: "Waiting for a table", "等待空桌";
    play_wait_what: "All tables are taken. This page begins your game by itself as soon as one is free; keep it open.", "对局台已满。一有空桌，本页会自动为您开局；请勿关闭本页。";
    // The frame of every page.
    site: "Leitai", "擂台";
    skip: "Skip to the page", "跳到正文";
    parts: "Parts of the site", "网站栏目";
    nav_hall: "Hall", "大厅";
    nav_events: "Events", "赛事";
    nav_ladders: "Ladders", "天梯";
    nav_play: "Play", "对弈";
    nav_docs: "Docs", "文档";
    nav_api: "API", "API";
    nav_notices: "Notices", "通知";
    other_language: "中文", "English";
    other_language_tag: "zh-CN", "en";
    theme_dark: "Dark colours", "深色";
    theme_light: "Light colours", "浅色";
    theme_system: "System colours", "颜色随系统";
    footer: "Programs compete, all under one referee", "程序对弈，同一裁判执法";
    time_zone: "Time zone: ", "时区：";
    // The current state.
    live: "live", "进行中";
    live_so_far: "live; as it stood when this page was loaded", "进行中；为打开本页时的进度";
    over: "over", "已结束";
    broken_off: "broken off: the record has no end", "已中断：记录没有结尾";
    not_begun: "waiting to begin", "等待开始";
    not_open: "not open yet", "尚未公开";
    step: "move", "第";
    step_after: "", "手";
    // A game.
    board: "Board", "棋盘";
    game: "Game", "对局";
    moves: "Moves", "着法";
    draw: "draw", "和棋";
    in_question: "In question", "结果存疑";
    own_notes: "What my program said", "我的程序的输出";
    own_page: "For its authors and organisers", "作者与组织者专页";
    own_what: "Here the author of a program reads what it wrote beside its moves. No program of yours plays in this game.", "程序作者可在此查看自己的程序随着法写下的输出。您没有程序参加此局。";
    own_after: "After the last move", "终局之后";
    own_so_far: "Since the last move", "最后一手之后";
    everybodys_page: "The page that everybody sees", "公开页面";
    longest: "longest", "最长";
    time_used: "Time used, move by move", "逐手用时";
    steps: "Steps", "步进";
    to_start: "Start", "开局";
    back: "Back", "后退";
    play: "Play", "播放";
    pause: "Pause", "暂停";
    forward: "Forward", "前进";
    newest: "Newest", "最新";
    speed: "Speed", "速度";
    flip: "Flip", "翻转";
    keys: "Keys", "按键";
    keys_step: "one move back, forward", "后退、前进一手";
    keys_ends: "first position, last position", "开局、终局";
    keys_play: "play, pause", "播放、暂停";
    keys_flip: "turn the board around", "翻转棋盘";
    keys_help: "this list", "本表";
    keys_board: "on the board: arrow keys from place to place", "在棋盘上：方向键逐点移动";
    space: "Space", "空格";
    close: "Close", "关闭";
    limits: "Limits", "时限";
    no_limits: "none", "不限";
    sandbox: "Sandbox", "沙箱";
    pace: "Pace", "节奏";
    secrets: "Secrets", "保密";
    record: "Record", "记录";
    sheet_national: "Sheet (national)", "棋谱（国赛）";
    sheet_sgf: "Sheet (SGF)", "棋谱（SGF）";
    this_board: "This board", "此局面";
    film: "Film", "动画";
    dice: "dice", "掷骰";
    referee: "referee", "裁判";
    // Texts of the script, which fills in the names in braces.
    script_live: "live", "进行中";
    script_cut: "disconnected since {time}; the board is as of move {n}", "连接自 {time} 中断；棋盘停在第 {n} 手";
    script_still: "Disconnected since {time}: this page does not update until the connection is back.",
        "连接自 {time} 中断；恢复之前本页不再更新。";
    script_title: "{dot}{names}, move {n} · Leitai", "{dot}{names}，第 {n} 手 · 擂台";
    script_spoken: "Move {n}: {name} {move}", "第 {n} 手：{name} {move}";
    script_last: "last {took} s", "上一手 {took} s";
    script_used: "used; last {took} s", "已用；上一手 {took} s";
    script_of: "{now} of {limit} s", "{now}／限 {limit} 秒";
    script_changes: "Show what changed ({n})", "显示变化（{n} 处）";
    script_between: "; ", "；";
    script_empty: "empty", "空";
    script_undo: "undo the last click", "撤销上一次点选";
    script_board: "arrow keys move from place to place", "方向键逐点移动";
    // The hall.
    hall_lead: "Programs compete at board games, all under one referee.", "程序在这里对弈，由同一裁判执法。";
    hall_more: "{n} board games, and every game is recorded: open one to replay it.",
        "{n} 种棋，每一局都有记录，点开即可逐手回放。";
    watch: "Watch a game", "观看对局";
    boards: "Boards", "对局";
    none_live: "No games in progress.", "现在没有进行中的对局。";
    none_live_next: "See the events for past games and what comes next.", "已赛与后续对局见赛事页。";
    standings: "Standings", "排名";
    all_events: "all events", "全部赛事";
    events: "Events", "赛事";
    no_events: "No event yet. Put an event file into the folder “events” of the site and restart the server.",
        "还没有赛事。把赛事文件放进网站目录下的“events”文件夹，再重新启动服务。";
    rank: "Rank", "名次";
    program: "Program", "程序";
    last_five: "Last five", "近五局";
    games: "Games", "局数";
    points: "Points", "积分";
    won: "won", "胜";
    drawn: "drawn", "和";
    lost: "lost", "负";
    stand_ahead: "not begun", "未开始";
    stand_collecting: "collecting programs", "正在收集程序";
    stand_open: "open for submissions", "接受提交";
    stand_waiting: "awaiting a ruling", "等待裁决";
    stand_stuck: "needs attention", "等待人工处理";
    stand_paused: "paused", "已暂停";
    // The projector.
    next_up: "Next", "接下来";
    // Errors.
    to_hall: "To the hall", "回到大厅";
    nearest: "Did you mean", "您要找的是不是";
    error_number: "Number to quote", "报错编号";
    full_title: "The house is full", "观众已满";
    full_what: "As many people are watching as this machine can serve.", "观看人数已达这台机器的上限。";
    full_advice: "This page tries again by itself in a few seconds.", "本页几秒后会自动重试。";
    // People.
    sign_in: "Sign in", "登录";
    sign_out: "Sign out", "退出登录";
    sign_in_first: "First time: your first password is on the slip that you were given, or it is your number.", "首次登录：初始密码见发给您的纸条，或者就是学号。";
    sign_in_forgotten: "Forgotten: the organiser gives you a code that works once instead of a password.", "忘记密码：可向组织者索取一次性重置码，代替密码登录。";
    number: "Number", "学号";
    name: "Name", "姓名";
    class: "Class", "班级";
    team: "Team", "队伍";
    role: "Role", "角色";
    seed_score: "Seed score", "种子分";
    password: "Password", "密码";
    old_password: "Old password", "原密码";
    new_password: "New password", "新密码";
    password_again: "The new password again", "再次输入新密码";
    password_rule: "8 characters or more, not your number, and not what many people choose.", "至少 8 个字符，不能是学号，也不能是常见密码。";
    first_password_why: "Choose a password of your own: others may know the first one.", "请设置您自己的密码：初始密码可能已为他人所知。";
    nickname: "Nickname", "昵称";
    nickname_what: "On the score board everybody sees this name. You can change it at any time.", "成绩榜上人人可见的名字，随时可以修改。";
    nickname_rule: "At most 12 columns wide, a Chinese character counting two.", "最多 12 列宽，一个汉字算两列。";
    go_on: "Continue", "继续";
    keep: "Save", "保存";
    account: "Account", "账号";
    sessions: "Sessions", "登录设备";
    sessions_what: "Where you are signed in. If you do not recognise a session, end it and choose another password.", "您在这些设备上登录。如有陌生设备，请让它退出登录，并更换密码。";
    this_session: "this one", "当前设备";
    session_began: "began", "始于";
    session_seen: "last used", "最近使用";
    end_session: "End it", "退出登录";
    // Submitting.
    submit: "Submit a program", "提交程序";
    submit_now: "Submit", "提交";
    report: "Report", "报告";
    my_programs: "My programs", "我的程序";
    questions: "Ask the organisers", "答疑";
    submissions: "All submissions", "全部提交";
    no_submissions: "Nobody has submitted anything yet.", "还没有人提交程序。";
    no_ladders: "No event takes programs now.", "目前没有接受提交的赛事。";
    takes_part_as: "You take part as", "参赛名称：";
    takes_no_part: "You are not taking part yet: your first submission enters you.", "您尚未参赛：第一次提交即报名。";
    language: "Language and standard", "语言与标准";
    language_choose: "Choose", "请选择";
    source_file: "Source file: choose it, or drop it here", "源文件：选择文件，或拖放到此处";
    source_text: "Or paste the source; a chosen file takes precedence", "或粘贴源代码；若已选择文件，则以文件为准";
    submission: "Submission", "提交";
    step_done: "done", "完成";
    step_now: "now", "进行中";
    step_failed: "failed", "未通过";
    step_ahead: "not yet", "未开始";
    validation: "Validation games", "验证对局";
    compiler: "What the compiler says", "编译器输出";
    compiler_silent: "Nothing: it compiles cleanly.", "没有输出：编译顺利。";
    findings: "Check results", "检查结果";
    own_log: "Log", "日志";
    difference: "Difference from version", "与前一版本的差异，版本";
    no_difference: "no line differs", "没有不同的行";
    difference_too_long: "too many lines to compare", "行数过多，不作比较";
    difference_cut: "There is more; see the sources themselves.", "以下从略，完整内容见源代码。";
    own_source: "The source as it was submitted", "提交的源代码";
    ruling_about_entry: "Make a ruling about this entry", "就此参赛者作裁决";
    all_logs: "All logs as one archive (zip)", "全部日志打包下载（zip）";
    trial: "Test games", "测试对局";
    trial_what: "Let your program play against a built-in player or another program, by the rules and limits of this event. Test games count nowhere, and wait until no game of an event does.", "让您的程序按本赛事的规则与限制，与内置棋手或其他程序对局。测试对局不计成绩，且在赛事对局之后进行。";
    opponent: "Opponent", "对手";
    trial_levels: "Built-in players", "内置棋手";
    trial_partners: "Programs whose owners allow it", "允许测试的程序";
    trial_side: "Your program plays", "您的程序执";
    trial_both: "both sides in turn", "先后手轮换";
    trial_first: "First", "先手";
    trial_second: "Second", "后手";
    trial_opening: "Opening (may be empty)", "开局（可不填）";
    trial_current: "Without a file your current program plays.", "不选文件，则以当前程序对局。";
    trial_no_current: "Choose the program to be tested. It is not submitted by this.", "请选择要测试的程序。此处不会提交程序。";
    trial_now: "Play test games", "开始测试";
    trial_off: "Call off the rest", "取消其余对局";
    trial_more: "More test games", "更多测试对局";
    trial_mine: "Your test games", "我的测试对局";
    trial_allowed: "Others may play test games against your current program; they do not see its code or logs.", "他人可与您的当前程序测试对局，但看不到代码与日志。";
    trial_not_allowed: "Nobody else may play test games against your program.", "他人不能与您的程序测试对局。";
    trial_allow: "Allow test games against it", "允许测试对局";
    trial_forbid: "Do not allow them any more", "不再允许";
    // Organisers.
    organise: "Organise", "赛事管理";
    people: "People", "人员";
    everybody: "Everybody", "全部人员";
    waiting_only: "Only those without a password of their own", "只看尚未设置密码的人";
    nobody: "The list is empty. Import a roster.", "名单为空。请导入名单。";
    signed_in: "Last signed in", "最近登录";
    first_passwords: "First passwords", "初始密码";
    first_passwords_what: "For everybody who has not chosen a password: set the date on which the first password ends, at midnight; or print new ones, which replace the earlier ones.", "适用于所有尚未设置密码的人：设定初始密码截止日（当日 24:00）；或打印新的初始密码，此前的随之失效。";
    first_until: "First password until", "初始密码截止";
    keep_day: "Save the date", "保存日期";
    print_slips: "New ones on slips", "生成并打印纸条";
    first_password: "First password", "初始密码";
    first_is_number: "the number", "学号";
    first_is_random: "random, printed on slips", "随机生成，打印成纸条";
    slips: "First passwords", "初始密码";
    slips_what: "Print this page and cut it up. Loading it again shows the same.", "请打印本页并裁开。重新载入显示同一批。";
    slips_shown: "Shown in this browser until", "本浏览器显示至";
    slips_gone: "Slips are shown here for 15 minutes, only in the browser that made them. If they were not printed, make new ones on the list of people: they replace the earlier ones.", "纸条仅在生成它的浏览器中显示 15 分钟。若未打印，请在人员名单处重新生成，此前的随之失效。";
    slips_again: "Slips that you have just made; shown until", "刚生成的纸条，可查看至";
    slips_none: "Everybody has chosen a password.", "所有人都已设置密码。";
    slip_where: "Sign in at", "登录地址";
    slip_until: "Until", "有效期至";
    import: "Import a roster", "导入名单";
    import_what: "The roster as the school’s system exports it, or lines pasted from a table: a line of column names (number, name, and if you like class, team, seed score), one person per line below. Titles, totals and other columns are left out. 2 MB at most. People already on the list are updated; what the roster does not have, passwords and nicknames are kept.", "教务系统导出的名单即可，也可直接粘贴表格内容：一行列名（学号、姓名，可另有班级、队伍、种子分），其下每行一人；标题、合计与其他列不读取。最大 2 MB。已有人员更新资料；名单中没有的列、密码与昵称不变。";
    import_look: "Preview", "预览";
    import_now: "Import", "导入";
    import_bad: "Nothing was imported: correct these lines first.", "没有导入任何内容：请先改正以下各行。";
    bad_lines: "Lines that cannot be imported", "无法导入的行";
    line: "Line", "行";
    line_text: "What it says", "内容";
    line_why: "What is wrong", "问题";
    changes: "What changes", "修改内容";
    change_what: "Detail", "项目";
    change_old: "Old", "原值";
    change_new: "New", "新值";
    roster_number: "Number", "学号";
    roster_taken: "How the roster was read", "名单是这样读取的";
    roster_columns: "What each column is", "各列的含义";
    roster_confirm: "Confirm and preview", "确认并预览";
    roster_header: "Line with the column names", "列名所在的行";
    roster_no_header: "none: the first line is a person", "没有列名：第一行就是人员";
    roster_file: "File", "文件";
    roster_text: "Or paste rows", "或直接粘贴内容";
    audit: "Audit log", "操作记录";
    audit_what: "Nothing is ever removed from this list.", "本记录只增不改。";
    earlier: "Earlier", "更早的记录";
    forgotten: "Password forgotten", "忘记密码";
    forgotten_what: "A code instead of the password. It works once, within seven days; the old password and all sessions end at once.", "以重置码代替密码：七天内可登录一次；原密码立即失效，所有设备退出登录。";
    give_code: "Give a code", "发放重置码";
    close_account: "Close the account", "关闭账号";
    close_account_what: "Nobody can sign in with it any more; its sessions end at once. It can be opened again.", "账号将无法登录，所有设备立即退出登录；之后可重新开放。";
    open_account: "Open the account again", "重新开放账号";
    tokens: "Tokens for programs", "供程序使用的令牌";
    tokens_what: "With a token a program acts in your name, through the API or `leitai submit --server`. It does not need your password.", "程序凭令牌以您的名义访问（API 或 `leitai submit --server`），不需要您的密码。";
    token_name: "Where it is used", "用在何处";
    token_for: "What it is for", "用途";
    token_days: "Days it is valid", "有效天数";
    make_token: "Make a token", "创建令牌";
    take_back: "Revoke it", "撤销";
    token_ends: "until", "有效至";
    token_seen: "last used", "最近使用";
    token_unused: "never used", "从未使用";
    kept_of_me: "My data", "我的数据";
    export: "Download a copy (JSON)", "下载副本（JSON）";
    export_what: "Everything stored under your number: your roster data, sessions, tokens, what was done, and all programs that you handed in.", "您学号下的全部数据：名单信息、登录设备、令牌、操作记录，以及您提交过的全部程序。";
    remove_account: "Remove the account", "删除账号";
    remove_confirm: "The number of the account to remove", "请输入要删除的账号的学号";
    remove_account_what: "Name, class, nickname and password are removed, and nobody can sign in with it any more. Results are kept, under the nickname \"withdrawn\"; the organisers keep the number and the audit log. This cannot be undone.", "姓名、班级、昵称与密码将被删除，账号无法再登录。成绩保留，昵称显示为“已退出”；学号与操作记录由组织者保留。此操作不可撤销。";
    // Ladders.
    ladders: "Ladders", "天梯";
    ladders_about: "One ladder for each game: every program, over all events.", "每种棋一个天梯：所有程序，历届赛事合计。";
    ladders_none: "Nothing played yet", "尚无对局的棋种";
    // Documents.
    docs: "Docs", "文档";
    docs_games: "The rules of each game", "各棋种的规则";
    docs_house: "Programs, events, records", "程序、赛事与记录";
    docs_protocols: "Protocols", "协议";
    docs_starting: "The board at the start", "开局时的棋盘";
    start_here: "How to take part", "如何参赛";
    start_program: "Write a program", "编写程序";
    start_starters: "Starter programs: they play legal random moves, and your strategy goes where they say so.", "起步程序：能随机走合法着法，请把您的策略写在标明之处。";
    start_spoken: "A sample conversation", "通信示例";
    start_marks: "> from the platform to your program, < from your program. Each is one line, and what your program prints must be flushed.", "> 为平台发给程序，< 为程序发给平台。每条消息一行；程序输出后须刷新缓冲区。";
    start_exit: "(the program exits and is started again for its next turn)", "（程序退出，轮到它时重新启动）";
    start_home: "Try it at home", "在自己的电脑上测试";
    start_home_what: "With `leitai` on your computer, by the same rules and limits:", "在自己的电脑上安装 `leitai`，以相同的规则与限制测试：";
    start_limits: "Limits of this event", "本赛事的限制";
    start_rules: "The rules of the game", "棋规";
    // The API.
    api_what: "Everything the site shows, as JSON, open to anybody. Machine-readable description:", "本站内容均可按 JSON 读取，人人可用。接口描述：";
    api_addresses: "Addresses", "地址";
    api_stream: "Live changes", "实时变化";
    api_stream_what: "Server-sent events. A stream follows games, events and the set of running games, each from the point that the page knows; Last-Event-ID is understood. A comment comes every 15 seconds.", "以服务器推送事件（SSE）传送。一个流可同时跟随若干对局、赛事和大厅，各从页面已知之处接续；支持 Last-Event-ID。每 15 秒发一行注释。";
    api_steps: "New steps of a game g: clocks c, steps s with number n, moves m, microseconds us, tones where the seats changed theirs, and what the drawing adds and hides.", "对局 g 的新步骤：时钟 c，步骤 s（编号 n、着法 m、微秒 us、换色后的 tones，以及图形的增减）。";
    api_over: "The game g has ended: its page shows how.", "对局 g 已结束，结果见其页面。";
    api_whole: "Too much was missed, or the game restarted: fetch the board of g again.", "错过太多或对局重新开始：请重新获取 g 的棋盘。";
    api_table: "The event e has changed; v is its new version.", "赛事 e 有变化，v 为新版本号。";
    api_hall: "Other games run now; v is the new version.", "进行中的对局有变化，v 为新版本号。";
}

impl Texts {
    /// The texts of the script as a JSON object of names and texts.
    pub(crate) fn script(self) -> String {
        let said = [
            ("live", self.script_live()),
            ("cut", self.script_cut()),
            ("still", self.script_still()),
            ("title", self.script_title()),
            ("spoken", self.script_spoken()),
            ("last", self.script_last()),
            ("used", self.script_used()),
            ("of", self.script_of()),
            ("changes", self.script_changes()),
            ("between", self.script_between()),
            ("empty", self.script_empty()),
            ("undo", self.script_undo()),
            ("board", self.script_board()),
            ("play", self.play()),
            ("pause", self.pause()),
            ("chance", self.dice()),
            ("arbiter", self.referee()),
        ];
        let said = said.map(|(name, text)| format!("{}:{}", quoted(name), quoted(text)));
        format!("{{{}}}", said.join(","))
    }
}

/// A text without control characters as a JSON string.
pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The names in braces in a text.
    fn fields(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect()
    }

    #[test]
    fn every_text_is_there_in_both_languages() {
        let is_chinese =
            |text: &str| text.chars().any(|c| ('\u{3000}'..'\u{a000}').contains(&c) || c == '；');
        // Texts that are in the other language on purpose, and names.
        let apart = ["other_language", "other_language_tag", "nav_api", "step_after"];
        for (name, en, zh) in Texts::ALL {
            if !apart.contains(name) {
                assert!(!en.is_empty() && !is_chinese(en), "{name}: {en}");
                assert!(is_chinese(zh), "{name}: {zh}");
            }
            assert_eq!(fields(en), fields(zh), "{name}");
        }
    }

    #[test]
    fn the_script_is_told_in_json() {
        for lang in [Lang::En, Lang::Zh] {
            let said = Texts(lang).script();
            assert!(said.starts_with("{\"live\":\"") && said.ends_with("\"}"), "{said}");
        }
        assert_eq!(quoted("a\"b\\c"), r#""a\"b\\c""#);
    }
}
