// A starter for EinStein würfelt nicht in JavaScript, `native` dialect: plays at random.
// 爱恩斯坦棋的 JavaScript 语言起步程序，native 协议：随机走棋。
// leitai check einstein.js --game einstein
"use strict";
const readline = require("readline");

// ---- The moves: the platform lists them · 着法：由平台列出 --------------------------------------
// Takes the list of legal moves out of the platform's message. 从平台的消息中取出合法着法列表。
function legalMoves(message) {
    return message.moves;
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves, such as "B4-C3". An idea: a move that takes a stone of the other side.
// 从合法着法（如 "B4-C3"）中选一个。例如：优先吃掉对方的棋子。
function choose(moves) {
    return moves[Math.floor(Math.random() * moves.length)];
}

// Takes in what has happened: "second E1=1", "chance d4", "first B4-C3", … Keep a board here.
// 得知发生了什么：如 "second E1=1"、"chance d4"、"first B4-C3"。可在此记录棋盘。
function learn(report) {
    console.error(report); // stderr is for your own notes; stderr 可用来输出调试信息
}

// ---- The conversation in native · 用 native 协议与平台通信 --------------------------------------
// Prints a line, at once. 输出一行，立即送出。
function say(line) {
    console.log(line);
}

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
