// Every page, in both languages and both themes, examined for barriers.

import assert from "node:assert/strict";
import { findings } from "../demands.mjs";
import { Visitor } from "../visitor.mjs";

/** @typedef {import("../world.mjs").World} World */

/** @param {World} world @param {"zh" | "en"} lang */
export async function findsNoBarrier({ browser, site, everyPage }, lang) {
  const visitor = await Visitor.comes(browser, site.address, { lang, reducedMotion: "reduce" });
  const page = visitor.page;
  visitor.refused.add(404);
  for (const path of [...(await everyPage()), "/nowhere"]) {
    await visitor.opens(path);
    assert.equal((await page.locator("html").getAttribute("lang"))?.slice(0, 2), lang, path);
    assert.deepEqual(await findings(page), [], `${path} in ${lang}, light`);
    // The themes differ in colours alone.
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await findings(page, ["color-contrast"]), [], `${path} in ${lang}, dark`);
    await page.emulateMedia({ colorScheme: "light" });
  }
  await visitor.leaves();
}
