// Two evenings, in both tongues and by the pages' own words: a teacher alone with a site on which nothing is yet, and a
// student with a slip. What they have to click and to read is counted.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findings, sticksOut } from "../demands.mjs";
import { BINARY, Site } from "../site.mjs";
import { PATIENCE, Visitor } from "../visitor.mjs";

/** @typedef {import("../world.mjs").World} World */
/** @typedef {"en" | "zh"} Lang */

const PASSWORD = "correct horse", PUPILS = 40;
const number = (/** @type {number} */ at) => `2026210${String(at).padStart(3, "0")}`;
const name = (/** @type {number} */ at) => `学生${String(at).padStart(2, "0")}`;

/** A workbook of the class as a school's system writes it: a title above, the header, one line a pupil, a total. @param {string} path */
function writesWorkbook(path) {
  const rows = [["2026 年秋季学期点名册"], ["序号", "学号", "姓名", "行政班"], ...Array.from({ length: PUPILS }, (_, at) => [String(at + 1), number(at), name(at), "计科1班"]), ["合计", String(PUPILS)]];
  const cell = (/** @type {string} */ text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows.map((row) => `<row>${row.map(cell).join("")}</row>`).join("")}</sheetData></worksheet>`;
  const parts = {
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": sheet,
  };
  const zip = "import json, sys, zipfile\nwith zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as book:\n    for name, text in json.load(sys.stdin).items():\n        book.writestr(name, text)";
  execFileSync("python3", ["-c", zip, path], { input: JSON.stringify(parts) });
}

/** Somebody at the site whose clicks and pages are counted. */
class Evening {
  clicks = 0;
  /** @type {Set<string>} */ pages = new Set();

  /** @param {Visitor} visitor */
  constructor(visitor) {
    this.visitor = visitor;
    this.page = visitor.page;
    this.page.on("framenavigated", (frame) => void (frame === this.page.mainFrame() && this.pages.add(new URL(frame.url()).pathname)));
  }

  /** @param {string} selector */
  async presses(selector) {
    this.clicks += 1;
    await this.page.locator(selector).first().click();
  }

  /** A click that leads to a page whose address ends so. @param {string} selector @param {string} to */
  async goes(selector, to) {
    await this.presses(selector);
    await this.page.waitForURL(to);
  }

  /** @param {string} number @param {string} first @param {string} nickname */
  async comes(number, first, nickname) {
    await this.page.fill("#number", number);
    await this.page.fill("#password", first);
    await this.goes("main button.do", "**/first");
    await this.page.fill("#new-password", PASSWORD);
    await this.page.fill("#again", PASSWORD);
    await this.presses("main button.do");
    await this.page.fill("#nickname", nickname);
    await this.presses("main button.do");
    await this.page.waitForURL((url) => !url.pathname.startsWith("/first"));
  }

  /** No more than what it takes today. @param {number} clicks @param {number} pages */
  isShort(clicks, pages) {
    assert.ok(this.clicks <= clicks && this.pages.size <= pages, `${this.clicks} clicks, ${this.pages.size} pages: ${[...this.pages].join(" ")}`);
  }

  async isSound() {
    const where = this.page.url();
    assert.deepEqual(await sticksOut(this.page), [], where);
    assert.deepEqual(await findings(this.page), [], where);
  }
}

/** @param {import("playwright-core").Page} page @param {Lang} lang @param {string} en @param {string} zh */
async function says(page, lang, en, zh) {
  const text = await page.locator("main").innerText();
  assert.ok(text.includes(lang === "zh" ? zh : en), `${page.url()} says neither "${en}" nor “${zh}”: ${text}`);
}

/** A class of forty from a workbook, a ladder, slips on paper, who is missing, a freeze, marks with names. @param {World} world @param {Lang} lang */
export async function anEveningOfATeacher({ browser }, lang) {
  const site = await Site.opens((folder) => {
    mkdirSync(join(folder, "events"));
    writesWorkbook(join(folder, "class.xlsx"));
  });
  try {
    const flags = ["people", "add", "t1", "--name", "老师", "--role", "organiser", "--data", site.folder];
    const code = execFileSync(BINARY, flags, { encoding: "utf8" }).trim();
    const teacher = new Evening(await Visitor.comes(browser, site.address, { lang })), { page } = teacher;
    await teacher.visitor.opens("/");
    await teacher.goes(".tools a[href='/sign-in']", "**/sign-in**");
    await teacher.comes("t1", code, "老师");

    // The class, as the school has it.
    await teacher.visitor.opens("/account");
    await teacher.goes("main a[href='/people']", "**/people");
    await teacher.goes("main a[href='/people/import']", "**/people/import");
    await page.setInputFiles("#file", join(site.folder, "class.xlsx"));
    await page.check("input[name=first][value=random]");
    await teacher.presses("button[value=look]");
    await page.locator(".done").waitFor();
    await says(page, lang, `${PUPILS} new`, `新增 ${PUPILS} 人`);
    await teacher.isSound();
    await teacher.goes("button[value=import]", "**/people/slips");
    const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
    assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, PUPILS / 20, "slips are twenty a page");
    const slips = await page.locator(".slips li").evaluateAll((all) => all.map((one) => [one.querySelector("dd b")?.textContent ?? "", one.querySelector("code")?.textContent ?? ""]));
    const password = new Map(/** @type {[string, string][]} */ (slips)).get(number(7)) ?? assert.fail("a slip for everybody");

    // A ladder that they join by handing in.
    await teacher.visitor.opens("/organise");
    await teacher.goes("main a[href='/organise/new']", "**/organise/new");
    await page.fill("#name", "Ladder 天梯");
    await page.selectOption("#game", "tictactoe");
    await page.selectOption("#preset", "judge");
    await teacher.presses("main button[value=look]");
    await teacher.goes("button[value=open]", "**/organise/*?done=open");
    await teacher.isSound();
    const id = /organise\/(\w+)/.exec(page.url())?.[1] ?? assert.fail(page.url());
    await site.until("the event begins", async () => (await fetch(`${site.address}/events/${id}`)).ok || undefined);

    // One of them hands in while the teacher looks who has not.
    const pupil = new Evening(await Visitor.comes(browser, site.address, { lang }));
    await pupil.visitor.opens(`/events/${id}/submit`);
    await pupil.comes(number(7), password, "飞鹰");
    await pupil.visitor.opens(`/events/${id}/submit`);
    await pupil.page.selectOption("#language", "main.py");
    await pupil.page.fill("#text", "print('Hello', flush=True)\n");
    await pupil.goes("main button.do", "**/submissions/*");
    await pupil.visitor.leaves();

    await teacher.visitor.opens(`/organise/${id}`);
    await teacher.goes(`main a[href='/organise/${id}/teams']`, `**/organise/${id}/teams**`);
    const missing = await page.locator("main").innerText();
    assert.ok(missing.includes(name(8)), missing);
    await teacher.isSound();

    // Nothing public moves from here on.
    await teacher.visitor.opens(`/organise/${id}`);
    await teacher.goes("form[action$='/freeze'] button", "**/organise/*?done=freeze");
    await says(page, lang, "frozen", "封榜");

    // Marks beside names, pasted from a table.
    await teacher.goes(`main a[href='/organise/${id}/board']`, `**/organise/${id}/board`);
    await page.fill("#column-en", "Style");
    await page.fill("#column-zh", "风格");
    await teacher.presses("form[action$='/add-column'] button");
    await teacher.presses("details:has(form[action$='/read-marks']) > summary");
    await page.locator("form[action$='/read-marks'] textarea").fill(`${number(7)}\t88\n${number(8)}\t90\n`);
    await teacher.presses("form[action$='/read-marks'] button");
    await page.locator("form[action$='/fill-column'] button").first().waitFor();
    const read = await page.locator("main").innerText();
    assert.ok(read.includes("飞鹰") && read.includes("88") && read.includes(number(8)), `who gets which mark, and who is in no list: ${read}`);
    await teacher.isSound();
    await teacher.presses("form[action$='/fill-column'] button");
    await teacher.visitor.opens(`/organise/${id}/board`);
    await teacher.presses("details:has(form[action$='/read-marks']) > summary");
    assert.equal(await page.locator("form[action$='/fill-column'] input[id]").first().inputValue(), "88", "the mark is kept");
    await teacher.isSound();
    await teacher.visitor.leaves();
    teacher.isShort(20, 16);
  } finally {
    await site.closes();
  }
}

const EVENT = `name = "Ladder"
game = "tictactoe"
preset = "judge"
entries = [{ name = "house", program = "random" }]
[sandbox]
ponder = false
[submit]
closes = "2999-12-31 24:00 +08:00"
`;

/** A slip, a starter, a test game, a program handed in, why it failed, and again. @param {World} world @param {Lang} lang */
export async function anEveningOfAStudent({ browser }, lang) {
  const site = await Site.opens((folder) => {
    mkdirSync(join(folder, "events"));
    writeFileSync(join(folder, "events/ladder.toml"), EVENT);
    writeFileSync(join(folder, "roster.csv"), `number,name\n${number(7)},Wang\n`);
  });
  try {
    execFileSync(BINARY, ["people", "import", join(site.folder, "roster.csv"), "--data", site.folder]);
    const id = await site.until("the event", async () => JSON.parse(await site.text("/api/v1/events")).events?.[0]?.id);
    const student = new Evening(await Visitor.comes(browser, site.address, { lang })), { page } = student;
    await student.visitor.opens("/");
    await student.goes(".tools a[href='/sign-in']", "**/sign-in**");
    await student.comes(number(7), number(7), "飞鹰");

    // Where to begin stands on the event's page.
    await student.visitor.opens("/events");
    await student.goes(`main a[href='/events/${id}']`, `**/events/${id}`);
    await student.goes(`main a[href='/events/${id}/start']`, "**/start");
    await student.isSound();
    const [download] = await Promise.all([page.waitForEvent("download"), student.presses("a[download='tictactoe.py']")]);
    const starter = readFileSync(await download.path(), "utf8");

    // Tried before it is handed in.
    await student.visitor.opens(`/events/${id}`);
    await student.goes(`main a[href='/events/${id}/try']`, "**/try");
    await student.isSound();
    await page.setInputFiles("#file", { name: "tictactoe.py", mimeType: "text/x-python", buffer: Buffer.from(starter) });
    await page.selectOption("#language", "main.py");
    await page.selectOption("#opponent", "random");
    await student.goes("main form[data-drop] button.do", "**/trials/*");
    await page.waitForFunction(() => document.querySelectorAll("main a[href$='.txt']").length === 2, undefined, { timeout: 5 * PATIENCE });
    await student.isSound();
    assert.match(await page.locator("main [role=status]").innerText(), lang === "zh" ? /胜.*和.*负/ : /won.*drawn.*lost/);

    // One slip of the pen: the page says what it printed, and what it could have.
    const hands = async (/** @type {string} */ source) => {
      await student.goes(`main a[href='/events/${id}/submit']`, "**/submit");
      await page.setInputFiles("#file", { name: "mine.py", mimeType: "text/x-python", buffer: Buffer.from(source) });
      await page.selectOption("#language", "main.py");
      await student.goes("main form[data-drop] button.do", "**/submissions/*");
      await page.waitForSelector("[data-final=true]", { timeout: 5 * PATIENCE });
      await student.isSound();
      return page.locator("main").innerText();
    };
    const slip = starter.replace(/print\((\w+), flush=True\)/g, "print('I play', $1, flush=True)");
    assert.notEqual(slip, starter, "the starter prints its moves");
    const failed = await hands(slip);
    assert.match(failed, lang === "zh" ? /未通过协议检查[^]*I play/ : /failed the protocol check[^]*I play/);
    assert.doesNotMatch(failed, /--[a-z]/, "no options of a command line");
    const passed = await hands(starter);
    assert.match(passed, lang === "zh" ? /当前版本[^]*验证对局 4\/4/ : /current program[^]*Validation games 4\/4/);
    await student.visitor.leaves();
    student.isShort(15, 14);
  } finally {
    await site.closes();
  }
}
