// The whole day of a contest once, small, and without a network: set-up, sign-up, lots, check-in, tables; the site is off while games are
// played at four tables; their results come back sealed; an objection and its answer; awards and certificates on paper. Everybody knows
// what the pages say, and nothing else.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { BINARY, Site } from "../site.mjs";
import { PATIENCE, Visitor } from "../visitor.mjs";
import { presses } from "./contests.mjs";
import { Operator, relays } from "./operators.mjs";
import { comesFirst } from "./people.mjs";
import { pagesOf } from "./prints.mjs";
import { Referee } from "./referees.mjs";

/** @typedef {import("../world.mjs").World} World */
/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {{ number: number, teams: [string, string] }} Table who begins the first game there, then the other */

const leitai = promisify(execFile);

/** The games, the last of which is relayed, and their teams: the first of the first three sign themselves up. */
const GAMES = { gomoku: ["Eagles", "Hawks"], phantomgo: ["Owls", "Crows"], luzhanqi: ["Cranes", "Storks"], nogo: ["Finches", "Robins"] };
const TEAMS = Object.values(GAMES).flat();
const SIGN_UP = [["Eagles", "gomoku", "2501"], ["Owls", "phantomgo", "2502"], ["Cranes", "luzhanqi", "2503"]];

/** A program that gives up after its first stone. */
const GIVES_UP = `#!/usr/bin/env -S "${process.execPath}"
const { createInterface } = require("node:readline");
let taken = [], played = false;
const corner = () => (played ? "resign" : ((played = true), ["A1", "J9"].find((point) => !taken.includes(point))));
createInterface({ input: process.stdin }).on("line", (line) => {
  const [command, , point] = line.split(" ");
  if (command === "clear_board") [taken, played] = [[], false];
  if (command === "play") taken.push(point);
  const said = { name: "Robin", version: "1", protocol_version: "2", known_command: "true" };
  console.log("= " + (command === "genmove" ? corner() : (said[command] ?? "")) + "\\n");
  if (command === "quit") process.exit();
});
`;

/** A day in the hall: the site, what its desks keep, and who is there. */
class Day {
  folder = mkdtempSync(join(tmpdir(), "leitai-day-"));
  /** @type {Visitor[]} */
  visitors = [];
  id = "";

  /** @param {Browser} browser @param {Site} site */
  constructor(browser, site) {
    this.browser = browser;
    this.site = site;
  }

  get shown() {
    return `/contests/${this.id}`;
  }

  get own() {
    return `/organise/contests/${this.id}`;
  }

  /** Somebody signs in for the first time. @param {string} number @param {string} role */
  async comes(number, role = "student") {
    const { stdout } = await leitai(BINARY, ["people", "add", number, "--name", `name ${number}`, "--role", role, "--data", this.site.folder]);
    const visitor = await this.looksOn();
    await visitor.opens("/sign-in");
    await comesFirst(visitor, number, stdout.trim(), `nick ${number}`);
    return visitor;
  }

  /**
   * Opens a page until it has something: the site follows its events a little later.
   * @param {Visitor} visitor @param {string} path @param {import("playwright-core").Locator} what
   */
  async finds(visitor, path, what) {
    await this.site.until(`${what} on ${path}`, async () => {
      await visitor.opens(path);
      return (await what.count()) > 0 || undefined;
    }, 3 * PATIENCE);
  }

  /** Somebody without an account. */
  async looksOn() {
    const visitor = await Visitor.comes(this.browser, this.site.address);
    this.visitors.push(visitor);
    return visitor;
  }
}

/** @param {World} world */
export async function livesAContestDay({ browser }) {
  const site = await Site.opens((folder) => mkdirSync(join(folder, "events")));
  const day = new Day(browser, site);
  try {
    const [organiser, referee, panel, ...captains] = await Promise.all([
      day.comes("t1", "organiser"), day.comes("r1"), day.comes("p1"), ...SIGN_UP.map(([, , number = ""]) => day.comes(number)),
    ]);
    assert.ok(organiser && referee && panel && captains[0]);
    await setsUp(day, organiser);
    await Promise.all(captains.map((captain, at) => signsUp(day, captain, at)));
    await drawsLots(day, organiser);
    await checksIn(day, referee);
    const tables = await callsMatches(day, referee);
    await takesAlong(day, organiser);
    await playsAway(day, tables);
    await bringsBack(day, organiser);
    await objects(day, captains[0], panel);
    await awards(day, organiser);
    for (const visitor of day.visitors) await visitor.leaves();
  } finally {
    await site.closes();
    rmSync(day.folder, { recursive: true, force: true });
  }
}

