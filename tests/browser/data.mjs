// The data folder: what a site would hold in the middle of a day with several events.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Names with which strangers try their luck: markup, writing turned around, and far too long. */
export const ODD = [
  `<img src=x onerror=alert(1)>"'&amp;`,
  "abc\u202Edef\u2066ghi",
  "长".repeat(2000) + "x".repeat(2000),
  "</title><script>alert(2)</script>",
];

/** @typedef {{ name: string, game: string, programs: string[], pace?: string, hidden?: string, names?: string[], clock?: string }} Event */

/** @type {Record<string, Event>} */
export const EVENTS = {
  // Over before anybody looks.
  over: { name: "Morning Cup 晨杯", game: "amazons", programs: ["easy", "random", "random", "random"] },
  long: { name: "Long Games 长局", game: "luzhanqi", programs: ["random", "random", "random", "random"] },
  odd: { name: "Names 名字", game: "tictactoe", programs: ["easy", "random", "best", "random"], names: ODD },
  // Games that last while the tests do, one after the other.
  live: { name: "Open Stage 公开赛", game: "connect6", programs: ["easy", "random", "random", "random"], pace: "400ms" },
  short: { name: "Quick Stage 快棋", game: "tictactoe", programs: ["best", "easy", "easy", "random", "random", "random"], pace: "700ms" },
  hidden: { name: "Dark Stage 暗棋", game: "phantomgo", programs: ["random", "random", "random", "random"], pace: "40ms", hidden: "after" },
};

/** @param {Event} event */
function file({ name, game, programs, pace, hidden, names, clock }) {
  const text = (/** @type {string} */ value) => JSON.stringify(value).replace(/[\u007f-\u009f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const lines = [`name = ${text(name)}`, `game = "${game}"`, 'preset = "school"', `seed = ${text(name)}`, `clock = "${clock ?? "game=60s"}"`];
  if (pace) lines.push("[show]", `pace = "${pace}"`);
  if (hidden) lines.push("[watch]", `hidden = "${hidden}"`);
  programs.forEach((program, i) => {
    lines.push("[[entries]]", `name = ${text(names?.[i] ?? `${program} ${i + 1} 队`)}`, `program = "${program}"`);
  });
  return lines.join("\n") + "\n";
}

/** Writes the events' files. @param {string} folder */
export function prepare(folder) {
  mkdirSync(join(folder, "events"));
  for (const [key, event] of Object.entries(EVENTS)) writeFileSync(join(folder, "events", `${key}.toml`), file(event));
}
