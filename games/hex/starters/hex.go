// A starter for Hex in Go, `sau` dialect: plays at random.
// 海克斯棋的 Go 语言起步程序，sau 协议：随机走棋。
// leitai check hex.go --game hex --dialect sau
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
// Black is red and joins top and bottom, white left and right. black 即红方，连上下；white 连左右。
// (column, row) touches (±1, 0), (0, ±1), (+1, -1) and (-1, +1). 每格与这六格相邻。
const size = 11

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

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: how many stones does my shortest chain still need?
// 从合法着法中选一个。例如：己方最短的连线还差几子？
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
