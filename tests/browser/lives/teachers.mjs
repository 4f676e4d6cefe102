// A teacher from the roster to the tables that he hands on: slips, an event, changes to it before it begins, CSV.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findings, sticksOut } from "../demands.mjs";
import { BINARY, Site } from "../site.mjs";
import { Visitor } from "../visitor.mjs";

/** @typedef {import("../world.mjs").World} World */
/** @typedef {import("playwright-core").Page} Page */

const STUDENT = "25012345", PASSWORD = "correct horse";
/** What spreadsheets would reckon and pages would obey stands in names of people and of teams. */
const ROSTER = `学号,姓名,班级,队伍,种子分\n${STUDENT},王小明,1班,飞鹰,87.5\n25012346,"=cmd() <b>x</b>",1班,=1+1,70\n25012347,@李雷,1班,飞龙,60\n`;

/** @param {Visitor} visitor */
async function isSound(visitor) {
  const where = visitor.page.url();
  assert.deepEqual(await sticksOut(visitor.page), [], where);
  assert.deepEqual(await findings(visitor.page), [], where);
  assert.equal(await visitor.page.locator("main b", { hasText: /^(x|A)$/ }).count(), 0, `${where}: nobody's name is markup`);
}

/** Signs in for the first time. @param {Visitor} visitor @param {string} number @param {string} first @param {string} nickname */
async function signsIn({ page }, number, first, nickname) {
  for (const [field, text] of [["#number", number], ["#password", first], ["#new-password", PASSWORD], ["#again", PASSWORD], ["#nickname", nickname]]) {
    await page.fill(String(field), String(text));
    if (field === "#password" || field === "#again" || field === "#nickname") await page.click("main button.do");
  }
  await page.waitForURL("**/account");
}

/** The slips that a page shows: names with their passwords. @param {Page} page */
const slips = (page) => page.locator(".slips li").evaluateAll((all) => all.map((one) => [one.querySelector("bdi")?.textContent, one.querySelector("code")?.textContent]));

/** The whole of a download. @param {Page} page @param {string} href */
const downloaded = (page, href) => page.evaluate(async (href) => (await fetch(href)).text(), href);

/** A program with enough of its own to be compared. */
const SOURCE = Array.from({ length: 8 }, (_, at) =>
  `def think_${at}(board, x):\n    while board[${at % 5}] < ${at * 7}:\n        if x % ${at + 1} == 1:\n            board[x] = think_${at}(x + ${at}) * 3\n        else:\n            return [x, board, ${at}]\n`).join("");

/** Programs that are alike, side by side, and a question with its answer: in both languages. @param {Visitor} teacher @param {Site} site @param {string} id */
async function looksAtDesks(teacher, site, id) {
  const { page } = teacher, source = join(site.folder, "bot.py");
  /** @type {{ name: string, entries: { name: string }[] }} */
  const event = JSON.parse(await site.text(`/api/v1/events/${id}`));
  for (const [at, { name }] of event.entries.slice(0, 2).entries()) {
    writeFileSync(source, `# ${at}\n${SOURCE}`);
    execFileSync(BINARY, ["submit", source, "--event", event.name, "--entry", name, "--data", site.folder]);
  }
  const inBoth = async (/** @type {string} */ path) => {
    for (const lang of ["zh", "en"]) {
      await teacher.opens(`${path}?lang=${lang}`);
      await isSound(teacher);
    }
  };
  await inBoth(`/organise/${id}/likeness`);
  await page.click("main form button");
  await page.locator(`main a[href='/organise/${id}/likeness/1']`).first().waitFor();
  await inBoth(`/organise/${id}/likeness`);
  await inBoth(`/organise/${id}/likeness/1`);
  for (const desk of [`/events/${id}/questions`, `/organise/${id}/questions`]) {
    await inBoth(desk);
    await page.locator("main textarea").first().fill("棋盘多大？ How large is the board?");
    await page.locator("main form:has(textarea) button").first().click();
    await page.waitForURL(`**${desk}?done=*`);
    await inBoth(desk);
  }
  await inBoth(`/events/${id}/try`);
  await inBoth(`/events/${id}/seating`);
}

