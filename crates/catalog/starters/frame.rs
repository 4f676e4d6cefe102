// A starter for ⟨game⟩ in Rust, `⟨dialect⟩` dialect: plays at random.
// ⟨棋⟩的 Rust 语言起步程序，⟨dialect⟩ 协议：随机走棋。
// leitai check ⟨check⟩
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::stdin;

// A random number below n, from the keys of hash tables. 小于 n 的随机数：借用标准库哈希表的随机键。
fn chance(n: usize) -> usize {
    (RandomState::new().build_hasher().finish() % n as u64) as usize
}

// ---- ⟨say⟩ --------------------------------------------------------------------------------------
// Prints a line: println! sends it at the line's end. 输出一行：println! 在行末送出。
fn say(line: &str) {
    println!("{line}");
}

// ---- ⟨words⟩ ------------------------------------------------------------------------------------
    for line in stdin().lines().map_while(Result::ok) {
        let (word, rest) = line.trim_end().split_once(' ').unwrap_or((line.trim_end(), ""));

// ---- ⟨points⟩ -----------------------------------------------------------------------------------
// "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
fn read_point(text: &[u8]) -> usize {
    (text[1] - b'A') as usize * SIZE + (text[0] - b'A') as usize
}

fn write_point(point: usize) -> String {
    [point % SIZE, point / SIZE].map(|n| (b'A' + n as u8) as char).iter().collect()
}

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

// ---- Points as text · 点的写法 ------------------------------------------------------------------
⟨points⟩

// ---- Turns: one stone at a time · 轮流走棋：每次一子 --------------------------------------------
⟨points⟩

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

// ---- Turns: a move names its points · 轮流走棋：着法写作各点 ------------------------------------
⟨points⟩

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
⟨say⟩

fn main() {
    let mut game = new_game(0);
⟨words⟩
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

// ---- The conversation in sau with a referee · 用 sau 协议与裁判通信 -----------------------------
⟨say⟩

fn main() {
    let mut game = new_game();
⟨words⟩
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

// ---- The moves: the platform lists them · 着法：由平台列出 --------------------------------------
// Takes the moves out of {…,"moves":["A1","B2"]}. 取出列表 "moves" 中的着法。
fn legal_moves(line: &str) -> Vec<String> {
    let Some((_, list)) = line.split_once("\"moves\":[\"") else { return Vec::new() };
    let list = list.split("\"]").next().unwrap_or("");
    list.split("\",\"").map(str::to_string).collect()
}

// ---- The conversation in native · 用 native 协议与平台通信 --------------------------------------
⟨say⟩

// Our turn: one of the moves in the list. 轮到己方：从列表中选一个着法。
fn answer(line: &str) {
    let moves = legal_moves(line);
    if !moves.is_empty() {
        say(&format!("{{\"type\":\"play\",\"moves\":[\"{}\"]}}", choose(&moves)));
    }
}

fn main() {
    for line in stdin().lines().map_while(Result::ok) {
        let is = |kind: &str| line.contains(&format!("\"type\":\"{kind}\""));
        if is("hello") {
            // We want the list of legal moves. 请平台附上合法着法。
            say("{\"type\":\"ready\",\"name\":\"Starter\",\"moves\":true}");
        } else if is("turn") {
            answer(&line);
        } else if is("told") {
            learn(&line);
        } else if is("end") {
            break;
        }
    }
}

// ---- The conversation in judge · 用 judge 协议与平台通信 ----------------------------------------
⟨say⟩

fn main() {
    let mut game = new_game("1");
⟨words⟩
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

// ---- The conversation in junqi · 用 junqi 协议与平台通信 ----------------------------------------
⟨say⟩

fn main() {
    let mut board = new_game();
    let mut sent = None; // our last move, until we hear what it did; 己方刚走的着法，待告知结果
⟨words⟩
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

// ---- The conversation in beyond · 用 beyond 协议与平台通信 --------------------------------------
⟨say⟩

fn main() {
    say("Beyond.Game.Tic-tac-toe.1.0");
    say("Starter");
    let mut game = Game { board: String::new(), me: String::new() };
    for line in stdin().lines().map_while(Result::ok) {
        let line = line.trim_end_matches('\r'); // blanks are empty cells: keep them; 空格是空位，不可去掉
        if line.len() == 9 {
            game.board = line.to_string();
            answer(&game);
        } else if line == "X" || line == "O" {
            game.me = line.to_string();
        }
    }
}
