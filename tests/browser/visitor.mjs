// Who looks at the site: one Chromium for all, and for each visitor a context of his own, in which nothing may go wrong
// unnoticed. Complaints of the page, of its policy and of the network are collected; `leaves` fails on any.

import assert from "node:assert/strict";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("playwright-core").Page} Page */

/** Longest that a state may take to come, in ms: a failure, never a pace. */
export const PATIENCE = 60_000;

/** The browser to drive: `LEITAI_CHROMIUM`, or the first of the usual names in the search path. */
export function executable() {
  if (process.env.LEITAI_CHROMIUM) return process.env.LEITAI_CHROMIUM;
  const folders = (process.env.PATH ?? "").split(delimiter);
  for (const name of ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]) {
    for (const folder of folders) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        // Not in this folder.
      }
    }
  }
  throw new Error("no Chromium in the search path; LEITAI_CHROMIUM names one");
}

/** @returns {Promise<Browser>} a browser with an empty profile of its own, which it removes when it closes. */
export function browser() {
  // As root Chromium refuses its own sandbox; what it shows here is only ours. Containers have a small /dev/shm.
  return chromium.launch({ executablePath: executable(), args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

/** Adds up layout shifts, as the browser itself judges them. */
function watchShifts() {
  const shifts = { sum: 0, worst: "" };
  Object.assign(window, { shifts });
  let worst = 0;
  new PerformanceObserver((list) => {
    for (const entry of /** @type {any[]} */ (list.getEntries())) {
      if (entry.hadRecentInput) continue;
      shifts.sum += entry.value;
      if (entry.value <= worst) continue;
      worst = entry.value;
      const at = (/** @type {DOMRect} */ r) => `${r.x},${r.y} ${r.width}×${r.height}`;
      const moved = entry.sources.map((/** @type {any} */ { node, previousRect, currentRect }) =>
        `${node?.outerHTML?.slice(0, 120) ?? node?.data} from ${at(previousRect)} to ${at(currentRect)}`);
      // What pushed it is not among what moved.
      const around = entry.sources.flatMap((/** @type {any} */ { node }) => [...(node?.parentElement?.children ?? [])]);
      const stand = [...new Set(around)].map((e) => `${e.className} ${at(e.getBoundingClientRect())}: ${[...e.querySelectorAll("lt-game > *")]
        .map((part) => `${part.className} ${part.clientHeight}`)}`);
      shifts.worst = `${entry.value.toFixed(4)} after ${Math.round(entry.startTime)} ms: ${moved.join(" | ")}; beside it stand ${stand.join(" | ")}`;
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** One person before one screen. */
export class Visitor {
  /** @type {string[]} */ complaints = [];
  /** Whether the server is expected to be away, as while it starts again. */
  alone = false;
  /** Statuses of pages that are asked for although they cannot be. */
  refused = new Set();

  /**
   * @param {Browser} browser
   * @param {string} site where the site is, without a slash at the end
   * @param {import("playwright-core").BrowserContextOptions & { lang?: "zh" | "en", theme?: "light" | "dark" }} [manner]
   */
  static async comes(browser, site, { lang = "en", theme = "light", ...manner } = {}) {
    const visitor = new Visitor();
    visitor.site = site;
    visitor.context = await browser.newContext({
      baseURL: site,
      colorScheme: theme,
      locale: lang === "zh" ? "zh-CN" : "en-GB",
      timezoneId: "Asia/Shanghai",
      viewport: { width: 1200, height: 800 },
      ...manner,
    });
    visitor.context.setDefaultTimeout(PATIENCE);
    await visitor.context.addInitScript(watchShifts);
    visitor.context.on("page", (page) => visitor.#watch(page));
    visitor.page = await visitor.context.newPage();
    return visitor;
  }

  /** @param {Page} page */
  #watch(page) {
    const complain = (/** @type {string} */ what) => this.complaints.push(`${page.url()}: ${what}`);
    page.on("pageerror", (error) => complain(`script: ${error.stack ?? error}`));
    page.on("console", (message) => {
      const { url } = message.location();
      // The network's failures are told below, with the request that failed.
      if (/Failed to load resource|net::ERR_/.test(message.text())) return;
      if (["error", "warning"].includes(message.type())) complain(`console: ${message.text()} (${url})`);
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(`${this.site}/`) && !/^(data|blob|about):/.test(request.url())) {
        complain(`asks elsewhere: ${request.url()}`);
      }
    });
    page.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText ?? "";
      // A page that is left lets go of its stream.
      if (reason !== "net::ERR_ABORTED" && !this.alone) complain(`${request.url()}: ${reason}`);
    });
    page.on("response", (response) => {
      if (response.status() >= 400 && !this.refused.has(response.status())) {
        complain(`${response.url()}: status ${response.status()}`);
      }
    });
  }

  /** Opens an address of the site. @param {string} path */
  async opens(path) {
    await this.page.goto(path, { waitUntil: "load" });
  }

  /**
   * How far the page's contents moved by themselves since it was opened; below 0.01 nobody notices.
   * @returns {Promise<{ sum: number, worst: string }>}
   */
  shifts() {
    return this.page.evaluate(() => /** @type {any} */ (window).shifts);
  }

  /** Looks away for good. @throws where anything went wrong on the way */
  async leaves() {
    await this.context.close();
    assert.deepEqual(this.complaints, [], "complaints of the page");
  }

  /** @type {import("playwright-core").BrowserContext} */ context = /** @type {any} */ (undefined);
  /** @type {Page} */ page = /** @type {any} */ (undefined);
  site = "";
}
