// What every page owes every reader, each as a question that lists what is wrong.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./visitor.mjs").Visitor} Visitor */

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * What axe finds on the page as it stands. The policy forbids strange scripts, so it comes in through the debugger.
 * @param {Page} page
 * @param {string[]} [rules] these alone
 */
export async function findings(page, rules) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async (rules) => {
    const options = { resultTypes: ["violations"], ...(rules ? { runOnly: { type: "rule", values: rules } } : {}) };
    const { violations } = await /** @type {any} */ (window).axe.run(document, options);
    return violations.flatMap((/** @type {any} */ { id, nodes }) =>
      nodes.map((/** @type {any} */ node) => `${id}: ${node.html.slice(0, 160)}: ${node.failureSummary.replace(/\s+/g, " ")}`));
  }, rules);
}

/**
 * What makes the page wider than the window: nothing, or a reader must scroll sideways.
 * @param {Page} page
 */
export function sticksOut(page) {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.scrollingElement && document.scrollingElement.scrollWidth <= width) return [];
    const wide = [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > width + 0.5);
    return [`the page is ${document.scrollingElement?.scrollWidth} px wide, the window ${width}`,
      ...wide.slice(0, 8).map((e) => `${e.tagName.toLowerCase()}.${e.getAttribute("class")}: ${e.textContent?.trim().slice(0, 40)}`)];
  });
}

/**
 * Words that are seen smaller than so many pixels. Inside a drawing the scale counts.
 * @param {Page} page @param {number} least
 */
export function smallWords(page, least) {
  return page.evaluate((least) => {
    const small = [];
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
      const e = words.currentNode.parentElement, text = words.currentNode.textContent?.trim();
      if (!e || !text || e.closest("script, style, template, title, desc")) continue;
      const box = e.getBoundingClientRect();
      // What is for ears alone is a pixel in size.
      if (box.width <= 1 || box.height <= 1 || !e.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const svg = e instanceof SVGGraphicsElement ? e.getScreenCTM() : null;
      const size = parseFloat(getComputedStyle(e).fontSize) * (svg ? Math.hypot(svg.c, svg.d) : 1);
      if (size < least - 0.05) small.push(`${size.toFixed(1)} px: ${text.slice(0, 40)}`);
    }
    return small;
  }, least);
}

/**
 * How high the glyphs of each element are, in millimetres: a capital, a digit, or 国 where the text is Chinese, as its font draws it.
 * At 96 CSS pixels an inch, as on paper and on a screen that is not scaled.
 * @param {import("playwright-core").Locator} locator
 */
export function glyphs(locator) {
  return locator.evaluateAll((all) => all.filter((e) => e.checkVisibility() && e.textContent?.trim()).map((e) => {
    // The short form is empty where digits have a form of their own.
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(e), text = e.textContent?.trim() ?? "";
    const pen = document.createElement("canvas").getContext("2d");
    if (!pen) throw new Error("no canvas");
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = pen.measureText(/\p{Script=Han}/u.test(text) ? "国" : "H");
    return { text: text.slice(0, 40), mm: ((above + below) * 25.4) / 96 };
  }));
}

/**
 * What is too small to be read at two metres: a rule of thumb wants glyphs of 1/200 of the distance, 10 mm.
 * @param {import("playwright-core").Locator} locator
 */
export async function tooSmallAtTwoMetres(locator) {
  const all = await glyphs(locator);
  assert.ok(all.length, `there is something to read at ${locator}`);
  return all.filter(({ mm }) => mm < 10).map(({ text, mm }) => `${mm.toFixed(1)} mm: ${text}`);
}

/** Whether a whole element lies inside the window. @param {import("playwright-core").Locator} locator */
export function isInView(locator) {
  return locator.evaluate((e) => {
    const box = e.getBoundingClientRect();
    return box.width > 0 && box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  });
}

/** @param {Visitor} visitor */
export async function standsStill(visitor) {
  const { sum, worst } = await visitor.shifts();
  assert.ok(sum < 0.01, `the page shifted by ${sum.toFixed(4)}: ${worst}`);
}

/** Bytes on the wire of what a server sends with gzip. @param {Uint8Array | string} body */
export const gzipped = (body) => gzipSync(body).length;
