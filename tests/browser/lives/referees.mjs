// A referee before the window of his desk, with no network: gomoku with a slip and a claim, Phantom Go with its tries, Luzhanqi with its
// layouts and a clash. He knows what the window says, and nothing else. Beside him a side's own screen.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findings, isInView, sticksOut, tooSmallAtTwoMetres } from "../demands.mjs";
import { BINARY } from "../site.mjs";
import { PATIENCE, Visitor } from "../visitor.mjs";
import { isFree } from "./operators.mjs";

/** @typedef {import("../world.mjs").World} World */

/** A layout of each side of Luzhanqi, on one line. */
const LAYOUTS = [
  "L1=l K1=j L0=j L2=j H2=k I1=k H0=a G2=b G0=c I3=c G3=d I0=d H4=e J0=e I4=f J2=f G1=g G4=g K2=g K0=h K4=h L3=h J4=i K3=i L4=i",
  "A3=l B3=j A4=j A2=j E2=k C2=k F1=a E0=b F3=c D1=c F0=d D3=d F4=e D0=e D4=f C0=f F2=g E4=g B1=g B2=h A1=h A0=h C4=i B4=i B0=i",
];

/** A desk, and the referee before it. */
export class Referee {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  process;
  said = "";

  /**
   * @param {[string, string]} teams the one that has the first seat in the first game, then the other
   * @param {string} folder where the desk keeps its match
   */
  constructor(teams, folder) {
    this.teams = teams;
    this.folder = folder;
  }

  /** Opens the desk and begins its first game. @param {import("playwright-core").Browser} browser @param {string[]} flags */
  async sitsDown(browser, flags) {
    const all = ["desk", ...flags, "--referee", "Rae", "--folder", this.folder, "--no-browser"];
    const desk = spawn(BINARY, all, { cwd: tmpdir(), env: { ...process.env, LEITAI_LANG: "en" } });
    this.process = desk;
    process.once("exit", () => desk.kill("SIGKILL"));
    for (const stream of [desk.stdout, desk.stderr]) stream.on("data", (bytes) => (this.said += bytes));
    const address = await this.address(/the desk is at (http:\S+)/);
    this.visitor = await Visitor.comes(browser, new URL(address).origin, { viewport: { width: 1366, height: 768 } });
    // What the rules refuse.
    this.visitor.refused.add(422);
    await this.visitor.page.goto(address);
    await this.reads(/Begin game 1/);
    await this.page.keyboard.press("n");
  }

  /** An address that the desk has printed. @param {RegExp} line */
  async address(line) {
    for (const end = Date.now() + PATIENCE; ; await new Promise((done) => setTimeout(done, 10))) {
      const found = line.exec(this.said)?.[1];
      if (found) return found;
      if (this.process?.exitCode !== null || Date.now() > end) assert.fail(`no ${line}: ${this.said}`);
    }
  }

  get page() {
    assert.ok(this.visitor);
    return this.visitor.page;
  }

  /** What is to be done now, once it says this. @param {RegExp} what */
  async reads(what) {
    for (const end = Date.now() + PATIENCE; ; await this.page.waitForTimeout(10)) {
      const said = await this.page.getByRole("status").innerText();
      if (what.test(said)) return said;
      if (Date.now() > end) assert.fail(`the referee waits in vain for ${what}: ${said}`);
    }
  }

  /** Enters what a team plays: one action. @param {string} team @param {string} acts */
  async enters(team, acts) {
    await isFree(this.page);
    const field = this.page.getByRole("textbox", { name: `Move of ${team}` });
    await field.fill(acts);
    await field.press("Enter");
  }

  /** Enters a try after the go-ahead. @param {string} team @param {string} point */
  async tries(team, point) {
    await this.reads(new RegExp(`tart the clock of ${team}`));
    await isFree(this.page);
    await this.page.keyboard.press("Escape");
    await this.page.keyboard.press("Space");
    await this.reads(new RegExp(`nter what ${team}`));
    await this.enters(team, point);
  }

  /** Both sides enter their layouts of Luzhanqi, each unseen by the other. */
  async takesLayouts() {
    for (const [at, team] of this.teams.entries()) {
      await this.reads(new RegExp(`layout of ${team}`));
      await this.page.keyboard.press("Escape");
      assert.equal(await this.page.getByRole("textbox", { name: /Move of/ }).count(), 0, "the board is covered");
      await this.page.getByRole("button", { name: `${team} looks, and enters its layout` }).click();
      await this.enters(team, LAYOUTS[at] ?? "");
    }
  }

