// Phantom Go in Go, `sau` dialect: tries random points and listens to the referee.
// 幻影围棋，Go 语言，sau 协议：随机试下，听裁判应答。
// leitai check phantomgo.go --game phantomgo --dialect sau
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

const size, points = 9, 81
const lastTurn = 120                       // after so many turns it passes; 此后一律停手
const unknown, mine, refusedHere = 0, 1, 2 // what we know of a point; 对每一点的了解

var board [points]int                                        // point = row * size + column, from the top left; 点 = 行 * size + 列，自左上起
var turns, tried int                                         // our turns so far, and the point tried last; 己方手数，最近试下的点
var chance = rand.New(rand.NewSource(time.Now().UnixNano())) // other games each time; 每次随机不同

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

// ---- The conversation · 与平台通信 --------------------------------------------------------------

// Prints a line; os.Stdout has no buffer, so it arrives at once. 输出一行；os.Stdout 无缓冲，立即送达。
func say(line string) {
	fmt.Fprintln(os.Stdout, line)
}

// Our stones that were taken off, "2 ABAC". 被提掉的己方棋子。
func captured(text string) {
	_, list, _ := strings.Cut(text, " ")
	for ; len(list) >= 2; list = list[2:] {
		board[int(list[1]-'A')*size+int(list[0]-'A')] = unknown
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
	say("move " + string(rune('A'+tried%size)) + string(rune('A'+tried/size)))
}

func main() {
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() { // one line at a time, until the platform has gone; 逐行读入，直到平台退出
		line := strings.TrimRight(input.Text(), "\r")
		switch {
		case line == "name?":
			say("name Starter")
		case strings.HasPrefix(line, "new "): // nothing is known of any point; 对各点一无所知
			board, turns = [points]int{}, 0
		case line == "accept":
			play(tried)
		case line == "refuse": // with nothing left to try the turn has passed; 无点可试即视为停手
			board[tried] = refusedHere
			if len(legalMoves()) > 0 {
				answer()
			}
		case strings.HasPrefix(line, "taked "): // `take`: theirs; 对方的子
			captured(line[6:])
		case line == "quit":
			return
		}
		if line == "new black" || strings.HasPrefix(line, "move ") { // black begins; 黑方先行
			newTurn()
			answer()
		}
	}
}
