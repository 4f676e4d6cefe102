// A starter for Phantom Go in Rust, `sau` dialect: plays at random.
// 幻影围棋的 Rust 语言起步程序，sau 协议：随机走棋。
// leitai check phantomgo.rs --game phantomgo
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::stdin;

// A random number below n, from the keys of hash tables. 小于 n 的随机数：借用标准库哈希表的随机键。
fn chance(n: usize) -> usize {
    (RandomState::new().build_hasher().finish() % n as u64) as usize
}

// ---- The board · 棋盘 ---------------------------------------------------------------------------
const SIZE: usize = 9;
const POINTS: usize = SIZE * SIZE;
const LAST_TURN: usize = 120; // after so many turns it passes; 此后一律停手

// What we know of a point. 对每一点的了解。
const UNKNOWN: u8 = 0;
const MINE: u8 = 1;
const REFUSED: u8 = 2;

struct Game {
    board: [u8; POINTS], // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
    turns: usize,        // our turns so far; 己方已走的手数
    tried: usize,        // the point tried last; 最近一次试下的点
}

// A game begins: nothing is known of any point. 开局：对各点一无所知。
fn new_game() -> Game {
    Game { board: [UNKNOWN; POINTS], turns: 0, tried: 0 }
}

// A turn of ours begins: what was refused may be free now. 己方回合开始：先前被拒绝的点可能已可下。
fn new_turn(game: &mut Game) {
    game.board.iter_mut().filter(|p| **p == REFUSED).for_each(|p| *p = UNKNOWN);
    game.turns += 1;
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Lists the points worth a try in this turn. 列出本回合可试的点。
fn legal_moves(game: &Game) -> Vec<usize> {
    (0..POINTS).filter(|&point| game.board[point] == UNKNOWN).collect()
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: try next to my stones first.
// 从合法着法中选一个。例如：先试己方棋子旁边的点。
fn choose(moves: &[usize]) -> usize {
    moves[chance(moves.len())]
}

// The referee has taken our stone: it stands there. 裁判接受了这一手，己方棋子落定。
fn play(game: &mut Game) {
    game.board[game.tried] = MINE;
}

// ---- Points as text · 点的写法 ------------------------------------------------------------------
// "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
fn read_point(text: &[u8]) -> usize {
    (text[1] - b'A') as usize * SIZE + (text[0] - b'A') as usize
}

fn write_point(point: usize) -> String {
    [point % SIZE, point / SIZE].map(|n| (b'A' + n as u8) as char).iter().collect()
}

// ---- Turns · 轮流走棋 ---------------------------------------------------------------------------
// Our stones that were taken off, "2 ABAC". 被提掉的己方棋子。
fn captured(game: &mut Game, text: &str) {
    let (_, points) = text.split_once(' ').unwrap_or_default();
    for point in points.as_bytes().chunks_exact(2) {
        game.board[read_point(point)] = UNKNOWN;
    }
}

// Our turn, or another try in it. 轮到己方，或本回合再试一次。
fn answer(game: &mut Game) {
    let moves = legal_moves(game);
    if moves.is_empty() || game.turns > LAST_TURN {
        return say("move pass");
    }
    game.tried = choose(&moves);
    say(&format!("move {}", write_point(game.tried)));
}

// Refused. With nothing left to try the turn has passed. 被裁判拒绝；无点可试即视为停手。
fn refused(game: &mut Game) {
    game.board[game.tried] = REFUSED;
    if !legal_moves(game).is_empty() {
        answer(game);
    }
}

// ---- The conversation in sau with a referee · 用 sau 协议与裁判通信 -----------------------------
// Prints a line: println! sends it at the line's end. 输出一行：println! 在行末送出。
fn say(line: &str) {
    println!("{line}");
}

fn main() {
    let mut game = new_game();
    for line in stdin().lines().map_while(Result::ok) {
        let (word, rest) = line.trim_end().split_once(' ').unwrap_or((line.trim_end(), ""));
        match word {
            "name?" => say("name Starter"),
            "new" => game = new_game(),
            "accept" => play(&mut game),
            "refuse" => refused(&mut game),
            "taked" => captured(&mut game, rest), // `take`: theirs; 对方的子
            "quit" => break,
            _ => {}
        }
        if word == "move" || rest == "black" {
            new_turn(&mut game); // black begins; 黑方先行
            answer(&mut game);
        }
    }
}