  /** Presses a button that goes away once its deed is done: until then the desk takes no other. @param {string} name */
  async presses(name) {
    await isFree(this.page);
    const button = this.page.getByRole("button", { name, exact: true });
    await button.click();
    await button.waitFor({ state: "detached" });
  }

  /** Both sides agree to stop, and the board is counted. */
  async counts() {
    await this.page.getByText("Propose an end").click();
    await this.page.getByLabel("Who proposes").selectOption({ label: "the referee" });
    await this.page.getByLabel("What", { exact: true }).selectOption({ label: "to stop and count" });
    await this.page.getByRole("button", { name: "Put it to both sides" }).click();
    for (const team of this.teams) await this.presses(`${team} accepts`);
    await this.reads(/marks the dead stones/);
    await this.page.locator(".entry").getByRole("button", { name: "count" }).click();
  }

  /** He decides a game himself. @param {string} winner @param {number} game @param {string} reason */
  async rules(winner, game, reason) {
    await this.page.getByText("Result", { exact: true }).click();
    await this.page.getByLabel(`The referee rules that game ${game}`).selectOption({ label: `is won by ${winner}` });
    await this.page.locator("#ruling").getByLabel("Reason").fill(reason);
    await this.page.getByRole("button", { name: "The game ends so" }).click();
    await this.reads(new RegExp(`Game ${game}: ${winner} won`));
  }

  /** A side gives a game up. @param {string} loser @param {string} winner @param {number} game */
  async hearsOut(loser, winner, game) {
    await this.page.getByText("Result", { exact: true }).click();
    await this.page.getByText("A side resigns").click();
    await this.page.getByRole("button", { name: `${loser} gives up: ${winner} wins game ${game}` }).click();
    await this.reads(new RegExp(`Game ${game}: ${winner} won`));
  }

  /** Both sides confirm how it ended. */
  async confirms() {
    for (const team of this.teams) await this.presses(`${team} confirms`);
    await this.page.getByText(/^Confirmed by .+, .+\.$/).first().waitFor();
  }

  /** Both sides confirm how it ended, and the page to sign says so. @param {RegExp} how */
  async signs(how) {
    await this.confirms();
    await this.page.getByRole("link", { name: "Page to sign" }).click();
    assert.match(await this.page.locator("main").innerText(), how);
  }

  /** Closes the desk. */
  async leaves() {
    const desk = this.process;
    if (desk && desk.exitCode === null && desk.signalCode === null) {
      const ended = once(desk, "exit");
      desk.kill("SIGKILL");
      await ended;
    }
  }
}

