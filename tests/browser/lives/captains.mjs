// A captain hands in for his team, and again; who is no captain reads.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findings, sticksOut } from "../demands.mjs";
import { BINARY, Site } from "../site.mjs";
import { Visitor } from "../visitor.mjs";

/** @typedef {import("../world.mjs").World} World */

const CAPTAIN = "25010001", MEMBER = "25010002", PASSWORD = "correct horse";
const EVENT = `name = "Course"
game = "connect6"
preset = "course"
second-stage = 2
entries = [
  { name = "飞鹰", class = "1班", seed-score = 87.5 },
  { name = "飞虎", class = "1班", seed-score = 70 },
  { name = "飞龙", class = "1班", seed-score = 60 },
]
[submit]
closes = "2999-12-31 24:00 +08:00"
`;
const ROSTER = `number,name,class,team,seed score\n${CAPTAIN},王小明,1班,飞鹰,87.5\n${MEMBER},李<b>雷</b>,1班,飞鹰,87.5\n`;
const SOURCE = "int main(void) { return 0; }\n";

/** @param {Visitor} visitor */
async function isSound(visitor) {
  const where = visitor.page.url();
  assert.deepEqual(await sticksOut(visitor.page), [], where);
  assert.deepEqual(await findings(visitor.page), [], where);
}

/** Signs in for the first time. @param {Visitor} visitor @param {string} number @param {string} first @param {string} nickname */
async function signsIn({ page }, number, first, nickname) {
  for (const [field, text] of [["#number", number], ["#password", first], ["#new-password", PASSWORD], ["#again", PASSWORD], ["#nickname", nickname]]) {
    await page.fill(String(field), String(text));
    if (field === "#password" || field === "#again" || field === "#nickname") await page.click("main button.do");
  }
  await page.waitForURL("**/account");
}

/** A report with shares, and a program, each again; the other member of the team reads, on a phone without script. @param {World} world */
export async function handsInForATeam({ browser }) {
  const site = await Site.opens((folder) => {
    mkdirSync(join(folder, "events"));
    writeFileSync(join(folder, "events/course.toml"), EVENT);
    writeFileSync(join(folder, "roster.csv"), ROSTER);
  }, ["--jobs", "0"]);
  try {
    const run = (/** @type {string[]} */ ...flags) => execFileSync(BINARY, [...flags, "--data", site.folder], { encoding: "utf8" });
    run("people", "import", join(site.folder, "roster.csv"));
    const code = run("people", "add", CAPTAIN, "--name", "王小明", "--role", "captain").trim();
    const id = await site.until("the event", async () => JSON.parse(await site.text("/api/v1/events")).events?.[0]?.id);
    const captain = await Visitor.comes(browser, site.address), { page } = captain;
    captain.refused.add(422);
    await captain.opens(`/events/${id}/report`);
    await signsIn(captain, CAPTAIN, code, "鹰");
    await captain.opens(`/events/${id}/report`);
    await isSound(captain);
    assert.equal(await page.locator("main b").count(), 0, "nobody's name is markup");
    const report = (/** @type {string} */ text) => ({ name: "report.pdf", mimeType: "application/pdf", buffer: Buffer.from(text) });
    const shares = async (/** @type {string} */ his, /** @type {string} */ hers) => {
      await page.fill(`#share-${CAPTAIN}`, his);
      await page.fill(`#share-${MEMBER}`, hers);
      await page.click("main button.do");
      await page.waitForLoadState();
    };
    await page.setInputFiles("#file", report("%PDF-1.7 one"));
    await shares("60", "60");
    assert.match(await page.locator("[role=alert]").innerText(), /add up to 120/);
    assert.equal(await page.inputValue(`#share-${MEMBER}`), "60", "what was typed stays");
    await isSound(captain);
    for (const text of ["%PDF-1.7 one", "%PDF-1.7 two"]) {
      await page.setInputFiles("#file", report(text));
      await shares("60", "40");
      await page.waitForURL("**/report?done=report");
    }
    await isSound(captain);
    const kept = await page.evaluate(async () => (await fetch(/** @type {any} */ (document.querySelector("main a[download]")))).text());
    assert.equal(kept, "%PDF-1.7 two", "the last one counts");
    for (const source of [SOURCE, `${SOURCE}\n`]) {
      await captain.opens(`/events/${id}/submit`);
      await page.selectOption("#language", { label: "C · gnu99" });
      await page.fill("#text", source);
      await page.click("main button.do");
      await page.waitForURL("**/submissions/*");
    }
    await captain.opens(`/events/${id}/submissions`);
    assert.equal((await page.locator("tbody tr", { hasText: "飞鹰" }).allInnerTexts()).length, 2);
    await captain.leaves();

    const member = await Visitor.comes(browser, site.address, { lang: "zh", viewport: { width: 320, height: 640 }, javaScriptEnabled: false });
    await member.opens(`/events/${id}/report`);
    await signsIn(member, MEMBER, MEMBER, "雷");
    await member.opens(`/events/${id}/report`);
    const read = await member.page.locator("main").innerText();
    assert.ok(/由队长代表队伍提交[^]*60 %[^]*40 %/.test(read) && !read.includes("87.5"), read);
    assert.equal(await member.page.locator("#file").count(), 0, "and hands in nothing");
    assert.deepEqual(await sticksOut(member.page), []);
    await member.opens(`/events/${id}/submit`);
    assert.equal(await member.page.locator("#text").count(), 0);
    await member.leaves();
  } finally {
    await site.closes();
  }
}
