// Tic-tac-toe in C#, `beyond` dialect: plays the first empty cell.
using System;

class TicTacToe {
    static void Say(string line) {
        Console.WriteLine(line);
        Console.Out.Flush();
    }

    static void Main() {
        Say("Beyond.Game.Tic-tac-toe.1.0");
        Say("Sharp");
        string line;
        while ((line = Console.ReadLine()) != null) {
            int empty = line.Length == 9 ? line.IndexOf(' ') : -1;
            if (empty >= 0) Say(empty.ToString());
        }
    }
}
