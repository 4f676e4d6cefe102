// A starter for Surakarta in JavaScript, `sau` dialect: plays at random.
// 苏拉卡尔塔棋的 JavaScript 语言起步程序，sau 协议：随机走棋。
// leitai check surakarta.js --game surakarta
"use strict";
const readline = require("readline");

// ---- The board · 棋盘 ---------------------------------------------------------------------------
const [SIZE, POINTS] = [6, 6 * 6];
const ALL = [...Array(POINTS).keys()]; // 0, 1, 2, …
const [EMPTY, BLACK, WHITE] = [0, 1, 2];
const DIRECTIONS = [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]]; // [x, y]
// A track is a loop of four lines of six points, an arc after each. 轨道是一个环：四条线各六点，每条线后接一段弧。
const LINE = [0, 1, 2, 3, 4, 5];
const TRACKS = [1, 2].map((k) => [
    ...LINE.map((i) => k * 6 + i), // row k from the left; 第 k 行，自左向右
    ...LINE.map((i) => i * 6 + 5 - k), // the column k from the right, down; 右起第 k 列，向下
    ...LINE.map((i) => (5 - k) * 6 + 5 - i),
    ...LINE.map((i) => (5 - i) * 6 + k),
]);

let board = []; // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
let me = BLACK;

// A game begins: black has the two top rows, white the two bottom rows. 开局：黑占上两行，白占下两行。
function newGame(color) {
    board = ALL.map((point) => (point < 12 ? BLACK : point < 24 ? EMPTY : WHITE));
    me = color;
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Where a capture lands that runs along a track one way (1 or -1); -1 if there is none.
// 沿轨道某一方向（1 或 -1）能吃到的位置；不能吃为 -1。
function capture(track, at, way) {
    const start = track[at];
    for (let step = 0, arcs = 0; step < 24; step++) {
        const next = (at + way + 24) % 24;
        if (Math.floor(at / 6) !== Math.floor(next / 6)) arcs++;
        at = next;
        const to = track[at];
        if (board[to] === EMPTY || to === start) continue; // its own start counts as empty; 自己的起点视为空
        return arcs > 0 && board[to] !== me ? to : -1;
    }
    return -1;
}

// Lists our legal moves: [from, to]. 列出己方合法着法：[起点, 终点]。
function legalMoves() {
    const moves = [];
    for (const start of ALL.filter((point) => board[point] === me)) {
        for (const [dx, dy] of DIRECTIONS) {
            const [x, y] = [(start % SIZE) + dx, Math.floor(start / SIZE) + dy];
            const inside = x >= 0 && x < SIZE && y >= 0 && y < SIZE;
            if (inside && board[y * SIZE + x] === EMPTY) moves.push([start, y * SIZE + x]);
        }
        for (const track of TRACKS) {
            const places = [...track.keys()].filter((at) => track[at] === start);
            const ends = places.flatMap((at) => [capture(track, at, 1), capture(track, at, -1)]);
            moves.push(...ends.filter((end) => end >= 0).map((end) => [start, end]));
        }
    }
    return moves;
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: capture whenever you can.
// 从合法着法中选一个。例如：能吃则吃。
function choose(moves) {
    return moves[Math.floor(Math.random() * moves.length)];
}

// Moves a stone on the board. 在棋盘上走子。
function play([start, to]) {
    board[to] = board[start];
    board[start] = EMPTY;
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
