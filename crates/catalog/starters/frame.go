// A starter for ⟨game⟩ in Go, `⟨dialect⟩` dialect: plays at random.
// ⟨棋⟩的 Go 语言起步程序，⟨dialect⟩ 协议：随机走棋。
// leitai check ⟨check⟩
package main

import (
	"bufio"
	"fmt"
	"hash/maphash"
	"math/rand"
	"os"
	"strings"
)

var chance = rand.New(rand.NewSource(int64(new(maphash.Hash).Sum64()))) // other games each time; 每次随机不同

// ---- ⟨say⟩ --------------------------------------------------------------------------------------
// Prints a line; there is no buffer, so it arrives at once. 输出一行；没有缓冲，立即送达。
func say(line string) { fmt.Println(line) }

// ---- ⟨words⟩ ------------------------------------------------------------------------------------
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() { // one line at a time, until the platform has gone; 逐行读入，直到平台退出
		word, rest, _ := strings.Cut(strings.TrimSpace(input.Text()), " ")

// ---- ⟨points⟩ -----------------------------------------------------------------------------------
// "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
func readPoint(text string) int   { return int(text[1]-'A')*size + int(text[0]-'A') }
func writePoint(point int) string { return fmt.Sprintf("%c%c", 'A'+point%size, 'A'+point/size) }

// ---- Stones · 棋子 ------------------------------------------------------------------------------
const points = size * size
const empty, black, white = 0, 1, 2

var board [points]int // point = row * size + column, from the top left; 点 = 行 * size + 列，自左上起
var me int            // black or white; 己方颜色

// A game begins on an empty board. 在空棋盘上开始新的一局。
func newGame(color int) {
	board = [points]int{}
	me = color
}

// Puts a stone on the board. 在棋盘上落子。
func play(move, color int) {
	board[move] = color
}

// ---- The rules: any empty point will do · 规则：落在任一空位 ------------------------------------
// Lists the empty points. 列出全部空位。
func legalMoves() (moves []int) {
	for point := range board {
		if board[point] == empty {
			moves = append(moves, point)
		}
	}
	return moves
}

// ---- Points as text · 点的写法 ------------------------------------------------------------------
⟨points⟩

// ---- Turns: one stone at a time · 轮流走棋：每次一子 --------------------------------------------
⟨points⟩

// Takes in the opponent's stone. 记下对手的落子。
func opponent(text string) { play(readPoint(text), black+white-me) }

// Our turn. 轮到己方。
func answer() {
	if moves := legalMoves(); len(moves) > 0 { // if not, the game is over; 否则对局已结束
		move := choose(moves)
		play(move, me)
		say("move " + writePoint(move))
	}
}

// ---- Turns: a move names its points · 轮流走棋：着法写作各点 ------------------------------------
⟨points⟩

// Takes in the opponent's move, point by point. 逐点记下对手的着法。
func opponent(text string) {
	var m move
	for i := range m {
		m[i] = readPoint(text[2*i:])
	}
	play(m)
}

// Our turn. 轮到己方。
func answer() {
	if moves := legalMoves(); len(moves) > 0 { // if not, the game is over; 否则对局已结束
		text, m := "move ", choose(moves)
		for _, point := range m {
			text += writePoint(point)
		}
		play(m)
		say(text)
	}
}

// ---- The conversation in sau · 用 sau 协议与平台通信 --------------------------------------------
⟨say⟩

func main() {
⟨words⟩
		switch word {
		case "name?":
			say("name Starter")
		case "new":
			newGame(map[string]int{"black": black, "white": white}[rest])
		case "move":
			opponent(rest)
		case "quit":
			return
		}
		if word == "move" || rest == "black" { // black begins; 黑方先行
			answer()
		}
	}
}

// ---- The conversation in sau with a referee · 用 sau 协议与裁判通信 -----------------------------
⟨say⟩

func main() {
⟨words⟩
		switch word {
		case "name?":
			say("name Starter")
		case "new":
			newGame()
		case "accept":
			play(tried)
		case "refuse":
			refused()
		case "taked": // `take` is told of their stones; `take` 所指为对方的子
			captured(rest)
		case "quit":
			return
		}
		// `move go`, `move pass`: the other side has moved; 对方已走或已停手
		if word == "move" || rest == "black" {
			newTurn()
			answer()
		}
	}
}

// ---- The moves: the platform lists them · 着法：由平台列出 --------------------------------------
// Takes the moves out of {…,"moves":["A1","B2"]}. 取出列表 "moves" 中的着法。
func legalMoves(line string) []string {
	_, list, found := strings.Cut(line, "\"moves\":[\"")
	if !found {
		return nil
	}
	list, _, _ = strings.Cut(list, "\"]")
	return strings.Split(list, "\",\"")
}

// ---- The conversation in native · 用 native 协议与平台通信 --------------------------------------
⟨say⟩

// Our turn: one of the moves in the list. 轮到己方：从列表中选一个着法。
func answer(line string) {
	moves := legalMoves(line)
	if len(moves) > 0 {
		say(`{"type":"play","moves":["` + choose(moves) + `"]}`)
	}
}

func main() {
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 1<<17) // a line has at most 64 KB; 一行最长 64 KB
	for input.Scan() {       // one line at a time, until the platform has gone; 逐行读入，直到平台退出
		line := input.Text()
		switch {
		case strings.Contains(line, `"type":"hello"`): // we want the list of legal moves; 请平台附上合法着法
			say(`{"type":"ready","name":"Starter","moves":true}`)
		case strings.Contains(line, `"type":"turn"`):
			answer(line)
		case strings.Contains(line, `"type":"told"`):
			learn(line)
		case strings.Contains(line, `"type":"end"`):
			return
		}
	}
}

// ---- The conversation in judge · 用 judge 协议与平台通信 ----------------------------------------
⟨say⟩

func main() {
⟨words⟩
		switch word {
		case "START":
			newGame(rest)
			say("OK")
		case "PLACE":
			opponent(rest)
		case "TURN":
			answer()
		case "END":
			return
		}
	}
}

// ---- The conversation in junqi · 用 junqi 协议与平台通信 ----------------------------------------
⟨say⟩

func main() {
⟨words⟩
		switch word {
		case "INFO", "INFORMATION":
			say("NAME Starter")
		case "START":
			newGame()
			say("ARRAY " + array)
		case "RESULT":
			play(sent, rest[0])
		case "GO":
			opponent(rest)
			answer()
		case "END":
			return
		}
	}
}

// ---- The conversation in beyond · 用 beyond 协议与平台通信 --------------------------------------
⟨say⟩

func main() {
	say("Beyond.Game.Tic-tac-toe.1.0")
	say("Starter")
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() { // one line at a time, until the platform has gone; 逐行读入，直到平台退出
		line := strings.TrimRight(input.Text(), "\r")
		if line == "X" || line == "O" {
			me = line
			fmt.Fprintln(os.Stderr, "I am", me) // stderr is for your own notes; stderr 可用来输出调试信息
		} else if len(line) == cells {
			board = line
			answer()
		}
	}
}
