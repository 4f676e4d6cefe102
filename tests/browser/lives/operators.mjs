// Two operators, each before the window of his own desk: a game of gomoku is relayed, one of them mistypes, and a desk dies. They know
// what the windows say, and nothing else.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findings, sticksOut } from "../demands.mjs";
import { BINARY } from "../site.mjs";
import { PATIENCE, Visitor } from "../visitor.mjs";

/** @typedef {import("../world.mjs").World} World */

/** So many plies are relayed, the opening among them: three stones and a number, swap or keep, offers, the choice. */
const PLIES = 10;
/** The ply that is mistyped, counted from 0. */
const SLIP = 6;

/** A window takes one deed at a time: waits until none is on its way. @param {import("playwright-core").Page} page */
export async function isFree(page) {
  await page.waitForFunction(() => !(/** @type {any} */ (document.querySelector("lt-desk"))?.sending));
}

/** A desk on a machine of its own, and the operator before it. */
export class Operator {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  process;
  address = "";
  /** @type {string[]} What was entered at the other desk. */
  told = [];

  /**
   * @param {string} team @param {string} other
   * @param {[string, string]} plays the game, and the program that plays it
   * @param {string[]} flags
   * @param {string} folder where the desk keeps its match
   */
  constructor(team, other, plays, flags, folder = mkdtempSync(join(tmpdir(), "leitai-desk-"))) {
    this.team = team;
    this.other = other;
    this.folder = folder;
    this.flags = ["operate", ...plays, "--team", team, "--other", other, "--operator", `${team}'s hand`, "--folder", this.folder, "--no-browser", "--sandbox", "off", ...flags];
  }

  /** Starts the desk; returns once it has said where its window is. */
  async starts() {
    const desk = spawn(BINARY, this.flags, { cwd: tmpdir(), env: { ...process.env, LEITAI_LANG: "en" } });
    this.process = desk;
    process.once("exit", () => desk.kill("SIGKILL"));
    let said = "";
    for (const stream of [desk.stdout, desk.stderr]) stream.on("data", (bytes) => (said += bytes));
    for (const end = Date.now() + PATIENCE; ; await new Promise((done) => setTimeout(done, 10))) {
      const found = /http:\/\/\S+/.exec(said)?.[0];
      if (found) return (this.address = found);
      if (desk.exitCode !== null || Date.now() > end) assert.fail(`no desk: ${said}`);
    }
  }

  /** @param {"SIGTERM" | "SIGKILL"} signal */
  async stops(signal) {
    const desk = this.process;
    if (!desk || desk.exitCode !== null || desk.signalCode !== null) return;
    const ended = once(desk, "exit");
    desk.kill(signal);
    await ended;
  }

  /** Sits down before the window. @param {import("playwright-core").Browser} browser */
  async sitsDown(browser) {
    this.visitor = await Visitor.comes(browser, new URL(this.address).origin, { viewport: { width: 1366, height: 768 } });
    // A correction without the referee's consent.
    this.visitor.refused.add(422);
    this.page = this.visitor.page;
    await this.page.goto(this.address);
  }

  get window() {
    assert.ok(this.page);
    return this.page;
  }

  /** What is to be done now, once it says this. @param {RegExp} what */
  async reads(what) {
    for (const end = Date.now() + PATIENCE; ; await this.window.waitForTimeout(10)) {
      const said = await this.window.getByRole("status").innerText();
      if (what.test(said)) return said;
      if (Date.now() > end) assert.fail(`${this.team} waits in vain for ${what}: ${said}`);
    }
  }

  /** Enters what the other program played: one action. @param {string} acts */
  async enters(acts) {
    await isFree(this.window);
    const field = this.window.getByRole("textbox", { name: `Move of ${this.other}` });
    await field.fill(acts);
    await field.press("Enter");
  }

  /** The other side gives a game up. @param {number} game */
  async hearsOut(game) {
    await isFree(this.window);
    await this.window.getByText("Result", { exact: true }).click();
    await this.window.getByText("The other side resigns").click();
    await this.window.getByRole("button", { name: `${this.other} gives up: ${this.team} wins game ${game}` }).click();
  }

  /** What is left on a clock, in seconds. @param {string} team */
  async left(team) {
    const text = await this.window.locator(".desk-main .seat").filter({ has: this.window.getByText(team, { exact: true }) }).locator(".left").innerText();
    return text.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
  }
}

