// A starter for Amazons in Go, `sau` dialect: plays at random.
// 亚马逊棋的 Go 语言起步程序，sau 协议：随机走棋。
// leitai check amazons.go --game amazons
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
const size, points = 10, 10 * 10
const empty, black, white, arrow = 0, 1, 2, 3

type move [3]int // from, to, arrow; 起点、终点、箭

var board [points]int // point = row * size + column, from the top left; 点 = 行 * size + 列，自左上起
var me int            // black or white; 己方颜色

// A game begins: four amazons each, black at the bottom. 开局：双方各四枚，黑方在下。
func newGame(color int) {
	board = [points]int{3: white, 6: white, 30: white, 39: white, 60: black, 69: black, 93: black, 96: black}
	me = color
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Is there an empty point in this column and row? 此列此行是否为空位？
func isFree(x, y int) bool {
	return x >= 0 && x < size && y >= 0 && y < size && board[y*size+x] == empty
}

// Lists the points that a queen reaches from here. 列出“皇后走法”可到的点。
func queen(from int) (reached []int) {
	for _, way := range []int{0, 1, 2, 3, 5, 6, 7, 8} { // eight directions, 4 would be none; 八个方向，4 表示不动
		dx, dy := way%3-1, way/3-1
		for x, y := from%size+dx, from/size+dy; isFree(x, y); x, y = x+dx, y+dy {
			reached = append(reached, y*size+x)
		}
	}
	return reached
}

// Lists our legal moves. 列出己方合法着法。
func legalMoves() (moves []move) {
	for from := range board {
		if board[from] != me {
			continue
		}
		board[from] = empty // the arrow may fly over the square just left; 箭可以射过刚离开的格子
		for _, to := range queen(from) {
			for _, shot := range queen(to) {
				moves = append(moves, move{from, to, shot})
			}
		}
		board[from] = me
	}
	return moves
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: leave the other side as few moves as you can.
// 从合法着法中选一个。例如：让对方可走的着法尽量少。
func choose(moves []move) move {
	return moves[chance.Intn(len(moves))]
}

// Moves an amazon and shoots. 走子并释放障碍。
func play(m move) {
	board[m[1]], board[m[0]] = board[m[0]], empty
	board[m[2]] = arrow
}

// ---- Turns: a move names its points · 轮流走棋：着法写作各点 ------------------------------------
// "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
func readPoint(text string) int   { return int(text[1]-'A')*size + int(text[0]-'A') }
func writePoint(point int) string { return fmt.Sprintf("%c%c", 'A'+point%size, 'A'+point/size) }

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
