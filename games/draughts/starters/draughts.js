// A starter for draughts in JavaScript, `judge` dialect: plays at random.
// 国际跳棋的 JavaScript 语言起步程序，judge 协议：随机走棋。
// leitai check draughts.js --game draughts
"use strict";
const readline = require("readline");

// ---- The board · 棋盘 ---------------------------------------------------------------------------
const [SIZE, SQUARES] = [8, 8 * 8];
const ALL = [...Array(SQUARES).keys()]; // 0, 1, 2, …
const [EMPTY, MAN, KING, JUMPED] = [0, 1, 2, 9]; // ours; theirs are -MAN, -KING; 己方为正，对方为负
const DIAGONALS = [[-1, -1], [-1, 1], [1, -1], [1, 1]]; // [rows, columns]; [行, 列]

let board = []; // square = row * SIZE + column; 格 = 行 * SIZE + 列
let forward = -1; // rows our men go: -1 up (black), +1 down (white); 己方兵的前进方向

// A game begins: 1 we are black, in rows 5 to 7; 2 white. 开局：1 执黑，在 5 至 7 行；2 执白。
function newGame(color) {
    forward = color === 1 ? -1 : 1;
    board = ALL.map((square) => {
        const [row, column] = [Math.floor(square / SIZE), square % SIZE];
        if ((row + column) % 2 === 0 || row === 3 || row === 4) return EMPTY; // light, or between; 浅色格或中间两行
        return row > 4 === (color === 1) ? MAN : -MAN;
    });
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// The square so many steps away; -1 outside. 若干步之外的格；界外为 -1。
function away(square, dy, dx, steps) {
    const [row, column] = [Math.floor(square / SIZE) + dy * steps, (square % SIZE) + dx * steps];
    return row >= 0 && row < SIZE && column >= 0 && column < SIZE ? row * SIZE + column : -1;
}

// Lists the ways to go on jumping, the path so far included. What was jumped stays till the end, but is
// not jumped twice. 列出继续跳吃的各条路径。被跳的子走完才取走，途中不可重跳。
function jumps(path) {
    const found = [];
    for (const [dy, dx] of DIAGONALS) {
        const here = path[path.length - 1];
        const [over, to] = [away(here, dy, dx, 1), away(here, dy, dx, 2)];
        if (to < 0 || board[to] !== EMPTY || board[over] >= 0) continue;
        board[over] += JUMPED;
        found.push([...path, to], ...jumps([...path, to]));
        board[over] -= JUMPED;
    }
    return found;
}

// Lists our legal moves, each the squares visited. 列出己方合法着法，每个着法是经过的各格。
function legalMoves() {
    const [steps, captures] = [[], []];
    for (const start of ALL.filter((square) => board[square] > 0)) {
        const piece = board[start];
        board[start] = EMPTY; // it has left its square; 跳吃途中起点视为空格
        captures.push(...jumps([start]));
        board[start] = piece;
        for (const [dy, dx] of DIAGONALS) {
            const to = away(start, dy, dx, 1);
            if ((piece === KING || dy === forward) && to >= 0 && board[to] === EMPTY) steps.push([start, to]);
        }
    }
    const most = Math.max(...captures.map((path) => path.length));
    // Whoever can capture must, and as many as possible. 有吃必吃，有多吃多。
    return captures.length > 0 ? captures.filter((path) => path.length === most) : steps;
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: crown a man; keep the back row.
// 从合法着法中选一个。例如：争取升王；守住底线。
function choose(moves) {
    return moves[Math.floor(Math.random() * moves.length)];
}

// Plays a move: takes off what is jumped, crowns who ends on the far row. 走子：取走被跳的子，抵达底线升王。
function play(path) {
    const [piece, end] = [board[path[0]], path[path.length - 1]];
    for (let i = 1; i < path.length; i++) {
        board[path[i - 1]] = EMPTY;
        const over = (path[i - 1] + path[i]) / 2; // what a jump takes; a step jumps nothing; 跳吃所取；走一步则没有
        if (Number.isInteger(over)) board[over] = EMPTY;
    }
    const farRow = piece * forward < 0 ? 0 : SIZE - 1;
    board[end] = Math.floor(end / SIZE) === farRow ? Math.sign(piece) * KING : piece;
}

// ---- Turns · 轮流走棋 ---------------------------------------------------------------------------
// Takes in the opponent's move, "2 5,4 4,5": how many squares, then each. 记下对手的着法：格数，各格“行,列”。
function opponent(text) {
    const squares = text.split(" ").slice(1).map((square) => square.split(","));
    play(squares.map(([row, column]) => Number(row) * SIZE + Number(column)));
}

// Our turn. 轮到己方。
function answer() {
    const path = choose(legalMoves());
    play(path);
    say(`${path.length} ` + path.map((square) => `${Math.floor(square / SIZE)},${square % SIZE}`).join(" "));
}

// ---- The conversation in judge · 用 judge 协议与平台通信 ----------------------------------------
// Prints a line, at once. 输出一行，立即送出。
function say(line) {
    console.log(line);
}

async function main() {
    // Line by line, until the platform has gone. 逐行读入，直到平台退出。
    for await (const line of readline.createInterface({ input: process.stdin })) {
        const [, word, rest] = line.trim().match(/^(\S*) ?(.*)$/); // the keyword, and what follows; 关键词及其后的内容
        if (word === "START") {
            newGame(Number(rest));
            say("OK");
        }
        if (word === "PLACE") opponent(rest);
        if (word === "TURN") answer();
        if (word === "END") break;
    }
}

main();