/** What a program played, as its window says. */
const PLAYS = /Our program plays (.+?): tell the other side/;

/** One carries what his program played to the other. @param {Operator} from @param {Operator} to @param {(acts: string) => string} [slip] */
async function carries(from, to, slip = (acts) => acts) {
  const acts = PLAYS.exec(await from.reads(PLAYS))?.[1] ?? "";
  await to.reads(/enter (what|the rest)/i);
  await to.enters(slip(acts));
  return acts;
}

/** The code after a move, in the list of moves, once it is known there. @param {Operator} operator @param {string} acts */
async function codeAfter(operator, acts) {
  const { window } = operator, row = window.getByRole("row").filter({ has: window.getByRole("rowheader", { name: acts, exact: true }) });
  try {
    return await row.locator(".code-after").filter({ hasText: /\w/ }).innerText({ timeout: PATIENCE });
  } catch (error) {
    const [said, moves, typed] = [window.getByRole("status"), window.getByRole("rowheader"), window.getByRole("textbox", { name: "Move of" })];
    const seen = await Promise.all([said.allInnerTexts(), moves.allInnerTexts(), typed.evaluateAll((all) => all.map((one) => /** @type {HTMLInputElement} */ (one).value))]);
    throw new Error(`${operator.team} waits in vain for ${acts}: ${JSON.stringify(seen)}`, { cause: error });
  }
}

/** One carries what his program played to the other, and both see the same code. @param {Operator} from @param {Operator} to */
export async function relays(from, to) {
  const acts = await carries(from, to);
  assert.equal(await codeAfter(to, acts), await codeAfter(from, acts), `the same code after ${acts}`);
}

/** One relayed game on two windows, with a slip, and a desk that dies. @param {World} world */
export async function relaysAGame({ browser }) {
  const ann = new Operator("Ann", "Bob", ["gomoku", "easy"], []), bob = new Operator("Bob", "Ann", ["gomoku", "easy"], ["--second"]);
  try {
    await Promise.all([ann.starts(), bob.starts()]);
    await Promise.all([ann.sitsDown(browser), bob.sitsDown(browser)]);
    for (const operator of [ann, bob]) {
      await operator.reads(/Begin game 1/);
      await operator.window.keyboard.press("n");
    }
    let [from, to] = [ann, bob];
    for (let ply = 0; ply < PLIES; ply += 1) {
      if (ply === SLIP) await slips(from, to);
      else await relays(from, to);
      [from, to] = [to, from];
      if (ply === 2) await isSeenWhole(to);
      if (ply === 4) await diesAndGoesOn(ann);
    }
    // It is over by word of mouth, in two steps each.
    await carries(from, to);
    await ann.hearsOut(1);
    await bob.window.getByText("Result", { exact: true }).click();
    await bob.window.getByLabel("The referee rules that game 1").selectOption({ label: "is won by Ann" });
    await bob.window.locator("#ruling").getByLabel("Reason").fill("Bob's operator gave up");
    await bob.window.getByRole("button", { name: "The game ends so" }).click();
    await ann.reads(/Game 1: we won.*begin game 2/i);
    await bob.reads(/Game 1: the other side won.*begin game 2/i);
    assert.match(await ann.window.getByRole("heading", { level: 1 }).innerText(), /Ann 1 – 0 Bob/);
    await bob.window.getByRole("link", { name: "Page to sign" }).click();
    await bob.window.waitForURL(/\/signed$/);
    const page = await bob.window.locator("main").innerText();
    for (const said of ["Ann wins", "Bob's operator gave up", "4:00 charged (slip of this desk)", "Bob's hand", "Referee"]) assert.ok(page.includes(said), `${said}: ${page}`);
    assert.deepEqual(await findings(bob.window), [], "no barrier on paper");
    for (const operator of [ann, bob]) await operator.visitor?.leaves();
  } finally {
    for (const operator of [ann, bob]) {
      await operator.stops("SIGKILL");
      rmSync(operator.folder, { recursive: true, force: true });
    }
  }
}

