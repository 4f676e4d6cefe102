// Hex in Rust, `sau` dialect: plays a random empty cell.
// 海克斯棋，Rust 语言，sau 协议：随机选空格落子。
// leitai check hex.rs --game hex --dialect sau
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{stdin, stdout, Write};

// ---- The board · 棋盘 ---------------------------------------------------------------------------

// BLACK is red and joins top and bottom, WHITE left and right. BLACK 即红方，连上下；WHITE 连左右。
// (column, row) touches (±1, 0), (0, ±1), (+1, -1) and (-1, +1). 每格与这六格相邻。
const SIZE: usize = 11;
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

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------

// Lists the empty points. 列出全部空位。
fn legal_moves(game: &Game) -> Vec<usize> {
    (0..POINTS).filter(|&point| game.board[point] == EMPTY).collect()
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------

// A random number below n, from the keys of hash tables. 小于 n 的随机数：借用标准库哈希表的随机键。
fn chance(n: usize) -> usize {
    (RandomState::new().build_hasher().finish() % n as u64) as usize
}

// Chooses one of the legal moves. An idea: how many stones does my shortest chain still need?
// 从合法着法中选一个。例如：己方最短的连线还差几子？
fn choose(moves: &[usize]) -> usize {
    moves[chance(moves.len())]
}

// Puts a stone on the board. 在棋盘上落子。
fn play(game: &mut Game, point: usize, color: u8) {
    game.board[point] = color;
}

// ---- The conversation · 与平台通信 --------------------------------------------------------------

// Prints a line: println! sends it at the line's end. 输出一行：println! 在行末送出。
fn say(line: &str) {
    println!("{line}");
    stdout().flush().expect("the platform listens");
}

// "EF" as a point, column, then row from the top; and back. 坐标转为点，先列后行，行自上起；以及反向转换。
fn read_points(text: &str) -> Vec<usize> {
    let pairs = text.as_bytes().chunks_exact(2).filter(|pair| pair[0] >= b'A' && pair[1] >= b'A');
    let points = pairs.map(|pair| (pair[1] - b'A') as usize * SIZE + (pair[0] - b'A') as usize);
    points.filter(|&point| point < POINTS).collect()
}

fn spell(point: usize) -> String {
    let letter = |n: usize| (b'A' + n as u8) as char;
    format!("{}{}", letter(point % SIZE), letter(point / SIZE))
}

// Takes in the opponent's stones. 记下对手的落子。
fn opponent(game: &mut Game, text: &str) {
    for point in read_points(text) {
        play(game, point, BLACK + WHITE - game.me);
    }
}

// Our turn. 轮到己方。
fn answer(game: &mut Game) {
    let moves = legal_moves(game);
    if moves.is_empty() {
        return; // the game is over; 对局已结束
    }
    let point = choose(&moves);
    play(game, point, game.me);
    say(&format!("move {}", spell(point)));
}

fn main() {
    let mut game = new_game(0);
    for line in stdin().lines().map_while(Result::ok) {
        // The keyword, and what follows it. 关键词及其后的内容。
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
