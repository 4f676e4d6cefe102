// A starter for Hex in Rust, `sau` dialect: plays at random.
// 海克斯棋的 Rust 语言起步程序，sau 协议：随机走棋。
// leitai check hex.rs --game hex --dialect sau
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::stdin;

// A random number below n, from the keys of hash tables. 小于 n 的随机数：借用标准库哈希表的随机键。
fn chance(n: usize) -> usize {
    (RandomState::new().build_hasher().finish() % n as u64) as usize
}

// ---- The board · 棋盘 ---------------------------------------------------------------------------
// BLACK is red and joins top and bottom, WHITE left and right. BLACK 即红方，连上下；WHITE 连左右。
// (column, row) touches (±1, 0), (0, ±1), (+1, -1) and (-1, +1). 每格与这六格相邻。
const SIZE: usize = 11;

// ---- Stones · 棋子 ------------------------------------------------------------------------------
const POINTS: usize = SIZE * SIZE;
const EMPTY: u8 = 0;
const BLACK: u8 = 1;
const WHITE: u8 = 2;

struct Game {
    board: [u8; POINTS], // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
    me: u8,              // BLACK or WHITE; 己方颜色
}

// A game begins on an empty board. 在空棋盘上开始新的一局。
fn new_game(me: u8) -> Game {
    Game { board: [EMPTY; POINTS], me }
}

// Puts a stone on the board. 在棋盘上落子。
fn play(game: &mut Game, point: usize, color: u8) {
    game.board[point] = color;
}

// ---- The rules: any empty point will do · 规则：落在任一空位 ------------------------------------
// Lists the empty points. 列出全部空位。
fn legal_moves(game: &Game) -> Vec<usize> {
    (0..POINTS).filter(|&point| game.board[point] == EMPTY).collect()
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: how many stones does my shortest chain still need?
// 从合法着法中选一个。例如：己方最短的连线还差几子？
fn choose(moves: &[usize]) -> usize {
    moves[chance(moves.len())]
}

// ---- Turns: one stone at a time · 轮流走棋：每次一子 --------------------------------------------
// "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
fn read_point(text: &[u8]) -> usize {
    (text[1] - b'A') as usize * SIZE + (text[0] - b'A') as usize
}

fn write_point(point: usize) -> String {
    [point % SIZE, point / SIZE].map(|n| (b'A' + n as u8) as char).iter().collect()
}

// Takes in the opponent's stone. 记下对手的落子。
fn opponent(game: &mut Game, text: &str) {
    play(game, read_point(text.as_bytes()), BLACK + WHITE - game.me);
}

// Our turn, unless the game is over. 轮到己方；对局已结束则不答。
fn answer(game: &mut Game) {
    let moves = legal_moves(game);
    if !moves.is_empty() {
        let point = choose(&moves);
        play(game, point, game.me);
        say(&format!("move {}", write_point(point)));
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