/** Without script the acts are a list, and the window asks again by itself: one short game is relayed, and decided. @param {World} world */
export async function relaysWithoutScript({ browser }) {
  const ann = new Operator("Ann", "Bob", ["tictactoe", "easy"], []);
  try {
    await ann.starts();
    const visitor = await Visitor.comes(browser, new URL(ann.address).origin, { javaScriptEnabled: false });
    const { page } = visitor, clicks = async (/** @type {string} */ name) => page.getByRole("button", { name }).click();
    await page.goto(ann.address);
    await clicks("Begin game 1");
    for (let acts = 0; acts < 9; acts += 1) {
      for (let asked = 0; asked < 100 && !(await page.locator("#act").count()) && !(await page.getByText("Page to sign").count()); asked += 1) {
        await page.waitForTimeout(100);
        await page.reload();
      }
      if (await page.getByText("Page to sign").count()) break;
      await page.selectOption("#act", { index: 1 });
      await clicks("Enter it");
    }
    assert.match(await page.getByRole("status").innerText(), /Game 1: .*begin game 2/i);
    await page.getByRole("link", { name: "Page to sign" }).click();
    assert.match(await page.locator("main").innerText(), /Ann wins|Bob wins|drawn/);
    await visitor.leaves();
  } finally {
    await ann.stops("SIGKILL");
    rmSync(ann.folder, { recursive: true, force: true });
  }
}

/** A stone is typed beside where it was played: the codes say so, and it is corrected. @param {Operator} from @param {Operator} to */
async function slips(from, to) {
  const page = to.window, before = await to.left(to.team);
  const acts = await carries(from, to, () => "A1");
  assert.notEqual(await codeAfter(to, "A1"), await codeAfter(from, acts), "the other screen shows another code");
  await page.keyboard.press("Escape");
  await page.keyboard.press("b");
  await page.getByLabel("Which move was wrong?").selectOption({ label: await optionOf(to, "A1") });
  await page.getByRole("button", { name: "Go back and correct it" }).click();
  // Not without the referee; what was chosen stays.
  await page.getByRole("alert").filter({ hasText: "consent" }).waitFor();
  await page.getByLabel("The referee consents").check();
  await page.getByRole("button", { name: "Go back and correct it" }).click();
  await page.getByRole("rowheader", { name: "A1", exact: true }).waitFor({ state: "detached" });
  await to.reads(/Put both boards back/);
  assert.match(await page.getByRole("timer").innerText(), /^(3:00|2:5\d)$/, "three minutes are counted down");
  await page.keyboard.press("p");
  await to.reads(/enter what/i);
  await to.enters(acts);
  assert.equal(await codeAfter(to, acts), await codeAfter(from, acts), "the codes are the same again");
  const paid = before - (await to.left(to.team));
  assert.ok(paid >= 239 && paid < 255, `${paid} s were charged`);
}

/** How the list of moves names the one with these acts, once it has it. @param {Operator} operator @param {string} acts */
async function optionOf(operator, acts) {
  const options = operator.window.getByLabel("Which move was wrong?").getByRole("option");
  for (const end = Date.now() + PATIENCE; ; await operator.window.waitForTimeout(10)) {
    const all = await options.allInnerTexts();
    const named = all.find((one) => one.includes(` ${acts} `));
    if (named) return named;
    if (Date.now() > end) assert.fail(`no ${acts} among ${all}`);
  }
}

/** Everything is in sight on a laptop, nothing sticks out on a phone, and there is no barrier, light and dark. @param {Operator} operator */
async function isSeenWhole(operator) {
  const page = operator.window;
  const [high, seen] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
  assert.ok(high <= seen, `the window is ${high} px high, the screen ${seen}`);
  assert.deepEqual(await findings(page), [], "no barrier");
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await findings(page, ["color-contrast"]), [], "no barrier in the dark");
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 390, height: 844 });
  assert.deepEqual(await sticksOut(page), [], "nothing sticks out on a phone");
  await page.setViewportSize({ width: 1366, height: 768 });
}

/** The desk is killed: the window says so at once, and goes on by itself once it is started again. @param {Operator} operator */
async function diesAndGoesOn(operator) {
  const { page, visitor } = operator;
  assert.ok(page && visitor);
  visitor.alone = true;
  const before = operator.address;
  await operator.stops("SIGKILL");
  await page.getByRole("alert").filter({ hasText: "lost its program" }).waitFor();
  await operator.starts();
  assert.equal(operator.address, before, "the same address and key");
  await page.getByRole("alert").filter({ hasText: "lost its program" }).waitFor({ state: "hidden" });
  visitor.alone = false;
  await operator.reads(/enter what|thinking/);
}
