// Amazons in Rust, `sau` dialect: plays a random legal move.
// 亚马逊棋，Rust 语言，sau 协议：随机选一个合法着法。
// leitai check amazons.rs --game amazons
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{stdin, stdout, Write};

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
    for way in (0..9).filter(|&way| way != 4) {
        let (dx, dy) = (way % 3 - 1, way / 3 - 1);
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

// A random number below n, from the keys of hash tables. 小于 n 的随机数：借用标准库哈希表的随机键。
fn chance(n: usize) -> usize {
    (RandomState::new().build_hasher().finish() % n as u64) as usize
}

// Chooses one of the legal moves. An idea: leave the other side as few moves as you can.
// 从合法着法中选一个。例如：让对方可走的着法尽量少。
fn choose(moves: &[Move]) -> Move {
    moves[chance(moves.len())]
}

// Moves an amazon and shoots. 走子并释放障碍。
fn play(game: &mut Game, [from, to, arrow]: Move) {
    game.board[to] = game.board[from];
    game.board[from] = EMPTY;
    game.board[arrow] = ARROW;
}

// ---- The conversation · 与平台通信 --------------------------------------------------------------

// Prints a line: println! sends it at the line's end. 输出一行：println! 在行末送出。
fn say(line: &str) {
    println!("{line}");
    stdout().flush().expect("the platform listens");
}

// Takes in the opponent's move, "ABCDEF": column, row from the top. 记下对手的着法，先列后行，行自上起。
fn opponent(game: &mut Game, text: &str) {
    let p: Vec<_> = text.bytes().map(|b| (b - b'A') as usize).collect();
    play(game, [p[1] * SIZE + p[0], p[3] * SIZE + p[2], p[5] * SIZE + p[4]]);
}

// Our turn. 轮到己方。
fn answer(game: &mut Game) {
    let moves = legal_moves(game);
    if !moves.is_empty() {
        let m = choose(&moves);
        play(game, m);
        let letters = m.iter().flat_map(|p| [p % SIZE, p / SIZE]).map(|n| (b'A' + n as u8) as char);
        say(&format!("move {}", letters.collect::<String>()));
    }
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
