// Phantom Go in Rust, `sau` dialect: tries random points and listens to the referee.
// 幻影围棋，Rust 语言，sau 协议：随机试下，听裁判应答。
// leitai check phantomgo.rs --game phantomgo --dialect sau
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{stdin, stdout, Write};

// ---- The board · 棋盘 ---------------------------------------------------------------------------

const SIZE: usize = 9;
const POINTS: usize = SIZE * SIZE;
const LAST_TURN: usize = 120; // after so many turns it passes; 此后一律停手

#[derive(Clone, Copy, PartialEq)]
enum Known {
    Unknown,
    Mine,
    Refused,
} // what we know of a point; 对每一点的了解

struct Game {
    board: [Known; POINTS], // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
    turns: usize,           // our turns so far; 己方已走的手数
    tried: usize,           // the point tried last; 最近一次试下的点
}

// A game begins: nothing is known of any point. 开局：对各点一无所知。
fn new_game() -> Game {
    Game { board: [Known::Unknown; POINTS], turns: 0, tried: 0 }
}

// A turn of ours begins: what was refused may be free now. 己方回合开始：先前被拒绝的点可能已可下。
fn new_turn(game: &mut Game) {
    game.board.iter_mut().filter(|p| **p == Known::Refused).for_each(|p| *p = Known::Unknown);
    game.turns += 1;
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------

// Lists the points worth a try in this turn. 列出本回合可试的点。
fn legal_moves(game: &Game) -> Vec<usize> {
    (0..POINTS).filter(|&point| game.board[point] == Known::Unknown).collect()
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------

// A random number below n, from the keys of hash tables. 小于 n 的随机数：借用标准库哈希表的随机键。
fn chance(n: usize) -> usize {
    (RandomState::new().build_hasher().finish() % n as u64) as usize
}

// Chooses one of the legal moves. An idea: try next to my stones first.
// 从合法着法中选一个。例如：先试己方棋子旁边的点。
fn choose(moves: &[usize]) -> usize {
    moves[chance(moves.len())]
}

// The referee has taken our stone: it stands there. 裁判接受了这一手，己方棋子落定。
fn play(game: &mut Game) {
    game.board[game.tried] = Known::Mine;
}

// ---- The conversation · 与平台通信 --------------------------------------------------------------

// Prints a line: println! sends it at the line's end. 输出一行：println! 在行末送出。
fn say(line: &str) {
    println!("{line}");
    stdout().flush().expect("the platform listens");
}

// Our stones that were taken off, "2 ABAC". 被提掉的己方棋子。
fn captured(game: &mut Game, text: &str) {
    let letters: Vec<usize> =
        text.bytes().filter(u8::is_ascii_uppercase).map(|b| (b - b'A') as usize).collect();
    for pair in letters.chunks_exact(2) {
        game.board[pair[1] * SIZE + pair[0]] = Known::Unknown;
    }
}

// Our turn, or another try in it. 轮到己方，或本回合再试一次。
fn answer(game: &mut Game) {
    let moves = legal_moves(game);
    if moves.is_empty() || game.turns > LAST_TURN {
        return say("move pass");
    }
    game.tried = choose(&moves);
    let letter = |n: usize| (b'A' + n as u8) as char;
    say(&format!("move {}{}", letter(game.tried % SIZE), letter(game.tried / SIZE)));
}

fn main() {
    let mut game = new_game();
    for line in stdin().lines().map_while(Result::ok) {
        // The keyword, and what follows it. 关键词及其后的内容。
        let (word, rest) = line.trim_end().split_once(' ').unwrap_or((line.trim_end(), ""));
        match word {
            "name?" => say("name Starter"),
            "new" => game = new_game(),
            "accept" => play(&mut game),
            "refuse" => game.board[game.tried] = Known::Refused,
            "taked" => captured(&mut game, rest), // `take`: theirs; 对方的子
            "quit" => break,
            _ => {}
        }
        if word == "move" || rest == "black" {
            new_turn(&mut game); // black begins; 黑方先行
            answer(&mut game);
        } else if word == "refuse" && !legal_moves(&game).is_empty() {
            answer(&mut game); // with nothing left to try the turn has passed; 无点可试即视为停手
        }
    }
}
