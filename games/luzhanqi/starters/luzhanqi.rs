// A starter for Luzhanqi in Rust, `junqi` dialect: plays at random.
// 军棋的 Rust 语言起步程序，junqi 协议：随机走棋。
// leitai check luzhanqi.rs --game luzhanqi
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::stdin;

// A random number below n, from the keys of hash tables. 小于 n 的随机数：借用标准库哈希表的随机键。
fn chance(n: usize) -> usize {
    (RandomState::new().build_hasher().finish() % n as u64) as usize
}

// ---- The board · 棋盘 ---------------------------------------------------------------------------
const COLUMNS: usize = 5;
const POINTS: usize = 12 * COLUMNS;
const ARRAY: &str = "fchbedaiekkgcdfijghijljgh"; // our pieces, rows G to L, camps left out; 己方布阵，跳过行营
                                                 // r: a station on a rail, s: another, c: a camp, h: a headquarters. r 铁路兵站，s 其他兵站，c 行营，h 大本营。
const MAP: &[u8; POINTS] = b"shshsrrrrrrcscrrscsrrcscrrrrrrrrrrrrcscrrscsrrcscrrrrrrshshs";

type Board = [u8; POINTS]; // our pieces a–l, '?' theirs, '.' empty; 己方 a–l，'?' 对方，'.' 空
type Move = (usize, usize); // from, to; 起点、终点

// A game begins: we see ourselves at the bottom. 开局：己方在下。
fn new_game() -> Board {
    let mut ours = ARRAY.bytes();
    let mut man = |point| if point < POINTS / 2 { b'?' } else { ours.next().unwrap_or(b'.') };
    std::array::from_fn(|point| if MAP[point] == b'c' { b'.' } else { man(point) })
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// The neighbour in a direction, and whether a rail leads there. 某方向的邻点，以及是否由铁路相连。
fn joined(from: usize, dr: i32, dc: i32) -> Option<(usize, bool)> {
    let (row, column) = ((from / COLUMNS) as i32 + dr, (from % COLUMNS) as i32 + dc);
    let inside = (0..12).contains(&row) && (0..5).contains(&column);
    let to = (row * COLUMNS as i32 + column) as usize;
    let both = [MAP[from], *MAP.get(to)?];
    let gap = row - dr + row == 11 && column % 2 == 1; // between the fronts; 双方前排之间
    let bad_slant = dr != 0 && dc != 0 && !both.contains(&b'c'); // from or to a camp only; 斜线只通行营
    (inside && !gap && !bad_slant).then_some((to, both == *b"rr"))
}

// Lists our moves: a step, or straight on along a rail. Engineers may also turn on rails: add that.
// 列出己方着法：走一步，或沿铁路直行（工兵转弯留给你写）。
fn legal_moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    let movable = |&from: &usize| b"abcdefghik".contains(&board[from]) && MAP[from] != b'h';
    for (from, way) in (0..POINTS).filter(movable).flat_map(|from| (0..9).map(move |way| (from, way))) {
        let (dr, dc) = (way / 3 - 1, way % 3 - 1); // eight directions, and 4 is none; 八个方向，4 表示不动
        let mut next = joined(from, dr, dc);
        while let Some((to, rail)) = next {
            let free = board[to] == b'.';
            if free || board[to] == b'?' && MAP[to] != b'c' {
                moves.push((from, to)); // the enemy is safe in a camp; 行营中的对方棋子不可碰
            }
            next = joined(to, dr, dc).filter(|&(_, on)| free && rail && on);
        }
    }
    moves
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: weigh what may stand where the enemy is.
// 从合法着法中选一个。例如：估计对方各处可能是什么棋子。
fn choose(moves: &[Move]) -> Move {
    moves[chance(moves.len())]
}

// What it did: 0 the mover dies, 1 it captures, 2 both go, 3 no contact. 0 亡，1 吃，2 同归于尽，3 无接触。
fn play(board: &mut Board, (from, to): Move, result: u8) {
    board[to] = [board[to], board[from], b'.', board[from]][(result - b'0') as usize];
    board[from] = b'.';
}

// ---- Turns · 轮流走棋 ---------------------------------------------------------------------------
// Takes in the opponent's move, "F4G4 3 00"; "0000 …": there is none at first. 记下对手的着法；首手之前没有着法。
fn opponent(board: &mut Board, text: &str) {
    if let [a @ b'A'..=b'L', b, c, d, b' ', result, ..] = *text.as_bytes() {
        let point = |row, column| (row - b'A') as usize * COLUMNS + (column - b'0') as usize;
        play(board, (point(a, b), point(c, d)), result);
    }
}

// Our turn. 轮到己方。
fn answer(board: &Board) -> Option<Move> {
    let moves = legal_moves(board);
    let (from, to) = if moves.is_empty() { return None } else { choose(&moves) };
    let spell = |point: usize| format!("{}{}", (b'A' + (point / COLUMNS) as u8) as char, point % COLUMNS);
    say(&format!("BESTMOVE {}{}", spell(from), spell(to)));
    Some((from, to))
}

// ---- The conversation in junqi · 用 junqi 协议与平台通信 ----------------------------------------
// Prints a line: println! sends it at the line's end. 输出一行：println! 在行末送出。
fn say(line: &str) {
    println!("{line}");
}

fn main() {
    let mut board = new_game();
    let mut sent = None; // our last move, until we hear what it did; 己方刚走的着法，待告知结果
    for line in stdin().lines().map_while(Result::ok) {
        let (word, rest) = line.trim_end().split_once(' ').unwrap_or((line.trim_end(), ""));
        match word {
            _ if word.starts_with("INFO") => say("NAME Starter"),
            "START" => {
                board = new_game();
                say(&format!("ARRAY {ARRAY}"));
            }
            "RESULT" => sent.iter().for_each(|&sent| play(&mut board, sent, rest.as_bytes()[0])),
            "GO" => {
                opponent(&mut board, rest);
                sent = answer(&board);
            }
            "END" => break,
            _ => {}
        }
    }
}
