// @ts-check
/** What the script says: the page brings the words in its language. */

/** @type {Record<string, string>} */
const words = JSON.parse(document.body.dataset.words ?? "{}");

/** @param {string} key @param {Record<string, string | number>} [values] */
export const said = (key, values = {}) =>
  (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

/** The page's language, as addresses have it. */
export const lang = document.documentElement.lang.startsWith("zh") ? "zh" : "en";

/** A clock: `1:05:09`, `12:34`, below a minute `9.7`. @param {number} ms */
export const clock = (ms) => {
  const s = Math.floor(Math.max(0, ms) / 1000), two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (s < 60) return `${s}.${Math.floor(Math.max(0, ms) / 100) % 10}`;
  const m = Math.floor(s / 60);
  return m < 60 ? `${m}:${two(s % 60)}` : `${Math.floor(m / 60)}:${two(m % 60)}:${two(s % 60)}`;
};

/** Seconds, from microseconds. @param {number} us */
export const seconds = (us) => (us === 0 ? "0" : us < 10000 ? "<0.01" : (us / 1e6).toFixed(2));

/** Part of a page, asked for in the page's language. @param {string} address @param {Record<string, string>} [query]
 * @param {AbortSignal} [signal] */
export const ask = async (address, query = {}, signal) => {
  const url = new URL(address, location.href);
  for (const [name, value] of Object.entries({ ...query, lang })) url.searchParams.set(name, value);
  const answer = await fetch(url, { headers: { accept: "text/html, application/json" }, signal });
  if (!answer.ok) throw new Error(`${url.pathname}: ${answer.status}`);
  return answer;
};

/** The same as a document. @param {string} address @param {Record<string, string>} [query] */
export const askPage = async (address, query) =>
  new DOMParser().parseFromString(await (await ask(address, query)).text(), "text/html");
