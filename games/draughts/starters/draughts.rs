// A starter for draughts in Rust, `judge` dialect: plays at random.
// 国际跳棋的 Rust 语言起步程序，judge 协议：随机走棋。
// leitai check draughts.rs --game draughts
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::stdin;

// A random number below n, from the keys of hash tables. 小于 n 的随机数：借用标准库哈希表的随机键。
fn chance(n: usize) -> usize {
    (RandomState::new().build_hasher().finish() % n as u64) as usize
}

// ---- The board · 棋盘 ---------------------------------------------------------------------------
const EMPTY: i32 = 0;
const MAN: i32 = 1; // ours; theirs are -MAN, -KING; 己方为正，对方为负
const KING: i32 = 2;
const DIAGONALS: [Square; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
type Square = (i32, i32); // row, column, from the top left; 行、列，自左上起
type Board = std::collections::BTreeMap<Square, i32>;
type Move = Vec<Square>; // the squares visited, the start included; 经过的各格，含起点
struct Game {
    board: Board, // what stands on each dark square; 各深色格上的棋子
    forward: i32, // rows our men go: -1 up (black), 1 down (white); 己方兵的前进方向
}

// A game begins: "1" we are black, in rows 5 to 7; "2" white. 开局：“1” 执黑，在 5 至 7 行；“2” 执白。
fn new_game(color: &str) -> Game {
    let forward = if color == "1" { -1 } else { 1 };
    let home = |row| [forward, EMPTY, -forward][usize::from(row > 2) + usize::from(row > 4)] * MAN;
    let dark = (0..64).map(|i| (i / 8, i % 8)).filter(|(row, column)| (row + column) % 2 == 1);
    Game { board: dark.map(|square| (square, home(square.0))).collect(), forward }
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Finds the ways to go on jumping, the path so far included. 找出继续跳吃的各条路径，含已走的部分。
fn jump(board: &Board, path: &[Square], found: &mut Vec<Move>) {
    let (y, x) = path[path.len() - 1];
    for (dy, dx) in DIAGONALS {
        let (over, to) = ((y + dy, x + dx), (y + 2 * dy, x + 2 * dx));
        if board.get(&to) == Some(&EMPTY) && board[&over] < 0 {
            let (mut board, path) = (board.clone(), [path, &[to]].concat());
            board.insert(over, MAN); // it stays till the end, but is not jumped twice; 走完才取走，不可重跳
            jump(&board, &path, found);
            found.push(path);
        }
    }
}

// Lists our legal moves: who can capture must, and as many as possible. 列出合法着法：有吃必吃，有多吃多。
fn legal_moves(game: &Game) -> Vec<Move> {
    let (mut steps, mut captures) = (Vec::new(), Vec::new());
    for (&from, &piece) in game.board.iter().filter(|&(_, &piece)| piece > 0) {
        let mut board = game.board.clone();
        board.insert(from, EMPTY); // on its way the piece has left its square; 跳吃途中起点视为空格
        jump(&board, &[from], &mut captures);
        let ways = DIAGONALS.iter().filter(|way| way.0 == game.forward || piece == KING);
        let near = ways.map(|way| (from.0 + way.0, from.1 + way.1));
        steps.extend(near.filter(|to| board.get(to) == Some(&EMPTY)).map(|to| vec![from, to]));
    }
    let most = captures.iter().map(Vec::len).max();
    captures.retain(|path| Some(path.len()) == most);
    [captures, steps].into_iter().find(|moves| !moves.is_empty()).unwrap_or_default()
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: crown a man. 从合法着法中选一个。例如：争取升王。
fn choose(moves: &[Move]) -> Move {
    moves[chance(moves.len())].clone()
}

// Plays a move: takes off what it jumps, crowns at the far row. 走子：取走被跳的子，抵达底线升王。
fn play(game: &mut Game, path: &[Square]) {
    let (Some(&start), Some(&end)) = (path.first(), path.last()) else { return };
    let piece = game.board.insert(start, EMPTY).unwrap_or(EMPTY);
    for jump in path.windows(2).filter(|pair| pair[0].0.abs_diff(pair[1].0) == 2) {
        game.board.insert(((jump[0].0 + jump[1].0) / 2, (jump[0].1 + jump[1].1) / 2), EMPTY);
    }
    let far_row = if piece * game.forward < 0 { 0 } else { 7 };
    game.board.insert(end, if end.0 == far_row { piece.signum() * KING } else { piece });
}

// ---- Turns · 轮流走棋 ---------------------------------------------------------------------------
// Takes in the opponent's move, "2 5,4 4,5": how many squares, then each. 记下对手的着法：格数，各格“行,列”。
fn opponent(game: &mut Game, text: &str) {
    let find = |text| game.board.keys().find(|(row, column)| text == format!("{row},{column}")).copied();
    let path: Move = text.split(' ').filter_map(find).collect();
    play(game, &path);
}

// Our turn: we have a move, or the game would be over. 轮到己方：此时必有着法，否则对局已结束。
fn answer(game: &mut Game) {
    let path = choose(&legal_moves(game));
    play(game, &path);
    let squares = path.iter().map(|(row, column)| format!(" {row},{column}"));
    say(&format!("{}{}", path.len(), squares.collect::<String>()));
}

// ---- The conversation in judge · 用 judge 协议与平台通信 ----------------------------------------
// Prints a line: println! sends it at the line's end. 输出一行：println! 在行末送出。
fn say(line: &str) {
    println!("{line}");
}

fn main() {
    let mut game = new_game("1");
    for line in stdin().lines().map_while(Result::ok) {
        let (word, rest) = line.trim_end().split_once(' ').unwrap_or((line.trim_end(), ""));
        match word {
            "START" => {
                game = new_game(rest);
                say("OK");
            }
            "PLACE" => opponent(&mut game, rest),
            "TURN" => answer(&mut game),
            "END" => break,
            _ => {}
        }
    }
}
