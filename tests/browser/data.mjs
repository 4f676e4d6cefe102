// The data folder: what a site would hold in the middle of a day with several events.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Names with which strangers try their luck: markup, writing turned around, and far too long. */
export const ODD = [
  `<img src=x onerror=alert(1)>"'&amp;`,
  "\u0645\u0631\u062d\u0628\u0627 abc 2:1",
  "长".repeat(2000) + "x".repeat(2000),
  "</title><script>alert(2)</script>",
];

/** @typedef {{ name: string, game: string, programs: string[], pace?: string, hidden?: string, names?: string[] }} Event */

/** Over before anybody looks. @type {Record<string, Event>} */
const FORMER = {
  over: { name: "Morning Cup 晨杯", game: "amazons", programs: ["easy", "random", "random"] },
  long: { name: "Long Games 长局", game: "luzhanqi", programs: ["random", "random", "random"] },
  odd: { name: "Names 名字", game: "tictactoe", programs: ["easy", "random", "best", "random"], names: ODD },
};

/**
 * Matches without end, one game after the other, while the tests last. A game of `live` outlasts whoever follows it from its
 * beginning, on a busy machine too.
 * @type {Record<string, Event>}
 */
const PRESENT = {
  live: { name: "Open Stage 公开赛", game: "connect6", programs: ["random", "random"], pace: "1s" },
  short: { name: "Quick Stage 快棋", game: "tictactoe", programs: ["easy", "easy"], pace: "700ms" },
  hidden: { name: "Dark Stage 暗棋", game: "phantomgo", programs: ["random", "random"], pace: "40ms", hidden: "after" },
};

export const EVENTS = { ...FORMER, ...PRESENT };

/** @param {Event} event */
function file({ name, game, programs, pace, hidden, names }) {
  const lines = [`name = ${quoted(name)}`, `game = "${game}"`, 'preset = "school"', `seed = ${quoted(name)}`, 'clock = "game=600s"'];
  if (pace) {
    lines.push("[show]", `pace = "${pace}"`);
    lines.push("[plan.stages.1]", "games = { best-of = { games = 999, replays = 2 } }", 'scoring = { per = "matches", win = 2, draw = 1, loss = 0 }');
  }
  if (hidden) lines.push("[watch]", `hidden = "${hidden}"`);
  programs.forEach((program, i) => {
    lines.push("[[entries]]", `name = ${quoted(names?.[i] ?? `${program} ${i + 1} 队`)}`, `program = "${program}"`);
  });
  return lines.join("\n") + "\n";
}

/** As TOML has a text: JSON's way, but for one character. @param {string} text */
const quoted = (text) => JSON.stringify(text).replaceAll("\u007f", "\\u007f");

/** Writes the files of events. @param {string} folder @param {Record<string, Event>} events */
function write(folder, events) {
  mkdirSync(join(folder, "events"), { recursive: true });
  for (const [key, event] of Object.entries(events)) writeFileSync(join(folder, "events", `${key}.toml`), file(event));
}

/** The events that are over once they are served. @param {string} folder */
export const prepareFormer = (folder) => write(folder, FORMER);
/** The events that go on. @param {string} folder */
export const preparePresent = (folder) => write(folder, PRESENT);
