// A starter for dots and boxes in Go, `sau` dialect: plays at random.
// 点格棋的 Go 语言起步程序，sau 协议：随机走棋。
// leitai check dots.go --game dots
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
const black, white = 1, 2
const lines, places = 6, 5 // lines of dots each way, edges along a line; 横竖各 6 条线，每条 5 条边

type edge struct{ way, line, place int } // way 0 across, 1 upright; 方向 0 横 1 竖，第几条线，线上第几段

var drawn [2][lines][places]bool // drawn[way][line][place]; 该边是否已连

// A game begins without edges; both sides may draw the same. 开始新的一局，尚无任何边；双方可连的边相同。
func newGame(_ int) {
	drawn = [2][lines][places]bool{}
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// Lists the edges not yet drawn. 列出未连的边。
func legalMoves() []edge {
	var moves []edge
	for i := 0; i < 2*lines*places; i++ {
		e := edge{i / (lines * places), i / places % lines, i % places}
		if !drawn[e.way][e.line][e.place] {
			moves = append(moves, e)
		}
	}
	return moves
}

// Is the box between this line and the next complete? 此线与下一条线之间的格子是否已围成？
func box(way, line, place int) bool {
	return line >= 0 && line < places && drawn[way][line][place] && drawn[way][line+1][place] &&
		drawn[1-way][place][line] && drawn[1-way][place+1][line]
}

// Has this edge completed a box? Then the turn goes on. 这条边是否围成了格子？若是则继续连。
func closesBox(e edge) bool {
	return box(e.way, e.line-1, e.place) || box(e.way, e.line, e.place)
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: never draw the third side of a box.
// 从合法着法中选一个。例如：不要给格子画上第三条边。
func choose(moves []edge) edge {
	return moves[chance.Intn(len(moves))]
}

// Draws an edge. 连一条边。
func play(e edge) {
	drawn[e.way][e.line][e.place] = true
}

// ---- Turns · 轮流走棋 ---------------------------------------------------------------------------
// Takes in the opponent's turn: "2 ACBADE" are two edges. 记下对手的一手：“2 ACBADE” 为两条边。
func opponent(text string) {
	_, edges, _ := strings.Cut(text, " ")
	for ; len(edges) >= 3; edges = edges[3:] {
		play(edge{int(edges[0] - 'A'), int(edges[1] - 'A'), int(edges[2] - 'A')})
	}
}

// Our turn: edges, until one completes no box. 轮到己方：连到不再围成格子为止。
func answer() {
	edges := ""
	for moves := legalMoves(); len(moves) > 0; moves = legalMoves() {
		e := choose(moves)
		play(e)
		edges += string(rune('A'+e.way)) + string(rune('A'+e.line)) + string(rune('A'+e.place))
		if !closesBox(e) {
			break
		}
	}
	if edges != "" {
		say(fmt.Sprint("move ", len(edges)/3, " ", edges))
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
