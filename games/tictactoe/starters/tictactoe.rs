// A starter for tic-tac-toe in Rust, `beyond` dialect: plays at random.
// 井字棋的 Rust 语言起步程序，beyond 协议：随机走棋。
// leitai check tictactoe.rs --game tictactoe
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::stdin;

// A random number below n, from the keys of hash tables. 小于 n 的随机数：借用标准库哈希表的随机键。
fn chance(n: usize) -> usize {
    (RandomState::new().build_hasher().finish() % n as u64) as usize
}

// ---- The board · 棋盘 ---------------------------------------------------------------------------
struct Game {
    board: String, // nine of 'X', 'O', ' ' from the platform; 平台发来的九个字符
    me: String,    // "X" or "O"; 己方棋子
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Lists the empty cells. 列出全部空格。
fn legal_moves(game: &Game) -> Vec<usize> {
    game.board.match_indices(' ').map(|(cell, _)| cell).collect()
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: can I win at once? Must I stop a line?
// 从合法着法中选一个。例如：我能否立即取胜？是否必须阻挡对方？
fn choose(moves: &[usize]) -> usize {
    moves[chance(moves.len())]
}

// ---- Turns · 轮流走棋 ---------------------------------------------------------------------------
// Our turn. 轮到己方。
fn answer(game: &Game) {
    let moves = legal_moves(game);
    if moves.is_empty() {
        return; // the board is full; 棋盘已满
    }
    eprintln!("I am {}", game.me); // stderr is for your own notes; stderr 可用来输出调试信息
    say(&choose(&moves).to_string());
}

// ---- The conversation in beyond · 用 beyond 协议与平台通信 --------------------------------------
// Prints a line: println! sends it at the line's end. 输出一行：println! 在行末送出。
fn say(line: &str) {
    println!("{line}");
}

fn main() {
    say("Beyond.Game.Tic-tac-toe.1.0");
    say("Starter");
    let mut game = Game { board: String::new(), me: String::new() };
    for line in stdin().lines().map_while(Result::ok) {
        let line = line.trim_end_matches('\r'); // blanks are empty cells: keep them; 空格是空位，不可去掉
        if line.len() == 9 {
            game.board = line.to_string();
            answer(&game);
        } else if line == "X" || line == "O" {
            game.me = line.to_string();
        }
    }
}