/** @param {World} world @param {string[]} flags @param {(referee: Referee) => Promise<void>} game */
async function sits({ browser }, flags, game) {
  const folder = mkdtempSync(join(tmpdir(), "leitai-referee-"));
  const referee = new Referee(["Ann", "Bob"], folder);
  try {
    await referee.sitsDown(browser, [...flags, "--games", "1", "--first", "Ann", "--second", "Bob"]);
    await game(referee);
    await referee.visitor?.leaves();
  } finally {
    await referee.leaves();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A slip, paid for, and a claim. @param {World} world */
export const judgesGomoku = (world) =>
  sits(world, ["gomoku", "--option", "opening=free"], async (referee) => {
    const { page } = referee;
    let [team, other] = ["Ann", "Bob"];
    const plays = async (/** @type {string} */ acts) => {
      await referee.reads(new RegExp(`Enter what ${team}`));
      await referee.enters(team, acts);
      [team, other] = [other, team];
    };
    for (const acts of ["F8", "A1", "G8", "A15", "H6", "O1", "H7", "N15"]) await plays(acts);
    await referee.reads(/Enter what Ann/);
    assert.deepEqual(await findings(page), [], "no barrier");
    // White had said O15.
    await page.keyboard.press("Escape");
    await page.keyboard.press("b");
    await page.getByLabel("Whose slip was it?").selectOption({ label: "Bob" });
    await page.getByRole("button", { name: "Go back and correct it" }).click();
    await referee.reads(/Put the board back to ply 7/);
    await page.keyboard.press("p");
    [team, other] = ["Bob", "Ann"];
    await plays("O15");
    await plays("H8");
    await referee.reads(/Enter what Bob/);
    await page.getByRole("button", { name: "claim a forbidden move" }).click();
    await referee.reads(/Game 1: Bob won.*claimed/);
    await referee.signs(/4:00 charged \(a side's slip\)/);
  });

/** Tries, go-aheads and a capture; black's own screen hears of black alone. @param {World} world */
export const judgesPhantomGo = (world) =>
  sits(world, ["phantomgo"], async (referee) => {
    const { page } = referee;
    const own = await Visitor.comes(world.browser, new URL(page.url()).origin, { viewport: { width: 1366, height: 768 } });
    await own.page.goto(await referee.address(/what black may see is at (http:\S+)/));
    await referee.tries("Ann", "C3");
    await referee.tries("Bob", "C3");
    await referee.reads(/Tell Bob \(white\): C3 is illegal/);
    await own.page.getByText("Bob is to move").waitFor();
    assert.doesNotMatch(await own.page.locator("main").innerText(), /illegal/);
    await referee.enters("Bob", "C4");
    await own.page.getByText("the other side has played").waitFor();
    for (const [team, point] of /** @type {[string, string][]} */ ([["Ann", "B4"], ["Bob", "E5"], ["Ann", "D4"], ["Bob", "F6"], ["Ann", "C5"]])) await referee.tries(team, point);
    await referee.reads(/Tell Ann \(black\): C5 is legal.*1 taken from you: C4.*enter what Bob/i);
    assert.deepEqual(await findings(page), [], "no barrier");
    assert.deepEqual(await findings(own.page), [], "no barrier on the other screen");
    await own.leaves();
    await referee.counts();
    await referee.reads(/Game 1: Ann won/);
    await referee.signs(/Ann wins/);
  });

/** Layouts that nobody else sees, one of which is entered again, and a clash. @param {World} world */
export const judgesLuzhanqi = (world) =>
  sits(world, ["luzhanqi", "--go-ahead", "off"], async (referee) => {
    await referee.takesLayouts();
    // Ann's was mistyped: it is entered again, and Bob's stands.
    await referee.reads(/nter what Ann/);
    await referee.presses("The layout of Ann was entered wrong");
    await referee.reads(/Tell both sides that Ann enters its layout again/);
    assert.deepEqual(await findings(referee.page), [], "no barrier");
    await referee.page.keyboard.press("Escape");
    await referee.page.keyboard.press("p");
    await referee.reads(/Tell both sides: the layout of Ann was entered wrong.*enter the layout of Ann/);
    await referee.page.getByRole("button", { name: "Ann looks, and enters its layout" }).click();
    await referee.enters("Ann", LAYOUTS[0] ?? "");
    let [team, other] = ["Ann", "Bob"];
    for (const acts of ["G2F2", "F1F2"]) {
      await referee.reads(new RegExp(`nter what ${team}`));
      await referee.enters(team, acts);
      [team, other] = [other, team];
    }
    await referee.reads(/Tell both sides: fight at F2/);
    await referee.hearsOut("Ann", "Bob", 1);
    await referee.signs(/Bob wins/);
  });

/**
 * The school's text, 7.2.4: the other side's operator reads the screen. On a screen of 1920 by 1080 at 96 dpi (24 inches, not scaled) the
 * clocks, what is to be done, what is announced and the stones are read at two metres, in both languages.
 * @param {World} world
 */
export const isReadAcrossTheTable = (world) =>
  sits(world, ["phantomgo"], async (referee) => {
    const { page } = referee, wide = { width: 1920, height: 1080 };
    await page.setViewportSize(wide);
    const own = await Visitor.comes(world.browser, new URL(page.url()).origin, { viewport: wide });
    await own.page.goto(await referee.address(/what black may see is at (http:\S+)/));
    await referee.tries("Ann", "C3");
    await referee.tries("Bob", "C3");
    await referee.reads(/Tell Bob \(white\): C3 is illegal/);
    const legible = async (/** @type {import("playwright-core").Page} */ page, /** @type {string[]} */ words) => {
      for (const place of words) assert.deepEqual(await tooSmallAtTwoMetres(page.locator(place)), [], place);
      assert.deepEqual(await sticksOut(page), []);
      for (const clock of await page.locator(".desk-main .clock .left").all()) assert.ok(await isInView(clock), "clocks in view");
      const board = await page.locator(".board svg").first().boundingBox();
      assert.ok(board && board.y + board.height <= wide.height, "the whole board is in view");
      // Nine lines: a stone is nearly as wide as they are apart.
      assert.ok(board && ((board.width / 10) * 25.4) / 96 > 10, `lines are ${board.width / 10} px apart`);
    };
    const clocks = ".desk-main .clock .left", todo = ".to-do .verdict strong";
    await legible(page, [clocks, todo, ".announced b"]);
    await legible(own.page, [clocks, todo]);
    for (const screen of [page, own.page]) {
      await screen.goto(`${screen.url().split("?")[0]}?lang=zh`);
      await legible(screen, [clocks, todo]);
    }
    await own.leaves();
  });
