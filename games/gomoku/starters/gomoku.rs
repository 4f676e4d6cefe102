// A starter for Gomoku in Rust, `native` dialect: plays at random.
// 五子棋的 Rust 语言起步程序，native 协议：随机走棋。
// leitai check gomoku.rs --game gomoku
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::stdin;

// A random number below n, from the keys of hash tables. 小于 n 的随机数：借用标准库哈希表的随机键。
fn chance(n: usize) -> usize {
    (RandomState::new().build_hasher().finish() % n as u64) as usize
}

// ---- The moves: the platform lists them · 着法：由平台列出 --------------------------------------
// Takes the moves out of {…,"moves":["A1","B2"]}. 取出列表 "moves" 中的着法。
fn legal_moves(line: &str) -> Vec<String> {
    let Some((_, list)) = line.split_once("\"moves\":[\"") else { return Vec::new() };
    let list = list.split("\"]").next().unwrap_or("");
    list.split("\",\"").map(str::to_string).collect()
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: a stone beside my last one.
// 从合法着法中选一个。例如：紧挨着己方上一枚棋子落子。
fn choose(moves: &[String]) -> String {
    // Two passes in a row are a draw: rather play a stone. 双方连续放弃即和棋，应尽量落子。
    let stones: Vec<_> = moves.iter().filter(|text| *text != "pass").cloned().collect();
    let moves = if stones.is_empty() { moves } else { &stones };
    moves[chance(moves.len())].clone()
}

// Takes in what has happened: `first H8`, `second swap`, … Keep a board here.
// 得知发生了什么：如 first H8、second swap。可在此记录棋盘。
fn learn(report: &str) {
    eprintln!("{report}"); // stderr is for your own notes; stderr 可用来输出调试信息
}

// ---- The conversation in native · 用 native 协议与平台通信 --------------------------------------
// Prints a line: println! sends it at the line's end. 输出一行：println! 在行末送出。
fn say(line: &str) {
    println!("{line}");
}

// Our turn: one of the moves in the list. 轮到己方：从列表中选一个着法。
fn answer(line: &str) {
    let moves = legal_moves(line);
    if !moves.is_empty() {
        say(&format!("{{\"type\":\"play\",\"moves\":[\"{}\"]}}", choose(&moves)));
    }
}

fn main() {
    for line in stdin().lines().map_while(Result::ok) {
        let is = |kind: &str| line.contains(&format!("\"type\":\"{kind}\""));
        if is("hello") {
            // We want the list of legal moves. 请平台附上合法着法。
            say("{\"type\":\"ready\",\"name\":\"Starter\",\"moves\":true}");
        } else if is("turn") {
            answer(&line);
        } else if is("told") {
            learn(&line);
        } else if is("end") {
            break;
        }
    }
}
