// What is printed of a class and of an event: so many pages of A4 and of Letter, and nothing runs into anything else on them.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sticksOut } from "../demands.mjs";
import { BINARY, Site } from "../site.mjs";
import { Visitor } from "../visitor.mjs";
import { comesFirst } from "./people.mjs";

/** @typedef {import("../world.mjs").World} World */
/** @typedef {"A4" | "Letter"} Format */

/** A class, some of it with long names. */
const PUPILS = 40;
const ROSTER = ["学号,姓名,班级", ...Array.from({ length: PUPILS }, (_, at) =>
  `20262101${String(at).padStart(4, "0")},${at % 7 === 3 ? "阿卜杜热合曼·买买提艾力" : "王小明"}${at},计算机科学与技术21-${1 + (at % 3)}班`)].join("\n");
const MARGIN = { top: "10mm", bottom: "10mm", left: "10mm", right: "10mm" };
/** The width between the margins, in CSS pixels. @type {Record<Format, number>} */
const WIDTH = { A4: 718, Letter: 740 };
/** @type {Format[]} */
const FORMATS = ["A4", "Letter"];

/** How many sheets a PDF has. @param {Buffer} pdf */
export const pagesOf = (pdf) => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** How many sheets it takes. @param {Visitor} visitor @param {Format} format */
async function sheets({ page }, format) {
  return pagesOf(await page.pdf({ format, margin: MARGIN }));
}

/** Looks at a page as it is printed. @param {Visitor} visitor @param {Format} format @param {() => Promise<void>} look */
async function onPaper({ page }, format, look) {
  const before = page.viewportSize();
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: WIDTH[format], height: 1000 });
  await look();
  await page.emulateMedia({ media: null });
  if (before) await page.setViewportSize(before);
}

/** Slips for a class, twenty on a sheet, and the sheets of an event. @param {World} world */
export async function printsItsPages({ browser, site: shown, over, live }) {
  const site = await Site.opens((folder) => mkdirSync(join(folder, "events")), ["--jobs", "0"]);
  try {
    const flags = ["people", "add", "t1", "--name", "老师", "--role", "organiser", "--data", site.folder];
    const code = execFileSync(BINARY, flags, { encoding: "utf8" }).trim();
    const teacher = await Visitor.comes(browser, site.address, { lang: "zh", viewport: { width: 1280, height: 800 } });
    await teacher.opens("/sign-in");
    await comesFirst(teacher, "t1", code, "老师");
    const { page } = teacher;
    await teacher.opens("/people/import");
    await page.fill("#text", ROSTER);
    await page.check("input[name=first][value=random]");
    await page.click("button[value=look]");
    await page.click("button[value=import]");
    await page.waitForURL("**/people/slips");
    assert.equal(await page.locator(".slips li").count(), PUPILS);
    // Said before it is printed: this site listens on this machine alone.
    assert.match(await page.locator("[role=alert]").innerText(), /只有本机能打开/);
    for (const format of FORMATS) {
      assert.equal(await sheets(teacher, format), PUPILS / 20, format);
      await onPaper(teacher, format, async () => {
        assert.equal(await page.locator("[role=alert]").isVisible(), false, "the warning is not printed");
        const bad = await page.evaluate(() => [...document.querySelectorAll(".slips li")].flatMap((slip) => {
          const lines = (/** @type {Element} */ part) => part.getClientRects().length;
          const password = /** @type {Element} */ (slip.querySelector("code")), number = /** @type {Element} */ (slip.querySelector("dd b"));
          const overflows = slip.scrollHeight > slip.clientHeight + 1 || slip.scrollWidth > slip.clientWidth + 1;
          return overflows || lines(password) !== 1 || lines(number) !== 1 ? [slip.textContent] : [];
        }));
        assert.deepEqual(bad, [], format);
      });
    }
    await teacher.leaves();
  } finally {
    await site.closes();
  }
  const reader = await Visitor.comes(browser, shown.address);
  /** So many sheets at most, and nothing beyond their edges. @param {string} what @param {number} most */
  const fits = async (what, most) => {
    for (const format of FORMATS) {
      const count = await sheets(reader, format);
      assert.ok(count >= 1 && count <= most, `${what} takes ${count} sheets of ${format}`);
      await onPaper(reader, format, async () => assert.deepEqual(await sticksOut(reader.page), [], `${what} on ${format}`));
    }
  };
  for (const [path, most] of /** @type {[string, number][]} */ ([[`/events/${over}`, 8], [`/events/${over}/board`, 2], [`/events/${live}/seating`, 1]])) {
    await reader.opens(path);
    await fits(path, most);
  }
  // The sheet of results is the list of awards, with lines to sign on.
  await reader.opens(`/events/${over}/results`);
  const awards = await reader.page.locator("main").innerText();
  assert.ok(/Award list/.test(awards) && await reader.page.locator(".sign div").count() === 4, awards);
  await fits("the list of awards", 1);

  // The report is made of files: its first page, its list of awards, and a game with its diagram.
  const folder = mkdtempSync(join(tmpdir(), "leitai-report-"));
  try {
    const flags = ["tournament", "report", join(shown.folder, "events/over.toml"), "--store", `sqlite:${join(shown.folder, "store.sqlite")}`, "--to", folder];
    execFileSync(BINARY, flags);
    // On a page of its own: the policy of the site is none of the file's.
    reader.page = await reader.context.newPage();
    const [game] = readdirSync(join(folder, "games")).filter((name) => name.endsWith(".html"));
    for (const [path, most] of /** @type {[string, number][]} */ ([["index.html", 6], ["results.html", 1], [`games/${game}`, 1]])) {
      await reader.page.setContent(readFileSync(join(folder, path), "utf8"));
      await fits(`${path} of the report`, most);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  await reader.leaves();
}
