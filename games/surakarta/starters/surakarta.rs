// A starter for Surakarta in Rust, `sau` dialect: plays at random.
// 苏拉卡尔塔棋的 Rust 语言起步程序，sau 协议：随机走棋。
// leitai check surakarta.rs --game surakarta
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::stdin;

// A random number below n, from the keys of hash tables. 小于 n 的随机数：借用标准库哈希表的随机键。
fn chance(n: usize) -> usize {
    (RandomState::new().build_hasher().finish() % n as u64) as usize
}

// ---- The board · 棋盘 ---------------------------------------------------------------------------
const SIZE: usize = 6;
const POINTS: usize = SIZE * SIZE;
const EMPTY: u8 = 0;
const BLACK: u8 = 1;
const WHITE: u8 = 2;

type Move = [usize; 2]; // from, to; 起点、终点
struct Game {
    board: [u8; POINTS], // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
    me: u8,              // BLACK or WHITE; 己方颜色
}

// Point i of track 1 or 2: four lines of six points, an arc after each. 轨道的第 i 点：四条线各六点，线后接弧。
fn track(k: usize, i: usize) -> usize {
    match i {
        0..=5 => k * SIZE + i,              // row k, from the left; 第 k 行，自左向右
        6..=11 => (i - 6) * SIZE + 5 - k,   // column k from the right, down; 右起第 k 列，向下
        _ => POINTS - 1 - track(k, i - 12), // the other half lies opposite; 另一半与之对称
    }
}

// A game begins: black has the two top rows, white the two bottom rows. 开局：黑占上两行，白占下两行。
fn new_game(me: u8) -> Game {
    Game { board: std::array::from_fn(|point| [BLACK, EMPTY, WHITE][point / (2 * SIZE)]), me }
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Where a capture along a track lands, one way (1) or the other (23). 沿轨道一个方向能吃到的位置。
fn capture(game: &Game, k: usize, start: usize, way: usize) -> Option<usize> {
    let at = |steps: usize| (start + steps * way) % 24;
    let is_stone = |point| game.board[point] != EMPTY && point != track(k, start); // but its own; 自己除外
    let steps = (1..24).find(|&steps| is_stone(track(k, at(steps))))?;
    let arc = (1..=steps).any(|i| at(i) / 6 != at(i - 1) / 6); // without an arc there is no capture; 须经过弧
    Some(track(k, at(steps))).filter(|&to| arc && game.board[to] != game.me)
}

// Lists our legal moves: to an empty point beside, and captures. 列出己方合法着法：走到相邻空位，或吃子。
fn legal_moves(game: &Game) -> Vec<Move> {
    let pairs = (0..POINTS * POINTS).map(|i| [i / POINTS, i % POINTS]);
    let beside = |a: usize, b: usize| (a / SIZE).abs_diff(b / SIZE) < 2 && (a % SIZE).abs_diff(b % SIZE) < 2;
    let is_step = |from, to| game.board[from] == game.me && game.board[to] == EMPTY && beside(from, to);
    let mut moves: Vec<Move> = pairs.filter(|&[from, to]| is_step(from, to)).collect();
    let ways = (0..2 * 24 * 2).map(|i| (1 + i / 48, i / 2 % 24, [1, 23][i % 2])); // track, place, way; 轨道、点、方向
    for (k, start, way) in ways.filter(|&(k, start, _)| game.board[track(k, start)] == game.me) {
        moves.extend(capture(game, k, start, way).map(|to| [track(k, start), to]));
    }
    moves
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: capture whenever you can. 从合法着法中选一个。例如：能吃则吃。
fn choose(moves: &[Move]) -> Move {
    moves[chance(moves.len())]
}

// Moves a stone on the board. 在棋盘上走子。
fn play(game: &mut Game, [from, to]: Move) {
    (game.board[to], game.board[from]) = (game.board[from], EMPTY);
}

// ---- Turns: a move names its points · 轮流走棋：着法写作各点 ------------------------------------
// "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
fn read_point(text: &[u8]) -> usize {
    (text[1] - b'A') as usize * SIZE + (text[0] - b'A') as usize
}

fn write_point(point: usize) -> String {
    [point % SIZE, point / SIZE].map(|n| (b'A' + n as u8) as char).iter().collect()
}

// Takes in the opponent's move, point by point. 逐点记下对手的着法。
fn opponent(game: &mut Game, text: &str) {
    play(game, std::array::from_fn(|i| read_point(&text.as_bytes()[2 * i..])));
}

// Our turn, unless the game is over. 轮到己方；对局已结束则不答。
fn answer(game: &mut Game) {
    let moves = legal_moves(game);
    if !moves.is_empty() {
        let m = choose(&moves);
        play(game, m);
        say(&format!("move {}", m.map(write_point).concat()));
    }
}

// ---- The conversation in sau · 用 sau 协议与平台通信 --------------------------------------------
// Prints a line: println! sends it at the line's end. 输出一行：println! 在行末送出。
fn say(line: &str) {
    println!("{line}");
}

fn main() {
    let mut game = new_game(0);
    for line in stdin().lines().map_while(Result::ok) {
        let (word, rest) = line.trim_end().split_once(' ').unwrap_or((line.trim_end(), ""));
        match word {
            "name?" => say("name Starter"),
            "new" => game = new_game(if rest == "black" { BLACK } else { WHITE }),
            "move" => opponent(&mut game, rest),
            "quit" => break,
            _ => {}
        }
        if word == "move" || rest == "black" {
            answer(&mut game); // black begins; 黑方先行
        }
    }
}
