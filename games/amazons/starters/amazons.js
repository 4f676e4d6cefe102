// A starter for Amazons in JavaScript, `sau` dialect: plays at random.
// 亚马逊棋的 JavaScript 语言起步程序，sau 协议：随机走棋。
// leitai check amazons.js --game amazons
"use strict";
const readline = require("readline");

// ---- The board · 棋盘 ---------------------------------------------------------------------------
const SIZE = 10;
const POINTS = SIZE * SIZE;
const ALL = [...Array(POINTS).keys()]; // 0, 1, 2, …
const [EMPTY, BLACK, WHITE, ARROW] = [0, 1, 2, 3];
const DIRECTIONS = [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]]; // [x, y]

let board = []; // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
let me = BLACK;

// A game begins: four amazons each, black at the bottom. 开局：双方各四枚，黑方在下。
function newGame(color) {
    board = Array(POINTS).fill(EMPTY);
    for (const top of [3, 6, 30, 39]) {
        board[top] = WHITE;
        board[POINTS - 1 - top] = BLACK;
    }
    me = color;
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Lists the points that a queen reaches from here. 列出“皇后走法”可到的点。
function queen(start) {
    const reached = [];
    for (const [dx, dy] of DIRECTIONS) {
        let [x, y] = [(start % SIZE) + dx, Math.floor(start / SIZE) + dy];
        while (x >= 0 && x < SIZE && y >= 0 && y < SIZE && board[y * SIZE + x] === EMPTY) {
            reached.push(y * SIZE + x);
            [x, y] = [x + dx, y + dy];
        }
    }
    return reached;
}

// Lists our legal moves: [from, to, arrow]. 列出己方合法着法：[起点, 落点, 障碍]。
function legalMoves() {
    const moves = [];
    for (const start of ALL.filter((point) => board[point] === me)) {
        const ways = queen(start);
        board[start] = EMPTY; // the arrow may fly over the square just left; 箭可以射过刚离开的格子
        for (const to of ways) {
            for (const arrow of queen(to)) moves.push([start, to, arrow]);
        }
        board[start] = me;
    }
    return moves;
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: leave the other side as few moves as you can.
// 从合法着法中选一个。例如：让对方可走的着法尽量少。
function choose(moves) {
    return moves[Math.floor(Math.random() * moves.length)];
}

// Moves an amazon and shoots its arrow. 走子并放置障碍。
function play([start, to, arrow]) {
    board[to] = board[start];
    board[start] = EMPTY;
    board[arrow] = ARROW;
}

// ---- Turns: a move names its points · 轮流走棋：着法写作各点 ------------------------------------
// "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
function readPoint(text) {
    return (text.charCodeAt(1) - 65) * SIZE + text.charCodeAt(0) - 65; // 65 is "A"; 65 即 "A"
}

function writePoint(point) {
    return String.fromCharCode(65 + (point % SIZE), 65 + Math.floor(point / SIZE));
}

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
