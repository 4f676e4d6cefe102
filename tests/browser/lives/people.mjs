// A teacher from the roster on, and a student from his first sign-in.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { findings, sticksOut } from "../demands.mjs";
import { BINARY, Site } from "../site.mjs";
import { Visitor } from "../visitor.mjs";

/** @typedef {import("../world.mjs").World} World */

const ROSTER = "学号,姓名,班级,队伍,种子分\n25012345,王小明,1班,飞鹰,87.5\n25012346,\"=cmd() <b>x</b>\",1班,,\n";
const PASSWORD = "correct horse";

/** What every page owes: nothing sticks out, axe finds nothing. @param {Visitor} visitor */
async function isSound(visitor) {
  const where = visitor.page.url();
  assert.deepEqual(await sticksOut(visitor.page), [], where);
  assert.deepEqual(await findings(visitor.page), [], where);
}

/**
 * The first sign-in as it asks: a password, then a nickname.
 * @param {Visitor} visitor @param {string} number @param {string} first @param {string} nickname
 */
export async function comesFirst({ page }, number, first, nickname) {
  await page.fill("#number", number);
  await page.fill("#password", first);
  await page.click("main button.do");
  await page.waitForURL("**/first");
  await page.fill("#new-password", PASSWORD);
  await page.fill("#again", PASSWORD);
  await page.click("main button.do");
  await page.fill("#nickname", nickname);
  await page.click("main button.do");
  await page.waitForURL("**/account");
}

/** A roster is taken over, and who is in it signs in; all of it without script too. @param {World} world */
export async function takesOverARoster({ browser }) {
  const site = await Site.opens((folder) => mkdirSync(join(folder, "events")), ["--jobs", "0"]);
  try {
    const flags = ["people", "add", "t1", "--name", "老师", "--role", "organiser", "--data", site.folder];
    const code = execFileSync(BINARY, flags, { encoding: "utf8" }).trim();
    const teacher = await Visitor.comes(browser, site.address);
    await teacher.opens("/");
    await teacher.page.click(".tools a[href='/sign-in']");
    await isSound(teacher);
    await comesFirst(teacher, "t1", code, "老师");
    await isSound(teacher);
    const { page } = teacher;
    await page.click("main a[href='/people']");
    await page.click("main a[href='/people/import']");
    // A bad line first: it is named, and nothing that was typed is lost.
    teacher.refused.add(422);
    await page.fill("#text", `${ROSTER},无名\n`);
    await page.click("button[value=look]");
    assert.match(await page.locator(".wide table", { hasText: "无名" }).first().innerText(), /4\s+,无名/);
    await isSound(teacher);
    assert.match(await page.inputValue("#text"), /王小明[^]*无名/);
    await page.setInputFiles("#file", { name: "roster.csv", mimeType: "text/csv", buffer: Buffer.from(ROSTER) });
    await page.click("button[value=look]");
    assert.match(await page.locator(".done").innerText(), /2 new/);
    await page.click("button[value=import]");
    await page.waitForURL("**/people?done=import");
    await isSound(teacher);
    assert.equal(await page.locator("main b").count(), 0, "nothing of theirs is markup");

    // The student has a phone, reads Chinese and has no script.
    const student = await Visitor.comes(browser, site.address, { lang: "zh", viewport: { width: 320, height: 640 }, javaScriptEnabled: false });
    student.refused.add(401).add(422);
    await student.opens("/account");
    await student.page.fill("#number", "25012345");
    await student.page.fill("#password", "nonsense");
    await student.page.click("main button.do");
    assert.match(await student.page.locator("[role=alert]").innerText(), /不正确/);
    assert.equal(await student.page.inputValue("#number"), "25012345", "what was typed stays");
    assert.deepEqual(await sticksOut(student.page), []);
    await student.page.fill("#password", "25012345");
    await student.page.click("main button.do");
    // Until it is done every address leads there.
    await student.opens("/events");
    assert.match(student.page.url(), /\/first$/);
    await student.page.fill("#new-password", "25012345");
    await student.page.fill("#again", "25012345");
    await student.page.click("main button.do");
    assert.match(await student.page.locator("[role=alert]").innerText(), /学号/);
    await student.page.fill("#new-password", PASSWORD);
    await student.page.fill("#again", PASSWORD);
    await student.page.click("main button.do");
    await student.page.fill("#nickname", "飞鹰");
    await student.page.click("main button.do");
    await student.page.waitForURL("**/account");
    const account = await student.page.locator("main").innerText();
    assert.ok(account.includes("王小明") && !account.includes("87.5"), account);
    assert.deepEqual(await sticksOut(student.page), []);
    student.refused.add(404);
    await student.opens("/people");
    assert.equal(await student.page.locator(".status").innerText(), "404");
    await student.leaves();

    // Public pages are the same bytes for all, and say who has signed in all the same.
    await teacher.opens("/events");
    await page.waitForFunction(() => document.querySelector(".tools a[href='/account']")?.textContent === "老师");
    await isSound(teacher);

    await teacher.opens("/people");
    assert.match(await page.locator("tr", { hasText: "25012345" }).innerText(), /飞鹰/);
    await page.click("a[href='/person/25012346']");
    await isSound(teacher);
    await page.locator("form[action$='/close'] button").click();
    assert.ok(await page.locator("form[action$='/open']").isVisible());
    await teacher.opens("/people/audit");
    await isSound(teacher);
    await teacher.leaves();
  } finally {
    await site.closes();
  }
}
