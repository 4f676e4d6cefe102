// A starter for Luzhanqi in JavaScript, `junqi` dialect: plays at random.
// 军棋的 JavaScript 语言起步程序，junqi 协议：随机走棋。
// leitai check luzhanqi.js --game luzhanqi
"use strict";
const readline = require("readline");

// ---- The board · 棋盘 ---------------------------------------------------------------------------
const [ROWS, COLUMNS] = [12, 5];
const ALL = [...Array(ROWS * COLUMNS).keys()]; // 0, 1, 2, …
const ARRAY = "fchbedaiekkgcdfijghijljgh"; // our pieces from row G to row L, camps left out; 己方布阵，跳过行营
const [NONE, ROAD, RAIL] = [0, 1, 2];
const DIRECTIONS = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]]; // [row, column]
// r: a station on a rail, s: another, c: a camp, h: a headquarters. r 铁路兵站，s 其他兵站，c 行营，h 大本营。
const MAP = "shshsrrrrrrcscrrscsrrcscrrrrrr" + "rrrrrrcscrrscsrrcscrrrrrrshshs";
let board = []; // our pieces a–l, "?" theirs, "." empty; 己方 a–l，"?" 对方，"." 空
let sent = []; // our last move, until we hear what it did; 己方刚走的着法，待告知结果

// A game begins: we see ourselves at the bottom. 开局：己方在下。
function newGame() {
    const ours = [...ARRAY];
    board = ALL.map((point) => (MAP[point] === "c" ? "." : point < 30 ? "?" : ours.shift()));
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// What joins a point with its neighbour in a direction. 与某方向的邻点之间的连线。
function joined(start, dr, dc) {
    const [row, column] = [Math.floor(start / COLUMNS) + dr, (start % COLUMNS) + dc];
    const gap = row - dr + row === ROWS - 1 && column % 2 === 1; // between the fronts; 双方前排之间
    if (row < 0 || row >= ROWS || column < 0 || column >= COLUMNS || gap) return NONE;
    const both = MAP[start] + MAP[row * COLUMNS + column];
    if (dr !== 0 && dc !== 0) return both.includes("c") ? ROAD : NONE; // slanting; 斜线只通行营
    return both === "rr" ? RAIL : ROAD;
}

// Where a piece gets in one direction: a step, or straight on along a rail. Engineers may also turn on rails:
// add that. 沿一个方向可到的点：走一步，或沿铁路直行（工兵转弯留给你写）。
function reach(start, dr, dc) {
    const reached = [];
    let [kind, to] = [joined(start, dr, dc), start + dr * COLUMNS + dc];
    // Free, or an enemy who is not safe in a camp. 空位，或不在行营中的对方棋子。
    while (kind !== NONE && (board[to] === "." || (board[to] === "?" && MAP[to] !== "c"))) {
        reached.push(to);
        if (kind === ROAD || board[to] === "?" || joined(to, dr, dc) !== RAIL) break;
        to += dr * COLUMNS + dc;
    }
    return reached;
}

// Lists our moves: [from, to]. 列出己方着法：[起点, 终点]。
function legalMoves() {
    const movable = ALL.filter((point) => "abcdefghik".includes(board[point]) && MAP[point] !== "h");
    const from = (start) => DIRECTIONS.flatMap(([dr, dc]) => reach(start, dr, dc)).map((to) => [start, to]);
    return movable.flatMap(from);
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: weigh what may stand where the enemy is.
// 从合法着法中选一个。例如：估计对方各处可能是什么棋子。
function choose(moves) {
    return moves[Math.floor(Math.random() * moves.length)];
}

// What a move did: 0 the mover dies, 1 it captures, 2 both go, 3 no contact. 结果：0 亡，1 吃，2 同归于尽，3 无接触。
function play([start, to], result) {
    if (result === "1" || result === "3") board[to] = board[start];
    if (result === "2") board[to] = ".";
    board[start] = ".";
}

// ---- Turns · 轮流走棋 ---------------------------------------------------------------------------
// "F4" is row 5, column 4. “F4” 是第 5 行第 4 列。
function readPoint(text) {
    return (text.charCodeAt(0) - 65) * COLUMNS + Number(text[1]); // 65 is "A"; 65 即 "A"
}

function writePoint(point) {
    return String.fromCharCode(65 + Math.floor(point / COLUMNS)) + (point % COLUMNS);
}

// Takes in the opponent's move, "F4G4 3 00"; there is none at first. 记下对手的着法；首手之前没有着法。
function opponent(text) {
    const [move, result] = text.split(" ");
    if (move !== "0000") play([readPoint(move.slice(0, 2)), readPoint(move.slice(2, 4))], result);
}

// Our turn. 轮到己方。
function answer() {
    sent = choose(legalMoves());
    say("BESTMOVE " + sent.map(writePoint).join(""));
}

// ---- The conversation in junqi · 用 junqi 协议与平台通信 ----------------------------------------
// Prints a line, at once. 输出一行，立即送出。
function say(line) {
    console.log(line);
}

async function main() {
    // Line by line, until the platform has gone. 逐行读入，直到平台退出。
    for await (const line of readline.createInterface({ input: process.stdin })) {
        const [, word, rest] = line.trim().match(/^(\S*) ?(.*)$/); // the keyword, and what follows; 关键词及其后的内容
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
