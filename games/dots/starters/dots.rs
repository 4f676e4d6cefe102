// A starter for dots and boxes in Rust, `sau` dialect: plays at random.
// 点格棋的 Rust 语言起步程序，sau 协议：随机走棋。
// leitai check dots.rs --game dots
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::stdin;

// A random number below n, from the keys of hash tables. 小于 n 的随机数：借用标准库哈希表的随机键。
fn chance(n: usize) -> usize {
    (RandomState::new().build_hasher().finish() % n as u64) as usize
}

// ---- The board · 棋盘 ---------------------------------------------------------------------------
const LINES: usize = 6; // lines of dots each way; 横竖各 6 条线
const PLACES: usize = 5; // edges along a line; 每条线上 5 条边
const BLACK: u8 = 1;
const WHITE: u8 = 2;

type Edge = (usize, usize, usize); // way (0 across, 1 upright), line, place along it; 方向（0 横 1 竖）、线、段
type Game = [[[bool; PLACES]; LINES]; 2]; // game[way][line][place]: is the edge drawn? 该边是否已连

// A game begins without edges; both sides may draw the same. 开始新的一局，尚无任何边；双方可连的边相同。
fn new_game(_color: u8) -> Game {
    [[[false; PLACES]; LINES]; 2]
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Lists the edges not yet drawn. 列出未连的边。
fn legal_moves(game: &Game) -> Vec<Edge> {
    let all = (0..2 * LINES * PLACES).map(|i| (i / (LINES * PLACES), i / PLACES % LINES, i % PLACES));
    all.filter(|&(way, line, place)| !game[way][line][place]).collect()
}

// Is the box between this line and the next complete? 此线与下一条线之间的格子是否已围成？
fn is_box(game: &Game, way: usize, line: usize, place: usize) -> bool {
    let across = game[way][line][place] && game[way][line + 1][place];
    across && game[1 - way][place][line] && game[1 - way][place + 1][line]
}

// Has this edge completed a box? Then the turn goes on. 这条边是否围成了格子？若是则继续连。
fn closes_box(game: &Game, (way, line, place): Edge) -> bool {
    line > 0 && is_box(game, way, line - 1, place) || line < PLACES && is_box(game, way, line, place)
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: never draw the third side of a box.
// 从合法着法中选一个。例如：不要给格子画上第三条边。
fn choose(moves: &[Edge]) -> Edge {
    moves[chance(moves.len())]
}

// Draws an edge. 连一条边。
fn play(game: &mut Game, (way, line, place): Edge) {
    game[way][line][place] = true;
}

// ---- Turns · 轮流走棋 ---------------------------------------------------------------------------
// Takes in the opponent's turn: "2 ACBADE" are two edges. 记下对手的一手：“2 ACBADE” 为两条边。
fn opponent(game: &mut Game, text: &str) {
    let letters: Vec<usize> =
        text.bytes().filter(|b| (b'A'..=b'F').contains(b)).map(|b| (b - b'A') as usize).collect();
    for edge in letters.chunks_exact(3) {
        play(game, (edge[0], edge[1], edge[2]));
    }
}

// Our turn: edges, until one completes no box. 轮到己方：连到不再围成格子为止。
fn answer(game: &mut Game) {
    let mut edges = String::new();
    let mut moves = legal_moves(game);
    while !moves.is_empty() {
        let edge = choose(&moves);
        play(game, edge);
        edges.extend([edge.0, edge.1, edge.2].map(|n| (b'A' + n as u8) as char));
        moves = if closes_box(game, edge) { legal_moves(game) } else { Vec::new() };
    }
    if !edges.is_empty() {
        say(&format!("move {} {edges}", edges.len() / 3));
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
