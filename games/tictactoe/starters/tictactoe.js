// A starter for tic-tac-toe in JavaScript, `beyond` dialect: plays at random.
// 井字棋的 JavaScript 语言起步程序，beyond 协议：随机走棋。
// leitai check tictactoe.js --game tictactoe
"use strict";
const readline = require("readline");

// ---- The board · 棋盘 ---------------------------------------------------------------------------
let board = ""; // nine of "X", "O", " " from the platform; 平台发来的九个字符
let me = ""; // "X" or "O"; 己方棋子

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Lists the empty cells. 列出全部空格。
function legalMoves() {
    return [0, 1, 2, 3, 4, 5, 6, 7, 8].filter((cell) => board[cell] === " ");
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: Can I win at once? Must I stop a line?
// 从合法着法中选一个。例如：我能否立即取胜？是否必须阻挡对方？
function choose(moves) {
    return moves[Math.floor(Math.random() * moves.length)];
}

// ---- Turns · 轮流走棋 ---------------------------------------------------------------------------
// Our turn. 轮到己方。
function answer() {
    const moves = legalMoves();
    if (moves.length > 0) say(choose(moves)); // else the board is full; 否则棋盘已满
}

// ---- The conversation in beyond · 用 beyond 协议与平台通信 --------------------------------------
// Prints a line, at once. 输出一行，立即送出。
function say(line) {
    console.log(line);
}

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
