// A starter for Surakarta in Go, `sau` dialect: plays at random.
// 苏拉卡尔塔棋的 Go 语言起步程序，sau 协议：随机走棋。
// leitai check surakarta.go --game surakarta
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
const size, points = 6, 6 * 6
const empty, black, white = 0, 1, 2

type move [2]int      // from, to; 起点、终点
var board [points]int // point = row * size + column, from the top left; 点 = 行 * size + 列，自左上起
var me int            // black or white; 己方颜色

// Point i of track 1 or 2: four lines of six points, an arc after each. 轨道的第 i 点：四条线各六点，线后接弧。
func track(k, i int) int {
	if i >= 12 {
		return points - 1 - track(k, i-12) // the other half lies opposite; 另一半与之对称
	}
	return []int{k*size + i, (i-6)*size + 5 - k}[i/6] // row k, then column 5 - k; 第 k 行，然后第 5 - k 列
}

// A game begins: black has the two top rows, white the two bottom rows. 开局：黑占上两行，白占下两行。
func newGame(color int) {
	for point := range board {
		board[point] = []int{black, empty, white}[point/(2*size)]
	}
	me = color
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Which stone does one meet along track k one way (1 or 23), its own aside; after an arc? 沿轨道先遇到哪枚棋子，是否经过弧？
func meets(k, start, way int) (point int, arc bool) {
	at := start
	for i := 0; i < 24 && (board[track(k, at)] == empty || track(k, at) == track(k, start)); i++ {
		arc, at = arc || (at+way)%24/6 != at/6, (at+way)%24
	}
	return track(k, at), arc
}

// Lists our legal moves: to an empty point beside, and captures. 列出己方合法着法：走到相邻空位，或吃子。
func legalMoves() (moves []move) {
	for i := 0; i < points*points; i++ {
		from, to := i/points, i%points
		beside := (from%size-to%size)/2 == 0 && (from/size-to/size)/2 == 0 // less than 2 apart; 相距小于 2
		if board[from] == me && board[to] == empty && beside {
			moves = append(moves, move{from, to})
		}
	}
	for i := 0; i < 2*24*2; i++ { // both tracks, every place, both ways; 两条轨道、各点、两个方向
		k, start, way := 1+i/48, i/2%24, 1+i%2*22
		from := track(k, start)
		if to, arc := meets(k, start, way); arc && board[from] == me && board[to] == black+white-me {
			moves = append(moves, move{from, to})
		}
	}
	return moves
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: capture whenever you can. 从合法着法中选一个。例如：能吃则吃。
func choose(moves []move) move {
	return moves[chance.Intn(len(moves))]
}

// Moves a stone on the board. 在棋盘上走子。
func play(m move) {
	board[m[1]], board[m[0]] = board[m[0]], empty
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
