// A starter for Phantom Go in JavaScript, `sau` dialect: plays at random.
// 幻影围棋的 JavaScript 语言起步程序，sau 协议：随机走棋。
// leitai check phantomgo.js --game phantomgo
"use strict";
const readline = require("readline");

// ---- The board · 棋盘 ---------------------------------------------------------------------------
const SIZE = 9;
const POINTS = SIZE * SIZE;
const ALL = [...Array(POINTS).keys()]; // 0, 1, 2, …
const LAST_TURN = 120; // after so many turns it passes; 此后一律停手
const [BLACK, WHITE] = [1, 2];
const [UNKNOWN, MINE, REFUSED] = [0, 1, 2]; // what we know of a point; 对每一点的了解

let board = []; // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
let me = BLACK;
let turns = 0; // our turns so far; 己方已走的手数
let tried = -1; // the point tried last; 最近一次试下的点

// A game begins: nothing is known of any point. 开局：对各点一无所知。
function newGame(color) {
    board = Array(POINTS).fill(UNKNOWN);
    me = color;
    turns = 0;
}

// A turn of ours begins: what was refused before may be free now. 己方回合开始：先前被拒绝的点可能已可下。
function newTurn() {
    board = board.map((known) => (known === REFUSED ? UNKNOWN : known));
    turns++;
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Lists the points worth a try in this turn. 列出本回合可试的点。
function legalMoves() {
    return ALL.filter((point) => board[point] === UNKNOWN);
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: try next to my stones first.
// 从合法着法中选一个。例如：先试己方棋子旁边的点。
function choose(moves) {
    return moves[Math.floor(Math.random() * moves.length)];
}

// The referee has taken our stone: it stands there. 裁判接受了这一手，己方棋子落定。
function play(point) {
    board[point] = MINE;
}

// ---- Points as text · 点的写法 ------------------------------------------------------------------
// "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
function readPoint(text) {
    return (text.charCodeAt(1) - 65) * SIZE + text.charCodeAt(0) - 65; // 65 is "A"; 65 即 "A"
}

function writePoint(point) {
    return String.fromCharCode(65 + (point % SIZE), 65 + Math.floor(point / SIZE));
}

// ---- Turns · 轮流走棋 ---------------------------------------------------------------------------
// Our stones that were taken off, "2 ABAC". 被提掉的己方棋子。
function captured(text) {
    const [number, points] = text.split(" ");
    for (let i = 0; i < Number(number); i++) board[readPoint(points.slice(2 * i, 2 * i + 2))] = UNKNOWN;
}

// Our turn, or another try in it. 轮到己方，或本回合再试一次。
function answer() {
    const moves = legalMoves();
    if (moves.length > 0 && turns <= LAST_TURN) {
        tried = choose(moves);
        say("move " + writePoint(tried));
    } else {
        say("move pass");
    }
}

// Refused. With nothing left to try the turn has passed. 被裁判拒绝；无点可试即视为停手。
function refused() {
    board[tried] = REFUSED;
    if (legalMoves().length > 0) answer();
}

// ---- The conversation in sau with a referee · 用 sau 协议与裁判通信 -----------------------------
// Prints a line, at once. 输出一行，立即送出。
function say(line) {
    console.log(line);
}

async function main() {
    // Line by line, until the platform has gone. 逐行读入，直到平台退出。
    for await (const line of readline.createInterface({ input: process.stdin })) {
        const [, word, rest] = line.trim().match(/^(\S*) ?(.*)$/); // the keyword, and what follows; 关键词及其后的内容
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
