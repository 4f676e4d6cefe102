// A starter for ⟨game⟩ in JavaScript, `⟨dialect⟩` dialect: plays at random.
// ⟨棋⟩的 JavaScript 语言起步程序，⟨dialect⟩ 协议：随机走棋。
// leitai check ⟨check⟩
"use strict";
const readline = require("readline");

// ---- ⟨say⟩ --------------------------------------------------------------------------------------
// Prints a line, at once. 输出一行，立即送出。
function say(line) {
    console.log(line);
}

// ---- ⟨words⟩ ------------------------------------------------------------------------------------
    // Line by line, until the platform has gone. 逐行读入，直到平台退出。
    for await (const line of readline.createInterface({ input: process.stdin })) {
        const [, word, rest] = line.trim().match(/^(\S*) ?(.*)$/); // the keyword, and what follows; 关键词及其后的内容

// ---- ⟨points⟩ -----------------------------------------------------------------------------------
// "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
function readPoint(text) {
    return (text.charCodeAt(1) - 65) * SIZE + text.charCodeAt(0) - 65; // 65 is "A"; 65 即 "A"
}

function writePoint(point) {
    return String.fromCharCode(65 + (point % SIZE), 65 + Math.floor(point / SIZE));
}

// ---- Stones · 棋子 ------------------------------------------------------------------------------
const POINTS = SIZE * SIZE;
const ALL = [...Array(POINTS).keys()]; // 0, 1, 2, …
const [EMPTY, BLACK, WHITE] = [0, 1, 2];

let board = []; // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
let me = BLACK; // BLACK or WHITE; 己方颜色

// A game begins on an empty board. 在空棋盘上开始新的一局。
function newGame(color) {
    board = Array(POINTS).fill(EMPTY);
    me = color;
}

// Puts a stone on the board. 在棋盘上落子。
function play(move, color) {
    board[move] = color;
}

// ---- The rules: any empty point will do · 规则：落在任一空位 ------------------------------------
// Lists the empty points. 列出全部空位。
function legalMoves() {
    return ALL.filter((point) => board[point] === EMPTY);
}

// ---- Points as text · 点的写法 ------------------------------------------------------------------
⟨points⟩

// ---- Turns: one stone at a time · 轮流走棋：每次一子 --------------------------------------------
⟨points⟩

// Takes in the opponent's stone. 记下对手的落子。
function opponent(text) {
    play(readPoint(text), BLACK + WHITE - me);
}

// Our turn. 轮到己方。
function answer() {
    const moves = legalMoves();
    if (moves.length === 0) return; // the game is over; 对局已结束
    const move = choose(moves);
    play(move, me);
    say("move " + writePoint(move));
}

// ---- Turns: a move names its points · 轮流走棋：着法写作各点 ------------------------------------
⟨points⟩

// Takes in the opponent's move, point by point. 逐点记下对手的着法。
function opponent(text) {
    play(text.match(/../g).map(readPoint));
}

// Our turn. 轮到己方。
function answer() {
    const moves = legalMoves();
    if (moves.length === 0) return; // the game is over; 对局已结束
    const move = choose(moves);
    play(move);
    say("move " + move.map(writePoint).join(""));
}

// ---- The conversation in sau · 用 sau 协议与平台通信 --------------------------------------------
⟨say⟩

async function main() {
⟨words⟩
        if (word === "name?") say("name Starter");
        if (word === "new") newGame(rest === "black" ? BLACK : WHITE);
        if (word === "move") opponent(rest);
        if (word === "move" || line.trim() === "new black") answer(); // black begins; 黑方先行
        if (word === "quit") break;
    }
}

main();

// ---- The conversation in sau with a referee · 用 sau 协议与裁判通信 -----------------------------
⟨say⟩

async function main() {
⟨words⟩
        if (word === "name?") say("name Starter");
        if (word === "new") newGame(rest === "black" ? BLACK : WHITE);
        if (word === "accept") play(tried);
        if (word === "refuse") refused();
        if (word === "taked") captured(rest); // `take` is told of their stones; `take` 所指为对方的子
        // `move go`, `move pass`: the other side has moved; 对方已走或已停手
        if (word === "move" || line.trim() === "new black") {
            newTurn();
            answer();
        }
        if (word === "quit") break;
    }
}

main();

// ---- The moves: the platform lists them · 着法：由平台列出 --------------------------------------
// Takes the list of legal moves out of the platform's message. 从平台的消息中取出合法着法列表。
function legalMoves(message) {
    return message.moves;
}

// ---- The conversation in native · 用 native 协议与平台通信 --------------------------------------
⟨say⟩

// Our turn: one of the moves in the list. 轮到己方：从列表中选一个着法。
function answer(message) {
    const move = choose(legalMoves(message));
    say(JSON.stringify({ type: "play", moves: [move] }));
}

async function main() {
    // Line by line, until the platform has gone. 逐行读入，直到平台退出。
    for await (const line of readline.createInterface({ input: process.stdin })) {
        const message = JSON.parse(line);
        if (message.type === "hello") { // we want the list of legal moves; 请平台附上合法着法
            say(JSON.stringify({ type: "ready", name: "Starter", moves: true }));
        } else if (message.type === "turn") {
            answer(message);
        } else if (message.type === "told") {
            learn(message.report);
        } else if (message.type === "end") {
            break;
        }
    }
}

main();

// ---- The conversation in judge · 用 judge 协议与平台通信 ----------------------------------------
⟨say⟩

async function main() {
⟨words⟩
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

// ---- The conversation in junqi · 用 junqi 协议与平台通信 ----------------------------------------
⟨say⟩

async function main() {
⟨words⟩
        if (word.startsWith("INFO")) say("NAME Starter");
        if (word === "START") {
            newGame();
            say("ARRAY " + ARRAY);
        }
        if (word === "RESULT") play(sent, rest[0]);
        if (word === "GO") {
            opponent(rest);
            answer();
        }
        if (word === "END") break;
    }
}

main();

// ---- The conversation in beyond · 用 beyond 协议与平台通信 --------------------------------------
⟨say⟩

async function main() {
    say("Beyond.Game.Tic-tac-toe.1.0");
    say("Starter");
    // Line by line, until the platform has gone. 逐行读入，直到平台退出。
    for await (const line of readline.createInterface({ input: process.stdin })) {
        if (line === "X" || line === "O") {
            me = line;
            console.error("I am", me); // stderr is for your own notes; stderr 可用来输出调试信息
        } else if (line.length === 9) { // blanks are empty cells: no trim; 空格就是空位，不可去掉
            board = line;
            answer();
        }
    }
}

main();
