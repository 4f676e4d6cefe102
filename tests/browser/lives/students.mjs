// Students from their first sign-in to the score board: one by the keyboard alone, one in Chinese on a phone.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findings, sticksOut } from "../demands.mjs";
import { BINARY, Site } from "../site.mjs";
import { PATIENCE, Visitor } from "../visitor.mjs";

/** @typedef {import("../world.mjs").World} World */
/** @typedef {import("playwright-core").Page} Page */

const NUMBER = "25012345", OTHER = "25012346", PASSWORD = "correct horse";
const EVENT = `name = "Ladder"
game = "tictactoe"
preset = "judge"
entries = [{ name = "house", program = "random" }]
[sandbox]
# Else a game needs two cores at once, of which the server beside this one keeps one for as long as it shows a slow game.
ponder = false
[submit]
closes = "2999-12-31 24:00 +08:00"
`;
/** Plays the first empty cell, and says on its log what it does. */
const GOOD = `import sys
print("Beyond.Game.Tic-tac-toe.1.0", flush=True)
print("<b>Good</b>", flush=True)
for line in sys.stdin:
    line = line.rstrip("\\r\\n")
    if len(line) == 9 and " " in line:
        print("thinks of <b>" + line, file=sys.stderr, flush=True)
        print(line.index(" "), flush=True)
`;

/** Goes on by Tab until what is meant has the focus. @param {Page} page @param {string} meant */
async function tabTo(page, meant) {
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await page.evaluate((meant) => document.activeElement?.matches(meant), meant)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`${meant} cannot be reached by Tab on ${page.url()}`);
}

/** Follows a link. @param {Page} page @param {string} href */
async function follows(page, href) {
  await tabTo(page, `main a[href='${href}']`);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${href}`);
}

/** Fills fields one after the other, and sends them. @param {Page} page @param {[string, string][]} fields */
async function fills(page, fields) {
  await page.waitForSelector(fields[0]?.[0] ?? "form");
  for (const [field, text] of fields) {
    await tabTo(page, field);
    await page.keyboard.insertText(text);
  }
  await page.keyboard.press("Enter");
}

/** What every page owes: nothing sticks out, axe finds nothing. @param {Visitor} visitor */
async function isSound(visitor) {
  const where = visitor.page.url();
  assert.deepEqual(await sticksOut(visitor.page), [], where);
  assert.deepEqual(await findings(visitor.page), [], where);
}

/** Hands in a source and waits until it is settled; no reload brings that. @param {Page} page @param {string} language @param {string} source */
async function handsIn(page, language, source) {
  await tabTo(page, "#language");
  await page.keyboard.type(language);
  await tabTo(page, "#text");
  await page.keyboard.insertText(source);
  await tabTo(page, "main button.do");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/submissions/*");
  await page.evaluate(() => Object.assign(window, { same: true }));
  // Each validation game waits until the server beside this one lets a core go.
  await page.waitForSelector("[data-final=true]", { timeout: 5 * PATIENCE });
  assert.ok(await page.evaluate(() => "same" in window), "the page was not loaded again");
  return page.locator("main").innerText();
}

/** First sign-in, a program that does not compile, one that does, and the score board. @param {import("playwright-core").Browser} browser @param {Site} site @param {string} id */
async function byKeyboard(browser, site, id) {
  const student = await Visitor.comes(browser, site.address), { page } = student;
  await student.opens(`/events/${id}`);
  await tabTo(page, `main a[href='/events/${id}/submit']`);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/sign-in?*");
  await fills(page, [["#number", NUMBER], ["#password", NUMBER]]);
  await page.waitForURL("**/first");
  await fills(page, [["#new-password", PASSWORD], ["#again", PASSWORD]]);
  await fills(page, [["#nickname", "飞鹰"]]);
  await page.waitForURL("**/account");
  await follows(page, "/mine");
  await isSound(student);
  await follows(page, `/events/${id}/submit`);
  await isSound(student);
  assert.match(await page.locator("main").innerText(), /take part as 飞鹰[^]*2999-12-31 24:00 \(in /);

  const bad = await handsIn(page, "C · gnu99", "int main( { return <b>0</b>; }\n");
  assert.match(bad, /does not compile[^]*main\.c:1/);
  assert.equal(await page.locator("main pre b").count(), 0, "nothing of his is markup");
  await isSound(student);
  await follows(page, `/events/${id}/submit`);
  const good = await handsIn(page, "Python", GOOD);
  assert.match(good, /current program[^]*Validation games 4\/4/);
  assert.match(await page.title(), /^current program · Ladder/);
  await isSound(student);
  // Its board is there, and what it wrote to its log.
  const log = await page.evaluate(async () => (await fetch(/** @type {any} */ (document.querySelector("a[href$='game-0.txt']")))).text());
  assert.match(log, /stderr: thinks of <b>/);
  await tabTo(page, "main a[href^='/games/']");
  await page.keyboard.press("Enter");
  await page.waitForSelector("lt-game");

  await student.opens(`/events/${id}`);
  await page.waitForSelector("table >> text=飞鹰");
  await student.opens(`/events/${id}/submissions`);
  const list = await page.locator("table").innerText();
  assert.ok(/飞鹰[^]*current program[^]*飞鹰[^]*does not compile/.test(list) && !list.includes(NUMBER), list);
  await isSound(student);
  await student.leaves();
}

/** The same in Chinese on a phone, with a finger; a name that is no markup. @param {import("playwright-core").Browser} browser @param {Site} site @param {string} id */
async function byPhone(browser, site, id) {
  const manner = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
  const phone = await Visitor.comes(browser, site.address, { lang: "zh", ...manner }), { page } = phone;
  const nothingSticksOut = async () => assert.deepEqual(await sticksOut(page), [], page.url());
  const button = "main button.do";
  await phone.opens(`/events/${id}`);
  await page.tap(`main a[href='/events/${id}/submit']`);
  await page.waitForURL("**/sign-in?*");
  await nothingSticksOut();
  await page.fill("#number", OTHER);
  await page.fill("#password", OTHER);
  await page.tap(button);
  await page.fill("#new-password", PASSWORD);
  await page.fill("#again", PASSWORD);
  await page.tap(button);
  await page.fill("#nickname", "<i>小</i>");
  await page.tap(button);
  await page.waitForURL("**/account");
  await phone.opens(`/events/${id}/submit`);
  await nothingSticksOut();
  await page.selectOption("#language", "main.py");
  await page.setInputFiles("#file", { name: "我的 <b>.py", mimeType: "text/x-python", buffer: Buffer.from(`${GOOD}# 2\n`) });
  await page.tap(button);
  await page.waitForURL("**/submissions/*");
  await page.waitForSelector("[data-final=true]", { timeout: 5 * PATIENCE });
  assert.match(await page.locator("main").innerText(), /当前版本[^]*验证对局 4\/4/);
  await nothingSticksOut();
  // A score board does not follow its event, which on a busy machine may know of him a moment later than his own page.
  await site.until("his row of the board", async () => {
    await phone.opens(`/events/${id}/board`);
    return (await page.locator("table", { hasText: "<i>小</i>" }).count()) > 0 || undefined;
  });
  assert.equal(await page.locator("main i").count(), 0, "nothing of his is markup");
  await nothingSticksOut();
  await phone.leaves();
}

