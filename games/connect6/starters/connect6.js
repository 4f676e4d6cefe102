// A starter for Connect6 in JavaScript, `sau` dialect: plays at random.
// 六子棋的 JavaScript 语言起步程序，sau 协议：随机走棋。
// leitai check connect6.js --game connect6
"use strict";
const readline = require("readline");

// ---- The board · 棋盘 ---------------------------------------------------------------------------
const SIZE = 19;

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
// Chooses one of the legal moves. An idea: lengthen my longest line.
// 从合法着法中选一个。例如：延长己方最长的一线。
function choose(moves) {
    return moves[Math.floor(Math.random() * moves.length)];
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
// Takes in the opponent's stones: "JJ@@" is one, "ABCD" two. 记下对手的落子：“JJ@@” 一子，“ABCD” 两子。
function opponent(text) {
    for (const stone of [text.slice(0, 2), text.slice(2, 4)]) {
        if (stone !== "@@" && stone !== "") play(readPoint(stone), BLACK + WHITE - me);
    }
}

// Our turn: black begins with one stone, then two a turn. 轮到己方：黑方第一手一子，此后每手两子。
function answer() {
    const stones = legalMoves().length === POINTS ? 1 : 2;
    if (legalMoves().length < stones) return; // the game is over; 对局已结束
    let text = "";
    for (let i = 0; i < stones; i++) {
        const move = choose(legalMoves());
        play(move, me);
        text += writePoint(move);
    }
    say("move " + text.padEnd(4, "@"));
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