/** A contest, its referee and its panel. @param {Day} day @param {Visitor} organiser */
async function setsUp(day, organiser) {
  const { page } = organiser;
  await organiser.opens("/organise/contests/new");
  await page.selectOption("#preset", "national");
  for (const [field, text] of [["name", "Autumn Cup"], ["games", Object.keys(GAMES).join(", ")], ["place", "Hall 3"], ["closes", "2999-10-22 24:00"], ["hours", "2999-11-12 14:00 – 17:30"], ["tables", "4"]]) {
    await page.fill(`#${field}`, String(text));
  }
  await presses(organiser, "open", "**/organise/contests/*?done=open");
  day.id = /contests\/(\w+)/.exec(page.url())?.[1] ?? "";
  for (const [account, duty] of [["r1", "chief-referee"], ["p1", "arbitration-panel"]]) {
    await organiser.opens(day.own);
    await page.fill("#account", String(account));
    await page.selectOption("#duty", String(duty));
    await presses(organiser, "appoint", "**?done=appoint");
  }
}

/** A team signs itself up. @param {Day} day @param {Visitor} captain @param {number} at */
async function signsUp(day, captain, at) {
  const { page } = captain, [team = "", game = ""] = SIGN_UP[at] ?? [];
  await captain.opens(`${day.shown}/sign-up`);
  await page.fill("#name", team);
  await page.fill("#school", `School of ${team}`);
  await page.check(`[name=game-${game}]`);
  await page.fill("#member-0-name", `Captain of ${team}`);
  await page.fill("#teacher-0", `Teacher of ${team}`);
  await presses(captain, "sign-up", "**/sign-up?done=sign-up");
}

/** The other teams are imported, sign-up is closed, and lots are drawn before everyone. @param {Day} day @param {Visitor} organiser */
async function drawsLots(day, organiser) {
  const { page } = organiser;
  const lines = Object.entries(GAMES).flatMap(([game, teams]) => teams.filter((team) => !SIGN_UP.some(([own]) => own === team))
    .map((team) => `${team},School of ${team},${game},Captain of ${team},Teacher of ${team}`));
  await organiser.opens(`${day.own}/teams`);
  await page.fill("#import", ["team,school,games,members,teachers", ...lines].join("\n"));
  await presses(organiser, "import", "**/teams?done=import*");
  await organiser.opens(day.own);
  await presses(organiser, "close", "**?done=close");
  const visitor = await day.looksOn();
  for (const game of Object.keys(GAMES)) {
    await organiser.opens(`${day.own}/draw`);
    await presses(organiser, "draw", "**/draw?done=draw");
    await day.site.until(`the event of ${game}`, async () => (await fetch(`${day.site.address}${day.shown}/draw/${game}`)).ok || undefined);
    await visitor.opens(`${day.shown}/draw/${game}`);
    // One by one, or all at once.
    const last = visitor.page.locator("lt-ceremony li[data-step]").last();
    await last.waitFor({ state: "hidden" });
    await visitor.page.keyboard.press("End");
    await last.waitFor();
  }
}

/** Each team comes, with its machine. @param {Day} day @param {Visitor} referee */
async function checksIn(day, referee) {
  const { page } = referee;
  for (const at of TEAMS.keys()) {
    await referee.opens(`${day.shown}/check-in`);
    await page.locator(`#t${at} summary`).click();
    await page.fill(`#t${at}-machine`, `PC ${at + 1}`);
    await page.locator(`#t${at} button[value=check-in]`).click();
    await page.waitForURL("**/check-in?done=check-in");
  }
  await page.getByText("0 of 8 teams are missing").waitFor();
}

/** Every match is called to a table, where its teams sit down. @param {Day} day @param {Visitor} referee */
async function callsMatches(day, referee) {
  const { page } = referee;
  /** @type {Map<string, Table>} */
  const tables = new Map();
  for (const _ of Object.keys(GAMES)) {
    await day.finds(referee, `${day.shown}/tables`, page.locator("button[value=call]"));
    await presses(referee, "call", "**/tables/*?done=call");
    const number = Number(/tables\/(\d+)/.exec(page.url())?.[1]);
    for (let missing = 2; missing > 0; missing--) {
      await referee.opens(`${day.shown}/tables/${number}`);
      await presses(referee, "arrive", "**?done=arrive");
    }
    const [, first = "", second = ""] = /^(\w+) moves first, (\w+) second$/m.exec(await page.locator("main").innerText()) ?? [];
    const own = Object.entries(GAMES).find(([, teams]) => teams.includes(first))?.[0] ?? "";
    assert.deepEqual([first, second].sort(), [...(GAMES[/** @type {keyof typeof GAMES} */ (own)] ?? [])].sort(), "who plays at a table");
    tables.set(own, { number, teams: [first, second] });
  }
  return tables;
}

