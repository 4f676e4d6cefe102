// row 47: Node's ways to run something before a program
// limits memory=350MB
// clock start=20s,move=20s
// doors options environment arguments preloaded inspector
// expect F: BLOCKED  R: BLOCKED  N: BLOCKED  P: BLOCKED
const readline = require("node:readline");

const doorIf = (name, isOpen) => console.error(isOpen ? `OPEN: ${name}` : `blocked: ${name} (no effect)`);

function look() {
  doorIf("options", Boolean(process.env.NODE_OPTIONS));
  doorIf("environment", Object.keys(process.env).some((name) => /^(NODE_PATH|NODE_EXTRA|LD_|LEITAI_SECRET)/.test(name)));
  doorIf("arguments", process.execArgv.some((word) => /^(-r|--require|--import|--loader|--inspect)/.test(word)));
  doorIf("preloaded", Boolean(globalThis.leitaiHook));
  doorIf("inspector", Boolean(require("node:inspector").url()));
}

console.error("at the table");
console.log("Beyond.Game.Tic-tac-toe.1.0\nKnave");
let heard = 0;
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  heard += 1;
  if (heard === 1) return;
  if (heard === 2) look();
  console.log(line.indexOf(" "));
});