/** Slips are printed, an event is opened and changed, and its tables leave the page. @param {World} world */
export async function hasACourse({ browser }) {
  const site = await Site.opens((folder) => mkdirSync(join(folder, "events")), ["--jobs", "0"]);
  try {
    const flags = ["people", "add", "t1", "--name", "老师", "--role", "organiser", "--data", site.folder];
    const code = execFileSync(BINARY, flags, { encoding: "utf8" }).trim();
    const teacher = await Visitor.comes(browser, site.address), { page } = teacher;
    teacher.refused.add(422);
    await teacher.opens("/account");
    await signsIn(teacher, "t1", code, "老师");
    await teacher.opens("/people/import");
    await page.fill("#text", ROSTER);
    await page.check("input[value=random]");
    await page.click("button[value=look]");
    await page.click("button[value=import]");
    await page.waitForURL("**/people/slips");
    await isSound(teacher);
    const printed = await slips(page);
    assert.deepEqual(printed.map(([name]) => name), ["=cmd() <b>x</b>", "王小明", "@李雷"]);
    const password = printed.find(([name]) => name === "王小明")?.[1] ?? "";
    // Loaded again, gone back to and come back to, it is the same page: what was printed holds.
    await page.reload();
    assert.deepEqual(await slips(page), printed);
    await page.click("main a[href='/people']");
    await page.goBack();
    assert.deepEqual(await slips(page), printed);
    await page.goForward();
    await page.click("main a[href='/people/slips']");
    assert.deepEqual(await slips(page), printed);

    // An event of the teams of the roster. What is typed wrong is said beside it, and everything else stays.
    await teacher.opens("/organise/new?people=teams");
    await page.fill("#name", "棋课 <b>A</b>");
    await page.selectOption("#game", "hex");
    await page.locator("details", { has: page.locator("#submit-closes") }).locator("summary").click();
    await page.fill("#submit-closes", "2999-10-22 25:00 +08:00");
    await page.click("main button[value=look]");
    await page.locator("#submit-closes[aria-invalid=true]").waitFor();
    assert.match(await page.inputValue("#entries"), /=1\+1[^]*飞鹰/);
    await page.fill("#submit-closes", "2999-10-22 24:00 +08:00");
    await page.click("main button[value=look]");
    await isSound(teacher);
    await page.click("button[value=open]");
    await page.waitForURL("**/organise/*?done=open");
    await isSound(teacher);
    const id = /organise\/(\w+)/.exec(page.url())?.[1];
    const shows = (/** @type {string} */ text) => site.until(`${text} among the entries`, async () => {
      const answer = await fetch(`${site.address}/events/${id}`), all = await answer.text();
      return answer.ok && all.includes(text) ? true : undefined;
    });
    await shows("飞龙");

    // Before its first game entries, options and plan may change. A student is in time to read that.
    const change = `main a[href='/organise/${id}/edit']`;
    await page.click(change);
    const entries = `${await page.inputValue("#entries")}\n后来队, , 1班`;
    await page.fill("#entries", entries);
    await page.fill("#options", "size = 99");
    await page.fill("#second-stage", "2");
    await page.click("button[value=change]");
    await page.locator("#options[aria-invalid=true]").waitFor();
    assert.deepEqual([await page.inputValue("#entries"), await page.inputValue("#options"), await page.inputValue("#second-stage")], [entries, "size = 99", "2"], "what was typed stays");
    await isSound(teacher);
    // His session ends while he types: all of it waits until he has signed in again, and no longer.
    await page.fill("#options", "size = 9");
    await teacher.context.clearCookies({ name: "lt-session" });
    await page.click("button[value=change]");
    await page.fill("#number", "t1");
    await page.fill("#password", PASSWORD);
    await page.click("main button.do");
    await page.waitForURL("**/edit");
    // The form is there a moment before its script.
    await page.waitForFunction(() => /** @type {HTMLInputElement | null} */ (document.querySelector("#options"))?.value === "size = 9");
    assert.deepEqual([await page.inputValue("#entries"), await page.inputValue("#options"), await page.inputValue("#second-stage")], [entries, "size = 9", "2"], "what was typed waits");
    assert.equal(await page.evaluate(() => sessionStorage.length), 0, "nothing is left for whoever comes later");
    await page.click("button[value=change]");
    await page.waitForURL("**/edit?done=edit");
    await isSound(teacher);
    await shows("后来队");
    assert.match(await downloaded(page, `/organise/${id}/event.toml`), /second-stage = 2[^]*后来队/);

    const student = await Visitor.comes(browser, site.address, { lang: "zh", viewport: { width: 320, height: 640 }, javaScriptEnabled: false });
    await student.opens("/account");
    await signsIn(student, STUDENT, password, "鹰");
    await student.opens(`/events/${id}`);
    const told = await student.page.locator("main").innerText();
    assert.ok(/赛事设置已修改[^]*新增 后来队/.test(told) && !told.includes("87.5"), told);
    assert.deepEqual(await sticksOut(student.page), []);
    await student.leaves();
    // The slips belonged to the session that made them.
    await teacher.opens("/people/slips");
    assert.deepEqual(await slips(page), []);

    // What leaves the page is no formula, whoever is called so.
    for (const [href, what] of /** @type {[string, RegExp][]} */ ([
      [`/organise/${id}/board.csv`, /25012345[^\n]*王小明/],
      [`/organise/${id}/teams/members.csv`, /飞鹰/],
      ["/people/list.csv", /25012345[^\n]*87\.5/],
    ])) {
      const csv = await downloaded(page, href);
      assert.match(csv, what, href);
      assert.doesNotMatch(csv, /(^|,)"?[=+@-]/m, `${href} has a formula`);
      assert.ok(csv.includes("'=") && csv.includes("飞龙"), `${href}: ${csv}`);
    }
    await looksAtDesks(teacher, site, String(id));
    await teacher.leaves();
  } finally {
    await site.closes();
  }
}
