// A starter for ⟨game⟩ in C++, `⟨dialect⟩` dialect: plays at random.
// ⟨棋⟩的 C++ 语言起步程序，⟨dialect⟩ 协议：随机走棋。
// leitai check ⟨check⟩
#include <iostream>
#include <random>
#include <string>
#include <vector>

std::mt19937 chance(std::random_device{}()); // other games each time; 每次随机不同

// ---- A line to the platform · 向平台发一行 ------------------------------------------------------
// Prints a line; what is not flushed does not arrive. 输出一行；不刷新，平台就收不到。
void say(const std::string &line) {
    std::cout << line << std::endl; // endl ends the line and flushes; endl 换行并刷新
}

// ---- ⟨lines⟩ ------------------------------------------------------------------------------------
    std::string line;
    while (std::getline(std::cin, line)) { // until the platform has gone; 直到平台退出
        if (!line.empty() && line.back() == '\r') line.pop_back();

// ---- ⟨points⟩ -----------------------------------------------------------------------------------
// "BA" is column 1, row 0. “BA” 是第 1 列第 0 行。
int read_point(const std::string &text) {
    int point = (text.at(1) - 'A') * SIZE + text.at(0) - 'A';
    (void)board.at(point); // stops the program if there is no such point; 若无此点则程序报错退出
    return point;
}

std::string write_point(int point) {
    return {char('A' + point % SIZE), char('A' + point / SIZE)};
}

// ---- Stones · 棋子 ------------------------------------------------------------------------------
const int POINTS = SIZE * SIZE;
enum { EMPTY, BLACK, WHITE };

std::vector<int> board; // point = row * SIZE + column, from the top left; 点 = 行 * SIZE + 列，自左上起
int me;                 // BLACK or WHITE; 己方颜色

// A game begins on an empty board. 在空棋盘上开始新的一局。
void new_game(int color) {
    board.assign(POINTS, EMPTY);
    me = color;
}

// Puts a stone on the board. 在棋盘上落子。
void play(int move, int color) {
    board[move] = color;
}

// ---- The rules: any empty point will do · 规则：落在任一空位 ------------------------------------
// Lists the empty points. 列出全部空位。
std::vector<int> legal_moves() {
    std::vector<int> moves;
    for (int point = 0; point < POINTS; point++)
        if (board[point] == EMPTY) moves.push_back(point);
    return moves;
}

// ---- Points as text · 点的写法 ------------------------------------------------------------------
⟨points⟩

// ---- Turns: one stone at a time · 轮流走棋：每次一子 --------------------------------------------
⟨points⟩

// Takes in the opponent's stone. 记下对手的落子。
void opponent(const std::string &text) {
    play(read_point(text), BLACK + WHITE - me);
}

// Our turn. 轮到己方。
void answer() {
    std::vector<int> moves = legal_moves();
    if (moves.empty()) return; // the game is over; 对局已结束
    int move = choose(moves);
    play(move, me);
    say("move " + write_point(move));
}

// ---- Turns: a move names its points · 轮流走棋：着法写作各点 ------------------------------------
⟨points⟩

// Takes in the opponent's move, point by point. 逐点记下对手的着法。
void opponent(const std::string &text) {
    Move move;
    for (std::size_t i = 0; i < text.size(); i += 2) move.push_back(read_point(text.substr(i)));
    play(move);
}

// Our turn. 轮到己方。
void answer() {
    std::vector<Move> moves = legal_moves();
    if (moves.empty()) return; // the game is over; 对局已结束
    Move move = choose(moves);
    play(move);
    std::string text = "move ";
    for (int point : move) text += write_point(point);
    say(text);
}

// ---- The conversation in sau · 用 sau 协议与平台通信 --------------------------------------------
int main() {
⟨lines⟩
        if (line == "name?") say("name Starter");
        if (line.rfind("new ", 0) == 0) new_game(line == "new black" ? BLACK : WHITE);
        if (line.rfind("move ", 0) == 0) opponent(line.substr(5));
        if (line == "new black" || line.rfind("move ", 0) == 0) answer();
        if (line == "quit") break;
    }
}