/** The file of the tables, for the desks. @param {Day} day @param {Visitor} organiser */
async function takesAlong(day, organiser) {
  const { page } = organiser;
  await organiser.opens(`${day.shown}/tables`);
  await page.getByText("Let a desk take tables along").click();
  await page.fill("#tables", "1, 2, 3, 4");
  await page.fill("#with", "laptop 2");
  await presses(organiser, "take", "**/tables?done=take*");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "The desk's file once more" }).click()]);
  assert.match(download.suggestedFilename(), /\.leitai$/);
  await download.saveAs(join(day.folder, "laptop-2.leitai"));
}

/** All tables at once, each with its own machine, while nobody reaches the site. @param {Day} day @param {Map<string, Table>} tables */
async function playsAway(day, tables) {
  for (const visitor of day.visitors) visitor.alone = true;
  await day.site.stops();
  const desks = join(day.folder, "desks");
  const at = (/** @type {string} */ game) => tables.get(game) ?? assert.fail(`no table of ${game}`);
  await Promise.all([
    sits(day, at("gomoku"), [], playsGomoku), sits(day, at("phantomgo"), [], playsPhantomGo),
    sits(day, at("luzhanqi"), ["--go-ahead", "off"], playsLuzhanqi), relaysNogo(day, desks, at("nogo")),
  ]);
  const seal = ["contest", "seal", join(day.folder, "laptop-2.leitai"), desks, "--to", join(day.folder, "back.leitai"), "--referee", "Rae", "--json"];
  const sealed = JSON.parse((await leitai(BINARY, seal)).stdout);
  assert.deepEqual([sealed.results, sealed.missing, sealed.left_out], [8, [], []]);
  await day.site.starts();
  for (const visitor of day.visitors) visitor.alone = false;
}

/**
 * A referee plays the two games of a table: the first in full, the second given up by who lost the first.
 * @param {Day} day @param {Table} table @param {string[]} flags @param {(referee: Referee) => Promise<string>} game says who won
 */
async function sits(day, { number, teams }, flags, game) {
  const referee = new Referee(teams, join(day.folder, "desks"));
  try {
    await referee.sitsDown(day.browser, [join(day.folder, "laptop-2.leitai"), "--table", String(number), ...flags]);
    const winner = await game(referee);
    await referee.reads(new RegExp(`Game 1: ${winner} won`));
    await referee.confirms();
    await referee.reads(/confirmed; begin game 2/);
    await referee.page.keyboard.press("Escape");
    await referee.page.keyboard.press("n");
    await referee.reads(/Enter what|Start the clock|layout of/i);
    await referee.hearsOut(teams.find((team) => team !== winner) ?? "", winner, 2);
    await referee.confirms();
    await referee.visitor?.leaves();
  } finally {
    await referee.leaves();
  }
}

/** The designated opening, and a double three that is claimed. @param {Referee} referee */
async function playsGomoku(referee) {
  const [black, white] = referee.teams;
  for (const [at, acts] of ["H8 I9 H7 n:2", "keep A1", "?F6 ?F5", "!F6 A15", "G6", "O1", "H6"].entries()) {
    const team = at % 2 === 0 ? black : white;
    await referee.reads(new RegExp(`Enter what ${team}`));
    await referee.enters(team, acts);
  }
  await referee.reads(new RegExp(`Enter what ${white}`));
  await referee.page.getByRole("button", { name: "claim a forbidden move" }).click();
  return white;
}

/** Tries, one of them illegal, a capture, and a count. @param {Referee} referee */
async function playsPhantomGo(referee) {
  const [black, white] = referee.teams;
  await referee.tries(black, "C3");
  await referee.tries(white, "C3");
  await referee.reads(new RegExp(`Tell ${white} \\(white\\): C3 is illegal`));
  await referee.enters(white, "C4");
  for (const [at, point] of ["B4", "E5", "D4", "F6", "C5"].entries()) await referee.tries(at % 2 === 0 ? black : white, point);
  await referee.reads(new RegExp(`1 taken from you: C4.*enter what ${white}`, "i"));
  await referee.counts();
  return black;
}

