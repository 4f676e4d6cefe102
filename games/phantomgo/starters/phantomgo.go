// A starter for Phantom Go in Go, `sau` dialect: plays at random.
// 幻影围棋的 Go 语言起步程序，sau 协议：随机走棋。
// leitai check phantomgo.go --game phantomgo
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

// ---- The board · 棋盘 ---------------------------------------------------------------------------
const size, points = 9, 81
const lastTurn = 120                       // after so many turns it passes; 此后一律停手
const unknown, mine, refusedHere = 0, 1, 2 // what we know of a point; 对每一点的了解

var board [points]int // point = row * size + column, from the top left; 点 = 行 * size + 列，自左上起
var turns, tried int  // our turns so far, and the point tried last; 己方手数，最近试下的点

// A game begins: nothing is known of any point. 开局：对各点一无所知。
func newGame() {
	board, turns = [points]int{}, 0
}

// A turn of ours begins: what was refused before may be free now. 己方回合开始：先前被拒绝的点可能已可下。
func newTurn() {
	for point := 0; point < points; point++ {
		if board[point] == refusedHere {
			board[point] = unknown
		}
	}
	turns++
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Lists the points worth a try in this turn. 列出本回合可试的点。
func legalMoves() []int {
	var moves []int
	for point := 0; point < points; point++ {
		if board[point] == unknown {
			moves = append(moves, point)
		}
	}
	return moves
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: try next to my stones first.
// 从合法着法中选一个。例如：先试己方棋子旁边的点。
func choose(moves []int) int {
	return moves[chance.Intn(len(moves))]
}

// The referee has taken our stone: it stands there. 裁判接受了这一手，己方棋子落定。
func play(point int) {
	board[point] = mine
}

// ---- Points as text · 点的写法 ------------------------------------------------------------------
// "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
func readPoint(text string) int   { return int(text[1]-'A')*size + int(text[0]-'A') }
func writePoint(point int) string { return fmt.Sprintf("%c%c", 'A'+point%size, 'A'+point/size) }

// ---- Turns · 轮流走棋 ---------------------------------------------------------------------------
// Our stones that were taken off, "2 ABAC". 被提掉的己方棋子。
func captured(text string) {
	_, list, _ := strings.Cut(text, " ")
	for ; len(list) >= 2; list = list[2:] {
		board[readPoint(list)] = unknown
	}
}

// Our turn, or another try in it. 轮到己方，或本回合再试一次。
func answer() {
	moves := legalMoves()
	if len(moves) == 0 || turns > lastTurn {
		say("move pass")
		return
	}
	tried = choose(moves)
	say("move " + writePoint(tried))
}

// Refused. With nothing left to try the turn has passed. 被裁判拒绝；无点可试即视为停手。
func refused() {
	board[tried] = refusedHere
	if len(legalMoves()) > 0 {
		answer()
	}
}

// ---- The conversation in sau with a referee · 用 sau 协议与裁判通信 -----------------------------
// Prints a line; there is no buffer, so it arrives at once. 输出一行；没有缓冲，立即送达。
func say(line string) { fmt.Println(line) }

func main() {
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() { // one line at a time, until the platform has gone; 逐行读入，直到平台退出
		word, rest, _ := strings.Cut(strings.TrimSpace(input.Text()), " ")
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
