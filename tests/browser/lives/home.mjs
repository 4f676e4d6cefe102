// A student who only starts the program on his own machine: his program is tried at each save, and taken to a desk.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findings, sticksOut } from "../demands.mjs";
import { BINARY } from "../site.mjs";
import { PATIENCE, Visitor, browser } from "../visitor.mjs";

export async function isAtHome() {
  const chromium = await browser();
  const folder = mkdtempSync(join(tmpdir(), "leitai-home-"));
  execFileSync(BINARY, ["new", "tictactoe", "--lang", "python", "--out", "mine"], { cwd: folder });
  // No browser of whoever runs the tests opens.
  const env = { ...process.env, LEITAI_LANG: "en", DISPLAY: "", WAYLAND_DISPLAY: "" };
  const home = spawn(BINARY, ["serve", "--home"], { cwd: folder, env });
  process.once("exit", () => home.kill("SIGKILL"));
  try {
    let said = "";
    for (const stream of [home.stdout, home.stderr]) stream.on("data", (bytes) => (said += bytes));
    for (const end = Date.now() + PATIENCE; !said.includes("continues where"); await new Promise((done) => setTimeout(done, 10))) {
      if (home.exitCode !== null || Date.now() > end) assert.fail(`nothing is opened: ${said}`);
    }
    const address = /open (http:\/\/\S+\/own\/\S+) in/.exec(said)?.[1] ?? "";
    await triesHisProgram(chromium, address, folder);
    await goesToADesk(chromium, address);
    await playsThere(chromium, address);
  } finally {
    await chromium.close();
    if (home.exitCode === null) {
      const ended = once(home, "exit");
      home.kill("SIGINT");
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  }
  assert.equal(home.exitCode, 0, "it ends when it is told to");
}

/** How long a check and twenty games may take beside everything else. */
const ROUND = 6 * PATIENCE;

/** Waits until the page, which asks again by itself, says this of the program. @param {import("playwright-core").Page} page @param {RegExp} what */
async function says(page, what) {
  for (const end = Date.now() + ROUND; ; await page.waitForTimeout(50)) {
    // Between two pages there is none.
    const said = await page.getByRole("status").innerText({ timeout: 5_000 }).catch(() => "");
    if (what.test(said)) return;
    if (Date.now() > end) assert.fail(`waits in vain for ${what}: ${await page.locator("main").innerText()}`);
  }
}

/** @param {import("playwright-core").Browser} chromium @param {string} address @param {string} folder */
async function triesHisProgram(chromium, address, folder) {
  const student = await Visitor.comes(chromium, new URL(address).origin, { viewport: { width: 1024, height: 768 } });
  const { page } = student;
  await page.goto(address);
  for (const way of ["Play", "Watch", "Write a program", "My programs", "At an operator's desk"]) {
    assert.ok(await page.getByRole("link", { name: way, exact: true }).isVisible(), way);
  }
  assert.deepEqual([...await findings(page), ...await sticksOut(page)], [], "no barrier");
  // One that is chosen is copied beside it.
  await page.getByLabel(/^A source file/).setInputFiles({ name: "chosen.py", mimeType: "text/plain", buffer: Buffer.from("print()\n") });
  await page.getByRole("button", { name: "Copy here" }).click();
  await page.getByRole("heading", { name: "chosen.py" }).waitFor();
  await page.getByRole("link", { name: "All programs" }).click();

  await page.getByRole("link", { name: "mine", exact: true }).click();
  await page.getByLabel("Game").selectOption("tictactoe");
  await page.getByRole("button", { name: "Check and try at each save" }).click();
  await says(page, /^ready.*against random: \d+ won, \d+ drawn, \d+ lost/s);
  const source = join(folder, "mine", "tictactoe.py");
  appendFileSync(source, "\nthis is no Python\n");
  await says(page, /^has a fault/);
  assert.match(await page.locator("main").innerText(), /SyntaxError|invalid syntax|Round 2/);
  assert.deepEqual(await findings(page), [], "no barrier beside a fault");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Check and try at each save" }).waitFor();
  // It is a program of its own again.
  execFileSync(BINARY, ["new", "tictactoe", "--lang", "python", "--out", "again"], { cwd: folder });
  await page.goto(`${address}?lang=zh`);
  await page.getByRole("heading", { name: "我的程序" }).waitFor();
  assert.deepEqual(await sticksOut(page), [], "nothing sticks out in Chinese");
  writeFileSync(join(folder, "chosen.py"), "print()\n");
  await student.leaves();
}

/** @param {import("playwright-core").Browser} chromium @param {string} address */
async function goesToADesk(chromium, address) {
  const student = await Visitor.comes(chromium, new URL(address).origin);
  await student.page.goto(address);
  await student.page.getByLabel("Game").selectOption("tictactoe");
  await student.page.getByLabel("Program", { exact: true }).selectOption("again");
  await student.page.getByRole("button", { name: "Open the desk" }).click();
  const desk = await student.page.getByRole("link", { name: "go to the desk" }).getAttribute("href");
  await student.leaves();
  const operator = await Visitor.comes(chromium, new URL(desk ?? "").origin);
  await operator.page.goto(desk ?? "");
  await operator.page.getByRole("status").filter({ hasText: "Begin game 1" }).waitFor();
  await operator.leaves();
}

/** @param {import("playwright-core").Browser} chromium @param {string} address */
async function playsThere(chromium, address) {
  const student = await Visitor.comes(chromium, new URL(address).origin);
  await student.page.goto(address);
  const site = await student.page.getByRole("link", { name: "Play", exact: true }).getAttribute("href");
  await student.leaves();
  const guest = await Visitor.comes(chromium, new URL(site ?? "").origin);
  await guest.page.goto(site ?? "");
  await guest.page.getByRole("link", { name: /tic-tac-toe/i }).first().waitFor();
  await guest.leaves();
}
