// A starter for Amazons in Rust, `sau` dialect: plays at random.
// 亚马逊棋的 Rust 语言起步程序，sau 协议：随机走棋。
// leitai check amazons.rs --game amazons
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::stdin;

// A random number below n, from the keys of hash tables. 小于 n 的随机数：借用标准库哈希表的随机键。
fn chance(n: usize) -> usize {
    (RandomState::new().build_hasher().finish() % n as u64) as usize
}

// ---- The board · 棋盘 ---------------------------------------------------------------------------
const SIZE: usize = 10;
const POINTS: usize = SIZE * SIZE;
const EMPTY: u8 = 0;
const BLACK: u8 = 1;
const WHITE: u8 = 2;
const ARROW: u8 = 3;

type Move = [usize; 3]; // from, to, arrow; 起点、终点、箭
struct Game {
    board: [u8; POINTS], // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
    me: u8,              // BLACK or WHITE; 己方颜色
}

// A game begins: four amazons each, black at the bottom. 开局：双方各四枚，黑方在下。
fn new_game(me: u8) -> Game {
    let mut board = [EMPTY; POINTS];
    [3, 6, 30, 39].iter().for_each(|&top| (board[top], board[POINTS - 1 - top]) = (WHITE, BLACK));
    Game { board, me }
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Lists the points that a queen reaches from here. 列出“皇后走法”可到的点。
fn queen(board: &[u8; POINTS], from: usize) -> Vec<usize> {
    let mut reached = Vec::new();
    for (dx, dy) in (0..9).filter(|&way| way != 4).map(|way| (way % 3 - 1, way / 3 - 1)) {
        let (mut x, mut y) = ((from % SIZE) as i32 + dx, (from / SIZE) as i32 + dy);
        while (0..10).contains(&x) && (0..10).contains(&y) && board[(y * 10 + x) as usize] == EMPTY {
            reached.push((y * 10 + x) as usize);
            (x, y) = (x + dx, y + dy);
        }
    }
    reached
}

// Lists our legal moves. 列出己方合法着法。
fn legal_moves(game: &Game) -> Vec<Move> {
    let mut moves = Vec::new();
    for from in (0..POINTS).filter(|&from| game.board[from] == game.me) {
        let mut board = game.board;
        board[from] = EMPTY; // the arrow may fly over the square just left; 箭可以射过刚离开的格子
        for to in queen(&board, from) {
            moves.extend(queen(&board, to).into_iter().map(|arrow| [from, to, arrow]));
        }
    }
    moves
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: leave the other side as few moves as you can.
// 从合法着法中选一个。例如：让对方可走的着法尽量少。
fn choose(moves: &[Move]) -> Move {
    moves[chance(moves.len())]
}

// Moves an amazon and shoots. 走子并释放障碍。
fn play(game: &mut Game, [from, to, arrow]: Move) {
    (game.board[to], game.board[from]) = (game.board[from], EMPTY);
    game.board[arrow] = ARROW;
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