/** One's own programs are read in Chinese on a phone without script as well. @param {import("playwright-core").Browser} browser @param {Site} site @param {string} id */
async function withoutScript(browser, site, id) {
  const phone = await Visitor.comes(browser, site.address, { lang: "zh", viewport: { width: 320, height: 640 }, javaScriptEnabled: false });
  await phone.opens(`/events/${id}/mine`);
  await phone.page.fill("#number", NUMBER);
  await phone.page.fill("#password", PASSWORD);
  await phone.page.click("main button.do");
  await phone.page.waitForURL("**/mine");
  assert.match(await phone.page.locator("main").innerText(), /当前版本[^]*编译失败/);
  assert.deepEqual(await sticksOut(phone.page), []);
  const failed = phone.page.locator("tr", { hasText: "编译失败" }).locator("a[href^='/submissions/']");
  await phone.opens((await failed.first().getAttribute("href")) ?? "/submissions/1");
  assert.match(await phone.page.locator("main").innerText(), /编译失败/);
  assert.deepEqual(await sticksOut(phone.page), []);
  await phone.opens(`/events/${id}/submit`);
  assert.deepEqual(await sticksOut(phone.page), []);
  await phone.leaves();
}

/** Two students side by side, and the first one again on his own phone. @param {World} world */
export async function handsInAProgram({ browser }) {
  const site = await Site.opens((folder) => {
    mkdirSync(join(folder, "events"));
    writeFileSync(join(folder, "events/ladder.toml"), EVENT);
    writeFileSync(join(folder, "roster.csv"), `number,name\n${NUMBER},Wang\n${OTHER},"<i>Li</i> =1+1"\n`);
  });
  try {
    const run = (/** @type {string[]} */ ...flags) => execFileSync(BINARY, [...flags, "--data", site.folder], { encoding: "utf8" });
    run("people", "import", join(site.folder, "roster.csv"));
    const id = await site.until("the event", async () => JSON.parse(await site.text("/api/v1/events")).events?.[0]?.id);
    await Promise.all([byKeyboard(browser, site, id), byPhone(browser, site, id)]);
    await withoutScript(browser, site, id);
  } finally {
    await site.closes();
  }
}
