// A starter for Hex in JavaScript, `sau` dialect: plays at random.
// 海克斯棋的 JavaScript 语言起步程序，sau 协议：随机走棋。
// leitai check hex.js --game hex --dialect sau
"use strict";
const readline = require("readline");

// ---- The board · 棋盘 ---------------------------------------------------------------------------
// BLACK is red and joins top and bottom, WHITE left and right. BLACK 即红方，连上下；WHITE 连左右。
// (column, row) touches (±1, 0), (0, ±1), (+1, -1) and (-1, +1). 每格与这六格相邻。
const SIZE = 11;

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

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: how many stones does my shortest chain still need?
// 从合法着法中选一个。例如：己方最短的连线还差几子？
function choose(moves) {
    return moves[Math.floor(Math.random() * moves.length)];
}

// ---- Turns: one stone at a time · 轮流走棋：每次一子 --------------------------------------------
// "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
function readPoint(text) {
    return (text.charCodeAt(1) - 65) * SIZE + text.charCodeAt(0) - 65; // 65 is "A"; 65 即 "A"
}

function writePoint(point) {
    return String.fromCharCode(65 + (point % SIZE), 65 + Math.floor(point / SIZE));
}

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

// ---- The conversation in sau · 用 sau 协议与平台通信 --------------------------------------------
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
        if (word === "move") opponent(rest);
        if (word === "move" || line.trim() === "new black") answer(); // black begins; 黑方先行
        if (word === "quit") break;
    }
}

main();
