// Surakarta in Go, `sau` dialect: plays a random legal move.
// 苏拉卡尔塔棋，Go 语言，sau 协议：随机选一个合法着法。
// leitai check surakarta.go --game surakarta
package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"strings"
	"time"
)

// ---- The board · 棋盘 ---------------------------------------------------------------------------
const size, points = 6, 6 * 6
const empty, black, white = 0, 1, 2

type move struct{ from, to int }

var board [points]int                                        // point = row * size + column, from the top left; 点 = 行 * size + 列，自左上起
var me int                                                   // black or white; 己方颜色
var chance = rand.New(rand.NewSource(time.Now().UnixNano())) // other games each time; 每次随机不同

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
// Which stone does one meet that leaves this place of track k, and is there an arc before it? `way`: 1 or 23.
// 从轨道 k 的此处出发，先遇到哪一点的棋子，途中是否经过弧？way 为 1 或 23（反向）。自己的起点视为空。
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
	board[m.to], board[m.from] = board[m.from], empty
}

// ---- The conversation · 与平台通信 --------------------------------------------------------------
// Prints a line; os.Stdout has no buffer, so it arrives at once. 输出一行；os.Stdout 无缓冲，立即送达。
func say(line string) {
	fmt.Fprintln(os.Stdout, line)
}

// "EF" as a point: column, then row from the top. 坐标转为点：先列后行，行自上起。
func point(text string) int {
	return int(text[1]-'A')*size + int(text[0]-'A')
}

// Our turn. 轮到己方。
func answer() {
	if moves := legalMoves(); len(moves) > 0 { // if not, the game is over; 否则对局已结束
		m := choose(moves)
		play(m)
		say(fmt.Sprintf("move %c%c%c%c", 'A'+m.from%size, 'A'+m.from/size, 'A'+m.to%size, 'A'+m.to/size))
	}
}

func main() {
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() && input.Text() != "quit" { // one line at a time, until the platform has gone; 逐行读入，直到平台退出
		word, rest, _ := strings.Cut(strings.TrimSpace(input.Text()), " ")
		switch word {
		case "name?":
			say("name Starter")
		case "new":
			newGame(map[string]int{"black": black, "white": white}[rest])
		case "move":
			play(move{point(rest), point(rest[2:])})
		}
		if word == "move" || rest == "black" { // black begins; 黑方先行
			answer()
		}
	}
}
