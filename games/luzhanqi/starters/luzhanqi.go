// A starter for Luzhanqi in Go, `junqi` dialect: plays at random.
// 军棋的 Go 语言起步程序，junqi 协议：随机走棋。
// leitai check luzhanqi.go --game luzhanqi
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
const rows, columns, points = 12, 5, 12 * 5

// r: a station on a rail, s: another, c: a camp, h: a headquarters. r 铁路兵站，s 其他兵站，c 行营，h 大本营。
const chart = "shshsrrrrrrcscrrscsrrcscrrrrrr" + "rrrrrrcscrrscsrrcscrrrrrrshshs"

const array = "fchbedaiekkgcdfijghijljgh" // our pieces from row G to row L, camps left out; 己方布阵，跳过行营

type move struct{ from, to int }

var board [points]byte // our pieces a–l, '?' theirs, '.' empty; 己方 a–l，'?' 对方，'.' 空
var sent move          // our last move, until we hear what it did; 己方刚走的着法，待告知结果

// A game begins: we see ourselves at the bottom. 开局：己方在下。
func newGame() {
	next := 0
	for point := range board {
		if board[point] = '?'; chart[point] == 'c' {
			board[point] = '.'
		} else if point >= points/2 {
			board[point] = array[next]
			next++
		}
	}
}

// ---- The rules: which moves are there? · 规则：有哪些着法？ -------------------------------------
// The neighbour in a direction, -1 if there is none, and whether a rail leads there. 某方向的邻点（没有为 -1），是否由铁路相连。
func joined(from, dr, dc int) (to int, rail bool) {
	row, column := from/columns+dr, from%columns+dc
	to = row*columns + column
	gap := row-dr+row == rows-1 && column%2 == 1 // between the fronts; 双方前排之间
	inside := row >= 0 && row < rows && column >= 0 && column < columns
	if !inside || gap || dr*dc != 0 && chart[from] != 'c' && chart[to] != 'c' { // slanting; 斜线
		return -1, false
	}
	return to, chart[from] == 'r' && chart[to] == 'r'
}

// Lists our moves: a step, or straight on along a rail. Engineers may also turn on rails: add that.
// 列出己方着法：走一步，或沿铁路直行（工兵转弯留给你写）。
func legalMoves() (moves []move) {
	for i := 0; i < 9*points; i++ {
		from, dr, dc := i/9, i/3%3-1, i%3-1
		movable := strings.IndexByte("abcdefghik", board[from]) >= 0 && chart[from] != 'h'
		for to, rail := joined(from, dr, dc); movable && to >= 0; {
			free := board[to] == '.'
			if free || board[to] == '?' && chart[to] != 'c' { // the enemy is safe in a camp; 行营中的对方棋子不可碰
				moves = append(moves, move{from, to})
			}
			next, on := joined(to, dr, dc)
			if to = -1; free && rail && on { // go on along the rail, or stop; 沿铁路继续，否则停止
				to = next
			}
		}
	}
	return moves
}

// ---- Your strategy goes here · 你的策略写在这里 -------------------------------------------------
// Chooses one of the legal moves. An idea: weigh what may stand where the enemy is. 从合法着法中选一个。例如：估计对方各处是什么棋子。
func choose(moves []move) move {
	return moves[chance.Intn(len(moves))]
}

// What it did: 0 the mover dies, 1 it captures, 2 both go, 3 no contact. 0 亡，1 吃，2 同归于尽，3 无接触。
func play(m move, result byte) {
	board[m.to] = []byte{board[m.to], board[m.from], '.', board[m.from]}[result-'0']
	board[m.from] = '.'
}

// ---- Turns · 轮流走棋 ---------------------------------------------------------------------------
// Takes in the opponent's move, "F4G4 3 00"; there is none at first. 记下对手的着法；首手之前没有着法。
func opponent(text string) {
	point := func(at string) int { return int(at[0]-'A')*columns + int(at[1]-'0') }
	if !strings.HasPrefix(text, "0000") {
		play(move{point(text), point(text[2:])}, text[5])
	}
}

// Our turn. 轮到己方。
func answer() {
	if moves := legalMoves(); len(moves) > 0 {
		sent = choose(moves)
		say(fmt.Sprintf("BESTMOVE %c%d%c%d", 'A'+sent.from/columns, sent.from%columns, 'A'+sent.to/columns, sent.to%columns))
	}
}

// ---- The conversation in junqi · 用 junqi 协议与平台通信 ----------------------------------------
// Prints a line; there is no buffer, so it arrives at once. 输出一行；没有缓冲，立即送达。
func say(line string) { fmt.Println(line) }

func main() {
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() { // one line at a time, until the platform has gone; 逐行读入，直到平台退出
		word, rest, _ := strings.Cut(strings.TrimSpace(input.Text()), " ")
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
