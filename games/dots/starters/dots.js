// A starter for dots and boxes in JavaScript, `sau` dialect: plays at random.
// 点格棋的 JavaScript 语言起步程序，sau 协议：随机走棋。
// leitai check dots.js --game dots
"use strict";
const readline = require("readline");

// ---- The board · 棋盘 ---------------------------------------------------------------------------
const LINES = 6; // lines of dots each way; 横竖各 6 条线
const PLACES = 5; // edges along a line; 每条线上 5 条边
const [ACROSS, UPRIGHT] = [0, 1];
const [BLACK, WHITE] = [0, 1];

let drawn = []; // drawn[way][line][place]; 已连的边：方向、第几条线、线上第几段
let me = BLACK;

// A game begins without edges. 开始新的一局，尚无任何边。
function newGame(color) {
    drawn = [ACROSS, UPRIGHT].map(() => Array.from({ length: LINES }, () => Array(PLACES).fill(false)));
    me = color;
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Lists the edges not yet drawn: [way, line, place]. 列出未连的边。
function legalMoves() {
    const edges = [];
    for (const way of [ACROSS, UPRIGHT]) {
        for (let line = 0; line < LINES; line++) {
            for (let place = 0; place < PLACES; place++) {
                if (!drawn[way][line][place]) edges.push([way, line, place]);
            }
        }
    }
    return edges;
}

// Is the box between this line and the next complete? 此线与下一条线之间的格子是否已围成？
function box(way, line, place) {
    if (line < 0 || line === PLACES) return false; // outside; 界外
    const across = drawn[1 - way];
    return drawn[way][line][place] && drawn[way][line + 1][place] && across[place][line] && across[place + 1][line];
}

// Has this edge completed a box? Then the turn goes on. 这条边是否围成了格子？若是则继续连。
function closesBox([way, line, place]) {
    return box(way, line - 1, place) || box(way, line, place);
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: never draw the third side of a box.
// 从合法着法中选一个。例如：不要给格子画上第三条边。
function choose(moves) {
    return moves[Math.floor(Math.random() * moves.length)];
}

// Draws an edge. 连一条边。
function play([way, line, place]) {
    drawn[way][line][place] = true;
}

// ---- Turns · 轮流走棋 ---------------------------------------------------------------------------
// "BAC" is upright, line 0, place 2. “BAC” 是竖边，第 0 条线，第 2 段。
function readEdge(text) {
    return [...text].map((letter) => letter.charCodeAt(0) - 65); // 65 is "A"; 65 即 "A"
}

function writeEdge(edge) {
    return String.fromCharCode(...edge.map((number) => 65 + number));
}

// Takes in the opponent's turn: "2 ACBADE" are two edges. 记下对手的一手：“2 ACBADE” 为两条边。
function opponent(text) {
    const [number, edges] = text.split(" ");
    for (let i = 0; i < Number(number); i++) play(readEdge(edges.slice(3 * i, 3 * i + 3)));
}

// Our turn: edges, until one completes no box. 轮到己方：连到不再围成格子为止。
function answer() {
    const edges = [];
    while (legalMoves().length > 0 && (edges.length === 0 || closesBox(edges[edges.length - 1]))) {
        const edge = choose(legalMoves());
        play(edge);
        edges.push(edge);
    }
    if (edges.length > 0) say(`move ${edges.length} ` + edges.map(writeEdge).join(""));
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
