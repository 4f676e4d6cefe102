// A starter for NoGo in Go, `sau` dialect: plays at random.
// 不围棋的 Go 语言起步程序，sau 协议：随机走棋。
// leitai check nogo.go --game nogo
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
const size = 9

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

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Has this stone's chain an empty point beside it? `seen`: stones visited. 这枚棋子所在的块有没有气？
func hasLiberty(point int, seen *[points]bool) bool {
	seen[point] = true
	for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		x, y := point%size+d[0], point/size+d[1]
		if x < 0 || x >= size || y < 0 || y >= size || seen[y*size+x] {
			continue
		}
		if next := y*size + x; board[next] == empty || board[next] == board[point] && hasLiberty(next, seen) {
			return true
		}
	}
	return false
}

// After our stone here, has every chain on the board a liberty? 己方在此落子后，每一块是否都有气？
func isLegal(point int) bool {
	board[point] = me
	legal := true
	for stone := range board {
		legal = legal && (board[stone] == empty || hasLiberty(stone, &[points]bool{}))
	}
	board[point] = empty
	return legal
}

// Lists our legal points. 列出己方合法的点。
func legalMoves() []int {
	var moves []int
	for point := range board {
		if board[point] == empty && isLegal(point) {
			moves = append(moves, point)
		}
	}
	return moves
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: leave the other side as few points as you can.
// 从合法着法中选一个。例如：让对方可下的点尽量少。
func choose(moves []int) int {
	return moves[chance.Intn(len(moves))]
}

// ---- Turns: one stone at a time · 轮流走棋：每次一子 --------------------------------------------
// "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
func readPoint(text string) int   { return int(text[1]-'A')*size + int(text[0]-'A') }
func writePoint(point int) string { return fmt.Sprintf("%c%c", 'A'+point%size, 'A'+point/size) }

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

// ---- The conversation in sau · 用 sau 协议与平台通信 --------------------------------------------
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
