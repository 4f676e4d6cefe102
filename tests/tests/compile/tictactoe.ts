// Tic-tac-toe in TypeScript, `beyond` dialect: plays the first empty cell.
import { createInterface } from "node:readline";

interface Board {
    cells: string;
}

function firstEmpty(board: Board): number {
    return board.cells.length === 9 ? board.cells.indexOf(" ") : -1;
}

const say = (line: string): void => console.log(line);
say("Beyond.Game.Tic-tac-toe.1.0");
say("Script");
createInterface({ input: process.stdin }).on("line", (cells: string) => {
    const empty: number = firstEmpty({ cells });
    if (empty >= 0) say(String(empty));
});