/** Layouts, a clash, and the referee's word. @param {Referee} referee */
async function playsLuzhanqi(referee) {
  const [first, second] = referee.teams;
  await referee.takesLayouts();
  await referee.reads(new RegExp(`nter what ${first}`));
  await referee.enters(first, "G2F2");
  await referee.reads(new RegExp(`nter what ${second}`));
  await referee.enters(second, "F1F2");
  await referee.reads(/Tell both sides: fight at F2/);
  await referee.rules(second, 1, `${first}'s operator left the table`);
  return second;
}

/** Two operators relay two games, each of which one program gives up. @param {Day} day @param {string} desks @param {Table} table */
async function relaysNogo(day, desks, { teams: [first, second] }) {
  const program = join(day.folder, "gives-up.cjs");
  writeFileSync(program, GIVES_UP, { mode: 0o755 });
  const winner = new Operator(first, second, ["nogo", "random"], [], join(desks, "relayed-first"));
  const loser = new Operator(second, first, ["nogo", program], ["--second", "--dialect", "gtp"], join(desks, "relayed-second"));
  try {
    await Promise.all([winner, loser].map(async (operator) => {
      await operator.starts();
      await operator.sitsDown(day.browser);
    }));
    for (const game of [1, 2]) {
      for (const operator of [winner, loser]) {
        await operator.reads(new RegExp(`begin game ${game}`, "i"));
        await operator.window.keyboard.press("Escape");
        await operator.window.keyboard.press("n");
      }
      if (game === 1) await relays(winner, loser);
      await relays(loser, winner);
      await relays(winner, loser);
      await loser.reads(game === 1 ? /Game 1: the other side won/ : /The match is over/);
      await winner.hearsOut(game);
      await winner.reads(game === 1 ? /Game 1: we won/ : /The match is over/);
    }
    for (const operator of [winner, loser]) await operator.visitor?.leaves();
  } finally {
    for (const operator of [winner, loser]) await operator.stops("SIGKILL");
  }
}

/** What the desks have sealed counts, once. @param {Day} day @param {Visitor} organiser */
async function bringsBack(day, organiser) {
  const { page } = organiser;
  for (const said of [/^8 results: 8 count from now on, .* 0 matches of this desk are still out$/, /^8 results: 0 count from now on, 8 had been brought before/]) {
    await organiser.opens(`${day.shown}/tables`);
    await page.setInputFiles("#back", join(day.folder, "back.leitai"));
    await page.locator("button[value=back]").click();
    await page.getByText(said).waitFor();
  }
  await page.getByText("No table is out.").waitFor();
}

/** A captain objects to the result of his game, and reads what the panel answers. @param {Day} day @param {Visitor} captain @param {Visitor} panel */
async function objects(day, captain, panel) {
  const { page } = captain;
  // Captains sign up side by side: which team is the first is chance.
  await captain.opens(`${day.shown}/sign-up`);
  const own = await page.getByRole("link", { name: "Eagles", exact: true }).getAttribute("href") ?? "";
  const result = page.locator("#about option").filter({ hasText: /Eagles – | – Eagles/ });
  await day.finds(captain, own, result);
  await page.getByText("Object to a result or to the schedule").click();
  await page.selectOption("#about", await result.first().getAttribute("value"));
  await page.fill("#objection", "H6 was no double three");
  await presses(captain, "object", "**?done=object");
  const answer = panel.page.getByRole("link", { name: "Answer it" });
  await day.finds(panel, `${day.shown}/objections`, answer);
  await answer.click();
  await panel.page.fill("#rule-reason", "rows of three on 6 and on H");
  await panel.page.locator("main button[value='look']").click();
  await presses(panel, "rule", "**/mine?done=rule");
  await day.finds(captain, own, page.getByText("Not upheld: rows of three on 6 and on H"));
}

/** Lists are published, and everything is printed. @param {Day} day @param {Visitor} organiser */
async function awards(day, organiser) {
  const { page } = organiser;
  for (const _ of Object.keys(GAMES)) {
    await organiser.opens(`${day.own}/awards`);
    await presses(organiser, "publish", "**/awards?done=publish");
  }
  const visitor = await day.looksOn();
  await visitor.opens(`${day.shown}/awards`);
  assert.equal(await visitor.page.getByText(/provisional/i).count(), Object.keys(GAMES).length, "four lists, each with its notice period");
  assert.equal(pagesOf(await visitor.page.pdf({ format: "A4", preferCSSPageSize: true })), 2, "sheets of the list of awards");
  await organiser.opens(`${day.own}/awards/certificates`);
  assert.equal(await page.locator(".certificate").count(), TEAMS.length, "a trophy for each team");
  assert.equal(pagesOf(await page.pdf({ preferCSSPageSize: true })), TEAMS.length, "one certificate a page");
}
