// NoGo in Rust, `sau` dialect: plays a random point that captures nothing.
// 不围棋，Rust 语言，sau 协议：随机选不吃子、不自杀的点。
// leitai check nogo.rs --game nogo
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{stdin, stdout, Write};

// ---- The board · 棋盘 ---------------------------------------------------------------------------

const SIZE: usize = 9;
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

// The point that lies (dx, dy) from here, if it is on the board. 偏移 (dx, dy) 处的点；界外为 None。
fn beside(from: usize, dx: i32, dy: i32) -> Option<usize> {
    let (x, y) = ((from % SIZE) as i32 + dx, (from / SIZE) as i32 + dy);
    let inside = (0..SIZE as i32).contains(&x) && (0..SIZE as i32).contains(&y);
    inside.then(|| y as usize * SIZE + x as usize)
}

// Has this stone's chain an empty point beside it? `seen`: stones visited. 这枚棋子所在的块有没有气？
fn has_liberty(board: &[u8; POINTS], point: usize, seen: &mut [bool; POINTS]) -> bool {
    seen[point] = true;
    let ways = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    ways.iter().filter_map(|&(dx, dy)| beside(point, dx, dy)).any(|next| {
        board[next] == EMPTY || board[next] == board[point] && !seen[next] && has_liberty(board, next, seen)
    })
}

// After our stone here, has every chain on the board a liberty? 己方在此落子后，每一块是否都有气？
fn is_legal(game: &Game, point: usize) -> bool {
    let mut board = game.board;
    board[point] = game.me;
    let alive = |stone| board[stone] == EMPTY || has_liberty(&board, stone, &mut [false; POINTS]);
    game.board[point] == EMPTY && (0..POINTS).all(alive)
}

// Lists our legal points. 列出己方合法的点。
fn legal_moves(game: &Game) -> Vec<usize> {
    (0..POINTS).filter(|&point| is_legal(game, point)).collect()
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------

// A random number below n, from the keys of hash tables. 小于 n 的随机数：借用标准库哈希表的随机键。
fn chance(n: usize) -> usize {
    (RandomState::new().build_hasher().finish() % n as u64) as usize
}

// Chooses one of the legal moves. An idea: leave the other side as few points as you can.
// 从合法着法中选一个。例如：让对方可下的点尽量少。
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

// Takes in the opponent's stone, "EF": column, row from the top. 记下对手的落子，先列后行，行自上起。
fn opponent(game: &mut Game, text: &str) {
    if let [column @ b'A'..=b'I', row @ b'A'..=b'I'] = *text.as_bytes() {
        let point = (row - b'A') as usize * SIZE + (column - b'A') as usize;
        play(game, point, BLACK + WHITE - game.me);
    }
}

// Our turn. 轮到己方。
fn answer(game: &mut Game) {
    let moves = legal_moves(game);
    if !moves.is_empty() {
        let point = choose(&moves);
        play(game, point, game.me);
        let [column, row] = [point % SIZE, point / SIZE].map(|n| (b'A' + n as u8) as char);
        say(&format!("move {column}{row}"));
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