// ---- The conversation in sau with a referee · 用 sau 协议与裁判通信 -----------------------------
int main() {
⟨lines⟩
        if (line == "name?") say("name Starter");
        if (line.rfind("new ", 0) == 0) new_game(line == "new black" ? BLACK : WHITE);
        if (line == "accept") play(tried);
        if (line == "refuse") refused();
        if (line.rfind("taked ", 0) == 0) captured(line.substr(6)); // `take`: theirs; 对方的子
        if (line == "new black" || line.rfind("move ", 0) == 0) {
            new_turn(); // `move go`, `move pass`: the other side has moved; 对方已走或已停手
            answer();
        }
        if (line == "quit") break;
    }
}

// ---- The moves: the platform lists them · 着法：由平台列出 --------------------------------------
// Takes the moves out of {…,"moves":["A1","B2"]}. 取出列表 "moves" 中的着法。
std::vector<std::string> legal_moves(const std::string &line) {
    std::vector<std::string> moves;
    std::size_t at = line.find("\"moves\":[");
    if (at == std::string::npos) return moves;
    at = line.find('[', at) + 1;
    while (line[at] == '"') {
        std::size_t end = line.find('"', at + 1);
        moves.push_back(line.substr(at + 1, end - at - 1));
        at = line[end + 1] == ',' ? end + 2 : end + 1; // behind the comma; 跳过逗号
    }
    return moves;
}

// ---- The conversation in native · 用 native 协议与平台通信 --------------------------------------
// Our turn: one of the moves in the list. 轮到己方：从列表中选一个着法。
void answer(const std::string &line) {
    std::vector<std::string> moves = legal_moves(line);
    if (moves.empty()) return;
    say("{\"type\":\"play\",\"moves\":[\"" + choose(moves) + "\"]}");
}

// Is the line a message of this type? 这一行是否为该类型的消息？
bool is(const std::string &line, const std::string &type) {
    return line.find("\"type\":\"" + type + "\"") != std::string::npos;
}

int main() {
⟨lines⟩
        if (is(line, "hello")) { // we want the list of legal moves; 请平台附上合法着法
            say("{\"type\":\"ready\",\"name\":\"Starter\",\"moves\":true}");
        } else if (is(line, "turn")) {
            answer(line);
        } else if (is(line, "told")) {
            learn(line);
        } else if (is(line, "end")) {
            break;
        }
    }
}

// ---- The conversation in judge · 用 judge 协议与平台通信 ----------------------------------------
int main() {
⟨lines⟩
        if (line.rfind("START ", 0) == 0) new_game(line[6] - '0'), say("OK");
        if (line.rfind("PLACE ", 0) == 0) opponent(line.substr(6));
        if (line == "TURN") answer();
        if (line.rfind("END", 0) == 0) break;
    }
}

// ---- The conversation in junqi · 用 junqi 协议与平台通信 ----------------------------------------
int main() {
⟨lines⟩
        if (line.rfind("INFO", 0) == 0) say("NAME Starter");
        if (line.rfind("START ", 0) == 0) new_game(), say("ARRAY " + ARRAY);
        if (line.rfind("RESULT ", 0) == 0) play(sent, line[7]);
        if (line.rfind("GO ", 0) == 0) opponent(line.substr(3)), answer();
        if (line.rfind("END", 0) == 0) break;
    }
}

// ---- The conversation in beyond · 用 beyond 协议与平台通信 --------------------------------------
int main() {
    say("Beyond.Game.Tic-tac-toe.1.0");
    say("Starter");
⟨lines⟩
        if (line == "X" || line == "O") {
            me = line[0];
            std::cerr << "I am " << me << std::endl; // cerr is for your own notes; cerr 可用来输出调试信息
        } else if (line.size() == CELLS) {
            board = line;
            answer();
        }
    }
}
