// Connect6 in Go, `sau` dialect: plays random empty points.
// 六子棋，Go 语言，sau 协议：随机选空位落子。
// leitai check connect6.go --game connect6
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

const size, points = 19, 19 * 19
const empty, black, white = 0, 1, 2

var board [points]int                                        // point = row * size + column, from the top left; 点 = 行 * size + 列，自左上起
var me int                                                   // black or white; 己方颜色
var chance = rand.New(rand.NewSource(time.Now().UnixNano())) // other games each time; 每次随机不同

// A game begins on an empty board. 在空棋盘上开始新的一局。
func newGame(color int) {
	board = [points]int{}
	me = color
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------

// Lists the empty points. 列出全部空位。
func legalMoves() []int {
	var moves []int
	for point := 0; point < points; point++ {
		if board[point] == empty {
			moves = append(moves, point)
		}
	}
	return moves
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------

// Chooses one of the legal moves. An idea: lengthen my longest line.
// 从合法着法中选一个。例如：延长己方最长的一线。
func choose(moves []int) int {
	return moves[chance.Intn(len(moves))]
}

// Puts a stone on the board. 在棋盘上落子。
func play(move, color int) {
	board[move] = color
}

// ---- The conversation · 与平台通信 --------------------------------------------------------------

// Prints a line; os.Stdout has no buffer, so it arrives at once. 输出一行；os.Stdout 无缓冲，立即送达。
func say(line string) {
	fmt.Fprintln(os.Stdout, line)
}

// A point as text, "EF": column, then row from the top. 点的写法：先列后行，行自上起。
func spell(point int) string {
	return string(rune('A'+point%size)) + string(rune('A'+point/size))
}

// Takes in the opponent's stones: "JJ@@" is one, "ABCD" two. 记下对手的落子：“JJ@@” 一子，“ABCD” 两子。
func opponent(text string) {
	for ; len(text) >= 2 && text[0] != '@'; text = text[2:] {
		play(int(text[1]-'A')*size+int(text[0]-'A'), black+white-me)
	}
}

// Our turn: black begins with one stone, then two a turn. 轮到己方：黑方第一手一子，此后每手两子。
func answer() {
	text, stones := "move ", 2
	if len(legalMoves()) == points {
		stones = 1
	}
	for i := 0; i < stones; i++ {
		moves := legalMoves()
		if len(moves) == 0 {
			return // the game is over; 对局已结束
		}
		move := choose(moves)
		play(move, me)
		text += spell(move)
	}
	if stones == 1 {
		text += "@@"
	}
	say(text)
}

func main() {
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() { // one line at a time, until the platform has gone; 逐行读入，直到平台退出
		line := strings.TrimRight(input.Text(), "\r")
		switch {
		case line == "name?":
			say("name Starter")
		case line == "new black": // black begins; 黑方先行
			newGame(black)
			answer()
		case line == "new white":
			newGame(white)
		case strings.HasPrefix(line, "move "):
			opponent(line[5:])
			answer()
		case line == "quit":
			return
		}
	}
}
